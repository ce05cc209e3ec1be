"""What is so of a position of Rat Race: rows are written down one after another, each with what it counts.

What is written of a grid is remembered where nothing is compiled: the grids that are tried in a decision
differ less than the positions that they are tried in.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.bots.values.rat_race_gains import (
    GAINS,
    KEPT,
    MEAN,
    ROOM,
    TURNED,
    WAITING,
    WHERE_DOWN,
    fill_gains,
    gains_of,
)
from upcard.bots.values.rat_race_maps import (
    CROSS_OF,
    OF_THREE,
    OF_TWO,
    PAIRS,
    RANK_BITS,
    RANK_OF,
    RANKS,
    ROW_KEYS,
    SYMBOLS,
    TOP,
    WANTS,
    WANTS_OF_THREE,
    WANTS_OF_TWO,
)
from upcard.bots.values.rat_race_maps import maps as maps_for
from upcard.bots.values.rat_race_net import (
    ASKED,
    BONUS_MOVED,
    BONUS_MOVER,
    CROSS,
    DOWNS,
    DRAW,
    EACH_CARD,
    FEWER_RATS,
    GAIN,
    HIDDEN,
    NEAR,
    NEAR_RAT,
    NETS,
    NONE,
    ONE,
    PAIR,
    ROW,
    SCALES,
    SHARES,
    THREE,
    THREE_ROWS,
    TWO_ROWS,
    WANT,
    number_of,
)
from upcard.bots.values.rat_race_room import (
    GRID,
    INTS,
    MOST_RATS,
    OWN,
    PLAIN,
    PLAIN_SIZE,
    UPS,
)
from upcard.bots.values.rat_race_twin import by_arrays
from upcard.fast.kernel import unchecked
from upcard.games.rat_race.state import CELLS, COLUMNS, RAT, ROWS

Floats = npt.NDArray[np.float32]
Places = npt.NDArray[np.int64]

_RANKS_IN_TURN = (np.arange(1, RANKS)[:, None] + (0, WHERE_DOWN)).ravel()
_LISTED = np.concatenate((GAIN + _RANKS_IN_TURN, (GAIN + MEAN, DRAW, DRAW + 1)))
"""The rows of what a seat gains, in their order."""
_STEPS, _MIDDLES = np.full(RANKS - 1, 4.0, np.float32), np.full(RANKS - 1, 5.0, np.float32)
_STEPS[RAT - 1], _MIDDLES[RAT - 1] = 2.0, 2.5
"""The same as ``number_of`` for all ranks."""


@unchecked
def put(row: int, scale: Any, ints: Any, nets: Any) -> None:
    """Write down a row."""
    place = ints[PLAIN_SIZE]
    ints[PLAIN + place] = row
    nets[SCALES + place] = scale
    ints[PLAIN_SIZE] = place + 1


@unchecked
def put_column(grid: int, column: int, form: int, side: int, maps: Any, ints: Any, nets: Any) -> None:
    """Write down what a column is and what it lacks."""
    one, two = ints[grid + column], ints[grid + column + COLUMNS]
    if form == TWO_ROWS:
        kind = int(maps[OF_TWO + one * RANKS + two])
        put(side + PAIR + kind, ONE, ints, nets)
        first = WANTS_OF_TWO + kind * WANTS
    else:
        kind = int(maps[OF_THREE + (one * RANKS + two) * RANKS + ints[grid + column + 2 * COLUMNS]])
        put(side + THREE + kind, ONE, ints, nets)
        first = WANTS_OF_THREE + kind * WANTS
    for place in range(first, first + WANTS):
        want = int(maps[place])
        if want == 0:
            break
        rank = want % RANK_BITS
        put(side + WANT + want // RANK_BITS * RANKS + rank, nets[SHARES + rank], ints, nets)


@unchecked
def key_in(grid: int, row: int, maps: Any, ints: Any) -> int:
    """Return the kind of a row."""
    first = grid + row * COLUMNS
    one, two, three = ints[first], ints[first + 1], ints[first + 2]
    if ints[first + UPS] == 1:
        one += TOP
    if ints[first + 1 + UPS] == 1:
        two += TOP
    if ints[first + 2 + UPS] == 1:
        three += TOP
    return int(maps[ROW_KEYS + (one * SYMBOLS + two) * SYMBOLS + three])


@unchecked
def pair_in(grid: int, row: int, column: int, maps: Any, ints: Any) -> int:
    """Return what a column of three would be without a row."""
    upper = COLUMNS if row == 0 else 0
    lower = COLUMNS if row == 2 else 2 * COLUMNS
    return int(maps[OF_TWO + ints[grid + upper + column] * RANKS + ints[grid + lower + column]])


@unchecked
def put_row(grid: int, row: int, but: int, side: int, maps: Any, ints: Any, nets: Any) -> None:
    """Write down what a row is, what it lacks, and what all columns but one would be without it."""
    key = key_in(grid, row, maps, ints)
    put(side + ROW + key, ONE, ints, nets)
    cross = int(maps[CROSS_OF + key])
    if cross > 0:
        rank = int(maps[RANK_OF + key])
        put(side + NEAR + cross * RANKS + rank, nets[SHARES + rank], ints, nets)
        put(side + NEAR_RAT + cross, nets[SHARES + RAT], ints, nets)
        for column in range(COLUMNS):
            if column != but:
                pair = pair_in(grid, row, column, maps, ints)
                put(side + CROSS + cross * PAIRS + pair, ONE, ints, nets)


@unchecked
def put_cross(grid: int, row: int, column: int, side: int, maps: Any, ints: Any, nets: Any) -> None:
    """Write down what a column would be without a row, if that is near to a Walkout."""
    cross = int(maps[CROSS_OF + key_in(grid, row, maps, ints)])
    if cross > 0:
        pair = pair_in(grid, row, column, maps, ints)
        put(side + CROSS + cross * PAIRS + pair, ONE, ints, nets)


@unchecked
def put_side(grid: int, form: int, side: int, maps: Any, ints: Any, nets: Any) -> None:
    """Write down all that is so of a seat."""
    for column in range(COLUMNS):
        put_column(grid, column, form, side, maps, ints, nets)
    if form == THREE_ROWS:
        for row in range(ROWS):
            put_row(grid, row, COLUMNS, side, maps, ints, nets)
    put(side + HIDDEN + hidden_in(grid, form, ints), ONE, ints, nets)


def _put_gains(
    grid: int,
    form: int,
    side: int,
    at: int,
    maps: Any,  # noqa: ARG001 - as the loops
    ints: Any,
    nets: Any,
) -> None:
    gained, listed, above = _listed(ints[grid : grid + GRID].tobytes(), form, int(ints[MOST_RATS]))
    nets[at : at + GAINS] = gained
    first = int(ints[PLAIN_SIZE])
    after = ints[PLAIN_SIZE] = first + _LISTED.size
    ints[PLAIN + first : PLAIN + after] = _LISTED + side
    nets[SCALES + first : SCALES + after - 2] = listed
    sums = np.add.accumulate((nets[SHARES + 1 : SHARES + RANKS] * _STEPS + _MIDDLES) * above, axis=1)
    nets[SCALES + after - 2 : SCALES + after] = sums[:, -1] * EACH_CARD
    for place in (TURNED, WAITING):
        if gained[place] != NONE:
            put(side + GAIN + place, gained[place], ints, nets)


@lru_cache(maxsize=KEPT)
def _listed(laid: bytes, form: int, most_rats: int) -> tuple[Floats, Floats, Floats]:
    """Return what a grid gains; that as it is written down; and what is added up over the unseen cards."""
    gained = gains_of(laid, form == TWO_ROWS, form == THREE_ROWS, most_rats)
    each = gained.reshape(2, ROOM)[:, 1:RANKS]
    return gained, np.append(each.T.ravel(), gained[MEAN]), np.stack((np.maximum(each[0], NONE), each[1]))


@by_arrays(_put_gains)
def put_gains(grid: int, form: int, side: int, at: int, maps: Any, ints: Any, nets: Any) -> None:
    """Write down what a seat gains by each card."""
    fill_gains(grid, form == TWO_ROWS, form == THREE_ROWS, at, maps, ints, nets)
    ever = down = NONE
    for rank in range(1, RANKS):
        put(side + GAIN + rank, nets[at + rank], ints, nets)
        put(side + GAIN + WHERE_DOWN + rank, nets[at + WHERE_DOWN + rank], ints, nets)
        many = number_of(rank, nets[SHARES + rank])
        ever += many * max(nets[at + rank], NONE)
        down += many * nets[at + WHERE_DOWN + rank]
    put(side + GAIN + MEAN, nets[at + MEAN], ints, nets)
    put(side + DRAW, ever * EACH_CARD, ints, nets)
    put(side + DRAW + 1, down * EACH_CARD, ints, nets)
    if nets[at + TURNED] != NONE:
        put(side + GAIN + TURNED, nets[at + TURNED], ints, nets)
    if nets[at + WAITING] != NONE:
        put(side + GAIN + WAITING, nets[at + WAITING], ints, nets)


@unchecked
def put_more_gains(side: int, rank: int, scale: Any, at: int, ints: Any, nets: Any) -> None:
    """Write down what another unseen card of a rank changes in that, so many times."""
    many = scale * EACH_CARD
    put(side + DRAW, many * max(nets[at + rank], NONE), ints, nets)
    put(side + DRAW + 1, many * nets[at + WHERE_DOWN + rank], ints, nets)


def _put_filled(
    grid: int,
    cell: int,
    form: int,
    side: int,
    maps: Any,  # noqa: ARG001 - as the loops
    ints: Any,
    nets: Any,
) -> None:
    rows, ranks = _filled(ints[grid : grid + GRID].tobytes(), cell, form, int(ints[MOST_RATS]))
    first = int(ints[PLAIN_SIZE])
    after = ints[PLAIN_SIZE] = first + len(rows)
    ints[PLAIN + first : PLAIN + after] = rows + side
    shares = nets[SHARES : SHARES + RANKS].copy()
    shares[0] = ONE
    nets[SCALES + first : SCALES + after] = shares[ranks]


@lru_cache(maxsize=CELLS * KEPT)
def _filled(laid: bytes, cell: int, form: int, most_rats: int) -> tuple[Places, Places]:
    """Return the rows of a cell, and of which rank each goes with the unseen cards, 0 for none."""
    ints, nets = np.zeros(INTS, np.int64), np.zeros(NETS, np.float32)
    ints[OWN : OWN + GRID] = np.frombuffer(laid, np.int64)
    nets[SHARES : SHARES + RANKS] = np.arange(RANKS) + ONE
    put_filled.py_func(OWN, cell, form, 0, maps_for(most_rats), ints, nets)
    size = ints[PLAIN_SIZE]
    return ints[PLAIN : PLAIN + size].copy(), nets[SCALES : SCALES + size].astype(np.int64) - 1


@by_arrays(_put_filled)
def put_filled(grid: int, cell: int, form: int, side: int, maps: Any, ints: Any, nets: Any) -> None:
    """Write down all that a cell is part of."""
    row, column = cell // COLUMNS, cell % COLUMNS
    put_column(grid, column, form, side, maps, ints, nets)
    if form == THREE_ROWS:
        put_row(grid, row, COLUMNS, side, maps, ints, nets)
        for other in range(ROWS):
            if other != row:
                put_cross(grid, other, column, side, maps, ints, nets)


@unchecked
def hidden_in(grid: int, form: int, ints: Any) -> int:
    """Return how many cells of a grid hold a card that is not known."""
    hidden = 0
    for cell in range(2 * COLUMNS if form == TWO_ROWS else CELLS):
        if ints[grid + cell] == 0:
            hidden += 1
    return hidden


def _put_lacks(
    grid: int,
    form: int,
    rank: int,
    scale: Any,
    side: int,
    maps: Any,  # noqa: ARG001 - as the loops
    ints: Any,
    nets: Any,
) -> None:
    laid = ints[grid : grid + GRID].tobytes()
    rows = _lacking(laid, form, int(rank), int(ints[MOST_RATS]))
    first = int(ints[PLAIN_SIZE])
    after = ints[PLAIN_SIZE] = first + len(rows)
    ints[PLAIN + first : PLAIN + after] = rows + side
    nets[SCALES + first : SCALES + after] = scale


@lru_cache(maxsize=RANKS * KEPT)
def _lacking(laid: bytes, form: int, rank: int, most_rats: int) -> Places:
    """Return the rows of a grid that go with the unseen cards of a rank."""
    ints, nets = np.zeros(INTS, np.int64), np.zeros(NETS, np.float32)
    ints[OWN : OWN + GRID] = np.frombuffer(laid, np.int64)
    put_lacks.py_func(OWN, form, rank, ONE, 0, maps_for(most_rats), ints, nets)
    return ints[PLAIN : PLAIN + ints[PLAIN_SIZE]].copy()


@by_arrays(_put_lacks)
def put_lacks(
    grid: int, form: int, rank: int, scale: Any, side: int, maps: Any, ints: Any, nets: Any
) -> None:
    """Write down, so many times, the rows that go with the unseen cards of a rank."""
    for column in range(COLUMNS):
        one, two = ints[grid + column], ints[grid + column + COLUMNS]
        if form == TWO_ROWS:
            first = WANTS_OF_TWO + int(maps[OF_TWO + one * RANKS + two]) * WANTS
        else:
            three = ints[grid + column + 2 * COLUMNS]
            first = WANTS_OF_THREE + int(maps[OF_THREE + (one * RANKS + two) * RANKS + three]) * WANTS
        for place in range(first, first + WANTS):
            want = int(maps[place])
            if want == 0:
                break
            if want % RANK_BITS == rank:
                put(side + WANT + want // RANK_BITS * RANKS + rank, scale, ints, nets)
    if form == THREE_ROWS:
        for row in range(ROWS):
            key = key_in(grid, row, maps, ints)
            cross = int(maps[CROSS_OF + key])
            if cross > 0:
                if int(maps[RANK_OF + key]) == rank:
                    put(side + NEAR + cross * RANKS + rank, scale, ints, nets)
                if rank == RAT:
                    put(side + NEAR_RAT + cross, scale, ints, nets)


@unchecked
def total_share(total: int) -> Any:
    """Return what so many unseen cards in all count."""
    return np.float32((total - 45.0) * 0.05)


@unchecked
def put_table(moved: int, mover: int, bonus: int, asked: int, rats: int, ints: Any, nets: Any) -> None:
    """Write down what is so of the table and of both seats together."""
    put(DOWNS + moved * (CELLS + 1) + mover, ONE, ints, nets)
    if bonus != 3:
        more = np.float32((bonus - 3.0) * 0.25)
        put(BONUS_MOVED + moved, more, ints, nets)
        put(BONUS_MOVER + mover, more, ints, nets)
    if asked == 1:
        put(ASKED, ONE, ints, nets)
    if rats < 3:
        put(FEWER_RATS, np.float32(3.0 - rats), ints, nets)
