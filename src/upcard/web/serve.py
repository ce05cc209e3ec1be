"""Starting the server: a free port, the address printed, the browser opened."""

from __future__ import annotations

import errno
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterable, Mapping
from pathlib import Path

import uvicorn
from platformdirs import user_data_path

from upcard.bots.sets import policy_sets
from upcard.errors import UpcardError
from upcard.fast.warming import Warming
from upcard.games import GAMES
from upcard.web.app import make_app
from upcard.web.guard import ANY_ADDRESS, Hosts
from upcard.web.protocol import LONGEST_MESSAGE
from upcard.web.reading import ReadingOn
from upcard.web.room import Settings
from upcard.web.store import Store
from upcard.web.sweeping import Sweeping

PORT = 8000
MORE_PORTS = 50
PACE = "UPCARD_PACE"
"""An environment variable: seconds between the actions of bots."""

LONGEST_PACE = 60
WARM_AFTER = 5.0
"""How long the server has been up, in seconds, before anything is compiled beside it."""


class BadPace(UpcardError):
    """The pace of the bots is not one."""

    code = "serve/bad-pace"


class NoPort(UpcardError):
    """The server cannot listen there."""

    code = "serve/no-port"


def run(
    data: Path | None = None,
    host: str = "127.0.0.1",
    port: int = PORT,
    open_browser: bool = True,
    match: str | None = None,
    *,
    names: Iterable[str] = (),
    warm: bool = False,
) -> None:
    """Serve the table until it is stopped (Ctrl-C or SIGTERM).

    ``data`` is the folder of the matches, by default the user's own; ``match`` is the match to open instead
    of the lobby; ``names`` are further host names of this machine. With ``warm`` the rules are compiled in
    the background, for whatever needs them compiled. The address is printed, a taken port gives way to the
    next one. NoPort, WrongVersion or OSError if the server cannot start.
    """
    settings = settings_from(os.environ)
    store = Store(user_data_path("upcard", appauthor=False) if data is None else data)
    listening = listen(host, port)
    config = uvicorn.Config(
        make_app(store, settings, Hosts(names, host)),
        http="h11",
        ws=ReadingOn,
        loop="asyncio",
        lifespan="on",
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws_max_size=4 * LONGEST_MESSAGE,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=2,
        callback_notify=Sweeping(),
        timeout_notify=0,  # every time it looks whether to, which is each second
    )
    address = address_of(listening, host) + (f"/m/{match}" if match else "/")
    print(f"upcard is at {address}  (Ctrl-C stops it)", flush=True)
    if open_browser:
        show(address)
    warming = warm_up(WARM_AFTER) if warm else None
    try:
        uvicorn.Server(config).run(sockets=[listening])
    except KeyboardInterrupt:
        print("stopped", flush=True)
    finally:
        if warming:
            warming.stop()


def warm_up(delay: float) -> Warming:
    """Begin, after so many seconds, to have compiled what is not yet, by a program of the lowest priority.

    Players at a table do not wait for it: they play interpreted, which for a single decision is as quick.
    So nothing of it is loaded here.
    """
    wanted = [(game, policies) for game in GAMES.values() for policies in policy_sets(game.name)]
    return Warming(wanted, delay, load=False)


def settings_from(environment: Mapping[str, str]) -> Settings:
    """Return the settings, the bots' pace as the environment has it; BadPace if that is no time to wait."""
    text = environment.get(PACE)
    if text is None:
        return Settings()
    try:
        pace = float(text)
    except ValueError:
        pace = -1.0
    if not 0 <= pace <= LONGEST_PACE:
        raise BadPace(f"{PACE} is a number of seconds from 0 to {LONGEST_PACE}, not {text!r}")
    return Settings(pace=pace)


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens on this port, or on the next one that is free; NoPort if none is."""
    for wanted in (*range(port, min(port + MORE_PORTS, 1 << 16)), 0):
        try:
            return _bound(host, wanted)
        except OSError as error:
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise NoPort(f"cannot listen on {host}: {error.strerror or error}") from None
    raise NoPort(f"no port is free on {host}")


def _bound(host: str, port: int) -> socket.socket:
    family, kind, proto, _, address = socket.getaddrinfo(
        host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    bound = socket.socket(family, kind, proto)
    try:
        if os.name == "posix":
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
        bound.listen(2048)
    except OSError:
        bound.close()
        raise
    return bound


def address_of(listening: socket.socket, host: str) -> str:
    """Return the address under which a browser on this machine finds the server."""
    name = "127.0.0.1" if host in ANY_ADDRESS else host
    return f"http://{f'[{name}]' if ':' in name else name}:{listening.getsockname()[1]}"


def show(address: str) -> None:
    """Open the address in the person's browser if there is a screen; whatever goes wrong is no matter."""
    if sys.platform.startswith("linux") and not {"DISPLAY", "WAYLAND_DISPLAY", "BROWSER"} & os.environ.keys():
        return
    threading.Thread(target=_open, args=(address,), name="upcard-browser", daemon=True).start()


def _open(address: str) -> None:
    try:
        webbrowser.open(address)
    except (webbrowser.Error, OSError):
        return  # the address is printed
