"""What a seat sees of Nines: ranks that lie open, and how many cards of each rank nobody has seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from upcard.bots.nines_table import (
    ALL,
    APART,
    CARDS,
    DRAW,
    FIRST_COLUMN,
    GAINS,
    GRID,
    NUMBERS,
    POINTS,
    RADIX,
    STAKE,
    SUM,
)
from upcard.fast.kernel import unchecked
from upcard.games.nines.scoring import rank_of
from upcard.games.nines.state import CELLS, JOKER_RANK
from upcard.state import Phase, Source


@unchecked
def look(state: Any, table: Sequence[int], ranks: Any, room: Any) -> None:
    """Read the ranks that lie face up, and count what nobody has seen."""
    for rank in range(RADIX):
        room[GRID + rank] = 0.0
        room[DRAW + rank] = 0.0
    for rank in range(1, JOKER_RANK + 1):
        room[GRID + rank] += table[CARDS + rank]
    for seat in range(state.seats):
        for cell in range(CELLS):
            rank = 0
            if state.up[seat][cell] == 1:
                rank = rank_of(state.grid[seat][cell])
                room[GRID + rank] -= 1.0
            ranks[seat, cell] = rank
        for column in range(3):
            ranks[seat, FIRST_COLUMN + column] = number_of(
                ranks[seat, column], ranks[seat, column + 3], ranks[seat, column + 6], table
            )
    for place in range(state.discard_size):
        room[GRID + rank_of(state.discard[place])] -= 1.0
    if state.hand != 0:
        room[GRID + rank_of(state.hand)] -= 1.0
    count_draws(state, room)
    room[ALL] = 0.0
    room[SUM] = 0.0
    for rank in range(1, JOKER_RANK + 1):
        room[ALL] += room[GRID + rank]
        room[SUM] += room[GRID + rank] * table[POINTS + rank]
    room[STAKE] = 0.0
    room[GAINS] = 0.0


@unchecked
def count_draws(state: Any, room: Any) -> None:
    """Count what may be drawn: any unseen card, or those of a pile that was made from the discards."""
    room[APART] = 0.0
    if state.pile_size == 0:
        room[APART] = 1.0
        kept = 1
        if state.phase == Phase.PLACE_DRAWN or state.phase == Phase.PLACE_TAKEN:
            kept = 0
        for place in range(state.discard_size - kept):
            room[DRAW + rank_of(state.discard[place])] += 1.0
    elif state.pool_on == 1:
        room[APART] = 1.0
        for face in range(1, len(state.pool)):
            room[DRAW + rank_of(face)] += state.pool[face]
        if state.hand != 0 and state.hand_source == Source.PILE:
            room[DRAW + rank_of(state.hand)] -= 1.0
        for rank in range(1, JOKER_RANK + 1):
            room[GRID + rank] -= room[DRAW + rank]
    else:
        for rank in range(1, JOKER_RANK + 1):
            room[DRAW + rank] = room[GRID + rank]


@unchecked
def number_of(first: int, second: int, third: int, table: Sequence[int]) -> int:
    """Return the number of a column of three ranks."""
    return int(table[NUMBERS + (first * RADIX + second) * RADIX + third])


@unchecked
def take_out(rank: int, table: Sequence[int], room: Any) -> None:
    """Count one card less of a rank that has turned up."""
    room[GRID + rank] -= 1.0
    room[ALL] -= 1.0
    room[SUM] -= table[POINTS + rank]
    if room[APART] == 0.0:
        room[DRAW + rank] -= 1.0


@unchecked
def put_back(rank: int, table: Sequence[int], room: Any) -> None:
    """Count one card more again."""
    room[GRID + rank] += 1.0
    room[ALL] += 1.0
    room[SUM] += table[POINTS + rank]
    if room[APART] == 0.0:
        room[DRAW + rank] += 1.0
