"""An event loop with a time of its own: where nothing happens, the next thing that is due is due at once."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine, Sequence
from typing import Any

from upcard.web.store import Row, Store

LONGEST = 20.0
"""Seconds that a thread may take for its work."""


class _Selector(selectors.DefaultSelector):  # type: ignore[misc, valid-type, unused-ignore] # a class by machine
    ahead = 0.0
    outside = 0
    """How many pieces of work other threads have: while there is one, time goes on as it does for them."""

    def select(self, timeout: float | None = None) -> Any:
        if self.outside or timeout is None or timeout <= 0:
            return super().select(min(timeout or 0.0, LONGEST) if timeout is not None else LONGEST)
        self.ahead += timeout
        return super().select(0)


class OwnTime(asyncio.SelectorEventLoop):
    """Its seconds pass at once while neither it nor a thread that works for it has anything to do."""

    def __init__(self) -> None:
        self.own = _Selector()
        super().__init__(self.own)

    def time(self) -> float:
        return super().time() + self.own.ahead

    def run_in_executor(self, executor: Any, func: Any, *args: Any) -> Any:
        working = super().run_in_executor(executor, func, *args)
        self.begin(working)
        return working

    def begin(self, working: asyncio.Future[Any]) -> None:
        """A thread works until this is done."""
        self.own.outside += 1

        def end(_: object) -> None:
            self.own.outside -= 1

        working.add_done_callback(end)


class OwnTimeStore(Store):
    """A store whose writer the loop waits for, instead of letting time pass."""

    async def append(self, rows: Sequence[Row]) -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, OwnTime)
        writing = loop.create_task(super().append(rows))
        loop.begin(writing)
        await writing


def run(main: Coroutine[Any, Any, None]) -> None:
    """Run to the end in a loop of its own time."""
    with asyncio.Runner(loop_factory=OwnTime) as runner:
        runner.run(main)
