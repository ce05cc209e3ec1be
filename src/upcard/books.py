"""The rule books as data: ``games/NAME.md`` read clause by clause, and clauses found by their ids.

A book is a Markdown file of this form; a clause may go on over indented lines, and an ``r`` behind an
id marks a ruling of ours::

    # Nines
    ## NI1 Deck and deal
    - **NI1.1** Two to eight seats play nine rounds …
    - **NI1.2r** The deck is made of …

``all.md`` holds the clauses of every game (AL1 …); they are the end of each book.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from upcard.errors import UnknownClause
from upcard.games import GAMES, find_game

COMMON = "all"

_TITLE = re.compile(r"# (?P<title>.+)")
_HEADING = re.compile(r"## (?P<section>[A-Z]{2}\d*) (?P<heading>.+)")
_CLAUSE = re.compile(r"- \*\*(?P<id>[A-Z]{2}\d+(?:\.\d+)?)(?P<ruling>r?)\*\* (?P<text>.+)")


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause: ``section`` and ``heading`` say under which heading it stands."""

    id: str
    section: str
    heading: str
    text: str
    ruling: bool = False


@dataclass(frozen=True, slots=True)
class Book:
    """The rule book of a game, in the order of its clauses."""

    title: str
    clauses: tuple[Clause, ...]

    def find(self, wanted: str) -> tuple[Clause, ...]:
        """Return the clause of that id, or all clauses of a section; UnknownClause suggests a near id."""
        clause_id = wanted.strip().upper()
        found = tuple(
            clause
            for clause in self.clauses
            if clause_id in (clause.id, f"{clause.id}R" if clause.ruling else "", clause.section)
        )
        if not found:
            found = tuple(
                clause for clause in self.clauses if clause.section.rstrip("0123456789") == clause_id
            )
        if found:
            return found
        ids = [clause.id for clause in self.clauses]
        sections = list(dict.fromkeys(clause.section for clause in self.clauses))
        for name in GAMES:
            if any(clause.id == clause_id for clause in rule_book(name).clauses):
                raise UnknownClause(
                    f"{clause_id} is a clause of {rule_book(name).title}, not of {self.title}; "
                    f"see upcard rules {name} {clause_id}"
                )
        near = difflib.get_close_matches(clause_id, ids + sections, 1)
        hint = f"did you mean {near[0]}?" if near else f"its sections are {', '.join(sections)}"
        raise UnknownClause(f"the rule book of {self.title} has no clause {wanted!r}; {hint}")


@cache
def rule_book(game: str) -> Book:
    """Return the rule book of a game, with the clauses that hold in all games at its end."""
    name = find_game(game).name
    own, common = _read(name.replace("-", "_")), _read(COMMON)
    return Book(own.title, own.clauses + common.clauses)


def find_clause(clause_id: str, game: str | None = None) -> Clause:
    """Return the clause of that id, from one game's book or from whichever book has it.

    A section is answered by its first clause.
    """
    books = [rule_book(game)] if game else [rule_book(name) for name in GAMES]
    for book in books:
        for clause in book.clauses:
            if clause_id in (clause.id, clause.section):
                return clause
    raise UnknownClause(f"no rule book has a clause {clause_id!r}")


@cache
def _read(stem: str) -> Book:
    text = files("upcard.games").joinpath(f"{stem}.md").read_text(encoding="utf-8")
    title = section = heading = ""
    clauses = []
    for line in _whole_lines(text):
        if match := _CLAUSE.fullmatch(line):
            clauses.append(Clause(match["id"], section, heading, match["text"], bool(match["ruling"])))
        elif match := _HEADING.fullmatch(line):
            section, heading = match["section"], match["heading"]
        elif match := _TITLE.fullmatch(line):
            title = match["title"]
    return Book(title, tuple(clauses))


def _whole_lines(text: str) -> Iterator[str]:
    """Return the lines of a text, each with the indented lines that go on after it."""
    whole = ""
    for line in text.splitlines():
        if line.startswith("  ") and line.strip() and whole:
            whole += " " + line.strip()
        else:
            yield whole
            whole = line.rstrip()
    yield whole
