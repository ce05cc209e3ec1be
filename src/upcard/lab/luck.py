"""The luck of a match that was played at a table: it is played again with accounts kept (``fast.luck``)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from upcard.fast.accounts import ACCOUNTS, MOST_PLACES
from upcard.fast.appraiser import Appraiser
from upcard.fast.luck import LIVE, ROWS, accounting, classes_of
from upcard.game import wants_chance
from upcard.state import Phase, copy_state
from upcard.table import Table

_Function = TypeVar("_Function", bound=Callable[..., Any])


def is_measured(game: str) -> bool:
    """Whether the luck of a game can be measured at all."""
    return game in ACCOUNTS


def luck_of(table: Table, appraiser: Appraiser, shares: Sequence[float]) -> Iterator[float]:
    """Yield the luck of every action and of every answer of chance, in order, 0 where nothing came to light.

    It is in points a round of the difference that ``shares`` weigh each seat's final score by, summed up as
    the appraiser counts: what is bad luck in a game that the lowest score wins is above 0.
    """
    game = table.game
    act, go_on = accounting(game, appraiser, twin, as_it_stands)
    states: list[Any] = [game.new(table.options, table.seats)] * ROWS
    desk = (
        appraiser.table_for(game, table.options, table.seats),
        shares,
        [0.0] * (table.seats + len(classes_of(game)[1])),
        [0] * len(classes_of(game)[1]),
        [0] * MOST_PLACES,
    )
    state = states[LIVE]
    answers = iter(table.answers)
    codes = iter([game.codes[move.action] for move in table.moves])
    while state.phase != Phase.OVER:
        if wants_chance(state):
            answer = next(answers)
            state.request += 1
            if answer.picked is None:
                for place, card in enumerate(answer.cards):
                    state.pile[place] = card
            else:
                state.picked = answer.picked
            yield go_on(states, *desk)
        else:
            code = next(codes, None)
            if code is None:
                return  # the match was not played to its end
            yield act(states, code, *desk)


def twin(states: list[Any], to: int, source: int) -> None:
    """Make a state the twin of another; both write their notes in the same place, where nobody reads them."""
    held = states[source]
    notes, held.notes = held.notes, []
    made = copy_state(held)
    made.notes = held.notes = notes
    states[to] = made


def as_it_stands(function: _Function) -> _Function:
    """Return the function: here it is not compiled."""
    return function
