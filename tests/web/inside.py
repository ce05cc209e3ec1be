"""A whole server inside the test: its time is moved by hand, its disk writes at once or when it is let.

Requests and sockets go through the application itself, guards and cookies included; only the network is
not there. ``Server.settle`` lets everything happen that can happen now, so a test never waits.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from starlette.applications import Starlette

from upcard.web.app import make_app
from upcard.web.cookies import COOKIE
from upcard.web.room import Settings
from upcard.web.store import NotKept, Row, Store

PACE = 0.5
MOST_TURNS = 20_000
"""Turns of the loop after which it is taken to run in circles."""
HOST = b"localhost"


class HandTime(asyncio.SelectorEventLoop):
    """A loop whose time stands still until a test moves it; work for threads is done on the spot."""

    def __init__(self) -> None:
        self.now = 1000.0
        super().__init__()

    def time(self) -> float:
        return self.now

    def run_in_executor(self, executor: Any, func: Any, *args: Any) -> Any:
        done = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as error:
            done.set_exception(error)
        return done

    @property
    def next_timer(self) -> float | None:
        """When the next timer is due."""
        waiting: list[Any] = getattr(self, "_scheduled")  # noqa: B009 - no type knows of it
        return min((timer.when() for timer in waiting if not timer.cancelled()), default=None)

    def settle(self) -> None:
        """Let happen whatever is due now, and what follows from it."""
        ready: deque[Any] = getattr(self, "_ready")  # noqa: B009 - no type knows of it
        for _ in range(MOST_TURNS):
            due = self.next_timer
            if not ready and (due is None or due > self.now):
                return
            self.call_soon(self.stop)
            self.run_forever()
        raise AssertionError("it runs in circles")

    def advance(self, seconds: float, after_each: Callable[[], None]) -> None:
        """Let so much time pass, timer by timer."""
        until = self.now + seconds
        while (due := self.next_timer) is not None and due <= until:
            self.now = max(self.now, due)
            self.settle()
            after_each()
        self.now = until
        self.settle()
        after_each()


class HandStore(Store):
    """A store that writes on the spot; ``refusing`` refuses all, ``slow`` leaves rows in ``waiting``."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._hand = self._connect()
        self._hand.execute("PRAGMA synchronous = OFF")  # no power goes off in a test
        self.refusing = False
        self.slow = False
        self.waiting: list[tuple[Sequence[Row], asyncio.Future[None]]] = []

    async def append(self, rows: Sequence[Row]) -> None:
        if self.refusing:
            raise NotKept("a test's disk")
        if self.slow:
            done = asyncio.get_running_loop().create_future()
            self.waiting.append((rows, done))
            await done
        else:
            self.write(rows)

    def write(self, rows: Sequence[Row]) -> None:
        """Write rows as they are written on a real disk."""
        if error := self._commit(self._hand, rows):
            raise error

    def close(self) -> None:
        self._hand.close()
        super().close()


