"""Killed while everybody plays: nothing acknowledged is lost or done twice, and it serves again at once.

The server is killed with SIGKILL at random instants and started again on the same folder and port.
"""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.faults.kept import judge
from tests.faults.load_matches import lay
from tests.faults.server import Server
from tests.faults.tables import Company

LONGEST_RUN = 0.8
"""Seconds that a server is up before it is killed again, at most."""
LONGEST_RETURN = 20.0


@dataclass(frozen=True)
class Form:
    """How much of it."""

    kills: int
    tables: int
    matches: int
    latest: float
    """Seconds within which it serves again, half of the time; short runs share their machine."""


SHORT = Form(kills=4, tables=16, matches=100, latest=3.0)
LONG = Form(kills=100, tables=40, matches=3000, latest=1.0)


async def run(folder: Path, form: Form) -> dict[str, Any]:
    """Kill and start again; return what it came to."""
    chance = random.Random(form.kills)
    server = Server(folder / "data")
    laid = await asyncio.to_thread(lay, folder / "data", form.matches)
    company = Company(lambda: server.where, laid, form.tables)
    listening: list[float] = []
    first: list[float] = []
    everybody: list[float] = []
    async with server.running():
        async with company.playing():
            await company.seated()
            for _ in range(form.kills):
                await asyncio.sleep(chance.uniform(0.05, LONGEST_RUN))
                company.down()
                server.kill()
                server.begin()
                await server.serving()
                listening.append(_since(server))
                company.is_up()
                await _all_acknowledged(server, company, first, everybody)
        verdict = judge(server.data, company.accounts)
    return {
        "kills": form.kills,
        "tables": form.tables,
        "latest": form.latest,
        "matches": verdict.matches,
        "actions": verdict.acknowledged,
        "kept": verdict.kept,
        "views": verdict.views,
        "events": verdict.events,
        "links": verdict.links,
        "lost": verdict.lost,
        "doubled": verdict.doubled,
        "listening": _spread(listening),
        "first_answer": _spread(first),
        "every_table": _spread(everybody),
        "log": server.log.count("Traceback"),
        "broken": verdict.broken,
    }


def _since(server: Server) -> float:
    return asyncio.get_running_loop().time() - server.began


async def _all_acknowledged(
    server: Server, company: Company, first: list[float], everybody: list[float]
) -> None:
    """Wait for the first acknowledgement, then until every table has had one."""
    loop = asyncio.get_running_loop()
    late = loop.time() + LONGEST_RETURN
    tables: set[str] = set()
    wanted = {client.account.match for client in company.here if not client.over}
    while not wanted <= tables:
        await asyncio.sleep(0.002)
        for client in company.here:
            if client.acked_at > server.began:
                if not tables:
                    first.append(client.acked_at - server.began)
                tables.add(client.account.match)
        wanted &= {client.account.match for client in company.here if not client.over}
        assert loop.time() < late, f"{len(wanted - tables)} tables do not go on"
    everybody.append(_since(server))


def _spread(seconds: list[float]) -> dict[str, float]:
    ordered = sorted(seconds)
    return {
        "median": round(ordered[len(ordered) // 2], 3),
        "most": round(ordered[-1], 3),
    }


def broken(figures: dict[str, Any]) -> list[str]:
    """Return what is not as it was promised."""
    found = list(figures["broken"])
    if figures["first_answer"]["median"] > figures["latest"]:
        found.append(f"it served again only after {figures['first_answer']['median']} s")
    if figures["log"]:
        found.append("there is a traceback in the log")
    return found
