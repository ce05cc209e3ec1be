"""One card looked ahead at Rack-O, exactly, by the value of a rack: *race*'s, or one that was learned.

What the upcard is worth in its best cell stands against the mean, over all cards that may be drawn, of each
in its best cell or discarded. A rack that qualifies goes out where that is better, or not to be chosen
(RO3.4). Places for the card in the hand that are nearly as good as the best may be looked at a turn further.

All players that go by such a value share these functions, and differ in the numbers of their tables; what is
called stands in few places, since each would be compiled for itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from upcard.bots.choosing import best_code
from upcard.bots.values import race, race_net
from upcard.bots.values.race import look_around, run_with
from upcard.bots.values.race_chains import lay_rack, take_rack
from upcard.bots.values.race_match import LOOK, MARGIN, SHARE_OF_LOOK
from upcard.bots.values.race_net import look_on
from upcard.bots.values.race_room import AIM_COUNT, NOTHING, PLAIN, UNSEEN, Work, room
from upcard.fast.kernel import kernel
from upcard.games.rack_o.state import (
    ACTIONS,
    AUTO,
    CELLS,
    DRAW,
    FACES,
    PLACE,
    PLACE_DECLARE,
    REJECT,
    REJECT_DECLARE,
    TAKE,
)
from upcard.state import Phase

CODES = len(ACTIONS)
MOST_LOOKS = 4
"""At most so many places are looked at a turn further."""


@kernel
def weigh(state: Any, legal: int, table: Sequence[int], worths: Any) -> None:
    """Write what each legal action is worth: points of the round against the mean of the others."""
    numbers = table.view(np.float64)  # type: ignore[attr-defined]  # it is an array
    work = room(int(numbers[AIM_COUNT]))
    weigh_in(state, legal, numbers, work, worths)


@kernel
def weigh_in(state: Any, legal: int, numbers: Any, work: Work, worths: Any) -> None:
    """Write what each legal action is worth, with the arrays of ``room``.

    Afterwards ``work`` can tell what is seen of the rack with the card in the hand anywhere, unless places
    were looked at further.
    """
    tried = work[14]
    look_around(state, numbers, work)
    take_rack(state, work)
    choosing = state.phase == Phase.CHOOSE
    card = int(state.discard[state.discard_size - 1]) if choosing else int(state.hand)
    lowest, highest = card, card
    for number in range(FACES):
        tried[number] = 0
    if choosing:
        lowest, highest = tried_cards(state, work, card)
    tried[card] = 1
    places = np.zeros(MOST_LOOKS, np.int64)
    count, look, held = 0, 0, 0
    base = 0.0
    while True:
        if numbers[PLAIN] == 0.0:
            look_on(state, numbers, work, 1 if look > 0 else 0)
        lay_rack(numbers, work, lowest, highest)
        try_cards(state, numbers, work, lowest, highest)
        if look > 0:
            further = worth_further(state, work, lowest, highest)
            if look == 1:
                base = further - worths[PLACE - 1 + places[0]]
            else:
                code = PLACE - 1 + places[look - 1]
                worths[code] += numbers[SHARE_OF_LOOK] * (further - base - worths[code])
            work[0][places[look - 1]] = held
        elif choosing:
            worths[TAKE] = best_placed(work, card)
            worths[DRAW] = worth_of_draw(state, work, lowest, highest, card)
            return
        else:
            write_cells(legal, work, card, worths)
            count = nearly_best(state, legal, numbers, work, worths, card, places)
            lowest, highest = 1, 20 + CELLS * state.seats
            for number in range(1, highest + 1):
                tried[number] = 1 if work[11][number] == UNSEEN else 0
        if look == count:
            return
        held = work[0][places[look]]
        if places[look] > 0:
            work[0][places[look]] = card
        look += 1


@kernel
def tried_cards(state: Any, work: Work, upcard: int) -> tuple[int, int]:
    """Note which cards may be drawn, and return the lowest and the highest of them and the upcard."""
    tried = work[14]
    if state.pile_known > 0:
        top = int(state.pile[state.pile_size - 1])
        tried[top] = 1
        return min(upcard, top), max(upcard, top)
    highest = 20 + CELLS * state.seats
    for card in range(1, highest + 1):
        if work[11][card] == UNSEEN:
            tried[card] = 1
    return 1, highest


@kernel
def try_cards(state: Any, numbers: Any, work: Work, lowest: int, highest: int) -> None:
    """Write what each card that is tried is worth in each cell, and in cell 0 if it is discarded."""
    tried, stay, out = work[14], work[15], work[16]
    plain = numbers[PLAIN] > 0.0
    for card in range(lowest, highest + 1):
        if tried[card] == 0:
            continue
        for cell in range(CELLS + 1):
            run = run_with(work, cell, card)
            stay[card, cell] = NOTHING
            out[card, cell] = NOTHING
            if run >= state.run_needed:
                if plain:
                    out[card, cell] = race.worth_out(state, numbers, work, cell, card, run)
                else:
                    out[card, cell] = race_net.worth_out(state, numbers, work, run)
                if state.declare == AUTO:
                    continue
            if plain:
                stay[card, cell] = race.worth_in(state, numbers, work, cell, card)
            else:
                stay[card, cell] = race_net.worth_in(state, numbers, work, cell, card)


@kernel
def best_placed(work: Work, card: int) -> float:
    """Return what a card is worth in its best cell, going out where that is better or must be."""
    best = NOTHING
    for cell in range(1, CELLS + 1):
        best = max(best, work[15][card, cell], work[16][card, cell])
    return best


@kernel
def worth_of_draw(state: Any, work: Work, lowest: int, highest: int, upcard: int) -> float:
    """Return the mean, over all cards that may be drawn, of each in its best cell or discarded."""
    if state.pile_known > 0:
        lowest = highest = lowest + highest - upcard
    total = 0.0
    count = 0
    for card in range(lowest, highest + 1):
        if work[14][card] == 1 and (card != upcard or lowest == highest):
            kept = max(work[15][card, 0], work[16][card, 0])
            total += max(kept, best_placed(work, card))
            count += 1
    return total / max(1, count)


@kernel
def worth_further(state: Any, work: Work, lowest: int, highest: int) -> float:
    """Return what the next turn is worth: an upcard that may be any unseen card, or what is drawn."""
    drawn = worth_of_draw(state, work, lowest, highest, 0)
    total = 0.0
    count = 0
    for card in range(lowest, highest + 1):
        if work[14][card] == 1:
            total += max(drawn, best_placed(work, card))
            count += 1
    return total / max(1, count)


@kernel
def write_cells(legal: int, work: Work, card: int, worths: Any) -> None:
    """Write what it is worth to place the card in the hand, and to discard it, declaring or not."""
    for cell in range(CELLS + 1):
        plain = REJECT if cell == 0 else PLACE + cell - 1
        declaring = plain - REJECT + REJECT_DECLARE
        if (legal >> plain) & 1 == 1:
            stay, out = work[15][card, cell], work[16][card, cell]
            if (legal >> declaring) & 1 == 1:
                worths[plain] = stay
                worths[declaring] = out
            else:
                worths[plain] = max(stay, out)


@kernel
def nearly_best(state: Any, legal: int, numbers: Any, work: Work, worths: Any, card: int, places: Any) -> int:
    """List the places that are worth a further look, the best one first, and return how many there are.

    They are none where the best is to go out, or where no card is left whose coming would be by chance.
    """
    most = 0 if numbers[PLAIN] > 0.0 else min(int(numbers[LOOK]), MOST_LOOKS)
    if most < 2 or state.pile_size - state.pile_known < 2 * state.seats:
        return 0
    for cell in range(CELLS + 1):
        if work[16][card, cell] > NOTHING:
            return 0
    best = NOTHING
    count = 0
    while count < most:
        place = -1
        for cell in range(CELLS + 1):
            code = PLACE - 1 + cell
            if (legal >> code) & 1 == 1 and (place < 0 or worths[code] > worths[PLACE - 1 + place]):
                fresh = True
                for earlier in range(count):
                    fresh = fresh and places[earlier] != cell
                if fresh:
                    place = cell
        if place < 0 or (count > 0 and worths[PLACE - 1 + place] < best - numbers[MARGIN]):
            break
        best = max(best, worths[PLACE - 1 + place])
        places[count] = place
        count += 1
    return count if count > 1 else 0


@kernel
def choose(state: Any, legal: int, word: int, table: Sequence[int]) -> int:  # noqa: ARG001 - no chance
    """Return the action that is worth most, the first of equals."""
    worths = np.empty(CODES, np.float64)
    weigh(state, legal, table, worths)
    return best_code(legal, worths, CODES)


assert PLACE_DECLARE - PLACE == REJECT_DECLARE - REJECT  # a code and the one that declares too
assert REJECT == PLACE - 1  # to discard it is to place it in cell 0
