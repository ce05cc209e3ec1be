"""One card looked ahead at Rack-O, exactly, by any value of a rack.

What the upcard is worth in its best cell stands against the mean, over all cards that may be drawn, of each
in its best cell or discarded. A rack that qualifies goes out where that is better, or not to be chosen
(RO3.4).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from upcard.bots.values.race import run_with
from upcard.bots.values.race_room import UNSEEN
from upcard.fast.kernel import kernel
from upcard.games.rack_o.state import (
    ACTIONS,
    AUTO,
    CELLS,
    DRAW,
    PLACE,
    PLACE_DECLARE,
    REJECT,
    REJECT_DECLARE,
    TAKE,
)
from upcard.state import Phase

CODES = len(ACTIONS)
NOTHING = -1e9


class Search(NamedTuple):
    """``weigh`` and ``choose`` of a policy; ``weigh_pile`` and ``weigh_cells`` are halves of ``weigh``."""

    weigh: Callable[..., None]
    choose: Callable[..., int]
    weigh_pile: Callable[..., None]
    weigh_cells: Callable[..., None]


def searching(
    prepare: Callable[..., Any], worth_in: Callable[..., float], worth_out: Callable[..., float]
) -> Search:
    """Return what a policy that goes by a value chooses by.

    ``prepare(state, numbers, lowest, highest)`` returns arrays in which the rack has been weighed, so that
    numbers of a range may be tried; ``worth_in(state, numbers, work, cell, card)`` is what the rack is worth
    with the card in a cell, counted from 1 (0: as it lies), while the round goes on, and
    ``worth_out(state, numbers, work, cell, card, run)`` what it is worth to go out so.
    """

    @kernel
    def weigh(state: Any, legal: int, table: Sequence[int], worths: Any) -> None:
        """Write what each legal action is worth: points of the round against the mean of the others."""
        numbers = table.view(np.float64)  # type: ignore[attr-defined]  # it is an array
        if state.phase == Phase.CHOOSE:
            weigh_pile(state, numbers, worths)
        else:
            work = prepare(state, numbers, int(state.hand), int(state.hand))
            weigh_cells(state, legal, numbers, work, worths)

    @kernel
    def weigh_pile(state: Any, numbers: Any, worths: Any) -> None:
        """Write what it is worth to take and to draw."""
        upcard = int(state.discard[state.discard_size - 1])
        lowest, highest = 1, 20 + CELLS * state.seats
        if state.pile_known > 0:
            lowest = min(upcard, int(state.pile[state.pile_size - 1]))
            highest = max(upcard, int(state.pile[state.pile_size - 1]))
        work = prepare(state, numbers, lowest, highest)
        worths[TAKE] = best_place(state, numbers, work, upcard)
        worths[DRAW] = worth_of_draw(state, numbers, work, lowest, highest, upcard)

    @kernel
    def weigh_cells(state: Any, legal: int, numbers: Any, work: Any, worths: Any) -> None:
        """Write what it is worth to place the card in the hand, and to discard it where that may be."""
        card = int(state.hand)
        if (legal >> REJECT) & 1 == 1:
            weigh_cell(state, legal, numbers, work, worths, 0, card)
        for cell in range(1, CELLS + 1):
            weigh_cell(state, legal, numbers, work, worths, cell, card)

    @kernel
    def weigh_cell(
        state: Any, legal: int, numbers: Any, work: Any, worths: Any, cell: int, card: int
    ) -> None:
        """Write what it is worth to put the card in a cell (0: to discard it), declaring or not."""
        plain = REJECT if cell == 0 else PLACE + cell - 1
        declaring = plain - REJECT + REJECT_DECLARE
        if (legal >> declaring) & 1 == 1:
            worths[plain] = worth_in(state, numbers, work, cell, card)
            worths[declaring] = worth_out(state, numbers, work, cell, card, run_with(work, cell, card))
        else:
            worths[plain] = worth_with(state, numbers, work, cell, card)

    @kernel
    def worth_with(state: Any, numbers: Any, work: Any, cell: int, card: int) -> float:
        """Return what the rack is worth with a card in a cell, going out where that is better or must be."""
        run = run_with(work, cell, card)
        if run >= state.run_needed:
            out = worth_out(state, numbers, work, cell, card, run)
            if state.declare == AUTO:
                return out
            return max(out, worth_in(state, numbers, work, cell, card))
        return worth_in(state, numbers, work, cell, card)

    @kernel
    def best_place(state: Any, numbers: Any, work: Any, card: int) -> float:
        """Return what a card is worth in its best cell."""
        best = NOTHING
        for cell in range(1, CELLS + 1):
            best = max(best, worth_with(state, numbers, work, cell, card))
        return best

    @kernel
    def best_drawn(state: Any, numbers: Any, work: Any, card: int) -> float:
        """Return what a card that has been drawn is worth, in its best cell or discarded."""
        return max(worth_with(state, numbers, work, 0, card), best_place(state, numbers, work, card))

    @kernel
    def worth_of_draw(state: Any, numbers: Any, work: Any, lowest: int, highest: int, upcard: int) -> float:
        """Return the mean, over all cards that may be drawn, of each in its best cell or discarded."""
        if state.pile_known > 0:
            return best_drawn(state, numbers, work, lowest + highest - upcard)
        total = 0.0
        count = 0
        for card in range(lowest, highest + 1):
            if work[11][card] == UNSEEN:
                total += best_drawn(state, numbers, work, card)
                count += 1
        return total / max(1, count)

    @kernel
    def choose(state: Any, legal: int, word: int, table: Sequence[int]) -> int:  # noqa: ARG001 - no chance
        """Return the action that is worth most, the first of equals."""
        worths = np.empty(CODES, np.float64)
        weigh(state, legal, table, worths)
        best = -1
        for code in range(CODES):
            if (legal >> code) & 1 == 1 and (best < 0 or worths[code] > worths[best]):
                best = code
        return best

    return Search(weigh, choose, weigh_pile, weigh_cells)


assert PLACE_DECLARE - PLACE == REJECT_DECLARE - REJECT  # a code and the one that declares too
