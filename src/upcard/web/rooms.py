"""All rooms of this server: made, opened from the store when somebody comes, closed when nobody is left."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from upcard import options as option_values
from upcard.bots import find_bot
from upcard.dealer import new_secret
from upcard.errors import RoomError, RulesError, UnknownBot, UpcardError, WrongVersion
from upcard.game import limited
from upcard.games import find_game
from upcard.web.journal import (
    ALPHABET,
    LETTERS,
    Created,
    Rematched,
    SeatEntry,
    entry_of,
    match_name,
    new_number,
    new_token,
    row_of,
    token_hash,
)
from upcard.web.match import Match
from upcard.web.messages import BotChoice, MatchCard, Matches, NewMatch, SeatChoice
from upcard.web.room import Room, Settings
from upcard.web.store import Row, Store

MOST_OPEN = 256
IDLE = 60.0
"""A room that nobody has used for this many seconds may be closed; it opens again by itself."""
MOST_CARDS = 200
JOINERS = "\u200c\u200d"
"""Signs without a width that hold letters and pictures together, or apart: names need them."""
_NAME = re.compile(f"[{ALPHABET}]{{{LETTERS}}}")


class Rooms:
    """The matches of one store."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._settings = settings
        self._open: dict[str, Room] = {}
        self._opening = asyncio.Lock()

    async def make(self, wanted: NewMatch) -> tuple[Room, dict[int, str]]:
        """Make a table as it is wanted, and return it with the token of each person's seat.

        UnknownGame, UnknownBot or OptionError if nobody could play so.
        """
        game = find_game(wanted.game)
        tokens = {
            seat: new_token() for seat, choice in enumerate(wanted.seats) if not isinstance(choice, BotChoice)
        }
        settle = game.settle if tokens else partial(limited, game)
        options = settle(option_values.build(game.options, wanted.options), len(wanted.seats))
        created = Created(
            number=new_number(),
            made=time.time(),
            game=game.name,
            rules=game.version,
            options=option_values.values_of(options),
            seats=_seat_entries(wanted.seats, tokens, game.name),
            secret=new_secret(),
        )
        match = Match(created)
        await self._store.append([row_of(match.name, 0, created)])
        return self._admit(match), tokens

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

    async def rematch(self, room: Room, seat: int | None) -> Room:
        """Return the match in which these people go on; it is made the first time somebody asks.

        Seats, options and tokens stay; the cards come from a new secret.
        """
        if seat is None:
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
            seats=old.seats,
            secret=new_secret(),
            previous=room.match.name,
        )
        name = match_name(created.number)
        await room.keep_with(Rematched(name), [row_of(name, 0, created)])

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
            seat = room.match.seat_of(token)
            if seat is not None:
                found.append((room.match.created.made, room.match.finished, _card(room.match, seat)))
        found.sort(key=lambda entry: entry[0], reverse=True)
        return Matches(
            running=tuple(card for _, finished, card in found if not finished),
            finished=tuple(card for _, finished, card in found if finished),
        )

    async def close(self) -> None:
        """Stop every room."""
        for room in self._open.values():
            await room.close()
        self._open.clear()

    def _admit(self, match: Match) -> Room:
        """Open a room, and close those that nobody has used for a while if there are many."""
        room = self._open[match.name] = Room(match, self._store, self._settings)
        if len(self._open) > MOST_OPEN:
            old = time.monotonic() - IDLE
            idle = [name for name, other in self._open.items() if other.empty and other.used < old]
            for name in idle[: len(self._open) - MOST_OPEN]:
                del self._open[name]
        return room

    def _read(self, name: str) -> Match:
        return read_match(self._store.read(name))


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


def _no_match() -> RoomError:
    return RoomError("room/no-match", "there is no such match here")


def _seat_entries(
    choices: Iterable[SeatChoice], tokens: Mapping[int, str], game: str
) -> tuple[SeatEntry, ...]:
    entries = []
    for seat, choice in enumerate(choices):
        name = "".join(letter for letter in choice.name if letter.isprintable() or letter in JOINERS).strip()
        if isinstance(choice, BotChoice):
            kind = find_bot(choice.bot)
            if not kind.plays(game):
                raise UnknownBot(f"{kind.title} does not play this game")
            entries.append(SeatEntry(name or kind.title, bot=kind.name))
        else:
            entries.append(SeatEntry(name or "You", token_hash=token_hash(tokens[seat])))
    return tuple(entries)


def _card(match: Match, seat: int) -> MatchCard:
    return MatchCard(
        match=match.name,
        game=match.game.name,
        title=match.game.title,
        line=_line(match, seat),
        your_turn=seat in match.waiting or (match.table.turn == seat and not match.waiting),
    )


def _line(match: Match, seat: int) -> str:
    """Return a match in a few words, as the seat sees it."""
    others = [entry.name for other, entry in enumerate(match.created.seats) if other != seat]
    against = f"against {', '.join(others)}"
    outcome = match.table.outcome
    if outcome is None:
        return f"Round {match.table.round} {against}"
    if outcome.how == "stopped":
        return f"Stopped {against}"
    if seat not in outcome.winners:
        return f"Lost {against}"
    return f"{'A tie' if outcome.tie else 'Won'} {against}"
