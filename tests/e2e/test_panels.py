"""Rules, settings and keys: a tap away, and back again."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import OpenPage
from tests.e2e.lobby import deal
from tests.e2e.page_player import PagePlayer
from tests.e2e.server import Server

pytestmark = pytest.mark.browser


def test_a_refusal_says_why_and_leads_to_the_clause(open_page: OpenPage, server: Server) -> None:
    page = open_page(seed=61)
    player = PagePlayer(page)
    deal(page, server.address, "nines", rounds=1)
    for _ in range(2):
        player.wait()
        player.act()
    player.wait()
    assert player.view["phase"] == "choose"
    player.cell(1)
    slip = page.locator("[data-refused='NI2.2']")
    assert slip.is_visible()
    slip.locator("[data-action=clause]").click()
    clause = page.locator("[data-panel=rules] [data-clause='NI2.2']")
    clause.wait_for()
    assert clause.evaluate("it => it.classList.contains('wanted')")
    page.wait_for_function("""() => { const {top, bottom} =
      document.querySelector("[data-clause='NI2.2']").getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight; }""")
    page.keyboard.press("Escape")
    assert page.locator("dialog[open]").count() == 0
    player.play_match()


def test_a_choice_lasts_over_a_reload(open_page: OpenPage, server: Server) -> None:
    page = open_page(seed=62)
    page.goto(server.address)
    page.locator("[data-action=menu]").click()
    page.locator("[data-panel=menu] .segment", has_text="Dark").click()
    page.locator("[data-panel=menu] input[name=name]").fill("Ann <b>")
    page.locator("[data-panel=menu] [data-action=close]").click()
    page.reload()
    page.wait_for_selector("[data-action=deal]")
    assert page.locator("html").get_attribute("data-theme") == "dark"
    page.locator("[data-action=deal]").click()
    page.wait_for_selector(".table[data-link=open][data-stage=playing]")
    player = page.locator("[data-own=true] .plate-name")
    assert player.count() == 1


def test_keys_are_explained(open_page: OpenPage, server: Server) -> None:
    page = open_page(seed=63)
    deal(page, server.address, "rack-o")
    page.keyboard.press("?")
    panel = page.locator("[data-panel=keys]")
    panel.wait_for()
    page.keyboard.press("Escape")
    assert page.locator("dialog[open]").count() == 0
    assert page.evaluate("document.activeElement !== document.body")
