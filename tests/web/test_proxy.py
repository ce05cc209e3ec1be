"""Behind a reverse proxy: whoever is trusted tells who asks and how, nobody else; nothing is noisy."""

import asyncio
import json
import socket
import struct
import time
from collections.abc import Callable

import httpx2

from tests.web.player import GREEDY, new_match
from tests.web.program import HOST, Program
from upcard.web.server import Unmapped

Start = Callable[..., Program]

NAME = "cards.example.org"
BEHIND = HOST.replace("*flags", f'*flags, "--name", "{NAME}", "--proxy", "127.0.0.1"')
BOTS = {"game": "nines", "seats": [GREEDY, GREEDY]}


def passed_on(program: Program, body: object, client: str = "192.0.2.1", **headers: str) -> httpx2.Response:
    """What a proxy would ask."""
    given = {
        "host": NAME,
        "origin": f"https://{NAME}",
        "x-forwarded-for": client,
        "x-forwarded-proto": "https",
        **headers,
    }
    return httpx2.post(f"{program.address}/api/matches", json=body, headers=given)


def test_a_proxy_that_is_named_tells_who_asks_and_how(start: Start) -> None:
    program = start(code=BEHIND)
    assert program.said.startswith(f"upcard serves at https://{NAME}/\n")
    made = passed_on(program, new_match("nines"))
    assert made.status_code == 201
    assert "Secure" in made.headers["set-cookie"].split("; ")
    answers = [passed_on(program, BOTS, f"192.0.2.{n}").status_code for n in range(1, 30)]
    assert answers == [201] * 29, "each has limits of their own"
    began = time.monotonic()
    same = [passed_on(program, BOTS, "192.0.2.99").status_code for _ in range(21)]
    forged = [passed_on(program, BOTS, f"198.51.100.{n}, 192.0.2.99").status_code for n in range(20)]
    allowed = 20 + 1 + (time.monotonic() - began) / 3  # on a slow machine some become free meanwhile
    assert same[:20] == [201] * 20
    assert (same + forged).count(201) <= allowed, "what is said before the proxy counts for nothing"
    assert 429 in forged
    figures = httpx2.get(f"{program.address}/metrics", headers={"x-forwarded-for": "192.0.2.1"})
    assert figures.status_code == 403
    assert httpx2.get(f"{program.address}/metrics").status_code == 200


def test_nobody_else_is_believed(start: Start) -> None:
    program = start(code=HOST)
    made = passed_on(program, new_match("nines"), host=program.address.removeprefix("http://"), origin="")
    assert made.status_code == 403, "an empty origin is none of ours"
    ours = {"host": program.address.removeprefix("http://"), "origin": program.address}
    made = passed_on(program, new_match("nines"), **ours)
    assert made.status_code == 201
    assert "Secure" not in made.headers["set-cookie"]
    began = time.monotonic()
    answers = [passed_on(program, BOTS, f"192.0.2.{n}", **ours).status_code for n in range(40)]
    allowed = 20 + 1 + (time.monotonic() - began) / 3  # on a slow machine some become free meanwhile
    assert answers.count(201) <= allowed, "they all come from this machine"
    assert 429 in answers
    assert passed_on(program, BOTS).status_code == 421, "a name that nobody has given"


def test_an_address_in_an_address_is_unwrapped() -> None:
    found = []

    async def app(scope: dict[str, object], *_: object) -> None:
        found.append(scope.get("client"))

    async def within() -> None:
        for client in (("::ffff:192.0.2.1", 1), ("192.0.2.1", 2), ("2001:db8::1", 3), None):
            await Unmapped(app)({"type": "http", "client": client}, None, None)  # type: ignore[arg-type]

    asyncio.run(within())
    assert found == [("192.0.2.1", 1), ("192.0.2.1", 2), ("2001:db8::1", 3), None]


def test_refused_and_hasty_handshakes_leave_no_noise(start: Start) -> None:
    program = start(code=HOST)
    match = httpx2.post(f"{program.address}/api/matches", json=BOTS).json()["match"]
    host, port = program.address.removeprefix("http://").split(":")

    def shake(path: str, more: str = "", *, wait: bool = True) -> bytes:
        with socket.create_connection((host, int(port))) as link:
            link.sendall(
                f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
                f"{more}\r\n".encode()
            )
            if wait:
                return link.recv(65536)
            link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        return b""

    refused = shake(f"/ws/{match}", "Origin: http://evil.example\r\n")
    assert refused.startswith(b"HTTP/1.1 403")
    assert b'"code":"room/origin"' in refused
    assert shake("/nowhere").startswith(b"HTTP/1.1 40")
    assert shake("/ws/nonsense").startswith(b"HTTP/1.1 101"), "a page is told why over the socket"
    for path in (f"/ws/{match}", "/ws/nonsense", "/nowhere"):
        for _ in range(20):
            shake(path, wait=False)
    time.sleep(0.2)
    program.stop()
    told = [json.loads(line) for line in program.log_file.read_text().splitlines()]
    assert {line["event"] for line in told} == {"started", "match-made", "draining", "stopped"}
