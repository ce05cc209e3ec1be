"""HTTP as uvicorn speaks it, over no more links than the server can keep, and only for so long.

A link that sends its request in drops, or takes its answer so, is closed; otherwise a few thousand of them
would leave no room for anybody else.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, ClassVar

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from upcard.web import protocol
from upcard.web.guard import problem
from upcard.web.limits import (
    HEAD_SECONDS,
    LINKS_OF_ADDRESS,
    MOST_LINKS,
    REQUEST_SECONDS,
    Together,
    is_loopback,
    subject,
)

PROXY = "a proxy"
_FULL = protocol.to_json(problem("serve/full", "there are too many connections; try again later"))
_SLOW = protocol.to_json(problem("http/408", "Request Timeout"))


def front(
    proxy: Callable[[str], bool], refused: Callable[[str], None], most_links: int = MOST_LINKS
) -> type[Front]:
    """Return the protocol of one server that keeps so many links, sockets among them.

    ``proxy`` says whether an address passes on what others ask: it may hold any number of links, as this
    machine may. ``refused`` is told the code of every refusal.
    """

    class Here(Front):
        most = most_links
        links = Together(LINKS_OF_ADDRESS, lambda whose: whose == PROXY or is_loopback(whose))

        def _whose(self) -> str:
            host = self.client[0] if self.client else ""
            return PROXY if proxy(host) else subject(host)

        def _count(self, code: str) -> None:
            refused(code)

    return Here


class Front(H11Protocol):
    """One link."""

    most: ClassVar[int]
    links: ClassVar[Together]
    _address: str | None = None
    """Whose link this is, as long as it is counted as theirs."""
    _deadline: asyncio.TimerHandle | None = None
    _in_request = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as inherited
        """Take a link, or refuse one too many."""
        super().connection_made(transport)
        address = self._whose()
        if len(self.connections) <= self.most and self.links.take(address):
            self._address = address
            self._wait(HEAD_SECONDS)
        else:
            self._end(503, _FULL)

    def data_received(self, data: bytes) -> None:
        """Take in what came, while there is time for it."""
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        """Let the link wait for its next request."""
        super().on_response_complete()
        self._look()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Hand the link over: as a socket it is counted otherwise."""
        self._let_go()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the link."""
        self._let_go()
        super().connection_lost(exc)

    # --- time ------------------------------------------------------------------------------------

    def _look(self) -> None:
        """Give a request that has begun its time, and the next one, of which something came, another."""
        if self._address is None:
            return
        in_request = not self._idle
        if in_request != self._in_request:
            self._in_request = in_request
            self._wait(REQUEST_SECONDS if in_request else None)
        elif not in_request and self._deadline is None and self.timeout_keep_alive_task is None:
            self._wait(HEAD_SECONDS)

    @property
    def _idle(self) -> bool:
        cycle: RequestResponseCycle | None = getattr(self, "cycle", None)  # None before the first request
        return cycle is None or cycle.response_complete

    def _wait(self, seconds: float | None) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None if seconds is None else self.loop.call_later(seconds, self._give_up)

    def _give_up(self) -> None:
        self._deadline = None
        if self._idle:
            self._end(408, _SLOW)
        self.loop.call_later(1.0, self.transport.abort)

    # --- ends ------------------------------------------------------------------------------------

    def _end(self, status: int, told: bytes) -> None:
        """Refuse, and close the link."""
        self._count("serve/full" if status == 503 else f"http/{status}")
        reason = "Service Unavailable" if status == 503 else "Request Timeout"
        self.transport.write(
            f"HTTP/1.1 {status} {reason}\r\ncontent-type: application/json\r\nconnection: close\r\n"
            f"content-length: {len(told)}\r\n\r\n".encode()
            + told
        )
        self.transport.close()

    def _whose(self) -> str:
        raise NotImplementedError

    def _count(self, code: str) -> None:
        raise NotImplementedError

    def _let_go(self) -> None:
        self._wait(None)
        if self._address is not None:
            self.links.give(self._address)
            self._address = None
