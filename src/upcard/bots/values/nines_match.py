"""Nines for the match between two seats: how much a lead is worth in the last round.

What a round ends with is about normal around what a position is worth. How likely that makes a seat to win is
put in points: where nothing is settled yet, a point is about a point.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from upcard.bots.nines_table import FOR_MATCH, LAST, LEAD
from upcard.fast.kernel import unchecked
from upcard.state import NOBODY

ROUND_SPREAD = 190.0
SPREADS = (
    0.0,
    60.0,
    95.0,
    95.0,
    110.0,
    135.0,
    155.0,
    165.0,
    170.0,
    178.0,
    182.0,
    184.0,
    186.0,
    188.0,
    190.0,
    190.0,
    190.0,
    190.0,
    190.0,
)
"""The squared spread of a round's difference, and of what is left of it by the cards down of both seats: from
1,080 rounds of the expert against itself."""
LAST_TURN_SPREAD, HIDDEN_SPREAD = 10.0, 13.0
"""The same of a last turn that is still to come, and of each card that is not known where none does."""
POINTS_KEPT = 0.15
"""How much points count beside, so that none are given away where the match is as good as decided."""
HALF_PI = 1.5707963267948966
A, B, C, D = 0.278393, 0.230389, 0.000972, 0.078108
"""Abramowitz and Stegun, *Handbook of Mathematical Functions*, 7.1.27: within 0.0005."""


@unchecked
def is_for_match(state: Any) -> bool:
    """Whether a decision is for the match: between two seats, in the last round."""
    return bool(state.seats == 2 and state.round == state.rounds)


@unchecked
def note_lead(state: Any, room: Any) -> None:
    """Note by how many points the seat to move is behind before the round, where that matters."""
    room[LEAD] = 0.0
    if room[FOR_MATCH] == 1.0:
        own, other = np.int64(state.totals[state.seat]), np.int64(state.totals[1 - state.seat])
        room[LEAD] = float(own - other)


@unchecked
def spread_after(fresh: int, state: Any, room: Any) -> float:
    """Return the squared spread of what a round ends with after a turn; ``fresh`` if it turns a card up."""
    own = int(state.down[state.seat]) - fresh
    other = int(state.down[1 - state.seat])
    if room[LAST] == 1.0:
        more = LAST_TURN_SPREAD if state.finisher == NOBODY else 0.0
        return more + HIDDEN_SPREAD * (own + other)
    if own == 0:
        return LAST_TURN_SPREAD + HIDDEN_SPREAD * other
    return float(SPREADS[own + other])


@unchecked
def for_match(worth: float, fresh: int, state: Any, room: Any) -> float:
    """Return what a difference of points in the round is worth to what is played for; low is good."""
    if room[FOR_MATCH] == 0.0:
        return worth
    ahead = (room[LEAD] + worth) / np.sqrt(2.0 * spread_after(fresh, state, room) + 0.01)
    x = abs(ahead)
    root = 1.0 + x * (A + x * (B + x * (C + x * D)))
    square = root * root
    chance = 1.0 - 1.0 / (square * square)
    points = chance * np.sqrt(HALF_PI * ROUND_SPREAD)
    return float((points if ahead > 0.0 else -points) + POINTS_KEPT * worth)
