"""Links that send their request in drops, or are too many, are closed; everybody else is served meanwhile."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any, Self

import pytest
from uvicorn import Config
from uvicorn.server import ServerState

from tests.faults.offenders import frame
from upcard.web import front as module
from upcard.web.front import front
from upcard.web.limits import LONGEST_HEAD, Together
from upcard.web.wire import Wire

HOST = "127.0.0.1"
UPGRADE = (
    b" HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dXBjYXJkIHVwY2FyZCB1cA==\r\n\r\n"
)
GET = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"


async def hello(
    scope: Any, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]
) -> None:
    """An application that answers, takes its time for /slow, and accepts every socket."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        if scope["path"] == "/deaf":
            await asyncio.sleep(10)
        await receive()
        return
    if scope["path"] == "/slow":
        await asyncio.sleep(10)
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


class Place:
    """A server on a port of its own; ``links`` counts, ``refused`` are the codes that were told."""

    def __init__(self, most: int = 100, in_all: int = 100) -> None:
        self.refused: list[str] = []
        self.kind = front(lambda _: False, self.refused.append, in_all)
        self.kind.links = Together(most)
        self.config = Config(
            hello,
            http=self.kind,
            ws=Wire,
            log_config=None,
            timeout_keep_alive=10,
            h11_max_incomplete_event_size=LONGEST_HEAD,
        )
        self.config.load()
        self.state = ServerState()

    async def __aenter__(self) -> Self:
        def one() -> asyncio.Protocol:
            return self.kind(config=self.config, server_state=self.state, app_state={})

        self.server = await asyncio.get_running_loop().create_server(one, HOST, 0)
        self.port = self.server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self.server.close()
        for connection in list(self.state.connections):
            connection.transport.abort()
        for task in list(self.state.tasks):
            task.cancel()
        await asyncio.sleep(0.02)

    async def link(self, first: bytes = b"") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection(HOST, self.port)
        writer.write(first)
        await asyncio.sleep(0.02)
        return reader, writer

    @property
    def counted(self) -> int:
        return sum(self.kind.links._held.values())


async def rest(reader: asyncio.StreamReader) -> bytes:
    """What still comes until the link is closed."""
    with contextlib.suppress(ConnectionError):
        return await asyncio.wait_for(reader.read(), 2)
    return b"cut"


def run(main: Callable[[Place], Awaitable[None]], **settings: int) -> None:
    async def within() -> None:
        async with Place(**settings) as place:
            await main(place)

    asyncio.run(within())


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "HEAD_SECONDS", 0.3)
    monkeypatch.setattr(module, "REQUEST_SECONDS", 0.3)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("first", [b"", b"GET / HTTP", GET[:-1]])
def test_a_head_that_does_not_come_is_not_waited_for(first: bytes) -> None:
    async def within(place: Place) -> None:
        reader, writer = await place.link(first)
        answer = await rest(reader)
        assert answer.startswith(b"HTTP/1.1 408")
        assert b'"code":"http/408"' in answer
        assert place.refused == ["http/408"]
        writer.close()

    run(within)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("before", [b"", GET])
def test_drops_do_not_buy_time(before: bytes) -> None:
    async def within(place: Place) -> None:
        reader, writer = await place.link(before)
        if before:
            assert (await reader.readuntil(b"ok")).startswith(b"HTTP/1.1 200")
        sent = 0
        with contextlib.suppress(ConnectionError):
            for letter in (GET[:-2] + b"x: " + b"x" * 100).decode():
                writer.write(letter.encode())
                await writer.drain()
                await asyncio.sleep(0.02)
                sent += 1
                if reader.at_eof() or b"408" in reader._buffer:
                    break
        assert sent < 40, "it was cut off in the middle"
        assert place.refused == ["http/408"]
        writer.close()

    run(within)


@pytest.mark.usefixtures("quick")
def test_who_does_not_take_an_answer_in_time_is_cut_off() -> None:
    async def within(place: Place) -> None:
        reader, writer = await place.link(b"GET /slow HTTP/1.1\r\nHost: here\r\n\r\n")
        assert await rest(reader) in (b"", b"cut")
        await asyncio.sleep(0.02)
        assert place.counted == 0
        writer.close()

    run(within)


@pytest.mark.usefixtures("quick")
def test_who_asks_again_in_time_is_answered_for_as_long_as_they_like() -> None:
    async def within(place: Place) -> None:
        reader, writer = await place.link()
        for _ in range(6):
            writer.write(GET)
            assert (await asyncio.wait_for(reader.readuntil(b"ok"), 1)).startswith(b"HTTP/1.1 200")
            await asyncio.sleep(0.1)
        assert not place.refused
        writer.close()

    run(within)


@pytest.mark.usefixtures("quick")
def test_a_socket_is_no_link_that_has_to_hurry() -> None:
    async def within(place: Place) -> None:
        reader, writer = await place.link(b"GET /ws" + UPGRADE)
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
        assert place.counted == 0
        await asyncio.sleep(0.6)
        assert not reader.at_eof()
        writer.close()

    run(within)


def test_what_nobody_hears_waits_in_the_senders_own_buffers() -> None:
    async def within(place: Place) -> None:
        _, writer = await place.link(b"GET /deaf" + UPGRADE)
        flood = frame(b'{"t":"ping"}') * 1_000_000
        writer.write(flood)
        await asyncio.sleep(0.3)
        (link,) = place.state.connections
        assert isinstance(link, Wire)
        assert link.queue.qsize() < 200
        assert len(link._rest) <= 1 << 18, "as much as is read in one go"
        assert writer.transport.get_write_buffer_size() > 0
        writer.transport.abort()

    run(within)


def test_one_link_too_many_is_refused_and_another_taken_once_one_is_gone() -> None:
    async def within(place: Place) -> None:
        links = [await place.link() for _ in range(3)]
        reader, writer = await place.link(GET)
        answer = await rest(reader)
        assert answer.startswith(b"HTTP/1.1 503")
        assert b'"code":"serve/full"' in answer
        assert place.refused == ["serve/full"]
        assert place.counted == 3
        links[0][1].close()
        await asyncio.sleep(0.05)
        again, more = await place.link(GET)
        assert (await again.readuntil(b"ok")).startswith(b"HTTP/1.1 200")
        for one in (writer, more, *(link[1] for link in links)):
            one.close()

    run(within, most=3)


def test_there_are_no_more_links_in_all_than_there_is_room_for() -> None:
    async def within(place: Place) -> None:
        links = [await place.link() for _ in range(2)]
        reader, writer = await place.link(GET)
        assert (await rest(reader)).startswith(b"HTTP/1.1 503")
        for one in (writer, *(link[1] for link in links)):
            one.close()

    run(within, in_all=2)


def test_this_machine_and_a_proxy_may_hold_any_number() -> None:
    kind = front(lambda host: host == "192.0.2.1", lambda _: None)
    for host, most in (("127.0.0.1", 300), ("192.0.2.1", 300), ("192.0.2.2", 128), ("2001:db8::1", 128)):
        link = kind.__new__(kind)
        link.client = (host, 1)
        assert sum(kind.links.take(link._whose()) for _ in range(300)) == most


def test_a_head_without_end_is_refused() -> None:
    async def within(place: Place) -> None:
        reader, writer = await place.link(GET[:-2] + b"x: " + b"x" * (LONGEST_HEAD + 10_000))
        assert (await rest(reader)).startswith(b"HTTP/1.1 400")
        writer.close()

    run(within)
