"""One match and everybody who is connected to it.

An action is decided, kept, and only then applied and told. Bots act while somebody is here to see it,
at a pace that no card changes; when nobody is here the match sleeps, clocks included.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from upcard.errors import RoomError
from upcard.game import seen_by
from upcard.values import Action, View
from upcard.web import protocol
from upcard.web.faults import log_fault
from upcard.web.journal import Entry, entry_of, row_of
from upcard.web.limits import ACTIONS, Limit
from upcard.web.match import Match, Overtaken
from upcard.web.messages import Act, Reply, RoomSeat
from upcard.web.messages import Room as RoomMessage
from upcard.web.store import NotKept, Row, Store, TakenError

MOST_EVENTS = 200
"""How many events one message carries: a page that comes back later has missed the older ones."""
SECOND_TRY = 1.0

logger = logging.getLogger("upcard.web")


@dataclass(frozen=True, slots=True)
class Settings:
    """Times in seconds: ``pace`` between actions of bots, ``patience`` with people between rounds.

    ``actions`` is how many messages of one socket are heard.
    """

    pace: float = 0.6
    patience: float = 30.0
    actions: Limit = ACTIONS


class Listener(Protocol):
    """An open connection, as a room sees it."""

    @property
    def seat(self) -> int | None:
        """The seat it belongs to, None for a watcher."""

    @property
    def address(self) -> str:
        """Where it comes from."""

    def touch(self) -> None:
        """There is something new to see."""


@dataclass(frozen=True, slots=True)
class _Told:
    """An event as JSON, for everybody and for the one seat that may see its card."""

    to_all: bytes
    eyes: int | None
    to_eyes: bytes

    def seen_by(self, seat: int | None) -> bytes:
        return self.to_eyes if self.eyes is not None and self.eyes == seat else self.to_all


class Room:
    """One match, open: its journal is in the store, its listeners are told what is new."""

    def __init__(self, match: Match, store: Store, settings: Settings) -> None:
        self.match = match
        self.used = time.monotonic()
        self._store = store
        self.settings = settings
        self._lock = asyncio.Lock()
        self._listeners: list[Listener] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._bots: asyncio.Task[None] | None = None
        self._patience: asyncio.TimerHandle | None = None
        self._views: dict[int | None, bytes] = {}
        self._told: list[_Told] = []

    # --- who is here -----------------------------------------------------------------------------

    @property
    def empty(self) -> bool:
        """Whether nobody is connected."""
        return not self._listeners

    def connections(self, seat: int | None, address: str) -> int:
        """Return how many connections a seat has, or a watcher's address."""
        if seat is None:
            return sum(1 for other in self._listeners if other.seat is None and other.address == address)
        return sum(1 for other in self._listeners if other.seat == seat)

    def join(self, listener: Listener) -> None:
        """Let a connection hear what is new, and wake the match."""
        self._listeners.append(listener)
        self._go_on()

    def leave(self, listener: Listener) -> None:
        """Forget a connection; with the last one the match falls asleep."""
        self._listeners.remove(listener)
        self.used = time.monotonic()
        self._go_on()

    # --- what is seen ----------------------------------------------------------------------------

    def now(self, seat: int | None, acked: int, reply: Reply | None = None) -> bytes:
        """Return the newest view of a seat with the events after number ``acked``, as JSON."""
        match = self.match
        if seat not in self._views:
            view = protocol.show_view(match.table.view(seat), match.game.faces)
            self._views[seat] = protocol.to_json(view)
        for event in match.table.events[len(self._told) :]:
            self._told.append(self._tell(event))
        first = max(acked, len(self._told) - MOST_EVENTS)
        events = [told.seen_by(seat) for told in self._told[first:]]
        room = protocol.to_json(self.message())
        return protocol.now_json(match.version, self._views[seat], events, room, reply)

    def message(self) -> RoomMessage:
        """Return who sits here and what the room waits for."""
        match = self.match
        here = {listener.seat for listener in self._listeners}
        return RoomMessage(
            match=match.name,
            game=match.game.name,
            title=match.game.title,
            seats=tuple(
                RoomSeat(
                    seat=seat,
                    name=entry.name,
                    kind="person" if entry.bot is None else "bot",
                    bot=entry.bot,
                    present=entry.bot is not None or seat in here,
                )
                for seat, entry in enumerate(match.created.seats)
            ),
            waiting=tuple(sorted(match.waiting)),
            rematch=match.rematch,
            finished=match.finished,
            commitment=match.commitment,
        )

    def _tell(self, event: Any) -> _Told:
        faces = self.match.game.faces
        to_all = protocol.to_json(protocol.show_event(seen_by(event, None), faces))
        to_eyes = to_all
        if event.eyes is not None:
            to_eyes = protocol.to_json(protocol.show_event(seen_by(event, event.eyes), faces))
        return _Told(to_all, event.eyes, to_eyes)

    # --- what is done ----------------------------------------------------------------------------

    async def act(self, seat: int | None, wanted: Act) -> Reply:
        """Carry out a seat's action once it is kept; the same id a second time changes nothing."""
        if seat is None:
            raise RoomError("room/watching", "you are watching this table")
        async with self._lock:
            if self.match.has_done(seat, wanted.id):
                return Reply(wanted.id, "already-done")
            entries = self.match.decide_act(seat, wanted.version, wanted.action, wanted.id)
            await self._keep(entries)
        return Reply(wanted.id, "done")

    async def proceed(self, seat: int | None, round_: int) -> None:
        """Note that a seat has seen how the round ended."""
        if seat is None:
            return
        async with self._lock:
            await self._keep(self.match.decide_continue(seat, round_))

    async def keep_with(self, entry: Entry, others: Sequence[Row]) -> None:
        """Keep an entry together with rows of another match, all or none; the lock is the caller's."""
        await self._keep([entry], others)

    @property
    def lock(self) -> asyncio.Lock:
        """Held while something is decided and kept."""
        return self._lock

    async def _keep(self, entries: Sequence[Entry], others: Sequence[Row] = ()) -> None:
        if not entries:
            return
        first = self.match.length
        rows = [row_of(self.match.name, first + at, entry) for at, entry in enumerate(entries)]
        try:
            await self._store.append([*rows, *others])
        except TakenError:
            await self._catch_up()
            raise Overtaken from None
        self._apply(entries)

    async def _catch_up(self) -> None:
        """Take over what another program has written in this match."""
        rows = await asyncio.to_thread(self._store.read, self.match.name, self.match.length)
        self._apply([entry_of(row) for row in rows])

    def _apply(self, entries: Sequence[Entry]) -> None:
        version = self.match.version
        self.match.apply(entries)
        if self.match.version != version:
            self._views.clear()
        self._go_on()

    # --- what goes on by itself ------------------------------------------------------------------

    def _go_on(self) -> None:
        """Tell everybody, and start or stop what the room does on its own."""
        for listener in self._listeners:
            listener.touch()
        waits = bool(self.match.waiting) and not self.empty
        if self._patience and not waits:
            self._patience.cancel()
            self._patience = None
        elif waits and not self._patience:
            loop = asyncio.get_running_loop()
            self._patience = loop.call_later(self.settings.patience, self._lose_patience)
        if self.match.bot_to_move is not None and not self.empty and self._bots is None:
            self._bots = self._start(self._play())

    def _lose_patience(self) -> None:
        self._patience = None
        self._start(self._stop_waiting())

    async def _stop_waiting(self) -> None:
        async with self._lock:
            try:
                await self._keep(self.match.decide_continue(None, self.match.ended))
            except RoomError as error:
                logger.warning("match %s: %s", self.match.name, error)
                self._go_on()

    async def _play(self) -> None:
        """Let bots act until a person is to move, is waited for, or nobody is here."""
        try:
            while (seat := self.match.bot_to_move) is not None and not self.empty:
                version = self.match.version
                view = self.match.table.view(seat)
                pause = asyncio.sleep(self.settings.pace)
                action, _ = await asyncio.gather(asyncio.to_thread(self._choose, seat, view), pause)
                try:
                    await self._bot_acts(seat, version, action)
                except NotKept as error:
                    logger.warning("match %s: %s", self.match.name, error)
                    await asyncio.sleep(SECOND_TRY)
        finally:
            self._bots = None

    async def _bot_acts(self, seat: int, version: int, action: Action) -> None:
        async with self._lock:
            if self.match.version != version or self.match.bot_to_move != seat:
                return
            with contextlib.suppress(Overtaken):  # what another program wrote is taken over
                await self._keep(self.match.decide_act(seat, version, str(action), ""))

    def _choose(self, seat: int, view: View) -> Action:
        """Ask the bot; one that fails makes the default move (AL5)."""
        try:
            action = self.match.choose(seat, view)
            if action in view.actions:
                return action
            logger.error("match %s: the bot of seat %d wants what is not legal", self.match.name, seat)
        except Exception as error:  # whatever a bot does, the match goes on
            log_fault(f"match {self.match.name}: the bot of seat {seat} failed", error)
        return self.match.table.default_action()

    def _start(self, task: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        started = asyncio.get_running_loop().create_task(task)
        self._tasks.add(started)
        started.add_done_callback(self._tasks.discard)
        return started

    async def close(self) -> None:
        """Stop whatever the room does on its own."""
        if self._patience:
            self._patience.cancel()
            self._patience = None
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
