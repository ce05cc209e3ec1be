"""The server as a program: killed at any instant, started twice, faced with clients that do not read."""

import asyncio
import json
import random
import re
import socket
import sqlite3
import stat
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import httpx2
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.web.player import Player, new_match
from tests.web.program import Program
from upcard.cards import french_faces
from upcard.web import serve
from upcard.web.cookies import COOKIE
from upcard.web.serve import BadPace, NoPort, address_of, listen, settings_from
from upcard.web.server import Server
from upcard.web.store import FILE

Start = Callable[..., Program]


def make(program: Program, game: str = "nines", seats: int = 2, **options: int | str) -> tuple[str, str]:
    """A new match, and the cookie of its person's seat."""
    made = httpx2.post(f"{program.address}/api/matches", json=new_match(game, seats, **options))
    match = made.json()["match"]
    return match, f"{COOKIE}{match}={made.cookies[COOKIE + match]}"


@asynccontextmanager
async def seated(
    program: Program, match: str, cookie: str, player: Player
) -> AsyncIterator[ClientConnection]:
    address = f"{program.socket_address}/ws/{match}"
    async with connect(address, additional_headers={"cookie": cookie}, compression=None) as connection:
        queue: asyncio.Queue[str] = asyncio.Queue()
        player._send = queue.put_nowait

        async def send() -> None:
            while True:
                await connection.send(await queue.get())

        sending = asyncio.create_task(send())
        player.hello()
        try:
            yield connection
        finally:
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)


async def play(connection: ClientConnection, player: Player, stop: Callable[[], bool]) -> None:
    while not stop():
        player.hear(str(await asyncio.wait_for(connection.recv(), 20)))
        player.go_on()


def acted(data: Path, match: str) -> list[dict[str, object]]:
    """The actions that are on the disk."""
    connection = sqlite3.connect(data / FILE)
    rows = connection.execute(
        "SELECT payload FROM events WHERE match = ? AND kind = 'acted' ORDER BY seq", (match,)
    ).fetchall()
    connection.close()
    return [json.loads(payload) for (payload,) in rows]


@pytest.mark.parametrize("game", ["nines", "rat-race", "rack-o"])
def test_killed_at_any_instant_nothing_acknowledged_is_lost_or_doubled(
    start: Start, data: Path, game: str
) -> None:
    rng, player = random.Random(game), Player(lambda _: None)
    program = start()
    match, cookie = make(program, game)

    async def until_killed(program: Program) -> None:
        enough = len(player.acknowledged) + rng.randrange(2, 7)
        async with seated(program, match, cookie, player) as connection:
            try:
                await play(connection, player, lambda: len(player.acknowledged) >= enough)
                if not player.pending and player.may_act:
                    player.act()
                await asyncio.sleep(rng.choice([0, 0.0005, 0.001, 0.002, 0.005]))
            finally:
                program.kill()

    async def to_the_end(program: Program) -> None:
        async with seated(program, match, cookie, player) as connection:
            await play(connection, player, lambda: bool(player.view["outcome"]) and not player.pending)

    for _ in range(4):
        try:
            asyncio.run(until_killed(program))
        except ConnectionClosed:
            program.kill()
        kept = [str(entry["id"]) for entry in acted(data, match) if entry.get("id")]
        assert len(kept) == len(set(kept)), "doubled"
        assert {message["id"] for message in player.acknowledged} <= set(kept), "lost"
        program = start()  # how soon it serves again is measured by scripts/faults
    if game == "nines":
        asyncio.run(to_the_end(program))
        assert player.view["outcome"]["how"] == "played"
        kept = [str(entry["id"]) for entry in acted(data, match) if entry.get("id")]
        assert kept == [message["id"] for message in player.acknowledged]


