"""A seat played over a socket: it comes back whenever the link is lost and sends again what was not answered.

It keeps account of everything it was told, so that this can be held against what the server has kept.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import itertools
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from tests.faults.load_pages import MOST_UNSAID

COOKIE = "seat-"
FIRST_PAUSE = 0.2
LONGEST_PAUSE = 0.8
"""Seconds between two tries to come back, as a page that is looked at has them."""
QUIET = 1.0
"""Seconds without a word after which the client asks whether the server is there."""
PATIENCE = 2.0
"""Seconds more after which it takes the link for lost."""
RETRY = 0.5
"""Seconds after which something that was refused is said again."""
BEGUN = hashlib.blake2b(digest_size=8).digest()
LOST = (OSError, WebSocketException, EOFError, TimeoutError)


class _Choice(msgspec.Struct):
    action: str


class _Round(msgspec.Struct):
    round: int


class _View(msgspec.Struct):
    seat: int | None
    legal: list[_Choice]
    last_round: _Round | None
    outcome: dict[str, Any] | None


class _Numbered(msgspec.Struct):
    n: int


class _Clock(msgspec.Struct):
    seat: int
    left: float


class _Seat(msgspec.Struct):
    state: str
    until: float | None
    worded: bool


class _Room(msgspec.Struct):
    stage: str
    waiting: list[int]
    clock: _Clock | None
    clocked: list[int]
    stood_in: list[int]
    seats: list[_Seat]


class _Reply(msgspec.Struct):
    id: str
    result: str


class _Now(msgspec.Struct, tag_field="t", tag="now"):
    version: int
    view: msgspec.Raw
    events: list[msgspec.Raw]
    room: _Room
    reply: _Reply | None
    seats: list[int]


class _Problem(msgspec.Struct):
    code: str
    message: str


class _Refused(msgspec.Struct, tag_field="t", tag="refused"):
    id: str | None
    about: str | None
    error: _Problem


class _Pong(msgspec.Struct, tag_field="t", tag="pong"):
    pass


_read = msgspec.json.Decoder(_Now | _Refused | _Pong).decode
_view = msgspec.json.Decoder(_View | None).decode
_numbered = msgspec.json.Decoder(_Numbered).decode
write = msgspec.json.encode


def digest(data: bytes) -> bytes:
    """Return a short hash."""
    return hashlib.blake2b(data, digest_size=8).digest()


@dataclass
class Account:
    """All that one page was told, over all its links; ``wrong`` are promises that were not held."""

    match: str
    seat: int | None = None
    version: int = -1
    acked: int = 0
    trail: bytes = BEGUN
    """A hash of all events so far, in their order."""
    views: dict[int, bytes] = field(default_factory=dict)
    """The hash of the view at every version that was shown."""
    acknowledged: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    codes: Counter[str] = field(default_factory=Counter)
    messages: set[str] = field(default_factory=set)
    answered_in: list[float] = field(default_factory=list)
    links: int = 0
    wrong: list[str] = field(default_factory=list)


class Client:
    """A page at one seat; ``play`` plays it until its match is over or somebody calls ``finish``.

    ``where`` tells host and port anew for every link. ``think`` is from and to how many seconds it waits
    before an action. While ``up`` is clear it does not try to connect, while ``may_act`` is, it only looks.
    """

    def __init__(
        self,
        where: Callable[[], tuple[str, int]],
        match: str,
        token: str | None,
        name: str,
        think: tuple[float, float] = (0.0, 0.0),
        patience: float = PATIENCE,
    ) -> None:
        self.account = Account(match)
        self.pending: tuple[str, bytes] | None = None
        self.up = _set()
        self.may_act = _set()
        self.over = False
        self.room: _Room | None = None
        self.view: _View | None = None
        self.heard_at = 0.0
        self.acked_at = 0.0
        self._said = 0
        self._where = where
        self._token = token
        self._name = name
        self._think = think
        self._patience = patience
        self._chance = random.Random(name)
        self._ids = (f"{name}-{number}" for number in itertools.count())
        self._asked_at = 0.0
        self._act_at: float | None = None
        self._pause = FIRST_PAUSE
        self._continued = 0
        self._retry_at = 0.0
        self._worded: set[int] = set()
        self._seats: list[int] = []
        self._finish = asyncio.Event()
        self._link: ClientConnection | None = None

    # --- from outside ----------------------------------------------------------------------------

    def finish(self) -> None:
        """Play no more; the client ends once everything it has asked is answered."""
        self._finish.set()

    def cut(self) -> None:
        """Lose the link now."""
        if self._link is not None:
            self._link.transport.abort()

    async def say(self, **message: Any) -> None:
        """Say something over the link that there is."""
        assert self._link is not None
        await self._link.send(write(message), text=True)

    @property
    def done(self) -> bool:
        """Whether there is nothing left to do."""
        return (self.over or self._finish.is_set()) and self.pending is None

    async def play(self) -> Account:
        """Play, over as many links as it takes."""
        while not self.done:
            await self.up.wait()
            host, port = self._where()
            with contextlib.suppress(*LOST):
                await self._once(host, port)
            self._link = None
            if not self.done:
                await asyncio.sleep(self._pause * self._chance.uniform(0.8, 1.2))
                self._pause = min(2 * self._pause, LONGEST_PAUSE)
        return self.account

    # --- one link --------------------------------------------------------------------------------

    async def _once(self, host: str, port: int) -> None:
        match = self.account.match
        cookie = {} if self._token is None else {"cookie": f"{COOKIE}{match}={self._token}"}
        address = f"ws://{host}:{port}/ws/{match}"
        async with connect(
            address,
            additional_headers=cookie,
            compression=None,
            open_timeout=self._patience + QUIET,
            close_timeout=0.1,
            ping_interval=None,
            max_size=None,
            proxy=None,
        ) as link:
            self._link = link
            self.account.links += 1
            self._continued, self._worded = 0, set()  # what may not have arrived is said again
            self._said = self.account.acked
            await self.say(t="hello", acked=self._said)
            if self.pending is not None:
                await link.send(self.pending[1], text=True)
            await self._attend(link)

    async def _attend(self, link: ClientConnection) -> None:
        loop = asyncio.get_running_loop()
        self.heard_at = loop.time()
        asked = False
        while not self.done:
            await self._go_on()
            now = loop.time()
            quiet = self.heard_at + QUIET + (self._patience if asked else 0)
            wake = min(quiet, self._act_at or quiet)
            try:
                async with asyncio.timeout(max(0.0, min(wake - now, 0.25))):
                    text = await link.recv(decode=False)
            except TimeoutError:
                if loop.time() >= quiet:
                    if asked:
                        raise
                    asked = True
                    await self.say(t="ping")
                continue
            asked = False
            self.heard_at = loop.time()
            await self._hear(bytes(text))

    async def _hear(self, text: bytes) -> None:
        message = _read(text)
        if isinstance(message, _Refused):
            self._hear_no(message)
        elif isinstance(message, _Now):
            self._pause = FIRST_PAUSE
            self._look(message)
            await self._acknowledge(message)
            self._hear_reply(message.reply)

    def _hear_no(self, message: _Refused) -> None:
        account = self.account
        account.codes[message.error.code] += 1
        account.messages.add(message.error.message)
        if message.about in ("continue", "word"):
            self._continued, self._worded = 0, set()  # said again, a little later
            self._retry_at = asyncio.get_running_loop().time() + RETRY
        if self.pending is not None and message.id == self.pending[0]:
            account.refused.append(message.id)
            self.pending = None

    def _hear_reply(self, reply: _Reply | None) -> None:
        if reply is None:
            return
        account = self.account
        account.codes[reply.result] += 1
        if self.pending is None or reply.id != self.pending[0]:
            return
        if reply.result == "done" and reply.id in account.acknowledged[-3:]:
            account.wrong.append(f"{reply.id} was done twice")
        account.acknowledged.append(reply.id)
        self.acked_at = asyncio.get_running_loop().time()
        account.answered_in.append(self.acked_at - self._asked_at)
        self.pending = None

    def _look(self, message: _Now) -> None:
        account = self.account
        if message.version < account.version:
            account.wrong.append(f"version {message.version} after {account.version}")
        account.version = message.version
        self.view, self.room, self._seats = _view(message.view), message.room, message.seats
        if self.view is None:
            return
        account.seat = self.view.seat
        self.over = self.view.outcome is not None
        shown = digest(bytes(message.view))
        if account.views.setdefault(message.version, shown) != shown:
            account.wrong.append(f"two views of version {message.version}")

    async def _acknowledge(self, message: _Now) -> None:
        account = self.account
        for raw in message.events:
            number = _numbered(raw).n
            if number <= account.acked:
                continue
            if number != account.acked + 1:
                account.wrong.append(f"event {number} after {account.acked}")
            account.acked = number
            account.trail = digest(account.trail + bytes(raw))
        if account.acked - self._said >= MOST_UNSAID:
            self._said = account.acked
            await self.say(t="ack", event=account.acked)

    # --- what to do ------------------------------------------------------------------------------

    async def _go_on(self) -> None:
        room, view = self.room, self.view
        if room is None or asyncio.get_running_loop().time() < self._retry_at:
            return
        if room.stage == "gathering":
            await self._give_words(room)
        if view is None or view.seat is None or not self.may_act.is_set() or self._finish.is_set():
            self._act_at = None
            return
        if view.seat in room.waiting:
            ended = view.last_round.round if view.last_round else 0
            if ended > self._continued:
                self._continued = ended
                await self.say(t="continue", round=ended)
        elif view.legal and self.pending is None and not room.waiting:
            await self._act(view)

    async def _act(self, view: _View) -> None:
        now = asyncio.get_running_loop().time()
        if self._act_at is None:
            self._act_at = now + self._chance.uniform(*self._think)
        if now < self._act_at:
            return
        self._act_at = None
        name = next(self._ids)
        action = self._chance.choice(view.legal).action
        self._said = self.account.acked
        act = {
            "t": "act",
            "id": name,
            "version": self.account.version,
            "action": action,
            "acked": self._said,
        }
        self.pending = name, write(act)
        self._asked_at = now
        await self._send(self.pending[1])

    async def _send(self, message: bytes) -> None:
        assert self._link is not None
        with contextlib.suppress(ConnectionClosed):  # receiving will tell
            await self._link.send(message, text=True)

    async def _give_words(self, room: _Room) -> None:
        for seat in self._seats:
            if seat not in self._worded and not room.seats[seat].worded:
                self._worded.add(seat)
                await self.say(t="word", seat=seat, word=self._chance.randbytes(16).hex())


def _set() -> asyncio.Event:
    event = asyncio.Event()
    event.set()
    return event
