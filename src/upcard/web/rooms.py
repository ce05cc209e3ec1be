"""All rooms of this server: made, opened from the store when somebody comes, closed when nobody is left."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Mapping, Sequence
from functools import partial

from upcard import options as option_values
from upcard.dealer import new_secret
from upcard.errors import RoomError, RulesError, UpcardError, WrongVersion
from upcard.game import limited
from upcard.games import find_game
from upcard.table import Table
from upcard.web.counts import Counts
from upcard.web.journal import (
    ALPHABET,
    LETTERS,
    MOVE_LETTERS,
    Created,
    Rematched,
    entry_of,
    invite_hash,
    invited_match,
    invited_row,
    match_name,
    new_code,
    new_number,
    new_token,
    row_of,
    spelled,
    token_hash,
)
from upcard.web.log import alias, tell
from upcard.web.match import Match
from upcard.web.messages import BotChoice, FriendChoice, Invitation, MatchCard, Matches, NewMatch
from upcard.web.minds import Minds
from upcard.web.preparing import Preparing
from upcard.web.room import Room, Settings
from upcard.web.seating import bot_of, first_seats, hashes_of
from upcard.web.store import Row, Store
from upcard.web.turnstile import Turnstile

MOST_OPEN = 256
IDLE = 60.0
"""A room that nobody has used for this many seconds may be closed; it opens again by itself."""
TIDY = 1.0
"""Seconds between two looks for such rooms."""
MOST_CARDS = 200
MOVE_SECONDS = 600
MOST_MOVES = 10_000
AWAITED = 600.0
"""A table at which nobody has been for so many seconds does not await anybody any more."""
LONGEST_DRAIN = 2.0
"""Seconds that connections have to finish what they are doing."""
_NAME = re.compile(f"[{ALPHABET}]{{{LETTERS}}}")


class Rooms:
    """The matches of one store; ``draining`` is true from the moment that the server is to end."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        counts: Counts | None = None,
        preparing: Preparing | None = None,
    ) -> None:
        self.store = store
        self.draining = False
        self._counts = counts or Counts()
        self._settings = settings
        self._open: dict[str, Room] = {}
        self._tidied = 0.0
        self._opening = asyncio.Lock()
        self._moves: dict[str, tuple[str, tuple[int, ...], float]] = {}
        self._turnstile = Turnstile()
        self._minds = Minds(preparing)

    async def make(self, wanted: NewMatch, address: str = "") -> tuple[Room, str | None, str | None]:
        """Make a table as it is wanted; return it, the token of this device's seats, and the invitation.

        ``address`` is where the wish comes from.
        UnknownGame, UnknownBot, OptionError or RoomError if nobody could play so.
        """
        game = find_game(wanted.game)
        bots = all(isinstance(choice, BotChoice) for choice in wanted.seats)
        free = any(isinstance(choice, FriendChoice) for choice in wanted.seats)
        here = not all(isinstance(choice, BotChoice | FriendChoice) for choice in wanted.seats)
        if free and not here:
            raise RoomError("room/no-host", "somebody at this device has to sit at the table too")
        settle = partial(limited, game) if bots else game.settle
        options = settle(option_values.build(game.options, wanted.options), len(wanted.seats))
        manners = wanted.manners
        if manners.stand_in:
            bot_of(manners.stand_in, game.name)
        token = new_token() if here else None
        code = new_code() if free else None
        hashed = None if code is None else invite_hash(code)
        created = Created(
            number=new_number(),
            made=time.time(),
            game=game.name,
            rules=game.version,
            options=option_values.values_of(options),
            seats=first_seats(wanted.seats, token_hash(token or ""), game.name),
            secret=new_secret(),
            manners=manners,
            invite=hashed,
            dealt=bots,
        )
        match = Match(created)
        if not bots:  # what nobody can play is refused now, not at the deal
            Table(game, created.options, len(created.seats))
        rows = [row_of(match.name, 0, created)]
        if hashed is not None:
            rows.append(invited_row(hashed, match.name))
        await self.store.append(rows)
        self._counts.made += 1
        tell("match-made", match=alias(match.name), game=game.name, seats=match.seats)
        room = self._admit(match)
        room.made_by = address
        return room, token, code

    # --- codes -----------------------------------------------------------------------------------

    async def invited(self, code: str) -> Room:
        """Return the room that an invitation leads to, in a row of rematches the newest.

        RoomError if there is no such code.
        """
        rows = await asyncio.to_thread(self.store.read, invite_hash(spelled(code)))
        if not rows:
            raise RoomError("room/no-code", "this code opens no table; was it typed as it was given?")
        room = await self.find(invited_match(rows[0]))
        while room.match.rematch is not None:
            room = await self.find(room.match.rematch)
        return room

    async def look(self, code: str, tokens: Mapping[str, str]) -> Invitation:
        """Return what a code leads to, and which seats this browser holds there already."""
        move = len(spelled(code)) == MOVE_LETTERS
        room = (await self.moving(code))[0] if move else await self.invited(code)
        match = room.match
        host = room.presence.host(match.seating.persons)
        return Invitation(
            kind="move" if move else "seat",
            match=match.name,
            game=match.game.name,
            title=match.game.title,
            host="" if host is None else match.names([host]),
            options=match.created.options,
            seats=room.telling.seats(),
            open=() if match.finished else match.seating.free,
            seated=match.seating.held_by(hashes_of(tokens)),
        )

    async def join(
        self, code: str, name: str, seat: int | None, tokens: Mapping[str, str]
    ) -> tuple[Room, tuple[int, ...], str | None]:
        """Seat somebody who has a code; return the room, their seats and a token, if they lack one for it.

        Who sits at that table already keeps their seat; where it is full there is no seat.
        """
        if len(spelled(code)) == MOVE_LETTERS:
            return await self._move_here(code, tokens)
        room = await self.invited(code)
        held = room.match.seating.held_by(hashes_of(tokens))
        if held:
            return room, held, carried(room.match, tokens)
        token = new_token()
        seats = await room.sit(name, token_hash(token), seat)
        return room, seats, token if seats else None

    async def move_code(self, room: Room, tokens: Mapping[str, str]) -> str:
        """Return a code that opens the seats of this browser on another device, once, for some minutes."""
        seats = room.match.seating.held_by(hashes_of(tokens))
        if not seats:
            raise RoomError("room/watching", "you are watching this table")
        now = time.monotonic()
        for hashed, (_, _, until) in list(self._moves.items()):
            if until <= now or len(self._moves) >= MOST_MOVES:
                del self._moves[hashed]
        code = new_code(MOVE_LETTERS)
        self._moves[invite_hash(code)] = (room.match.name, seats, now + MOVE_SECONDS)
        return code

    async def moving(self, code: str) -> tuple[Room, tuple[int, ...]]:
        """Return where a code for another device leads; RoomError if it is used or too old."""
        name, seats, until = self._moves.get(invite_hash(spelled(code)), ("", (), 0.0))
        if until <= time.monotonic():
            raise RoomError(
                "room/no-code", "this code is used or too old; ask for another on the other device"
            )
        return await self.find(name), seats

    async def _move_here(
        self, code: str, tokens: Mapping[str, str]
    ) -> tuple[Room, tuple[int, ...], str | None]:
        room, seats = await self.moving(code)
        if self._moves.pop(invite_hash(spelled(code)), None) is None:
            raise RoomError("room/no-code", "this code is used; ask for another on the other device")
        own = room.match.token_of(tokens)
        token = own or new_token()  # who sits there already keeps that seat too
        await room.open_to(seats, token_hash(token))
        held = room.match.seating.held_by({*hashes_of(tokens), token_hash(token)})
        return room, held, carried(room.match, tokens) if own else token

    # --- matches ---------------------------------------------------------------------------------

    async def find(self, name: str) -> Room:
        """Return the room of a match, open; RoomError if there is none, WrongVersion if it is too old."""
        if not _NAME.fullmatch(name):
            raise _no_match()
        if name not in self._open:
            async with self._opening:
                if name not in self._open:
                    self._admit(await asyncio.to_thread(self._read, name))
        room = self._open[name] = self._open.pop(name)
        room.used = time.monotonic()
        return room

    async def rematch(self, room: Room, tokens: Mapping[str, str]) -> Room:
        """Return the match in which these people go on; it is made the first time somebody asks.

        Seats, options, manners and tokens stay; the cards come from a new secret and new words.
        """
        if not room.match.seating.held_by(hashes_of(tokens)):
            raise RoomError("room/watching", "you are watching this table")
        async with room.lock:
            old = room.match
            if not old.finished:
                raise RoomError("room/running", "this match is not over yet")
            if old.rematch is None:
                await self._make_rematch(room)
        return await self.find(str(room.match.rematch))

    async def _make_rematch(self, room: Room) -> None:
        old = room.match.created
        created = Created(
            number=new_number(),
            made=time.time(),
            game=old.game,
            rules=old.rules,
            options=old.options,
            seats=tuple(seat.entry() for seat in room.match.seating.seats),
            secret=new_secret(),
            previous=room.match.name,
            manners=old.manners,
            invite=old.invite,
            tally=room.match.tally or (),
            dealt=not room.match.seating.persons,
        )
        name = match_name(created.number)
        await room.keep([Rematched(name)], [row_of(name, 0, created)])
        self._counts.made += 1
        tell("match-made", match=alias(name), game=created.game, seats=len(created.seats))

    async def mine(self, tokens: Mapping[str, str]) -> Matches:
        """Return the matches whose seats these tokens open (match → token), the newest first."""
        found: list[tuple[float, bool, MatchCard]] = []
        for name, token in list(tokens.items())[:MOST_CARDS]:
            try:
                room = await self.find(name)
            except WrongVersion as error:
                found.append((0.0, True, MatchCard(name, "", name, error.message, your_turn=False)))
                continue
            except UpcardError:
                continue
            seats = room.match.seating.held_by([token_hash(token)])
            if seats:
                found.append((room.match.created.made, room.match.finished, _card(room.match, seats)))
        found.sort(key=lambda entry: entry[0], reverse=True)
        return Matches(
            running=tuple(card for _, finished, card in found if not finished),
            finished=tuple(card for _, finished, card in found if finished),
        )

    def open(self) -> list[Room]:
        """Return the rooms that are open."""
        return list(self._open.values())

    def gathering(self, address: str) -> int:
        """Return at how many tables that were made from an address people are still awaited."""
        old = time.monotonic() - AWAITED
        theirs = (room for room in self._open.values() if room.made_by == address)
        return sum(room.match.stage == "gathering" and (not room.empty or room.used > old) for room in theirs)

    async def drain(self) -> None:
        """Let every connection finish what it is doing and go; those that take too long are left."""
        self.draining = True
        for room in self.open():
            room.end()
        until = time.monotonic() + LONGEST_DRAIN
        while self._counts.sockets and time.monotonic() < until:  # noqa: ASYNC110 - many things, a short while
            await asyncio.sleep(0.02)

    def let_go(self) -> None:
        """Keep nothing that goes on by itself: the program ends at once, and closes nothing."""
        self._minds.let_go()

    async def close(self) -> None:
        """Stop every room."""
        for room in self._open.values():
            await room.close()
        self._open.clear()
        await asyncio.to_thread(self._minds.close)

    def _admit(self, match: Match) -> Room:
        """Open a room, and close those that nobody has used for a while if there are many."""
        room = self._open[match.name] = Room(
            match, self.store, self._settings, self._minds, self._counts, self._turnstile
        )
        self._counts.opened += 1
        now = time.monotonic()
        if len(self._open) > MOST_OPEN and now >= self._tidied + TIDY:
            self._tidied = now
            old = now - IDLE
            idle = [name for name, other in self._open.items() if other.empty and other.used < old]
            for name in idle[: len(self._open) - MOST_OPEN]:
                del self._open[name]
                self._counts.closed += 1
        return room

    def _read(self, name: str) -> Match:
        return read_match(self.store.read(name))


