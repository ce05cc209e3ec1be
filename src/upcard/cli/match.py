"""``upcard match GAME BOT BOT``: two bots against each other on paired deals."""

from __future__ import annotations

import argparse

from upcard.bots import BOTS, find_bot
from upcard.cli.console import print_json
from upcard.cli.parsing import Command, Parser, add_game, add_json, add_set, whole_number
from upcard.games import find_game
from upcard.options import values_in

PAIRS = 100
MOST_PAIRS = 1_000_000


def add_arguments(parser: Parser) -> None:
    """Add what ``upcard match`` takes."""
    add_game(parser)
    parser.add_argument("bots", metavar="BOT", nargs=2, help=" or ".join(BOTS))
    parser.add_argument("--seats", metavar="N", type=whole_number(0, 99), help="how many play (default: two)")
    parser.add_argument(
        "--pairs",
        metavar="N",
        type=whole_number(1, MOST_PAIRS),
        default=PAIRS,
        help=f"pairs of matches to play (default: {PAIRS})",
    )
    parser.add_argument(
        "--seed",
        metavar="N",
        type=whole_number(0, (1 << 64) - 1),
        default=0,
        help="other seeds, other cards (default: 0)",
    )
    add_set(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play the pairs and print what came of them; 130 where Ctrl-C ended it early."""
    from upcard.cli.progress import counting
    from upcard.lab import play_pairs

    game = find_game(arguments.game)
    first, second = (find_bot(name) for name in arguments.bots)
    options = values_in(game.options, arguments.pairs_of_options)
    with counting("pairs", arguments.pairs) as on_pair:
        report = play_pairs(
            game,
            first,
            second,
            arguments.seats,
            options,
            arguments.pairs,
            arguments.seed,
            on_pair=on_pair,
        )
    if arguments.json:
        print_json(report.as_json())
    else:
        set_ones = {name: report.options[name] for name in options}
        with_them = "".join(f", {name}={value}" for name, value in set_ones.items())
        better = "lower" if game.low_wins else "higher"
        print(f"{game.title}: {first.name} against {second.name}, {report.seats} seats{with_them}")
        print(f"  {report.pairs} pairs of matches, the same cards with seats swapped, seed {report.seed}")
        print(f"  points a round, difference  {report.difference}   {better} is better")
        print(f"  share of the matches won    {report.match_share.percent()}")
        print(f"  ties {report.ties}, turns a round {report.mean_turns:.1f}, rounds capped {report.capped}")
    return 0 if report.pairs == arguments.pairs else 130


COMMAND = Command(
    "play two bots against each other, by the hundred",
    "Play two bots against each other on paired deals: the same cards twice, with\n"
    "the seats swapped. Prints means and 95 % intervals; Ctrl-C stops early.\n"
    "  upcard match nines greedy random --pairs 50 --set rounds=3",
    add_arguments,
    run,
)
