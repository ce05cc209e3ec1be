"""Bots that reckon decide in a program of their own: what they choose, and what becomes of every failure."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.conftest import QUICK
from tests.web.people import ANN, Ear, seat_all, seen, wanted
from upcard.bots import find_bot
from upcard.chance import SeededChance
from upcard.fast.warming import Part
from upcard.games import GAMES, find_game
from upcard.table import Table
from upcard.values import Action, View
from upcard.web import minds
from upcard.web.messages import BotChoice
from upcard.web.minds import BotFailed, Minds, player_of
from upcard.web.preparing import Preparing, decisions
from upcard.web.rooms import Rooms
from upcard.web.store import Store

FAKE = """
import os, pickle, sys, time
from upcard.bots.thinker import Answer, Thinker
while True:
    asked = pickle.load(sys.stdin.buffer)
    how = os.environ["FAKE_HOW"]
    if how == "end":
        os._exit(3)
    if how == "never":
        time.sleep(60)
    if how == "trouble" or (how == "spoilt" and asked.compiled):
        answer = Answer(trouble="KeyError at nines_ply.py:7")
    elif how == "well":
        answer = Thinker().answer(asked)
    else:
        answer = Answer(0, 0.7)
        with open(os.environ["FAKE_LOG"], "a") as log:
            print(asked.compiled, file=log)
    pickle.dump(answer, sys.stdout.buffer)
    sys.stdout.flush()
"""


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Have the program be one that fails as FAKE_HOW says; return where it writes."""
    (tmp_path / "fake_thinker.py").write_text(FAKE)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setenv("FAKE_LOG", str(tmp_path / "log"))
    monkeypatch.setattr(minds, "MODULE", "fake_thinker")
    return tmp_path / "log"


@pytest.fixture(scope="module")
def shared() -> Iterator[Minds]:
    """A program that several tests ask."""
    shared = Minds()
    yield shared
    shared.close()


@pytest.fixture
def own() -> Iterator[Minds]:
    own = Minds()
    yield own
    own.close()


def a_view(game: str = "nines") -> View:
    table = Table(find_game(game), seats=2, chance=SeededChance(4))
    return table.view(table.turn)


def decided(own: Minds, kind: str, view: View) -> Action:
    async def within() -> Action:
        return await own.decide(player_of(kind, 5), view)

    return asyncio.run(within())


def test_a_bot_chooses_there_what_it_chooses_here(shared: Minds) -> None:
    for game in GAMES:
        view = a_view(game)
        for kind in ("beginner", "greedy"):
            assert decided(shared, kind, view) == find_bot(kind).make(5).choose(view)


def test_there_is_a_program_only_once_somebody_reckons_and_it_ends_with_the_server(own: Minds) -> None:
    decided(own, "greedy", a_view())
    assert own._program is None
    decided(own, "beginner", a_view())
    assert own._program is not None
    assert own._program.process.poll() is None
    own.close()
    assert own._program.process.poll() is not None
    assert not any(thread.is_alive() for thread in own._asking._threads)


def test_when_the_program_has_ended_it_is_asked_anew(shared: Minds) -> None:
    first = decided(shared, "beginner", a_view())
    assert shared._program is not None
    shared._program.process.kill()
    assert decided(shared, "beginner", a_view()) == first


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ("trouble", "beginner failed: KeyError at nines_ply.py:7"),
        ("end", "beginner failed: the program that decides has ended"),
        ("never", "beginner failed: no decision in 1 seconds"),
    ],
)
def test_a_failure_is_told_and_does_not_last(
    how: str, told: str, own: Minds, fake: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_HOW", how)
    if how == "never":
        monkeypatch.setattr(minds, "LONGEST", 1.0)
    with pytest.raises(BotFailed) as failed:
        decided(own, "beginner", a_view())
    assert failed.value.message == told
    monkeypatch.setenv("FAKE_HOW", "well")
    monkeypatch.setattr(minds, "LONGEST", 60.0)
    if own._program is not None:
        own._program.process.kill()  # it goes by what it was started with
    assert decided(own, "beginner", a_view()) == find_bot("beginner").make(5).choose(a_view())


def test_where_no_program_starts_the_bot_decides_here(own: Minds, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "/no/such/python")
    assert decided(own, "beginner", a_view()) == find_bot("beginner").make(5).choose(a_view())


def test_when_the_server_ends_at_once_no_decision_is_waited_for(
    own: Minds, fake: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_HOW", "never")

    async def within() -> None:
        decisions = [own.decide(player_of("beginner", 5), a_view()) for _ in range(3)]
        while own._program is None:  # noqa: ASYNC110 - another thread starts it
            await asyncio.sleep(0.01)
        own.let_go()
        for decision in decisions:
            with pytest.raises(BotFailed, match="has ended"):
                await asyncio.wait_for(decision, 10)

    asyncio.run(within())


class Instant(Preparing):
    """Compiles in no time."""

    def __init__(self) -> None:
        super().__init__()
        self.wanted: list[Part] = []

    def want(self, part: Part) -> None:
        self.wanted.append(part)
        self._ready.add(part)


def test_decisions_are_compiled_once_that_pays(fake: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKE_HOW", "slow")
    preparing = Instant()
    own = Minds(preparing)
    for _ in range(4):
        decided(own, "beginner", a_view())
    own.close()
    assert preparing.wanted == [decisions("nines", "beginner")]
    assert fake.read_text().split() == ["False", "False", "True", "True"], "0.7 seconds each, and one pays"


def test_what_fails_compiled_is_decided_interpreted_ever_after(
    fake: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_HOW", "spoilt")
    own = Minds(Instant())
    for _ in range(4):
        decided(own, "beginner", a_view())
    own.close()
    assert fake.read_text().split() == ["False"] * 4


def test_a_table_whose_bot_fails_goes_on_and_says_so(
    data: Path, fake: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("FAKE_HOW", "trouble")

    async def play() -> None:
        store = Store(data)
        rooms = Rooms(store, QUICK)
        room, _ = await seat_all(rooms, wanted(ANN, BotChoice("beginner")))
        room.join(Ear(room, 0))
        until = asyncio.get_running_loop().time() + 30
        while not (room.failed[1] and room.match.turn == 0) and asyncio.get_running_loop().time() < until:
            if room.match.turn == 0:
                version = room.match.version
                await room.keep(room.match.decide_act(0, version, str(room.match.table.default_action()), ""))
            await asyncio.sleep(0.01)
        assert seen(room)["room"]["failed"][1] > 0
        assert not seen(room)["room"]["thinks"]
        assert room.counts.failed == sum(room.failed)
        await rooms.close()
        store.close()

    asyncio.run(play())
    (first, *_) = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert first.message == "bot-failed"
