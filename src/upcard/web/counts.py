"""What the server counts of itself: plain numbers, none of a match, a seat, a person or a card."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import accumulate

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
ROWS = (1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0)


class Histogram:
    """How many values were at most so large, for a few bounds, and their sum."""

    __slots__ = ("_bounds", "_counts", "total")

    def __init__(self, bounds: tuple[float, ...]) -> None:
        self._bounds = bounds
        self._counts = [0] * (len(bounds) + 1)
        self.total = 0.0

    def observe(self, value: float) -> None:
        """Count a value."""
        self._counts[bisect_left(self._bounds, value)] += 1
        self.total += value

    def buckets(self) -> Iterator[tuple[str, int]]:
        """Return each bound as text, the last one infinite, with the number of values up to it."""
        bounds = (*(f"{bound:g}" for bound in self._bounds), "+Inf")
        return zip(bounds, accumulate(self._counts), strict=True)


@dataclass(slots=True)
class Counts:
    """What people and bots do at the tables."""

    seated: int = 0
    """Open sockets of those who sit at a table."""
    watching: int = 0
    actions: Counter[str] = field(default_factory=Counter)
    """Kept actions by who decided them."""
    refusals: Counter[str] = field(default_factory=Counter)
    """Refusals by their code."""
    acknowledged: Histogram = field(default_factory=lambda: Histogram(SECONDS))
    """Seconds from hearing an action to its answer, whether kept or refused."""
    skipped: int = 0
    """Versions of a match that a socket was never shown: a newer one was there when it could take one."""
    events: int = 0
    deciding: int = 0
    """Bots that choose right now, or take their moment."""
    failed: int = 0
    """Default moves that were made because a bot failed."""
    said: int = 0
    made: int = 0
    opened: int = 0
    closed: int = 0

    @property
    def sockets(self) -> int:
        """All open sockets."""
        return self.seated + self.watching


@dataclass(slots=True)
class StoreCounts:
    """What the store has kept; only the thread that writes counts."""

    rows: int = 0
    commits: int = 0
    refused: int = 0
    """Commits that the disk did not take."""
    together: Histogram = field(default_factory=lambda: Histogram(ROWS))
    """Rows a commit."""
    seconds: Histogram = field(default_factory=lambda: Histogram(SECONDS))
    """Seconds a commit."""
