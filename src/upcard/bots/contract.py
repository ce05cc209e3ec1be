"""What a bot is: a name and a choice for every view in which its seat is to move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from upcard.fast.policy import Policy
from upcard.values import Action, View


class Bot(Protocol):
    """A player of one seat."""

    @property
    def name(self) -> str:
        """The name of its kind."""

    def choose(self, view: View) -> Action:
        """Return one of ``view.actions``; the same view, the same choice."""


@dataclass(frozen=True, slots=True)
class BotKind:
    """A kind of bot: ``line`` tells people in a sentence how it plays, ``make`` takes a seed.

    ``games`` are the games it knows, None for every game there is. ``policies`` are what it plays by, the
    same interpreted and compiled; a bot that needs more than a policy has none.
    """

    name: str
    title: str
    line: str
    make: Callable[[int], Bot]
    games: frozenset[str] | None = None
    policies: tuple[Policy, ...] = ()

    def plays(self, game: str) -> bool:
        """Whether it knows the game."""
        return self.games is None or game in self.games

    def policy(self, game: str) -> Policy | None:
        """Return the policy that it plays a game by, None where it has none."""
        return next((policy for policy in self.policies if policy.plays(game)), None)
