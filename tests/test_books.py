"""The rule books read clause by clause."""

import re
from importlib.resources import files

import pytest

from upcard.books import Clause, find_clause, rule_book
from upcard.errors import UnknownClause
from upcard.games import GAMES
from upcard.options import described

PREFIX = {"nines": "NI", "rack-o": "RO", "rat-race": "RR"}


@pytest.mark.parametrize("name", GAMES)
def test_a_book_holds_its_own_clauses_and_then_those_of_all_games(name: str) -> None:
    book = rule_book(name)
    prefixes = [re.sub(r"[\d.]", "", clause.id) for clause in book.clauses]
    assert book.title == GAMES[name].title
    assert set(prefixes) == {PREFIX[name], "AL"}
    assert prefixes == sorted(prefixes, key=lambda prefix: prefix == "AL")
    assert [clause.id for clause in book.clauses[-6:]] == [f"AL{number}" for number in range(1, 7)]


@pytest.mark.parametrize("name", GAMES)
def test_every_clause_is_read_whole(name: str) -> None:
    """As many clauses as the file has items, each under a heading, ids in order and none twice."""
    book = rule_book(name)
    own = [clause for clause in book.clauses if clause.section != "AL"]
    text = files("upcard.games").joinpath(f"{name.replace('-', '_')}.md").read_text(encoding="utf-8")
    assert len(own) == len(re.findall(r"^- ", text, re.MULTILINE))
    assert len({clause.id for clause in book.clauses}) == len(book.clauses)
    for clause in own:
        assert clause.heading
        assert clause.id.startswith(f"{clause.section}.") or clause.id == clause.section
        assert clause.text[-1] in ".)"
        assert "  " not in clause.text


@pytest.mark.parametrize("name", GAMES)
def test_every_option_stands_in_its_clause_with_its_values(name: str) -> None:
    for entry in described(GAMES[name].options):
        texts = [clause.text for clause in rule_book(name).clauses if clause.id.startswith(entry.clause)]
        text = " ".join(texts)
        assert f"`{entry.name}`" in text, (entry.name, entry.clause)
        for choice in entry.choices:
            assert re.search(rf"(?<![\w-]){re.escape(choice)}(?![\w-])", text), (entry.name, choice)


def test_a_clause_is_found_by_its_id() -> None:
    assert find_clause("NI3.3") == find_clause("NI3.3", "nines")
    assert find_clause("NI3.3").ruling
    assert not find_clause("NI3.2").ruling
    assert find_clause("AL4").heading
    assert find_clause("RO5").id == "RO5.1"  # a section is answered by its first clause
    with pytest.raises(UnknownClause):
        find_clause("NI3.3", "rack-o")


@pytest.mark.parametrize("written", ["NI3.2", "ni3.2", " NI3.2 "])
def test_a_book_finds_a_clause_however_it_is_written(written: str) -> None:
    (clause,) = rule_book("nines").find(written)
    assert isinstance(clause, Clause)
    assert clause.id == "NI3.2"


def test_a_book_finds_a_ruling_with_its_mark_and_a_whole_section() -> None:
    assert rule_book("nines").find("NI3.3r")[0].id == "NI3.3"
    assert [clause.id for clause in rule_book("nines").find("NI3")] == ["NI3.1", "NI3.2", "NI3.3"]
    assert len(rule_book("nines").find("AL")) == 6
    with pytest.raises(UnknownClause):
        rule_book("nines").find("NI3.2r")


def test_a_clause_that_there_is_not_brings_the_nearest() -> None:
    with pytest.raises(UnknownClause, match=r"did you mean NI3\.3"):
        rule_book("nines").find("NI33")
    with pytest.raises(
        UnknownClause, match=r"RR1\.1 is a clause of Rat Race, .* upcard rules rat-race RR1\.1"
    ):
        rule_book("nines").find("rr1.1")
    with pytest.raises(UnknownClause, match="its sections are NI1, NI2, NI3, NI4, AL"):
        rule_book("nines").find("what")
