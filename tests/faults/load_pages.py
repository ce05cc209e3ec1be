"""Pages by the thousand in one program: sockets that do what a page does, as cheaply as can be.

They speak just so much of the WebSocket protocol as the server's side of it needs, and read of a message
only what a move depends on, so that what is measured is the server. Frames are masked with zeros: the
masked text is the text.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter, deque
from collections.abc import Callable
from typing import Any

import msgspec

from tests.faults.load_matches import Laid

TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
FINAL = 0x80
SHORT = 126
LONG = 127
MOST_UNSAID = 5
"""Events that a page has seen and not said so: actions say it, a message of its own only beyond these."""


class _Choice(msgspec.Struct):
    action: str


class _Ended(msgspec.Struct):
    round: int


class _View(msgspec.Struct):
    seat: int | None
    legal: list[_Choice]
    last_round: _Ended | None
    outcome: dict[str, Any] | None


class _Event(msgspec.Struct):
    n: int


class _Room(msgspec.Struct):
    waiting: list[int]


class _Reply(msgspec.Struct):
    id: str


class _Now(msgspec.Struct, tag_field="t", tag="now"):
    version: int
    view: _View | None
    events: list[_Event]
    room: _Room
    reply: _Reply | None


class _Problem(msgspec.Struct):
    code: str


class _Refused(msgspec.Struct, tag_field="t", tag="refused"):
    id: str | None
    error: _Problem


_read = msgspec.json.Decoder(_Now | _Refused).decode


class Page(asyncio.Protocol):
    """One seat's socket: it says hello, acknowledges as a page does, and goes on after a round."""

    def __init__(self, pair: Pair, seat: int, host: str) -> None:
        self._pair = pair
        self._seat = seat
        self._host = host
        self._buffer = b""
        self._open = False
        self._acked = 0
        self._said = 0
        self._continued = 0
        self._transport: asyncio.Transport | None = None
        self.version = -1
        self.legal: list[_Choice] = []

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        match = self._pair.match
        transport.write(
            f"GET /ws/{match.name} HTTP/1.1\r\nHost: {self._host}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dXBjYXJkIHVwY2FyZCB1cA==\r\n"
            f"Cookie: seat-{match.name}={match.tokens[self._seat]}\r\n\r\n".encode()
        )

    def connection_lost(self, exc: Exception | None) -> None:
        self._pair.load.lost_sockets += 1

    def close(self) -> None:
        """Go away without a word, as a page does that is closed."""
        if self._transport is not None:
            self._transport.abort()

    # --- frames ----------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._open:
            head, end, rest = self._buffer.partition(b"\r\n\r\n")
            if not end:
                return
            assert head.startswith(b"HTTP/1.1 101"), head
            self._open, self._buffer = True, rest
            self.send('{"t":"hello","acked":0}')
        while (frame := self._frame()) is not None:
            opcode, payload = frame
            if opcode == TEXT:
                self._hear(_read(payload))
            elif opcode == PING:
                self._write(PONG, payload)
            else:
                assert opcode in (PONG, CLOSE), opcode

    def _frame(self) -> tuple[int, bytes] | None:
        """Return the next whole frame, None if it has not come yet."""
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        size, start = buffer[1], 2
        if size == SHORT:
            size, start = int.from_bytes(buffer[2:4], "big"), 4
        elif size == LONG:
            size, start = int.from_bytes(buffer[2:10], "big"), 10
        end = start + size
        if len(buffer) < start or len(buffer) < end:
            return None
        assert buffer[0] & FINAL, "the server sends whole messages"
        self._buffer = buffer[end:]
        return buffer[0] & 0xF, buffer[start:end]

    def send(self, text: str) -> None:
        """Say something."""
        self._write(TEXT, text.encode())

    def act(self, name: str, version: int, action: str) -> None:
        """Ask for an action; what has been seen goes with it."""
        self._said = self._acked
        self.send(
            f'{{"t":"act","id":"{name}","version":{version},"action":"{action}","acked":{self._acked}}}'
        )

    def _write(self, opcode: int, payload: bytes) -> None:
        assert len(payload) < SHORT
        assert self._transport is not None
        self._transport.write(bytes((FINAL | opcode, FINAL | len(payload), 0, 0, 0, 0)) + payload)

    # --- what the server says --------------------------------------------------------------------

    def _hear(self, message: _Now | _Refused) -> None:
        pair = self._pair
        if isinstance(message, _Refused):
            pair.refused(message)
            return
        view = message.view
        if message.events and message.events[-1].n > self._acked:
            self._acked = message.events[-1].n
            if self._acked - self._said >= MOST_UNSAID:
                self._said = self._acked
                self.send(f'{{"t":"ack","event":{self._acked}}}')
        if view is None:
            return
        assert view.seat == self._seat
        self.version, self.legal = message.version, view.legal
        if self._seat in message.room.waiting and view.last_round is not None:
            self.legal = []
            if view.last_round.round > self._continued:
                self._continued = view.last_round.round
                self.send(f'{{"t":"continue","round":{self._continued}}}')
        if message.room.waiting:
            self.legal = []
        pair.heard(self._seat, message.reply and message.reply.id, over=view.outcome is not None)


