"""What stands before every request: whose page it comes from, and what a page of ours may do."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from upcard.errors import Problem
from upcard.web import protocol
from upcard.web.faults import FAULT, log_fault

_SOURCES = (
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
)
POLICY = "; ".join(_SOURCES)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "x-frame-options": "DENY",
}
SAFE = {"GET", "HEAD", "OPTIONS"}
LOCAL = ("localhost", "127.0.0.1", "::1")
ANY_ADDRESS = ("0.0.0.0", "::", "")  # noqa: S104 - compared with, not listened on


DRAINING: Problem = {
    "code": "serve/draining",
    "message": "the server is about to end; a moment later it may be back",
    "clause": None,
    "legal": [],
}
PLACES = {"api", "ws", "m", "j", "static", "healthz", "metrics"}
"""What an address may begin with; the rest of it is nobody's business."""


class Hosts:
    """The names under which this server is asked; a name that an attacker points here is none of them.

    ``listening`` is what the server listens on. If that is every address, a bare address is a name too.
    ``address`` is where others find it, None where nobody else does.
    """

    def __init__(
        self, names: Iterable[str] = (), listening: str = "127.0.0.1", address: str | None = None
    ) -> None:
        self.address = address
        self._names = {name.lower() for name in (*LOCAL, *names, listening)} - set(ANY_ADDRESS)
        self._addresses = listening in ANY_ADDRESS

    def know(self, host: str | None) -> bool:
        """Whether a Host header, with or without a port, names this server."""
        name = host_name(host)
        return name is not None and (name in self._names or (self._addresses and _is_address(name)))


def host_name(host: str | None) -> str | None:
    """Return the name in a Host header, without the port; None if there is none."""
    try:
        return urlsplit(f"//{host}").hostname if host else None
    except ValueError:
        return None


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def problem(code: str, message: str) -> Problem:
    """Return a refusal in the shape of all errors."""
    return {"code": code, "message": message, "clause": None, "legal": []}


def refusal(status: int, told: Problem, headers: dict[str, str] | None = None) -> Response:
    """Return a refusal as a response."""
    kept = {"cache-control": "no-store", **(headers or {})}
    return Response(protocol.to_json(told), status, kept, media_type="application/json")


class Guard:
    """Lets pass what comes from our own pages, adds the headers, and turns a fault into a refusal."""

    def __init__(self, app: ASGIApp, hosts: Hosts) -> None:
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request or a handshake."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        started = False

        async def send_with_headers(message: Message) -> None:
            nonlocal started
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            started = True
            await send(message)

        refused = self._refuse(scope)
        if refused is not None:
            await refused(scope, receive, send_with_headers)
            return
        try:
            await self._app(scope, receive, send_with_headers)
        except Exception as error:
            log_fault(f"{scope['type']} {_place(scope['path'])}", error)
            if started or scope["type"] != "http":
                raise ConnectionAbortedError from None  # the server closes what is left
            await refusal(500, FAULT)(scope, receive, send_with_headers)

    def _refuse(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        host = headers.get("host")
        state = scope["app"].state
        if not self._hosts.know(host):
            state.counts.refusals["room/host"] += 1
            return refusal(421, problem("room/host", "this server is not asked by that name"))
        if scope["type"] == "http" and scope["method"] in SAFE:
            return None
        if scope["type"] == "http" and state.rooms.draining:
            state.counts.refusals[DRAINING["code"]] += 1
            return refusal(503, DRAINING, {"retry-after": "2"})
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc.lower() != (host or "").lower():
            state.counts.refusals["room/origin"] += 1
            return refusal(403, problem("room/origin", "this comes from a page that is not ours"))
        return None


def _place(path: str) -> str:
    first = path.split("/", 2)[1] if path.startswith("/") else ""
    return f"/{first}" if first in PLACES else "/"
