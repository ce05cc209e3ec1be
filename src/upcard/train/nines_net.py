"""Training at Nines: the network of the *expert*, from play against itself.

A step is some thousand positions of matches that are played as well as is known by now, and some passes over
them. Part of them are played by unusual house rules, so that they can be played for. What is learned at once
must be of all kinds: when steps were of one kind each, the network forgot the others. The parts of a step are
played at the same time with what was known when it began, so that the number of cores changes nothing.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import numpy as np

from upcard.bots.columns import tabulate
from upcard.bots.expert_nines import FORM, KINDS_OF_TABLES, SUM_UNIT, table_with
from upcard.bots.nines_table import END, SCALE
from upcard.bots.values.nines_layout import (
    FIRST,
    HIDDEN,
    MIDDLE,
    NET_END,
    NUMBERS,
    OUT,
    OUT_BIAS,
    ROWS,
    SECOND,
    SECOND_BIAS,
)
from upcard.bots.weights import About, Array, Weights
from upcard.fast.support import cores
from upcard.game import limited
from upcard.games import find_game
from upcard.options import build, values_of
from upcard.train.contract import Course
from upcard.train.nines_net_fit import FACTS, GAPS, ROUNDS, SURE, TURNS, fitting
from upcard.train.nines_net_lesson import MOST_ROWS, MOST_TURNS, playing
from upcard.train.nines_net_sums import beginning

POSITIONS = 16_384
"""How many positions are a step, about."""
PASSES = {"two": 4, "more": 4}
"""With more seats some of what comes is the luck of turns between a seat's own: less is to be made of it."""
PARTS, UNUSUAL_PARTS = 8, 2
"""Of how many parts a step consists, and how many of them are played by unusual options."""
MATCHES = 512
"""No part of a step plays as many matches."""
A_MATCH = 2560
"""About as many positions a match may have, after which a part is full."""
PART_ROOM = POSITIONS // PARTS + A_MATCH + MOST_TURNS
RATES = {"two": 1e-3, "more": 1e-3}
"""How far a number moves in a batch at first, about."""
FALL, LAST_FALL = 400, 200
"""In how many steps that would go down to 0 evenly, and in how many it does when the plan is near its end."""
TRUST = 0.95
"""How much of what a turn shows the value to be off counts for the turn before it."""
SPREAD = 0.15
FIRST_SPREAD = 4.5
"""The logarithm of the variance of a round's result that training begins with."""
FRESH = 1
ROWS_OF_PLAY = 3
"""A match that is played, one that has not begun, and what a seat sees."""

SEATS = {"two": (2,), "more": (3, 4, 3, 5, 4, 3, 6, 4, 3, 7, 4, 8)}
"""How many seats play, one part after another."""
USUAL = {"rounds": 6}
CHANGED = 3
"""One option in so many is unusual where any may be."""
UNUSUAL: dict[str, tuple[int | str, ...]] = {
    "opening_flips": (0, 1, 3),
    "flip_when": ("before-play",),
    "reject_flips": ("may", "must"),
    "final_turns": ("none",),
    "joker_value": (-5, -4, -3, -1, 0),
    "joker_column": ("face",),
    "square_bonus": (10, 25, 25, 50),
    "finisher_penalty": ("+10", "double"),
    "turn_limit": (8, 12, 20),
}


def options_of_part(part: int, chance: Any) -> dict[str, int | str]:
    """Return the options of a part of a step."""
    found: dict[str, int | str] = dict(USUAL)
    if part >= PARTS - UNUSUAL_PARTS:
        for name, values in UNUSUAL.items():
            if chance.integers(CHANGED) == 0:
                found[name] = values[int(chance.integers(len(values)))]
    return found


def as_kept(net: Array) -> Array:
    """Return a network with its rows as precise as they are kept."""
    kept = net.copy()
    kept[FIRST:SECOND] = net[FIRST:SECOND].astype(np.float16)
    return kept


