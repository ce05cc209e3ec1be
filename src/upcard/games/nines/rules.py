"""Nines: dealing, turns, the end of a round and of a match (NI1–NI3, NI4.6, NI4.7)."""

from __future__ import annotations

from upcard import piles
from upcard.games.nines.scoring import card_points, cell_points, grid_points, packs, penalty_of
from upcard.games.nines.state import (
    ALL_PLACES,
    BEFORE_PLAY,
    CELLS,
    DRAW,
    FIRST_TURN,
    FLIP,
    JOKER,
    MAY,
    MUST,
    NONE,
    PASS,
    PLACE,
    REJECT,
    SEATS,
    TAKE,
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
    ask_pick,
    ask_shuffle,
    left_of,
    note,
)


@rule
def begin_match(state: State) -> None:
    """NI1.5: Let chance pick the first dealer."""
    state.round = 1
    state.pending = Pending.DEALER
    ask_pick(state, state.seats)


@rule
def begin_round(state: State) -> None:
    """NI1.2: Put all cards together, sorted, for chance to shuffle; the old layouts lie until the deal."""
    piles.clear_piles(state)
    copies = packs(state.seats)
    state.tally[0] = 0
    for face in range(1, JOKER):
        state.tally[face] = copies
    state.tally[JOKER] = 2 * copies
    piles.lay_tally(state)
    state.pending = Pending.DEAL
    ask_shuffle(state)


@rule
def deal(state: State) -> None:
    """NI1.3, NI1.4, NI1.5: Deal nine cards each, singly, from the dealer's left; turn up the upcard."""
    state.finisher = NOBODY
    state.limited = 0
    seat = left_of(state, state.dealer)
    state.seat = seat
    for cell in range(CELLS):
        for _ in range(state.seats):
            state.grid[seat][cell] = piles.lift_top(state)
            seat = left_of(state, seat)
    for seat in range(state.seats):
        state.turns[seat] = 0
        state.down[seat] = CELLS
        for cell in range(CELLS):
            state.up[seat][cell] = 0
    card = piles.turn_up_first(state)
    note(state, Note.DEALT, state.dealer, -1, card, state.pile_size, EVERYONE)
    if state.flip_when == BEFORE_PLAY and state.opening_flips > 0:
        state.flips_left = state.opening_flips
        state.phase = Phase.FLIP
    else:
        begin_turn(state)


@rule
def begin_turn(state: State) -> None:
    """NI2.1, NI2.2: Let the seat turn up its first cards on its first turn, then choose a pile."""
    if state.flip_when == FIRST_TURN and state.opening_flips > 0 and state.turns[state.seat] == 0:
        state.flips_left = state.opening_flips
        state.phase = Phase.FLIP
    else:
        state.phase = Phase.CHOOSE


@rule
def turn_up(state: State, cell: int, kind: int) -> None:
    """NI2.1, NI2.6, NI3.2: Turn a card of the seat to move up for all to see."""
    turn_up_of(state, state.seat, cell, kind)


@rule
def turn_up_of(state: State, seat: int, cell: int, kind: int) -> None:
    """NI3.2: Turn a card of any seat up for all to see."""
    state.up[seat][cell] = 1
    state.down[seat] -= 1
    note(state, kind, seat, cell, state.grid[seat][cell], 0, EVERYONE)


@rule
def flip(state: State, cell: int) -> None:
    """NI2.1: Turn up one of the opening cards; when the last is up, the seat goes on."""
    turn_up(state, cell, Note.FLIPPED)
    state.flips_left -= 1
    if state.flips_left > 0:
        return
    if state.flip_when == BEFORE_PLAY:
        flip_before_play(state)
    else:
        state.phase = Phase.CHOOSE


@rule
def flip_before_play(state: State) -> None:
    """NI2.1: Pass the opening flips on to the left; after the dealer, its left neighbour takes a turn."""
    last = state.seat == state.dealer
    state.seat = left_of(state, state.seat)
    if last:
        begin_turn(state)
    else:
        state.flips_left = state.opening_flips


