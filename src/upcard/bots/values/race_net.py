"""What a rack of Rack-O is worth, learned: a small network over the chances to be in order in time.

It sees how likely the rack is to be in order within some numbers of turns, with each run that counts and
without; what it pays if another seat goes out; how useful the card that it leaves may be to the next seat;
how far the round is, and how far the others' cells that all know are in order. It foretells how the round
ends: that the seat goes out, or is paid for so many cards when another does. What each of these ends is worth
may then be points, or the chance to win the match (``race_match``): the weights that lead from the hidden
layer to the ends are put together into one result before racks are tried.

Where a run earns a bonus, it foretells the difference of points at once, in the place of the first end.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from upcard.bots.values import race_room
from upcard.bots.values.race import chance_of, longest_with, match_worth, rises_with, run_with
from upcard.bots.values.race_chains import through
from upcard.bots.values.race_match import END as AFTER_MATCH
from upcard.bots.values.race_match import value_ends
from upcard.bots.values.race_room import (
    AIM_COUNT,
    AIM_LENGTHS,
    BONUSES,
    BOUND,
    CHANCED,
    GIFTS,
    GOING,
    HEADS,
    HIDDEN,
    KNOWN,
    SHIFT,
    SPANS,
    TRIED,
    Work,
)
from upcard.fast.kernel import kernel, unchecked
from upcard.games.rack_o.scoring import same_side
from upcard.games.rack_o.state import CELLS, EVERY_RISE, LONGEST_PAID, ON, SHUFFLED, WINNER

POINTS = 50.0
"""A unit of the network in points."""
WAITING = 1.0
"""What it costs to stay in with a rack that may go out, where no bonus pays for it and none ever did."""

AT_ONCE, BONUS_SHARE = AFTER_MATCH, AFTER_MATCH + 1
"""Whether the difference is foretold at once, and how much of one's own bonus counts in it."""
FROM_KNOWN = AFTER_MATCH + 2
FROM_TRIED = FROM_KNOWN + KNOWN * HIDDEN
STRAIGHT = FROM_TRIED + TRIED * HIDDEN
UPWARD = STRAIGHT + (KNOWN + TRIED) * HEADS
OUT = UPWARD + HIDDEN * HEADS
"""Where the weights stand: to the hidden layer, straight to each end, from the hidden layer to each end, and
what it is worth to go out by the number of turns, bonus apart."""
TURNS = 25
SIZE = OUT + TURNS
LEARNED = OUT - FROM_KNOWN
"""How many weights there are without the last."""


@kernel
def see_table(state: Any, work: Work, later: int) -> None:
    """Write down what is seen of the table, ``later`` turns from now, and what that comes to."""
    known = work[17]
    following = (state.seat + 1) % state.seats
    turns = min(TURNS, float(state.turns[state.seat]) + 1.0 + later)
    known[0] = 1.0
    known[1] = turns / 10
    known[2] = turns * turns / 200
    known[3] = (float(state.pile_size) - float(state.pile_known)) / 20
    known[4] = 1.0 if state.pile_known > 0 else 0.0
    for place in range(5, KNOWN):
        known[place] = 0.0
    for seat in range(state.seats):
        if seat == state.seat:
            continue
        count, rising, run = progress(state, seat)
        if seat == following:
            known[5] = count / 10
            known[6] = rising / 10
            known[7] = run / 3
            known[8] = float(state.turns[following]) - float(state.turns[state.seat])
            known[14] = rising * turns / 100
        elif same_side(state, seat, state.seat):
            known[12] = rising / 10
            known[13] = run / 3
        else:
            known[9] = max(known[9], rising / 10)
            known[10] = max(known[10], run / 3)
            known[11] += count / 30
    known[15] = 1.0 if state.loser_score == EVERY_RISE else 0.0
    known[16] = 1.0 if state.refill == SHUFFLED else 0.0
    known[17] = state.run_needed / 3
    known[18] = 1.0 if state.run_needed == 0 else 0.0
    known[19] = 1.0 if state.bonus_racks == WINNER else 0.0
    known[20] = 1.0 if state.run_bonus == ON else 0.0
    known[21] = rises_with(state, work, 0, 0) / 10


