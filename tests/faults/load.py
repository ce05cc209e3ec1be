"""Load: many matches between people on one server, moves at a fixed rate, and how long they take.

    python -m tests.faults.load --matches 3000 --rate 500 --seconds 600

The rate is kept whatever the server does: a move has the time at which it was due, and from then on its time
counts, also while it waits for an earlier one. Everything runs on this machine, the generator included.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import itertools
import json
import os
import resource
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from urllib.parse import urlsplit

from tests.faults.load_matches import Laid, kept_actions, lay
from tests.faults.load_pages import Load, Pair
from tests.faults.measure import Times, Usage, busy_seconds
from tests.web.program import Program

AT_ONCE = 50
"""How many sockets are opened side by side."""
SETTLE = 3.0
"""Seconds between the last page that is ready and the first move: what opening took is done with by then."""
DRAIN = 30.0
"""Seconds after the last move in which everything must have been answered."""
BUSY = 0.8
"""A generator that takes more of a core than this measures itself."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What one run came to; sizes are megabytes, ``*_cpu`` parts of one core while moves were made.

    ``lost`` was acknowledged and is not kept, ``doubled`` is kept or acknowledged twice, ``unasked`` is kept
    and nobody asked for it. ``untold`` is kept, but the pages went before they were told: a server that is
    too slow. ``others_cpu`` is what all else on the machine took.
    """

    matches: int
    sockets: int
    rate: float
    seconds: float
    sent: int
    answered: int
    refused: dict[str, int]
    late: int
    over: int
    lost_sockets: int
    lost: int
    doubled: int
    untold: int
    unasked: int
    to_reply: Times
    to_other: Times
    behind: Times
    server_cpu: float
    generator_cpu: float
    others_cpu: float
    milliseconds_a_move: float
    rss_idle: float
    rss: float
    rss_most: float
    opened_in: float

    @property
    def generator_is_busy(self) -> bool:
        """Whether what was measured may be the generator."""
        return self.generator_cpu > BUSY

    def table(self) -> str:
        """Return the figures for a person."""
        lines = [
            ("matches, sockets", f"{self.matches:,}, {self.sockets:,}"),
            ("moves", f"{self.sent:,} in {self.seconds:.0f} s ({self.rate:.0f} a second were due)"),
            ("answered", f"{self.answered:,}; refused {sum(self.refused.values())} {self.refused or ''}"),
            ("lost, doubled, unasked", f"{self.lost}, {self.doubled}, {self.unasked}"),
            ("kept, not answered in the end", f"{self.untold:,}"),
            ("due → answer", str(self.to_reply)),
            ("due → other seat's view", str(self.to_other)),
            ("moves that waited for an earlier one", f"{self.late:,}"),
            ("server", f"{self.server_cpu:.0%} of a core, {self.milliseconds_a_move:.2f} ms a move"),
            ("server's memory", f"{self.rss_idle:.0f} MB idle, {self.rss:.0f} MB at the end"),
            ("server's memory at most", f"{self.rss_most:.0f} MB"),
            ("generator", f"{self.generator_cpu:.0%} of a core; behind its plan: {self.behind}"),
            ("all else on the machine", f"{self.others_cpu:.0%} of a core, of {os.cpu_count()} cores"),
            ("sockets opened in", f"{self.opened_in:.1f} s; lost {self.lost_sockets}"),
            ("matches over", f"{self.over}"),
        ]
        if self.generator_is_busy:
            lines.append(("mind", "the generator was the bottleneck: the times are its own"))
        return "\n".join(f"{name:<38}{value}" for name, value in lines)


def run(folder: Path, matches: int, rate: float, seconds: float) -> Figures:
    """Lay the matches, start a server on them, play, stop it, and compare what it kept with what it said."""
    more_files(2 * matches + 200)
    data = folder / "data"
    laid = lay(data, matches)
    program = Program(data)
    try:
        load, figures = asyncio.run(_drive(program, laid, rate, seconds))
    finally:
        program.stop()
    kept = kept_actions(data)
    asked, answered = set(load.asked), set(load.answered)
    return Figures(
        **figures,
        lost=sum(1 for action in answered if action not in kept),
        doubled=sum(1 for times in kept.values() if times > 1) + len(load.answered) - len(answered),
        untold=len((kept.keys() & asked) - answered),
        unasked=len(kept.keys() - asked),
    )


async def _drive(program: Program, laid: Sequence[Laid], rate: float, seconds: float) -> tuple[Load, dict]:
    loop = asyncio.get_running_loop()
    load = Load(loop.time)
    address = urlsplit(program.address)
    pairs = [Pair(load, match, address.netloc, seed) for seed, match in enumerate(laid)]
    began = loop.time()
    await _open(pairs, str(address.hostname), int(address.port or 80))
    opened = loop.time() - began
    gc.collect()
    gc.freeze()
    await asyncio.sleep(SETTLE)
    before, own, all_before = Usage.of(program.pid), time.process_time(), busy_seconds()
    behind = await _play(pairs, rate, seconds)
    after, own, busy = Usage.of(program.pid), time.process_time() - own, busy_seconds() - all_before
    late = loop.time() + DRAIN
    while any(pair.busy for pair in pairs) and loop.time() < late:  # noqa: ASYNC110 - thousands of things
        await asyncio.sleep(0.05)
    lost_sockets = load.lost_sockets
    for pair in pairs:
        for page in pair.pages:
            page.close()
    await asyncio.sleep(0)
    gc.unfreeze()
    cpu = after.cpu - before.cpu
    return load, {
        "matches": len(pairs),
        "sockets": sum(len(pair.pages) for pair in pairs),
        "rate": rate,
        "seconds": seconds,
        "sent": len(load.asked),
        "answered": len(load.answered),
        "refused": dict(load.refusals),
        "late": load.late,
        "over": load.over,
        "lost_sockets": lost_sockets,
        "to_reply": Times.of(load.to_reply),
        "to_other": Times.of(load.to_other),
        "behind": Times.of(behind),
        "server_cpu": cpu / seconds,
        "generator_cpu": own / seconds,
        "others_cpu": max(0.0, busy - own - cpu) / seconds,
        "milliseconds_a_move": cpu / max(len(load.asked), 1) * 1e3,
        "rss_idle": before.rss,
        "rss": after.rss,
        "rss_most": after.peak,
        "opened_in": opened,
    }


async def _open(pairs: Sequence[Pair], host: str, port: int) -> None:
    """Open every page, and wait until all of them have been shown their table."""
    waiting = iter([(pair, seat) for pair in pairs for seat in range(len(pair.pages))])

    async def some() -> None:
        for pair, seat in waiting:
            page = pair.pages[seat]
            await asyncio.get_running_loop().create_connection(lambda page=page: page, host, port)
            while page.version < 0:  # noqa: ASYNC110 - an event for each would be dearer than a look
                await asyncio.sleep(0.005)

    await asyncio.gather(*(some() for _ in range(AT_ONCE)))


async def _play(pairs: Sequence[Pair], rate: float, seconds: float) -> list[float]:
    """Have moves made at that rate, match after match; return how late the generator noticed each."""
    loop = asyncio.get_running_loop()
    running = _running(pairs)
    behind: list[float] = []
    start = loop.time()
    for number in range(int(rate * seconds)):
        due = start + number / rate
        if (wait := due - loop.time()) > 0:
            await asyncio.sleep(wait)
        behind.append(max(0.0, loop.time() - due))
        next(running).want(due)
        if number % 16 == 15:
            await asyncio.sleep(0)
    return behind


def _running(pairs: Sequence[Pair]) -> Iterator[Pair]:
    for pair in itertools.cycle(pairs):
        if not pair.over:
            yield pair


def more_files(wanted: int) -> None:
    """Let this program and those it starts open so many files."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, hard), hard))


def main() -> None:
    """Run one load and print what it came to."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults.load", description=__doc__)
    parser.add_argument("--matches", type=int, default=3000)
    parser.add_argument("--rate", type=float, default=500.0, help="moves a second, all matches together")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--json", type=Path, help="write the figures to this file too")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="upcard-load-") as folder:
        figures = run(Path(folder), wanted.matches, wanted.rate, wanted.seconds)
    print(figures.table())
    if wanted.json:
        wanted.json.write_text(json.dumps(asdict(figures), indent=2) + "\n")


if __name__ == "__main__":
    main()
