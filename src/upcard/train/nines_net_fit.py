"""How the network of Nines learns from positions, one batch after another."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from upcard.bots.values.nines_layout import (
    FIRST,
    HIDDEN,
    MIDDLE,
    NUMBERS,
    OUT,
    OUT_BIAS,
    ROWS,
    SECOND,
    SECOND_BIAS,
)
from upcard.bots.values.nines_net import run_second
from upcard.fast.kernel import compiled, unchecked
from upcard.fast.support import insist

BATCH = 128
SLOW, SLOWER = 0.9, 0.999
"""How much of the mean of slopes, and of their squares, stays after a batch (Adam: Kingma and Ba, 2015)."""
SMALL = 1e-6
SUM_PACE, SETTLED = 0.1, 0.25
"""How far a number of the linear value moves towards what is wanted at first, and how soon it settles."""
STEEPEST = 2.0

UPCARD, LINEAR, VALUE, TARGET, OUTCOME, SUMMANDS = range(6)
FACTS = 6
"""What is noted of a position: its upcard, what the linear value says, what all says, what it should be, what
came of the round, and how many of its rows, the last ones, are numbers of the linear value."""
GAPS, SURE, TURNS, ROUNDS = range(4)


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
def add_slopes(
    rows: Any, amounts: Any, count: int, fact: Any, net: Any, sums: Any, met: Any, turned: Any, layers: Any,
    slopes: Any, marks: Any,
) -> None:  # fmt: skip
    """Add how the error of one position changes with each number of the network, and move those summed up.

    The numbers of the linear value are few in a position and move at once, each the slower the more often it
    was ``met``, towards what the position is worth without the network: so the sums alone are a value, too,
    as they are asked for before cards are turned up.
    """
    sum_rows(rows, amounts, count, net, layers)
    upcard = int(fact[UPCARD])
    worth = output_of(upcard, net, layers)
    last = count + int(fact[SUMMANDS])
    gap = fact[LINEAR] - fact[TARGET]
    for number in range(count, last):
        gap += amounts[number] * sums[rows[number]]
    for number in range(count, last):
        row = rows[number]
        sums[row] -= np.float32(SUM_PACE * gap) * amounts[number] / (np.float32(1.0) + SETTLED * met[row])
        met[row] += np.float32(1.0)
    gap += worth
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
        net: Any, sums: Any, often: Any, slopes: Any, means: Any, squares: Any, rows: Any, amounts: Any,
        counts: Any, facts: Any, order: Any, rate: float, marks: Any,
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
                    rows[sample], amounts[sample], count, facts[sample], net, sums, often, turned, layers,
                    slopes, marks,
                )  # fmt: skip
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