def test_an_action_sent_again_after_a_restart_is_already_done(start: Start) -> None:
    program = start()
    match, cookie = make(program)
    player = Player(lambda _: None)

    async def once(program: Program) -> None:
        async with seated(program, match, cookie, player) as connection:
            await play(connection, player, lambda: bool(player.acknowledged))

    async def again(program: Program) -> str:
        player.pending = player.acknowledged[-1]
        async with seated(program, match, cookie, player) as connection:
            while player.pending:
                player.hear(str(await asyncio.wait_for(connection.recv(), 20)))
        return player.replies[-1]["result"]

    asyncio.run(once(program))
    program.kill()
    assert asyncio.run(again(start())) == "already-done"


def test_a_taken_port_gives_way_to_the_next_one_and_the_address_is_printed(start: Start) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        program = start(port=port)
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", program.said)
        assert found
        assert int(found[1]) != port
        assert httpx2.get(program.address + "/healthz").text == "ok\n"


def test_without_a_browser_the_address_is_printed_all_the_same(start: Start) -> None:
    program = start(browser=True, BROWSER="/nowhere/browser")
    assert program.address in program.said


def test_a_browser_is_opened(start: Start, tmp_path: Path) -> None:
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {tmp_path}/opened\n')
    browser.chmod(0o700)
    program = start(browser=True, BROWSER=str(browser))
    for _ in range(100):
        if (tmp_path / "opened").exists() and (tmp_path / "opened").read_text():
            break
        asyncio.run(asyncio.sleep(0.05))
    assert (tmp_path / "opened").read_text().strip() == program.address + "/"


def test_only_the_owner_reads_what_holds_the_cards_to_come(start: Start, data: Path) -> None:
    make(start())
    assert stat.S_IMODE(data.stat().st_mode) == 0o700
    files = {path.name: stat.S_IMODE(path.stat().st_mode) for path in data.iterdir()}
    assert FILE in files
    assert set(files.values()) == {0o600}


