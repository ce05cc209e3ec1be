"""Training at Rack-O: the network of ``values.race_net``, from play against itself.

Each number of seats, and partners, has weights of its own and learns in turn; three and four seats begin with
what was learned for fewer. Some matches are played by house rules, so that these are nothing new to it. How
rounds ended is counted, and makes the table of chances to win a match.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np

from upcard.bots.expert_rack_o import FORM, PARTNERS, numbers_for
from upcard.bots.values import race_net as net
from upcard.bots.values.race_room import CHANCED, HEADS, KNOWN, SPANS, TRIED
from upcard.bots.weights import About, Array, Weights
from upcard.game import limited
from upcard.games import find_game
from upcard.games.rack_o.state import CELLS
from upcard.options import Values, build, values_of
from upcard.train.contract import Course
from upcard.train.rack_o_lesson import MARKS, ROUND_TURNS, ROUNDS, SAMPLES, SQUARED, Lesson
from upcard.train.rack_o_match import chances_to_win, results
from upcard.train.rack_o_play import books

MATCHES = 20
"""How many matches are a step."""
FIRST_RATE, LAST_RATE = 0.0006, 0.00004
"""How far a weight moves at a time (Adam), falling to the second by the end of the plan. At three times the
first nobody went out any more after a few rounds, and so nothing more was learned."""
WARM = 8
"""In how many steps the rate rises to the first."""
UNUSUAL = 3
"""One step in so many is played by a house rule."""
EXPLORED = {"seats2"}
"""Where some rounds begin with turns of weak players. With two seats worths came out sounder by it, and play
the same; with three and with partners play became worse, by 1 and by 17 points a round."""
SEATS = {"seats2": 2, "seats3": 3, "seats4": 4, PARTNERS: 4}
ALONE: tuple[Values, ...] = (
    {"loser_score": "every-rise"},
    {"run_needed": 0},
    {"run_needed": 3},
    {"refill": "shuffle"},
    {"run_needed": 2, "loser_score": "every-rise"},
    {"run_needed": 4},
    {"run_needed": 0, "loser_score": "every-rise"},
)
TOGETHER: tuple[Values, ...] = (
    {"bonus_racks": "winner"},
    {"loser_score": "every-rise"},
    {"run_bonus": "off"},
    {"refill": "shuffle"},
    {"run_needed": 3},
)
"""The house rules."""


class RaceTrainer:
    """Learns for each kind of table in turn; the plan is a number of steps for each."""

    def __init__(self, seed: int, plans: Mapping[str, int]) -> None:
        self.seed = seed
        self.plans = dict(plans)
        self.steps = 0
        self._marks = np.zeros(MARKS)
        self._lesson = Lesson()
        self._learned: dict[str, tuple[Array, Array]] = {}
        self._begin(next(iter(self.plans)))

    @property
    def plan(self) -> int:
        """How many steps there are in all."""
        return sum(self.plans.values())

    def _begin(self, kind: str) -> None:
        self._kind = kind
        seats = SEATS[kind]
        usual: Values = {"partners": "on"} if kind == PARTNERS else {}
        rules = TOGETHER if kind == PARTNERS else ALONE
        self._tables = [_table(seats, {**usual, **other}) for other in ({}, *rules)]
        stream = np.random.default_rng(self.seed + list(SEATS).index(kind))
        self._numbers = self._tables[0][1].copy()
        self._numbers[net.FROM_KNOWN :] = fresh(kind, stream)
        if kind != PARTNERS and self._learned:  # what was learned for fewer seats is a good beginning
            self._numbers[net.FROM_KNOWN :] = list(self._learned.values())[-1][0]
        self._means, self._squares = np.zeros(net.LEARNED), np.zeros(net.LEARNED)
        self._mean = np.zeros(net.LEARNED + net.TURNS)
        self._ends = np.zeros((2, 2, HEADS))
        self._done = 0

    def advance(self, seconds: float) -> None:
        """Learn for about so long, a step at least, but not beyond the plan."""
        until = time.monotonic() + seconds
        started = self.steps
        while self.steps < self.plan and (self.steps == started or time.monotonic() < until):
            plan = self.plans[self._kind]
            warm = min(1.0, (self._done + 1) / WARM)
            self._step(warm * FIRST_RATE * (LAST_RATE / FIRST_RATE) ** (self._done / plan))
            self._done += 1
            self.steps += 1
            kept = self._done - 3 * plan // 4
            if kept > 0:  # the mean over the last quarter
                self._mean += (self._numbers[net.FROM_KNOWN :] - self._mean) / kept
            if self._done == plan:
                self._learned[self._kind] = self._now()
                left = [kind for kind in self.plans if kind not in self._learned]
                if left:
                    self._begin(left[0])

    def _step(self, rate: float) -> None:
        turn, rest = divmod(self._done, UNUSUAL)
        which = 1 + turn % (len(self._tables) - 1) if rest == UNUSUAL - 1 else 0
        records, numbers = self._tables[which]
        self._numbers[: net.FROM_KNOWN] = numbers[: net.FROM_KNOWN]
        seed = self.seed + list(SEATS).index(self._kind)
        # all matches of a step are played with the weights at its beginning, so that threads play them
        weakly = self._kind in EXPLORED
        first = MATCHES * self._done
        for book in books(records, self._numbers.copy(), seed, first, MATCHES, weakly=weakly):
            self._ends += book.ends
            self._lesson.learn(
                self._numbers, book, self._means, self._squares, rate, self._marks, int(which == 0)
            )

    def _now(self) -> tuple[Array, Array]:
        kept = self._mean if self._mean.any() else self._numbers[net.FROM_KNOWN :]
        return kept.astype(np.float32), self._ends.astype(np.int32)

    def line(self) -> str:
        """Return how it goes: by how much the value is off the ends of rounds, and how long these are."""
        squared, samples, rounds, turns = (self._marks[i] for i in (SQUARED, SAMPLES, ROUNDS, ROUND_TURNS))
        self._marks[:] = 0
        off = net.POINTS * (squared / max(1, samples)) ** 0.5
        return (
            f"{self._kind}, step {self._done}: off by {off:.2f} points, "
            f"{rounds:.0f} rounds of {turns / max(1, rounds):.1f} turns"
        )

    def state(self) -> Mapping[str, Array]:
        """Return all that is needed to go on from here."""
        kinds = list(SEATS)
        return {
            "steps": np.array([self.steps, kinds.index(self._kind), self._done]),
            "numbers": self._numbers[net.FROM_KNOWN :].copy(),
            "means": self._means.copy(),
            "squares": self._squares.copy(),
            "mean": self._mean.copy(),
            "ends": self._ends.copy(),
            **{kind: learned for kind, (learned, _) in self._learned.items()},
            **{f"{kind}-ends": ends for kind, (_, ends) in self._learned.items()},
        }

    def restore(self, arrays: Mapping[str, Array]) -> None:
        """Go on from what ``state`` returned."""
        steps, kind, done = (int(number) for number in arrays["steps"])
        self._begin(list(SEATS)[kind])
        self.steps, self._done = steps, done
        self._numbers[net.FROM_KNOWN :] = arrays["numbers"]
        self._means[:], self._squares[:], self._mean[:] = arrays["means"], arrays["squares"], arrays["mean"]
        self._ends[:] = arrays["ends"]
        self._learned = {
            kind: (arrays[kind], arrays[f"{kind}-ends"]) for kind in self.plans if kind in arrays
        }

    def weights(self) -> Weights:
        """Return what has been learned so far, for the kinds of tables that there is something for."""
        game = find_game("rack-o")
        learned = dict(self._learned)
        if self._kind not in learned:
            learned[self._kind] = self._now()
        about = About(
            game="rack-o",
            rules=game.version,
            form=FORM,
            seats=tuple(sorted({SEATS[kind] for kind in learned})),
            options=values_of(build(game.options, {})),
            made={"seed": self.seed, "steps": self.steps, "matches a step": MATCHES},
        )
        arrays: dict[str, Array] = {}
        for kind, (numbers, ends) in learned.items():
            arrays |= {kind: numbers, f"{kind}-ends": ends}
        pair = learned["seats2"][1] if "seats2" in learned else np.zeros((2, 2, HEADS))
        arrays["matches"] = chances_to_win(results(pair[0]))
        return Weights(about, arrays)


def _table(seats: int, values: Values) -> tuple[Any, Array]:
    """Return records in which a match by such options begins, and the numbers for it, nothing learned."""
    from upcard.fast.records import pack, quick_type

    game = find_game("rack-o")
    options = limited(game, build(game.options, values), seats)
    records = np.repeat(pack(quick_type(game.state), [game.start(options, seats)]), 3)
    nothing = np.zeros(net.LEARNED + net.TURNS)
    return records, numbers_for(game.settle(options, seats), seats, nothing)


def fresh(kind: str, stream: np.random.Generator) -> Array:
    """Return weights that training begins with: small ones to the hidden layer, straight ones like *race*.

    A rack that is likely to be in order soon is likely to go out; all else is to be found out.
    """
    made = np.zeros(net.LEARNED + net.TURNS)
    hidden = made[: net.STRAIGHT - net.FROM_KNOWN]
    hidden[:] = stream.normal(0, 0.15, len(hidden))
    straight = made[net.STRAIGHT - net.FROM_KNOWN : net.UPWARD - net.FROM_KNOWN].reshape(-1, HEADS)
    chances = straight[KNOWN + CHANCED : KNOWN + TRIED].reshape(-1, SPANS, HEADS)
    if kind == PARTNERS:
        straight[0, 0] = -1.0
        for aim, counts in enumerate((1.0, 0.3, 0.5, 1.0, 2.0)):
            chances[aim, :, 0] = counts * np.array([0.3, 0.4, 0.4, 0.3])
    else:
        straight[0, 1:] = 0.05
        chances[0, :, 0] = (0.2, 0.3, 0.3, 0.2)
    made[net.LEARNED :] = 1.0
    return made


assert CELLS + 1 == HEADS

PLAN = {"seats2": 320, "seats3": 60, "seats4": 60, PARTNERS: 40}
COURSE = Course(
    "rack-o",
    "expert",
    "A network over chances to be in order, for two to four seats and partners, from play against itself.",
    partial(RaceTrainer, plans=PLAN),
)
