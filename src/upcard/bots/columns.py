"""What a column is expected to score when every unseen card is a draw of its own from the full deck.

What known cards score comes from the game's ``explain``; this module only averages. Columns of both
games score the same in any order of their cards. Values are exact whole numbers, a point being
``table[SCALE]`` of them; ``tabulate`` makes the table and the rules read it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, permutations
from typing import Any

from upcard.game import Game
from upcard.games import find_game
from upcard.rule import rule

COLUMNS = 3
RADIX = 16
"""There are fewer ranks than that, so that the ranks of a column are digits."""
SCALE = 0
RANKS = 1
PAIRS = 64
THREES = PAIRS + RADIX**2
END = THREES + RADIX**3
"""Where in the table they stand: the scale, the rank of each card, columns of two and of three cards.

Cards that differ in suit only are one rank; a card that is not known has rank 0.
"""


@rule
def pair_value(first: int, second: int, table: Sequence[int]) -> int:
    """Return the value of a column of two ranks."""
    return table[PAIRS + first * RADIX + second]


@rule
def column_value(first: int, second: int, third: int, table: Sequence[int]) -> int:
    """Return the value of a column of three ranks."""
    return table[THREES + first * RADIX * RADIX + second * RADIX + third]


@rule
def column_gain(first: int, second: int, third: int, row: int, rank: int, table: Sequence[int]) -> int:
    """Return by how much a rank in a row, 0 for the top one, lowers the value of a column of three ranks."""
    before = column_value(first, second, third, table)
    if row == 0:
        return before - column_value(rank, second, third, table)
    if row == 1:
        return before - column_value(first, rank, third, table)
    return before - column_value(first, second, rank, table)


def tabulate(game: Game, options: Any, seats: int) -> tuple[int, ...]:
    """Return the table for such a game; it is made once for each set of options."""
    return _tabulated(game.name, options, seats)


@lru_cache(maxsize=32)
def _tabulated(name: str, options: Any, seats: int) -> tuple[int, ...]:
    game = find_game(name)
    faces = [text.rstrip("cdhs") for text in game.faces.texts[1:]]
    order = {face: rank for rank, face in enumerate(dict.fromkeys(faces), 1)}
    ranks = [0, *(order[face] for face in faces)]
    if len(ranks) > PAIRS - RANKS or len(order) >= RADIX:
        raise AssertionError(f"{name} has more cards than a table of columns has room for")
    averages = _Averages(game, options, ranks, Counter(ranks[card] for card in game.deck(seats)))
    table = [0] * END
    table[SCALE] = averages.scale
    table[RANKS : RANKS + len(ranks)] = ranks
    for start, height in ((PAIRS, 2), (THREES, 3)):
        for place, value in averages.columns(height):
            table[start + place] = value
    return tuple(table)


class _Averages:
    """The expected scores of columns, times ``scale``."""

    def __init__(self, game: Game, options: Any, ranks: Sequence[int], weights: Counter[int]) -> None:
        self._game = game
        self._options = options
        self._face = {rank: card for card, rank in enumerate(ranks)}
        self._weights = weights
        self._ranks = range(1, max(ranks) + 1)
        self._deck = weights.total()
        self.scale = 2 * self._deck**3

    def columns(self, height: int) -> list[tuple[int, int]]:
        """Return place and value of every column of that height; the ranks are the digits of the place."""
        unit = self.scale // self._deck**height
        sums = {
            ranks: self._score(ranks) * unit for ranks in combinations_with_replacement(self._ranks, height)
        }
        found = []
        for unknown in range(height + 1):
            if unknown:
                sums = self._averaged(sums, height - unknown)
            for ranks, total in sums.items():
                value = total * self._deck ** (height - unknown)
                found += [(_place(digits), value) for digits in set(permutations((*ranks, *[0] * unknown)))]
        return found

    def _averaged(self, sums: dict[tuple[int, ...], int], known: int) -> dict[tuple[int, ...], int]:
        """Return, for columns with one card less known, the sum over all cards that it may be."""
        return {
            ranks: sum(self._weights[rank] * sums[tuple(sorted((*ranks, rank)))] for rank in self._ranks)
            for ranks in combinations_with_replacement(self._ranks, known)
        }

    def _score(self, ranks: tuple[int, ...]) -> int:
        """Return what the game says of these cards in the first column of a grid not known otherwise."""
        cells: list[int | None] = []
        for rank in ranks:
            cells += [self._face[rank], None, None]
        return sum(part.score for part in self._game.explain(cells, self._options))


def _place(digits: tuple[int, ...]) -> int:
    place = 0
    for digit in digits:
        place = place * RADIX + digit
    return place
