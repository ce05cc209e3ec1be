"""The opening reveal of Rat Race (RR2) by the network, and any position's worth from the beginning."""

from __future__ import annotations

from typing import Any

from upcard.bots.rat_race_net_parts import fill_shares, put_both, put_unseen
from upcard.bots.rat_race_opening import chance_to_start, points_of
from upcard.bots.values.rat_race_maps import RANKS
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
    put,
    put_gains,
    put_side,
    stage_of,
)
from upcard.bots.values.rat_race_net_layers import add_rows, think
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
    UPCARD,
    UPS,
)
from upcard.fast.kernel import unchecked
from upcard.games.rat_race.state import CELLS, FLIP, OPENING


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

    Before its first card all cells are alike to a seat, and to the right of each cell or below it they are
    alike as well. A seat that reveals first takes the other's two cards for any two: who starts is as likely
    as they make it.
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
                    first = position_worth(False, rank, ints[UPCARD], maps, weights, ints, nets)  # noqa: FBT003
                    second = position_worth(True, rank, ints[UPCARD], maps, weights, ints, nets)  # noqa: FBT003
                    worth += ints[IN_CELLS + rank] * ((1.0 - starts) * second - starts * first)
            ints[OWN + cell] = 0
            worth /= max(ints[TOTAL], 1)
        worths[FLIP + cell] = -worth
