"""axe finds nothing to object to on any screen, light and dark, on a desktop and on a phone."""

from __future__ import annotations

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page

from tests.e2e.conftest import Complaints
from tests.e2e.scenes import SCENES, Studio
from tests.e2e.server import Server

pytestmark = pytest.mark.browser
DESKTOP, PHONE = (1440, 900), (390, 844)
ALL = tuple((size, theme) for size in (DESKTOP, PHONE) for theme in ("light", "dark"))
QUICK = (
    "lobby",
    "lobby-house",
    "ratrace-walk",
    "ratrace-refused",
    "ratrace-round",
    "nines-4-squares",
    "nines-match",
    "racko-declare",
    "racko-round",
)
"""The screens looked at every time, light on a desktop and dark on a phone; the long run looks at all."""
RUN = "() => axe.run(document, {resultTypes: ['violations']}).then(result => result.violations)"


def objections(page: Page) -> list[str]:
    """Return what axe objects to, a line for every element."""
    told = []
    for found in page.evaluate(RUN):
        for node in found["nodes"]:
            why = (node["any"] or node["all"] or node["none"])[0]["message"]
            told.append(f"{found['id']}: {' '.join(node['target'])}: {why}")
    return told


@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.long) for name in SCENES]
)
def test_axe_finds_nothing(
    browser: Browser, server: Server, complaints: Complaints, request: pytest.FixtureRequest, name: str
) -> None:
    scene = SCENES[name]
    context = Studio(browser, server).context(scene, 1)
    complaints.watch(context)
    address = scene.begin(context, server)
    page = context.new_page()
    scene.show(page, address)
    page.evaluate(AXE_SCRIPT)
    found = {}
    every = request.config.getoption("--long")
    for (width, height), theme in ALL if every else (ALL[0], ALL[3]):
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        page.wait_for_timeout(100)
        if told := objections(page):
            found[f"{width}x{height} {theme}"] = told
    context.close()
    assert found == {}


def test_axe_would_find_something(browser: Browser, server: Server) -> None:
    page = browser.new_page()
    page.goto(server.address)
    page.wait_for_selector("[data-action=deal]")
    page.evaluate("document.querySelector('[data-action=menu]').removeAttribute('aria-label')")
    page.evaluate(AXE_SCRIPT)
    assert any(told.startswith("button-name") for told in objections(page))
    page.close()