@rule
def draw(state: State) -> None:
    """NI2.2, NI2.7: Draw the top card; from an empty pile, after the discards are shuffled into a new one."""
    if state.pile_size == 0:
        piles.pile_from_discard(state, 1)
        note(state, Note.RESHUFFLED, NOBODY, -1, 0, state.pile_size, EVERYONE)
        state.pending = Pending.DRAW
        ask_shuffle(state)
    else:
        take_from_pile(state)


@rule
def take_from_pile(state: State) -> None:
    """NI2.2: Put the top card of the pile in the hand, for the seat alone to see."""
    card = piles.draw_card(state)
    note(state, Note.DREW, state.seat, -1, card, state.pile_size, state.seat)
    state.phase = Phase.PLACE_DRAWN


@rule
def take(state: State) -> None:
    """NI2.3: Put the upcard in the hand; it must be placed."""
    card = piles.take_upcard(state)
    note(state, Note.TOOK, state.seat, -1, card, 0, EVERYONE)
    state.phase = Phase.PLACE_TAKEN


@rule
def place(state: State, cell: int) -> None:
    """NI2.5: Lay the hand face up in a cell and the card that lay there on the discard."""
    seat = state.seat
    card = piles.leave_hand(state)
    old = state.grid[seat][cell]
    state.grid[seat][cell] = card
    state.down[seat] -= 1 - state.up[seat][cell]
    state.up[seat][cell] = 1
    note(state, Note.PLACED, seat, cell, card, 0, EVERYONE)
    piles.put_on_discard(state, old)
    note(state, Note.LEFT, seat, cell, old, 0, EVERYONE)
    end_turn(state)


@rule
def reject(state: State) -> None:
    """NI2.4, NI2.6: Discard the drawn card; nothing is turned up unless the option says so."""
    card = piles.leave_hand(state)
    piles.put_on_discard(state, card)
    note(state, Note.REJECTED, state.seat, -1, card, 0, EVERYONE)
    if state.reject_flips == MUST:
        state.phase = Phase.TURN_UP
    elif state.reject_flips == MAY:
        state.phase = Phase.ASK
    else:
        end_turn(state)


@rule
def end_turn(state: State) -> None:
    """NI3.1, NI3.3, AL1: End the turn; see whether the round ends with it, else pass to the left."""
    seat = state.seat
    state.turns[seat] += 1
    if state.finisher != NOBODY:
        uncover(state, seat)
    elif state.down[seat] == 0:
        state.finisher = seat
        note(state, Note.FINISHED, seat, -1, 0, 0, EVERYONE)
    following = left_of(state, seat)
    if state.finisher == NOBODY:
        if state.turn_limit > 0 and all_had(state, state.turn_limit):
            state.limited = 1
            note(state, Note.LIMIT, NOBODY, -1, 0, state.turn_limit, EVERYONE)
            uncover_from(state, following)
            score_round(state)
            return
    elif state.final_turns == NONE or following == state.finisher:
        uncover_from(state, left_of(state, state.finisher))
        score_round(state)
        return
    state.seat = following
    begin_turn(state)


@rule
def uncover(state: State, seat: int) -> None:
    """NI3.2: Turn up every card of the seat that still lies face down."""
    for cell in range(CELLS):
        if state.up[seat][cell] == 0:
            turn_up_of(state, seat, cell, Note.UNCOVERED)


@rule
def uncover_from(state: State, first: int) -> None:
    """NI3.1, AL1: Turn up what is still face down, seat by seat from ``first``."""
    seat = first
    for _ in range(state.seats):
        uncover(state, seat)
        seat = left_of(state, seat)


@rule
def score_round(state: State) -> None:
    """NI4.6, NI4.7: Score all grids, let the finisher pay, and go on to the next round or the end."""
    for seat in range(state.seats):
        state.points[seat] = grid_points(state, seat)
    state.penalty = 0
    if state.finisher != NOBODY:
        state.penalty = penalty_of(state)
        if state.penalty > 0:
            state.points[state.finisher] += state.penalty
            note(state, Note.PENALTY, state.finisher, -1, 0, state.penalty, EVERYONE)
    for seat in range(state.seats):
        state.totals[seat] += state.points[seat]
        note(state, Note.SCORED, seat, -1, 0, state.points[seat], EVERYONE)
    if state.round == state.rounds:
        note(state, Note.MATCH_OVER, NOBODY, -1, 0, 0, EVERYONE)
        state.phase = Phase.OVER
    else:
        state.round += 1
        state.request = 0
        state.dealer = left_of(state, state.dealer)
        begin_round(state)


