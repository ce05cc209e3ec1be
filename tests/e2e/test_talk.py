"""Talk at the table: phrases, free words where the table has them, and whom one does not want to hear."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Locator, Page

from tests.e2e.conftest import OpenPage
from tests.e2e.people import play_together, sit_down
from tests.e2e.scenes import match_over
from tests.e2e.server import Server
from tests.e2e.test_axe import objections

pytestmark = pytest.mark.browser
NAUGHTY = '<img src=x onerror="globalThis.hacked = 1"><b>bold</b> {name} '
UNDER = """it => {
  const {left, top, width, height} = it.getBoundingClientRect();
  const points = [0.02, 0.25, 0.5, 0.75, 0.98];
  return points.flatMap(across => points.map(down => {
    // The bubble lets taps through, so what is found is what lies under it.
    const found = document.elementFromPoint(left + width * across, top + height * down);
    return found && found.closest("[data-cell], [data-pile]") ? found.className : "";
  })).filter(each => each !== "");
}"""
RIGHT_TO_LEFT = "שלום Ann"


def panel(page: Page) -> Locator:
    """Open the talk where it is not open, and return it."""
    shown = page.locator("[data-panel=talk]")
    if shown.count() == 0:
        page.click("[data-action=talk]")
        shown.wait_for()
    return shown


def phrase(page: Page, key: str) -> None:
    """Say a phrase: two taps."""
    panel(page).locator(f"[data-phrase={key}]").click()
    page.wait_for_selector("[data-panel=talk]", state="detached")


def write(page: Page, text: str) -> None:
    """Say something in one's own words."""
    field = panel(page).locator("input[name=words]")
    field.fill(text)
    field.press("Enter")


def close(page: Page) -> None:
    """Close the talk."""
    page.keyboard.press("Escape")
    page.wait_for_selector("[data-panel=talk]", state="detached")


def lines(page: Page) -> Sequence[str]:
    """Return what is shown in the panel, which is closed again."""
    told = panel(page).locator(".talk-line p").all_inner_texts()
    close(page)
    return told


def test_a_phrase_takes_two_taps_and_is_seen_and_spoken_once(open_page: OpenPage, server: Server) -> None:
    ann, ben = open_page(seed=7), open_page(390, 844, seed=7)
    sit_down([ann, ben], server, "rat-race")
    phrase(ann, "well-played")
    bubble = ben.locator("[data-bubble='0']")
    bubble.wait_for()
    assert bubble.inner_text() == "Well played"
    assert ben.locator("[data-talk-live] p").all_inner_texts() == ["Ann: Well played"]
    assert ben.locator("[data-action=talk]").get_attribute("data-unread") == "1"
    assert ben.locator("[data-action=talk]").get_attribute("aria-label") == "Talk, 1 new line"
    assert ann.locator("[data-talk-live] p").count() == 0, "nobody is read what they said themselves"
    ben.wait_for_selector("[data-bubble='0']", state="detached", timeout=6_000)
    assert lines(ben) == ["Ann Well played"]
    assert ben.locator("[data-action=talk]").get_attribute("data-unread") == "0"
    phrase(ben, "laugh")
    assert ann.locator("[data-bubble='1'] svg").is_visible()
    assert ann.locator("[data-talk-live] p").all_inner_texts() == ["Ben: Laughs"]
    ann.reload()
    ann.wait_for_selector(".table[data-link=open]")
    assert len(lines(ann)) == 2, "what was said is heard by who comes back"
    assert ann.locator("[data-talk-live] p").count() == 0, "and not read out again"


def test_a_bubble_covers_no_card(open_page: OpenPage, server: Server) -> None:
    for game, people in (("rat-race", 2), ("nines", 4), ("rack-o", 2)):
        pages = [open_page(seed=8) for _ in range(people)]
        sit_down(pages, server, game, ("Ann", "Ben", "Cleo", "Dov")[:people])
        watched = pages[0]
        for size in ((1440, 900), (390, 844), (320, 568)):
            watched.set_viewport_size({"width": size[0], "height": size[1]})
            phrase(pages[-1], "one-moment")
            bubble = watched.locator(f"[data-bubble='{people - 1}']")
            bubble.wait_for()
            watched.wait_for_timeout(250)  # it grows as it comes
            covered = bubble.evaluate(UNDER)
            assert covered == [], f"{game} at {size}"
            box = bubble.bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= size[0]
        for page in pages:
            page.context.close()


