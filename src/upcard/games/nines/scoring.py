"""Nines: packs and ranks, and what cards, columns, squares and whole grids score (NI1.2, NI4)."""

from __future__ import annotations

from upcard.games.nines.state import (
    CORNERS,
    JOKER,
    NO_PENALTY,
    RANK_POINTS,
    TEN,
    ZERO,
    State,
)
from upcard.rule import rule


@rule
def packs(seats: int) -> int:
    """NI1.2: Return how many packs of 54 a table needs."""
    return max(2, (seats + 1) // 2)


@rule
def rank_of(card: int) -> int:
    """NI1.2: Return the rank of a card: 1 for an ace to 13 for a king, 14 for a joker."""
    return (card + 3) // 4


@rule
def card_points(state: State, card: int) -> int:
    """NI4.1, NI4.3: Return what a card counts by itself; a card that is not known counts 0."""
    if card == JOKER:
        return state.joker_value
    return RANK_POINTS[rank_of(card)]


@rule
def column_matches(state: State, first: int, second: int, third: int) -> bool:
    """NI4.2, NI4.3: Whether three cards of one rank make the column 0; jokers if the option says so."""
    if first == 0 or rank_of(first) != rank_of(second) or rank_of(first) != rank_of(third):
        return False
    return first != JOKER or state.joker_column == ZERO


@rule
def cell_points(state: State, seat: int, cell: int) -> int:
    """NI4.1, NI4.2: Return what the card in a cell counts, its column considered."""
    grid = state.grid[seat]
    column = cell % 3
    if column_matches(state, grid[column], grid[column + 3], grid[column + 6]):
        return 0
    return card_points(state, grid[cell])


@rule
def is_square(state: State, seat: int, corner: int) -> bool:
    """NI4.4: Whether the 2×2 cells below and right of ``corner`` hold four cards of one rank."""
    grid = state.grid[seat]
    rank = rank_of(grid[corner])
    return (
        grid[corner] != 0
        and rank == rank_of(grid[corner + 1])
        and rank == rank_of(grid[corner + 3])
        and rank == rank_of(grid[corner + 4])
    )


@rule
def square_points(state: State, seat: int, corner: int) -> int:
    """NI4.4: Return what the four cards of a square count without the bonus."""
    return (
        cell_points(state, seat, corner)
        + cell_points(state, seat, corner + 1)
        + cell_points(state, seat, corner + 3)
        + cell_points(state, seat, corner + 4)
    )


@rule
def best_square(state: State, seat: int) -> int:
    """NI4.5: Return the corner of the one square that counts, the one that is best for the seat.

    −1 if there is none, or none that takes points off: four jokers may be worth more than a small bonus.
    """
    best = -1
    if state.square_bonus > 0:
        most = -state.square_bonus
        for corner in CORNERS:
            if is_square(state, seat, corner):
                points = square_points(state, seat, corner)
                if points > most:
                    best = corner
                    most = points
    return best


@rule
def grid_points(state: State, seat: int) -> int:
    """NI4.1–NI4.5: Return what a whole grid scores."""
    total = 0
    grid = state.grid[seat]
    for column in range(3):
        first, second, third = grid[column], grid[column + 3], grid[column + 6]
        if not column_matches(state, first, second, third):
            total += card_points(state, first)
            total += card_points(state, second)
            total += card_points(state, third)
    square = best_square(state, seat)
    if square >= 0:
        total -= square_points(state, seat, square) + state.square_bonus
    return total


@rule
def penalty_of(state: State) -> int:
    """NI4.7: Return what the finisher pays because another seat is as low or lower."""
    own = state.points[state.finisher]
    beaten = False
    for seat in range(state.seats):
        if seat != state.finisher and state.points[seat] <= own:
            beaten = True
    if not beaten or state.finisher_penalty == NO_PENALTY:
        return 0
    if state.finisher_penalty == TEN:
        return 10
    return max(own, 0)
