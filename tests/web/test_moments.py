"""How long a bot waits before it acts: by what everybody sees, and nothing else."""

import asyncio
import itertools
from pathlib import Path

import pytest

from tests.web.people import ANN, BEN, GREEDY, Ear, seat_all, seen, wanted
from tests.web.test_unattended import act, act_until, run
from upcard.values import Action, View
from upcard.web.minds import Minds, Player
from upcard.web.moments import AT_ONCE, STAGES, TIMES, moment
from upcard.web.room import Room, Settings
from upcard.web.rooms import Rooms
from upcard.web.store import Store


def usual(stage: str = "choose", last_turn: bool = False, match: str = "0123456789", move: int = 1) -> float:
    return moment(0.6, "usual", stage, last_turn, match, move)


def test_it_lies_between_half_and_twice_the_pace() -> None:
    stages = [*STAGES, "any-other"]
    every = [usual(*case) for case in itertools.product(stages, (False, True), "abc", range(200))]
    assert min(every) >= 0.3
    assert max(every) <= 1.2


def test_a_card_just_turned_up_and_a_last_turn_take_longer() -> None:
    assert usual("place-taken") < usual("choose") < usual("place-drawn")
    assert usual("place-drawn") < usual("place-drawn", last_turn=True)


def test_no_two_moves_take_quite_the_same_and_a_move_always_does() -> None:
    assert len({usual(move=move) for move in range(100)}) > 60
    assert usual() == usual()
    assert usual(match="another") != usual()


def test_people_have_it_longer_shorter_or_not_at_all() -> None:
    assert moment(0.6, "long", "choose", last_turn=False, match="a", move=1) == TIMES["long"] * usual(
        match="a"
    )
    assert moment(0.6, "short", "choose", last_turn=False, match="a", move=1) == TIMES["short"] * usual(
        match="a"
    )
    assert moment(0.6, "none", "choose", last_turn=False, match="a", move=1) == AT_ONCE
    assert moment(0.0, "none", "choose", last_turn=False, match="a", move=1) == 0
    assert moment(0.0, "long", "choose", last_turn=False, match="a", move=1) == 0


# --- at a table ------------------------------------------------------------------------------------


PACE = 100.0
"""Seconds that pass at once: what the machine takes besides is nothing to them."""


async def pauses(room: Room, count: int) -> list[float]:
    """Return how long the bots take before so many actions."""
    loop = asyncio.get_running_loop()
    times: list[float] = []
    version = room.match.version
    while len(times) <= count:
        await asyncio.sleep(PACE / 100)
        if room.match.version > version:
            version = room.match.version
            times.append(loop.time())
    return [later - earlier for earlier, later in itertools.pairwise(times)]


def test_bots_take_a_moment_that_is_not_always_the_same(data: Path) -> None:
    async def play(rooms: Rooms, _: Store) -> None:
        room, _, _ = await rooms.make(wanted(GREEDY, GREEDY))
        room.join(Ear(room))
        taken = await pauses(room, 30)
        assert all(0.45 * PACE < pause < 2.05 * PACE for pause in taken), taken
        assert max(taken) > 1.5 * min(taken)

    run(data, play, Settings(pace=PACE))


def test_bots_take_no_moment_from_the_instant_that_the_host_wants_none(data: Path) -> None:
    async def play(rooms: Rooms, _: Store) -> None:
        room, _ = await seat_all(rooms, wanted(ANN, BEN, GREEDY, GREEDY))
        ann, ben, watcher = Ear(room, 0), Ear(room, 1), Ear(room)
        for ear in (ann, ben, watcher):
            room.join(ear)
        assert room.moment == "usual"
        room.wish(ben, "none")
        room.wish(watcher, "none")
        assert room.moment == "usual", "they are not the host"
        room.wish(ann, "long")
        await act_until(room, 1)
        await act(room)
        while room.match.turn == 1:
            await act(room)
        version = room.match.version
        await asyncio.sleep(PACE)
        assert room.match.version == version, "a long moment"
        room.wish(ann, "none")
        await asyncio.sleep(PACE / 2)
        assert room.match.turn == 0, "two bots have had their turns"
        room.quit(ann)
        assert room.moment == "none", "Ben is the host now"

    run(data, play, Settings(pace=PACE))


class Slow(Minds):
    """Takes three paces to decide."""

    def decide(self, player: Player, view: View) -> asyncio.Future[Action]:
        async def later() -> Action:
            await asyncio.sleep(3 * PACE)
            return view.actions[0]

        return asyncio.ensure_future(later())


def test_a_table_says_when_a_bot_still_thinks_and_until_when(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("upcard.web.rooms.Minds", Slow)

    async def play(rooms: Rooms, _: Store) -> None:
        room, _, _ = await rooms.make(wanted(GREEDY, GREEDY))
        ear = Ear(room)
        room.join(ear)
        await asyncio.sleep(0.4 * PACE)
        assert not seen(room)["room"]["thinks"], "it takes its moment"
        assert room.match.version == 0
        heard = ear.touched
        await asyncio.sleep(2.4 * PACE)
        assert seen(room)["room"]["thinks"]
        assert ear.touched > heard
        for _ in range(200):
            if not room.match.version:
                await asyncio.sleep(PACE / 100)
        assert room.match.version == 1
        assert not seen(room)["room"]["thinks"], "the next one takes its moment"

    run(data, play, Settings(pace=PACE))
