"""A value of Rat Race that is learned: what each seat will have at the end of the round, as a sum.

What a seat will have is a sum over its columns (which ranks), its rows (which symbols: what is up matters to
a Walkout) and, for rows near to a Walkout, over the columns that would be left. Each depends on how many
cards of its own and of the other seat are down, and on who is to move; for the seat to move also on the
upcard. Then there is what the columns and rows lack, times the share of it among the unseen cards. A position
after a turn is worth to the seat that moved its own sum less the other's, and a part for both: low is good.
"""

from __future__ import annotations

from typing import Any

from upcard.bots.values.rat_race_maps import (
    CROSS_OF,
    CROSSES,
    FITS,
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
from upcard.bots.values.rat_race_room import BONUS as BONUS_POINTS
from upcard.bots.values.rat_race_room import (
    PLAIN,
    PLAIN_SIZE,
    RANKED,
    RANKED_SIZE,
    SLOPES,
    UNKNOWN,
    UNSEEN_TOTAL,
    UPS,
)
from upcard.bots.values.rat_race_room import UNSEEN as UNSEEN_COUNTS
from upcard.fast.kernel import unchecked
from upcard.games.rat_race.state import CELLS, COLUMNS, COPIES, DECK, RAT, RATS

FORM = "rat-race-sums/1"

BANDS, FEW_BANDS = 5, 3
"""How finely it is told how many cards are down: 1, 2, 3, 4 or 5, more; or 1, 2 or 3, more."""
STAGES = BANDS * BANDS * 2
ROW_STAGES = BANDS * FEW_BANDS * 2
CROSS_STAGES = FEW_BANDS * FEW_BANDS * 2

THREE_ROWS, TWO_ROWS, NO_WALKOUTS = range(3)
"""The form of a grid: it may walk out, has done so, or never may."""
FORMS = 3

OWN_THREES = 0
OWN_PAIRS = OWN_THREES + STAGES * THREES
UP_THREES = OWN_PAIRS + STAGES * PAIRS
UP_PAIRS = UP_THREES + BANDS * TOP * THREES
OWN_ROWS = UP_PAIRS + BANDS * TOP * PAIRS
OWN_CROSSES = OWN_ROWS + ROW_STAGES * 2 * KEYS
BOTH_DOWN = OWN_CROSSES + CROSS_STAGES * (2 * CROSSES) * PAIRS
BOTH_FORMS = BOTH_DOWN + (CELLS + 1) * (CELLS + 1) * RANKS
LACKED = BOTH_FORMS + FORMS * FORMS * BANDS * BANDS
LACKED_ROWS = LACKED + BANDS * LACKS * RANKS
UNSEEN = LACKED_ROWS + BANDS * CROSSES * 2
PLAIN_THREES = UNSEEN + BANDS * RANKS
PLAIN_UP_THREES = PLAIN_THREES + STAGES * THREES
BONUS = PLAIN_UP_THREES + BANDS * TOP * THREES
WEIGHTS = -(-(BONUS + (CELLS + 1) * (CELLS + 1)) // 2) * 2
"""Where the weights stand: columns of three and two, the same by upcard, rows, rows with columns, numbers
of cards down by upcard, forms, what is lacked by columns and by rows, what unseen cards are to unknown cells,
columns of three where nobody walks out, and what a Speed Bonus other than the usual one changes."""

UNIT = 128
"""Weights that are kept are whole numbers of this part of a point, so that sums of them are exact."""
USUAL_BONUS = 3
SPREAD = 10.0
"""Shares among the unseen cards are told apart that much, so that they are learned about as fast as all."""
SHARE = COPIES / DECK
RAT_SHARE = RATS / DECK


@unchecked
def band(down: int) -> int:
    """Return the band of a number of cards that are down."""
    if down > 5:
        return 4
    if down > 3:
        return 3
    return max(down, 1) - 1


@unchecked
def few_band(down: int) -> int:
    """Return the coarser band."""
    if down > 3:
        return 2
    return 1 if down > 1 else 0


@unchecked
def symbol(ints: Any, grid: int, cell: int) -> int:
    """Return the symbol of a cell."""
    if ints[grid + UPS + cell] == 1:
        return int(ints[grid + cell]) + TOP
    return int(ints[grid + cell])


@unchecked
def terms_of(
    ints: Any, grid: int, form: int, own: int, other: int, upcard: int, maps: Any
) -> None:  # fmt: skip
    """Write which weights a seat's sum is of; ``upcard`` is 0 for the seat that has just moved.

    ``ranked`` are those that go with the share of a rank: the weight times RANK_BITS, plus the rank.
    """
    mover = 1 if upcard > 0 else 0
    stage = (band(own) * BANDS + band(other)) * 2 + mover
    count = lacking = 0
    if form == TWO_ROWS:
        for column in range(COLUMNS):
            pair = int(maps[OF_TWO + ints[grid + column] * RANKS + ints[grid + column + COLUMNS]])
            ints[PLAIN + count] = OWN_PAIRS + stage * PAIRS + pair
            count += 1
            if mover == 1:
                ints[PLAIN + count] = UP_PAIRS + (band(own) * TOP + upcard - 1) * PAIRS + pair
                count += 1
            for place in range(WANTS_OF_TWO + pair * WANTS, WANTS_OF_TWO + pair * WANTS + WANTS):
                if maps[place] == 0:
                    break
                ints[RANKED + lacking] = (LACKED + band(own) * LACKS * RANKS) * RANK_BITS + lacked(
                    int(maps[place])
                )
                lacking += 1
    else:
        threes = OWN_THREES if form == THREE_ROWS else PLAIN_THREES
        ups_of = UP_THREES if form == THREE_ROWS else PLAIN_UP_THREES
        for column in range(COLUMNS):
            three = int(
                maps[
                    OF_THREE
                    + (ints[grid + column] * RANKS + ints[grid + column + COLUMNS]) * RANKS
                    + ints[grid + column + 2 * COLUMNS]
                ]
            )
            ints[PLAIN + count] = threes + stage * THREES + three
            count += 1
            if mover == 1:
                ints[PLAIN + count] = ups_of + (band(own) * TOP + upcard - 1) * THREES + three
                count += 1
            for place in range(WANTS_OF_THREE + three * WANTS, WANTS_OF_THREE + three * WANTS + WANTS):
                if maps[place] == 0:
                    break
                ints[RANKED + lacking] = (LACKED + band(own) * LACKS * RANKS) * RANK_BITS + lacked(
                    int(maps[place])
                )
                lacking += 1
    if form == THREE_ROWS:
        rows_at = OWN_ROWS + ((band(own) * FEW_BANDS + few_band(other)) * 2 + mover) * 2 * KEYS
        crosses = OWN_CROSSES + ((few_band(own) * FEW_BANDS + few_band(other)) * 2 + mover) * (
            2 * CROSSES * PAIRS
        )
        for row in range(3):
            first = row * COLUMNS
            place = (symbol(ints, grid, first) * SYMBOLS + symbol(ints, grid, first + 1)) * SYMBOLS + symbol(
                ints, grid, first + 2
            )
            key = int(maps[ROW_KEYS + place])
            fit = (int(maps[FITS + place]) >> upcard) & 1 if mover == 1 else 0
            ints[PLAIN + count] = rows_at + fit * KEYS + key
            count += 1
            cross = int(maps[CROSS_OF + key])
            if cross > 0:
                at = LACKED_ROWS + (band(own) * CROSSES + cross) * 2
                cross += fit * CROSSES
                upper = COLUMNS if row == 0 else 0
                lower = COLUMNS if row == 2 else 2 * COLUMNS
                for column in range(COLUMNS):
                    pair = int(
                        maps[OF_TWO + ints[grid + upper + column] * RANKS + ints[grid + lower + column]]
                    )
                    ints[PLAIN + count] = crosses + cross * PAIRS + pair
                    count += 1
                ints[RANKED + lacking] = at * RANK_BITS + int(maps[RANK_OF + key])
                ints[RANKED + lacking + 1] = (at + 1) * RANK_BITS + RAT
                lacking += 2
    unknown = 0
    for cell in range(2 * COLUMNS if form == TWO_ROWS else CELLS):
        if ints[grid + cell] == 0:
            unknown += 1
    ints[PLAIN_SIZE] = count
    ints[RANKED_SIZE] = lacking
    ints[UNKNOWN] = unknown


@unchecked
def lacked(want: int) -> int:
    """Return the weight of what a column lacks, counted from the first, times RANK_BITS, plus the rank."""
    rank = want % RANK_BITS
    return (want // RANK_BITS * RANKS + rank) * RANK_BITS + rank


@unchecked
def plain_sum(ints: Any, weights: Any) -> float:
    """Return the sum of the terms that go with no rank."""
    total = 0.0
    for place in range(ints[PLAIN_SIZE]):
        total += float(weights[ints[PLAIN + place]])
    return total


@unchecked
def add_slopes(own: int, weights: Any, ints: Any, floats: Any, slopes: int, sign: float) -> None:
    """Add to ``slopes``, by rank, the terms that go with a rank, times the sign."""
    unknown = sign * ints[UNKNOWN] / CELLS
    first = UNSEEN + band(own) * RANKS
    for rank in range(1, RANKS):
        floats[slopes + rank] += unknown * float(weights[first + rank])
    for place in range(ints[RANKED_SIZE]):
        floats[slopes + ints[RANKED + place] % RANK_BITS] += sign * float(
            weights[ints[RANKED + place] // RANK_BITS]
        )


@unchecked
def usual(floats: Any, slopes: int) -> float:
    """Return what the slopes come to where every rank has its usual share."""
    total = 0.0
    for rank in range(1, RAT):
        total += floats[slopes + rank]
    return float(SPREAD * (total * SHARE + floats[slopes + RAT] * RAT_SHARE))


@unchecked
def both_at(moved: int, mover: int, upcard: int) -> int:
    """Return where the numbers of cards down stand, of the seat that has moved and of the one that will."""
    return BOTH_DOWN + (moved * (CELLS + 1) + mover) * RANKS + upcard


@unchecked
def forms_at(moved_form: int, mover_form: int, moved: int, mover: int) -> int:
    """Return where the forms of both seats stand."""
    return BOTH_FORMS + (moved_form * FORMS + mover_form) * BANDS * BANDS + band(moved) * BANDS + band(mover)


@unchecked
def bonus_at(moved: int, mover: int) -> int:
    """Return where it stands what a Speed Bonus changes."""
    return BONUS + moved * (CELLS + 1) + mover


@unchecked
def worth_of(
    ints: Any, floats: Any, grid: int, form: int, down: int, mover_grid: int, mover_form: int,
    mover_down: int, upcard: int, gone: int, maps: Any, weights: Any,
) -> float:  # fmt: skip
    """Return what a position is worth to the seat that has moved: points more than the other, low is good.

    From the unseen cards one is gone first, none if that is 0. SLOPES are left with those of both seats.
    """
    slopes = SLOPES
    for rank in range(RANKS):
        floats[slopes + rank] = 0.0
    terms_of(ints, grid, form, down, mover_down, 0, maps)
    worth = plain_sum(ints, weights)
    add_slopes(down, weights, ints, floats, slopes, 1.0)
    terms_of(ints, mover_grid, mover_form, mover_down, down, upcard, maps)
    worth -= plain_sum(ints, weights)
    add_slopes(mover_down, weights, ints, floats, slopes, -1.0)
    worth += float(weights[both_at(down, mover_down, upcard)])
    worth += float(weights[forms_at(form, mover_form, down, mover_down)])
    worth += float(weights[bonus_at(down, mover_down)]) * (ints[BONUS_POINTS] - USUAL_BONUS)
    ways = 0.0
    total = ints[UNSEEN_TOTAL]
    for rank in range(1, RANKS):
        ways += ints[UNSEEN_COUNTS + rank] * floats[slopes + rank]
    if gone > 0:
        total -= 1
        ways -= floats[slopes + gone]
    return float(worth + SPREAD * ways / max(total, 1) - usual(floats, slopes))
