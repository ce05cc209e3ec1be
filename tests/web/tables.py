"""People at one table after another, as the machine of ``test_machine`` moves them."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis.stateful import RuleBasedStateMachine, invariant

from tests.web.inside import Server
from tests.web.model import Model
from tests.web.model_asked import No, sit
from tests.web.pages import Browser, House, Page, hashed
from upcard.web import app, rooms
from upcard.web.journal import ALPHABET, CODE_LETTERS
from upcard.web.limits import SOCKETS

MOST_PAGES = 8


def choice_of(kind: str, at: int) -> dict[str, Any]:
    if kind == "bot":
        return {"kind": "bot", "bot": "greedy", "name": ""}
    return {"kind": kind, "name": ["Ann", "ann", ""][at % 3]} if kind == "person" else {"kind": kind}


def pin(patch: pytest.MonkeyPatch) -> None:
    """Have the same story run the same way again: what the server draws follows from a seed.

    How often somebody may ask for a code goes by the clock on the wall, in which a story takes no time.
    """
    chance = random.Random(7)
    patch.setattr(app, "CODES", (1e9, 10**9))
    patch.setattr(rooms, "new_secret", lambda: chance.randbytes(32))
    patch.setattr(rooms, "new_number", lambda: chance.getrandbits(50))
    patch.setattr(rooms, "new_token", lambda: chance.randbytes(16).hex())
    patch.setattr(
        rooms, "new_code", lambda letters=CODE_LETTERS: "".join(chance.choices(ALPHABET, k=letters))
    )


class People(RuleBasedStateMachine):
    """A server, a house of tables, and what people do there; the end of every story is the match's."""

    def __init__(self) -> None:
        super().__init__()
        self._patch = pytest.MonkeyPatch()
        pin(self._patch)
        self._folder = tempfile.TemporaryDirectory()
        self.server = Server(Path(self._folder.name) / "data")
        self.house = House(self.server)
        self.model: Model
        self.ids = 0

    def teardown(self) -> None:
        try:
            if self.house.models and self.house.sound:
                self.play_to_the_end()
        finally:
            self.server.end()
            self._folder.cleanup()
            self._patch.undo()

    def page(self, number: int, also: Callable[[Page], bool] = lambda _: True) -> Page | None:
        pages = [page for page in self.house.pages if page.ready and also(page)]
        return pages[number % len(pages)] if pages else None

    def crowded(self, *browsers: Browser) -> bool:
        """Whether another page of these browsers might be one more than their seats may have."""
        model = self.model
        seats = {seat for browser in browsers for seat in model.held_by(browser.tokens)}
        theirs = [page for page in self.house.pages if seats & {*model.held_by(page.browser.tokens)}]
        return len(theirs) >= SOCKETS

    def new_id(self) -> str:
        self.ids += 1
        return f"id-{self.ids}"

    def act_of(self, page: Page, number: int) -> dict[str, Any]:
        """Something legal for the page's seat, by what it was shown; a draw where there is nothing."""
        view = page.last["view"] if page.last else None
        legal = view["legal"] if view else []
        action = legal[number % len(legal)]["action"] if legal else "draw"
        return {
            "t": "act",
            "id": self.new_id(),
            "version": max(page.version, 0),
            "action": action,
            "acked": page.acked,
        }

    def join(self, browser: Browser, name: str, seat: int | None) -> None:
        model, held = self.model, self.model.held_by(browser.tokens)
        body = {"code": self.house.code, "name": name, "seat": seat}
        told = self.server.ask("POST", "/api/join", body, browser.cookies, browser.address)
        if held:
            assert told.json["seats"] == held
            assert set(told.cookies.values()) <= set(browser.cookies.values()), "another token for nothing"
            browser.cookies |= told.cookies
            assert model.name in browser.cookies
            self.house.after()
            return
        try:
            entry = sit(model, name, seat)
        except No as no:
            refused = no.code
        else:
            refused = None
        if refused is not None:
            assert told.json["code"] == refused
            self.house.after()
            return
        assert told.json == {"match": model.name, "seats": [] if entry is None else [entry["seat"]]}
        browser.cookies |= told.cookies
        if entry is not None:
            self.house.expect(model, entry | {"token_hash": hashed(told.cookies[model.name])})
        self.house.after()
        if len(self.house.pages) < MOST_PAGES + 2:
            self.house.visit(browser, model)

    def all_give_words(self, number: int) -> None:
        """Every page gives a word for each of its seats."""
        for page in [page for page in self.house.pages if page.ready]:
            for seat in page.model.held(page.link):
                self.house.say(page, {"t": "word", "seat": seat, "word": f"{number * 7 + seat:032x}"})

    def play_one(self, which: int) -> bool:
        """Let somebody do what they are waited for; False where nobody who is waited for is ready."""
        model = self.model
        for page in self.house.pages:
            if not page.ready or page.model is not model:
                continue
            held = model.held(page.link)
            if model.waiting & set(held):
                self.house.say(page, {"t": "continue", "round": model.ended})
                return True
            if model.turn in held and model.stage == "playing":
                if page.seat != model.turn:
                    page.look = model.turn
                    self.house.say(page, {"t": "hello", "acked": page.acked, "look": page.look})
                self.house.say(page, self.act_of(page, which))
                return True
        return False

    @invariant()
    def nothing_is_lost_or_doubled(self) -> None:
        if self.house.models:
            self.house.compare_actions()

    def play_to_the_end(self) -> None:
        """Whatever has happened, the match ends once people are there and do what they are asked."""
        model, house = self.model, self.house
        for page in house.pages:
            house.connect(page)
        self.all_give_words(1)
        if model.stage == "gathering":
            page = self.page(0, lambda page: model.host in model.held(page.link))
            if page is None:
                return  # nobody is left who could deal
            house.say(page, {"t": "deal"})
        for step in range(3000):
            if model.stage == "over":
                break
            if not self.play_one(step):
                self.server.advance(1.0, house.after)
        assert model.stage == "over", "it never ends"
        self.nothing_is_lost_or_doubled()
        record = self.server.ask("GET", f"/api/matches/{model.name}/record")
        assert record.status == 200
