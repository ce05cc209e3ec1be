"""What a grid of Rat Race gains by a card: by how much its columns score less once that is placed best.

Cards that are not known count as if they might be any of the deck. A row that walks out by it is taken out.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.bots.values.rat_race_maps import CENTS, MEANS, PAIR_MEANS, RANKS
from upcard.bots.values.rat_race_maps import maps as maps_for
from upcard.bots.values.rat_race_room import GRID, MOST_RATS, UPS
from upcard.bots.values.rat_race_twin import by_arrays
from upcard.fast.kernel import unchecked
from upcard.games.rat_race.scoring import same_value
from upcard.games.rat_race.state import CELLS, COLUMNS, RAT, ROWS

ROOM = 16
WHERE_DOWN = ROOM
GAINS = 2 * ROOM
"""Of a grid it is written down what it gains by each rank, wherever that is best; then, the same where a card
is down. In the first part there is room for three numbers more."""
MEAN, TURNED, WAITING = 12, 13, 14
"""What its columns score on average; what it gains if a row walks out by the last of its cards that is turned
up, and by a row of which more are down."""
STEP, MEAN_STEP = np.float32(0.2 / CENTS), np.float32(0.1 / CENTS)
"""Gains are in five points, the average in ten."""
LEAST = -20 * CENTS
NONE = np.float32(0.0)
KEPT = 4_096
"""Of how many grids it is kept what they gain, where nothing is compiled."""
_CELLS, _RANKS = np.arange(CELLS), np.arange(RANKS)
_BELOW, _ABOVE = (_CELLS + COLUMNS) % CELLS, (_CELLS - COLUMNS) % CELLS
_BELOW_OF_TWO = (_CELLS[: 2 * COLUMNS] + COLUMNS) % (2 * COLUMNS)
"""The other cells of the column of each."""


def _fill_gains(
    grid: int,
    two_rows: bool,
    may_walk: bool,
    at: int,
    maps: Any,  # noqa: ARG001 - as the loops
    ints: Any,
    nets: Any,
) -> None:
    laid = ints[grid : grid + GRID].tobytes()
    nets[at : at + GAINS] = gains_of(laid, two_rows, may_walk, int(ints[MOST_RATS]))


@lru_cache(maxsize=KEPT)
def gains_of(laid: bytes, two_rows: bool, may_walk: bool, most_rats: int) -> npt.NDArray[np.float32]:
    """Return what a grid gains; the grids that are tried differ less than the positions they are tried in."""
    grid, maps, gained = np.frombuffer(laid, np.int64), maps_for(most_rats), np.empty(GAINS, np.float32)
    ever, down = gained[:ROOM], gained[WHERE_DOWN:]
    ever[RANKS:] = down[RANKS:] = LEAST
    ever[MEAN] = mean_of(0, two_rows, maps, grid)
    ever[TURNED] = ever[WAITING] = NONE
    cells = 2 * COLUMNS if two_rows else CELLS
    cards, ups = grid[:cells], grid[UPS : UPS + cells]
    if two_rows:
        first = PAIR_MEANS + cards[_BELOW_OF_TWO] * RANKS
    else:
        first = MEANS + (cards[_BELOW] * RANKS + cards[_ABOVE]) * RANKS
    scores = maps[first[:, None] + _RANKS].astype(np.float32)
    gains = scores[_CELLS[:cells], cards][:, None] - scores
    if may_walk:
        find_rows(0, most_rats, maps, grid, ever)
        for cell in range(CELLS):
            if is_near(0, cell, grid):
                one, two = beside(cell)
                fits = _completing(int(grid[one]), int(grid[two]), most_rats)
                gains[cell, fits] = without(0, cell // COLUMNS, maps, grid)
                gains[cell, 0] = LEAST
    np.maximum(gains.max(axis=0), np.float32(LEAST), out=ever[:RANKS])
    gains[ups != 0] = LEAST
    np.maximum(gains.max(axis=0), np.float32(LEAST), out=down[:RANKS])
    ever[:RANKS] *= STEP
    down[:RANKS] *= STEP
    ever[MEAN] *= MEAN_STEP
    ever[TURNED] *= STEP
    ever[WAITING] *= STEP
    gained.setflags(write=False)
    return gained


@cache
def _completing(one: int, two: int, most_rats: int) -> npt.NDArray[np.bool_]:
    """Return which ranks make a row walk out with two others."""
    found = np.array([same_value(one, two, rank, most_rats) for rank in range(RANKS)])
    found.setflags(write=False)
    return found


@by_arrays(_fill_gains)
def fill_gains(grid: int, two_rows: bool, may_walk: bool, at: int, maps: Any, ints: Any, nets: Any) -> None:
    """Write what a grid gains by each card."""
    ever, down = nets[at : at + ROOM], nets[at + WHERE_DOWN : at + GAINS]
    for rank in range(ROOM):
        ever[rank] = down[rank] = LEAST
    ever[MEAN] = mean_of(grid, two_rows, maps, ints)
    ever[TURNED] = ever[WAITING] = NONE
    if may_walk:
        find_rows(grid, ints[MOST_RATS], maps, ints, ever)
    if two_rows:
        for cell in range(2 * COLUMNS):
            other = cell + COLUMNS if cell < COLUMNS else cell - COLUMNS
            first = PAIR_MEANS + ints[grid + other] * RANKS
            place_in(first, ints[grid + cell], ints[grid + UPS + cell], maps, ever, down)
    else:
        for cell in range(CELLS):
            one = cell + COLUMNS if cell < 2 * COLUMNS else cell - 2 * COLUMNS
            two = cell - COLUMNS if cell >= COLUMNS else cell + 2 * COLUMNS
            first = MEANS + (ints[grid + one] * RANKS + ints[grid + two]) * RANKS
            if may_walk and is_near(grid, cell, ints):
                place_in_row(grid, cell, first, maps, ints, ever, down)
            else:
                place_in(first, ints[grid + cell], ints[grid + UPS + cell], maps, ever, down)
    for rank in range(RANKS):
        ever[rank] *= STEP
        down[rank] *= STEP
    ever[MEAN] *= MEAN_STEP
    ever[TURNED] *= STEP
    ever[WAITING] *= STEP


@unchecked
def mean_of(grid: int, two_rows: bool, maps: Any, ints: Any) -> Any:
    """Return what the columns score on average."""
    mean = NONE
    for column in range(COLUMNS):
        one, two = ints[grid + column], ints[grid + column + COLUMNS]
        if two_rows:
            mean += np.float32(maps[PAIR_MEANS + one * RANKS + two])
        else:
            mean += np.float32(maps[MEANS + (one * RANKS + two) * RANKS + ints[grid + column + 2 * COLUMNS]])
    return mean


@unchecked
def find_rows(grid: int, most_rats: int, maps: Any, ints: Any, ever: Any) -> None:
    """Write what is gained by rows of one value that walk out once all their cards are up."""
    for row in range(ROWS):
        first = grid + row * COLUMNS
        if same_value(ints[first], ints[first + 1], ints[first + 2], most_rats):
            up = ints[first + UPS] + ints[first + UPS + 1] + ints[first + UPS + 2]
            place = TURNED if up == COLUMNS - 1 else WAITING
            ever[place] = max(ever[place], without(grid, row, maps, ints))


@unchecked
def without(grid: int, row: int, maps: Any, ints: Any) -> Any:
    """Return by how much the columns score less without a row."""
    upper = COLUMNS if row == 0 else 0
    lower = COLUMNS if row == 2 else 2 * COLUMNS
    gain = NONE
    for column in range(COLUMNS):
        one, two = ints[grid + upper + column], ints[grid + lower + column]
        gain += np.float32(maps[MEANS + (one * RANKS + two) * RANKS + ints[grid + row * COLUMNS + column]])
        gain -= np.float32(maps[PAIR_MEANS + one * RANKS + two])
    return gain


@unchecked
def beside(cell: int) -> tuple[int, int]:
    """Return the other cells of a row."""
    first = cell // COLUMNS * COLUMNS
    if cell == first:
        return first + 1, first + 2
    if cell == first + 1:
        return first, first + 2
    return first, first + 1


@unchecked
def is_near(grid: int, cell: int, ints: Any) -> bool:
    """Whether a card that is placed in a cell may make its row walk out."""
    one, two = beside(cell)
    if ints[grid + UPS + one] == 0 or ints[grid + UPS + two] == 0:
        return False
    one, two = ints[grid + one], ints[grid + two]
    return bool(one == two or max(one, two) == RAT)


@unchecked
def place_in(first: int, card: int, is_up: int, maps: Any, ever: Any, down: Any) -> None:
    """Let a cell be where a card is placed."""
    now = np.float32(maps[first + card])
    for rank in range(RANKS):
        gain = now - np.float32(maps[first + rank])
        ever[rank] = max(ever[rank], gain)
        if is_up == 0:
            down[rank] = max(down[rank], gain)


@unchecked
def place_in_row(grid: int, cell: int, first: int, maps: Any, ints: Any, ever: Any, down: Any) -> None:
    """Let a cell be where a card is placed that may make its row walk out."""
    now, walked = np.float32(maps[first + ints[grid + cell]]), without(grid, cell // COLUMNS, maps, ints)
    one, two = beside(cell)
    for rank in range(1, RANKS):
        gain = now - np.float32(maps[first + rank])
        if same_value(ints[grid + one], ints[grid + two], rank, ints[MOST_RATS]):
            gain = walked
        ever[rank] = max(ever[rank], gain)
        if ints[grid + UPS + cell] == 0:
            down[rank] = max(down[rank], gain)
