"""The own side of an afterstate, quickly: a card in a cell changes one column and one row.

A *hole* is the part of a grid without the column and the row of a cell, for the number of cards that are down
once a card lies there face up. With the new column and row, and what near rows make of the new column, it is
the sum that ``make_part`` reckons from the beginning.
"""

from __future__ import annotations

from typing import Any

from upcard.bots.rat_race_prepare import BASE, BY_VALUE, FREE, KIND, LESS, WAYS
from upcard.bots.values.rat_race import (
    BANDS,
    FEW_BANDS,
    LACKED,
    LACKED_ROWS,
    OWN_CROSSES,
    OWN_PAIRS,
    OWN_ROWS,
    OWN_THREES,
    PLAIN_THREES,
    RAT_SHARE,
    SHARE,
    SPREAD,
    THREE_ROWS,
    TWO_ROWS,
    band,
    few_band,
    forms_at,
    symbol,
)
from upcard.bots.values.rat_race import UNSEEN as UNSEEN_WEIGHTS
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
    WANTS,
    WANTS_OF_THREE,
    WANTS_OF_TWO,
)
from upcard.bots.values.rat_race_room import (
    COLUMNS_AT,
    CROSSES_AT,
    DOWN,
    FORM,
    HOLES,
    LACKS_AT,
    OTHER_DOWN,
    OTHER_FORM,
    OWN,
    PART,
    REST_SLOPES,
    ROWS_AT,
    ROWS_LEFT,
    UNSEEN,
    UPS,
)
from upcard.fast.kernel import unchecked
from upcard.games.rat_race.state import CELLS, COLUMNS, RAT, ROWS

USUAL = KIND
"""Where in a hole it stands what the slopes come to where every rank has its usual share."""


@unchecked
def fill_holes(maps: Any, weights: Any, ints: Any, floats: Any) -> None:
    """Reckon the hole of every cell of the own grid that leaves a card down when it is filled."""
    for less in range(2):
        if ints[DOWN] - less > 0:
            find_places(less, ints)
    unknown = 0
    for cell in range(ints[ROWS_LEFT] * COLUMNS):
        if ints[OWN + cell] == 0:
            unknown += 1
    for cell in range(ints[ROWS_LEFT] * COLUMNS):
        less = 1 - ints[OWN + UPS + cell]
        if ints[DOWN] - less > 0:
            left = unknown - 1 if ints[OWN + cell] == 0 else unknown
            fill_hole(cell, less, left, maps, weights, ints, floats)


@unchecked
def find_places(less: int, ints: Any) -> None:
    """Write where the weights stand for so many fewer cards down."""
    own, other = ints[DOWN] - less, ints[OTHER_DOWN]
    stage = (band(own) * BANDS + band(other)) * 2
    if ints[FORM] == TWO_ROWS:
        ints[COLUMNS_AT + less] = OWN_PAIRS + stage * PAIRS
    elif ints[FORM] == THREE_ROWS:
        ints[COLUMNS_AT + less] = OWN_THREES + stage * THREES
    else:
        ints[COLUMNS_AT + less] = PLAIN_THREES + stage * THREES
    ints[ROWS_AT + less] = OWN_ROWS + (band(own) * FEW_BANDS + few_band(other)) * 4 * KEYS
    few = few_band(own) * FEW_BANDS + few_band(other)
    ints[CROSSES_AT + less] = OWN_CROSSES + few * 4 * CROSSES * PAIRS
    ints[LACKS_AT + less] = band(own)


@unchecked
def fill_hole(
    cell: int, less: int, unknown: int, maps: Any, weights: Any, ints: Any, floats: Any
) -> None:  # fmt: skip
    """Reckon the hole of a cell."""
    hole = HOLES + cell * PART
    down, other = ints[DOWN] - less, ints[OTHER_DOWN]
    first = UNSEEN_WEIGHTS + ints[LACKS_AT + less] * RANKS
    share = unknown / CELLS
    ways = usual = 0.0
    for rank in range(RANKS):
        slope = floats[REST_SLOPES + less * RANKS + rank]
        if rank > 0:
            slope += share * float(weights[first + rank])
        floats[hole + FREE + rank] = slope
        ways += ints[UNSEEN + rank] * slope
        usual += slope * (RAT_SHARE if rank == RAT else SHARE)
    floats[hole + WAYS], floats[hole + USUAL] = ways, usual
    floats[hole + LESS] = less
    base = float(weights[forms_at(ints[FORM], ints[OTHER_FORM], down, other)])
    for column in range(COLUMNS):
        if column != cell % COLUMNS:
            base += add_column(hole, column, less, maps, weights, ints, floats)
    if ints[FORM] == THREE_ROWS:
        for row in range(ROWS):
            if row != cell // COLUMNS:
                base += add_row(hole, row, less, cell % COLUMNS, maps, weights, ints, floats)
    floats[hole + BASE] = base


