"""Who of the people at a table is here, and for whom a bot plays meanwhile.

Times are the event loop's: they run evenly, whatever is done to the clock on the wall. Nothing of it is
kept: after a restart everybody has been away for no time at all.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import Literal

from upcard.errors import RoomError

State = Literal["here", "away", "stand-in", "left", "open"]


class Presence:
    """``look`` takes in who is here; the rest is what follows for the seats."""

    def __init__(self, grace: float, seats: int) -> None:
        self._grace = grace
        self._here: frozenset[int] = frozenset()
        self._due: dict[int, float] = {}
        self._standing: set[int] = set()
        self._left: set[int] = set()
        self._hosts = list(range(seats))

    def look(
        self, here: AbstractSet[int], persons: AbstractSet[int], now: float, *, waiting: bool = True
    ) -> None:
        """Take in which of the people's seats have somebody here.

        While nobody is here, or nobody is waited for, no time passes: it begins anew later.
        """
        self._here = frozenset(here & persons) - self._left
        for seat in self._here:
            self._standing.discard(seat)
        if not waiting:
            self._standing.clear()
        if not (self._here and waiting):
            self._due.clear()
            return
        gone = persons - self._here
        for seat in list(self._due):
            if seat not in gone:
                del self._due[seat]
        for seat in gone - self._standing:
            if seat in self._left or self._due.setdefault(seat, now + self._grace) <= now:
                self._standing.add(seat)
                self._due.pop(seat, None)

    def come(self, seats: AbstractSet[int]) -> None:
        """Forget that these had left: somebody has come back to them."""
        self._left -= seats

    def leave(self, seats: AbstractSet[int]) -> None:
        """These leave on purpose: nobody waits for them, and another is host before they are again."""
        self._left |= seats
        self._hosts.sort(key=lambda seat: seat in seats)

    def wait_longer(self, seat: int, now: float) -> None:
        """Wait the whole time over again for somebody who is away; RoomError if nobody is waited for."""
        if seat in self._here or seat in self._left or (seat not in self._due and seat not in self._standing):
            raise RoomError("room/here", "nobody is waited for there")
        self._standing.discard(seat)
        self._due[seat] = now + self._grace

    def stand_in(self, seat: int) -> None:
        """Have a bot play at once for somebody who is away; RoomError if that seat waits for nobody."""
        if seat not in self._due:
            raise RoomError("room/here", "nobody is waited for there")
        del self._due[seat]
        self._standing.add(seat)

    @property
    def here(self) -> frozenset[int]:
        """The seats whose person is here."""
        return self._here

    @property
    def standing(self) -> frozenset[int]:
        """The seats of people for whom a bot plays."""
        return frozenset(self._standing)

    @property
    def absent(self) -> frozenset[int]:
        """The seats whose person has been away for too long and has not left on purpose."""
        return frozenset(self._standing - self._left)

    @property
    def gone(self) -> frozenset[int]:
        """The seats whose person is not asked any more: gone on purpose, or for too long."""
        return frozenset(self._standing | self._left)

    @property
    def next_due(self) -> float | None:
        """When the next bot takes over, None while none will."""
        return min(self._due.values(), default=None)

    def host(self, persons: AbstractSet[int]) -> int | None:
        """Return whose the host's duties are: the first in order who is here, else the first of all."""
        for candidates in (self._here & persons, persons):
            for seat in self._hosts:
                if seat in candidates:
                    return seat
        return None

    def state(self, seat: int, now: float) -> tuple[State, float | None]:
        """Return how it stands with a person's seat, and the seconds until a bot takes over."""
        if seat in self._here:
            return "here", None
        if seat in self._left:
            return "left", None
        if seat in self._standing:
            return "stand-in", None
        due = self._due.get(seat)
        return "away", None if due is None else max(0.0, due - now)
