"""People at tables: ears that only listen, and tables at which everybody has sat down."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

from upcard.web.journal import new_token, token_hash
from upcard.web.messages import BotChoice, FriendChoice, NewMatch, PersonChoice
from upcard.web.room import Room
from upcard.web.rooms import Rooms

ANN, BEN, CYD, GREEDY = PersonChoice("Ann"), PersonChoice("Ben"), PersonChoice("Cyd"), BotChoice("greedy")
FRIEND = FriendChoice()


class Ear:
    """A connection that only listens, with the eyes of a seat or a watcher's."""

    def __init__(self, room: Room, *seats: int, address: str = "here") -> None:
        held = [room.match.seating.seats[seat].tokens for seat in seats]
        self.hashes = frozenset[str]().union(*held)
        self.seat = seats[0] if seats else None
        self.address = address
        self.touched = 0

    def touch(self) -> None:
        self.touched += 1


def wanted(*seats: Any, game: str = "nines", **options: int | str) -> NewMatch:
    return NewMatch(game, seats, options)


def word(seat: int) -> str:
    """The word of a seat for the shuffle: any 16 bytes will do."""
    return f"{seat + 1:032x}"


async def gather(rooms: Rooms, wish: NewMatch) -> tuple[Room, dict[int, str]]:
    """Make a table to which every person but the first comes by the invitation; return the seats' tokens."""
    persons = [at for at, choice in enumerate(wish.seats) if isinstance(choice, PersonChoice)]
    names = {at: choice.name for at, choice in enumerate(wish.seats) if isinstance(choice, PersonChoice)}
    seats = tuple(FRIEND if at in persons[1:] else choice for at, choice in enumerate(wish.seats))
    room, token, _ = await rooms.make(NewMatch(wish.game, seats, wish.options, wish.manners))
    tokens = {} if token is None else {persons[0]: token}
    for at in persons[1:]:
        tokens[at] = new_token()
        assert await room.sit(names[at], token_hash(tokens[at]), None) == (at,)
    return room, tokens


async def seat_all(rooms: Rooms, wish: NewMatch) -> tuple[Room, dict[int, str]]:
    """Make a table as ``gather`` does, and have the cards dealt: everybody has given a word."""
    room, tokens = await gather(rooms, wish)
    for at in tokens:
        await room.contribute((at,), at, word(at))
    assert room.match.stage == "playing"
    return room, tokens


def seen(room: Room, *seats: int) -> dict[str, Any]:
    """What is sent to a seat now, or to a watcher."""
    told: dict[str, Any] = json.loads(room.now(Ear(room, *seats), 0, 0))
    return told


async def until(true: Callable[[], bool]) -> None:
    """Wait until something is so."""
    for _ in range(2000):
        if true():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("it never came to that")
