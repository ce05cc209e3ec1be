"""What training plays through: the steps of a match as functions that a compiled lesson may call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from upcard.fast.drivers import single_steps
from upcard.fast.words import jit, quick_below, whole
from upcard.game import Game


class Steps(NamedTuple):
    """``start`` and ``step`` of ``drivers.single_steps``, and ``below(records, index, among)``.

    The last one draws a number from the generator of the record, so that a lesson depends on its seed alone.
    """

    start: Callable[..., int]
    step: Callable[..., int]
    below: Callable[..., int]


def steps_of(game: Game) -> Steps:
    """Return the steps of a game, on quick records."""
    made = single_steps(game)

    @jit
    def below(records: Any, index: int, among: int) -> int:
        return int(quick_below(records[index], among))

    return Steps(whole(made["start"]), whole(made["step"]), below)
