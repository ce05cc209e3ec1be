"""What a bot is: a name and a choice for every view in which its seat is to move."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Mapping
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


PolicyFor = Callable[[str], Policy | None]
"""Takes a game's name and returns the policy to play it by, None where there is none."""


def among(*policies: Policy) -> PolicyFor:
    """Return the first of these policies that plays a game."""
    return lambda game: next((policy for policy in policies if policy.plays(game)), None)


NO_POLICY: PolicyFor = among()


def kept_in(places: Mapping[str, tuple[str, str]]) -> PolicyFor:
    """Return the policy of a game that a module has under a name; the module is imported when asked for it.

    What reckons with arrays brings NumPy along, which takes a moment and is not to be had everywhere.
    """

    def find(game: str) -> Policy | None:
        if game not in places:
            return None
        module, name = places[game]
        found: Policy = getattr(importlib.import_module(module), name)
        return found

    return find


def not_here() -> str:
    """Return why players that reckon with arrays do not play here, in a phrase; nothing where they do."""
    try:
        found = importlib.util.find_spec("numpy")
    except (ImportError, ValueError):
        found = None
    return "" if found else "NumPy is not installed"


@dataclass(frozen=True, slots=True)
class BotKind:
    """A kind of bot: ``line`` tells people in a sentence how it plays, ``make`` takes a seed.

    ``games`` are the games it knows, None for every game there is. ``policy`` returns what it plays a game
    by, the same interpreted and compiled; a bot that needs more than a policy has none. ``level`` is from 1
    for a beginner to 5 for an expert, and 0 for a player that others are measured against.
    """

    name: str
    title: str
    line: str
    make: Callable[[int], Bot]
    games: frozenset[str] | None = None
    policy: PolicyFor = NO_POLICY
    level: int = 0

    def plays(self, game: str) -> bool:
        """Whether it knows the game."""
        return self.games is None or game in self.games
