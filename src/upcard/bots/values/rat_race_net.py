"""A value of Rat Race that is learned by a network: what a turn leads to, for every upcard it may leave.

The first layer is a sum of rows of weights, one for each thing that is so: which ranks a column holds, which
kind of row there is, what columns would be without a row that is near to a Walkout, what either lacks (that
row by how many such cards are unseen), how many cards are down, and what either gains by each card. So a
card in a cell changes some rows, and all else is added up once a turn. Two small layers follow, of which each
stage of a round has its own, and for each upcard some numbers that are bent by what it gains the next seat.

A position after a turn is worth to the seat that moved its points less the other's until the end of the
round, bonuses included: low is good. Unseen cards count as they were before anyone saw the upcard.
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
)
from upcard.bots.values.rat_race_maps import (
    CROSS_OF,
    CROSSES,
    KEYS,
    LACKS,
    OF_THREE,
    OF_TWO,
    PAIRS,
    RANK_BITS,
    RANK_OF,
    RANKS,
    ROW_KEYS,
    SYMBOLS,
    THREES,
    TOP,
    WANTS,
    WANTS_OF_THREE,
    WANTS_OF_TWO,
)
from upcard.bots.values.rat_race_maps import maps as maps_for
from upcard.bots.values.rat_race_room import GRID, INTS, MOST_RATS, OWN, PLAIN, PLAIN_SIZE, UPS
from upcard.bots.values.rat_race_twin import by_arrays
from upcard.fast.kernel import unchecked
from upcard.games.rat_race.state import CELLS, COLUMNS, RAT, ROWS

FORM = "rat-race-net/2"

WIDTH, LINEAR = 64, 8
"""Numbers of the first layer; the last ones go to the outputs as they are."""
BENT = WIDTH - LINEAR
MIDDLE = 32
EACH = 12
OUT = ROOM + EACH
"""Outputs: up to ROOM one for each upcard at its rank; the others begin as many numbers of each upcard. What
the seat to move gains by that card, wherever and where a card is down, is added to them, each times a weight;
and what is above 0 goes to the upcard's output, times another weight."""
SCALE = 4.0
"""Outputs are in so many points."""

THREE_ROWS, TWO_ROWS, NO_WALKOUTS = range(3)
FORMS = 3

THREE = 0
PAIR = THREE + THREES
ROW = PAIR + PAIRS
CROSS = ROW + KEYS
WANT = CROSS + CROSSES * PAIRS
NEAR = WANT + LACKS * RANKS
NEAR_RAT = NEAR + CROSSES * RANKS
HIDDEN = NEAR_RAT + CROSSES
GAIN = HIDDEN + CELLS + 1
DRAW = GAIN + GAINS
SIDE = DRAW + 2
"""Rows of a seat: its columns, rows, what columns would be without a near row, what columns and near rows
lack, how many cards are not known, what it gains by each card and by all that are unseen. The seat that moved
comes first, then the same of the other."""
MOVED, MOVER = 0, SIDE
COUNT = 2 * SIDE
TOTAL_LEFT = COUNT + RANKS
DOWNS = TOTAL_LEFT + 1
BOTH_FORMS = DOWNS + (CELLS + 1) * (CELLS + 1)
BONUS_MOVED = BOTH_FORMS + FORMS * FORMS
BONUS_MOVER = BONUS_MOVED + CELLS + 1
ASKED = BONUS_MOVER + CELLS + 1
FEWER_RATS = ASKED + 1
ROWS_IN_ALL = FEWER_RATS + 1
"""Rows of both: unseen cards of each rank and in all, cards down of both, forms, what another bonus changes
by cards down, whether a seat is asked before it walks out, and how many Rats may not."""