@rule
def final_score(state: State, seat: int) -> int:
    """NI4.6: Return what a seat's rounds add up to; the lowest wins."""
    return state.totals[seat]


@rule
def down_mask(state: State) -> int:
    """NI2.1, NI2.6: Return the flips open to the seat to move: its face-down cards."""
    mask = 0
    for cell in range(CELLS):
        if state.up[state.seat][cell] == 0:
            mask |= 1 << (FLIP + cell)
    return mask


@rule
def legal(state: State) -> int:
    """NI2.1–NI2.7: Return the codes open to the seat to move as a bit mask."""
    phase = state.phase
    if phase == Phase.CHOOSE:
        if state.pile_size == 0 and state.discard_size < 2:
            return 1 << TAKE
        return 1 << DRAW | 1 << TAKE
    if phase == Phase.PLACE_DRAWN:
        return ALL_PLACES | 1 << REJECT
    if phase == Phase.PLACE_TAKEN:
        return ALL_PLACES
    if phase == Phase.FLIP or phase == Phase.TURN_UP:
        return down_mask(state)
    if phase == Phase.ASK:
        return down_mask(state) | 1 << PASS
    return 0


@rule
def apply(state: State, code: int) -> None:
    """NI2: Carry out a legal action of the seat to move."""
    state.note_count = 0
    if code >= FLIP and code < PASS:
        if state.phase == Phase.FLIP:
            flip(state, code - FLIP)
        else:
            turn_up(state, code - FLIP, Note.TURNED_UP)
            end_turn(state)
    elif code >= PLACE and code < FLIP:
        place(state, code - PLACE)
    elif code == DRAW:
        draw(state)
    elif code == TAKE:
        take(state)
    elif code == REJECT:
        reject(state)
    else:
        note(state, Note.DECLINED, state.seat, -1, 0, 0, EVERYONE)
        end_turn(state)


@rule
def resume(state: State) -> None:
    """AL2: Go on with what chance has answered."""
    if state.pending == Pending.DEALER:
        state.dealer = state.picked
        note(state, Note.DEALER, state.dealer, -1, 0, 0, EVERYONE)
        begin_round(state)
    elif state.pending == Pending.DEAL:
        deal(state)
    else:
        take_from_pile(state)


@rule
def hide(state: State, seat: int) -> None:
    """AL3: Blank the face-down cards, the pile, and a card drawn by another seat."""
    for other in range(SEATS):
        for cell in range(CELLS):
            if state.up[other][cell] == 0:
                state.grid[other][cell] = 0
    for place in range(state.pile_size):
        state.pile[place] = 0
    if state.hand_public == 0 and seat != state.seat:
        state.hand = 0


@rule
def default(state: State) -> int:
    """AL5: Return the default move of the seat to move."""
    phase = state.phase
    if phase == Phase.PLACE_DRAWN:
        return REJECT
    if phase == Phase.CHOOSE:
        if state.pile_size == 0 and state.discard_size < 2:
            return TAKE
        return DRAW
    if phase == Phase.PLACE_TAKEN:
        return PLACE + worst_cell(state)
    if phase == Phase.ASK:
        return PASS
    for cell in range(CELLS):
        if state.up[state.seat][cell] == 0:
            return FLIP + cell
    return PASS


@rule
def worst_cell(state: State) -> int:
    """AL5: Return the cell of the face-up card that counts most, the lowest cell where none is up."""
    worst = -1
    most = 0
    for cell in range(CELLS):
        if state.up[state.seat][cell] == 1:
            points = shown_points(state, state.seat, cell)
            if worst < 0 or points > most:
                worst = cell
                most = points
    return max(worst, 0)


@rule
def shown_points(state: State, seat: int, cell: int) -> int:
    """AL5: Return what a face-up card counts as far as all can see: a card face down matches nothing."""
    up = state.up[seat]
    column = cell % 3
    if up[column] == 1 and up[column + 3] == 1 and up[column + 6] == 1:
        return cell_points(state, seat, cell)
    return card_points(state, state.grid[seat][cell])
