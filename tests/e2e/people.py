"""Several people at one table, each in a browser of their own."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, cast

from playwright.sync_api import BrowserContext, Page

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
