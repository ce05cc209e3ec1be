"""Training at Nines: the value of *td1*, learned from play against itself.

Each turn that is looked ahead to says what the position before it is worth, over all cards that may come:
that is what the value of that position moves towards. Which turn is then played matters for the positions
that are met, and for nothing else, so that one in some is a random one. A round is learned from up to the
turn that ends it; from there on values are exact.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

import numpy as np

from upcard.bots.nines_last import is_last
from upcard.bots.nines_table import (
    ALL,
    APART,
    BIAS,
    CODES,
    DRAW,
    EXACT,
    FIRST_COLUMN,
    GRID,
    LATER,
    LESS,
    MOVED,
    NEXT,
    PARTS,
    QUICK,
    RADIX,
    ROOM,
    ROW,
    SAME,
    SCALE,
    UNIT,
    WORTHS,
)
from upcard.bots.td1_nines import FORM, LEARNED_UNIT, LOOK_AHEAD, plain_table
from upcard.bots.values.nines_linear import (
    bias_at,
    columns_at,
    most_advanced,
    upcards_at,
)
from upcard.bots.values.nines_seen import look
from upcard.bots.weights import About, Array, Weights
from upcard.fast.kernel import compiled, unchecked
from upcard.fast.policy import count_codes, nth_code
from upcard.fast.support import insist
from upcard.game import limited
from upcard.games import find_game
from upcard.games.nines.scoring import rank_of
from upcard.games.nines.state import CELLS, FLIP, JOKER_RANK, PASS, PLACE, REJECT, SEATS, TAKE
from upcard.games.nines.state import DRAW as DRAW_CODE
from upcard.options import build, values_of
from upcard.state import Phase, left_of
from upcard.train import nines_net
from upcard.train.contract import Course

MATCHES = 50
"""How many matches are a step."""
OPTIONS = {"rounds": 18}
"""As many rounds a match as there can be; nothing else is unusual."""
STRAY = 24
"""One turn in so many, and one opening flip, is a random one."""
FINE, COARSE = 1, 4
"""What is kept is rounded to so many units: at more than two seats more, which makes for a small file."""
FEATURES = 7
POSITIONS = 4
"""The position before the turn, and those before each opening flip."""
GAPS, TURNS, ROUNDS = 0, 1, 2
LIVE, FRESH = 0, 1


@unchecked
def note_features(place: int, state: Any, table: Any, ranks: Any, features: Any) -> None:
    """Write down what the parts of all seats are sums of, before a decision of the seat to move."""
    mover = state.seat
    down = state.down[mover]
    for seat in range(state.seats):
        row = features[place, seat]
        own = state.down[seat]
        most = most_advanced(seat, mover, down, state)
        role = LATER
        if seat == mover:
            role = NEXT
        elif left_of(state, seat) == mover:
            role = MOVED
        at = columns_at(role, own, most)
        for column in range(3):
            row[column] = at + ranks[seat, FIRST_COLUMN + column]
            row[3 + column] = 0
        row[6] = 0
        if role == NEXT:
            upcard = rank_of(state.discard[state.discard_size - 1])
            for column in range(3):
                row[3 + column] = upcards_at(most, ranks[seat, FIRST_COLUMN + column], table) + upcard
            row[6] = bias_at(own, most) + upcard


@unchecked
def move_towards(
    place: int, seats: int, wanted: Any, gaps: Any, features: Any, table: Any, drift: Any, way: Any
) -> float:
    """Move the parts of a position towards those that are wanted, and return how far off the mover's was.

    Only differences between seats count. How fast a number moves is its own: the length of the way that it
    was called to go in all, over that of all the calls (temporal coherence: Beal and Smith, 1999).
    """
    mean = 0.0
    for seat in range(seats):
        row = features[place, seat]
        count = FEATURES if row[3] > 0 else 3
        now = 0.0
        for number in range(count):
            now += table[row[number]]
        gaps[seat] = wanted[seat] * SCALE - now
        mean += gaps[seat] / seats
    for seat in range(seats):
        row = features[place, seat]
        count = FEATURES if row[3] > 0 else 3
        gap = gaps[seat] - mean
        for number in range(count):
            index = row[number]
            rate = 1.0
            if way[index] > 0.0:
                rate = abs(drift[index]) / way[index]
            table[index] += rate * gap / count
            drift[index] += gap
            way[index] += abs(gap)
        gaps[seat] = gap
    return float(abs(gaps[0]) * UNIT)


@unchecked
def expect_parts(worth: float, state: Any, ranks: Any, room: Any, mass: Any, wanted: Any) -> None:
    """Write down what each seat will score as the seat to move sees it after looking ahead."""
    mover = state.seat
    seats = state.seats
    for seat in range(seats):
        wanted[seat] = 0.0
    if seats == 2:  # only the difference counts
        wanted[mover] = worth
        return
    mass[:] = 0.0
    if room[WORTHS] <= room[WORTHS + 1]:
        add_mass(int(room[CODES]), 0, 1.0, state, ranks, room, mass)
    else:
        cards = 0.0
        for rank in range(1, JOKER_RANK + 1):
            cards += room[DRAW + rank]
        for rank in range(1, JOKER_RANK + 1):
            if room[DRAW + rank] > 0.0:
                share = room[DRAW + rank] / cards
                add_mass(int(room[CODES + rank]), rank, share, state, ranks, room, mass)
    wanted[mover] = worth
    for seat in range(seats):
        if seat != mover:
            for kind in (SAME, LESS, EXACT):
                for upcard in range(1, JOKER_RANK + 1):
                    part = room[PARTS + (seat * 3 + kind) * RADIX + upcard]
                    wanted[seat] += mass[kind, upcard] * part
            wanted[mover] += wanted[seat] / (seats - 1)


@unchecked
def add_mass(code: int, drawn: int, share: float, state: Any, ranks: Any, room: Any, mass: Any) -> None:
    """Add how likely each upcard is to be left, by what kind of turn, if a code is carried out."""
    if code == REJECT:
        mass[SAME, drawn] += share
        return
    old = ranks[state.seat, code - PLACE]
    if old > 0:
        mass[SAME, old] += share
        return
    kind = EXACT if state.down[state.seat] == 1 else LESS
    gone = 1.0 if drawn > 0 and room[APART] == 0.0 else 0.0
    for rank in range(1, JOKER_RANK + 1):
        left = room[GRID + rank]
        if rank == drawn:
            left -= gone
        mass[kind, rank] += share * left / (room[ALL] - gone)


@cache
def lesson() -> Callable[..., None]:
    """Return the kernel that plays matches of Nines against itself and learns from them."""
    insist()
    from upcard.fast.lessons import steps_of

    start, step, below = steps_of(find_game("nines"))
    prepare, look_ahead, weigh_flips = LOOK_AHEAD.prepare, LOOK_AHEAD.look_ahead, LOOK_AHEAD.weigh_flips

    def learn(
        records: Any, table: Any, drift: Any, way: Any, seed: Any, first: int, amount: int, marks: Any
    ) -> None:
        ranks = np.zeros((SEATS, ROW), np.int64)
        room = np.zeros(ROOM)
        room[QUICK] = 1.0
        worths = np.zeros(PASS + 1)
        features = np.zeros((POSITIONS, SEATS, FEATURES), np.int64)
        mass = np.zeros((3, RADIX))
        wanted = np.zeros(SEATS)
        gaps = np.zeros(SEATS)
        for match in range(first, first + amount):
            records[LIVE] = records[FRESH]
            mask = start(records, LIVE, seed, match)
            state = records[LIVE]
            at = 0
            places = 0
            while mask != 0:
                phase = state.phase
                if state.round != at:
                    at = state.round
                    marks[ROUNDS] += 1
                stray = below(records, LIVE, STRAY) == 0
                if phase == Phase.FLIP:
                    look(state, table, ranks, room)
                    note_features(places, state, table, ranks, features)
                    places += 1
                    code = -1
                    if stray:
                        code = nth_code(mask, below(records, LIVE, count_codes(mask)))
                    else:
                        weigh_flips(state, mask, table, ranks, room, worths)
                        for cell in range(CELLS):
                            if (mask >> (FLIP + cell)) & 1 == 1 and (
                                code < 0 or worths[FLIP + cell] > worths[code]
                            ):
                                code = FLIP + cell
                    mask = step(records, LIVE, code)
                elif is_last(state):  # nothing to learn from: as quick an end as there is
                    places = 0
                    code = DRAW_CODE if (mask >> DRAW_CODE) & 1 == 1 else TAKE
                    mask = step(records, LIVE, code)
                    mask = step(records, LIVE, REJECT if code == DRAW_CODE else PLACE)
                else:
                    prepare(state, table, ranks, room)
                    worth = look_ahead(state, table, ranks, room)
                    note_features(places, state, table, ranks, features)
                    expect_parts(worth, state, ranks, room, mass, wanted)
                    for place in range(places + 1):
                        gap = move_towards(place, state.seats, wanted, gaps, features, table, drift, way)
                        if place == places:
                            marks[GAPS] += gap
                            marks[TURNS] += 1
                    places = 0
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
                    mask = step(records, LIVE, code)

    return compiled("nines-lesson", learn)


class ColumnsTrainer:
    """Learns the value of *td1* for each number of seats in turn.

    For each the plan is a number of steps; what comes out is the mean over the last third of them.
    """

    def __init__(self, seed: int, plans: Mapping[int, int]) -> None:
        self.seed = seed
        self.plans = dict(plans)
        self.steps = 0
        self._marks = np.zeros(3)
        self._gap = 0.0
        self._tables: dict[int, Any] = {}
        self._begin(next(iter(self.plans)))

    @property
    def plan(self) -> int:
        """How many steps there are in all."""
        return sum(self.plans.values())

    def _begin(self, seats: int) -> None:
        from upcard.fast.records import pack, quick_type

        game = find_game("nines")
        self._seats = seats
        options = limited(game, build(game.options, OPTIONS), seats)
        self._plain = plain_table(game, options, seats)
        state = game.start(options, seats)
        self._records = np.repeat(pack(quick_type(game.state), [state]), 2)
        self._table = self._plain.astype(np.float32)
        self._drift = np.zeros(len(self._table))
        self._way = np.zeros(len(self._table))
        self._mean = np.zeros(len(self._table) - BIAS)
        self._done = 0

    def advance(self, seconds: float) -> None:
        """Learn for about so long, a step at least, but not beyond the plan."""
        learn = lesson()
        until = time.monotonic() + seconds
        while self.steps < self.plan:
            plan = self.plans[self._seats]
            learn(
                self._records,
                self._table,
                self._drift,
                self._way,
                np.uint64(self.seed + self._seats),
                MATCHES * self._done,
                MATCHES,
                self._marks,
            )
            self._done += 1
            self.steps += 1
            kept = self._done - 2 * plan // 3
            if kept > 0:
                self._mean += (self._table[BIAS:] - self._mean) / kept
            if self._done == plan:
                self._finish()
            if time.monotonic() >= until:
                break

    def _finish(self) -> None:
        self._tables[self._seats] = self._learned()
        left = [seats for seats in self.plans if seats not in self._tables]
        if left:
            self._begin(left[0])

    def _learned(self) -> Array:
        mean = self._mean if self._mean.any() else self._table[BIAS:]
        grain = FINE if self._seats == 2 else COARSE
        whole = grain * np.round((mean - self._plain[BIAS:]) / (grain * LEARNED_UNIT))
        found: Array = np.clip(whole, -32768, 32767).astype(np.int16)
        return found

    def line(self) -> str:
        """Return how it goes: the mean of how far the value was from what looking ahead said."""
        gaps, turns, rounds = self._marks
        self._gap = gaps / turns if turns else self._gap
        self._marks[:] = 0
        return f"{self._seats} seats, step {self._done}: off by {self._gap:.3f} points, {rounds:.0f} rounds"

    def state(self) -> Mapping[str, Array]:
        """Return all that is needed to go on from here."""
        return {
            "steps": np.array([self.steps, self._seats, self._done]),
            "table": self._table.copy(),
            "drift": self._drift.copy(),
            "way": self._way.copy(),
            "mean": self._mean.copy(),
            **{f"seats{seats}": table for seats, table in self._tables.items()},
        }

    def restore(self, arrays: Mapping[str, Array]) -> None:
        """Go on from what ``state`` returned."""
        steps, seats, done = (int(number) for number in arrays["steps"])
        self._begin(seats)
        self.steps, self._done = steps, done
        self._table[:], self._drift[:], self._way[:] = arrays["table"], arrays["drift"], arrays["way"]
        self._mean[:] = arrays["mean"]
        self._tables = {n: arrays[f"seats{n}"] for n in self.plans if f"seats{n}" in arrays}

    def weights(self) -> Weights:
        """Return what has been learned so far, for the numbers of seats that there is something for."""
        game = find_game("nines")
        tables = dict(self._tables)
        if self._seats not in tables:
            tables[self._seats] = self._learned()
        about = About(
            game="nines",
            rules=game.version,
            form=FORM,
            seats=tuple(sorted(tables)),
            options=values_of(build(game.options, {})),
            made={"seed": self.seed, "steps": self.steps, "matches a step": MATCHES},
        )
        return Weights(about, {f"seats{seats}": tables[seats] for seats in sorted(tables)})


PLAN = {2: 3000, 3: 700}
"""Steps by number of seats. More than three seats go by what is learned at three."""
COURSE = Course(
    "nines",
    "td1",
    "The value of td1 at Nines: sums over columns, learned from play against itself.",
    partial(ColumnsTrainer, plans=PLAN),
)
COURSES = (nines_net.COURSE,)
