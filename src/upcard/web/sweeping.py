"""Python's search for garbage that holds itself in a ring, kept short where thousands of tables are open.

A full search looks at every object there is, and all matches stand still meanwhile: with three thousand of
them, for a second. Nearly everything that a table lets go of is freed at once, without any search, so what
is there is set aside every second, and searched only once there is twice as much of it.
"""

from __future__ import annotations

import gc
import sys

GROWTH = 2
"""How many times as much as after the last full search makes another one worth its while."""


class Sweeping:
    """Called every second, between two things that the server does."""

    def __init__(self) -> None:
        self._swept = 0

    async def __call__(self) -> None:
        """Set aside what there is; if it has grown a lot, free what is garbage of it before."""
        if sys.getallocatedblocks() > GROWTH * self._swept:
            gc.unfreeze()
            gc.collect()
            self._swept = sys.getallocatedblocks()
        gc.freeze()
