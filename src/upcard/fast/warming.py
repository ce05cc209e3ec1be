"""Compiling beforehand, by programs of their own, so that nobody waits for it and nothing stutters.

A *part* is what is compiled in one go: whole matches of a game between a set of policies, its single steps,
or what a bot decides with. A worker (``python -m upcard.fast --worker``) reads parts from its stdin, a line
each, and answers each with a line once it is in the cache folder; it ends when its stdin does, so it never
outlives who started it. ``warm`` has one worker at the lowest priority and, if that is wanted, loads what it
leaves.
"""

from __future__ import annotations

import contextlib
import json
import logging
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from upcard.fast import engine, is_warm
from upcard.fast.policy import Policy
from upcard.fast.support import not_installed
from upcard.game import Game

MODULE = "upcard.fast"
WORKER, IDLE = "--worker", "--idle"

logger = logging.getLogger("upcard.fast")


@dataclass(frozen=True, slots=True)
class Part:
    """Whole matches between these policies; single steps where there are none.

    With ``decisions`` it is what the bot decides with that is named instead.
    """

    game: str
    policies: tuple[str, ...] = ()
    decisions: bool = False

    @property
    def title(self) -> str:
        """What a person reads."""
        named = ", ".join(self.policies) or "single steps"
        return f"{named}, deciding" if self.decisions else named


@dataclass(frozen=True, slots=True)
class Made:
    """What came of a part: seconds to compile it, None if it was there already; or why it could not be."""

    part: Part
    seconds: float | None = None
    trouble: str = ""


Wanted = Sequence[tuple[Game, Sequence[Policy]]]
OnMade = Callable[[Made], None]


class Worker:
    """A program that compiles one part at a time; with ``idle`` only while the machine has nothing to do."""

    def __init__(self, *, idle: bool = False) -> None:
        # -P: a file in the folder that somebody happens to be in must not be taken for a library
        words = [sys.executable, "-P", "-m", MODULE, WORKER, *([IDLE] if idle else [])]
        self.process = subprocess.Popen(  # noqa: S603 - our own program
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,  # Ctrl-C is for whoever waits for it
            creationflags=getattr(subprocess, "IDLE_PRIORITY_CLASS", 0) if idle else 0,
        )

    def make(self, part: Part) -> Made:
        """Compile a part and return what came of it."""
        assert self.process.stdin
        assert self.process.stdout
        with contextlib.suppress(OSError):  # it has ended, and says nothing either
            print(json.dumps([part.game, part.policies, part.decisions]), file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        if not line:
            return Made(part, trouble=f"the program that compiles has ended ({self.process.wait()})")
        try:
            answer: dict[str, Any] = json.loads(line)
        except ValueError:
            return Made(part, trouble="the program that compiles says what nobody understands")
        return Made(part, **answer)

    def stop(self) -> None:
        """End it at once."""
        self.process.kill()

    def close(self) -> None:
        """End it at once, and return when it has."""
        with contextlib.suppress(OSError), self.process as process:  # what it was not told is lost
            process.kill()


def next_part(left: list[Part], last: Part | None, begun: set[str]) -> Part:
    """Take a part out of those that are left: of the worker's last game, else of a game nobody has begun.

    A worker that has compiled a game's rules once needs half as long for what else is made of them.
    """

    def order(part: Part) -> tuple[bool, bool]:
        return (last is None or part.game != last.game, part.game in begun)

    part = min(left, key=order)
    left.remove(part)
    begun.add(part.game)
    return part


def compile_all(parts: Sequence[Part], jobs: int, on_made: OnMade, *, idle: bool = False) -> list[Made]:
    """Compile all parts with so many workers at once and return what came of each, as they were ready.

    ``on_made`` is told of each, one at a time. After the first trouble no part is begun.
    """
    left, begun, done = list(parts), set[str](), list[Made]()
    lock = threading.Lock()
    workers: list[Worker] = []

    def work(worker: Worker) -> None:
        last: Part | None = None
        while True:
            with lock:
                if not left:
                    return
                last = next_part(left, last, begun)
            made = worker.make(last)
            with lock:
                done.append(made)
                if made.trouble:
                    left.clear()
                on_made(made)

    threads: list[threading.Thread] = []
    try:
        for _ in range(min(jobs, len(parts))):
            workers.append(Worker(idle=idle))
            threads.append(threading.Thread(target=work, args=(workers[-1],), daemon=True))
            threads[-1].start()
        for thread in threads:
            thread.join()
    finally:
        for worker in workers:
            worker.close()
        for thread in threads:
            thread.join()
    return done


class Warming:
    """What is compiled in the background, begun when it is made; see ``fast.warm``."""

    def __init__(self, wanted: Wanted, delay: float, *, load: bool) -> None:
        self.made: list[Made] = []
        self._wanted = wanted
        self._delay = delay
        self._load = load
        self._stopped = threading.Event()
        self._worker: Worker | None = None
        self._thread = threading.Thread(target=self._run, name="upcard-warming", daemon=True)
        self._thread.start()

    def wait(self, seconds: float | None = None) -> bool:
        """Return once all is done or that time is over; whether all is."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def stop(self) -> None:
        """End it, whatever it is at."""
        self._stopped.set()
        if self._worker:
            self._worker.stop()
        self._thread.join()

    def _run(self) -> None:
        if self._stopped.wait(self._delay):
            return
        if why := not_installed():
            logger.warning("everything runs interpreted: %s", why)
            return
        try:
            trouble = self._compile()
        except OSError as error:
            trouble = f"the program that compiles does not start: {error.strerror or error}"
        if trouble and not self._stopped.is_set():
            logger.warning("nothing is compiled in the background: %s", trouble)

    def _compile(self) -> str:
        """Have everything compiled, one thing after the other; return what went wrong."""
        with contextlib.closing(Worker(idle=True)) as self._worker:
            for game, policies in self._wanted:
                if self._stopped.is_set():
                    return ""
                made = self._worker.make(Part(game.name, tuple(policy.name for policy in policies)))
                self.made.append(made)
                if made.trouble:
                    return made.trouble
                if self._load and is_warm(game, *policies):
                    _load(game, policies)
        return ""


def _load(game: Game, policies: Sequence[Policy]) -> None:
    engine(game, *policies).simulate(policies[0].name, 0)