@unchecked
def fill_in(part: int, cell: int, maps: Any, weights: Any, ints: Any, floats: Any) -> None:
    """Reckon the part of a grid in which a card lies face up in a cell that had another, or none, so far."""
    hole = HOLES + cell * PART
    for place in range(PART):
        floats[part + place] = floats[hole + place]
    less = 1 if floats[hole + LESS] == 1.0 else 0
    row, column = cell // COLUMNS, cell % COLUMNS
    base = floats[hole + BASE] + add_column(part, column, less, maps, weights, ints, floats)
    if ints[FORM] == THREE_ROWS:
        base += add_row(part, row, less, COLUMNS, maps, weights, ints, floats)
        for other in range(ROWS):
            cross = int(maps[CROSS_OF + key_of(ints, other, maps)]) if other != row else 0
            if cross > 0:
                at = ints[CROSSES_AT + less] + cross * PAIRS
                base += float(weights[at + pair_without(ints, other, column, maps)])
    floats[part + BASE] = base - SPREAD * floats[part + USUAL]
    floats[part + KIND] = BY_VALUE


@unchecked
def add_slope(part: int, rank: int, slope: float, ints: Any, floats: Any) -> None:
    """Add to the slope of a rank, and to what the slopes come to."""
    floats[part + FREE + rank] += slope
    floats[part + WAYS] += ints[UNSEEN + rank] * slope
    floats[part + USUAL] += slope * (RAT_SHARE if rank == RAT else SHARE)


@unchecked
def add_column(
    part: int, column: int, less: int, maps: Any, weights: Any, ints: Any, floats: Any
) -> float:  # fmt: skip
    """Add the slopes of a column; return its own term."""
    one, two = ints[OWN + column], ints[OWN + column + COLUMNS]
    if ints[FORM] == TWO_ROWS:
        kind = int(maps[OF_TWO + one * RANKS + two])
        first = WANTS_OF_TWO + kind * WANTS
    else:
        kind = int(maps[OF_THREE + (one * RANKS + two) * RANKS + ints[OWN + column + 2 * COLUMNS]])
        first = WANTS_OF_THREE + kind * WANTS
    lacks = LACKED + ints[LACKS_AT + less] * LACKS * RANKS
    for place in range(first, first + WANTS):
        want = int(maps[place])
        if want == 0:
            break
        rank = want % RANK_BITS
        add_slope(part, rank, float(weights[lacks + want // RANK_BITS * RANKS + rank]), ints, floats)
    return float(weights[ints[COLUMNS_AT + less] + kind])


@unchecked
def key_of(ints: Any, row: int, maps: Any) -> int:
    """Return the kind of a row of the own grid."""
    first = row * COLUMNS
    place = (symbol(ints, OWN, first) * SYMBOLS + symbol(ints, OWN, first + 1)) * SYMBOLS
    return int(maps[ROW_KEYS + place + symbol(ints, OWN, first + 2)])


@unchecked
def pair_without(ints: Any, row: int, column: int, maps: Any) -> int:
    """Return what a column of three would be without a row."""
    upper = COLUMNS if row == 0 else 0
    lower = COLUMNS if row == 2 else 2 * COLUMNS
    return int(maps[OF_TWO + ints[OWN + upper + column] * RANKS + ints[OWN + lower + column]])


@unchecked
def add_row(
    part: int, row: int, less: int, but: int, maps: Any, weights: Any, ints: Any, floats: Any
) -> float:  # fmt: skip
    """Add the slopes of a row; return its own term and what it makes of all columns but one."""
    key = key_of(ints, row, maps)
    base = float(weights[ints[ROWS_AT + less] + key])
    cross = int(maps[CROSS_OF + key])
    if cross > 0:
        first = ints[CROSSES_AT + less] + cross * PAIRS
        for column in range(COLUMNS):
            if column != but:
                base += float(weights[first + pair_without(ints, row, column, maps)])
        at = LACKED_ROWS + (ints[LACKS_AT + less] * CROSSES + cross) * 2
        add_slope(part, int(maps[RANK_OF + key]), float(weights[at]), ints, floats)
        add_slope(part, RAT, float(weights[at + 1]), ints, floats)
    return base
