"""Rat Race: what cards, columns and grids score, and when a row is of one value (RR4, RR5.1, RR5.2)."""

from __future__ import annotations

from upcard.games.rat_race.state import COLUMNS, RAT, ROWS, State
from upcard.rule import rule


@rule
def card_points(card: int, one: int, two: int) -> int:
    """RR4.1, RR4.2, RR4.3, RR4.4: Return what a card counts beside the two others of its column.

    It counts nothing if it is a Rat, if it has an equal, or if a Rat copies it: a Rat without a pair copies
    the higher card. 0 is a card that is not there or not known; a Rat then copies the one that is.
    """
    if card == RAT:
        return 0
    if one == card or two == card:
        return 0
    if (one == RAT or two == RAT) and (one == two or card > min(one, two)):
        return 0
    return card


@rule
def column_points(first: int, second: int, third: int) -> int:
    """RR4.1, RR4.2, RR4.3: Return what a column scores; 0 is a card that is not there or not known."""
    return (
        card_points(first, second, third)
        + card_points(second, first, third)
        + card_points(third, first, second)
    )


@rule
def grid_points(state: State, seat: int) -> int:
    """RR4.5, RR7.1: Return what a whole grid scores: the sum of its columns, and nothing else."""
    total = 0
    for column in range(COLUMNS):
        total += column_points(
            state.grid[seat][column],
            state.grid[seat][column + COLUMNS],
            state.grid[seat][column + 2 * COLUMNS],
        )
    return total


@rule
def seen_card(state: State, seat: int, cell: int) -> int:
    """RR2.3, AL3: Return the card of a cell if everybody has seen it, else 0."""
    if state.up[seat][cell] == 1 or state.known[seat][cell] == 1:
        return state.grid[seat][cell]
    return 0


@rule
def cell_points(state: State, seat: int, cell: int) -> int:
    """RR4.1, RR4.2, RR4.3: Return what the card of a cell counts, as far as its column has been seen."""
    row = cell // COLUMNS
    column = cell % COLUMNS
    return card_points(
        seen_card(state, seat, cell),
        seen_card(state, seat, (row + 1) % ROWS * COLUMNS + column),
        seen_card(state, seat, (row + 2) % ROWS * COLUMNS + column),
    )


@rule
def same_value(first: int, second: int, third: int, most_rats: int) -> bool:
    """RR5.1, RR5.2: Whether three cards are of one value, with no more Rats among them than ``most_rats``.

    A card that is not known, 0, is never of any value.
    """
    if first == 0 or second == 0 or third == 0:
        return False
    value = min(first, second, third)
    rats = 0
    if first == RAT:
        rats += 1
    elif first != value:
        return False
    if second == RAT:
        rats += 1
    elif second != value:
        return False
    if third == RAT:
        rats += 1
    elif third != value:
        return False
    return rats <= most_rats


@rule
def row_is_equal(state: State, seat: int, row: int) -> bool:
    """RR5.1: Whether the three cards of a row are face up and of one value."""
    cell = row * COLUMNS
    return (
        state.up[seat][cell] == 1
        and state.up[seat][cell + 1] == 1
        and state.up[seat][cell + 2] == 1
        and same_value(
            state.grid[seat][cell],
            state.grid[seat][cell + 1],
            state.grid[seat][cell + 2],
            state.walkout_rats,
        )
    )


@rule
def equal_row(state: State, seat: int) -> int:
    """RR5.1: Return the highest-lying row of one value, 0 for the top one; −1 if there is none."""
    for row in range(state.rows[seat]):
        if row_is_equal(state, seat, row):
            return row
    return -1