@kernel
def shown(state: Any, seat: int, cell: int) -> int:
    """Return the card in a cell of another seat, 0 unless all know it: who measures luck knows all racks."""
    return int(state.rack[seat][cell]) if state.known[seat][cell] == 1 else 0


@kernel
def progress(state: Any, seat: int) -> tuple[int, int, int]:
    """Return how far another's cells are that all know.

    These are: how many there are; how many of them can stay in a rack in order; the longest run among them.
    """
    most = 20 + CELLS * state.seats
    count = 0
    best = 0
    longest = 0
    run = 0
    chains = 0  # the most that can stay up to each cell, four bits a cell
    for cell in range(CELLS):
        card = shown(state, seat, cell)
        if card == 0:
            run = 0
            continue
        count += 1
        run = run + 1 if cell > 0 and shown(state, seat, cell - 1) == card - 1 else 1
        longest = max(longest, run)
        if card <= cell or card > most - (CELLS - 1 - cell):
            continue
        stay = 1
        for other in range(cell):
            low = int(state.rack[seat][other])
            behind = (chains >> (4 * other)) & 15
            if behind > 0 and low + (cell - other) <= card:  # cards are unsigned: none is taken from another
                stay = max(stay, behind + 1)
        chains |= stay << (4 * cell)
        best = max(best, stay)
    return count, best, longest


@kernel
def see_gifts(state: Any, work: Work) -> None:
    """Write down how useful each card may be to the next seat."""
    gifts = work[18]
    rack = np.zeros(CELLS, np.int64)
    for cell in range(CELLS):
        rack[cell] = shown(state, (state.seat + 1) % state.seats, cell)
    most = 20 + CELLS * state.seats
    for card in range(1, most + 1):
        beside = 0
        fits = 0.0
        longest = 1
        last = 0
        last_cell = -1
        for cell in range(CELLS):
            other = int(rack[cell])
            if other == 0:
                continue
            if other - card == 1 or card - other == 1:
                beside += 1
                length = 1
                step = -1 if other < card else 1
                place = cell
                while 0 <= place < CELLS and int(rack[place]) == card + step * length:
                    length += 1
                    place += step
                place = cell - 2 * step
                onward = 1
                while 0 <= place < CELLS and int(rack[place]) == card - step * onward:
                    onward += 1
                    place -= step
                if 0 <= cell - step < CELLS:
                    longest = max(longest, length + onward - 1)
            if last < card < other and cell > last_cell + 1 and last > 0:
                fits = 1.0
            last = other
            last_cell = cell
        gifts[card, 0] = (longest - 1) / 2
        gifts[card, 1] = beside / 2
        gifts[card, 2] = abs(2 * card - most - 1) / (most - 1)
        gifts[card, 3] = fits


@unchecked
def spread(numbers: Any, seen: Any, start: int, first: int, last: int, layer: Any) -> None:
    """Add what some inputs send to the hidden layer."""
    for place in range(first, last):
        value = seen[place]
        at = start + place * HIDDEN
        for unit in range(HIDDEN):
            layer[unit] += numbers[at + unit] * value


@unchecked
def put_together(numbers: Any, work: Work) -> None:
    """Put what leads to each end together into one result, by what the ends are worth; weigh the table."""
    known, layers, straight, ends, base = work[17], work[20], work[21], work[22], work[23]
    for place in range(KNOWN + TRIED):
        total = 0.0
        at = STRAIGHT + place * HEADS
        for head in range(HEADS):
            total += numbers[at + head] * ends[head]
        straight[place] = total
    for unit in range(HIDDEN):
        total = 0.0
        at = UPWARD + unit * HEADS
        for head in range(HEADS):
            total += numbers[at + head] * ends[head]
        layers[2, unit] = total
        layers[0, unit] = 0.0
    spread(numbers, known, FROM_KNOWN, 0, KNOWN, layers[0])
    total = float(ends[SHIFT])
    for place in range(KNOWN):
        total += straight[place] * known[place]
    base[0] = total


