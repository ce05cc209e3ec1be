"""The opening reveal of Rat Race (RR2): which two cards a seat turns up, and who is likely to start."""

from __future__ import annotations

from typing import Any

from upcard.bots.rat_race_position import (
    ALL_TOTAL,
    BONUS,
    DOWN,
    FORM,
    IN_CELLS,
    OTHER,
    OTHER_DOWN,
    OTHER_FORM,
    OTHER_UPS,
    OWN,
    OWN_UPS,
    TOTAL,
    UNSEEN,
    UPCARD,
)
from upcard.bots.values.rat_race import worth_of
from upcard.bots.values.rat_race_ends import left_of_rank
from upcard.bots.values.rat_race_maps import RANKS
from upcard.fast.kernel import unchecked
from upcard.games.rat_race.state import CELLS, FLIP, OPENING, RAT


@unchecked
def reveal_worths(legal: int, worths: Any, fixed: bool, maps: Any, weights: Any, room: Any) -> None:
    """RR2.1: Write what each card to turn up is worth, high is good.

    Before its first card all cells are alike to a seat. A seat that reveals first takes the other's two cards
    for any two: who starts is as likely as they make it.
    """
    facts, grids, counts = room.facts, room.grids, room.counts
    shown, own_points = 0, 0
    other_shown, other_points = 0, 0
    for cell in range(CELLS):
        shown += grids[OWN_UPS, cell]
        other_shown += grids[OTHER_UPS, cell]
        own_points += points_of(grids[OWN, cell])
        other_points += points_of(grids[OTHER, cell])
        grids[OWN_UPS, cell] = grids[OTHER_UPS, cell] = 0
    for cell in range(CELLS):
        if (legal >> (FLIP + cell)) & 1 == 0:
            continue
        worth = 0.0
        if not fixed and shown == OPENING - 1:
            for rank in range(1, RANKS):
                if counts[IN_CELLS, rank] > 0:
                    starts = chance_to_start(
                        own_points + points_of(rank), other_points, other_shown, counts[IN_CELLS], rank
                    )
                    grids[OWN, cell] = rank
                    worth += counts[IN_CELLS, rank] * start_worth(starts, rank, maps, weights, room)
            grids[OWN, cell] = 0
            worth /= max(facts[TOTAL], 1)
        elif not fixed:
            worth = start_worth(0.5, 0, maps, weights, room)
        worths[FLIP + cell] = -worth


@unchecked
def points_of(rank: int) -> int:
    """RR2.4: Return what a card counts in the opening total."""
    return 0 if rank == RAT else int(rank)


@unchecked
def chance_to_start(own: int, other: int, shown: int, counts: Any, gone: int) -> float:
    """RR2.2, RR2.5: Return how likely a total is the lower one; equal ones count half."""
    if shown >= OPENING:
        return half_if_equal(own, other)
    ways, chance = 0, 0.0
    for first in range(1, RANKS):
        many = left_of_rank(counts, first, gone, 0)
        if many <= 0:
            continue
        if shown == OPENING - 1:
            ways += many
            chance += many * half_if_equal(own, other + points_of(first))
            continue
        for second in range(1, RANKS):
            more = left_of_rank(counts, second, gone, first)
            if more > 0:
                ways += many * more
                chance += many * more * half_if_equal(own, other + points_of(first) + points_of(second))
    return chance / max(ways, 1)


@unchecked
def half_if_equal(own: int, other: int) -> float:
    """Return 1 if the first is lower, 0 if the second is."""
    if own == other:
        return 0.5
    return 1.0 if own < other else 0.0


@unchecked
def start_worth(starts: float, gone: int, maps: Any, weights: Any, room: Any) -> float:
    """Return what the first turn comes to, to begin it being so likely; low is good."""
    facts, grids, counts = room.facts, room.grids, room.counts
    first = worth_of(
        grids[OTHER], grids[OTHER_UPS], facts[OTHER_FORM], facts[OTHER_DOWN], grids[OWN], grids[OWN_UPS],
        facts[FORM], facts[DOWN], facts[UPCARD], counts[UNSEEN], facts[ALL_TOTAL], gone, facts[BONUS],
        maps, weights, room.plain, room.ranked, room.sizes, room.slopes[0],
    )  # fmt: skip
    second = worth_of(
        grids[OWN], grids[OWN_UPS], facts[FORM], facts[DOWN], grids[OTHER], grids[OTHER_UPS],
        facts[OTHER_FORM], facts[OTHER_DOWN], facts[UPCARD], counts[UNSEEN], facts[ALL_TOTAL], gone,
        facts[BONUS], maps, weights, room.plain, room.ranked, room.sizes, room.slopes[0],
    )  # fmt: skip
    return (1.0 - starts) * second - starts * first
