"""Two servers whose deals differ in two cards, and everything that leaves them.

What is random by design (the match's number, its secret, tokens and codes) is pinned, so that all that two
servers say can be compared to the byte. Everybody does the same at both: what a seat does, and when its time
runs out or a bot stands in, follows from the number of the action alone.
"""

from __future__ import annotations

import asyncio
import io
import logging
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.secrecy.worlds import hidden
from tests.web.inside import Server, Wire
from upcard.chance import Request
from upcard.dealer import FairChance
from upcard.games import find_game
from upcard.table import Table
from upcard.values import Action, View
from upcard.web import journal, log, match, rooms
from upcard.web.minds import Minds, Player

NUMBER = 123_456_789_012
SECRET = bytes(range(32))
WORDS = tuple(bytes([seat + 1] * 16) for seat in range(4))
OPTIONS: dict[str, dict[str, int | str]] = {"nines": {}, "rat-race": {}, "rack-o": {"target": 500}}
MEASURED = ("acknowledged_seconds", "commit_seconds", "process_", "python_")
"""Figures that tell how fast the machine is."""
MOST_TIMED = 3
"""Actions that the clock may make in one turn."""
Swap = tuple[Request, int, int]


@dataclass(frozen=True, slots=True)
class Swapped(FairChance):
    """A fair deal in which two cards of one shuffle have changed places."""

    swap: Swap | None = None

    def shuffle(self, request: Request, cards: Sequence[int]) -> list[int]:
        order = FairChance.shuffle(self, request, cards)
        if self.swap is not None and self.swap[0] == request:
            _, one, other = self.swap
            order[one], order[other] = order[other], order[one]
        return order


def chosen(actions: Sequence[Action], step: int) -> Action:
    """What is done as action number ``step``, whoever does it and whatever lies where."""
    return random.Random(step).choice([action for action in actions if not action.declare])


def _choose(view: View) -> Action:
    return chosen(view.actions, view.step)


def runs_out(step: int) -> bool:
    """Whether the clock makes this action and the rest of the turn, if it is the first person's."""
    return step % 9 == 4


def away(step: int) -> bool:
    """Whether the second person is away then, and a bot plays."""
    return 12 <= step % 40 < 20


# --- which cards may change places ----------------------------------------------------------------


def follow(
    game: str, seats: int, swap: Swap | None, longest: int = 150, kind: type[Swapped] = Swapped
) -> Iterator[tuple[Any, str]]:
    """Yield the state before each action, and the action, of the match that everybody plays."""
    chance = kind(SECRET, NUMBER, WORDS[:2], swap)
    table = Table(find_game(game), OPTIONS[game], seats, chance)
    timed = False
    while table.turn is not None and table.step < longest:
        legal = table.legal(table.turn)
        begins = table.turn != 0 or any(action.verb in ("draw", "take") for action in legal)
        timed = table.turn == 0 and (runs_out(table.step) or (timed and not begins))
        action = table.default_action() if timed else chosen(legal, table.step)
        yield table._state, str(action)
        if not table.results:
            table.act(table.turn, action)
        if table.results:
            return  # layouts are open now


def the_deal(game: str, seats: int) -> tuple[Request, int]:
    """Return the request that the deal comes from, and how many cards it is of."""
    chance = Swapped(SECRET, NUMBER, WORDS[:2])
    answers = Table(find_game(game), OPTIONS[game], seats, chance).answers
    return [(answer.request, len(answer.cards)) for answer in answers if answer.cards][-1]


def a_reshuffle(game: str, seats: int) -> tuple[int, tuple[Request, int]]:
    """Return after how many actions the pile is shuffled again, that request and its number of cards."""
    asked: list[tuple[Request, int]] = []

    @dataclass(frozen=True, slots=True)
    class Noted(Swapped):
        def shuffle(self, request: Request, cards: Sequence[int]) -> list[int]:
            asked.append((request, len(cards)))
            return Swapped.shuffle(self, request, cards)

    dealt = 0
    for step, _ in enumerate(follow(game, seats, None, kind=Noted)):
        dealt = dealt or len(asked)
        if len(asked) > dealt:
            return step, asked[-1]
    raise AssertionError("the pile lasts for the whole round")


