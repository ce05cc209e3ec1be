"""``upcard play``, and ``upcard`` alone: the table in the browser, served by this machine."""

from __future__ import annotations

import argparse
from pathlib import Path

from upcard.cli.parsing import Command, Parser, whole_number
from upcard.errors import UpcardError

HOST = "127.0.0.1"


def add_arguments(parser: Parser) -> None:
    """Add what ``upcard play`` takes; without defaults, since ``upcard`` alone takes the same."""
    parser.add_argument(
        "--data",
        metavar="DIR",
        type=Path,
        default=argparse.SUPPRESS,
        help="where matches are kept (default: the user's data folder)",
    )
    parser.add_argument(
        "--port",
        metavar="N",
        type=whole_number(0, 65535),
        default=argparse.SUPPRESS,
        help="the port to listen at, or the next that is free",
    )
    parser.add_argument(
        "--no-browser",
        action="store_true",
        default=argparse.SUPPRESS,
        help="print the address and open nothing",
    )


def run(arguments: argparse.Namespace) -> int:
    """Serve the lobby until Ctrl-C; open it in the browser unless told not to."""
    from upcard.web import serve

    try:
        serve.run(
            data=getattr(arguments, "data", None),
            host=HOST,
            port=getattr(arguments, "port", serve.PORT),
            open_browser=not getattr(arguments, "no_browser", False),
            warm=True,
        )
    except OSError as error:
        where = f" ({error.filename})" if error.filename else ""
        raise UpcardError(f"the table cannot be opened: {error.strerror}{where}") from error
    return 0


COMMAND = Command(
    "open the lobby in the browser (as upcard alone does)",
    "Start the table on this machine and open its lobby in the browser. Ctrl-C\n"
    "stops it; started again, it finds every unfinished match where it was. Only\n"
    "this machine can reach it: to play with friends on your network, upcard serve.",
    add_arguments,
    run,
)
