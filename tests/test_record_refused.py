"""Records that are refused: broken lines, what the rules do not allow, and files that mean harm."""

import contextlib
import dataclasses
import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.matches import example_record, played
from upcard.cards import Seat
from upcard.chance import SeededChance
from upcard.errors import BadRecord, UnknownGame, UpcardError, WrongVersion
from upcard.games import GAMES, find_game
from upcard.record import Move, Record
from upcard.table import Table
from upcard.values import Action

NINES = find_game("nines")


# --- broken files ------------------------------------------------------------------------------------


def line_of(text: str, start: str) -> int:
    """The number of the first line that begins so."""
    return next(number for number, line in enumerate(text.split("\n"), 1) if line.startswith(start))


@pytest.mark.parametrize(
    ("line", "instead", "reason"),
    [
        ("upcard record 1", "[Event 'chess']", "begins with 'upcard record 1'"),
        ("rules: 1", "rules: one", "the version of the rules is 'one'"),
        ("seats: 2", "seats: 7", "Rat Race has 2 to 2 seats, not 7"),
        ("seats: 2", "seats: 2\nseats: 2", "'seats' stands twice"),
        ("name 0: Ada", "name 2: Ada", "the seat of a name is '2'"),
        ("name 0: Ada", "name 0: Ada\nname 0: Bea", "seat 0 has two names"),
        ("option rounds: 2", "option rounds: 12", "from 1 to 11"),
        ("option rounds: 2", "option rounds: " + "9" * 5000, "whole number"),
        ("option rounds: 2", "option colour: red", "Rat Race has no option 'colour'"),
        ("option rounds: 2", "option rounds: 2\noption rounds: 2", "stands twice"),
        ("fair match: 1", "fair match: 18446744073709551616", "64 bits"),
        ("fair match: 1", "fair match: x", "64 bits"),
        ("fair secret: 00", "fair secret: 00", "not 32 bytes"),
        ("fair words: 6162", "fair words: 616", "not 1 to 255 bytes"),
        ("Place: kitchen table", "0: draw", "belongs into a round"),
        ("Place: kitchen table", "points: 1 2", "belongs into a round"),
        ("Place: kitchen table", "shuffle 0: 1", "belongs into a round"),
        ("Place: kitchen table", "kitchen table", "is no line of a record"),
        ("Place: kitchen table", "Plätze: 2", "is no line of a record"),
        ("round 1", "round 0", "rounds are numbered from 1"),
        ("round 2", "round 3", "this is round 2, not '3'"),
        ("shuffle 0:", "shuffle 0: 17", "'17' is no card of Rat Race"),
        ("shuffle 0:", "shuffle 70000:", "a request is '70000'"),
        ("shuffle 0:", "shuffle 0: 1\nshuffle 0:", "answered twice"),
        ("shuffle 0:", "pick 0: many\nshuffle 1:", "a pick is 'many'"),
        ("shuffle 0:", "mix 0:", "means nothing inside a round"),
        ("0: flip 3, flip 2", "2: flip 3, flip 2", "a seat is '2'"),
        ("0: flip 3, flip 2", "0: flip 3,, flip 2", "'' is not an action"),
        ("0: flip 3, flip 2", "0: flip 3; flip 2", "is not an action"),
        ("0: flip 3, flip 2", "0: fold", "Rat Race has no action 'fold'"),
        ("0: flip 3, flip 2", "0: flip 3, flip 2\nsomething else", "is no line of a record"),
        ("end: turn-limit", "end: turn-limit by 2", "is no end of a round"),
        ("end: turn-limit", "end:", "is no end of a round"),
        ("points: 51 35", "points: 51", "1 numbers for 2 seats"),
        ("points: 51 35", "points: 51 x", "points is 'x'"),
        ("points: 51 35", "points: 51 35\npoints: 51 35", "stands twice"),
        ("result: played, rounds", "result: won", "is no result"),
        ("result: played, rounds", "result: played, rounds\nround 3", "a round after the result"),
        ("finals: 90 89", "finals: 90 89 1", "3 numbers for 2 seats"),
        ("ranks: 2 1", "ranks: 3 1", "ranks is '3'"),
        ("winners: 1", "winners: 2", "winners is '2'"),
    ],
)
def test_P4_a_broken_line_is_refused_with_its_number_and_the_reason(
    line: str, instead: str, reason: str
) -> None:
    text = example_record()
    if line == "fair secret: 00":
        instead = "fair secret: 0001"
        line = next(row for row in text.split("\n") if row.startswith(line))
    broken = text.replace(line, instead, 1)
    assert broken != text
    with pytest.raises(BadRecord, match=re.escape(reason)) as refusal:
        Record.parse(broken)
    error = refusal.value
    changed = line_of(text, line)
    assert changed <= error.line <= changed + instead.count("\n")
    assert error.message.startswith(f"line {error.line}: ")
    assert error.problem()["code"] == "record/bad"


