"""The chance that a gap in a rack fills in time: some cells between two cards that stay, and what fits there.

``n`` cards fit, each comes once, at a time of its own that is exponentially distributed, one unit of time
being the mean; whoever fills the gap puts each card that comes in the best of the cells or lets it go. What
comes on either side of a card put down is independent, so that a gap falls apart into two smaller ones, and
the chance is the solution of an equation in time for all gaps at once.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

CELLS = 10
MOST = 40
"""More cards than that count as so many."""
QUARTERS = 4
"""A card that comes less often than the others counts in quarters."""
WIDTH = MOST * QUARTERS + 1
FIRST_TIME = 0.02
RATIO = 1.23
LEVELS = 25
"""The times that there are chances for: the first one, each of the others by that ratio later."""
A_LEVEL = (CELLS + 1) * WIDTH
STEP = 0.005
EXACT = 1 << 40
"""Chances are rounded to that part, so that they are the same wherever they are worked out."""

Chances = npt.NDArray[np.float64]


def times() -> list[float]:
    """Return the times that there are chances for."""
    return [FIRST_TIME * RATIO**level for level in range(LEVELS)]


@cache
def chances(root: int) -> Chances:
    """Return each chance to the power of ``root``, flat: for each time and number of cells, by quarters."""
    found = np.zeros((LEVELS, CELLS + 1, WIDTH))
    for level, whole in enumerate(_whole()):
        for cells in range(CELLS + 1):
            quarters = np.interp(np.arange(WIDTH) / QUARTERS, np.arange(MOST + 1), whole[cells])
            found[level, cells] = np.round(quarters * EXACT) / EXACT
    power = found.copy()
    for _ in range(root - 1):
        power *= found
    flat = power.reshape(-1)
    flat.setflags(write=False)
    return flat


@cache
def _whole() -> list[Any]:
    """Return for each time the chances by cells and whole numbers of cards; midpoint steps."""
    now = np.zeros((CELLS + 1, MOST + 1))
    now[0] = 1
    found, at = [], 0.0
    for time in times():
        steps = max(1, round((time - at) / STEP))
        step = (time - at) / steps
        for _ in range(steps):
            middle = now + step / 2 * _change(now)
            now = now + step * _change(middle)
        found.append(now)
        at = time
    return found


def _change(now: Any) -> Any:
    """Return how fast each chance grows: a card comes, and is put where it leaves the best chance."""
    change = np.zeros_like(now)
    lower, upper = np.meshgrid(np.arange(MOST), np.arange(MOST), indexing="ij")
    fit = lower + upper < MOST  # a card comes that so many of the others are lower and higher than
    for cells in range(1, CELLS + 1):
        best = np.zeros((MOST, MOST))
        for front in range(cells):
            np.maximum(best, np.outer(now[front, :MOST], now[cells - 1 - front, :MOST]), out=best)
        let_go = now[cells][np.minimum(lower + upper, MOST)]
        np.maximum(best, let_go, out=best)
        gained = np.bincount((lower + upper + 1)[fit], weights=best[fit], minlength=MOST + 1)
        change[cells, 1:] = gained[1:] - np.arange(1, MOST + 1) * now[cells, 1:]
    return change
