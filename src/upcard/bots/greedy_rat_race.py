"""Greedy at Rat Race: takes the upcard for 3.5 points of its columns, places a drawn card for 2.

A row that walks out is taken out and worth 3 more; what it has seen it keeps in mind. In a final turn
it plays whatever costs nothing. It walks out whenever it may. A card of this game is its own rank.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from upcard.bots.columns import SCALE, column_gain, column_value, pair_value
from upcard.bots.placing import GridState, card_in_question, cell_to_turn_up, is_open
from upcard.games.rat_race.scoring import same_value
from upcard.games.rat_race.state import (
    COLUMNS,
    DRAW,
    FLIP,
    OFF,
    PLACE,
    REJECT,
    ROWS,
    TAKE,
    WALK_OUT,
)
from upcard.rule import rule
from upcard.state import NOBODY, Phase

TWICE_TAKE_AT = 7
PLACE_AT = 2
WALKOUT = 3


class RatRaceState(GridState, Protocol):
    """What is read of the state."""

    walkout: int
    walkout_rats: int
    clocked: int
    up: list[list[int]]
    rows: list[int]


@rule
def choose(state: RatRaceState, legal: int, word: int, table: Sequence[int]) -> int:  # noqa: ARG001 - no chance
    """Return what greedy does at Rat Race."""
    if state.phase == Phase.REVEAL or state.phase == Phase.TURN_UP:
        return FLIP + cell_to_turn_up(state, legal >> FLIP)
    if state.phase == Phase.ASK:
        return WALK_OUT + row_to_walk_out(state, legal, table)
    card = card_in_question(state)
    equal = equal_rows(state)
    where = 0
    best = gain_at(state, 0, card, equal, table)
    for cell in range(1, state.rows[state.seat] * COLUMNS):
        gain = gain_at(state, cell, card, equal, table)
        if gain > best:
            where = cell
            best = gain
    point = table[SCALE]
    if state.clocked != NOBODY and state.clocked != state.seat:
        point = 0
    if state.phase == Phase.CHOOSE:
        if best >= TWICE_TAKE_AT * point // 2 or not is_open(legal, DRAW):
            return TAKE
        return DRAW
    if best >= PLACE_AT * point or not is_open(legal, REJECT):
        return PLACE + where
    return REJECT


@rule
def row_to_walk_out(state: RatRaceState, legal: int, table: Sequence[int]) -> int:
    """Return the row that may walk out and leaves the grid of least value, the highest-lying of equals."""
    chosen = -1
    least = 0
    for row in range(ROWS):
        if is_open(legal, WALK_OUT + row):
            value = value_without(state, row, -1, 0, table)
            if chosen < 0 or value < least:
                chosen = row
                least = value
    return chosen


@rule
def gain_at(state: RatRaceState, cell: int, card: int, equal: int, table: Sequence[int]) -> int:
    """Return by how much the card in a cell lowers the value of the grid, a Walkout included.

    ``equal`` is the mask of the rows that are of one value as they lie.
    """
    own = state.grid[state.seat]
    column = cell % COLUMNS
    first = own[column]
    second = own[column + COLUMNS]
    third = own[column + 2 * COLUMNS]
    if state.rows[state.seat] < ROWS:
        if cell < COLUMNS:
            return pair_value(first, second, table) - pair_value(card, second, table)
        return pair_value(first, second, table) - pair_value(first, card, table)
    if state.walkout != OFF:
        row = row_that_leaves(state, cell, card, equal)
        if row >= 0:
            left = value_without(state, row, cell, card, table) - WALKOUT * table[SCALE]
            return grid_value(state, table) - left
    return column_gain(first, second, third, cell // COLUMNS, card, table)


@rule
def row_that_leaves(state: RatRaceState, spot: int, card: int, equal: int) -> int:
    """RR5.1: Return the lowest-lying row of one value once the card lies in the spot; −1 if none is."""
    row = spot // COLUMNS
    rows = equal & ~(1 << row)
    if is_equal_with(state, row, spot, card):
        rows |= 1 << row
    for lowest in range(ROWS - 1, -1, -1):
        if (rows >> lowest) & 1 == 1:
            return lowest
    return -1


@rule
def equal_rows(state: RatRaceState) -> int:
    """RR5.1: Return the mask of the rows that are of one value as they lie."""
    rows = 0
    for row in range(ROWS):
        if is_equal_with(state, row, -1, 0):
            rows |= 1 << row
    return rows


@rule
def is_equal_with(state: RatRaceState, row: int, spot: int, card: int) -> bool:
    """RR5.1, RR5.2: Whether a row is face up and of one value once the card lies in the spot."""
    cell = row * COLUMNS
    return same_value(
        shown_with(state, cell, spot, card),
        shown_with(state, cell + 1, spot, card),
        shown_with(state, cell + 2, spot, card),
        state.walkout_rats,
    )


@rule
def shown_with(state: RatRaceState, cell: int, spot: int, card: int) -> int:
    """Return the card that is face up in a cell once ``card`` lies in ``spot``, 0 where none is."""
    if cell == spot:
        return card
    if state.up[state.seat][cell] == 1:
        return state.grid[state.seat][cell]
    return 0


@rule
def card_with(state: RatRaceState, cell: int, spot: int, card: int) -> int:
    """Return the card that is known in a cell once ``card`` lies in ``spot``."""
    if cell == spot:
        return card
    return state.grid[state.seat][cell]


@rule
def grid_value(state: RatRaceState, table: Sequence[int]) -> int:
    """Return the value of a grid of three rows."""
    own = state.grid[state.seat]
    value = 0
    for column in range(COLUMNS):
        value += column_value(own[column], own[column + COLUMNS], own[column + 2 * COLUMNS], table)
    return value


@rule
def value_without(state: RatRaceState, row: int, spot: int, card: int, table: Sequence[int]) -> int:
    """Return the value of a grid of three rows once ``card`` lies in ``spot`` and a row is taken out."""
    upper = 0
    lower = 2 * COLUMNS
    if row == 0:
        upper = COLUMNS
    elif row == 2:
        lower = COLUMNS
    value = 0
    for column in range(COLUMNS):
        value += pair_value(
            card_with(state, upper + column, spot, card), card_with(state, lower + column, spot, card), table
        )
    return value
