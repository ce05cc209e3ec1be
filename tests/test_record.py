"""Records: both forms and back, and what is read in spite of its looks."""

import dataclasses
import json
import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.matches import example_record, finished, play, played
from upcard.chance import SeededChance
from upcard.dealer import verify
from upcard.errors import BadRecord
from upcard.games import GAMES, find_game
from upcard.record import Note, Record, one_line
from upcard.table import Table

NINES = find_game("nines")


lines = st.text(st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp")), max_size=20).map(str.strip)
headers = st.lists(
    st.tuples(st.from_regex(r"x[A-Za-z0-9_-]{0,8}( [A-Za-z0-9_-]{1,8}){0,2}", fullmatch=True), lines),
    max_size=3,
)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """A record of any game, with names, headers and notes of any kind."""
    record = draw(finished()).record()
    names = tuple(draw(st.lists(lines, min_size=record.seats, max_size=record.seats)))
    notes = draw(st.lists(st.builds(Note, st.integers(0, len(record.moves)), lines.filter(bool)), max_size=4))
    record = dataclasses.replace(record, names=names, headers=tuple(draw(headers)))
    return record.with_notes(notes)


# --- both forms and back -----------------------------------------------------------------------------


@given(records())
def test_P4_both_forms_come_back_byte_for_byte_and_are_the_same_record(record: Record) -> None:
    text, data = record.text(), record.json()
    assert Record.parse(text) == record == Record.parse_json(data)
    assert Record.parse(text).text() == text
    assert Record.parse_json(data).json() == data
    assert Record.parse(text).json() == data
    assert Record.read(text) == Record.read(data) == record
    assert Record.read(text.encode()) == Record.read(b"\xef\xbb\xbf" + data.encode()) == record
    assert isinstance(json.loads(data), dict)


@given(records())
def test_P4_a_record_that_was_read_is_the_match_that_was_played(record: Record) -> None:
    table = Table.replay(Record.parse(record.text()))
    assert table.record() == record
    assert tuple(move.action for move in table.moves) == record.actions


def test_P4_the_record_in_the_documentation_is_one() -> None:
    record = Record.parse(example_record())
    assert record.text() == example_record()
    assert Table.replay(record).record() == record
    assert all(finding.ok for finding in verify(record))
    assert record.headers == (("Place", "kitchen table"),)
    assert record.notes == (Note(9, "a 1 would have been better"),)


@pytest.mark.parametrize("name", GAMES)
def test_P4_options_are_settled_and_typed_in_both_forms(name: str) -> None:
    record = played(find_game(name)).record()
    assert record.options == Record.parse(record.text()).options
    assert json.loads(record.json())["options"] == record.options
    assert all(value is not None for value in record.options.values())


def test_P4_a_match_that_was_stopped_at_once_has_a_record() -> None:
    table = Table(NINES, chance=SeededChance(1))
    table.stop()
    record = table.record().with_notes([Note(0, "tea was ready")])
    assert Record.parse(record.text()) == Record.parse_json(record.json()) == record
    assert "result: stopped\nfinals: 0 0\nranks: 0 0\nwinners: none\n" in record.text()
    assert Table.replay(record).record() == record


def test_P4_a_match_may_stop_right_after_a_deal() -> None:
    table = Table(NINES, {"turn_limit": 1}, chance=SeededChance(1))
    player = random.Random(1)
    while not table.results:
        assert table.turn is not None
        table.act(table.turn, player.choice(table.legal(table.turn)))
    table.stop()
    record = table.record()
    assert record.text().count("\nround ") == 2
    assert Record.parse(record.text()) == record


def test_B05_a_match_of_one_round_is_written_with_round_1() -> None:
    record = played(NINES, rounds=1).record()
    assert re.findall(r"^round .*$", record.text(), re.MULTILINE) == ["round 1"]
    assert [row["round"] for row in json.loads(record.json())["rounds"]] == [1]


# --- real files --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\r"),
        lambda text: "\ufeff" + text,
        lambda text: text.replace("\n", "  \t\n"),
        lambda text: text.replace("\n", "\n\n"),
        lambda text: "\n\n" + text.rstrip("\n"),
        lambda text: text.replace("\n", "\n   "),
        lambda text: text.replace(": ", ":"),
        lambda text: text.replace(": ", " :  "),
        lambda text: text.replace("game:", "GAME:").replace("round 1", "Round 1"),
        lambda text: text.replace("0: flip 3, flip 2", "0: flip 3\n0: flip  2"),
        lambda text: text.replace("630dcd", "630DCD"),
        lambda text: text.replace("option walkout: forced\n", ""),
        lambda text: text.replace("\n  10 10 6 6", " 10 10 6 6", 1),
    ],
)
def test_P4_real_files_are_read_and_written_in_good_form(change) -> None:
    text = change(example_record())
    assert text != example_record()
    assert Record.parse(text).text() == example_record()
    assert Record.read(text.encode()).text() == example_record()


def test_P4_unknown_headers_are_kept() -> None:
    text = example_record().replace(
        "Place: kitchen table", "Place: kitchen table\nStake: 3: a biscuit\nMood:"
    )
    record = Record.parse(text)
    assert record.headers == (("Place", "kitchen table"), ("Stake", "3: a biscuit"), ("Mood", ""))
    assert record.text() == text
    data = json.loads(record.json())
    data["Weather"] = "rain"
    data["unknown"] = [1, {"two": None}]
    again = Record.parse_json(json.dumps(data))
    assert again.headers == (*record.headers, ("Weather", "rain"))


def test_names_and_notes_are_single_lines() -> None:
    assert one_line(" a\u2028b\nc\x00\ud800 ") == "ab c"
    record = Record.parse(example_record())
    for wrong in ("two\nlines", " space", "\x1b[31m"):
        with pytest.raises(BadRecord, match="not one line"):
            dataclasses.replace(record, names=("", wrong))
    for name in ("game", "Round 2", "name 0", "fair secret", "7", "a:b", ""):
        with pytest.raises(BadRecord, match="a header cannot be called"):
            dataclasses.replace(record, headers=((name, "x"),))
    for note in (Note(-1, "x"), Note(10**6, "x"), Note(0, "")):
        with pytest.raises(BadRecord, match="a note"):
            record.with_notes([note])


def test_a_long_match_reads_and_plays_again() -> None:
    table = play(Table(NINES, {"turn_limit": 100}, 8, SeededChance(2)), 2)
    record = Record.parse(table.record().text())
    assert Table.replay(record).events == table.events
