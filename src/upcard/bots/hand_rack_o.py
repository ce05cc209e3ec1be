"""The anchor *hand* at Rack-O: quick, from a sum of costs that people might reckon with.

Some cards of a rack stay and the others are to be replaced: each gap between two that stay costs by how many
cells it has and how many numbers fit there, whoever may hold them. A rack costs the least that any choice of
cards to stay leads to, less what its longest run is worth where one is needed. It takes the upcard if that
saves enough, draws otherwise and places on any gain. It goes out whenever it may. It looks at nothing but its
own rack and is frozen: stronger players are measured against it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from upcard.bots.greedy_rack_o import RackState, goes_out, links_of, links_with, run_of, with_declaration
from upcard.bots.placing import card_in_question, is_open
from upcard.fast.policy import Policy
from upcard.game import Game
from upcard.games.rack_o.state import CELLS, DRAW, FACES, PLACE, REJECT, TAKE
from upcard.rule import rule
from upcard.state import Phase

HIGHEST_AT = 0
TAKE_AT = 1
RUNS = 2
GAPS = RUNS + CELLS + 1
WIDTH = FACES
END = GAPS + (CELLS + 1) * WIDTH
"""Where in the table they stand: the highest number, the gain that an upcard is taken for, what a run of each
length is worth, and what a gap costs by its cells and the numbers that fit."""

BITS = 12
MOST = (1 << BITS) - 1
"""What cannot be: no rack costs so much. Five costs are one number."""
HALF = 5

LEAST = 40
A_CELL = 100
RUN = (0, 0, 60, 120)


def tabulate(game: Game, options: Any, seats: int) -> tuple[int, ...]:
    """Return the costs for a deck; a run is worth something up to the length that is needed."""
    return _tabulated(max(game.deck(seats)), options.run_needed)


@cache
def _tabulated(most: int, needed: int) -> tuple[int, ...]:
    table = [0] * END
    table[HIGHEST_AT] = most
    table[TAKE_AT] = LEAST
    for length in range(CELLS + 1):
        table[RUNS + length] = RUN[min(length, needed, len(RUN) - 1)]
    for cells in range(1, CELLS + 1):
        for fit in range(most + 1):
            table[GAPS + cells * WIDTH + fit] = MOST
            if fit >= cells:
                table[GAPS + cells * WIDTH + fit] = cells * A_CELL + cells * most // (40 * fit)
    return tuple(table)


@rule
def choose(state: RackState, legal: int, word: int, table: Sequence[int]) -> int:  # noqa: ARG001 - no chance
    """Return what hand does at Rack-O."""
    card = card_in_question(state)
    own = state.rack[state.seat]
    links = links_of(state)
    run = table[RUNS + run_of(links)]
    front_low, front_high, back_low, back_high = 0, 0, 0, 0
    for cell in range(CELLS):
        cost = front_cost(state, cell, own[cell], front_low, front_high, table)
        if cell < HALF:
            front_low |= cost << (BITS * cell)
        else:
            front_high |= cost << (BITS * (cell - HALF))
    for place in range(CELLS):
        cell = CELLS - 1 - place
        cost = back_cost(state, cell, own[cell], back_low, back_high, table)
        if cell < HALF:
            back_low |= cost << (BITS * cell)
        else:
            back_high |= cost << (BITS * (cell - HALF))
    before = front_cost(state, CELLS, table[HIGHEST_AT] + 1, front_low, front_high, table)
    where = 0
    best = 0
    out = -1
    best_out = 0
    for cell in range(CELLS):
        gain = before + table[RUNS + run_of(links_with(state, cell, card, links))] - run
        gain -= front_cost(state, cell, card, front_low, front_high, table)
        gain -= back_cost(state, cell, card, back_low, back_high, table)
        if cell == 0 or gain > best:
            where = cell
            best = gain
        if (out < 0 or gain > best_out) and goes_out(state, cell, card):
            out = cell
            best_out = gain
    if state.phase == Phase.CHOOSE:
        if out >= 0 or best >= table[TAKE_AT] or not is_open(legal, DRAW):
            return TAKE
        return DRAW
    if state.phase == Phase.PLACE_DRAWN and (out < 0 or best_out <= 0) and goes_out(state, -1, 0):
        return with_declaration(legal, REJECT)
    if out >= 0:
        return with_declaration(legal, PLACE + out)
    if best > 0 or not is_open(legal, REJECT):
        return PLACE + where
    return REJECT


@rule
def cost_of(low: int, high: int, cell: int) -> int:
    """Return the cost kept for a cell."""
    if cell < HALF:
        return (low >> (BITS * cell)) & MOST
    return (high >> (BITS * (cell - HALF))) & MOST


@rule
def front_cost(state: RackState, cell: int, card: int, low: int, high: int, table: Sequence[int]) -> int:
    """Return the least that the cells in front of a card cost."""
    own = state.rack[state.seat]
    least = table[GAPS + cell * WIDTH + card - 1]
    for other in range(cell):
        if own[other] < card:
            gap = table[GAPS + (cell - other - 1) * WIDTH + card - own[other] - 1]
            least = min(least, cost_of(low, high, other) + gap)
    return least


@rule
def back_cost(state: RackState, cell: int, card: int, low: int, high: int, table: Sequence[int]) -> int:
    """Return the least that the cells behind a card cost."""
    own = state.rack[state.seat]
    least = table[GAPS + (CELLS - 1 - cell) * WIDTH + table[HIGHEST_AT] - card]
    for other in range(cell + 1, CELLS):
        if own[other] > card:
            gap = table[GAPS + (other - cell - 1) * WIDTH + own[other] - card - 1]
            least = min(least, cost_of(low, high, other) + gap)
    return least


HAND = Policy("hand", choose, tabulate, frozenset({"rack-o"}))
"""How it chooses."""
