"""Clients that stop reading, flood, say too much or nonsense: other tables hardly notice, the server lives.

For every kind of offender the same tables play a while without it and a while with it; what counts is how
much longer the slowest hundredth of the answers takes, in the same run. The offender is a program of its own.
"""

from __future__ import annotations

import asyncio
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.faults.kept import judge
from tests.faults.load_matches import lay
from tests.faults.measure import Times
from tests.faults.offenders import KINDS, Target, order
from tests.faults.server import Server
from tests.faults.tables import Company, ratio

THINK = (0.05, 0.15)
WITHIN = 2.0
"""How many times longer the slowest hundredth may take."""
MOST_GROWTH = 64.0
"""Megabytes that an offender may make the server grow by."""
AFTER = 0.2
"""Seconds after it has gone in which an answer is still its fault."""
UNTOLD = "passed over", "waited for", "closed without a word"
"""What is not to become of a message that is none."""
ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Form:
    """How much of it: seconds of every kind, and how often calm and trouble take turns."""

    seconds: float
    turns: int
    tables: int
    matches: int
    within: float
    floor: float
    """Milliseconds that are quick enough whatever the ratio: other programs make short runs uneven."""
    stall: float
    """Seconds for which readers stall."""


SHORT = Form(seconds=0.4, turns=1, tables=8, matches=60, within=6.0, floor=100.0, stall=0.4)
LONG = Form(seconds=6.0, turns=3, tables=20, matches=900, within=WITHIN, floor=0.0, stall=60.0)


async def run(folder: Path, form: Form, kinds: tuple[str, ...] = tuple(KINDS)) -> dict[str, Any]:
    """Play with every kind of offender in turn; return what it came to."""
    server = Server(folder / "data")
    laid = await asyncio.to_thread(lay, folder / "data", form.matches)
    bothered, rest = laid[0], laid[1:]
    company = Company(lambda: server.where, rest, form.tables, THINK)
    found: dict[str, Any] = {}
    async with server.running():
        async with company.playing():
            await company.seated()
            await asyncio.sleep(0.5)
            for kind in kinds:
                others = sorted({client.account.match for client in company.here if not client.over})
                seconds, turns = (form.stall, 1) if kind == "stalled" else (form.seconds, form.turns)
                target = Target(*server.where, bothered.name, bothered.tokens[0], others, seconds)
                found[kind] = await beside(server, company, kind, target, turns)
        verdict = judge(server.data, company.accounts)
        alive = server.alive
    return {
        "form": "long" if form.within == WITHIN else "short",
        "tables": form.tables,
        "within": form.within,
        "floor": form.floor,
        "actions": verdict.acknowledged,
        "kinds": found,
        "alive": alive,
        "log": server.log.count("Traceback"),
        "broken": verdict.broken,
    }


async def beside(server: Server, company: Company, kind: str, target: Target, turns: int) -> dict[str, Any]:
    """Return how the tables fare without and with an offender, and how it fares itself."""
    calm: list[float] = []
    troubled: list[float] = []
    told: list[dict[str, int]] = []
    before = server.usage.rss
    most = before
    loop = asyncio.get_running_loop()
    seconds = 0.0
    company.forget_times()
    for _ in range(turns):
        await asyncio.sleep(target.seconds / 2)
        calm += company.forget_times()
        offender = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.faults.offenders", kind, cwd=ROOT,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        began = loop.time()
        talk = asyncio.create_task(offender.communicate(order(target)))
        while not talk.done():
            await asyncio.wait([talk], timeout=0.1)
            most = max(most, server.usage.rss)
        told.append(json.loads((await talk)[0]))
        seconds += loop.time() - began
        await asyncio.sleep(AFTER)
        troubled += company.forget_times()
        await asyncio.sleep(target.seconds / 2)
        calm += company.forget_times()
    return {
        "calm": str(Times.of(calm)),
        "troubled": str(Times.of(troubled)),
        "ratio": round(ratio(calm, troubled), 2),
        "seconds": round(seconds, 1),
        "p99": Times.of(troubled).p99,
        "grown": round(most - before, 1),
        "told": {key: sum(each.get(key, 0) for each in told) for each in told for key in each},
    }


def broken(figures: dict[str, Any]) -> list[str]:
    """Return what is not as it was promised."""
    found = list(figures["broken"])
    for kind, what in figures["kinds"].items():
        if what["ratio"] > figures["within"] and what["p99"] > figures["floor"]:
            found.append(f"{kind}: the slowest hundredth takes {what['ratio']} times longer")
        if what["told"].get("not closed"):
            found.append(f"{kind}: it goes on for ever")
        found += [f"{kind}: {told}" for told in what["told"] if told.endswith(UNTOLD)]
        if what["grown"] > MOST_GROWTH:
            found.append(f"{kind}: the server has grown by {what['grown']} MB")
    if not figures["alive"]:
        found.append("the server has ended")
    return found
