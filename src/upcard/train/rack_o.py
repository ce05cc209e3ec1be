"""Training at Rack-O: the value of ``values.race_learned``, from play against itself.

After each turn of a seat the value is moved towards what came of it: its own value a turn later and, more and
more the later it is, the difference of points that the round ended with. Errors are clipped, since rounds
scatter by fifty points and a single one must not throw the weights.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

import numpy as np

from upcard.bots.learned_rack_o import FORM, SEARCH, fresh
from upcard.bots.values import race_learned as value
from upcard.bots.values.race import run_with
from upcard.bots.values.race_learned import (
    FROM_KNOWN,
    HIDDEN,
    KNOWN,
    LEARNED,
    OUT,
    POINTS,
    STRAIGHT,
    TRIED,
    TURNS,
    UPWARD,
)
from upcard.bots.values.racing import CODES
from upcard.bots.weights import About, Array, Weights
from upcard.fast.kernel import compiled, kernel, unchecked
from upcard.fast.policy import count_codes, nth_code
from upcard.fast.support import insist
from upcard.game import limited
from upcard.games import find_game
from upcard.games.rack_o.state import DRAW, PLACE, REJECT, SEATS, TAKE
from upcard.options import build, values_of
from upcard.state import Phase
from upcard.train.contract import Course

LIVE, SEEN, FRESH = 0, 1, 2
MATCHES = 20
"""How many matches are a step."""
STRAY = 40
"""One decision in so many is a random one: positions that the value would not have led to."""
LATER = 0.9
"""How much of a target is what came later than the next turn. The value a turn on is biased while it learns;
the end of the round is not, but scatters."""
MOST = 1.5
"""Errors count for no more, in units of the value: without that, a linear value ran away."""
FIRST_RATE, LAST_RATE = 0.002, 0.0001
"""How far a weight moves at a time (Adam), falling to the second by the end of the plan."""
KEEP, KEEP_SQUARES = 0.9, 0.999
INPUTS = KNOWN + TRIED
TURN_ROOM = 200
SQUARED, SAMPLES, ROUNDS, ROUND_TURNS = range(4)


@unchecked
def learn_from(numbers: Any, seen: Any, layer: Any, target: float, slopes: Any) -> float:
    """Add the slopes of the squared error at one position, clipped, and return its value."""
    for unit in range(HIDDEN):
        layer[unit] = 0.0
    for place in range(INPUTS):
        at = FROM_KNOWN + place * HIDDEN
        for unit in range(HIDDEN):
            layer[unit] += numbers[at + unit] * seen[place]
    worth = 0.0
    for place in range(INPUTS):
        worth += numbers[STRAIGHT + place] * seen[place]
    for unit in range(HIDDEN):
        worth += numbers[UPWARD + unit] * max(0.0, layer[unit])
    error = min(MOST, max(-MOST, worth - target))
    for place in range(INPUTS):
        slopes[STRAIGHT - FROM_KNOWN + place] += error * seen[place]
    for unit in range(HIDDEN):
        if layer[unit] > 0.0:
            slopes[UPWARD - FROM_KNOWN + unit] += error * layer[unit]
            layer[unit] = error * numbers[UPWARD + unit]
        else:
            layer[unit] = 0.0
    for place in range(INPUTS):
        at = place * HIDDEN
        for unit in range(HIDDEN):
            slopes[at + unit] += layer[unit] * seen[place]
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
def learn_round(
    state: Any, numbers: Any, past: Any, lengths: Any, layer: Any, slopes: Any, marks: Any, out: Any
) -> float:
    """Learn from a round that has ended: from each seat's positions, the last one first."""
    seats = int(state.seats)
    whole = 0.0
    for seat in range(seats):
        whole += float(state.points[seat])
    count = 0
    for seat in range(seats):
        own = float(state.points[seat])
        came = (own - (whole - own) / (seats - 1)) / POINTS
        if out[seat] >= 0:
            place = OUT + min(int(out[seat]), TURNS - 1)
            numbers[place] += 0.005 * (came - numbers[place])
        target = came
        for turn in range(lengths[seat] - 1, -1, -1):
            worth = learn_from(numbers, past[seat, turn], layer, target, slopes)
            marks[SQUARED] += (worth - came) * (worth - came)
            marks[SAMPLES] += 1
            count += 1
            target = (1.0 - LATER) * worth + LATER * target
        marks[ROUND_TURNS] += lengths[seat]
        lengths[seat] = 0
        out[seat] = -1
    marks[ROUNDS] += 1
    return float(max(1, count))


