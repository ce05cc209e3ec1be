"""The pile, the discard and the hand: what every game of the family does with them.

``pile[pile_size - 1]`` is the top of the pile and ``discard[discard_size - 1]`` the upcard. Everybody
knows the top ``pile_known`` cards of the pile. While ``pool_on`` is set, ``pool[face]`` counts the cards
of a pile that was made from discards everybody had seen: what is left of it, with those of its cards
that lie where not everybody has seen them.
"""

from __future__ import annotations

from upcard.rule import rule
from upcard.state import AnyState, Source


@rule
def take_upcard(state: AnyState) -> int:
    """Move the upcard to the hand, where everybody knows it (AL3), and return it."""
    state.discard_size -= 1
    state.hand = state.discard[state.discard_size]
    state.discard[state.discard_size] = 0
    state.hand_source = Source.DISCARD
    state.hand_public = 1
    return state.hand


@rule
def lift_top(state: AnyState) -> int:
    """Take the top card off the pile and return it: every card that leaves a pile does so here."""
    state.pile_size -= 1
    card = state.pile[state.pile_size]
    state.pile[state.pile_size] = 0
    return card


@rule
def draw_card(state: AnyState) -> int:
    """Move the top card of the pile to the hand; all know it only if the pile's order is known (AL3)."""
    state.hand = lift_top(state)
    state.hand_source = Source.PILE
    state.hand_public = 0
    if state.pile_known > 0:
        state.pile_known -= 1
        state.hand_public = 1
    return state.hand


@rule
def empty_hand(state: AnyState) -> None:
    """Leave no card in the hand."""
    state.hand = 0
    state.hand_source = Source.NOWHERE
    state.hand_public = 0


@rule
def put_on_discard(state: AnyState, card: int) -> None:
    """Lay the card face up on the discard: it is the upcard."""
    state.discard[state.discard_size] = card
    state.discard_size += 1


@rule
def turn_up_first(state: AnyState) -> int:
    """Turn the top card of the pile up: it starts the discard. Return it."""
    card = lift_top(state)
    if state.pile_known > 0:
        state.pile_known -= 1
    put_on_discard(state, card)
    return card


@rule
def seen_from_pool(state: AnyState, card: int) -> None:
    """Take a card that everybody has now seen out of the pool, where there is one; not an unknown one."""
    if state.pool_on == 1 and card != 0:
        state.pool[card] -= 1


@rule
def leave_hand(state: AnyState) -> int:
    """Leave no card in the hand, and return the one that was there: everybody sees it from now on."""
    card = state.hand
    if state.hand_source == Source.PILE:
        seen_from_pool(state, card)
    empty_hand(state)
    return card


@rule
def clear_tally(state: AnyState) -> None:
    """Set every count of the tally to 0."""
    for face in range(len(state.tally)):
        state.tally[face] = 0


@rule
def lay_tally(state: AnyState) -> None:
    """Lay the tallied cards into an empty pile, sorted by face, lowest first."""
    size = 0
    for face in range(1, len(state.tally)):
        for _ in range(state.tally[face]):
            state.pile[size] = face
            size += 1
    state.pile_size = size
    state.pile_known = 0


@rule
def pile_from_discard(state: AnyState, keep: int) -> None:
    """Move all discards but the top ``keep`` into the empty pile, sorted; they are the pool now (AL3)."""
    clear_tally(state)
    size = state.discard_size - keep
    for place in range(size):
        state.tally[state.discard[place]] += 1
    for place in range(keep):
        state.discard[place] = state.discard[size + place]
    for place in range(keep, state.discard_size):
        state.discard[place] = 0
    state.discard_size = keep
    lay_tally(state)
    for face in range(len(state.pool)):
        state.pool[face] = state.tally[face]
    state.pool_on = 1


@rule
def clear_piles(state: AnyState) -> None:
    """Leave pile, discard, hand and pool empty."""
    for place in range(state.pile_size):
        state.pile[place] = 0
    for place in range(state.discard_size):
        state.discard[place] = 0
    if state.pool_on == 1:
        for face in range(len(state.pool)):
            state.pool[face] = 0
    state.pile_size = 0
    state.pile_known = 0
    state.discard_size = 0
    state.pool_on = 0
    empty_hand(state)
