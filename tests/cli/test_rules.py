"""``upcard rules``: a clause, a section, a book."""

import json

import pytest

from upcard.cli import main
from upcard.games import find_game

Capture = pytest.CaptureFixture[str]


def test_one_clause_a_section_and_a_whole_book(capsys: Capture) -> None:
    assert main(["rules", "nines", "NI3.2"]) == 0
    one = capsys.readouterr().out
    assert one.startswith("  NI3.2: ")
    assert main(["rules", "nines", "ni3"]) == 0
    section = capsys.readouterr().out
    assert "NI3 The end of a round" in section
    assert one in section
    for game in ("nines", "rack-o", "rat-race"):
        assert main(["rules", game]) == 0
        book = capsys.readouterr().out
        assert book.startswith(find_game(game).title)
        assert "AL6" in book
        assert max(map(len, book.splitlines())) <= 80


def test_the_rules_as_json(capsys: Capture) -> None:
    assert main(["rules", "nines", "NI3.3", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["title"] == "Nines"
    assert [(clause["id"], clause["ruling"]) for clause in told["clauses"]] == [("NI3.3", True)]


@pytest.mark.parametrize(
    ("words", "reason"),
    [(["nines", "NI33"], "did you mean NI3.3?"), (["rack0"], "did you mean rack-o?"), (["chess"], "chess")],
)
def test_rules_that_there_are_not(words: list[str], reason: str, capsys: Capture) -> None:
    assert main(["rules", *words]) == 2
    assert reason in capsys.readouterr().err
