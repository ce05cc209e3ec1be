"""Playing a seat over its socket, to bring a match quickly to the state that a page is to show."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext
from websockets.sync.client import connect

from tests.e2e.policy import View, choose, place_for
from tests.e2e.server import Server

GREEDY = {"kind": "bot", "bot": "greedy"}
NAMES = ("Wren", "Finch", "Heron", "Lark", "Magpie", "Swift", "Plover")
STALE = "room/stale"
Until = Callable[[View, dict[str, Any]], bool]


def make_match(
    context: BrowserContext, server: Server, game: str, seats: int = 2, options: dict[str, Any] | None = None
) -> str:
    """Make a match of the context's person against greedy bots, and return its name."""
    bots = [{**GREEDY, "name": name} for name in NAMES[: seats - 1]]
    body = {"game": game, "seats": [{"kind": "person", "name": "Ann"}, *bots], "options": options or {}}
    answer = context.request.post(f"{server.address}/api/matches", data=body)
    assert answer.ok, answer.text()
    name: str = answer.json()["match"]
    return name


def play_until(context: BrowserContext, server: Server, match: str, until: Until, most: int = 4000) -> View:
    """Play the context's seat sensibly until ``until(view, room)`` holds; return that view."""
    cookies = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in context.cookies())
    address = server.address.replace("http", "ws") + f"/ws/{match}"
    ids = itertools.count()
    with connect(address, additional_headers={"Cookie": cookies}, max_size=None, proxy=None) as socket:
        socket.send(json.dumps({"t": "hello", "acked": 0}))
        acked = 0
        version = -1
        for _ in range(most):
            message = json.loads(socket.recv(timeout=20))
            if message["t"] == "refused" and message["error"]["code"] == STALE:
                continue  # a page of the same seat had something on its way; the newest view follows
            assert message["t"] == "now", message
            if message["view"] is None:  # people gather first, and every browser gives its word
                for seat in message["seats"]:
                    if not message["room"]["seats"][seat]["worded"]:
                        socket.send(json.dumps({"t": "word", "seat": seat, "word": f"{seat:032x}"}))
                continue
            view: View = message["view"]
            if message["events"] and message["events"][-1]["n"] > acked:
                acked = message["events"][-1]["n"]
                socket.send(json.dumps({"t": "ack", "event": acked}))
            if until(view, message["room"]):
                return view
            assert view["outcome"] is None, "the match is over, and it never came to that"
            if view["seat"] in message["room"]["waiting"]:
                socket.send(json.dumps({"t": "continue", "round": view["last_round"]["round"]}))
            elif view["legal"] and message["version"] > version:
                version = message["version"]
                action = (
                    f"place {place_for(view, view['hand']['card'])}"
                    if view["phase"] == "place-taken"
                    else choose(view)
                )
                legal = [each["action"] for each in view["legal"]]
                wanted = f"{action} declare" if f"{action} declare" in legal else action
                act = {"t": "act", "id": f"socket-{next(ids)}", "version": version, "action": wanted}
                socket.send(json.dumps(act))
    raise AssertionError(f"{most} messages, and it never came to that")
