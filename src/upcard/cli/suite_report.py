"""``upcard match --suite GAME BOT``: what a bot loses in positions that a referee has labelled."""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from typing import TYPE_CHECKING

from upcard.bots import find_bot
from upcard.cli.console import print_json
from upcard.cli.parsing import Parser
from upcard.errors import UsageError
from upcard.games import find_game

if TYPE_CHECKING:
    from upcard.lab import Interval
    from upcard.lab.suite_score import SuiteReport

HALVES = ("tune", "test")
OF_MATCHES = {
    "pairs": "--pairs",
    "adjust": "--adjust",
    "luck_by": "--luck-by",
    "sprt": "--sprt",
    "pairs_of_options": "--set",
}
"""What says how matches are played, which says nothing here."""


def add_arguments(parser: Parser) -> None:
    """Add what a suite takes."""
    parser.add_argument(
        "--suite",
        action="store_true",
        help="ask one bot about positions, and tell what it loses",
    )
    parser.add_argument(
        "--half",
        choices=HALVES,
        help="with --suite: which half of it (test)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Ask the bot about the positions and print what came of it."""
    from upcard.cli.progress import counting, heeding_ctrl_c, told_of_compiling
    from upcard.fast.support import available
    from upcard.lab.suite import suite_for
    from upcard.lab.suite_score import positions_of, score

    game = find_game(arguments.game)
    if len(arguments.bots) != 1:
        raise UsageError(f"--suite asks one BOT, not {len(arguments.bots)}")
    kind = find_bot(arguments.bots[0])
    idle = [flag for name, flag in OF_MATCHES.items() if getattr(arguments, name) not in (None, False, [])]
    if idle:
        raise UsageError(f"{idle[0]} says nothing with --suite: no matches are played")
    half = HALVES.index(arguments.half or "test")
    suite = suite_for(game)
    with ExitStack() as during:
        during.enter_context(heeding_ctrl_c())
        counter = during.enter_context(counting("positions", len(positions_of(suite, half, arguments.seats))))
        if available() and not arguments.interpreted:
            during.enter_context(told_of_compiling(f"{kind.title} for {game.title}", counter.say))
        quick = False if arguments.interpreted else None
        report = score(suite, kind, half, seats=arguments.seats, compiled=quick, on_positions=counter.done)
    if arguments.json:
        print_json(report.as_json())
    else:
        print_report(report, game.title)
    return 0


def print_report(report: SuiteReport, title: str) -> None:
    """Print a report for people."""
    print(f"{title}: {report.bot} in {report.positions} positions of the {report.half} half")
    if report.positions < report.total:
        print(f"  of {report.total}, the others are not labelled")
    print(f"  lost a decision          {report.regret.mean:.3f}{_ends(report.regret)} points")
    print(
        f"  more than {_points(report.error)} lost {report.errors.percent()}, surely {report.sure.percent()}"
    )
    if report.worth:
        print(
            f"  worth of a position      off by {report.worth.left:.2f} (root of the mean square), after "
            f"{report.worth.own:.2f} of the referee's own are taken off"
        )
    name = ""
    for each in report.strata:
        if each.name != name:
            name = each.name
            print(f"  {name}")
        print(f"    {each.kind:<10} {each.positions:>5}  {each.regret.mean:6.3f}{_ends(each.regret)}")
    for blunder in report.worst:
        if blunder.lost > report.error:
            print(
                f"  position {blunder.position}: {blunder.did} loses {blunder.lost:.2f} "
                f"± {blunder.margin:.2f} to {blunder.best}"
            )
    print(f"  referee: {report.referee}; asked {report.path}")


def _points(many: float) -> str:
    """Return a number of points in words."""
    return "1 point" if many == 1 else f"{many:g} points"


def _ends(found: Interval) -> str:
    if found.low is None or found.high is None:
        return ""
    return f" ({found.low:.3f} to {found.high:.3f})"
