"""B39: a server that was killed comes back, and so does the page, by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.conftest import Complaints, OpenPage
from tests.e2e.lobby import deal
from tests.e2e.page_player import PagePlayer
from tests.e2e.server import Server

pytestmark = pytest.mark.browser
LOST = ("WebSocket connection to ", "Failed to load resource: net::ERR_CONNECTION_REFUSED")


def test_B39_killed_in_the_middle_the_match_goes_on(
    open_page: OpenPage, data: Path, complaints: Complaints
) -> None:
    complaints.allowed = LOST
    server = Server(data)
    try:
        page = open_page(seed=11)
        player = PagePlayer(page)
        deal(page, server.address, "nines", rounds=1)
        for _ in range(4):
            player.wait()
            player.act()
        player.wait()
        before = player.view
        server.kill()
        page.wait_for_selector(".table[data-link=again]")
        assert page.locator(".slip-link").is_visible()
        assert page.locator("[data-own=true] [data-cell]").count() == 9, "the picture stays"
        player.act()  # kept, and sent once there is a server again
        server = server.again()
        page.wait_for_selector(".table[data-link=open]", timeout=10_000)
        player.wait()
        assert player.view["step"] > before["step"]
        server.kill()
        server = server.again()
        player.play_match()
        assert page.url.startswith(server.address)
        numbers = [event["n"] for event in player.events]
        assert numbers == sorted(set(numbers))
    finally:
        server.stop()


def test_a_reload_comes_back_to_the_seat(open_page: OpenPage, server: Server) -> None:
    page = open_page(seed=12)
    player = PagePlayer(page)
    deal(page, server.address, "rat-race", rounds=1)
    for _ in range(3):
        player.wait()
        player.act()
    player.wait()
    before = player.view
    page.reload()
    player.wait()
    assert player.view == before
    player.act()
    player.wait()
    assert player.view["step"] > before["step"]
