"""One link's frames are taken apart piece by piece, and those that make no message are counted."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest
from uvicorn import Config
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.server import ServerState

from tests.faults.offenders import BINARY, PING, TEXT, frame
from upcard.web.limits import Bucket
from upcard.web.wire import AT_ONCE, FRAMES, GOODBYE, MOST_WAITING, Wire

HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dXBjYXJkIHVwY2FyZCB1cA==\r\n\r\n"
)


class Link:
    """What a transport is to the protocol; it remembers what was written and how it ended."""

    def __init__(self) -> None:
        self.written = b""
        self.reading = True
        self.closed = False
        self.aborted = False

    def get_extra_info(self, _: str) -> None:
        return None

    def write(self, data: bytes) -> None:
        self.written += data

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.closed = self.aborted = True


class Heard:
    """An application that hears one message whenever it is let."""

    def __init__(self) -> None:
        self.messages: list[Any] = []
        self.may = asyncio.Semaphore(0)

    async def __call__(self, _: Any, receive: Callable[[], Awaitable[Any]], send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while True:
            await self.may.acquire()
            self.messages.append(await receive())


async def opened() -> tuple[Wire, Link, Heard]:
    heard, link = Heard(), Link()
    config = Config(heard, ws=Wire, log_config=None)
    config.load()
    wire = Wire(config=config, server_state=ServerState(), app_state={})
    wire.connection_made(link)  # type: ignore[arg-type] # all of a transport that is needed
    wire.data_received(HANDSHAKE)
    await settle()
    assert link.written.startswith(b"HTTP/1.1 101")
    link.written = b""
    return wire, link, heard


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


@pytest.fixture(autouse=True)
def _quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    yield
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


def ended(link: Link, code: int) -> bool:
    return link.closed and code.to_bytes(2, "big") in link.written


def test_messages_are_heard_in_order_and_no_more_are_taken_apart_than_are_heard() -> None:
    async def within() -> None:
        wire, link, heard = await opened()
        texts = [str(number) for number in range(5000)]
        wire.data_received(b"".join(frame(text.encode()) for text in texts))
        assert not link.reading
        assert wire.queue.qsize() <= AT_ONCE // 7
        for _ in texts:
            heard.may.release()
        while len(heard.messages) < len(texts):
            assert wire.queue.qsize() <= AT_ONCE // 7
            await asyncio.sleep(0)
        assert [message["text"] for message in heard.messages] == texts
        assert link.reading

    asyncio.run(within())


def test_a_few_messages_wait_before_no_more_is_read() -> None:
    async def within() -> None:
        wire, link, heard = await opened()
        for _ in range(MOST_WAITING):
            wire.data_received(frame(b"x"))
            assert link.reading
        wire.data_received(frame(b"x"))
        assert not link.reading
        for _ in range(MOST_WAITING + 1):
            heard.may.release()
        await settle()
        assert link.reading

    asyncio.run(within())


def test_how_a_page_asked_is_forgotten_once_it_is_let_in() -> None:
    async def within() -> None:
        wire, _, heard = await opened()
        assert not wire.request.headers
        assert not wire.response.headers
        heard.may.release()
        wire.data_received(frame(b"x"))
        await settle()
        assert len(heard.messages) == 1

    asyncio.run(within())


def test_a_message_in_pieces_is_heard_whole() -> None:
    async def within() -> None:
        wire, _, heard = await opened()
        heard.may.release()
        wire.data_received(frame(b"on", TEXT, 0) + frame(b"", 0, 0) + frame(b"e", 0))
        await settle()
        assert heard.messages[0]["text"] == "one"

    asyncio.run(within())


@pytest.mark.parametrize("opcode", [TEXT, BINARY])
def test_a_message_in_endless_pieces_ends_the_link(opcode: int) -> None:
    async def within() -> None:
        wire, link, _ = await opened()
        wire._frames = Bucket(FRAMES, clock=lambda: 0.0)
        wire.data_received(frame(b"{", opcode, 0) + frame(b"", 0, 0) * 10_000)
        assert ended(link, 1008)
        assert len(wire.frames) <= FRAMES[1] + 1
        await asyncio.sleep(GOODBYE + 0.1)
        assert link.aborted

    asyncio.run(within())


@pytest.mark.parametrize("opcode", [PING, 0xA])
def test_endless_pings_and_pongs_end_the_link(opcode: int) -> None:
    async def within() -> None:
        wire, link, _ = await opened()
        wire._frames = Bucket(FRAMES, clock=lambda: 0.0)  # however slow this machine is, no more are allowed
        wire.data_received(frame(b"x" * 125, opcode) * 10_000)
        assert ended(link, 1008)
        assert len(link.written) < 130 * (FRAMES[1] + 2)

    asyncio.run(within())


def test_what_is_no_text_ends_the_link_without_a_line_in_the_log() -> None:
    async def within() -> None:
        wire, link, _ = await opened()
        wire.data_received(frame(b"\xff\xfe"))
        assert ended(link, 1007)

    asyncio.run(within())


def test_who_does_not_answer_is_let_go_even_if_nothing_is_read() -> None:
    async def within() -> None:
        wire, link, _ = await opened()
        wire.keepalive_timeout()
        assert ended(link, 1011)
        assert not link.aborted
        await asyncio.sleep(GOODBYE + 0.1)
        assert link.aborted

    asyncio.run(within())


def test_what_is_said_after_the_link_has_ended_is_no_fault() -> None:
    async def within() -> None:
        wire, link, _ = await opened()
        wire.data_received(frame(b"x" * 300, 0x3))
        assert ended(link, 1002)
        with pytest.raises(ClientDisconnected):
            await wire.send({"type": "websocket.send", "text": "too late"})

    asyncio.run(within())
