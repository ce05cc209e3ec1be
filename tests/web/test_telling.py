"""What a room tells of its people: once for all while nothing changes, and the seconds as they are now."""

import asyncio
from pathlib import Path

from tests.web.people import ANN, BEN, CYD, FRIEND, GREEDY, Ear, seat_all, wanted, word
from tests.web.test_unattended import run, with_manners
from upcard.web.messages import Clock, Say
from upcard.web.rooms import Rooms
from upcard.web.store import Store


def test_it_is_made_once_until_something_has_changed(data: Path) -> None:
    async def play(rooms: Rooms, _: Store) -> None:
        room, _ = await seat_all(rooms, wanted(ANN, BEN))
        for seat in (0, 1):
            room.join(Ear(room, seat))
        told = room.telling.json()
        assert room.telling.json() is told
        room.say((1,), 1, Say("hello", phrase=True))
        assert room.telling.json() is not told
        assert room.telling.json() == told, "talk is told beside it"
        room.join(Ear(room))
        assert room.telling.json() != told
        assert room.telling.message().watchers == 1

    run(data, play)


def test_seconds_are_those_of_the_moment(data: Path) -> None:
    async def play(rooms: Rooms, _: Store) -> None:
        room, _ = await seat_all(rooms, with_manners(wanted(ANN, BEN, CYD), turn_time=20, grace=60))
        assert room.telling.message().clock is None, "nobody is here"
        turn = room.match.turn
        assert turn is not None
        others = [seat for seat in range(3) if seat != turn]
        room.join(Ear(room, turn))
        room.join(Ear(room, others[0]))
        early = room.telling.message()
        await asyncio.sleep(5)
        late = room.telling.message()
        assert isinstance(early.clock, Clock)
        assert isinstance(late.clock, Clock)
        assert 4.9 < early.clock.left - late.clock.left < 5.5
        left = [message.seats[others[1]].until for message in (early, late)]
        assert left[0] is not None
        assert left[1] is not None
        assert 4.9 < left[0] - left[1] < 5.5
        assert late.seats[turn].until is None

    run(data, play)


def test_every_kind_of_seat_is_told_apart(data: Path) -> None:
    async def play(rooms: Rooms, _: Store) -> None:
        room, _, _ = await rooms.make(wanted(ANN, FRIEND, GREEDY))
        room.join(Ear(room, 0))
        await room.contribute((0,), 0, word(0))
        told = [(seat.kind, seat.bot, seat.state, seat.worded) for seat in room.telling.seats()]
        assert told == [
            ("person", None, "here", True),
            ("open", None, "open", False),
            ("bot", "greedy", "here", False),
        ]
        message = room.telling.message()
        assert message.options is not None, "they are shown before the deal"
        assert message.fair is None
        await room.deal((0,))
        assert room.telling.message().options is None

    run(data, play)
