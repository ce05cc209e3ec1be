"""Clients that behave badly, each a program of its own: what it does takes nothing from those measured.

    python -m tests.faults.offenders KIND

reads from its input where the server is and whom to bother, and prints what came of it.
"""

from __future__ import annotations

import contextlib
import json
import select
import socket
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass

TEXT, BINARY, CLOSE, PING, PONG = 0x1, 0x2, 0x8, 0x9, 0xA
FINAL = 0x80
SMALL_BUFFER = 4096
PATIENCE = 5.0
DRAIN = 5.0
"""Seconds in which whatever was sent before the end of a link is read."""


@dataclass(frozen=True)
class Target:
    """Where the server is, a match with a token of one of its seats, other matches, and for how long."""

    host: str
    port: int
    match: str
    token: str
    others: list[str]
    seconds: float


def frame(payload: bytes, opcode: int = TEXT, final: int = FINAL, masked: int = 0x80) -> bytes:
    """Return a frame; its mask is nothing, so that the payload stands in it as it is."""
    size = len(payload)
    if size < 126:
        head = bytes((final | opcode, masked | size))
    elif size < 1 << 16:
        head = bytes((final | opcode, masked | 126)) + size.to_bytes(2, "big")
    else:
        head = bytes((final | opcode, masked | 127)) + size.to_bytes(8, "big")
    return head + (bytes(4) if masked else b"") + payload


def opened(target: Target, match: str, token: str | None = None, buffer: int = 0) -> socket.socket:
    """Return a socket that has been let in, and has said hello."""
    link = socket.socket()
    link.settimeout(PATIENCE)
    if buffer:
        link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    link.connect((target.host, target.port))
    cookie = f"Cookie: seat-{match}={token}\r\n" if token else ""
    link.sendall(
        f"GET /ws/{match} HTTP/1.1\r\nHost: {target.host}:{target.port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: dXBjYXJkIHVwY2FyZCB1cA==\r\n{cookie}\r\n".encode()
    )
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        more = link.recv(1)
        if not more:
            raise ConnectionError("it was closed")
        head += more
    if not head.startswith(b"HTTP/1.1 101"):
        raise ConnectionError(head[:40].decode())
    link.sendall(frame(b'{"t":"hello","acked":0}'))
    return link


def until(target: Target) -> Iterator[None]:
    """Yield as long as the time lasts."""
    ends = time.monotonic() + target.seconds
    while time.monotonic() < ends:
        yield


def pushed(link: socket.socket, data: bytes, target: Target) -> int:
    """Send the same again and again, read nothing; return how many bytes went off before it was closed."""
    link.setblocking(False)  # noqa: FBT003 - the name says it
    sent = 0
    with contextlib.suppress(ConnectionError):
        for _ in until(target):
            if select.select([], [link], [], 0.1)[1]:
                sent += link.send(data[sent % len(data) :])
    return sent


# --- the kinds ------------------------------------------------------------------------------------


def stalled(target: Target) -> dict[str, int]:
    """Readers that stop reading, six at every table."""
    links = [opened(target, match, buffer=SMALL_BUFFER) for match in target.others for _ in range(6)]
    for _ in until(target):
        time.sleep(0.05)
    return {"sockets": len(links), "closed": _ended(links, min(DRAIN, target.seconds))}


