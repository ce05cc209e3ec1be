"""Fair shuffles: each page checks the match anew, with its own word and the promise from before the deal."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, Route

from tests.e2e.conftest import OpenPage
from tests.e2e.people import join, lay, play_together, sit_down
from tests.e2e.scenes import match_over
from tests.e2e.server import Server

pytestmark = pytest.mark.browser
SHORT: dict[str, dict[str, Any]] = {
    "rat-race": {"rounds": 2, "turn_limit": 12},
    "nines": {"rounds": 1},
    "rack-o": {"target": 75, "turn_limit": 12},
}
FAIR = ""
"""No seed: the cards come from a secret and from the words of the people."""


def check(page: Page) -> str:
    """Check the shuffle on the result screen; return the verdict."""
    page.wait_for_selector("[data-result=match]")
    page.click("[data-action=verify]")
    verdict = page.locator("[data-verdict]")
    verdict.wait_for()
    return verdict.get_attribute("data-verdict") or ""


def findings(page: Page) -> dict[str, str]:
    """Return what was found about the match as a whole: right (true), wrong (false) or not known (null)."""
    told = page.locator("[data-verdict] > .findings > li").evaluate_all(
        "them => them.map(({dataset}) => [dataset.finding, dataset.ok])"
    )
    return dict(told)


@pytest.mark.parametrize(
    "game", ["rat-race", *[pytest.param(game, marks=pytest.mark.thorough) for game in ("nines", "rack-o")]]
)
def test_both_people_find_their_match_fair(open_page: OpenPage, server: Server, game: str) -> None:
    ann, ben = open_page(seed=FAIR), open_page(390, 844, seed=FAIR)
    match = sit_down([ann, ben], server, game, options=SHORT[game])
    words = {}
    for page in (ann, ben):
        kept = json.loads(page.evaluate("match => localStorage.getItem(`upcard/fair/${match}`)", match))
        assert "broken" not in kept
        words.update(kept["words"])
    assert sorted(words) == ["0", "1"]
    play_together([ann, ben], server, match, match_over)
    for page in (ann, ben):
        assert check(page) == "fair"
        assert set(findings(page).values()) == {"true"}
        assert findings(page)["fair.word"] == "true"
        page.locator("summary", has_text="Every answer").click()
        every = page.locator("details[open] [data-finding]")
        assert every.count() >= 1
        assert every.evaluate_all("them => them.every(({dataset}) => dataset.ok === 'true')")
        page.locator("summary", has_text="Secret and words").click()
        shown = page.locator(".published").inner_text()
        assert all(word in shown for word in words.values())
        page.keyboard.press("Escape")
        assert page.evaluate("document.activeElement.dataset.action") == "verify"


def test_a_changed_record_is_found(open_page: OpenPage, server: Server) -> None:
    ann, ben = open_page(seed=FAIR), open_page(seed=FAIR)
    match = sit_down([ann, ben], server, "rat-race", options=SHORT["rat-race"])
    play_together([ann, ben], server, match, match_over)

    def shuffle_by_hand(route: Route) -> None:
        record = route.fetch().json()
        cards = record["rounds"][1]["chance"][0]["shuffle"]
        other = next(at for at, card in enumerate(cards) if card != cards[0])
        cards[0], cards[other] = cards[other], cards[0]
        route.fulfill(json=record)

    def promise_another(route: Route) -> None:
        record = route.fetch().json()
        record["fair"]["commitment"] = "00" * 32
        route.fulfill(json=record)

    ann.route("**/record?form=json", shuffle_by_hand)
    assert check(ann) == "wrong"
    wrong = {key for key, ok in findings(ann).items() if ok == "false"}
    assert wrong == {"fair.answers.not"}
    ann.locator("summary", has_text="Every answer").click()
    assert ann.locator("details[open] [data-ok=false]").count() == 1
    ben.route("**/record?form=json", promise_another)
    assert check(ben) == "wrong"
    assert findings(ben)["fair.promise.broken"] == "false"


def test_a_record_that_does_not_come_is_asked_for_again(
    open_page: OpenPage, server: Server, complaints: Any
) -> None:
    complaints.allowed = ("Failed to load resource",)
    page = open_page(seed=FAIR)
    match = sit_down([page], server, "nines", ("Ann",), bots=1, options=SHORT["nines"])
    play_together([page], server, match, match_over)
    page.wait_for_selector("[data-result=match]")
    page.route("**/record?form=json", lambda route: route.fulfill(status=503, body="no"))
    page.click("[data-action=verify]")
    page.wait_for_selector("[data-panel=verify] [role=alert]")
    page.unroute("**/record?form=json")
    page.click("[data-action=verify-again]")
    page.wait_for_selector("[data-verdict=fair]")


def test_who_came_later_is_told_what_has_to_be_believed(open_page: OpenPage, server: Server) -> None:
    ann, ben = open_page(seed=FAIR), open_page(seed=FAIR)
    match, code = lay(ann.context, server, "nines", options=SHORT["nines"])
    ann.goto(f"{server.address}/m/{match}")
    ann.wait_for_selector(".table[data-stage=gathering]")
    watcher = open_page(seed=FAIR)
    join(ben.context, server, code, "Ben")
    ben.goto(f"{server.address}/m/{match}")
    ben.wait_for_selector(".table[data-stage=playing]")
    play_together([ann, ben], server, match, match_over)
    watcher.goto(f"{server.address}/m/{match}")
    assert check(watcher) == "unseen"
    told = findings(watcher)
    assert {key for key, ok in told.items() if ok == "null"} == {"fair.promise.unseen", "fair.word.none"}
    assert told["fair.answers"] == "true"
    ben.evaluate("localStorage.clear()")  # as on another device
    ben.reload()
    assert check(ben) == "unseen"
    assert findings(ben)["fair.word.elsewhere"] == "null"


def test_a_row_of_matches_is_counted_and_gathers_by_itself(open_page: OpenPage, server: Server) -> None:
    ann, ben = open_page(seed=FAIR), open_page(390, 844, seed=FAIR)
    match = sit_down([ann, ben], server, "nines", options=SHORT["nines"])
    play_together([ann, ben], server, match, match_over)
    ann.wait_for_selector("[data-result=match]")
    assert ann.locator("[data-tally]").count() == 0
    ann.click("[data-action=rematch]")
    ann.wait_for_url(lambda address: not address.endswith(match))
    ann.wait_for_selector(".table[data-stage=gathering]")
    ben.wait_for_selector("[data-asked]")
    assert ben.locator("[data-asked]").inner_text() == "Ann wants another"
    assert ben.locator("[data-action=rematch]").inner_text() == "To the rematch"
    ben.click("[data-action=rematch]")
    ben.wait_for_url(ann.url)
    for page in (ann, ben):
        page.wait_for_selector(".table[data-stage=playing]")
    play_together([ann, ben], server, ann.url.rpartition("/")[2], match_over)
    ann.wait_for_selector("[data-tally]")
    assert ann.locator("[data-tally]").inner_text().startswith("You ")
    assert ann.locator("[data-tally]").inner_text().endswith(" of 2")
    assert check(ben) == "fair"
