"""What columns of Nines want, and how likely it is to come: from unseen cards, or from the other seat.

What columns are worth on average lasts for a few turns; which cards are used up, and who holds those that
another one needs, for the whole round.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from upcard.bots.nines_table import APART, CARDS, DRAW, FIRST_COLUMN, GRID, MATCH, RADIX, UNIT
from upcard.bots.values.nines_layout import CHANCE, COLUMN_GAINS, HELD, MEAN, SQUARES, TOTAL
from upcard.fast.kernel import unchecked
from upcard.games.nines.state import JOKER_RANK, KING

DECK = 13.5
"""How many cards there are to each king."""
HELD_UNIT = 1 / 30
GAIN_UNIT = 1 / 4
SQUARE_GAIN_UNIT = 1 / 40


@unchecked
def note_chances(drawn: int, room: Any, floats: Any) -> None:
    """Write down how likely a card that nobody has seen is of each rank, without ``drawn`` (0: all)."""
    total = float(floats[TOTAL])
    if drawn > 0:
        total -= 1.0
    share = 1.0 / max(total, 1.0)
    for rank in range(1, JOKER_RANK + 1):
        cards = room[GRID + rank]
        if room[APART] == 1.0:
            cards += room[DRAW + rank]
            if rank == drawn:
                cards -= 1.0
        floats[CHANCE + rank] = cards * share


@unchecked
def surplus(rank: int, table: Sequence[int], floats: Any) -> float:
    """Return how much likelier a card of a rank is than in a whole deck, times what three of it take off."""
    return float(
        (floats[CHANCE + rank] - table[CARDS + rank] / (DECK * table[CARDS + KING])) * table[MATCH + rank]
    )


@unchecked
def held_alone(rank: int, seat: int, ranks: Any) -> int:
    """Return how many columns of a seat hold just one card of a rank, which is likely to be let go."""
    found = 0
    for column in range(3):
        cards = int(ranks[seat, column] == rank)
        cards += int(ranks[seat, column + 3] == rank) + int(ranks[seat, column + 6] == rank)
        if cards == 1:
            found += 1
    return found


@unchecked
def note_wanted(seat: int, at: int, table: Sequence[int], ranks: Any, floats: Any) -> None:
    """Write down how likely what columns of a seat want is to come from cards that nobody has seen.

    Pairs whose third card is down come first, then other pairs, cards beside two that are down, and cards
    that differ beside one that is down.
    """
    for kind in range(HELD):
        floats[at + kind] = np.float32(0.0)
    for column in range(3):
        one, two, three = ranks[seat, column], ranks[seat, column + 3], ranks[seat, column + 6]
        alike = int(one == two) + int(one == three) + int(two == three)
        if alike == 1:
            twice = two if two == three else one
            once = one + two + three - 2 * twice
            kind = 0 if once == 0 else 1
            wanted = twice
            if twice == 0:
                kind = 2
                wanted = once
            floats[at + kind] += np.float32(surplus(wanted, table, floats))
        elif alike == 0 and min(one, two, three) == 0:
            for row in range(3):
                rank = ranks[seat, column + 3 * row]
                if rank > 0:
                    floats[at + 3] += np.float32(surplus(rank, table, floats))


@unchecked
def note_held(seat: int, other: int, at: int, table: Sequence[int], ranks: Any, floats: Any) -> None:
    """Write down what another seat may let go that pairs of a seat want."""
    total = 0
    for column in range(3):
        one, two, three = ranks[seat, column], ranks[seat, column + 3], ranks[seat, column + 6]
        wanted = 0
        if one == two or one == three:  # noqa: SIM109 - no tuples in what is compiled
            wanted = one
        elif two == three:
            wanted = two
        if wanted > 0 and not (one == two and two == three):
            total += held_alone(wanted, other, ranks) * int(table[MATCH + wanted])
    floats[at + HELD] = np.float32(total * HELD_UNIT)


@unchecked
def fill_gains(seat: int, at: int, without: int, table: Sequence[int], ranks: Any, floats: Any) -> None:
    """Write down what the columns of a seat gain by each rank where it is best, one of them left out."""
    for rank in range(1, JOKER_RANK + 1):
        most = 0
        for column in range(3):
            if column != without:
                number = ranks[seat, FIRST_COLUMN + column]
                most = max(most, int(table[COLUMN_GAINS + number * RADIX + rank]))
        floats[at + rank] = np.float32(most * UNIT)


@unchecked
def note_gain(at: int, most: int, number: int, table: Sequence[int], floats: Any) -> None:
    """Write down what a seat is expected to gain by a card, and the mean of the square.

    ``most`` is where it stands for each rank; ``number`` is that of one column more, −1 for none.
    """
    mean = np.float32(0.0)
    square = np.float32(0.0)
    for rank in range(1, JOKER_RANK + 1):
        gain = floats[most + rank]
        if number >= 0:
            gain = max(gain, np.float32(table[COLUMN_GAINS + number * RADIX + rank] * UNIT))
        mean += floats[CHANCE + rank] * gain
        square += floats[CHANCE + rank] * gain * gain
    floats[at + MEAN] = mean * np.float32(GAIN_UNIT)
    floats[at + SQUARES] = square * np.float32(SQUARE_GAIN_UNIT)
