"""Rack-O, from *beginner* to *expert*: who to play against, each about as much better as the next."""

from __future__ import annotations

from typing import Any

import numpy as np

from upcard.bots.expert_rack_o import EXPERT
from upcard.bots.greedy_rack_o import goes_out, rise_with, risen, tabulate
from upcard.bots.levels import Table, erring, level
from upcard.bots.placing import card_in_question
from upcard.bots.race_rack_o import RACE, numbers_for
from upcard.bots.race_rack_o import tabulate as tabulate_race
from upcard.bots.values import race_room as room
from upcard.fast.kernel import kernel
from upcard.fast.policy import count_codes
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
RISE = 4.0
TAKES_AT = 2.0
OUT = 100.0
FORGETFUL = {room.BACK_AGAIN: 0.0, room.KNOWN_NEXT: 0.0, room.OTHERS: 0.0}


@kernel
def weigh_places(state: Any, legal: int, table: Any, worths: Any) -> None:  # noqa: ARG001 - as others
    """Weigh actions by how near cards are to where they belong, and a little by how many rise."""
    card = card_in_question(state)
    own = state.rack[state.seat]
    ends = 0
    best = -1e9
    for cell in range(CELLS):
        away = abs(cell - table[card]) - abs(cell - table[own[cell]])
        worth = RISE * rise_with(state, cell, card, ends) - away
        if goes_out(state, cell, card):
            worth += OUT
        worths[PLACE + cell] = worth
        worths[PLACE_DECLARE + cell] = worth + OUT
        best = max(best, worth)
        ends = risen(ends, own[cell])
    stays = RISE * count_codes(ends)
    worths[TAKE] = best - stays - TAKES_AT
    worths[DRAW] = 0.0
    if state.phase != Phase.CHOOSE:
        if goes_out(state, -1, 0):
            stays += OUT
        worths[REJECT] = stays
        worths[REJECT_DECLARE] = stays + OUT


def forgetful(game: Game, options: Any, seats: int) -> Table:  # noqa: ARG001 - one game
    """Return the numbers of *race*, for one who does not keep in mind what was discarded or lies in order."""
    return numbers_for(options, seats, FORGETFUL).view(np.int64)


PLACES = erring(weigh_places, CODES)
AHEAD = erring(RACE.weigh, CODES)

BEGINNER = level("beginner", GAME, PLACES, tabulate, 2.0)
CASUAL = level("casual", GAME, AHEAD, forgetful, 6.0)
SKILLED = level("skilled", GAME, AHEAD, tabulate_race, 3.0)
STRONG = level("strong", GAME, AHEAD, tabulate_race, 1.0)
LEVELS = (BEGINNER, CASUAL, SKILLED, STRONG, EXPERT)
