"""One match and everybody who is connected to it.

An action is decided, kept, and only then applied and told. What goes on by itself, bots and clocks, is in
``unattended``; it goes on while somebody is here to see it, and sleeps otherwise.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass

from upcard.errors import RoomError
from upcard.web import protocol
from upcard.web.clock import TurnClock
from upcard.web.counts import Counts
from upcard.web.journal import Acted, Continued, Dealt, Entry, Keyed, entry_of, row_of
from upcard.web.limits import ACTIONS, Limit
from upcard.web.listener import Listener
from upcard.web.match import Match, Overtaken
from upcard.web.messages import Act, Moment, Reply, Say
from upcard.web.minds import Minds
from upcard.web.presence import Presence
from upcard.web.showing import Showing
from upcard.web.store import Row, Store, TakenError
from upcard.web.talk import Talk
from upcard.web.telling import Telling
from upcard.web.turnstile import Turnstile
from upcard.web.unattended import Unattended


@dataclass(frozen=True, slots=True)
class Settings:
    """Times in seconds: ``pace`` of the bots (see ``moments``), ``patience`` with people between rounds.

    ``actions`` is how many messages of one socket are heard.
    """

    pace: float = 0.6
    patience: float = 30.0
    actions: Limit = ACTIONS


class Room:
    """One match, open: its journal is in the store, its listeners are told what is new.

    ``minds`` are where bots decide, so that nobody else waits for them, and
    ``turnstile`` is what the senders to watchers pass through.
    """

    def __init__(
        self,
        match: Match,
        store: Store,
        settings: Settings,
        minds: Minds | None = None,
        counts: Counts | None = None,
        turnstile: Turnstile | None = None,
    ) -> None:
        manners = match.created.manners
        self.match = match
        self.settings = settings
        self.counts = counts or Counts()
        self.turnstile = turnstile or Turnstile()
        self.made_by = ""
        """The address that the match was made from, as far as that is remembered."""
        self.used = time.monotonic()
        self.lock = asyncio.Lock()
        """Held while something is decided and kept."""
        self.presence = Presence(manners.grace, match.seats)
        self.clock = TurnClock(manners.turn_time, manners.increment)
        self.talk = Talk(manners.chat)
        self.stop_votes: set[int] = set()
        self._absent: frozenset[int] = frozenset()
        self.telling = Telling(self)
        self._store = store
        self._showing = Showing(match)
        self._listeners: list[Listener] = []
        self._held: dict[frozenset[str], tuple[int, ...]] = {}
        self._moments: dict[Listener, Moment] = {}
        self.failed = [0] * match.seats
        """How many default moves were made for each seat because its bot failed."""
        self.thinks = False
        """Whether the bot to move takes longer than bots do."""
        self._unattended = Unattended(self, minds)

    # --- who is here -----------------------------------------------------------------------------

    @property
    def empty(self) -> bool:
        """Whether nobody is connected."""
        return not self._listeners

    @property
    def watchers(self) -> int:
        """How many connections there are of people without a seat."""
        return sum(1 for listener in self._listeners if not self.seats_of(listener))

    @property
    def awake(self) -> bool:
        """Whether the match goes on by itself: a person is here, or somebody watches a match of bots."""
        return bool(self.presence.here) or not (self.empty or self.match.seating.persons)

    def seats_of(self, listener: Listener) -> tuple[int, ...]:
        """Return the seats that a connection's browser holds."""
        held = self._held.get(listener.hashes)
        if held is None:
            held = self._held[listener.hashes] = self.match.seating.held_by(listener.hashes)
        return held

    def connections(self, hashes: frozenset[str], address: str) -> int:
        """Return how many connections there are of these seats, or of a watcher's address."""
        seats = set(self.match.seating.held_by(hashes))
        if not seats:
            return sum(
                1 for other in self._listeners if other.address == address and not self.seats_of(other)
            )
        return sum(1 for other in self._listeners if not seats.isdisjoint(self.seats_of(other)))

    def join(self, listener: Listener) -> None:
        """Let a connection hear what is new, and wake the match."""
        self._listeners.append(listener)
        self.presence.come(set(self.seats_of(listener)))
        self.refresh()

    def quit(self, listener: Listener) -> None:
        """Forget a connection; with the last person the match falls asleep."""
        self._listeners.remove(listener)
        self._moments.pop(listener, None)
        self._held.pop(listener.hashes, None)
        self.used = time.monotonic()
        self.refresh()

    @property
    def moment(self) -> Moment:
        """How long bots take: as the host's browser wishes, or whoever watches where nobody sits."""
        host = self.presence.host(self.match.seating.persons)
        wishes = [
            wish
            for listener, wish in self._moments.items()
            if host is None or host in self.seats_of(listener)
        ]
        return wishes[-1] if wishes else "usual"

    def wish(self, listener: Listener, moment: Moment) -> None:
        """Note how long bots are to take, as far as this connection is asked."""
        before = self.moment
        self._moments.pop(listener, None)
        self._moments[listener] = moment
        if self.moment != before:
            self._unattended.hurry()

    def think(self, longer: bool) -> None:
        """Tell whether the bot to move takes longer than bots do."""
        if longer != self.thinks:
            self.thinks = longer
            self._touch()

    # --- what is seen ----------------------------------------------------------------------------

    def now(self, listener: Listener, acked: int, heard: int, reply: Reply | None = None) -> bytes:
        """Return the newest view with the events after ``acked`` and the talk after ``heard``, as JSON."""
        seats = self.seats_of(listener)
        seat = listener.seat if listener.seat in seats else None
        events = self._showing.events(seat, acked)
        self.counts.events += len(events)
        return protocol.now_json(
            self.match.version,
            self._showing.view(seat),
            events,
            self.telling.json(),
            reply,
            seats,
            self.talk.since(heard),
        )

    # --- what people do --------------------------------------------------------------------------

    async def act(self, seat: int | None, wanted: Act) -> Reply:
        """Carry out a seat's action once it is kept; the same id a second time changes nothing."""
        seat = self._somebody(seat)
        async with self.lock:
            if self.match.has_done(seat, wanted.id):
                return Reply(wanted.id, "already-done")
            entries = self.match.decide_act(seat, wanted.version, wanted.action, wanted.id)
            await self.keep(entries)
        self._return_to({seat})
        return Reply(wanted.id, "done")

    async def proceed(self, seats: Sequence[int], round_: int) -> None:
        """Note that seats have seen how the round ended."""
        self._somebody(*seats[:1])
        async with self.lock:
            for seat in seats:
                await self.keep(self.match.decide_continue(seat, round_))

    async def sit(self, name: str, hashed: str, wanted: int | None) -> tuple[int, ...]:
        """Give somebody a free seat, the one that is wanted or the first; return no seat if none is free."""
        async with self.lock:
            entries = self.match.decide_seat(name, hashed, wanted)
            await self.keep(entries)
        return self.match.seating.held_by([hashed])

    async def open_to(self, seats: tuple[int, ...], hashed: str) -> None:
        """Let another device play these seats too."""
        async with self.lock:
            await self.keep([Keyed(seats, hashed)])

    async def contribute(self, seats: Sequence[int], seat: int, word: str) -> None:
        """Take a seat's word for the shuffle; with the last one the cards are dealt."""
        if seat not in seats:
            raise RoomError("room/watching", "that is not your seat")
        async with self.lock:
            await self.keep(self.match.decide_word(seat, word))

    async def deal(self, seats: Sequence[int]) -> None:
        """Deal without waiting for those who are not here yet; the host may."""
        self._expect_host(seats)
        async with self.lock:
            await self.keep(self.match.decide_deal(self.presence.here))

    async def give(self, seats: Sequence[int], seat: int, bot: str | None) -> None:
        """Give a free seat to a bot, or open it again; the host may."""
        self._expect_host(seats)
        async with self.lock:
            await self.keep(self.match.decide_give(seat, bot))

    async def leave(self, seats: Sequence[int]) -> None:
        """Let people go on purpose: before the deal their seats are free again, later a bot plays."""
        self._somebody(*seats[:1])
        async with self.lock:
            await self.keep(self.match.decide_free(seats))
        if self.match.stage != "gathering":
            self.presence.leave(set(seats))
        self.stop_votes -= set(seats)
        self.refresh()

    def vote(self, seats: Sequence[int], agree: bool) -> None:
        """Note that people agree to stop: once all who play do, the match is stopped (AL6).

        One who does not agree is enough: the match goes on, and nobody is asked any more.
        """
        self._somebody(*seats[:1])
        if self.match.stage != "playing":
            raise RoomError("room/not-playing", "there is nothing to stop")
        if agree:
            self.stop_votes |= set(seats)
        else:
            self.stop_votes.clear()
        self._return_to(set(seats))
        self.refresh()

    @property
    def agreed_to_stop(self) -> bool:
        """Whether all who still play have agreed to stop."""
        playing = self.match.seating.persons - self.presence.gone
        return self.match.stage == "playing" and bool(playing) and playing <= self.stop_votes

    def say(self, seats: Sequence[int], looking: int | None, wanted: Say) -> None:
        """Let everybody hear it."""
        if looking is not None and looking in seats:
            self.talk.say(looking, wanted)
        else:
            self.talk.say(self._somebody(*seats[:1]), wanted)
        self.counts.said += 1
        self._touch()

    def wait_longer(self, seats: Sequence[int], seat: int) -> None:
        """Wait the grace time over again for somebody who is away; everybody who sits here may."""
        self._somebody(*seats[:1])
        self._expect_playing()
        self.presence.wait_longer(seat, asyncio.get_running_loop().time())
        self.refresh()

    def stand_in(self, seats: Sequence[int], seat: int) -> None:
        """Have a bot play at once for somebody who is away; the host may."""
        self._expect_host(seats)
        self._expect_playing()
        self.presence.stand_in(seat)
        self.refresh()

    def _somebody(self, seat: int | None = None) -> int:
        if seat is None:
            raise RoomError("room/watching", "you are watching this table")
        return seat

    def _expect_host(self, seats: Sequence[int]) -> None:
        self._somebody(*seats[:1])
        host = self.presence.host(self.match.seating.persons)
        if host not in seats:
            raise RoomError("room/not-host", f"{self.match.names([host or 0])} is the host of this table")

    def _expect_playing(self) -> None:
        if self.match.stage != "playing":
            raise RoomError("room/not-playing", "nobody is waited for now")

    def _return_to(self, seats: set[int]) -> None:
        """Whoever acts is here, also where another page of theirs has left."""
        if seats & self.presence.gone:
            self.presence.come(seats)
            self.refresh()

    # --- keeping ---------------------------------------------------------------------------------

    async def keep(self, entries: Sequence[Entry], others: Sequence[Row] = ()) -> None:
        """Keep entries, with rows of other matches all or none, then make them true; the lock is held.

        NotKept if the disk refuses, Overtaken if another program was first; nothing has changed then.
        """
        if not entries:
            return
        first = self.match.length
        rows = [row_of(self.match.name, first + at, entry) for at, entry in enumerate(entries)]
        try:
            await self._store.append([*rows, *others])
        except TakenError:
            await self._catch_up()
            raise Overtaken from None
        self._count(entries)
        self._apply(entries)
        if self.match.stage == "gathering" and self.match.seating.complete:
            await self.keep([Dealt()])

    def _count(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            if isinstance(entry, Acted):
                person = self.match.seating.seats[entry.seat].bot is None
                self.counts.actions[entry.by or ("person" if person else "bot")] += 1

    async def _catch_up(self) -> None:
        """Take over what another program has written in this match."""
        rows = await asyncio.to_thread(self._store.read, self.match.name, self.match.length)
        self._apply([entry_of(row) for row in rows])

    def _apply(self, entries: Sequence[Entry]) -> None:
        match = self.match
        before = (match.version, match.stage, match.turn, match.ended)
        match.apply(entries)
        if not all(isinstance(entry, Acted | Continued) for entry in entries):
            self._held.clear()
        if (match.version, match.stage, match.turn) != before[:3]:
            self._turn_clock(before[2:] != (match.turn, match.ended))
        if match.stage == "over":
            self.stop_votes.clear()
        self.refresh()

    def _turn_clock(self, other_seat: bool) -> None:
        """Give the seat to move its time: a whole turn's when one begins."""
        turn = self.match.turn
        if turn is None or not self.match.created.manners.turn_time:
            return
        now = asyncio.get_running_loop().time()
        begins = any(action.verb in ("draw", "take") for action in self.match.table.legal(turn))
        if other_seat or begins:
            self.clock.begin(now)
        else:
            self.clock.act(now)

    # --- what follows ----------------------------------------------------------------------------

    def refresh(self) -> None:
        """Take in who is here, tell everybody, and start or stop what goes on by itself."""
        match = self.match
        persons = match.seating.persons
        here = {seat for listener in self._listeners for seat in self.seats_of(listener)}
        now = asyncio.get_running_loop().time()
        self.presence.look(here, persons, now, waiting=match.stage != "gathering")
        self._ask_again()
        turn = match.turn
        self.clock.run(turn in persons and turn not in self.presence.gone and self.awake, now)
        self._touch()
        self._unattended.go_on()

    def _ask_again(self) -> None:
        """Who has not answered when a bot takes over has not agreed: the others would have to ask anew."""
        absent = self.presence.absent
        if not absent <= self._absent:
            self.stop_votes.clear()
        self._absent = absent

    def _touch(self) -> None:
        self.telling.changed()
        for listener in self._listeners:
            listener.touch()

    def end(self) -> None:
        """Send every connection away as soon as it has been told what it waits for."""
        for listener in self._listeners:
            listener.end()

    async def close(self) -> None:
        """Stop whatever the room does on its own."""
        await self._unattended.close()
