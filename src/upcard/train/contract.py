"""What can be trained: it learns in steps, can be put away and gone on with, and yields weights."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from upcard.bots.weights import Array, Weights


class Trainer(Protocol):
    """Training under way. The same seed and the same number of steps lead to the same weights."""

    @property
    def steps(self) -> int:
        """How many steps have been made."""

    @property
    def plan(self) -> int:
        """How many steps make the weights that come with the package."""

    def advance(self, seconds: float) -> None:
        """Learn for about so long, but not beyond the plan."""

    def line(self) -> str:
        """Return in a few words how it goes: what a person who waits wants to see."""

    def state(self) -> Mapping[str, Array]:
        """Return all that is needed to go on from here, as arrays."""

    def restore(self, arrays: Mapping[str, Array]) -> None:
        """Go on from what ``state`` returned."""

    def weights(self) -> Weights:
        """Return what has been learned so far."""


@dataclass(frozen=True, slots=True)
class Course:
    """A training there is: its weights are called ``GAME-NAME``; ``line`` says in words what it makes."""

    game: str
    name: str
    line: str
    make: Callable[[int], Trainer]
    """Takes the seed."""

    @property
    def file(self) -> str:
        """The name of its weights."""
        return f"{self.game}-{self.name}"
