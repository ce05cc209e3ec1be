"""One open socket: what a page may ask, and the sender that keeps it informed.

The sender carries the newest view and the events that are not acknowledged, whenever the page is ready to
take them: one that stops reading misses steps in between and holds up nobody.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketDisconnected

from upcard.errors import Problem, UpcardError
from upcard.web import protocol
from upcard.web.faults import FAULT, log_fault
from upcard.web.limits import NOTICES, Bucket
from upcard.web.messages import (
    Ack,
    Act,
    ClientMessage,
    Continue,
    Contribute,
    Deal,
    Give,
    Hello,
    Leave,
    MoreTime,
    Ping,
    Pong,
    Refused,
    Reply,
    Say,
    StandIn,
    Stop,
)
from upcard.web.room import Room

MOST_ANSWERS = 64
RESTART = 1012
"""What a socket is closed with when the server ends: the page comes back at once."""
GONE = (WebSocketDisconnect, WebSocketDisconnected)
"""What sending raises once the other side is not there any more."""


class Connection:
    """One socket of a browser that holds the tokens with these hashes: of seats, or of a watcher."""

    def __init__(self, socket: WebSocket, room: Room, hashes: frozenset[str], address: str) -> None:
        self.hashes = hashes
        self.address = address
        self._look: int | None = None
        self._heard = 0
        self._socket = socket
        self._room = room
        self._acked = 0
        self._greeted = False
        self._version = -1
        self._busy = False
        self._ending = False
        self._stale = False
        self._wake = asyncio.Event()
        self._answers: deque[Reply | Refused | Pong] = deque(maxlen=MOST_ANSWERS)
        self._actions = Bucket(room.settings.actions)
        self._notices = Bucket(NOTICES)

    @property
    def seat(self) -> int | None:
        """The seat it looks from: the only one it holds, or the one it has named; None for a watcher."""
        seats = self._room.seats_of(self)
        if len(seats) == 1:
            return seats[0]
        return self._look if self._look in seats else None

    async def run(self) -> None:
        """Serve the socket until it closes."""
        sender = asyncio.create_task(self._send())
        counts, sits = self._room.counts, bool(self._room.seats_of(self))
        counts.seated += sits
        counts.watching += not sits
        self._room.join(self)
        try:
            await self._receive()
        finally:
            counts.seated -= sits
            counts.watching -= not sits
            self._room.quit(self)
            sender.cancel()
            await asyncio.gather(sender, return_exceptions=True)

    def touch(self) -> None:
        """Have the newest view sent when the page is ready for it."""
        self._stale = True
        self._wake.set()

    def end(self) -> None:
        """Hear nothing more, and close once what is being done is done and told."""
        self._ending = True
        self._wake.set()

    # --- sending ---------------------------------------------------------------------------------

    async def _send(self) -> None:
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                while self._answers or (self._stale and self._greeted):
                    if not self._room.seats_of(self):
                        await self._room.turnstile.through()
                    await self._socket.send_text(self._next().decode())
                if self._ending and not self._busy:
                    await self._socket.close(RESTART)
                    return
        except GONE:
            return  # the receiving side hears of it too
        except Exception as error:
            log_fault("a view", error)
            with contextlib.suppress(*GONE):
                await self._socket.close(1011)

    def _next(self) -> bytes:
        answer = self._answers.popleft() if self._answers else None
        if isinstance(answer, Refused | Pong):
            return protocol.to_json(answer)
        self._stale = False
        self._count_skipped()
        heard, self._heard = self._heard, self._room.talk.said
        return self._room.now(self, self._acked, heard, answer)

    def _count_skipped(self) -> None:
        version = self._room.match.version
        if self._version >= 0:
            self._room.counts.skipped += max(0, version - self._version - 1)
        self._version = version

    def _answer(self, answer: Reply | Refused | Pong) -> None:
        self._answers.append(answer)
        self._wake.set()

    # --- receiving -------------------------------------------------------------------------------

    async def _receive(self) -> None:
        while True:
            received = await self._socket.receive()
            if received["type"] == "websocket.disconnect":
                return
            await self._hear(received.get("text"))
            if self._busy:
                self._busy = False
                if self._ending:
                    self._wake.set()

    async def _hear(self, text: str | None) -> None:
        """Do what a message asks, or refuse it and have changed nothing.

        Once the server is to end nothing more is done; the page says it again to the next one.
        """
        message: ClientMessage | None = None
        try:
            message = protocol.read_message(text)
            await self._pause(self._notices if isinstance(message, Ack | Ping) else self._actions)
            if self._ending:
                return
            self._busy = True
            await self._do(message)
        except UpcardError as error:
            if message is None:
                await self._pause(self._actions)
            self._refuse(message, error.problem())
        except Exception as error:  # a fault of ours ends a message, not the connection
            log_fault("a message", error)
            self._refuse(message, FAULT)

    async def _pause(self, bucket: Bucket) -> None:
        """Read on no sooner than the limit allows: nothing is lost, it waits where it came from."""
        pause = bucket.owe()
        if pause:
            await asyncio.sleep(pause)

    async def _do(self, message: ClientMessage) -> None:
        room = self._room
        seats = room.seats_of(self)
        match message:
            case Hello(acked, look, moment):
                self._acked = acked
                room.wish(self, moment)
                self._look = look
                self._greeted = True
                self.touch()
            case Act():
                self._acked = max(self._acked, message.acked)
                await self._act(message)
            case Ack(event):
                self._acked = max(self._acked, event)
            case Ping():
                self._answer(Pong())
            case Say():
                room.say(seats, self.seat, message)
            case Continue(round_):
                await room.proceed(seats, round_)
            case Contribute(seat, word):
                await room.contribute(seats, seat, word)
            case Deal():
                await room.deal(seats)
            case Give(seat, bot):
                await room.give(seats, seat, bot)
            case MoreTime(seat):
                room.wait_longer(seats, seat)
            case StandIn(seat):
                room.stand_in(seats, seat)
            case Leave():
                await room.leave(seats)
            case Stop(agree):
                room.vote(seats, agree)

    async def _act(self, wanted: Act) -> None:
        began = time.perf_counter()
        try:
            self._answer(await self._room.act(self.seat, wanted))
        finally:
            self._room.counts.acknowledged.observe(time.perf_counter() - began)

    def _refuse(self, message: ClientMessage | None, problem: Problem) -> None:
        self._room.counts.refusals[problem["code"]] += 1
        about = None if message is None else str(message.__struct_config__.tag)
        self._answer(Refused(message.id if isinstance(message, Act) else None, about, problem))
        if problem["code"] == "room/stale":
            self.touch()
