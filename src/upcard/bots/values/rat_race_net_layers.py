"""The layers of Rat Race's network: rows of weights that are added up, and what comes out of them.

Each kernel has a twin for where nothing is compiled, which adds in the same order.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.bots.values.rat_race_gains import ROOM, WHERE_DOWN
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
    NONE,
    ONE,
    OUT,
    OUTPUTS,
    SCALES,
    STACK,
    STRAIGHT,
    TOP_LAYER,
    WIDTH,
)
from upcard.bots.values.rat_race_room import PLAIN, PLAIN_SIZE
from upcard.bots.values.rat_race_twin import by_arrays
from upcard.fast.kernel import unchecked


def _add_rows(layer: int, weights: Any, ints: Any, nets: Any) -> None:
    size = int(ints[PLAIN_SIZE])
    rows = weights[:LAYERS].reshape(-1, WIDTH)[ints[PLAIN : PLAIN + size]]
    sums = np.empty((size + 1, WIDTH), np.float32)
    sums[0] = nets[layer : layer + WIDTH]
    np.multiply(rows, nets[SCALES : SCALES + size, None], out=sums[1:])
    nets[layer : layer + WIDTH] = _added(sums)
    ints[PLAIN_SIZE] = 0


@by_arrays(_add_rows)
def add_rows(layer: int, weights: Any, ints: Any, nets: Any) -> None:
    """Add the rows that are written down to a first layer, and forget them."""
    h = nets[layer : layer + WIDTH]
    for place in range(ints[PLAIN_SIZE]):
        first = ints[PLAIN + place] * WIDTH
        row = weights[first : first + WIDTH]
        scale = nets[SCALES + place]
        if scale == ONE:
            h += row
        else:
            for j in range(WIDTH):
                h[j] += row[j] * scale
    ints[PLAIN_SIZE] = 0


@unchecked
def copy_layer(source: int, layer: int, nets: Any) -> None:
    """Write one first layer as it is in another place."""
    nets[layer : layer + WIDTH] = nets[source : source + WIDTH]


def _add_layer(source: int, times: Any, layer: int, nets: Any) -> None:
    nets[layer : layer + WIDTH] += nets[source : source + WIDTH] * times


@by_arrays(_add_layer)
def add_layer(source: int, times: Any, layer: int, nets: Any) -> None:
    """Add one first layer, so many times, to another."""
    h, more = nets[layer : layer + WIDTH], nets[source : source + WIDTH]
    for j in range(WIDTH):
        h[j] += more[j] * times


def _think(stage: int, weights: Any, nets: Any) -> None:
    stack = weights[LAYERS + stage * STACK : LAYERS + (stage + 1) * STACK]
    h = nets[TOP_LAYER : TOP_LAYER + WIDTH]
    sums = np.empty((BENT + 1, MIDDLE), np.float32)
    sums[0] = stack[MID_BIAS:LAST]
    np.multiply(stack[:MID_BIAS].reshape(BENT, MIDDLE), np.maximum(h[:BENT], NONE)[:, None], out=sums[1:])
    mid = nets[MID : MID + MIDDLE] = _added(sums)
    sums = np.empty((MIDDLE + LINEAR + 1, OUT), np.float32)
    sums[0] = stack[LAST_BIAS:EACH_GAIN]
    into = np.concatenate((np.maximum(mid, NONE), h[BENT:]))
    np.multiply(stack[LAST:LAST_BIAS].reshape(MIDDLE + LINEAR, OUT), into[:, None], out=sums[1:])
    out = nets[OUTPUTS : OUTPUTS + OUT] = _added(sums)
    ever, down, times = stack[EACH_GAIN : EACH_GAIN + 3 * EACH].reshape(EACH, 3, 1).swapaxes(0, 1)
    sums = np.empty((EACH + 1, ROOM), np.float32)
    sums[0] = out[:ROOM]
    each = out[ROOM:, None] + ever * nets[MOVER_GAINS : MOVER_GAINS + ROOM]
    each += down * nets[MOVER_GAINS + WHERE_DOWN : MOVED_GAINS]
    np.multiply(np.maximum(each, NONE), times, out=sums[1:])
    nets[OUTPUTS : OUTPUTS + ROOM] = _added(sums)


def _added(rows: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Return rows added up: NumPy adds them one after the other, as long as they lie so in memory."""
    total: npt.NDArray[np.float32] = np.add.reduce(rows)
    return total


@by_arrays(_think)
def think(stage: int, weights: Any, nets: Any) -> None:
    """Work out the outputs from the first layer at TOP_LAYER."""
    stack = LAYERS + stage * STACK
    h = nets[TOP_LAYER : TOP_LAYER + WIDTH]
    mid = nets[MID : MID + MIDDLE]
    mid[:] = weights[stack + MID_BIAS : stack + MID_BIAS + MIDDLE]
    for i in range(0, BENT, 4):
        a, b, c, d = max(h[i], NONE), max(h[i + 1], NONE), max(h[i + 2], NONE), max(h[i + 3], NONE)
        rows = weights[stack + i * MIDDLE : stack + (i + 4) * MIDDLE]
        for j in range(MIDDLE):
            mid[j] = (((mid[j] + rows[j] * a) + rows[MIDDLE + j] * b) + rows[2 * MIDDLE + j] * c) + rows[
                3 * MIDDLE + j
            ] * d
    out = nets[OUTPUTS : OUTPUTS + OUT]
    out[:] = weights[stack + LAST_BIAS : stack + LAST_BIAS + OUT]
    for i in range(0, MIDDLE, 4):
        a, b, c, d = max(mid[i], NONE), max(mid[i + 1], NONE), max(mid[i + 2], NONE), max(mid[i + 3], NONE)
        rows = weights[stack + LAST + i * OUT : stack + LAST + (i + 4) * OUT]
        for j in range(OUT):
            out[j] = (((out[j] + rows[j] * a) + rows[OUT + j] * b) + rows[2 * OUT + j] * c) + rows[
                3 * OUT + j
            ] * d
    for i in range(0, LINEAR, 4):
        a, b, c, d = h[BENT + i], h[BENT + i + 1], h[BENT + i + 2], h[BENT + i + 3]
        rows = weights[stack + STRAIGHT + i * OUT : stack + STRAIGHT + (i + 4) * OUT]
        for j in range(OUT):
            out[j] = (((out[j] + rows[j] * a) + rows[OUT + j] * b) + rows[2 * OUT + j] * c) + rows[
                3 * OUT + j
            ] * d
    ever, down = nets[MOVER_GAINS : MOVER_GAINS + ROOM], nets[MOVER_GAINS + WHERE_DOWN : MOVED_GAINS]
    for j in range(EACH):
        base = out[ROOM + j]
        each = weights[stack + EACH_GAIN + 3 * j : stack + EACH_GAIN + 3 * j + 3]
        for rank in range(ROOM):
            out[rank] += each[2] * max((base + each[0] * ever[rank]) + each[1] * down[rank], NONE)
