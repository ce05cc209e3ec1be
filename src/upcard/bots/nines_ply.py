"""One turn ahead at Nines, exactly over all cards that nobody has seen, whatever values the turn ends on.

Where a turn is a seat's last, or ends the round but for the others' last turns, nothing is estimated between
two seats: what layouts will score is reckoned (``nines_exact``). Elsewhere a value says what the position
is worth. Points are those of the round, own less the mean of the others': low is good.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from upcard.bots.choosing import best_code
from upcard.bots.nines_last import after_the_last, fill_last, is_last
from upcard.bots.nines_table import (
    ALL,
    APART,
    CODES,
    DRAW,
    FIRST_COLUMN,
    GRID,
    LAST,
    PLACINGS,
    RADIX,
    REST,
    ROOM,
    ROUGH,
    ROW,
    SUMS,
    WORTHS,
)
from upcard.bots.values.nines_exact import FAR
from upcard.bots.values.nines_match import for_match, note_lead
from upcard.bots.values.nines_seen import look, number_of, put_back, take_out
from upcard.fast.kernel import unchecked
from upcard.games.nines.scoring import rank_of
from upcard.games.nines.state import (
    BEFORE_PLAY,
    CELLS,
    FLIP,
    JOKER_RANK,
    MAY,
    NEVER,
    PASS,
    PLACE,
    REJECT,
    SEATS,
    TAKE,
)
from upcard.games.nines.state import DRAW as DRAW_CODE
from upcard.state import Phase, left_of

MOST_CODES = 32
MARGIN = 2.0
"""A cell that is so much worse than the best one at a glance, in points, is not looked at again."""

Kernel = Callable[..., Any]


@unchecked
def is_like_another(cell: int, state: Any, ranks: Any) -> bool:
    """Whether a cell above it in its column holds the same, so that a card does as well there."""
    seat = state.seat
    if state.square_bonus > 0:
        return False
    rank = ranks[seat, cell]
    return bool(
        (cell >= 3 and ranks[seat, cell - 3] == rank) or (cell >= 6 and ranks[seat, cell - 6] == rank)
    )


@unchecked
def put(seat: int, cell: int, rank: int, table: Sequence[int], ranks: Any) -> None:
    """Put a rank in a cell; the number of its column follows."""
    ranks[seat, cell] = rank
    column = cell % 3
    ranks[seat, FIRST_COLUMN + column] = number_of(
        ranks[seat, column], ranks[seat, column + 3], ranks[seat, column + 6], table
    )


class Search(NamedTuple):
    """The kernels of a search: ``choose``, ``weigh`` and ``spread`` of a policy, and what they rest on.

    ``look_ahead(state, table, ranks, room)`` wants the position prepared; so does ``draw``, which does not
    ask what the upcard is. For ``weigh_flips`` ``look`` is enough; ``weigh_in`` prepares it. Whoever learns a
    value calls them in a kernel of its own.
    """

    choose: Kernel
    weigh: Kernel
    prepare: Kernel
    look_ahead: Kernel
    draw: Kernel
    weigh_flips: Kernel
    weigh_in: Kernel
    spread: Kernel


@unchecked
def note_nothing(rank: int, state: Any, table: Any, ranks: Any, room: Any) -> None:
    """Note nothing: the value does not ask which card has been drawn."""


@unchecked
def as_it_is(
    worth: float, cell: int, rank: int, fresh: int, upcard: int,  # noqa: ARG001 - as others
    state: Any, table: Any, ranks: Any, room: Any,  # noqa: ARG001 - as others
) -> float:  # fmt: skip
    """Return what a value has said: there is nothing to add."""
    return worth


def searching(
    fill: Kernel,
    after: Kernel,
    before: Kernel,
    note_drawn: Kernel = note_nothing,
    refine: Kernel = as_it_is,
    size: int = ROOM,
    last: Kernel = is_last,
) -> Search:
    """Return the search that ends on a value.

    ``fill`` prepares a value for the seat to move, ``after`` says what a position is worth once its turn is
    over, ``before`` what it is worth while a seat is about to move. ``note_drawn`` is told each card that is
    supposed to have been drawn, 0 when that is over. ``refine(worth, …)`` is asked about what ``after`` has
    said of a position that is worth a second look; ``size`` is how much room the value needs. ``last`` says
    whether a turn is taken for the seat's last, so that layouts count as they lie and no value is asked.
    """

    @unchecked
    def is_end(fresh: int, state: Any, room: Any) -> bool:
        """Whether the turn is the seat's last or leads to the last turns of the others."""
        return bool(room[LAST] == 1.0 or (fresh == 1 and state.down[state.seat] == 1))

    @unchecked
    def rough(
        cell: int, rank: int, fresh: int, upcard: int, state: Any, table: Any, ranks: Any, room: Any
    ) -> float:
        """Return ``value`` at a glance."""
        if is_end(fresh, state, room):
            return float(after_the_last(cell, rank, upcard, state, table, ranks, room))
        return float(after(cell, rank, fresh, upcard, state, table, ranks, room))

    @unchecked
    def value(
        cell: int, rank: int, fresh: int, upcard: int, state: Any, table: Any, ranks: Any, room: Any
    ) -> float:
        """Return what it is worth to have a rank in a cell, −1 for no cell, at the end of the turn.

        ``fresh`` is 1 where that turns a card up; ``upcard`` is what lies on top then, 0 for any card.
        """
        worth = rough(cell, rank, fresh, upcard, state, table, ranks, room)
        if not is_end(fresh, state, room):
            worth = refine(worth, cell, rank, fresh, upcard, state, table, ranks, room)
        return float(for_match(worth, fresh, state, room))

    @unchecked
    def turned_up(cell: int, upcard: int, state: Any, table: Any, ranks: Any, room: Any) -> float:
        """NI2.6: Return what it is worth to turn a card up and end the turn with it."""
        total = 0.0
        for rank in range(1, JOKER_RANK + 1):
            count = room[GRID + rank]
            if count > 0.0:
                total += count * value(cell, rank, 1, upcard, state, table, ranks, room)
        return float(total / room[ALL])

    @unchecked
    def rejected(upcard: int, state: Any, table: Any, ranks: Any, room: Any) -> float:
        """NI2.6: Return what it is worth to have discarded a drawn card."""
        best = FAR
        if state.reject_flips == NEVER or state.reject_flips == MAY or room[LAST] == 1.0:
            best = value(-1, 0, 0, upcard, state, table, ranks, room)
        if state.reject_flips != NEVER and room[LAST] == 0.0:
            mover = state.seat
            for cell in range(CELLS):
                if ranks[mover, cell] == 0 and not is_like_another(cell, state, ranks):
                    best = min(best, turned_up(cell, upcard, state, table, ranks, room))
        return best

    @unchecked
    def best_cell(rank: int, stay: float, state: Any, table: Any, ranks: Any, room: Any) -> int:
        """Return the best cell for a rank, the lowest of those; its worth is in the room.

        ``FAR`` stands there if at a glance each is much worse than what it is worth to ``stay``.
        """
        mover = state.seat
        most = stay + MARGIN
        for cell in range(CELLS):
            room[ROUGH + cell] = FAR
            if not is_like_another(cell, state, ranks):
                old = ranks[mover, cell]
                fresh = 1 if old == 0 else 0
                worth = rough(cell, rank, fresh, old, state, table, ranks, room)
                room[ROUGH + cell] = worth
                most = min(most, for_match(worth, fresh, state, room) + MARGIN)
        best = FAR
        where = 0
        for cell in range(CELLS):
            worth = room[ROUGH + cell]
            old = ranks[mover, cell]
            fresh = 1 if old == 0 else 0
            if for_match(worth, fresh, state, room) >= most:
                continue
            if not is_end(fresh, state, room):
                worth = refine(worth, cell, rank, fresh, old, state, table, ranks, room)
            worth = for_match(worth, fresh, state, room)
            if worth < best:
                best = worth
                where = cell
        room[WORTHS] = best
        return where

    @unchecked
    def with_card(rank: int, state: Any, table: Any, ranks: Any, room: Any) -> float:
        """Return the best that can be made of a rank that is drawn, and leave in the room by which code."""
        same, less = room[SUMS], room[SUMS + 1]
        if room[APART] == 0.0:
            take_out(rank, table, room)
            room[SUMS] = same - room[REST + rank]
            room[SUMS + 1] = less - room[REST + RADIX + rank]
        if room[LAST] == 0.0:
            note_drawn(rank, state, table, ranks, room)
        stay = rejected(rank, state, table, ranks, room)
        where = best_cell(rank, stay, state, table, ranks, room)
        best = room[WORTHS]
        room[PLACINGS + rank] = best
        room[CODES + rank] = REJECT
        if best < stay:
            room[CODES + rank] = PLACE + where
        else:
            best = stay
        if room[APART] == 0.0:
            put_back(rank, table, room)
            room[SUMS] = same
            room[SUMS + 1] = less
        return float(best)

    @unchecked
    def look_ahead(state: Any, table: Any, ranks: Any, room: Any) -> float:
        """Return what a turn is worth to the seat that chooses a pile, and leave in the room what to do.

        ``room[CODES + r]`` is the code for a rank that is drawn, ``room[CODES]`` that for the upcard, if it
        is taken; ``room[WORTHS]`` and ``room[WORTHS + 1]`` are what taking and drawing are worth.
        """
        upcard = rank_of(state.discard[state.discard_size - 1])
        room[CODES] = PLACE + best_cell(upcard, FAR, state, table, ranks, room)
        taken = room[WORTHS]
        draw(state, table, ranks, room)
        room[WORTHS] = taken
        return float(min(taken, room[WORTHS + 1]))

    @unchecked
    def draw(state: Any, table: Any, ranks: Any, room: Any) -> None:
        """Work out what drawing is worth, ``room[WORTHS + 1]``, and what to do with each rank.

        ``room[PLACINGS + r]`` is what it is worth to place a rank that may be drawn where it is best.
        """
        total = 0.0
        cards = 0.0
        for rank in range(1, JOKER_RANK + 1):
            count = room[DRAW + rank]
            room[CODES + rank] = REJECT
            if count > 0.0:
                best = with_card(rank, state, table, ranks, room)
                total += count * best
                cards += count
        if room[LAST] == 0.0:
            note_drawn(0, state, table, ranks, room)
        room[WORTHS + 1] = FAR
        if cards > 0.0:
            room[WORTHS + 1] = total / cards

    @unchecked
    def prepare(state: Any, table: Any, ranks: Any, room: Any) -> None:
        """Read the position and work out what depends on nothing that the seat may still do."""
        look(state, table, ranks, room)
        note_lead(state, room)
        room[LAST] = 1.0 if last(state) else 0.0
        if room[LAST] == 0.0:
            fill(state, table, ranks, room)
        if room[LAST] == 1.0 or state.down[state.seat] == 1:
            fill_last(state, table, ranks, room)

    @unchecked
    def weigh_flips(state: Any, legal: int, table: Any, ranks: Any, room: Any, worths: Any) -> None:
        """NI2.1: Weigh the opening flips by what the turns to come are worth."""
        seat = state.seat
        mover = seat
        if state.flip_when == BEFORE_PLAY:
            mover = left_of(state, state.dealer)
        upcard = rank_of(state.discard[state.discard_size - 1])
        for cell in range(CELLS):
            if (legal >> (FLIP + cell)) & 1 == 1:
                total = 0.0
                for rank in range(1, JOKER_RANK + 1):
                    count = room[GRID + rank]
                    if count > 0.0:
                        put(seat, cell, rank, table, ranks)
                        total += count * before(
                            mover, state.down[seat] - 1, upcard, state, table, ranks, room
                        )
                put(seat, cell, 0, table, ranks)
                worths[FLIP + cell] = -total / room[ALL]

    @unchecked
    def weigh_in(state: Any, legal: int, table: Any, ranks: Any, room: Any, worths: Any) -> None:
        """Write what each legal code is worth, the higher the better."""
        phase = state.phase
        seat = state.seat
        if phase == Phase.FLIP:
            look(state, table, ranks, room)
            weigh_flips(state, legal, table, ranks, room, worths)
            return
        prepare(state, table, ranks, room)
        if phase == Phase.CHOOSE:
            look_ahead(state, table, ranks, room)
            worths[TAKE] = -room[WORTHS]
            if (legal >> DRAW_CODE) & 1 == 1:
                worths[DRAW_CODE] = -room[WORTHS + 1]
        elif phase == Phase.PLACE_DRAWN or phase == Phase.PLACE_TAKEN:
            rank = rank_of(state.hand)
            for cell in range(CELLS):
                old = ranks[seat, cell]
                fresh = 1 if old == 0 else 0
                worths[PLACE + cell] = -value(cell, rank, fresh, old, state, table, ranks, room)
            if phase == Phase.PLACE_DRAWN:
                worths[REJECT] = -rejected(rank, state, table, ranks, room)
        else:
            upcard = rank_of(state.discard[state.discard_size - 1])
            for cell in range(CELLS):
                if (legal >> (FLIP + cell)) & 1 == 1:
                    worths[FLIP + cell] = -turned_up(cell, upcard, state, table, ranks, room)
            if (legal >> PASS) & 1 == 1:
                worths[PASS] = -value(-1, 0, 0, upcard, state, table, ranks, room)

    @unchecked
    def weigh(state: Any, legal: int, table: Sequence[int], worths: Any) -> None:
        """Write what each legal code is worth, in points of the round, the higher the better."""
        ranks = np.zeros((SEATS, ROW), np.int64)
        room = np.zeros(size)
        weigh_in(state, legal, table, ranks, room, worths)

    @unchecked
    def spread(state: Any, code: int, table: Any, cards: Any, worths: Any, first: int) -> bool:
        """Write what drawing comes to by the card, or a placing by the card that it brings to light."""
        if code != DRAW_CODE and (code < PLACE or code >= PLACE + CELLS):
            return False
        ranks = np.zeros((SEATS, ROW), np.int64)
        room = np.zeros(size)
        prepare(state, table, ranks, room)
        for number in range(len(cards)):
            rank = rank_of(cards[number])
            if code != DRAW_CODE:
                cell, card = code - PLACE, rank_of(state.hand)
                worths[first + number] = -value(cell, card, 1, rank, state, table, ranks, room)
            elif room[DRAW + rank] > 0.0:
                worths[first + number] = -with_card(rank, state, table, ranks, room)
        return True

    @unchecked
    def choose(state: Any, legal: int, word: int, table: Sequence[int]) -> int:  # noqa: ARG001 - no chance
        """Return the code that is worth most, the lowest of those."""
        ranks = np.zeros((SEATS, ROW), np.int64)
        room = np.zeros(size)
        worths = np.empty(MOST_CODES)
        weigh_in(state, legal, table, ranks, room, worths)
        return best_code(legal, worths, PASS + 1)

    return Search(choose, weigh, prepare, look_ahead, draw, weigh_flips, weigh_in, spread)