LAYERS = ROWS_IN_ALL * WIDTH
MID_BIAS = BENT * MIDDLE
LAST = MID_BIAS + MIDDLE
STRAIGHT = LAST + MIDDLE * OUT
LAST_BIAS = STRAIGHT + LINEAR * OUT
EACH_GAIN = LAST_BIAS + OUT
STACK = -(-(EACH_GAIN + 3 * EACH) // 16) * 16
STAGES = 16
WEIGHTS = LAYERS + STAGES * STACK
"""Where the weights of the later layers stand, and in those of a stage: from the first layer to the middle,
from there to the outputs, from the straight part of the first layer to the outputs, and the three weights of
each number of an upcard. Everything is in groups of 16, which training counts together."""

MOST_ROWS = 256
BASES = 0
SLOPES = BASES + 2 * WIDTH
HOLES = SLOPES + RANKS * WIDTH
TOP_LAYER = HOLES + CELLS * WIDTH
MID = TOP_LAYER + WIDTH
OUTPUTS = MID + MIDDLE
SHARES = OUTPUTS + OUT
SCALES = SHARES + RANKS
MOVER_GAINS = SCALES + MOST_ROWS
MOVED_GAINS = MOVER_GAINS + GAINS
NETS = MOVED_GAINS + GAINS
"""The room it is worked out in: the first layer without the own side, with as many cards down and with one
less; what one card of a rank more among the unseen changes; holes (the own side without what a cell is part
of); the layers; how many of each rank are unseen; what each row that is added counts; and what the seat to
move and the one that has moved gain by each card."""
ONE, NONE = np.float32(1.0), np.float32(0.0)
EACH_CARD = np.float32(1 / 24)
"""What an unseen card counts in what a seat gains by all of them."""
_RANKS_IN_TURN = (np.arange(1, RANKS)[:, None] + (0, WHERE_DOWN)).ravel()
_STEPS, _MIDDLES = np.full(RANKS - 1, 4.0, np.float32), np.full(RANKS - 1, 5.0, np.float32)
_STEPS[RAT - 1], _MIDDLES[RAT - 1] = 2.0, 2.5
"""The same as ``number_of`` for all ranks."""


@unchecked
def stage_of(moved: int, mover: int) -> int:
    """Return the stage by the cards that are down."""
    return few(moved) * 4 + few(mover)


@unchecked
def few(down: int) -> int:
    """Return 0 to 3 for one card down, two, three, or more."""
    return min(down, 4) - 1 if down > 0 else 0


@unchecked
def share_of_rank(rank: int, many: int) -> Any:
    """Return what so many unseen cards of a rank count."""
    return np.float32((many - 2.5) * 0.5 if rank == RAT else (many - 5.0) * 0.25)


@unchecked
def number_of(rank: int, share: Any) -> Any:
    """Return of how many unseen cards of a rank that is the share."""
    if rank == RAT:
        return share * np.float32(2.0) + np.float32(2.5)
    return share * np.float32(4.0) + np.float32(5.0)


@unchecked
def step_of_rank(rank: int) -> float:
    """Return what one more unseen card of a rank changes."""
    return 0.5 if rank == RAT else 0.25


# --- what is so: rows are written down one after another, each with what it counts -----------------


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


def _put_gains(grid: int, form: int, side: int, at: int, maps: Any, ints: Any, nets: Any) -> None:
    fill_gains(grid, form == TWO_ROWS, form == THREE_ROWS, at, maps, ints, nets)
    first = int(ints[PLAIN_SIZE])
    each = nets[at : at + GAINS].reshape(2, ROOM)[:, 1:RANKS]
    many = nets[SHARES + 1 : SHARES + RANKS] * _STEPS + _MIDDLES
    ints[PLAIN + first : PLAIN + first + 2 * (RANKS - 1)] = _RANKS_IN_TURN + (side + GAIN)
    nets[SCALES + first : SCALES + first + 2 * (RANKS - 1)] = each.T.ravel()
    ints[PLAIN_SIZE] = first + 2 * (RANKS - 1)
    put(side + GAIN + MEAN, nets[at + MEAN], ints, nets)
    put(side + DRAW, np.add.accumulate(many * np.maximum(each[0], NONE))[-1] * EACH_CARD, ints, nets)
    put(side + DRAW + 1, np.add.accumulate(many * each[1])[-1] * EACH_CARD, ints, nets)
    for place in (TURNED, WAITING):
        if nets[at + place] != NONE:
            put(side + GAIN + place, nets[at + place], ints, nets)


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
def _lacking(laid: bytes, form: int, rank: int, most_rats: int) -> npt.NDArray[np.int64]:
    """Return the rows of a grid that go with the unseen cards of a rank."""
    ints, nets = np.zeros(INTS, np.int64), np.zeros(NETS, np.float32)
    ints[OWN : OWN + GRID] = np.frombuffer(laid, np.int64)
    put_lacks.py_func(OWN, form, rank, ONE, 0, maps_for(most_rats), ints, nets)
    return ints[PLAIN : PLAIN + ints[PLAIN_SIZE]]


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
