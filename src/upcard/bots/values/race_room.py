"""What the reckoning of a race at Rack-O has in common: the numbers that it goes by, and room for arrays.

Cells are counted from 1 here; cell 0 with number 0 and cell 11 with a number above the highest are the ends
of the rack.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from upcard.bots.values import fill
from upcard.fast.kernel import kernel
from upcard.games.rack_o.state import CELLS, FACES

BACK = CELLS + 1
ENDS = CELLS + 2
SPANS = 4
"""For so many numbers of turns to come is the chance to be in order worked out."""
AIMS = 5
"""At most so many lengths of runs are aimed for at once."""
RUNS = 64
"""At most so many places for a run are kept in mind, each with a card of it lying there already."""
TINY = 1e-9
"""Chains that count for less than that, in their power, are left out."""
BEYOND = FACES + 1
MOST_TURNS = 24
"""Later turns count as that one."""

RATE, DRAWS, LATE, BACK_AGAIN, KNOWN_NEXT, OTHERS, ROOTS, GAIN, AIM_COUNT, PLAIN, TEAM, MATCH, FRONT = range(
    13
)
AIM_LENGTHS = 16
BONUSES = AIM_LENGTHS + AIMS
TIMES = BONUSES + CELLS + 1
SHARES = TIMES + fill.LEVELS
CARDS = SHARES + (MOST_TURNS + 1) * SPANS
TURNS = CARDS + MOST_TURNS + 1
CHANCES = TURNS + (MOST_TURNS + 1) * SPANS
SIZE = CHANCES + fill.LEVELS * fill.A_LEVEL
"""Where in the table the numbers stand, as float64.

How likely cards are to come (``race_coming``); how many roots undo the power that chances are added up in;
what it is worth to go out; how many lengths of runs are aimed for; whether nothing was learned; how likely
it is the partner who goes out if another seat does, where that pays for one's own run too; what the match
counts, and what others are usually paid; the lengths, and bonuses by length; the times that there are chances
for, what each span counts after so many turns, what a card that pays counts then, how many turns the spans
are, and the chances (``fill``)."""

UNSEEN, ELSEWHERE, GONE, DISCARDED, IN_ORDER, HELD = range(6)
"""Where a card is: perhaps in the pile; in somebody's rack, not seen; nowhere that it comes from; on the
discard; in the pile at a known place; known in another's rack."""

KNOWN = 22
"""How much the network sees of the table, whatever the card (``race_net.see_table``)."""
GIFTS = 4
CHANCED = 12
TRIED = CHANCED + AIMS * SPANS
"""How much it sees of a rack with a card in a cell (``race_net.see_rack``), the chances last."""
HIDDEN = 32
HEADS = CELLS + 1
"""What it foretells: that the seat goes out, or is paid for one card, two, … ten when another does."""
GOING, SHIFT, BOUND = HEADS, HEADS + 1, HEADS + 2
ENDINGS = HEADS + 3
"""Behind what the ends are worth: what it is worth to go out now; what all ends are counted from; and what no
rack is worth more than, the round going on."""
NOTHING = -1e9

Work = Any
"""The arrays that ``room`` makes."""


@kernel
def room(aims: int) -> Work:
    """Return the arrays that a rack is weighed in, for so many aims."""
    return (
        np.zeros(ENDS, np.int64),  # 0: the rack with its ends
        np.zeros((2, ENDS), np.int64),  # 1: where the rising stretch around each cell begins and ends
        np.zeros((SPANS, FACES + 1), np.int64),  # 2: how many cards up to each number come, in quarters
        np.zeros(SPANS, np.int64),  # 3: where the chances of each span begin
        np.empty((2, SPANS, ENDS, FACES + 1), np.float64),  # 4: chains from the front, and to the back
        np.empty((2, aims, SPANS, ENDS, FACES + 1), np.float64),  # 5: the same with a run
        np.empty((aims, RUNS, 2), np.int64),  # 6: where runs may lie, and their lowest number
        np.empty((2, aims, RUNS, SPANS), np.float64),  # 7: runs with all in front of them, or behind them
        np.zeros(aims, np.int64),  # 8: how many places for runs there are
        np.zeros((aims, SPANS), np.float64),  # 9: all chains of the rack
        np.zeros((aims, SPANS, ENDS), np.float64),  # 10: those that do not keep the card of a cell
        np.zeros(FACES + 1, np.int64),  # 11: where each card is: see ``mark``
        np.zeros(FACES + 1, np.int64),  # 12: how deep it lies there
        np.zeros((2, aims), np.float64),  # 13: what it is worth to go out with each aim; how likely that is
        np.zeros(FACES + 1, np.int64),  # 14: which cards are tried
        np.empty((FACES + 1, BACK), np.float64),  # 15: what each is worth in each cell, the round going on
        np.empty((FACES + 1, BACK), np.float64),  # 16: and if it is gone out with it, NOTHING if it cannot be
        np.zeros(KNOWN, np.float64),  # 17: what the network sees of the table
        np.zeros((FACES + 1, GIFTS), np.float64),  # 18: how useful each card may be to the next seat
        np.zeros(TRIED, np.float64),  # 19: what the network sees of a rack
        np.zeros((3, HIDDEN), np.float64),  # 20: the hidden layer of the table, with a rack, and its weights
        np.zeros(KNOWN + TRIED, np.float64),  # 21: the weights that lead straight to the result
        np.zeros(ENDINGS, np.float64),  # 22: what each end of the round is worth, and more: see ``HEADS``
        np.zeros(1, np.float64),  # 23: what the table alone is worth
    )
