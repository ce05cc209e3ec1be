"""Rooms: people who wait for each other, bots that wait for people, rooms that sleep and wake."""

import asyncio
import json
import random
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.web.people import ANN, BEN, FRIEND, GREEDY, Ear, seat_all, seen, until, wanted, word
from upcard.errors import OptionError, RoomError, UnknownBot, UnknownGame
from upcard.web.journal import Created, entry_of, token_hash
from upcard.web.messages import Act, BotChoice, PersonChoice
from upcard.web.room import Room, Settings
from upcard.web.rooms import Rooms, carried
from upcard.web.store import FILE, NotKept, Store

QUICK = Settings(pace=0.0)


def run(data: Path, play: Callable[[Rooms, Store], Awaitable[None]], settings: Settings = QUICK) -> None:
    """Let `play` have a store and its rooms."""

    async def within() -> None:
        store = Store(data)
        rooms = Rooms(store, settings)
        try:
            await play(rooms, store)
        finally:
            await rooms.close()
            store.close()

    asyncio.run(within())


def contents(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.iterdir())


async def play_on(room: Room, stop: Callable[[], bool]) -> None:
    """People act as they may until something is so."""
    chance = random.Random(1)
    for number in range(5000):
        if stop():
            return
        turn = room.match.table.turn
        if turn is None or turn not in room.match.seating.persons or room.match.waiting:
            await asyncio.sleep(0.001)
            continue
        action = str(chance.choice(room.match.table.legal(turn)))
        await room.act(turn, Act(f"auto{number}-{room.match.version}", room.match.version, action))
    raise AssertionError("it never came to that")


def test_two_people_play_and_wait_for_each_other(data: Path) -> None:
    async def play(rooms: Rooms, _: Store) -> None:
        room, tokens = await seat_all(rooms, wanted(ANN, BEN, rounds=2))
        assert set(tokens) == {0, 1}
        ears = [Ear(room, 0), Ear(room, 1), Ear(room)]
        for ear in ears:
            room.join(ear)
        await play_on(room, lambda: bool(room.match.waiting))
        assert seen(room, 0)["room"]["waiting"] == [0, 1]
        with pytest.raises(RoomError, match="watching"):
            await room.proceed((), 1)
        await room.proceed((0,), 7)
        assert room.match.waiting == {0, 1}
        await room.proceed((0,), 1)
        assert seen(room, 1)["room"]["waiting"] == [1]
        turn = room.match.table.turn
        if turn == 0:
            with pytest.raises(RoomError, match="Ben"):
                await room.act(0, Act("x", room.match.version, "draw"))
        await room.proceed((1,), 1)
        await play_on(room, lambda: room.match.finished)
        assert seen(room)["view"]["outcome"]["how"] == "played"
        assert all(ear.touched > 10 for ear in ears)

    run(data, play)


def test_B37_the_same_action_twice_at_once_counts_once(data: Path) -> None:
    async def play(rooms: Rooms, _: Store) -> None:
        room, _tokens = await seat_all(rooms, wanted(ANN, BEN))
        turn = room.match.table.turn
        assert turn is not None
        action = str(room.match.table.legal(turn)[0])
        same = await asyncio.gather(*(room.act(turn, Act("a", 0, action)) for _ in range(5)))
        assert sorted(reply.result for reply in same) == ["already-done"] * 4 + ["done"]
        assert room.match.version == 1
        other = await asyncio.gather(
            *(room.act(turn, Act(f"b{n}", 1, str(room.match.table.legal(turn)[0]))) for n in range(5)),
            return_exceptions=True,
        )
        assert sum(not isinstance(reply, Exception) for reply in other) == 1
        codes = {reply.problem()["code"] for reply in other if isinstance(reply, RoomError)}
        assert codes == {"room/stale"}
        assert room.match.version == 2

    run(data, play)


def test_patience_ends_the_waiting_while_somebody_is_here(data: Path) -> None:
    async def play(rooms: Rooms, _: Store) -> None:
        room, _tokens = await seat_all(rooms, wanted(ANN, BEN, rounds=2))
        await play_on(room, lambda: bool(room.match.waiting))
        await asyncio.sleep(0.2)
        assert room.match.waiting, "nobody is here: the clock sleeps too"
        ear = Ear(room, 0)
        room.join(ear)
        await until(lambda: not room.match.waiting)

    run(data, play, Settings(pace=0.0, patience=0.05))


