"""The server as a program of its own that can be started, killed and started again on the same port."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

from tests.faults.measure import Usage

START = """
import sys
from pathlib import Path
from upcard.web import run
run(Path(sys.argv[1]), port=int(sys.argv[2]), open_browser=False)
"""
HOST = "127.0.0.1"
PORTS = 20_000, 32_000
"""Below those that the system gives to clients: one of these could else hold the port when it is wanted."""
LONGEST_START = 30.0
LONGEST_STOP = 20.0


def free_port() -> int:
    """Return a port that nobody listens on."""
    for port in random.sample(range(*PORTS), 50):
        with contextlib.suppress(OSError), socket.create_server((HOST, port)):
            return port
    raise OSError("no port is free")


class Server:
    """A server on a folder; ``before`` is Python that runs before it, in its program."""

    def __init__(self, data: Path, before: str = "", pace: str = "0", **env: str) -> None:
        self.data = data
        self.port = free_port()
        self.began = 0.0
        self._before = before
        self._env = {**os.environ, "UPCARD_PACE": pace, **env}
        self._program: subprocess.Popen[bytes] | None = None
        self._log = data.parent / f"log-{self.port}"
        data.parent.mkdir(parents=True, exist_ok=True)

    @property
    def where(self) -> tuple[str, int]:
        """Host and port."""
        return HOST, self.port

    @property
    def address(self) -> str:
        """Where a browser would go."""
        return f"http://{HOST}:{self.port}"

    @property
    def pid(self) -> int:
        """The number of the running program."""
        assert self._program is not None
        return self._program.pid

    @property
    def alive(self) -> bool:
        """Whether it runs."""
        return self._program is not None and self._program.poll() is None

    @property
    def usage(self) -> Usage:
        """What it takes of the machine."""
        return Usage.of(self.pid)

    @property
    def log(self) -> str:
        """What all its runs have written."""
        return self._log.read_text(encoding="utf-8") if self._log.exists() else ""

    def begin(self) -> None:
        """Start the program; it does not serve yet."""
        assert not self.alive
        with self._log.open("ab") as log:
            self.began = time.monotonic()
            self._program = subprocess.Popen(
                [sys.executable, "-c", self._before + START, str(self.data), str(self.port)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=log,
                env=self._env,
            )

    async def serving(self) -> None:
        """Wait until somebody can connect."""
        while True:
            assert self.alive, self.log
            assert time.monotonic() - self.began < LONGEST_START, "the server does not answer"
            try:
                _, writer = await asyncio.open_connection(*self.where)
            except OSError:
                await asyncio.sleep(0.005)
            else:
                writer.close()
                return

    async def start(self) -> None:
        """Start it, and wait until it serves."""
        self.begin()
        await self.serving()

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[Server]:
        """It serves meanwhile, and is stopped at the end."""
        try:
            await self.start()
            yield self
        finally:
            self.stop()

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        assert self._program is not None
        self._program.send_signal(signal.SIGKILL)
        self._program.wait()

    def stop(self) -> None:
        """Ask it to end, and see that it does."""
        if self._program is not None and self._program.poll() is None:
            self._program.terminate()
            self._program.wait(timeout=LONGEST_STOP)
