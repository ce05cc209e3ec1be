"""Reduced games: the end of a round with one column open, few cards unseen and few turns left.

They are positions of the very games, small enough to be solved (``exact``). Columns that are closed hold
three of a kind; all cards that are not unseen lie open, most among the discards, so that every player can
count what is left. Either the other seat has ended the round, and one turn is left, or the turn limit is
near.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from upcard.chance import Xoshiro
from upcard.fast.luck import classes_of
from upcard.game import Game
from upcard.lab.exact import Choose, Position, Solver, reduced
from upcard.options import build
from upcard.state import Phase

CELLS, COLUMNS = 9, 3
LIMIT = 20
CLOSED = ((1, 7), (2, 8))
"""The classes of the columns that are closed, for each seat: two of them, so that no row is equal."""
LAST, LIMITED = "last turn", "three turns"
OPEN = {LAST: (0, 3, 4, 9), LIMITED: (0, 4)}
"""The classes of all other cards in play."""
DOWN = {LAST: (2, 0), LIMITED: (1, 1)}
"""How many cards each seat has face down; the first one is to move."""
TURNS = {LAST: (9, 9), LIMITED: (2, 1)}
"""How many turns each seat has left before the limit."""
PILE = 3
KINDS = (LAST, LIMITED)


class Toy:
    """A deck to lay positions from."""

    def __init__(self, game: Game, number: int, kind: str) -> None:
        self.stream = Xoshiro(number, 0, KINDS.index(kind))
        self.deck = Counter(game.deck(2))
        self.classes, _ = classes_of(game)
        self.open = OPEN[kind]

    def one_of(self, kind: int) -> int:
        """Take a card of a class out of the deck."""
        face = next(face for face in sorted(self.deck) if self.deck[face] and self.classes[face] == kind)
        self.deck[face] -= 1
        return face

    def any_open(self) -> int:
        """Take a card out of the deck that is one of the few in play."""
        return self.one_of(self.open[self.stream.below(len(self.open))])


def toy(game: Game, number: int, kind: str) -> Position:
    """Return a reduced position of a game; each number is another one."""
    laid = Toy(game, number, kind)
    state: Any = game.start(build(game.options, {"rounds": 1, "turn_limit": LIMIT}), 2)
    state.round, state.phase, state.seat = 1, Phase.CHOOSE, 0
    for seat in range(2):
        for cell in range(CELLS):
            down = cell % COLUMNS == 0 and cell // COLUMNS < DOWN[kind][seat]
            if cell % COLUMNS:
                state.grid[seat][cell] = laid.one_of(CLOSED[seat][cell % COLUMNS - 1])
            elif not down:
                state.grid[seat][cell] = laid.any_open()
            state.up[seat][cell] = int(not down)
        state.down[seat] = DOWN[kind][seat]
        state.turns[seat] = LIMIT - TURNS[kind][seat]
    if kind == LAST:
        setattr(state, "clocked" if hasattr(state, "clocked") else "finisher", 1)
    unseen = Counter(laid.any_open() for _ in range(sum(DOWN[kind]) + PILE))
    top = laid.any_open()
    rest = sorted(laid.deck.elements())
    state.discard_size = len(rest) + 1
    state.discard[: state.discard_size] = [*rest, top]
    state.pile_size = PILE
    return reduced(game, state, unseen)


def lost(game: Game, count: int, kind: str, choose: Choose) -> Iterator[float]:
    """Yield for each of the first reduced positions what a player loses who is to move first.

    It is what the other seat, who plays as well as can be against this very player, gains more than against
    the best one, in points of the round.
    """
    sign = -1.0 if game.low_wins else 1.0
    for number in range(count):
        position = toy(game, number, kind)
        worth = Solver(game).value(position)
        yield sign * (worth - Solver(game, {0: choose}).value(position))
