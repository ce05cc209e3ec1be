"""The server is told to end: what is in the air is kept and answered or asked again; nobody holds it up."""

import asyncio
import contextlib
import signal
import socket
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import httpx2
import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.web.people import ANN, GREEDY, Ear, seat_all, wanted
from tests.web.player import Player, new_match
from tests.web.program import HOST, Program
from tests.web.test_rooms import run
from tests.web.test_server import acted, make, play, seated
from upcard.web.connection import RESTART
from upcard.web.rooms import Rooms
from upcard.web.store import Store

Start = Callable[..., Program]
LONGEST_END = 20.0


def ended(program: Program, number: int = signal.SIGTERM) -> float:
    """Send a signal, and return the seconds until it has ended."""
    began = time.monotonic()
    program.signal(number)
    program.wait()
    return time.monotonic() - began


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("others", [False, True])
def test_it_ends_as_asked_and_that_is_no_failure(start: Start, number: int, others: bool) -> None:
    program = start(code=HOST) if others else start()
    assert ended(program, number) < LONGEST_END
    assert program.code == 0
    assert program.said.endswith("stopped\n")


def test_what_is_in_the_air_is_kept_and_answered_or_comes_again_and_counts_once(
    start: Start, data: Path
) -> None:
    """Eight tables act as fast as they can, three times in a row the server ends below them."""
    program = start(code=HOST, port=0)
    tables = [(*make(program, "nines", 2, rounds=9), Player(lambda _: None, seed)) for seed in range(8)]
    closed: Counter[int] = Counter()

    async def one(program: Program, match: str, cookie: str, player: Player) -> None:
        try:
            async with seated(program, match, cookie, player) as connection:
                await play(
                    connection, player, lambda: bool(player.view.get("outcome")) and not player.pending
                )
        except ConnectionClosed as error:
            closed[error.rcvd.code if error.rcvd else 1006] += 1

    async def until_told(program: Program, pause: float) -> None:
        playing = [asyncio.create_task(one(program, *table)) for table in tables]
        await asyncio.sleep(pause)
        program.signal(signal.SIGTERM)
        await asyncio.gather(*playing)

    for at in range(3):
        asyncio.run(until_told(program, 0.5 + at / 7))
        program.wait()
        assert program.code == 0
        for match, _, player in tables:
            kept = [str(entry["id"]) for entry in acted(data, match) if entry.get("id")]
            assert len(kept) == len(set(kept)), "doubled"
            assert {message["id"] for message in player.acknowledged} <= set(kept), "lost"
        program = start(code=HOST, port=0)
    assert closed == {RESTART: 24}, "every page was sent away to come back"

    async def once_more() -> None:
        for match, cookie, player in tables:
            wanted = len(player.acknowledged) + 2
            async with seated(program, match, cookie, player) as connection:
                await play(connection, player, lambda: len(player.acknowledged) >= wanted)  # noqa: B023

    asyncio.run(once_more())
    program.stop()
    for match, _, player in tables:
        kept = [str(entry["id"]) for entry in acted(data, match) if entry.get("id")]
        known = {message["id"] for message in player.acknowledged} | {str((player.pending or {}).get("id"))}
        assert set(kept) <= known, "what was sent is answered in the end"


