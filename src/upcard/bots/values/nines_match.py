"""Nines towards the end of a match between two: the chance to win it instead of points of the round.

What the round still brings is taken to be normally distributed about what is expected of it, and so is what
the rounds after it bring. Whoever is ahead gains by what makes the result surer, whoever is behind by what
does not. Where a last turn decides a match, chances are reckoned from the cards. A chance is stated so that
at about the usual spread a point is worth a point: low is good. Points of the round count for a part all the
same, and for all where the match is as good as decided.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from upcard.bots.nines_last import after_the_last
from upcard.bots.nines_table import LAST, PLAIN
from upcard.bots.values import nines_linear
from upcard.bots.values.nines_exact import chance_at_most, layout_mean
from upcard.bots.values.nines_net import NET_END, NET_ROOM, correction, sum_up, variance_after
from upcard.fast.kernel import unchecked
from upcard.games.nines.state import NO_PENALTY
from upcard.state import NOBODY

AIMED = NET_END
DEPTH = AIMED + 1
TABLE_END = DEPTH + 1
"""Where the table says from how many rounds before the end on the match counts (−1: never), and how close
placings must be to each other to be looked at a turn further, in units of the table (0: none are)."""

AIM = NET_ROOM
LEAD = AIM + 1
LATER = LEAD + 1
UNIT = LATER + 1
MATCH_ROOM = UNIT + 1
"""The room: whether the match counts, by how many points the seat is ahead, how far the rounds to come may
turn out from what is expected, squared, and how many points a chance is stated in."""

A_ROUND = 190.0
"""How far a round may turn out, squared."""
A_START = 1.85
"""How many points it is worth to begin a round."""
A_CARD, A_TURN = 13.4, 12.0
"""How far a card that is down, and a last turn, may turn out, squared."""
USUAL = 100.0
STILL_POINTS = 0.15
"""For what part points of the round count."""
DECIDED = 3.0
"""So many standard deviations behind or ahead a match is as good as decided."""
ROUND_ABOUT = 2.0 * math.pi


@unchecked
def share_below(away: float) -> float:
    """Return how likely a normally distributed number is below so many standard deviations.

    By a formula that needs no more than arithmetic (Abramowitz and Stegun, 7.1.27), right to 0.0003.
    """
    size = abs(away) * 0.7071067811865476
    power = 1.0 + size * (0.278393 + size * (0.230389 + size * (0.000972 + size * 0.078108)))
    power *= power
    tail = 0.5 / (power * power)
    return 1.0 - tail if away > 0.0 else tail


@unchecked
def begin(state: Any, table: Sequence[int], room: Any) -> None:
    """Note whether the match counts, and how it stands."""
    left = state.rounds - state.round
    room[AIM] = 0.0
    if room[PLAIN] == 1.0 or state.seats != 2 or left > table[AIMED]:
        return
    seat = state.seat
    lead = float(state.totals[1 - seat] - state.totals[seat])
    if left % 2 == 1:
        lead += A_START if state.dealer == seat else -A_START
    if abs(lead) > DECIDED * math.sqrt((left + 1) * A_ROUND):
        return
    room[AIM] = 1.0
    room[LEAD] = lead
    room[LATER] = left * A_ROUND
    room[UNIT] = (1.0 - STILL_POINTS) * math.sqrt(ROUND_ABOUT * (left * A_ROUND + USUAL))


@unchecked
def stated(points: float, variance: float, room: Any) -> float:
    """Return what it is worth for the match that the round is expected to bring so many points."""
    spread = math.sqrt(room[LATER] + variance + 1.0)
    return float(STILL_POINTS * points - room[UNIT] * share_below((room[LEAD] - points) / spread))


@unchecked
def after(
    cell: int, rank: int, kind: int, upcard: int, state: Any, table: Sequence[int], ranks: Any, room: Any
) -> float:
    """Return what a position after a turn is worth at a glance."""
    worth = nines_linear.after(cell, rank, kind, upcard, state, table, ranks, room)
    return stated(worth, USUAL, room) if room[AIM] == 1.0 else worth


@unchecked
def refine(
    worth: float, cell: int, rank: int, kind: int, upcard: int, state: Any, table: Sequence[int], ranks: Any,
    room: Any,
) -> float:  # fmt: skip
    """Return what ``after`` has said, corrected by the network."""
    points = worth
    if room[AIM] == 1.0:
        points = nines_linear.after(cell, rank, kind, upcard, state, table, ranks, room)
    sum_up(cell, rank, kind, upcard, state, table, ranks, room)
    points += correction(upcard, table, room)
    return stated(points, variance_after(table, room), room) if room[AIM] == 1.0 else points


@unchecked
def ended(
    cell: int, rank: int, upcard: int, state: Any, table: Sequence[int], ranks: Any, room: Any
) -> float:
    """Return what ``after_the_last`` says, or the chance to win the match."""
    points = after_the_last(cell, rank, upcard, state, table, ranks, room)
    if room[AIM] == 0.0:
        return points
    mover = state.seat
    other = 1 - mover
    down = state.down[mover]
    if cell >= 0 and ranks[mover, cell] == 0:
        down -= 1
    final = room[LAST] == 1.0 and state.finisher != NOBODY
    if final and room[LATER] == 0.0 and state.finisher_penalty == NO_PENALTY:
        return STILL_POINTS * points + decided(cell, rank, other, state, table, ranks, room)
    variance = A_CARD * (down + state.down[other])
    if not final:
        variance += A_TURN
    return stated(points, variance, room)


@unchecked
def decided(
    cell: int, rank: int, other: int, state: Any, table: Sequence[int], ranks: Any, room: Any
) -> float:
    """Return the chance to win the match once a rank lies in a cell and all cards are turned up."""
    mover = state.seat
    old = 0
    if cell >= 0:
        old = ranks[mover, cell]
        ranks[mover, cell] = rank
    limit = layout_mean(other, state, table, ranks, room) + room[LEAD]
    chance = 0.5 * chance_at_most(mover, limit - 0.5, state, table, ranks, room)
    chance += 0.5 * chance_at_most(mover, limit + 0.5, state, table, ranks, room)
    if cell >= 0:
        ranks[mover, cell] = old
    return float(-room[UNIT] * chance)
