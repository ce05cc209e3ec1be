"""The server as a program of its own, which a test can talk to and kill."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx2

START = """
import sys
from pathlib import Path
from upcard.web import run
run(Path(sys.argv[1]), port=int(sys.argv[2]), open_browser=sys.argv[3] == "browser")
"""


HOST = """
import sys
from upcard.cli import main
flags = ["--data", sys.argv[1], "--host", "127.0.0.1"]
if sys.argv[2] != "8000":  # else the next port that is free will do
    flags += ["--port", sys.argv[2]]
sys.exit(main(["serve", *flags]))
"""


class Program:
    """A running server on ``data``; ``said`` is the line with its address, ``log`` all it has written.

    ``code`` is the Python that starts it, on this machine's table or with HOST as one for others.
    """

    def __init__(
        self,
        data: Path,
        port: int = 8000,
        pace: str = "0",
        browser: bool = False,
        code: str = START,
        **env: str,
    ) -> None:
        data.parent.mkdir(parents=True, exist_ok=True)
        self.log_file = data.parent / f"log-{time.monotonic_ns()}"
        self._log = self.log_file.open("wb")
        self.began = time.monotonic()
        self._process = subprocess.Popen(
            [sys.executable, "-c", code, str(data), str(port), "browser" if browser else "none"],
            stdout=subprocess.PIPE,
            stderr=self._log,
            env={**os.environ, "UPCARD_PACE": pace, "PYTHONUNBUFFERED": "1", **env},
        )
        assert self._process.stdout is not None
        self.said = ""
        while not (found := re.search(r"http://\S+", self.said)):
            line = self._process.stdout.readline().decode()
            if not line:
                self.wait()  # it has ended, and leaves nothing open for another test to trip over
                raise AssertionError(self.log_file.read_text())
            self.said += line
        self.address = found[0].rstrip("/")
        while True:
            try:
                httpx2.get(self.address + "/healthz")
                break
            except httpx2.ConnectError:
                assert time.monotonic() - self.began < 20, "the server does not answer"
                time.sleep(0.02)
        self.seconds_to_serve = time.monotonic() - self.began

    @property
    def socket_address(self) -> str:
        return self.address.replace("http://", "ws://")

    @property
    def pid(self) -> int:
        return self._process.pid

    def log(self) -> str:
        self._log.flush()
        return self.log_file.read_text()

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        self._process.send_signal(signal.SIGKILL)
        self.wait()

    def stop(self) -> None:
        """Ask it to end, and see that it does."""
        if self._process.poll() is None:
            self._process.terminate()
        self.wait()

    def signal(self, number: int) -> None:
        """Send it a signal."""
        self._process.send_signal(number)

    @property
    def running(self) -> bool:
        return self._process.poll() is None

    @property
    def code(self) -> int | None:
        """What it has ended with."""
        return self._process.returncode

    def wait(self) -> None:
        self._process.wait(timeout=20)
        assert self._process.stdout is not None
        if not self._process.stdout.closed:
            self.said += self._process.stdout.read().decode()
        self._process.stdout.close()
        self._log.close()
