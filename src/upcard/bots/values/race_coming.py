"""Which cards can come to a seat at Rack-O, and how likely, as far as it can know.

Cards nobody has seen may be drawn or come to be discarded; discards come back when the pile is turned over,
in an order that is known; so is the order of a pile that has been turned over.
"""

from __future__ import annotations

import math
from typing import Any

from upcard.bots.values import fill
from upcard.bots.values.race_room import (
    BACK_AGAIN,
    CHANCES,
    DISCARDED,
    DRAWS,
    ELSEWHERE,
    GONE,
    HELD,
    IN_ORDER,
    KNOWN_NEXT,
    LATE,
    MOST_TURNS,
    OTHERS,
    RATE,
    SPANS,
    TIMES,
    TURNS,
    UNSEEN,
    Work,
)
from upcard.fast.kernel import kernel
from upcard.games.rack_o.state import CELLS, FACES, SHUFFLED


@kernel
def mark(state: Any, work: Work) -> None:
    """Note where each card of the deck is, as far as the seat to move can know."""
    where, depth = work[11], work[12]
    most = 20 + CELLS * state.seats
    for card in range(FACES + 1):
        where[card] = GONE
    for card in range(1, most + 1):
        where[card] = UNSEEN
        if state.pool_on == 1 and state.pool[card] == 0:
            where[card] = ELSEWHERE
    if state.pile_size == state.pile_known:
        for card in range(1, most + 1):
            where[card] = ELSEWHERE
    for seat in range(state.seats):
        for cell in range(CELLS):
            card = int(state.rack[seat][cell])
            if seat == state.seat:
                where[card] = GONE
            elif state.known[seat][cell] == 1 and card > 0:  # who measures luck knows all racks
                where[card] = HELD
    for place in range(state.discard_size):
        where[int(state.discard[place])] = DISCARDED
        depth[int(state.discard[place])] = place
    for place in range(state.pile_known):
        card = int(state.pile[state.pile_size - 1 - place])
        where[card] = IN_ORDER
        depth[card] = place
    where[int(state.hand)] = GONE


@kernel
def expect_cards(state: Any, numbers: Any, work: Work) -> None:
    """Work out for each span of turns how likely each card is to come, as parts of those not seen."""
    upto, starts, where, depth = work[2], work[3], work[11], work[12]
    most = 20 + CELLS * state.seats
    unseen = 0
    elsewhere = 0
    for card in range(1, most + 1):
        if where[card] == UNSEEN:
            unseen += 1
        elif where[card] == ELSEWHERE:
            elsewhere += 1
    turn = min(int(state.turns[state.seat]) + 1, MOST_TURNS)
    left = int(state.pile_size)
    unknown = left - int(state.pile_known)
    for span in range(SPANS):
        turns = numbers[TURNS + turn * SPANS + span]
        drawn = turns * numbers[DRAWS] * state.seats
        fresh = turns if drawn <= unknown else turns * unknown / drawn
        late = numbers[LATE] * (turns - fresh) / max(1, unseen + elsewhere)
        usual = _unit(numbers[RATE] * fresh / max(1, unseen) + late)
        if unseen == 0:
            usual = 0.3
        level = fill.LEVELS - 1
        while level > 0 and numbers[TIMES + level] > usual * 1.1:
            level -= 1
        starts[span] = CHANCES + level * fill.A_LEVEL
        usual = numbers[TIMES + level] if unseen == 0 else usual
        total = 0
        upto[span, 0] = 0
        for card in range(1, most + 1):
            at = where[card]
            if at == UNSEEN:
                total += fill.QUARTERS
            else:
                chance = 0.0
                if at == ELSEWHERE:
                    chance = numbers[LATE] * turns / max(1, unseen + elsewhere)
                elif at == DISCARDED:
                    if state.refill == SHUFFLED:
                        chance = numbers[BACK_AGAIN] * _share((drawn - left) / 20)
                    else:
                        chance = numbers[BACK_AGAIN] * _share((drawn - left - depth[card]) / 4 + 0.5)
                elif at == IN_ORDER:
                    chance = numbers[KNOWN_NEXT] * _share((drawn - depth[card]) / 3 + 0.5)
                elif at == HELD:
                    chance = numbers[OTHERS] * turns
                total += int(fill.QUARTERS * _unit(chance) / usual + 0.5)
            upto[span, card] = total
        for card in range(most + 1, FACES + 1):
            upto[span, card] = total


@kernel
def _share(part: float) -> float:
    return min(1.0, max(0.0, part))


@kernel
def _unit(chance: float) -> float:
    """Return the time in which a card has come with that chance, at the most nine in ten."""
    return -math.log(1.0 - min(0.9, max(0.0, chance)))
