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
    from upcard.fast.warming import Wanted, Warming

__all__ = ["RANDOM", "Policy", "available", "engine", "is_warm", "reason", "warm"]

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


def is_warm(game: Game, *policies: Policy) -> bool:
    """Whether whole matches of the game between these policies can be played at once, compiled.

    The first call imports Numba, which takes a moment.
    """
    return available() and engine(game, *policies).is_warm


def warm(wanted: Wanted, *, load: bool = True, delay: float = 0.0) -> Warming:
    """Begin to compile what is not yet, in the background: whole matches of each game between its policies.

    The policies must be a set that ``upcard.bots.sets`` has for the game. With ``load`` each is loaded once
    it is there, so that the first call is quick. It begins after ``delay`` seconds, in a program of its own
    and only while the machine has nothing else to do. Where nothing can be compiled or kept, a line in the
    log says why, and that is all.
    """
    from upcard.fast.warming import Warming

    return Warming(wanted, delay, load=load)
