"""Whether one bot is better than another: pairs are played until that is as good as settled.

The sequential probability ratio test of Wald on the means of pairs, as chess engines are tested on pairs of
games. How far the pairs spread is not known and is taken from those that were seen. It looks at the pairs
after fixed numbers of them, so that neither threads nor the speed of a machine make a difference.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

ERROR = 0.05
"""How often each of the two hypotheses is given up although it holds, at most, about."""
FIRST_LOOK = 64
"""How many pairs are played before the first look: with fewer the spread is not known well enough."""
GROWTH = 16
"""Every look comes after a sixteenth more pairs than the one before, or FIRST_LOOK more."""

BETTER, NOT_BETTER, OPEN = "better", "not better", "open"


@dataclass(frozen=True, slots=True)
class Verdict:
    """How the test stands: ``llr`` is the logarithm of the ratio, decided at ``low`` or ``high``."""

    step: float
    llr: float
    low: float
    high: float

    @property
    def decided(self) -> str:
        """``better`` by about ``step`` points a round, ``not better``, or ``open``."""
        if self.llr >= self.high:
            return BETTER
        return NOT_BETTER if self.llr <= self.low else OPEN

    def as_json(self) -> dict[str, object]:
        """Return it for a program to read; a ratio beyond all numbers is null."""
        return {
            "step": self.step,
            "llr": round(self.llr, 4) if math.isfinite(self.llr) else None,
            "low": round(self.low, 4),
            "high": round(self.high, 4),
            "verdict": self.decided,
        }


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test of "better by ``step`` points a round" against "no better", each at an error of ``ERROR``."""

    step: float

    def __post_init__(self) -> None:
        if not 0 < self.step < math.inf:
            raise ValueError(f"a step is more than 0 points, not {self.step}")

    def verdict(self, count: int, mean: float, variance: float) -> Verdict:
        """Return how it stands after so many pairs; a higher ``mean`` is better.

        ``variance`` is that of the pairs as they are, divided by ``count``.
        """
        high = math.log((1 - ERROR) / ERROR)
        return Verdict(self.step, self.ratio(count, mean, variance), -high, high)

    def ratio(self, count: int, mean: float, variance: float) -> float:
        """Return the logarithm of the likelihood at a difference of ``step`` over that at 0.

        The pairs are taken as normal with the variance that was seen: in the mean of 64 and more, little of
        their shape is left. Fewer say nothing yet.
        """
        if count < FIRST_LOOK:
            return 0.0
        ahead = self.step * (mean - self.step / 2)
        if variance <= 0:
            return math.copysign(math.inf, ahead) if ahead else 0.0
        return count * ahead / variance


def looks(most: int) -> Iterator[tuple[int, int]]:
    """Yield the pairs between one look and the next: the first one and how many, ``most`` in all."""
    first = 0
    while first < most:
        count = min(max(FIRST_LOOK, first // GROWTH), most - first)
        yield first, count
        first += count
