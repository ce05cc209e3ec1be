"""A page fetches what it shows, all at once, and then what may be shown next."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.conftest import Complaints, OpenPage
from tests.e2e.people import lay
from tests.e2e.scenes import Scene, phase
from tests.e2e.server import Server

pytestmark = pytest.mark.browser
PART = "part => document.querySelector('script[data-table]').getAttribute(`data-${part}`)"
ASKED = "() => performance.getEntriesByType('resource').map(({name}) => new URL(name).pathname)"
HAS_COME = """parts => {
  const ended = performance.getEntriesByType('resource').filter(({responseEnd}) => responseEnd > 0);
  return parts.every(part => ended.some(({name}) => name.includes(part)));
}"""
WORN = "id => document.querySelector(id).sheet !== null"


def parts(page: Page, server: Server) -> dict[str, list[str]]:
    """Return the scripts of the lobby's part and of the table's, as the page names them."""
    html = page.context.request.get(server.address).text()
    return {
        part: html.partition(f'data-{part}="')[2].partition('"')[0].split() for part in ("table", "lobby")
    }


def asked_for(page: Page) -> set[str]:
    """Return what the page has asked for so far."""
    return set(page.evaluate(ASKED))


def test_the_lobby_comes_without_the_table_and_the_table_without_the_lobby(
    open_page: OpenPage, server: Server
) -> None:
    page = open_page()
    own = parts(page, server)
    only = {
        part: set(own[part]) - set(own[other]) for part, other in (("lobby", "table"), ("table", "lobby"))
    }
    assert all(only.values())
    address = Scene("nines", phase("choose", 4)).begin(page.context, server)
    page.add_init_script(
        "window.setTimeout = (later => (f, ms) => later(f, ms === 1000 ? 1e6 : ms))(setTimeout)"
    )
    for part, other, at, shown in (
        ("lobby", "table", server.address, "[data-action=deal]"),
        ("table", "lobby", address, ".table[data-link=open] [data-own=true]"),
    ):
        page.goto(at)
        page.wait_for_selector(shown)
        seen = asked_for(page)
        assert only[part] <= seen
        assert not only[other] & seen
        assert page.evaluate(WORN, f"#{part}-style")
        assert not page.evaluate(WORN, f"#{other}-style")


def test_a_table_asks_for_its_scripts_its_styles_and_its_socket_side_by_side(
    open_page: OpenPage, server: Server
) -> None:
    page = open_page()
    scripts = parts(page, server)["table"]
    address = Scene("rat-race", phase("choose")).begin(page.context, server)
    held: dict[str, Route] = {}
    sockets: list[str] = []
    page.on("websocket", lambda socket: sockets.append(socket.url))

    def hold(route: Route) -> None:
        held[route.request.url.removeprefix(server.address)] = route

    for script in scripts:
        page.route(f"**{script}", hold)
    page.route("**/at-table-*.css", hold)
    page.goto(address, wait_until="commit")
    page.wait_for_selector(".shell .brand", timeout=5_000)
    for _ in range(100):
        if len(held) == len(scripts) + 1 and sockets:
            break
        page.wait_for_timeout(50)
    assert set(scripts) < set(held), "nothing waits for another script"
    assert len(held) == len(scripts) + 1, "the styles do not wait either"
    assert len(sockets) == 1
    for route in held.values():
        route.continue_()
    page.wait_for_selector(".table[data-link=open] [data-own=true]")
    assert len(sockets) == 1, "the table goes on with the socket that was opened early"


def test_a_page_is_shown_however_soon_its_part_is_there(open_page: OpenPage, server: Server) -> None:
    page = open_page()
    address = Scene("rat-race", phase("choose")).begin(page.context, server)
    for at, shown in (
        (address, ".table[data-link=open] [data-own=true]"),
        (server.address, "[data-action=deal]"),
    ):
        page.goto(at)
        for _ in range(4):  # all of it is in the browser now
            page.wait_for_selector(shown, timeout=5_000)
            page.reload(wait_until="commit")
        page.wait_for_selector(shown, timeout=5_000)


def test_the_lobby_asks_for_the_games_while_its_scripts_come(open_page: OpenPage, server: Server) -> None:
    page = open_page()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    for script in parts(page, server)["lobby"]:
        page.route(f"**{script}", hold)
    with page.expect_request("**/api/catalog"):
        page.goto(server.address, wait_until="commit")
    for route in held:
        route.continue_()
    page.unroute_all()
    page.wait_for_selector("[data-action=deal]")
    assert sum(name == "/api/catalog" for name in page.evaluate(ASKED)) == 1


def test_once_a_table_is_there_neither_its_panels_nor_the_lobby_need_a_network(
    open_page: OpenPage, server: Server, complaints: Complaints
) -> None:
    complaints.allowed = ("WebSocket connection to ", "Failed to load resource")
    page = open_page()
    match, _ = lay(page.context, server, "nines", friends=0, bots=1)
    page.goto(f"{server.address}/m/{match}")
    page.wait_for_selector(".table[data-link=open]")
    page.wait_for_function(WORN, arg="#lobby-style")
    page.wait_for_function(HAS_COME, arg=["/Menu-", "/TablePanels-"])
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    for panel, ways in (("menu", ("menu",)), ("leave", ("menu", "leave-table")), ("stop", ("menu", "stop"))):
        for action in ways:
            page.click(f"[data-action={action}]")
        expect(page.locator(f"[data-panel={panel}]")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("[data-panel]")).to_have_count(0)
    page.click("[data-action=lobby]")
    expect(page.locator("main.lobby h1")).to_be_visible()


def test_a_panel_that_does_not_come_is_given_up_with_escape(
    open_page: OpenPage, server: Server, complaints: Complaints
) -> None:
    complaints.allowed = ("Failed to load resource",)
    page = open_page()
    match, _ = lay(page.context, server, "nines", friends=0, bots=1)
    page.route("**/Menu-*.js", lambda route: route.abort())
    page.goto(f"{server.address}/m/{match}")
    page.wait_for_selector(".table[data-link=open] [data-own=true]")
    for _ in range(2):
        page.click("[data-action=menu]")
        page.keyboard.press("Escape")
    page.unroute_all()
    page.wait_for_timeout(3_000)  # it is asked for again after two seconds
    expect(page.locator("[data-panel]")).to_have_count(0)
    page.click("[data-action=menu]")
    expect(page.locator("[data-panel=menu]")).to_be_visible()


def test_of_old_matches_nothing_stays_in_the_browser(open_page: OpenPage, server: Server) -> None:
    page = open_page()
    page.goto(server.address)
    page.evaluate(
        """() => { for (let n = 0; n < 70; n += 1) {
          localStorage.setItem(`upcard/fair/old${n}`, "{}");
          localStorage.setItem(`upcard/invite/old${n}`, "abcdefghij");
        } }"""
    )
    match, _ = lay(page.context, server, "nines")
    page.goto(f"{server.address}/m/{match}")
    page.wait_for_function("() => Object.keys(localStorage).filter(key => key.includes('/old')).length <= 98")
    kept = page.evaluate("() => Object.keys(localStorage)")
    assert f"upcard/fair/{match}" in kept, "this match is the newest"
    assert "upcard/settings" in kept
    assert sum("/fair/" in key for key in kept) == 50
