"""What the network of Rat Race learns by: positions that are kept, and steps down the slope of the error."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.bots.rat_race_net_opening import put_position
from upcard.bots.values.rat_race_gains import ROOM, WHERE_DOWN
from upcard.bots.values.rat_race_maps import RANKS
from upcard.bots.values.rat_race_net import (
    BENT,
    EACH,
    EACH_GAIN,
    LAST,
    LAST_BIAS,
    LAYERS,
    LINEAR,
    MID,
    MID_BIAS,
    MIDDLE,
    MOVED_GAINS,
    MOVER_GAINS,
    NETS,
    NONE,
    OUT,
    OUTPUTS,
    SCALE,
    SCALES,
    STACK,
    STAGES,
    STRAIGHT,
    TOP_LAYER,
    WEIGHTS,
    WIDTH,
    stage_of,
)
from upcard.bots.values.rat_race_net_layers import add_rows, think
from upcard.bots.values.rat_race_room import (
    BONUS,
    DOWN,
    FORM,
    GRID,
    INTS,
    MOST_RATS,
    OTHER_DOWN,
    OTHER_FORM,
    OTHER_WALK,
    OWN,
    PLAIN,
    PLAIN_SIZE,
    UNSEEN,
    UNSEEN_TOTAL,
    UPCARD,
    WALK,
)
from upcard.fast.kernel import compiled, unchecked

KEPT = 2 * GRID + RANKS + 9
"""How many numbers a position is kept as."""
NOT_SOUGHT = 1e6
BATCH = 64
"""Positions whose slopes are added up before weights move."""
GROUP = 16
"""Weights that are counted together, how often they have moved."""
FADE = 0.999
"""How much is left, at each move, of the squares of the slopes that steps are divided by."""
MOST = 3.0
"""Errors count as no larger than so many units of SCALE."""

Floats = npt.NDArray[np.float32]


def begin_with(stream: np.random.Generator) -> Floats:
    """Return the weights that training begins with: small ones, at random."""
    weights = np.zeros(WEIGHTS, np.float32)
    weights[:LAYERS] = stream.normal(0.0, 0.1, LAYERS)
    for stage in range(STAGES):
        stack = weights[LAYERS + stage * STACK : LAYERS + (stage + 1) * STACK]
        stack[:MID_BIAS] = stream.normal(0.0, (2 / BENT) ** 0.5, MID_BIAS)
        stack[EACH_GAIN : EACH_GAIN + 3 * EACH] = stream.normal(0.0, 0.5, 3 * EACH)
        stack[EACH_GAIN + 2 : EACH_GAIN + 3 * EACH : 3] *= 0.2
        stack[LAST:STRAIGHT] = stream.normal(0.0, 0.1, STRAIGHT - LAST)
        stack[STRAIGHT:LAST_BIAS] = stream.normal(0.0, 0.1, LAST_BIAS - STRAIGHT)
    return weights


@unchecked
def facts(place: int) -> int:
    """Return where a fact of a position stands, the first 9 of them."""
    if place < 4:
        return (FORM, OTHER_FORM, DOWN, OTHER_DOWN)[place]
    return (UPCARD, BONUS, WALK, OTHER_WALK, MOST_RATS)[place - 4]


@unchecked
def keep_position(ints: Any, kept: Any) -> None:
    """Write down what a position is made of."""
    for place in range(2 * GRID):
        kept[place] = ints[OWN + place]
    for rank in range(RANKS):
        kept[2 * GRID + rank] = ints[UNSEEN + rank]
    for place in range(9):
        kept[2 * GRID + RANKS + place] = ints[facts(place)]


@unchecked
def recall_position(kept: Any, ints: Any) -> None:
    """Lay out a position that was written down."""
    for place in range(2 * GRID):
        ints[OWN + place] = kept[place]
    total = 0
    for rank in range(RANKS):
        ints[UNSEEN + rank] = kept[2 * GRID + rank]
        if rank > 0:
            total += kept[2 * GRID + rank]
    ints[UNSEEN_TOTAL] = total
    for place in range(9):
        ints[facts(place)] = kept[2 * GRID + RANKS + place]


def _look_back(positions: Any, sought: Any, worths: Any, linked: Any, turns: int, share: float) -> None:
    ahead = 0.0
    for turn in range(turns - 1, -1, -1):
        upcard = positions[turn, 2 * GRID + RANKS + 4]
        made = float(sought[turn, upcard])
        if linked[turn] == 1 and turn + 1 < turns:
            made += share * (-ahead - worths[turn + 1])
        ahead = made
        for rank in range(RANKS):
            if sought[turn, rank] != NOT_SOUGHT:
                sought[turn, rank] = -sought[turn, rank]
        sought[turn, upcard] = -made


@cache
def _looking_back() -> Any:
    return compiled("rat-race-net-looking-back", _look_back)


def look_back(positions: Any, sought: Any, worths: Any, linked: Any, turns: int, share: float) -> None:
    """Turn what each turn was worth to its seat into what the position before is to be worth to the other.

    ``linked`` says that the next turn follows on this one without a stray choice; then that share of what
    it was mistaken by is added, and so on.
    """
    _looking_back()(positions, sought, worths, linked, turns, share)


@unchecked
def add_slopes_of(
    position: Any, sought: Any, others: float, maps: Any, weights: Any, slopes: Any, touched: Any, ints: Any,
    nets: Any, back: Any,
) -> float:  # fmt: skip
    """Add the slopes of a position's errors to those of all weights; return the square of its error."""
    recall_position(position, ints)
    upcard = ints[UPCARD]
    put_position(False, 0, upcard, maps, ints, nets)  # noqa: FBT003 - the other seat has moved
    rows = ints[PLAIN_SIZE]
    for j in range(WIDTH):
        nets[TOP_LAYER + j] = NONE
    add_rows(TOP_LAYER, weights, ints, nets)
    stage = stage_of(ints[OTHER_DOWN], ints[DOWN])
    think(stage, weights, nets)
    stack = LAYERS + stage * STACK
    out, mid, top = back[:OUT], back[OUT : OUT + MIDDLE], back[OUT + MIDDLE : OUT + MIDDLE + WIDTH]
    error = 0.0
    for rank in range(OUT):
        out[rank] = NONE
        if 0 < rank < RANKS and sought[rank] != NOT_SOUGHT:
            miss = nets[OUTPUTS + rank] - sought[rank] / np.float32(SCALE)
            if rank == upcard:
                error = miss * miss * SCALE * SCALE
            else:
                miss *= np.float32(others)
            out[rank] = min(max(miss, np.float32(-MOST)), np.float32(MOST))
    ever, down = nets[MOVER_GAINS : MOVER_GAINS + ROOM], nets[MOVER_GAINS + WHERE_DOWN : MOVED_GAINS]
    for j in range(EACH):
        base = nets[OUTPUTS + ROOM + j]
        place = stack + EACH_GAIN + 3 * j
        total = NONE
        for rank in range(1, RANKS):
            value = (base + weights[place] * ever[rank]) + weights[place + 1] * down[rank]
            if value > NONE:
                slopes[place + 2] += out[rank] * value
                slope_here = out[rank] * weights[place + 2]
                slopes[place] += slope_here * ever[rank]
                slopes[place + 1] += slope_here * down[rank]
                total += slope_here
        out[ROOM + j] = total
    for j in range(OUT):
        slopes[stack + LAST_BIAS + j] += out[j]
    for i in range(MIDDLE):
        value = nets[MID + i]
        mid[i] = NONE
        if value > NONE:
            row = weights[stack + LAST + i * OUT : stack + LAST + (i + 1) * OUT]
            slope = slopes[stack + LAST + i * OUT : stack + LAST + (i + 1) * OUT]
            total = NONE
            for rank in range(OUT):
                total += row[rank] * out[rank]
                slope[rank] += value * out[rank]
            mid[i] = total
        slopes[stack + MID_BIAS + i] += mid[i]
    for j in range(BENT):
        value = nets[TOP_LAYER + j]
        top[j] = NONE
        if value > NONE:
            row = weights[stack + j * MIDDLE : stack + (j + 1) * MIDDLE]
            slope = slopes[stack + j * MIDDLE : stack + (j + 1) * MIDDLE]
            total = NONE
            for i in range(MIDDLE):
                total += row[i] * mid[i]
                slope[i] += value * mid[i]
            top[j] = total
    for j in range(LINEAR):
        value = nets[TOP_LAYER + BENT + j]
        first = stack + STRAIGHT + j * OUT
        total = NONE
        for rank in range(OUT):
            total += weights[first + rank] * out[rank]
            slopes[first + rank] += value * out[rank]
        top[BENT + j] = total
    for place in range(rows):
        first = ints[PLAIN + place] * WIDTH
        scale = nets[SCALES + place]
        slope = slopes[first : first + WIDTH]
        for j in range(WIDTH):
            slope[j] += top[j] * scale
        touch(first, WIDTH, touched)
    touch(stack, STACK, touched)
    return error


