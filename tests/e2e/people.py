"""Several people at one table, each in a browser of their own."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, cast
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Locator, Page

from tests.e2e.page_player import MY_MOVE, PagePlayer, Toucher
from tests.e2e.relay import Relay
from tests.e2e.server import Server
from tests.e2e.socket_player import Until, play_until

GATHERED = ".table[data-stage=playing][data-link=open], .table[data-stage=over][data-link=open]"


@dataclass(frozen=True)
class Held:
    """The seats that a browser holds, for a player in another thread."""

    held: list[Any]

    def cookies(self) -> list[Any]:
        """Return the cookies of the browser."""
        return self.held


def lay(
    context: BrowserContext,
    server: Server,
    game: str,
    name: str = "Ann",
    friends: int = 1,
    options: dict[str, Any] | None = None,
    manners: dict[str, Any] | None = None,
    bots: int = 0,
) -> tuple[str, str]:
    """Make a table of a person and open seats; return the match and the code of the invitation."""
    friend, bot = {"kind": "friend"}, {"kind": "bot", "bot": "greedy", "name": "Wren"}
    seats = [{"kind": "person", "name": name}, *[friend] * friends, *[bot] * bots]
    body = {"game": game, "seats": seats, "options": options or {}, "manners": manners or {}}
    answer = context.request.post(f"{server.address}/api/matches", data=body)
    assert answer.ok, answer.text()
    made = answer.json()
    return made["match"], made["invite"]


def join(context: BrowserContext, server: Server, code: str, name: str) -> list[int]:
    """Take a seat by an invitation; return the seats that the browser holds now."""
    answer = context.request.post(f"{server.address}/api/join", data={"code": code, "name": name})
    assert answer.ok, answer.text()
    seats: list[int] = answer.json()["seats"]
    return seats


def sit_down(
    pages: Sequence[Page], server: Server, game: str, names: Sequence[str] = ("Ann", "Ben"), **table: Any
) -> str:
    """Seat one person a page, each with its page open before the deal; return the match once it is dealt."""
    match, code = lay(pages[0].context, server, game, names[0], friends=len(pages) - 1, **table)
    for at, page in enumerate(pages):
        if at:
            assert join(page.context, server, code, names[at]) != []
        page.goto(f"{server.address}/m/{match}")
        page.wait_for_selector(".table[data-link=open]")
    for page in pages:
        page.wait_for_selector(GATHERED)
    return match


def play_together(pages: Sequence[Page], server: Server, match: str, until: Until) -> None:
    """Play the seats of all pages over sockets, each until its view comes to that."""
    held = [cast("BrowserContext", Held(page.context.cookies())) for page in pages]
    with ThreadPoolExecutor(len(held)) as players:
        for playing in [players.submit(play_until, one, server, match, until) for one in held]:
            playing.result()


class Person:
    """Somebody with a browser of their own and a network of their own, which keeps every byte."""

    def __init__(self, context: BrowserContext, server: Server, name: str, touch: bool = False) -> None:
        self.name = name
        self.context = context
        self.relay = Relay(server.port)
        self.page = context.new_page()
        self.told: list[dict[str, Any]] = []
        """Every message of its sockets, in order."""
        self.page.on("websocket", lambda socket: socket.on("framereceived", self._hear))
        self.player = Toucher(self.page) if touch else PagePlayer(self.page)

    def _hear(self, payload: str | bytes) -> None:
        self.told.append(json.loads(payload))

    @property
    def table(self) -> Locator:
        """The table that the page shows."""
        return self.page.locator(".table")

    @property
    def match(self) -> str:
        """The match that the page is at."""
        return self.page.url.rpartition("/")[2]

    @property
    def version(self) -> int:
        """The version that the page shows."""
        return int(self.table.get_attribute("data-version") or -1)

    def open(self, link: str) -> None:
        """Open a link of this server, through the own network whatever address it was copied from."""
        at = urlsplit(link)
        self.page.goto(f"{self.relay.address}{at.path}{'#' if at.fragment else ''}{at.fragment}")

    def press(self, selector: str) -> None:
        """Click or tap something."""
        self.player.click(selector)

    def sit(self, link: str) -> None:
        """Open an invitation, say one's name and sit down."""
        self.open(link)
        field = self.page.locator("input[name=name]")
        field.wait_for()
        field.fill(self.name)
        self.press("[data-action=sit]")
        self.page.wait_for_selector(".table[data-link=open]")

    def menu(self, action: str) -> None:
        """Choose something of the table's menu."""
        self.press("[data-action=menu]")
        self.press(f"[data-panel=menu] [data-action={action}]")

    def state_of(self, seat: int) -> Locator:
        """The section of a seat, which says whether its person is here."""
        return self.page.locator(f"[data-seat='{seat}'][data-state]")

    def begin(self) -> None:
        """Wait until the match is dealt; another one than before, perhaps."""
        self.player.step = 0
        self.page.wait_for_selector(GATHERED)

    def forget(self) -> None:
        """Take what comes as new: the page is about to go to another match, or starts again."""
        self.player.step, self.player.view = 0, {}


def next_to_move(people: Sequence[Person], patience: float = 20.0) -> tuple[Person, str]:
    """Wait until somebody's page wants something; return whose, and its screen."""
    until = time.monotonic() + patience
    while time.monotonic() < until:
        for person in people:
            if person.page.evaluate(MY_MOVE, person.player.step) is not None:
                return person, person.player.wait()
        people[0].page.wait_for_timeout(20)
    raise AssertionError(f"nothing to do for {', '.join(person.name for person in people)}")


def play(people: Sequence[Person], actions: int = 10_000) -> str:
    """Play all these seats by hand: so many actions, or until a round ends; return the screen."""
    for _ in range(actions):
        person, screen = next_to_move(people)
        if screen != "play":
            return screen
        person.player.act()
    return "play"


def same_truth(people: Sequence[Person], patience: float = 10.0) -> None:
    """Wait until all pages show the same version, at rest."""
    until = time.monotonic() + patience
    while time.monotonic() < until:
        shown = {person.version for person in people}
        if len(shown) == 1 and all(person.table.get_attribute("data-settled") == "true" for person in people):
            return
        people[0].page.wait_for_timeout(20)
    raise AssertionError(f"versions {[person.version for person in people]}")
