"""A connection as its room sees it."""

from __future__ import annotations

from typing import Protocol


class Listener(Protocol):
    """An open connection, as a room sees it."""

    @property
    def hashes(self) -> frozenset[str]:
        """The tokens that its browser holds, as far as they are kept."""

    @property
    def seat(self) -> int | None:
        """The seat it looks from, None for a watcher's eyes."""

    @property
    def address(self) -> str:
        """Where it comes from."""

    def touch(self) -> None:
        """There is something new to see."""

    def end(self) -> None:
        """The server is about to end."""
