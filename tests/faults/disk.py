"""The disk fills up while people play: they are told in plain words, and nothing is acknowledged unkept.

Once there is room everything goes on by itself. The folder lies on a small disk of its own where one may be
mounted, and a file fills that up. Otherwise the program may write no file any longer (RLIMIT_FSIZE), which
SQLite takes for a disk that fails.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import resource
import subprocess
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2

from tests.faults.client import Client
from tests.faults.kept import judge
from tests.faults.load_matches import lay
from tests.faults.server import Server
from tests.faults.tables import Company, made, until
from tests.web.player import new_match

THINK = (0.02, 0.08)
LATEST = 3.0
"""Seconds after there is room again within which every table goes on."""
REFUSAL = "room/not-kept"


@dataclass(frozen=True)
class Part:
    """How much of it: how often the disk fills up, and for how long; on a disk of its own, or without.

    On a real disk too much must not have been written before: the log is written over from its beginning once
    it is long enough, which needs no room.
    """

    times: int
    seconds: float
    tables: int
    matches: int
    mount: bool = True


SHORT = (Part(times=2, seconds=0.5, tables=8, matches=60),)
LIMITED = (Part(times=2, seconds=0.5, tables=8, matches=60, mount=False),)
LONG = (
    Part(times=6, seconds=0.8, tables=8, matches=200),
    Part(times=20, seconds=1.0, tables=30, matches=1500, mount=False),
)


class Disk(ABC):
    """Where the data lie, and a way to leave no room there."""

    name: str

    @abstractmethod
    def fill(self, server: Server) -> None:
        """There is no room any more."""

    @abstractmethod
    def free(self, server: Server) -> None:
        """There is room again."""


class SmallDisk(Disk):
    """A disk of its own, in memory."""

    name = "tmpfs"

    def __init__(self, folder: Path) -> None:
        self._filler = folder / "filler"

    def fill(self, server: Server) -> None:
        """Write until nothing more can be written."""
        with contextlib.suppress(OSError), self._filler.open("wb", buffering=0) as filler:
            while True:
                filler.write(bytes(4096))

    def free(self, server: Server) -> None:
        """Remove what was written."""
        self._filler.unlink()


class NoWriting(Disk):
    """The program itself may not write."""

    name = "RLIMIT_FSIZE"

    def fill(self, server: Server) -> None:
        """Allow no more than half a page of SQLite's."""
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (2048, resource.RLIM_INFINITY))

    def free(self, server: Server) -> None:
        """Allow everything."""
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)


@contextlib.contextmanager
def disk(folder: Path, may_mount: bool) -> Iterator[Disk]:
    """Mount a disk on the folder, or do without."""
    folder.mkdir(exist_ok=True)
    mount = ["mount", "-t", "tmpfs", "-o", "size=64m,mode=700", "upcard-test", str(folder)]
    may_mount = may_mount and os.geteuid() == 0
    mounted = may_mount and subprocess.run(mount, check=False, capture_output=True).returncode == 0
    try:
        yield SmallDisk(folder) if mounted else NoWriting()
    finally:
        if mounted:
            subprocess.run(["umount", str(folder)], check=True)


async def run(folder: Path, form: Sequence[Part]) -> dict[str, Any]:
    """Fill the disk and make room again, in every part; return what it came to."""
    figures = []
    for number, part in enumerate(form):
        with disk(folder / f"disk-{number}", part.mount) as full:
            figures.append(await _run(folder / f"disk-{number}", full, part))
    return {"parts": figures}


async def _run(folder: Path, full: Disk, form: Part) -> dict[str, Any]:
    server = Server(folder / "data")
    laid = await asyncio.to_thread(lay, server.data, form.matches)
    company = Company(lambda: server.where, laid, form.tables, THINK)
    on_again: list[float] = []
    lobby: Counter[str] = Counter()
    acknowledged = 0
    async with server.running(), asyncio.TaskGroup() as tasks:
        pid = server.pid
        beside = await made(server, new_match("nines", 4, rounds=18))
        alone = Client(lambda: server.where, beside.name, beside.tokens[0], "alone", THINK)
        playing = tasks.create_task(alone.play())
        async with company.playing():
            await company.seated()
            for _ in range(form.times):
                await asyncio.sleep(form.seconds)
                await asyncio.to_thread(full.fill, server)
                await asyncio.sleep(0.1)
                before = company.answered
                await asyncio.sleep(form.seconds)
                acknowledged += company.answered - before
                lobby[await _asked(server)] += 1
                await asyncio.to_thread(full.free, server)
                on_again.append(await _all_go_on(company, alone))
        alone.finish()
        await playing
        verdict = judge(server.data, [*company.accounts, alone.account])
        same_program = server.alive and server.pid == pid
    accounts = [*company.accounts, alone.account]
    return {
        "way": full.name,
        "times": form.times,
        "tables": form.tables + 1,
        "actions": verdict.acknowledged,
        "refused": sum(account.codes[REFUSAL] for account in accounts),
        "other_refusals": sorted({code for account in accounts for code in account.codes} - EXPECTED),
        "words": sorted({words for account in accounts for words in account.messages if "disk" in words}),
        "acknowledged_while_full": acknowledged,
        "lobby": dict(lobby),
        "on_again": {"median": sorted(on_again)[len(on_again) // 2], "most": max(on_again)},
        "lost": verdict.lost,
        "same_program": same_program,
        "log": server.log.count("Traceback"),
        "broken": verdict.broken,
    }


EXPECTED = {"done", "already-done", REFUSAL}


async def _asked(server: Server) -> str:
    """Return what somebody is told who wants a new table now."""
    async with httpx2.AsyncClient() as browser:
        answer = await browser.post(f"{server.address}/api/matches", json=new_match("nines"))
    return f"{answer.status_code} {answer.json().get('code', '')}".strip()


async def _all_go_on(company: Company, alone: Client) -> float:
    """Return how long it takes until somebody's action is acknowledged at every table."""
    loop = asyncio.get_running_loop()
    began = loop.time()

    def all_on() -> bool:
        clients = [*company.here, alone]
        on = {client.account.match for client in clients if client.over or client.acked_at > began}
        return on >= {client.account.match for client in clients}

    await until(all_on)
    return round(loop.time() - began, 2)


def broken(figures: dict[str, Any]) -> list[str]:
    """Return what is not as it was promised."""
    return [f"{part['way']}: {what}" for part in figures["parts"] for what in _broken(part)]


def _broken(figures: dict[str, Any]) -> list[str]:
    found = list(figures["broken"])
    if figures["refused"] < figures["times"] * figures["tables"]:
        found.append(f"only {figures['refused']} actions were refused")
    if figures["other_refusals"]:
        found.append(f"refused with {figures['other_refusals']}")
    if set(figures["lobby"]) != {f"503 {REFUSAL}"}:
        found.append(f"the lobby says {figures['lobby']}")
    if figures["on_again"]["most"] > LATEST:
        found.append(f"it went on only after {figures['on_again']['most']} s")
    if not figures["same_program"]:
        found.append("the server has ended")
    if figures["log"]:
        found.append("there is a traceback in the log")
    return found
