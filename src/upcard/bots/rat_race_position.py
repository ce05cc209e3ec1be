"""A position of Rat Race laid out for a search: facts, both grids, the unseen cards.

All of it comes from the state that the seat sees. A grid is ranks, 0 for a card that is not known, and
flags of what is up; the unseen cards are those of the match that lie neither in sight nor in the Burn Pile.
"""

from __future__ import annotations

from typing import Any

from upcard.bots.values.rat_race import NO_WALKOUTS, THREE_ROWS, TWO_ROWS
from upcard.bots.values.rat_race_maps import RANKS
from upcard.fast.kernel import unchecked
from upcard.games.rat_race.state import CELLS, COPIES, OFF, RAT, RATS, ROWS
from upcard.state import NOBODY, Phase, Source

OWN, OWN_UPS, OTHER, OTHER_UPS = range(4)
"""The rows of the grids: ranks and flags of the seat to move, and of the other."""
IN_CELLS, IN_PILE, UNSEEN = range(3)
"""The rows of counts: what may lie in cells, in the pile, and both together."""
FACTS = 24
(
    ROWS_LEFT,
    OTHER_ROWS,
    DOWN,
    OTHER_DOWN,
    WALK,
    OTHER_WALK,
    MOST_RATS,
    SHARED,
    TOTAL,
    PILE_TOTAL,
    ALL_TOTAL,
    BONUS,
    IS_LAST,
    LAST_TURNS,
    UPCARD,
    CAN_DRAW,
    PILE_LEFT,
    FORM,
    OTHER_FORM,
    HAND,
) = range(20)
"""Facts: rows and cards down of both seats, the Walkout each may make (OFF if none), whether cells and pile
hold of the same cards, sums of the counts, whether the round ends with this turn, whether it soon will, …"""
FEW_TURNS = 3
"""Where the turn limit leaves a seat so few turns or fewer, what it has learned of whole rounds is no use."""


@unchecked
def lay_out(state: Any, facts: Any, grids: Any, counts: Any) -> None:
    """Write down the position as the seat to move sees it."""
    seat = state.seat
    other = 1 - seat
    for cell in range(CELLS):
        grids[OWN, cell] = state.grid[seat][cell]
        grids[OWN_UPS, cell] = state.up[seat][cell]
        grids[OTHER, cell] = state.grid[other][cell]
        grids[OTHER_UPS, cell] = state.up[other][cell]
    facts[ROWS_LEFT] = state.rows[seat]
    facts[OTHER_ROWS] = state.rows[other]
    facts[DOWN] = state.down[seat]
    facts[OTHER_DOWN] = state.down[other]
    facts[WALK] = state.walkout if state.walked[seat] == 0 else OFF
    facts[OTHER_WALK] = state.walkout if state.walked[other] == 0 else OFF
    facts[MOST_RATS] = state.walkout_rats
    facts[BONUS] = state.speed_bonus
    facts[FORM] = form_of(state.rows[seat], state.walkout)
    facts[OTHER_FORM] = form_of(state.rows[other], state.walkout)
    facts[UPCARD] = state.discard[state.discard_size - 1] if state.discard_size > 0 else 0
    facts[HAND] = state.hand
    facts[PILE_LEFT] = state.pile_size
    limit = state.turn_limit
    facts[IS_LAST] = 1 if state.clocked != NOBODY else 0
    facts[LAST_TURNS] = 1 if limit > 0 and limit - 1 - state.turns[other] < FEW_TURNS else 0
    count_unseen(state, facts, counts)


@unchecked
def form_of(rows: int, walkout: int) -> int:
    """Return the form of a grid."""
    if walkout == OFF:
        return NO_WALKOUTS
    return TWO_ROWS if rows < ROWS else THREE_ROWS


@unchecked
def count_unseen(state: Any, facts: Any, counts: Any) -> None:
    """AL3, RR3.7, RR5.3: Count the cards that the seat has not seen, those in cells and those in the pile.

    They are the same ones until a pile is made of discards: what is in that is known. Where it must be made
    before a card can be drawn, it counts as made.
    """
    for rank in range(RANKS):
        counts[UNSEEN, rank] = COPIES if rank > 0 else 0
    counts[UNSEEN, RAT] = RATS
    for place in range(state.burn_size):
        counts[UNSEEN, state.burn[place]] -= 1
    for seat in range(2):
        for cell in range(CELLS):
            counts[UNSEEN, state.grid[seat][cell]] -= 1
    for place in range(state.discard_size):
        counts[UNSEEN, state.discard[place]] -= 1
    counts[UNSEEN, state.hand] -= 1
    counts[UNSEEN, 0] = 0
    for rank in range(1, RANKS):
        counts[UNSEEN, rank] = max(counts[UNSEEN, rank], 0)
        counts[IN_CELLS, rank] = counts[UNSEEN, rank]
        counts[IN_PILE, rank] = counts[UNSEEN, rank]
    facts[SHARED] = 1
    if state.pool_on == 1:
        facts[SHARED] = 0
        for rank in range(1, RANKS):
            left = int(state.pool[rank])
            if state.hand_source == Source.PILE and state.hand == rank:
                left -= 1
            counts[IN_PILE, rank] = max(left, 0)
            counts[IN_CELLS, rank] = max(counts[UNSEEN, rank] - counts[IN_PILE, rank], 0)
    facts[CAN_DRAW] = 1 if state.pile_size > 0 or state.discard_size > 1 else 0
    if state.phase == Phase.CHOOSE and state.pile_size == 0:
        facts[SHARED] = 0
        for rank in range(1, RANKS):
            counts[IN_PILE, rank] = 0
        for place in range(state.discard_size - 1):
            counts[IN_PILE, state.discard[place]] += 1
        counts[IN_PILE, 0] = 0
        facts[PILE_LEFT] = state.discard_size - 1
        for rank in range(1, RANKS):
            counts[UNSEEN, rank] = counts[IN_CELLS, rank] + counts[IN_PILE, rank]
    facts[TOTAL] = facts[PILE_TOTAL] = facts[ALL_TOTAL] = 0
    for rank in range(1, RANKS):
        facts[TOTAL] += counts[IN_CELLS, rank]
        facts[PILE_TOTAL] += counts[IN_PILE, rank]
        facts[ALL_TOTAL] += counts[UNSEEN, rank]
