"""The command line as argparse reads it: errors are raised, and typing errors get a near name."""

from __future__ import annotations

import argparse
import difflib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NoReturn

from upcard import __version__
from upcard.errors import UsageError
from upcard.games import GAMES

VALUED = ("--data", "--port")
"""The flags in front of a command that a value follows."""


class Parser(argparse.ArgumentParser):
    """An argparse parser that takes no abbreviations and raises UsageError instead of exiting."""

    def __init__(
        self,
        prog: str | None = None,
        description: str | None = None,
        epilog: str | None = None,
    ) -> None:
        super().__init__(
            prog=prog,
            description=description,
            epilog=epilog,
            allow_abbrev=False,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )

    def add_version(self) -> None:
        """Let ``--version`` print the version."""
        self.add_argument("--version", action="version", version=f"upcard {__version__}")

    def read(self, words: Sequence[str]) -> argparse.Namespace:
        """Return the arguments; UsageError for a flag that there is not, with the nearest one."""
        arguments, rest = self.parse_known_args(words)
        if rest:
            raise UsageError(_means_nothing(rest[0], arguments.parser.format_help()))
        return arguments

    def error(self, message: str) -> NoReturn:
        """Raise UsageError with the message and where help is."""
        raise UsageError(f"{message}; see {self.prog} --help")


@dataclass(frozen=True, slots=True)
class Command:
    """One command: its line in the help, what its own help says, its arguments, and what it does."""

    line: str
    description: str
    add_arguments: Callable[[Parser], None]
    run: Callable[[argparse.Namespace], int]


def check_command(words: Sequence[str], commands: Sequence[str], flags_help: str) -> None:
    """Raise UsageError, with the nearest name, unless the words lead to a command that there is.

    ``flags_help`` is the help of the flags that may stand in front of a command.
    """
    value_follows = False
    for word in words:
        flag = word.partition("=")[0]
        if value_follows:
            value_follows = False
        elif word in commands:
            return
        elif not word.startswith("-"):
            near = difflib.get_close_matches(word, commands, 1, 0.5)
            hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(commands)}"
            raise UsageError(f"upcard has no command {word!r}; {hint}")
        elif flag.startswith("--") and flag not in (*_flags(flags_help), "--json"):
            raise UsageError(_means_nothing(word, flags_help))
        else:
            value_follows = word in VALUED


def _flags(text: str) -> list[str]:
    return re.findall(r"--[a-z-]+", text)


def _means_nothing(word: str, flags_help: str) -> str:
    near = difflib.get_close_matches(word.partition("=")[0], _flags(flags_help), 1)
    return f"{word!r} means nothing here{f'; did you mean {near[0]}?' if near else ''}"


def add_game(parser: Parser) -> None:
    """Add the argument GAME."""
    parser.add_argument("game", metavar="GAME", help=", ".join(sorted(GAMES)))


def add_set(parser: Parser) -> None:
    """Add the options of a table, ``--set option=value``, as often as wanted."""
    parser.add_argument(
        "--set",
        metavar="OPTION=VALUE",
        dest="pairs_of_options",
        action="append",
        default=[],
        help="a house rule, such as rounds=3; may be given again",
    )


def add_json(parser: Parser) -> None:
    """Add the flag ``--json``."""
    parser.add_argument("--json", action="store_true", help="print JSON for a program to read")


def amount(of: str, most: float) -> Callable[[str], float]:
    """Return a reader of numbers above 0 and up to ``most``, for an argument's type; ``of`` says of what."""

    def read(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r} is not a number of {of}") from None
        if not 0 < number <= most:
            raise argparse.ArgumentTypeError(f"{text} is not above 0 and up to {most:g}")
        return number

    return read


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """Return a reader of whole numbers within a range, for an argument's type."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None
        if not low <= number <= high:
            raise argparse.ArgumentTypeError(f"{number} is not from {low} to {high}")
        return number

    return read
