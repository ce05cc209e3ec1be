"""People at table: who is away, whose time runs, who leaves; several on one device; a seat that moves on."""

from __future__ import annotations

import re
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.page_player import PagePlayer
from tests.e2e.people import sit_down
from tests.e2e.scenes import SIZES, Size
from tests.e2e.server import Server
from tests.e2e.test_axe import objections
from tests.e2e.test_layout import resize

pytestmark = pytest.mark.browser
LIVE = "[data-live]"
SHORTEST_GRACE = 5
LATER = 15_000
"""Milliseconds: the shortest grace, and some more."""
KEPT = "() => JSON.stringify([{...sessionStorage}, {...localStorage}])"


COVERED = """() => {
  const covers = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const box = it => it.getBoundingClientRect();
  const slips = [...document.querySelectorAll(".slip")].filter(it => it.checkVisibility());
  const under = [...document.querySelectorAll(".card, [data-cell], [data-pile], .prompt button")]
    .filter(it => it.checkVisibility() && !it.closest(".sprite"));
  const faults = slips.flatMap(slip => under.filter(it => covers(box(slip), box(it)))
    .map(it => `${slip.dataset.slip} lies over ${it.dataset.cell ?? it.className}`));
  for (const slip of slips) {
    const {left, right, top, height} = box(slip);
    if (left < 0 || right > innerWidth || top < 0) faults.push(`${slip.dataset.slip} leaves the screen`);
    for (const it of slip.querySelectorAll("button"))
      if (box(it).top < top - 1 || box(it).height > height + 1 || box(it).right > right + 1
        || box(it).height < 44)
        faults.push(`${it.dataset.action} does not fit its slip`);
  }
  return slips.length === 0 ? ["there is no slip"] : faults;
}"""
"""What a slip covers that it should not."""


def covered(page: Page, sizes: tuple[Size, ...] = SIZES) -> dict[Size, list[str]]:
    """Return what slips cover of cards and buttons, at every size."""
    found = {}
    for size in sizes:
        resize(page, size)
        if faults := page.evaluate(COVERED):
            found[size] = faults
    return found


def state_of(page: Page, seat: int) -> Any:
    """Return the section of a seat, which says whether its person is here."""
    return page.locator(f"[data-seat='{seat}'][data-state]")


def slip(page: Page, kind: str) -> Any:
    """Return a slip over the cloth."""
    return page.locator(f"[data-slip={kind}]")


def menu(page: Page, action: str) -> None:
    """Choose something of the table's menu."""
    page.click("[data-action=menu]")
    page.click(f"[data-panel=menu] [data-action={action}]")


def go_away(page: Page) -> str:
    """Close the table, as a closed laptop does; return where it was."""
    address = page.url
    page.goto("about:blank")
    return address


def share_device(page: Page, server: Server, game: str, bots: int = 0, **options: Any) -> str:
    """Lay a table for Ann and Ben on this device."""
    people = [{"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Ben"}]
    seats = [*people, *[{"kind": "bot", "bot": "greedy", "name": "Wren"}] * bots]
    body = {"game": game, "seats": seats, "options": options}
    answer = page.context.request.post(f"{server.address}/api/matches", data=body)
    assert answer.ok, answer.text()
    match: str = answer.json()["match"]
    page.goto(f"{server.address}/m/{match}")
    return match


def test_a_bot_stands_in_for_who_is_away_and_hands_the_seat_back(open_page: OpenPage, server: Server) -> None:
    ann, ben = open_page(seed=1), open_page(390, 844, seed=1)
    ann_plays, ben_plays = PagePlayer(ann), PagePlayer(ben)
    sit_down([ann, ben], server, "rat-race", manners={"grace": SHORTEST_GRACE})
    ann_plays.wait()
    address = go_away(ben)
    expect(state_of(ann, 1)).to_have_attribute("data-state", "away")
    expect(slip(ann, "away")).to_contain_text("Ben is away. A bot plays in 0:0")
    for _ in range(2):
        ann_plays.wait()
        ann_plays.act()
    expect(state_of(ann, 1)).to_have_attribute("data-state", "stand-in", timeout=LATER)
    expect(slip(ann, "away")).to_have_count(0)
    ann_plays.wait()
    assert ann_plays.room["stood_in"][1] >= 2, "a bot made the moves of Ben"
    ben.goto(address)
    expect(slip(ben, "missed")).to_contain_text("While you were away a bot made")
    assert covered(ben) == {}
    ben.click("[data-action=missed-seen]")
    expect(slip(ben, "missed")).to_have_count(0)
    expect(state_of(ann, 1)).to_have_attribute("data-state", "here")
    spoken = ann.locator(LIVE).inner_text()
    told = [spoken.index(line) for line in ("Ben is away.", "A bot plays for Ben.", "Ben is back.")]
    assert told == sorted(told), "in the order in which it was"
    assert spoken.count("Ben is back.") == 1
    for _ in range(3):
        if ann.locator(".table").get_attribute("data-turn") == "0":
            ann_plays.wait()
            ann_plays.act()
            ann.wait_for_timeout(200)
    ben_plays.wait()
    before = ben_plays.step
    ben_plays.act()
    ben.wait_for_function(
        "before => Number(document.querySelector('.table').dataset.step) > before", arg=before
    )


