"""What a rack of Rack-O is worth in the race: the chance to be in order before anybody else is.

The chances to be in order (``race_chains``) within some numbers of turns stand for the chance to be first:
these are turns that a seat may have left before another goes out. When it is not first, it is paid for cards
that rise. Where runs earn a bonus, the chance of each length counts for what it adds.
"""

from __future__ import annotations

import math
from typing import Any

from upcard.bots.values.race_chains import lay_rack, through
from upcard.bots.values.race_coming import expect_cards, mark
from upcard.bots.values.race_room import (
    AIM_COUNT,
    AIM_GAINS,
    AIM_LENGTHS,
    BONUSES,
    CARDS,
    GAIN,
    MOST_TURNS,
    ROOTS,
    SHARES,
    SPANS,
    TEAM,
    Work,
    room,
)
from upcard.fast.kernel import kernel, unchecked
from upcard.games.rack_o.state import CELLS, EVERY_RISE


@kernel
def prepare(state: Any, numbers: Any, lowest: int, highest: int) -> Work:
    """Return arrays in which the rack of the seat to move has been weighed, so that a range may be tried."""
    work = room(int(numbers[AIM_COUNT]))
    mark(state, work)
    expect_cards(state, numbers, work)
    lay_rack(state, numbers, work, lowest, highest)
    return work


@unchecked
def chance_of(numbers: Any, chains: float) -> float:
    """Return the chance that chains added up in powers come to, which several sure ones do not make 1."""
    chains = chains / (1.0 + chains)
    for _ in range(int(numbers[ROOTS])):
        chains = math.sqrt(chains)
    return chains


@unchecked
def rises_with(state: Any, work: Work, cell: int, card: int) -> int:
    """Return how many cards count if another seat goes out now, with ``card`` in ``cell`` (0: as it lies)."""
    rack = work[0]
    count = 1
    last = card if cell == 1 else rack[1]
    for place in range(2, CELLS + 1):
        number = card if place == cell else rack[place]
        if number > last:
            count += 1
        elif state.loser_score != EVERY_RISE:
            return count
        last = number
    return count


@unchecked
def run_with(work: Work, cell: int, card: int) -> int:
    """Return the length of the longest run with ``card`` in ``cell`` if all rises then, −1 if it does not."""
    rack = work[0]
    longest = run = 1
    last = card if cell == 1 else rack[1]
    for place in range(2, CELLS + 1):
        number = card if place == cell else rack[place]
        if number <= last:
            return -1
        run = run + 1 if number == last + 1 else 1
        longest = max(longest, run)
        last = number
    return longest


@unchecked
def longest_with(work: Work, cell: int, card: int) -> int:
    """Return the length of the longest run with ``card`` in ``cell``, in order or not."""
    rack = work[0]
    longest = run = 1
    last = card if cell == 1 else rack[1]
    for place in range(2, CELLS + 1):
        number = card if place == cell else rack[place]
        run = run + 1 if number == last + 1 else 1
        longest = max(longest, run)
        last = number
    return longest


@unchecked
def worth_in(state: Any, numbers: Any, work: Work, cell: int, card: int) -> float:
    """Return what the rack is worth with ``card`` in ``cell`` (0: as it lies), the round going on."""
    most = 20 + CELLS * state.seats
    turn = min(int(state.turns[state.seat]) + 1, MOST_TURNS)
    front = numbers[CARDS + turn] * rises_with(state, work, cell, card)
    worth = front
    first = 0.0
    for aim in range(int(numbers[AIM_COUNT])):
        length = int(numbers[AIM_LENGTHS + aim])
        gain = numbers[AIM_GAINS + aim]
        if aim == 0:
            gain -= front
        for span in range(SPANS):
            chains = work[9][aim, span]
            if cell > 0:
                chains = through(numbers, work, aim, length, span, cell, card, most)
                chains = max(chains, work[10][aim, span, cell])
            chance = numbers[SHARES + turn * SPANS + span] * chance_of(numbers, chains)
            worth += gain * chance
            if aim == 0:
                first += chance
    if numbers[TEAM] > 0.0:
        worth += (1.0 - first) * numbers[TEAM] * numbers[BONUSES + longest_with(work, cell, card)]
    return worth


@kernel
def worth_out(state: Any, numbers: Any, work: Work, cell: int, card: int, run: int) -> float:  # noqa: ARG001
    """Return what it is worth to go out with a longest run of that length."""
    return numbers[GAIN] + numbers[BONUSES + run]
