"""A person at the page: sees what the page shows and was told, and plays by clicks, taps or keys."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, WebSocket

from tests.e2e.policy import View, choose, place_for

MY_MOVE = """step => {
  const table = document.querySelector(".table");
  if (!table || table.dataset.settled !== "true" || table.dataset.link !== "open") return null;
  if (table.dataset.stage === "gathering") return null;
  const done = table.dataset.screen !== "play";
  if (done) {
    const next = document.querySelector('[data-action="continue"], [data-action="rematch"]');
    return next ? {screen: table.dataset.screen, step: Number(table.dataset.step)} : null;
  }
  if (table.dataset.turn !== table.dataset.viewer || Number(table.dataset.step) < step) return null;
  return {screen: "play", phase: table.dataset.phase, step: Number(table.dataset.step)};
}"""
LEGAL_CELLS = """() => [...document.querySelectorAll("[data-own=true] [data-cell][data-action]")]
  .map(card => card.dataset.action)"""
POINT = """selector => {
  const wanted = document.querySelector(selector);
  if (!wanted) return null;
  const {left, top, width, height} = wanted.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const hit = document.elementFromPoint(x, y);
  return width && hit && (wanted === hit || wanted.contains(hit)) ? [x, y] : null;
}"""
OWN = "[data-own=true] [data-cell='{}']"


class PagePlayer:
    """Plays the seat of a page; ``view`` is the newest that the page was told, ``events`` are all of them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.view: View = {}
        self.room: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []
        self.step = 0
        self.turns = 0
        self.after_each: Callable[[], None] = lambda: None
        page.on("websocket", self._listen)

    # --- what it is told -------------------------------------------------------------------------

    def _listen(self, socket: WebSocket) -> None:
        self.events.clear()
        socket.on("framereceived", self._hear)

    def _hear(self, payload: str | bytes) -> None:
        message = json.loads(payload)
        if message["t"] == "now":
            self.view, self.room = message["view"], message["room"]
            last = self.events[-1]["n"] if self.events else 0
            self.events += [event for event in message["events"] if event["n"] > last]

    def wait(self) -> str:
        """Wait until the page wants something; return its screen: play, round or match."""
        for _ in range(100):  # page and socket may each be told a moment before the other
            found = self.page.wait_for_function(MY_MOVE, arg=self.step, timeout=20_000).json_value()
            self.step = found["step"]
            screen: str = found["screen"]
            if screen != "play" or (self.view and self.view["step"] == self.step):
                return screen
            self.page.wait_for_timeout(20)
        raise AssertionError("the page does not show the newest view")

    # --- what it does ----------------------------------------------------------------------------

    def where(self, selector: str) -> tuple[float, float]:
        """Return the middle of something as soon as it lies there, with nothing over it."""
        found = self.page.evaluate(POINT, selector)
        if found is None:
            found = self.page.wait_for_function(POINT, arg=selector, timeout=10_000).json_value()
        return found[0], found[1]

    def click(self, selector: str) -> None:
        """Press something. It is not waited for until it lies still: nobody does."""
        self.page.mouse.click(*self.where(selector))

    def cell(self, number: int) -> None:
        """Press one of one's own cards."""
        self.click(OWN.format(number))

    def draw(self) -> None:
        """Draw; by the pile or by its button, in turn."""
        self.click("[data-pile=pile]" if self.turns % 2 else "button[data-action=draw]")

    def take(self, cell: int) -> None:
        """Lift the upcard and put it on a card."""
        self.click("[data-pile=discard]" if self.turns % 2 else "button[data-action=take]")
        self.cell(cell)

    def reject(self) -> None:
        """Reject the card in hand."""
        self.click("button[data-action=reject]" if self.turns % 2 else "[data-pile=discard]")

    def answer(self, action: str) -> None:
        """Press the button of an answer."""
        self.click(f"button[data-action='{action}']")

    def act(self) -> None:
        """Do something sensible in one's own turn."""
        view = self.view
        legal = [choice["action"] for choice in view["legal"]]
        on_cells = {action for action in legal if action.split()[0] in ("place", "flip")}
        plain = {action for action in on_cells if not action.endswith("declare")}
        assert set(self.page.evaluate(LEGAL_CELLS)) == plain, "the page lifts what is legal and nothing else"
        taken = view["phase"] == "place-taken"
        wanted = f"place {place_for(view, view['hand']['card'])}" if taken else choose(view)
        verb, *more = wanted.split()
        self.step += 1
        if verb == "draw":
            self.draw()
        elif verb == "take":
            self.step += 1
            cell = place_for(view, view["discard"][-1])
            self.take(cell)
        elif verb == "reject":
            self.reject()
        elif verb in ("place", "flip"):
            self.cell(int(more[0]))
        else:
            self.answer(wanted)
        plain_action = wanted.removesuffix(" declare")
        if f"{plain_action} declare" in legal:
            self.answer(wanted)
        self.turns += 1
        self.after_each()

    def go_on(self) -> None:
        """Go on to the next round."""
        self.click("[data-action=continue]")

    def play_round(self) -> str:
        """Play until a round, or the match, is over; return which."""
        while (screen := self.wait()) == "play":
            self.act()
        return screen

    def play_match(self) -> None:
        """Play until the result of the match shows."""
        while self.play_round() == "round":
            result = self.page.locator("[data-result=round]")
            assert result.locator("[data-seat]").count() == self.view["seats"], "a summary for every seat"
            self.go_on()
            self.page.wait_for_selector("[data-screen=play]")
            self.after_each()
        assert self.page.locator("[data-result=match]").is_visible()


class Toucher(PagePlayer):
    """Plays by taps alone."""

    def click(self, selector: str) -> None:
        """Tap something."""
        self.page.touchscreen.tap(*self.where(selector))


class Typist(PagePlayer):
    """Plays by keys alone."""

    def press(self, key: str) -> None:
        """Press a key."""
        self.page.keyboard.press(key)

    def cell(self, number: int) -> None:
        """Press a card's digit, or walk to it with the arrows."""
        if self.turns % 3:
            self.press(str(number % 10))
        else:
            self._walk_to(number)
            self.press("Enter" if self.turns % 2 else "Space")

    def _walk_to(self, number: int) -> None:
        page = self.page
        for _ in range(40):
            if page.evaluate("document.activeElement.closest('[data-own=true] [data-cell]') !== null"):
                break
            self.press("Tab")
        columns = self.view["layouts"][self.view["seat"]]["columns"]
        rack = self.view["layouts"][self.view["seat"]]["kind"] == "rack"
        self.press("Home")
        if rack:
            for _ in range(number - 1):
                self.press("ArrowUp")
        else:
            for _ in range((number - 1) // columns):
                self.press("ArrowDown")
            for _ in range((number - 1) % columns):
                self.press("ArrowRight")
        at = page.evaluate("document.activeElement.dataset.cell")
        assert at == str(number), f"the arrows lead to {at}, not to {number}"

    def draw(self) -> None:
        """Press d."""
        self.press("d")

    def take(self, cell: int) -> None:
        """Press t, and the card's key."""
        self.press("t")
        self.cell(cell)

    def reject(self) -> None:
        """Press r."""
        self.press("r")

    def answer(self, action: str) -> None:
        """Press y, n, w or p."""
        verb = action.split(maxsplit=1)[0]
        self.press({"walk-out": "w", "pass": "p"}.get(verb, "y" if action.endswith("declare") else "n"))

    def go_on(self) -> None:
        """The button has the focus."""
        assert self.page.evaluate("document.activeElement.dataset.action") == "continue"
        self.press("Enter")
