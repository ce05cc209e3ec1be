"""What the tests of faults measure: times in percentiles, and what a program takes of the machine."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
KILOBYTE = 1024


@dataclass(frozen=True, slots=True)
class Times:
    """How long something took, many times over, in milliseconds."""

    count: int
    p50: float
    p99: float
    most: float

    @classmethod
    def of(cls, seconds: Sequence[float]) -> Times:
        """Sum up times that were measured in seconds."""
        if not seconds:
            return cls(0, 0.0, 0.0, 0.0)
        ordered = sorted(seconds)
        return cls(
            len(ordered),
            round(percentile(ordered, 0.5) * 1e3, 2),
            round(percentile(ordered, 0.99) * 1e3, 2),
            round(ordered[-1] * 1e3, 2),
        )

    def __str__(self) -> str:
        return f"p50 {self.p50:.1f} ms, p99 {self.p99:.1f} ms, most {self.most:.1f} ms"


def percentile(ordered: Sequence[float], part: float) -> float:
    """Return the smallest value that at least this part of all is no greater than."""
    place = -(-len(ordered) * part // 1)  # rounded up
    return ordered[max(int(place) - 1, 0)]


@dataclass(frozen=True, slots=True)
class Usage:
    """What a program has taken so far: seconds of processor, megabytes that lie in memory now and at most."""

    cpu: float
    rss: float
    peak: float

    @classmethod
    def of(cls, pid: int) -> Usage:
        """Read it from where Linux keeps it."""
        place = Path("/proc") / str(pid)
        fields = (place / "stat").read_text().rpartition(") ")[2].split()
        sizes = {
            name: int(value.split()[0]) / KILOBYTE
            for name, _, value in (
                line.partition(":") for line in (place / "status").read_text().splitlines()
            )
            if name in ("VmRSS", "VmHWM")
        }
        return cls((int(fields[11]) + int(fields[12])) / TICKS, sizes["VmRSS"], sizes["VmHWM"])


def busy_seconds() -> float:
    """Return how long all processors of the machine together have not been idle since it was started."""
    user, nice, system, _idle, _waiting, *rest = Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]
    return sum(map(int, (user, nice, system, *rest))) / TICKS
