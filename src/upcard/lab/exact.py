"""Small positions of the games of grids, solved exactly: every action, and every card that chance may bring.

What nobody has seen is a number of each card; whichever comes to light is tried as often as it is there. Each
seat either plays by a policy or as well as can be against the other, so that what a policy loses is what the
other seat gains by knowing it. The rules themselves play; they are asked for every action in every position,
once (positions that come to the same are remembered), so that only a few turns can be left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from upcard.fast.accounts import ACCOUNTS, MOST_PLACES, PILE
from upcard.fast.luck import classes_of
from upcard.game import Game, options_of
from upcard.lab.luck import twin
from upcard.lab.suite_strata import twins_of
from upcard.state import Phase, widths

Choose = Callable[[Any], int]
"""Returns the code that a policy picks in a state blanked for the seat to move."""
Counts = tuple[int, ...]
LIVE, TRIAL = 0, 1


@dataclass(frozen=True)
class Position:
    """A state in which what nobody has seen is 0, and how often each class of card is there unseen.

    ``unseen`` are the cards in layouts and pile, or in layouts only where discards have become a pile, of
    which ``pooled`` are the cards then.
    """

    state: Any
    unseen: Counts
    pooled: Counts | None = None


class Solver:
    """A game for two; ``players`` are the seats that play by a policy."""

    def __init__(self, game: Game, players: Mapping[int, Choose] | None = None) -> None:
        self.game = game
        self.players = players or {}
        self.account = ACCOUNTS[game.name]
        self.classes, self.faces = classes_of(game)
        self.names = [name for name in widths(game.state) if name not in ("notes", "note_count", "request")]
        self.values: dict[Any, float] = {}

    def value(self, position: Position) -> float:
        """Return the final score of seat 0 less that of seat 1, on average."""
        state = position.state
        if state.phase == Phase.OVER:
            return float(self.game.final(state, 0) - self.game.final(state, 1))
        key = self._key(position)
        found = self.values.get(key)
        if found is None:
            choose = self.players.get(state.seat)
            if choose is not None:
                found = self.worth(position, choose(state))
            else:
                best = max if (state.seat == 0) != self.game.low_wins else min
                found = best(self.worths(position).values())
            self.values[key] = found
        return found

    def worths(self, position: Position) -> dict[int, float]:
        """Return what the game is worth after each action, one of each that come to the same."""
        twins = twins_of(self.game, position.state)
        return {code: self.worth(position, code) for code in sorted(set(twins.values()))}

    def worth(self, position: Position, code: int) -> float:
        """Return what the game is worth after an action."""
        return sum(share * self.value(after) for share, after in self.after(position, code))

    def after(self, position: Position, code: int) -> Iterator[tuple[float, Position]]:
        """Yield where an action may lead, and how likely that is."""
        places = [0] * MOST_PLACES
        trial = self._copy(position.state)
        self.game.apply(trial, code)
        found = self.account.came_to_light(position.state, trial, code, places)
        if trial.phase == Phase.SHUFFLE:
            pooled = Counter(self.classes[card] for card in trial.pile[: trial.pile_size])
            pool = tuple(pooled.get(kind, 0) for kind in range(len(self.faces)))
            yield from self._drawn(Position(trial, position.unseen, pool))
        else:
            yield from self._lighted(position, code, places[:found], 1.0)

    def _lighted(
        self, position: Position, code: int, places: list[int], share: float
    ) -> Iterator[tuple[float, Position]]:
        """Yield what follows when an action turns up the cards at these places, one after the other."""
        if not places:
            state = self._copy(position.state)
            self.game.apply(state, code)
            yield share, Position(state, position.unseen, position.pooled)
            return
        pooled = places[0] >= PILE and position.pooled is not None
        counts = position.pooled if pooled and position.pooled else position.unseen
        for kind, part, left in _each(counts):
            state = self._copy(position.state)
            self.account.put(state, places[0], self.faces[kind])
            unseen, pool = (position.unseen, left) if pooled else (left, position.pooled)
            yield from self._lighted(Position(state, unseen, pool), code, places[1:], share * part)

    def _drawn(self, position: Position) -> Iterator[tuple[float, Position]]:
        """Yield what follows when the discards have been shuffled and a card is drawn from them."""
        for kind, part, left in _each(position.pooled or ()):
            state = self._copy(position.state)
            size = state.pile_size
            state.pile[:size] = [0] * (size - 1) + [self.faces[kind]]
            self.game.resume(state)
            yield part, Position(state, position.unseen, left)

    def _copy(self, state: Any) -> Any:
        states = [state, None]
        twin(states, TRIAL, LIVE)
        return states[TRIAL]

    def _key(self, position: Position) -> Any:
        state = position.state
        known = []
        for name in self.names:
            value = getattr(state, name)
            if name == "discard":  # of the discards only the top one lies in a certain place
                size = state.discard_size
                value = (*sorted(value[: size - 1]), *value[size - 1 : size])
            elif isinstance(value, list):
                value = tuple(map(tuple, value)) if isinstance(value[0], list) else tuple(value)
            known.append(value)
        return (*known, position.unseen, position.pooled)


def _each(counts: Counts) -> Iterator[tuple[int, float, Counts]]:
    """Yield each class that is there, how likely it is, and the counts without one of it."""
    many = sum(counts)
    for kind, count in enumerate(counts):
        if count:
            yield kind, count / many, (*counts[:kind], count - 1, *counts[kind + 1 :])


def reduced(game: Game, state: Any, unseen: Counter[int]) -> Position:
    """Return a position of a state in which unseen cards are 0: ``unseen`` counts their faces.

    All other cards must lie open somewhere, so that whoever counts knows which these are.
    """
    classes, faces = classes_of(game)
    counts = [0] * len(faces)
    for face, count in unseen.items():
        counts[classes[face]] += count
    hidden = sum(_is_hidden(state, seat, cell) for seat in range(state.seats) for cell in range(9))
    if sum(counts) != hidden + state.pile_size:
        raise ValueError(f"{sum(counts)} unseen cards for {hidden} cells and {state.pile_size} in the pile")
    return Position(state, tuple(counts))


def _is_hidden(state: Any, seat: int, cell: int) -> bool:
    known = getattr(state, "known", state.up)
    return state.grid[seat][cell] == 0 and not state.up[seat][cell] and not known[seat][cell]


def chooser(game: Game, policy: Any, state: Any) -> Choose:
    """Return how a policy without luck chooses at a table like that of the state."""
    table = policy.table_for(game, options_of(game, state), state.seats)
    return lambda seen: int(policy.choose(seen, game.legal(seen), 0, table))
