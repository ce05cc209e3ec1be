"""What a rack of Rack-O is worth, learned: a small network over the chances to be in order in time.

It sees how likely the rack is to be in order within some numbers of turns, with the run that is needed and
without; what it pays if another seat goes out; how useful the card that it leaves may be to the next seat, by
that seat's cells that all know; and how far the round is. What it returns is the difference of points to be
expected at the end of the round, own less the mean of the others.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from upcard.bots.values import race, race_room
from upcard.bots.values.race import chance_of, rises_with, run_with
from upcard.bots.values.race_chains import through
from upcard.bots.values.race_room import PLAIN, SPANS, Work
from upcard.fast.kernel import kernel, unchecked
from upcard.games.rack_o.state import CELLS, FACES

TRIED = 2 * SPANS + 5
"""What is seen of a rack with a card in a cell: chances with the run and without, what it pays, whether it
leaves a number next to one of the next seat's, how far from the middle that is, whether it fits there, and
the product of the first chance with what it pays."""
KNOWN = 10
"""What is seen of the table whatever the card."""
HIDDEN = 24
POINTS = 50.0
"""A unit of the network in points."""
WAITING = 1.0
"""What it costs to stay in with a rack that may go out. Training never saw one, and no bonus pays for it."""

FROM_KNOWN = race_room.SIZE
FROM_TRIED = FROM_KNOWN + KNOWN * HIDDEN
STRAIGHT = FROM_TRIED + TRIED * HIDDEN
UPWARD = STRAIGHT + KNOWN + TRIED
OUT = UPWARD + HIDDEN
"""Where the weights stand behind those of *race*: to the hidden layer, straight to the result, from the
hidden layer to the result, and what it is worth to go out by the number of turns."""
TURNS = 25
SIZE = OUT + TURNS
LEARNED = UPWARD + HIDDEN - FROM_KNOWN
"""How many weights there are without the last."""


@kernel
def prepare(state: Any, numbers: Any, lowest: int, highest: int) -> Work:
    """Return arrays in which the rack of the seat to move has been weighed, so that numbers may be tried."""
    work = race.prepare(state, numbers, lowest, highest)
    known = np.zeros(KNOWN, np.float64)
    see_table(state, known)
    layer = np.zeros(HIDDEN, np.float64)
    gifts = np.zeros((FACES + 1, 3), np.float64)
    for card in range(1, 21 + CELLS * state.seats):
        see_gift(state, card, gifts[card])
    base = straight(numbers, known, STRAIGHT, KNOWN)
    spread(numbers, known, FROM_KNOWN, KNOWN, layer)
    return (
        work[0], work[1], work[2], work[3], work[4], work[5], work[6], work[7], work[8], work[9],
        work[10], work[11], work[12], work[13],
        known,  # 14
        layer,  # 15
        gifts,  # 16
        np.zeros(TRIED, np.float64),  # 17
        np.zeros(HIDDEN, np.float64),  # 18
        np.full(1, base),  # 19
    )  # fmt: skip


@kernel
def see_table(state: Any, known: Any) -> None:
    """Write down what is seen of the table."""
    following = (state.seat + 1) % state.seats
    turns = float(state.turns[state.seat]) + 1.0
    known[0] = 1.0
    known[1] = turns / 10
    known[2] = turns * turns / 200
    known[3] = (float(state.pile_size) - float(state.pile_known)) / 20
    known[4] = 1.0 if state.pile_known > 0 else 0.0
    most = 0
    for seat in range(state.seats):
        if seat != state.seat:
            count = 0
            for cell in range(CELLS):
                if state.rack[seat][cell] > 0:
                    count += 1
            most = max(most, count)
    rises = 0
    pairs = 0
    last = 0
    last_cell = -9
    for cell in range(CELLS):
        card = int(state.rack[following][cell])
        if card > 0:
            if card > last and last > 0:
                rises += 1
            if cell == last_cell + 1 and card == last + 1:
                pairs += 1
            last = card
            last_cell = cell
    known[5] = most / 10
    known[6] = rises / 10
    known[7] = pairs / 2
    known[8] = float(state.turns[following]) + 1.0 - turns
    known[9] = most * turns / 100


@kernel
def see_gift(state: Any, card: int, seen: Any) -> None:
    """Write down how useful a card may be to the next seat."""
    following = (state.seat + 1) % state.seats
    most = 20 + CELLS * state.seats
    beside = 0
    fits = 0.0
    last = 0
    last_cell = -1
    for cell in range(CELLS):
        other = int(state.rack[following][cell])
        if other > 0:
            if abs(other - card) == 1:
                beside += 1
            if last < card < other and cell > last_cell + 1 and last > 0:
                fits = 1.0
            last = other
            last_cell = cell
    seen[0] = beside / 2
    seen[1] = abs(2 * card - most - 1) / (most - 1)
    seen[2] = fits


@unchecked
def straight(numbers: Any, seen: Any, start: int, count: int) -> float:
    """Return what leads straight from inputs to the result."""
    total = 0.0
    for place in range(count):
        total += numbers[start + place] * seen[place]
    return total


@unchecked
def spread(numbers: Any, seen: Any, start: int, count: int, layer: Any) -> None:
    """Add what inputs send to the hidden layer."""
    for place in range(count):
        value = seen[place]
        at = start + place * HIDDEN
        for unit in range(HIDDEN):
            layer[unit] += numbers[at + unit] * value


@unchecked
def see_rack(state: Any, numbers: Any, work: Work, cell: int, card: int) -> None:
    """Write down what is seen of the rack with a card in a cell (0: the card is left, all lies as before)."""
    seen = work[17]
    most = 20 + CELLS * state.seats
    length = int(numbers[race_room.AIM_LENGTHS])
    for span in range(SPANS):
        chains = work[9][0, span]
        free = work[4][0, span, race_room.BACK, most + 1]
        if cell > 0:
            chains = through(numbers, work, 0, length, span, cell, card, most)
            chains = max(chains, work[10][0, span, cell])
            free = work[4][0, span, cell, card] * work[4][1, span, cell, card]
        seen[span] = chance_of(numbers, chains)
        seen[SPANS + span] = chance_of(numbers, free)
    pays = rises_with(state, work, cell, card) / 10
    left = card if cell == 0 else work[0][cell]
    seen[2 * SPANS] = pays
    seen[2 * SPANS + 1] = work[16][left, 0]
    seen[2 * SPANS + 2] = work[16][left, 1]
    seen[2 * SPANS + 3] = work[16][left, 2]
    seen[2 * SPANS + 4] = pays * seen[1]


@kernel
def worth_out(state: Any, numbers: Any, work: Work, cell: int, card: int, run: int) -> float:
    """Return what it is worth to go out now."""
    if numbers[PLAIN] > 0.0:
        return race.worth_out(state, numbers, work, cell, card, run)
    return float(POINTS * numbers[OUT + min(int(state.turns[state.seat]), TURNS - 1)])


@unchecked
def worth_in(state: Any, numbers: Any, work: Work, cell: int, card: int) -> float:
    """Return what the rack is worth with the card in a cell, the round going on."""
    if numbers[PLAIN] > 0.0:
        return race.worth_in(state, numbers, work, cell, card)
    run = run_with(work, cell, card)
    if run >= state.run_needed:
        return worth_out(state, numbers, work, cell, card, run) - WAITING
    see_rack(state, numbers, work, cell, card)
    seen, layer = work[17], work[18]
    for unit in range(HIDDEN):
        layer[unit] = work[15][unit]
    spread(numbers, seen, FROM_TRIED, TRIED, layer)
    worth: float = work[19][0] + straight(numbers, seen, STRAIGHT + KNOWN, TRIED)
    for unit in range(HIDDEN):
        worth += numbers[UPWARD + unit] * max(0.0, layer[unit])
    return POINTS * worth
