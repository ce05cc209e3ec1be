"""Starting the server: a free port, the address printed, the browser opened."""

from __future__ import annotations

import errno
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_data_path

from upcard import __version__
from upcard.bots.sets import levels, policy_sets
from upcard.errors import UpcardError
from upcard.fast.warming import Part
from upcard.games import GAMES
from upcard.web import log
from upcard.web.app import make_app
from upcard.web.guard import ANY_ADDRESS, LOCAL, Hosts
from upcard.web.health import Networks, Readers
from upcard.web.lan import lan_addresses
from upcard.web.limits import MOST_LINKS
from upcard.web.preparing import Preparing, decisions
from upcard.web.room import Settings
from upcard.web.server import Server
from upcard.web.store import Store

EVERYWHERE = "0.0.0.0"  # noqa: S104 - who hosts for others wants just this
PORT = 8000
MORE_PORTS = 50
PACE = "UPCARD_PACE"
"""An environment variable: the seconds that bots take before they act, as a rule."""

OTHER_FILES = 200
"""Open files that are no links: the store, the page, what Python has open itself."""
LONGEST_PACE = 60
SHARE = 0.001
"""Seconds that whoever reckons, a bot in its thread, keeps Python from the loop that serves everybody.

A fifth of what is usual: the loop asks for it back many times in a move.
"""
WARM_AFTER = 5.0
"""How long the server has been up, in seconds, before anything is compiled beside it."""


class BadPace(UpcardError):
    """The pace of the bots is not one."""

    code = "serve/bad-pace"


class NoPort(UpcardError):
    """The server cannot listen there."""

    code = "serve/no-port"


@dataclass(frozen=True, slots=True)
class Hosting:
    """How a server for others is asked, and by whom.

    ``names`` are further host names of this machine, ``proxies`` the addresses and networks of reverse
    proxies whose word about the asker is taken, ``readers`` those that may read the figures; without any it
    is the programs of this machine.
    """

    names: Sequence[str] = ()
    proxies: Sequence[str] = ()
    readers: Sequence[str] = ()


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
    of the lobby; ``names`` are further host names of this machine. With ``warm`` what may be needed compiled
    is compiled in the background, before anything needs it. The address is printed, a taken port gives way
    to the next one. NoPort, WrongVersion or OSError if the server cannot start.
    """
    settings, store = settings_from(os.environ), open_store(data)
    listening = listen(host, port)
    log.begin(as_json=False)
    preparing = warm_up(WARM_AFTER) if warm else None
    server = Server(
        make_app(store, settings, Hosts(names, host), preparing=preparing), None, room_for_links()
    )
    address = address_of(listening, host) + (f"/m/{match}" if match else "/")
    print(f"upcard is at {address}  (Ctrl-C stops it)", flush=True)
    if open_browser:
        show(address)
    try:
        _serve(server, listening)
    finally:
        if preparing:
            preparing.stop()


def host(
    data: Path | None = None,
    host: str = EVERYWHERE,
    port: int | None = None,
    hosting: Hosting | None = None,
) -> None:
    """Serve the table to others until it is stopped (Ctrl-C or SIGTERM), and log in JSON on stderr.

    A port that is named is used or NoPort raised; without one it is the usual one, or the next that is free.
    BadNetwork, WrongVersion or OSError if the server cannot start.
    """
    hosting = hosting or Hosting()
    readers, proxies = Readers(hosting.readers), Networks(hosting.proxies)
    settings, store = settings_from(os.environ), open_store(data)
    listening = listen(host, PORT if port is None else port, exact=port is not None)
    here = socket.gethostname()
    own = (here, f"{here}.local") if host in ANY_ADDRESS else ()
    number = listening.getsockname()[1]
    others = where(host, number, hosting.names, bool(proxies))
    hosts = Hosts((*hosting.names, *own), host, others[0].rstrip("/") if others else None)
    app = make_app(store, settings, hosts, readers=readers)
    print(told(others, address_of(listening, host), bool(proxies)), flush=True)
    log.begin(as_json=True)
    log.tell("started", version=__version__, port=number)
    _serve(Server(app, proxies, room_for_links()), listening)


def where(host: str, port: int, names: Iterable[str], behind_proxy: bool) -> list[str]:
    """Return the addresses under which others find the server."""
    if behind_proxy:
        return [f"https://{_in_address(name)}/" for name in names]
    hosts = [*names, *(lan_addresses() if host in ANY_ADDRESS else [host])]
    return [f"http://{_in_address(name)}:{port}/" for name in hosts if name not in LOCAL]


def told(others: Sequence[str], here: str, behind_proxy: bool) -> str:
    """Return what to say to whoever has started the server."""
    lines = [f"upcard serves at {address}" for address in others]
    lines.append(f"on this machine  {here}/  (Ctrl-C stops it)")
    if behind_proxy:
        lines.append("The proxy has to pass Host and Upgrade on as they come.")
    elif others:
        lines.append("This is plain http, for a network that you trust: put TLS in front of it for others.")
    return "\n".join(lines)


def open_store(data: Path | None) -> Store:
    """Return the store in a folder, by default the user's own."""
    return Store(user_data_path("upcard", appauthor=False) if data is None else data)


def _serve(server: Server, listening: socket.socket) -> None:
    """Serve until told to end; KeyboardInterrupt if told twice."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(SHARE)
    try:
        server.run(sockets=[listening])
    finally:
        sys.setswitchinterval(before)
    if server.force_exit:
        raise KeyboardInterrupt
    print("stopped", flush=True)


def room_for_links() -> int:
    """Return how many links there may be, once the system has been asked for as many as a full house has."""
    if os.name != "posix":
        return MOST_LINKS
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_LINKS + OTHER_FILES
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return MOST_LINKS
    most = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
    if most > soft:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return max(most - OTHER_FILES, 1)


def warm_up(delay: float) -> Preparing:
    """Begin, after so many seconds, to have compiled what is not yet, by a program of the lowest priority.

    What the levels decide with comes first, the strongest before the others, then whole matches. Nobody
    waits for it at a table, and the server loads nothing of it.
    """
    parts = [decisions(game, level) for game in GAMES for level in reversed(levels(game))]
    for game in GAMES:
        parts += [Part(game, tuple(policy.name for policy in each)) for each in policy_sets(game)]
    return Preparing(parts, delay)


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


def listen(host: str, port: int, *, exact: bool = False) -> socket.socket:
    """Return a socket that listens on this port, or on the next one that is free; NoPort if none is.

    With ``exact`` no other port will do.
    """
    if exact:
        try:
            return _bound(host, port)
        except OSError as error:
            raise NoPort(f"cannot listen on {host}, port {port}: {error.strerror or error}") from None
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
    return f"http://{_in_address(name)}:{listening.getsockname()[1]}"


def _in_address(host: str) -> str:
    return f"[{host}]" if ":" in host else host


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
