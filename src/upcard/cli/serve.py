"""``upcard serve``: the table for others, on this machine."""

from __future__ import annotations

import argparse
import contextlib
import ipaddress
import re
from pathlib import Path

from upcard.cli.parsing import Command, Parser, whole_number
from upcard.errors import UpcardError

LABEL = re.compile(r"[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?")
"""RFC 1123: what stands between the dots of a host's name."""
LONGEST_NAME = 253


def add_arguments(parser: Parser) -> None:
    """Add what ``upcard serve`` takes."""
    parser.add_argument(
        "--data", metavar="DIR", type=Path, help="where matches are kept (default: your data folder)"
    )
    parser.add_argument(
        "--host", metavar="ADDRESS", help="listen on this address only (default: all of this machine)"
    )
    parser.add_argument("--port", metavar="N", type=whole_number(0, 65535), help="listen at this port")
    parser.add_argument(
        "--name",
        metavar="HOST",
        type=_host,
        action="append",
        default=[],
        help="a further name of it; may be given again",
    )
    parser.add_argument(
        "--proxy",
        metavar="NETWORK",
        type=_network,
        action="append",
        default=[],
        help="believe this proxy who it asks for; may be given again",
    )
    parser.add_argument(
        "--metrics",
        metavar="NETWORK",
        type=_network,
        action="append",
        default=[],
        help="who may read /metrics (default: this machine)",
    )


def _host(text: str) -> str:
    if len(text) > LONGEST_NAME or not all(LABEL.fullmatch(label) for label in text.split(".")):
        with contextlib.suppress(ValueError):
            return str(ipaddress.ip_address(text))
        raise argparse.ArgumentTypeError(f"{text!r} is no name of a host: letters, digits, - and . make one")
    return text.lower()


def _network(text: str) -> str:
    try:
        ipaddress.ip_network(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is no address and no network: {error}") from None
    return text


def run(arguments: argparse.Namespace) -> int:
    """Serve until Ctrl-C or SIGTERM."""
    from upcard.web import serve

    try:
        serve.host(
            data=arguments.data,
            host=serve.EVERYWHERE if arguments.host is None else arguments.host,
            port=arguments.port,
            hosting=serve.Hosting(arguments.name, arguments.proxy, arguments.metrics),
        )
    except OSError as error:
        where = f" ({error.filename})" if error.filename else ""
        raise UpcardError(f"the table cannot be opened: {error.strerror}{where}") from error
    return 0


COMMAND = Command(
    "host the table for friends, on your network or behind a proxy",
    "Host for others: friends open one of the printed addresses, you invite them\n"
    "by a link from the lobby. Plain http, for a network that you trust. Ctrl-C or\n"
    "SIGTERM lets every table finish what it is doing and ends.",
    add_arguments,
    run,
)
