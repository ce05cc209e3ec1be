"""A network that delays, stalls and cuts: nothing is lost or doubled, and all see the same once it is mended.

Every client plays through a proxy of ours. Now and then the network fails for everybody while actions are on
their way; measured is how long after it is back every client sees what the server has (BUGS.md B39).
"""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.faults.kept import judge
from tests.faults.load_matches import lay
from tests.faults.measure import Times
from tests.faults.proxy import Proxy, Weather
from tests.faults.server import Server
from tests.faults.tables import Company, answered_by_all
from upcard.web.store import FILE

DELAY = 0.08
LONGEST_OUTAGE = 3.0
GIVE_UP = 15.0


@dataclass(frozen=True)
class Form:
    """How much of it: seconds of bad weather in all, and between one outage and the next."""

    seconds: float
    between: float
    tables: int
    matches: int
    latest: float
    """Seconds after the network is back within which all see the same; short runs share their machine."""


SHORT = Form(seconds=3.0, between=2.0, tables=10, matches=100, latest=4.0)
LONG = Form(seconds=600.0, between=10.0, tables=40, matches=3000, latest=2.0)
BAD = {"delay": DELAY, "jitter": 0.04, "cuts": 0.1, "stalls": 0.05}


async def run(folder: Path, form: Form) -> dict[str, Any]:
    """Play in bad weather; return what it came to."""
    chance = random.Random(form.tables)
    server = Server(folder / "data")
    laid = await asyncio.to_thread(lay, folder / "data", form.matches)
    same_after: list[float] = []
    outages = 0
    loop = asyncio.get_running_loop()
    async with server.running():
        async with Proxy(server.where, Weather()) as proxy:
            company = Company(lambda: proxy.where, laid, form.tables)
            async with company.playing():
                await company.seated()
                ends = loop.time() + form.seconds
                while loop.time() < ends:
                    proxy.weather = Weather(**BAD)
                    await asyncio.sleep(form.between)
                    outages += 1
                    await _fail(proxy, company, chance)
                    same_after.append(await answered_by_all(company, server.data / FILE, GIVE_UP))
                    company.go_on()
                proxy.weather = Weather()
        verdict = judge(server.data, company.accounts)
    return {
        "seconds": form.seconds,
        "tables": form.tables,
        "latest": form.latest,
        "delay_ms": DELAY * 1e3,
        "actions": verdict.acknowledged,
        "kept": verdict.kept,
        "views": verdict.views,
        "links": verdict.links,
        "happened": dict(proxy.happened),
        "outages": outages,
        "answer": str(Times.of(company.times())),
        "same_after": {
            "median": round(sorted(same_after)[outages // 2], 2),
            "most": round(max(same_after), 2),
        },
        "lost": verdict.lost,
        "doubled": verdict.doubled,
        "log": server.log.count("Traceback"),
        "broken": verdict.broken,
    }


async def _fail(proxy: Proxy, company: Company, chance: random.Random) -> None:
    """Lose every link while actions are on their way, for some seconds; then all is well."""
    proxy.weather = Weather(down=True)
    proxy.cut_all()
    company.hold()
    await asyncio.sleep(chance.uniform(0.1, LONGEST_OUTAGE))
    proxy.weather = Weather(delay=DELAY)


def broken(figures: dict[str, Any]) -> list[str]:
    """Return what is not as it was promised."""
    found = list(figures["broken"])
    if figures["same_after"]["most"] > figures["latest"]:
        found.append(f"not all saw the same after {figures['same_after']['most']} s")
    if figures["log"]:
        found.append("there is a traceback in the log")
    return found
