"""Reduced Rack-O, solved exactly: four cells of each rack to be filled, twelve cards in play, three turns.

The six cells at the back of both racks hold high cards in order that all know, and so do two of the four in
front; the sixteen cards that are out of play lie among the discards, where they can be counted. Each seat
then has to reckon with five cards that it does not know: two in the other's rack and three in the pile.

What racks hold is private, so that a position is a set of *worlds*, all that it may be as a seat knows it.
The other seat plays by a policy, in each world by what it sees there; the seat itself chooses once for all
worlds that look the same to it. So the best that it can do is exact, and what a policy loses is how much less
it makes itself against the same other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any

from upcard.chance import Xoshiro
from upcard.game import Game, legal_codes
from upcard.lab.luck import twin
from upcard.options import build
from upcard.state import Phase, widths

Choose = Callable[[Any], int]
"""Returns the code that a policy picks in a state blanked for the seat to move."""
OPEN, CELLS = 4, 10
HIGHEST, BACK = 40, 29
"""The cards from ``BACK`` on lie at the back of both racks, every other one in each."""
PILE = 3
LIMIT = 20
FIRST, OTHER = 0, 1
LEFT = (2, 1)
"""How many turns each seat has left before the limit; the first one is to move."""


class Reply:
    """What the first seat makes: by a policy if ``players`` has one for it, else as well as can be."""

    def __init__(self, game: Game, players: Mapping[int, Choose]) -> None:
        self.game = game
        self.players = players
        self.names = [name for name in widths(game.state) if name not in ("notes", "note_count")]
        self.chosen: dict[Any, int] = {}

    def value(self, worlds: Sequence[Any]) -> float:
        """Return by how much it does better than the other in the round, on average over the worlds."""
        return self._total(worlds) / len(worlds)

    def worths(self, worlds: Sequence[Any]) -> dict[int, float]:
        """Return what each action is worth to it in worlds that look the same to it."""
        codes = legal_codes(self.game, worlds[0])
        return {code: self._after(worlds, code) / len(worlds) for code in codes}

    def _total(self, worlds: Sequence[Any]) -> float:
        total = 0.0
        alike: dict[Any, list[Any]] = {}
        for world in worlds:
            state = self._until_it_moves(world)
            if _is_over(state):
                total += state.points[FIRST] - state.points[OTHER]
            else:
                alike.setdefault(self.seen_by(state, FIRST)[1], []).append(state)
        for key, group in alike.items():
            if FIRST in self.players:
                total += self._after(group, self._choice(group[0], FIRST, key))
            else:
                total += max(self._after(group, code) for code in legal_codes(self.game, group[0]))
        return total

    def _after(self, worlds: Sequence[Any], code: int) -> float:
        return self._total([self._with(world, code) for world in worlds])

    def _until_it_moves(self, world: Any) -> Any:
        while not _is_over(world) and world.seat != FIRST:
            world = self._with(world, self._choice(world, OTHER))
        return world

    def _choice(self, state: Any, seat: int, key: Any = None) -> int:
        seen, found = self.seen_by(state, seat)
        key = key or found
        if key not in self.chosen:
            self.chosen[key] = self.players[seat](seen)
        return self.chosen[key]

    def _with(self, world: Any, code: int) -> Any:
        state = _copy(world)
        self.game.apply(state, code)
        return state

    def seen_by(self, world: Any, seat: int) -> tuple[Any, Any]:
        """Return what a seat knows of a world, as a state and as something to tell it by."""
        seen = _copy(world)
        self.game.hide(seen, seat)
        told: list[Any] = [seat]
        for name in self.names:
            value = getattr(seen, name)
            if isinstance(value, list):
                value = tuple(map(tuple, value)) if isinstance(value[0], list) else tuple(value)
            told.append(value)
        return seen, tuple(told)


def _copy(world: Any) -> Any:
    states = [world, None]
    twin(states, 1, 0)
    return states[1]


def _is_over(state: Any) -> bool:
    return bool(state.phase in (Phase.OVER, Phase.SHUFFLE))


def worlds(game: Game, number: int) -> list[Any]:
    """Return all that a reduced position may be to the seat to move; each number is another position."""
    stream = Xoshiro(number, 0, LIMIT)
    state: Any = game.start(build(game.options, {"run_needed": 0, "turn_limit": LIMIT}), 2)
    state.round, state.phase, state.seat, state.dealer = 1, Phase.CHOOSE, FIRST, OTHER
    cards = stream.shuffled(range(1, BACK))
    for seat in (FIRST, OTHER):
        front = sorted(cards.pop() for _ in range(OPEN))
        one, other = two_of(stream, OPEN)
        front[one], front[other] = front[other], front[one]  # so that it does not rise
        state.rack[seat][:] = [*front, *range(BACK + seat, HIGHEST + 1, 2)]
        hidden = two_of(stream, OPEN)
        state.known[seat][:] = [int(cell not in hidden) for cell in range(CELLS)]
        state.turns[seat] = LIMIT - LEFT[seat]
    state.pile_size = PILE
    state.pile[:PILE] = [cards.pop() for _ in range(PILE)]
    state.discard_size = len(cards)
    state.discard[: len(cards)] = cards
    return list(as_it_may_be(state))


def two_of(stream: Xoshiro, among: int) -> tuple[int, int]:
    """Return two different numbers below ``among``."""
    one, other = stream.below(among), stream.below(among - 1)
    return one, other + (other >= one)


def as_it_may_be(state: Any) -> Iterator[Any]:
    """Yield the state with the cards that the first seat does not know in every order."""
    cells = [cell for cell in range(CELLS) if not state.known[OTHER][cell]]
    cards = [*(state.rack[OTHER][cell] for cell in cells), *state.pile[:PILE]]
    for order in permutations(cards):
        world = _copy(state)
        for cell, card in zip(cells, order, strict=False):
            world.rack[OTHER][cell] = card
        world.pile[:PILE] = order[len(cells) :]
        yield world


def lost(game: Game, count: int, choose: Choose) -> Iterator[float]:
    """Yield what a player loses in each of the first reduced positions, against itself, in points."""
    for number in range(count):
        found = worlds(game, number)
        best = Reply(game, {OTHER: choose}).value(found)
        yield best - Reply(game, {FIRST: choose, OTHER: choose}).value(found)
