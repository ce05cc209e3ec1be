"""The lesson of Rack-O: matches played against itself, and how the network learns from each round of them.

After each turn of a seat what the network foretells is moved towards what came of it: what it foretold a turn
later and, more and more the later it is, how the round ended. Errors are clipped, since rounds scatter by
fifty points and a single one must not throw the weights.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from upcard.bots.values.race import run_with
from upcard.bots.values.race_match import POINTS_OF
from upcard.bots.values.race_net import (
    AT_ONCE,
    BONUS_SHARE,
    FROM_KNOWN,
    LEARNED,
    OUT,
    POINTS,
    STRAIGHT,
    TURNS,
    UPWARD,
    see_rack,
)
from upcard.bots.values.race_room import AIM_COUNT, BONUSES, HEADS, HIDDEN, KNOWN, TRIED, room
from upcard.bots.values.racing import CODES, weigh_in
from upcard.fast.kernel import compiled, kernel, unchecked
from upcard.fast.policy import count_codes, nth_code
from upcard.fast.support import insist
from upcard.games import find_game
from upcard.games.rack_o.scoring import same_side
from upcard.games.rack_o.state import AUTO, CARD_POINTS, CELLS, EVERY_RISE, REJECT, REJECT_DECLARE, SEATS
from upcard.state import Phase

LIVE, SEEN, FRESH = 0, 1, 2
STRAY = 40
"""One decision in so many is a random one: positions that the value would not have led to."""
LATER = 0.8
"""How much of a target is what came later than the next turn. The value a turn on is biased while it learns;
the end of the round is not, but scatters."""
MOST, MOST_AT_ONCE = 1.5, 4.0
"""Errors count for no more, in units of the value: without that, a linear value ran away. Bonuses are rare
and large, and must not be taken for less than they are."""
PART = 0.5
"""How much the ends count for themselves, beside the points that they come to."""
KEEP, KEEP_SQUARES = 0.9, 0.999
OUT_RATE = 0.005
INPUTS = KNOWN + TRIED
TURN_ROOM = 200
SQUARED, SAMPLES, ROUNDS, ROUND_TURNS, MARKS = range(5)


@unchecked
def learn_from(
    numbers: Any, seen: Any, layer: Any, foretold: Any, target: Any, slopes: Any, most: float
) -> float:
    """Add the slopes at one position and return its value in units; ``foretold`` takes what it foretells.

    The slopes are those of half the squared error of each end, in part, and of the points they come to, both
    clipped.
    """
    for unit in range(HIDDEN):
        layer[0, unit] = 0.0
        layer[1, unit] = 0.0
    for place in range(INPUTS):
        if seen[place] != 0.0:
            at = FROM_KNOWN + place * HIDDEN
            for unit in range(HIDDEN):
                layer[0, unit] += numbers[at + unit] * seen[place]
    for head in range(HEADS):
        foretold[head] = 0.0
    for place in range(INPUTS):
        if seen[place] != 0.0:
            at = STRAIGHT + place * HEADS
            for head in range(HEADS):
                foretold[head] += numbers[at + head] * seen[place]
    for unit in range(HIDDEN):
        if layer[0, unit] > 0.0:
            at = UPWARD + unit * HEADS
            for head in range(HEADS):
                foretold[head] += numbers[at + head] * layer[0, unit]
    worth = 0.0
    off = 0.0
    for head in range(HEADS):
        counts = numbers[POINTS_OF + head] / POINTS
        worth += counts * foretold[head]
        off += counts * (foretold[head] - target[head])
    off = min(most, max(-most, off))
    for head in range(HEADS):
        error = min(most, max(-most, foretold[head] - target[head]))
        slope = PART * error + off * numbers[POINTS_OF + head] / POINTS
        for place in range(INPUTS):
            slopes[STRAIGHT - FROM_KNOWN + place * HEADS + head] += slope * seen[place]
        for unit in range(HIDDEN):
            if layer[0, unit] > 0.0:
                slopes[UPWARD - FROM_KNOWN + unit * HEADS + head] += slope * layer[0, unit]
                layer[1, unit] += slope * numbers[UPWARD + unit * HEADS + head]
    for place in range(INPUTS):
        if seen[place] != 0.0:
            at = place * HIDDEN
            for unit in range(HIDDEN):
                slopes[at + unit] += layer[1, unit] * seen[place]
    return worth


@unchecked
def move(numbers: Any, slopes: Any, means: Any, squares: Any, count: float, rate: float) -> None:
    """Move the weights down the slopes (Kingma and Ba, *Adam*, 2015), and clear these."""
    for place in range(LEARNED):
        slope = slopes[place] / count
        slopes[place] = 0.0
        means[place] = KEEP * means[place] + (1.0 - KEEP) * slope
        squares[place] = KEEP_SQUARES * squares[place] + (1.0 - KEEP_SQUARES) * slope * slope
        numbers[FROM_KNOWN + place] -= rate * means[place] / (squares[place] ** 0.5 + 1e-5)


@kernel
def difference(state: Any, seat: int) -> float:
    """Return by how many points a seat, or its side, did better than the mean of the others, in units."""
    own = 0.0
    sides = 0
    others = 0.0
    for other in range(state.seats):
        if same_side(state, seat, other):
            own += float(state.points[other])
            sides += 1
        else:
            others += float(state.points[other])
    return (own / sides - others / (int(state.seats) - sides)) / POINTS


@kernel
def note_ends(state: Any, out: Any, dealer: int, ends: Any) -> None:
    """Count for how many cards each other seat was paid, by the score's reading and who went first."""
    score = 1 if state.loser_score == EVERY_RISE else 0
    for finisher in range(state.seats):
        if out[finisher, 0] >= 0:
            first = 1 if finisher == (dealer + 1) % state.seats else 0
            for seat in range(state.seats):
                if seat != finisher:
                    ends[score, first, min(CELLS, int(state.points[seat]) // CARD_POINTS)] += 1.0


@kernel
def learn_round(
    state: Any, numbers: Any, past: Any, lengths: Any, room_of: Any, slopes: Any, marks: Any, out: Any,
    usual: int,
) -> float:  # fmt: skip
    """Learn from a round that has ended: from each seat's positions, the last one first."""
    layer, foretold, target = room_of
    at_once = numbers[AT_ONCE] > 0.0
    most = MOST_AT_ONCE if at_once else MOST
    count = 0
    for seat in range(state.seats):
        came = difference(state, seat)
        if out[seat, 0] >= 0 and usual == 1:
            place = OUT + min(int(out[seat, 0]), TURNS - 1)
            bonus = numbers[BONUS_SHARE] * numbers[BONUSES + int(out[seat, 1])] / POINTS
            numbers[place] += OUT_RATE * (came - bonus - numbers[place])
        for head in range(HEADS):
            target[head] = 0.0
        if at_once:
            target[0] = came
        elif out[seat, 0] >= 0:
            target[0] = 1.0
        else:
            target[min(CELLS, max(1, int(state.points[seat]) // CARD_POINTS))] = 1.0
        for turn in range(lengths[seat] - 1, -1, -1):
            worth = learn_from(numbers, past[seat, turn], layer, foretold, target, slopes, most)
            marks[SQUARED] += (worth - came) * (worth - came)
            marks[SAMPLES] += 1
            count += 1
            for head in range(HEADS):
                target[head] = (1.0 - LATER) * foretold[head] + LATER * target[head]
        marks[ROUND_TURNS] += lengths[seat]
        lengths[seat] = 0
        out[seat, 0] = -1
    marks[ROUNDS] += 1
    return float(max(1, count))


@cache
def lesson() -> Callable[..., None]:
    """Return the kernel that plays matches of Rack-O against itself and learns from them."""
    insist()
    from upcard.fast.lessons import steps_of

    game = find_game("rack-o")
    start, step, below = steps_of(game)
    hide = game.hide

    def learn(
        records: Any, numbers: Any, means: Any, squares: Any, rate: float, seed: Any, first: int, amount: int,
        marks: Any, ends: Any, usual: int,
    ) -> None:  # fmt: skip
        work = room(int(numbers[AIM_COUNT]))
        past = np.zeros((SEATS, TURN_ROOM, INPUTS))
        lengths = np.zeros(SEATS, np.int64)
        out = np.full((SEATS, 2), -1)
        room_of = (np.zeros((2, HIDDEN)), np.zeros(HEADS), np.zeros(HEADS))
        slopes = np.zeros(LEARNED)
        worths = np.zeros(CODES)
        for match in range(first, first + amount):
            records[LIVE] = records[FRESH]
            mask = start(records, LIVE, seed, match)
            state = records[LIVE]
            at = state.round
            dealer = int(state.dealer)
            while mask != 0:
                seat = int(state.seat)
                records[SEEN] = records[LIVE]
                seen = records[SEEN]
                hide(seen, seat)
                choosing = state.phase == Phase.CHOOSE
                stray = below(records, LIVE, STRAY) == 0
                code = nth_code(mask, below(records, LIVE, count_codes(mask)))
                if not (choosing and stray):
                    weigh_in(seen, mask, numbers, work, worths)
                if not stray:
                    code = -1
                    for other in range(CODES):
                        if (mask >> other) & 1 == 1 and (code < 0 or worths[other] > worths[code]):
                            code = other
                if not choosing:
                    cell = code - REJECT_DECLARE if code >= REJECT_DECLARE else code - REJECT
                    card = int(seen.hand)
                    run = run_with(work, cell, card)
                    goes = code >= REJECT_DECLARE or (state.declare == AUTO and run >= state.run_needed)
                    if goes:
                        out[seat, 0] = state.turns[seat]
                        out[seat, 1] = run
                    elif lengths[seat] < TURN_ROOM:
                        row = past[seat, lengths[seat]]
                        count = see_rack(seen, numbers, work, cell, card, run)
                        for place in range(KNOWN):
                            row[place] = work[17][place]
                        for place in range(TRIED):
                            row[KNOWN + place] = work[19][place] if place < count else 0.0
                        lengths[seat] += 1
                mask = step(records, LIVE, code)
                if state.round != at or mask == 0:
                    at = state.round
                    note_ends(state, out, dealer, ends)
                    dealer = int(state.dealer)
                    learned = learn_round(state, numbers, past, lengths, room_of, slopes, marks, out, usual)
                    move(numbers, slopes, means, squares, learned, rate)

    return compiled("rack-o-lesson", learn)
