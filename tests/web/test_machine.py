"""People at a table in every order of events, held beside a model of what a table must do.

Pages say things, once or twice, late, early or together; connections go before or after the server has heard;
the server is killed while it writes, the disk refuses, time passes. After every step the journal, every
message and every page must be what the model says.
"""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule

from tests.web.model_asked import hear
from tests.web.pages import entry
from tests.web.tables import MOST_PAGES, People, choice_of
from upcard.games import find_game

NUMBERS = st.integers(0, 1 << 16)
SHORT: dict[str, dict[str, Any]] = {
    "nines": {"rounds": 2, "turn_limit": 2},
    "rat-race": {"rounds": 2, "turn_limit": 2},
    "rack-o": {"target": 75, "turn_limit": 2},
}
KINDS = st.sampled_from(["person", "friend", "friend", "bot"])
SECONDS = st.sampled_from([0.1, 0.6, 3.0, 11.0, 31.0, 61.0, 400.0])


class Tables(People):
    """One table at a time, its rematches, and whoever comes."""

    @initialize(
        game=st.sampled_from(sorted(SHORT)),
        others=st.lists(KINDS, min_size=1, max_size=3),
        first=st.integers(0, 3),
        grace=st.sampled_from([5, 60]),
        turn_time=st.sampled_from([0, 10]),
        increment=st.sampled_from([0, 4]),
        chat=st.booleans(),
        gathered=st.sampled_from([True, True, True, False]),
    )
    def make(self, game: str, others: list[str], first: int, gathered: bool, **manners: Any) -> None:
        kinds = others[: find_game(game).most_seats - 1]
        kinds.insert(min(first, len(kinds)), "person")
        seats = [choice_of(kind, at) for at, kind in enumerate(kinds)]
        wanted = {"game": game, "seats": seats, "options": SHORT[game], "manners": manners}
        self.model = self.house.make(wanted)
        self.house.visit(self.house.browsers[0], self.model)
        if gathered:  # most stories begin with the first card
            for place in self.model.places:
                if place.kind == "open":
                    self.join(self.house.browser(), "Ben", None)
            self.all_give_words(1)
            assert self.model.stage == "playing"

    # --- coming and going ------------------------------------------------------------------------

    @rule(number=NUMBERS, again=st.booleans())
    def open_a_page(self, number: int, again: bool) -> None:
        """Another tab, or somebody who only watches."""
        if len(self.house.pages) < MOST_PAGES:
            browsers = self.house.browsers
            browser = browsers[number % len(browsers)] if again else self.house.browser()
            if not self.crowded(browser) and sum(page.browser is browser for page in self.house.pages) < 3:
                self.house.visit(browser, self.model)

    @rule(
        number=NUMBERS, again=st.booleans(), name=st.sampled_from(["Ann", "Ben", ""]), seat=st.integers(-1, 4)
    )
    def come_by_the_invitation(self, number: int, again: bool, name: str, seat: int) -> None:
        if self.house.code is None or len(self.house.browsers) > 12:
            return
        browsers = self.house.browsers
        browser = browsers[number % len(browsers)] if again else self.house.browser()
        self.join(browser, name, None if seat < 0 else seat)

    @rule(number=NUMBERS, to=st.none() | NUMBERS)
    def move_to_another_device(self, number: int, to: int | None) -> None:
        """A seat is opened elsewhere too: in a new browser, or one that may sit there already."""
        page, browsers = self.page(number), self.house.browsers
        if page is None or len(browsers) > 12 or len(self.house.pages) > MOST_PAGES:
            return
        model, held = page.model, page.model.held_by(page.browser.tokens)
        asked = self.server.ask("POST", f"/api/matches/{model.name}/move", {}, page.browser.cookies)
        if not held:
            assert asked.json["code"] == "room/watching"
            return
        browser = self.house.browser() if to is None else browsers[to % len(browsers)]
        if self.crowded(page.browser, browser):
            return
        seated = model.held_by(browser.tokens)
        body = {"code": asked.json["code"]}
        told = self.server.ask("POST", "/api/join", body, browser.cookies, browser.address)
        assert told.json == {"match": model.name, "seats": sorted({*held, *seated})}
        if seated:
            assert set(told.cookies.values()) <= set(browser.cookies.values()), "its seat has lost its device"
        browser.cookies |= told.cookies
        assert model.name in browser.cookies
        row = self.server.store.read(model.name, model.length)[0]
        self.house.expect(model, {"kind": "keyed", "seats": held, "token_hash": entry(row)["token_hash"]})
        assert entry(row)["token_hash"] in browser.tokens
        self.house.after()
        again = self.server.ask("POST", "/api/join", body, browser.cookies, browser.address)
        assert again.json["code"] == "room/no-code", "a code opens a seat once"
        self.house.visit(browser, model)

    @rule(number=NUMBERS)
    def lose_a_connection(self, number: int) -> None:
        if page := self.page(number):
            self.house.drop(page)

    @rule(number=NUMBERS, seconds=st.sampled_from([3.0, 61.0]))
    def somebody_goes_and_comes_back(self, number: int, seconds: float) -> None:
        if page := self.page(number, lambda page: page.seat is not None):
            self.house.drop(page)
            self.time_passes(seconds)
            self.house.connect(page)
            self.time_passes(3.0)

    @rule(number=NUMBERS, look=st.integers(-1, 3))
    def connect_again(self, number: int, look: int) -> None:
        pages = self.house.pages
        page = pages[number % len(pages)]
        page.look = None if look < 0 else look
        self.house.connect(page)

    @rule(number=NUMBERS)
    def stop_reading_or_read_on(self, number: int) -> None:
        if pages := [page for page in self.house.pages if page.open]:
            page = pages[number % len(pages)]
            page.stalled = not page.stalled
            page.wire.stall(page.stalled)
            self.server.settle()
            self.house.after()

    @rule(number=NUMBERS, look=st.integers(-1, 3))
    def look_from(self, number: int, look: int) -> None:
        if page := self.page(number):
            page.look = None if look < 0 else look
            self.house.say(page, {"t": "hello", "acked": page.acked, "look": page.look})

    # --- saying ----------------------------------------------------------------------------------

    @rule(number=NUMBERS, seat=st.integers(0, 4))
    def give_a_word(self, number: int, seat: int) -> None:
        if page := self.page(number):
            self.house.say(page, {"t": "word", "seat": seat, "word": f"{number:032x}"})

    @rule(number=NUMBERS)
    def everybody_gives_a_word(self, number: int) -> None:
        self.all_give_words(number)

    @rule(number=NUMBERS, which=NUMBERS, late=st.sampled_from([0, 0, 0, -1, 1]), wrong=st.booleans())
    def act(self, number: int, which: int, late: int, wrong: bool) -> None:
        if page := self.page(number):
            message = self.act_of(page, which)
            message["version"] = max(0, message["version"] + late)
            if wrong and which % 3 == 0:
                message["action"] = ["place 77", "draw", "∞", "take"][which % 4]
            self.house.say(page, message)

    @rule(number=NUMBERS, which=NUMBERS, times=st.integers(2, 3))
    def act_and_repeat_it(self, number: int, which: int, times: int) -> None:
        if page := self.page(number):
            message = self.act_of(page, which)
            self.house.say(page, *[message] * times)
            self.house.say(page, message)

    @rule(number=NUMBERS, which=NUMBERS)
    def repeat_something_old(self, number: int, which: int) -> None:
        if (page := self.page(number)) and page.done:
            self.house.say(page, page.done[which % len(page.done)])

    @rule(number=NUMBERS, which=NUMBERS)
    def what_was_said_second_comes_first(self, number: int, which: int) -> None:
        if page := self.page(number):
            first = self.act_of(page, which)
            second = first | {"id": self.new_id(), "version": first["version"] + 1}
            self.house.say(page, second, first)

    @rule(numbers=st.lists(NUMBERS, min_size=2, max_size=4), which=NUMBERS)
    def all_act_at_once(self, numbers: list[int], which: int) -> None:
        pages = {page: None for number in numbers if (page := self.page(number))}
        if pages:
            self.house.say_together([(page, self.act_of(page, which)) for page in pages])

    @rule(number=NUMBERS, which=NUMBERS)
    def the_answer_is_lost(self, number: int, which: int) -> None:
        """The server hears it, the connection goes, the page comes back and says it again."""
        if page := self.page(number, lambda page: page.seat == page.model.turn is not None):
            page.pending = self.act_of(page, which)
            self.house.say(page, page.pending, lose=True)
            self.house.connect(page)

    @rule(number=NUMBERS, which=NUMBERS)
    def the_question_is_lost(self, number: int, which: int) -> None:
        if page := self.page(number, lambda page: page.seat == page.model.turn is not None):
            page.pending = self.act_of(page, which)
            self.house.drop(page)
            self.house.connect(page)

    @rule(number=NUMBERS, round_=st.sampled_from([0, 0, 0, 1, -1]))
    def go_on(self, number: int, round_: int) -> None:
        if page := self.page(number):
            self.house.say(page, {"t": "continue", "round": max(page.model.ended + round_, 0)})

    @rule(number=NUMBERS, back=st.integers(0, 5))
    def acknowledge(self, number: int, back: int) -> None:
        if (page := self.page(number)) and page.last and page.last["events"]:
            page.acked = max(page.acked, page.last["events"][-1]["n"] - back)
            self.house.say(page, {"t": "ack", "event": page.acked})

    @rule(
        number=NUMBERS,
        seat=st.integers(0, 4),
        kind=st.sampled_from(["deal", "give", "more-time", "stand-in", "leave", "stop", "say", "ping"]),
        yes=st.booleans(),
    )
    def ask_of_the_table(self, number: int, seat: int, kind: str, yes: bool) -> None:
        if page := self.page(number):
            more: dict[str, Any] = {}
            if kind in ("give", "more-time", "stand-in"):
                more["seat"] = seat
            if kind == "give":
                more["bot"] = ["greedy", None, "grredy"][number % 3]
            elif kind == "stop":
                more["agree"] = yes
            elif kind == "say":
                more = {"text": ["hello", "oops", "good evening"][number % 3], "phrase": yes}
            self.house.say(page, {"t": kind, **more})

    @rule(yes=st.booleans())
    def everybody_wants_to_stop(self, yes: bool) -> None:
        for page in [page for page in self.house.pages if page.ready]:
            if page.ready and page.model.held(page.link):
                self.house.say(page, {"t": "stop", "agree": yes})

    # --- what happens to the server --------------------------------------------------------------

    @rule(seconds=SECONDS)
    def time_passes(self, seconds: float) -> None:
        self.server.advance(seconds, self.house.after)

    @rule()
    def the_server_is_killed(self) -> None:
        self.house.restart()

    @rule(number=NUMBERS, which=NUMBERS, kept=st.booleans())
    def the_server_is_killed_while_it_writes(self, number: int, which: int, kept: bool) -> None:
        page = self.page(number, lambda page: page.seat == page.model.turn is not None)
        if page is None or page.model.waiting:
            return
        store = self.server.store
        page.pending = self.act_of(page, which)
        told = {page: len(page.wire.told) for page in self.house.pages}
        store.slow = True
        page.wire.say(page.pending)
        self.server.settle()
        assert {page: len(page.wire.told) for page in self.house.pages} == told, "told before it was kept"
        assert len(store.waiting) == 1
        if kept:
            store.write(store.waiting[0][0])
            self.house.expect(page.model, hear(page.model, page.link, page.pending)[1][0])
        self.house.restart()
        self.house.connect(page)
        assert page.pending is None

    @rule(number=NUMBERS, which=NUMBERS)
    def the_disk_refuses(self, number: int, which: int) -> None:
        page = self.page(number, lambda page: page.seat == page.model.turn is not None)
        if page is None or page.model.bot_plays:
            return
        message = self.act_of(page, which)
        before = self.house.state()
        self.server.store.refusing = True
        page.wire.say(message)
        self.server.settle()
        self.server.store.refusing = False
        assert self.house.state() == before
        self.house.after({page: ["room/not-kept"]})
        self.house.say(page, message)

    # --- playing on ------------------------------------------------------------------------------

    @rule(steps=st.integers(1, 30), which=NUMBERS)
    def people_play_on(self, steps: int, which: int) -> None:
        for step in range(steps):
            if not self.play_one(which + step):
                return

    @precondition(lambda self: self.model.stage == "playing")
    @rule()
    def everybody_goes_on(self) -> None:
        for page in [page for page in self.house.pages if page.ready]:
            if self.model.waiting & set(self.model.held(page.link)) and page.ready:
                self.house.say(page, {"t": "continue", "round": self.model.ended})

    @precondition(lambda self: self.model.stage == "playing" and self.model.clock.runs)
    @rule()
    def let_the_round_run_out(self) -> None:
        for _ in range(60):
            if self.model.waiting or self.model.stage == "over":
                return
            self.time_passes(5.0)

    @precondition(lambda self: self.model.stage == "over")
    @rule(number=NUMBERS)
    def go_on_with_a_rematch(self, number: int) -> None:
        """Who asks gets the same match as everybody; pages go there one by one."""
        page = self.page(number)
        if page is None or len(self.house.models) > 3:
            return
        old, browser = self.model, page.browser
        told = self.server.ask(
            "POST", f"/api/matches/{old.name}/rematch", {}, browser.cookies, browser.address
        )
        if not old.held_by(browser.tokens):
            assert told.json["code"] == "room/watching"
            return
        browser.cookies |= told.cookies
        name = told.json["match"]
        self.house.expect(old, {"kind": "rematched", "match": name})
        self.house.after()
        new = self.house.know(name)
        assert new.created["secret"] != old.created["secret"]
        assert new.created["options"] == old.created["options"]
        assert [place.tokens for place in new.places] == [place.tokens for place in old.places]
        assert new.tally == old.tally
        self.model = new
        for other in self.house.pages:
            if other.open:
                self.house.drop(other)
            other.model, other.version, other.acked, other.pending, other.done = new, -1, 0, None, []
            self.house.connect(other)


Tables.TestCase.settings = settings(
    max_examples=settings.default.max_examples // 2,
    stateful_step_count=40,
    suppress_health_check=list(HealthCheck),
)
TestTables = Tables.TestCase
