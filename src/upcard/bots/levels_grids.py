"""How beginners see columns of cards, as Nines and Rat Race score them but for what is not there yet.

And how they weigh what a card does at once for the layout that they see.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple

from upcard.bots import columns
from upcard.bots.columns import END, PAIRS, RADIX, RANKS, SCALE, THREES
from upcard.bots.placing import card_in_question
from upcard.fast.kernel import kernel
from upcard.game import Game
from upcard.state import Phase

FELT = 64
"""Values are felt in so many parts of a point."""
TAKES_AT, PLACES_AT, MEMORY = END, END + 1, END + 2
"""Where in the table, behind the columns, habits stand: the gains that an upcard is taken for and that a
drawn card is placed for, in parts of a point, and how many turns what was shown is kept in mind."""


@dataclass(frozen=True, slots=True)
class Feeling:
    """How a beginner judges: see ``felt_columns``; the habits are in points and turns."""

    hope: float
    dread: float
    takes_at: float
    places_at: float
    memory: int = 0


def felt_columns(game: Game, options: Any, seats: int, feeling: Feeling) -> list[int]:
    """Return a table of columns in which mostly what lies there counts, and habits behind it.

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
                value = feeling.hope * value + (1 - feeling.hope) * sum(alone[rank] for rank in cards)
            felt[place] = round(value / unit + FELT * feeling.dread * unknown)
    return [*felt, round(FELT * feeling.takes_at), round(FELT * feeling.places_at), feeling.memory]


class Codes(NamedTuple):
    """The codes of a game that a card in question is settled by; ``place`` is that of the first cell."""

    take: int
    place: int
    reject: int
    pass_by: int


def weighing_gains(
    gain: Callable[..., int], cells: Callable[[Any], int], codes: Codes, shyness: float
) -> Callable[..., None]:
    """Return what weighs actions by what a card does at once, in points as they are felt.

    ``gain(state, cell, card, table)`` is that, ``cells(state)`` is how many cells the seat has. Where no card
    is in question all is as good, but for letting a chance go by, which costs ``shyness``.
    """
    take, place, reject, pass_by = codes

    @kernel
    def weigh(state: Any, legal: int, table: Any, worths: Any) -> None:  # noqa: ARG001 - as others
        worths[:] = 0.0
        choosing = state.phase == Phase.CHOOSE
        if not choosing and state.phase != Phase.PLACE_DRAWN and state.phase != Phase.PLACE_TAKEN:
            worths[pass_by] = -shyness
            return
        card = card_in_question(state)
        best = -1e9
        for cell in range(cells(state)):
            worth = gain(state, cell, card, table) / table[SCALE]
            worths[place + cell] = worth
            best = max(best, worth)
        worths[reject] = table[PLACES_AT] / table[SCALE]
        if choosing:
            worths[take] = best - table[TAKES_AT] / table[SCALE]

    return weigh
