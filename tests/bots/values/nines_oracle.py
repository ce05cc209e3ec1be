"""What layouts of Nines will score, by going through every way that the cards that are down may lie."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from upcard.games.nines import GAME
from upcard.games.nines.scoring import grid_points, rank_of

Grid = tuple[int, ...]
"""The ranks of nine cells, 0 for a card that is down."""


def unseen_by(state: Any) -> Counter[int]:
    """Return the ranks that do not lie open, and are not in the hand of the seat to move."""
    rest = Counter(rank_of(card) for card in GAME.deck(state.seats))
    for seat in range(state.seats):
        rest.subtract(rank_of(card) for card, up in zip(state.grid[seat], state.up[seat], strict=True) if up)
    rest.subtract(rank_of(card) for card in state.discard[: state.discard_size])
    if state.hand:
        rest[rank_of(state.hand)] -= 1
    return +rest


def ranks_of(state: Any, seat: int) -> Grid:
    """Return the ranks of a seat that lie open."""
    return tuple(
        rank_of(card) if up else 0 for card, up in zip(state.grid[seat], state.up[seat], strict=True)
    )


def draws(unseen: Counter[int]) -> Iterator[tuple[int, float, Counter[int]]]:
    """Yield each rank that a card may be, how likely it is, and what is unseen then."""
    for rank, count in sorted((+unseen).items()):
        yield rank, count / unseen.total(), unseen - Counter([rank])


def score(state: Any, grid: Grid) -> int:
    """Return what the rules say of a grid of known ranks."""
    trial = GAME.state(seats=2, notes=[])
    for option in ("joker_value", "joker_column", "square_bonus"):
        setattr(trial, option, getattr(state, option))
    trial.grid[0] = [4 * rank - 3 for rank in grid]
    return grid_points(trial, 0)


def scores(state: Any, grid: Grid, unseen: Counter[int]) -> Iterator[tuple[int, float]]:
    """Yield every score that a grid may come to, with its chance."""
    if 0 not in grid:
        yield score(state, grid), 1.0
        return
    place = grid.index(0)
    for rank, chance, left in draws(unseen):
        for worth, other in scores(state, (*grid[:place], rank, *grid[place + 1 :]), left):
            yield worth, chance * other


def mean(state: Any, grid: Grid, unseen: Counter[int]) -> float:
    """Return what a grid is expected to score."""
    return sum(worth * chance for worth, chance in scores(state, grid, unseen))


def placed(grid: Grid, cell: int, rank: int) -> Grid:
    """Return the grid with a rank in a cell."""
    return (*grid[:cell], rank, *grid[cell + 1 :])


def best_placing(state: Any, grid: Grid, rank: int, unseen: Counter[int]) -> float:
    """Return the least that a grid is expected to score with a card in one of its cells."""
    return min(mean(state, placed(grid, cell, rank), unseen) for cell in range(9))


def last_turn(state: Any, grid: Grid, upcard: int, unseen: Counter[int]) -> tuple[float, float]:
    """Return what a grid is expected to score if the upcard is taken for a last turn, and if one is drawn."""
    drawn = sum(
        chance * min(mean(state, grid, left), best_placing(state, grid, rank, left))
        for rank, chance, left in draws(unseen)
    )
    return best_placing(state, grid, upcard, unseen), drawn
