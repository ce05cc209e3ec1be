"""The files copied at random instants while everybody plays: each copy is sound, a committed prefix.

So it is with a copy that SQLite makes (``sqlite3.Connection.backup``, which is the shell's ``.backup``); it
holds all that was acknowledged before. Plain copies of the files are sound, in whatever order they are made,
as long as nothing was written back from the log to the database meanwhile; the others are counted apart.
"""

from __future__ import annotations

import asyncio
import random
import shutil
import sqlite3
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.faults.kept import rows_of
from tests.faults.load_matches import lay
from tests.faults.server import Server
from tests.faults.tables import Company
from upcard.web.store import FILE, Row

WAL, SHM = f"{FILE}-wal", f"{FILE}-shm"
ORDERS = {
    "database, log": (FILE, WAL),
    "log, database": (WAL, FILE),
    "database, log, index": (FILE, WAL, SHM),
    "index, log, database": (SHM, WAL, FILE),
    "database alone": (FILE,),
}
PROMISED = "backup"
BETWEEN = "written back meanwhile"
LONGEST_PAUSE = 0.05
SETTLED = 0.02
"""Seconds after which a change of a file shows in its time."""


@dataclass(frozen=True)
class Form:
    """How much of it."""

    copies: int
    tables: int
    matches: int


SHORT = Form(copies=18, tables=16, matches=100)
LONG = Form(copies=200, tables=40, matches=3000)


async def run(folder: Path, form: Form) -> dict[str, Any]:
    """Copy while everybody plays; return what became of the copies."""
    chance = random.Random(form.copies)
    server = Server(folder / "data")
    laid = await asyncio.to_thread(lay, folder / "data", form.matches)
    company = Company(lambda: server.where, laid, form.tables)
    copies: list[tuple[str, bool, Path, dict[str, set[str]]]] = []
    async with server.running():
        async with company.playing():
            await company.seated()
            for number in range(form.copies):
                await asyncio.sleep(chance.uniform(0, LONGEST_PAUSE))
                order = [*ORDERS, PROMISED][number % (len(ORDERS) + 1)]
                acknowledged = {
                    client.account.match: set(client.account.acknowledged) for client in company.here
                }
                copy = folder / f"copy-{number}"
                alone = await asyncio.to_thread(_copy, server.data, copy, order)
                copies.append((order, alone, copy, acknowledged))
        truth = await asyncio.to_thread(rows_of, server.data / FILE)
    found = {order: Counter[str]() for order in (*ORDERS, PROMISED, BETWEEN)}
    for order, alone, copy, acknowledged in copies:
        what = await asyncio.to_thread(_what_is_wrong, copy, truth, acknowledged if order == PROMISED else {})
        found[order if alone else BETWEEN][what or "sound"] += 1
    return {
        "copies": form.copies,
        "tables": form.tables,
        "rows": sum(map(len, truth.values())),
        "found": {order: dict(counted) for order, counted in found.items()},
    }


def _copy(data: Path, copy: Path, order: str) -> bool:
    """Copy in this order; return whether nothing was written back meanwhile."""
    copy.mkdir()
    if order == PROMISED:
        connection = sqlite3.connect(f"file:{data / FILE}?mode=ro", uri=True, timeout=30)
        other = sqlite3.connect(copy / FILE)
        connection.backup(other)
        other.close()
        connection.close()
        return True
    time.sleep(SETTLED)
    before = _state(data)
    for name in ORDERS[order]:
        shutil.copyfile(data / name, copy / name)
    time.sleep(SETTLED)
    return before == _state(data)


def _state(data: Path) -> tuple[int, bytes]:
    """Return what changes when something is written back: the time of the database, the log's beginning."""
    with (data / WAL).open("rb") as log:
        return (data / FILE).stat().st_mtime_ns, log.read(32)


def _what_is_wrong(copy: Path, truth: dict[str, list[Row]], acknowledged: dict[str, set[str]]) -> str:
    """Return what is wrong with a copy, nothing if it is a prefix of what was committed."""
    try:
        connection = sqlite3.connect(copy / FILE)
        (sound,) = connection.execute("PRAGMA integrity_check").fetchone()
        connection.close()
        if sound != "ok":
            return "not sound"
        kept = rows_of(copy / FILE)
    except sqlite3.DatabaseError:
        return "does not open"
    if any(rows != truth[match][: len(rows)] for match, rows in kept.items()):
        return "no prefix"
    if any(_lacks(kept.get(match, ()), actions) for match, actions in acknowledged.items()):
        return "lacks what was acknowledged before"
    return ""


def _lacks(rows: Sequence[Row], actions: set[str]) -> bool:
    text = b"".join(row.payload for row in rows)
    return any(b'"id":"' + action.encode() + b'"' not in text for action in actions)


def broken(figures: dict[str, Any]) -> list[str]:
    """Return what is not as it was promised."""
    return [
        f"{order}: {count} copies: {what}"
        for order, counted in figures["found"].items()
        for what, count in counted.items()
        if what != "sound" and order != BETWEEN
    ]
