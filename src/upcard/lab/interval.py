"""A mean with its 95 % interval."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import NormalDist

COVERAGE = 0.95


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean and the ends of its 95 % interval; no ends where one value says nothing of the spread."""

    mean: float
    low: float | None
    high: float | None

    def __str__(self) -> str:
        if self.low is None or self.high is None:
            return f"{self.mean:+.2f}"
        return f"{self.mean:+.2f} ({self.low:+.2f} to {self.high:+.2f})"

    def percent(self) -> str:
        """Return a share in words."""
        if self.low is None or self.high is None:
            return f"{self.mean:.1%}"
        return f"{self.mean:.1%} ({self.low:.1%} to {self.high:.1%})"

    def within(self, least: float, most: float) -> Interval:
        """Return the interval cut off where no mean can lie."""
        if self.low is None or self.high is None:
            return self
        return Interval(self.mean, max(self.low, least), min(self.high, most))

    def times(self, number: float) -> Interval:
        """Return the interval of so many times the mean; ``number`` is above 0."""
        if self.low is None or self.high is None:
            return Interval(self.mean * number, None, None)
        return Interval(self.mean * number, self.low * number, self.high * number)

    def rounded(self, digits: int = 4) -> dict[str, float | None]:
        """Return the three numbers for a program to read."""
        return {
            "mean": round(self.mean, digits),
            "low": None if self.low is None else round(self.low, digits),
            "high": None if self.high is None else round(self.high, digits),
        }


def interval(values: Sequence[float]) -> Interval:
    """Return mean and interval of independent values: mean ± t · s / √n (Student)."""
    exact = [Fraction(value) for value in values]
    return interval_of_sums(
        len(exact), sum(exact, Fraction(0)), sum((value**2 for value in exact), Fraction(0))
    )


def interval_of_sums(count: int, total: Fraction, squares: Fraction) -> Interval:
    """Return what ``interval`` does for values of which count, sum and sum of squares are known."""
    mean = total / count
    if count < 2:
        return Interval(float(mean), None, None)
    variance = (squares - total * mean) / (count - 1)
    half = t_quantile(count - 1) * math.sqrt(variance / count)
    return Interval(float(mean), float(mean) - half, float(mean) + half)


def t_quantile(freedom: int) -> float:
    """Return the t that 95 % of Student's distribution lie within, exact to 0.02 or better.

    Exact for 1 and 2 degrees of freedom, beyond by the expansion 26.7.5 of Abramowitz and Stegun,
    *Handbook of Mathematical Functions* (1964).
    """
    upper = (1 + COVERAGE) / 2
    if freedom == 1:
        return math.tan(math.pi * (upper - 0.5))
    if freedom == 2:
        return (2 * upper - 1) * math.sqrt(2 / (4 * upper * (1 - upper)))
    z = NormalDist().inv_cdf(upper)
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * freedom**4)
    )
