"""Two players of Rat Race that look one turn ahead: *td1* by a value that it has learned, and one without.

*hand-expectimax* takes a position after a turn for what its columns are expected to score, each unseen card
as likely as it is. Both are fixed points that stronger bots are measured against: their play never changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from upcard.bots.choosing import best_code
from upcard.bots.rat_race_holes import fill_holes
from upcard.bots.rat_race_opening import reveal_worths
from upcard.bots.rat_race_parts import make_part, worth_with
from upcard.bots.rat_race_prepare import leaf_in, maps_in, prepare, weights_in
from upcard.bots.rat_race_search import (
    best_flip,
    best_place,
    draw_worth,
    flip_worth,
    outcome,
    place_worth,
    turned_up,
)
from upcard.bots.rat_race_table import tabulate_expected, tabulate_td1
from upcard.bots.values.rat_race_room import (
    DOWN,
    FLOATS,
    IN_CELLS,
    IN_PILE,
    INTS,
    OWN,
    PARTS,
    ROWS_LEFT,
    UPCARD,
    UPS,
)
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
def spread(state: Any, code: int, table: Sequence[int], cards: Any, worths: Any, first: int) -> bool:
    """Write what drawing comes to by the card, or an action in a cell by the card that it brings to light."""
    maps, weights = maps_in(table), weights_in(table)
    ints, floats = np.zeros(INTS, np.int64), np.zeros(FLOATS)
    fixed = prepare(state, leaf_in(table), maps, weights, ints, floats)
    cell, place = code - FLIP, False
    if code >= PLACE and code < PLACE + CELLS:
        cell, place = code - PLACE, True
    elif code != DRAW and (state.phase != Phase.TURN_UP or cell < 0 or cell >= CELLS):
        return False
    elif code != DRAW and (fixed or ints[DOWN] == 1):
        return False  # whether the round ends may depend on what is turned up
    if not fixed:
        fill_holes(maps, weights, ints, floats)
    for number in range(len(cards)):
        rank = cards[number]
        if code == DRAW:
            if ints[IN_PILE + rank] > 0:
                worths[first + number] = -min(
                    best_place(rank, rank, fixed, maps, weights, ints, floats),
                    best_flip(rank, rank, fixed, maps, weights, ints, floats),
                )
        elif ints[IN_CELLS + rank] > 0 and place:
            ints[OWN + cell], ints[OWN + UPS + cell] = state.hand, 1
            down = ints[DOWN] - 1
            worth = outcome(cell, down, rank, 0, rank, fixed, maps, weights, ints, floats)
            worths[first + number] = -worth
            ints[OWN + cell], ints[OWN + UPS + cell] = 0, 0
        elif ints[IN_CELLS + rank] > 0:
            upcard = ints[UPCARD]
            worth = turned_up(cell, rank, upcard, 0, fixed, maps, weights, ints, floats)
            worths[first + number] = -worth
    return True


@unchecked
def choose(state: Any, legal: int, word: int, table: Sequence[int]) -> int:  # noqa: ARG001 - no chance
    """Return the code that is worth most, the lowest of equals."""
    worths = np.zeros(CODES)
    weigh(state, legal, table, worths)
    return best_code(legal, worths, CODES)


GAMES = frozenset({"rat-race"})
TD1 = Policy("td1", choose, tabulate_td1, GAMES, weigh=weigh, spread=spread)
HAND_EXPECTIMAX = Policy("hand-expectimax", choose, tabulate_expected, GAMES, weigh=weigh, spread=spread)
