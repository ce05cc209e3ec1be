"""The *expert* of Nines: a value that a network corrects, a second turn ahead where placings are close.

With more than two seats it plays as *td1* does, up to a turn limit: networks that were trained for them won
nothing.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from upcard.bots.nines_deep import deepening
from upcard.bots.nines_ply import searching
from upcard.bots.nines_table import BIAS, END, SCALE, column_gains
from upcard.bots.td1_nines import IN_TIME, learned_table
from upcard.bots.values import nines_linear, nines_net
from upcard.bots.values.nines_layout import (
    AT_FLIPS,
    COLUMN_GAINS,
    DEPTH,
    FIRST,
    NET_END,
    NET_ROOM,
    NUMBERS,
    SECOND,
    TABLE_END,
)
from upcard.bots.weights import Weights, learned
from upcard.fast.policy import Policy
from upcard.game import Game
from upcard.games import find_game

FORM = "nines-net/3"
NAME = "nines-net"
KINDS_OF_TABLES = ("two", "more")
"""Networks are trained for two seats and for more; tables that there is none for are played without."""
SUM_UNIT = 8
"""What the linear value has learned beside *td1* is kept in 32nds of a point."""

SEARCH = searching(
    nines_net.fill,
    nines_linear.after,
    nines_linear.before,
    nines_net.note_drawn,
    nines_net.refine,
    NET_ROOM,
)
DEEPER = deepening(SEARCH, IN_TIME)
CLOSE = 0.5
"""Placings that are within so many points of the best one are looked at a turn further."""

Table = Any  # an array of whole numbers, which is as good as a sequence of them


def kind_of(seats: int) -> str:
    """Return which of the networks plays at a table."""
    return KINDS_OF_TABLES[0] if seats == 2 else KINDS_OF_TABLES[1]


def numbers_in(weights: Weights, kind: str) -> Any:
    """Return the numbers of a network, in their order."""
    numbers = np.zeros(NUMBERS, np.float32)
    numbers[FIRST:SECOND] = weights[f"{kind}-rows"].reshape(-1)
    numbers[SECOND:] = weights[f"{kind}-rest"]
    return numbers


def sums_in(weights: Weights, kind: str) -> Any:
    """Return what is added to the linear value of *td1*, in units of the table."""
    return SUM_UNIT * weights[f"{kind}-sums"].astype(np.int64)


def table_with(
    game: Game, options: Any, seats: int, numbers: Any, depth: float = 0.0, sums: Any = None
) -> Table:
    """Return the table of a player with such a network, and with so much more of each sum.

    Placings that are within ``depth`` points of the best one are looked at a turn further.
    """
    table = np.zeros(TABLE_END, np.int64)
    table[:END] = learned_table(game, options, seats)
    if sums is not None:
        table[BIAS:END] += sums
    table[END:NET_END] = numbers.view(np.int64)
    table[DEPTH] = round(SCALE * depth)
    table[COLUMN_GAINS:AT_FLIPS] = _gains(game.name, options, seats)
    table[AT_FLIPS:] = learned_table(game, options, seats)
    table.setflags(write=False)
    return table


@lru_cache(maxsize=16)
def _gains(name: str, options: Any, seats: int) -> Table:
    return np.array(column_gains(find_game(name), options, seats), np.int64)


def expert_table(game: Game, options: Any, seats: int) -> Table:
    """Return the table of the expert."""
    return _table(game.name, options, seats)


def one_turn_table(game: Game, options: Any, seats: int) -> Table:
    """Return the table of the expert that looks one turn ahead, and no further."""
    return _table(game.name, options, seats, 0.0)


@lru_cache(maxsize=16)
def _table(name: str, options: Any, seats: int, depth: float = CLOSE) -> Table:
    game = find_game(name)
    weights = learned(NAME).expect(game, FORM)
    numbers = np.zeros(NUMBERS, np.float32)
    sums = None
    if seats in weights.about.seats:
        numbers, sums = numbers_in(weights, kind_of(seats)), sums_in(weights, kind_of(seats))
    return table_with(game, options, seats, numbers, depth, sums)


GAMES = frozenset({"nines"})
EXPERT = Policy("expert", DEEPER.choose, expert_table, GAMES, weigh=DEEPER.weigh)
AT_ONE_TURN = Policy(
    "expert-at-one-turn", DEEPER.choose, one_turn_table, GAMES, weigh=DEEPER.weigh, spread=SEARCH.spread
)
"""Nearly as strong and several times as fast, for the points of the round: it goes on from positions that are
judged by playing on."""
