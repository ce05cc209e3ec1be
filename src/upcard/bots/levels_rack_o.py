"""Rack-O, from *beginner* to *expert*: who to play against, each about as much better as the next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from upcard.bots.expert_rack_o import EXPERT
from upcard.bots.expert_rack_o import tabulate as tabulate_expert
from upcard.bots.greedy_rack_o import goes_out, links_of, links_with, run_of
from upcard.bots.hand_rack_o import BITS, HALF, HIGHEST_AT, RUNS, TAKE_AT, back_cost, front_cost, tabulate
from upcard.bots.levels import Tabulate, erring, level
from upcard.bots.placing import card_in_question
from upcard.bots.race_rack_o import RACE
from upcard.bots.race_rack_o import tabulate as tabulate_race
from upcard.fast.kernel import kernel
from upcard.fast.policy import Policy
from upcard.game import Game
from upcard.games.rack_o.state import (
    ACTIONS,
    CELLS,
    DRAW,
    PLACE,
    PLACE_DECLARE,
    REJECT,
    REJECT_DECLARE,
    TAKE,
)
from upcard.state import Phase

GAME = "rack-o"
CODES = len(ACTIONS)
OUT = 1000.0
GAP = 100.0
"""What an empty cell costs, in the unit of the costs: that is a point here."""


@kernel
def weigh_gaps(state: Any, legal: int, table: Any, worths: Any) -> None:  # noqa: ARG001 - as others
    """Weigh actions by what a card saves of the costs of gaps (see ``hand_rack_o``), own rack only."""
    card = card_in_question(state)
    own = state.rack[state.seat]
    links = links_of(state)
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
    before -= table[RUNS + run_of(links)]
    best = -OUT
    for cell in range(CELLS):
        gain = before + table[RUNS + run_of(links_with(state, cell, card, links))]
        gain -= front_cost(state, cell, card, front_low, front_high, table)
        gain -= back_cost(state, cell, card, back_low, back_high, table)
        worth = gain / GAP
        if goes_out(state, cell, card):
            worth += OUT
        worths[PLACE + cell] = worth
        worths[PLACE_DECLARE + cell] = worth + OUT
        best = max(best, worth)
    worths[TAKE] = best - table[TAKE_AT] / GAP
    worths[DRAW] = 0.0
    if state.phase != Phase.CHOOSE:
        stays = OUT if goes_out(state, -1, 0) else 0.0
        worths[REJECT] = stays
        worths[REJECT_DECLARE] = stays + OUT


def judged(game: Game, options: Any, seats: int) -> Any:
    """Return the numbers of *race*; with partners those of *expert*, who alone knows what a partner is."""
    if options.partners == "on":
        return tabulate_expert(game, options, seats)
    return tabulate_race(game, options, seats)


GAPS = erring(weigh_gaps, CODES)
AHEAD = erring(RACE.weigh, CODES)


def among_all(
    name: str, choose: Callable[..., int], tabulate: Tabulate, slip: float, of_many: float, of_sides: float
) -> Policy:
    """Return a level: slips with two seats, with more, and with partners, whose bonuses hang on little."""
    alone = level(name, GAME, choose, tabulate, slip, of_many)
    together = level(name, GAME, choose, tabulate, of_sides)

    def table_for(game: Game, options: Any, seats: int) -> Any:
        return (together if options.partners == "on" else alone).table_for(game, options, seats)

    return replace(alone, tabulate=table_for)


BEGINNER = among_all("beginner", GAPS, tabulate, 0.02, 0.0, 0.0)
CASUAL = among_all("casual", AHEAD, judged, 1.45, 1.56, 1.1)
SKILLED = among_all("skilled", AHEAD, judged, 0.85, 1.16, 0.75)
STRONG = among_all("strong", AHEAD, tabulate_expert, 1.95, 1.27, 0.4)
LEVELS = (BEGINNER, CASUAL, SKILLED, STRONG, EXPERT)
