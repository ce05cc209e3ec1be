"""A second turn ahead at Nines, where it may matter: what the next seat makes of the best placings.

Between two seats the turn after a placing is looked ahead to as well, over all cards, where a second placing
is about as good as the best one at one turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from upcard.bots.nines_ply import MOST_CODES, Kernel, Search
from upcard.bots.nines_table import ALL, GRID, LAST, QUICK, ROW, UNIT
from upcard.bots.values.nines_net import DEPTH, NET_ROOM
from upcard.fast.kernel import unchecked
from upcard.games.nines.state import CELLS, FLIP, JOKER_RANK, NEVER, PLACE, REJECT, SEATS
from upcard.state import Phase


class Deeper(NamedTuple):
    """``choose`` and ``weigh`` of a policy."""

    choose: Kernel
    weigh: Kernel


def deepening(search: Search) -> Deeper:
    """Return the choice by a search of one turn, looked at again where it is a close one."""
    prepare, look_ahead, weigh_in = search.prepare, search.look_ahead, search.weigh_in

    @unchecked
    def answered(state: Any, table: Any, ranks: Any, room: Any) -> float:
        """Return what the turn of the next seat leaves to this one, the higher the better."""
        prepare(state, table, ranks, room)
        return float(look_ahead(state, table, ranks, room))

    @unchecked
    def after_placing(code: int, state: Any, table: Any, room: Any, ranks: Any, further: Any) -> float:
        """Return what a placing or a reject is worth, one turn further; the state stays what it was."""
        seat = state.seat
        card, source, phase, size = state.hand, state.hand_source, state.phase, state.discard_size
        cell = code - PLACE
        old, up = card, 1
        if code != REJECT:
            old, up = state.grid[seat][cell], state.up[seat][cell]
            state.grid[seat][cell] = card
            state.up[seat][cell] = 1
            state.down[seat] -= 1 - up
        state.turns[seat] += 1
        state.hand, state.hand_source = 0, 0
        state.phase = Phase.CHOOSE
        state.seat = 1 - seat
        state.discard_size = size + 1
        worth = 0.0
        if up == 1:
            state.discard[size] = old
            worth = answered(state, table, ranks, further)
        else:
            for rank in range(1, JOKER_RANK + 1):
                if room[GRID + rank] > 0.0:
                    state.discard[size] = 4 * rank - 3
                    worth += room[GRID + rank] * answered(state, table, ranks, further)
            worth /= room[ALL]
        state.discard[size] = 0
        state.discard_size = size
        state.seat = seat
        state.phase = phase
        state.hand, state.hand_source = card, source
        state.turns[seat] -= 1
        if code != REJECT:
            state.grid[seat][cell] = old
            state.up[seat][cell] = up
            state.down[seat] += 1 - up
        return worth

    @unchecked
    def is_open(code: int, state: Any) -> bool:
        """Whether what a code is worth is an estimate: it does not end the round."""
        if code == REJECT:
            return True
        return bool(state.down[state.seat] > 1 or state.up[state.seat][code - PLACE] == 1)

    @unchecked
    def same_as(code: int, state: Any) -> int:
        """Return the code of a cell above in the column that holds the same, −1 for none."""
        cell = code - PLACE
        if cell < 3 or cell >= CELLS or state.square_bonus > 0:
            return -1
        seat = state.seat
        above = cell - 3
        while above >= 0:
            both_down = state.up[seat][above] == 0 and state.up[seat][cell] == 0
            both_up = state.up[seat][above] == 1 and state.up[seat][cell] == 1
            equal = (state.grid[seat][above] + 3) // 4 == (state.grid[seat][cell] + 3) // 4
            if both_down or (both_up and equal):
                return PLACE + above
            above -= 3
        return -1

    @unchecked
    def deepen(state: Any, legal: int, table: Any, room: Any, worths: Any) -> None:
        """Look a turn further where placings are about as good as each other."""
        margin = table[DEPTH] * UNIT
        phase = state.phase
        if margin == 0.0 or state.seats != 2 or room[LAST] == 1.0 or state.reject_flips != NEVER:
            return
        if phase != Phase.PLACE_DRAWN and phase != Phase.PLACE_TAKEN:
            return
        other = 1 - state.seat
        if state.turns[other] == 0 and state.opening_flips > 0:
            return
        best = -np.inf
        for code in range(FLIP):
            if (legal >> code) & 1 == 1:
                best = max(best, worths[code])
        close = 0
        for code in range(FLIP):
            if (legal >> code) & 1 == 1 and worths[code] > best - margin and same_as(code, state) < 0:
                close += 1
        if close < 2:
            return
        ranks = np.zeros((SEATS, ROW), np.int64)
        further = np.zeros(NET_ROOM)
        further[QUICK] = 1.0
        seen = np.zeros(FLIP)
        for code in range(FLIP):
            if (legal >> code) & 1 == 1 and worths[code] > best - margin and is_open(code, state):
                like = same_as(code, state)
                if like >= 0 and seen[like] == 1.0:
                    worths[code] = worths[like]
                else:
                    worths[code] = after_placing(code, state, table, room, ranks, further)
                    seen[code] = 1.0

    @unchecked
    def weigh(state: Any, legal: int, table: Sequence[int], worths: Any) -> None:
        """Write what each legal code is worth, in points of the round, the higher the better."""
        ranks = np.zeros((SEATS, ROW), np.int64)
        room = np.zeros(NET_ROOM)
        weigh_in(state, legal, table, ranks, room, worths)
        deepen(state, legal, table, room, worths)

    @unchecked
    def choose(state: Any, legal: int, word: int, table: Sequence[int]) -> int:  # noqa: ARG001 - no chance
        """Return the code that is worth most, the lowest of those."""
        ranks = np.zeros((SEATS, ROW), np.int64)
        room = np.zeros(NET_ROOM)
        worths = np.empty(MOST_CODES)
        weigh_in(state, legal, table, ranks, room, worths)
        deepen(state, legal, table, room, worths)
        best = -1
        for code in range(MOST_CODES):
            if (legal >> code) & 1 == 1 and (best < 0 or worths[code] > worths[best]):
                best = code
        return best

    return Deeper(choose, weigh)
