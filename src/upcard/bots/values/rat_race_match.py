"""Rat Race for the match: how much a lead is worth when few rounds are left, or only the rest of one.

What a round ends with is about normal around what a position is worth, and so is what later rounds add. How
likely it makes a seat to win is put in points: where nothing is settled yet, a point is about a point.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from upcard.bots.values.match_chance import surely_ahead
from upcard.bots.values.rat_race_room import FOR_MATCH, LEAD, ROUNDS_LATER
from upcard.fast.kernel import unchecked

ROUND_SPREAD = 44.0
SPREADS = (
    0.0,
    5.0,
    12.0,
    15.0,
    20.0,
    24.0,
    26.0,
    29.0,
    31.0,
    33.0,
    35.0,
    36.0,
    37.0,
    38.0,
    39.0,
    40.0,
    41.0,
    42.0,
    42.0,
)
"""The squared spread of a round's difference, and of what is left of it by the cards down of both seats: from
3,000 rounds of the network against itself."""
LAST_TURN_SPREAD, HIDDEN_SPREAD = 6.0, 7.0
"""The same of a last turn that is still to come, and of each card that is not known where none does."""
POINTS_KEPT = 0.15
"""How much points count beside, so that none are given away where the match is as good as decided."""
HALF_PI = 1.5707963267948966


@unchecked
def for_match(worth: float, spread: float, ints: Any) -> float:
    """Return what a difference of points in the round is worth for the match; low is good."""
    if ints[FOR_MATCH] == 0:
        return worth
    later = ints[ROUNDS_LATER] * ROUND_SPREAD
    ahead = (ints[LEAD] + worth) / np.sqrt(2.0 * (spread + later) + 0.01)
    points = surely_ahead(ahead) * np.sqrt(HALF_PI * (ROUND_SPREAD + later))
    return float(points + POINTS_KEPT * worth)
