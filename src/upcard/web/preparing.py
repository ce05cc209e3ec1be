"""What is compiled beside the tables for bots to decide quickly: one thing at a time, at a low priority.

The program that compiles is a worker of ``fast.warming``. What a table wants comes before what may be wanted
later, and while there is nothing to compile there is no such program.
"""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Iterable

from upcard.fast.support import not_installed
from upcard.fast.warming import Part, Worker

logger = logging.getLogger("upcard.fast")


def decisions(game: str, bot: str) -> Part:
    """Return what a bot decides with, as something to compile."""
    return Part(game, (bot,), decisions=True)


class Preparing:
    """Compiles ``parts`` after ``delay`` seconds, and at once what is wanted meanwhile or later."""

    def __init__(self, parts: Iterable[Part] = (), delay: float = 0.0) -> None:
        self._left = list(parts)
        self._delay = delay
        self._ready: set[Part] = set()
        self._at: Part | None = None
        self._lock = threading.Condition()
        self._thread: threading.Thread | None = None
        self._worker: Worker | None = None
        self._over = False
        """Whether nothing will be compiled any more: it was stopped, or it does not work here."""
        if self._left:
            self._begin()

    def ready(self, part: Part) -> bool:
        """Whether a part has been compiled and kept."""
        return part in self._ready

    def want(self, part: Part) -> None:
        """Have a part compiled before everything else."""
        with self._lock:
            if self._over or part == self._at or part in self._ready:
                return
            if part in self._left:
                self._left.remove(part)
            self._left.insert(0, part)
            self._delay = 0.0
            self._lock.notify()
            if self._thread is None:
                self._begin()

    def wait(self, seconds: float | None = None) -> bool:
        """Return once there is nothing to compile or that time is over; whether there is nothing."""
        with self._lock:
            return self._lock.wait_for(lambda: self._thread is None, seconds)

    def stop(self) -> None:
        """End it, whatever it is at."""
        with self._lock:
            self._over = True
            self._lock.notify()
            if self._worker is not None:
                self._worker.stop()
        self.wait()

    # --- in a thread of its own ------------------------------------------------------------------

    def _begin(self) -> None:
        self._thread = threading.Thread(target=self._run, name="upcard-preparing", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        trouble = self._compile()
        with self._lock:
            if trouble and not self._over:  # said before anybody who waits goes on
                logger.warning("%s", trouble)
            self._over = self._over or bool(trouble)
            self._thread = None
            self._lock.notify_all()

    def _compile(self) -> str:
        """Have everything compiled that is left; return why that does not work, if it does not."""
        with self._lock:
            self._lock.wait_for(lambda: self._over or self._delay == 0, self._delay)
            if self._over:
                return ""
        if why := not_installed():
            return f"everything runs interpreted: {why}"
        try:
            with contextlib.closing(Worker(idle=True)) as worker:
                return self._have_made(worker)
        except OSError as error:
            why = f"the program that compiles does not start: {error.strerror or error}"
            return f"nothing is compiled in the background: {why}"

    def _have_made(self, worker: Worker) -> str:
        with self._lock:
            self._worker = None if self._over else worker
        while (part := self._next()) is not None:
            made = worker.make(part)
            if made.trouble:
                return f"nothing is compiled in the background: {made.trouble}"
            self._ready.add(part)
        with self._lock:
            self._worker = None
        return ""

    def _next(self) -> Part | None:
        with self._lock:
            self._at = self._left.pop(0) if self._left and not self._over else None
            return self._at
