"""Every clause of the rule books has code that carries it out and a test that is named after it.

A clause is cited by its id (`NI3.2`), in the name of a test with underscores (`test_NI3_2_…`), several by a
range (`NI4.1–NI4.5`). Whatever cites a clause that is in no rule book is found too.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from upcard.books import rule_book
from upcard.games import GAMES
from upcard.options import described

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "upcard"
CITED = re.compile(
    r"\b(RR|RO|NI|AL)(\d)(?:\.(\d{1,2}))?r?(?:[–-](?:(?:RR|RO|NI|AL)(\d)(?:\.(\d{1,2}))?))?(?![\d\w])"
)
NAMED = re.compile(r"(?<![A-Za-z])(RR|RO|NI|AL)(\d)(?:_(\d{1,2}))?(?!\d)")
CODE = ("py", "ts", "tsx", "md")


def books() -> dict[str, set[str]]:
    """Return the clause ids of each game's book, AL's among them."""
    return {name: {clause.id for clause in rule_book(name).clauses} for name in GAMES}


ALL = sorted(set().union(*books().values()))
SECTIONS = {clause.partition(".")[0] for clause in ALL}


def cited(text: str) -> Iterator[str]:
    """Yield every id that a text cites; a range stands for all its clauses."""
    for found in CITED.finditer(text):
        book, section, number, last_section, last = found.groups()
        if number is None:
            yield from (f"{book}{n}" for n in range(int(section), int(last_section or section) + 1))
        else:
            yield from (f"{book}{section}.{n}" for n in range(int(number), int(last or number) + 1))


def files(folder: Path, *endings: str) -> Iterator[Path]:
    """Yield the files below a folder that are ours."""
    for ending in endings:
        for path in sorted(folder.rglob(f"*.{ending}")):
            if not {"node_modules", "static"} & set(path.parts):
                yield path


def named_tests() -> dict[str, list[str]]:
    """Return for each id the tests that are named after it."""
    found: dict[str, list[str]] = {}
    for path in files(ROOT / "tests", "py"):
        for name in re.findall(r"def (test_\w+)", path.read_text(encoding="utf-8")):
            for book, section, number in NAMED.findall(name):
                found.setdefault(f"{book}{section}" + (f".{number}" if number else ""), []).append(name)
    return found


def code_by_clause() -> dict[str, list[str]]:
    """Return for each id the modules that cite it: a game's own clauses in its package, AL's anywhere."""
    found: dict[str, list[str]] = {}
    for path in files(SOURCE, "py"):
        for clause in cited(path.read_text(encoding="utf-8")):
            found.setdefault(clause, []).append(str(path.relative_to(SOURCE)))
    return found


TESTS = named_tests()
MODULES = code_by_clause()


@pytest.mark.parametrize("clause", ALL)
def test_every_clause_has_code_and_a_test(clause: str) -> None:
    package = {"RR": "games/rat_race/", "RO": "games/rack_o/", "NI": "games/nines/", "AL": ""}[clause[:2]]
    own = [module for module in MODULES.get(clause, []) if module.startswith(package)]
    assert own, f"no code of {package or 'the house'} cites {clause}"
    assert TESTS.get(clause), f"no test is named after {clause}"


def test_whatever_is_cited_is_in_a_rule_book() -> None:
    known = {*ALL, *SECTIONS}
    wrong = [
        f"{path.relative_to(ROOT)}: {clause}"
        for folder in ("src", "tests", "docs", "frontend/src", "frontend/test", "scripts")
        for path in files(ROOT / folder, *CODE)
        for clause in cited(path.read_text(encoding="utf-8"))
        if clause not in known
    ]
    assert wrong == []
    assert [clause for clause in TESTS if clause not in known] == []


@pytest.mark.parametrize("name", GAMES)
def test_what_a_game_shows_rests_on_its_own_book(name: str) -> None:
    game, known = GAMES[name], {*books()[name], *SECTIONS}
    own = {clause[:2] for clause in books()[name]}
    options = [entry.clause for entry in described(game.options)]
    for clause in [*(kind.clause for kind in game.kinds), *options]:
        assert clause in known
        assert clause[:2] in own


def test_ranges_and_sections_are_read() -> None:
    assert list(cited("NI4.1–NI4.3, RO5 and AL2; case-RO25, RR5.10r")) == [
        *("NI4.1", "NI4.2", "NI4.3"),
        *("RO5", "AL2", "RR5.10"),
    ]
    assert list(cited("(NI1–NI3)")) == ["NI1", "NI2", "NI3"]
    assert NAMED.findall("NI3_2_AL1_what") == [("NI", "3", "2"), ("AL", "1", "")]
