"""Two players of Rat Race that look one turn ahead: *td1* by a value that it has learned, and one without.

*hand-expectimax* takes a position after a turn for what its columns are expected to score, each unseen card
as likely as it is. Both are fixed points that stronger bots are measured against: their play never changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from upcard.bots.rat_race_holes import fill_holes
from upcard.bots.rat_race_opening import reveal_worths
from upcard.bots.rat_race_parts import make_part, worth_with
from upcard.bots.rat_race_prepare import leaf_in, maps_in, prepare, weights_in
from upcard.bots.rat_race_search import (
    best_flip,
    best_place,
    draw_worth,
    flip_worth,
    place_worth,
)
from upcard.bots.rat_race_table import tabulate_expected, tabulate_td1
from upcard.bots.values.rat_race_room import FLOATS, INTS, PARTS, ROWS_LEFT, UPCARD
from upcard.fast.kernel import unchecked
from upcard.fast.policy import Policy
from upcard.games.rat_race.state import (
    CELLS,
    COLUMNS,
    DRAW,
    FLIP,
    PASS,
    PLACE,
    REJECT,
    ROWS,
    TAKE,
    WALK_OUT,
)
from upcard.state import Phase

CODES = PASS + 1


@unchecked
def weigh(state: Any, legal: int, table: Sequence[int], worths: Any) -> None:
    """Write what each legal code is worth: points of the other seat less the own ones, high is good."""
    maps, weights = maps_in(table), weights_in(table)
    ints, floats = np.zeros(INTS, np.int64), np.zeros(FLOATS)
    fixed = prepare(state, leaf_in(table), maps, weights, ints, floats)
    phase = state.phase
    if not fixed:
        fill_holes(maps, weights, ints, floats)
    if phase == Phase.CHOOSE:
        worths[TAKE] = -best_place(ints[UPCARD], 0, fixed, maps, weights, ints, floats)
        if (legal >> DRAW) & 1 == 1:
            worths[DRAW] = -draw_worth(fixed, maps, weights, ints, floats)
    elif phase == Phase.PLACE_DRAWN or phase == Phase.PLACE_TAKEN:
        for cell in range(ints[ROWS_LEFT] * COLUMNS):
            worths[PLACE + cell] = -place_worth(cell, state.hand, 0, fixed, maps, weights, ints, floats)
        if (legal >> REJECT) & 1 == 1:
            worths[REJECT] = -best_flip(state.hand, 0, fixed, maps, weights, ints, floats)
    elif phase == Phase.TURN_UP:
        for cell in range(CELLS):
            if (legal >> (FLIP + cell)) & 1 == 1:
                worths[FLIP + cell] = -flip_worth(cell, ints[UPCARD], 0, fixed, maps, weights, ints, floats)
    elif phase == Phase.ASK:
        for row in range(-1, ROWS):
            code = PASS if row < 0 else WALK_OUT + row
            if (legal >> code) & 1 == 1:
                make_part(PARTS, row, state.down[state.seat], 0, 0, fixed, maps, weights, ints, floats)
                worths[code] = -worth_with(PARTS, ints[UPCARD], 0, 0, maps, ints, floats)
    else:
        reveal_worths(legal, worths, fixed, maps, weights, ints, floats)


@unchecked
def choose(state: Any, legal: int, word: int, table: Sequence[int]) -> int:  # noqa: ARG001 - no chance
    """Return the code that is worth most, the lowest of equals."""
    worths = np.zeros(CODES)
    weigh(state, legal, table, worths)
    best = -1
    for code in range(CODES):
        if (legal >> code) & 1 == 1 and (best < 0 or worths[code] > worths[best]):
            best = code
    return best


TD1 = Policy("td1", choose, tabulate_td1, frozenset({"rat-race"}), weigh=weigh)
HAND_EXPECTIMAX = Policy("hand-expectimax", choose, tabulate_expected, frozenset({"rat-race"}), weigh=weigh)
