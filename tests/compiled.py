"""Every rule of every game, compiled, on full records made from the games' states."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import numpy as np

from tests.fast.engines import engine_of
from upcard.fast.link import link
from upcard.fast.records import Records, full_type, pack
from upcard.game import Game
from upcard.state import Phase, widths


@dataclass(frozen=True)
class Compiled:
    """A game's functions, compiled; each takes an array of one record."""

    legal: Callable[..., int]
    apply: Callable[..., None]
    resume: Callable[..., None]
    hide: Callable[..., None]
    default: Callable[..., int]


@cache
def compiled(name: str) -> Compiled:
    """Return the rules of a game, compiled with bounds checks, for the first record of an array."""
    link()  # so that a test may compile something around the rules of its own
    rules = engine_of(name).rules

    def first(rule: Callable[..., Any], records: Records, *numbers: int) -> Any:
        return rule(records, 0, *numbers)

    return Compiled(**{name: partial(first, rule) for name, rule in rules.items()})


def to_record(game: Game, state: Any) -> Records:
    """Return the state as an array of one full record."""
    return pack(full_type(game.state), [state])


def differences(game: Game, state: Any, records: Records, index: int = 0) -> list[str]:
    """Return the fields in which state and record differ; only notes that count, and are kept, matter."""
    found = []
    kept = set(records.dtype.names or ())
    for name in widths(game.state):
        if name in kept and (name != "note_count" or "notes" in kept):
            mine, other = getattr(state, name), records[name][index]
            if name == "notes":
                mine, other = mine[: state.note_count], other[: state.note_count]
            if mine != (other.tolist() if isinstance(other, np.ndarray) else int(other)):
                found.append(f"{name}: {mine} and {other}")
    return found


def in_chance(state: Any) -> bool:
    """Whether chance is asked."""
    return state.phase in (Phase.SHUFFLE, Phase.PICK)
