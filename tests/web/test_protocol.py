"""Messages hold what a seat knows and nothing else, and whatever comes in is understood or refused."""

import contextlib
import dataclasses
import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard.chance import SeededChance, Xoshiro
from upcard.errors import RoomError
from upcard.game import Game, answer_all, imagine, legal_codes, observe, read_events, seen_by
from upcard.games import GAMES
from upcard.state import copy_state
from upcard.values import Sheet
from upcard.web import protocol
from upcard.web.messages import Ack, Act, Continue, Hello, NewMatch, Ping

EMPTY = Sheet((), (), 0, (), ())
TABLES = [(name, seats) for name, game in GAMES.items() for seats in sorted({*game.seat_numbers} & {2, 3, 4})]


def positions(game: Game, seats: int, seed: int, steps: int) -> Any:
    """Yield the states of a match that is played at random."""
    chance, rng = SeededChance(seed), random.Random(seed)
    state = game.start(seats=seats)
    answer_all(game, state, chance)
    for _ in range(steps):
        codes = legal_codes(game, state)
        if not codes:
            return
        yield state
        game.apply(state, rng.choice(codes))
        answer_all(game, state, chance)


def sent(game: Game, state: Any, seat: int | None) -> bytes:
    view = dataclasses.replace(observe(game, state, seat), sheet=EMPTY)
    return protocol.to_json(protocol.show_view(view, game.faces))


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_bytes_do_not_tell_worlds_apart_that_a_seat_cannot(name: str, seats: int) -> None:
    """Cards that a seat has not seen are dealt anew: every byte that it gets stays."""
    game, stream, differing = GAMES[name], Xoshiro(7), 0
    for state in positions(game, seats, 3, 60):
        for seat in (None, *range(seats)):
            other = imagine(game, observe(game, state, seat), stream)
            differing += other.pile != state.pile
            assert sent(game, other, seat) == sent(game, state, seat)
    assert differing > 100


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_card_drawn_by_another_seat_does_not_show(name: str, seats: int) -> None:
    """Two worlds in which different cards are drawn: the others' events and views are the same bytes."""
    game, stream, differing = GAMES[name], Xoshiro(9), 0
    draw = next(code for code, action in enumerate(game.actions) if action.verb == "draw")
    for state in positions(game, seats, 5, 120):
        if draw not in legal_codes(game, state) or state.pile_size == 0:
            continue
        for seat in {None, *range(seats)} - {state.seat}:
            worlds = [copy_state(state), imagine(game, observe(game, state, seat), stream)]
            told = []
            for world in worlds:
                game.apply(world, draw)
                events = [seen_by(event, seat) for event in read_events(game, world, 0)]
                told.append([protocol.to_json(protocol.show_event(e, game.faces)) for e in events])
                told[-1].append(sent(game, world, seat))
            differing += worlds[0].hand != worlds[1].hand
            assert told[0] == told[1]
    assert differing > 20


def test_a_view_that_is_sent_has_its_sheet() -> None:
    game = GAMES["nines"]
    state = next(positions(game, 2, 1, 1))
    with pytest.raises(ValueError, match="score sheet"):
        protocol.show_view(observe(game, state, 0), game.faces)


def test_what_a_page_may_say() -> None:
    assert protocol.read_message('{"t":"hello","acked":3}') == Hello(3)
    assert protocol.read_message('{"t":"act","id":"a","version":0,"action":"draw"}') == Act("a", 0, "draw")
    told = '{"t":"act","id":"a","version":3,"action":"draw","acked":5}'
    assert protocol.read_message(told) == Act("a", 3, "draw", 5)
    assert protocol.read_message('{"t":"ack","event":1}') == Ack(1)
    assert protocol.read_message('{"t":"continue","round":1}') == Continue(1)
    assert protocol.read_message('{"t":"ping"}') == Ping()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (None, "room/bad-message"),
        ("", "room/bad-json"),
        ("{", "room/bad-json"),
        ("[" * 900, "room/bad-message"),
        ("[]", "room/bad-message"),
        ('{"t":"act"}', "room/bad-message"),
        ('{"t":"dance"}', "room/bad-message"),
        ('{"t":"act","id":1,"version":0,"action":"draw"}', "room/bad-message"),
        ('{"t":"act","id":"a","version":-1,"action":"draw"}', "room/bad-message"),
        ('{"t":"act","id":"a","version":1e400,"action":"draw"}', "room/bad-message"),
        ('{"t":"act","id":"","version":0,"action":"draw"}', "room/bad-message"),
        ('{"t":"ack","event":99999999999999}', "room/bad-message"),
        ('{"t":"ping","x":"' + "é" * 600 + '"}', "room/too-long"),
        ('{"t":"ping","x":"' + "x" * 1100 + '"}', "room/too-long"),
    ],
)
def test_what_is_no_message_is_refused(text: str | None, code: str) -> None:
    with pytest.raises(RoomError) as refused:
        protocol.read_message(text)
    assert refused.value.problem()["code"] == code


@given(st.text() | st.recursive(st.none() | st.integers() | st.text(), st.lists).map(json.dumps))
def test_anything_is_understood_or_refused(text: str) -> None:
    for read in (
        protocol.read_message,
        lambda told: protocol.read_body(NewMatch, told.encode(errors="replace")),
    ):
        with contextlib.suppress(RoomError):
            read(text)
