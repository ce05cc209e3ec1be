"""Levels to play against: a value that weighs actions, and a fixed handicap on top of it.

To what each action is worth a level adds a random number of points before it takes the best. These numbers
follow Gumbel's distribution: of two actions the worse is chosen with odds of one to e^(d / slip), d points
being between them. So small errors are common and blunders are rare. The numbers come from the decision's
own random word and the action's code, and from a table of quantiles: the same compiled and interpreted, on
every machine. What a level does not see or misjudges is in the table of its value.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.bots.choosing import best_code
from upcard.fast.kernel import kernel
from upcard.fast.policy import Policy
from upcard.game import Game
from upcard.games import find_game

QUANTILES = 1024
BITS = 31
HEAD = QUANTILES
"""Where the table of the value begins, behind what is added to the worths of actions."""
FINE = 1 << 20
UNIT = 1 / FINE
"""What is added is kept in so small parts of a point, as whole numbers."""
LOW = (1 << BITS) - 1
STRIDE, FIRST, SECOND = 0x5851F42D, 0x2C1B3C6D, 0x297A2D39
"""Odd numbers below 2³¹ that stir bits well; those of Wellons' *hash prospector* among them."""

Table = npt.NDArray[np.int64]
Tabulate = Callable[[Game, Any, int], Any]


@kernel
def stirred(number: int) -> int:
    """Return 31 bits that look like chance, for other 31 bits; no product leaves 62 bits."""
    number = ((number ^ (number >> 15)) * FIRST) & LOW
    number = ((number ^ (number >> 12)) * SECOND) & LOW
    return number ^ (number >> 15)


@kernel
def slip_of(word: int, code: int, table: Any) -> float:
    """Return the points that are added to what an action is worth."""
    number = stirred(stirred((word & LOW) ^ ((code + 1) * STRIDE & LOW)) ^ (word >> BITS))
    return float(table[number * QUANTILES >> BITS]) * UNIT


@cache
def erring(weigh: Callable[..., None], codes: int) -> Callable[..., int]:
    """Return how a player chooses that goes by these worths, with errors; its table begins with them.

    All players that go by the same worths share it, and what is compiled for it.
    """

    @kernel
    def choose(state: Any, legal: int, word: int, table: Any) -> int:
        """Return the code that seems to be worth most, the lowest of equals."""
        worths = np.empty(codes, np.float64)
        weigh(state, legal, table[HEAD:], worths)
        for code in range(codes):
            if (legal >> code) & 1 == 1:
                worths[code] += slip_of(word, code, table)
        return best_code(legal, worths, codes)

    return choose


def slips(points: float) -> list[int]:
    """Return what is added, by quantile: Gumbel's distribution, less its mean, times so many points."""
    middle = [(2 * place + 1) / (2 * QUANTILES) for place in range(QUANTILES)]
    drawn = [-math.log(-math.log(chance)) for chance in middle]
    mean = math.fsum(drawn) / QUANTILES
    return [round(FINE * points * (number - mean)) for number in drawn]


def level(
    name: str,
    game: str,
    choose: Callable[..., int],
    tabulate: Tabulate,
    slip: float,
    slip_of_many: float | None = None,
) -> Policy:
    """Return a level: the table of a value and, on top of it, errors of ``slip`` points.

    ``slip_of_many`` is instead of it where three play or more.
    """
    many = slip if slip_of_many is None else slip_of_many

    @lru_cache(maxsize=16)
    def tabulated(known: str, options: Any, seats: int) -> Table:
        below = np.asarray(tabulate(find_game(known), options, seats), np.int64)
        table = np.concatenate([np.array(slips(slip if seats == 2 else many), np.int64), below])
        table.setflags(write=False)
        return table

    def table_for(game: Game, options: Any, seats: int) -> Table:
        return tabulated(game.name, options, seats)

    return Policy(name, choose, table_for, frozenset({game}))  # type: ignore[arg-type]  # an array is one
