"""Nines, from *beginner* to *expert*: who to play against, each about as much better as the next."""

from __future__ import annotations

from typing import Any

from upcard.bots.columns import RANKS
from upcard.bots.expert_nines import EXPERT
from upcard.bots.greedy_nines import gain_at
from upcard.bots.levels import Table, erring, level
from upcard.bots.levels_grids import Codes, Feeling, felt_columns, weighing_gains
from upcard.bots.nines_table import CARDS, RADIX
from upcard.bots.td1_nines import IN_TIME, learned_table
from upcard.fast.kernel import kernel
from upcard.game import Game
from upcard.games.nines.state import CELLS, PASS, PLACE, REJECT, TAKE

GAME = "nines"
CODES = PASS + 1
FEELING = Feeling(hope=0.3, dread=1.5, takes_at=3, places_at=0)
COUNTLESS = 1000
"""Who does not count the cards that are gone takes the deck for so many times as large: what is drawn is as
likely as it was at first."""


@kernel
def gain_in(state: Any, cell: int, card: int, table: Any) -> int:
    """Return what a card does at once for the columns of the seat."""
    return gain_at(state, cell, table[RANKS + card], table)


@kernel
def all_cells(state: Any) -> int:  # noqa: ARG001 - as in the other game
    """Return how many cells a seat has."""
    return CELLS


def felt(game: Game, options: Any, seats: int) -> list[int]:
    """Return the columns as a beginner sees them."""
    return felt_columns(game, options, seats, FEELING)


def uncounted(game: Game, options: Any, seats: int) -> Table:
    """Return what *td1* has learned, for one who does not count the cards that are gone."""
    table: Table = learned_table(game, options, seats).copy()
    table[CARDS : CARDS + RADIX] *= COUNTLESS
    return table


CURIOUS = 1.0
"""It turns cards up rather than pass."""
WEIGH_GAINS = weighing_gains(gain_in, all_cells, Codes(TAKE, PLACE, REJECT, PASS), CURIOUS)
GAINS = erring(WEIGH_GAINS, CODES)
AHEAD = erring(IN_TIME.weigh, CODES)

BEGINNER = level("beginner", GAME, GAINS, felt, 0.05, 0.12)
CASUAL = level("casual", GAME, AHEAD, uncounted, 0.83, 0.9)
SKILLED = level("skilled", GAME, AHEAD, learned_table, 0.675)
STRONG = level("strong", GAME, AHEAD, learned_table, 0.45)
LEVELS = (BEGINNER, CASUAL, SKILLED, STRONG, EXPERT)
