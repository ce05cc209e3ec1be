"""The same rules, compiled: ``engine(game)`` plays millions of actions a second where Numba works.

``available()`` says whether it does and ``reason()`` why not; everything else raises NotCompiled then.
Importing this package imports neither Numba nor NumPy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from upcard.fast.policy import RANDOM, Policy
from upcard.fast.support import available, insist, reason
from upcard.game import Game

if TYPE_CHECKING:
    from upcard.fast.compiled import Engine

__all__ = ["RANDOM", "Policy", "available", "engine", "reason"]

_engines: dict[tuple[str, ...], Engine] = {}


def engine(game: Game, *policies: Policy) -> Engine:
    """Return the game compiled, with these policies to play it (random if none); the same one every time."""
    insist()
    return _engine(game.name, game, policies or (RANDOM,))


def _engine(name: str, game: Game, policies: tuple[Policy, ...]) -> Engine:
    from upcard.fast.compiled import Engine

    key = (name, *(policy.name for policy in policies))
    found = _engines.get(key)
    if found is None or found.game is not game or found.policies != policies:
        found = _engines[key] = Engine(game, policies)
    return found
