"""One person's network: it carries bytes to the server and back, keeps what came back, and can be cut."""

from __future__ import annotations

import contextlib
import socket
from threading import Lock, Thread

HOST = "127.0.0.1"
CHUNK = 65_536


class Relay:
    """Listens on a port of its own; ``heard`` is every byte that the server has sent through it."""

    def __init__(self, port: int) -> None:
        self.heard = bytearray()
        self._server = (HOST, port)
        self._down = False
        self._ended = False
        self._links: set[socket.socket] = set()
        self._lock = Lock()
        self._listening = socket.create_server((HOST, 0))
        self.address = f"http://{HOST}:{self._listening.getsockname()[1]}"
        Thread(target=self._listen, daemon=True).start()

    def cut(self) -> None:
        """Lose every link, and let none through."""
        with self._lock:
            self._down = True
            links = list(self._links)
        for link in links:
            _end(link)

    def mend(self) -> None:
        """Let links through again."""
        self._down = False

    def close(self) -> None:
        """End it."""
        self._ended = True
        self.cut()
        _end(self._listening)
        self._listening.close()

    def _listen(self) -> None:
        while not self._ended:
            try:
                near, _ = self._listening.accept()
            except OSError:  # it was closed
                return
            try:
                far = socket.create_connection(self._server, timeout=5)
            except OSError:  # there is no server at the moment
                near.close()
                continue
            far.settimeout(None)
            with self._lock:
                lost = self._down
                self._links |= set() if lost else {near, far}
            if lost:
                near.close()
                far.close()
                continue
            Thread(target=self._carry, args=(near, far, False), daemon=True).start()
            Thread(target=self._carry, args=(far, near, True), daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket, back: bool) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(CHUNK):
                if back:
                    with self._lock:
                        self.heard += data
                target.sendall(data)
        for link in (source, target):
            _end(link)
        with self._lock:
            self._links.discard(source)
        source.close()


def _end(link: socket.socket) -> None:
    with contextlib.suppress(OSError):
        link.shutdown(socket.SHUT_RDWR)
