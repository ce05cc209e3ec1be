"""The record that a state becomes: one row of a structured array, its layout derived from ``State``.

A *full* record has every field of the state. A *quick* one has no notes, and three fields more: ``words``
is the state of its random generator, ``stir`` says that the order of the pile is left open (see ``link``),
and ``lifts`` counts the cards that were lifted off piles.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.game import Game
from upcard.state import widths

Records = npt.NDArray[np.void]
"""A structured array of one dimension: as many states as it is long."""

NOTES = "notes"
OWN = ("words", "lifts", "laid", "laid_tally", "laid_size", "stir")
"""The fields of a quick record that no state has."""


def full_type(kind: type[Any]) -> np.dtype[np.void]:
    """Return the record that has every field of a ``State``."""
    return np.dtype([(name, width, shape) for name, (width, shape) in widths(kind).items()])


def quick_type(kind: type[Any]) -> np.dtype[np.void]:
    """Return the record for play at speed: no notes, a generator of its own."""
    layout: list[tuple[str, str, tuple[int, ...]]] = [("words", "u8", (4,)), ("lifts", "i8", ())]
    layout += [(name, *entry) for name, entry in widths(kind).items() if name != NOTES]
    layout += [("laid_size", "i2", ()), ("stir", "u1", ())]
    layout += [("laid", *widths(kind)["pile"]), ("laid_tally", *widths(kind)["tally"])]
    return np.dtype(layout)


def pack(kind: np.dtype[np.void], states: list[Any]) -> Records:
    """Return the states as an array of records; what a state does not have is 0."""
    records = np.zeros(len(states), kind)
    for index, state in enumerate(states):
        for name in kind.names or ():
            if name not in OWN:
                records[name][index] = getattr(state, name)
    return records


def unpack(game: Game, records: Records, index: int = 0) -> Any:
    """Return a record as a state of the game; one without notes has none."""
    state = game.state()
    for name in records.dtype.names or ():
        if name not in OWN:
            value = records[name][index]
            setattr(state, name, value.tolist() if isinstance(value, np.ndarray) else int(value))
    if NOTES not in (records.dtype.names or ()):
        state.note_count = 0
    return state
