"""Chains: the ways in which a rack of Rack-O can come to be in order.

Of a chain some cards stay, rising from front to back, with gaps between them that other cards fill in time.
Its chance is the product over its gaps (``fill``). Where a run is needed, one run of the chain is laid down
too, with the numbers that it lacks, at a place where a card of it lies. Chances are added up in a power,
which comes to nearly the best of them, and a little more where there are several.

Sums over all chains are kept from the front up to each number in each cell, and from there to the back, so
that trying a card in a cell costs a few products.
"""

from __future__ import annotations

from typing import Any

from upcard.bots.values import fill
from upcard.bots.values.race_room import (
    AIM_COUNT,
    AIM_LENGTHS,
    BACK,
    BEYOND,
    ENDS,
    RUNS,
    SPANS,
    TINY,
    Work,
)
from upcard.fast.kernel import kernel, unchecked
from upcard.games.rack_o.state import CELLS


@unchecked
def add_up_front(numbers: Any, work: Work, span: int, most: int) -> None:
    """Add up the chains from the front up to each number in each cell.

    Cards that rise as they lie, and on to the card in question, are not filled anew: they stay.
    """
    rack, rising, upto, front = work[0], work[1], work[2], work[4]
    for number in range(most + 2):
        for cell in range(ENDS):
            front[0, span, cell, number] = 0.0
    front[0, span, 0, 0] = 1.0
    for cell in range(1, ENDS):
        last = rack[cell - 1]
        kept = front[0, span, cell - 1, last]
        for number in range(last + 1, most + 2):
            front[0, span, cell, number] = kept
        for other in range(cell - 1):
            low = rack[other]
            kept = front[0, span, other, low]
            if kept > TINY:
                cells = cell - other - 1
                at = work[3][span] + cells * fill.WIDTH
                none = upto[span, low]
                highest = most + 1
                if other >= rising[0, cell - 1]:
                    highest = min(last, most + 1)
                for number in range(low + cells + 1, highest + 1):
                    fit = min(upto[span, number - 1] - none, fill.WIDTH - 1)
                    front[0, span, cell, number] += kept * numbers[at + fit]


@unchecked
def add_up_back(numbers: Any, work: Work, span: int, most: int) -> None:
    """Add up the chains from each number in each cell to the back."""
    rack, rising, upto, back = work[0], work[1], work[2], work[4]
    for number in range(most + 2):
        for cell in range(ENDS):
            back[1, span, cell, number] = 0.0
    back[1, span, BACK, most + 1] = 1.0
    for cell in range(CELLS, -1, -1):
        next_one = rack[cell + 1]
        kept = back[1, span, cell + 1, next_one]
        for number in range(next_one):
            back[1, span, cell, number] = kept
        for other in range(cell + 2, ENDS):
            high = rack[other]
            kept = back[1, span, other, high]
            if kept > TINY:
                cells = other - cell - 1
                at = work[3][span] + cells * fill.WIDTH
                every = upto[span, high - 1]
                lowest = 0
                if other <= rising[1, cell + 1]:
                    lowest = max(next_one, 0)
                for number in range(lowest, high - cells):
                    fit = min(every - upto[span, number], fill.WIDTH - 1)
                    back[1, span, cell, number] += kept * numbers[at + fit]


