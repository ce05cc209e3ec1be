"""Two hundred matches of bots, all of them watched, beside twenty tables of people, who hardly notice.

Bots play at the pace that people see (0.6 s), and at no pace at all, as fast as the machine lets them; then
there are fifty matches of experts, who reckon. The people play a while without them and a while with them, in
the same run.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.faults.kept import judge, versions
from tests.faults.load_matches import LONG as LONG_MATCHES
from tests.faults.load_matches import lay
from tests.faults.offended import THINK, WITHIN, beside
from tests.faults.offenders import Target
from tests.faults.server import Server
from tests.faults.tables import Company
from upcard import options
from upcard.dealer import new_secret
from upcard.games import GAMES
from upcard.web.journal import Created, SeatEntry, match_name, new_number, row_of
from upcard.web.store import FILE, Store

FULL_SPEED, EXPERTS = "at full speed", "experts at their pace"
RUNS = {
    "at their pace": ("0.6", "greedy"),
    FULL_SPEED: ("0", "greedy"),
    EXPERTS: ("0.6", "expert"),
}
"""The pace, and who plays."""
SEATS = 2


@dataclass(frozen=True)
class Form:
    """How much of it: matches of bots or experts, tables of people, seconds of each and how often."""

    bots: int
    experts: int
    tables: int
    matches: int
    seconds: float
    turns: int
    within: float
    floor: float
    """Milliseconds that are quick enough whatever the ratio: other programs make short runs uneven."""


SHORT = Form(bots=40, experts=6, tables=6, matches=60, seconds=1.5, turns=1, within=6.0, floor=250.0)
LONG = Form(bots=200, experts=50, tables=20, matches=600, seconds=10.0, turns=3, within=WITHIN, floor=0.0)


async def run(folder: Path, form: Form) -> dict[str, Any]:
    """Have people play with and without bots beside them; return what it came to."""
    found = {}
    for name, (pace, kind) in RUNS.items():
        found[name] = await _run(folder / f"{kind}-{pace}", form, pace, kind)
    return {
        "form": "long" if form.within == WITHIN else "short",
        "bots": form.bots,
        "experts": form.experts,
        "tables": form.tables,
        "within": form.within,
        "floor": form.floor,
        "paces": found,
    }


async def _run(folder: Path, form: Form, pace: str, kind: str) -> dict[str, Any]:
    server = Server(folder / "data", pace=pace)
    laid = await asyncio.to_thread(lay, server.data, form.matches)
    bots = await lay_bots(server.data, form.bots if kind == "greedy" else form.experts, kind)
    company = Company(lambda: server.where, laid, form.tables, THINK)
    async with server.running():
        async with company.playing():
            await company.seated()
            await asyncio.sleep(0.5)
            target = Target(*server.where, "", "", bots, form.seconds)
            figures = await beside(server, company, "watchers", target, form.turns)
            kept = versions(server.data / FILE, bots)
        verdict = judge(server.data, company.accounts)
    made = [kept[match] for match in bots]
    return {
        **figures,
        "actions": verdict.acknowledged,
        "bot_actions_a_second": round(sum(made) / figures["seconds"]),
        "least_of_a_match": min(made),
        "log": server.log.count("Traceback"),
        "broken": verdict.broken,
    }


async def lay_bots(folder: Path, count: int, kind: str) -> list[str]:
    """Put so many matches of bots of a kind into the store of a folder, the games in turn."""
    store = Store(folder)
    rows = []
    for number in range(count):
        game = list(GAMES.values())[number % len(GAMES)]
        settled = game.settle(options.build(game.options, LONG_MATCHES[game.name]), SEATS)
        created = Created(
            number=new_number(),
            made=time.time(),
            game=game.name,
            rules=game.version,
            options=options.values_of(settled),
            seats=tuple(SeatEntry(f"Bot {seat}", bot=kind) for seat in range(SEATS)),
            secret=new_secret(),
        )
        rows.append(row_of(match_name(created.number), 0, created))
    try:
        await store.append(rows)
    finally:
        store.close()
    return [row.match for row in rows]


def broken(figures: dict[str, Any]) -> list[str]:
    """Return what is not as it was promised; at full speed the bots take what they can get, which is told."""
    found = []
    for name, what in figures["paces"].items():
        found += what["broken"]
        promised = name != FULL_SPEED or figures["form"] == "short"
        if promised and what["ratio"] > figures["within"] and what["p99"] > figures["floor"]:
            found.append(f"bots {name}: the slowest hundredth takes {what['ratio']} times longer")
        starts = name == EXPERTS and figures["form"] == "short"  # their program may just have started by then
        if not what["least_of_a_match"] and not starts:
            found.append(f"bots {name}: a match does not go on")
        if what["told"].get("closed"):
            found.append(f"bots {name}: {what['told']['closed']} watchers were closed")
        if what["log"]:
            found.append("there is a traceback in the log")
    return found
