"""The strongest player of Rack-O there is, by a learned value of its rack; *race* where nothing was learned.

There are weights for two, three and four seats, and for partners; a run bonus without partners it plays as
*race*. With two, three and four seats it plays for the match, as far as one round's end tells.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.bots import race_rack_o
from upcard.bots.values import race_match as match
from upcard.bots.values import race_net as net
from upcard.bots.values import race_room as room
from upcard.bots.values.racing import choose, weigh
from upcard.bots.weights import Weights, learned
from upcard.fast.policy import Policy
from upcard.game import Game
from upcard.games import find_game
from upcard.games.rack_o.state import CARD_POINTS, CELLS

FORM = "rack-o-expert/1"
WEIGHTS = "rack-o-expert"
PARTNERS = "partners"
SPAN_TURNS = (1.0, 2.2, 4.5, 8.0)
BONUS_TURNS = (1.0, 2.5, 5.5, 11.0)
"""How many turns to come the chances are for, at whatever stage; longer where runs are waited for."""
LOOKS, NEAR, SHARE = 3, 2.5, 0.5
"""How many places are looked at a turn further with two seats, within how many points of the best, and how
much that counts; with more seats it takes longer and was not measured."""
POINTS_TOO, CENTRE = 0.3, 0.5
"""How much points count beside the match, and what its ends are counted from (``race_match``)."""
USUAL_PAID = 25.0

Numbers = npt.NDArray[np.float64]


def kind_of(options: Any, seats: int) -> str:
    """Return which weights are for such tables; nothing where none are."""
    if options.partners == "on":
        return PARTNERS
    return "" if options.run_bonus == "on" else f"seats{seats}"


def numbers_for(options: Any, seats: int, weights: Any, paid: Any = None, matches: Any = None) -> Numbers:
    """Return the numbers that the value reckons with, learned ones last.

    ``paid`` are how often another was paid for so many cards when a seat went out, ``matches`` the chances to
    win a match; without them points count, and others are paid as usual.
    """
    numbers = np.zeros(net.SIZE)
    numbers[: room.SIZE] = race_rack_o.numbers_for(options, seats)
    numbers[room.PLAIN] = 0.0
    bonus = options.run_bonus == "on"
    numbers[room.TURNS : room.CHANCES] = (BONUS_TURNS if bonus else SPAN_TURNS) * (room.MOST_TURNS + 1)
    numbers[net.FROM_KNOWN :] = weights
    if options.partners == "on":
        numbers[net.AT_ONCE] = 1.0
        numbers[net.BONUS_SHARE] = 0.5
        numbers[match.POINTS_OF] = net.POINTS
        return numbers
    fronts = np.zeros(room.HEADS)
    fronts[int(USUAL_PAID) // CARD_POINTS] = 1.0
    if paid is not None and paid.sum() > 0:
        fronts = paid / paid.sum()
    usual = float(sum(cards * CARD_POINTS * chance for cards, chance in enumerate(fronts)))
    numbers[match.FRONTS : match.FRONTS + room.HEADS] = fronts
    numbers[match.POINTS_OF] = match.OUT - usual
    for cards in range(1, CELLS + 1):
        lost = (match.OUT + (seats - 2) * usual) / (seats - 1)
        numbers[match.POINTS_OF + cards] = cards * CARD_POINTS - lost
    if matches is not None:
        numbers[match.MATCHES : match.END] = matches.reshape(-1)
        won, usually = match.OUT // CARD_POINTS, round(usual / CARD_POINTS)
        last = match.STEPS - 1
        gained = matches[last - won, last - usually] - matches[last - usually, last - won]
        numbers[match.POINTS_TOO], numbers[match.CENTRE] = POINTS_TOO, CENTRE
        numbers[match.EQUITY] = 2 * (match.OUT - usual) / float(gained.mean())
    return numbers


def numbers_from(weights: Weights, options: Any, seats: int) -> Numbers:
    """Return the numbers for a table by the weights that there are; those of *race* where there are none."""
    kind = kind_of(options, seats)
    if kind not in weights.arrays:
        numbers = np.zeros(net.SIZE)
        numbers[: room.SIZE] = race_rack_o.numbers_for(options, seats)
        return numbers
    rises = int(options.loser_score == "every-rise")
    paid = weights[f"{kind}-ends"][rises].sum(axis=0)
    numbers = numbers_for(options, seats, weights[kind], paid, weights["matches"])
    if seats == 2:
        numbers[match.LOOK], numbers[match.MARGIN], numbers[match.SHARE_OF_LOOK] = LOOKS, NEAR, SHARE
    return numbers


def tabulate(game: Game, options: Any, seats: int) -> Any:
    """Return the numbers that it reckons with, the bits of floats as whole numbers."""
    return _tabulated(game.name, options, seats)


@lru_cache(maxsize=16)
def _tabulated(name: str, options: Any, seats: int) -> npt.NDArray[np.int64]:
    numbers = numbers_from(learned(WEIGHTS).expect(find_game(name), FORM), options, seats)
    numbers.setflags(write=False)
    return numbers.view(np.int64)


def tabulate_at_one_turn(game: Game, options: Any, seats: int) -> Any:
    """Return the numbers without a further look."""
    numbers = tabulate(game, options, seats).copy()
    numbers.view(np.float64)[match.LOOK] = 0.0
    return numbers


EXPERT = Policy("expert", choose, tabulate, frozenset({"rack-o"}), weigh=weigh)
"""How it chooses."""
AT_ONE_TURN = Policy("expert-at-one-turn", choose, tabulate_at_one_turn, frozenset({"rack-o"}), weigh=weigh)
"""Nearly as strong and half as long: it goes on from positions that are judged by playing on."""
