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

from typing import Any

import numpy as np

from upcard.bots.values.rat_race_gains import (
    GAINS,
    ROOM,
)
from upcard.bots.values.rat_race_maps import (
    CROSSES,
    KEYS,
    LACKS,
    PAIRS,
    RANKS,
    THREES,
)
from upcard.fast.kernel import unchecked
from upcard.games.rat_race.state import CELLS, RAT

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
