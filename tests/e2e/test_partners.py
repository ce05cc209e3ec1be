"""Rack-O with partners: three people in browsers of their own, a bot, and somebody who watches."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Welcome
from tests.e2e.people import GATHERED, play, same_truth
from tests.e2e.server import Server

pytestmark = pytest.mark.browser
PARTNER = {0: 2, 1: 3, 2: 0}


def test_RO_partners_three_people_and_a_bot_see_the_same_truth(welcome: Welcome, server: Server) -> None:
    ann, ben, cleo, watcher = (welcome(server, name, seed=5) for name in ("Ann", "Ben", "Cleo", "Wim"))
    page = ann.page
    page.goto(ann.relay.address)
    ann.press(".tile[data-game=rack-o]")
    page.locator(".seats .segment", has_text="4").click()
    for seat in (1, 2):
        page.locator(f"select[name=seat-{seat}]").select_option("@friend")
    page.locator("select[name=seat-3]").select_option("greedy")
    ann.press("[data-action=house]")
    page.locator(".presets label", has_text="Partners").click()
    page.locator("#option-target").fill("75")
    page.locator("#option-turn_limit").fill("10")
    ann.press("[data-action=house-done]")
    ann.press("[data-action=deal]")
    page.wait_for_selector("[data-gathering=host]")
    link = page.locator("[data-share=invite] input").input_value()
    watcher.open(page.locator("[data-share=watch] input").input_value())
    ben.open(link)
    ben.page.locator("input[name=name]").fill("Ben")
    expect(ben.page.locator(".segment:has(input[name=seat])")).to_have_count(2)
    ben.page.locator(".segment:has(input[name=seat][value='1'])").click()
    ben.press("[data-action=sit]")
    ben.page.wait_for_selector(".table[data-link=open]")
    cleo.sit(link)
    people = [ann, ben, cleo]
    for person in (*people, watcher):
        person.page.wait_for_selector(GATHERED)
    assert [person.player.view["seat"] for person in people] == [0, 1, 2]
    for seat, person in enumerate(people):
        teams = person.page.locator("[data-seat]:has(.plate-team)")
        expect(teams).to_have_count(1)
        assert teams.get_attribute("data-seat") == str(PARTNER[seat]), "partners sit across"
    rounds = 0
    while (screen := play(people)) == "round":
        rounds += 1
        same_truth([*people, watcher])
        for person in people:
            person.player.go_on()
        for person in people:
            person.page.wait_for_selector("[data-screen=play]")
    assert screen == "match"
    same_truth([*people, watcher])
    sheets = [person.player.view["sheet"] for person in (*people, watcher)]
    assert all(sheet == sheets[0] for sheet in sheets)
    totals = sheets[0]["totals"]
    for person in (*people, watcher):
        view, result = person.player.view, person.page.locator("[data-result=match]")
        expect(result.locator("[data-seat]")).to_have_count(4)
        assert view["partners"] == [[0, 2], [1, 3]]
        for team in view["partners"]:
            assert all(totals[seat] == totals[team[0]] for seat in team), "a team has one total"
            expect(result.locator(".sheet").first).to_contain_text(str(totals[team[0]]))
    watched = watcher.page.locator(".result-head").inner_text()
    assert watched.startswith(("Ben + Heron win, ", "Guest + Cleo win, ", "A tie ")), "watchers have no team"
    winners = set(ann.player.view["outcome"]["winners"])
    for seat, person in enumerate(people):
        said = person.page.locator(".result-head").inner_text()
        if len(winners) < 4:
            assert said.startswith("Your team wins" if seat in winners else "The other team wins"), said
