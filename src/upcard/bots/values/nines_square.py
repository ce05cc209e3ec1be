"""What squares of Nines may still come to while a round goes on: a rule of thumb, for whoever plays for them.

Cards of one rank that lie in a square may become four of them: each that is missing must come in the turns
that are left, and does so as a Poisson process would have it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from upcard.bots.nines_table import ALL, GRID, POINTS
from upcard.bots.values.nines_exact import cell_worth
from upcard.fast.kernel import unchecked
from upcard.games.nines.state import CORNERS

A_TURN = 1.5
"""How many cards a seat gets to see in a turn: the one it draws, and half of the upcards."""
FOLDS = 4


@unchecked
def square_hope(
    seat: int, upcard: int, turns: int, state: Any, table: Sequence[int], ranks: Any, room: Any
) -> float:
    """Return how much the best square of a seat is expected to take off in so many turns.

    ``upcard`` is the rank that the seat may have at once, 0 for none. One card is no plan.
    """
    best = 0.0
    for place in range(4):
        corner = CORNERS[place]
        for first in range(3):
            rank = ranks[seat, corner + first % 2 + 3 * (first // 2)]
            if rank == 0:
                continue
            have = 0
            gain = float(state.square_bonus)
            for number in range(4):
                cell = corner + number % 2 + 3 * (number // 2)
                if ranks[seat, cell] == rank:
                    have += 1
                    gain += cell_worth(seat, cell, table, ranks)
                else:
                    gain += table[POINTS + rank]
            missing = 4 - have
            if missing > 0 and upcard == rank:
                missing -= 1
            if have >= 2 and gain > 0.0:
                best = max(best, gain * chance_of(missing, rank, turns, room))
    return best


@unchecked
def chance_of(missing: int, rank: int, turns: int, room: Any) -> float:
    """Return how likely none, one or two cards of a rank come in so many turns."""
    if missing == 0:
        return 1.0
    mean = A_TURN * turns * room[GRID + rank] / max(room[ALL], 1.0)
    none = 1.0 - mean / (1 << FOLDS)
    for _ in range(FOLDS):
        none *= none
    if missing == 1:
        return float(1.0 - none)
    return float(max(0.0, 1.0 - none * (1.0 + mean)))
