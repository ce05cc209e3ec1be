"""How likely a lead is to last, where what is still to come is about normal."""

from __future__ import annotations

from upcard.fast.kernel import unchecked

A, B, C, D = 0.278393, 0.230389, 0.000972, 0.078108
"""Abramowitz and Stegun, *Handbook of Mathematical Functions*, 7.1.27: within 0.0005."""


@unchecked
def surely_ahead(ahead: float) -> float:
    """Return the error function: from −1 to 1, the likelier one side ends ahead the nearer to 1.

    ``ahead`` is by how much it is, in spreads of what is to come times the root of 2.
    """
    x = abs(ahead)
    root = 1.0 + x * (A + x * (B + x * (C + x * D)))
    square = root * root
    chance = 1.0 - 1.0 / (square * square)
    return chance if ahead > 0.0 else -chance
