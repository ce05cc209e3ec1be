"""How long the first match takes from the start of the program, and how much memory the program needs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from upcard.bench.figures import Spread, spread
from upcard.fast.support import available

CACHE = "UPCARD_CACHE"
STATUS = Path("/proc/self/status")
PROGRAM = f"""
import json, sys, time
from upcard.fast import engine
from upcard.games import find_game

def peak():
    # not getrusage: a program that was just started is charged with the memory of who started it
    try:
        with open({str(STATUS)!r}) as status:
            return [int(line.split()[1]) / 1024 for line in status if line.startswith("VmHWM")][0]
    except (OSError, IndexError):
        return 0

def play(matches):
    return compiled.simulate("random", matches, options=game.options(turn_limit=100)).matches

game, seconds = find_game(sys.argv[1]), float(sys.argv[2])
compiled = engine(game)
print(json.dumps([play(1), peak()]), flush=True)
if seconds:
    begun = time.perf_counter()
    tried = play(200)
    more = round(tried * seconds / (time.perf_counter() - begun))
    print(json.dumps([play(max(1, more)), peak()]), flush=True)
"""


@dataclass(frozen=True, slots=True)
class Startup:
    """One game: seconds to the first match with an empty cache and with a filled one, and memory in MB.

    ``cold`` is None where it was not asked. ``memory`` is that of the whole program after the first match,
    ``later`` after ``matches`` more; 0 where the system does not tell or nobody asked.
    """

    game: str
    cold: float | None
    cached: Spread
    memory: float
    later: float
    matches: int

    def as_json(self) -> dict[str, Any]:
        """Return it for a program to read."""
        return {
            "cold_seconds": None if self.cold is None else round(self.cold, 3),
            "cached_seconds": self.cached.rounded(3),
            "peak_mb_first_match": round(self.memory, 1),
            "peak_mb_later": round(self.later, 1),
            "later_matches": self.matches,
        }


def measure(
    game: str,
    times: int,
    seconds: float,
    cold: bool,
    on_turn: Callable[[str], None] = lambda _: None,
) -> Startup:
    """Start a program so many times from the cache and, if ``cold``, once before with an empty one.

    Without ``cold`` the user's own cache is used. The last one plays on for so many seconds.
    """
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder) if cold else None
        on_turn(f"start-up of {game}, {'nothing compiled yet' if cold else 'to fill the cache'}")
        first = first_match(game, cache)
        starts = []
        for start in range(times):
            on_turn(f"start-up of {game}, from the cache")
            starts.append(first_match(game, cache, seconds if start == times - 1 else 0.0))
    last = starts[-1]
    cached = spread(start.took for start in starts)
    return Startup(game, first.took if cold else None, cached, last.memory, last.later, last.matches)


@dataclass(frozen=True, slots=True)
class First:
    """One start: seconds to the first match, peak memory then, and after so many matches more."""

    took: float
    memory: float
    later: float = 0.0
    matches: int = 0


def first_match(game: str, cache: Path | None, seconds: float = 0.0) -> First:
    """Start a program that plays a match and then goes on for so many seconds."""
    environment = {**os.environ, CACHE: str(cache)} if cache else dict(os.environ)
    words = [sys.executable, "-c", PROGRAM, game, str(seconds)]
    begun = time.perf_counter()
    with _program(words, environment) as running:
        assert running.stdout
        assert running.stderr
        line = running.stdout.readline()
        took = time.perf_counter() - begun
        rest = running.stdout.read()  # not communicate: it would miss what was read ahead with the line
        complaint = running.stderr.read()
        if running.wait():
            raise RuntimeError(complaint.strip().splitlines()[-1])
    _, memory = json.loads(line)
    if not seconds:
        return First(took, memory)
    matches, later = json.loads(rest)
    return First(took, memory, later, matches)


@contextmanager
def _program(words: list[str], environment: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(  # noqa: S603 - our own program
        words, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        try:
            yield running
        finally:
            running.kill()


def possible() -> bool:
    """Whether there is anything compiled to start."""
    return available()
