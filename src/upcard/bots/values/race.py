"""What a rack of Rack-O is worth in the race: the chance to be in order before anybody else is.

The chances to be in order (``race_chains``) within some numbers of turns stand for the chance to be first:
these are turns that a seat may have left before another goes out. When it is not first, it is paid for cards
that rise. Where runs earn a bonus, it is the length of run that is worth most to aim for that counts.
"""

from __future__ import annotations

import math
from typing import Any

from upcard.bots.values.race_chains import lay_rack, take_rack, through
from upcard.bots.values.race_coming import expect_cards, mark
from upcard.bots.values.race_room import (
    AIM_COUNT,
    AIM_LENGTHS,
    BONUSES,
    CARDS,
    FRONT,
    GAIN,
    MATCH,
    MOST_TURNS,
    ROOTS,
    SHARES,
    SPANS,
    TEAM,
    Work,
    room,
)
from upcard.fast.kernel import kernel, unchecked
from upcard.games.rack_o.scoring import same_side, side_total
from upcard.games.rack_o.state import CELLS, EVERY_RISE, OUT_POINTS, RACK_POINTS


@kernel
def prepare(state: Any, numbers: Any, lowest: int, highest: int) -> Work:
    """Return arrays in which the rack of the seat to move has been weighed, so that a range may be tried."""
    work = room(int(numbers[AIM_COUNT]))
    look_around(state, numbers, work)
    take_rack(state, work)
    lay_rack(numbers, work, lowest, highest)
    return work


@kernel
def look_around(state: Any, numbers: Any, work: Work) -> None:
    """Work out what goes for every rack: which cards may come, and what it is worth to go out."""
    mark(state, work)
    expect_cards(state, numbers, work)
    for aim in range(int(numbers[AIM_COUNT])):
        bonus = numbers[BONUSES + int(numbers[AIM_LENGTHS + aim])]
        work[13][0, aim] = numbers[GAIN] + bonus + match_worth(state, numbers, bonus)


@kernel
def match_worth(state: Any, numbers: Any, bonus: float) -> float:
    """RO4.5, RO4.6: Return what it counts if the match ends when the seat goes out with such a bonus."""
    own = side_total(state, state.seat) + RACK_POINTS + OUT_POINTS + bonus
    best = 0.0
    for seat in range(state.seats):
        if not same_side(state, seat, state.seat):
            best = max(best, side_total(state, seat) + numbers[FRONT] * (1 + int(state.partners)))
        elif seat != state.seat:
            own += numbers[FRONT]
    if max(own, best) < state.target or own == best:
        return 0.0
    return float(numbers[MATCH] if own > best else -numbers[MATCH])


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
    """Return what the rack is worth with ``card`` in ``cell`` (0: as it lies), the round going on.

    Either a length of run is aimed for, however long it takes, or so many turns are waited for the best.
    """
    most = 20 + CELLS * state.seats
    turn = min(int(state.turns[state.seat]) + 1, MOST_TURNS)
    front = numbers[CARDS + turn] * rises_with(state, work, cell, card)
    run = run_with(work, cell, card)
    aims = int(numbers[AIM_COUNT])
    outs, likely = work[13][0], work[13][1]
    for aim in range(aims):
        likely[aim] = 0.0
    best = 0.0
    later = 1.0
    for span in range(SPANS):
        share = numbers[SHARES + turn * SPANS + span]
        later -= share / 2 if span > 0 else 1.0 - (SPANS - 0.5) * share
        waited = 0.0
        before = front
        for aim in range(aims):
            length = int(numbers[AIM_LENGTHS + aim])
            chains = work[9][aim, span]
            if cell > 0:
                chains = through(numbers, work, aim, length, span, cell, card, most)
                chains = max(chains, work[10][aim, span, cell])
            chance = 1.0 if run >= length else chance_of(numbers, chains)
            likely[aim] += share * chance
            waited += chance * (outs[aim] - before)
            before = outs[aim]
        if aims > 1:
            best = max(best, later * waited)
        later -= share / 2
    first = likely[0]
    for aim in range(aims):
        best = max(best, likely[aim] * (outs[aim] - front))
    worth: float = front + best
    if numbers[TEAM] > 0.0:
        worth += (1.0 - first) * numbers[TEAM] * numbers[BONUSES + longest_with(work, cell, card)]
    return worth


@kernel
def worth_out(state: Any, numbers: Any, work: Work, cell: int, card: int, run: int) -> float:  # noqa: ARG001
    """Return what it is worth to go out with a longest run of that length."""
    bonus = numbers[BONUSES + run]
    return float(numbers[GAIN] + bonus + match_worth(state, numbers, bonus))
