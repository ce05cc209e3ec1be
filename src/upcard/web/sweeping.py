"""Python's search for garbage that holds itself in a ring, kept out of the way of those who play.

A full search looks at every object there is, and all matches stand still meanwhile: with three thousand of
them, for a second. Nearly everything that a table lets go of is freed at once, without any search. So what
is there is set aside every second, and searched only once there is twice as much of it and the server has
little to do; or, however busy it is, many times as much.
"""

from __future__ import annotations

import gc
import sys
import time

GROWTH = 2
"""How many times as much as after the last full search makes another one worth its while."""
MOST_GROWTH = 6
QUIET = 0.2
"""The part of a core below which a server is not busy."""


class Sweeping:
    """Called every second, between two things that the server does."""

    def __init__(self) -> None:
        self._swept = 0
        self._last = (time.monotonic(), time.process_time())

    async def __call__(self) -> None:
        """Set aside what there is; if it has grown a lot, free what is garbage of it before."""
        growth = sys.getallocatedblocks() / max(self._swept, 1)
        if growth > MOST_GROWTH or (growth > GROWTH and self._quiet()):
            gc.unfreeze()
            gc.collect()
            self._swept = sys.getallocatedblocks()
        gc.freeze()
        self._last = (time.monotonic(), time.process_time())

    def _quiet(self) -> bool:
        """Whether little has been done since the last time."""
        since, done = self._last
        return time.process_time() - done < QUIET * (time.monotonic() - since)
