"""Whole matches through a socket, and every message that a table does not want."""

import json
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from tests.web.conftest import QUICK
from tests.web.player import GREEDY, PERSON, Player, new_match
from upcard.dealer import verify
from upcard.games import GAMES
from upcard.record import Record
from upcard.table import Table
from upcard.web.app import make_app
from upcard.web.cookies import COOKIE
from upcard.web.store import Store


@contextmanager
def seated(client: TestClient, match: str, seed: int = 1) -> Iterator[tuple[WebSocketTestSession, Player]]:
    with client.websocket_connect(f"ws://localhost/ws/{match}") as socket:
        player = Player(socket.send_text, seed)
        player.hello()
        while not player.view:
            player.hear(socket.receive_text())
        yield socket, player


def make(client: TestClient, body: dict[str, Any]) -> str:
    made = client.post("/api/matches", json=body)
    assert made.status_code == 201, made.text
    match: str = made.json()["match"]
    return match


def play(socket: WebSocketTestSession, player: Player, stop: Callable[[], bool]) -> None:
    while not stop():
        player.go_on()
        player.hear(socket.receive_text())


@pytest.mark.parametrize(
    ("game", "seats"),
    [(name, seats) for name, game in GAMES.items() for seats in sorted({2, 4} & {*game.seat_numbers})],
)
def test_a_whole_match_is_played(client: TestClient, game: str, seats: int) -> None:
    match = make(client, new_match(game, seats))
    with seated(client, match) as (socket, player):
        assert player.view["seat"] == 0
        assert [seat["kind"] for seat in player.room["seats"]] == ["person"] + ["bot"] * (seats - 1)
        play(socket, player, lambda: bool(player.view["outcome"]))
        assert player.room["stage"] == "over"
        assert player.view["phase"] == "over"
        assert not player.refusals
        assert player.events[-1]["kind"] == "match-over"
        assert len(player.view["sheet"]["rounds"]) >= 1
        rematch = client.post(f"/api/matches/{match}/rematch", json={}).json()["match"]
        assert client.post(f"/api/matches/{match}/rematch", json={}).json()["match"] == rematch
    told = client.get("/api/matches").json()
    assert [card["match"] for card in told["finished"]] == [match]
    assert [card["match"] for card in told["running"]] == [rematch]
    with seated(client, rematch) as (_, player):
        assert player.view["seat"] == 0
        assert player.view["outcome"] is None


def test_the_record_of_a_match_is_given_once_it_is_over_and_its_shuffles_hold(client: TestClient) -> None:
    match = make(client, new_match("rat-race", rounds=1))
    address = f"/api/matches/{match}/record"
    with seated(client, match) as (socket, player):
        refused = client.get(address)
        assert (refused.status_code, refused.json()["code"]) == (409, "room/running")
        promised = player.room["commitment"]
        play(socket, player, lambda: bool(player.view["outcome"]))
    told = client.get(address)
    assert told.headers["content-disposition"].startswith("attachment; ")
    record = Record.parse(told.text)
    assert record.proof is not None
    assert record.proof.commitment == promised
    assert all(finding.ok for finding in verify(record))
    again = Table.replay(record)
    assert again.outcome is not None
    assert list(again.outcome.finals) == player.view["outcome"]["finals"]


def test_a_page_that_comes_back_gets_what_it_has_missed(client: TestClient) -> None:
    match = make(client, new_match("nines", 3))
    player = Player(lambda _: None)
    for _ in range(6):
        with client.websocket_connect(f"ws://localhost/ws/{match}") as socket:
            player._send = socket.send_text
            player.hello()
            player.hear(socket.receive_text())
            acted = len(player.acknowledged)
            play(socket, player, lambda: len(player.acknowledged) > acted)  # noqa: B023 - called at once
    numbers = [event["n"] for event in player.events]
    assert numbers == list(range(1, len(numbers) + 1))


