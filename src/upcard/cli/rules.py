"""``upcard rules GAME [CLAUSE]``: the rule book, a section of it, or one clause."""

from __future__ import annotations

import argparse

from upcard.books import Clause, rule_book
from upcard.cli.console import clause_text, print_json
from upcard.cli.parsing import Command, Parser, add_game, add_json


def add_arguments(parser: Parser) -> None:
    """Add what ``upcard rules`` takes."""
    add_game(parser)
    parser.add_argument("clause", metavar="CLAUSE", nargs="?", help="such as NI3.2, or NI3 for a section")
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the book, the section or the clause."""
    book = rule_book(arguments.game)
    clauses = book.find(arguments.clause) if arguments.clause else book.clauses
    if arguments.json:
        print_json({"title": book.title, "clauses": [_as_json(clause) for clause in clauses]})
    elif len(clauses) == 1:
        print(clause_text(clauses[0]))
    else:
        _print_sections(book.title, clauses)
    return 0


def _print_sections(title: str, clauses: tuple[Clause, ...]) -> None:
    print(title)
    section = ""
    for clause in clauses:
        if clause.section != section:
            section = clause.section
            print(f"\n{section} {clause.heading}")
        print(clause_text(clause))


def _as_json(clause: Clause) -> dict[str, object]:
    return {
        "id": clause.id,
        "section": clause.section,
        "heading": clause.heading,
        "text": clause.text,
        "ruling": clause.ruling,
    }


COMMAND = Command(
    "print the rule book of a game, or one clause of it",
    "Print the rule book of a game, one section of it or one clause:\n"
    "  upcard rules nines\n  upcard rules nines NI3\n  upcard rules nines NI3.2",
    add_arguments,
    run,
)