def flood(target: Target) -> dict[str, int]:
    """One seat says more than anybody can, and reads nothing."""
    acts = [b'{"t":"act","id":"f%d","version":99999,"action":"draw"}' % number for number in range(1000)]
    data = b"".join(frame(act) for act in acts)
    link = opened(target, target.match, target.token)
    return {"messages": 1000 * pushed(link, data, target) // len(data)}


def mites(target: Target) -> dict[str, int]:
    """One seat sends the shortest messages there are, and reads nothing."""
    data = frame(b"x") * 10_000
    link = opened(target, target.match, target.token)
    return {"messages": 10_000 * pushed(link, data, target) // len(data)}


def pings(target: Target) -> dict[str, int]:
    """A watcher sends pings of the protocol itself, and reads no pong."""
    data = frame(b"x" * 125, PING) * 1000
    link = opened(target, target.match, buffer=SMALL_BUFFER)
    return {"pings": 1000 * pushed(link, data, target) // len(data), "not closed": not _closed(link)}


def crumbs(target: Target) -> dict[str, int]:
    """A watcher sends a message in endlessly many empty pieces."""
    link = opened(target, target.match)
    link.sendall(frame(b"{", TEXT, 0))
    data = frame(b"", 0, 0) * 10_000
    return {"pieces": 10_000 * pushed(link, data, target) // len(data), "not closed": not _closed(link)}


def handshakes(target: Target) -> dict[str, int]:
    """As many handshakes as one program can make."""
    told: Counter[str] = Counter()
    for _ in until(target):
        try:
            opened(target, target.match).close()
            told["let in"] += 1
        except OSError:
            told["not let in"] += 1
    return told


def watchers(target: Target) -> dict[str, int]:
    """No offence: somebody watches at every table, and acknowledges what happened as a page does."""
    told: Counter[str] = Counter()
    links: dict[socket.socket, bytes] = {}
    unopened = list(target.others)
    ends = time.monotonic() + target.seconds
    while unopened or time.monotonic() < ends:
        if unopened:
            links[opened(target, unopened.pop())] = b""
            ends = time.monotonic() + target.seconds
        for link in select.select(list(links), [], [], 0 if unopened else 0.1)[0]:
            try:
                links[link] = _watch(link, links[link] + link.recv(1 << 16), told)
            except ConnectionError:
                del links[link]
                told["closed"] += 1
    return told


def _watch(link: socket.socket, buffer: bytes, told: Counter[str]) -> bytes:
    """Answer what came; return what is not whole yet."""
    while (end := _end(buffer)) and end <= len(buffer):
        message, buffer = buffer[:end], buffer[end:]
        if message[0] == FINAL | PING:
            link.sendall(frame(message[2:], PONG))
            continue
        told["views"] += 1
        number = message.partition(b'"room":')[0].rpartition(b'{"n":')[2].partition(b",")[0]
        if number.isdigit():
            link.sendall(frame(b'{"t":"ack","event":%b}' % number))
    return buffer


def oversize(target: Target) -> dict[str, int]:
    """Messages of every size that is too long, in one frame and in many."""
    x = b"x"
    return _tell(
        target,
        {
            "1 KB + 1": frame(_ping(1025)),
            "4 KB + 1": frame(_ping(4097)),
            "1 MB": frame(_ping(1 << 20)),
            "1 KB + 1 in pieces": _pieces(_ping(1025), 100),
            "1 MB in pieces": _pieces(_ping(1 << 20), 1000),
            "a length of 8 exabytes": bytes((FINAL | TEXT, 0xFF)) + (1 << 62).to_bytes(8, "big") + x * 100,
        },
    )


def malformed(target: Target) -> dict[str, int]:
    """Whatever is no message, or breaks the protocol."""
    return _tell(
        target,
        {
            "no JSON": frame(b"nonsense"),
            "half a JSON": frame(b'{"t":"act","id":'),
            "deep nesting": frame(b"[" * 1000),
            "deeper in a field": frame(b'{"t":"act","id":' + b'{"a":' * 190),
            "wrong types": frame(b'{"t":"act","id":7,"version":"x","action":[]}'),
            "an unknown kind": frame(b'{"t":"become-host"}'),
            "a huge number": frame(b'{"t":"ack","event":' + b"9" * 500 + b"}"),
            "nothing": frame(b""),
            "null": frame(b"null"),
            "bytes": frame(b"\x00\xff", BINARY),
            "no UTF-8": frame(b'{"t":"ping","x":"\xff\xfe"}'),
            "half a surrogate": frame(b'{"t":"say","text":"\\ud800","phrase":false}'),
            "not masked": frame(b'{"t":"ping"}', masked=0),
            "a reserved bit": frame(b'{"t":"ping"}', TEXT | 0x40),
            "a reserved opcode": frame(b"", 0x3),
            "a piece of nothing": frame(b"x", 0),
            "a ping in pieces": frame(b"x", PING, 0),
            "a long ping": frame(b"x" * 126, PING),
            "a text within a text": frame(b"{", TEXT, 0) + frame(b"{"),
            "a bad goodbye": frame(b"\x00\x01", CLOSE),
            "half a frame": frame(b'{"t":"ping"}')[:8],
        },
    )


KINDS: dict[str, Callable[[Target], dict[str, int]]] = {
    kind.__name__: kind for kind in (stalled, flood, mites, pings, crumbs, handshakes, oversize, malformed)
}
"""The offenders."""
PROGRAMS = {**KINDS, "watchers": watchers}


def _end(buffer: bytes) -> int:
    """Return where the first frame ends, 0 if that is not known yet."""
    if len(buffer) < 2:
        return 0
    size = buffer[1]
    if size < 126:
        return 2 + size
    if len(buffer) < 10:
        return 0
    if size == 126:
        return 4 + int.from_bytes(buffer[2:4], "big")
    return 10 + int.from_bytes(buffer[2:10], "big")


def _ping(size: int) -> bytes:
    head, tail = b'{"t":"ping","x":"', b'"}'
    return head + b"x" * (size - len(head) - len(tail)) + tail


def _pieces(message: bytes, size: int) -> bytes:
    parts = [message[at : at + size] for at in range(0, len(message), size)]
    last = len(parts) - 1
    return b"".join(
        frame(part, 0 if at else TEXT, FINAL if at == last else 0) for at, part in enumerate(parts)
    )


def _tell(target: Target, cases: dict[str, bytes]) -> dict[str, int]:
    """Say each of these on a link of its own, again and again; count what was answered to each."""
    told: Counter[str] = Counter()
    for _ in until(target):
        for name, data in cases.items():
            answer = "not let in"
            with contextlib.suppress(ConnectionError, TimeoutError):
                answer = _answer(opened(target, target.match, target.token), data)
            told[f"{name}: {answer}"] += 1
    return told


def _answer(link: socket.socket, data: bytes) -> str:
    """Return what is answered: a refusal, a goodbye with its code, or nothing."""
    link.settimeout(1.0)
    heard = b""
    with link:
        try:
            link.sendall(data)
            link.sendall(frame(b'{"t":"ping"}'))
            while True:
                more = link.recv(1 << 16)
                if not more:
                    return "closed without a word" if not heard else _goodbye(heard)
                heard += more
                refused = heard.partition(b'{"t":"refused"')[2].partition(b'"code":"')[2]
                if b'"' in refused:
                    return refused.partition(b'"')[0].decode()
                if b'{"t":"pong"}' in heard:
                    return "passed over"
        except TimeoutError:
            return _goodbye(heard)
        except ConnectionError:
            return "closed"


def _goodbye(heard: bytes) -> str:
    at = heard.rfind(bytes((FINAL | CLOSE,)))
    code = int.from_bytes(heard[at + 2 : at + 4], "big") if at >= 0 else 0
    return f"closed with {code}" if 1000 <= code < 5000 else "waited for"


def _ended(links: list[socket.socket], seconds: float) -> int:
    """Return how many links the other side has ended, once what still lay there is read."""
    open_ = set(links)
    for link in links:
        link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
    ends = time.monotonic() + seconds
    while open_ and time.monotonic() < ends:
        for link in select.select(list(open_), [], [], 0.1)[0]:
            try:
                more = link.recv(1 << 20)
            except ConnectionError:
                more = b""
            if not more:
                open_.discard(link)
    return len(links) - len(open_)


def _closed(link: socket.socket) -> bool:
    """Whether the other side has ended the link: then its end comes soon, whatever still lies there."""
    link.settimeout(0.005)
    with contextlib.suppress(ConnectionError):
        for _ in range(100):
            try:
                if not link.recv(1 << 16):
                    return True
            except TimeoutError:
                return False
        return False
    return True


def main() -> None:
    """Be one of the kinds, and print what came of it."""
    target = Target(**json.load(sys.stdin))
    print(json.dumps(PROGRAMS[sys.argv[1]](target)))


def order(target: Target) -> bytes:
    """Return what an offender reads from its input."""
    return json.dumps(asdict(target)).encode()


if __name__ == "__main__":
    main()
