"""The clock on the wall jumps by hours, ahead and back, while people play: nobody who waits notices.

The server's program is started with a ``time.time`` that adds what stands in a file. Turn clocks, the grace
of those who are away, codes and the order of what happened go by the event loop's even time or by none.
"""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2

from tests.faults.client import COOKIE, Client
from tests.faults.kept import judge
from tests.faults.load_matches import Laid, lay
from tests.faults.measure import Times
from tests.faults.server import Server
from tests.faults.tables import Company, until

HOUR = 3600
SHIFTED = """
import time
from pathlib import Path
_file, _true = Path({file!r}), time.time
def _shifted():
    return _true() + float(_file.read_text() or 0)
time.time = _shifted
"""
TURN = 2
GRACE = 5
EARLY, LATE = 0.3, 2.0
"""Seconds by which a clock may seem to be off: other programs run beside. The wall's is off by hours."""


@dataclass(frozen=True)
class Form:
    """How much of it: how often clocks are waited for, and tables that play meanwhile."""

    rounds: int
    tables: int
    matches: int


SHORT = Form(rounds=1, tables=6, matches=200)
LONG = Form(rounds=8, tables=20, matches=3000)


async def run(folder: Path, form: Form) -> dict[str, Any]:
    """Have the clock jump; return what it came to."""
    wall = folder / "wall"
    await asyncio.to_thread(wall.write_text, "0")
    server = Server(folder / "data", before=SHIFTED.format(file=str(wall)))
    laid = await asyncio.to_thread(lay, server.data, form.matches)
    company = Company(lambda: server.where, laid, form.tables, (0.01, 0.05))
    jumps: list[int] = []
    ran_out: list[float] = []
    stood_in: list[float] = []
    codes = 0
    pairs: list[Client] = []
    async with server.running(), httpx2.AsyncClient(base_url=server.address) as browser:
        jumping = asyncio.create_task(_jump(wall, jumps))
        async with company.playing():
            await company.seated()
            for number in range(form.rounds):
                table = await invited(browser, {"turn_time": TURN, "grace": GRACE})
                pair = [
                    Client(lambda: server.where, table.name, token, f"{number}-{seat}")
                    for seat, token in enumerate(table.tokens)
                ]
                pairs += pair
                code = await _move_code(browser, table)
                playing = [asyncio.create_task(client.play()) for client in pair]
                ran_out.append(await _time_out(pair))
                stood_in.append(await _stand_in(pair))
                codes += await _still_opens(browser, code)
                pair[1].finish()
                await asyncio.gather(*playing)
        jumping.cancel()
        verdict = judge(server.data, [*company.accounts, *(client.account for client in pairs)])
    return {
        "rounds": form.rounds,
        "tables": form.tables,
        "jumps": len(jumps),
        "hours": [min(jumps) // HOUR, max(jumps) // HOUR],
        "actions": verdict.acknowledged,
        "answer": str(Times.of(company.times())),
        "turn_time": TURN,
        "ran_out_after": [round(min(ran_out), 2), round(max(ran_out), 2)],
        "grace": GRACE,
        "stood_in_after": [round(min(stood_in), 2), round(max(stood_in), 2)],
        "codes_that_open": codes,
        "lost": verdict.lost,
        "log": server.log.count("Traceback"),
        "broken": verdict.broken,
    }


async def _jump(wall: Path, jumps: list[int]) -> None:
    """Set the clock on the wall to some other hour, five times a second."""
    chance = random.Random(5)
    while True:
        await asyncio.sleep(0.2)
        jumps.append(chance.randrange(-12 * HOUR, 12 * HOUR))
        new = wall.with_name("wall-new")
        new.write_text(str(jumps[-1]))
        new.replace(wall)


async def invited(browser: httpx2.AsyncClient, manners: dict[str, Any]) -> Laid:
    """Make a table for two as people do, by an invitation; return it with both tokens."""
    seats = [{"kind": "person", "name": "Ann"}, {"kind": "friend"}]
    body = {"game": "nines", "seats": seats, "options": {"rounds": 18}, "manners": manners}
    made = await browser.post("/api/matches", json=body)
    match = made.json()["match"]
    ann = made.cookies[COOKIE + match]
    browser.cookies.clear()
    joined = await browser.post("/api/join", json={"code": made.json()["invite"], "name": "Ben"})
    ben = joined.cookies[COOKIE + match]
    browser.cookies.clear()
    return Laid(match, (ann, ben))


async def _move_code(browser: httpx2.AsyncClient, table: Laid) -> str:
    cookie = {"cookie": f"{COOKIE}{table.name}={table.tokens[0]}"}
    answer = await browser.post(f"/api/matches/{table.name}/move", json={}, headers=cookie)
    return str(answer.json()["code"])


async def _still_opens(browser: httpx2.AsyncClient, code: str) -> bool:
    """Return whether a code for another device, made before the jumps, opens its seat."""
    answer = await browser.post("/api/join", json={"code": code})
    browser.cookies.clear()
    return answer.status_code == 200 and answer.json()["seats"] == [0]


async def _time_out(pair: list[Client]) -> float:
    """Let both play a little and then think for ever; return when the clock moves for one of them."""
    loop = asyncio.get_running_loop()
    await until(lambda: sum(len(client.account.acknowledged) for client in pair) >= 4)
    for client in pair:
        client.may_act.clear()
    await until(lambda: not any(client.pending for client in pair))
    room = pair[0].room
    assert room is not None
    before = sum(room.clocked)
    began = max(client.acked_at for client in pair)
    await until(lambda: bool(pair[0].room) and sum(pair[0].room.clocked) > before)
    ran_out = loop.time() - began
    for client in pair:
        client.may_act.set()
    return ran_out


async def _stand_in(pair: list[Client]) -> float:
    """Have one go away without a word; return after how long a bot plays for them."""
    loop = asyncio.get_running_loop()
    leaver, stayer = pair
    leaver.finish()
    await until(lambda: _state(stayer, 0) == "away")
    began = loop.time()
    await until(lambda: _state(stayer, 0) == "stand-in")
    return loop.time() - began


def _state(client: Client, seat: int) -> str:
    return client.room.seats[seat].state if client.room else ""


def broken(figures: dict[str, Any]) -> list[str]:
    """Return what is not as it was promised."""
    found = list(figures["broken"])
    for name, wanted in (("ran_out_after", figures["turn_time"]), ("stood_in_after", figures["grace"])):
        if any(not -EARLY < seconds - wanted < LATE for seconds in figures[name]):
            found.append(f"{name}: {figures[name]} instead of {wanted} s")
    if figures["codes_that_open"] != figures["rounds"]:
        found.append(f"{figures['codes_that_open']} codes still open a seat")
    if figures["log"]:
        found.append("there is a traceback in the log")
    return found
