"""Greedy at Nines: takes the upcard for 3 points of its columns, draws otherwise, places on any gain.

Squares are no part of its valuation. In a final turn it takes an upcard that costs nothing. It never
turns up a card that it need not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from upcard.bots.columns import COLUMNS, RANKS, SCALE, column_gain
from upcard.bots.placing import GridState, card_in_question, cell_to_turn_up, is_open
from upcard.games.nines.state import CELLS, DRAW, FLIP, PASS, PLACE, REJECT, TAKE
from upcard.rule import rule
from upcard.state import NOBODY, Phase

TAKE_AT = 3


class NinesState(GridState, Protocol):
    """What is read of the state."""

    finisher: int


@rule
def choose(state: NinesState, legal: int, word: int, table: Sequence[int]) -> int:  # noqa: ARG001 - no chance
    """Return what greedy does at Nines."""
    if state.phase == Phase.ASK:
        return PASS
    if state.phase == Phase.FLIP or state.phase == Phase.TURN_UP:
        return FLIP + cell_to_turn_up(state, legal >> FLIP)
    rank = table[RANKS + card_in_question(state)]
    where = 0
    best = gain_at(state, 0, rank, table)
    for cell in range(1, CELLS):
        gain = gain_at(state, cell, rank, table)
        if gain > best:
            where = cell
            best = gain
    if state.phase == Phase.CHOOSE:
        least = TAKE_AT * table[SCALE]
        if state.finisher != NOBODY and state.finisher != state.seat:
            least = 0
        if best >= least or not is_open(legal, DRAW):
            return TAKE
        return DRAW
    if best > 0 or not is_open(legal, REJECT):
        return PLACE + where
    return REJECT


@rule
def gain_at(state: NinesState, cell: int, rank: int, table: Sequence[int]) -> int:
    """Return by how much a card of that rank in the cell lowers the value of the grid."""
    own = state.grid[state.seat]
    column = cell % COLUMNS
    first = table[RANKS + own[column]]
    second = table[RANKS + own[column + COLUMNS]]
    third = table[RANKS + own[column + 2 * COLUMNS]]
    return column_gain(first, second, third, cell // COLUMNS, rank, table)
