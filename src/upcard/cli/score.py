"""``upcard score GAME LAYOUT``: what a layout that was typed in scores, part by part, and why."""

from __future__ import annotations

import argparse
from typing import Any

from upcard.cli.console import print_json
from upcard.cli.parsing import Command, Parser, add_game, add_json, add_set
from upcard.errors import OptionError, UsageError
from upcard.game import Game
from upcard.games import find_game
from upcard.options import read
from upcard.values import Part


def add_arguments(parser: Parser) -> None:
    """Add what ``upcard score`` takes."""
    add_game(parser)
    parser.add_argument("layout", metavar="LAYOUT", nargs="+", help="the cards; rows with / between them")
    parser.add_argument("--went-out", action="store_true", help="Rack-O: this rack ended the round")
    add_set(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print what the layout scores."""
    game = find_game(arguments.game)
    options = settle_anywhere(game, arguments.pairs_of_options)
    if arguments.went_out and not any(action.declare for action in game.actions):
        raise UsageError(f"--went-out is for games in which a seat declares; {game.title} has none of that")
    cells = game.read_layout(" ".join(arguments.layout))
    parts = [
        part
        for part in game.explain(cells, options, went_out=arguments.went_out)
        if part.mark != "rail"  # it tells what a row still needs, and scores nothing
    ]
    if arguments.json:
        print_json(
            {"game": game.name, "score": _sum(parts), "parts": [_as_json(part) for part in parts]},
        )
    else:
        _print_parts(game, parts)
    return 0


def settle_anywhere(game: Game, pairs: list[str]) -> Any:
    """Return the options settled for the smallest table that may have them: a layout names no seats."""
    options = read(game.options, pairs)
    refusal: OptionError | None = None
    for seats in game.seat_numbers:
        try:
            return game.settle(options, seats)
        except OptionError as error:
            refusal = refusal or error
    raise refusal or OptionError(f"no table of {game.title} has these options")


def _print_parts(game: Game, parts: list[Part]) -> None:
    rows = [(part.where, _signed(part.score), part.why, part.clause) for part in parts]
    rows.append(("score", _signed(_sum(parts)), "", ""))
    first = max(len(where) for where, *_ in rows)
    second = max(len(score) for _, score, *_ in rows)
    print(game.title)
    for where, score, why, clause in rows:
        reason = f"   {why} [{clause}]" if clause else ""
        print(f"  {where:<{first}}  {score:>{second}}{reason}")


def _sum(parts: list[Part]) -> int:
    return sum(part.score for part in parts)


def _signed(number: int) -> str:
    return str(number).replace("-", "−")


def _as_json(part: Part) -> dict[str, object]:
    return {"where": part.where, "score": part.score, "why": part.why, "clause": part.clause}


COMMAND = Command(
    "say what a layout scores, and why",
    "Say what each part of a layout scores, and why. A layout is typed like this:\n"
    '  upcard score nines "X 7 2 / 7 7 3 / K J 10"         A, 2-10, J, Q, K, X joker\n'
    '  upcard score rat-race "R 6 2 / 6 6 4 / 2 2 8"       R Rat; two rows are fine\n'
    '  upcard score rack-o "5 11 13 21 28 37 22 42 50 54"  front to back',
    add_arguments,
    run,
)
