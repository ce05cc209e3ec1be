"""Whom one plays against: levels in the lobby, by mouse and by keys, and how long bots take at the table."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.server import Server
from upcard.bots import find_bot

pytestmark = pytest.mark.browser
LEVELS = ["beginner", "casual", "skilled", "strong", "expert"]
DEAL = "[data-action=deal]"
PLAYING = ".table[data-link=open][data-stage=playing]"


@pytest.fixture(scope="module")
def levels(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server as people have it: its bots are the usual ones, and take their time."""
    server = Server(tmp_path_factory.mktemp("levels") / "data", pace=3.0, usual="levels")
    yield server
    server.stop()
    assert not server.log()


def chosen(page: Page) -> str:
    value: str = page.locator("input[name=bot]:checked").input_value()
    return value


def wish_of(page: Page) -> dict[str, Any]:
    """Deal, and return what was asked for."""
    with page.expect_request("**/api/matches") as asked:
        page.click(DEAL)
    wish: dict[str, Any] = json.loads(asked.value.post_data or "")
    page.wait_for_selector(PLAYING)
    return wish


def test_the_levels_are_offered_with_their_character_and_the_others_are_out_of_the_way(
    open_page: OpenPage, levels: Server
) -> None:
    page = open_page()
    page.goto(levels.address)
    assert chosen(page) == "casual"  # waits until the lobby is there
    assert [each.input_value() for each in page.locator(".levels input").all()] == LEVELS
    expect(page.locator(".character")).to_have_text(find_bot("casual").line)
    expect(page.locator("[data-opponent=greedy]")).to_have_count(0)
    page.click("[data-action=other-bots]")
    expect(page.locator("[data-action=other-bots]")).to_have_attribute("aria-expanded", "true")
    page.click("[data-opponent=greedy]")
    assert chosen(page) == "greedy"
    page.reload()
    expect(page.locator("[data-opponent=greedy] input")).to_be_checked()


def test_by_keys_a_level_is_chosen_kept_in_another_game_and_dealt(
    open_page: OpenPage, levels: Server
) -> None:
    page = open_page()
    page.goto(levels.address)
    page.locator("input[name=bot]:checked").focus()
    page.keyboard.press("ArrowRight")
    assert chosen(page) == "skilled"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert chosen(page) == "beginner"
    page.click(".tile[data-game=nines]")
    assert chosen(page) == "beginner", "a level is one in every game"
    assert wish_of(page)["seats"][1]["bot"] == "beginner"


def test_on_a_phone_every_seat_has_a_level_of_its_own(open_page: OpenPage, levels: Server) -> None:
    page = open_page(320, 568)
    page.goto(levels.address)
    page.click(".tile[data-game=nines]")
    page.locator(".seats .segment", has_text="3").click()
    page.select_option("[name=seat-1]", "expert")
    for character in ("Casual:", "Expert:"):
        expect(page.locator(".character")).to_contain_text(character)
    assert [seat.get("bot") for seat in wish_of(page)["seats"]] == [None, "expert", "casual"]


def test_the_menu_says_how_long_bots_take_and_every_page_of_this_browser_does(
    open_page: OpenPage, levels: Server
) -> None:
    page = open_page()
    said: list[dict[str, Any]] = []

    def hear(payload: str | bytes) -> None:
        message = json.loads(payload)
        if message["t"] == "hello":
            said.append(message)

    page.on("websocket", lambda socket: socket.on("framesent", hear))
    page.goto(levels.address)
    page.click("[data-opponent=beginner]")
    wish_of(page)
    assert said[-1]["moment"] == "usual"
    page.click("[data-action=menu]")
    page.locator("[data-panel=menu] .segment:has([name=moment][value=none])").click()
    page.wait_for_timeout(100)
    assert said[-1]["moment"] == "none"
    said.clear()
    page.reload()
    page.wait_for_selector(PLAYING)
    assert said[0]["moment"] == "none"
