"""Nines from the rule book alone, slowly: what a grid of nine ranks (reading order) scores."""

from collections.abc import Sequence

COLUMNS = ((0, 3, 6), (1, 4, 7), (2, 5, 8))
SQUARES = ((0, 1, 3, 4), (1, 2, 4, 5), (3, 4, 6, 7), (4, 5, 7, 8))


def points(rank: str, joker: int = -2) -> int:
    """NI4.1, NI4.3: what one card counts."""
    if rank == "X":
        return joker
    return {"K": 0, "A": 1, "J": 10, "Q": 10}.get(rank) if rank in "KAJQ" else int(rank)


def matches(grid: Sequence[str], cells: Sequence[int]) -> bool:
    """Whether these cells hold cards of one rank."""
    return len({grid[cell] for cell in cells}) == 1


def score(grid: Sequence[str], joker_value: int = -2, joker_column: str = "0", square_bonus: int = 0) -> int:
    """NI4.1–NI4.5: what the whole grid scores."""
    counted = [points(rank, joker_value) for rank in grid]
    for column in COLUMNS:
        if matches(grid, column) and (grid[column[0]] != "X" or joker_column == "0"):
            for cell in column:
                counted[cell] = 0
    ways = [
        sum(count for cell, count in enumerate(counted) if cell not in square) - square_bonus
        for square in SQUARES
        if matches(grid, square)
    ]
    return min(sum(counted), *ways) if ways and square_bonus else sum(counted)


def penalty(points_of_all: Sequence[int], finisher: int, rule: str) -> int:
    """NI4.7: what the finisher pays."""
    own = points_of_all[finisher]
    others = [score for seat, score in enumerate(points_of_all) if seat != finisher]
    if min(others) > own or rule == "none":
        return 0
    return 10 if rule == "+10" else max(own * 2, own) - own
