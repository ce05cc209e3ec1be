"""Starting and ending the server that the browser tests talk to."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from upcard.web.app import STATIC

PAGE = Path(os.environ.get("UPCARD_PAGE", STATIC))
"""The built page; UPCARD_PAGE names another build than the one in the package."""
PROGRAM = Path(__file__).with_name("serve.py")


class Server:
    """A running server on a data folder; ``address`` is where it is.

    The bots that are ``usual`` are *greedy*, or ``levels`` as people have them.
    """

    def __init__(self, data: Path, port: int = 0, pace: float = 0.0, usual: str = "greedy") -> None:
        if not (PAGE / "index.html").is_file():
            raise FileNotFoundError("the page is not built: scripts/build")
        self.data = data
        self.pace = pace
        self.usual = usual
        self._log = data.parent / f"{data.name}.log"
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, str(PROGRAM), str(data), str(port), str(pace), str(PAGE), usual],
                stdout=subprocess.PIPE,
                stderr=log,
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
            )
        assert self._process.stdout is not None
        said = self._process.stdout.readline().decode()
        found = re.search(r"http://[^\s/]+:(\d+)", said)
        assert found, said + self.log()
        self.address, self.port = found[0], int(found[1])

    def log(self) -> str:
        """Return what it has complained about."""
        return self._log.read_text()

    def again(self) -> Server:
        """Return a new server on the same data and port."""
        return Server(self.data, self.port, self.pace, self.usual)

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        self._process.kill()
        self._wait()

    def stop(self) -> None:
        """Ask it to end."""
        if self._process.poll() is None:
            self._process.terminate()
        self._wait()

    def _wait(self) -> None:
        self._process.wait(timeout=20)
        if self._process.stdout is not None:
            self._process.stdout.close()
