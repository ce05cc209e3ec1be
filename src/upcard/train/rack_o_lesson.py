"""The lesson of Rack-O: how the network learns from each round of matches that it played (``rack_o_play``).

After each turn of a seat what the network foretells is moved towards what came of it: what it foretold a turn
later and, more and more the later it is, how the round ended. Errors are clipped, since rounds scatter by
fifty points and a single one must not throw the weights.
"""

from __future__ import annotations

from typing import Any

import numpy as np

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
)
from upcard.bots.values.race_room import BONUSES, HEADS, HIDDEN
from upcard.bots.weights import Array
from upcard.fast.kernel import compiled, kernel, unchecked
from upcard.train.rack_o_play import BEGIN, COUNT, END, INPUTS, RUN, TURN, Book

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
def learn_all(
    numbers: Any, rows: Any, stretches: Any, came: Any, seats: int, room: Any, slopes: Any, means: Any,
    squares: Any, rate: float, marks: Any, usual: int,
) -> None:  # fmt: skip
    """Learn from a match, round by round: from each seat's positions, the last one first."""
    layer, foretold, target = room
    at_once = numbers[AT_ONCE] > 0.0
    most = MOST_AT_ONCE if at_once else MOST
    count = 0
    for place in range(len(stretches)):
        stretch = stretches[place]
        end = int(stretch[END])
        if end == 0 and usual == 1 and stretch[TURN] >= 0:
            at = OUT + min(int(stretch[TURN]), TURNS - 1)
            bonus = numbers[BONUS_SHARE] * numbers[BONUSES + int(stretch[RUN])] / POINTS
            numbers[at] += OUT_RATE * (came[place] - bonus - numbers[at])
        for head in range(HEADS):
            target[head] = 0.0
        if at_once:
            target[0] = came[place]
        else:
            target[end] = 1.0
        begin = int(stretch[BEGIN])
        for turn in range(int(stretch[COUNT]) - 1, -1, -1):
            worth = learn_from(numbers, rows[begin + turn], layer, foretold, target, slopes, most)
            marks[SQUARED] += (worth - came[place]) * (worth - came[place])
            marks[SAMPLES] += 1
            count += 1
            for head in range(HEADS):
                target[head] = (1.0 - LATER) * foretold[head] + LATER * target[head]
        marks[ROUND_TURNS] += stretch[COUNT]
        if (place + 1) % seats == 0:
            marks[ROUNDS] += 1
            move(numbers, slopes, means, squares, float(max(1, count)), rate)
            count = 0


class Lesson:
    """What learns from matches: the room that it takes."""

    def __init__(self) -> None:
        self._room = (np.zeros((2, HIDDEN)), np.zeros(HEADS), np.zeros(HEADS))
        self._slopes = np.zeros(LEARNED)
        self._learn = compiled("rack-o-lesson", learn_all)

    def learn(
        self, numbers: Array, book: Book, means: Array, squares: Array, rate: float, marks: Array, usual: int
    ) -> None:
        """Move the weights by a match."""
        self._learn(
            numbers, book.rows, book.stretches, book.came, book.seats, self._room, self._slopes, means,
            squares, rate, marks, usual,
        )  # fmt: skip
