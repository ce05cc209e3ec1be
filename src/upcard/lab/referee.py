"""The referee of position suites: what each action is worth when the best player there is goes on from it.

Every action is tried in the same worlds, a few at first, twice as many whenever that is not enough, until
each is either clearly worse than the best one or known as well as wanted. Continuations of an even number
pick the best action and say when to stop, those of an odd number judge it: so neither flatters itself.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from upcard.lab.suite import Label

FIRST = 32
"""How many continuations every action gets."""
CLEAR = 4.0
"""An action is clearly worse if it is by so many standard errors."""
EXACT = 1e-6
"""A standard error below that comes from rounding: all chance has been measured away."""

Floats = npt.NDArray[np.float64]
Values = Callable[[int, int, int], Floats]
"""``values(code, first, count)`` returns what continuations came to, each with a number of its own."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """How well labels are to be known: the standard error of a difference to the best action.

    No action gets more continuations than ``most``, nor all of them together more than ``total``, but for the
    first ones. Where luck is not measured a few continuations may differ by the same by chance: differences
    are taken to spread by ``least`` in any case.
    """

    error: float
    most: int
    total: int
    least: float = 0.0


WANTED = {"rack-o": Wanted(0.7, 8192, 2000, least=5.0)}
USUAL = Wanted(0.03, 8192, 3000)


def label(
    values: Values, codes: Sequence[int], twins: dict[int, int], size: int, wanted: Wanted, blocks: int = 0
) -> Label:
    """Return what the actions of a position are worth; ``size`` is how many codes the game has.

    ``codes`` are tried; of ``twins`` each has the label of the one that it comes to. Where continuations take
    turns in so many ``blocks`` of worlds that are alike, an even number, these are no more than they are.
    """
    race = Race(values, codes, wanted, blocks)
    race.run()
    picks, judged, errors = (np.full(size, np.nan, np.float32) for _ in range(3))
    found = Label(picks, judged, errors, np.zeros(size, np.int32), race.root_error())
    for code, first in twins.items():
        found.picks[code], found.judged[code] = race.mean(first, 0), race.mean(first, 1)
        found.errors[code] = race.error(first, half=1)
        found.counts[code] = len(race.found[first]) // 2
    return found


class Race:
    """The actions of a position as they are tried."""

    def __init__(self, values: Values, codes: Sequence[int], wanted: Wanted, blocks: int = 0) -> None:
        self.values = values
        self.blocks = blocks
        self.wanted = wanted
        self.found: dict[int, Floats] = {code: np.zeros(0) for code in codes}

    def run(self) -> None:
        """Try the actions until nothing more needs to be known, or may be asked."""
        count = FIRST
        for code in self.found:
            self.go_on(code, count)
        while True:
            running = [code for code in self.found if code != self.best and not self.is_settled(code)]
            count *= 2
            more = sum(max(0, count - len(self.found[code])) for code in [*running, self.best])
            if not running or count > self.wanted.most or self.tried + more > self.wanted.total:
                break
            for code in [*running, self.best]:
                self.go_on(code, count)
        most = max(map(len, self.found.values()))
        while len(self.found[self.best]) < most:  # it has become the best with fewer than those it beats
            self.go_on(self.best, most)

    def go_on(self, code: int, count: int) -> None:
        """Have so many continuations of an action in all."""
        there = len(self.found[code])
        if there < count:
            self.found[code] = np.concatenate([self.found[code], self.values(code, there, count - there)])

    @property
    def tried(self) -> int:
        """How many continuations there were in all."""
        return sum(len(values) for values in self.found.values())

    @property
    def best(self) -> int:
        """The action that the even continuations speak for."""
        return max(self.found, key=lambda code: self.mean(code, 0))

    def mean(self, code: int, half: int) -> float:
        """Return the mean of one half of an action's continuations."""
        return float(np.mean(self.found[code][half::2]))

    def is_settled(self, code: int) -> bool:
        """Whether an action is known well enough beside the best one."""
        if self.error(code, half=None) <= self.wanted.error:
            return True
        return float(np.mean(self.behind(code)[::2])) > CLEAR * self.error(code, half=0)

    def behind(self, code: int) -> Floats:
        """Return by how much an action is worse than the best one, in the worlds that both were tried in."""
        both = min(len(self.found[code]), len(self.found[self.best]))
        return self.found[self.best][:both] - self.found[code][:both]

    def error(self, code: int, half: int | None) -> float:
        """Return the standard error of the difference to the best action, over one half or all."""
        if code == self.best:
            return 0.0
        difference = self.behind(code)
        if half is None:
            return standard_error(difference, self.wanted.least, self.blocks)
        return standard_error(difference[half::2], self.wanted.least, self.blocks // 2)

    def root_error(self) -> float:
        """Return the standard error of what the best action is worth, as it is judged."""
        return standard_error(self.found[self.best][1::2], self.wanted.least, self.blocks // 2)


def standard_error(values: Floats, least: float = 0.0, blocks: int = 0) -> float:
    """Return the standard error of a mean of values that spread by ``least`` at least.

    It is 0 where they differ by rounding only. Where they take turns in blocks, it is what the means of these
    say if that is more.
    """
    error = max(float(np.std(values, ddof=1)), least) / math.sqrt(len(values))
    if blocks > 1 and len(values) >= 2 * blocks:
        rows = len(values) // blocks
        means = values[: rows * blocks].reshape(rows, blocks).mean(axis=0)
        error = max(error, float(np.std(means, ddof=1)) / math.sqrt(blocks))
    return 0.0 if error < EXACT else error
