"""How much one address may ask for, and what it hears beyond that."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tests.web.conftest import QUICK
from tests.web.player import GREEDY, PERSON, new_match
from upcard.web import limits
from upcard.web.app import make_app
from upcard.web.limits import Together, is_loopback, subject
from upcard.web.protocol import LONGEST_MESSAGE
from upcard.web.server import Server
from upcard.web.store import Store


@pytest.mark.parametrize(
    ("host", "whose"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_a_customer_is_an_address_or_a_network_of_ipv6(host: str, whose: str) -> None:
    assert subject(host) == whose


def test_this_machine_is_no_customer() -> None:
    assert all(is_loopback(subject(host)) for host in ("127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"))
    assert not any(is_loopback(subject(host)) for host in ("128.0.0.1", "2001:db8::1", "", "127"))


def test_what_is_held_together_is_counted_by_address() -> None:
    held = Together(2, lambda address: address == "free")
    assert [held.take("a") for _ in range(3)] == [True, True, False]
    assert held.take("b")
    assert all(held.take("free") for _ in range(9))
    held.give("a")
    with held.one("a") as one, held.one("a") as another:
        assert (one, another) == (True, False)
    assert held.take("a"), "what was not held is not given back"
    assert not held.take("a")


def code(client: TestClient, path: str, body: dict[str, Any]) -> tuple[int, str]:
    told = client.post(path, json=body)
    return told.status_code, told.json().get("code", "")


@pytest.fixture
def few(data: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """A server whose limits are near."""
    monkeypatch.setattr("upcard.web.app.SOCKETS_OF_ADDRESS", 3)
    monkeypatch.setattr("upcard.web.app.GATHERING", 2)
    monkeypatch.setattr("upcard.web.app.BODY_SECONDS", 0.2)
    with TestClient(make_app(Store(data), QUICK), base_url="http://localhost") as client:
        yield client


def turned_away(client: TestClient, match: str) -> tuple[int, str]:
    with client.websocket_connect(f"ws://localhost/ws/{match}") as socket:
        told = socket.receive_json()["error"]["code"]
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
    return closed.value.code, told


def test_an_address_opens_so_many_sockets(few: TestClient) -> None:
    match = few.post("/api/matches", json=new_match("nines")).json()["match"]
    with ExitStack() as open_:
        for _ in range(3):
            open_.enter_context(few.websocket_connect(f"ws://localhost/ws/{match}"))
        assert turned_away(few, match) == (4429, "room/too-many")
    with few.websocket_connect(f"ws://localhost/ws/{match}") as socket:
        socket.send_json({"t": "hello", "acked": 0})
        assert socket.receive_json()["t"] == "now", "closed ones do not count"


def test_a_full_house_asks_to_come_again(few: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    match = few.post("/api/matches", json=new_match("nines")).json()["match"]
    monkeypatch.setattr("upcard.web.app.MOST_SOCKETS", 1)
    with few.websocket_connect(f"ws://localhost/ws/{match}") as socket:
        socket.send_json({"t": "hello", "acked": 0})
        socket.receive_json()
        assert turned_away(few, match) == (4503, "serve/full"), "a page tries again after 4503"


def test_people_are_awaited_at_so_many_tables_of_an_address(
    few: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = {"game": "nines", "seats": [PERSON, {"kind": "friend"}]}
    made = [few.post("/api/matches", json=table).json()["match"] for _ in range(2)]
    assert code(few, "/api/matches", table) == (429, "room/too-many")
    with few.websocket_connect(f"ws://localhost/ws/{made[0]}") as socket:
        socket.send_json({"t": "hello", "acked": 0})
        socket.send_json({"t": "word", "seat": 0, "word": "00" * 16})
        socket.send_json({"t": "deal"})
        while socket.receive_json()["room"]["stage"] == "gathering":
            pass
    assert code(few, "/api/matches", table)[0] == 201, "at one of them cards are dealt"
    assert code(few, "/api/matches", table)[0] == 429
    monkeypatch.setattr("upcard.web.rooms.AWAITED", 0.0)
    assert code(few, "/api/matches", table)[0] == 201, "where nobody is for long, nobody is awaited"


def test_a_match_of_bots_awaits_nobody(few: TestClient) -> None:
    bots = {"game": "nines", "seats": [GREEDY, GREEDY]}
    assert [code(few, "/api/matches", bots)[0] for _ in range(4)] == [201] * 4


def test_matches_codes_moves_and_drawings_have_their_limits(few: TestClient) -> None:
    bots = {"game": "nines", "seats": [GREEDY, GREEDY]}
    match = few.post("/api/matches", json=new_match("nines")).json()["match"]
    asked = [
        ("/api/matches", bots, limits.MATCHES[1] - 1),
        ("/api/qr", {"text": "x"}, limits.DRAWINGS[1]),
        ("/api/invitation", {"code": "0000000000"}, 10),
        ("/api/join", {"code": "0000000000"}, 5),
        (f"/api/matches/{match}/move", {}, limits.CODES[1] - 15),
    ]
    for path, body, most in asked:
        for _ in range(most):
            assert code(few, path, body)[0] != 429
    for path, body, _ in asked:
        assert code(few, path, body) == (429, "room/too-many")


def test_a_body_that_comes_in_drops_is_not_waited_for(few: TestClient) -> None:
    async def within() -> list[dict[str, Any]]:
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            await asyncio.sleep(0.05)
            return {"type": "http.request", "body": b" ", "more_body": True}

        async def send(message: Any) -> None:
            sent.append(message)

        headers = [(b"host", b"localhost"), (b"content-type", b"application/json")]
        scope = {
            "type": "http",
            "method": "POST",
            "path": "/api/join",
            "headers": headers,
            "query_string": b"",
            "root_path": "",
            "scheme": "http",
            "client": ("192.0.2.1", 1),
        }
        await asyncio.wait_for(few.app(scope, receive, send), 2)  # type: ignore[arg-type] # an ASGI application
        return sent

    start, body = asyncio.run(within())
    assert start["status"] == 408
    assert b"http/408" in body["body"]


def test_what_uvicorn_keeps_to(data: Path) -> None:
    store = Store(data)
    config = Server(make_app(store)).config
    assert config.h11_max_incomplete_event_size == limits.LONGEST_HEAD
    assert config.timeout_keep_alive == limits.KEPT_SECONDS
    assert config.ws_ping_interval == config.ws_ping_timeout == limits.PING_SECONDS
    assert config.ws_max_size == 4 * LONGEST_MESSAGE
    assert not config.ws_per_message_deflate, "nothing grows when it is unpacked"
    assert not config.access_log
    store.close()