@kernel
def look_on(state: Any, numbers: Any, work: Work, later: int) -> None:
    """Work out what goes for every rack, ``later`` turns from now."""
    see_table(state, work, later)
    if later == 0:
        see_gifts(state, work)
        if value_ends(state, numbers, work[22]):
            work[22][GOING] = POINTS * numbers[OUT + min(int(state.turns[state.seat]), TURNS - 1)]
    put_together(numbers, work)


@unchecked
def see_rack(state: Any, numbers: Any, work: Work, cell: int, card: int, run: int) -> int:
    """Write down what is seen of the rack with a card in a cell (0: the card is left, all lies as before).

    Returns how many inputs there are: chances only for the lengths of run that are aimed for.
    """
    seen = work[19]
    most = int(work[0][race_room.BACK]) - 1
    aims = int(numbers[AIM_COUNT])
    pays = rises_with(state, work, cell, card) / 10
    left = card if cell == 0 else work[0][cell]
    seen[0] = pays
    for place in range(GIFTS):
        seen[1 + place] = work[18][left, place]
    seen[5] = pays * work[17][1]
    seen[6] = 0.0
    seen[7] = 0.0
    if numbers[AT_ONCE] > 0.0:
        seen[6] = numbers[BONUSES + longest_with(work, cell, card)] / 200
        if run >= 0:
            seen[7] = 1.0
    for span in range(SPANS):
        seen[8 + span] = 0.0
        if numbers[AIM_LENGTHS] > 0.0:
            free = work[4][0, span, race_room.BACK, most + 1]
            if cell > 0:
                free = work[4][0, span, cell, card] * work[4][1, span, cell, card]
            seen[8 + span] = chance_of(numbers, free)
    for aim in range(aims):
        length = int(numbers[AIM_LENGTHS + aim])
        for span in range(SPANS):
            chance = 1.0
            if run < length:
                chains = work[9][aim, span]
                if cell > 0:
                    chains = through(numbers, work, aim, length, span, cell, card, most)
                    chains = max(chains, work[10][aim, span, cell])
                chance = chance_of(numbers, chains)
            seen[CHANCED + aim * SPANS + span] = chance
    return CHANCED + aims * SPANS


@kernel
def worth_out(state: Any, numbers: Any, work: Work, run: int) -> float:
    """Return what it is worth to go out now with a longest run of that length."""
    bonus = numbers[BONUSES + run]
    worth = work[22][GOING] + numbers[BONUS_SHARE] * bonus
    if numbers[AT_ONCE] > 0.0:
        worth += match_worth(state, numbers, bonus)
    return float(worth)


@unchecked
def worth_in(state: Any, numbers: Any, work: Work, cell: int, card: int) -> float:
    """Return what the rack is worth with the card in a cell, the round going on."""
    run = run_with(work, cell, card)
    if run >= state.run_needed and numbers[BONUSES + LONGEST_PAID] == 0.0:
        return float(work[22][GOING]) - WAITING
    count = see_rack(state, numbers, work, cell, card, run)
    seen, layers, straight = work[19], work[20], work[21]
    for unit in range(HIDDEN):
        layers[1, unit] = layers[0, unit]
    spread(numbers, seen, FROM_TRIED, 0, count, layers[1])
    worth = work[23][0]
    for place in range(count):
        worth += straight[KNOWN + place] * seen[place]
    even = 0.0
    odd = 0.0
    for half in range(HIDDEN // 2):
        even += layers[2, 2 * half] * max(0.0, layers[1, 2 * half])
        odd += layers[2, 2 * half + 1] * max(0.0, layers[1, 2 * half + 1])
    return min(float(worth + even + odd), float(work[22][BOUND]))


assert LEARNED == (KNOWN + TRIED) * (HIDDEN + HEADS) + HIDDEN * HEADS
