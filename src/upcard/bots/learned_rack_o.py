"""Rack-O by the learned value of a rack, one card looked ahead; *race* where nothing has been learned.

It was trained for the usual options; a run bonus, or a number of seats without weights, it plays as *race*.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.bots import race_rack_o
from upcard.bots.values import race_learned
from upcard.bots.values import race_room as room
from upcard.bots.values.race_learned import FROM_KNOWN, KNOWN, OUT, STRAIGHT, UPWARD
from upcard.bots.values.race_room import SPANS
from upcard.bots.values.racing import searching
from upcard.bots.weights import learned
from upcard.fast.policy import Policy
from upcard.game import Game
from upcard.games import find_game

FORM = "rack-o-race/1"
WEIGHTS = "rack-o-race"
SPAN_TURNS = (1.0, 2.2, 4.5, 8.0)
"""How many turns to come the chances are for, at whatever stage of the round."""

SEARCH = searching(race_learned.prepare, race_learned.worth_in, race_learned.worth_out)


def numbers_for(options: Any, seats: int, weights: Any) -> npt.NDArray[np.float64]:
    """Return the numbers that the value reckons with, learned ones last."""
    numbers = np.zeros(race_learned.SIZE)
    numbers[: room.SIZE] = race_rack_o.numbers_for(options, seats)
    numbers[room.TURNS : room.CHANCES] = SPAN_TURNS * (room.MOST_TURNS + 1)
    numbers[FROM_KNOWN:] = weights
    return numbers


def tabulate(game: Game, options: Any, seats: int) -> Any:
    """Return the numbers that it reckons with, the bits of floats as whole numbers."""
    return _tabulated(game.name, options, seats)


@lru_cache(maxsize=16)
def _tabulated(name: str, options: Any, seats: int) -> npt.NDArray[np.int64]:
    weights = learned(WEIGHTS).expect(find_game(name), FORM)
    if seats in weights.about.seats and options.partners == "off" and options.run_bonus == "off":
        numbers = numbers_for(options, seats, weights[f"seats{seats}"])
    else:
        numbers = np.zeros(race_learned.SIZE)
        numbers[: room.SIZE] = race_rack_o.numbers_for(options, seats)
        numbers[room.PLAIN] = 1.0
    numbers.setflags(write=False)
    return numbers.view(np.int64)


def fresh(options: Any, seats: int, seed: int) -> npt.NDArray[np.float64]:
    """Return numbers that training begins with: straight ones that come near *race*, small ones at random."""
    weights = np.random.default_rng(seed).normal(0, 0.15, race_learned.SIZE - FROM_KNOWN)
    numbers = numbers_for(options, seats, weights)
    numbers[STRAIGHT:UPWARD] = 0.0
    numbers[STRAIGHT] = -1.3
    tried = STRAIGHT + KNOWN
    numbers[tried : tried + SPANS] = (0.4, 0.6, 0.7, 0.4)
    numbers[tried + 2 * SPANS] = 0.4
    numbers[UPWARD:OUT] = 0.0
    numbers[OUT:] = 1.0
    return numbers


LEARNED = Policy("race-learned", SEARCH.choose, tabulate, frozenset({"rack-o"}), weigh=SEARCH.weigh)
"""How it chooses."""