def test_a_watcher_sees_what_everybody_may_see(client: TestClient) -> None:
    match = make(client, new_match("rack-o", 2, declare="choose"))
    with seated(client, match) as (socket, player):
        cookies = dict(client.cookies)
        client.cookies.clear()
        with seated(client, match, 2) as (window, watcher):
            client.cookies.update(cookies)
            assert watcher.view["seat"] is None
            assert watcher.view["legal"] == []
            play(socket, player, lambda: len(player.acknowledged) > 4)
            watcher.say(t="act", id="w", version=watcher.version, action="draw")
            watcher.say(t="continue", round=1)
            while not watcher.refusals:
                watcher.hear(window.receive_text())
            assert watcher.refusals[0]["error"]["code"] == "room/watching"
            for layout in watcher.view["layouts"]:
                assert all(cell["card"] is None or cell["public"] for cell in layout["cells"])
            private = [event for event in player.events if event["kind"] == "drew" and event["seat"] == 0]
            assert any(event["card"] for event in private)
            assert not any(event["card"] for event in watcher.events if event["kind"] == "drew")


def test_B47_two_tabs_show_the_same_and_count_once(client: TestClient) -> None:
    match = make(client, new_match("nines"))
    with seated(client, match, 1) as (one, left), seated(client, match, 2) as (two, right):
        while not left.may_act:
            left.hear(one.receive_text())
        while right.version < left.version:
            right.hear(two.receive_text())
        left.act()
        right.act()
        while left.pending:
            left.hear(one.receive_text())
        while right.pending:
            right.hear(two.receive_text())
        assert len(left.acknowledged) + len(right.acknowledged) == 1
        (refused,) = [*left.refusals, *right.refusals]
        assert refused["error"]["code"] in ("room/stale", "rules/not-your-turn")


def test_seven_tabs_are_too_many(client: TestClient) -> None:
    match = make(client, new_match("nines"))
    sockets = [client.websocket_connect(f"ws://localhost/ws/{match}") for _ in range(6)]
    for socket in sockets:
        socket.__enter__()
    with client.websocket_connect(f"ws://localhost/ws/{match}") as socket:
        assert json.loads(socket.receive_text())["error"]["code"] == "room/too-many"
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_text()
        assert closed.value.code == 4429
    for socket in sockets:
        socket.__exit__(None, None, None)


@pytest.mark.parametrize("match", ["0000000000", "nonsense", "00000000000", "O000000000"])
def test_no_such_match(client: TestClient, match: str) -> None:
    with client.websocket_connect(f"ws://localhost/ws/{match}") as socket:
        told = json.loads(socket.receive_text())
        assert told["t"] == "refused"
        assert told["error"]["code"] == "room/no-match"
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_text()
        assert closed.value.code == 4404


def test_pages_of_others_get_no_socket(client: TestClient) -> None:
    from starlette.testclient import WebSocketDenialResponse

    match = make(client, new_match("nines"))
    for headers, status in (
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"host": "evil.example", "origin": "http://evil.example"}, 421),
    ):
        with (
            pytest.raises(WebSocketDenialResponse) as denied,
            client.websocket_connect(f"ws://localhost/ws/{match}", headers=headers),
        ):
            pass
        assert denied.value.status_code == status
        assert set(denied.value.json()) == {"code", "message", "clause", "legal"}
    with client.websocket_connect(f"ws://localhost/ws/{match}", headers={"origin": "http://localhost"}):
        pass


