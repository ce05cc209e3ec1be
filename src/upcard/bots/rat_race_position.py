"""A position of Rat Race laid out for a search: facts, both grids, the unseen cards.

All of it comes from the state that the seat sees. A grid is ranks, 0 for a card that is not known, and
flags of what is up; the unseen cards are those of the match that lie neither in sight nor in the Burn Pile.
"""

from __future__ import annotations

from typing import Any

from upcard.bots.values.rat_race import NO_WALKOUTS, THREE_ROWS, TWO_ROWS
from upcard.bots.values.rat_race_maps import RANKS
from upcard.bots.values.rat_race_room import (
    BONUS,
    CAN_DRAW,
    DOWN,
    FORM,
    IN_CELLS,
    IN_PILE,
    IS_LAST,
    LAST_TURNS,
    MOST_RATS,
    OTHER,
    OTHER_DOWN,
    OTHER_FORM,
    OTHER_ROWS,
    OTHER_WALK,
    OWN,
    PILE_LEFT,
    PILE_TOTAL,
    ROWS_LEFT,
    SHARED,
    TOTAL,
    UNSEEN,
    UNSEEN_TOTAL,
    UPCARD,
    UPS,
    WALK,
)
from upcard.fast.kernel import unchecked
from upcard.games.rat_race.state import CELLS, COPIES, OFF, RAT, RATS, ROWS
from upcard.state import NOBODY, Phase, Source

FEW_TURNS = 3
"""Where the turn limit leaves a seat so few turns or fewer, what it has learned of whole rounds is no use."""


@unchecked
def lay_out(state: Any, ints: Any) -> None:
    """Write down the position as the seat to move sees it."""
    seat = state.seat
    other = 1 - seat
    for cell in range(CELLS):
        ints[OWN + cell] = state.grid[seat][cell]
        ints[OWN + UPS + cell] = state.up[seat][cell]
        ints[OTHER + cell] = state.grid[other][cell]
        ints[OTHER + UPS + cell] = state.up[other][cell]
    ints[ROWS_LEFT] = state.rows[seat]
    ints[OTHER_ROWS] = state.rows[other]
    ints[DOWN] = state.down[seat]
    ints[OTHER_DOWN] = state.down[other]
    ints[WALK] = state.walkout if state.walked[seat] == 0 else OFF
    ints[OTHER_WALK] = state.walkout if state.walked[other] == 0 else OFF
    ints[MOST_RATS] = state.walkout_rats
    ints[BONUS] = state.speed_bonus
    ints[FORM] = form_of(state.rows[seat], state.walkout)
    ints[OTHER_FORM] = form_of(state.rows[other], state.walkout)
    ints[UPCARD] = state.discard[state.discard_size - 1] if state.discard_size > 0 else 0
    ints[PILE_LEFT] = state.pile_size
    limit = state.turn_limit
    ints[IS_LAST] = 1 if state.clocked != NOBODY else 0
    ints[LAST_TURNS] = 1 if limit > 0 and limit - 1 - state.turns[other] < FEW_TURNS else 0
    count_unseen(state, ints)


@unchecked
def form_of(rows: int, walkout: int) -> int:
    """Return the form of a grid."""
    if walkout == OFF:
        return NO_WALKOUTS
    return TWO_ROWS if rows < ROWS else THREE_ROWS


@unchecked
def count_unseen(state: Any, ints: Any) -> None:
    """AL3, RR3.7, RR5.3: Count the cards that the seat has not seen, those in cells and those in the pile.

    They are the same ones until a pile is made of discards: what is in that is known. Where it must be made
    before a card can be drawn, it counts as made.
    """
    for rank in range(RANKS):
        ints[UNSEEN + rank] = COPIES if rank > 0 else 0
    ints[UNSEEN + RAT] = RATS
    for place in range(state.burn_size):
        ints[UNSEEN + state.burn[place]] -= 1
    for seat in range(2):
        for cell in range(CELLS):
            ints[UNSEEN + state.grid[seat][cell]] -= 1
    for place in range(state.discard_size):
        ints[UNSEEN + state.discard[place]] -= 1
    ints[UNSEEN + state.hand] -= 1
    ints[UNSEEN + 0] = 0
    for rank in range(1, RANKS):
        ints[UNSEEN + rank] = max(ints[UNSEEN + rank], 0)
        ints[IN_CELLS + rank] = ints[UNSEEN + rank]
        ints[IN_PILE + rank] = ints[UNSEEN + rank]
    ints[SHARED] = 1
    if state.pool_on == 1:
        ints[SHARED] = 0
        for rank in range(1, RANKS):
            left = int(state.pool[rank])
            if state.hand_source == Source.PILE and state.hand == rank:
                left -= 1
            ints[IN_PILE + rank] = max(left, 0)
            ints[IN_CELLS + rank] = max(ints[UNSEEN + rank] - ints[IN_PILE + rank], 0)
    ints[CAN_DRAW] = 1 if state.pile_size > 0 or state.discard_size > 1 else 0
    if state.phase == Phase.CHOOSE and state.pile_size == 0:
        ints[SHARED] = 0
        for rank in range(1, RANKS):
            ints[IN_PILE + rank] = 0
        for place in range(state.discard_size - 1):
            ints[IN_PILE + state.discard[place]] += 1
        ints[IN_PILE + 0] = 0
        ints[PILE_LEFT] = state.discard_size - 1
        for rank in range(1, RANKS):
            ints[UNSEEN + rank] = ints[IN_CELLS + rank] + ints[IN_PILE + rank]
    ints[TOTAL] = ints[PILE_TOTAL] = ints[UNSEEN_TOTAL] = 0
    for rank in range(1, RANKS):
        ints[TOTAL] += ints[IN_CELLS + rank]
        ints[PILE_TOTAL] += ints[IN_PILE + rank]
        ints[UNSEEN_TOTAL] += ints[UNSEEN + rank]
