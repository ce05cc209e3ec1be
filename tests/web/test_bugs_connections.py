"""What goes wrong at other tables when connections come and go, shown not to happen here (server's side)."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.inside import Server, Wire
from upcard.games import GAMES
from upcard.web.cookies import COOKIE

FRIEND = {"kind": "friend"}
MESSAGES = 10_000
SHORT: dict[str, dict[str, Any]] = {
    "nines": {"rounds": 2, "turn_limit": 2},
    "rat-race": {"rounds": 2, "turn_limit": 2},
    "rack-o": {"target": 75, "turn_limit": 2},
}


class Guests:
    """A table of people, each with a page."""

    def __init__(self, data: Path, game: str, people: int, options: dict[str, Any], **manners: Any) -> None:
        self.server = Server(data)
        seats = [{"kind": "person", "name": "Ann"}, *[FRIEND] * (people - 1)]
        body = {"game": game, "seats": seats, "options": options, "manners": manners}
        made = self.server.ask("POST", "/api/matches", body)
        self.match, code = made.json["match"], made.json["invite"]
        self.cookies = [made.cookies]
        for name in ("Ben", "Cyd", "Dot")[: people - 1]:
            joined = self.server.ask("POST", "/api/join", {"code": code, "name": name})
            self.cookies.append(joined.cookies)
        self.wires = [self.connect(seat) for seat in range(people)]

    def connect(self, seat: int | None) -> Wire:
        wire = self.server.connect(self.match, {} if seat is None else self.cookies[seat])
        wire.say({"t": "hello", "acked": 0})
        self.server.settle()
        return wire

    def deal(self) -> None:
        for seat, wire in enumerate(self.wires):
            wire.say({"t": "word", "seat": seat, "word": f"{seat:032x}"})
        self.server.settle()

    def say(self, seat: int, **message: Any) -> None:
        self.wires[seat].say(message)
        self.server.settle()

    def drop(self, seat: int) -> None:
        self.wires[seat].drop()
        self.server.settle()

    def told(self, seat: int) -> dict[str, Any]:
        """The newest that a seat was shown."""
        return newest(self.wires[seat])

    def act(self, action_id: str = "") -> int:
        """The seat to move does something legal; return it."""
        turn: int = self.told(0)["view"]["turn"]
        told = self.told(turn)
        action = random.Random(told["version"]).choice(told["view"]["legal"])["action"]
        version = told["version"]
        self.say(turn, t="act", id=action_id or f"a{version}", version=version, action=action)
        return turn

    def state(self) -> str:
        """All that must not change by what is refused."""
        room = self.server.loop.run_until_complete(self.server.app.state.rooms.find(self.match))
        rows = self.server.store.read(self.match)
        table = room.match._table
        presence = room.presence
        return repr(
            (rows, table and table._state, room.stop_votes, room.talk.said, presence.gone, presence.next_due)
        )


def messages(wire: Wire) -> list[dict[str, Any]]:
    return [json.loads(text) for text in wire.told]


def newest(wire: Wire) -> dict[str, Any]:
    told: dict[str, Any] = next(told for told in reversed(messages(wire)) if told["t"] == "now")
    return told


Sit = Callable[..., Guests]


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Sit]:
    """`sit(game, people, options, **manners)` has people at a table."""
    tables: list[Guests] = []

    def begin(game: str, people: int, options: dict[str, Any] | None = None, **manners: Any) -> Guests:
        tables.append(Guests(tmp_path / f"data{len(tables)}", game, people, options or {}, **manners))
        return tables[-1]

    yield begin
    for table in tables:
        table.server.end()


@pytest.mark.parametrize("ids", [("a", "a"), ("a", "b")])
def test_B37_a_double_click_counts_once_whether_its_ids_differ_or_not(sit: Sit, ids: tuple[str, str]) -> None:
    table = sit("nines", 2)
    table.deal()
    turn = table.told(0)["view"]["turn"]
    action = table.told(turn)["view"]["legal"][0]["action"]
    for action_id in ids:
        table.wires[turn].say({"t": "act", "id": action_id, "version": 0, "action": action})
    table.server.settle()
    answers = [
        told["error"]["code"] if told["t"] == "refused" else told["reply"]["result"]
        for told in messages(table.wires[turn])
        if told["t"] == "refused" or told.get("reply")
    ]
    assert answers == ["done", "already-done" if ids[0] == ids[1] else "room/stale"]
    assert table.told(turn)["version"] == 1


def test_B39_after_a_restart_both_see_what_was_kept_and_go_on(sit: Sit) -> None:
    table = sit("nines", 2)
    table.deal()
    for _ in range(5):
        table.act()
    before = [table.told(seat)["view"] for seat in (0, 1)]
    table.server.kill()
    table.server.begin()
    table.wires = [table.connect(seat) for seat in (0, 1)]
    assert [table.told(seat)["view"] for seat in (0, 1)] == before
    assert [seat["state"] for seat in table.told(0)["room"]["seats"]] == ["here", "here"]
    table.act()
    assert table.told(0)["version"] == table.told(1)["version"] == 6


def test_B41_a_server_that_has_forgotten_the_match_says_so_once_and_for_good(
    sit: Sit, tmp_path: Path
) -> None:
    table = sit("nines", 2)
    table.server.kill()
    table.server.data = tmp_path / "elsewhere"
    table.server.begin()
    wire = table.connect(0)
    (refused,) = messages(wire)
    assert refused["error"]["code"] == "room/no-match"
    assert wire.closed == 4404, "from 4400 on a page does not try again"
    told = table.server.ask("GET", "/api/matches", cookies=table.cookies[0])
    assert (told.status, told.json) == (200, {"running": [], "finished": []})


def test_B41_a_seat_that_is_not_known_any_more_watches_and_is_told_why_it_may_not_act(sit: Sit) -> None:
    table = sit("nines", 2)
    table.deal()
    unknown = {table.match: "a-token-of-yesterday"}
    wire = table.server.connect(table.match, unknown)
    wire.say({"t": "hello", "acked": 0})
    wire.say({"t": "act", "id": "x", "version": 0, "action": "draw"})
    table.server.settle()
    assert newest(wire)["seats"] == []
    assert [told["error"]["code"] for told in messages(wire) if told["t"] == "refused"] == ["room/watching"]
    assert wire.open, "it is not thrown out, and has no reason to come again"
    assert COOKIE not in repr(wire.told)


def test_B43_a_bot_plays_the_final_turn_of_somebody_who_has_gone(sit: Sit) -> None:
    table = sit("nines", 3, {"rounds": 2}, grace=5)
    table.deal()
    while table.told(0)["view"]["finisher"] is None:
        table.act()
    owed = table.told(0)["view"]["owed"]
    last = max(seat for seat in range(3) if owed[seat])
    table.drop(last)
    others = [seat for seat in range(3) if seat != last]
    for _ in range(200):
        told = table.told(others[0])
        if told["view"]["round"] == 2 and not told["room"]["waiting"]:
            break
        for seat in others:
            if seat in told["room"]["waiting"]:
                table.say(seat, t="continue", round=1)
        turn = told["view"]["turn"]
        if turn in others and not told["room"]["waiting"]:
            legal = table.told(turn)["view"]["legal"][0]["action"]
            table.say(turn, t="act", id=f"b{told['version']}", version=told["version"], action=legal)
        table.server.advance(1)
    told = table.told(others[0])
    assert (told["view"]["round"], len(told["view"]["sheet"]["rounds"])) == (2, 1)
    assert told["room"]["stood_in"][last] > 0


def test_B45_the_host_leaves_and_all_clients_are_told_the_same_new_one(sit: Sit) -> None:
    table = sit("nines", 4)
    table.deal()
    table.act()
    assert table.told(3)["room"]["host"] == 0
    table.say(0, t="leave")
    table.drop(0)
    rooms = [table.told(seat)["room"] for seat in (1, 2, 3)]
    assert {room["host"] for room in rooms} == {1}
    assert [[(s["name"], s["state"]) for s in room["seats"]] for room in rooms] == [
        [("Ann", "left"), ("Ben", "here"), ("Cyd", "here"), ("Dot", "here")]
    ] * 3


def test_B47_a_second_tab_owns_the_seat_as_much_and_what_both_do_counts_once(sit: Sit) -> None:
    table = sit("nines", 2)
    table.deal()
    turn = table.told(0)["view"]["turn"]
    tab = table.connect(turn)
    action = table.told(turn)["view"]["legal"][0]["action"]
    for wire, action_id in ((tab, "a"), (table.wires[turn], "b")):
        wire.say({"t": "act", "id": action_id, "version": 0, "action": action})
    table.server.settle()
    assert newest(tab)["view"] == newest(table.wires[turn])["view"]
    assert newest(tab)["version"] == 1
    tab.drop()
    table.server.settle()
    assert table.told(0)["room"]["seats"][turn]["state"] == "here", "the other tab is"


def test_B49_the_next_clock_begins_whole_though_both_have_the_same_time(sit: Sit) -> None:
    table = sit("nines", 2, turn_time=30)
    table.deal()
    first = table.told(0)["room"]["clock"]
    assert first["left"] == 30
    for _ in range(10):
        table.server.advance(30.2)
        clock = table.told(0)["room"]["clock"]
        if clock["seat"] != first["seat"]:
            break
    assert clock["seat"] != first["seat"]
    assert 29 <= clock["left"] <= 30


@pytest.mark.parametrize("slowly", [True, False])
def test_B49_the_first_turn_of_a_round_has_its_whole_time(sit: Sit, slowly: bool) -> None:
    """However little time the last turn of the round before has left."""
    table = sit("nines", 2, SHORT["nines"], turn_time=30)
    table.deal()
    while not table.told(0)["room"]["waiting"]:
        table.server.advance(29 if not slowly else 31)
        if not slowly and not table.told(0)["room"]["waiting"]:
            table.act()
    for seat in (0, 1):
        table.say(seat, t="continue", round=1)
    told = table.told(0)
    assert told["room"]["clock"] == {"seat": told["view"]["turn"], "left": 30.0}
    version = told["version"]
    table.server.advance(29)
    assert table.told(0)["version"] == version


def test_B51_everybody_hears_that_somebody_is_back_a_second_before_the_limit(sit: Sit) -> None:
    table = sit("nines", 3, grace=60)
    table.deal()
    table.drop(2)
    assert table.told(0)["room"]["seats"][2]["until"] == 60
    table.server.advance(59)
    table.wires[2] = table.connect(2)
    for seat in range(3):
        told = table.told(seat)["room"]["seats"][2]
        assert (told["state"], told["until"]) == ("here", None)
    table.server.advance(60)
    assert table.told(0)["room"]["seats"][2]["state"] == "here"
    assert table.told(0)["room"]["stood_in"] == [0, 0, 0]


# --- B53 -------------------------------------------------------------------------------------------


def wrong(stream: random.Random, version: int, seat: int | None) -> dict[str, Any] | str | bytes:
    """A message that a watcher (seat None), or a seat that is not to move and no host, must not send."""
    act = {"t": "act", "id": f"w{stream.random()}", "version": version, "action": "draw"}
    hosts: list[dict[str, Any] | str | bytes] = [
        {"t": "deal"},
        {"t": "give", "seat": stream.randrange(16), "bot": stream.choice(["greedy", None, "x"])},
        {"t": "stand-in", "seat": stream.randrange(16)},
    ]
    anybody: list[dict[str, Any] | str | bytes] = [
        act | {"action": stream.choice(["draw", "take", "place 1", "flip 2", "walk-out 1", "place 99", "∞"])},
        act | {"version": stream.choice([0, version + 1, 1 << 31])},
        {"t": "word", "seat": stream.choice([0, 7, 15]), "word": "0" * 32},
        {"t": "more-time", "seat": stream.choice([0, 9])},
        {"t": "say", "text": "no phrase", "phrase": True},
        {"t": "say", "text": "good evening", "phrase": False},
        {"t": stream.choice(["quit", "undo", "now", ""])},
        {"t": "act"},
        {"t": "look", "seat": -1},
        stream.choice(["", "{", "[]", "null", "\x00", "x" * 2000, '{"t":"act","id":5}']),
        stream.randbytes(5),
    ]
    watchers: list[dict[str, Any] | str | bytes] = [
        {"t": "say", "text": "hello", "phrase": True},
        {"t": "stop", "agree": stream.random() < 0.5},
        {"t": "continue", "round": stream.choice([0, 1, 2])},
        {"t": "leave"},
    ]
    return stream.choice(anybody + hosts + (watchers if seat is None else []))


@pytest.mark.parametrize("game", GAMES)
def test_B53_ten_thousand_messages_that_nobody_may_send_are_refused_in_every_phase(
    sit: Sit, game: str
) -> None:
    table = sit(game, 2, SHORT[game], turn_time=600)
    watcher, stream = table.connect(None), random.Random(53)
    sent, phases = 0, set()

    def fuzz(count: int) -> None:
        """The watcher, and whoever is neither host nor to move, send so many wrong messages."""
        nonlocal sent
        told = table.told(0)
        view, room = told["view"], told["room"]
        phases.add(room["stage"] if view is None or room["waiting"] else view["phase"])
        before = table.state()
        senders: list[tuple[Wire, int | None]] = [(watcher, None)]
        if view is None or view["turn"] != 1 or room["waiting"]:
            senders.append((table.wires[1], 1))
        for wire, seat in senders:
            heard = len(wire.told)
            for _ in range(count):
                wire.say(wrong(stream, told["version"], seat))
                table.server.settle()
            answers = [json.loads(text) for text in wire.told[heard:] if '"t":"refused"' in text]
            assert len(answers) == count, "every one of them is refused"
            assert all(answer["error"]["message"] for answer in answers)
            sent += count
        assert table.state() == before

    fuzz(100)
    table.deal()
    while sent < MESSAGES // len(GAMES):
        fuzz(40)
        told = table.told(0)
        if told["room"]["waiting"]:
            for seat in (0, 1):
                table.say(seat, t="continue", round=told["view"]["last_round"]["round"])
        elif told["room"]["stage"] == "over":
            fuzz(max(40, (MESSAGES // len(GAMES) - sent) // 2))
        else:
            table.act()
    assert {"gathering", "playing"} <= phases
    assert len(phases) >= 5, phases
    assert table.server.ask("GET", "/healthz").status == 200
