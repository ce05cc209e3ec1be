"""What an end of a round of Rack-O is worth: points, or the chance to win the match that it leaves.

The chance is looked up by what two seats still need to the target (a table made by ``train.rack_o_match``);
among more seats each one's is the product over the others, all shared out to 1. It is told in points all the
same: as many to a chance as at the beginning of a match.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from upcard.bots.values import race_room
from upcard.bots.values.race_room import BOUND, GOING, HEADS, NOTHING, SHIFT
from upcard.fast.kernel import kernel
from upcard.games.rack_o.state import CARD_POINTS, CELLS, OUT_POINTS, RACK_POINTS, SEATS

LOOK, MARGIN, SHARE_OF_LOOK, EQUITY, POINTS_TOO, CENTRE = range(race_room.SIZE, race_room.SIZE + 6)
"""How many places are looked at a turn further, how much less they may be worth than the best, and how much
that look counts; how many points a match is worth, nothing where points alone count; how much points count
beside it, so that one as good as decided is not played carelessly; and how far from the best end to the usual
loss ends are counted from."""
POINTS_OF = race_room.SIZE + 6
FRONTS = POINTS_OF + HEADS
"""What each end is worth in points, and how likely another is paid for so many cards when a seat goes out."""
STEPS = 101
MATCHES = FRONTS + HEADS
"""The chance to win the match by what the seat needs, the other, and whether it goes first next, in fives."""
END = MATCHES + STEPS * STEPS * 2
USUAL = 5
"""How many cards the usual loser is paid for."""
OUT = RACK_POINTS + OUT_POINTS
SURELY = 0.01
"""So much better it is to have gone out than to be as sure to win the match by waiting."""


@kernel
def value_ends(state: Any, numbers: Any, ends: Any) -> bool:
    """Write down what each end is worth, and to go out now; return whether that is points.

    What the network foretells does not add up to 1 in every position, so that it matters what ends are
    counted from; and what cannot be better than to go out is not taken for better. Points count while two
    more rounds are sure to come.
    """
    for head in range(HEADS):
        ends[head] = numbers[POINTS_OF + head]
    ends[GOING], ends[SHIFT], ends[BOUND] = ends[0], 0.0, -NOTHING
    nearest = 0
    for seat in range(state.seats):
        nearest = max(nearest, int(state.totals[seat]))
    if numbers[EQUITY] == 0.0 or nearest + OUT + RACK_POINTS < state.target:
        return True
    totals = np.zeros((2, SEATS), np.float64)
    chances = np.zeros(HEADS, np.float64)
    for seat in range(state.seats):
        totals[0, seat] = float(state.totals[(state.seat + seat) % state.seats])
    first = -1  # who goes first next: the seat that was to the left of the next dealer
    if state.seats == 2:
        first = 0 if (state.dealer + 2 - state.seat) % 2 == 0 else 1
    mean = 0.0
    for cards in range(1, CELLS + 1):
        mean += numbers[FRONTS + cards] * cards * CARD_POINTS
    if state.seats == 2:
        for cards in range(1, CELLS + 1):
            totals[1, 0] = totals[0, 0] + OUT
            totals[1, 1] = totals[0, 1] + cards * CARD_POINTS
            chances[0] += numbers[FRONTS + cards] * chance_of_first(state, numbers, totals[1], first)
            totals[1, 0] = totals[0, 0] + cards * CARD_POINTS
            totals[1, 1] = totals[0, 1] + OUT
            chances[cards] = chance_of_first(state, numbers, totals[1], first)
    else:
        for out in range(state.seats):
            for cards in range(1, CELLS + 1):
                for seat in range(state.seats):
                    gained = mean if seat > 0 else float(cards * CARD_POINTS)
                    totals[1, seat] = totals[0, seat] + (OUT if seat == out else gained)
                chance = chance_of_first(state, numbers, totals[1], first)
                if out == 0:
                    chances[0] = chance
                    break
                chances[cards] += chance / (state.seats - 1)
    too = numbers[POINTS_TOO]
    for head in range(HEADS - 1, -1, -1):
        worth = numbers[EQUITY] * (chances[head] - chances[0])
        ends[head] = too * (ends[head] - ends[0]) + (1.0 - too) * worth
    centre = numbers[CENTRE] * ends[USUAL]
    for head in range(HEADS):
        ends[head] -= centre
    ends[SHIFT], ends[BOUND] = ends[GOING] + centre, ends[GOING] - SURELY
    return False


@kernel
def chance_of_first(state: Any, numbers: Any, totals: Any, first: int) -> float:
    """Return the chance that the first of these totals wins the match, the round having ended with them."""
    own = 0.0
    whole = 0.0
    for seat in range(state.seats):
        chance = 1.0
        for other in range(state.seats):
            if other != seat:
                chance *= chance_over(numbers, float(state.target), totals[seat], totals[other], first, seat)
        whole += chance
        if seat == 0:
            own = chance
    return own / whole if whole > 0.0 else 0.0


@kernel
def chance_over(numbers: Any, target: float, own: float, other: float, first: int, seat: int) -> float:
    """RO4.5, RO4.6: Return the chance to win over another with such totals after a round."""
    if max(own, other) >= target:
        if own == other:
            return 0.5
        return 1.0 if own > other else 0.0
    needs = int((target - own + CARD_POINTS - 1) / CARD_POINTS)
    needed = int((target - other + CARD_POINTS - 1) / CARD_POINTS)
    beyond = max(needs, needed) - (STEPS - 1)  # so far away, the lead alone counts
    if beyond > 0:
        needs = max(1, needs - beyond)
        needed = max(1, needed - beyond)
    at = MATCHES + (needs * STEPS + needed) * 2
    if first < 0:
        return float(numbers[at] + numbers[at + 1]) / 2
    return float(numbers[at] if first == seat else numbers[at + 1])
