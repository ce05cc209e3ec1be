"""One decision at a time, compiled: for players whose choice is long in the making.

Whole matches between programs are played by the drivers; here a view comes in and a choice goes out, or what
each action is worth. To pack a view takes some 30 µs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.fast.kernel import compiled
from upcard.fast.policy import Policy
from upcard.fast.records import pack, quick_type
from upcard.game import Game


class Decider:
    """A policy at a game, compiled to be asked from Python; interpreted where nothing is compiled."""

    def __init__(self, game: Game, policy: Policy) -> None:
        self.game = game
        self.policy = policy
        self._type = quick_type(game.state)
        self._choose = compiled(f"{game.name}-choice", _choosing(policy.choose))
        weigh = policy.weigh
        self._weigh = None if weigh is None else compiled(f"{game.name}-worths", _weighing(weigh))

    def choose(self, state: Any, word: int, table: Sequence[int]) -> int:
        """Return the code that the policy picks in a state blanked for the seat to move."""
        legal = self.game.legal(state)
        return int(self._choose(pack(self._type, [state]), legal, word, np.asarray(table, np.int64)))

    def worths(self, state: Any, table: Sequence[int]) -> npt.NDArray[np.float64]:
        """Return what each legal code is worth to the seat to move, NaN for the others; shape (codes,)."""
        if self._weigh is None:
            raise ValueError(f"{self.policy.name} does not weigh its actions")
        worths = np.full(len(self.game.actions), np.nan)
        legal = self.game.legal(state)
        self._weigh(pack(self._type, [state]), legal, np.asarray(table, np.int64), worths)
        return worths


@cache  # policies that differ in their tables share what is compiled
def _choosing(choose: Callable[..., int]) -> Callable[..., int]:
    def choose_in(records: Any, legal: int, word: int, table: Any) -> int:
        return choose(records[0], legal, word, table)

    return choose_in


@cache
def _weighing(weigh: Callable[..., None]) -> Callable[..., None]:
    def weigh_in(records: Any, legal: int, table: Any, worths: Any) -> None:
        weigh(records[0], legal, table, worths)

    return weigh_in
