"""B47: a seat that is open in two tabs shows the same in both, however fast one of them plays."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import OpenPage
from tests.e2e.lobby import deal
from tests.e2e.page_player import PagePlayer
from tests.e2e.server import Server

pytestmark = pytest.mark.browser
CATCHES_UP = 20_000
"""Milliseconds: the dozen beats that a picture may be behind, at their usual pace."""


@pytest.mark.thorough
def test_B47_a_second_tab_keeps_up_with_the_first(open_page: OpenPage, server: Server) -> None:
    page = open_page(seed=21)  # it plays without motion
    player = PagePlayer(page)
    deal(page, server.address, "nines", rounds=1)
    other = page.context.new_page()
    other.add_init_script("""localStorage.setItem("upcard/settings", '{"speed": 1}')""")
    other.goto(page.url)
    other.wait_for_selector(".table[data-link=open]")
    page.bring_to_front()
    player.play_match()
    other.bring_to_front()
    other.wait_for_selector("[data-result=match]", timeout=CATCHES_UP)
    headline = ".result-head"
    assert other.locator(headline).inner_text() == page.locator(headline).inner_text()
    page.bring_to_front()
    player.click("[data-action=rematch]")
    page.wait_for_url(lambda address: address != other.url)
    other.bring_to_front()
    other.click("[data-action=rematch]")
    other.wait_for_url(page.url)
