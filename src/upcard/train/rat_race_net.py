"""How the network of *expert* learns Rat Race: by playing against itself, from what each turn ought to make.

At each turn the exact expectation of the best that it can do is reckoned, over all cards that may come; that
is what the position is to be worth, turned round, to the seat that has just moved. To it is added, the less
the further off, how much the positions after it were mistaken in their turn: their luck is taken out that way
(λ-returns without luck). Nothing but that is learned from: no results of rounds, no games of others.

The same search says about what any other upcard would have made of the turn; that is learned too, at less
weight. Positions are kept for a while and learned from more than once.

Towards the end a share of the rounds begins with turns that are played weakly, and not learned from, by
one seat or both: positions that it would not come to by itself are known then as well.

Lanes play at the same time, each its own matches by the weights as they are at the beginning of a step, on as
many cores as there are. There are as many lanes anywhere, and what they played is joined in their order.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.bots.expert_rat_race import table_by
from upcard.bots.rat_race_table import MAPS_END
from upcard.bots.values.rat_race_maps import RANKS, maps
from upcard.bots.values.rat_race_net import FORM, WEIGHTS
from upcard.bots.weights import About, Array, Weights
from upcard.fast.support import cores
from upcard.game import limited
from upcard.games import find_game
from upcard.options import values_of
from upcard.train.contract import Course
from upcard.train.kept_arrays import copied, put_back
from upcard.train.rat_race_learning import KEPT, begin_with, learn_from, look_back
from upcard.train.rat_race_net_play import SHARE, WEAK, play_turns

Cycle = tuple[int, int, float, float, float, float, int]
TURNS = 4_096
"""Turns played in a step, by the same weights."""
LANES = 4
"""How many matches are played at the same time."""
BUFFER = 48
"""Steps whose positions are kept."""
CYCLES = (
    (220, 8, 0.85, 2e-3, 1e-4, 0.3, 0),
    (280, 14, 0.85, 1e-3, 2e-5, 0.2, 0),
    (180, 14, 0.85, 5e-4, 1e-5, 0.2, 0),
    (400, 14, 0.85, 1e-3, 1e-5, 0.2, 3),
)
"""What training goes through: steps; how many times what is played in one is learned from again, from all
that is kept; how much of what later turns were mistaken by counts, a turn later each time; how far a weight
moves at once, first and last; from which part of the steps on that falls, evenly by factors; of how many
rounds one begins weakly, 0 for none. Much of what later turns were mistaken by counts: a mistake lasts for
turns, and one turn's search sees little of it."""
LAMBDA = 0.5
"""How much of later mistakes counts for others that learn from the same play."""
OTHER_UPCARDS = 0.3
"""What is known about an upcard that did not lie there counts that much of what is known about the one that
did."""
USUAL, KINDS = 4, 64
"""Of so many matches one is played under other options than the usual ones; and kinds of tables there are."""
BADLY = 2
"""Of as many matches the one of that number has a seat that plays badly: what comes of that is known then."""