def test_a_table_without_chat_has_no_field_and_one_with_it_takes_text_as_text(
    open_page: OpenPage, server: Server
) -> None:
    ann, ben = open_page(seed=9), open_page(seed=9)
    sit_down([ann, ben], server, "nines")
    assert panel(ann).locator("input[name=words]").count() == 0
    close(ann)
    sit_down([ann, ben], server, "nines", ("Ann <i>", "Ben"), manners={"chat": True})
    for text in (NAUGHTY, RIGHT_TO_LEFT, "x" * 200):
        write(ann, text)
    ann.locator(".talk-line").nth(2).wait_for()
    ben.wait_for_selector("[data-action=talk][data-unread='3']")
    assert lines(ben) == [f"Ann <i> {text.strip()}" for text in (NAUGHTY, RIGHT_TO_LEFT, "x" * 200)]
    assert ben.evaluate("globalThis.hacked") is None
    assert panel(ben).locator(".talk-line :is(img, i, p b b)").count() == 0
    assert (
        panel(ben)
        .locator(".talk-line p > bdi")
        .evaluate_all("them => them.map(it => getComputedStyle(it).unicodeBidi)")
        == ["isolate"] * 3
    )
    assert panel(ann).locator("input[name=words]").get_attribute("maxlength") == "200"
    ann.locator("[data-action=say]").click()
    assert panel(ann).locator(".talk-line").count() == 3, "nothing to say is not said"


def test_nobody_is_heard_who_is_muted(open_page: OpenPage, server: Server) -> None:
    ann, ben = open_page(seed=10), open_page(seed=10)
    sit_down([ann, ben], server, "rat-race")
    phrase(ann, "hello")
    ben.wait_for_selector("[data-action=talk][data-unread='1']")
    shown = panel(ben)
    shown.locator("summary").click()
    shown.locator("[data-mute='0']").uncheck()
    assert shown.locator(".talk-line").count() == 0
    close(ben)
    phrase(ann, "oops")
    phrase(ben, "thanks")
    ben.wait_for_selector("[data-bubble='1']")
    assert ben.locator("[data-bubble='0']").count() == 0
    assert ben.locator("[data-talk-live] p").count() == 1, "only what came before"
    assert ben.locator("[data-action=talk]").get_attribute("data-unread") == "0"
    ben.reload()
    ben.wait_for_selector(".table[data-link=open]")
    assert lines(ben) == ["You Thanks"], "the choice lasts"
    panel(ben).locator("[data-mute='0']").check()
    ben.locator(".talk-line").nth(2).wait_for()


def test_watchers_read_and_do_not_write(open_page: OpenPage, server: Server) -> None:
    ann, ben, watcher = open_page(seed=11), open_page(seed=11), open_page(seed=11)
    match = sit_down([ann, ben], server, "nines", manners={"chat": True})
    watcher.goto(f"{server.address}/m/{match}")
    watcher.wait_for_selector(".table[data-link=open]")
    phrase(ann, "good-luck")
    watcher.wait_for_selector("[data-bubble='0']")
    shown = panel(watcher)
    assert shown.locator(".talk-line p").all_inner_texts() == ["Ann Good luck"]
    assert shown.locator("[data-phrase], input[name=words]").count() == 0
    assert "watching" in shown.inner_text()


def test_alone_with_bots_there_is_nobody_to_talk_to(open_page: OpenPage, server: Server) -> None:
    page = open_page(seed=12)
    sit_down([page], server, "nines", ("Ann",), bots=1)
    assert page.locator("[data-action=menu]").is_visible()
    assert page.locator("[data-action=talk]").count() == 0


def test_axe_finds_nothing_in_the_panels(open_page: OpenPage, server: Server) -> None:
    ann, ben = open_page(seed=""), open_page(seed="")
    match = sit_down([ann, ben], server, "nines", options={"rounds": 1}, manners={"chat": True})
    phrase(ben, "clap")
    write(ben, "Your turn, isn’t it?")
    ann.wait_for_selector("[data-action=talk][data-unread='2']")
    found = {}

    def look(what: str) -> None:
        for (width, height), theme in (((1440, 900), "light"), ((390, 844), "dark"), ((320, 568), "light")):
            ann.set_viewport_size({"width": width, "height": height})
            ann.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
            ann.wait_for_timeout(100)
            if told := objections(ann):
                found[f"{what} {width}x{height} {theme}"] = told

    ann.evaluate(AXE_SCRIPT)
    look("bar")
    panel(ann).locator("summary").click()
    look("talk")
    close(ann)
    play_together([ann, ben], server, match, match_over)
    ann.wait_for_selector("[data-result=match]")
    look("result")
    ann.click("[data-action=verify]")
    ann.wait_for_selector("[data-verdict]")
    for summary in ann.locator("[data-verdict] summary").all():
        summary.click()
    look("verify")
    assert found == {}
