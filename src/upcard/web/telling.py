"""What a room says of itself: who sits there and whether they are here, what it waits for, what is agreed.

Everybody hears the same, so it is made once for all, and anew when something has changed.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from upcard.web import protocol
from upcard.web.messages import Clock, Fair, RoomSeat
from upcard.web.messages import Room as RoomMessage

if TYPE_CHECKING:
    from upcard.web.room import Room


class Telling:
    """Tells of one room; ``changed`` says that what was told is no longer so."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._told: bytes | None = None

    def changed(self) -> None:
        """Forget what was told."""
        self._told = None

    def json(self) -> bytes:
        """Return the message as it is sent."""
        if self._told is not None:
            return self._told
        told = protocol.to_json(self.message())
        if not self._room.clock.runs and self._room.presence.next_due is None:
            self._told = told  # else seconds stand in it
        return told

    def message(self) -> RoomMessage:
        """Return who sits here and what the room waits for."""
        room, match = self._room, self._room.match
        return RoomMessage(
            match=match.name,
            game=match.game.name,
            title=match.game.title,
            stage=match.stage,
            seats=self.seats(),
            host=room.presence.host(match.seating.persons),
            manners=match.created.manners,
            options=match.created.options if match.stage == "gathering" else None,
            watchers=room.watchers,
            waiting=tuple(sorted(match.waiting)),
            clock=self._clock(),
            stop=tuple(sorted(room.stop_votes)),
            clocked=tuple(match.clocked),
            stood_in=tuple(match.stood_in),
            failed=tuple(room.failed),
            thinks=room.thinks,
            rematch=match.rematch,
            tally=match.tally,
            number=str(match.created.number),
            commitment=match.commitment,
            fair=self._fair(),
        )

    def seats(self) -> tuple[RoomSeat, ...]:
        """Return who sits where, and whether they are here."""
        now = asyncio.get_running_loop().time()
        told = []
        for at, seat in enumerate(self._room.match.seating.seats):
            worded = seat.word is not None
            if seat.bot is not None:
                told.append(RoomSeat(at, seat.name, "bot", seat.bot, "here", None, worded))
            elif seat.free:
                told.append(RoomSeat(at, seat.name, "open", None, "open", None, worded))
            else:
                state, until = self._room.presence.state(at, now)
                if self._room.match.stage != "playing":
                    until = None
                elif until is not None:
                    until = round(until, 2)
                told.append(RoomSeat(at, seat.name, "person", None, state, until, worded))
        return tuple(told)

    def _clock(self) -> Clock | None:
        room, turn = self._room, self._room.match.turn
        if turn is None or not room.clock.runs:
            return None
        return Clock(turn, round(room.clock.left(asyncio.get_running_loop().time()), 2))

    def _fair(self) -> Fair | None:
        match = self._room.match
        if not match.finished:
            return None
        return Fair(match.created.secret.hex(), tuple(word.hex() for word in match.seating.words))
