"""Every screen of the page in a telling state, for pictures, for axe and for checks of the layout."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

from tests.e2e.policy import View
from tests.e2e.server import Server
from tests.e2e.socket_player import Until, make_match, play_until

Size = tuple[int, int]
PHONE = 500
SMALLER = 0.6
SIZES: tuple[Size, ...] = ((320, 568), (390, 844), (844, 390), (1024, 768), (1440, 900))
KEEP = """if (location.protocol === "http:") localStorage.setItem("upcard/settings", {})"""
Room = dict[str, Any]


def phase(name: str, step: int = 0, number: int = 1) -> Until:
    """Until the seat is to do this, no earlier than a step and a round."""

    def holds(view: View, _: Room) -> bool:
        late = view["step"] >= step and view["round"] >= number
        return late and bool(view["legal"]) and view["phase"] == name

    return holds


def round_over(number: int = 1) -> Until:
    """Until the seat looks at how a round ended."""
    return lambda view, room: view["seat"] in room["waiting"] and view["last_round"]["round"] >= number


def match_over(view: View, _: Room) -> bool:
    """Whether the match is over."""
    return view["outcome"] is not None


def may_walk(view: View, _: Room) -> bool:
    """Whether a row may walk out."""
    return any(choice["action"].startswith("walk-out") for choice in view["legal"])


def may_declare(view: View, _: Room) -> bool:
    """Whether Rack-O may be declared."""
    return any(choice["action"].endswith("declare") for choice in view["legal"])


def last_turn(view: View, _: Room) -> bool:
    """Whether this is the last turn, because another seat has finished."""
    return bool(view["legal"]) and view["finisher"] not in (None, view["seat"])


def rail(view: View, _: Room) -> bool:
    """Whether a row of one's own is one card short, and one is to choose."""
    parts = view["layouts"][view["seat"]]["parts"]
    return view["phase"] == "choose" and bool(view["legal"]) and any(part["mark"] == "rail" for part in parts)


def press(*selectors: str) -> Callable[[Page], None]:
    """What presses one thing after the other."""

    def pressed(page: Page) -> None:
        for selector in selectors:
            page.locator(selector).first.click()

    return pressed


def nothing(_: Page) -> None:
    """Leave the page as it is."""


@dataclass(frozen=True)
class Scene:
    """A match brought to a state, and what is then done on its page. Without a game it is the lobby."""

    game: str = ""
    until: Until | None = None
    seats: int = 2
    options: dict[str, Any] = field(default_factory=dict)
    seed: int = 1
    then: Callable[[Page], None] = nothing
    others: int = 0
    prefer: dict[str, Any] = field(default_factory=dict)

    def begin(self, context: BrowserContext, server: Server) -> str:
        """Bring a match to the state, and return the address of its page."""
        if self.game == "":
            return server.address
        match = make_match(context, server, self.game, self.seats, self.options)
        if self.until:
            play_until(context, server, match, self.until)
        return f"{server.address}/m/{match}"

    def show(self, page: Page, address: str) -> None:
        """Open the page, and do what is then done on it."""
        page.goto(address)
        if self.game == "":
            page.wait_for_selector("[data-action=deal]")
        else:
            page.wait_for_selector(".table[data-link=open][data-settled=true] main:not(.waiting)")
        self.then(page)
        page.wait_for_timeout(200)


CELL = "[data-own=true] [data-cell='{}']"
DISCARD = "[data-pile=discard]"
LONG_GAME = {"rack-o": {"target": 150}}

