"""What one measurement is, and what several say: a median and a spread."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True, slots=True)
class Sample:
    """What was done in a stretch of time.

    ``steps`` are decisions and cards dealt or drawn, ``decisions`` and ``rounds`` 0 where nobody counted
    them; ``cpu`` are seconds of all threads together, ``wall`` seconds by the clock. Where each step was
    timed by itself, half of them took no more than ``p50`` seconds and 95 % no more than ``p95``.
    """

    steps: float
    cpu: float
    wall: float
    decisions: float = 0.0
    rounds: float = 0.0
    p50: float = 0.0
    p95: float = 0.0

    @property
    def rate(self) -> float:
        """Steps a CPU second."""
        return self.steps / max(self.cpu, 1e-9)

    @property
    def wall_rate(self) -> float:
        """Steps a second by the clock."""
        return self.steps / max(self.wall, 1e-9)


@dataclass(frozen=True, slots=True)
class Spread:
    """The median of some numbers, and the least and the greatest of them."""

    median: float
    low: float
    high: float

    def rounded(self, digits: int) -> dict[str, float]:
        """Return the three numbers for a program to read."""
        return {
            "median": round(self.median, digits),
            "low": round(self.low, digits),
            "high": round(self.high, digits),
        }


def spread(numbers: Iterable[float]) -> Spread:
    """Return median, least and greatest; ValueError where there is no number."""
    kept = list(numbers)
    if not kept:
        raise ValueError("no numbers have no spread")
    return Spread(median(kept), min(kept), max(kept))


def paired(over: Sequence[float], under: Sequence[float]) -> Spread:
    """Return the spread of the ratios round by round.

    Not the ratio of two medians: both numbers of a round were measured within seconds of each other, on a
    machine that is faster in one minute than in the next.
    """
    return spread(above / below for above, below in zip(over, under, strict=True))