@unchecked
def add_up_front_runs(
    numbers: Any, work: Work, aim: int, length: int, span: int, lowest: int, highest: int
) -> None:
    """Add up the chains with a run up to each cell, for its own card and for the numbers of a range."""
    rack, rising, upto, front = work[0], work[1], work[2], work[5]
    places, runs = work[6], work[7]
    front[0, aim, span, 0, 0] = 0.0
    for cell in range(1, ENDS):
        own = rack[cell]
        last = rack[cell - 1]
        front[0, aim, span, cell, own] = 0.0
        for number in range(lowest, highest + 1):
            front[0, aim, span, cell, number] = 0.0
        for other in range(cell):
            low = rack[other]
            kept = front[0, aim, span, other, low]
            if kept > TINY:
                cells = cell - other - 1
                at = work[3][span] + cells * fill.WIDTH
                none = upto[span, low]
                top = BEYOND
                if other < cell - 1 and other >= rising[0, cell - 1]:
                    top = last
                begin = low + cells + 1
                if (own < lowest or own > highest) and begin <= own <= top:
                    fit = min(upto[span, own - 1] - none, fill.WIDTH - 1)
                    front[0, aim, span, cell, own] += kept * numbers[at + fit]
                for number in range(max(lowest, begin), min(highest, top) + 1):
                    fit = min(upto[span, number - 1] - none, fill.WIDTH - 1)
                    front[0, aim, span, cell, number] += kept * numbers[at + fit]
        for run in range(work[8][aim]):
            end = places[aim, run, 0] + length - 1
            kept = runs[0, aim, run, span]
            if end < cell and kept > TINY:
                low = places[aim, run, 1] + length - 1
                cells = cell - end - 1
                at = work[3][span] + cells * fill.WIDTH
                none = upto[span, low]
                top = BEYOND
                if end + 1 < cell and low < rack[end + 1] and rising[0, cell - 1] <= end + 1:
                    top = last
                begin = low + cells + 1
                if (own < lowest or own > highest) and begin <= own <= top:
                    fit = min(upto[span, own - 1] - none, fill.WIDTH - 1)
                    front[0, aim, span, cell, own] += kept * numbers[at + fit]
                for number in range(max(lowest, begin), min(highest, top) + 1):
                    fit = min(upto[span, number - 1] - none, fill.WIDTH - 1)
                    front[0, aim, span, cell, number] += kept * numbers[at + fit]


@unchecked
def add_up_back_runs(numbers: Any, work: Work, aim: int, span: int, lowest: int, highest: int) -> None:
    """Add up the chains with a run from each cell on, for its own card and for the numbers of a range."""
    rack, rising, upto, back = work[0], work[1], work[2], work[5]
    places, runs = work[6], work[7]
    back[1, aim, span, BACK, rack[BACK]] = 0.0
    for cell in range(CELLS, -1, -1):
        own = rack[cell]
        next_one = rack[cell + 1]
        back[1, aim, span, cell, own] = 0.0
        for number in range(lowest, highest + 1):
            back[1, aim, span, cell, number] = 0.0
        for other in range(cell + 1, ENDS):
            high = rack[other]
            kept = back[1, aim, span, other, high]
            if kept > TINY:
                cells = other - cell - 1
                at = work[3][span] + cells * fill.WIDTH
                every = upto[span, high - 1]
                bottom = 0
                if other > cell + 1 and other <= rising[1, cell + 1]:
                    bottom = next_one
                top = high - cells - 1
                if (own < lowest or own > highest) and bottom <= own <= top:
                    fit = min(every - upto[span, own], fill.WIDTH - 1)
                    back[1, aim, span, cell, own] += kept * numbers[at + fit]
                for number in range(max(lowest, bottom), min(highest, top) + 1):
                    fit = min(every - upto[span, number], fill.WIDTH - 1)
                    back[1, aim, span, cell, number] += kept * numbers[at + fit]
        for run in range(work[8][aim]):
            begin = places[aim, run, 0]
            kept = runs[1, aim, run, span]
            if begin > cell and kept > TINY:
                high = places[aim, run, 1]
                cells = begin - cell - 1
                at = work[3][span] + cells * fill.WIDTH
                every = upto[span, high - 1]
                bottom = 0
                if cell + 1 < begin and rack[begin - 1] < high and rising[1, cell + 1] >= begin - 1:
                    bottom = next_one
                top = high - cells - 1
                if (own < lowest or own > highest) and bottom <= own <= top:
                    fit = min(every - upto[span, own], fill.WIDTH - 1)
                    back[1, aim, span, cell, own] += kept * numbers[at + fit]
                for number in range(max(lowest, bottom), min(highest, top) + 1):
                    fit = min(every - upto[span, number], fill.WIDTH - 1)
                    back[1, aim, span, cell, number] += kept * numbers[at + fit]


