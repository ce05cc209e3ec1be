"""Hypothesis strategies: games, the tables they can be played at, and positions reached by play.

Needs Hypothesis, which comes with ``pip install 'upcard[test]'``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from upcard.chance import SeededChance, Xoshiro
from upcard.game import Game, answer_all
from upcard.games import GAMES
from upcard.options import OptionField, described
from upcard.state import Phase
from upcard.testing.play import Policy, at_random, is_playable

SEEDS = st.integers(0, 2**64 - 1)


@dataclass(frozen=True, slots=True)
class Setup:
    """A table that can be played at: its game, its number of seats, and settled options."""

    game: Game
    seats: int
    options: Any

    def __repr__(self) -> str:
        return f"Setup({self.game.name}, {self.seats} seats, {self.options})"


def games() -> st.SearchStrategy[Game]:
    """Return a strategy for the games of the house."""
    return st.sampled_from(list(GAMES.values()))


def seats(game: Game) -> st.SearchStrategy[int]:
    """Return a strategy for the numbers of seats of a game."""
    return st.sampled_from(list(game.seat_numbers))


def option(entry: OptionField) -> st.SearchStrategy[int | str]:
    """Return a strategy for what an option may be."""
    if entry.choices:
        return st.sampled_from(entry.choices)
    return st.integers(entry.low, entry.high).filter(lambda number: number not in entry.gaps)


@st.composite
def setups(draw: st.DrawFn, /, game: Game | None = None, **fixed: int | str) -> Setup:
    """Return a strategy for tables, of one game or of any; ``fixed`` options have that value throughout."""
    chosen = draw(games()) if game is None else game
    count = draw(seats(chosen))
    kind: Any = chosen.options
    values: dict[str, Any] = {}
    for entry in described(kind):
        if entry.name in fixed:
            values[entry.name] = fixed[entry.name]
        elif entry.default is not None or draw(st.booleans()):
            values[entry.name] = draw(option(entry))
    options = replace(chosen.options(), **values)
    assume(is_playable(chosen, options, count))
    return Setup(chosen, count, chosen.settle(options, count))


@st.composite
def positions(
    draw: st.DrawFn, /, setup: st.SearchStrategy[Setup], most: int = 60, policy: Policy = at_random
) -> tuple[Setup, Any]:
    """Return a strategy for tables and states in which a seat is to move, up to ``most`` actions in."""
    table = draw(setup)
    seed = draw(SEEDS)
    chance, stream = SeededChance(seed), Xoshiro(seed, 1)
    state = table.game.start(table.options, table.seats)
    answer_all(table.game, state, chance)
    for _ in range(draw(st.integers(0, most))):
        table.game.apply(state, policy(table.game, state, stream))
        answer_all(table.game, state, chance)
        assume(state.phase != Phase.OVER)
    return table, state
