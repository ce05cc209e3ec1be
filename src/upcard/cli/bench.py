"""``upcard bench``: how fast the rules are here, beside plain C and beside other programs."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from upcard.cli.console import print_json
from upcard.cli.parsing import Command, Parser, add_json, amount, whole_number
from upcard.errors import UsageError
from upcard.games import GAMES, find_game

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from upcard.bench import Plan, Report

MOST_ROUNDS = 1000
MOST_SECONDS = 600.0


def add_arguments(parser: Parser) -> None:
    """Add what ``upcard bench`` takes."""
    parser.add_argument("--quick", action="store_true", help="less of everything: under 40 seconds")
    parser.add_argument(
        "--game",
        metavar="GAME",
        action="append",
        default=[],
        help="only this game, may be given again (default: all)",
    )
    parser.add_argument("--rounds", metavar="N", type=whole_number(1, MOST_ROUNDS), help="rounds to measure")
    parser.add_argument(
        "--seconds", metavar="S", type=amount("seconds", MOST_SECONDS), help="seconds for each in a round"
    )
    parser.add_argument(
        "--peers-python",
        metavar="PYTHON",
        default=sys.executable,
        help="the Python that has other programs, pip install 'upcard[bench]' (default: this one)",
    )
    parser.add_argument("--no-peers", action="store_true", help="leave other programs out")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print what was measured: 1 if something failed, 130 where Ctrl-C ended it early."""
    from upcard.bench import QUICK, USUAL

    report = measure(arguments, QUICK if arguments.quick else USUAL)
    tell(report, as_json=arguments.json)
    return code_of(report)


def measure(arguments: argparse.Namespace, plan: Plan) -> Report:
    """Return the report of a run as the command line wants it."""
    import shutil

    from upcard.bench import run as run_bench
    from upcard.bench.rivals import LIBRARIES
    from upcard.cli.progress import heeding_ctrl_c

    wanted = {find_game(name).name for name in arguments.game} or set(GAMES)
    if shutil.which(arguments.peers_python) is None:
        raise UsageError(f"--peers-python: there is no program {arguments.peers_python!r}")
    plan = replace(
        plan,
        rounds=arguments.rounds or plan.rounds,
        seconds=arguments.seconds or plan.seconds,
    )
    with heeding_ctrl_c(), told() as on_turn:
        return run_bench(
            [game for game in GAMES.values() if game.name in wanted],
            plan,
            python=arguments.peers_python,
            peers=() if arguments.no_peers else LIBRARIES,
            on_turn=on_turn,
        )


def code_of(report: Report) -> int:
    """Return the exit code of a run."""
    return 130 if report.contest.stopped else 1 if report.failed else 0


@contextmanager
def told() -> Iterator[Callable[[str], None]]:
    """Show what is measured just now, on stderr and only where a person is looking."""
    from rich.console import Console

    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda what: None  # noqa: ARG005 - nobody is looking
        return
    with console.status("starting") as status:
        yield status.update


def tell(report: Report, *, as_json: bool) -> None:
    """Print a report for a program or for a person."""
    if as_json:
        print_json(report.as_json())
        return
    from rich.console import Console

    console = Console(highlight=False)
    if not console.is_terminal:
        console = Console(highlight=False, width=110)
    for table in tables(report):
        console.print(table)
    _print_notes(report, console)


def tables(report: Report) -> Iterator[Table]:
    """Yield the tables that a person reads."""
    from upcard.bench import page

    if report.rates:
        rates = _table("Steps a CPU second", "", "median>", "least – greatest>", "rounds>", "by the clock>")
        for rate in report.rates:
            rates.add_row(
                rate.title,
                page.rate_in_words(rate.cpu.median),
                page.spread_in_words(rate.cpu),
                page.rate_in_words(rate.rounds.median) if rate.rounds.median else "",
                page.rate_in_words(rate.wall.median),
            )
        yield rates
    if report.ratios:
        ratios = _table("Ratios, each the median of its rounds", "", "median>", "least – greatest>")
        for ratio, found in report.ratios:
            between = f"{page.ratio_in_words(found.low)} – {page.ratio_in_words(found.high)}"
            ratios.add_row(ratio.what, page.ratio_in_words(found.median), between)
        yield ratios
    if report.waits:
        waits = _table("A decision, from a view to a choice", "", "half take at most>", "95 % take at most>")
        for wait in report.waits:
            words = (page.wait_in_words(time.median) for time in (wait.p50, wait.p95))
            waits.add_row(wait.title, *words)
        yield waits
    if report.startup:
        starts = _table("From start to the first match", "", "at first>", "from the cache>", "peak memory")
        for game in report.startup:
            starts.add_row(
                game.game,
                "" if game.cold is None else f"{game.cold:.1f} s",
                f"{game.cached.median:.2f} s",
                page.memory_in_words(game.memory, game.later, game.matches),
            )
        yield starts
    goals = _table("Goals", "", "bound>", "here>", "")
    for judged in report.goals:
        word = page.met_in_words(judged)
        style = {True: "green", False: "bold red", None: "dim"}[judged.met]
        what = f"[bold]Gate:[/] {judged.goal.what}" if judged.goal.gate else judged.goal.what
        goals.add_row(what, judged.goal.bound_in_words, page.value_in_words(judged), f"[{style}]{word}[/]")
    yield goals


def _table(title: str, *heads: str) -> Table:
    from rich.box import SIMPLE
    from rich.table import Table

    table = Table(title=title, title_justify="left", title_style="bold", box=SIMPLE, pad_edge=False)
    for head in heads:
        table.add_column(head.removesuffix(">"), justify="right" if head.endswith(">") else "left")
    return table


def _print_notes(report: Report, console: Console) -> None:
    for name, why in report.contest.left_out.items():
        console.print(f"left out: {name}: {why}", markup=False)
    for name, why in report.contest.failed.items():
        console.print(f"FAILED: {name}: {why}", markup=False, style="red")
    console.print(
        "A step is a decision, or a card dealt or drawn. Figures marked as quoted are from elsewhere.",
        style="dim",
    )
    console.print("; ".join(f"{name} {version}" for name, version in report.versions.items()), style="dim")
    if report.contest.stopped:
        console.print(f"Stopped early, after {report.contest.rounds} complete rounds.")


COMMAND = Command(
    "measure how fast the rules are here",
    "Measure random play: the rules compiled and interpreted, beside a plain C loop\n"
    "of the same rules and other programs where they are installed. All in turn,\n"
    "several rounds; CPU seconds, medians and ratios.\n"
    "  upcard bench --quick --game nines",
    add_arguments,
    run,
)
