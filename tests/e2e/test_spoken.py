"""B67: what happens is spoken, each event once and in order."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.conftest import OpenPage
from tests.e2e.lobby import deal
from tests.e2e.page_player import PagePlayer
from tests.e2e.server import Server

pytestmark = pytest.mark.browser
OVERHEAR = """() => {
  globalThis.overheard = [];
  const hear = nodes => { for (const node of nodes) if (node.nodeType === 1) {
    const said = node.matches("[data-live] p") ? [node] : [...node.querySelectorAll("[data-live] p")];
    overheard.push(...said.map(each => each.textContent));
  } };
  new MutationObserver(changes => { for (const {addedNodes} of changes) hear(addedNodes); })
    .observe(document, {childList: true, subtree: true});
}"""


@pytest.mark.parametrize(
    ("game", "seats", "speed", "options"),
    [
        ("nines", 4, "off", {"rounds": 1}),
        pytest.param("rat-race", 2, 2, {"rounds": 1}, marks=pytest.mark.long),
        ("rack-o", 3, "off", {"target": 75, "turn_limit": 12}),
    ],
)
def test_B67_each_public_event_is_spoken_once_and_in_order(
    open_page: OpenPage, server: Server, game: str, seats: int, speed: Any, options: dict[str, int]
) -> None:
    page = open_page(seed=31, speed=speed)
    page.add_init_script(f"({OVERHEAR})()")
    player = PagePlayer(page)
    deal(page, server.address, game, seats=seats, **options)
    player.play_round()
    spoken = page.evaluate("overheard")
    assert page.locator("[data-live]").count() == 1
    assert page.locator("[data-live]").get_attribute("aria-live") == "polite"
    assert len(spoken) == len(player.events), "one message for each event"
    assert [event["n"] for event in player.events] == list(range(1, len(spoken) + 1))
    names = {seat["seat"]: seat["name"] for seat in player.room["seats"]}
    for event, said in zip(player.events, spoken, strict=True):
        assert "undefined" not in said
        assert "{" not in said
        if event["kind"] in ("drew", "took", "placed", "rejected", "scored", "flipped", "revealed"):
            name = "You" if event["seat"] == player.view["seat"] else names[event["seat"]]
            assert said.startswith(name), f"{said!r} tells of {name}"
        if event["kind"] == "drew" and event["seat"] != player.view["seat"]:
            assert not any(letter.isdigit() for letter in said.removeprefix(name)), "not which card"
