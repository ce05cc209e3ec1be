"""Rat Race, from *beginner* to *expert*: who to play against, each about as much better as the next."""

from __future__ import annotations

from typing import Any

from upcard.bots.columns import SCALE, column_gain, pair_value
from upcard.bots.expert_rat_race import EXPERT
from upcard.bots.greedy_rat_race import is_equal_with
from upcard.bots.levels import erring, level
from upcard.bots.levels_grids import MEMORY, Codes, Feeling, felt_columns, weighing_gains
from upcard.bots.rat_race_table import tabulate_td1
from upcard.bots.td1_rat_race import TD1
from upcard.fast.kernel import kernel
from upcard.game import Game
from upcard.games.rat_race.state import (
    COLUMNS,
    OFF,
    PASS,
    PLACE,
    REJECT,
    ROWS,
    TAKE,
)

GAME = "rat-race"
CODES = PASS + 1
WALKOUT = 4
FEELING = Feeling(hope=1, dread=1.7, takes_at=3.75, places_at=2, memory=9)


@kernel
def remembered(state: Any, cell: int, table: Any) -> int:
    """Return the card of an own cell that is kept in mind or lies open, 0 for any other."""
    seat = state.seat
    if state.up[seat][cell] == 0 and state.turns[seat] >= table[MEMORY]:
        return 0
    return int(state.grid[seat][cell])


@kernel
def gain_in(state: Any, cell: int, card: int, table: Any) -> int:
    """Return what a card does at once for the columns of the seat, a row that walks out included."""
    column = cell % COLUMNS
    first = remembered(state, column, table)
    second = remembered(state, column + COLUMNS, table)
    gain = 0
    if state.walkout != OFF and is_equal_with(state, cell // COLUMNS, cell, card):
        gain = WALKOUT * table[SCALE]
    if state.rows[state.seat] < ROWS:
        before = pair_value(first, second, table)
        if cell < COLUMNS:
            return gain + before - pair_value(card, second, table)
        return gain + before - pair_value(first, card, table)
    third = remembered(state, column + 2 * COLUMNS, table)
    return gain + column_gain(first, second, third, cell // COLUMNS, card, table)


@kernel
def cells_left(state: Any) -> int:
    """Return how many cells the seat has."""
    return int(state.rows[state.seat]) * COLUMNS


def felt(game: Game, options: Any, seats: int) -> list[int]:
    """Return the columns as a beginner sees them."""
    return felt_columns(game, options, seats, FEELING)


WEIGH_GAINS = weighing_gains(gain_in, cells_left, Codes(TAKE, PLACE, REJECT, PASS), float(WALKOUT))
GAINS = erring(WEIGH_GAINS, CODES)
AHEAD = erring(TD1.weigh, CODES)

BEGINNER = level("beginner", GAME, GAINS, felt, 0.03)
CASUAL = level("casual", GAME, AHEAD, tabulate_td1, 0.67)
SKILLED = level("skilled", GAME, AHEAD, tabulate_td1, 0.48)
STRONG = level("strong", GAME, AHEAD, tabulate_td1, 0.25)
LEVELS = (BEGINNER, CASUAL, SKILLED, STRONG, EXPERT)
