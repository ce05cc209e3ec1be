"""B35: two deals that differ in cards a seat has not seen give that seat the same page, to the letter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import OpenPage
from tests.e2e.page_player import PagePlayer
from tests.e2e.server import Server
from tests.e2e.socket_player import make_match, play_until

pytestmark = pytest.mark.browser
WATCH_FLIGHTS = """
globalThis.flown = [];
const look = it => { if (it.matches(".flying")) flown.push(it.innerHTML); };
new MutationObserver(changes => { for (const {addedNodes} of changes) for (const node of addedNodes)
  if (node.nodeType === 1) [node, ...node.querySelectorAll("*")].forEach(look);
}).observe(document, {childList: true, subtree: true});
"""
# The order of attributes tells when they came, which no person sees.
MARKUP = """() => {
  const told = node => {
    if (node.nodeType !== 1) return node.textContent;
    const attributes = [...node.attributes].map(({name, value}) => `${name}="${value}"`).sort().join(" ");
    return `<${node.localName} ${attributes}>${[...node.childNodes].map(told).join("")}</>`;
  };
  return told(document.documentElement) + flown.sort().join("");
}"""
STEPS = 5
ENOUGH = 4
"""How many times two pages must have been compared."""


class Twin:
    """One of two pages that should be the same."""

    def __init__(self, page: Page, server: Server, game: str, seats: int) -> None:
        self.player = PagePlayer(page)
        self.asked: list[str] = []
        page.on("request", lambda request: self.asked.append(request.url.replace(self.match, "M")))
        page.add_init_script(WATCH_FLIGHTS)
        self.match = ""
        self.match = make_match(page.context, server, game, seats)
        play_until(page.context, server, self.match, lambda view, _: bool(view["legal"]))
        page.goto(f"{server.address}/m/{self.match}")
        self.player.wait()

    def markup(self) -> str:
        """Return all there is on the page, and all that has flown over it."""
        whole: str = self.player.page.evaluate(MARKUP)
        return whole.replace(self.match, "M")


def told(player: PagePlayer) -> list[Any]:
    """Return what a seat was told, the match's name apart."""
    return [player.view, player.events]


def same_requests(one: Twin, other: Twin) -> None:
    """Both ask for the same; further parts of a page come one by one, on one sooner than on the other."""
    for _ in range(100):
        if sorted(one.asked) == sorted(other.asked):
            return
        one.player.page.wait_for_timeout(100)
    assert sorted(one.asked) == sorted(other.asked)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose bots take their time, so that each of their actions comes by itself."""
    server = Server(tmp_path_factory.mktemp("served") / "data", pace=0.05)
    yield server
    server.stop()


@pytest.mark.parametrize(
    ("game", "seats", "swapped"),
    [
        ("nines", 2, 8),
        pytest.param("rat-race", 2, 12, marks=pytest.mark.long),
        pytest.param("rack-o", 4, 23, marks=pytest.mark.long),
    ],
)
def test_B35_hidden_cards_leave_no_trace_on_the_page(
    open_page: OpenPage, server: Server, game: str, seats: int, swapped: int
) -> None:
    one = Twin(open_page(seed="41", speed=2), server, game, seats)
    other = Twin(open_page(seed=f"41~{swapped}", speed=2), server, game, seats)
    compared = 0
    while compared < STEPS and told(one.player) == told(other.player):  # until the other card comes up
        assert one.markup() == other.markup()
        same_requests(one, other)
        compared += 1
        for twin in (one, other):
            twin.player.act()
            twin.player.wait()
    assert compared >= ENOUGH
