"""Browsers and their pages at a server inside the test, each held beside a model of its table."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from tests.web.inside import Server, Wire
from tests.web.model import EPSILON, Link, Model
from tests.web.model_asked import Kept, No, hear
from upcard.web import protocol
from upcard.web.store import Row


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def entry(row: Row) -> Kept:
    kept: Kept = json.loads(row.payload)
    return kept


@dataclass(eq=False)
class Browser:
    """A browser: its cookies, and what it has been told of its actions."""

    address: str
    cookies: dict[str, str] = field(default_factory=dict)
    acknowledged: list[tuple[int, str]] = field(default_factory=list)

    @property
    def tokens(self) -> frozenset[str]:
        return frozenset(map(hashed, self.cookies.values()))


@dataclass(eq=False)
class Page:
    """A tab of a browser at one table; it lives on while its connections come and go."""

    browser: Browser
    model: Model
    wire: Wire
    link: Link
    read: int = 0
    acked: int = 0
    version: int = -1
    look: int | None = None
    stalled: bool = False
    heard: int = 0
    last: dict[str, Any] | None = None
    last_at: float = 0.0
    pending: dict[str, Any] | None = None
    done: list[dict[str, Any]] = field(default_factory=list)

    @property
    def open(self) -> bool:
        return self.wire.open

    @property
    def ready(self) -> bool:
        """Whether it hears everything that is said."""
        return self.open and self.link.greeted and not self.stalled

    @property
    def seat(self) -> int | None:
        return self.model.eyes(self.link)

    def take(self) -> list[str]:
        """Read what has come; return the answers among it, and check what can be checked of each message."""
        answers = []
        for text in self.wire.told[self.read :]:
            told = json.loads(text)
            if told["t"] == "refused":
                assert set(told["error"]) == {"code", "message", "clause", "legal"}
                assert told["error"]["message"], "a refusal has a reason"
                answers.append(told["error"]["code"])
                if self.pending and told["id"] == self.pending["id"]:
                    self.pending = None
            elif told["t"] == "pong":
                answers.append("pong")
            else:
                answers += self._take_now(told)
        self.read = len(self.wire.told)
        return answers

    def _take_now(self, told: dict[str, Any]) -> list[str]:
        assert told["version"] >= self.version, "a version went back"
        self.version = told["version"]
        self.last, self.last_at = told, self.wire.at
        view, events = told["view"], told["events"]
        if events:
            assert [event["n"] for event in events] == list(range(events[0]["n"], events[-1]["n"] + 1))
            seat = view["seat"]
            true = {event.number + 1: event for event in self.model.told_events(seat, events[0]["n"] - 1)}
            for event in events:
                assert event == shown_event(self.model, true[event["n"]]), "another event than happened"
        for line in told["talk"]:
            assert line == self.model.said[line["n"] - 1]
            assert line["n"] > self.heard, "said twice"
            self.heard = line["n"]
        if told["reply"] is None:
            return []
        reply = told["reply"]
        if self.pending and reply["id"] == self.pending["id"]:
            self.done.append(self.pending)
            self.pending = None
        assert view is not None
        self.browser.acknowledged.append((view["seat"], reply["id"]))
        return [reply["result"]]

    def compare(self) -> None:
        """Hold the last message beside what the model says the page must be shown."""
        told, model = self.last, self.model
        assert told is not None
        assert told["version"] == model.version
        assert told["seats"] == model.held(self.link)
        assert told["view"] == shown_view(model, self.seat)
        compare_room(told["room"], model, exact=self.last_at == model.now)
        assert self.heard == len(model.said)


def shown_event(model: Model, event: Any) -> Any:
    return json.loads(protocol.to_json(protocol.show_event(event, model.game.faces)))


def shown_view(model: Model, seat: int | None) -> Any:
    return _shown(model, seat, model.version, model.stage)


@lru_cache(maxsize=64)
def _shown(model: Model, seat: int | None, version: int, stage: str) -> Any:
    if model.table is None:
        return None
    return json.loads(protocol.to_json(protocol.show_view(model.table.view(seat), model.game.faces)))


def compare_room(told: dict[str, Any], model: Model, *, exact: bool) -> None:
    """Hold a room beside its model; times only if they were told just now."""
    over = model.stage == "over"
    words = [place.word for place in model.places if place.word]
    expected = {
        "match": model.name,
        "game": model.game.name,
        "title": model.game.title,
        "stage": model.stage,
        "host": model.host,
        "manners": model.created["manners"],
        "watchers": sum(not model.held(link) for link in model.links),
        "waiting": sorted(model.waiting),
        "stop": sorted(model.votes),
        "clocked": model.clocked,
        "stood_in": model.stood_in,
        "rematch": model.rematch,
        "tally": model.tally,
        "number": str(model.created["number"]),
        "commitment": told["commitment"],
        "fair": {"secret": told["fair"]["secret"], "words": words} if over else None,
    }
    assert {name: told[name] for name in expected} == expected
    if over:
        secret = bytes.fromhex(told["fair"]["secret"])
        assert hashlib.sha256(secret).hexdigest() == told["commitment"]
    if model.now - model.presence.stood_at <= EPSILON:
        return  # a table that was busy just then looks up a hundredth of a second later
    _compare_seats(told["seats"], model, exact=exact)
    if told["clock"] is None or not model.clock.runs:
        assert (told["clock"] is None) == (not model.clock.runs)
    else:
        assert told["clock"]["seat"] == model.turn
        if exact:
            assert abs(told["clock"]["left"] - model.clock.left(model.now)) <= EPSILON


def _compare_seats(told: Sequence[dict[str, Any]], model: Model, *, exact: bool) -> None:
    for at, (seat, place) in enumerate(zip(told, model.places, strict=True)):
        kind = place.kind
        state = {"bot": "here", "open": "open"}.get(kind) or model.presence.state(at)
        assert (seat["seat"], seat["name"], seat["kind"], seat["bot"]) == (at, place.name, kind, place.bot)
        assert seat["worded"] == (place.word is not None)
        assert seat["state"] == state, f"seat {at} is {state}, not {seat['state']}"
        waits = state == "away" and model.stage == "playing" and at in model.presence.due
        assert (seat["until"] is not None) == waits
        if waits and exact:
            assert abs(seat["until"] - (model.presence.due[at] - model.now)) <= EPSILON


class House:
    """A server with its tables, their models, and everybody's pages."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.models: dict[str, Model] = {}
        self.pages: list[Page] = []
        self.browsers: list[Browser] = []
        self.code: str | None = None
        self.sound = True
        """Whether all was as it must be so far."""

    # --- tables ----------------------------------------------------------------------------------

    def browser(self) -> Browser:
        self.browsers.append(Browser(f"10.0.0.{len(self.browsers) + 1}"))
        return self.browsers[-1]

    def make(self, wanted: dict[str, Any]) -> Model:
        """Have the first browser make a table."""
        browser = self.browser()
        told = self.server.ask("POST", "/api/matches", wanted, browser.cookies, browser.address)
        assert told.status == 201, told.body
        browser.cookies |= told.cookies
        self.code = told.json["invite"]
        return self.know(told.json["match"])

    def know(self, name: str) -> Model:
        """Set up the model of a match from its first entry."""
        created = entry(self.server.store.read(name)[0])
        settings = self.server.settings
        model = Model(name, created, self.server.loop.now, settings.pace, settings.patience)
        self.models[name] = model
        return model

    # --- pages -----------------------------------------------------------------------------------

    def visit(self, browser: Browser, model: Model, look: int | None = None) -> Page:
        """Open a page of a browser."""
        page = Page(browser, model, Wire(self.server), Link(browser.tokens), look=look)
        self.pages.append(page)
        self.connect(page)
        return page

    def connect(self, page: Page) -> None:
        """Connect, say hello, and say once more what was not answered."""
        if page.open and page.link in page.model.links:
            self.drop(page)
        page.wire = self.server.connect(page.model.name, page.browser.cookies, page.browser.address)
        page.link = Link(page.browser.tokens)
        page.read, page.stalled, page.heard = 0, False, 0
        self.server.settle()
        page.model.join(page.link)
        self.say(page, {"t": "hello", "acked": page.acked, "look": page.look})
        if page.pending and page.seat is not None:
            self.say(page, page.pending)

    def drop(self, page: Page) -> None:
        """Have a page's connection gone."""
        page.wire.drop()
        self.server.settle()
        page.model.quit(page.link)
        self.after()

    def say(self, page: Page, *messages: dict[str, Any], lose: bool = False) -> None:
        """Say something; with ``lose`` the connection goes before an answer is read."""
        self.say_together([(page, message) for message in messages], lose=[page] if lose else [])

    def say_together(self, said: Sequence[tuple[Page, dict[str, Any]]], lose: Sequence[Page] = ()) -> None:
        """Say several things before the server hears any of them, in this order."""
        before = self.state()
        self.sound = False
        expected: dict[Page, list[str]] = {}
        kept: list[tuple[Model, Kept]] = []
        changed = False
        for page, message in said:
            page.wire.say(message)
            answer, entries, changes = self._expect(page, message)
            changed |= changes
            if answer:
                expected.setdefault(page, []).append(answer)
            kept += [(page.model, one) for one in entries]
        for page in lose:
            page.wire.drop()
        self.server.settle()
        for page in lose:
            page.model.quit(page.link)
        self._compare_kept(kept)
        if not changed and not lose:
            assert self.state() == before, "a refusal has changed something"
        self.after(expected)

    def _expect(self, page: Page, message: dict[str, Any]) -> tuple[str, list[Kept], bool]:
        model = page.model
        try:
            answer, entries = hear(model, page.link, message)
        except No as no:
            return no.code, [], False
        for one in entries:
            model.take(one)
        model.look()
        quiet = message["t"] in ("hello", "ack", "ping") or answer == "already-done"
        return answer, entries, not quiet

    def _compare_kept(self, expected: Sequence[tuple[Model, Kept]]) -> None:
        """What the journals begin their new part with must be what was asked for, in that order."""
        for model in self.models.values():
            mine = [one for owner, one in expected if owner is model]
            if mine:
                rows = self.server.store.read(model.name, model.length - len(mine))
                assert [entry(row) for row in rows[: len(mine)]] == mine

    def expect(self, model: Model, one: Kept) -> None:
        """This must be what was kept next."""
        row = self.server.store.read(model.name, model.length)[0]
        assert entry(row) == one
        model.take(one)

    def state(self) -> str:
        """All that a refusal must not change, as a hash."""
        told = []
        for model in self.models.values():
            rows = self.server.store.read(model.name)
            room = self.server.loop.run_until_complete(self.server.app.state.rooms.find(model.name))
            state = room.match._table._state if room.match._table else None
            told += [rows, repr(state), room.talk.said, sorted(room.stop_votes), sorted(room.presence.gone)]
        return hashlib.sha256(repr(told).encode()).hexdigest()

    # --- what must be so after every step -----------------------------------------------------------

    def after(self, expected: dict[Page, list[str]] | None = None) -> None:
        """Take in what the server did by itself, and hold everything beside the models."""
        self.sound = False
        for model in self.models.values():
            model.now = self.server.loop.now
            model.look()
            for row in self.server.store.read(model.name, model.length):
                one = entry(row)
                model.may_come(one)
                model.take(one)
            assert model.overdue() is None, f"{model.overdue()} is overdue"
            assert model.stuck() is None, model.stuck()
            assert model.host in model.presence.here or not model.presence.here
        for page in self.pages:
            answers = page.take() if page.ready else []
            assert answers == (expected or {}).get(page, []) or not page.ready
            self.keep_secrets(page)
            if page.ready:
                page.compare()
        self.sound = True

    def keep_secrets(self, page: Page) -> None:
        """No message holds a token, a code, or a word or secret of a match that is not over."""
        hidden = [self.code or "no code"]
        for browser in self.browsers:
            hidden += browser.cookies.values()
        if page.model.stage != "over":
            hidden += [place.word for place in page.model.places if place.word]
        for text in page.wire.told[-3:]:
            assert not any(secret in text for secret in hidden)

    def compare_actions(self) -> None:
        """What was acknowledged is in the journal once, and what is there twice is not to be found."""
        kept: list[tuple[int, str]] = []
        for name in self.models:
            entries = map(entry, self.server.store.read(name)[1:])
            kept += [(one["seat"], one["id"]) for one in entries if one["kind"] == "acted" and one["id"]]
        assert len(set(kept)) == len(kept), "an action counts twice"
        for browser in self.browsers:
            assert set(browser.acknowledged) <= set(kept), "what was acknowledged is lost"

    def restart(self) -> None:
        """Kill the server and start another on what was kept."""
        self.server.kill()
        self.server.begin()
        for page in self.pages:
            page.wire.drop()
        for model in self.models.values():
            model.restart()
        self.after()
