"""The other programs as contestants: each library in a Python of its own, asked in turn."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from upcard.bench.contest import Contestant
from upcard.bench.figures import Sample

PROGRAM = Path(__file__).with_name("peers.py")
LIBRARIES = ("openspiel", "rlcard", "pgx")


class Rival:
    """One library in a Python of its own; its contestants share the program."""

    def __init__(self, library: str, python: str = sys.executable) -> None:
        words = [python, "-I", "-W", "ignore", str(PROGRAM), library]
        self.library = library
        self._running = subprocess.Popen(  # noqa: S603 - our own program
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,  # Ctrl-C is for us; it ends with its input
        )
        self.version = ""
        self.titles: dict[str, str] = {}
        self.absent = ""
        self.failed = ""

    def greet(self) -> None:
        """Wait until it has started, and learn who there is."""
        try:
            told = self._read()
        except RuntimeError as error:
            self.failed = str(error)
            return
        self.absent = told.get("absent", "")
        self.titles = told.get("titles", {})
        self.version = told.get("version", "")

    def ask(self, key: str, seconds: float) -> Sample:
        """Return what a contestant did; RuntimeError where the program has ended."""
        assert self._running.stdin
        try:
            self._running.stdin.write(f"{key} {seconds}\n")
            self._running.stdin.flush()
        except OSError:
            raise RuntimeError(self._ended()) from None
        return Sample(**self._read())

    def end(self) -> None:
        """End the program."""
        self._running.kill()
        self._running.communicate()

    def _read(self) -> dict[str, Any]:
        assert self._running.stdout
        line = self._running.stdout.readline()
        if not line:
            raise RuntimeError(self._ended())
        told: dict[str, Any] = json.loads(line)
        return told

    def _ended(self) -> str:
        return f"{self.library} has ended with exit code {self._running.wait()}"


@dataclass(frozen=True, slots=True)
class Peer:
    """One contestant of a library."""

    key: str
    title: str
    rival: Rival

    def prepare(self) -> None:
        """Play a little, so that whatever it makes ready at first is ready."""
        self.rival.ask(self.key, 0.01)

    def measure(self, seconds: float) -> Sample:
        """Play for about that long."""
        return self.rival.ask(self.key, seconds)


@contextmanager
def rivals(python: str = sys.executable, libraries: tuple[str, ...] = LIBRARIES) -> Iterator[list[Rival]]:
    """Start a program for each library, all at once, and end them after the block."""
    started: list[Rival] = []
    try:
        started += [Rival(library, python) for library in libraries]
        for rival in started:
            rival.greet()
        yield started
    finally:
        for rival in started:
            rival.end()


def contestants(started: list[Rival]) -> list[Contestant]:
    """Return the contestants of all libraries that are there."""
    return [Peer(key, title, rival) for rival in started for key, title in rival.titles.items()]