@pytest.mark.parametrize(
    "line", ["game", "rules", "seats", "finals", "ranks", "winners", "points", "totals", "end"]
)
def test_P4_a_line_that_is_missing_is_named(line: str) -> None:
    text = re.sub(rf"^{line}: .*\n", "", example_record(), count=1, flags=re.MULTILINE)
    with pytest.raises(BadRecord, match=f"does not say its '{line}'"):
        Record.parse(text)


@pytest.mark.parametrize("part", ["match", "commitment", "secret", "words"])
def test_P4_a_proof_is_whole_or_not_there(part: str) -> None:
    text = re.sub(rf"^fair {part}: .*\n", "", example_record(), flags=re.MULTILINE)
    with pytest.raises(BadRecord, match=f"the fair shuffle does not say its {part}"):
        Record.parse(text)


def test_P4_a_record_that_breaks_off_or_is_empty_is_refused() -> None:
    text = example_record()
    with pytest.raises(BadRecord, match="line 1: the record is empty"):
        Record.parse("\n \n")
    half = text[: text.index("end: turn-limit")]
    with pytest.raises(BadRecord, match="the record breaks off") as refusal:
        Record.parse(half)
    assert refusal.value.line == half.count("\n")
    without = re.sub(r"end: .*\npoints: .*\ntotals: .*\n\nround 2", "\nround 2", text)
    with pytest.raises(BadRecord, match="round 1 has no end"):
        Record.parse(without)


def test_P4_other_games_rules_and_formats_are_told_apart() -> None:
    text = example_record()
    with pytest.raises(UnknownGame, match="line 2: no game is called 'rat-rase'; did you mean rat-race"):
        Record.parse(text.replace("game: rat-race", "game: rat-rase"))
    with pytest.raises(
        WrongVersion, match="line 3: the match was played by version 7 of the rules of Rat Race"
    ):
        Record.parse(text.replace("rules: 1", "rules: 7"))
    with pytest.raises(WrongVersion, match="line 1: the file has format 2, this program reads 1"):
        Record.parse(text.replace("upcard record 1", "upcard record 2"))
    record = Record.parse(text)
    with pytest.raises(WrongVersion, match="version 7"):
        Table.replay(dataclasses.replace(record, rules=7))
    with pytest.raises(UnknownGame):
        Table.replay(dataclasses.replace(record, game="bridge"))


def test_P4_options_nobody_could_play_with_are_refused() -> None:
    record = played(find_game("rack-o")).record()
    with pytest.raises(BadRecord, match="nobody could play with these options"):
        Record.parse(record.text().replace("option partners: off", "option partners: on"))
    with pytest.raises(BadRecord, match="partners"):
        Table.replay(dataclasses.replace(record, options={**record.options, "partners": "on"}))


def test_P4_bytes_that_are_no_text_are_refused_with_the_line() -> None:
    with pytest.raises(BadRecord, match="line 6: this is no text in UTF-8"):
        Record.read(example_record().encode().replace(b"Grete", b"Gr\xe8te"))


# --- what only the rules can refuse ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "instead", "reason"),
    [
        ("0: flip 3, flip 2", "0: flip 3, flip 3", "round 1, seat 0, 'flip 3': "),
        ("0: flip 3, flip 2", "1: flip 3, flip 2", "seat 0 is to move, not seat 1"),
        ("1: flip 5, flip 2, take, place 8", "1: flip 5, flip 2, take, reject", "(RR3.2)"),
        ("  8 7 3 4", "  8 3 7 4", "round 2 came to other scores than on file"),
        ("  8 7 3 4", "  8 7 3 4 4", "the order on file is not one of these cards"),
        ("shuffle 0:", "pick 0: 1\nshuffle 1:", "the order on file is not one of these cards"),
        ("shuffle 0:", "pick 9: 1\nshuffle 0:", "chance request 9 of round 1 was never made"),
        ("points: 51 35", "points: 51 36", "round 1 came to other scores than on file: points 51 35"),
        ("end: turn-limit", "end: clocked-off by 1", "totals 51 35, turn-limit"),
        ("finals: 90 89", "finals: 90 88", "another end than on file: played, rounds, finals 90 89"),
        ("winners: 1", "winners: none", "winners 1"),
        ("result: played, rounds", "result: stopped", "another end than on file"),
        ("0: draw, place 6", "0: draw", "the match is not over"),
    ],
)
def test_P4_what_the_rules_do_not_allow_is_refused_with_line_and_clause(
    line: str, instead: str, reason: str
) -> None:
    text = example_record()
    if instead == "0: draw":
        text = re.sub(r"end: turn-limit\npoints: 39 54\ntotals: 90 89\n", "", text)
    broken = text.replace(line, instead, 1)
    assert broken != text
    record = Record.parse(broken)
    with pytest.raises(BadRecord, match=re.escape(reason)) as refusal:
        Table.replay(record)
    assert refusal.value.line or "was never" in reason
    if "(RR" in refusal.value.message:
        assert refusal.value.clause
        assert refusal.value.problem()["clause"] in refusal.value.message


