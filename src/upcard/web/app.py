"""The routes of the server, and every refusal in one shape."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from http import HTTPStatus
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import Scope
from starlette.websockets import WebSocket

from upcard.errors import RoomError, UpcardError
from upcard.web import protocol
from upcard.web.catalog import catalog, rules
from upcard.web.connection import GONE, RESTART, Connection
from upcard.web.cookies import seat_browser, tokens_of
from upcard.web.counts import Counts
from upcard.web.guard import Guard, Hosts, problem, refusal
from upcard.web.health import Readers, health, show_metrics
from upcard.web.limits import (
    BODY_SECONDS,
    CODES,
    DRAWINGS,
    GATHERING,
    MATCHES,
    MOST_SOCKETS,
    SOCKETS,
    SOCKETS_OF_ADDRESS,
    Addresses,
    Together,
    is_loopback,
    subject,
)
from upcard.web.messages import (
    Address,
    AskInvitation,
    AskQr,
    Join,
    Joined,
    Made,
    MoveCode,
    NewMatch,
    Refused,
)
from upcard.web.metrics import Metrics
from upcard.web.preparing import Preparing
from upcard.web.qr import draw
from upcard.web.room import Settings
from upcard.web.rooms import MOVE_SECONDS, Rooms, carried
from upcard.web.seating import hashes_of
from upcard.web.store import Store

STATIC = Path(__file__).with_name("static")
LONGEST_BODY = 4096
NOT_BUILT = """\
The page is not built. In a checkout of upcard, run

    scripts/build

and load this address again. The server itself is running.
"""
STATUS = {
    "room/no-match": 404,
    "room/no-code": 404,
    "room/seat-taken": 409,
    "room/gathering": 409,
    "record/unknown-game": 404,
    "room/watching": 403,
    "room/running": 409,
    "room/stale": 409,
    "room/broken": 409,
    "record/wrong-version": 409,
    "room/too-long": 413,
    "room/too-many": 429,
    "room/not-kept": 503,
    "serve/full": 503,
}
ENOUGH_MATCHES = "that is enough new matches for a minute; try again soon"
ENOUGH_CODES = "that is enough codes for a minute; try again soon"
CLOSE = 4000
"""What a socket that is refused for good is closed with, plus the status."""


def make_app(
    store: Store,
    settings: Settings | None = None,
    hosts: Hosts | None = None,
    static: Path = STATIC,
    readers: Readers | None = None,
    preparing: Preparing | None = None,
) -> Starlette:
    """Return the application that serves the matches of a store; it closes the store when it ends.

    ``hosts`` are the names it is asked by, ``readers`` who may read its figures; ``preparing`` compiles what
    bots need.
    """
    counts, hosts = Counts(), hosts or Hosts()

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        rooms = app.state.rooms = Rooms(store, settings or Settings(), counts, preparing)
        app.state.counts = counts
        app.state.readers = readers or Readers()
        app.state.address = hosts.address
        app.state.metrics = Metrics(counts, store.counts, rooms.open, lambda: rooms.draining)
        app.state.makers = Addresses(MATCHES)
        app.state.codes = Addresses(CODES)
        app.state.drawers = Addresses(DRAWINGS)
        app.state.sockets = Together(SOCKETS_OF_ADDRESS, is_loopback)
        yield
        await app.state.rooms.close()
        store.close()

    async def page(_: Request) -> Response:
        index = static / "index.html"
        if index.is_file():
            return FileResponse(index, headers={"cache-control": "no-cache"})
        return PlainTextResponse(NOT_BUILT)

    routes = [
        Route("/", page),
        Route("/m/{match}", page),
        Route("/j", page),
        Route("/healthz", health),
        Route("/metrics", show_metrics),
        Route("/api/catalog", show_catalog),
        Route("/api/address", show_address),
        Route("/api/rules/{game}", show_rules),
        Route("/api/matches", matches, methods=["GET", "POST"]),
        Route("/api/matches/{match}/rematch", make_rematch, methods=["POST"]),
        Route("/api/matches/{match}/move", make_move, methods=["POST"]),
        Route("/api/invitation", show_invitation, methods=["POST"]),
        Route("/api/join", join, methods=["POST"]),
        Route("/api/qr", show_qr, methods=["POST"]),
        Route("/api/matches/{match}/record", show_record),
        WebSocketRoute("/ws/{match}", play),
        Mount("/static", Files(directory=static, check_dir=False)),
    ]
    return Starlette(
        routes=routes,
        middleware=[Middleware(Guard, hosts=hosts)],
        exception_handlers={UpcardError: refuse, HTTPException: refuse_plainly},
        lifespan=lifespan,
    )


class Files(StaticFiles):
    """The built page: a file's name changes with what is in it, so a browser may keep it for good."""

    async def check_config(self) -> None:
        """Serve whatever is there: a page may be built while the server runs."""

    def file_response(self, *arguments: Any, **more: Any) -> Response:
        """Return a file."""
        response = super().file_response(*arguments, **more)
        response.headers["cache-control"] = "public, max-age=31536000, immutable"
        return response

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file, but not the page itself, which has an address of its own."""
        if path == "index.html":
            raise HTTPException(404)
        return await super().get_response(path, scope)


# --- refusals --------------------------------------------------------------------------------------


async def refuse(request: Request, error: Exception) -> Response:
    """Answer an error of ours in the one shape."""
    told = error.problem() if isinstance(error, UpcardError) else problem("error", "")
    counts_of(request).refusals[told["code"]] += 1
    return refusal(STATUS.get(told["code"], 400), told)


async def refuse_plainly(request: Request, error: Exception) -> Response:
    """Answer what the routes refuse (no such address, wrong method) in the one shape."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    headers = dict(error.headers or {}) if isinstance(error, HTTPException) else {}
    counts_of(request).refusals[f"http/{status}"] += 1
    return refusal(status, problem(f"http/{status}", HTTPStatus(status).phrase), headers)


