"""How *td1* learns Rat Race: from play of the network against itself, what each turn makes of a position.

The network's search says what a position is worth to the seat to move: the exact expectation, over all cards
that may come, of the best that one turn can do, with what later turns add to it; and about what it would be
worth with any other upcard (see ``rat_race_net``). Turned round it is what the sum is to come to for the seat
that has just moved. By itself, from its own searches, the sum gets there too, but takes many times as long. A
weight's step goes by how much its own errors agree (temporal coherence: Beal and Smith, *Temporal coherence
and prediction decay in TD learning*, 1999).

Most steps are made under the usual options. In the last ones tables differ, and only what the usual options
never come to is learned: equal rows that stay, grids that never walk out, other Speed Bonuses.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from upcard.bots.expert_rat_race import table_by
from upcard.bots.rat_race_table import MAPS_END
from upcard.bots.values.rat_race import (
    BONUS,
    FORM,
    OWN_THREES,
    PLAIN_THREES,
    PLAIN_UP_THREES,
    RAT_SHARE,
    SHARE,
    SPREAD,
    STAGES,
    UNIT,
    UP_PAIRS,
    UP_THREES,
    USUAL_BONUS,
    WEIGHTS,
    band,
    bonus_at,
    both_at,
    forms_at,
    terms_of,
    worth_of,
)
from upcard.bots.values.rat_race import UNSEEN as UNSEEN_WEIGHTS
from upcard.bots.values.rat_race_maps import RANK_BITS, RANKS, THREES, maps
from upcard.bots.values.rat_race_net import FORM as NET_FORM
from upcard.bots.values.rat_race_room import BONUS as BONUS_POINTS
from upcard.bots.values.rat_race_room import (
    DOWN,
    FLOATS,
    INTS,
    MOST_RATS,
    OTHER,
    OTHER_DOWN,
    OTHER_FORM,
    OWN,
    PLAIN,
    PLAIN_SIZE,
    RANKED,
    RANKED_SIZE,
    UNKNOWN,
    UNSEEN,
    UNSEEN_TOTAL,
    UPCARD,
)
from upcard.bots.values.rat_race_room import FORM as OWN_FORM
from upcard.bots.weights import About, Array, Weights, learned
from upcard.fast.kernel import compiled, unchecked
from upcard.fast.support import insist
from upcard.game import limited
from upcard.games import find_game
from upcard.games.rat_race.state import CELLS, RAT
from upcard.options import values_of
from upcard.train.contract import Course
from upcard.train.kept_arrays import copied, put_back
from upcard.train.rat_race_learning import KEPT, NOT_SOUGHT, look_back, recall_position
from upcard.train.rat_race_net import COURSE as NETWORK
from upcard.train.rat_race_net import LAMBDA
from upcard.train.rat_race_net_play import NEVER, play_turns

TURNS = 4_096
"""Turns played in a step."""
BUFFER, AGAIN = 128, 1
"""Steps whose positions are kept, and how many of those are learned from beside the new ones."""
USUAL_STEPS = 270
OTHER_STEPS = 30
RATE, LAST_RATE, LATE = 1.0, 0.03, 0.5
"""The share of an error that a position's weights make up for together, at first and at the end; it falls
evenly, by factors, from when that part of the steps is made. Targets have little noise: it may be large."""
TERMS_ABOUT = 20
"""How many weights share a step."""

DONE = 2
"""Where steps are counted among the numbers of a training; the others belong to its play."""
KINDS = 40
"""Kinds of tables that the last steps are made at."""


@unchecked
def learn(place: int, error: float, step: float, weights: Any, sums: Any, sizes: Any, held: Any) -> None:
    """Move a weight by its own rate: how far its errors have gone in one direction."""
    if held[place] == 1 or error == 0.0:
        return
    rate = abs(sums[place]) / sizes[place] if sizes[place] > 0.0 else 1.0
    weights[place] += step * rate * error
    sums[place] += error
    sizes[place] += abs(error)


@unchecked
def learn_seat(
    grid: int, form: int, own: int, other: int, upcard: int, error: float, step: float, maps: Any,
    weights: Any, sums: Any, sizes: Any, held: Any, ints: Any,
) -> None:  # fmt: skip
    """Move the weights of one seat's sum."""
    terms_of(ints, grid, form, own, other, upcard, maps)
    for place in range(ints[PLAIN_SIZE]):
        learn(ints[PLAIN + place], error, step, weights, sums, sizes, held)
    total = max(ints[UNSEEN_TOTAL], 1)
    for rank in range(1, RANKS):
        more = SPREAD * (ints[UNSEEN + rank] / total - (RAT_SHARE if rank == RAT else SHARE))
        first = UNSEEN_WEIGHTS + band(own) * RANKS
        learn(first + rank, error * more * ints[UNKNOWN] / CELLS, step, weights, sums, sizes, held)
    for place in range(ints[RANKED_SIZE]):
        rank = ints[RANKED + place] % RANK_BITS
        more = SPREAD * (ints[UNSEEN + rank] / total - (RAT_SHARE if rank == RAT else SHARE))
        learn(ints[RANKED + place] // RANK_BITS, error * more, step, weights, sums, sizes, held)


@unchecked
def learn_position(
    target: float, rate: float, maps: Any, weights: Any, sums: Any, sizes: Any, held: Any, ints: Any,
    floats: Any,
) -> float:  # fmt: skip
    """Bring a position nearer to its target, seen from the seat that has moved; return the error it had."""
    form, down, mover_form, mover_down = ints[OTHER_FORM], ints[OTHER_DOWN], ints[OWN_FORM], ints[DOWN]
    upcard = ints[UPCARD]
    worth = worth_of(ints, floats, OTHER, form, down, OWN, mover_form, mover_down, upcard, 0, maps, weights)
    error = target - worth
    step = rate / TERMS_ABOUT
    learn_seat(OTHER, form, down, mover_down, 0, error, step, maps, weights, sums, sizes, held, ints)
    learn_seat(
        OWN, mover_form, mover_down, down, upcard, -error, step, maps, weights, sums, sizes, held, ints
    )
    learn(both_at(down, mover_down, upcard), error, step, weights, sums, sizes, held)
    learn(forms_at(form, mover_form, down, mover_down), error, step, weights, sums, sizes, held)
    more = ints[BONUS_POINTS] - USUAL_BONUS
    learn(bonus_at(down, mover_down), error * more, step, weights, sums, sizes, held)
    return error


def _learn_all(
    positions: Any, targets: Any, order: Any, rate: float, all_maps: Any, weights: Any, sums: Any, sizes: Any,
    held: Any, errors: Any,
) -> None:  # fmt: skip
    ints, floats = np.zeros(INTS, np.int64), np.zeros(FLOATS)
    for place in range(len(order)):
        at = order[place]
        recall_position(positions[at], ints)
        maps = all_maps[ints[MOST_RATS]]
        upcard = ints[UPCARD]
        ints[UNSEEN + upcard] += 1
        for rank in range(1, RANKS):
            if targets[at, rank] != NOT_SOUGHT:
                ints[UPCARD] = rank
                ints[UNSEEN + rank] -= 1
                target = float(targets[at, rank])
                error = learn_position(target, rate, maps, weights, sums, sizes, held, ints, floats)
                ints[UNSEEN + rank] += 1
                if rank == upcard:
                    errors[0] += error * error


@cache
def _learning() -> Any:
    """Return the function that learns from positions in an order, compiled."""
    insist()
    return compiled("rat-race-td1-learning", _learn_all)


class Td1:
    """The training of *td1*."""

    def __init__(
        self, seed: int, usual: int = USUAL_STEPS, others: int = OTHER_STEPS, turns: int = TURNS
    ) -> None:
        from upcard.fast.records import pack, quick_type
        from upcard.fast.self_play import FRESH_ROWS

        self.seed = seed
        self._usual, self._plan, self._turns = usual, usual + others, turns
        self._game = find_game("rat-race")
        start = [self._game.start(limited(self._game, options, 2), 2) for options in self._tables()]
        fresh = pack(quick_type(self._game.state), start)
        self._records = np.concatenate([fresh[:1]] * FRESH_ROWS + [fresh])
        self._maps = np.stack([maps(rats) for rats in range(4)])
        net = learned("rat-race-net").expect(self._game, NET_FORM)
        self._net = table_by(3, np.ascontiguousarray(net["weights"], np.float32)).copy()
        self._weights = np.zeros(WEIGHTS, np.float32)
        self._sums = np.zeros(WEIGHTS, np.float32)
        self._sizes = np.zeros(WEIGHTS, np.float32)
        self._held = np.zeros(WEIGHTS, np.uint8)
        self._numbers = np.zeros(3, np.int64)
        self._positions = np.zeros((BUFFER, turns, KEPT), np.int8)
        self._targets = np.zeros((BUFFER, turns, RANKS), np.float32)
        self._last_error = 0.0

    def _tables(self) -> list[Any]:
        """Return the options of the tables: the usual ones first, then others."""
        stream = np.random.Generator(np.random.PCG64(self.seed))
        options = self._game.options
        tables = [options()]
        for kind in range(1, KINDS):
            bonus, rats = int(stream.integers(0, 11)), int(stream.integers(0, 4))
            walkout = ("optional", "off", "forced", "optional")[kind % 4]
            tables.append(options(walkout=walkout, speed_bonus=bonus, walkout_rats=rats))
        return tables

    @property
    def steps(self) -> int:
        """How many steps have been made."""
        return int(self._numbers[DONE])

    @property
    def plan(self) -> int:
        """How many steps make the weights that come with the package."""
        return self._plan

    def advance(self, seconds: float) -> None:
        """Learn for about so long, but not beyond the plan; one step at least."""
        end = time.monotonic() + seconds
        while self.steps < self.plan:
            self.step()
            if time.monotonic() >= end:
                break

    def step(self) -> None:
        """Have the network play some turns, and learn from them and from earlier ones."""
        done, turns = self.steps, self._turns
        if done == self._usual:
            self._turn_to_other_tables()
        first, length = (0, self._usual) if done < self._usual else (self._usual, self._plan - self._usual)
        late = max((done - first) / length - LATE, 0) / (1 - LATE)
        rate = RATE * (LAST_RATE / RATE) ** late
        kinds = 1 if done < self._usual else KINDS
        slot = (done - first) % BUFFER
        positions, sought, worths, linked = play_turns(
            self._records, self.seed, turns, 1, kinds, NEVER, self._maps, self._net, self._numbers
        )
        look_back(positions, sought, worths, linked, turns, LAMBDA)
        self._positions[slot], self._targets[slot] = positions[:turns], sought[:turns]
        stream = np.random.Generator(np.random.PCG64((self.seed, 3, done)))
        kept = min(done - first + 1, BUFFER) * turns
        again = stream.integers(0, kept, size=min(AGAIN, done - first) * turns)
        order = np.concatenate([slot * turns + stream.permutation(turns), again])
        errors = np.zeros(1)
        _learning()(
            self._positions.reshape(-1, KEPT), self._targets.reshape(-1, RANKS), order, rate, self._maps,
            self._weights, self._sums, self._sizes, self._held, errors,
        )  # fmt: skip
        self._last_error = float((errors[0] / len(order)) ** 0.5)
        self._numbers[DONE] += 1

    def _turn_to_other_tables(self) -> None:
        """Hold what has been learned, and begin where nobody walks out with what columns are worth."""
        self._held[:] = self._sizes > 0
        weights = self._weights
        weights[PLAIN_THREES : PLAIN_THREES + STAGES * THREES] = weights[
            OWN_THREES : OWN_THREES + STAGES * THREES
        ]
        weights[PLAIN_UP_THREES:BONUS] = weights[UP_THREES:UP_PAIRS]

    def line(self) -> str:
        """Return how it goes: how far positions are from what they are to be worth."""
        return f"an error of {self._last_error:.2f} points; {self.steps * self._turns:,} turns"

    @property
    def _kept(self) -> dict[str, Array]:
        return {
            "weights": self._weights,
            "sums": self._sums,
            "sizes": self._sizes,
            "held": self._held,
            "numbers": self._numbers,
            "match": self._records[:1].view(np.uint8),
            "maps": self._net[:MAPS_END],
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
            {"course": "td1", "seed": self.seed, "steps": self.steps, "turns": self.steps * self._turns},
        )  # fmt: skip
        whole = np.clip(np.round(self._weights * UNIT), -32768, 32767).astype(np.int16)
        return Weights(about, {"weights": whole})


COURSE = Course(
    "rat-race",
    "td1",
    "Values Rat Race as a sum over columns and rows, learned from play of the network that comes along.",
    Td1,
)
COURSES = (COURSE, NETWORK)
