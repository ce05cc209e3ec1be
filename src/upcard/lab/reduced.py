"""Reduced games: the end of a round with one column open, few cards unseen and few turns left.

They are positions of the very games, small enough to be solved (``exact``). Columns that are closed hold three
of a kind; all cards that are not unseen lie open, most among the discards, so that every player can count what
is left. The turn limit ends the round.
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
OPEN = (0, 4, 5)
"""The classes of all other cards in play."""
TURNS = (2, 1)
"""How many turns each seat has left, the one that is to move first."""
PILE = 4


class Toy:
    """A deck to lay positions from."""

    def __init__(self, game: Game, stream: Xoshiro) -> None:
        self.game = game
        self.stream = stream
        self.deck = Counter(game.deck(2))
        self.classes, _ = classes_of(game)

    def one_of(self, kind: int) -> int:
        """Take a card of a class out of the deck."""
        face = next(face for face in sorted(self.deck) if self.deck[face] and self.classes[face] == kind)
        self.deck[face] -= 1
        return face

    def any_open(self) -> int:
        """Take a card out of the deck that is one of the few in play."""
        return self.one_of(OPEN[self.stream.below(len(OPEN))])


def toy(game: Game, number: int) -> Position:
    """Return a reduced position of a game; each number is another one."""
    laid = Toy(game, Xoshiro(number, 0, 3))
    state: Any = game.start(build(game.options, {"rounds": 1, "turn_limit": LIMIT}), 2)
    state.round, state.phase, state.seat = 1, Phase.CHOOSE, 0
    for seat in range(2):
        hidden = 1 + laid.stream.below(2)
        for cell in range(CELLS):
            down = cell % COLUMNS == 0 and cell // COLUMNS < hidden
            if cell % COLUMNS:
                state.grid[seat][cell] = laid.one_of(CLOSED[seat][cell % COLUMNS - 1])
            elif not down:
                state.grid[seat][cell] = laid.any_open()
            state.up[seat][cell] = int(not down)
        state.down[seat] = hidden
        state.turns[seat] = LIMIT - TURNS[seat]
    unseen = Counter(laid.any_open() for _ in range(sum(state.down[:2]) + PILE))
    top = laid.any_open()
    rest = sorted(laid.deck.elements())
    state.discard_size = len(rest) + 1
    state.discard[: state.discard_size] = [*rest, top]
    state.pile_size = PILE
    return reduced(game, state, unseen)


def lost(game: Game, count: int, choose: Choose) -> Iterator[tuple[float, float]]:
    """Yield for each of the first reduced positions what it is worth, and what a player loses in it.

    What is lost is what the other seat, who plays as well as can be against this very player, gains more than
    against the best one; both in points of the round, the worth for the seat to move, higher better.
    """
    sign = -1.0 if game.low_wins else 1.0
    for number in range(count):
        position = toy(game, number)
        worth = Solver(game).value(position)
        yield sign * worth, sign * (worth - Solver(game, {0: choose}).value(position))