@cache
def lesson() -> Callable[..., None]:
    """Return the kernel that plays matches of Rack-O against itself and learns from them."""
    insist()
    from upcard.fast.lessons import steps_of

    game = find_game("rack-o")
    start, step, below = steps_of(game)
    hide, weigh_pile, weigh_cells = game.hide, SEARCH.weigh_pile, SEARCH.weigh_cells
    prepare, see_rack, known_at = value.prepare, value.see_rack, 14

    def learn(
        records: Any, table: Any, means: Any, squares: Any, rate: float, seed: Any, first: int, amount: int,
        marks: Any,
    ) -> None:  # fmt: skip
        numbers = table.view(np.float64)
        past = np.zeros((SEATS, TURN_ROOM, INPUTS))
        lengths = np.zeros(SEATS, np.int64)
        out = np.full(SEATS, -1)
        layer = np.zeros(HIDDEN)
        slopes = np.zeros(LEARNED)
        worths = np.zeros(CODES)
        for match in range(first, first + amount):
            records[LIVE] = records[FRESH]
            mask = start(records, LIVE, seed, match)
            state = records[LIVE]
            at = state.round
            while mask != 0:
                seat = int(state.seat)
                records[SEEN] = records[LIVE]
                seen = records[SEEN]
                hide(seen, seat)
                stray = below(records, LIVE, STRAY) == 0
                code = nth_code(mask, below(records, LIVE, count_codes(mask)))
                if state.phase == Phase.CHOOSE:
                    if not stray:
                        weigh_pile(seen, numbers, worths)
                        code = TAKE if worths[TAKE] > worths[DRAW] else DRAW
                else:
                    card = int(seen.hand)
                    work = prepare(seen, numbers, card, card)
                    if not stray:
                        weigh_cells(seen, mask, numbers, work, worths)
                        code = -1
                        for other in range(REJECT, CODES):
                            if (mask >> other) & 1 == 1 and (code < 0 or worths[other] > worths[code]):
                                code = other
                    cell = code - PLACE + 1
                    if run_with(work, cell, card) >= state.run_needed:
                        out[seat] = state.turns[seat]
                    elif lengths[seat] < TURN_ROOM:
                        see_rack(seen, numbers, work, cell, card)
                        row = past[seat, lengths[seat]]
                        for place in range(KNOWN):
                            row[place] = work[known_at][place]
                        for place in range(TRIED):
                            row[KNOWN + place] = work[17][place]
                        lengths[seat] += 1
                mask = step(records, LIVE, code)
                if state.round != at or mask == 0:
                    at = state.round
                    count = learn_round(state, numbers, past, lengths, layer, slopes, marks, out)
                    move(numbers, slopes, means, squares, count, rate)

    return compiled("rack-o-lesson", learn)


