"""A network between clients and a server: it delays, stalls and cuts, and knows nothing of messages."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import Counter, deque
from dataclasses import dataclass
from typing import Self

from tests.faults.server import HOST

CHUNK = 16_384
LONGEST_STALL = 5.0


@dataclass
class Weather:
    """What the network is like now; it may be changed at any time.

    Each way takes ``delay`` seconds and up to ``jitter`` more. ``cuts`` are how often a second a link is
    lost; then, half of the time, only a part of what was on its way arrives. ``stalls`` are how often a
    second one direction of a link stops, for a while: the other side hears nothing, and then all of it at
    once, if it is still there. While it is ``down`` no link is let through.
    """

    delay: float = 0.0
    jitter: float = 0.0
    cuts: float = 0.0
    stalls: float = 0.0
    down: bool = False


class Proxy:
    """Listens on a port of its own and carries every link to the server."""

    def __init__(self, server: tuple[str, int], weather: Weather, seed: int = 1) -> None:
        self.weather = weather
        self.happened: Counter[str] = Counter()
        self._server = server
        self._chance = random.Random(seed)
        self._listening: asyncio.Server | None = None
        self._links: set[_Link] = set()
        self._weather_task: asyncio.Task[None] | None = None

    @property
    def where(self) -> tuple[str, int]:
        """Where clients connect to."""
        assert self._listening is not None
        host, port, *_ = self._listening.sockets[0].getsockname()
        return host, port

    async def __aenter__(self) -> Self:
        self._listening = await asyncio.start_server(self._carry, HOST, 0)
        self._weather_task = asyncio.create_task(self._strike())
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._listening is not None
        assert self._weather_task is not None
        self._weather_task.cancel()
        self._listening.close()
        self.cut_all()
        await asyncio.gather(self._weather_task, return_exceptions=True)
        while self._links:  # noqa: ASYNC110 - each of them ends by itself
            await asyncio.sleep(0.01)

    def cut_all(self) -> None:
        """Lose every link now."""
        for link in list(self._links):
            link.cut(0)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.weather.down:
            writer.transport.abort()
            return
        try:
            far_reader, far_writer = await asyncio.open_connection(*self._server)
        except OSError:
            writer.transport.abort()
            return
        link = _Link(self, (reader, writer), (far_reader, far_writer))
        self._links.add(link)
        self.happened["links"] += 1
        try:
            await link.carry()
        finally:
            self._links.discard(link)

    async def _strike(self) -> None:
        """Cut and stall links at random, as the weather has it."""
        pause = 0.02
        while True:
            await asyncio.sleep(pause)
            for link in list(self._links):
                if self._chance.random() < self.weather.cuts * pause:
                    amid = self._chance.random() < 0.5
                    self.happened["cut amid a frame" if amid else "cut"] += 1
                    link.cut(self._chance.randrange(1, 40) if amid else 0)
                elif self._chance.random() < self.weather.stalls * pause:
                    way = self._chance.randrange(2)
                    self.happened[f"stalled {('to the server', 'to the client')[way]}"] += 1
                    link.stall(way)
                    asyncio.get_running_loop().call_later(self._chance.uniform(0.1, LONGEST_STALL), link.mend)

    def lag(self) -> float:
        """Return how long the next piece is on its way."""
        return self.weather.delay + self._chance.random() * self.weather.jitter


Side = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class _Link:
    """One link: two directions, 0 to the server and 1 to the client."""

    def __init__(self, proxy: Proxy, near: Side, far: Side) -> None:
        self._proxy = proxy
        self._writers = near[1], far[1]
        self._ways = _Way(proxy, near[0], far[1]), _Way(proxy, far[0], near[1])

    async def carry(self) -> None:
        tasks = [asyncio.create_task(part) for way in self._ways for part in (way.read(), way.deliver())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for writer in self._writers:
                writer.transport.abort()

    def stall(self, way: int) -> None:
        self._ways[way].open.clear()

    def mend(self) -> None:
        for way in self._ways:
            way.open.set()

    def cut(self, arrives: int) -> None:
        """Lose the link; so many bytes of the next piece still arrive."""
        for way in self._ways:
            way.end(arrives)


class _Way:
    """One direction: pieces arrive in order, each no sooner than its time."""

    def __init__(self, proxy: Proxy, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.open = asyncio.Event()
        self.open.set()
        self._proxy = proxy
        self._reader = reader
        self._writer = writer
        self._pieces: deque[tuple[float, bytes]] = deque()
        self._more = asyncio.Event()
        self._arrives: int | None = None

    def end(self, arrives: int) -> None:
        self._arrives = arrives
        self.open.set()
        self._more.set()

    async def read(self) -> None:
        loop = asyncio.get_running_loop()
        last = 0.0
        with contextlib.suppress(OSError):
            while piece := await self._reader.read(CHUNK):
                last = max(last, loop.time() + self._proxy.lag())
                self._pieces.append((last, piece))
                self._more.set()
        self._pieces.append((last, b""))
        self._more.set()
        await asyncio.Event().wait()  # the end is delivered like everything else

    async def deliver(self) -> None:
        loop = asyncio.get_running_loop()
        with contextlib.suppress(OSError):
            while True:
                await self._more.wait()
                await self.open.wait()
                if self._arrives is not None:
                    await self._last()
                    return
                if not self._pieces:
                    self._more.clear()
                    continue
                due, piece = self._pieces[0]
                if due > loop.time():
                    await asyncio.sleep(min(due - loop.time(), 0.02))  # a cut does not wait
                    continue
                self._pieces.popleft()
                if not piece:
                    return
                self._writer.write(piece)
                await self._writer.drain()

    async def _last(self) -> None:
        if self._arrives and self._pieces:
            self._writer.write(self._pieces[0][1][: self._arrives])
            self._writer.write_eof()  # an abrupt end would take back what has not been read
        await asyncio.sleep(0.05)  # also where nothing arrives: the other direction may need it
