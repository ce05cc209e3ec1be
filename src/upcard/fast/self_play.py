"""What a training plays matches with: quick records moved on a decision at a time, inside compiled code.

Rows are those of the other drivers: a match is played in ``LIVE``; ``SEEN`` is what its seat to move sees.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from upcard.fast.drivers import LIVE, SEEN, Driver, single_steps
from upcard.fast.words import jit, quick_word, upper_bits, whole
from upcard.game import Game

FRESH_ROWS = SEEN + 1
"""Where rows with matches that have not begun may stand, one for each kind of table."""


class Moves(NamedTuple):
    """How a match goes on, for compiled code.

    ``begin(records, fresh, seed, match)`` begins a match in ``LIVE`` from a fresh row, and
    ``go_on(records, code)`` carries out a code; both return the mask of the codes that are legal then, 0 at
    the end. ``look(records)`` fills ``SEEN``, and ``word(records)`` returns a decision's random number.
    """

    begin: Driver
    go_on: Driver
    look: Driver
    word: Driver


def moves_of(game: Game) -> Moves:
    """Return the moves of a game."""
    steps, hide = single_steps(game), game.hide
    start, step = jit(steps["start"]), jit(steps["step"])

    @whole
    def begin(records: Any, fresh: int, seed: Any, match: int) -> Any:
        records[LIVE] = records[fresh]
        return start(records, LIVE, seed, match)

    @whole
    def go_on(records: Any, code: int) -> Any:
        return step(records, LIVE, code)

    @whole
    def look(records: Any) -> None:
        records[SEEN] = records[LIVE]
        seen = records[SEEN]
        hide(seen, seen.seat)

    @jit
    def word(records: Any) -> Any:
        return upper_bits(quick_word(records[LIVE]))

    return Moves(begin, go_on, look, word)
