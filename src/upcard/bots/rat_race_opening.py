"""The opening reveal of Rat Race (RR2): which two cards a seat turns up, and who is likely to start."""

from __future__ import annotations

from typing import Any

from upcard.bots.values.rat_race import worth_of
from upcard.bots.values.rat_race_ends import left_of_rank
from upcard.bots.values.rat_race_maps import RANKS
from upcard.bots.values.rat_race_room import (
    DOWN,
    FORM,
    IN_CELLS,
    OTHER,
    OTHER_DOWN,
    OTHER_FORM,
    OWN,
    TOTAL,
    UPCARD,
    UPS,
)
from upcard.fast.kernel import unchecked
from upcard.games.rat_race.state import CELLS, FLIP, OPENING, RAT


@unchecked
def reveal_worths(
    legal: int, worths: Any, fixed: bool, maps: Any, weights: Any, ints: Any, floats: Any
) -> None:
    """RR2.1: Write what each card to turn up is worth, high is good.

    Before its first card all cells are alike to a seat. A seat that reveals first takes the other's two cards
    for any two: who starts is as likely as they make it.
    """
    shown, own_points = 0, 0
    other_shown, other_points = 0, 0
    for cell in range(CELLS):
        shown += ints[OWN + UPS + cell]
        other_shown += ints[OTHER + UPS + cell]
        own_points += points_of(ints[OWN + cell])
        other_points += points_of(ints[OTHER + cell])
        ints[OWN + UPS + cell] = ints[OTHER + UPS + cell] = 0
    for cell in range(CELLS):
        if (legal >> (FLIP + cell)) & 1 == 0:
            continue
        worth = 0.0
        if not fixed and shown == OPENING - 1:
            for rank in range(1, RANKS):
                if ints[IN_CELLS + rank] > 0:
                    starts = chance_to_start(
                        own_points + points_of(rank), other_points, other_shown, ints, IN_CELLS, rank
                    )
                    ints[OWN + cell] = rank
                    worth += ints[IN_CELLS + rank] * start_worth(starts, rank, maps, weights, ints, floats)
            ints[OWN + cell] = 0
            worth /= max(ints[TOTAL], 1)
        elif not fixed:
            worth = start_worth(0.5, 0, maps, weights, ints, floats)
        worths[FLIP + cell] = -worth


@unchecked
def points_of(rank: int) -> int:
    """RR2.4: Return what a card counts in the opening total."""
    return 0 if rank == RAT else int(rank)


@unchecked
def chance_to_start(own: int, other: int, shown: int, ints: Any, counts: int, gone: int) -> float:
    """RR2.2, RR2.5: Return how likely a total is the lower one; equal ones count half."""
    if shown >= OPENING:
        return half_if_equal(own, other)
    ways, chance = 0, 0.0
    for first in range(1, RANKS):
        many = left_of_rank(ints, counts, first, gone, 0)
        if many <= 0:
            continue
        if shown == OPENING - 1:
            ways += many
            chance += many * half_if_equal(own, other + points_of(first))
            continue
        for second in range(1, RANKS):
            more = left_of_rank(ints, counts, second, gone, first)
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
def start_worth(starts: float, gone: int, maps: Any, weights: Any, ints: Any, floats: Any) -> float:
    """Return what the first turn comes to, to begin it being so likely; low is good."""
    first = worth_of(
        ints, floats, OTHER, ints[OTHER_FORM], ints[OTHER_DOWN], OWN, ints[FORM], ints[DOWN], ints[UPCARD],
        gone, maps, weights,
    )  # fmt: skip
    second = worth_of(
        ints, floats, OWN, ints[FORM], ints[DOWN], OTHER, ints[OTHER_FORM], ints[OTHER_DOWN], ints[UPCARD],
        gone, maps, weights,
    )  # fmt: skip
    return (1.0 - starts) * second - starts * first
