"""Nines, exactly: what a layout will score, cards that are down being any of those that nobody has seen.

Everything is an expectation over cards drawn without putting back. Columns are added up; the best square
and the stake of a seat that may catch up with the finisher are reckoned for the whole layout.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from upcard.bots.nines_table import (
    ALL,
    APART,
    DRAW,
    GAINS,
    GRID,
    LIMIT,
    MATCH,
    POINTS,
    STAKE,
    SUM,
)
from upcard.bots.values.nines_seen import put_back, take_out
from upcard.fast.kernel import unchecked
from upcard.games.nines.state import CELLS, CORNERS, JOKER_RANK

LOWEST = -15
SCORES = 46
"""The least that a column scores, three jokers, and how many scores there are up to 30."""
FAR = 1e9


@unchecked
def column_mean(first: int, second: int, third: int, table: Sequence[int], room: Any) -> float:
    """Return what a column is expected to score."""
    known = float(table[POINTS + first] + table[POINTS + second] + table[POINTS + third])
    unknown = (1 if first == 0 else 0) + (1 if second == 0 else 0) + (1 if third == 0 else 0)
    if unknown == 0:
        if first == second and first == third:
            return known - table[MATCH + first]
        return known
    cards = max(room[ALL], float(unknown))
    worth = known + unknown * (room[SUM] / cards)
    if unknown == 1:
        rank = max(first, second)
        if first + second + third == 2 * rank:
            worth -= room[GRID + rank] / cards * table[MATCH + rank]
    elif unknown == 2:
        rank = first + second + third
        left = room[GRID + rank]
        worth -= left * (left - 1.0) / (cards * (cards - 1.0)) * table[MATCH + rank]
    else:
        threes = 0.0
        for rank in range(1, JOKER_RANK + 1):
            left = room[GRID + rank]
            threes += left * (left - 1.0) * (left - 2.0) * table[MATCH + rank]
        worth -= threes / (cards * (cards - 1.0) * (cards - 2.0))
    return float(worth)


@unchecked
def cell_worth(seat: int, cell: int, table: Sequence[int], ranks: Any) -> int:
    """NI4.2: Return what a known card counts, its column considered."""
    column = cell % 3
    rank = ranks[seat, cell]
    three = (
        ranks[seat, column] == rank and ranks[seat, column + 3] == rank and ranks[seat, column + 6] == rank
    )
    if three and table[MATCH + rank] != 0:
        return 0
    return int(table[POINTS + rank])


@unchecked
def square_mean(seat: int, state: Any, table: Sequence[int], ranks: Any, room: Any) -> float:
    """NI4.4, NI4.5: Return what the best square is expected to take off; squares of known cards exactly."""
    best = 0.0
    for place in range(4):
        corner = CORNERS[place]
        rank = 0
        missing = 0
        gain = state.square_bonus
        same = True
        for number in range(4):
            cell = corner + number % 2 + 3 * (number // 2)
            here = ranks[seat, cell]
            if here == 0:
                missing += 1
            else:
                same &= rank == 0 or rank == here
                rank = here
                gain += cell_worth(seat, cell, table, ranks)
        if same and missing < 4:
            chance = 1.0
            for number in range(missing):
                chance *= max(room[GRID + rank] - number, 0.0) / max(room[ALL] - number, 1.0)
            worth = chance * (gain + missing * table[POINTS + rank])
            best = max(best, worth)
    return best


@unchecked
def layout_mean(seat: int, state: Any, table: Sequence[int], ranks: Any, room: Any) -> float:
    """Return what a layout is expected to score as it lies."""
    worth = 0.0
    for column in range(3):
        worth += column_mean(
            ranks[seat, column], ranks[seat, column + 3], ranks[seat, column + 6], table, room
        )
    if state.square_bonus > 0:
        worth -= square_mean(seat, state, table, ranks, room)
    return worth


@unchecked
def layout_worth(seat: int, state: Any, table: Sequence[int], ranks: Any, room: Any) -> float:
    """Return ``layout_mean`` less the stake, as far as it is won: a seat at its last turn wants it low."""
    worth = layout_mean(seat, state, table, ranks, room)
    if room[STAKE] > 0.0:
        worth -= room[STAKE] * chance_at_most(seat, room[LIMIT], state, table, ranks, room)
    return worth


@unchecked
def is_known(seat: int, column: int, ranks: Any) -> bool:
    """Whether all cards of a column are up."""
    return bool(ranks[seat, column] > 0 and ranks[seat, column + 3] > 0 and ranks[seat, column + 6] > 0)


@unchecked
def note_gains(seat: int, table: Sequence[int], ranks: Any, room: Any) -> None:
    """Write down the least that a card of each rank adds to known columns: no unseen card matters."""
    room[GAINS] = seat + 1
    for rank in range(1, JOKER_RANK + 1):
        least = FAR
        for cell in range(CELLS):
            column = cell % 3
            if is_known(seat, column, ranks):
                least = min(least, change_of(seat, cell, rank, table, ranks, room))
        room[GAINS + rank] = least


@unchecked
def change_of(seat: int, cell: int, rank: int, table: Sequence[int], ranks: Any, room: Any) -> float:
    """Return by how much a rank in a cell changes what the column is expected to score."""
    column = cell % 3
    old = ranks[seat, cell]
    before = column_mean(ranks[seat, column], ranks[seat, column + 3], ranks[seat, column + 6], table, room)
    ranks[seat, cell] = rank
    now = column_mean(ranks[seat, column], ranks[seat, column + 3], ranks[seat, column + 6], table, room)
    ranks[seat, cell] = old
    return float(now - before)


@unchecked
def best_placing(seat: int, rank: int, state: Any, table: Sequence[int], ranks: Any, room: Any) -> float:
    """Return the least ``layout_worth`` there is once a card lies in one of the cells."""
    plain = state.square_bonus == 0 and room[STAKE] == 0.0
    noted = plain and room[GAINS] == seat + 1
    best = room[GAINS + rank] if noted else FAR
    for cell in range(CELLS):
        old = ranks[seat, cell]
        if plain:
            if cell >= 3 and ranks[seat, cell - 3] == old:
                continue
            if cell >= 6 and ranks[seat, cell - 6] == old:
                continue
            if noted and is_known(seat, cell % 3, ranks):
                continue
            best = min(best, change_of(seat, cell, rank, table, ranks, room))
        else:
            ranks[seat, cell] = rank
            best = min(best, layout_worth(seat, state, table, ranks, room))
            ranks[seat, cell] = old
    if plain:
        best += layout_mean(seat, state, table, ranks, room)
    return float(best)


@unchecked
def last_turn(seat: int, upcard: int, state: Any, table: Sequence[int], ranks: Any, room: Any) -> float:
    """Return what a seat is expected to score after one more turn, played as well as can be.

    ``upcard`` is the rank that lies there, counted among the unseen no more; 0 is one that is of no use.
    """
    stay = FAR
    if upcard > 0:
        stay = best_placing(seat, upcard, state, table, ranks, room)
    if state.square_bonus == 0 and room[STAKE] == 0.0 and room[GAINS] == seat + 1:
        return min(stay, drawn_mean(seat, table, ranks, room))
    total = 0.0
    cards = 0.0
    for rank in range(1, JOKER_RANK + 1):
        count = room[DRAW + rank]
        if count > 0.0:
            if room[APART] == 0.0:
                take_out(rank, table, room)
            best = best_placing(seat, rank, state, table, ranks, room)
            best = min(best, layout_worth(seat, state, table, ranks, room))
            if room[APART] == 0.0:
                put_back(rank, table, room)
            total += count * best
            cards += count
    if cards == 0.0:
        return min(stay, layout_worth(seat, state, table, ranks, room))
    return min(stay, total / cards)


@unchecked
def drawn_mean(seat: int, table: Sequence[int], ranks: Any, room: Any) -> float:
    """Return what a seat is expected to score if it draws for its last turn; its gains have been noted."""
    total = 0.0
    cards = 0.0
    for rank in range(1, JOKER_RANK + 1):
        count = room[DRAW + rank]
        if count > 0.0:
            if room[APART] == 0.0:
                take_out(rank, table, room)
            total += count * unknown_part(seat, rank, table, ranks, room)
            cards += count
            if room[APART] == 0.0:
                put_back(rank, table, room)
    worth = 0.0
    if cards > 0.0:
        worth = total / cards
    for column in range(3):
        if cards == 0.0 or is_known(seat, column, ranks):
            first, second, third = ranks[seat, column], ranks[seat, column + 3], ranks[seat, column + 6]
            worth += column_mean(first, second, third, table, room)
    return float(worth)


@unchecked
def unknown_part(seat: int, rank: int, table: Sequence[int], ranks: Any, room: Any) -> float:
    """Return what columns that are not known will score with a rank put where it is best, or nowhere.

    What it gains in a known column is taken off as well.
    """
    worth = 0.0
    change = min(room[GAINS + rank], 0.0)
    for column in range(3):
        if is_known(seat, column, ranks):
            continue
        first, second, third = ranks[seat, column], ranks[seat, column + 3], ranks[seat, column + 6]
        here = column_mean(first, second, third, table, room)
        worth += here
        change = min(change, column_mean(rank, second, third, table, room) - here)
        if second != first:
            change = min(change, column_mean(first, rank, third, table, room) - here)
        if third != first and third != second:
            change = min(change, column_mean(first, second, rank, table, room) - here)
    return float(worth + change)


@unchecked
def chance_at_most(seat: int, limit: float, state: Any, table: Sequence[int], ranks: Any, room: Any) -> float:
    """Return how likely a layout scores at most so much as it lies; columns count as independent."""
    left = limit
    if state.square_bonus > 0:
        left += square_mean(seat, state, table, ranks, room)
    ways = np.zeros(1)
    low = 0
    for column in range(3):
        first, second, third = ranks[seat, column], ranks[seat, column + 3], ranks[seat, column + 6]
        if is_known(seat, column, ranks):
            left -= column_mean(first, second, third, table, room)
        else:
            spread = spread_of(first, second, third, table, room)
            if low == 0:
                ways = spread
            else:
                ways = added(ways, spread)
            low += LOWEST
    if low == 0:
        return 1.0 if left >= 0.0 else 0.0
    chance = 0.0
    for place in range(len(ways)):
        if place + low <= left:
            chance += ways[place]
    return chance


@unchecked
def added(one: Any, other: Any) -> Any:
    """Return how likely each sum of two scores is, the lowest ones first."""
    found = np.zeros(len(one) + len(other) - 1)
    for place in range(len(one)):
        if one[place] > 0.0:
            for further in range(len(other)):
                found[place + further] += one[place] * other[further]
    return found


@unchecked
def spread_of(first: int, second: int, third: int, table: Sequence[int], room: Any) -> Any:
    """Return how likely each score of a column is, from ``LOWEST`` on."""
    found = np.zeros(SCORES)
    for one in range(max(first, 1), (first if first > 0 else JOKER_RANK) + 1):
        chance_one = share_left(one, first, 0, 0, room)
        drawn = one if first == 0 else 0
        for two in range(max(second, 1), (second if second > 0 else JOKER_RANK) + 1):
            chance_two = chance_one * share_left(two, second, drawn, 0, room)
            further = two if second == 0 else 0
            if chance_two == 0.0:
                continue
            for three in range(max(third, 1), (third if third > 0 else JOKER_RANK) + 1):
                score = int(table[POINTS + one] + table[POINTS + two] + table[POINTS + three])
                if one == two and one == three:
                    score -= int(table[MATCH + one])
                found[score - LOWEST] += chance_two * share_left(three, third, drawn, further, room)
    return found


@unchecked
def share_left(rank: int, known: int, one: int, two: int, room: Any) -> float:
    """Return how likely a card is of a rank, 1 where it is known, when two others have been drawn before."""
    if known != 0:
        return 1.0
    left = room[GRID + rank]
    cards = room[ALL]
    if one != 0:
        left -= 1.0 if one == rank else 0.0
        cards -= 1.0
    if two != 0:
        left -= 1.0 if two == rank else 0.0
        cards -= 1.0
    return float(max(left, 0.0) / max(cards, 1.0))
