"""What a turn at Rat Race ends with, by the network: the first layer of a position, changed cell by cell.

A *hole* is the first layer of all that filling one cell leaves as it is. A *part* is one way for a turn to
end (see ``rat_race_prepare``); by the network it holds what that is worth with each upcard, at FREE.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from upcard.bots.rat_race_parts import close_up, make_part, worth_with
from upcard.bots.rat_race_position import lay_out
from upcard.bots.rat_race_prepare import BY_VALUE, CLOCKS_OFF, EMPTY, FREE, KIND, NOT_REACHED
from upcard.bots.values.rat_race_ends import fill_sums, grid_mean, open_cells
from upcard.bots.values.rat_race_maps import RANKS
from upcard.bots.values.rat_race_match import HIDDEN_SPREAD, LAST_TURN_SPREAD, SPREADS, for_match
from upcard.bots.values.rat_race_net import (
    BASES,
    BOTH_FORMS,
    COUNT,
    FORMS,
    HIDDEN,
    HOLES,
    MOVED,
    MOVED_GAINS,
    MOVER,
    MOVER_GAINS,
    NONE,
    ONE,
    OUTPUTS,
    SCALE,
    SHARES,
    SLOPES,
    THREE_ROWS,
    TOP_LAYER,
    TOTAL_LEFT,
    TWO_ROWS,
    WIDTH,
    share_of_rank,
    stage_of,
    step_of_rank,
)
from upcard.bots.values.rat_race_net_layers import add_layer, add_rows, copy_layer, think
from upcard.bots.values.rat_race_net_rows import (
    hidden_in,
    put,
    put_column,
    put_filled,
    put_gains,
    put_lacks,
    put_more_gains,
    put_row,
    put_side,
    put_table,
    total_share,
)
from upcard.bots.values.rat_race_room import (
    BONUS,
    DOWN,
    DRAWS,
    FLIPS,
    FOR_MATCH,
    FORM,
    IN_CELLS,
    IS_LAST,
    LAST_TURNS,
    LEAD,
    MOST_RATS,
    NEAR,
    OTHER,
    OTHER_DOWN,
    OTHER_FORM,
    OTHER_ROWS,
    OTHER_WALK,
    OWN,
    PART,
    PLAIN_SIZE,
    REST,
    ROUGH,
    ROUNDS_LATER,
    SHARED,
    SUMS,
    TOTAL,
    TRIAL,
    UNSEEN,
    UNSEEN_TOTAL,
    UPS,
    WALK,
)
from upcard.bots.values.rat_race_room import HOLES as HOLES_KNOWN
from upcard.bots.values.rat_race_twin import by_arrays
from upcard.fast.kernel import unchecked
from upcard.games.rat_race.state import CELLS, COLUMNS, OPTIONAL, ROWS


@unchecked
def look_ahead(
    state: Any, rough: int, match: int, maps: Any, weights: Any, ints: Any, floats: Any, nets: Any
) -> bool:
    """Lay the position out and reckon what does not depend on what the seat does.

    Returned is whether positions after the turn are worth what they are expected to score.
    """
    lay_out(state, ints)
    ints[ROUGH] = rough
    ints[FOR_MATCH] = match
    seat = state.seat
    ints[LEAD] = lead_of(state, seat) - lead_of(state, 1 - seat)
    ints[ROUNDS_LATER] = state.rounds - state.round
    return set_up(maps, weights, ints, floats, nets)


@unchecked
def lead_of(state: Any, seat: int) -> int:
    """RR7.3: Return what a seat has from the rounds before this one."""
    banked = state.banked[seat]
    if state.clocked == seat:
        banked -= 1
    return int(state.totals[seat] - state.speed_bonus * banked)


@unchecked
def set_up(maps: Any, weights: Any, ints: Any, floats: Any, nets: Any) -> bool:
    """Reckon that for a position that is laid out."""
    ints[PLAIN_SIZE] = 0
    fill_sums(ints, IN_CELLS, SUMS, maps)
    ints[NEAR] = open_cells(ints, OTHER, ints[OTHER_WALK], ints[MOST_RATS])
    for place in range(RANKS * RANKS):
        floats[DRAWS + place] = NOT_REACHED
    for place in range(CELLS * RANKS):
        floats[FLIPS + place * PART + KIND] = EMPTY
    if ints[LAST_TURNS] == 1 or ints[IS_LAST] == 1:
        for gone in range(RANKS):
            taken = gone if ints[SHARED] == 1 else 0
            floats[REST + gone] = grid_mean(
                ints, OTHER, ints[OTHER_ROWS], IN_CELLS, ints[TOTAL], SUMS, maps, taken, 0
            )
            if ints[IS_LAST] == 1:
                floats[REST + gone] -= ints[BONUS]
        return True
    for cell in range(CELLS):
        floats[HOLES_KNOWN + cell * PART + KIND] = EMPTY
    fill_shares(0, 0, ints, nets)
    nets[BASES : BASES + WIDTH] = NONE
    put_unseen(0, 0, ints, nets)
    put_side(OTHER, ints[OTHER_FORM], MOVER, maps, ints, nets)
    put_gains(OTHER, ints[OTHER_FORM], MOVER, MOVER_GAINS, maps, ints, nets)
    add_rows(BASES, weights, ints, nets)
    copy_layer(BASES, BASES + WIDTH, nets)
    for less in range(2):
        if ints[DOWN] > less:
            put_both(ints[DOWN] - less, ints[OTHER_DOWN], ints, nets)
            add_rows(BASES + less * WIDTH, weights, ints, nets)
    for rank in range(1, RANKS):
        layer = SLOPES + rank * WIDTH
        nets[layer : layer + WIDTH] = NONE
        put(COUNT + rank, ONE, ints, nets)
        put_lacks(OTHER, ints[OTHER_FORM], rank, ONE, MOVER, maps, ints, nets)
        put_more_gains(MOVER, rank, np.float32(1.0 / step_of_rank(rank)), MOVER_GAINS, ints, nets)
        add_rows(layer, weights, ints, nets)
    return False


@unchecked
def fill_shares(minus: int, plus: int, ints: Any, nets: Any) -> None:
    """Write what the unseen cards count once one is gone and another has come; 0 is none."""
    for rank in range(1, RANKS):
        many = ints[UNSEEN + rank]
        if rank == minus:
            many -= 1
        if rank == plus:
            many += 1
        nets[SHARES + rank] = share_of_rank(rank, many)


@unchecked
def put_unseen(minus: int, plus: int, ints: Any, nets: Any) -> None:
    """Write down the rows of the unseen cards."""
    for rank in range(1, RANKS):
        put(COUNT + rank, nets[SHARES + rank], ints, nets)
    total = ints[UNSEEN_TOTAL]
    if minus > 0:
        total -= 1
    if plus > 0:
        total += 1
    put(TOTAL_LEFT, total_share(total), ints, nets)


@unchecked
def put_both(moved: int, mover: int, ints: Any, nets: Any) -> None:
    """Write down what is so of the table and of both seats, by the cards that are down."""
    asked = 1 if ints[WALK] == OPTIONAL or ints[OTHER_WALK] == OPTIONAL else 0
    put_table(moved, mover, ints[BONUS], asked, ints[MOST_RATS], ints, nets)


@unchecked
def fill_hole(cell: int, maps: Any, weights: Any, ints: Any, floats: Any, nets: Any) -> None:
    """Reckon the hole of a cell, whatever lies in it just now."""
    less = 1 - ints[OWN + UPS + cell]
    layer = HOLES + cell * WIDTH
    row, column = cell // COLUMNS, cell % COLUMNS
    form = ints[FORM]
    copy_layer(BASES + less * WIDTH, layer, nets)
    for other in range(COLUMNS):
        if other != column:
            put_column(OWN, other, form, MOVED, maps, ints, nets)
    if form == THREE_ROWS:
        for other in range(ROWS):
            if other != row:
                put_row(OWN, other, column, MOVED, maps, ints, nets)
    hidden = hidden_in(OWN, form, ints)
    if ints[OWN + cell] == 0:
        hidden -= 1
    put(MOVED + HIDDEN + hidden, ONE, ints, nets)
    put(BOTH_FORMS + form * FORMS + ints[OTHER_FORM], ONE, ints, nets)
    add_rows(layer, weights, ints, nets)
    floats[HOLES_KNOWN + cell * PART + KIND] = BY_VALUE


def _keep_worths(part: int, down: int, ints: Any, floats: Any, nets: Any) -> None:
    if ints[FOR_MATCH] == 1:
        keep_worths.py_func(part, down, ints, floats, nets)
    else:
        outputs = nets[OUTPUTS + 1 : OUTPUTS + RANKS]
        np.multiply(outputs, SCALE, out=floats[part + FREE + 1 : part + FREE + RANKS], dtype=np.float64)
        floats[part + KIND] = BY_VALUE


@by_arrays(_keep_worths)
def keep_worths(part: int, down: int, ints: Any, floats: Any, nets: Any) -> None:
    """Write what the outputs say as a part."""
    spread = SPREADS[down + ints[OTHER_DOWN]]
    for rank in range(1, RANKS):
        worth = float(nets[OUTPUTS + rank]) * SCALE
        floats[part + FREE + rank] = for_match(worth, spread, ints)
    floats[part + KIND] = BY_VALUE


@unchecked
def conclude(
    part: int, grid: int, form: int, down: int, minus: int, plus: int, maps: Any, weights: Any, ints: Any,
    floats: Any, nets: Any,
) -> None:  # fmt: skip
    """Finish the first layer, with other unseen cards than at first, and write what it comes to as a part."""
    if minus != plus:
        for sign in range(2):
            rank = minus if sign == 0 else plus
            if rank > 0:
                step = np.float32(-step_of_rank(rank) if sign == 0 else step_of_rank(rank))
                put_lacks(grid, form, rank, step, MOVED, maps, ints, nets)
                put_more_gains(MOVED, rank, NONE - ONE if sign == 0 else ONE, MOVED_GAINS, ints, nets)
                add_layer(SLOPES + rank * WIDTH, step, TOP_LAYER, nets)
        if plus == 0:
            put(TOTAL_LEFT, np.float32(-0.05), ints, nets)
        elif minus == 0:
            put(TOTAL_LEFT, np.float32(0.05), ints, nets)
    add_rows(TOP_LAYER, weights, ints, nets)
    think(stage_of(down, ints[OTHER_DOWN]), weights, nets)
    keep_worths(part, down, ints, floats, nets)


@unchecked
def cell_part(
    part: int, cell: int, was_up: int, down: int, gone: int, also: int, upcard: int, fixed: bool, maps: Any,
    weights: Any, ints: Any, floats: Any, nets: Any,
) -> None:  # fmt: skip
    """Reckon the part of a turn in which a card has come to lie face up in a cell, and no row walks out.

    ``gone`` is a card that was drawn from the unseen ones, ``also`` one that was turned up; the upcard is 0
    where it is the unknown card that lay there. ``was_up`` says whether the cell was up before.
    """
    if fixed or down == 0:
        make_part(part, -1, down, gone, also, fixed, maps, weights, ints, floats)
        return
    if floats[HOLES_KNOWN + cell * PART + KIND] == EMPTY:
        card, is_up = ints[OWN + cell], ints[OWN + UPS + cell]
        ints[OWN + UPS + cell] = was_up
        fill_hole(cell, maps, weights, ints, floats, nets)
        ints[OWN + cell], ints[OWN + UPS + cell] = card, is_up
    copy_layer(HOLES + cell * WIDTH, TOP_LAYER, nets)
    put_filled(OWN, cell, ints[FORM], MOVED, maps, ints, nets)
    put_gains(OWN, ints[FORM], MOVED, MOVED_GAINS, maps, ints, nets)
    minus, plus = changed(gone, also, upcard)
    conclude(part, OWN, ints[FORM], down, minus, plus, maps, weights, ints, floats, nets)


@unchecked
def row_part(
    part: int, row: int, down: int, gone: int, also: int, upcard: int, fixed: bool, maps: Any, weights: Any,
    ints: Any, floats: Any, nets: Any,
) -> None:  # fmt: skip
    """Reckon the part of a turn from the beginning; a row walks out unless that is −1."""
    if fixed or down == 0:
        make_part(part, row, down, gone, also, fixed, maps, weights, ints, floats)
        return
    grid, form = OWN, ints[FORM]
    if row >= 0:
        close_up(ints, row)
        grid, form = TRIAL, TWO_ROWS
    copy_layer(BASES + (ints[DOWN] - down) * WIDTH, TOP_LAYER, nets)
    put_side(grid, form, MOVED, maps, ints, nets)
    put_gains(grid, form, MOVED, MOVED_GAINS, maps, ints, nets)
    put(BOTH_FORMS + form * FORMS + ints[OTHER_FORM], ONE, ints, nets)
    minus, plus = changed(gone, also, upcard)
    conclude(part, grid, form, down, minus, plus, maps, weights, ints, floats, nets)


@unchecked
def changed(gone: int, also: int, upcard: int) -> tuple[int, int]:
    """Return the card that has gone from the unseen ones and the one that has come to them: the upcard."""
    if gone > 0 and gone == upcard:
        return also, 0
    return max(gone, also), upcard


@unchecked
def worth_at(part: int, upcard: int, gone: int, also: int, maps: Any, ints: Any, floats: Any) -> float:
    """Return what a part comes to with an upcard."""
    if floats[part + KIND] == BY_VALUE:
        return float(floats[part + FREE + upcard])
    return for_match(
        worth_with(part, upcard, gone, also, maps, ints, floats),
        spread_at_end(floats[part + KIND], ints),
        ints,
    )


@unchecked
def spread_at_end(kind: float, ints: Any) -> float:
    """Return the squared spread of what is left of a round where no value is asked."""
    spread = HIDDEN_SPREAD * hidden_in(OTHER, ints[OTHER_FORM], ints)
    if kind == CLOCKS_OFF:
        return spread + LAST_TURN_SPREAD
    return spread + HIDDEN_SPREAD * hidden_in(OWN, ints[FORM], ints)
