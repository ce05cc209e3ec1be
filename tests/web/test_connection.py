"""A sender carries the newest view and what is not acknowledged, whenever the page takes it; limits."""

import asyncio
import json
from pathlib import Path
from typing import Any, cast

import pytest
from starlette.websockets import WebSocket

from tests.web.people import ANN, BEN, Ear, seat_all, until, wanted
from tests.web.test_rooms import run
from upcard.web.connection import MOST_ANSWERS, RESTART, Connection
from upcard.web.limits import ACTIONS, Addresses, Bucket
from upcard.web.messages import Act
from upcard.web.room import Room, Settings
from upcard.web.rooms import Rooms
from upcard.web.showing import MOST_EVENTS
from upcard.web.store import Store
from upcard.web.turnstile import AT_ONCE


class Socket:
    """A page that takes what is sent only while `open` is set."""

    def __init__(self) -> None:
        self.taken: list[dict[str, Any]] = []
        self.open = asyncio.Event()
        self.said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.closed: int | None = None

    async def send_text(self, text: str) -> None:
        await self.open.wait()
        self.taken.append(json.loads(text))

    async def receive(self) -> dict[str, Any]:
        return await self.said.get()

    async def close(self, code: int) -> None:
        self.closed = code
        self.leave()

    def say(self, **message: Any) -> None:
        self.said.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    def leave(self) -> None:
        self.said.put_nowait({"type": "websocket.disconnect", "code": 1001})


def connect(room: Room, *seats: int) -> tuple[Socket, asyncio.Task[None]]:
    socket = Socket()
    connection = Connection(cast("WebSocket", socket), room, Ear(room, *seats).hashes, "here")
    return socket, asyncio.create_task(connection.run())


async def advance(room: Room, steps: int) -> None:
    for step in range(steps):
        turn = room.match.table.turn
        assert turn is not None
        version = room.match.version
        action = str(room.match.table.legal(turn)[-1])
        await room.act(turn, Act(f"{version}-{step}", version, action))


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0.002)


def test_a_page_that_does_not_read_misses_steps_and_gets_the_newest_view(data: Path) -> None:
    async def play(rooms: Rooms, _: Store) -> None:
        room, _tokens = await seat_all(rooms, wanted(ANN, BEN))
        socket, task = connect(room)
        socket.say(t="hello", acked=0)
        await settle()
        await advance(room, 50)
        assert not socket.taken
        socket.open.set()
        await settle()
        first, last = socket.taken
        assert (first["version"], last["version"]) == (0, 50)
        assert room.counts.skipped == 49
        assert len(last["events"]) == min(MOST_EVENTS, len(room.match.table.events))
        assert last["events"][-1]["n"] == len(room.match.table.events)
        socket.leave()
        await task
        assert room.empty

    run(data, play)


def test_events_come_until_they_are_acknowledged(data: Path) -> None:
    async def play(rooms: Rooms, _: Store) -> None:
        room, _tokens = await seat_all(rooms, wanted(ANN, BEN))
        socket, task = connect(room)
        socket.open.set()
        socket.say(t="hello", acked=0)
        await settle()
        await advance(room, 4)
        await settle()
        seen = [event["n"] for event in socket.taken[-1]["events"]]
        assert seen == list(range(1, seen[-1] + 1))
        socket.say(t="ack", event=seen[-1])
        socket.say(t="ack", event=1)
        await settle()
        await advance(room, 1)
        await settle()
        assert socket.taken[-1]["events"][0]["n"] == seen[-1] + 1
        socket.say(t="hello", acked=10**6)
        await settle()
        assert socket.taken[-1]["events"] == []
        socket.leave()
        await task

    run(data, play)


def test_an_action_says_what_its_page_has_seen(data: Path) -> None:
    async def play(rooms: Rooms, _: Store) -> None:
        room, _tokens = await seat_all(rooms, wanted(ANN, BEN))
        socket, task = connect(room, 0)
        socket.open.set()
        socket.say(t="hello", acked=0)

        async def act(acked: int) -> tuple[int, int]:
            """Act from seat 0; return the first and the last event that are told with the answer."""
            while room.match.turn != 0:
                await advance(room, 1)
            version = room.match.version
            action = str(room.match.table.legal(0)[0])
            socket.say(t="act", id=f"a{version}", version=version, action=action, acked=acked)
            await settle()
            told = socket.taken[-1]
            assert told["reply"] == {"id": f"a{version}", "result": "done"}
            return told["events"][0]["n"], told["events"][-1]["n"]

        first, seen = await act(acked=0)
        assert first == 1
        assert (await act(acked=seen))[0] == seen + 1
        assert (await act(acked=1))[0] == seen + 1, "what was acknowledged once stays so"
        socket.leave()
        await task

    run(data, play)


def test_answers_that_nobody_reads_do_not_pile_up(data: Path) -> None:
    async def play(rooms: Rooms, _: Store) -> None:
        room, _tokens = await seat_all(rooms, wanted(ANN, BEN))
        socket, task = connect(room)
        for _ in range(3 * MOST_ANSWERS):
            socket.say(t="ping")
        await settle()
        socket.open.set()
        await settle()
        assert len(socket.taken) <= MOST_ANSWERS + 1
        socket.leave()
        await task

    run(data, play)