@unchecked
def missing(
    numbers: Any, work: Work, span: int, begin: int, low: int, length: int, cell: int, card: int
) -> float:
    """Return the chance that what a run lacks comes, once ``card`` lies in ``cell``."""
    rack, upto = work[0], work[2]
    start = work[3][span] + fill.WIDTH
    chance = 1.0
    for place in range(begin, begin + length):
        number = low + place - begin
        if place == cell:
            if number != card:
                return 0.0
        elif rack[place] != number:
            comes = upto[span, number] - upto[span, number - 1]
            chance *= numbers[start + min(comes, fill.WIDTH - 1)]
    return chance


@unchecked
def through(
    numbers: Any, work: Work, aim: int, length: int, span: int, cell: int, card: int, most: int
) -> float:
    """Return the chains that keep a card in a cell."""
    chains, with_run = work[4], work[5]
    front = chains[0, span, cell, card]
    back = chains[1, span, cell, card]
    if length == 0:
        return float(front * back)
    total: float = front * with_run[1, aim, span, cell, card] + with_run[0, aim, span, cell, card] * back
    for begin in range(max(1, cell - length + 1), min(cell, CELLS + 1 - length) + 1):
        low = card - cell + begin
        top = low + length - 1
        if low >= 1 and top <= most:
            around = chains[0, span, begin, low] * chains[1, span, begin + length - 1, top]
            if around > TINY:
                total += around * missing(numbers, work, span, begin, low, length, cell, card)
    return total


@kernel
def take_rack(state: Any, work: Work) -> None:
    """Take the rack of the seat to move, with its ends."""
    rack = work[0]
    rack[0] = 0
    for cell in range(CELLS):
        rack[cell + 1] = state.rack[state.seat][cell]
    rack[BACK] = 21 + CELLS * state.seats


@kernel
def lay_rack(numbers: Any, work: Work, lowest: int, highest: int) -> None:
    """Add up the chains of the rack that has been taken.

    Numbers of the range may be tried in any cell after that.
    """
    rack, rising = work[0], work[1]
    most = int(rack[BACK]) - 1
    for cell in range(1, ENDS):
        rising[0, cell] = rising[0, cell - 1] if rack[cell - 1] < rack[cell] else cell
    rising[1, BACK] = BACK
    for cell in range(CELLS, -1, -1):
        rising[1, cell] = rising[1, cell + 1] if rack[cell] < rack[cell + 1] else cell
    for span in range(SPANS):
        add_up_front(numbers, work, span, most)
        add_up_back(numbers, work, span, most)
    for aim in range(int(numbers[AIM_COUNT])):
        length = int(numbers[AIM_LENGTHS + aim])
        if length > 0:
            find_runs(numbers, work, aim, length, most)
        for span in range(SPANS):
            if length == 0:
                work[9][aim, span] = work[4][0, span, BACK, most + 1]
            else:
                add_up_front_runs(numbers, work, aim, length, span, lowest, highest)
                add_up_back_runs(numbers, work, aim, span, lowest, highest)
                work[9][aim, span] = work[5][0, aim, span, BACK, most + 1]
            for cell in range(1, CELLS + 1):
                kept = through(numbers, work, aim, length, span, cell, rack[cell], most)
                work[10][aim, span, cell] = max(0.0, work[9][aim, span] - kept)


@kernel
def find_runs(numbers: Any, work: Work, aim: int, length: int, most: int) -> None:
    """List the places where a run may come to lie, one card of which is there already."""
    rack, chains, places, runs = work[0], work[4], work[6], work[7]
    count = 0
    for begin in range(1, CELLS + 2 - length):
        for member in range(length):
            low = rack[begin + member] - member
            top = low + length - 1
            if low < begin or top > most - (CELLS + 1 - begin - length):
                continue
            listed = False
            for earlier in range(member):
                listed = listed or rack[begin + earlier] == low + earlier
            if listed or count == RUNS:
                continue
            likely = 0.0
            for span in range(SPANS):
                chance = missing(numbers, work, span, begin, low, length, 0, 0)
                before = chance * chains[0, span, begin, low]
                after = chance * chains[1, span, begin + length - 1, top]
                runs[0, aim, count, span] = before
                runs[1, aim, count, span] = after
                likely = max(likely, before, after)
            if likely > TINY:
                places[aim, count, 0] = begin
                places[aim, count, 1] = low
                count += 1
    work[8][aim] = count