class Network:
    """The training of the network."""

    def __init__(self, seed: int, cycles: Sequence[Cycle] = CYCLES, turns: int = TURNS) -> None:
        from upcard.fast.records import pack, quick_type
        from upcard.fast.self_play import FRESH_ROWS

        self.seed = seed
        self._cycles, self._turns = cycles, turns
        self._game = find_game("rat-race")
        start = [self._game.start(limited(self._game, options, 2), 2) for options in self._tables()]
        fresh = pack(quick_type(self._game.state), start)
        self._seeds = np.random.SeedSequence(seed).generate_state(LANES, np.uint64)
        self._records = np.stack([np.concatenate([fresh[:1]] * FRESH_ROWS + [fresh])] * LANES)
        self._maps = np.stack([maps(rats) for rats in range(4)])
        stream = np.random.Generator(np.random.PCG64(seed))
        self._table = table_by(3, begin_with(stream)).copy()
        self._sizes = np.zeros(WEIGHTS, np.float32)
        self._times = np.zeros(WEIGHTS // 16 + 1, np.int32)
        self._lanes = np.zeros((LANES, 2), np.int64)
        self._lane_maps = np.stack([self._table[:MAPS_END]] * LANES)
        self._numbers = np.zeros(1, np.int64)
        self._positions = np.zeros((BUFFER, turns, KEPT), np.int8)
        self._targets = np.zeros((BUFFER, turns, RANKS), np.float32)
        self._last = (0.0, 0.0)
        self._weak = np.zeros((LANES, WEAK), np.int64)

    def _tables(self) -> list[Any]:
        """Return the options of the tables: the usual ones first, then others."""
        stream = np.random.Generator(np.random.PCG64((self.seed, 1)))
        options = self._game.options
        tables = [options()]
        for kind in range(1, KINDS):
            bonus, rats = int(stream.integers(0, 11)), int(stream.integers(0, 4))
            walkout = ("optional", "off", "forced", "forced")[kind % 4]
            tables.append(options(walkout=walkout, speed_bonus=bonus, walkout_rats=rats))
        return tables

    @property
    def steps(self) -> int:
        """How many steps have been made."""
        return int(self._numbers[0])

    @property
    def plan(self) -> int:
        """How many steps make the weights that come with the package."""
        return sum(cycle[0] for cycle in self._cycles)

    def advance(self, seconds: float) -> None:
        """Learn for about so long, but not beyond the plan; one step at least."""
        end = time.monotonic() + seconds
        while self.steps < self.plan:
            self.step()
            if time.monotonic() >= end:
                break

    def step(self) -> None:
        """Play some turns by the weights as they are, and learn from them and from earlier ones."""
        done, turns = self.steps, self._turns
        slot = done % BUFFER
        again, later, rate, self._weak[:, SHARE] = self._amounts()
        each = turns // LANES
        with ThreadPoolExecutor(cores(), thread_name_prefix="upcard") as pool:
            for lane, played in enumerate(pool.map(self._play, range(LANES))):
                look_back(*played, each, later)
                self._positions[slot, lane * each : (lane + 1) * each] = played[0][:each]
                self._targets[slot, lane * each : (lane + 1) * each] = played[1][:each]
        stream = np.random.Generator(np.random.PCG64((self.seed, 2, done)))
        order = slot * turns + stream.permutation(turns)
        kept = min(done + 1, BUFFER) * turns
        order = np.concatenate([order, stream.integers(0, kept, size=min(again, done) * turns)])
        self._last = learn_from(
            self._positions.reshape(-1, KEPT), self._targets.reshape(-1, RANKS), order, rate, OTHER_UPCARDS,
            self._maps, self._weights, self._sizes, self._times, turns,
        )  # fmt: skip
        self._numbers[0] += 1

    def _play(self, lane: int) -> tuple[Any, Any, Any, Any]:
        """Play the turns of a lane in a step; it has a table of its own, since play sets the maps in it."""
        table = self._table.copy()
        table[:MAPS_END] = self._lane_maps[lane]
        played = play_turns(
            self._records[lane], int(self._seeds[lane]), self._turns // LANES, USUAL, KINDS, BADLY,
            self._maps, table, self._lanes[lane], self._weak[lane],
        )  # fmt: skip
        self._lane_maps[lane] = table[:MAPS_END]
        return played

    def _amounts(self) -> tuple[int, float, float, int]:
        """Return of the next step's cycle the second, the third, how far weights move, and the last."""
        done = self.steps
        for steps, again, later, rate, last, late, weakly in self._cycles:
            if done < steps:
                share = max(done / steps - late, 0) / (1 - late)
                return again, later, rate * (last / rate) ** share * min(1.0, (self.steps + 1) / 20), weakly
            done -= steps
        return 0, 0.0, 0.0, 0

    @property
    def _weights(self) -> npt.NDArray[np.float32]:
        weights: npt.NDArray[np.float32] = self._table[MAPS_END:].view(np.float32)
        return weights

    def line(self) -> str:
        """Return how it goes: how far positions, new ones and all, are from what next turns make of them."""
        new, every = self._last
        return f"an error of {new:.2f} points, {every:.2f} of all kept; {self.steps * self._turns:,} turns"

    @property
    def _kept(self) -> dict[str, Array]:
        return {
            "weights": self._weights,
            "sizes": self._sizes,
            "times": self._times,
            "numbers": self._numbers,
            "lanes": self._lanes,
            "weak": self._weak,
            "matches": self._records[:, :1].view(np.uint8),
            "maps": self._lane_maps,
            "positions": self._positions,
            "targets": self._targets,
        }

    def state(self) -> Mapping[str, Array]:
        """Return all that is needed to go on from here."""
        return copied(self._kept)

    def restore(self, arrays: Mapping[str, Array]) -> None:
        """Go on from what ``state`` returned."""
        put_back(self._kept, arrays)

    def weights(self) -> Weights:
        """Return what has been learned so far."""
        options = values_of(limited(self._game, None, 2))
        about = About(
            self._game.name, self._game.version, FORM, (2,), options,
            {"course": "net", "seed": self.seed, "steps": self.steps, "turns": self.steps * self._turns},
        )  # fmt: skip
        return Weights(about, {"weights": self._weights.astype(np.float16)})


COURSE = Course("rat-race", "net", "Values Rat Race by a small network, learned by playing itself.", Network)
