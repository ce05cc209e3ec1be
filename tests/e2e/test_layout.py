"""On every screen everything needed is on it, large enough for a thumb, and nothing lies over anything."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.conftest import Complaints
from tests.e2e.scenes import (
    SCENES,
    SIZES,
    Scene,
    Size,
    Studio,
    last_turn,
    match_over,
    phase,
    press,
    round_over,
)
from tests.e2e.server import Server
from tests.e2e.socket_player import Until

pytestmark = pytest.mark.browser
SMALLEST = 44

FAULTS = """([smallest, scrolls]) => {
  const faults = [];
  const name = it => it.dataset.action || it.dataset.pile || (it.dataset.cell && `cell ${it.dataset.cell}`)
    || it.className || it.tagName;
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) faults.push(`scrolls sideways by ${wide}`);
  const tall = document.documentElement.scrollHeight - innerHeight;
  if (!scrolls && tall > 0) faults.push(`scrolls down by ${tall}`);
  const scope = document.querySelector("dialog[open]") ?? document;
  const found = [...scope.querySelectorAll("button, a[href], select, .segment, label.bot, .tile")]
    .filter(it => it.checkVisibility({visibilityProperty: true}) && it.getBoundingClientRect().width > 0);
  // What is seen of something: a box that scrolls hides the rest.
  const box = it => {
    let {left, top, right, bottom} = it.getBoundingClientRect();
    const whole = {width: right - left, height: bottom - top};
    for (let over = it.parentElement; over; over = over.parentElement) {
      const style = getComputedStyle(over);
      if (over.matches("html, body") || style.overflowY === "visible") continue;
      const edge = over.getBoundingClientRect();
      [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
      [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
    }
    return {left, top, right, bottom, ...whole};
  };
  const floats = it => {
    for (let over = it; over; over = over.parentElement)
      if (["sticky", "fixed"].includes(getComputedStyle(over).position)) return true;
    return false;
  };
  for (const it of found) {
    const {left, top, right, bottom, width, height} = box(it);
    if (it.matches(".look")) continue;
    if (width < smallest - .5 || height < smallest - .5)
      faults.push(`${name(it)} is ${width.toFixed(1)} by ${height.toFixed(1)}`);
    const inside = left > -1 && right < innerWidth + 1 && (scrolls || (top > -1 && bottom < innerHeight + 1));
    if (!inside) faults.push(`${name(it)} is off the screen: ${[left, top, right, bottom].map(Math.round)}`);
  }
  for (const [at, one] of found.entries()) for (const other of found.slice(at + 1)) {
    if (one.contains(other) || other.contains(one)) continue;
    if (scrolls && floats(one) !== floats(other)) continue;  // what stays may cover what scrolls by
    const [a, b] = [box(one), box(other)];
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (across > 1 && down > 1)
      faults.push(`${name(one)} and ${name(other)} overlap by ${across.toFixed(1)} by ${down.toFixed(1)}`);
  }
  const words = [".say-title", ".say-more", ".plate-name", ".plate-points", ".tag", ".foot", ".rail-tag",
    ".run-words", ".pile-name", ".button", ".bar-game", ".bar-round", ".result-head", ".result-why"].join();
  for (const it of scope.querySelectorAll(words)) {
    if (!it.checkVisibility() || it.closest(".sr-only") || !it.textContent) continue;
    const {left, right, top, bottom, width} = box(it);
    const below = !scrolls && (top < -1 || bottom > innerHeight + 1);
    if (width && (left < -1 || right > innerWidth + 1 || below))
      faults.push(`"${it.textContent}" leaves the screen: ${[left, top, right, bottom].map(Math.round)}`);
    if (width > 2 && it.scrollWidth > it.clientWidth + 1 && getComputedStyle(it).overflowX !== "visible")
      faults.push(`the words "${it.textContent}" are cut off`);
  }
  for (const strip of scope.querySelectorAll(".prompt")) for (const it of strip.querySelectorAll(".say p")) {
    const over = box(it).bottom - box(strip).bottom;
    if (getComputedStyle(strip).backgroundColor !== "rgba(0, 0, 0, 0)" && over > 1)
      faults.push(`the words "${it.textContent}" hang out of their strip by ${over.toFixed(0)}`);
    for (const card of document.querySelectorAll("[data-own=true] [data-cell]")) {
      const [a, b] = [box(it), box(card)];
      if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
        faults.push(`the words "${it.textContent}" run under ${name(card)}`);
    }
  }
  return [...new Set(faults)];
}"""

TABLES: dict[str, Scene] = {
    "rat-race": Scene("rat-race", phase("place-drawn", 16), seed=3),
    "rat-race, the upcard lifted": Scene(
        "rat-race", phase("choose", 16), seed=3, then=press("[data-pile=discard]")
    ),
    "rat-race, last turn": Scene("rat-race", last_turn, seed=2),
    "rat-race, turning up": Scene("rat-race", phase("turn-up"), seed=1),
    "rat-race, walking out": SCENES["ratrace-walk"],
    "nines, 2 seats": Scene("nines", phase("place-drawn", 16), seed=2),
    "nines, 4 seats": Scene("nines", phase("choose", 30), seats=4, seed=3),
    "nines, 6 seats": Scene("nines", phase("place-drawn", 40), seats=6, seed=3),
    "nines, 8 seats": Scene("nines", phase("place-drawn", 60), seats=8, seed=3),
    "rack-o, 2 seats": Scene("rack-o", phase("place-drawn", 16), seed=3),
    "rack-o, 3 seats": Scene("rack-o", phase("choose", 20), seats=3, seed=3),
    "rack-o, 4 seats": Scene("rack-o", phase("place-drawn", 20), seats=4, seed=3),
}
RESULTS = ("ratrace-match", "nines-8-round", "racko-4-round", "ratrace-round", "nines-match", "racko-round")
"""The first three are looked at every time."""


def faults_of(
    browser: Browser, server: Server, complaints: Complaints, scene: Scene, *, scrolls: bool
) -> dict[str, Any]:
    """Return what is wrong with a scene at every size."""
    context = Studio(browser, server).context(scene, 1)
    complaints.watch(context)
    page = context.new_page()
    found: dict[str, Any] = {}
    address = scene.begin(context, server)
    scene.show(page, address)
    for size in SIZES:
        resize(page, size)
        if faults := page.evaluate(FAULTS, [SMALLEST, scrolls]):
            found[f"{size[0]}x{size[1]}"] = faults
    context.close()
    return found


def resize(page: Page, size: Size) -> None:
    """Give the page another size, and time to take it in."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.wait_for_timeout(120)


@pytest.mark.parametrize("table", TABLES)
def test_a_table_fits_every_screen(
    browser: Browser, server: Server, complaints: Complaints, table: str
) -> None:
    assert faults_of(browser, server, complaints, TABLES[table], scrolls=False) == {}


@pytest.mark.parametrize(
    "result", [*RESULTS[:3], *(pytest.param(name, marks=pytest.mark.long) for name in RESULTS[3:])]
)
def test_a_result_fits_every_screen(
    browser: Browser, server: Server, complaints: Complaints, result: str
) -> None:
    assert faults_of(browser, server, complaints, SCENES[result], scrolls=True) == {}


def test_the_record_is_saved_from_the_result_itself(
    browser: Browser, server: Server, complaints: Complaints
) -> None:
    scene = SCENES["ratrace-match"]
    context = Studio(browser, server).context(scene, 1)
    complaints.watch(context)
    page = context.new_page()
    scene.show(page, scene.begin(context, server))
    for size in SIZES:
        resize(page, size)
        box = page.locator("[data-action=record]").bounding_box()
        assert box, size
        assert box["height"] >= SMALLEST
        assert box["width"] >= SMALLEST
        assert box["y"] + box["height"] <= size[1] + 1, f"it is below the screen at {size}"
        page.locator("[data-action=record]").click(trial=True)
    context.close()


@pytest.mark.parametrize("partners", ["on", "off"])
def test_four_racks_and_what_follows_need_no_scrolling(
    browser: Browser, server: Server, complaints: Complaints, partners: str
) -> None:
    ends: tuple[tuple[Until, dict[str, Any]], ...] = ((round_over(1), {}), (match_over, {"target": 150}))
    for until, options in ends:
        scene = Scene("rack-o", until, seats=4, seed=4, options={"partners": partners, **options})
        context = Studio(browser, server).context(scene, 1)
        complaints.watch(context)
        page = context.new_page()
        scene.show(page, scene.begin(context, server))
        for size in ((1280, 800), (1100, 800), (1024, 768), (1440, 900)):
            resize(page, size)
            hidden = page.evaluate(
                "(({scrollHeight, clientHeight}) => scrollHeight - clientHeight)"
                "(document.querySelector('main.result'))"
            )
            assert hidden <= 0, f"{hidden} below the fold at {size}"
            assert page.evaluate(FAULTS, [SMALLEST, False]) == []
        context.close()


@pytest.mark.parametrize("panel", ["lobby", "lobby-nines-six", "lobby-house", "lobby-menu", "ratrace-rules"])
def test_the_lobby_and_panels_fit_every_screen(
    browser: Browser, server: Server, complaints: Complaints, panel: str
) -> None:
    assert faults_of(browser, server, complaints, SCENES[panel], scrolls=True) == {}


def test_deal_needs_no_scrolling(browser: Browser, server: Server, complaints: Complaints) -> None:
    context = Studio(browser, server).context(SCENES["lobby"], 1)
    complaints.watch(context)
    page = context.new_page()
    page.goto(server.address)
    for game in ("rat-race", "nines", "rack-o"):
        page.locator(f".tile[data-game={game}]").click()
        for size in SIZES:
            resize(page, size)
            page.evaluate("scrollTo(0, 0)")
            box = page.locator("[data-action=deal]").bounding_box()
            assert box
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= size[1], f"Deal is below the screen: {game} at {size}"
    context.close()
