"""The same rules, compiled: ``engine(game)`` plays millions of actions a second where Numba works.

``available()`` says whether it does and ``reason()`` why not; everything else raises NotCompiled then.
Importing this package imports neither Numba nor NumPy.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from upcard.fast.policy import RANDOM, Policy
from upcard.fast.support import available, insist, reason
from upcard.game import Game

if TYPE_CHECKING:
    from upcard.fast.compiled import Engine

__all__ = ["RANDOM", "Policy", "available", "engine", "reason"]


def engine(game: Game, *policies: Policy) -> Engine:
    """Return the game compiled, with these policies to play it (random if none); the same one every time."""
    insist()
    return _engine(game.name, game, policies or (RANDOM,))


@cache
def _engine_of(key: tuple[str, ...]) -> dict[str, Engine]:
    return {}


def _engine(name: str, game: Game, policies: tuple[Policy, ...]) -> Engine:
    from upcard.fast.compiled import Engine

    kept = _engine_of((name, *(policy.name for policy in policies)))
    found = kept.get("engine")
    if found is None or found.game is not game or found.policies != policies:
        found = kept["engine"] = Engine(game, policies)
    return found
