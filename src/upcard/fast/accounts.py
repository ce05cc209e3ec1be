"""What comes to light in each game, and what it could have been: the accounts that luck is kept by.

A card *comes to light* when everybody sees it or when it goes into a hand, since whoever keeps the accounts
looks into hands. What it could have been follows from the rules: any card that nobody knows, as often as it
is there, from the pile or from the layouts too. After discards have become a new pile these are two pools.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from upcard.fast.kernel import kernel
from upcard.games.nines import rules as nines
from upcard.games.nines import state as nines_state
from upcard.games.rack_o import scoring as rack_o_scoring
from upcard.games.rack_o import state as rack_o_state
from upcard.games.rat_race import rules as rat_race
from upcard.games.rat_race import state as rat_race_state
from upcard.state import Phase

ROW = 16
"""A place in a layout is ``seat × ROW + cell``; no layout has more cells."""
PILE = 256
"""A place in the pile is PILE and its index."""
MOST_PLACES = 80
"""More places than ever come to light by one action: eight grids of nine."""


@dataclass(frozen=True, slots=True)
class Account:
    """What luck must know of a game; all are kernels.

    ``blank(state)`` leaves what has come to light. ``came_to_light(before, after, code, places)`` writes the
    places, as they were before an action, of the cards that it brought to light, in an order that depends on
    nothing unseen, and returns how many. ``count_unknown(state, pile, classes, counts)`` counts by class
    what a card may be that nobody knows, in the pile or in a layout. ``dealt_open(state)`` is how many cards
    of the shuffle to come each seat shows to the accountant. ``length(state)`` estimates from the state how
    many rounds the match will have had.
    """

    blank: Callable[[Any], None]
    came_to_light: Callable[[Any, Any, int, Any], int]
    card_at: Callable[[Any, int], int]
    put: Callable[[Any, int, int], None]
    count_unknown: Callable[[Any, bool, Any, Any], None]
    dealt_open: Callable[[Any], int]
    length: Callable[[Any], float]


@kernel
def count_pile(state: Any, size: int, classes: Any, counts: Any) -> None:
    """Count the lowest cards of the pile by class."""
    for place in range(size):
        counts[classes[state.pile[place]]] += 1


def _grid_account(
    hide: Callable[[Any, int], None],
    is_unseen: Callable[[Any, int, int], bool],
    cells: int,
    draw: int,
    place: int,
    flip: int,
) -> Account:
    """Return the account of a game of grids, where nobody knows a card that lies down unseen."""

    @kernel
    def blank(state: Any) -> None:
        hide(state, state.seat)

    @kernel
    def came_to_light(before: Any, after: Any, code: int, places: Any) -> int:
        seat = before.seat
        if code == draw:
            if before.pile_size == 0:
                return 0  # the discards are shuffled first
            places[0] = PILE + before.pile_size - 1
            return 1
        count = 0
        acted = -1
        if code >= place and code < place + cells:
            acted = code - place
        elif code >= flip and code < flip + cells:
            acted = code - flip
        if acted >= 0 and is_unseen(before, seat, acted):
            places[0] = seat * ROW + acted
            count = 1
        over = after.phase == Phase.OVER or after.round != before.round
        for other in range(before.seats):
            if over or (other == seat and after.down[seat] == 0):
                for cell in range(cells):
                    if is_unseen(before, other, cell) and not (other == seat and cell == acted):
                        places[count] = other * ROW + cell
                        count += 1
        return count

    @kernel
    def card_at(state: Any, where: int) -> int:
        if where >= PILE:
            return state.pile[where - PILE]  # type: ignore[no-any-return]  # any game's state
        return state.grid[where // ROW][where % ROW]  # type: ignore[no-any-return]  # any game's state

    @kernel
    def put(state: Any, where: int, card: int) -> None:
        if where >= PILE:
            state.pile[where - PILE] = card
        else:
            state.grid[where // ROW][where % ROW] = card

    @kernel
    def count_unknown(state: Any, pile: bool, classes: Any, counts: Any) -> None:
        shuffling = state.phase == Phase.SHUFFLE
        if pile or state.pool_on == 0:
            count_pile(state, state.pile_size, classes, counts)
        if not shuffling and (not pile or state.pool_on == 0):
            for seat in range(state.seats):
                for cell in range(cells):
                    if is_unseen(state, seat, cell):
                        counts[classes[state.grid[seat][cell]]] += 1

    return Account(blank, came_to_light, card_at, put, count_unknown, deals_face_down, rounds_set)


@kernel
def deals_face_down(state: Any) -> int:
    """Return 0: nobody sees the cards that are dealt."""
    return 0


@kernel
def rounds_set(state: Any) -> float:
    """Return the number of rounds that the match has by its options."""
    return 1.0 * state.rounds  # type: ignore[no-any-return]  # any game's state


@kernel
def is_down(state: Any, seat: int, cell: int) -> bool:
    """Whether a card of Nines lies face down."""
    return state.up[seat][cell] == 0  # type: ignore[no-any-return]  # any game's state


@kernel
def is_down_unseen(state: Any, seat: int, cell: int) -> bool:
    """Whether a card of Rat Race lies face down and was never seen."""
    if cell >= state.rows[seat] * rat_race_state.COLUMNS:
        return False
    return state.up[seat][cell] == 0 and state.known[seat][cell] == 0  # type: ignore[no-any-return]  # as above


@kernel
def blank_pile(state: Any) -> None:
    """Leave of the pile what everybody knows."""
    for place in range(state.pile_size - state.pile_known):
        state.pile[place] = 0


@kernel
def drawn_unknown(before: Any, after: Any, code: int, places: Any) -> int:
    """Return 1 where a card was drawn from a pile whose order nobody knew."""
    if code != rack_o_state.DRAW or before.pile_known > 0:
        return 0
    places[0] = PILE + before.pile_size - 1
    return 1


@kernel
def pile_card(state: Any, where: int) -> int:
    """Return a card of the pile."""
    return state.pile[where - PILE]  # type: ignore[no-any-return]  # any game's state


@kernel
def put_in_pile(state: Any, where: int, card: int) -> None:
    """Lay a card into the pile."""
    state.pile[where - PILE] = card


@kernel
def count_undealt(state: Any, pile: bool, classes: Any, counts: Any) -> None:
    """Count what is left of the pile, once the racks that are dealt from it are known."""
    size = state.pile_size
    if state.phase == Phase.SHUFFLE:
        size -= racks_dealt(state) * state.seats
    count_pile(state, size, classes, counts)


@kernel
def racks_dealt(state: Any) -> int:
    """Return how many cards each seat of Rack-O gets out of the shuffle to come."""
    if state.pending == rack_o_state.Pending.DEAL:
        return rack_o_state.CELLS
    if state.pending == rack_o_state.Pending.DEALER_CARDS:
        return 1
    return 0


LEADS_BY = 56.0
"""What the side that leads makes a round, about, in matches of two between players that are not random."""


@kernel
def rounds_likely(state: Any) -> float:
    """Return how many rounds a match of Rack-O will have had, about, when a side is at the target."""
    best = 0
    for seat in range(state.seats):
        best = max(best, rack_o_scoring.side_total(state, seat))
    left = max(1.0, (state.target - best) / LEADS_BY + 0.5)
    return state.round - 1 + left  # type: ignore[no-any-return]  # any game's state


ACCOUNTS: dict[str, Account] = {
    "nines": _grid_account(
        nines.hide,
        is_down,
        nines_state.CELLS,
        nines_state.DRAW,
        nines_state.PLACE,
        nines_state.FLIP,
    ),
    "rat-race": _grid_account(
        rat_race.hide,
        is_down_unseen,
        rat_race_state.CELLS,
        rat_race_state.DRAW,
        rat_race_state.PLACE,
        rat_race_state.FLIP,
    ),
    "rack-o": Account(
        blank_pile,
        drawn_unknown,
        pile_card,
        put_in_pile,
        count_undealt,
        racks_dealt,
        rounds_likely,
    ),
}
"""The games whose luck can be taken off."""
