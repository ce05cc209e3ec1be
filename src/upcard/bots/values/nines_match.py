"""Nines for the match between two seats: what a lead is worth in the last turn of the last round.

What the cards that are still down come to is about normal around what they are expected to. How likely that
makes a seat to win is put in points. Earlier in the last round a point is a point: to play for the match
there, by how far results spread, won no more matches and cost a point of the round.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from upcard.bots.nines_table import FOR_MATCH, LEAD
from upcard.bots.values.match_chance import surely_ahead
from upcard.fast.kernel import unchecked
from upcard.state import NOBODY

HIDDEN_SPREAD = 13.4
"""The squared spread of a card of the deck, in points."""
A_WIN = 17.0
"""How many points it is worth to win rather than to come out even: what a round usually spreads by, about."""
POINTS_KEPT = 0.15
"""How much points count beside, so that none are given away where the match is as good as decided."""


@unchecked
def is_for_match(state: Any) -> bool:
    """Whether a decision is for the match: between two seats, in the last turn of the last round."""
    return bool(state.seats == 2 and state.round == state.rounds and state.finisher != NOBODY)


@unchecked
def note_lead(state: Any, room: Any) -> None:
    """Note by how many points the seat to move is behind before the round, where that matters."""
    room[LEAD] = 0.0
    if room[FOR_MATCH] == 1.0:
        own, other = np.int64(state.totals[state.seat]), np.int64(state.totals[1 - state.seat])
        room[LEAD] = float(own - other)


@unchecked
def for_match(worth: float, fresh: int, state: Any, room: Any) -> float:
    """Return what a difference of points in the round is worth to what is played for; low is good.

    ``fresh`` is 1 where the turn has a card less down.
    """
    if room[FOR_MATCH] == 0.0:
        return worth
    spread = HIDDEN_SPREAD * (int(state.down[state.seat]) - fresh)
    ahead = (room[LEAD] + worth) / np.sqrt(2.0 * spread + 0.01)
    return float(A_WIN * surely_ahead(ahead) + POINTS_KEPT * worth)