def test_nobody_holds_up_the_end(start: Start) -> None:
    """One page that reads nothing and does not close, one request that never comes whole, many sockets."""
    program = start(code=HOST)
    match, cookie = make(program)
    host, port = program.address.removeprefix("http://").split(":")

    def open_socket() -> socket.socket:
        deaf = socket.create_connection((host, int(port)))
        deaf.sendall(
            f"GET /ws/{match} HTTP/1.1\r\nHost: {host}:{port}\r\nCookie: {cookie}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        return deaf

    deaf = [open_socket() for _ in range(3)]
    slow = socket.create_connection((host, int(port)))
    slow.sendall(f"POST /api/matches HTTP/1.1\r\nHost: {host}:{port}\r\n".encode())
    slower = socket.create_connection((host, int(port)))
    slower.sendall(
        f"POST /api/join HTTP/1.1\r\nHost: {host}:{port}\r\ncontent-type: application/json\r\n"
        "content-length: 100\r\n\r\n{".encode()
    )

    async def within() -> float:
        address = f"{program.socket_address}/ws/{match}"
        watching = [await connect(address, proxy=None) for _ in range(6)]
        began = time.monotonic()
        program.signal(signal.SIGTERM)
        codes = []
        for watcher in watching:
            with pytest.raises(ConnectionClosed) as closed:
                await asyncio.wait_for(watcher.recv(), 5)
            assert closed.value.rcvd
            codes.append(closed.value.rcvd.code)
        assert codes == [RESTART] * 6
        return time.monotonic() - began

    assert asyncio.run(within()) < 1.5
    began = time.monotonic()
    program.wait()
    assert time.monotonic() - began < LONGEST_END
    assert program.code == 0
    assert "fault" not in program.log_file.read_text()
    for one in (*deaf, slow, slower):
        one.close()


def test_a_second_ctrl_c_ends_it_at_once(start: Start) -> None:
    program = start(pace="0")
    match, cookie = make(program, "nines", 8, rounds=18)
    host, port = program.address.removeprefix("http://").split(":")
    with socket.socket() as deaf:  # never reads, so that the end would take its time
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect((host, int(port)))
        hello = b'{"t":"hello","acked":0}'
        deaf.sendall(
            f"GET /ws/{match} HTTP/1.1\r\nHost: {host}:{port}\r\nCookie: {cookie}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
            + bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0])
            + hello
        )
        time.sleep(0.5)
        program.signal(signal.SIGINT)
        time.sleep(0.3)
        assert ended(program, signal.SIGINT) < 3
    assert program.code == 130 or program.said.endswith("stopped\n"), "unless it had ended already"


def test_while_it_ends_nothing_new_is_begun(client: TestClient) -> None:
    match = client.post("/api/matches", json=new_match("nines")).json()["match"]
    client.app.state.rooms.draining = True  # type: ignore[attr-defined] # it is a Starlette
    assert client.get("/api/matches").status_code == 200
    for address, body in (("matches", new_match("nines")), ("join", {"code": "x"}), ("qr", {"text": "x"})):
        refused = client.post(f"/api/{address}", json=body)
        assert (refused.status_code, refused.json()["code"]) == (503, "serve/draining")
        assert refused.headers["retry-after"]
    health = client.get("/healthz")
    assert (health.status_code, health.json()["code"]) == (503, "serve/draining")
    assert "upcard_draining 1.0" in client.app.state.metrics.text().decode()  # type: ignore[attr-defined]
    with (
        client.websocket_connect(f"ws://localhost/ws/{match}") as page,
        pytest.raises(WebSocketDisconnect) as closed,
    ):
        page.receive_text()
    assert closed.value.code == RESTART


def test_every_connection_of_every_room_is_told(data: Path) -> None:
    async def within(rooms: Rooms, _: Store) -> None:
        told = []

        class Page(Ear):
            def end(self) -> None:
                told.append(self)

        pages = []
        for _ in range(3):
            room, _ = await seat_all(rooms, wanted(ANN, GREEDY))
            pages += [Page(room), Page(room, 0)]
            for page in pages[-2:]:
                room.join(page)
        await rooms.drain()
        assert rooms.draining
        assert told == pages

    run(data, within)


async def until_closed(connection: ClientConnection) -> None:
    with contextlib.suppress(ConnectionClosed):
        while True:
            await asyncio.wait_for(connection.recv(), 5)


def test_a_page_that_comes_back_after_the_end_is_in_its_seat(start: Start) -> None:
    program = start(code=HOST, port=0)
    match, cookie = make(program)
    player = Player(lambda _: None)

    async def some(program: Program) -> None:
        wanted = len(player.acknowledged) + 3
        async with seated(program, match, cookie, player) as connection:
            await play(connection, player, lambda: len(player.acknowledged) >= wanted)
            if program is first:
                program.signal(signal.SIGTERM)
                await until_closed(connection)

    first = program
    asyncio.run(some(first))
    first.wait()
    second = start(code=HOST, port=0)
    asyncio.run(some(second))
    assert player.view["seat"] == 0
    assert httpx2.get(second.address + "/healthz").text == "ok\n"