class RaceTrainer:
    """Learns the value for each number of seats in turn; the plan is a number of steps for each."""

    def __init__(self, seed: int, plans: Mapping[int, int]) -> None:
        self.seed = seed
        self.plans = dict(plans)
        self.steps = 0
        self._marks = np.zeros(4)
        self._learned: dict[int, Array] = {}
        self._begin(next(iter(self.plans)))

    @property
    def plan(self) -> int:
        """How many steps there are in all."""
        return sum(self.plans.values())

    def _begin(self, seats: int) -> None:
        from upcard.fast.records import pack, quick_type

        game = find_game("rack-o")
        self._seats = seats
        options = limited(game, build(game.options, {}), seats)
        state = game.start(options, seats)
        self._records = np.repeat(pack(quick_type(game.state), [state]), 3)
        self._numbers = fresh(game.settle(options, seats), seats, self.seed + seats)
        self._means, self._squares = np.zeros(LEARNED), np.zeros(LEARNED)
        self._mean = np.zeros(LEARNED + TURNS)
        self._done = 0

    def advance(self, seconds: float) -> None:
        """Learn for about so long, but not beyond the plan."""
        learn = lesson()
        until = time.monotonic() + seconds
        while self.steps < self.plan and time.monotonic() < until:
            plan = self.plans[self._seats]
            rate = FIRST_RATE * (LAST_RATE / FIRST_RATE) ** (self._done / plan)
            learn(
                self._records,
                self._numbers.view(np.int64),
                self._means,
                self._squares,
                rate,
                np.uint64(self.seed + self._seats),
                MATCHES * self._done,
                MATCHES,
                self._marks,
            )
            self._done += 1
            self.steps += 1
            kept = self._done - 3 * plan // 4
            if kept > 0:  # the mean over the last quarter
                self._mean += (self._numbers[FROM_KNOWN:] - self._mean) / kept
            if self._done == plan:
                self._learned[self._seats] = self._now()
                left = [seats for seats in self.plans if seats not in self._learned]
                if left:
                    self._begin(left[0])

    def _now(self) -> Array:
        kept = self._mean if self._mean.any() else self._numbers[FROM_KNOWN:]
        return kept.astype(np.float32)

    def line(self) -> str:
        """Return how it goes: by how much the value is off the ends of rounds, and how long these are."""
        squared, samples, rounds, turns = self._marks
        self._marks[:] = 0
        off = POINTS * (squared / max(1, samples)) ** 0.5
        return (
            f"{self._seats} seats, step {self._done}: off by {off:.2f} points, "
            f"{rounds:.0f} rounds of {turns / max(1, rounds):.1f} turns"
        )

    def state(self) -> Mapping[str, Array]:
        """Return all that is needed to go on from here."""
        return {
            "steps": np.array([self.steps, self._seats, self._done]),
            "numbers": self._numbers[FROM_KNOWN:].copy(),
            "means": self._means.copy(),
            "squares": self._squares.copy(),
            "mean": self._mean.copy(),
            **{f"seats{seats}": learned for seats, learned in self._learned.items()},
        }

    def restore(self, arrays: Mapping[str, Array]) -> None:
        """Go on from what ``state`` returned."""
        steps, seats, done = (int(number) for number in arrays["steps"])
        self._begin(seats)
        self.steps, self._done = steps, done
        self._numbers[FROM_KNOWN:] = arrays["numbers"]
        self._means[:], self._squares[:], self._mean[:] = arrays["means"], arrays["squares"], arrays["mean"]
        self._learned = {n: arrays[f"seats{n}"] for n in self.plans if f"seats{n}" in arrays}

    def weights(self) -> Weights:
        """Return what has been learned so far, for the numbers of seats that there is something for."""
        game = find_game("rack-o")
        learned = dict(self._learned)
        if self._seats not in learned:
            learned[self._seats] = self._now()
        about = About(
            game="rack-o",
            rules=game.version,
            form=FORM,
            seats=tuple(sorted(learned)),
            options=values_of(build(game.options, {})),
            made={"seed": self.seed, "steps": self.steps, "matches a step": MATCHES},
        )
        return Weights(about, {f"seats{seats}": learned[seats] for seats in sorted(learned)})


PLAN = {2: 300}
COURSE = Course(
    "rack-o",
    "race",
    "A value of racks at Rack-O: a small network over chances to be in order, from play against itself.",
    partial(RaceTrainer, plans=PLAN),
)
