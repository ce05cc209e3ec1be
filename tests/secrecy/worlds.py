"""Positions reached by play, and other worlds that one viewer cannot tell from them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tests.policies import dawdle, policy_for
from upcard.chance import SeededChance, Xoshiro
from upcard.errors import RulesError
from upcard.game import Game, Holding, answer_all, imagine, observe
from upcard.games import GAMES
from upcard.state import Phase, copy_state
from upcard.table import Table
from upcard.testing import is_playable, limited, mixed
from upcard.values import Action
from upcard.web.protocol import show_view, to_json

VARIANTS: dict[str, list[dict[str, int | str]]] = {
    "nines": [
        {},
        {"reject_flips": "may", "flip_when": "before-play", "square_bonus": 25},
        {"final_turns": "none"},
    ],
    "rack-o": [
        {},
        {"declare": "choose"},
        {"refill": "shuffle", "run_bonus": "on"},
        {"partners": "on"},
    ],
    "rat-race": [{}, {"walkout": "optional"}, {"walkout": "off"}],
}
"""Options that change what is seen and when."""


@dataclass(frozen=True)
class Spot:
    """A position at a table: whoever judges it may look at everything."""

    game: Game
    options: Any
    seats: int
    state: Any

    def viewers(self) -> tuple[int | None, ...]:
        """Return every seat, and the watcher."""
        return (None, *range(self.seats))


def tables() -> list[tuple[str, int, int]]:
    """Return game, number of seats and variant of every table looked at."""
    return [
        (name, seats, variant)
        for name, game in GAMES.items()
        for variant, values in enumerate(VARIANTS.get(name, [{}]))
        for seats in game.seat_numbers
        if is_playable(game, game.options(**values), seats)
    ]


TABLES = tables()
IDS = [f"{name}-{seats}-{variant}" for name, seats, variant in TABLES]

MOST_ACTIONS = 300


def spots(name: str, seats: int, variant: int, most: int, every: int, seed: int = 0) -> Iterator[Spot]:
    """Yield ``most`` positions at a table, about ``every`` actions apart, from several matches.

    In every other match piles run out; otherwise play is mixed.
    """
    game = GAMES[name]
    options = limited(game, game.options(**VARIANTS.get(name, [{}])[variant]), seats)
    stream = Xoshiro(seed, seats, variant)
    found = match = 0
    while found < most:
        match += 1
        chance, policy = (
            SeededChance(seed, match),
            dawdle if match % 2 == 0 else mixed(policy_for(game), match),
        )
        state = game.start(options, seats)
        answer_all(game, state, chance)
        for _ in range(MOST_ACTIONS):
            if found == most or state.phase == Phase.OVER:
                break
            if stream.below(every) == 0:
                found += 1
                yield Spot(game, options, seats, copy_state(state))
            game.apply(state, policy(game, state, stream))
            answer_all(game, state, chance)


def hidden(game: Game, state: Any, viewer: int | None) -> list[Holding]:
    """Return the places of a state that hold a card the viewer does not know."""
    known = observe(game, state, viewer).table_state
    pairs = zip(game.holdings(state), game.holdings(known), strict=True)
    return [place for place, seen in pairs if seen.card(known) == 0]


def other_world(spot: Spot, viewer: int | None, stream: Xoshiro) -> Any:
    """Return another state that looks the same to the viewer."""
    return imagine(spot.game, observe(spot.game, spot.state, viewer), stream)


def touched(game: Game, state: Any, action: Action) -> list[tuple[str, int, int]]:
    """Return the places whose cards the action may bring to light: hand, cell, top of the pile."""
    places = [("hand", state.seat, 0)]
    if action.verb == "draw":
        places.append(("pile", -1, state.pile_size - 1))
    if game.show(state).finisher is not None:  # its last turn: what is down is turned up after it
        places += [_name(place) for place in game.holdings(state) if place.seat == state.seat]
    if action.verb in ("place", "flip") and action.number is not None:
        places.append(("cell", state.seat, action.number - 1))
    return places


def align(game: Game, world: Any, state: Any, viewer: int | None, action: Action) -> None:
    """Swap cards of the world, hidden from the viewer, so that the action brings the same cards to light."""
    wanted = touched(game, state, action)
    true = {_name(place): place.card(state) for place in game.holdings(state)}
    done: set[tuple[str, int, int]] = set()
    for name in wanted:
        places = {_name(place): place for place in hidden(game, world, viewer)}
        if name not in places or places[name].card(world) == true[name]:
            done.add(name)
            continue
        here = places[name]
        there = next(
            place
            for other, place in places.items()
            if other not in done and place.pool == here.pool and place.card(world) == true[name]
        )
        there.put(world, here.card(world))
        here.put(world, true[name])
        done.add(name)


def _name(place: Holding) -> tuple[str, int, int]:
    return place.where, place.seat, place.index


def table_at(spot: Spot, state: Any) -> Table:
    """Return a table that stands at this state."""
    table = Table(spot.game, spot.options, spot.seats, SeededChance(77))
    table._state = copy_state(state)
    return table


def everything(spot: Spot, state: Any, viewer: int | None) -> str:
    """Return all that reaches the viewer in a position, as one text: view, message, actions, refusals."""
    table = table_at(spot, state)
    view = table.view(viewer)
    message = to_json(show_view(view, spot.game.faces)).decode()
    lines = [repr(view), repr(view.table_state), message]
    if viewer is not None:
        lines.append(repr(table.legal(viewer)))
        legal = set(map(str, table.legal(viewer)))
        others = [
            text for text in (*map(str, spot.game.actions), "fly 3", "place 99", "") if text not in legal
        ]
        lines += [f"{action}: {refusal(table, viewer, action)}" for action in others]
        if viewer == table.turn:
            lines.append(f"default {table.default_action()}")
    return "\n".join(lines)


def refusal(table: Table, seat: int, action: str) -> str:
    """Return the error that the table answers with."""
    try:
        table.act(seat, action)
    except RulesError as error:
        return repr(error.problem())
    raise AssertionError(f"{action} was not refused")
