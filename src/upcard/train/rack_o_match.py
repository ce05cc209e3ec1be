"""The chance to win a match of Rack-O between two, by what each still needs: worked out from the target back.

A round ends as counted in training: who was first out, the seat that began or the other, and for how many
cards the loser was paid. Who begins changes with every round.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from upcard.bots.values.race_match import OUT, STEPS
from upcard.bots.weights import Array
from upcard.games.rack_o.state import CARD_POINTS, CELLS


def chances_to_win(ends: Any) -> Array:
    """Return the chance to win, by needs of the seat and of the other in fives, and whether the seat begins.

    ``ends[first, cards]`` is how many rounds ended with the seat that began (1) or the other (0) going out,
    and the loser paid for so many cards; at 1 of the last axis the other begins.
    """
    likely = ends / ends.sum()
    won = OUT // CARD_POINTS
    found = np.zeros((STEPS, STEPS, 2))
    for whole in range(2, 2 * STEPS - 1):
        for needs in range(max(1, whole - STEPS + 1), min(STEPS - 1, whole - 1) + 1):
            needed = whole - needs
            begins = 0.0
            for cards in range(1, CELLS + 1):
                begins += likely[1, cards] * after(found, needs - won, needed - cards)
                begins += likely[0, cards] * after(found, needs - cards, needed - won)
            found[needs, needed, 0] = begins
            # the other begins: its chance, seen from there
            found[needed, needs, 1] = 1.0 - begins
    return found.astype(np.float32)


def after(found: Array, needs: int, needed: int) -> float:
    """Return the chance of a seat that began the round before, with such needs after it."""
    if needs > 0 and needed > 0:
        return float(found[needs, needed, 1])
    if needs == needed:
        return 0.5
    return float(needs < needed)


def results(ends: Any) -> Any:
    """Return counts that are nowhere none: a round too many of each kind that can be."""
    smoothed = np.array(ends, float)
    smoothed[:, 1:] += 1.0
    smoothed[:, 0] = 0.0
    return smoothed
