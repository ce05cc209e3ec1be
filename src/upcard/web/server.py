"""uvicorn as it serves upcard: its limits, and an end in which nothing is cut off in the middle."""

from __future__ import annotations

import asyncio
import signal
import time
from socket import socket
from types import FrameType
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from upcard.web.front import front
from upcard.web.health import Networks
from upcard.web.limits import KEPT_SECONDS, LONGEST_HEAD, MOST_LINKS, PING_SECONDS
from upcard.web.log import tell, watch_loop
from upcard.web.protocol import LONGEST_MESSAGE
from upcard.web.rooms import Rooms
from upcard.web.sweeping import Sweeping
from upcard.web.wire import Wire

LONGEST_GOODBYE = 1.0
"""Seconds that browsers have to answer the end of their sockets, and to take what is on its way."""


MAPPED = "::ffff:"


class Unmapped:
    """Shows an IPv4 address as such where an IPv6 socket wraps it up."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        client = scope.get("client")
        if client is not None:
            scope["client"] = (client[0].removeprefix(MAPPED), client[1])
        await self._app(scope, receive, send)


class Server(uvicorn.Server):
    """Serves an application until it is told to end, and ends well.

    On SIGTERM or Ctrl-C what is being decided is kept and answered, every page is sent away to come back, and
    the store is closed. A second Ctrl-C ends at once; what was acknowledged is kept all the same.
    ``proxies`` are those whose word about who asks is taken.
    """

    def __init__(self, app: Starlette, proxies: Networks | None = None, most_links: int = MOST_LINKS) -> None:
        self._app = app
        trusted = proxies or Networks()
        passed_on: Any = app  # Starlette and uvicorn spell the types of one interface differently
        if trusted:
            passed_on = ProxyHeadersMiddleware(passed_on, trusted_hosts=trusted.texts)
        super().__init__(
            uvicorn.Config(
                Unmapped(passed_on),
                http=front(trusted.hold, self._count_refusal, most_links),
                ws=Wire,
                loop="asyncio",
                lifespan="on",
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=False,
                h11_max_incomplete_event_size=LONGEST_HEAD,
                timeout_keep_alive=int(KEPT_SECONDS),
                ws_max_size=4 * LONGEST_MESSAGE,
                ws_per_message_deflate=False,
                ws_ping_interval=PING_SECONDS,
                ws_ping_timeout=PING_SECONDS,
                timeout_graceful_shutdown=2,
                callback_notify=Sweeping(),
                timeout_notify=0,  # every time it looks whether to, which is each second
            )
        )

    async def startup(self, sockets: list[socket] | None = None) -> None:
        """Begin to serve."""
        watch_loop(asyncio.get_running_loop())
        await super().startup(sockets)

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        """Let everybody finish, send them away, and close what is open."""
        began = time.monotonic()
        rooms: Rooms = self._app.state.rooms
        tell("draining", sockets=self._app.state.counts.sockets)
        if not self.force_exit:
            await rooms.drain()
        self._abort_all(closing=True)
        await asyncio.sleep(0)
        goodbye = asyncio.get_running_loop().call_later(LONGEST_GOODBYE, self._abort_all)
        await super().shutdown(sockets)
        if self.force_exit:
            rooms.let_go()
        goodbye.cancel()
        tell("stopped", seconds=round(time.monotonic() - began, 3))

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002 - as inherited
        """End; at the second Ctrl-C at once. The signal is not raised again: ending so is no failure."""
        if self.should_exit and sig == signal.SIGINT:
            self.force_exit = True
        self.should_exit = True

    def _abort_all(self, *, closing: bool = False) -> None:
        """Cut links whose other side takes nothing: all that are left, or those that are being closed."""
        for connection in list(self.server_state.connections):
            if not closing or connection.transport.is_closing():
                connection.transport.abort()

    def _count_refusal(self, code: str) -> None:
        self._app.state.counts.refusals[code] += 1
