"""Rack-O: dealing, turns, going out, the end of a round and of a match (RO1–RO3, RO4.5–RO4.7)."""

from __future__ import annotations

from upcard import piles
from upcard.games.rack_o.scoring import (
    bonus_of,
    front_run,
    highest,
    may_go_out,
    rack_points,
    side_total,
)
from upcard.games.rack_o.state import (
    ALL_PLACES,
    AUTO,
    CELLS,
    CHOOSE,
    DRAW,
    FACES,
    LOW,
    PLACE,
    PLACE_DECLARE,
    RANDOM,
    REJECT,
    REJECT_DECLARE,
    SEATS,
    SHUFFLED,
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
def gather(state: State) -> None:
    """RO1.1: Put the whole deck together, sorted, for chance to shuffle; old racks lie until the deal."""
    piles.clear_piles(state)
    last = highest(state.seats)
    for face in range(FACES):
        state.tally[face] = 0
        if face >= 1 and face <= last:
            state.tally[face] = 1
    piles.lay_tally(state)
    ask_shuffle(state)


@rule
def begin_match(state: State) -> None:
    """RO1.2: Shuffle for the cards that the seats draw to find the first dealer, or let chance pick it."""
    state.round = 1
    if state.first_dealer == RANDOM:
        state.pending = Pending.DEALER_PICK
        ask_pick(state, state.seats)
    else:
        state.pending = Pending.DEALER_CARDS
        gather(state)


@rule
def draw_for_deal(state: State) -> int:
    """RO1.2: Show each seat's card, the first to seat 0, and return the seat with the highest or lowest."""
    best = 0
    chosen = 0
    for seat in range(state.seats):
        card = piles.lift_top(state)
        note(state, Note.DEALER_CARD, seat, -1, card, 0, EVERYONE)
        better = card > best
        if state.first_dealer == LOW:
            better = card < best
        if seat == 0 or better:
            best = card
            chosen = seat
    return chosen


@rule
def name_dealer(state: State, seat: int) -> None:
    """RO1.2: Make the seat the first dealer; all cards go back and are shuffled again."""
    state.dealer = seat
    note(state, Note.DEALER, seat, -1, 0, 0, EVERYONE)
    begin_round(state)


@rule
def begin_round(state: State) -> None:
    """RO1.2: Put all cards together to be shuffled for the deal."""
    state.pending = Pending.DEAL
    gather(state)


@rule
def deal(state: State) -> None:
    """RO1.3, RO1.4, RO1.5: Deal ten each from the dealer's left, back to front; turn the upcard up."""
    state.finisher = NOBODY
    state.limited = 0
    state.racks_shown = 0
    seat = left_of(state, state.dealer)
    state.seat = seat
    for received in range(CELLS):
        cell = CELLS - 1 - received
        for _ in range(state.seats):
            state.rack[seat][cell] = piles.lift_top(state)
            state.known[seat][cell] = 0
            state.from_pool[seat][cell] = 0
            seat = left_of(state, seat)
    for seat in range(state.seats):
        state.turns[seat] = 0
    card = piles.turn_up_first(state)
    note(state, Note.DEALT, state.dealer, -1, card, state.pile_size, EVERYONE)
    state.phase = Phase.CHOOSE


@rule
def draw(state: State) -> None:
    """RO2.1, RO2.5: Put the top card of the pile in the hand, for its owner to see, or all if all know it."""
    card = piles.draw_card(state)
    eyes = state.seat
    if state.hand_public == 1:
        eyes = EVERYONE
    note(state, Note.DREW, state.seat, -1, card, state.pile_size, eyes)
    state.phase = Phase.PLACE_DRAWN


@rule
def take(state: State) -> None:
    """RO2.1, RO2.2: Put the upcard in the hand; it must be placed."""
    card = piles.take_upcard(state)
    note(state, Note.TOOK, state.seat, -1, card, 0, EVERYONE)
    state.phase = Phase.PLACE_TAKEN


@rule
def place(state: State, cell: int, declared: bool) -> None:
    """RO2.2–RO2.5: Put the hand in a cell and the card that lay there on the discard; the turn is over."""
    seat = state.seat
    card = state.hand
    old = state.rack[seat][cell]
    if state.from_pool[seat][cell] == 1:
        piles.seen_from_pool(state, old)
    state.rack[seat][cell] = card
    state.known[seat][cell] = state.hand_public
    state.from_pool[seat][cell] = 0
    eyes = EVERYONE
    if state.hand_public == 0:
        eyes = seat
        state.from_pool[seat][cell] = state.pool_on
    piles.empty_hand(state)
    note(state, Note.PLACED, seat, cell, card, 0, eyes)
    piles.put_on_discard(state, old)
    note(state, Note.LEFT, seat, cell, old, 0, EVERYONE)
    end_turn(state, declared)


@rule
def reject(state: State, declared: bool) -> None:
    """RO2.3, RO2.4: Discard the drawn card for all to see; the turn is over."""
    card = state.hand
    piles.seen_from_pool(state, card)
    piles.empty_hand(state)
    piles.put_on_discard(state, card)
    note(state, Note.REJECTED, state.seat, -1, card, 0, EVERYONE)
    end_turn(state, declared)


@rule
def end_turn(state: State, declared: bool) -> None:
    """RO3.2, RO3.3, RO3.4, RO2.6, AL1: See if the round ends; if not, refill the pile or pass on."""
    seat = state.seat
    state.turns[seat] += 1
    if declared or (state.declare == AUTO and may_go_out(state, seat, -1, 0)):
        go_rack_o(state)
    elif state.turn_limit > 0 and all_had(state, state.turn_limit):
        state.limited = 1
        note(state, Note.LIMIT, NOBODY, -1, 0, state.turn_limit, EVERYONE)
        score_round(state)
    elif state.pile_size > 0:
        pass_on(state)
    elif state.refill == SHUFFLED:
        shuffle_discard(state)
    else:
        turn_over(state)


@rule
def pass_on(state: State) -> None:
    """RO2.4: The turn passes to the left."""
    state.seat = left_of(state, state.seat)
    state.phase = Phase.CHOOSE


@rule
def turn_over(state: State) -> None:
    """RO2.6: Turn the discard over as it lies: its oldest card is turned up, all know the rest in order."""
    size = state.discard_size
    for place in range(size):
        state.pile[size - 1 - place] = state.discard[place]
        state.discard[place] = 0
    state.discard_size = 0
    state.pile_size = size
    state.pile_known = size
    card = piles.turn_up_first(state)
    note(state, Note.TURNED_OVER, NOBODY, -1, card, state.pile_size, EVERYONE)
    pass_on(state)


@rule
def shuffle_discard(state: State) -> None:
    """RO2.6: Let chance shuffle the whole discard; what racks hold of an older pool counts as dealt."""
    for seat in range(SEATS):
        for cell in range(CELLS):
            state.from_pool[seat][cell] = 0
    piles.pile_from_discard(state, 0)
    state.pending = Pending.REFILL
    ask_shuffle(state)


@rule
def refill(state: State) -> None:
    """RO2.6: Turn up the top card of the shuffled pile; the turn passes to the left."""
    card = piles.turn_up_first(state)
    piles.seen_from_pool(state, card)
    note(state, Note.REFILLED, NOBODY, -1, card, state.pile_size, EVERYONE)
    pass_on(state)


@rule
def go_rack_o(state: State) -> None:
    """RO3.2: End the round for the seat to move; nobody has another turn."""
    state.finisher = state.seat
    note(state, Note.WENT_RACK_O, state.seat, -1, 0, 0, EVERYONE)
    score_round(state)


@rule
def show_racks(state: State) -> None:
    """RO4.7: Show every rack to all, front to back, seat by seat."""
    state.racks_shown = 1
    for seat in range(state.seats):
        for cell in range(CELLS):
            note(state, Note.UNCOVERED, seat, cell, state.rack[seat][cell], 0, EVERYONE)


@rule
def score_round(state: State) -> None:
    """RO4.5, RO4.6, RO5.2, RO5.3: Score all racks; go on to the next round unless a side is at the target."""
    show_racks(state)
    for seat in range(state.seats):
        bonus = bonus_of(state, seat)
        if bonus > 0:
            note(state, Note.BONUS, seat, -1, 0, bonus, EVERYONE)
        state.points[seat] = rack_points(state, seat) + bonus
    best = 0
    for seat in range(state.seats):
        state.totals[seat] += state.points[seat]
        note(state, Note.SCORED, seat, -1, 0, state.points[seat], EVERYONE)
    for seat in range(state.seats):
        best = max(best, side_total(state, seat))
    if best >= state.target:
        note(state, Note.MATCH_OVER, NOBODY, -1, 0, 0, EVERYONE)
        state.phase = Phase.OVER
    else:
        note(state, Note.ROUND_OVER, NOBODY, -1, 0, state.round, EVERYONE)
        state.round += 1
        state.request = 0
        state.dealer = left_of(state, state.dealer)
        begin_round(state)


@rule
def declarations(state: State) -> int:
    """RO3.4: Return the declaring actions open to the seat to move, with its card in hand, as a bit mask."""
    seat = state.seat
    run = front_run(state, seat)
    first = 0
    last = CELLS - 1
    if run < CELLS:  # only a card on either side of the first break can mend it
        first = run - 1
        last = run
    mask = 0
    if state.phase == Phase.PLACE_DRAWN and may_go_out(state, seat, -1, 0):
        mask = 1 << REJECT_DECLARE
    for cell in range(first, last + 1):
        if may_go_out(state, seat, cell, state.hand):
            mask |= 1 << (PLACE_DECLARE + cell)
    return mask


@rule
def legal(state: State) -> int:
    """RO2.1–RO2.3, RO3.4: Return the codes open to the seat to move as a bit mask."""
    phase = state.phase
    if phase == Phase.CHOOSE:
        return 1 << DRAW | 1 << TAKE
    mask = 0
    if phase == Phase.PLACE_DRAWN:
        mask = ALL_PLACES | 1 << REJECT
    elif phase == Phase.PLACE_TAKEN:
        mask = ALL_PLACES
    else:
        return 0
    if state.declare == CHOOSE:
        mask |= declarations(state)
    return mask


@rule
def apply(state: State, code: int) -> None:
    """RO2, RO3.4: Carry out a legal action of the seat to move."""
    state.note_count = 0
    declared = code >= REJECT_DECLARE
    plain = code
    if declared:
        plain = code - REJECT_DECLARE + REJECT
    if plain == DRAW:
        draw(state)
    elif plain == TAKE:
        take(state)
    elif plain == REJECT:
        reject(state, declared)
    else:
        place(state, plain - PLACE, declared)


@rule
def resume(state: State) -> None:
    """AL2: Go on with what chance has answered."""
    if state.pending == Pending.DEALER_CARDS:
        name_dealer(state, draw_for_deal(state))
    elif state.pending == Pending.DEALER_PICK:
        name_dealer(state, state.picked)
    elif state.pending == Pending.DEAL:
        deal(state)
    else:
        refill(state)


@rule
def hide(state: State, seat: int) -> None:
    """AL3, RO2.5: Blank other seats' secret cells and drawn card, and what nobody knows of the pile."""
    if state.racks_shown == 0:
        for other in range(SEATS):
            if other != seat:
                for cell in range(CELLS):
                    if state.known[other][cell] == 0:
                        state.rack[other][cell] = 0
    for place in range(state.pile_size - state.pile_known):
        state.pile[place] = 0
    if state.hand_public == 0 and seat != state.seat:
        state.hand = 0


@rule
def default(state: State) -> int:
    """AL5: Return the default move of the seat to move; with no card face up, a taken one goes in front."""
    if state.phase == Phase.PLACE_DRAWN:
        return REJECT
    if state.phase == Phase.PLACE_TAKEN:
        return PLACE
    return DRAW
