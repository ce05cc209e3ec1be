"""Rat Race: turns, Walkout, Clock Off, and the end of a round (RR3, RR5, RR6, RR7)."""

from __future__ import annotations

from upcard import piles
from upcard.games.rat_race.opening import begin_round
from upcard.games.rat_race.scoring import (
    equal_row,
    grid_points,
    row_is_equal,
)
from upcard.games.rat_race.state import (
    CELLS,
    COLUMNS,
    OFF,
    OPTIONAL,
    SEATS,
    Note,
    Pending,
    State,
)
from upcard.rule import rule
from upcard.state import (
    EVERYONE,
    NOBODY,
    Phase,
    all_had,
    ask_shuffle,
    note,
)


@rule
def can_draw(state: State) -> bool:
    """RR3.7: Whether a card can be drawn: from the pile, or from the discards under the upcard."""
    return state.pile_size > 0 or state.discard_size > 1


@rule
def draw(state: State) -> None:
    """RR3.1, RR3.7: Draw; if the pile is empty, the discards under the upcard are shuffled into a new one."""
    if state.pile_size == 0:
        piles.pile_from_discard(state, 1)
        note(state, Note.RESHUFFLED, NOBODY, -1, 0, state.pile_size, EVERYONE)
        state.pending = Pending.DRAW
        ask_shuffle(state)
    else:
        take_from_pile(state)


@rule
def take_from_pile(state: State) -> None:
    """RR3.1: Put the top card of the pile in the hand, for the seat alone to see."""
    card = piles.draw_card(state)
    note(state, Note.DREW, state.seat, -1, card, state.pile_size, state.seat)
    state.phase = Phase.PLACE_DRAWN


@rule
def take(state: State) -> None:
    """RR3.1, RR3.2: Put the upcard in the hand; it must be placed."""
    card = piles.take_upcard(state)
    note(state, Note.TOOK, state.seat, -1, card, 0, EVERYONE)
    state.phase = Phase.PLACE_TAKEN


@rule
def place(state: State, cell: int) -> None:
    """RR3.2, RR3.3, RR3.6, RR5.7: Lay the hand face up in a cell, and the card from there on the discard."""
    seat = state.seat
    card = piles.leave_hand(state)
    old = state.grid[seat][cell]
    state.grid[seat][cell] = card
    mark_up(state, seat, cell)
    note(state, Note.PLACED, seat, cell, card, 0, EVERYONE)
    piles.put_on_discard(state, old)
    note(state, Note.LEFT, seat, cell, old, 0, EVERYONE)
    look_at_rows(state, cell)


@rule
def reject(state: State) -> None:
    """RR3.4, RR5.7: Discard the drawn card; then a face-down card must be turned up."""
    card = piles.leave_hand(state)
    piles.put_on_discard(state, card)
    note(state, Note.REJECTED, state.seat, -1, card, 0, EVERYONE)
    state.phase = Phase.TURN_UP


@rule
def mark_up(state: State, seat: int, cell: int) -> None:
    """RR3.5: Have a cell count as face up: it stays so until the end of the round or a Walkout."""
    if state.up[seat][cell] == 0:
        state.up[seat][cell] = 1
        state.known[seat][cell] = 0
        state.down[seat] -= 1


@rule
def turn_up(state: State, seat: int, cell: int, kind: int) -> None:
    """RR3.4, RR7.1: Turn a card up for all to see."""
    mark_up(state, seat, cell)
    note(state, kind, seat, cell, state.grid[seat][cell], 0, EVERYONE)


@rule
def look_at_rows(state: State, cell: int) -> None:
    """RR5.1, RR5.5, RR5.6, RR5.8, RR5.9: After a card is placed or turned up, its row may walk out.

    Other rows are as they were: only a seat that has declined is asked about those again. A seat walks out
    once a round at most, in the final turn too.
    """
    seat = state.seat
    if state.walkout != OFF and state.walked[seat] == 0:
        if state.walkout == OPTIONAL:
            if equal_row(state, seat) >= 0:
                state.phase = Phase.ASK
                return
        elif row_is_equal(state, seat, cell // COLUMNS):
            walk_out(state, cell // COLUMNS)
    end_turn(state)


@rule
def walk_out(state: State, row: int) -> None:
    """RR5.1, RR5.3, RR5.4: Burn the cards of a row and close up the other two, columns and all.

    The events name the cells as they were before.
    """
    seat = state.seat
    first = row * COLUMNS
    for cell in range(first, first + COLUMNS):
        card = state.grid[seat][cell]
        state.burn[state.burn_size] = card
        state.burn_size += 1
        note(state, Note.BURNED, seat, cell, card, row + 1, EVERYONE)
    note(state, Note.WALKED_OUT, seat, first, 0, row + 1, EVERYONE)
    for cell in range(first, CELLS - COLUMNS):
        state.grid[seat][cell] = state.grid[seat][cell + COLUMNS]
        state.up[seat][cell] = state.up[seat][cell + COLUMNS]
        state.known[seat][cell] = state.known[seat][cell + COLUMNS]
    for cell in range(CELLS - COLUMNS, CELLS):
        state.grid[seat][cell] = 0
        state.up[seat][cell] = 0
        state.known[seat][cell] = 0
    state.rows[seat] -= 1
    state.walked[seat] = 1


@rule
def end_turn(state: State) -> None:
    """RR6.1, RR6.3, RR6.4, AL1: End the turn, any Walkout done; see whether the round ends with it."""
    seat = state.seat
    state.turns[seat] += 1
    if state.clocked != NOBODY:
        end_round(state)
        return
    if state.down[seat] == 0:
        clock_off(state)
    elif state.turn_limit > 0 and all_had(state, state.turn_limit):
        state.limited = 1
        note(state, Note.LIMIT, NOBODY, -1, 0, state.turn_limit, EVERYONE)
        end_round(state)
        return
    state.seat = 1 - seat
    state.phase = Phase.CHOOSE


@rule
def clock_off(state: State) -> None:
    """RR6.1, RR6.2: Have the seat to move Clock Off and bank a Speed Bonus."""
    seat = state.seat
    state.clocked = seat
    state.banked[seat] += 1
    note(state, Note.CLOCKED_OFF, seat, -1, 0, 0, EVERYONE)
    note(state, Note.BONUS, seat, -1, 0, state.speed_bonus, EVERYONE)


@rule
def end_round(state: State) -> None:
    """RR5.10, RR7.1, RR7.2: Turn up what is down, with no Walkout from it, score, and go on or end."""
    for seat in range(SEATS):
        for cell in range(state.rows[seat] * COLUMNS):
            if state.up[seat][cell] == 0:
                turn_up(state, seat, cell, Note.UNCOVERED)
    for seat in range(SEATS):
        state.points[seat] = grid_points(state, seat)
        state.totals[seat] += state.points[seat]
        note(state, Note.SCORED, seat, -1, 0, state.points[seat], EVERYONE)
    if state.round == state.rounds:
        note(state, Note.MATCH_OVER, NOBODY, -1, 0, 0, EVERYONE)
        state.phase = Phase.OVER
    else:
        state.round += 1
        state.request = 0
        begin_round(state)


@rule
def final_score(state: State, seat: int) -> int:
    """RR1.1, RR6.2, RR7.3: Return a seat's round scores less its Speed Bonuses; it may be negative."""
    return state.totals[seat] - state.speed_bonus * state.banked[seat]
