"""Two tabs on one seat: both show the truth, whichever acts, and what both do at once counts once.

First all tabs of all seats play as they like, so that two of them often act on the same view. Then the two
tabs of a seat do the same in the same instant, with one id as after a double click, and with two.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.faults.client import Client
from tests.faults.kept import judge
from tests.faults.load_matches import lay
from tests.faults.server import Server
from tests.faults.tables import Company, answered_by_all, until
from upcard.web.store import FILE

SEES_WITHIN = 2.0


@dataclass(frozen=True)
class Form:
    """How much of it: seconds of free play, then so many actions in two tabs at once at every table."""

    seconds: float
    twins: int
    tables: int
    matches: int


SHORT = Form(seconds=1.5, twins=4, tables=6, matches=100)
LONG = Form(seconds=30.0, twins=30, tables=30, matches=3000)


async def run(folder: Path, form: Form) -> dict[str, Any]:
    """Play in two tabs; return what it came to."""
    server = Server(folder / "data")
    laid = await asyncio.to_thread(lay, server.data, form.matches)
    company = Company(lambda: server.where, laid, form.tables, (0.0, 0.02), tabs=2)
    one_id: Counter[str] = Counter()
    two_ids: Counter[str] = Counter()
    async with server.running():
        async with company.playing():
            await company.seated()
            await asyncio.sleep(form.seconds)
            company.hold()
            same = await answered_by_all(company, server.data / FILE, 20.0)
            stale = sum(account.codes["room/stale"] for account in company.accounts)
            for number in range(form.twins):
                for at, tabs in enumerate(_to_move(company)):
                    told = one_id if number % 2 else two_ids
                    told[await _at_once(tabs, f"twin-{number}-{at}", number % 2 == 1)] += 1
            last = await answered_by_all(company, server.data / FILE, 20.0)
            differing = sum(1 for tabs in _seats(company) if len({_sight(tab) for tab in tabs}) > 1)
        verdict = judge(server.data, company.accounts)
    return {
        "seconds": form.seconds,
        "tables": form.tables,
        "tabs": 4 * form.tables,
        "actions": verdict.acknowledged,
        "kept": verdict.kept,
        "views": verdict.views,
        "stale": stale,
        "one_id": dict(one_id),
        "two_ids": dict(two_ids),
        "same_after": round(max(same, last), 2),
        "differing": differing,
        "lost": verdict.lost,
        "doubled": verdict.doubled,
        "log": server.log.count("Traceback"),
        "broken": verdict.broken,
    }


def _sight(tab: Client) -> tuple[int, bytes]:
    account = tab.account
    return account.version, account.views[account.version]


def _seats(company: Company) -> list[tuple[Client, Client]]:
    """Return the two tabs of every seat."""
    by_seat: dict[tuple[str, int | None], list[Client]] = {}
    for client in company.here:
        if not client.over:
            by_seat.setdefault((client.account.match, client.account.seat), []).append(client)
    return [(one, other) for one, other in by_seat.values()]


def _to_move(company: Company) -> list[tuple[Client, Client]]:
    """Return the tabs of the seats that may act now."""
    return [tabs for tabs in _seats(company) if all(_may_act(tab) for tab in tabs)]


def _may_act(tab: Client) -> bool:
    return bool(tab.view and tab.view.legal and tab.room and not tab.room.waiting)


async def _at_once(tabs: tuple[Client, Client], name: str, one_id: bool) -> str:
    """Have two tabs do the same in the same instant; return what they were told, in alphabetical order."""
    version = tabs[0].account.version
    view = tabs[0].view
    assert view is not None
    before = [tab.account.codes.copy() for tab in tabs]
    await asyncio.gather(
        *(
            tab.say(
                t="act",
                id=name if one_id else f"{name}-{at}",
                version=version,
                action=view.legal[0].action,
            )
            for at, tab in enumerate(tabs)
        )
    )
    news = [Counter[str]() for _ in tabs]

    def both_told() -> bool:
        for at, tab in enumerate(tabs):
            news[at] = tab.account.codes - before[at]
        return all(new.total() for new in news) and all(tab.account.version > version for tab in tabs)

    await until(both_told)
    return ", ".join(sorted(code for new in news for code in new))


def broken(figures: dict[str, Any]) -> list[str]:
    """Return what is not as it was promised."""
    found = list(figures["broken"])
    if set(figures["one_id"]) != {"already-done, done"}:
        found.append(f"one id in two tabs: {figures['one_id']}")
    if set(figures["two_ids"]) != {"done, room/stale"}:
        found.append(f"two ids in two tabs: {figures['two_ids']}")
    if figures["differing"] or figures["same_after"] > SEES_WITHIN:
        found.append(f"{figures['differing']} tabs differ; same after {figures['same_after']} s")
    if not figures["stale"]:
        found.append("no two tabs ever acted on the same view")
    if figures["log"]:
        found.append("there is a traceback in the log")
    return found