# --- HTTP ------------------------------------------------------------------------------------------


def answer(message: object, status: int = 200) -> Response:
    """Return a message as a response."""
    headers = {"cache-control": "no-store"}
    return Response(protocol.to_json(message), status, headers, media_type="application/json")


async def show_catalog(_: Request) -> Response:
    """Answer with the games."""
    return answer(catalog())


async def show_rules(request: Request) -> Response:
    """Answer with a rule book."""
    return answer(rules(request.path_params["game"]))


async def matches(request: Request) -> Response:
    """Answer with one's own matches, or make one."""
    return await (make_match if request.method == "POST" else show_matches)(request)


async def show_matches(request: Request) -> Response:
    """Answer with the matches that this browser has a seat in."""
    return answer(await rooms_of(request).mine(tokens_of(request)))


async def make_match(request: Request) -> Response:
    """Make a match, and give the browser its seats."""
    wanted = protocol.read_body(NewMatch, await body_of(request))
    limit(request, request.app.state.makers, ENOUGH_MATCHES)
    rooms, address = rooms_of(request), address_of(request)
    if not is_loopback(address) and rooms.gathering(address) >= GATHERING:
        raise RoomError(
            "room/too-many", "at many of your tables people are still awaited; play at one of them"
        )
    room, token, code = await rooms.make(wanted, address)
    response = answer(Made(room.match.name, code), 201)
    return await seat_browser(request, response, rooms, room.match.name, token)


async def make_rematch(request: Request) -> Response:
    """Make the match in which the same people go on, or find it; the browser keeps its seats."""
    rooms, name = rooms_of(request), request.path_params["match"]
    await body_of(request)
    tokens = tokens_of(request)
    room = await rooms.find(name)
    if room.match.rematch is None:
        limit(request, request.app.state.makers, ENOUGH_MATCHES)
    room = await rooms.rematch(room, tokens)
    response = answer(Made(room.match.name, None), 201)
    return await seat_browser(request, response, rooms, room.match.name, carried(room.match, tokens))


async def make_move(request: Request) -> Response:
    """Answer with a code that opens the browser's seats on another device."""
    await body_of(request)
    limit(request, request.app.state.codes, ENOUGH_CODES)
    rooms = rooms_of(request)
    room = await rooms.find(request.path_params["match"])
    return answer(MoveCode(await rooms.move_code(room, tokens_of(request)), MOVE_SECONDS), 201)


async def show_invitation(request: Request) -> Response:
    """Answer with what a code leads to."""
    code = protocol.read_body(AskInvitation, await body_of(request)).code
    limit(request, request.app.state.codes, ENOUGH_CODES)
    return answer(await rooms_of(request).look(code, tokens_of(request)))