SCENES: dict[str, Scene] = {
    "lobby": Scene(),
    "lobby-nines-six": Scene(then=press(".tile[data-game=nines]", ".segment:has-text('6')")),
    "lobby-other-bots": Scene(then=press("[data-action=other-bots]")),
    "lobby-house": Scene(then=press(".tile[data-game=nines]", "[data-action=house]")),
    "lobby-menu": Scene(then=press("[data-action=menu]")),
    "ratrace-reveal": Scene("rat-race", phase("reveal"), seed=1),
    "ratrace-choose": Scene("rat-race", phase("choose", 12), seed=3),
    "ratrace-lifted": Scene("rat-race", phase("choose", 16), seed=3, then=press(DISCARD)),
    "ratrace-rail": Scene("rat-race", rail, seed=5),
    "ratrace-drawn": Scene("rat-race", phase("place-drawn", 18), seed=4),
    "ratrace-turn-up": Scene("rat-race", phase("turn-up"), seed=1),
    "ratrace-walk": Scene("rat-race", may_walk, seed=7, options={"walkout": "optional"}),
    "ratrace-last": Scene("rat-race", last_turn, seed=2),
    "ratrace-third": Scene("rat-race", phase("choose", 0, 3), seed=2),
    "ratrace-memory": Scene("rat-race", phase("choose", 5), seed=2, prefer={"memory": True}),
    "ratrace-rules": Scene("rat-race", phase("choose"), seed=2, then=press("[data-action=rules]")),
    "ratrace-refused": Scene("rat-race", phase("choose"), seed=2, then=press(CELL.format(1))),
    "ratrace-round": Scene("rat-race", round_over(2), seed=2),
    "ratrace-match": Scene("rat-race", match_over, seed=2),
    "nines-flip": Scene("nines", phase("flip"), seed=1),
    "nines-2": Scene("nines", phase("choose", 14), seed=2),
    "nines-4": Scene("nines", phase("choose", 30), seats=4, seed=3),
    "nines-4-squares": Scene(
        "nines",
        phase("place-drawn", 42),
        seats=4,
        seed=4,
        options={"square_bonus": 25},
        prefer={"fourColour": True},
    ),
    "nines-6": Scene("nines", phase("choose", 40), seats=6, seed=5),
    "nines-8": Scene("nines", phase("choose", 60), seats=8, seed=6),
    "nines-8-zoom": Scene("nines", phase("choose", 60), seats=8, seed=6, then=press("[data-action=look]")),
    "nines-8-round": Scene("nines", round_over(2), seats=8, seed=6),
    "nines-4-round": Scene("nines", round_over(2), seats=4, seed=3),
    "nines-match": Scene("nines", match_over, seed=2, options={"rounds": 3}),
    "racko-choose": Scene("rack-o", phase("choose", 10), seed=1),
    "racko-drawn": Scene("rack-o", phase("place-drawn", 20), seed=2),
    "racko-lifted": Scene("rack-o", phase("choose", 14), seed=3, then=press(DISCARD)),
    "racko-3": Scene("rack-o", phase("choose", 30), seats=3, seed=3),
    "racko-4-partners": Scene("rack-o", phase("choose", 40), seats=4, seed=4, options={"partners": "on"}),
    "racko-declare": Scene(
        "rack-o",
        may_declare,
        seed=2,
        options={"declare": "choose"},
        then=press("[data-own=true] [data-cell]:has(.card-tag)"),
    ),
    "racko-round": Scene("rack-o", round_over(1), seed=2),
    "racko-4-round": Scene("rack-o", round_over(1), seats=4, seed=4, options={"partners": "on"}),
    "racko-match": Scene("rack-o", match_over, seed=2, options={"target": 150}),
}
README: dict[str, tuple[str, Size, bool]] = {
    "lobby": ("lobby", (1440, 900), False),
    "rat-race": ("ratrace-walk", (1440, 900), False),
    "nines": ("nines-4-squares", (1440, 900), True),
    "rack-o": ("racko-drawn", (390, 844), False),
}
"""A picture of the README: its scene, its size, dark or light."""


class Studio:
    """Takes pictures of scenes with one browser and one server."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self._browser = browser
        self._server = server

    def context(self, scene: Scene, scale: float) -> BrowserContext:
        """Return a browser of its own for a scene."""
        context = self._browser.new_context(
            device_scale_factor=scale, extra_http_headers={"x-seed": str(scene.seed)}
        )
        prefer = json.dumps({"speed": "off", **scene.prefer})
        context.add_init_script(KEEP.format(json.dumps(prefer)))
        return context

    def album(self, name: str, folder: Path) -> None:
        """Write the pictures of a scene in every size, light and dark; phones at two pixels to the point."""
        scene = SCENES[name]
        address, cookies = "", []
        for scale in (1, 2):
            context = self.context(scene, scale)
            context.add_cookies(cookies)
            address = address or scene.begin(context, self._server)
            cookies = context.cookies()
            page = context.new_page()
            sizes = [size for size in SIZES if (min(size) < PHONE) == (scale == 2)]
            page.set_viewport_size({"width": sizes[0][0], "height": sizes[0][1]})
            scene.show(page, address)
            for width, height in sizes:
                page.set_viewport_size({"width": width, "height": height})
                for theme in ("light", "dark"):
                    page.emulate_media(color_scheme=theme)
                    page.wait_for_timeout(50)
                    page.screenshot(path=folder / f"{name}-{width}x{height}-{theme}.png")
            context.close()

    def one(self, name: str, size: Size, dark: bool, path: Path) -> None:
        """Write one picture of a scene, small enough for a document."""
        context = self.context(SCENES[name], 1 if min(size) < PHONE else SMALLER)
        address = SCENES[name].begin(context, self._server)
        page = context.new_page()
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.emulate_media(color_scheme="dark" if dark else "light")
        SCENES[name].show(page, address)
        page.screenshot(path=path)
        context.close()
