"""People at many tables at once: each pair plays one match after the other for as long as it is asked to."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2

from tests.faults.client import COOKIE, Account, Client
from tests.faults.kept import versions
from tests.faults.load_matches import Laid
from tests.faults.measure import Times
from tests.faults.server import Server

Where = Callable[[], tuple[str, int]]


class Company:
    """``at_once`` tables of two people, who go on to the next match that was laid when theirs is over.

    Each of them has their seat open in so many ``tabs``, and all of these play.
    """

    def __init__(
        self,
        where: Where,
        laid: Sequence[Laid],
        at_once: int,
        think: tuple[float, float] = (0.0, 0.0),
        tabs: int = 1,
    ) -> None:
        self._where = where
        self._supply: Iterator[Laid] = iter(laid)
        self._at_once = at_once
        self._think = think
        self._tabs = tabs
        self._finished = False
        self._numbers = itertools.count()
        self._up = asyncio.Event()
        self._may_act = asyncio.Event()
        self._up.set()
        self._may_act.set()
        self.accounts: list[Account] = []
        self.here: set[Client] = set()

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[Company]:
        """Everybody plays meanwhile; at the end they finish, and are gone once all is answered."""
        tasks = [asyncio.create_task(self._tables()) for _ in range(self._at_once)]
        try:
            yield self
            self.finish()
            await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _tables(self) -> None:
        for match in self._supply:
            if self._finished:
                return
            pair = [self._client(match, token) for token in match.tokens * self._tabs]
            self.here.update(pair)
            await asyncio.gather(*(client.play() for client in pair))
            self.here.difference_update(pair)
        assert self._finished, "there were too few matches"

    def _client(self, match: Laid, token: str) -> Client:
        name = f"p{next(self._numbers)}"
        client = Client(self._where, match.name, token, name, self._think)
        client.up, client.may_act = self._up, self._may_act
        self.accounts.append(client.account)
        return client

    # --- what is done to them --------------------------------------------------------------------

    def finish(self) -> None:
        """Let everybody answer what is open, and go."""
        self._finished = True
        for client in self.here:
            client.finish()

    def hold(self) -> None:
        """Let nobody act."""
        self._may_act.clear()

    def go_on(self) -> None:
        """Let everybody act again."""
        self._may_act.set()

    def down(self) -> None:
        """Nobody need try to connect: there is no server."""
        self._up.clear()

    def is_up(self) -> None:
        """There is a server again."""
        self._up.set()

    async def seated(self) -> None:
        """Wait until everybody has been shown their table."""
        await until(
            lambda: (
                len(self.here) == 2 * self._at_once * self._tabs and all(client.view for client in self.here)
            )
        )

    # --- what is known of them -------------------------------------------------------------------

    @property
    def answered(self) -> int:
        """How many actions have been answered so far."""
        return sum(len(account.acknowledged) for account in self.accounts)

    def times(self) -> list[float]:
        """Return how long every answer took."""
        return [seconds for account in self.accounts for seconds in account.answered_in]

    def forget_times(self) -> list[float]:
        """Return how long every answer took since the last time, and measure anew."""
        times = self.times()
        for account in self.accounts:
            account.answered_in.clear()
        return times


def ratio(calm: Sequence[float], troubled: Sequence[float]) -> float:
    """Return how many times longer the slowest hundredth takes."""
    return Times.of(troubled).p99 / max(Times.of(calm).p99, 0.01)


async def answered_by_all(company: Company, file: Path, seconds: float) -> float:
    """Wait until nobody has an action open and all see what is kept; return the time, at most that."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    while loop.time() < began + seconds:
        clients = [client for client in company.here if not client.over]
        matches = {client.account.match for client in clients}
        known = await asyncio.to_thread(versions, file, matches)
        if all(
            client.over or (client.pending is None and client.account.version == known[client.account.match])
            for client in clients
        ):
            break
        await asyncio.sleep(0.02)
    return loop.time() - began


async def until(true: Callable[[], bool], seconds: float = 20.0) -> None:
    """Wait until something is so."""
    late = asyncio.get_running_loop().time() + seconds
    while not true():
        assert asyncio.get_running_loop().time() < late, "it never came to that"
        await asyncio.sleep(0.01)


async def made(server: Server, body: dict[str, Any]) -> Laid:
    """Make a table as a browser does; return it with the token of the browser's seats."""
    async with httpx2.AsyncClient() as browser:
        answer = await browser.post(f"{server.address}/api/matches", json=body)
    match = answer.json()["match"]
    return Laid(match, (answer.cookies[COOKIE + match],))