async def join(request: Request) -> Response:
    """Seat somebody who has a code, and give the browser the seat."""
    wanted = protocol.read_body(Join, await body_of(request))
    limit(request, request.app.state.codes, ENOUGH_CODES)
    rooms = rooms_of(request)
    room, seats, token = await rooms.join(wanted.code, wanted.name, wanted.seat, tokens_of(request))
    response = answer(Joined(room.match.name, seats))
    return await seat_browser(request, response, rooms, room.match.name, token)


async def show_address(request: Request) -> Response:
    """Answer with where others find this server."""
    return answer(Address(request.app.state.address))


async def show_qr(request: Request) -> Response:
    """Answer with a text as a QR code."""
    text = protocol.read_body(AskQr, await body_of(request)).text
    limit(request, request.app.state.drawers, "that is enough for a minute; try again soon")
    return answer(draw(text))


async def show_record(request: Request) -> Response:
    """Answer with the record of a match that is over, its shuffles and their proof included."""
    room = await rooms_of(request).find(request.path_params["match"])
    if not room.match.finished:
        raise RoomError("room/running", "this match is not over yet: its record would show hidden cards")
    record = room.match.table.record()
    as_json = request.query_params.get("form") == "json"
    name = f"{room.match.game.name}-{room.match.name}.{'json' if as_json else 'txt'}"
    headers = {"cache-control": "no-store", "content-disposition": f'attachment; filename="{name}"'}
    kind = "application/json" if as_json else "text/plain; charset=utf-8"
    return Response(record.json() if as_json else record.text(), headers=headers, media_type=kind)


def rooms_of(connection: HTTPConnection) -> Rooms:
    """Return the rooms of the server that was asked."""
    rooms: Rooms = connection.app.state.rooms
    return rooms


def counts_of(connection: HTTPConnection) -> Counts:
    """Return what the server counts."""
    counts: Counts = connection.app.state.counts
    return counts


def address_of(connection: HTTPConnection) -> str:
    """Return where a request comes from, as limits count it."""
    return subject(connection.client.host) if connection.client else ""


def limit(request: Request, addresses: Addresses, message: str) -> None:
    """Refuse an address that has asked often within a minute."""
    if not addresses.take(address_of(request)):
        raise RoomError("room/too-many", message)


async def body_of(request: Request) -> bytes:
    """Return the body; RoomError if it is not said to be JSON or too long."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise HTTPException(415)
    body = b""
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for chunk in request.stream():
                body += chunk
                if len(body) > LONGEST_BODY:
                    raise RoomError("room/too-long", f"that is longer than {LONGEST_BODY} bytes")
    except TimeoutError:
        raise HTTPException(408, headers={"connection": "close"}) from None
    except ClientDisconnect:
        raise HTTPException(400) from None  # nobody is there to read it, and nothing is wrong here
    return body


# --- sockets ---------------------------------------------------------------------------------------


async def play(socket: WebSocket) -> None:
    """Connect a seat, or a watcher, with a match."""
    address, rooms = address_of(socket), rooms_of(socket)
    with contextlib.suppress(*GONE), socket.app.state.sockets.one(address) as one_more:
        try:
            if not one_more:
                raise RoomError("room/too-many", "there are many tables open at your address; close one")
            if counts_of(socket).sockets >= MOST_SOCKETS:
                raise RoomError("serve/full", "the server has as many guests as it can take; try again later")
            room = await rooms.find(socket.path_params["match"])
            hashes = hashes_of(tokens_of(socket))
            if room.connections(hashes, address) >= SOCKETS:
                raise RoomError("room/too-many", "this seat is open in many places; close one of them")
        except UpcardError as error:
            await turn_away(socket, error)
            return
        await socket.accept()
        if rooms.draining:
            await socket.close(RESTART)
        else:
            await Connection(socket, room, hashes, address).run()


async def turn_away(socket: WebSocket, error: UpcardError) -> None:
    """Say why, and close for good: a page can read neither from a handshake that is refused."""
    told = error.problem()
    counts_of(socket).refusals[told["code"]] += 1
    await socket.accept()
    await socket.send_text(protocol.to_json(Refused(None, None, told)).decode())
    await socket.close(CLOSE + STATUS.get(told["code"], 400))
