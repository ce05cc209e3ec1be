"""One run of the benchmark: who takes part, for how long, and with what."""

from __future__ import annotations

import platform
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from upcard import __version__
from upcard.bench import c_loop, decisions, ours, rivals, startup
from upcard.bench.contest import Absent, Contest, Contestant, compete
from upcard.bench.report import Report
from upcard.bench.startup import Startup
from upcard.fast.support import cores
from upcard.game import Game

Listener = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is measured: rounds, seconds for each in a round, starts from the cache, seconds for memory.

    ``cold`` says whether programs are started with an empty cache too, which compiles everything anew, and
    ``decisions`` whether players of every level are asked, which compiles them.
    """

    rounds: int
    seconds: float
    starts: int
    memory_seconds: float
    cold: bool = True
    decisions: bool = True
    quick: bool = False


QUICK = Plan(rounds=3, seconds=0.2, starts=3, memory_seconds=0.0, cold=False, decisions=False, quick=True)
USUAL = Plan(rounds=5, seconds=0.6, starts=5, memory_seconds=2.0)
FULL = Plan(rounds=9, seconds=1.0, starts=7, memory_seconds=10.0)


def run(
    games: Sequence[Game],
    plan: Plan,
    *,
    python: str = sys.executable,
    peers: Sequence[str] = rivals.LIBRARIES,
    on_turn: Listener = lambda _: None,
) -> Report:
    """Return what was measured; after Ctrl-C what there is by then.

    ``python`` runs the other programs; ``on_turn`` is told what is done next.
    """
    versions = versions_here()
    left_out: dict[str, str] = {}
    failed: dict[str, str] = {}
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        taking_part: list[Contestant] = []
        if any(game.name == "nines" for game in games):
            try:
                program = c_loop.build(folder)
            except Absent as reason:
                left_out["c"] = str(reason)
            else:
                versions["C compiler"] = f"{program.compiler}, {' '.join(program.flags)}"
                taking_part += c_loop.contestants(program)
        for game in games:
            taking_part += ours.contestants(game)
            if plan.decisions:
                taking_part += decisions.contestants(game)
        on_turn("looking for other programs")
        for rival in (started := stack.enter_context(rivals.rivals(python, tuple(peers)))):
            if rival.absent:
                left_out[rival.library] = rival.absent
            elif rival.failed:
                failed[rival.library] = rival.failed
            else:
                versions[rival.library] = rival.version
        taking_part += rivals.contestants(started)
        contest = compete(neighbours(taking_part), plan.rounds, plan.seconds, on_turn)
    contest.left_out.update(left_out)
    contest.failed.update(failed)
    begun = [] if contest.stopped else _startup(games, plan, contest, on_turn)
    return Report(contest, begun, versions, date.today().isoformat(), plan.seconds, plan.quick)


def neighbours(contestants: Sequence[Contestant]) -> list[Contestant]:
    """Return them with those that are compared most closely one after the other."""
    order = ("nines_c_step", "nines_step", "nines_c_whole", "nines_whole", "nines_whole_2_threads")
    places = {key: place for place, key in enumerate(order)}
    return sorted(contestants, key=lambda contestant: places.get(contestant.key, len(places)))


def versions_here() -> dict[str, str]:
    """Return the versions of what the figures depend on."""
    versions = {
        "upcard": __version__,
        "Python": platform.python_version(),
        "system": f"{platform.system()} {platform.release()} on {platform.machine()}",
        "processor": _processor(),
        "cores": str(cores()),
    }
    for package in ("numba", "llvmlite", "numpy"):
        try:
            versions[package] = version(package)
        except PackageNotFoundError:
            versions[package] = "not installed"
    return versions


def _startup(games: Sequence[Game], plan: Plan, contest: Contest, on_turn: Listener) -> list[Startup]:
    if not startup.possible():
        contest.left_out["startup"] = "nothing compiled to start"
        return []
    found = []
    try:
        for game in sorted(games, key=lambda game: game.name != "nines")[: 1 if plan.quick else None]:
            start = startup.measure(game.name, plan.starts, plan.memory_seconds, plan.cold, on_turn)
            found.append(start)
    except KeyboardInterrupt:
        contest.stopped = True
    except RuntimeError as error:
        contest.failed["startup"] = str(error)
    return found


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    named = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return named[0] if named else platform.processor() or platform.machine()
