"""Watchers are told after those who play.

A move is told to everybody at its table, and to tell one connection takes some 50 µs. Where many watch, the
loop would do nothing else meanwhile; so their senders pass one by one through a turnstile, a few each time
that the loop goes round, and whoever plays anywhere is served in between.
"""

from __future__ import annotations

import asyncio

AT_ONCE = 4
"""How many watchers are told each time that the loop goes round."""


class Turnstile:
    """One for all watchers of a server. Who does not read holds up nobody: one has passed before it sends."""

    def __init__(self) -> None:
        self._few = asyncio.Semaphore(AT_ONCE)

    async def through(self) -> None:
        """Return when it is one's turn."""
        async with self._few:
            await asyncio.sleep(0)
