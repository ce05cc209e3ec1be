"""A value of Nines that a network corrects: what ``nines_linear`` says, and what that leaves out.

The network sees the position once a turn is over, through the eyes of the seat that has just moved. Its first
layer is a sum of rows: one for each column of the seat, of the seat next to move and of the others, some for
how many cards are down, and one for each rank, as often as nobody has seen it. So what a card in a cell
changes is a few rows. A second layer and an output for each upcard follow: points to be added, and how far
the round may still turn out from what is expected.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from upcard.bots.nines_table import (
    ALL,
    APART,
    CARDS,
    DRAW,
    END,
    FIRST_COLUMN,
    GRID,
    LESS,
    MOST_DOWN,
    RADIX,
    ROOM,
    SAME,
)
from upcard.bots.values import nines_linear
from upcard.bots.values.nines_layout import (
    BASES,
    COMING,
    DOWNS,
    FIRST,
    HELD,
    HIDDEN,
    LEFT,
    MIDDLE,
    MIXED,
    MIXED_BIAS,
    MOST_LEFT,
    NET_END,
    NET_ROOM,
    NEXT_DOWN,
    NEXT_GAIN,
    NEXT_ONE,
    OTHERS,
    OUT,
    OUT_BIAS,
    OWN,
    OWN_GAIN,
    PER_CARD,
    SEATED,
    SECOND,
    SECOND_BIAS,
    SECONDS,
    SETTING,
    SETTINGS,
    SHIFT,
    SUMMED,
    TOTAL,
    UNSEEN,
    WANTED,
    WANTS,
)
from upcard.bots.values.nines_linear import most_advanced
from upcard.bots.values.nines_seen import number_of
from upcard.bots.values.nines_wants import fill_gains, note_chances, note_gain, note_held, note_wanted
from upcard.fast.kernel import unchecked
from upcard.games.nines.state import DOUBLE, FACE, JOKER_RANK, KING, MAY, MUST, NONE, TEN
from upcard.state import left_of

FEW = np.float32(0.25)
SQUARE_UNIT = 25.0
JOKER_UNIT = 3.0


@unchecked
def add_row(floats: Any, at: int, net: Any, row: int, times: Any) -> None:
    """Add a row of the first layer, so many times."""
    start = FIRST + row * HIDDEN
    for place in range(HIDDEN):
        floats[at + place] += times * net[start + place]


@unchecked
def turns_left(seat: int, more: int, state: Any) -> int:
    """Return how many turns a seat has left once it has had ``more`` of them, 0 where that is a long time."""
    if state.turn_limit == 0:
        return 0
    left: int = max(state.turn_limit - state.turns[seat] - more, 1)
    return left if left < MOST_LEFT else 0


@unchecked
def setting_of(number: int, state: Any) -> float:
    """Return by how much a row of the options counts."""
    on = False
    if number == 0:
        on = True
    elif number == 1:
        on = state.reject_flips == MAY
    elif number == 2:
        on = state.reject_flips == MUST
    elif number == 3:
        on = state.final_turns == NONE
    elif number == 4:
        on = state.finisher_penalty == TEN
    elif number == 5:
        on = state.finisher_penalty == DOUBLE
    elif number == 6:
        on = state.joker_column == FACE
    elif number == 7:
        return float(state.square_bonus / SQUARE_UNIT)
    else:
        return float((state.joker_value + 2) / JOKER_UNIT)
    return 1.0 if on else 0.0


@unchecked
def card_unit(table: Sequence[int]) -> Any:
    """Return by how much a card that nobody has seen counts: less where more packs are in play."""
    return FEW * np.float32(8.0 / table[CARDS + KING])


@unchecked
def add_others(floats: Any, at: int, mover: int, state: Any, net: Any, ranks: Any) -> None:
    """Add the rows of the other seats."""
    following = left_of(state, mover)
    share = np.float32(1.0 / (state.seats - 1))
    for seat in range(state.seats):
        if seat != mover:
            begin = NEXT_ONE if seat == following else OTHERS
            times = np.float32(1.0) if seat == following else share
            for column in range(3):
                add_row(floats, at, net, begin + ranks[seat, FIRST_COLUMN + column], times)
    add_row(floats, at, net, NEXT_DOWN + state.down[following], np.float32(1.0))
    add_row(floats, at, net, SEATED + state.seats, np.float32(1.0))


@unchecked
def fill(state: Any, table: Sequence[int], ranks: Any, room: Any) -> None:
    """Prepare both values for the seat to move."""
    nines_linear.fill(state, table, ranks, room)
    net = table[END:NET_END].view(np.float32)  # type: ignore[attr-defined]  # an array, where there is a network
    floats = room[ROOM:NET_ROOM].view(np.float32)
    mover = state.seat
    unit = card_unit(table)
    floats[PER_CARD] = unit
    floats[TOTAL] = np.float32(0.0)
    for place in range(HIDDEN):
        floats[SUMMED + place] = np.float32(0.0)
    add_others(floats, SUMMED, mover, state, net, ranks)
    for number in range(SETTINGS):
        times = setting_of(number, state)
        if times != 0.0:
            add_row(floats, SUMMED, net, SETTING + number, np.float32(times))
    add_row(floats, SUMMED, net, LEFT + turns_left(mover, 1, state), np.float32(1.0))
    for rank in range(1, JOKER_RANK + 1):
        cards = room[GRID + rank]
        if room[APART] == 1.0:
            cards += room[DRAW + rank]
        floats[TOTAL] += np.float32(cards)
        add_row(floats, SUMMED, net, UNSEEN + rank, unit * np.float32(cards))
    most = most_advanced(mover, mover, 0, state)
    for kind in (SAME, LESS):
        down = state.down[mover] - kind
        if down < 1:
            continue
        downs = FIRST + (DOWNS + (down - 1) * MOST_DOWN + most - 1) * HIDDEN
        one = FIRST + (OWN + ranks[mover, FIRST_COLUMN]) * HIDDEN
        two = FIRST + (OWN + ranks[mover, FIRST_COLUMN + 1]) * HIDDEN
        three = FIRST + (OWN + ranks[mover, FIRST_COLUMN + 2]) * HIDDEN
        base = BASES + 4 * kind * HIDDEN
        for place in range(HIDDEN):
            fixed = floats[SUMMED + place] + net[downs + place]
            floats[base + place] = fixed + net[two + place] + net[three + place]
            floats[base + HIDDEN + place] = fixed + net[one + place] + net[three + place]
            floats[base + 2 * HIDDEN + place] = fixed + net[one + place] + net[two + place]
            floats[base + 3 * HIDDEN + place] = (
                fixed + net[one + place] + net[two + place] + net[three + place]
            )
    for without in range(4):
        fill_gains(mover, OWN_GAIN + without * RADIX, without, table, ranks, floats)
    fill_gains(left_of(state, mover), NEXT_GAIN, 3, table, ranks, floats)
    note_drawn(0, state, table, ranks, room)


@unchecked
def note_drawn(rank: int, state: Any, table: Sequence[int], ranks: Any, room: Any) -> None:
    """Note which card has been drawn since the value was prepared, 0 for none; it is counted no more."""
    net = table[END:NET_END].view(np.float32)  # type: ignore[attr-defined]  # an array, where there is a network
    floats = room[ROOM:NET_ROOM].view(np.float32)
    note_chances(rank, room, floats)
    start = FIRST + (UNSEEN + rank) * HIDDEN
    times = floats[PER_CARD] if rank > 0 else np.float32(0.0)
    for place in range(HIDDEN):
        floats[SHIFT + place] = -(times * net[start + place])
    following = left_of(state, state.seat)
    note_wanted(following, WANTED + WANTS, table, ranks, floats)
    note_gain(WANTED + WANTS, NEXT_GAIN, -1, table, floats)
    for kind in range(WANTS):
        if kind != HELD:
            add_row(floats, SHIFT, net, COMING + WANTS + kind, floats[WANTED + WANTS + kind])
    for place in range(MIDDLE + 1):
        floats[MIXED + place] = np.float32(0.0)
    if room[ALL] > 0.0:
        for upcard in range(1, JOKER_RANK + 1):
            share = np.float32(room[GRID + upcard] / room[ALL])
            out = OUT + upcard * MIDDLE
            for place in range(MIDDLE):
                floats[MIXED + place] += share * net[out + place]
            floats[MIXED_BIAS] += share * net[OUT_BIAS + upcard]


@unchecked
def run_second(floats: Any, summed: int, seconds: int, net: Any) -> None:
    """Work out the second layer: eight rows at a time, always in the same order."""
    zero = np.float32(0.0)
    for place in range(MIDDLE):
        floats[seconds + place] = net[SECOND_BIAS + place]
    for first in range(0, HIDDEN, 8):
        at = summed + first
        one = max(floats[at], zero)
        two = max(floats[at + 1], zero)
        three = max(floats[at + 2], zero)
        four = max(floats[at + 3], zero)
        five = max(floats[at + 4], zero)
        six = max(floats[at + 5], zero)
        seven = max(floats[at + 6], zero)
        eight = max(floats[at + 7], zero)
        row = SECOND + first * MIDDLE
        for place in range(MIDDLE):
            floats[seconds + place] = (
                floats[seconds + place]
                + one * net[row + place]
                + two * net[row + MIDDLE + place]
                + three * net[row + 2 * MIDDLE + place]
                + four * net[row + 3 * MIDDLE + place]
                + five * net[row + 4 * MIDDLE + place]
                + six * net[row + 5 * MIDDLE + place]
                + seven * net[row + 6 * MIDDLE + place]
                + eight * net[row + 7 * MIDDLE + place]
            )
    for place in range(MIDDLE):
        floats[seconds + place] = max(floats[seconds + place], zero)


@unchecked
def sum_up(
    cell: int, rank: int, kind: int, upcard: int, state: Any, table: Sequence[int], ranks: Any, room: Any
) -> None:
    """Work out both layers for the position after a turn, as ``correction`` wants them."""
    net = table[END:NET_END].view(np.float32)  # type: ignore[attr-defined]  # an array, where there is a network
    floats = room[ROOM:NET_ROOM].view(np.float32)
    mover = state.seat
    base = BASES + (4 * kind + 3) * HIDDEN
    most = OWN_GAIN + 3 * RADIX
    number = -1
    old = 0
    if cell >= 0:
        column = cell % 3
        old = ranks[mover, cell]
        ranks[mover, cell] = rank
        number = number_of(ranks[mover, column], ranks[mover, column + 3], ranks[mover, column + 6], table)
        base = BASES + (4 * kind + column) * HIDDEN
        most = OWN_GAIN + column * RADIX
    following = left_of(state, mover)
    note_wanted(mover, WANTED, table, ranks, floats)
    note_held(mover, following, WANTED, table, ranks, floats)
    note_held(following, mover, WANTED + WANTS, table, ranks, floats)
    note_gain(WANTED, most, number, table, floats)
    for place in range(HIDDEN):
        floats[SUMMED + place] = floats[base + place] + floats[SHIFT + place]
    if cell >= 0:
        ranks[mover, cell] = old
        add_row(floats, SUMMED, net, OWN + number, np.float32(1.0))
    for number in range(WANTS):
        if floats[WANTED + number] != 0.0:
            add_row(floats, SUMMED, net, COMING + number, floats[WANTED + number])
    if floats[WANTED + WANTS + HELD] != 0.0:
        add_row(floats, SUMMED, net, COMING + WANTS + HELD, floats[WANTED + WANTS + HELD])
    if upcard > 0:
        add_row(floats, SUMMED, net, UNSEEN + upcard, floats[PER_CARD])
        if kind == LESS:  # a card was turned up and not covered: it is no longer among the unseen
            add_row(floats, SUMMED, net, UNSEEN + rank, -floats[PER_CARD])
    run_second(floats, SUMMED, SECONDS, net)


@unchecked
def correction(upcard: int, table: Sequence[int], room: Any) -> float:
    """Return what is to be added for that upcard, 0 for any that was down, once the layers are worked out."""
    net = table[END:NET_END].view(np.float32)  # type: ignore[attr-defined]  # an array, where there is a network
    floats = room[ROOM:NET_ROOM].view(np.float32)
    if upcard > 0:
        out = OUT + upcard * MIDDLE
        worth = float(net[OUT_BIAS + upcard])
        for place in range(MIDDLE):
            worth += float(floats[SECONDS + place]) * float(net[out + place])
        return worth
    worth = float(floats[MIXED_BIAS])
    for place in range(MIDDLE):
        worth += float(floats[SECONDS + place]) * float(floats[MIXED + place])
    return worth


@unchecked
def refine(
    worth: float, cell: int, rank: int, kind: int, upcard: int, state: Any, table: Sequence[int], ranks: Any,
    room: Any,
) -> float:  # fmt: skip
    """Return what ``nines_linear.after`` has said of a position, corrected."""
    sum_up(cell, rank, kind, upcard, state, table, ranks, room)
    return float(worth + correction(upcard, table, room))