def read_match(rows: Sequence[Row]) -> Match:
    """Return a match set up again from its rows; RoomError or WrongVersion if that cannot be done."""
    entries = [entry_of(row) for row in rows]
    if not entries or not isinstance(entries[0], Created):
        raise _no_match()
    match = Match(entries[0])
    try:
        match.apply(entries[1:])
    except RulesError as error:
        raise RoomError("room/broken", f"what was kept does not fit the rules: {error}") from None
    return match


def carried(match: Match, tokens: Mapping[str, str]) -> str | None:
    """Return the token that a browser brings from an earlier match of a row, None if it has one for this."""
    token = match.token_of(tokens)
    return None if token == tokens.get(match.name) else token


def _no_match() -> RoomError:
    return RoomError("room/no-match", "there is no such match here")


def _card(match: Match, seats: Sequence[int]) -> MatchCard:
    return MatchCard(
        match=match.name,
        game=match.game.name,
        title=match.game.title,
        line=_line(match, seats),
        your_turn=not match.waiting.isdisjoint(seats) or match.turn in seats,
    )


def _line(match: Match, seats: Sequence[int]) -> str:
    """Return a match in a few words, as the seats see it."""
    names = [seat.name for at, seat in enumerate(match.seating.seats) if at not in seats and not seat.free]
    against = f" against {', '.join(names)}" if names else ""
    if match.stage == "gathering":
        return "Waiting for friends" if match.seating.free else f"Not dealt yet{against}"
    outcome = match.table.outcome
    if outcome is None:
        return f"Round {match.table.round}{against}"
    if outcome.how == "stopped":
        return f"Stopped{against}"
    if set(outcome.winners).isdisjoint(seats):
        return f"Lost{against}"
    return f"{'A tie' if outcome.tie else 'Won'}{against}"