def test_somebody_may_be_given_more_time_and_the_host_need_not_wait(
    open_page: OpenPage, server: Server
) -> None:
    ann, ben, eve = open_page(), open_page(), open_page(390, 844)
    sit_down([ann, ben, eve], server, "nines", ("Ann", "Ben", "Eve"), manners={"grace": 60})
    go_away(ben)
    expect(slip(ann, "away")).to_contain_text("in 0:57", timeout=LATER)
    assert covered(eve, ((390, 844), (320, 568), (844, 390))) == {}
    expect(slip(eve, "away").locator("[data-action=stand-in]")).to_have_count(0)
    slip(eve, "away").locator("[data-action=more-time]").click()
    expect(slip(ann, "away")).to_contain_text("in 1:00")
    slip(ann, "away").locator("[data-action=stand-in]").click()
    expect(state_of(eve, 1)).to_have_attribute("data-state", "stand-in")
    expect(eve.locator(LIVE)).to_contain_text("A bot plays for Ben.")


@pytest.mark.parametrize("game", ["rat-race", "nines", "rack-o"])
def test_a_slip_about_somebody_covers_no_card(open_page: OpenPage, server: Server, game: str) -> None:
    ann, ben = open_page(), open_page()
    sit_down([ann, ben], server, game, manners={"grace": 600})
    menu(ben, "stop")
    ben.click("[data-action=stop-yes]")
    slip(ann, "stop").wait_for()
    assert covered(ann) == {}, "a question to stop"
    ben.keyboard.press("Escape")
    ben.click("[data-action=stop-play-on]")
    expect(slip(ann, "stop")).to_have_count(0)
    go_away(ben)
    slip(ann, "away").wait_for()
    assert covered(ann) == {}, "somebody is away"


def test_AL5_when_the_time_is_up_the_table_says_what_was_played(open_page: OpenPage, server: Server) -> None:
    ann, ben = open_page(seed=2), open_page(390, 844, seed=2)
    sit_down([ann, ben], server, "rat-race", manners={"turn_time": 4, "grace": 60})
    expect(ann.locator("[data-own=true] [data-clock]")).to_have_class("turn-clock few")
    expect(ann.locator(LIVE)).to_contain_text("Your time is nearly up.")
    expect(ben.locator(LIVE)).not_to_contain_text("nearly up")
    expect(slip(ann, "missed")).to_contain_text("Your time was up", timeout=LATER)
    expect(ben.locator(LIVE)).to_contain_text("The time of Ann was up.")
    expect(ben.locator(".prompt [data-clock]")).to_be_visible()


def test_B45_who_leaves_on_purpose_is_played_for_and_another_is_host(
    open_page: OpenPage, server: Server
) -> None:
    ann, ben = open_page(390, 844), open_page()
    match = sit_down([ann, ben], server, "nines")
    expect(ben.locator("[data-seat='0'] .initial.host")).to_have_count(1)
    menu(ann, "leave-table")
    expect(ann.locator("[data-panel=leave]")).to_contain_text("bot")
    ann.click("[data-action=leave-no]")
    assert ann.locator(".table").count() == 1, "a question first"
    menu(ann, "leave-table")
    ann.click("[data-action=leave-yes]")
    ann.wait_for_selector("[data-action=deal]")
    expect(state_of(ben, 0)).to_have_attribute("data-state", "left")
    expect(ben.locator(LIVE)).to_contain_text("You are the host now.")
    expect(ben.locator("[data-seat='1'] .initial.host")).to_have_count(1)
    ann.goto(f"{server.address}/m/{match}")
    expect(state_of(ben, 0)).to_have_attribute("data-state", "here")
    expect(ben.locator(LIVE)).to_contain_text("Ann is back.")


