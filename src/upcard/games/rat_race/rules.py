"""Rat Race: what a seat may do, how it is carried out, and what each seat knows (RR2, RR3, RR5.8, AL)."""

from __future__ import annotations

from upcard.games.rat_race.opening import (
    begin_play,
    deal,
    reveal,
)
from upcard.games.rat_race.scoring import (
    cell_points,
    row_is_equal,
)
from upcard.games.rat_race.state import (
    CELLS,
    COLUMNS,
    DRAW,
    FLIP,
    PASS,
    PLACE,
    REJECT,
    SEATS,
    TAKE,
    WALK_OUT,
    Note,
    Pending,
    State,
)
from upcard.games.rat_race.turns import (
    can_draw,
    draw,
    end_turn,
    look_at_rows,
    place,
    reject,
    take,
    take_from_pile,
    turn_up,
    walk_out,
)
from upcard.rule import rule
from upcard.state import (
    EVERYONE,
    Phase,
    note,
)


@rule
def place_mask(state: State) -> int:
    """RR3.2: Return the placings open to the seat to move: every cell it has."""
    return ((1 << (state.rows[state.seat] * COLUMNS)) - 1) << PLACE


@rule
def down_mask(state: State) -> int:
    """RR2.1, RR3.4: Return the flips open to the seat to move: its face-down cards, known ones too."""
    mask = 0
    for cell in range(state.rows[state.seat] * COLUMNS):
        if state.up[state.seat][cell] == 0:
            mask |= 1 << (FLIP + cell)
    return mask


@rule
def ask_mask(state: State) -> int:
    """RR5.8: Return what a seat that is asked may do: walk out with an equal row, or pass."""
    mask = 1 << PASS
    for row in range(state.rows[state.seat]):
        if row_is_equal(state, state.seat, row):
            mask |= 1 << (WALK_OUT + row)
    return mask


@rule
def legal(state: State) -> int:
    """RR2.1, RR3.1, RR3.2, RR3.4, RR3.7, RR5.8: Return the codes open to the seat to move as a bit mask."""
    phase = state.phase
    if phase == Phase.CHOOSE:
        if can_draw(state):
            return 1 << DRAW | 1 << TAKE
        return 1 << TAKE
    if phase == Phase.PLACE_DRAWN:
        return place_mask(state) | 1 << REJECT
    if phase == Phase.PLACE_TAKEN:
        return place_mask(state)
    if phase == Phase.TURN_UP or phase == Phase.REVEAL:
        return down_mask(state)
    if phase == Phase.ASK:
        return ask_mask(state)
    return 0


@rule
def apply(state: State, code: int) -> None:
    """RR2, RR3, RR5.8: Carry out a legal action of the seat to move."""
    state.note_count = 0
    if code == DRAW:
        draw(state)
    elif code == TAKE:
        take(state)
    elif code == REJECT:
        reject(state)
    elif code < FLIP:
        place(state, code - PLACE)
    elif code < WALK_OUT:
        if state.phase == Phase.REVEAL:
            reveal(state, code - FLIP)
        else:
            turn_up(state, state.seat, code - FLIP, Note.TURNED_UP)
            look_at_rows(state, code - FLIP)
    elif code < PASS:
        walk_out(state, code - WALK_OUT)
        end_turn(state)
    else:
        note(state, Note.DECLINED, state.seat, -1, 0, 0, EVERYONE)
        end_turn(state)


@rule
def resume(state: State) -> None:
    """AL2, RR2.5: Go on with what chance has answered: a deal, a starter after equal totals, a new pile."""
    if state.pending == Pending.DEAL:
        deal(state)
    elif state.pending == Pending.STARTER:
        note(state, Note.TIE_BROKEN, state.picked, -1, 0, 0, EVERYONE)
        begin_play(state, state.picked)
    else:
        take_from_pile(state)


@rule
def hide(state: State, seat: int) -> None:
    """AL3, RR2.3: Blank the face-down cards not yet seen, the pile, and a card drawn by another seat."""
    for other in range(SEATS):
        for cell in range(CELLS):
            if state.up[other][cell] == 0 and state.known[other][cell] == 0:
                state.grid[other][cell] = 0
    for index in range(state.pile_size):
        state.pile[index] = 0
    if state.hand_public == 0 and seat != state.seat:
        state.hand = 0


@rule
def default(state: State) -> int:
    """AL5: Return the default move of the seat to move."""
    phase = state.phase
    if phase == Phase.PLACE_DRAWN:
        return REJECT
    if phase == Phase.CHOOSE:
        if can_draw(state):
            return DRAW
        return TAKE
    if phase == Phase.PLACE_TAKEN:
        return PLACE + worst_cell(state)
    if phase == Phase.TURN_UP or phase == Phase.REVEAL:
        return FLIP + lowest_down(state)
    return PASS


@rule
def lowest_down(state: State) -> int:
    """AL5: Return the lowest cell that is still down, the first if none is."""
    lowest = 0
    for cell in range(state.rows[state.seat] * COLUMNS - 1, -1, -1):
        if state.up[state.seat][cell] == 0:
            lowest = cell
    return lowest


@rule
def worst_cell(state: State) -> int:
    """AL5: Return the cell of the face-up card that counts most, the lowest cell where none is up."""
    worst = 0
    most = -1
    for cell in range(state.rows[state.seat] * COLUMNS):
        if state.up[state.seat][cell] == 1 and cell_points(state, state.seat, cell) > most:
            worst = cell
            most = cell_points(state, state.seat, cell)
    return worst
