"""A whole match with people, and everything that can go wrong: nothing of it is in what the server writes."""

import asyncio
import contextlib
import json
import re
import socket
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from tests.web.player import Player
from tests.web.program import HOST, Program
from upcard.cards import french_faces
from upcard.web.cookies import COOKIE
from upcard.web.store import FILE

Start = Callable[..., Program]

WORD = "canary"
BROKEN = (
    """
import asyncio, itertools, sys, threading
from upcard.web import app, match, minds, room, rooms, showing, telling

def after(owner, name, often):
    kept, calls = getattr(owner, name), itertools.count(1)
    def broken(*given, **more):
        if next(calls) % often == 0:
            inside = [vars(one) for one in given if hasattr(one, "__dict__")]
            raise RuntimeError(f"canary {given} {more} {inside}")
        return kept(*given, **more)
    setattr(owner, name, broken)

after(minds.Minds, "decide", 2)
after(room.Room, "say", 2)
after(telling.Telling, "message", 41)
after(showing.Showing, "view", 37)
after(match.Match, "decide_act", 29)
after(app, "rules", 1)
find = rooms.Rooms.find
async def broken_find(self, name):
    if name == "canary0000":
        threading.Thread(target=lambda: int(name)).start()
        asyncio.get_running_loop().call_soon(int, name)
        asyncio.create_task(find(self, name + "!"), name=name)
        raise RuntimeError(name)
    return await find(self, name)
rooms.Rooms.find = broken_find
"""
    + HOST
)


class Browser:
    """Somebody with cookies, who plays whatever seat they open."""

    def __init__(self, address: str) -> None:
        self.http = httpx2.Client(base_url=address)
        self.address = address

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        told: dict[str, Any] = self.http.post(path, json=body).json()
        return told

    def close(self) -> None:
        self.http.close()

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())


async def play(browser: Browser, match: str, player: Player, said: str) -> None:
    """Play to the end over as many sockets as it takes, talking."""
    address = f"{browser.address.replace('http', 'ws')}/ws/{match}"
    while not player.view.get("outcome"):
        with contextlib.suppress(WebSocketException, OSError, TimeoutError):
            async with connect(address, additional_headers={"Cookie": browser.cookie}, proxy=None) as link:
                to_say: list[str] = []
                player._send = to_say.append
                player.hello()
                player.say(t="say", text=said, phrase=False)
                while not player.view.get("outcome"):
                    while to_say:
                        await link.send(to_say.pop(0))
                    player.hear(str(await asyncio.wait_for(link.recv(), 2)))
                    player.go_on()


def misuse(program: Program, match: str) -> None:
    """Ask for what there is not, as nobody should."""
    host, port = program.address.removeprefix("http://").split(":")
    start = f" HTTP/1.1\r\nHost: {host}:{port}\r\n"
    upgrade = (
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    )
    for text in (
        f"{WORD} {WORD}\r\n\r\n",
        f"GET /{WORD}?{WORD}={WORD}{start}{WORD}: {WORD}\r\n\r\n",
        f"GET /api/rules/{WORD}{start}\r\n",
        f"GET /m/{WORD}0000{start}Cookie: {WORD}={'x' * 20_000}\r\n\r\n",
        f"GET / HTTP/1.1\r\nHost: {WORD}.example\r\n\r\n",
        f"GET / HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: {WORD}\r\nConnection: Upgrade\r\n\r\n",
        f"POST /api/join{start}content-type: application/json\r\ncontent-length: 8\r\n\r\n{WORD}!!",
        f"GET /ws/{WORD}0000{start}{upgrade}\r\n",
        f"GET /ws/{match}{start}{upgrade}Origin: http://{WORD}.example\r\n\r\n",
        f"GET /ws/{match}{start}Upgrade: websocket\r\nConnection: Upgrade\r\nX: {WORD}\r\n\r\n",
        f"GET /ws/{match}{start}{upgrade}\r\n\xff\xff{WORD}",
        f"GET /ws/{match}{start}{upgrade}\r\n\x82\x86\x00\x00\x00\x00{WORD}\x81\x86\x00\x00\x00\x00{WORD}",
    ):
        with socket.create_connection((host, int(port))) as link:
            link.sendall(text.encode("latin-1"))
            link.settimeout(1)
            with contextlib.suppress(OSError):
                link.recv(65536)


def kept_secrets(data: Path) -> set[str]:
    """Secrets, words of the shuffle and hashes that are on the disk."""
    connection = sqlite3.connect(data / FILE)
    rows = connection.execute("SELECT match, kind, payload FROM events").fetchall()
    connection.close()
    found = set()
    for match, kind, payload in rows:
        entry = json.loads(payload)
        found |= {
            match,
            *(str(entry[name]) for name in ("secret", "invite", "word", "hash") if entry.get(name)),
        }
        if kind == "created":
            found |= {seat["token_hash"] for seat in entry["seats"] if seat.get("token_hash")}
    return found


def test_nothing_that_anybody_said_or_holds_is_written(start: Start, data: Path) -> None:
    program = start(code=BROKEN)
    ann, ben, other = (Browser(program.address) for _ in range(3))
    seats = [{"kind": "person", "name": f"Ann {WORD}"}, {"kind": "friend"}, {"kind": "bot", "bot": "greedy"}]
    manners = {"chat": True, "grace": 15}
    wish = {"game": "nines", "seats": seats, "options": {"rounds": 2}, "manners": manners}
    made = ann.post("/api/matches", wish)
    match, invite = made["match"], made["invite"]
    assert ben.post("/api/join", {"code": invite, "name": f"Ben {WORD}"})["seats"] == [1]
    players = Player(lambda _: None, 1), Player(lambda _: None, 2)

    async def within() -> None:
        theirs = zip((ann, ben), players, strict=True)
        playing = [play(who, match, player, f"{WORD} says hello") for who, player in theirs]
        await asyncio.wait_for(asyncio.gather(*playing), 60)

    asyncio.run(within())
    move = ann.post(f"/api/matches/{match}/move", {})["code"]
    other.post("/api/invitation", {"code": move})
    other.post("/api/join", {"code": move})
    other.post("/api/qr", {"text": f"{program.address}/j#{invite}"})
    ann.post(f"/api/matches/{match}/rematch", {})
    record = ann.http.get(f"/api/matches/{match}/record").text
    assert WORD in record
    misuse(program, match)
    figures = httpx2.get(program.address + "/metrics").text
    program.stop()
    log, said = program.log_file.read_text(), program.said
    assert program.code == 0

    told = [json.loads(line) for line in log.splitlines()]
    faults = {line["what"] for line in told if line["event"] == "fault"}
    assert {"a message", "the bot of a seat failed", "a thread", "the event loop"} <= faults
    assert faults & {"a view", "websocket /ws"}
    assert {"started", "match-made", "note", "draining", "stopped"} <= {line["event"] for line in told}
    assert 'upcard_refusals_total{code="room/origin"} 1.0' in figures
    assert f'upcard_actions_total{{by="person"}} {sum(len(p.acknowledged) for p in players)}.0' in figures

    tokens = {token for who in (ann, ben, other) for token in who.http.cookies.values()}
    assert len(tokens) >= 3
    for who in (ann, ben, other):
        who.close()
    for secret in {WORD, match, invite, move, COOKIE, *tokens, *kept_secrets(data)}:
        for text in (log, said, figures):
            assert secret.lower() not in text.lower(), secret
    assert "127.0.0.1" not in log
    cards = {text for text in french_faces().texts if len(text) > 1}
    assert not cards & set(re.findall(r"\w+", log + figures))
