"""The anchor *race* at Rack-O: goes by the chance that its rack is in order before anybody else's.

It looks one card ahead, exactly, by ``values.race``. Where a run earns a bonus it weighs the chances of
longer runs against the end of the round; when it is likely to lose, the cards that rise, for which losers are
paid, weigh more. It is frozen: stronger players are measured against it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.bots.values import fill
from upcard.bots.values import race_room as room
from upcard.bots.values.racing import choose, weigh
from upcard.fast.policy import Policy
from upcard.game import Game
from upcard.games.rack_o.state import CELLS, LONGEST_PAID, RUN_BONUS

ROOT = 4
"""Chains are added up in this power: two equal ones count as 1.19 of one."""

OWN = {
    room.RATE: 1.7,
    room.DRAWS: 0.75,
    room.LATE: 0.6,
    room.BACK_AGAIN: 0.6,
    room.KNOWN_NEXT: 0.8,
    room.OTHERS: 0.02,
}
EARLY_CARD, LATE_CARD = 1.5, 4.0
"""What a card that pays counts early and late, of the 5 that losers get: it will change before the end."""
LAST_HAZARD = {2: 0.18, 3: 0.11, 4: 0.08}
FIRST_OUT, USUAL_OUT = 4, 10
"""How likely a seat is to go out in a turn: not at all up to the fourth, then more each turn up to the tenth.
Counted in play of *hand* (0.10, 0.06, 0.05), whose rounds are a quarter longer than those of *race*."""
FAR = 60
SURE = 0.98
"""No turn to come is surer: who may go out does not wait for nothing."""
USUAL_FRONT = 25.0
"""What a loser is paid on average."""
MATCH = 100.0
"""What a match counts, in points, where going out ends it: enough to be worth a turn or two."""


def tabulate(game: Game, options: Any, seats: int) -> Any:  # noqa: ARG001 - one game
    """Return the numbers that it reckons with, the bits of floats as whole numbers."""
    return _tabulated(options, seats)


@lru_cache(maxsize=16)
def _tabulated(options: Any, seats: int) -> npt.NDArray[np.int64]:
    return numbers_for(options, seats).view(np.int64)


def numbers_for(options: Any, seats: int, own: dict[int, float] | None = None) -> npt.NDArray[np.float64]:
    """Return the numbers that a rack is weighed by; ``own`` are others in place of some in ``OWN``."""
    numbers = np.zeros(room.SIZE)
    for place, number in (OWN | (own or {})).items():
        numbers[place] = number
    root = ROOT
    numbers[room.PLAIN] = 1.0
    numbers[room.ROOTS] = root.bit_length() - 1
    lost = (75 + (seats - 2) * USUAL_FRONT) / (seats - 1)
    numbers[room.GAIN] = 75 - USUAL_FRONT + lost
    lengths = [options.run_needed]
    if options.run_bonus == "on":
        lengths += range(max(3, options.run_needed + 1), LONGEST_PAID + 1)
        for length in range(CELLS + 1):
            numbers[room.BONUSES + length] = RUN_BONUS[min(length, LONGEST_PAID)]
    numbers[room.MATCH], numbers[room.FRONT] = MATCH, USUAL_FRONT
    numbers[room.AIM_COUNT] = len(lengths)
    numbers[room.AIM_LENGTHS : room.AIM_LENGTHS + len(lengths)] = lengths
    numbers[room.TIMES : room.TIMES + fill.LEVELS] = fill.times()
    for turn in range(room.MOST_TURNS + 1):
        share, turns = turns_left(turn, seats)
        at = turn * room.SPANS
        numbers[room.SHARES + at : room.SHARES + at + room.SPANS] = share / room.SPANS
        numbers[room.TURNS + at : room.TURNS + at + room.SPANS] = turns
    for turn in range(room.MOST_TURNS + 1):
        numbers[room.CARDS + turn] = min(LATE_CARD, EARLY_CARD + max(0, turn - 8) * 0.3)
    if options.partners == "on" and options.run_bonus == "on" and options.bonus_racks == "team":
        numbers[room.TEAM] = 1 / 3
    numbers[room.CHANCES :] = fill.chances(root)
    numbers.setflags(write=False)
    return numbers


def turns_left(turn: int, seats: int) -> tuple[float, list[float]]:
    """Return how likely a seat that has had so many turns is to have another one, and how many it has then.

    These are means over parts of equal chance, the shortest first.
    """
    stays, found = 1.0, []
    for later in range(FAR):
        ripe = min(1.0, max(0.0, (turn + later - FIRST_OUT) / (USUAL_OUT - FIRST_OUT)))
        before = stays
        stays *= (1 - LAST_HAZARD[seats] * ripe) ** (seats - 1)
        found.append(before - stays)
    found[-1] += stays
    share = min(SURE, 1 - found[0])  # nobody else goes out before this seat's next turn
    means: list[float] = []
    left = share / room.SPANS
    room_left, total = left, 0.0
    for count, chance in enumerate(found[1:], 1):
        while chance > room_left and len(means) < room.SPANS - 1:
            means.append((total + room_left * count) / left)
            chance -= room_left
            total, room_left = 0.0, left
        total += chance * count
        room_left -= chance
    means.append(total / left)
    return share, means


RACE = Policy("race", choose, tabulate, frozenset({"rack-o"}), weigh=weigh)
"""How it chooses."""