class Wire:
    """One end of a socket: ``told`` is what was read from it, ``closed`` the code it was closed with.

    While ``stalled`` nothing is read. ``times`` are when the messages came.
    """

    def __init__(self, server: Server) -> None:
        self._server = server
        self._said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._said.put_nowait({"type": "websocket.connect"})
        self._reading = asyncio.Event()
        self._reading.set()
        self._gone = False
        self.told: list[str] = []
        self.closed: int | None = None
        self.times: list[float] = []

    @property
    def at(self) -> float:
        """When the last message came."""
        return self.times[-1]

    def say(self, message: dict[str, Any] | str | bytes) -> None:
        """Send a message."""
        kind = "bytes" if isinstance(message, bytes) else "text"
        sent = json.dumps(message) if isinstance(message, dict) else message
        self._said.put_nowait({"type": "websocket.receive", kind: sent})

    def drop(self) -> None:
        """Have the connection gone: what was said arrives, nothing that comes is read any more."""
        self._gone = True
        self._reading.set()
        self._said.put_nowait({"type": "websocket.disconnect", "code": 1006})

    def stall(self, stalled: bool) -> None:
        """Stop reading, or read on."""
        if stalled:
            self._reading.clear()
        else:
            self._reading.set()

    @property
    def open(self) -> bool:
        return not self._gone and self.closed is None

    async def receive(self) -> dict[str, Any]:
        return await self._said.get()

    async def send(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.close":
            self.closed = message.get("code", 1000)
        if message["type"] != "websocket.send":
            return
        await self._reading.wait()
        if self._gone:
            raise OSError("nobody is there")
        self.told.append(message["text"])
        self.times.append(self._server.loop.now)


class Answered:
    """The answer to a request."""

    def __init__(self, status: int, headers: list[tuple[bytes, bytes]], body: bytes) -> None:
        self.status = status
        self.headers = headers
        self.body = body

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def cookies(self) -> dict[str, str]:
        """The seats that it gives: match → token."""
        given = [value.decode().partition(";")[0] for name, value in self.headers if name == b"set-cookie"]
        pairs = [text.partition("=") for text in given]
        return {name.removeprefix(COOKIE): token for name, _, token in pairs if name.startswith(COOKIE)}


class Server:
    """The application on a data folder; ``kill`` ends it like a power cut, ``begin`` starts another."""

    def __init__(self, data: Path, settings: Settings | None = None) -> None:
        self.data = data
        self.settings = settings or Settings(pace=PACE, patience=30.0, actions=(1e9, 10**9))
        self.loop = HandTime()
        self.store: HandStore
        self.app: Starlette
        self.begin()

    def begin(self) -> None:
        """Start on what is kept."""
        self.store = HandStore(self.data)
        self.app = make_app(self.store, self.settings)
        self._life = self.app.router.lifespan_context(self.app)
        self.loop.run_until_complete(self._life.__aenter__())

    def kill(self) -> None:
        """End at once: nothing more is kept, and nobody hears why."""
        self.store.slow = True
        for _ in range(100):
            tasks = asyncio.all_tasks(self.loop)
            if not tasks:
                break
            for task in tasks:
                task.cancel()
            self.loop.settle()
        self.loop.run_until_complete(self._life.__aexit__(None, None, None))
        self.loop.settle()

    def end(self) -> None:
        """Leave nothing behind."""
        self.kill()
        self.loop.close()

    def settle(self) -> None:
        """Let everything happen that can happen now."""
        self.loop.settle()

    def advance(self, seconds: float, after_each: Callable[[], None] = lambda: None) -> None:
        """Let time pass."""
        self.loop.advance(seconds, after_each)

    def connect(self, match: str, cookies: dict[str, str], address: str = "127.0.0.1") -> Wire:
        """Open a socket, with the seats that a browser holds."""
        wire = Wire(self)
        scope = self._scope("websocket", f"/ws/{match}", cookies, address)
        self.loop.create_task(self._serve(scope, wire.receive, wire.send))
        return wire

    def ask(
        self,
        method: str,
        path: str,
        body: object = None,
        cookies: dict[str, str] | None = None,
        address: str = "127.0.0.1",
    ) -> Answered:
        """Ask over HTTP, and wait for the answer."""
        parts: list[dict[str, Any]] = []
        sent = [{"type": "http.request", "body": b"" if body is None else json.dumps(body).encode()}]

        async def receive() -> dict[str, Any]:
            return sent.pop() if sent else {"type": "http.disconnect"}

        async def send(message: dict[str, Any]) -> None:
            parts.append(message)

        path, _, query = path.partition("?")
        scope = self._scope("http", path, cookies or {}, address)
        scope |= {"method": method, "query_string": query.encode(), "http_version": "1.1"}
        self.loop.create_task(self._serve(scope, receive, send))
        self.settle()
        assert parts, "no answer came"
        data = b"".join(part.get("body", b"") for part in parts[1:])
        return Answered(parts[0]["status"], list(parts[0]["headers"]), data)

    async def _serve(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        await self.app(scope, receive, send)

    def _scope(self, kind: str, path: str, cookies: dict[str, str], address: str) -> dict[str, Any]:
        held = "; ".join(f"{COOKIE}{match}={token}" for match, token in cookies.items())
        headers = [(b"host", HOST), (b"content-type", b"application/json")]
        return {
            "type": kind,
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "scheme": "ws" if kind == "websocket" else "http",
            "root_path": "",
            "server": ("localhost", 80),
            "client": (address, 50000),
            "headers": [*headers, (b"cookie", held.encode())] if held else headers,
        }