class NetTrainer:
    """Learns the network for two seats, then the one for more; for each the plan is a number of steps."""

    def __init__(self, seed: int, plans: Mapping[str, int]) -> None:
        self.seed = seed
        self.plans = dict(plans)
        self.steps = 0
        self._marks = np.zeros(4)
        self._learned: dict[str, tuple[Array, Array]] = {}
        self._rows = np.zeros((PARTS, PART_ROOM, MOST_ROWS), np.int32)
        self._amounts = np.zeros((PARTS, PART_ROOM, MOST_ROWS), np.float32)
        self._counts = np.zeros((PARTS, PART_ROOM), np.int64)
        self._facts = np.zeros((PARTS, PART_ROOM, FACTS))
        self._begin(next(iter(self.plans)))

    @property
    def plan(self) -> int:
        """How many steps there are in all."""
        return sum(self.plans.values())

    def _begin(self, kind: str) -> None:
        self._kind = kind
        self._done = 0
        chance = np.random.default_rng([self.seed, KINDS_OF_TABLES.index(kind)])
        net = np.zeros(NUMBERS, np.float32)
        net[FIRST:SECOND] = chance.normal(0, SPREAD, ROWS * HIDDEN)
        net[SECOND:SECOND_BIAS] = chance.normal(0, (2 / HIDDEN) ** 0.5, HIDDEN * MIDDLE)
        net[OUT:] = 0.0
        net[OUT_BIAS] = FIRST_SPREAD
        if self._learned:  # tables of more seats are not so different
            net = next(iter(self._learned.values()))[0].copy()
        self._net = net
        added, self._often = beginning(min(SEATS[kind]))
        self._sums = added / SCALE
        self._slopes, self._means, self._squares = (np.zeros(NUMBERS, np.float32) for _ in range(3))

    def advance(self, seconds: float) -> None:
        """Learn for about so long, a step at least, but not beyond the plan."""
        until = time.monotonic() + seconds
        while self.steps < self.plan:
            self._step()
            if self._done == self.plans[self._kind]:
                self._learned[self._kind] = as_kept(self._net), self._sums
                left = [kind for kind in self.plans if kind not in self._learned]
                if left:
                    self._begin(left[0])
            if time.monotonic() >= until:
                break

    def _step(self) -> None:
        chance = np.random.default_rng([self.seed, KINDS_OF_TABLES.index(self._kind), self._done])
        options = [options_of_part(part, chance) for part in range(PARTS)]
        places = []
        for part, (amount, marks) in enumerate(self._play_parts(options)):
            places.append(part * PART_ROOM + np.arange(amount))
            self._marks += marks
        order = np.concatenate(places)
        left = self.plans[self._kind] - self._done
        rate = RATES[self._kind] * min(1 - self._done / FALL, left / LAST_FALL)
        rows, amounts = self._rows.reshape(-1, MOST_ROWS), self._amounts.reshape(-1, MOST_ROWS)
        counts, facts = self._counts.reshape(-1), self._facts.reshape(-1, FACTS)
        moved = np.zeros(len(self._sums), np.float32)
        for _ in range(PASSES[self._kind]):
            fitting()(
                self._net, moved, self._often, self._slopes, self._means, self._squares, rows, amounts,
                counts, facts, chance.permutation(order), rate, self._marks,
            )  # fmt: skip
        self._sums += moved
        self._done += 1
        self.steps += 1

    def _play_parts(self, options: list[dict[str, int | str]]) -> list[tuple[int, Array]]:
        """Play the parts of a step, which do not ask about each other, on all cores."""
        playing()
        with ThreadPoolExecutor(min(PARTS, cores()), thread_name_prefix="upcard") as pool:
            return list(pool.map(self._play, range(PARTS), options))

    def _play(self, part: int, values: dict[str, int | str]) -> tuple[int, Array]:
        """Play a part of a step and note its positions; return how many there are, and what is counted."""
        from upcard.fast.records import pack, quick_type

        game = find_game("nines")
        number = PARTS * self._done + part
        numbers = SEATS[self._kind]
        seats = numbers[number % len(numbers)]
        options = limited(game, build(game.options, values), seats)
        sums = np.round(SCALE * self._sums).astype(np.int64)
        table = table_with(game, options, seats, self._net, sums=sums)
        records = np.repeat(pack(quick_type(game.state), [game.start(options, seats)]), ROWS_OF_PLAY)
        greedy = np.array(tabulate(game, options, seats), np.int64)
        marks = np.zeros(len(self._marks))
        amount: int = playing()(
            records, FRESH, table, table[END:NET_END].view(np.float32), greedy, values == USUAL,
            np.uint64(self.seed + KINDS_OF_TABLES.index(self._kind)), MATCHES * number, POSITIONS // PARTS,
            TRUST, self._rows[part], self._amounts[part], self._counts[part], self._facts[part], marks,
        )  # fmt: skip
        return amount, marks

    def line(self) -> str:
        """Return how it goes: how far off the value was from what was learned from, root mean square."""
        gap = (self._marks[GAPS] / max(self._marks[SURE], 1)) ** 0.5
        positions, rounds = self._marks[TURNS], self._marks[ROUNDS]
        self._marks[:] = 0
        return (
            f"{self._kind} seats, step {self._done}: off by {gap:.3f} points, "
            f"{positions:.0f} positions of {rounds:.0f} rounds"
        )

    def state(self) -> Mapping[str, Array]:
        """Return all that is needed to go on from here."""
        return {
            "steps": np.array([self.steps, KINDS_OF_TABLES.index(self._kind), self._done]),
            "net": self._net.copy(),
            "sums": self._sums.copy(),
            "often": self._often.copy(),
            "means": self._means.copy(),
            "squares": self._squares.copy(),
            **{f"{kind}-net": net for kind, (net, _) in self._learned.items()},
            **{f"{kind}-sums": sums for kind, (_, sums) in self._learned.items()},
        }

    def restore(self, arrays: Mapping[str, Array]) -> None:
        """Go on from what ``state`` returned."""
        steps, place, done = (int(number) for number in arrays["steps"])
        self._begin(KINDS_OF_TABLES[place])
        self.steps, self._done = steps, done
        self._net[:], self._means[:], self._squares[:] = arrays["net"], arrays["means"], arrays["squares"]
        self._sums[:], self._often[:] = arrays["sums"], arrays["often"]
        self._learned = {
            kind: (arrays[f"{kind}-net"], arrays[f"{kind}-sums"])
            for kind in self.plans
            if f"{kind}-net" in arrays
        }

    def weights(self) -> Weights:
        """Return what has been learned so far; rows are kept as half as precise numbers."""
        game = find_game("nines")
        nets = {**self._learned, self._kind: (self._net, self._sums)}
        seats = {2} if "two" in nets else set()
        if "more" in nets:
            seats |= set(SEATS["more"])
        about = About(
            game="nines",
            rules=game.version,
            form=FORM,
            seats=tuple(sorted(seats)),
            options=values_of(build(game.options, {})),
            made={"seed": self.seed, "steps": self.steps, "positions a step": POSITIONS},
        )
        arrays: dict[str, Array] = {}
        for kind, (net, sums) in nets.items():
            arrays[f"{kind}-rows"] = net[FIRST:SECOND].reshape(ROWS, HIDDEN).astype(np.float16)
            arrays[f"{kind}-rest"] = net[SECOND:].copy()
            whole = np.round(SCALE / SUM_UNIT * sums)
            arrays[f"{kind}-sums"] = np.clip(whole, -32768, 32767).astype(np.int16)
        return Weights(about, arrays)


PLAN = {"two": 280}
"""Steps. Networks for more seats can be trained, but have not been better than *td1* so far."""
COURSE = Course(
    "nines",
    "net",
    "The network of the expert at Nines: what the value of td1 leaves out, learned from play against itself.",
    partial(NetTrainer, plans=PLAN),
)
