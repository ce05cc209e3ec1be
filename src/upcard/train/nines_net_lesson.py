"""What the network of Nines learns from, and how: rounds against itself, then one batch after another.

A position after a turn is worth what the round brings less the luck that follows: each turn to come is looked
ahead to over all cards, so that what really comes counts only as far as the value was wrong about it. Of what
lies further ahead ``TRUST`` counts a turn. A turn played at random says nothing about the one before it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from upcard.bots.expert_nines import SEARCH
from upcard.bots.nines_ply import MOST_CODES
from upcard.bots.nines_table import APART, CODES, DRAW, FIRST_COLUMN, GRID, MOST_DOWN, QUICK, ROW, WORTHS
from upcard.bots.values.nines_linear import part_before
from upcard.bots.values.nines_match import MATCH_ROOM
from upcard.bots.values.nines_net import (
    DOWNS,
    FIRST,
    HIDDEN,
    LEFT,
    MIDDLE,
    NEXT_DOWN,
    NEXT_ONE,
    NUMBERS,
    OTHERS,
    OUT,
    OUT_BIAS,
    OWN,
    ROWS,
    SEATED,
    SECOND,
    SECOND_BIAS,
    SETTING,
    SETTINGS,
    UNSEEN,
    card_unit,
    run_second,
    setting_of,
    turns_left,
)
from upcard.bots.values.nines_seen import look
from upcard.fast.kernel import compiled, unchecked
from upcard.fast.policy import count_codes, nth_code
from upcard.fast.support import insist
from upcard.games import find_game
from upcard.games.nines.scoring import rank_of
from upcard.games.nines.state import DRAW as DRAW_CODE
from upcard.games.nines.state import JOKER_RANK, SEATS, TAKE
from upcard.state import NOBODY, Phase

STRAY = 24
"""One turn in so many, and one opening flip, is a random one."""
TRUST = 0.85
MOST_ROWS = 64
MOST_TURNS = 1024
BATCH = 128
SLOW, SLOWER = 0.9, 0.999
"""How much of the mean of slopes, and of their squares, stays after a batch (Adam: Kingma and Ba, 2015)."""
SMALL = 1e-6
STEEPEST = 2.0

UPCARD, LINEAR, VALUE, TARGET, OUTCOME = range(5)
FACTS = 5
"""What is noted of a position: its upcard, what the linear value says, what all says, what it should be, and
what came of the round."""
MOVER, WORTH, SAMPLE, RANDOM = range(4)
LIVE = 0
GAPS, SURE, TURNS, ROUNDS = range(4)


@unchecked
def note_row(row: int, times: float, count: int, rows: Any, amounts: Any) -> int:
    """Note one row more."""
    rows[count] = row
    amounts[count] = times
    return count + 1


@unchecked
def note_position(state: Any, table: Any, ranks: Any, room: Any, rows: Any, amounts: Any) -> int:
    """Note which rows the position is the sum of, for the seat that has just moved; return how many."""
    following = state.seat
    mover = (following + state.seats - 1) % state.seats
    count = 0
    for seat in range(state.seats):
        times = 1.0
        begin = OTHERS
        if seat == mover:
            begin = OWN
        elif seat == following:
            begin = NEXT_ONE
        else:
            times = 1.0 / (state.seats - 1)
        for column in range(3):
            count = note_row(begin + ranks[seat, FIRST_COLUMN + column], times, count, rows, amounts)
    most = MOST_DOWN
    for seat in range(state.seats):
        if seat != mover:
            most = min(most, state.down[seat])
    downs = DOWNS + (state.down[mover] - 1) * MOST_DOWN + most - 1
    count = note_row(downs, 1.0, count, rows, amounts)
    count = note_row(NEXT_DOWN + state.down[following], 1.0, count, rows, amounts)
    count = note_row(SEATED + state.seats, 1.0, count, rows, amounts)
    count = note_row(LEFT + turns_left(mover, 0, state), 1.0, count, rows, amounts)
    for number in range(SETTINGS):
        times = setting_of(number, state)
        if times != 0.0:
            count = note_row(SETTING + number, times, count, rows, amounts)
    upcard = rank_of(state.discard[state.discard_size - 1])
    unit = card_unit(table)
    for rank in range(1, JOKER_RANK + 1):
        cards = room[GRID + rank]
        if room[APART] == 1.0:
            cards += room[DRAW + rank]
        if rank == upcard:
            cards += 1.0
        if cards > 0.0:
            count = note_row(UNSEEN + rank, unit * cards, count, rows, amounts)
    return count


@unchecked
def linear_worth(state: Any, table: Any, ranks: Any, room: Any) -> float:
    """Return what the linear value says, for the seat that has just moved."""
    mover = (state.seat + state.seats - 1) % state.seats
    upcard = rank_of(state.discard[state.discard_size - 1])
    down = state.down[state.seat]
    worth = 0.0
    for seat in range(state.seats):
        part = part_before(seat, state.seat, down, upcard, state, table, ranks, room)
        worth += part if seat == mover else -part / (state.seats - 1)
    return worth


@unchecked
def sum_rows(rows: Any, amounts: Any, count: int, net: Any, layers: Any) -> None:
    """Work out both layers, the first one at 0 and the second one behind it."""
    for place in range(HIDDEN):
        layers[place] = np.float32(0.0)
    for number in range(count):
        start = FIRST + rows[number] * HIDDEN
        times = amounts[number]
        for place in range(HIDDEN):
            layers[place] += times * net[start + place]
    run_second(layers, 0, HIDDEN, net)


@unchecked
def output_of(number: int, net: Any, layers: Any) -> float:
    """Return an output, once the layers are worked out."""
    worth = float(net[OUT_BIAS + number])
    out = OUT + number * MIDDLE
    for place in range(MIDDLE):
        worth += float(layers[HIDDEN + place]) * float(net[out + place])
    return worth


@unchecked
def settle(turns: Any, amount: int, state: Any, facts: Any) -> None:
    """Write down what came of a round, and what each of its positions should have been worth."""
    seats = state.seats
    ahead = 1 if seats == 2 else seats
    sign = -1.0 if seats == 2 else 1.0
    whole = 0.0
    for seat in range(seats):
        whole += state.points[seat]
    for turn in range(amount - 1, -1, -1):
        sample = int(turns[turn, SAMPLE])
        if sample < 0:
            continue
        own = float(state.points[int(turns[turn, MOVER])])
        outcome = own - (whole - own) / (seats - 1)
        facts[sample, OUTCOME] = outcome
        target = outcome
        coming = turn + ahead
        if coming < amount:
            target = turns[coming, WORTH]
            further = int(turns[coming, SAMPLE])
            if further >= 0 and turns[coming, RANDOM] == 0.0:
                target += TRUST * (facts[further, TARGET] - facts[further, VALUE])
            target *= sign
        facts[sample, TARGET] = target


@cache
def playing() -> Callable[..., Any]:
    """Return the kernel that plays matches against itself and notes positions; how many it returns."""
    insist()
    from upcard.fast.lessons import steps_of

    start, step, below = steps_of(find_game("nines"))
    prepare, look_ahead, weigh_in = SEARCH.prepare, SEARCH.look_ahead, SEARCH.weigh_in

    @unchecked
    def play(
        records: Any, fresh: int, table: Any, net: Any, seed: Any, first: int, wanted: int, rows: Any,
        amounts: Any, counts: Any, facts: Any, marks: Any,
    ) -> int:  # fmt: skip
        ranks = np.zeros((SEATS, ROW), np.int64)
        room = np.zeros(MATCH_ROOM)
        room[QUICK] = 1.0
        worths = np.zeros(MOST_CODES)
        layers = np.zeros(HIDDEN + MIDDLE, np.float32)
        turns = np.zeros((MOST_TURNS, 4))
        noted = 0
        match = first
        while noted < wanted:
            records[LIVE] = records[fresh]
            mask = start(records, LIVE, seed, match)
            match += 1
            state = records[LIVE]
            at = state.round
            amount = 0
            begun = noted
            while mask != 0:
                phase = state.phase
                mover = state.seat
                stray = below(records, LIVE, STRAY) == 0
                if phase == Phase.CHOOSE:
                    prepare(state, table, ranks, room)
                    worth = look_ahead(state, table, ranks, room)
                    place = min(amount, MOST_TURNS - 1)
                    turns[place, MOVER] = mover
                    turns[place, WORTH] = worth
                    turns[place, SAMPLE] = -1.0
                    turns[place, RANDOM] = 1.0 if stray else 0.0
                    amount += 1
                    code = TAKE
                    if stray:
                        code = nth_code(mask, below(records, LIVE, count_codes(mask)))
                    elif room[WORTHS + 1] < room[WORTHS]:
                        code = DRAW_CODE
                    mask = step(records, LIVE, code)
                    if stray:
                        code = nth_code(mask, below(records, LIVE, count_codes(mask)))
                    elif code == TAKE:
                        code = int(room[CODES])
                    else:
                        code = int(room[CODES + rank_of(state.hand)])
                elif stray:
                    code = nth_code(mask, below(records, LIVE, count_codes(mask)))
                else:
                    weigh_in(state, mask, table, ranks, room, worths)
                    code = -1
                    for other in range(MOST_CODES):
                        if (mask >> other) & 1 == 1 and (code < 0 or worths[other] > worths[code]):
                            code = other
                mask = step(records, LIVE, code)
                if mask == 0 or state.round != at:
                    if amount < MOST_TURNS:
                        settle(turns, amount, state, facts)
                        begun = noted
                    noted = begun  # a round without an end is forgotten
                    at = state.round
                    amount = 0
                    marks[ROUNDS] += 1
                    if noted + MOST_TURNS > len(facts):
                        break
                elif phase != Phase.FLIP and state.seat != mover and state.finisher == NOBODY:
                    look(state, table, ranks, room)
                    count = note_position(state, table, ranks, room, rows[noted], amounts[noted])
                    counts[noted] = count
                    sum_rows(rows[noted], amounts[noted], count, net, layers)
                    upcard = rank_of(state.discard[state.discard_size - 1])
                    fact = facts[noted]
                    fact[UPCARD] = upcard
                    fact[LINEAR] = linear_worth(state, table, ranks, room)
                    fact[VALUE] = fact[LINEAR] + output_of(upcard, net, layers)
                    place = min(amount, MOST_TURNS) - 1
                    turns[place, SAMPLE] = noted
                    noted += 1
                    if amount >= MOST_TURNS - 1:
                        break
            if state.round == at and mask != 0:
                noted = begun
        marks[TURNS] += noted
        return noted

    return compiled("nines-net-play", play)


@unchecked
def add_slopes(
    rows: Any, amounts: Any, count: int, fact: Any, net: Any, turned: Any, layers: Any, slopes: Any,
    marks: Any,
) -> None:  # fmt: skip
    """Add how the error of one position changes with each number of the network."""
    sum_rows(rows, amounts, count, net, layers)
    upcard = int(fact[UPCARD])
    worth = output_of(upcard, net, layers)
    gap = worth + fact[LINEAR] - fact[TARGET]
    marks[GAPS] += gap * gap
    away = fact[OUTCOME] - fact[TARGET]
    unsure = min(max(output_of(0, net, layers), -4.0), 6.0)
    tilt = np.float32(max(0.5 * (1.0 - away * away / np.exp(unsure)), -STEEPEST))
    slope = np.float32(gap)
    back = HIDDEN + MIDDLE
    out = OUT + upcard * MIDDLE
    slopes[OUT_BIAS + upcard] += slope
    slopes[OUT_BIAS] += tilt
    for place in range(MIDDLE):
        second = layers[HIDDEN + place]
        slopes[out + place] += slope * second
        slopes[OUT + place] += tilt * second
        layers[back + place] = slope * net[out + place] if second > 0.0 else np.float32(0.0)
        slopes[SECOND_BIAS + place] += layers[back + place]
    first = back + MIDDLE
    for place in range(HIDDEN):
        layers[first + place] = np.float32(0.0)
    for place in range(MIDDLE):
        times = layers[back + place]
        for other in range(HIDDEN):
            layers[first + other] += times * turned[place * HIDDEN + other]
    for other in range(HIDDEN):
        value = layers[other]
        if value > 0.0:
            row = SECOND + other * MIDDLE
            for place in range(MIDDLE):
                slopes[row + place] += value * layers[back + place]
        else:
            layers[first + other] = np.float32(0.0)
    for number in range(count):
        row = FIRST + rows[number] * HIDDEN
        times = amounts[number]
        for place in range(HIDDEN):
            slopes[row + place] += times * layers[first + place]


@unchecked
def go_down(
    begin: int, end: int, net: Any, slopes: Any, means: Any, squares: Any, rate: Any, share: Any
) -> None:
    """Move numbers against their slopes, each the faster the surer its slope, and forget the slopes."""
    kept, keen = np.float32(SLOW), np.float32(SLOWER)
    new, fresh = np.float32(1.0 - SLOW), np.float32(1.0 - SLOWER)
    least = np.float32(SMALL)
    for place in range(begin, end):
        slope = slopes[place] * share
        slopes[place] = np.float32(0.0)
        means[place] = kept * means[place] + new * slope
        squares[place] = keen * squares[place] + fresh * slope * slope
        net[place] -= rate * means[place] / (np.sqrt(squares[place]) + least)


@cache
def fitting() -> Callable[..., None]:
    """Return the kernel that goes through positions in an order and moves the network towards them."""
    insist()

    @unchecked
    def fit(
        net: Any, slopes: Any, means: Any, squares: Any, rows: Any, amounts: Any, counts: Any, facts: Any,
        order: Any, rate: float, marks: Any,
    ) -> None:  # fmt: skip
        layers = np.zeros(2 * (HIDDEN + MIDDLE), np.float32)
        turned = np.zeros(HIDDEN * MIDDLE, np.float32)
        met = np.zeros(ROWS, np.int64)
        share = np.float32(1.0 / BATCH)
        pace = np.float32(rate)
        for begin in range(0, len(order) - BATCH + 1, BATCH):
            for place in range(MIDDLE):
                for other in range(HIDDEN):
                    turned[place * HIDDEN + other] = net[SECOND + other * MIDDLE + place]
            for number in range(begin, begin + BATCH):
                sample = order[number]
                count = counts[sample]
                add_slopes(
                    rows[sample], amounts[sample], count, facts[sample], net, turned, layers, slopes, marks
                )
                for place in range(count):
                    met[rows[sample, place]] = 1
            for row in range(ROWS):
                if met[row] == 1:
                    met[row] = 0
                    start = FIRST + row * HIDDEN
                    go_down(start, start + HIDDEN, net, slopes, means, squares, pace, share)
            go_down(SECOND, NUMBERS, net, slopes, means, squares, pace, share)
        marks[SURE] += len(order) // BATCH * BATCH

    return compiled("nines-net-fit", fit)