def test_what_comes_too_fast_waits_and_is_not_lost(data: Path) -> None:
    async def play(rooms: Rooms, _: Store) -> None:
        room, _tokens = await seat_all(rooms, wanted(ANN, BEN))
        socket, task = connect(room, 0)
        socket.open.set()
        began = asyncio.get_running_loop().time()
        for number in range(12):
            socket.say(t="act", id=f"x{number}", version=999, action="draw")
        await until(lambda: len(socket.taken) == 12)
        assert asyncio.get_running_loop().time() - began > 0.06
        assert [told["id"] for told in socket.taken if told["t"] == "refused"] == [f"x{n}" for n in range(12)]
        socket.leave()
        await task

    run(data, play, Settings(pace=0.0, actions=(100.0, 5)))


def test_a_fault_ends_a_message_and_not_the_connection(
    data: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def play(rooms: Rooms, _: Store) -> None:
        room, _tokens = await seat_all(rooms, wanted(ANN, BEN))
        socket, task = connect(room, 0)
        socket.open.set()
        with monkeypatch.context() as patch:

            async def broken(*_: object) -> None:
                raise ZeroDivisionError("the ace of spades")

            patch.setattr(room, "act", broken)
            socket.say(t="act", id="x", version=0, action="draw")
            await settle()
        assert socket.taken[-1]["id"] == "x"
        assert socket.taken[-1]["error"]["code"] == "error"
        socket.say(t="ping")
        await settle()
        assert socket.taken[-1] == {"t": "pong"}
        socket.leave()
        await task

    run(data, play)
    assert "ZeroDivisionError" in caplog.text
    assert "ace" not in caplog.text


def test_when_the_server_ends_what_is_being_done_is_told_and_nothing_more_is_done(data: Path) -> None:
    async def play(rooms: Rooms, _: Store) -> None:
        room, _tokens = await seat_all(rooms, wanted(ANN, BEN))
        turn = room.match.table.turn
        assert turn is not None
        action = str(room.match.table.legal(turn)[0])
        socket, task = connect(room, turn)
        watching, other = connect(room)
        socket.open.set()
        watching.open.set()
        async with room.lock:  # something is being kept
            socket.say(t="hello", acked=0)
            socket.say(t="act", id="first", version=0, action=action)
            await settle()
            room.end()
            socket.say(t="act", id="second", version=1, action=action)
            await settle()
            assert socket.closed is None, "it waits for its answer"
            assert watching.closed == RESTART, "nothing holds this one"
        await asyncio.gather(task, other)
        assert socket.taken[-1]["reply"] == {"id": "first", "result": "done"}
        assert socket.closed == RESTART
        assert room.match.version == 1
        assert room.counts.sockets == 0

    run(data, play)


def test_what_waits_for_its_turn_when_the_server_ends_is_not_done(data: Path) -> None:
    async def play(rooms: Rooms, _: Store) -> None:
        room, _tokens = await seat_all(rooms, wanted(ANN, BEN))
        socket, task = connect(room, 0)
        socket.open.set()
        for number in range(3):
            socket.say(t="say", text="thanks", phrase=True)
            if number == 0:
                await settle()
        room.end()
        await task
        assert room.talk.said == 1
        assert socket.closed == RESTART

    run(data, play, Settings(pace=0.0, actions=(2.0, 1)))


def test_a_bucket_fills_with_time() -> None:
    now = 0.0
    bucket = Bucket(ACTIONS, lambda: now)
    assert [bucket.take() for _ in range(21)] == [True] * 20 + [False]
    now = 0.35
    assert [bucket.take() for _ in range(4)] == [True] * 3 + [False]
    assert bucket.owe() == pytest.approx(0.05)
    now = 1000.0
    assert sum(bucket.take() for _ in range(50)) == 20


def test_addresses_are_counted_apart_and_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("upcard.web.limits.ADDRESSES", 3)
    addresses = Addresses((0.001, 2))
    assert [addresses.take("a") for _ in range(3)] == [True, True, False]
    for other in "bcd":
        assert addresses.take(other)
    assert addresses.take("a"), "forgotten by now"


def test_a_seat_is_told_before_many_watchers(data: Path) -> None:
    async def play(rooms: Rooms, _: Store) -> None:
        room, _tokens = await seat_all(rooms, wanted(ANN, BEN))
        told: list[str] = []
        open_ones = []
        for number, seats in enumerate([()] * 40 + [(1,)]):
            socket, task = connect(room, *seats)
            socket.open.set()
            socket.taken = Noted(told, "watcher" if number < 40 else "seat")
            socket.say(t="hello", acked=0)
            open_ones.append((socket, task))
        await settle()
        told.clear()
        await advance(room, 1)
        await settle()
        assert len(told) == 41
        assert told.index("seat") <= 2 * AT_ONCE, "though 40 watchers came before it"
        for socket, task in open_ones:
            socket.leave()
            await task

    run(data, play)


class Noted(list[dict[str, Any]]):
    """What a socket has taken, and a line in a common list for each."""

    def __init__(self, lines: list[str], who: str) -> None:
        super().__init__()
        self.lines, self.who = lines, who

    def append(self, message: dict[str, Any]) -> None:
        super().append(message)
        self.lines.append(self.who)
