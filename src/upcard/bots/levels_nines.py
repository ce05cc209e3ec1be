"""Nines, from *beginner* to *expert*: who to play against, each about as much better as the next."""

from __future__ import annotations

from typing import Any

from upcard.bots.columns import RANKS, SCALE
from upcard.bots.expert_nines import EXPERT
from upcard.bots.greedy_nines import gain_at
from upcard.bots.levels import Table, erring, level
from upcard.bots.levels_grids import PLACES_AT, TAKES_AT, Feeling, felt_columns
from upcard.bots.nines_table import CARDS, RADIX
from upcard.bots.placing import card_in_question
from upcard.bots.td1_nines import LOOK_AHEAD, learned_table
from upcard.fast.kernel import kernel
from upcard.game import Game
from upcard.games.nines.state import CELLS, PASS, PLACE, REJECT, TAKE
from upcard.state import Phase

GAME = "nines"
CODES = PASS + 1
FEELING = Feeling(hope=0.3, dread=1.5, takes_at=3, places_at=0)
COUNTLESS = 1000
"""Who does not count the cards that are gone takes the deck for so many times as large: what is drawn is as
likely as it was at first."""


@kernel
def weigh_gains(state: Any, legal: int, table: Any, worths: Any) -> None:  # noqa: ARG001 - as others
    """Weigh actions by what a card does at once for the columns of the seat, in points as they are felt."""
    worths[:] = 0.0
    if state.phase == Phase.FLIP or state.phase == Phase.TURN_UP or state.phase == Phase.ASK:
        worths[PASS] = -1.0  # it is curious
        return
    rank = table[RANKS + card_in_question(state)]
    best = -1e9
    for cell in range(CELLS):
        gain = gain_at(state, cell, rank, table) / table[SCALE]
        worths[PLACE + cell] = gain
        best = max(best, gain)
    worths[REJECT] = table[PLACES_AT] / table[SCALE]
    if state.phase == Phase.CHOOSE:
        worths[TAKE] = best - table[TAKES_AT] / table[SCALE]


def felt(game: Game, options: Any, seats: int) -> list[int]:
    """Return the columns as a beginner sees them."""
    return felt_columns(game, options, seats, FEELING)


def uncounted(game: Game, options: Any, seats: int) -> Table:
    """Return what *td1* has learned, for one who does not count the cards that are gone."""
    table: Table = learned_table(game, options, seats).copy()
    table[CARDS : CARDS + RADIX] *= COUNTLESS
    return table


GAINS = erring(weigh_gains, CODES)
AHEAD = erring(LOOK_AHEAD.weigh, CODES)

BEGINNER = level("beginner", GAME, GAINS, felt, 0.05, 0.12)
CASUAL = level("casual", GAME, AHEAD, uncounted, 0.83, 0.9)
SKILLED = level("skilled", GAME, AHEAD, learned_table, 0.675)
STRONG = level("strong", GAME, AHEAD, learned_table, 0.45)
LEVELS = (BEGINNER, CASUAL, SKILLED, STRONG, EXPERT)
