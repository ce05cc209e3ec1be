"""What a search at Rat Race must know of a table: maps of columns and rows, and the weights of a value.

It is one flat array of whole numbers, as policies want it: maps and weights are in it bit by bit.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.bots.values.rat_race import FORM, UNIT, WEIGHTS
from upcard.bots.values.rat_race_maps import SIZE, maps
from upcard.bots.weights import learned
from upcard.game import Game

LEAF = 0
LEARNED, EXPECTED, ROUGHLY = range(3)
"""What a position after a turn is worth: what has been learned, or what the columns are expected to score; or
what has been learned, with Clock Off by the unseen cards as they were before the turn, which is quicker."""
MAPS = 1
MAPS_END = MAPS + SIZE // 4
END = MAPS_END + WEIGHTS // 2
"""Where the maps (of 16 bits) and the weights (floats of 32 bits) stand in the table."""

Table = npt.NDArray[np.int64]


def table_of(most_rats: int, weights: npt.NDArray[np.float32] | None) -> Table:
    """Return the table for a search by these weights, in points; by expected scores where there are none."""
    table = np.zeros(MAPS_END if weights is None else END, np.int64)
    table[LEAF] = EXPECTED if weights is None else LEARNED
    table[MAPS:MAPS_END] = maps(most_rats).view(np.int64)
    if weights is not None:
        table[MAPS_END:] = weights.astype(np.float32).view(np.int64)
    table.setflags(write=False)
    return table


@lru_cache(maxsize=8)
def _by_weights(name: str, most_rats: int) -> Table:
    from upcard.games import find_game

    kept = learned(name).expect(find_game("rat-race"), FORM)
    return table_of(most_rats, (kept["weights"] / UNIT).astype(np.float32))


@lru_cache(maxsize=4)
def _by_scores(most_rats: int) -> Table:
    return table_of(most_rats, None)


def tabulate_td1(game: Game, options: Any, seats: int) -> Any:  # noqa: ARG001 - a policy's signature
    """Return the table of *td1*."""
    return _by_weights("rat-race-td1", options.walkout_rats)


def tabulate_expected(game: Game, options: Any, seats: int) -> Any:  # noqa: ARG001 - a policy's signature
    """Return the table of *hand-expectimax*."""
    return _by_scores(options.walkout_rats)
