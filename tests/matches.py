"""Random matches of every game for tests, drawn by Hypothesis: seats, options, seed and player."""

import dataclasses
import random
import re
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from upcard.chance import Chance, SeededChance
from upcard.errors import OptionError
from upcard.game import Game
from upcard.games import GAMES
from upcard.options import described
from upcard.table import Table

ROOT = Path(__file__).resolve().parent.parent
SHORT = {"rounds": 2, "target": 75, "turn_limit": 6}
"""What keeps a random match small."""


@st.composite
def tables(draw: st.DrawFn, chance: Chance | None = None) -> Table:
    """A table of any game with options that can be played, before its first action."""
    game = draw(st.sampled_from(list(GAMES.values())))
    seats = draw(st.sampled_from(list(game.seat_numbers)))
    values: dict[str, int | str] = {}
    for entry in described(game.options):
        if entry.name in SHORT:
            values[entry.name] = draw(st.integers(max(entry.low, 1), max(entry.low, SHORT[entry.name])))
        elif draw(st.booleans()):
            domain = entry.choices or [n for n in range(entry.low, entry.high + 1) if n not in entry.gaps]
            values[entry.name] = draw(st.sampled_from(domain))
    chance = chance or SeededChance(draw(st.integers(0, 2**64 - 1)))
    try:
        return Table(game, values, seats, chance, names=["Ada", "Grete"])
    except OptionError:
        kept = {name: value for name, value in values.items() if name in SHORT}
        return Table(game, kept, seats, chance, names=["Ada", "Grete"])


@st.composite
def begun(draw: st.DrawFn) -> Table:
    """A table after any number of random actions."""
    table = draw(tables())
    play(table, draw(st.integers(0, 2**32)), draw(st.integers(0, 150)))
    return table


@st.composite
def finished(draw: st.DrawFn, chance: Chance | None = None) -> Table:
    """A table whose match is over: played to its end, or stopped on the way."""
    table = draw(tables(chance))
    play(table, draw(st.integers(0, 2**32)), draw(st.none() | st.integers(0, 60)))
    if table.outcome is None:
        table.stop()
    return table


def play(table: Table, seed: int, actions: int | None = None) -> Table:
    """Make that many random actions, or all that the match has."""
    player = random.Random(seed)
    while table.turn is not None and actions != 0:
        table.act(table.turn, player.choice(table.legal(table.turn)))
        actions = None if actions is None else actions - 1
    return table


def played(game: Game, seed: int = 1, seats: int | None = None, **values: int | str) -> Table:
    """A short match of the game that is over."""
    short = {name: value for name, value in SHORT.items() if name in game.options.__dataclass_fields__}
    return play(Table(game, {**short, **values}, seats, SeededChance(seed)), seed)


def everything(table: Table) -> dict[str, Any]:
    """All that a table is, by value: two tables with the same are the same match at the same point."""
    return {
        "state": dataclasses.asdict(table._state),
        "events": list(table.events),
        "moves": list(table.moves),
        "answers": list(table.answers),
        "results": list(table.results),
        "last_round": table.last_round,
        "outcome": table.outcome,
        "sheet": table.sheet,
        "views": [table.view(seat) for seat in (None, *range(table.seats))],
        "options": table.options,
        "legal": [table.legal(seat) for seat in range(table.seats)],
    }


def example_record() -> str:
    """The record that stands in the documentation."""
    page = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")
    found = re.search(r"```text\n(upcard record 1\n.*?)```", page, re.DOTALL)
    assert found
    return found[1]
