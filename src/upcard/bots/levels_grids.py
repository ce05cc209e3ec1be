"""How beginners see columns of cards: as Nines and Rat Race score them, but for what is not there yet."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

from upcard.bots import columns
from upcard.bots.columns import PAIRS, RADIX, RANKS, SCALE, THREES
from upcard.game import Game

FELT = 64
"""Values are felt in so many parts of a point."""


def felt_columns(game: Game, options: Any, seats: int, hope: float, dread: float) -> list[int]:
    """Return a table of columns in which only what lies there counts.

    A column with a card that is not known is taken for the sum of its cards one by one, but for a part of
    ``hope`` that sees what may become of it; a card not known is dreaded for so many points more than it is
    expected to count.
    """
    true: Sequence[int] = columns.tabulate(game, options, seats)
    unit = true[SCALE] / FELT
    felt = list(true)
    felt[SCALE] = FELT
    ranks = range(max(true[RANKS:PAIRS]) + 1)
    for start, height in ((PAIRS, 2), (THREES, 3)):
        nothing = true[start]
        alone = [true[start + rank] - nothing * (height - 1) / height for rank in ranks]
        for cards in product(ranks, repeat=height):
            place = 0
            for rank in cards:
                place = place * RADIX + rank
            place += start
            unknown = cards.count(0)
            value: float = true[place]
            if unknown:
                value = hope * value + (1 - hope) * sum(alone[rank] for rank in cards)
            felt[place] = round(value / unit + FELT * dread * unknown)
    return felt
