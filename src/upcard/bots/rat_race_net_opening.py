"""The opening reveal of Rat Race (RR2) by the network, and any position's worth from the beginning."""

from __future__ import annotations

from typing import Any

from upcard.bots.rat_race_net_parts import fill_shares, put_both, put_unseen
from upcard.bots.rat_race_opening import chance_to_start, half_if_equal, points_of
from upcard.bots.values.rat_race_ends import left_of_rank
from upcard.bots.values.rat_race_maps import RANKS, TOP
from upcard.bots.values.rat_race_net import (
    BOTH_FORMS,
    FORMS,
    MOVED,
    MOVED_GAINS,
    MOVER,
    MOVER_GAINS,
    NONE,
    ONE,
    OUTPUTS,
    SCALE,
    TOP_LAYER,
    WIDTH,
    stage_of,
)
from upcard.bots.values.rat_race_net_layers import add_rows, think
from upcard.bots.values.rat_race_net_rows import (
    put,
    put_gains,
    put_side,
)
from upcard.bots.values.rat_race_room import (
    DOWN,
    FORM,
    IN_CELLS,
    OTHER,
    OTHER_DOWN,
    OTHER_FORM,
    OWN,
    PLAIN_SIZE,
    TOTAL,
    UNSEEN,
    UNSEEN_TOTAL,
    UPCARD,
    UPS,
)
from upcard.fast.kernel import unchecked
from upcard.games.rat_race.state import CELLS, COLUMNS, FLIP, OPENING


@unchecked
def put_position(own_moved: bool, minus: int, upcard: int, maps: Any, ints: Any, nets: Any) -> None:
    """Write down every row of a position, as if the one seat or the other had just moved."""
    ints[PLAIN_SIZE] = 0
    grid, form, down = OWN, ints[FORM], ints[DOWN]
    other_grid, other_form, other_down = OTHER, ints[OTHER_FORM], ints[OTHER_DOWN]
    if not own_moved:
        grid, other_grid = other_grid, grid
        form, other_form = other_form, form
        down, other_down = other_down, down
    fill_shares(minus, upcard, ints, nets)
    put_unseen(minus, upcard, ints, nets)
    put_side(grid, form, MOVED, maps, ints, nets)
    put_side(other_grid, other_form, MOVER, maps, ints, nets)
    put_gains(grid, form, MOVED, MOVED_GAINS, maps, ints, nets)
    put_gains(other_grid, other_form, MOVER, MOVER_GAINS, maps, ints, nets)
    put(BOTH_FORMS + form * FORMS + other_form, ONE, ints, nets)
    put_both(down, other_down, ints, nets)


@unchecked
def position_worth(
    own_moved: bool, minus: int, upcard: int, maps: Any, weights: Any, ints: Any, nets: Any
) -> float:
    """Return what a position is worth to the one seat or the other, whichever has just moved; low is good.

    From the unseen cards one is gone first, none if that is 0.
    """
    put_position(own_moved, minus, upcard, maps, ints, nets)
    nets[TOP_LAYER : TOP_LAYER + WIDTH] = NONE
    add_rows(TOP_LAYER, weights, ints, nets)
    if own_moved:
        think(stage_of(ints[DOWN], ints[OTHER_DOWN]), weights, nets)
    else:
        think(stage_of(ints[OTHER_DOWN], ints[DOWN]), weights, nets)
    return float(nets[OUTPUTS + upcard]) * SCALE


@unchecked
def reveal_by_net(
    legal: int, worths: Any, fixed: bool, maps: Any, weights: Any, ints: Any, nets: Any
) -> None:
    """RR2.1: Write what each card to turn up is worth, high is good.

    Before its first card all cells are alike to a seat; then those in the row of that card are, those in its
    column, and all others.
    """
    known, own_points = -1, 0
    other_shown, other_points = 0, 0
    for cell in range(CELLS):
        if ints[OWN + UPS + cell] == 1:
            known = cell
        other_shown += ints[OTHER + UPS + cell]
        own_points += points_of(ints[OWN + cell])
        other_points += points_of(ints[OTHER + cell])
        ints[OWN + UPS + cell] = ints[OTHER + UPS + cell] = 0
    for like in range(3):
        worth, weighed = 0.0, fixed or known < 0
        for cell in range(CELLS):
            if (legal >> (FLIP + cell)) & 1 == 0 or likeness(known, cell) != like:
                continue
            if not weighed:
                weighed = True
                for rank in range(1, RANKS):
                    if ints[IN_CELLS + rank] > 0:
                        own = own_points + points_of(rank)
                        ints[OWN + cell] = rank
                        if other_shown < OPENING:
                            begun = before_the_other(rank, own, maps, weights, ints, nets)
                        else:
                            starts = half_if_equal(own, other_points)
                            begun = with_start(starts, rank, maps, weights, ints, nets)
                        worth += ints[IN_CELLS + rank] * begun
                ints[OWN + cell] = 0
                worth /= max(ints[TOTAL], 1)
            worths[FLIP + cell] = -worth


@unchecked
def likeness(known: int, cell: int) -> int:
    """Return whether a cell is in the row of another, in its column, or neither."""
    if known < 0 or cell // COLUMNS == known // COLUMNS:
        return 0
    return 1 if cell % COLUMNS == known % COLUMNS else 2


@unchecked
def with_start(starts: float, rank: int, maps: Any, weights: Any, ints: Any, nets: Any) -> float:
    """Return what the first turn comes to, to begin it being so likely; low is good."""
    worth = 0.0
    if starts > 0.0:
        worth -= starts * position_worth(False, rank, ints[UPCARD], maps, weights, ints, nets)  # noqa: FBT003
    if starts < 1.0:
        worth += (1.0 - starts) * position_worth(True, rank, ints[UPCARD], maps, weights, ints, nets)  # noqa: FBT003
    return worth


@unchecked
def before_the_other(rank: int, own: int, maps: Any, weights: Any, ints: Any, nets: Any) -> float:
    """Return what the first turn comes to where the other seat has still to turn up two cards.

    Of all pairs that may be some are tried: each rank with one other, which is another one for each card
    turned up last, so that equal ones are as frequent as they are. How likely it is to begin is exact.
    """
    first = second = 0.0
    lower = higher = 0.0
    for one in range(1, RANKS):
        two = (one + rank - 1) % TOP + 1
        many = left_of_rank(ints, IN_CELLS, one, rank, 0) * left_of_rank(ints, IN_CELLS, two, rank, one)
        if many <= 0:
            continue
        starts = half_if_equal(own, points_of(one) + points_of(two))
        ints[OTHER], ints[OTHER + COLUMNS + 1] = one, two
        ints[UNSEEN + one] -= 1
        ints[UNSEEN + two] -= 1
        ints[UNSEEN_TOTAL] -= 2
        if starts > 0.0:
            lower += many * starts
            first += many * starts * with_start(1.0, rank, maps, weights, ints, nets)
        if starts < 1.0:
            higher += many * (1.0 - starts)
            second += many * (1.0 - starts) * with_start(0.0, rank, maps, weights, ints, nets)
        ints[UNSEEN + one] += 1
        ints[UNSEEN + two] += 1
        ints[UNSEEN_TOTAL] += 2
    ints[OTHER] = ints[OTHER + COLUMNS + 1] = 0
    starts = chance_to_start(own, 0, 0, ints, IN_CELLS, rank)
    if lower == 0.0:
        return second / max(higher, 1.0)
    if higher == 0.0:
        return first / lower
    return starts * (first / lower) + (1.0 - starts) * (second / higher)
