"""What commands print: JSON for programs, and errors with the clause they rest on."""

from __future__ import annotations

import io
import json
import sys
import textwrap
from collections.abc import Mapping

from upcard.books import Clause, find_clause
from upcard.errors import UnknownClause, UpcardError

WIDTH = 78


def be_lenient() -> None:
    """Print ``?`` from now on where the terminal cannot show a sign, instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def print_json(value: Mapping[str, object]) -> None:
    """Print a value as JSON, in signs that every terminal has."""
    print(json.dumps(value, indent=2))


def print_note(text: str) -> None:
    """Say something on stderr that is good to know and changes no result."""
    print(f"upcard: {text}", file=sys.stderr)


def print_error(error: UpcardError, *, as_json: bool) -> None:
    """Say on stderr what is wrong, with the clause; with ``as_json`` print the problem on stdout too."""
    print(f"upcard: {error.message}", file=sys.stderr)
    if error.clause:
        try:
            print(clause_text(find_clause(error.clause)), file=sys.stderr)
        except UnknownClause:
            print(error.clause, file=sys.stderr)
    if as_json:
        print_json(error.problem())


def clause_text(clause: Clause) -> str:
    """Return a clause as an indented paragraph that begins with its id."""
    mark = " (a ruling)" if clause.ruling else ""
    return textwrap.fill(
        f"{clause.id}{mark}: {clause.text}",
        WIDTH,
        initial_indent="  ",
        subsequent_indent="    ",
        break_long_words=False,
        break_on_hyphens=False,
    )