class Pair:
    """The two pages of a match: moves that are due are made one after the other, none before its time."""

    def __init__(self, load: Load, match: Laid, host: str, seed: int) -> None:
        self.load = load
        self.match = match
        self.over = False
        self.pages = tuple(Page(self, seat, host) for seat in range(len(match.tokens)))
        self._due: deque[float] = deque()
        self._chance = random.Random(seed)
        self._count = 0
        self._pending: tuple[str, float, int, int] | None = None
        """What is not answered yet: its id, when it was due, whose it is, and the version it makes."""
        self._watched: tuple[float, int, int] | None = None
        """What the other seat has not seen yet: when it was due, who is to see it, and the version."""

    @property
    def ready(self) -> bool:
        """Whether both pages have been shown the table."""
        return all(page.version >= 0 for page in self.pages)

    @property
    def busy(self) -> bool:
        """Whether something is not answered or not seen yet."""
        return bool(self._pending or self._watched or (self._due and not self.over))

    def want(self, due: float) -> None:
        """A move is due now: it is made as soon as the seat that is to move knows that it is."""
        self._due.append(due)
        if not self._go_on():
            self.load.late += 1

    def _go_on(self) -> bool:
        """Make the next move that is due, if that is possible now."""
        if self._pending or self._watched or not self._due or self.over:
            return False
        newest = max(page.version for page in self.pages)
        for seat, page in enumerate(self.pages):
            if page.legal and page.version == newest:
                due = self._due.popleft()
                self._count += 1
                name = f"{seat}-{self._count}"
                action = self._chance.choice(page.legal).action
                self._pending = name, due, seat, newest + 1
                self._watched = due, 1 - seat, newest + 1
                self.load.asked.append((self.match.name, name))
                page.act(name, newest, action)
                return True
        return False

    def heard(self, seat: int, reply: str | None, *, over: bool) -> None:
        """A page has been told something."""
        now = self.load.clock()
        if self._pending and seat == self._pending[2] and reply == self._pending[0]:
            self.load.answered.append((self.match.name, reply))
            self.load.to_reply.append(now - self._pending[1])
            self._pending = None
        if self._watched and seat == self._watched[1] and self.pages[seat].version >= self._watched[2]:
            self.load.to_other.append(now - self._watched[0])
            self._watched = None
        if over and not self.over:
            self.over = True
            self.load.over += 1
        self._go_on()

    def refused(self, message: _Refused) -> None:
        """A page has been refused something."""
        self.load.refusals[message.error.code] += 1
        if self._pending and message.id == self._pending[0]:
            self._pending = self._watched = None


class Load:
    """What all pages have done and seen."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self.late = 0
        self.over = 0
        self.lost_sockets = 0
        self.refusals: Counter[str] = Counter()
        self.asked: list[tuple[str, str]] = []
        self.answered: list[tuple[str, str]] = []
        self.to_reply: list[float] = []
        self.to_other: list[float] = []
