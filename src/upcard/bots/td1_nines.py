"""The anchors *td1* and *hand-expectimax* at Nines: one turn ahead, a value learned or made by hand.

Both are frozen: stronger players are measured against them. The one made by hand takes a column for what it
is expected to score when the cards that are down are drawn, as if the round ended there but for the turn that
comes next. It knows nothing of how far a layout is from ending the round, nor of what an upcard is to others,
which is why it is hardly better than *greedy*.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from upcard.bots.nines_last import is_nearly_last
from upcard.bots.nines_ply import searching
from upcard.bots.nines_table import (
    BIAS,
    COLUMNS,
    END,
    MOST_DOWN,
    RADIX,
    ROLES,
    SCALE,
    UPCARDS,
    drawn_values,
    head_of,
)
from upcard.bots.values import nines_linear
from upcard.bots.weights import learned
from upcard.fast.policy import Policy
from upcard.game import Game
from upcard.games import find_game
from upcard.games.nines.state import JOKER_RANK

FORM = "nines-columns/1"
NAME = "nines-td1"
LEARNED_UNIT = 2
"""What is learned is kept in 128ths of a point, as the difference from the plain table."""

TO_COME = 1.5
"""What the seat next to move is ahead by, in points, where the round is not about to end: half of what a turn
gains. Ends of rounds are reckoned with the turns that follow, so that without it they would look bad."""

LOOK_AHEAD = searching(nines_linear.fill, nines_linear.after, nines_linear.before)
IN_TIME = searching(nines_linear.fill, nines_linear.after, nines_linear.before, last=is_nearly_last)
"""The same for those who are no anchors: with more than two seats it knows when a turn limit is near."""

Table = Any  # an array of whole numbers, which is as good as a sequence of them


def plain_table(game: Game, options: Any, seats: int) -> Table:
    """Return the table of what columns are expected to score: what is learned is the difference from it."""
    return _plain(game.name, options, seats)


def hand_table(game: Game, options: Any, seats: int) -> Table:
    """Return the table of the value made by hand."""
    return _made_by_hand(game.name, options, seats)


@lru_cache(maxsize=16)
def _made_by_hand(name: str, options: Any, seats: int) -> Table:
    table = plain_table(find_game(name), options, seats).copy()
    table[BIAS:UPCARDS] -= round(SCALE * TO_COME)
    table.setflags(write=False)
    return table


@lru_cache(maxsize=16)
def _plain(name: str, options: Any, seats: int) -> Table:
    game = find_game(name)
    table = np.zeros(END, np.int64)
    table[:BIAS] = head_of(game, options, seats)
    table[COLUMNS:] = np.tile(drawn_values(game, options, seats), ROLES * MOST_DOWN * MOST_DOWN)
    table.setflags(write=False)
    return table


def learned_table(game: Game, options: Any, seats: int) -> Table:
    """Return the table of the value that was learned: at such a table, or at the one that is most like it."""
    return _learned(game.name, options, seats)


@lru_cache(maxsize=16)
def _learned(name: str, options: Any, seats: int) -> Table:
    game = find_game(name)
    weights = learned(NAME).expect(game, FORM)
    nearest = min(weights.about.seats, key=lambda other: (abs(other - seats), other))
    table = plain_table(game, options, seats).copy()
    table[BIAS:] += LEARNED_UNIT * weights[f"seats{nearest}"].astype(np.int64)
    unusual = options.joker_value - int(weights.about.options["joker_value"])
    table[BIAS + JOKER_RANK : UPCARDS : RADIX] += SCALE * unusual  # whoever finds a joker takes it
    table.setflags(write=False)
    return table


GAMES = frozenset({"nines"})
WEIGH, SPREAD = LOOK_AHEAD.weigh, LOOK_AHEAD.spread
TD1 = Policy("td1", LOOK_AHEAD.choose, learned_table, GAMES, weigh=WEIGH, spread=SPREAD)
HAND = Policy("hand-expectimax", LOOK_AHEAD.choose, hand_table, GAMES, weigh=WEIGH, spread=SPREAD)
POLICIES = (TD1, HAND)
