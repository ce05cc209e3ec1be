"""A value of Nines that is learned: what each seat will score, a sum over its columns.

What a column is worth depends on how many cards of its seat are down, on how many are down where fewest are
among the others, and on whether the seat has just moved, is next to move, or neither. The seat next to move
has a part by upcard, too: a sum over its columns, and one by the numbers of cards that are down. A position
after a turn is worth to the seat that moved its own part less the mean of the others': low is good.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from upcard.bots.nines_table import (
    ALL,
    BASE,
    BIAS,
    COLUMNS,
    FIRST_COLUMN,
    GRID,
    KINDS,
    LATER,
    LESS,
    MOST_DOWN,
    MOVED,
    NEXT,
    PARTS,
    RADIX,
    REST,
    SAME,
    SUMS,
    TEMPO,
    UNIT,
    UPCARDS,
)
from upcard.bots.values.nines_seen import number_of
from upcard.bots.values.nines_square import square_hope
from upcard.fast.kernel import unchecked
from upcard.games.nines.state import JOKER_RANK
from upcard.state import left_of


@unchecked
def columns_at(role: int, own: int, most: int) -> int:
    """Return where the columns stand of a seat with ``own`` cards down, the others with ``most`` or more."""
    return COLUMNS + ((role * MOST_DOWN + own - 1) * MOST_DOWN + most - 1) * KINDS


@unchecked
def upcards_at(most: int, number: int, table: Sequence[int]) -> int:
    """Return where the upcards stand for a column of that number."""
    return UPCARDS + (int(table[TEMPO + most]) * KINDS + number) * RADIX


@unchecked
def bias_at(own: int, most: int) -> int:
    """Return where the upcards stand for such numbers of cards that are down."""
    return BIAS + ((own - 1) * MOST_DOWN + most - 1) * RADIX


@unchecked
def sum_of(seat: int, at: int, table: Sequence[int], ranks: Any) -> float:
    """Return the sum over the columns of a seat."""
    return float(
        table[at + ranks[seat, FIRST_COLUMN]]
        + table[at + ranks[seat, FIRST_COLUMN + 1]]
        + table[at + ranks[seat, FIRST_COLUMN + 2]]
    )


@unchecked
def upcard_part(seat: int, upcard: int, own: int, most: int, table: Sequence[int], ranks: Any) -> float:
    """Return what the upcard adds for the seat next to move."""
    worth = float(table[bias_at(own, most) + upcard])
    for column in range(3):
        worth += table[upcards_at(most, ranks[seat, FIRST_COLUMN + column], table) + upcard]
    return worth


@unchecked
def most_advanced(seat: int, mover: int, down: int, state: Any) -> int:
    """Return how many cards are down where fewest are among the others of a seat; ``mover`` has ``down``."""
    most = MOST_DOWN
    for other in range(state.seats):
        if other == mover:
            if other != seat:
                most = min(most, down)
        elif other != seat:
            most = min(most, state.down[other])
    return most


@unchecked
def fill(state: Any, table: Sequence[int], ranks: Any, room: Any) -> None:
    """Work out what the other seats are worth after a turn of the seat to move, by upcard."""
    mover = state.seat
    following = left_of(state, mover)
    share = 1.0 / (state.seats - 1)
    for kind in (SAME, LESS):
        down = state.down[mover] - kind
        for upcard in range(RADIX):
            room[REST + kind * RADIX + upcard] = 0.0
        room[SUMS + kind] = 0.0
        if down < 1:
            continue
        for seat in range(state.seats):
            if seat == mover:
                continue
            own = state.down[seat]
            most = most_advanced(seat, mover, down, state)
            role = NEXT if seat == following else LATER
            fixed = sum_of(seat, columns_at(role, own, most), table, ranks)
            for upcard in range(1, JOKER_RANK + 1):
                worth = fixed
                if role == NEXT:
                    worth += upcard_part(seat, upcard, own, most, table, ranks)
                worth *= UNIT
                if state.square_bonus > 0:
                    here = upcard if role == NEXT else 0
                    worth -= square_hope(seat, here, min(own, most) + 1, state, table, ranks, room)
                room[PARTS + (seat * 3 + kind) * RADIX + upcard] = worth
                room[REST + kind * RADIX + upcard] -= share * worth
        for upcard in range(1, JOKER_RANK + 1):
            room[SUMS + kind] += room[GRID + upcard] * room[REST + kind * RADIX + upcard]
        most = most_advanced(mover, mover, 0, state)
        at = columns_at(MOVED, down, most)
        room[BASE + 4 * kind] = at
        for column in range(3):
            room[BASE + 4 * kind + 1 + column] = table[at + ranks[mover, FIRST_COLUMN + column]]


@unchecked
def rest_of(kind: int, upcard: int, room: Any) -> float:
    """Return less the mean of what the others are worth: by a known upcard, or by any that was down, at 0."""
    if upcard > 0:
        return float(room[REST + kind * RADIX + upcard])
    return float(room[SUMS + kind] / room[ALL])


@unchecked
def after(
    cell: int, rank: int, kind: int, upcard: int, state: Any, table: Sequence[int], ranks: Any, room: Any
) -> float:
    """Return what the position is worth to the seat to move once a rank lies in a cell and its turn is over.

    Cell −1 leaves the layout as it is; ``kind`` says whether a card less is down, ``upcard`` what lies on top
    of the discard, 0 for any card that was down.
    """
    mover = state.seat
    base = BASE + 4 * kind
    worth = room[base + 1] + room[base + 2] + room[base + 3]
    old = 0
    if cell >= 0:
        column = cell % 3
        old = ranks[mover, cell]
        ranks[mover, cell] = rank
        number = number_of(ranks[mover, column], ranks[mover, column + 3], ranks[mover, column + 6], table)
        worth += float(table[int(room[base]) + number]) - room[base + 1 + column]
    worth *= UNIT
    if state.square_bonus > 0:
        most = most_advanced(mover, mover, 0, state)
        turns = min(most, state.down[mover] - kind) + 1
        worth -= square_hope(mover, 0, turns, state, table, ranks, room)
    if cell >= 0:
        ranks[mover, cell] = old
    return float(worth + rest_of(kind, upcard, room))


@unchecked
def part_before(
    seat: int, mover: int, down: int, upcard: int, state: Any, table: Sequence[int], ranks: Any, room: Any
) -> float:
    """Return what a seat is worth while ``mover`` is about to take a turn.

    ``down`` is how many cards of the seat are down whose decision it is.
    """
    own = down if seat == state.seat else state.down[seat]
    most = most_advanced(seat, state.seat, down, state)
    role = LATER
    if seat == mover:
        role = NEXT
    elif left_of(state, seat) == mover:
        role = MOVED
    worth = sum_of(seat, columns_at(role, own, most), table, ranks)
    if role == NEXT:
        worth += upcard_part(seat, upcard, own, most, table, ranks)
    worth *= UNIT
    if state.square_bonus > 0:
        here = upcard if role == NEXT else 0
        worth -= square_hope(seat, here, min(own, most) + 1, state, table, ranks, room)
    return float(worth)


@unchecked
def before(
    mover: int, down: int, upcard: int, state: Any, table: Sequence[int], ranks: Any, room: Any
) -> float:
    """Return what the position is worth to the seat whose decision it is while ``mover`` is about to move."""
    worth = 0.0
    for seat in range(state.seats):
        part = part_before(seat, mover, down, upcard, state, table, ranks, room)
        if seat == state.seat:
            worth += part
        else:
            worth -= part / (state.seats - 1)
    return worth