@unchecked
def touch(first: int, many: int, touched: Any) -> None:
    """Note that weights have slopes: groups in the order in which they first came."""
    for group in range(first // GROUP, (first + many) // GROUP):
        if touched[1, group] == 0:
            touched[1, group] = 1
            touched[0, touched[2, 0]] = group
            touched[2, 0] += 1


@unchecked
def move(rate: float, fade: float, weights: Any, slopes: Any, sizes: Any, times: Any, touched: Any) -> None:
    """Move the weights that have slopes, each by its own size of step, and clear the slopes."""
    left = np.float32(fade)
    new = np.float32(1.0 - fade)
    least = np.float32(1e-6)
    for place in range(touched[2, 0]):
        group = touched[0, place]
        touched[1, group] = 0
        times[group] += 1
        step = (
            np.float32(rate * (1.0 - fade ** times[group]) ** 0.5)
            if times[group] < 9_000
            else np.float32(rate)
        )
        first = group * GROUP
        weight, slope, size = (
            weights[first : first + GROUP],
            slopes[first : first + GROUP],
            sizes[first : first + GROUP],
        )
        for j in range(GROUP):
            size[j] = size[j] * left + slope[j] * slope[j] * new
            weight[j] -= step * slope[j] / (np.sqrt(size[j]) + least)
            slope[j] = NONE
    touched[2, 0] = 0


def _learn_from(
    positions: Any, sought: Any, order: Any, rate: float, others: float, all_maps: Any, weights: Any,
    sizes: Any, times: Any, slopes: Any, touched: Any, fresh: int, errors: Any,
) -> None:  # fmt: skip
    ints, nets = np.zeros(INTS, np.int64), np.zeros(NETS, np.float32)
    back = np.zeros(OUT + MIDDLE + WIDTH, np.float32)
    for place in range(len(order)):
        at = order[place]
        maps = all_maps[positions[at, KEPT - 1]]
        error = add_slopes_of(
            positions[at], sought[at], others, maps, weights, slopes, touched, ints, nets, back
        )
        errors[1] += error
        if place < fresh:
            errors[0] += error
        if place % BATCH == BATCH - 1:
            move(rate, FADE, weights, slopes, sizes, times, touched)


@cache
def _learning() -> Any:
    return compiled("rat-race-net-learning", _learn_from)


def learn_from(
    positions: Any, sought: Any, order: Any, rate: float, others: float, all_maps: Any, weights: Floats,
    sizes: Floats, times: Any, fresh: int,
) -> tuple[float, float]:  # fmt: skip
    """Learn from positions in an order; return the error of the first ``fresh`` of them, and of all."""
    slopes = np.zeros(WEIGHTS, np.float32)
    touched = np.zeros((3, WEIGHTS // GROUP + 1), np.int64)
    errors = np.zeros(2)
    _learning()(
        positions,
        sought,
        order,
        rate,
        others,
        all_maps,
        weights,
        sizes,
        times,
        slopes,
        touched,
        fresh,
        errors,
    )
    return float((errors[0] / fresh) ** 0.5), float((errors[1] / len(order)) ** 0.5)
