"""Every rule of every game, compiled by Numba, on records made from the games' states."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numba
import numpy as np
from numba.extending import register_jitable

from upcard.game import Game
from upcard.games import GAMES
from upcard.rule import RULES
from upcard.state import Phase, widths


@dataclass(frozen=True)
class Compiled:
    """A game's functions, compiled; each takes an array of one record."""

    legal: Callable[..., int]
    apply: Callable[..., None]
    resume: Callable[..., None]
    hide: Callable[..., None]
    default: Callable[..., int]


def record_type(game: Game) -> np.dtype[Any]:
    """Return the record that a state of the game fits in."""
    return np.dtype([(name, width, shape) for name, (width, shape) in widths(game.state).items()])


@cache
def _registered() -> bool:
    assert GAMES
    for rule in RULES:
        register_jitable(rule)
    return True


@cache
def compiled(name: str) -> Compiled:
    """Return the rules of a game, compiled with bounds checks."""
    _registered()
    game = GAMES[name]
    legal, apply, resume, hide, default = game.legal, game.apply, game.resume, game.hide, game.default
    jit = numba.njit(error_model="numpy", boundscheck=True)
    return Compiled(
        jit(lambda records: legal(records[0])),
        jit(lambda records, code: apply(records[0], code)),
        jit(lambda records: resume(records[0])),
        jit(lambda records, seat: hide(records[0], seat)),
        jit(lambda records: default(records[0])),
    )


def to_record(game: Game, state: Any) -> np.ndarray[Any, Any]:
    """Return the state as an array of one record."""
    record = np.zeros(1, record_type(game))
    for name in widths(game.state):
        record[name][0] = getattr(state, name)
    return record


def differences(game: Game, state: Any, record: np.ndarray[Any, Any]) -> list[str]:
    """Return the fields in which state and record differ; notes beyond their count do not matter."""
    found = []
    for name in widths(game.state):
        mine, other = np.asarray(getattr(state, name)), record[name][0]
        if name == "notes":
            mine, other = mine[: state.note_count], other[: state.note_count]
        if not np.array_equal(mine, other):
            found.append(f"{name}: {mine} and {other}")
    return found


def in_chance(state: Any) -> bool:
    """Whether chance is asked."""
    return state.phase in (Phase.SHUFFLE, Phase.PICK)