def same_for(game: str, seats: int, viewer: int | None, swap: Swap) -> tuple[int, int]:
    """Return for how many actions the two deals differ in nothing but what the viewer has not seen.

    The second number counts those before which they do differ.
    """
    rules, steps, apart = find_game(game), 0, 0
    for (here, act), (there, other) in zip(
        follow(game, seats, None), follow(game, seats, swap), strict=False
    ):
        unseen = {(place.where, place.seat, place.index) for place in hidden(rules, here, viewer)}
        differ = {
            (one.where, one.seat, one.index)
            for one, two in zip(rules.holdings(here), rules.holdings(there), strict=True)
            if one.card(here) != two.card(there)
        }
        if act != other or not differ <= unseen or (apart and not differ):
            break
        steps += 1
        apart += bool(differ)
    return steps, apart


def swap_for(
    game: str, seats: int, viewer: int | None, least: int, shuffle: tuple[Request, int] | None = None
) -> tuple[Swap, int]:
    """Return two cards of a shuffle that the viewer does not see for at least so many actions, and how many.

    It is the shuffle of the deal unless another is named.
    """
    request, size = shuffle or the_deal(game, seats)
    stream = random.Random(f"{game}{seats}{viewer}")
    best: tuple[Swap, int, int] = ((request, 0, 1), 0, 0)
    for _ in range(40):
        swap = (request, *stream.sample(range(size), 2))
        if shuffle is None:  # one of them is dealt to somebody
            swap = (request, size - 1 - stream.randrange(9 * seats), stream.randrange(size - 9 * seats))
        steps, apart = same_for(game, seats, viewer, swap)
        if apart > best[2]:
            best = (swap, steps, apart)
        if apart >= 2 * least:
            break
    assert best[2] >= least, "no two cards stay unseen for long enough"
    return best[:2]


# --- what is said ---------------------------------------------------------------------------------


@dataclass
class Told:
    """All that left a server: by socket (when, what, how it was closed), over HTTP, figures, log lines."""

    sockets: dict[str, list[tuple[float, str]]] = field(default_factory=dict)
    closed: dict[str, int | None] = field(default_factory=dict)
    http: list[tuple[int, bytes, bytes]] = field(default_factory=list)
    figures: list[str] = field(default_factory=list)
    log: str = ""


