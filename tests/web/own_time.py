"""An event loop with a time of its own: where nothing happens, the next thing that is due is due at once."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any

STILL = 0.05
"""Seconds in which other threads may say something before time goes on."""


class _Selector(selectors.DefaultSelector):  # type: ignore[misc, valid-type, unused-ignore] # a class by machine
    ahead = 0.0

    def select(self, timeout: float | None = None) -> Any:
        if timeout is None or timeout <= 0:
            return super().select(timeout)
        found = super().select(min(STILL, timeout))
        if not found and timeout > STILL:
            self.ahead += timeout - STILL
        return found


class OwnTime(asyncio.SelectorEventLoop):
    """Its seconds pass at once while it has nothing to do."""

    def __init__(self) -> None:
        self.own = _Selector()
        super().__init__(self.own)

    def time(self) -> float:
        return super().time() + self.own.ahead


def run(main: Coroutine[Any, Any, None]) -> None:
    """Run to the end in a loop of its own time."""
    with asyncio.Runner(loop_factory=OwnTime) as runner:
        runner.run(main)
