"""What came of pairs so far: exact sums, so that no order of adding and no chunk makes a difference.

Every figure of a pair is a fraction of whole numbers. Fractions of the same denominator are added as whole
numbers, and there are few denominators; memory does not grow with the number of pairs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from upcard.lab.interval import Interval, interval_of_sums

Sums = dict[int, tuple[int, int, int]]
"""By denominator: how many fractions there are, the sum of their numerators and that of their squares."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Sums over fractions; nothing changes one, adding makes a new one."""

    sums: Sums

    def __add__(self, other: Spread) -> Spread:
        return Spread(_added(self.sums, other.sums))

    def totals(self) -> tuple[int, Fraction, Fraction]:
        """Return how many fractions there are, their sum and that of their squares."""
        count, total, squares = 0, Fraction(0), Fraction(0)
        for denominator, (many, numerators, numerators_squared) in self.sums.items():
            count += many
            total += Fraction(numerators, denominator)
            squares += Fraction(numerators_squared, denominator**2)
        return count, total, squares

    def interval(self) -> Interval:
        """Return the mean of the fractions with its interval, rounded once, at the end."""
        return interval_of_sums(*self.totals())

    def mean_and_variance(self) -> tuple[float, float]:
        """Return the mean of the fractions and the mean square of their distances from it."""
        count, total, squares = self.totals()
        mean = total / count
        return float(mean), float(squares / count - mean**2)


NOTHING = Spread({})


def spread_of(numerators: Iterable[int], denominators: Iterable[int]) -> Spread:
    """Return the sums over some fractions, given by their numerators and denominators."""
    sums: Sums = {}
    for (numerator, denominator), times in Counter(zip(numerators, denominators, strict=True)).items():
        many, total, squares = sums.get(denominator, (0, 0, 0))
        sums[denominator] = (many + times, total + times * numerator, squares + times * numerator**2)
    return Spread(sums)


def _added(one: Sums, other: Sums) -> Sums:
    sums = dict(one)
    for denominator, more in other.items():
        many, total, squares = sums.get(denominator, (0, 0, 0))
        sums[denominator] = (many + more[0], total + more[1], squares + more[2])
    return sums


class Seen(NamedTuple):
    """A match of a pair as the first bot sees it, or many: each is a whole number, or an array of them.

    ``own`` and ``others`` are the sums of the final scores of the first bot's seats and of the other seats,
    ``won`` and ``winners`` how many winning seats are the first bot's, and how many there are.
    """

    own: Any
    others: Any
    rounds: Any
    won: Any
    winners: Any


def differences(first: Seen, second: Seen, seats: int) -> tuple[Any, Any]:
    """Return a pair's mean difference, points a round and seat, as numerator and denominator."""
    odd = seats // 2  # the seats of the bot that sits on the odd ones
    even = seats - odd
    one = (first.own * odd - first.others * even) * second.rounds
    two = (second.own * even - second.others * odd) * first.rounds
    return one + two, first.rounds * second.rounds * (2 * odd * even)


def shares(first: Seen, second: Seen) -> tuple[Any, Any]:
    """Return the share of a pair's winning seats that are the first bot's, as numerator and denominator."""
    won = first.won * second.winners + second.won * first.winners
    return won, first.winners * second.winners * 2


FINENESS = 1 << 32
"""Results less luck are kept in this part of a point, so that their sums are exact too."""


def less_luck(numerator: int, denominator: int, luck: float, other_luck: float) -> int:
    """Return a pair's mean difference less the mean luck of its two matches, times FINENESS."""
    return round((numerator / denominator - (luck + other_luck) / 2) * FINENESS)


@dataclass(frozen=True, slots=True)
class Tally:
    """What came of some pairs; ``turns`` are those of all seats, ``capped`` rounds the turn limit ended.

    ``adjusted`` are the differences less luck, nothing where luck was not measured.
    """

    pairs: int = 0
    difference: Spread = NOTHING
    share: Spread = NOTHING
    ties: int = 0
    turns: int = 0
    rounds: int = 0
    capped: int = 0
    adjusted: Spread = NOTHING

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.pairs + other.pairs,
            self.difference + other.difference,
            self.share + other.share,
            self.ties + other.ties,
            self.turns + other.turns,
            self.rounds + other.rounds,
            self.capped + other.capped,
            self.adjusted + other.adjusted,
        )