def test_who_does_not_read_holds_up_nobody(start: Start) -> None:
    """A client with a full buffer; the others play on, and it gets the last view in the end."""
    program = start(pace="0")
    match, cookie = make(program, "nines", 8, rounds=18)

    async def within() -> None:
        deaf = socket.socket()
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        host, port = program.address.removeprefix("http://").split(":")
        deaf.connect((host, int(port)))
        loop = asyncio.get_running_loop()
        deaf.setblocking(False)  # noqa: FBT003 - the name says it
        request = (
            f"GET /ws/{match} HTTP/1.1\r\nHost: {host}:{port}\r\nCookie: {cookie}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        await loop.sock_sendall(deaf, request.encode())
        assert b"101" in await loop.sock_recv(deaf, 4000)
        hello = b'{"t":"hello","acked":0}'
        await loop.sock_sendall(deaf, bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello)
        player = Player(lambda _: None)
        async with seated(program, match, cookie, player) as connection:
            began = loop.time()
            await play(connection, player, lambda: player.version > 300 and bool(player.pending))
            while not player.may_act:  # nothing moves any more until this player does
                player.hear(str(await asyncio.wait_for(connection.recv(), 20)))
            assert loop.time() - began < 30
        newest, heard = f'"t":"now","version":{player.version},'.encode(), b""
        while newest not in heard:
            more = await asyncio.wait_for(loop.sock_recv(deaf, 1 << 20), 20)
            assert more, "the server has given it up"
            heard += more
        deaf.close()

    asyncio.run(within())
    assert "Error" not in program.log()


def test_a_flood_and_an_oversize_message_leave_the_table_as_it_is(start: Start) -> None:
    program = start()
    match, cookie = make(program)

    async def flood(player: Player) -> None:
        async with seated(program, match, cookie, player) as connection:
            try:
                for number in range(3000):
                    act = {"t": "act", "id": f"f{number}", "version": 99999, "action": "draw"}
                    await connection.send(json.dumps(act))
            finally:
                connection.transport.abort()

    async def oversize(player: Player, size: int) -> None:
        async with seated(program, match, cookie, player) as connection:
            await connection.send('{"t":"ping","x":"' + "x" * size + '"}')
            while not player.refusals:
                player.hear(str(await asyncio.wait_for(connection.recv(), 20)))

    async def within() -> int:
        ours = Player(lambda _: None)
        async with seated(program, match, cookie, ours) as connection:
            while not ours.may_act:
                ours.hear(str(await connection.recv()))
            version = ours.version
            flooding = asyncio.create_task(flood(Player(lambda _: None)))
            await asyncio.sleep(0.2)
            small = Player(lambda _: None)
            await oversize(small, 2000)
            assert small.refusals[0]["error"]["code"] == "room/too-long"
            with pytest.raises(ConnectionClosed) as closed:
                await oversize(Player(lambda _: None), 5_000)  # read whole, so that the goodbye arrives
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1009
            began = asyncio.get_running_loop().time()
            ours.act()
            while ours.pending:
                ours.hear(str(await asyncio.wait_for(connection.recv(), 20)))
            assert asyncio.get_running_loop().time() - began < 2
            assert ours.acknowledged[0]["version"] == version
            flooding.cancel()
            await asyncio.gather(flooding, return_exceptions=True)
        return version

    assert asyncio.run(within()) >= 0
    assert not program.log()


def test_nothing_secret_is_logged(start: Start, data: Path) -> None:
    program = start()
    match, cookie = make(program, "nines")
    player = Player(lambda _: None)

    async def within() -> None:
        async with seated(program, match, cookie, player) as connection:
            await play(connection, player, lambda: len(player.acknowledged) > 5)
            await connection.send("nonsense")

    asyncio.run(within())
    program.stop()
    log = program.log_file.read_text()
    connection = sqlite3.connect(data / FILE)
    (payload,) = connection.execute("SELECT payload FROM events WHERE kind = 'created'").fetchone()
    connection.close()
    assert json.loads(payload)["secret"] not in log
    assert cookie.split("=")[1] not in log
    cards = {text for text in french_faces().texts if len(text) > 1}
    assert not cards & set(re.findall(r"\w+", log))


def test_it_ends_when_asked_to_and_goes_on_later(start: Start) -> None:
    program = start()
    match, cookie = make(program)
    player = Player(lambda _: None)

    async def some(program: Program, more: int) -> None:
        wanted = len(player.acknowledged) + more
        async with seated(program, match, cookie, player) as connection:
            await play(connection, player, lambda: len(player.acknowledged) >= wanted)

    asyncio.run(some(program, 3))
    program.stop()
    asyncio.run(some(start(), 3))
    assert len(player.acknowledged) >= 6


def test_a_host_that_is_not_ours_is_told(tmp_path: Path) -> None:
    with pytest.raises(NoPort):
        listen("192.0.2.1", 8000)
    with listen("127.0.0.1", 0) as listening:
        assert address_of(listening, "0.0.0.0").startswith("http://127.0.0.1:")
        assert address_of(listening, "::1").startswith("http://[::1]:")


@pytest.mark.parametrize("text", ["abc", "", "nan", "inf", "-1", "61"])
def test_a_pace_that_is_none_is_refused_in_words(text: str) -> None:
    with pytest.raises(BadPace, match="a number of seconds from 0 to 60"):
        settings_from({"UPCARD_PACE": text})


def test_the_pace_is_taken_from_the_environment() -> None:
    assert settings_from({"UPCARD_PACE": "0"}).pace == 0
    assert settings_from({}).pace > 0


def test_whoever_reckons_gives_the_loop_its_turn_soon(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[float] = []
    monkeypatch.setattr(Server, "run", lambda _self, **_: told.append(sys.getswitchinterval()))
    usual = sys.getswitchinterval()
    serve.run(data, port=0, open_browser=False)
    assert told == [pytest.approx(serve.SHARE)]
    assert usual > serve.SHARE
    assert sys.getswitchinterval() == usual, "it is the server's own matter"
