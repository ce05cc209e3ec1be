"""What comes back from compiled matches: sums, pairs, and single matches."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.fast.drivers import (
    A_SEAT,
    CAPPED,
    CARDS,
    DECISIONS,
    MATCHES,
    ROUNDS,
    SUMS,
    TIES,
    TURNS,
)

Counts = npt.NDArray[np.int64]


def no_counts(seats: int) -> Counts:
    """Return the counts of nothing played."""
    return np.zeros(SUMS + A_SEAT * seats, np.int64)


@dataclass(slots=True)
class Totals:
    """Sums over matches; whole numbers, so that the order in which they were added makes no difference.

    ``cards`` were dealt or drawn, ``turns`` are those of all seats together, ``capped`` counts the rounds
    that the turn limit ended. ``finals``, ``squares`` and ``firsts`` have a number a seat: the sum of its
    final scores, of their squares, and how often it came first, alone or with others.
    """

    game: str
    seats: int
    counts: Counts = field(default_factory=lambda: np.zeros(0, np.int64))

    def __post_init__(self) -> None:
        if not len(self.counts):
            self.counts = no_counts(self.seats)

    def add(self, counts: Counts) -> None:
        """Add the counts of more matches."""
        self.counts = self.counts + counts

    @property
    def matches(self) -> int:
        """Matches played to their end."""
        return int(self.counts[MATCHES])

    @property
    def decisions(self) -> int:
        """Actions of all seats."""
        return int(self.counts[DECISIONS])

    @property
    def cards(self) -> int:
        """Cards that were dealt or drawn."""
        return int(self.counts[CARDS])

    @property
    def rounds(self) -> int:
        """Rounds played."""
        return int(self.counts[ROUNDS])

    @property
    def turns(self) -> int:
        """Turns of all seats together."""
        return int(self.counts[TURNS])

    @property
    def capped(self) -> int:
        """Rounds that the turn limit ended."""
        return int(self.counts[CAPPED])

    @property
    def ties(self) -> int:
        """Matches in which more than one side came first."""
        return int(self.counts[TIES])

    @property
    def finals(self) -> tuple[int, ...]:
        """The sum of each seat's final scores."""
        return self._each(0)

    @property
    def squares(self) -> tuple[int, ...]:
        """The sum of the squares of each seat's final scores."""
        return self._each(1)

    @property
    def firsts(self) -> tuple[int, ...]:
        """How often each seat came first."""
        return self._each(2)

    def _each(self, column: int) -> tuple[int, ...]:
        return tuple(int(number) for number in self.counts[SUMS + column :: A_SEAT])


@dataclass(frozen=True, slots=True)
class PairResults:
    """Some pairs: their counts, and for each pair and each of its matches a row of six (see ``runs``)."""

    counts: Counts
    found: Counts


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """One match: the code of every action, the points of every round and seat, and the state it ended in."""

    codes: npt.NDArray[np.uint8]
    points: npt.NDArray[np.int32]
    state: Any
