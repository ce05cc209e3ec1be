"""Rat Race: the deal and the opening reveal (RR1, RR2, RR7.2)."""

from __future__ import annotations

from upcard import piles
from upcard.games.rat_race.state import (
    CELLS,
    COPIES,
    OPENING,
    RAT,
    RATS,
    ROWS,
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
    ask_pick,
    ask_shuffle,
    note,
)


@rule
def begin_match(state: State) -> None:
    """RR1.1: Begin the first round of a match between two seats."""
    state.round = 1
    begin_round(state)


@rule
def begin_round(state: State) -> None:
    """RR1.2, RR7.2: Put all cards together that have not burned, for chance to shuffle.

    The old grids lie until the deal.
    """
    piles.clear_piles(state)
    state.tally[0] = 0
    for face in range(1, RAT):
        state.tally[face] = COPIES
    state.tally[RAT] = RATS
    for index in range(state.burn_size):
        state.tally[state.burn[index]] -= 1
    piles.lay_tally(state)
    state.pending = Pending.DEAL
    ask_shuffle(state)


@rule
def deal(state: State) -> None:
    """RR1.3, RR1.4: Deal nine cards each, face down, one at a time; turn up the upcard."""
    for cell in range(CELLS):
        for seat in range(SEATS):
            state.grid[seat][cell] = piles.lift_top(state)
            state.up[seat][cell] = 0
            state.known[seat][cell] = 0
    for seat in range(SEATS):
        state.turns[seat] = 0
        state.down[seat] = CELLS
        state.rows[seat] = ROWS
        state.walked[seat] = 0
    state.starter = NOBODY
    state.clocked = NOBODY
    state.limited = 0
    card = piles.turn_up_first(state)
    note(state, Note.DEALT, NOBODY, -1, card, state.pile_size, EVERYONE)
    begin_reveal(state)


@rule
def begin_reveal(state: State) -> None:
    """RR2.6: Let both seats reveal, in every round; seat 0 first in odd rounds, seat 1 in even ones."""
    state.reveals = 0
    state.seat = (state.round + 1) % SEATS
    state.phase = Phase.REVEAL


@rule
def opening_total(state: State, seat: int) -> int:
    """RR2.1, RR2.4: Return the sum of a seat's revealed cards; a Rat counts 0."""
    total = 0
    for cell in range(CELLS):
        if state.up[seat][cell] == 1 and state.grid[seat][cell] != RAT:
            total += state.grid[seat][cell]
    return total


@rule
def reveal(state: State, cell: int) -> None:
    """RR2.1: Turn up one of two cards for both seats to see; after a seat's second the other reveals."""
    seat = state.seat
    state.up[seat][cell] = 1
    note(state, Note.REVEALED, seat, cell, state.grid[seat][cell], opening_total(state, seat), EVERYONE)
    state.reveals += 1
    if state.reveals == OPENING:
        state.seat = 1 - seat
    elif state.reveals == 2 * OPENING:
        end_reveal(state)


@rule
def end_reveal(state: State) -> None:
    """RR2.2, RR2.5: Turn the revealed cards down; the lower total starts, equal totals are left to chance."""
    first = opening_total(state, 0)
    second = opening_total(state, 1)
    turn_down(state)
    if first == second:
        state.pending = Pending.STARTER
        ask_pick(state, SEATS)
    elif first < second:
        note(state, Note.STARTER, 0, -1, 0, first, EVERYONE)
        begin_play(state, 0)
    else:
        note(state, Note.STARTER, 1, -1, 0, second, EVERYONE)
        begin_play(state, 1)


@rule
def turn_down(state: State) -> None:
    """RR2.3: Turn the four revealed cards down again where they lie; both seats know them from now on."""
    for seat in range(SEATS):
        for cell in range(CELLS):
            if state.up[seat][cell] == 1:
                state.up[seat][cell] = 0
                state.known[seat][cell] = 1
                note(state, Note.TURNED_DOWN, seat, cell, state.grid[seat][cell], 0, EVERYONE)


@rule
def begin_play(state: State, seat: int) -> None:
    """RR2.2, RR3.1: Let the seat take the first turn: it takes the upcard or draws."""
    state.starter = seat
    state.seat = seat
    state.phase = Phase.CHOOSE
