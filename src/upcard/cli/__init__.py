"""The command ``upcard``: one file a command, this one to choose among them and to end well.

Exit codes: 0 done, 1 failed, 2 wrong use, 130 stopped by Ctrl-C.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence

from upcard.cli import bench, console, match, play, rules, score, serve, train, verify
from upcard.cli.parsing import Command, Parser, check_command
from upcard.errors import (
    LayoutError,
    OptionError,
    UnknownBot,
    UnknownClause,
    UnknownGame,
    UpcardError,
    UsageError,
)
from upcard.games import GAMES

DONE, FAILED, WRONG_USE, STOPPED = 0, 1, 2, 130
_WRONG_USE = (UsageError, UnknownGame, UnknownBot, UnknownClause, OptionError, LayoutError)

COMMANDS: dict[str, Command] = {
    "play": play.COMMAND,
    "serve": serve.COMMAND,
    "match": match.COMMAND,
    "score": score.COMMAND,
    "rules": rules.COMMAND,
    "verify": verify.COMMAND,
    "bench": bench.COMMAND,
    "train": train.COMMAND,
}


def build_parser() -> Parser:
    """Return the parser of the whole command line."""
    parser = Parser(
        prog="upcard",
        description="Rat Race, Rack-O and Nines. Without a command: opens the lobby in the browser.",
        epilog=f"Games: {', '.join(sorted(GAMES))}. More about a command: upcard COMMAND --help",
    )
    parser.add_version()
    play.add_arguments(parser)
    parser.set_defaults(parser=parser, run=play.run)
    commands = parser.add_subparsers(metavar="COMMAND", title="commands")
    for name, command in COMMANDS.items():
        own = commands.add_parser(name, help=command.line, description=command.description)
        command.add_arguments(own)
        own.set_defaults(parser=own, run=command.run)
    return parser


def main(words: Sequence[str] | None = None) -> int:
    """Do what the command line says and return the exit code."""
    given = sys.argv[1:] if words is None else list(words)
    console.be_lenient()
    try:
        parser = build_parser()
        check_command(given, list(COMMANDS), parser.format_help())
        arguments = parser.read(given)
        code: int = arguments.run(arguments)
        sys.stdout.flush()
    except UpcardError as error:
        console.print_error(error, as_json="--json" in given)
        return WRONG_USE if isinstance(error, _WRONG_USE) else FAILED
    except KeyboardInterrupt:
        return STOPPED
    except BrokenPipeError:
        # Whoever read the output has seen enough; Python would complain once more when it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        console.print_error(UpcardError("there is no room left to write to"), as_json="--json" in given)
        return FAILED
    return code
