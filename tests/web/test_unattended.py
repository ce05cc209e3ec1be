"""What a table does by itself, hours of it within a second: stand-ins, clocks, waiting, sleep."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.web import own_time
from tests.web.people import ANN, BEN, CYD, FRIEND, Ear, gather, seat_all, seen, wanted, word
from upcard.dealer import verify
from upcard.errors import RoomError
from upcard.record import Record
from upcard.web.journal import Acted, entry_of, new_token, token_hash
from upcard.web.messages import Act, Manners, NewMatch, Say
from upcard.web.room import Room, Settings
from upcard.web.rooms import Rooms
from upcard.web.store import Store


def run(
    data: Path, play: Callable[[Rooms, Store], Awaitable[None]], settings: Settings | None = None
) -> None:
    async def within() -> None:
        store = own_time.OwnTimeStore(data)
        rooms = Rooms(store, settings or Settings())
        try:
            await play(rooms, store)
        finally:
            await rooms.close()
            store.close()

    own_time.run(within())


def with_manners(wish: NewMatch, **manners: int | str | bool) -> NewMatch:
    return NewMatch(wish.game, wish.seats, wish.options, Manners(**manners))  # type: ignore[arg-type]


async def act(room: Room, number: int = 0) -> int:
    """Let the person to move do something legal; return the seat."""
    turn = room.match.turn
    assert turn is not None
    action = str(random.Random(room.match.version).choice(room.match.table.legal(turn)))
    await room.act(turn, Act(f"{room.match.version}-{number}", room.match.version, action))
    return turn


async def act_until(room: Room, seat: int) -> None:
    """People act until this seat is to move."""
    while room.match.turn != seat:
        await act(room)


def state(room: Room, seat: int) -> str:
    told: str = seen(room)["room"]["seats"][seat]["state"]
    return told


def test_a_bot_plays_for_somebody_who_is_away_and_gives_the_seat_back(data: Path) -> None:
    async def play(rooms: Rooms, store: Store) -> None:
        room, _ = await seat_all(rooms, wanted(ANN, BEN))
        ann, ben = Ear(room, 0), Ear(room, 1)
        room.join(ann)
        room.join(ben)
        await act_until(room, 1)
        room.quit(ben)
        before = room.match.version
        await asyncio.sleep(55)
        assert (state(room, 1), room.match.version) == ("away", before)
        assert 0 < seen(room)["room"]["seats"][1]["until"] < 10
        await asyncio.sleep(10)
        assert state(room, 1) == "stand-in"
        assert room.match.turn == 0, "Ben's turn was played"
        assert seen(room)["room"]["stood_in"][1] == room.match.version - before
        entry = entry_of(store.read(room.match.name)[-1])
        assert isinstance(entry, Acted)
        assert (entry.seat, entry.by) == (1, "stand-in")
        room.join(ben)
        assert state(room, 1) == "here"
        await act_until(room, 1)
        before = room.match.version
        await asyncio.sleep(500)
        assert room.match.version == before, "Ben is here and thinks as long as he likes"

    run(data, play)


def test_B43_the_round_ends_though_the_last_to_move_has_gone(data: Path) -> None:
    async def play(rooms: Rooms, _: Store) -> None:
        room, _ = await seat_all(rooms, wanted(ANN, BEN, CYD, rounds=2))
        ears = [Ear(room, seat) for seat in range(3)]
        for ear in ears:
            room.join(ear)
        while room.match.table.view(None).finisher is None:
            await act(room)
        owed = list(room.match.table.view(None).owed)
        last = max(seat for seat in range(3) if owed[seat])
        room.quit(ears[last])
        while room.match.ended == 0:
            if room.match.turn == last:
                await asyncio.sleep(5)
            else:
                await act(room)
        await asyncio.sleep(1)
        assert room.match.waiting == {0, 1, 2} - {last}, "who is gone is not waited for"
        await room.proceed([seat for seat in range(3) if seat != last], 1)
        assert room.match.turn is not None

    run(data, play)


def test_nobody_here_means_sleep_for_as_long_as_they_like(data: Path) -> None:
    async def play(rooms: Rooms, _: Store) -> None:
        room, _ = await seat_all(rooms, with_manners(wanted(ANN, BEN), turn_time=30))
        ann, ben, watcher = Ear(room, 0), Ear(room, 1), Ear(room)
        room.join(ann)
        room.join(ben)
        await act_until(room, 0)
        room.join(watcher)
        room.quit(ann)
        room.quit(ben)
        before = room.match.version
        await asyncio.sleep(100_000)
        assert room.match.version == before
        room.join(ann)
        assert seen(room)["room"]["clock"]["left"] > 29
        assert state(room, 1) == "away"

    run(data, play)


def test_leaving_on_purpose_hands_the_seat_to_a_bot_at_once(data: Path) -> None:
    async def play(rooms: Rooms, _: Store) -> None:
        room, _ = await seat_all(rooms, wanted(ANN, BEN))
        ann, ben = Ear(room, 0), Ear(room, 1)
        room.join(ann)
        room.join(ben)
        await act_until(room, 1)
        await room.leave((1,))
        assert state(room, 1) == "left"
        await asyncio.sleep(20)
        assert room.match.turn == 0
        room.quit(ben)
        room.join(ben)
        assert state(room, 1) == "here"

    run(data, play)


def test_more_time_and_a_bot_at_once_are_asked_for_by_those_who_may(data: Path) -> None:
    async def play(rooms: Rooms, _: Store) -> None:
        room, _ = await seat_all(rooms, wanted(ANN, BEN, CYD))
        for seat in (0, 1):
            room.join(Ear(room, seat))
        await asyncio.sleep(50)
        room.wait_longer((1,), 2)
        await asyncio.sleep(50)
        assert state(room, 2) == "away"
        with pytest.raises(RoomError, match="Ann is the host"):
            room.stand_in((1,), 2)
        room.stand_in((0,), 2)
        assert state(room, 2) == "stand-in"
        for refused in (lambda: room.wait_longer((), 2), lambda: room.stand_in((), 2)):
            with pytest.raises(RoomError, match="watching"):
                refused()

    run(data, play)


def test_AL5_when_its_time_is_up_the_default_moves_of_a_turn_are_made(data: Path) -> None:
    async def play(rooms: Rooms, _: Store) -> None:
        room, _ = await seat_all(rooms, with_manners(wanted(ANN, BEN), turn_time=30, increment=5))
        for seat in (0, 1):
            room.join(Ear(room, seat))
        while "draw" not in map(str, room.match.table.legal(room.match.turn or 0)):
            await act(room)
        first = room.match.turn
        assert first is not None
        version = room.match.version
        await asyncio.sleep(29)
        assert room.match.version == version
        await asyncio.sleep(1.5)
        assert room.match.turn == 1 - first, "drawn and discarded: the whole turn"
        told = seen(room)["room"]
        assert told["clocked"][first] == room.match.version - version > 1
        assert told["clock"]["seat"] == 1 - first
        assert 29 <= told["clock"]["left"] <= 30, "B49: the same limit, begun anew"

    run(data, play)


def test_B49_after_a_round_the_starter_has_a_whole_turns_time(data: Path) -> None:
    async def play(rooms: Rooms, _: Store) -> None:
        room, _ = await seat_all(rooms, with_manners(wanted(ANN, BEN, turn_limit=2), turn_time=20))
        for seat in (0, 1):
            room.join(Ear(room, seat))
        for _ in range(600):
            if not room.match.waiting:
                await asyncio.sleep(1)
        clocked = list(room.match.clocked)
        for seat in (0, 1):
            await room.proceed((seat,), 1)
        await asyncio.sleep(15)
        assert room.match.clocked == clocked
        assert 4 <= seen(room)["room"]["clock"]["left"] <= 6

    run(data, play)


def test_a_table_stops_once_everybody_who_plays_agrees(data: Path) -> None:
    async def play(rooms: Rooms, _: Store) -> None:
        room, _ = await seat_all(rooms, wanted(ANN, BEN, CYD))
        ears = [Ear(room, seat) for seat in range(3)]
        for ear in ears:
            room.join(ear)
        room.vote((0,), agree=True)
        room.vote((1,), agree=True)
        assert seen(room)["room"]["stop"] == [0, 1]
        room.quit(ears[2])
        assert room.match.stage == "playing", "Cyd may come back and is asked too"
        await asyncio.sleep(61)
        told = seen(room)
        assert told["room"]["stage"] == "playing", "Cyd has not answered: that is no agreement"
        assert told["room"]["stop"] == []
        room.vote((0,), agree=True)
        await asyncio.sleep(1)
        assert room.match.stage == "playing"
        room.vote((1,), agree=True)
        await asyncio.sleep(1)
        told = seen(room)
        assert told["room"]["stage"] == "over", "whom a bot plays for is not asked"
        assert told["view"]["outcome"]["how"] == "stopped"
        assert told["room"]["fair"]["words"] == [word(seat) for seat in range(3)]
        with pytest.raises(RoomError, match="nothing to stop"):
            room.vote((0,), agree=True)

    run(data, play)


def test_one_who_plays_on_is_enough_and_nobody_is_asked_any_more(data: Path) -> None:
    async def play(rooms: Rooms, _: Store) -> None:
        room, _ = await seat_all(rooms, wanted(ANN, BEN, CYD))
        ears = [Ear(room, seat) for seat in range(3)]
        for ear in [*ears, Ear(room)]:
            room.join(ear)
        room.vote((0,), agree=True)
        room.vote((1,), agree=True)
        with pytest.raises(RoomError, match="watching"):
            room.vote((), agree=False)
        assert seen(room)["room"]["stop"] == [0, 1]
        heard = [ear.touched for ear in ears]
        room.vote((2,), agree=False)
        assert [seen(room, seat)["room"]["stop"] for seat in range(3)] == [[], [], []]
        assert all(ear.touched > before for ear, before in zip(ears, heard, strict=True))
        room.vote((2,), agree=True)
        await asyncio.sleep(1)
        assert seen(room)["room"]["stop"] == [2], "who asks anew asks everybody anew"
        assert room.match.stage == "playing"

    run(data, play)


def test_seats_nobody_came_for_are_played_until_somebody_does(data: Path) -> None:
    async def play(rooms: Rooms, _: Store) -> None:
        room, _, code = await rooms.make(wanted(ANN, FRIEND, FRIEND))
        assert code is not None
        room.join(Ear(room, 0))
        assert seen(room, 0)["view"] is None
        with pytest.raises(RoomError, match="yet to give a word"):
            await room.deal((0,))
        await room.contribute((0,), 0, word(0))
        with pytest.raises(RoomError, match="watching"):
            await room.deal(())
        await room.give((0,), 2, "greedy")
        await room.deal((0,))
        while not room.match.table.moves or room.match.turn != 0 or room.match.version < 8:
            if room.match.turn == 0:
                await act(room)
            else:
                await asyncio.sleep(5)
        assert seen(room)["room"]["stood_in"][1] > 0
        _, seats, token = await rooms.join(code, "Ben", None, {})
        assert seats == (1,)
        assert token is not None
        assert seen(room, 1)["view"]["seat"] == 1
        assert seen(room)["room"]["seats"][1]["name"] == "Ben"

    run(data, play)


def test_people_at_one_device_see_what_everybody_may_until_they_say_who_looks(data: Path) -> None:
    async def play(rooms: Rooms, _: Store) -> None:
        room, token, code = await rooms.make(wanted(ANN, BEN, game="rack-o"))
        assert token is not None
        assert code is None
        for seat in (0, 1):
            await room.contribute((0, 1), seat, word(seat))
        ear = Ear(room, 0)
        assert room.seats_of(ear) == (0, 1)
        assert seen(room, 1)["view"]["seat"] == 1
        ear.seat = None
        told = room.now(ear, 0, 0)
        assert b'"view":{"game":"rack-o","seat":null' in told

    run(data, play)


def test_a_late_guest_watches_and_talk_is_heard_by_all(data: Path) -> None:
    async def play(rooms: Rooms, _: Store) -> None:
        room, tokens = await gather(rooms, wanted(ANN, BEN))
        assert await room.sit("Cyd", token_hash(new_token()), None) == ()
        room.join(Ear(room))
        assert seen(room)["room"]["watchers"] == 1
        room.say((1,), None, Say("hello", phrase=True))
        assert [line["text"] for line in seen(room)["talk"]] == ["hello"]
        with pytest.raises(RoomError, match="watching"):
            room.say((), None, Say("hello", phrase=True))
        assert set(tokens) == {0, 1}

    run(data, play)


def test_who_leaves_before_the_deal_frees_the_seat_for_another(data: Path) -> None:
    async def play(rooms: Rooms, _: Store) -> None:
        room, _, code = await rooms.make(wanted(ANN, FRIEND))
        assert code is not None
        _, _, token = await rooms.join(code, "Ben", None, {})
        assert token is not None
        await room.leave((1,))
        assert room.match.seating.free == (1,)
        _, seats, _ = await rooms.join(code, "Cyd", None, {"": token})
        assert seats == (1,)
        assert seen(room)["room"]["seats"][1]["name"] == "Cyd"

    run(data, play)


def test_a_rematch_keeps_the_tally_and_gathers_new_words(data: Path) -> None:
    async def play(rooms: Rooms, _: Store) -> None:
        room, tokens = await seat_all(rooms, wanted(ANN, BEN, rounds=1))
        while not room.match.finished:
            await act(room)
        outcome = room.match.table.outcome
        assert outcome is not None
        record = room.match.table.record()
        assert record.proof is not None
        assert [given.hex() for given in record.proof.words] == [word(0), word(1)]
        assert all(finding.ok for finding in verify(Record.parse(record.text())))
        tally = seen(room)["room"]["tally"]
        assert tally == [1 / len(outcome.winners) if seat in outcome.winners else 0 for seat in (0, 1)]
        new = await rooms.rematch(room, {"": tokens[1]})
        told = seen(new, 1)["room"]
        assert (told["stage"], told["tally"], told["seats"][0]["name"]) == ("gathering", tally, "Ann")
        for seat in (0, 1):
            await new.contribute((seat,), seat, word(seat + 7))
        assert new.match.stage == "playing"
        assert new.match.seating.words != room.match.seating.words

    run(data, play)
