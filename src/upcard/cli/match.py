"""``upcard match GAME BOT BOT``: two bots against each other on paired deals; with ``--suite`` one alone."""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from typing import TYPE_CHECKING

from upcard.bots import BOTS, find_bot
from upcard.cli import suite_report
from upcard.cli.console import print_json, print_note
from upcard.cli.parsing import Command, Parser, add_game, add_json, add_set, amount, whole_number
from upcard.errors import UsageError
from upcard.fast.support import cores
from upcard.games import find_game
from upcard.options import values_in

if TYPE_CHECKING:
    from upcard.fast.appraiser import Appraiser
    from upcard.game import Game
    from upcard.lab import Adjusted, MatchReport, Verdict

PAIRS = 100
PAIRS_TO_DECIDE = 1_000_000
STEPS = {"rack-o": 1.0}
STEP = 0.1
"""What is worth telling apart in a game, points a round, unless STEPS says otherwise."""
MOST_STEP = 1000
MOST_PAIRS = 1_000_000_000
MOST_THREADS = 256


def add_arguments(parser: Parser) -> None:
    """Add what ``upcard match`` takes."""
    parser.usage = "upcard match [OPTION …] GAME BOT [BOT]"
    add_game(parser)
    levels = [name for name, kind in BOTS.items() if kind.level] or list(BOTS)
    named = f"two of {levels[0]} … {levels[-1]}, greedy, … (--suite: one)"
    parser.add_argument("bots", metavar="BOT", nargs="+", help=named)
    parser.add_argument("--seats", metavar="N", type=whole_number(0, 99), help="how many play (two)")
    parser.add_argument(
        "--pairs",
        metavar="N",
        type=whole_number(1, MOST_PAIRS),
        help=f"pairs of matches ({PAIRS}; with --sprt up to {PAIRS_TO_DECIDE:,})",
    )
    parser.add_argument(
        "--adjust",
        action="store_true",
        help="measure luck too and take it off: fewer pairs do",
    )
    parser.add_argument(
        "--luck-by",
        metavar="BOT",
        help="the same, by what BOT takes positions to be worth",
    )
    parser.add_argument(
        "--sprt",
        metavar="STEP",
        type=amount("points", MOST_STEP),
        nargs="?",
        const=0.0,
        help="play until it is settled who is better (by 0.1 or 1)",
    )
    parser.add_argument(
        "--seed",
        metavar="N",
        type=whole_number(0, (1 << 64) - 1),
        default=0,
        help="other seeds, other cards (0)",
    )
    parser.add_argument(
        "--threads",
        metavar="N",
        type=whole_number(1, MOST_THREADS),
        default=min(cores(), MOST_THREADS),
        help="threads, which change the time only (one a core: %(default)s)",
    )
    parser.add_argument(
        "--interpreted",
        action="store_true",
        help="do not play compiled: the same result, much slower",
    )
    suite_report.add_arguments(parser)
    add_set(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play the pairs and print what came of them; 130 where Ctrl-C ended it early."""
    if arguments.suite:
        return suite_report.run(arguments)
    if len(arguments.bots) != 2:
        raise UsageError(
            f"a match is between BOT and BOT, not {len(arguments.bots)}; see upcard match --help"
        )
    if arguments.half:
        raise UsageError("--half goes with --suite")
    from upcard.cli.progress import counting, heeding_ctrl_c, told_of_compiling
    from upcard.lab import INTERPRETED, Sprt, play_pairs, why_interpreted

    game = find_game(arguments.game)
    first, second = (find_bot(name) for name in arguments.bots)
    options = values_in(game.options, arguments.pairs_of_options)
    play = first.plays(game.name) and second.plays(game.name)  # if not, that is the trouble
    why = why_interpreted(game, first, second) if play and not arguments.interpreted else ""
    adjust = arguments.adjust or arguments.luck_by is not None
    appraiser = appraiser_by(game, arguments.luck_by) if adjust else None
    sprt = None if arguments.sprt is None else Sprt(arguments.sprt or STEPS.get(game.name, STEP))
    pairs = arguments.pairs or (PAIRS_TO_DECIDE if sprt else PAIRS)
    with ExitStack() as during:
        during.enter_context(heeding_ctrl_c())
        counter = during.enter_context(counting("pairs", pairs))
        if why:
            print_note(f"running interpreted: {why}")
        elif not arguments.interpreted:
            during.enter_context(told_of_compiling(game.title, counter.say))
        report = play_pairs(
            game,
            first,
            second,
            arguments.seats,
            options,
            pairs,
            arguments.seed,
            threads=arguments.threads,
            path=INTERPRETED if arguments.interpreted else None,
            adjust=appraiser,
            sprt=sprt,
            on_pairs=counter.done,
        )
    if arguments.json:
        print_json(report.as_json())
    else:
        print_report(report, game, list(options))
    settled = report.sprt is not None and report.sprt.decided != "open"
    return 0 if settled or report.pairs == pairs else 130


def appraiser_by(game: Game, bot: str | None) -> Appraiser:
    """Return what luck is measured by: at a glance, or by a bot; UsageError where that cannot be."""
    from upcard.bots.appraisals import appraiser_for
    from upcard.bots.appraising import by_worths

    glance = appraiser_for(game.name)
    if glance is None:
        raise UsageError(f"the luck of {game.title} is not measured yet")
    if bot is None:
        return glance
    policy = find_bot(bot).policy(game.name)
    if policy is None or policy.weigh is None:
        raise UsageError(f"{bot} does not say what positions of {game.title} are worth to it")
    return by_worths(game, policy, glance)


def print_report(report: MatchReport, game: Game, options: list[str]) -> None:
    """Print a report for people, with the options that were set."""
    first, second = report.bots
    with_them = "".join(f", {name}={report.options[name]}" for name in options)
    better = "lower" if game.low_wins else "higher"
    print(f"{game.title}: {first} against {second}, {report.seats} seats{with_them}")
    pairs = "1 pair" if report.pairs == 1 else f"{report.pairs} pairs"
    print(f"  {pairs} of matches, the same cards with seats swapped, seed {report.seed}")
    print(f"  points a round, difference  {report.difference}   {better} is better")
    if report.adjusted:
        print_adjusted(report.adjusted)
    print(f"  share of the matches won    {report.match_share.percent()}")
    print(f"  ties {report.ties}, turns a round {report.mean_turns:.1f}, rounds capped {report.capped}")
    if report.sprt:
        print_verdict(report.sprt, first)
    print(f"  played {report.path}{f': {report.path_reason}' if report.path_reason else ''}")


def print_adjusted(adjusted: Adjusted) -> None:
    """Print the difference less luck below the raw one, and what it is worth in pairs."""
    worth = "" if adjusted.fewer is None else f"   worth {adjusted.fewer:.1f} times as many pairs"
    print(f"    less luck                 {adjusted.difference}{worth}")


def print_verdict(verdict: Verdict, first: str) -> None:
    """Print how the test stands."""
    said = {
        "better": f"{first} is better, by {verdict.step:g} points a round rather than 0",
        "not better": f"{first} is not better by {verdict.step:g} points a round",
        "open": f"not settled whether {first} is better by {verdict.step:g} points a round",
    }[verdict.decided]
    print(f"  {said}")
    print(
        f"    log-likelihood ratio {verdict.llr:+.2f}, settled at {verdict.low:+.2f} and {verdict.high:+.2f}"
    )


COMMAND = Command(
    "play two bots against each other, by the million",
    "Two bots on the same cards twice, seats swapped: means and 95 % intervals.\n"
    "  upcard match nines greedy random --pairs 50 --set rounds=3",
    add_arguments,
    run,
)
