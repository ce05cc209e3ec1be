"""The end of a round of Nines: last turns, and turns after which the others have theirs.

Between two seats everything here is exact, but for two things. While a pile is chosen, the other seat's last
turn is reckoned as if the card about to be drawn were still unseen. Where an option makes the finisher pay,
columns with cards down count as independent, and so do the upcard that is left and what is unseen. With more
seats the one that moves next is reckoned like that, those after it as if no upcard were of use to them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from upcard.bots.nines_table import ALL, EXACT, GRID, LAST, LIMIT, PARTS, QUICK, RADIX, REST, STAKE
from upcard.bots.values.nines_exact import FAR, best_placing, last_turn, layout_mean, layout_worth, note_gains
from upcard.bots.values.nines_seen import put_back, take_out
from upcard.fast.kernel import unchecked
from upcard.games.nines.state import JOKER_RANK, NO_PENALTY, NONE, TEN
from upcard.state import NOBODY, left_of

TEN_POINTS = 10.0
FEW_TURNS, SHORT = 3, 5
"""So many turns before a limit what lies there counts for more than what may still come of it.

If the limit is no more than ``SHORT`` turns, it does so from the beginning on.
"""
DOUBT = 12.0
"""Over how many points it becomes sure that a seat is as low as the finisher, where there are several."""


@unchecked
def is_last(state: Any) -> bool:
    """NI3.1, AL1: Whether the turn of the seat to move is its last of the round, whatever it does."""
    if state.finisher != NOBODY:
        return True
    return bool(state.turn_limit > 0 and state.turns[state.seat] + 1 >= state.turn_limit)


@unchecked
def is_nearly_last(state: Any) -> bool:
    """AL1: Whether it is its last turn or, at a table for more than two, a turn limit is near.

    Values for more seats take a round to go on for as long as usual, however few turns a limit leaves.
    """
    if is_last(state):
        return True
    if state.seats == 2 or state.turn_limit == 0:
        return False
    return bool(state.turn_limit <= SHORT or state.turns[state.seat] + FEW_TURNS >= state.turn_limit)


@unchecked
def is_owed(other: int, state: Any) -> bool:
    """NI3.1, AL1: Whether another seat has a turn after a last turn of the seat to move."""
    if state.finisher == NOBODY:
        return bool(state.turns[other] < state.turn_limit)
    seat = left_of(state, state.seat)
    while seat != state.finisher:
        if seat == other:
            return True
        seat = left_of(state, seat)
    return False


@unchecked
def penalty_for(score: float, state: Any) -> float:
    """NI4.7: Return what a finisher with such a score pays if another is as low."""
    if state.finisher_penalty == NO_PENALTY:
        return 0.0
    if state.finisher_penalty == TEN:
        return TEN_POINTS
    return float(max(score, 0.0))


@unchecked
def fill_last(state: Any, table: Sequence[int], ranks: Any, room: Any) -> None:
    """Work out what the others are worth, by upcard, at the end of a round that is in sight."""
    room[STAKE] = 0.0
    room[LIMIT] = FAR
    if room[LAST] == 1.0 and state.finisher != NOBODY:
        room[LIMIT] = layout_mean(state.finisher, state, table, ranks, room)
        room[STAKE] = penalty_for(room[LIMIT], state) / (state.seats - 1)
    fill_rest(state, table, ranks, room)


@unchecked
def fill_rest(state: Any, table: Sequence[int], ranks: Any, room: Any) -> None:
    """Work out what the others are worth by upcard, with what is at stake for them as it is."""
    seat = state.seat
    share = 1.0 / (state.seats - 1)
    quick = room[QUICK] == 1.0 or room[STAKE] > 0.0
    for upcard in range(RADIX):
        room[REST + EXACT * RADIX + upcard] = 0.0
    for other in range(state.seats):
        if other == seat:
            continue
        owed = state.final_turns != NONE
        if room[LAST] == 1.0:
            owed = owed and is_owed(other, state)
        fixed = 0.0
        if owed:
            note_gains(other, table, ranks, room)
        if not owed:
            if room[LAST] == 1.0:
                fixed = layout_mean(other, state, table, ranks, room)
            else:
                fixed = layout_worth(other, state, table, ranks, room)
        elif other != left_of(state, seat) or quick:
            fixed = last_turn(other, 0, state, table, ranks, room)
        for upcard in range(1, JOKER_RANK + 1):
            worth = fixed
            if owed and other == left_of(state, seat):
                if quick:
                    worth = min(fixed, best_placing(other, upcard, state, table, ranks, room))
                else:
                    worth = answer_to(other, upcard, state, table, ranks, room)
            room[PARTS + (other * 3 + EXACT) * RADIX + upcard] = worth
            room[REST + EXACT * RADIX + upcard] -= share * worth


@unchecked
def answer_to(other: int, upcard: int, state: Any, table: Sequence[int], ranks: Any, room: Any) -> float:
    """Return what the seat next to move will score with that upcard, in points and what is at stake."""
    turned = room[LAST] == 0.0 and room[GRID + upcard] > 0.0
    if turned:
        take_out(upcard, table, room)
    worth = last_turn(other, upcard, state, table, ranks, room)
    if turned:
        put_back(upcard, table, room)
    return float(worth)


@unchecked
def fear(score: float, upcard: int, state: Any, room: Any) -> float:
    """NI4.7: Return how likely some other seat is as low as a finisher's score, by what they are worth."""
    safe = 1.0
    for other in range(state.seats):
        if other != state.seat:
            ahead = score - room[PARTS + (other * 3 + EXACT) * RADIX + upcard]
            safe *= 1.0 - min(max(0.5 + ahead / DOUBT, 0.0), 1.0)
    return 1.0 - safe


@unchecked
def set_stake(score: float, stake: float, state: Any, table: Sequence[int], ranks: Any, room: Any) -> None:
    """Work out what the others are worth if so much is at stake for them at a finisher's score."""
    if room[LIMIT] != score:
        room[LIMIT] = score
        room[STAKE] = stake
        fill_rest(state, table, ranks, room)
        room[STAKE] = 0.0


@unchecked
def after_the_last(
    cell: int, rank: int, upcard: int, state: Any, table: Sequence[int], ranks: Any, room: Any
) -> float:
    """Return what a position is worth to the seat to move once a rank lies in a cell, −1 for no cell.

    ``upcard`` lies on top of the discard then, 0 for any card that was down. What a finisher may have to pay
    is worked out from the other's answers where two play and a card is placed, else estimated.
    """
    mover = state.seat
    old = 0
    due = 0.0
    if cell >= 0:
        old = ranks[mover, cell]
        ranks[mover, cell] = rank
    if room[LAST] == 1.0:
        own = layout_worth(mover, state, table, ranks, room)
    else:
        own = layout_mean(mover, state, table, ranks, room)
        due = penalty_for(own, state)
        if state.finisher_penalty != NO_PENALTY and state.seats == 2:
            if upcard == 0:
                set_stake(own, due, state, table, ranks, room)
                due = 0.0
            else:
                set_stake(FAR, 0.0, state, table, ranks, room)
    if cell >= 0:
        ranks[mover, cell] = old
    if upcard > 0:
        paid = due * fear(own, upcard, state, room) if due > 0.0 else 0.0
        return float(own + paid + room[REST + EXACT * RADIX + upcard])
    total = 0.0
    for other in range(1, JOKER_RANK + 1):
        if room[GRID + other] > 0.0:
            rest = room[REST + EXACT * RADIX + other]
            if due > 0.0:
                rest += due * fear(own, other, state, room)
            total += room[GRID + other] * rest
    return float(own + total / room[ALL])