def test_bots_play_while_somebody_watches(data: Path) -> None:
    async def play(rooms: Rooms, _: Store) -> None:
        unlimited, _, _ = await rooms.make(wanted(GREEDY, GREEDY, turn_limit=0))
        assert unlimited.match.table.options.turn_limit == 100
        room, token, _ = await rooms.make(wanted(GREEDY, GREEDY, GREEDY, rounds=1))
        assert token is None
        assert room.match.table.options.turn_limit == 100
        await asyncio.sleep(0.05)
        assert room.match.version == 0
        ear = Ear(room)
        room.join(ear)
        await until(lambda: room.match.version > 3)
        room.quit(ear)
        await asyncio.sleep(0.05)
        asleep = room.match.version
        await asyncio.sleep(0.05)
        assert room.match.version == asleep
        room.join(ear)
        await until(lambda: room.match.finished)

    run(data, play)


def test_a_bot_that_fails_makes_the_default_move(
    data: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from upcard.bots import PolicyBot

    def choose(self: PolicyBot, view: Any) -> Any:
        raise KeyError(f"hidden {view.discard}")

    monkeypatch.setattr(PolicyBot, "choose", choose)

    async def play(rooms: Rooms, _: Store) -> None:
        room, _, _ = await rooms.make(wanted(GREEDY, GREEDY, rounds=1))
        room.join(Ear(room))
        await until(lambda: room.match.version > 6)

    run(data, play)
    assert "KeyError" in caplog.text
    assert "hidden" not in caplog.text


def test_a_rematch_keeps_seats_options_and_tokens(data: Path) -> None:
    async def play(rooms: Rooms, store: Store) -> None:
        room, tokens = await seat_all(rooms, wanted(ANN, GREEDY, BEN, rounds=1, square_bonus=25))
        with pytest.raises(RoomError, match="not over"):
            await rooms.rematch(room, {"any": tokens[0]})
        room.join(Ear(room, 0))
        await play_on(room, lambda: room.match.finished)
        with pytest.raises(RoomError, match="watching"):
            await rooms.rematch(room, {})
        both = await asyncio.gather(
            rooms.rematch(room, {"": tokens[0]}), rooms.rematch(room, {"": tokens[2]})
        )
        assert both[0] is both[1]
        new = both[0].match
        assert seen(room, 0)["room"]["rematch"] == new.name
        assert new.created.previous == room.match.name
        assert new.created.options == room.match.created.options
        assert new.created.secret != room.match.created.secret
        assert [new.seating.held_by([token_hash(tokens[seat])]) for seat in (0, 2)] == [(0,), (2,)]
        kinds = [row.kind for row in store.read(room.match.name)]
        assert kinds[0] == "created"
        assert kinds[-1] == "rematched"

    run(data, play)


def test_a_browser_keeps_for_a_rematch_the_token_that_opens_its_seat_there(data: Path) -> None:
    async def play(rooms: Rooms, _: Store) -> None:
        old, host, code = await rooms.make(wanted(ANN, FRIEND, rounds=1))
        assert host is not None
        assert code is not None
        _, _, token = await rooms.join(code, "Ben", None, {})
        assert token is not None
        for seat in (0, 1):
            await old.contribute((seat,), seat, word(seat))
        await play_on(old, lambda: old.match.finished)
        new = await rooms.rematch(old, {old.match.name: host})
        held = {old.match.name: token}
        assert carried(new.match, held) == token, "it has come from the match before"
        assert await rooms.join(code, "", None, held) == (new, (1,), token)
        held[new.match.name] = token
        assert carried(new.match, held) is None
        await new.leave((1,))
        assert carried(new.match, held) is None
        _, seats, other = await rooms.join(code, "Ben", None, held)
        assert seats == (1,)
        assert other not in (None, token)
        held[new.match.name] = str(other)
        assert carried(new.match, held) is None, "the token of the match before opens nothing here"
        move = await rooms.move_code(new, {new.match.name: host})
        assert await rooms.join(move, "", None, held) == (new, (0, 1), None)
        assert new.match.seating.held_by([token_hash(str(other))]) == (0, 1)

    run(data, play)


def test_what_is_not_kept_has_not_happened(data: Path) -> None:
    async def play(rooms: Rooms, _: Store) -> None:
        room, _tokens = await seat_all(rooms, wanted(ANN, BEN))
        turn = room.match.table.turn
        assert turn is not None
        before = seen(room, turn)
        action = str(room.match.table.legal(turn)[0])
        other = sqlite3.connect(data / FILE)
        other.execute("ALTER TABLE events RENAME TO elsewhere")
        with pytest.raises(NotKept):
            await room.act(turn, Act("a", 0, action))
        assert seen(room, turn) == before
        other.execute("ALTER TABLE elsewhere RENAME TO events")
        other.close()
        assert (await room.act(turn, Act("a", 0, action))).result == "done"

    run(data, play)


def test_nothing_is_seen_before_it_is_kept(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(rooms: Rooms, store: Store) -> None:
        room, _tokens = await seat_all(rooms, wanted(ANN, BEN))
        turn = room.match.table.turn
        assert turn is not None
        before, append, gate = seen(room, turn), store.append, asyncio.Event()

        async def slow(rows: Any) -> None:
            await gate.wait()
            await append(rows)

        monkeypatch.setattr(store, "append", slow)
        acting = asyncio.create_task(room.act(turn, Act("a", 0, str(room.match.table.legal(turn)[0]))))
        await asyncio.sleep(0.02)
        assert seen(room, turn) == before
        gate.set()
        await acting
        assert seen(room, turn) != before

    run(data, play)


def test_two_servers_on_one_store_never_fork_a_match(data: Path) -> None:
    async def play(rooms: Rooms, store: Store) -> None:
        one, _tokens = await seat_all(rooms, wanted(ANN, BEN))
        others = Rooms(store, QUICK)
        two = await others.find(one.match.name)
        assert two is not one
        for number in range(12):
            first, second = (one, two) if number % 2 else (two, one)
            version = first.match.version
            turn = first.match.table.turn
            assert turn is not None
            action = str(first.match.table.legal(turn)[0])
            await first.act(turn, Act(f"a{number}", version, action))
            if second.match.version == version:
                with pytest.raises(RoomError) as refused:
                    await second.act(turn, Act(f"b{number}", version, action))
                assert refused.value.problem()["code"] == "room/stale"
            assert one.match.table.events == two.match.table.events
        await others.close()

    run(data, play)


def test_tables_at_which_nobody_could_play_are_refused(data: Path) -> None:
    async def play(rooms: Rooms, _: Store) -> None:
        for wish, error in (
            (wanted(ANN), OptionError),
            (wanted(), OptionError),
            (wanted(ANN, *[GREEDY] * 9), OptionError),
            (wanted(ANN, GREEDY, game="ninse"), UnknownGame),
            (wanted(ANN, BotChoice("greedier")), UnknownBot),
            (wanted(ANN, GREEDY, rounds=99), OptionError),
            (wanted(ANN, GREEDY, colour="red"), OptionError),
        ):
            with pytest.raises(error):
                await rooms.make(wish)

    run(data, play)


def test_people_have_names_that_can_be_shown(data: Path) -> None:
    async def play(rooms: Rooms, _: Store) -> None:
        seats = (PersonChoice(" A\x00\nnn\u202e "), PersonChoice(""), BotChoice("greedy", "Robin"), GREEDY)
        room, _, _ = await rooms.make(wanted(*seats))
        names = [seat.name for seat in room.telling.seats()]
        assert names == ["Ann", "You", "Robin", "Greedy"]

    run(data, play)


def test_idle_rooms_close_and_open_again(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("upcard.web.rooms.MOST_OPEN", 3)
    monkeypatch.setattr("upcard.web.rooms.IDLE", -1.0)
    monkeypatch.setattr("upcard.web.rooms.TIDY", 0.0)

    async def play(rooms: Rooms, _: Store) -> None:
        kept, tokens = await seat_all(rooms, wanted(ANN, BEN))
        kept.join(Ear(kept, 0))
        names = [(await seat_all(rooms, wanted(ANN, BEN)))[0].match.name for _ in range(6)]
        assert await rooms.find(kept.match.name) is kept
        assert len(rooms._open) <= 4
        assert (await rooms.find(names[0])).match.name == names[0]
        assert kept.match.seating.held_by([token_hash(tokens[0])]) == (0,)

    run(data, play)


def test_the_secret_is_in_the_store_only_and_tokens_are_not(
    data: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def play(rooms: Rooms, store: Store) -> None:
        room, tokens = await seat_all(rooms, wanted(ANN, BEN))
        made = entry_of(store.read(room.match.name)[0])
        assert isinstance(made, Created)
        everything = contents(data)
        for token in tokens.values():
            assert token.encode() not in everything
        for seat in (None, 0, 1):
            told = json.dumps(seen(room, *([] if seat is None else [seat])))
            assert made.secret.hex() not in told
            assert room.match.commitment in told

    run(data, play)
    assert not caplog.text
