"""The choice that players who weigh their actions make."""

from __future__ import annotations

from typing import Any

from upcard.fast.kernel import unchecked


@unchecked
def best_code(legal: int, worths: Any, codes: int) -> int:
    """Return the legal one of so many codes that is worth most, the lowest of equals."""
    best = -1
    for code in range(codes):
        if (legal >> code) & 1 == 1 and (best < 0 or worths[code] > worths[best]):
            best = code
    return best