class Play:
    """One server with one match, which everybody plays as ``chosen`` says."""

    def __init__(
        self, data: Path, patch: pytest.MonkeyPatch, game: str, seats: int, swap: Swap | None
    ) -> None:
        pin(patch, swap)
        self.told = Told()
        self._written = io.StringIO()
        self._logger = logging.getLogger("upcard.web")
        self._line = logging.StreamHandler(self._written)
        self._line.setFormatter(log.PlainLines("%(message)s"))
        self._logger.addHandler(self._line)
        self._level = self._logger.level
        self._logger.setLevel(logging.INFO)
        self.server = Server(data)
        self.start = self.server.loop.now
        self.wires: dict[str, Wire] = {}
        self._all: dict[str, list[Wire]] = {}
        bots = [{"kind": "bot", "bot": "greedy", "name": ""}] * (seats - 2)
        body = {
            "game": game,
            "seats": [{"kind": "person", "name": "Ann"}, {"kind": "friend"}, *bots],
            "options": OPTIONS[game],
            "manners": {"turn_time": 20, "grace": 5, "increment": 2},
        }
        made = self.ask("POST", "/api/matches", body)
        self.match, self.code = made.json["match"], made.json["invite"]
        self.cookies = [made.cookies]
        self.ask("POST", "/api/invitation", {"code": self.code})
        self.cookies.append(self.ask("POST", "/api/join", {"code": self.code, "name": "Ben"}).cookies)

    def ask(self, method: str, path: str, body: object = None, cookies: dict[str, str] | None = None) -> Any:
        answered = self.server.ask(method, path, body, cookies)
        self.told.http.append((answered.status, repr(answered.headers).encode(), answered.body))
        return answered

    def connect(self, name: str, seat: int | None) -> Wire:
        """Open a page, of a seat or a watcher's."""
        wire = self.server.connect(self.match, {} if seat is None else self.cookies[seat])
        self.wires[name] = wire
        self._all.setdefault(name, []).append(wire)
        wire.say({"t": "hello", "acked": 0})
        self.server.settle()
        return wire

    def said(self, name: str) -> list[tuple[float, str]]:
        """Return everything that was said to a page, over all its connections, and when."""
        return [
            (round(at - self.start, 6), text)
            for wire in self._all[name]
            for at, text in zip(wire.times, wire.told, strict=True)
        ]

    def gather(self) -> None:
        """Everybody comes, a watcher too, and gives a word."""
        for seat, name in enumerate(("seat 0", "seat 1")):
            self.connect(name, seat)
        self.connect("watcher", None)
        self.wires["watcher"].say({"t": "word", "seat": 0, "word": "0" * 32})
        for seat in (0, 1):
            self.ask("GET", "/api/matches", cookies=self.cookies[seat])

    def deal(self) -> None:
        for seat, name in enumerate(("seat 0", "seat 1")):
            self.wires[name].say({"t": "word", "seat": seat, "word": WORDS[seat].hex()})
        self.server.settle()

    @property
    def table(self) -> Table:
        room = self.server.loop.run_until_complete(self.server.app.state.rooms.find(self.match))
        table: Table = room.match.table
        return table

    def play(self, actions: int, late: int) -> None:
        """Do that many actions, and ask for all that must be refused meanwhile; a watcher comes late."""
        while (step := self.table.step) < actions - MOST_TIMED:
            if away(step) == self.wires["seat 1"].open:
                self._let_ben(go=away(step))
            if step >= late and "late watcher" not in self.wires:
                self.connect("late watcher", None)
            self.disturb(step)
            self.act(step)
        for name in self.wires:
            self.told.closed[name] = self.wires[name].closed

    def act(self, step: int) -> None:
        """Have the next action made: by a person, by the clock, or by a bot."""
        table = self.table
        turn = table.turn
        assert turn is not None
        if turn >= 2 or (turn == 1 and away(step)) or (turn == 0 and runs_out(step)):
            for _ in range(300):
                self.server.advance(0.1)
                if self.table.step > step:
                    break
            return
        action = str(chosen(table.legal(turn), step))
        self.wires[f"seat {turn}"].say({"t": "act", "id": f"a{step}", "version": step, "action": action})
        self.server.settle()

    def _let_ben(self, *, go: bool) -> None:
        if go:
            self.wires["seat 1"].drop()
            self.server.settle()
            self.wires["seat 0"].say({"t": "stand-in", "seat": 1})
        else:
            self.connect("seat 1", 1)
        self.server.settle()

    def disturb(self, step: int) -> None:
        """Say what is refused or answered, from everywhere."""
        for name, wire in self.wires.items():
            if wire.open:
                wire.say({"t": "act", "id": f"x{step}{name}", "version": step, "action": "place 77"})
                wire.say({"t": "act", "id": f"y{step}{name}", "version": step + 1, "action": "draw"})
                wire.say({"t": "give", "seat": 1, "bot": "greedy"})
                wire.say({"t": "ping"})
        self.wires["seat 0"].say({"t": "say", "text": "hello", "phrase": True})
        self.server.settle()
        if step % 5 == 0:
            self.ask("GET", f"/api/matches/{self.match}/record")
            self.ask("GET", "/api/matches", cookies=self.cookies[0])
            self.ask("POST", f"/api/matches/{self.match}/rematch", {}, self.cookies[0])
            told = self.server.ask("GET", "/metrics").body.decode()
            lines = told.splitlines()
            self.told.figures += [line for line in lines if not any(word in line for word in MEASURED)]

    def end(self) -> Told:
        """End the server; return all that it has said."""
        self.server.end()
        self.told.sockets = {name: self.said(name) for name in self._all}
        self._logger.removeHandler(self._line)
        self._logger.setLevel(self._level)
        self.told.log = "\n".join(line[9:] for line in self._written.getvalue().splitlines())
        return self.told


def pin(patch: pytest.MonkeyPatch, swap: Swap | None) -> None:
    """Pin what is random by design, and have every match deal with two cards swapped."""
    tokens, codes = count(), count()

    def chance(secret: bytes, number: int, words: Sequence[bytes]) -> FairChance:
        return Swapped(secret, number, tuple(words), swap)

    def decide(self: Minds, player: Player, view: View) -> asyncio.Future[Action]:
        return asyncio.get_running_loop().run_in_executor(None, _choose, view)

    patch.setattr(match, "FairChance", chance)
    patch.setattr(Minds, "decide", decide)
    patch.setattr(rooms, "new_secret", lambda: SECRET)
    patch.setattr(rooms, "new_number", lambda: NUMBER)
    patch.setattr(rooms, "new_token", lambda: f"token-{next(tokens)}")
    patch.setattr(rooms, "new_code", lambda letters=journal.CODE_LETTERS: f"{next(codes):0{letters}d}")