def test_P4_more_than_was_played_is_refused() -> None:
    record = Record.parse(example_record())
    more = (*record.moves, Move(2, Seat(0), Action("draw")))
    with pytest.raises(BadRecord, match="the match is over"):
        Table.replay(dataclasses.replace(record, moves=more))
    wrong = (Move(2, Seat(0), record.moves[0].action), *record.moves[1:])
    with pytest.raises(BadRecord, match="stands in round 2"):
        Table.replay(dataclasses.replace(record, moves=wrong))
    with pytest.raises(BadRecord, match="round 3 never ended"):
        Table.replay(dataclasses.replace(record, scores=(*record.scores, record.scores[0])))
    with pytest.raises(BadRecord, match="not on file"):
        Table.replay(dataclasses.replace(record, scores=record.scores[:1]))
    with pytest.raises(BadRecord, match="not in the order"):
        Table.replay(dataclasses.replace(record, answers=record.answers[::-1]))
    with pytest.raises(BadRecord, match="chance request 0 of round 1: no answer on file"):
        Table.replay(dataclasses.replace(record, answers=()))


def test_an_answer_that_is_missing_in_the_middle_of_a_match_is_refused() -> None:
    record = played(NINES).record()
    picked = record.text().replace("pick 0: ", "pick 0: 7", 1)
    with pytest.raises(BadRecord, match="no pick from 0 to 1 on file") as refusal:
        Table.replay(Record.parse(picked))
    assert refusal.value.line == line_of(picked, "pick 0")


# --- hostile input -----------------------------------------------------------------------------------


def read_and_replay(content: str | bytes) -> None:
    """Read it and play it again; whatever is wrong with it, only our own errors may come of it."""
    with contextlib.suppress(UpcardError):
        Table.replay(Record.read(content))


SNIPPETS = st.sampled_from(
    [
        "0: draw",
        "round 3",
        "round 1",
        "shuffle 1:",
        "pick 0: 1",
        "note: ?",
        "result: stopped",
        "option rounds: 3",
        "X",
        "game: nines",
        "seats: 3",
        "99999999999999999999999",
        "-1",
        "²",
        "٣: draw",
        "{",
        "]",
        "null",
        "true",
        "1e400",
        '"step": -5',
        "\x00",
        "\ufeff",
        "\u2028",
        ":",
        ",",
        ", draw",
        "  ",
        "\n",
        "\r",
    ]
)


@st.composite
def mutated(draw: st.DrawFn, text: str) -> str:
    """The text with some pieces cut out, doubled, moved or replaced."""
    for _ in range(draw(st.integers(1, 4))):
        low = draw(st.integers(0, len(text)))
        high = draw(st.integers(low, min(len(text), low + 60)))
        piece = draw(st.just("") | SNIPPETS | st.text(max_size=8) | st.just(text[low:high] * 2))
        text = text[:low] + piece + text[high:]
    return text


@st.composite
def shaken_lines(draw: st.DrawFn, text: str) -> str:
    """The text with some whole lines dropped, doubled, exchanged, or put in."""
    rows = text.split("\n")
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, len(rows) - 1))
        other = draw(st.integers(0, len(rows) - 1))
        kind = draw(st.integers(0, 3))
        if kind == 0 and len(rows) > 1:
            del rows[place]
        elif kind == 1:
            rows.insert(place, rows[other])
        elif kind == 2:
            rows[place], rows[other] = rows[other], rows[place]
        else:
            rows.insert(place, draw(SNIPPETS))
    return "\n".join(rows)


