"""Cards travel, and nobody has to wait for them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import OpenPage
from tests.e2e.lobby import deal
from tests.e2e.page_player import PagePlayer
from tests.e2e.policy import choose, place_for
from tests.e2e.server import Server

pytestmark = pytest.mark.browser
KNOWN = """step => {
  const table = document.querySelector(".table");
  if (!table || Number(table.dataset.version) < step) return null;
  return {moving: table.dataset.settled === "false", screen: table.dataset.screen};
}"""
COUNT = """
globalThis.flown = 0;
globalThis.longest = 0;
const look = () => {
  for (const animation of document.getAnimations())
    if (animation.effect.target?.closest(".table"))
      longest = Math.max(longest, animation.effect.getComputedTiming().activeDuration);
  requestAnimationFrame(look);
};
new MutationObserver(changes => { for (const {addedNodes} of changes) for (const node of addedNodes)
  if (node.nodeType === 1) flown += node.matches(".flying") + node.querySelectorAll(".flying").length;
}).observe(document, {childList: true, subtree: true});
requestAnimationFrame(look);
"""


class Hasty(PagePlayer):
    """Taps as soon as the page has been told that it may, whatever is still on its way."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.taps = 0
        self.moving = 0

    def tap(self, selector: str) -> None:
        """Tap, and see that the table has heard it."""
        self.click(selector)
        self.taps += 1
        self.step += 1
        self.page.wait_for_function(KNOWN, arg=self.step, timeout=5_000)

    def my_move(self) -> bool:
        """Wait until there is something to do; False when the match is over."""
        while True:
            if self.view and self.view["outcome"]:
                return False
            if self.view and self.view["seat"] in self.room["waiting"]:
                self.step = self.view["step"]
                self.wait()
                self.go_on()
                self.page.wait_for_selector("[data-screen=play]")
            elif self.view and self.view["legal"]:
                break
            self.page.wait_for_timeout(2)
        self.step = self.view["step"]
        return True

    def hurry(self) -> None:
        """Do what there is to do by a tap on a card or a pile."""
        view = self.view
        self.moving += self.page.evaluate(KNOWN, 0)["moving"]
        if view["phase"] in ("choose", "place-drawn"):
            wanted = choose(view)
            if wanted == "take":
                self.click("[data-pile=discard]")
                self.taps += 1
                self.step += 1
                wanted = f"place {place_for(view, view['discard'][-1])}"
        elif view["phase"] == "place-taken":
            wanted = f"place {place_for(view, view['hand']['card'])}"
        else:
            wanted = view["legal"][0]["action"]
        pile = {"draw": "pile", "reject": "discard"}.get(wanted)
        self.tap(f"[data-pile={pile}]" if pile else f"[data-own=true] [data-cell='{wanted.split()[1]}']")


@pytest.mark.parametrize(
    "taps", [pytest.param(30, marks=pytest.mark.thorough), pytest.param(1000, marks=pytest.mark.long)]
)
def test_no_tap_is_lost_while_cards_move(open_page: OpenPage, server: Server, taps: int) -> None:
    page = open_page(seed=51, speed=0.5)
    player = Hasty(page)
    deal(page, server.address, "nines", rounds=18)
    while player.taps < taps:
        if player.my_move():
            player.hurry()
        else:
            old = page.url
            page.locator("[data-action=rematch]").click()
            page.wait_for_url(lambda url, old=old: url != old)
            player.view = {}
    assert player.moving >= taps // 4, "cards were on their way"


def test_cards_travel_within_a_third_of_a_second(open_page: OpenPage, server: Server) -> None:
    page = open_page(seed=52, speed=1)
    page.add_init_script(COUNT)
    player = PagePlayer(page)
    deal(page, server.address, "nines", rounds=1)
    for _ in range(4):
        player.wait()
        player.act()
    player.wait()
    assert page.evaluate("flown") > 4
    assert 200 <= page.evaluate("longest") <= 420


def test_who_wants_less_motion_gets_less(open_page: OpenPage, server: Server) -> None:
    page = open_page(seed=52, speed=1, reduced_motion="reduce")
    page.add_init_script(COUNT)
    player = PagePlayer(page)
    deal(page, server.address, "nines", rounds=1)
    player.play_match()
    assert page.evaluate("flown") == 0
    assert page.evaluate("longest") <= 80
