"""A second turn ahead at Nines, where it may matter: what the next seat makes of the best placings.

Between two seats the turn after a placing is looked ahead to as well, over all cards, where a second placing
is about as good as the best one at one turn. Which pile is chosen is left to one turn: that is an expectation
over all cards already, and next to nothing was lost by it. With more seats nothing was won by the next one's
turn: there is one turn, of the ``plain`` search.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from upcard.bots.choosing import best_code
from upcard.bots.nines_ply import MOST_CODES, Kernel, Search
from upcard.bots.nines_table import ALL, APART, FOR_MATCH, GRID, LAST, PLACINGS, QUICK, ROW, UNIT, WORTHS
from upcard.bots.values.nines_exact import FAR
from upcard.bots.values.nines_layout import AT_FLIPS, DEPTH, NET_ROOM
from upcard.bots.values.nines_match import is_for_match
from upcard.fast.kernel import unchecked
from upcard.games.nines.state import CELLS, FLIP, JOKER_RANK, NEVER, PLACE, REJECT, SEATS
from upcard.state import Phase


class Deeper(NamedTuple):
    """``choose`` and ``weigh`` of a policy."""

    choose: Kernel
    weigh: Kernel


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
def is_deep(state: Any, room: Any) -> bool:
    """Whether a second turn can be looked ahead to: neither the last turns nor the first ones."""
    if state.seats != 2 or room[LAST] == 1.0 or state.reject_flips != NEVER or state.pile_size < 2:
        return False
    return bool(state.turns[1 - state.seat] > 0 or state.opening_flips == 0)


def deepening(search: Search, plain: Search) -> Deeper:
    """Return the choice by a search of one turn, looked at again where it is a close one.

    ``plain`` is the search where more than two seats play, and while cards are turned up first: *td1* has
    learned what they lead to.
    """
    prepare, look_ahead, draw, weigh_in = search.prepare, search.look_ahead, search.draw, search.weigh_in
    weigh_in_plain = plain.weigh_in

    @unchecked
    def answered(state: Any, table: Any, ranks: Any, room: Any) -> float:
        """Return what the turn of the next seat leaves to this one, the higher the better."""
        prepare(state, table, ranks, room)
        return float(look_ahead(state, table, ranks, room))

    @unchecked
    def answered_to_any(state: Any, table: Any, ranks: Any, room: Any) -> float:
        """Return the same where any card that nobody has seen lies on the discard.

        It does as well as the same card if it is drawn; that it is drawn no more is left out.
        """
        prepare(state, table, ranks, room)
        draw(state, table, ranks, room)
        worth = 0.0
        for rank in range(1, JOKER_RANK + 1):
            if room[GRID + rank] > 0.0:
                worth += room[GRID + rank] * min(room[PLACINGS + rank], room[WORTHS + 1])
        return float(worth / room[ALL])

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
        before = state.discard[size]
        worth = 0.0
        if up == 1:
            state.discard_size = size + 1
            state.discard[size] = old
            worth = answered(state, table, ranks, further)
        elif room[APART] == 0.0:
            worth = answered_to_any(state, table, ranks, further)
        else:
            state.discard_size = size + 1
            for rank in range(1, JOKER_RANK + 1):
                if room[GRID + rank] > 0.0:
                    state.discard[size] = 4 * rank - 3
                    worth += room[GRID + rank] * answered(state, table, ranks, further)
            worth /= room[ALL]
        state.discard[size] = before
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
    def deepen(state: Any, legal: int, table: Any, room: Any, worths: Any, ranks: Any) -> None:
        """Look a turn further where placings are about as good as each other."""
        margin = table[DEPTH] * UNIT
        if state.turn_limit > 0 and state.turns[state.seat] + 2 >= state.turn_limit:
            margin = FAR  # the turn that is looked ahead to may be the last one: nothing is estimated then
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
        further = np.zeros(NET_ROOM)
        further[QUICK] = 1.0
        for code in range(FLIP):
            if (legal >> code) & 1 == 1 and worths[code] > best - margin and is_open(code, state):
                like = same_as(code, state)
                if like >= 0:  # the cell above is as close to the best one, and has been looked at
                    worths[code] = worths[like]
                else:
                    worths[code] = after_placing(code, state, table, room, ranks, further)

    @unchecked
    def weigh_deep(match: float, state: Any, legal: int, table: Sequence[int], worths: Any) -> None:
        """Write what each legal code is worth, for the round (0) or for the match (1)."""
        ranks = np.zeros((SEATS, ROW), np.int64)
        room = np.zeros(NET_ROOM)
        room[FOR_MATCH] = match
        if state.phase == Phase.FLIP:
            weigh_in_plain(state, legal, table[AT_FLIPS:], ranks, room, worths)
        elif state.seats == 2:
            weigh_in(state, legal, table, ranks, room, worths)
        else:
            weigh_in_plain(state, legal, table, ranks, room, worths)
        placing = state.phase == Phase.PLACE_DRAWN or state.phase == Phase.PLACE_TAKEN
        if table[DEPTH] > 0 and placing and is_deep(state, room):
            deepen(state, legal, table, room, worths, ranks)

    @unchecked
    def weigh(state: Any, legal: int, table: Sequence[int], worths: Any) -> None:
        """Write what each legal code is worth, in points of the round, the higher the better."""
        weigh_deep(0.0, state, legal, table, worths)

    @unchecked
    def choose(state: Any, legal: int, word: int, table: Sequence[int]) -> int:  # noqa: ARG001 - no chance
        """Return the code that is worth most, the lowest of those; in a last turn for the match."""
        worths = np.empty(MOST_CODES)
        weigh_deep(1.0 if is_for_match(state) else 0.0, state, legal, table, worths)
        return best_code(legal, worths, MOST_CODES)

    return Deeper(choose, weigh)
