"""House rules that no table could play by are refused where they are typed."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import OpenPage
from tests.e2e.server import Server

pytestmark = pytest.mark.browser


def test_a_number_out_of_range_keeps_the_form_open(open_page: OpenPage, server: Server) -> None:
    page = open_page()
    page.goto(server.address)
    page.click(".tile[data-game=nines]")
    page.click("[data-action=house]")
    rounds = page.locator("#option-rounds")
    for wrong in ("19", "0", "1.5"):
        rounds.fill(wrong)
        page.click("[data-action=house-done]")
        assert rounds.is_visible()
        assert rounds.evaluate("field => field === document.activeElement"), "the focus shows which"
    rounds.fill("18")
    page.click("[data-action=house-done]")
    rounds.wait_for(state="detached")