def test_AL6_a_table_stops_when_everybody_agrees(open_page: OpenPage, server: Server) -> None:
    ann, ben = open_page(390, 844), open_page(320, 568)
    sit_down([ann, ben], server, "rat-race")
    menu(ann, "stop")
    ann.click("[data-action=stop-yes]")
    expect(slip(ann, "stop")).to_contain_text("Ben")
    expect(slip(ben, "stop")).to_contain_text("Ann")
    ben.click("[data-action=stop-play-on]")
    for page in (ann, ben):
        expect(slip(page, "stop")).to_have_count(0)
        expect(page.locator(LIVE)).to_contain_text("The match goes on.")
    menu(ann, "stop")
    ann.click("[data-action=stop-yes]")
    ben.click("[data-action=stop-agree]")
    for page in (ann, ben):
        expect(page.locator(".result-head")).to_have_text("Stopped by agreement")


def test_the_curtain_leaves_nothing_of_the_other_on_the_page(open_page: OpenPage, server: Server) -> None:
    page = open_page(seed=3)
    player = PagePlayer(page)
    share_device(page, server, "rack-o")
    secrets: dict[int, set[str]] = {}
    names = {0: "Ann", 1: "Ben"}
    for _ in range(4):
        curtain = page.locator("[data-curtain]")
        curtain.wait_for()
        seat = int(curtain.get_attribute("data-curtain") or "")
        page.wait_for_function("document.activeElement.dataset.action === 'lift-curtain'")
        expect(curtain).to_contain_text(f"Pass the device to {names[seat]}")
        assert page.locator("[data-cell]").count() == 0, "no card is on the page"
        assert page.locator("[data-viewer='']").count() == 1
        for key in ("Escape", "1", "d", "Escape"):
            page.keyboard.press(key)
        page.wait_for_timeout(100)
        assert curtain.is_visible(), "only its button opens it"
        assert page.locator("[data-refused]").count() == 0
        kept = page.evaluate(KEPT)
        assert '"drew","clause"' not in kept.replace(" ", "")
        page.click("[data-action=lift-curtain]")
        page.wait_for_selector(f".table[data-viewer='{seat}'] [data-own=true] [data-cell]")
        own = player.view["layouts"][seat]["cells"]
        secrets[seat] = {cell["card"] for cell in own if not cell["public"]}
        other = page.locator(f"[data-seat='{1 - seat}'] [data-card-known=true]")
        known = [cell for cell in player.view["layouts"][1 - seat]["cells"] if cell["card"] is not None]
        assert all(cell["public"] for cell in known)
        assert other.count() <= len(known)
        player.step = 0
        while player.view["turn"] == seat:
            player.wait()
            player.act()
            page.wait_for_timeout(50)
    assert secrets[0]
    assert secrets[1]


def test_what_one_drew_is_not_told_to_the_next(open_page: OpenPage, server: Server) -> None:
    page = open_page(seed=3)
    player = PagePlayer(page)
    share_device(page, server, "rack-o")
    page.click("[data-action=lift-curtain]")
    player.wait()
    drawer = player.view["turn"]
    page.click("button[data-action=draw]")
    page.wait_for_selector("[data-hand]:not([data-hand=''])")
    card = page.locator("[data-hand]").get_attribute("data-hand")
    assert page.locator(LIVE).inner_text().find(f"drew {card}") >= 0
    page.locator("[data-own=true] [data-cell='5']").click()
    page.wait_for_selector(f"[data-curtain='{1 - drawer}']")
    expect(page.locator("[data-live]")).not_to_contain_text(f"drew {card}")
    assert f'"kind":"drew","clause":"RO2.1","seat":{drawer},"cell":null,"card":"{card}"' not in page.evaluate(
        "() => Object.values(sessionStorage).join()"
    )
    page.click("[data-action=lift-curtain]")
    page.wait_for_selector(f".table[data-viewer='{1 - drawer}']")
    told = page.locator(".just-now").inner_text()
    assert "drew from the pile" in told
    assert f"drew {card}" not in told


