"""Whole matches through the page: from the lobby to the result and the rematch, by clicks and by taps."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import OpenPage
from tests.e2e.lobby import deal
from tests.e2e.page_player import PagePlayer, Toucher, Typist
from tests.e2e.server import Server

pytestmark = pytest.mark.browser


@pytest.mark.long
def test_a_whole_match_of_nines_as_printed(open_page: OpenPage, server: Server) -> None:
    page = open_page(seed=1)
    player = PagePlayer(page)
    deal(page, server.address, "nines")
    player.play_match()
    assert player.view["rounds"] == 9
    assert len(player.view["sheet"]["rounds"]) == 9


@pytest.mark.thorough
def test_a_short_match_of_nines(open_page: OpenPage, server: Server) -> None:
    page = open_page(seed=1)
    player = PagePlayer(page)
    deal(page, server.address, "nines", preset="Short")
    player.play_match()
    assert len(player.view["sheet"]["rounds"]) == 3


def test_nines_with_four_seats(open_page: OpenPage, server: Server) -> None:
    page = open_page(seed=2)
    player = PagePlayer(page)
    deal(page, server.address, "nines", seats=4, rounds=1)
    player.play_match()
    assert player.view["seats"] == 4


@pytest.mark.thorough
def test_a_whole_match_of_rat_race_with_its_reveal(open_page: OpenPage, server: Server) -> None:
    page = open_page(seed=3)
    player = PagePlayer(page)
    deal(page, server.address, "rat-race")
    player.wait()
    assert player.view["phase"] == "reveal"
    player.play_match()
    kinds = {event["kind"] for event in player.events}
    assert {"revealed", "turned-down", "clocked-off"} <= kinds


def test_a_match_of_rack_o(open_page: OpenPage, server: Server) -> None:
    page = open_page(seed=4)
    player = PagePlayer(page)
    deal(page, server.address, "rack-o", target=75)
    player.play_match()


@pytest.mark.thorough
def test_a_match_of_rack_o_with_a_partner(open_page: OpenPage, server: Server) -> None:
    page = open_page(seed=5)
    player = PagePlayer(page)
    deal(page, server.address, "rack-o", seats=4, preset="Partners", target=100)
    player.play_match()
    assert player.view["partners"]


def test_B63_round_end_match_end_and_rematch(open_page: OpenPage, server: Server) -> None:
    page = open_page(seed=6)
    player = PagePlayer(page)
    deal(page, server.address, "nines", rounds=1)
    player.play_match()
    old = page.url
    page.locator("[data-action=rematch]").click()
    page.wait_for_url(lambda url: url != old)
    player.step = 0
    player.play_match()


@pytest.mark.thorough
def test_B65_a_whole_match_by_taps_where_long_presses_do_no_harm(open_page: OpenPage, server: Server) -> None:
    page = open_page(390, 844, seed=7, has_touch=True, is_mobile=True, device_scale_factor=2)
    player = Toucher(page)
    deal(page, server.address, "rat-race", tap=True, rounds=1)
    touch = page.context.new_cdp_session(page)

    def press_long(selector: str) -> None:
        x, y = player.where(selector)
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        page.wait_for_timeout(800)
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        page.wait_for_timeout(50)
        assert page.evaluate("getSelection().toString()") == "", "no text is selected"
        assert page.evaluate("visualViewport.scale") == 1, "nothing is magnified"

    player.wait()
    step = player.view["step"]
    for pressed in (
        "[data-own=true] [data-cell='5']",
        "[data-pile=pile]",
        "[data-pile=discard]",
        ".prompt .say",
    ):
        press_long(pressed)
    assert player.view["step"] - step <= 1, "a long press is a tap or nothing"
    player.step = player.view["step"]
    player.play_match()


def test_a_whole_match_by_keyboard_alone(open_page: OpenPage, server: Server) -> None:
    page = open_page(seed=8)
    player = Typist(page)
    page.goto(server.address)
    page.wait_for_selector("[data-action=deal]")
    press, focused = page.keyboard.press, lambda: page.evaluate("document.activeElement.matches('body')")

    def tab_to(selector: str) -> None:
        for _ in range(40):
            press("Tab")
            if page.evaluate("wanted => document.activeElement.matches(wanted)", selector):
                return
        raise AssertionError(f"Tab does not lead to {selector}")

    tab_to("input[name=game]")
    while page.evaluate("document.activeElement.value") != "rack-o":
        press("ArrowDown")
    tab_to("[data-action=house]")
    press("Enter")
    page.wait_for_selector("[data-panel=house]")
    tab_to("#option-target")
    press("Control+a")
    page.keyboard.type("75")
    tab_to("[data-action=house-done]")
    press("Enter")
    assert page.evaluate("document.activeElement.dataset.action") == "house", "the panel gives the focus back"
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.activeElement.dataset.action") == "deal"
    press("Enter")
    page.wait_for_selector(".table[data-link=open]")

    def keep_focus() -> None:
        page.wait_for_function("document.querySelector('.table').dataset.settled === 'true'")
        assert not focused(), f"the focus dropped at step {player.view['step']}"

    player.after_each = keep_focus
    player.play_match()
    assert page.evaluate("document.activeElement.dataset.action") == "rematch"
    tab_to("[data-action=leave]")
    press("Enter")
    page.wait_for_selector("[data-action=deal]")
