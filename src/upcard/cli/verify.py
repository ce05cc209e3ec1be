"""``upcard verify FILE``: whether a finished match was shuffled as promised and played by the rules."""

from __future__ import annotations

import argparse
from pathlib import Path

from upcard.cli.console import print_json
from upcard.cli.parsing import Command, Parser, add_json
from upcard.errors import BadRecord, OptionError, UnknownGame, UsageError


def add_arguments(parser: Parser) -> None:
    """Add what ``upcard verify`` takes."""
    parser.add_argument("file", metavar="FILE", type=Path, help="the record of a match, as text or JSON")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print what was found; 1 unless every shuffle is as promised and every result right."""
    from upcard.dealer import verify
    from upcard.record import Record
    from upcard.table import Table

    try:
        content = arguments.file.read_bytes()
    except OSError as error:
        raise UsageError(f"{arguments.file} cannot be read: {error.strerror or error}") from None
    try:
        record = Record.read(content)
        Table.replay(record)
    except (UnknownGame, OptionError) as error:
        # The file is at fault here, not the command line.
        raise BadRecord(error.message) from error
    findings = verify(record)
    fair = all(finding.ok for finding in findings)
    if arguments.json:
        print_json(
            {
                "game": record.game,
                "ok": fair,
                "findings": [
                    {"ok": finding.ok, "about": finding.about, "message": finding.message}
                    for finding in findings
                ],
            }
        )
    else:
        for finding in findings:
            print(f"  {'ok    ' if finding.ok else 'WRONG '}  {finding.message}")
        print("The match is fair: played by the rules, shuffled as promised." if fair else "Not verified.")
    return 0 if fair else 1


COMMAND = Command(
    "check every shuffle of a finished match",
    "Read the record of a finished match, play it again by the rules and compute\n"
    "every shuffle anew from the secret that was published at the end.",
    add_arguments,
    run,
)