def test_on_one_device_grids_change_seats_without_a_curtain(open_page: OpenPage, server: Server) -> None:
    page = open_page(390, 844, seed=4, has_touch=True)
    player = PagePlayer(page)
    share_device(page, server, "nines", rounds=1)
    seen = set()
    names = {0: "Ann", 1: "Ben"}
    for _ in range(14):
        player.wait()
        seat = player.view["seat"]
        seen.add(seat)
        assert page.locator("[data-curtain]").count() == 0
        assert page.locator(".say-turn").inner_text() == f"{names[seat]}, your turn"
        assert page.locator(f"[data-own=true][aria-label='Cards of {names[seat]}']").count() == 1
        assert re.match(f"{names[seat]} -?", page.locator(".bar-scores b").inner_text())
        player.act()
    assert seen == {0, 1}
    told = page.locator(f"{LIVE} p").all_inner_texts()
    assert {line.split()[0] for line in told} >= {"Ann", "Ben"}
    assert not [line for line in told if line.startswith("You")], "you would be both"
    page.set_viewport_size({"width": 1440, "height": 900})
    words = page.locator(".table").inner_text().split()
    assert {"Ann", "Ben"} <= set(words)
    assert page.locator(".plate-name, .sheet th, .just-now b").get_by_text("You", exact=True).count() == 0


@pytest.mark.thorough
def test_a_match_on_one_device_is_played_to_its_end(open_page: OpenPage, server: Server) -> None:
    page = open_page(seed=5)
    player = PagePlayer(page)
    share_device(page, server, "nines", rounds=2)
    assert player.play_round() == "round"
    expect(page.locator(".result-head")).not_to_contain_text("Your")
    player.go_on()
    page.wait_for_selector("[data-screen=play]")
    assert player.play_round() == "match"


def test_a_seat_moves_to_another_device_once(open_page: OpenPage, server: Server) -> None:
    ann, phone, other = open_page(seed=6), open_page(390, 844), open_page(390, 844)
    ann_plays, phone_plays = PagePlayer(ann), PagePlayer(phone)
    sit_down([ann, open_page()], server, "rat-race")
    ann_plays.wait()
    menu(ann, "move")
    code = ann.locator("[data-panel=move] [data-move-code]").get_attribute("data-move-code")
    ann.locator("[data-panel=move] [data-action=qr]").click()
    expect(ann.locator("[data-panel=move] .qr")).to_be_visible()
    phone.goto(f"{server.address}/j#{code}")
    phone.locator("main button.go, main .button.go").first.click()
    phone.wait_for_selector(".table[data-link=open][data-viewer='0']")
    phone_plays.wait()
    phone_plays.act()
    ann.keyboard.press("Escape")
    expect(ann.locator(".table[data-step='0']")).to_have_count(0)
    ann_plays.wait()
    assert ann_plays.view["step"] >= 1, "both show the same"
    again = other.context.request.post(f"{server.address}/api/join", data={"code": code})
    assert not again.ok


def test_a_watcher_has_no_hand_and_is_counted(open_page: OpenPage, server: Server) -> None:
    ann, eve = open_page(), open_page(390, 844)
    match = sit_down([ann, open_page()], server, "rack-o")
    eve.goto(f"{server.address}/m/{match}")
    expect(eve.locator(".say-title")).to_have_text("You are watching")
    assert eve.locator("[data-own=true]").count() == 0
    assert eve.locator(".legal").count() == 0
    assert eve.locator("[data-seat] [data-card-known=true]").count() == 0
    assert eve.locator(".in-run, .run-line").count() == 0, "of a rack that is not known nothing is said"
    for page in (ann, eve):
        expect(page.locator("[data-watchers='1']")).to_have_count(1)


def test_axe_finds_nothing_in_what_is_about_people(open_page: OpenPage, server: Server) -> None:
    ann, ben = open_page(), open_page(390, 844, dark=True)
    shared = open_page(390, 844, dark=True)
    sit_down([ann, ben, open_page()], server, "rack-o", ("Ann", "Ben", "Eve"), manners={"turn_time": 300})
    found = {}

    def look(name: str, page: Page) -> None:
        page.wait_for_timeout(250)
        page.evaluate(AXE_SCRIPT)
        if told := objections(page):
            found[name] = told

    for action in ("links", "move", "stop", "leave-table"):
        menu(ann, action)
        look(action, ann)
        ann.keyboard.press("Escape")
    menu(ben, "stop")
    ben.click("[data-action=stop-yes]")
    slip(ann, "stop").wait_for()
    go_away(ben)
    slip(ann, "away").wait_for()
    look("slips", ann)
    share_device(shared, server, "rack-o")
    shared.wait_for_selector("[data-curtain]")
    look("curtain", shared)
    assert found == {}
