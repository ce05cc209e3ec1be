"""What a column is expected to score when every unseen card is a draw of its own from the full deck.

What known cards score comes from the game's ``explain``; this module only averages. Columns of both
games score the same in any order of their cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement, permutations

from upcard.game import Game
from upcard.games import find_game
from upcard.options import build
from upcard.values import View

COLUMNS = 3


class ColumnValues:
    """The expected scores of columns of two and three cards, times ``scale``, as exact whole numbers.

    Cards that differ in suit only are one *rank*: ``ranks[card]``, 0 for a card that is not known.
    """

    def __init__(self, game: Game, values: dict[str, int | str], seats: int) -> None:
        names = [text.rstrip("cdhs") for text in game.faces.texts[1:]]
        order = {name: rank for rank, name in enumerate(dict.fromkeys(names), 1)}
        self.ranks = (0, *(order[name] for name in names))
        self.rank_named = order
        self._faces = [0] * (len(order) + 1)
        for card, rank in enumerate(self.ranks):
            self._faces[rank] = card
        counts = Counter(self.ranks[card] for card in game.deck(seats))
        self._weights = [counts[rank] for rank in range(len(order) + 1)]
        self._game = game
        self._options = build(game.options, values)
        self.size = len(self._weights)
        self.deck = sum(self._weights)
        self.scale = 2 * self.deck**3

    @cached_property
    def _twos(self) -> list[int]:
        return self._table(2)

    @cached_property
    def _threes(self) -> list[int]:
        return self._table(3)

    def column(self, ranks: Sequence[int]) -> int:
        """Return the value of a column of two or three ranks."""
        if len(ranks) == COLUMNS:
            return self._threes[(ranks[0] * self.size + ranks[1]) * self.size + ranks[2]]
        return self._twos[ranks[0] * self.size + ranks[1]]

    def grid(self, ranks: Sequence[int]) -> int:
        """Return the value of a grid of two or three rows, in reading order."""
        return sum(self.column(ranks[column::COLUMNS]) for column in range(COLUMNS))

    def _table(self, height: int) -> list[int]:
        """Return the values of all columns of that height; the ranks are the digits of the place."""
        unit = self.scale // self.deck**height
        sums = {
            ranks: self._score(ranks) * unit
            for ranks in combinations_with_replacement(range(1, self.size), height)
        }
        table = [0] * self.size**height
        for unknown in range(height + 1):
            if unknown:
                sums = self._averaged(sums, height - unknown)
            for ranks, total in sums.items():
                value = total * self.deck ** (height - unknown)
                for digits in set(permutations((*ranks, *([0] * unknown)))):
                    table[self._place(digits)] = value
        return table

    def _averaged(self, sums: dict[tuple[int, ...], int], known: int) -> dict[tuple[int, ...], int]:
        """Return, for columns with one card less known, the sum over all cards that it may be."""
        return {
            ranks: sum(
                self._weights[rank] * sums[tuple(sorted((*ranks, rank)))] for rank in range(1, self.size)
            )
            for ranks in combinations_with_replacement(range(1, self.size), known)
        }

    def _place(self, digits: tuple[int, ...]) -> int:
        place = 0
        for digit in digits:
            place = place * self.size + digit
        return place

    def _score(self, ranks: tuple[int, ...]) -> int:
        """Return what the game says of these cards in the first column of a grid not known otherwise."""
        cells: list[int | None] = []
        for rank in ranks:
            cells += [self._faces[rank], None, None]
        return sum(part.score for part in self._game.explain(cells, self._options))


def values_for(view: View) -> ColumnValues:
    """Return the values for the table that is viewed; they are made once for each set of options."""
    return _values(view.game, tuple(sorted(view.options.items())), view.seats)


@lru_cache(maxsize=32)
def _values(game: str, options: tuple[tuple[str, int | str], ...], seats: int) -> ColumnValues:
    return ColumnValues(find_game(game), dict(options), seats)
