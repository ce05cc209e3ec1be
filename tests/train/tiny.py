"""A trainer that learns in no time: its weights are a sum over random numbers, one a step."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import numpy as np

from upcard.bots.weights import About, Array, Weights
from upcard.chance import Xoshiro
from upcard.train.contract import Course

PLAN = 40


@dataclass
class TinyTrainer:
    """Adds up one random number a step; what is left of it between two steps is the sum."""

    seed: int
    plan: int = PLAN
    steps: int = 0
    total: int = 0
    pause: float = 0.0
    seconds: list[float] = field(default_factory=list)

    def advance(self, seconds: float) -> None:
        self.seconds.append(seconds)
        time.sleep(self.pause)
        self.total += Xoshiro(self.seed, self.steps).word()
        self.steps += 1

    def line(self) -> str:
        return f"a total of {self.total}"

    def state(self) -> Mapping[str, Array]:
        return {"total": np.array([self.total]), "steps": np.array([self.steps])}

    def restore(self, arrays: Mapping[str, Array]) -> None:
        self.total, self.steps = int(arrays["total"][0]), int(arrays["steps"][0])

    def weights(self) -> Weights:
        made: dict[str, Any] = {"seed": self.seed, "steps": self.steps}
        about = About("nines", 1, "tiny-1", (2,), {"rounds": 9}, made)
        return Weights(about, {"total": np.array([self.total])})


def sum_of(seed: int, steps: int = PLAN) -> int:
    """Return what so many steps of a seed add up to."""
    return sum(Xoshiro(seed, step).word() for step in range(steps))


TINY = Course("nines", "tiny", "Adds up.", TinyTrainer)
SLOW = Course("nines", "slow", "Adds up, slowly.", lambda seed: TinyTrainer(seed, 100_000, pause=0.01))


def instead_of_importlib(*courses: Course) -> SimpleNamespace:
    """Return what finds a module with these courses for every game, or none where there are no courses."""
    module = SimpleNamespace(COURSE=courses[0], COURSES=courses) if courses else None
    return SimpleNamespace(
        util=SimpleNamespace(find_spec=lambda name: module), import_module=lambda name: module
    )
