"""An upcard that is only lifted can be laid back; one that is taken is placed, whatever the network does."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.e2e.conftest import Complaints, OpenPage
from tests.e2e.lobby import deal
from tests.e2e.page_player import PagePlayer
from tests.e2e.server import Server
from tests.e2e.test_restart import LOST

pytestmark = pytest.mark.browser
DISCARD = "[data-pile=discard]"
LIFTED = "[data-pile=discard].lifted"


class Wire:
    """Stands between a page and the server: hears what is sent, swallows some of it, cuts the line."""

    def __init__(self, page: Page) -> None:
        self.acts: list[str] = []
        self.swallow = ""
        self.cut_after = ""
        page.route_web_socket("**/ws/*", self._connect)

    def _connect(self, page_side: WebSocketRoute) -> None:
        server_side = page_side.connect_to_server()
        cut = [False]

        def to_server(text: str | bytes) -> None:
            message: dict[str, Any] = json.loads(text)
            action = message.get("action", "")
            if action:
                self.acts.append(action)
            if self.swallow and action.startswith(self.swallow):
                return
            server_side.send(text)
            if self.cut_after and action.startswith(self.cut_after):
                self.cut_after = ""
                cut[0] = True  # what the server answers is lost
                page_side.close(code=1012)

        def to_page(text: str | bytes) -> None:
            if not cut[0]:
                page_side.send(text)

        page_side.on_message(to_server)
        server_side.on_message(to_page)


def to_choose(page: Page, server: Server) -> PagePlayer:
    """Deal, and play until the upcard may be taken."""
    player = PagePlayer(page)
    deal(page, server.address, "nines", rounds=1)
    while True:
        player.wait()
        if player.view["phase"] == "choose":
            return player
        player.act()


def test_what_is_only_lifted_is_laid_back(open_page: OpenPage, server: Server) -> None:
    page = open_page(seed=31)
    wire = Wire(page)
    to_choose(page, server)
    before = len(wire.acts)
    lifted = page.locator(LIFTED)
    for lay_back in (
        lambda: page.keyboard.press("Escape"),
        lambda: page.click(DISCARD),
        lambda: page.keyboard.press("t"),
        lambda: page.click("[data-action=lay-back]"),
    ):
        page.click(DISCARD)
        expect(lifted).to_have_count(1)
        lay_back()
        expect(lifted).to_have_count(0)
    player = PagePlayer(page)
    x, y = player.where(DISCARD)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y + 160, steps=4)
    expect(lifted).to_have_count(1)
    page.mouse.move(20, 700, steps=4)
    page.mouse.up()
    expect(lifted).to_have_count(0)
    assert wire.acts[before:] == [], "nothing was sent"


def test_a_tap_lifts_and_a_second_one_lays_back(open_page: OpenPage, server: Server) -> None:
    page = open_page(390, 844, seed=31, has_touch=True)
    wire = Wire(page)
    player = to_choose(page, server)
    before = len(wire.acts)
    page.tap(DISCARD)
    expect(page.locator(LIFTED)).to_have_count(1)
    page.tap(DISCARD)
    expect(page.locator(LIFTED)).to_have_count(0)
    assert wire.acts[before:] == []
    page.tap(DISCARD)
    page.tap("[data-own=true] [data-cell='9']")
    player.step += 2
    player.wait()
    assert wire.acts[before:] == ["take", "place 9"], "the upcard goes out together with its cell"


def test_a_take_whose_answer_was_lost_is_completed(
    open_page: OpenPage, server: Server, complaints: Complaints
) -> None:
    complaints.allowed = LOST
    page = open_page(seed=31)
    wire = Wire(page)
    player = to_choose(page, server)
    before = len(wire.acts)
    wire.cut_after = "take"
    page.click(DISCARD)
    page.click("[data-own=true] [data-cell='9']")
    player.step += 2
    player.wait()
    assert wire.acts[before:] == ["take", "take", "place 9"], "the same take again, and then its place"
    assert player.view["layouts"][0]["cells"][8]["up"]


def test_a_take_whose_place_was_never_sent_is_shown_plainly(open_page: OpenPage, server: Server) -> None:
    page = open_page(seed=31)
    wire = Wire(page)
    player = to_choose(page, server)
    wire.swallow = "place"
    page.click(DISCARD)
    page.click("[data-own=true] [data-cell='9']")
    expect(page.locator(".table")).to_have_attribute("data-phase", "place-taken")
    wire.swallow = ""
    page.reload()
    expect(page.locator(".say-title")).to_contain_text("You took")
    page.click("[data-own=true] [data-cell='9']")
    player.step += 2
    player.wait()
    assert player.view["layouts"][0]["cells"][8]["up"]