@given(st.data())
def test_P4_a_mutated_text_is_read_or_refused_and_nothing_else(data: st.DataObject) -> None:
    text = data.draw(
        st.sampled_from([example_record(), *(played(game).record().text() for game in GAMES.values())])
    )
    read_and_replay(data.draw(mutated(text) | shaken_lines(text)))


@given(st.data())
def test_P4_a_mutated_json_is_read_or_refused_and_nothing_else(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([Record.parse(example_record()).json(), played(NINES).record().json()]))
    read_and_replay(data.draw(mutated(text) | shaken_lines(text)))


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


@given(st.data())
def test_P4_json_of_the_wrong_shape_is_refused_in_words(data: st.DataObject) -> None:
    whole = json.loads(Record.parse(example_record()).json())
    place = whole
    while True:
        key = data.draw(st.sampled_from(list(place) if isinstance(place, dict) else list(range(len(place)))))
        if isinstance(place[key], dict | list) and place[key] and data.draw(st.booleans()):
            place = place[key]
            continue
        place[key] = data.draw(values)
        break
    read_and_replay(json.dumps(whole))


@given(st.binary(max_size=200) | st.text(max_size=200))
def test_P4_anything_at_all_is_read_or_refused(content: bytes | str) -> None:
    read_and_replay(content)
    if isinstance(content, str):
        read_and_replay("upcard record 1\n" + content)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{", "line 1: this is no JSON"),
        ('{\n"record": 1,\n}', "line 3: this is no JSON"),
        ("[" * 100_000, "a record begins with"),
        ('{"a":' * 100_000, "this is no JSON"),
        ('{"record": ' + "9" * 5000 + "}", "this is no JSON"),
        ("{}", 'a record holds "record": 1'),
        ('{"record": 1}', "does not say its 'game'"),
        ('{"record": 1, "names": 5}', "'names' of the record is not an array"),
        ('{"record": 1, "rounds": [5]}', "item 1 of 'rounds' of the record is not an object"),
        ('{"record": 1, "rounds": [{"round": 1}]}', "item 1 of 'rounds' of the record has no 'chance'"),
        ('{"record": 1, "game": null}', "'game' of the record is neither a text nor a whole number"),
        ('{"record": 1, "headers": [["a"]]}', "is not a name and a text"),
        ('{"record": 1, "notes": [{"step": "x", "text": "y"}]}', "'step' of item 1"),
    ],
)
def test_B05_malformed_json_gets_a_plain_message(text: str, reason: str) -> None:
    with pytest.raises(BadRecord, match=re.escape(reason)):
        Record.read(text)


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("headers", [["game", "bridge"]], "a header cannot be called 'game'"),
        ("notes", [{"step": 99, "text": "late"}], "a note on step 99 of 25"),
        ("rounds", [], "the record has no round"),
    ],
)
def test_B05_json_that_says_what_cannot_be_gets_a_plain_message(key: str, value: object, reason: str) -> None:
    data = json.loads(Record.parse(example_record()).json())
    with pytest.raises(BadRecord, match=reason):
        Record.parse_json(json.dumps({**data, key: value}))
    empty = Record.parse_json(json.dumps({**data, "notes": [{"step": 0, "text": " "}]}))
    assert empty.notes == ()


def test_another_format_of_json_is_told_apart() -> None:
    with pytest.raises(WrongVersion, match="format 2"):
        Record.read('{"record": 2}')


def test_long_hostile_files_are_refused_in_good_time() -> None:
    head = "upcard record 1\ngame: nines\nrules: 1\nseats: 2\n"
    end = "result: played\nfinals: 0 0\nranks: 1 1\nwinners: 0\n"
    for body in (
        "round 1\n" + "note: x\n" * 50_000,
        "round 1\n" + "pick 1: 1\n" * 50_000,
        "round 1\n" * 50_000,
        "round 1\nshuffle 0:\n" + "7h\n" * 50_000,
        "round 1\n" + "0: draw\nnote: x\n" * 50_000,
    ):
        with pytest.raises(BadRecord):
            Table.replay(Record.read(head + body + end))


def test_a_name_that_is_a_number_in_json_is_refused() -> None:
    table = Table(
        find_game("nines"), {"rounds": 1, "turn_limit": 1}, names=("A", "B"), chance=SeededChance(3)
    )
    table.stop()
    with pytest.raises(BadRecord, match="a number, not a text"):
        Record.parse_json(table.record().json().replace('"B"', "-1"))