def test_a_match_under_other_rules_is_not_gone_on_with(client: TestClient, data: Path) -> None:
    import dataclasses

    match = make(client, new_match("nines"))
    newer = dataclasses.replace(GAMES["nines"], version=GAMES["nines"].version + 1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(GAMES, "nines", newer)
        app = make_app(Store(data), QUICK)
        with TestClient(app, base_url="http://localhost", cookies=dict(client.cookies)) as later:
            (card,) = later.get("/api/matches").json()["finished"]
            assert "cannot go on" in card["line"]
            with later.websocket_connect(f"ws://localhost/ws/{match}") as socket:
                assert json.loads(socket.receive_text())["error"]["code"] == "record/wrong-version"


def nonsense(rng: random.Random, player: Player) -> str:
    """A message that a table does not want."""
    version = rng.choice([player.version, player.version - 1, player.version + 1, 0, 10**9])
    actions = [
        "draw",
        "take",
        "place 5",
        "place 0",
        "place 10 declare",
        "flip 3",
        "pass",
        "walk-out 2",
        "∞",
        "x y z",
    ]
    return rng.choice(
        [
            json.dumps(
                {"t": "act", "id": f"n{rng.random()}", "version": version, "action": rng.choice(actions)}
            ),
            json.dumps({"t": "continue", "round": rng.choice([0, 1, 99])}),
            json.dumps({"t": "ack", "event": 0}),
            json.dumps({"t": rng.choice(["act", "hello", "quit"])}),
            json.dumps(rng.choice([None, 5, [], {}, "now", {"t": 5}])),
            rng.choice(["", "{", "\x00", "}" * 50, "x" * 2000, '{"t":"ping"'])[:1500],
        ]
    )


@pytest.mark.parametrize("game", GAMES)
def test_B53_what_comes_from_the_wrong_seat_or_makes_no_sense_changes_nothing(
    client: TestClient, game: str
) -> None:
    """A watcher and a seat that is not to move send nonsense in every phase."""
    rng = random.Random(5)
    match = make(client, new_match(game))
    cookies = dict(client.cookies)
    with seated(client, match) as (socket, player):
        client.cookies.clear()
        with seated(client, match, 2) as (window, watcher):
            client.cookies.update(cookies)
            for _ in range(40):
                play(socket, player, lambda: player.may_act or bool(player.view["outcome"]))
                before = (player.version, player.view)
                for _ in range(15):
                    watcher._send(nonsense(rng, player))
                watcher.say(t="ping")
                while '"pong"' not in (text := window.receive_text()):
                    watcher.hear(text)
                wrong = {
                    "t": "act",
                    "id": "w",
                    "version": player.version + rng.choice([-1, 1, 7]),
                    "action": "draw",
                }
                player.say(**{**wrong, "version": max(0, int(wrong["version"]))})
                player.say(t="act", id="illegal", version=player.version, action="place 77")
                player.say(t="ping")
                while '"pong"' not in (text := socket.receive_text()):
                    player.hear(text)
                player.say(t="hello", acked=player.acked)
                player.hear(socket.receive_text())
                assert (player.version, player.view) == before
                if player.view["outcome"]:
                    break
                player.act()
            codes = {refused["error"]["code"] for refused in (*watcher.refusals, *player.refusals)}
            assert {"room/watching", "room/bad-message", "room/bad-json", "room/too-long"} <= codes
            assert {"room/stale", "rules/illegal"} <= codes
            illegal = next(r["error"] for r in player.refusals if r["error"]["code"] == "rules/illegal")
            assert illegal["clause"]
            assert illegal["legal"]


def test_bytes_are_no_message(client: TestClient) -> None:
    match = make(client, new_match("nines"))
    with seated(client, match) as (socket, player):
        socket.send_bytes(b"\x00\x01")
        while not player.refusals:
            player.hear(socket.receive_text())
        assert player.refusals[0]["error"]["code"] == "room/bad-message"


def test_a_match_of_bots_is_watched(client: TestClient) -> None:
    body = {"game": "nines", "seats": [GREEDY] * 3, "options": {"rounds": 1}}
    made = client.post("/api/matches", json=body)
    assert "set-cookie" not in made.headers
    with seated(client, made.json()["match"]) as (socket, player):
        assert player.view["options"]["turn_limit"] == 100
        play(socket, player, lambda: bool(player.view["outcome"]))


def test_a_person_need_not_sit_first(client: TestClient) -> None:
    body = {"game": "nines", "seats": [GREEDY, PERSON, GREEDY], "options": {"rounds": 1}}
    match = make(client, body)
    assert COOKIE + match in client.cookies
    with seated(client, match) as (socket, player):
        assert player.view["seat"] == 1
        play(socket, player, lambda: len(player.acknowledged) > 3)
