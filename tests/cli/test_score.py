"""``upcard score``: every case worked by hand, typed well and typed badly."""

import json
from pathlib import Path
from typing import Any

import pytest

from upcard.cli import main

Capture = pytest.CaptureFixture[str]
CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent.parent / "cases" / "scoring.json").read_text(encoding="utf-8")
)
EACH_SCORE = [
    pytest.param(case, score, id=f"{case['id']}-{index}")
    for case in CASES
    for index, score in enumerate(case["scores"])
]


def words_of(case: dict[str, Any], options: dict[str, int | str]) -> list[str]:
    words = ["score", case["game"], case["layout"]]
    for name, value in options.items():
        words += ["--set", f"{name}={value}"]
    return [*words, *(["--went-out"] if case.get("went_out") else [])]


@pytest.mark.parametrize(("case", "score"), EACH_SCORE)
def test_every_hand_worked_layout_scores_as_worked(
    case: dict[str, Any], score: dict[str, Any], capsys: Capture
) -> None:
    assert main([*words_of(case, score["set"]), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert list(told) == ["game", "score", "parts"]
    assert told["game"] == case["game"]
    assert told["score"] == score["score"] == sum(part["score"] for part in told["parts"])
    for part in told["parts"]:
        assert list(part) == ["where", "score", "why", "clause"]
        assert part["where"]
        assert part["why"]


def test_a_score_for_people(capsys: Capture) -> None:
    assert main(["score", "nines", "X 7 2 / 7 7 3 / K J 10"]) == 0
    assert capsys.readouterr().out == (
        "Nines\n"
        "  column 1   5   −2 + 7 + 0 = 5 [NI4.1]\n"
        "  column 2  24   7 + 7 + 10 = 24 [NI4.1]\n"
        "  column 3  15   2 + 3 + 10 = 15 [NI4.1]\n"
        "  score     44\n"
    )


@pytest.mark.parametrize(
    "words",
    [
        ["score", "nines", "X", "7", "2", "/", "7", "7", "3", "/", "k", "j", "10"],
        ["score", "NINES", "x 7 2/7 7 3/k j 10"],
        ["score", "--set", "joker-value=-2", "nines", "X 7 2 / 7 7 3 / K J 10"],
    ],
)
def test_a_layout_may_be_typed_as_people_type(words: list[str], capsys: Capture) -> None:
    assert main([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["score"] == 44


def test_partners_need_no_seats_to_be_named(capsys: Capture) -> None:
    words = ["score", "rack-o", "1 2 3 9 15 22 30 41 50 59", "--went-out", "--set", "partners=on", "--json"]
    assert main(words) == 0
    assert json.loads(capsys.readouterr().out)["score"] == 125


RACK = "5 11 13 21 28 37 22 42 50 54"
WRONG_LAYOUTS = [
    ("nines", "A 2 3 / 4 5 6", "three rows", "NI1.3"),
    ("nines", "A 2 3 / 4 5 6 / 7 8", "row 3 holds 2 cards", "NI1.3"),
    ("nines", "A 2 3 / 4 5 6 7 / 7 8 9", "row 2 holds 4 cards", "NI1.3"),
    ("nines", "A 2 3 / 4 Z 6 / 7 8 9", "row 2, column 2: 'Z' is not a card", "NI1.2"),
    ("nines", "A 2 11 / 4 5 6 / 7 8 9", "row 1, column 3: '11' is not a card", "NI1.2"),
    ("nines", "X X X / X X X / X X X", "row 3, column 3: a ninth joker", "NI1.2"),
    ("nines", " ", "three rows", "NI1.3"),
    ("rat-race", "6 6 6", "two after a Walkout", "RR1.3"),
    ("rat-race", "6 6 4 / 6 2 K / 2 6 2", "row 2, column 3: 'K' is not a card", "RR1.2"),
    ("rat-race", "R R R / R R 1 / 2 3 4", "row 2, column 2: one Rat too many", "RR1.2"),
    ("rat-race", "6 6 6 / 6 6 6 / 6 6 6", "row 3, column 3: one 6 too many", "RR1.2"),
    ("rat-race", "1 A 1 / A 1 A / 1 A 1", "row 3, column 3: one 1 too many", "RR1.2"),
    ("rack-o", "5 11 13", "ten cards, this one has 3", "RO1.3"),
    ("rack-o", RACK + " 60", "ten cards, this one has 11", "RO1.3"),
    ("rack-o", RACK.replace("54", "61"), "cell 10 (from the front): '61' is not a card", "RO1.1"),
    ("rack-o", RACK.replace("54", "0"), "cell 10 (from the front): '0' is not a card", "RO1.1"),
    ("rack-o", RACK.replace("54", "5"), "cell 10 (from the front): 5 lies in cell 1 already", "RO1.1"),
    ("rack-o", RACK.replace("54", "five"), "'five' is not a card", "RO1.1"),
]


@pytest.mark.parametrize(("game", "layout", "reason", "clause"), WRONG_LAYOUTS)
def test_a_wrong_layout_is_refused_with_the_place(
    game: str, layout: str, reason: str, clause: str, capsys: Capture
) -> None:
    assert main(["score", game, layout]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert reason in told.err
    assert f"  {clause}" in told.err  # the clause in words
    assert main(["score", game, layout, "--json"]) == 2
    problem = json.loads(capsys.readouterr().out)
    assert list(problem) == ["code", "message", "clause", "legal"]
    assert problem["code"] == "layout/refused"
    assert problem["clause"] == clause


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["nines", "A 2 3 / 4 5 6 / 7 8 9", "--went-out"], "Nines"),
        (["rat-race", "6 6 4 / 6 2 6 / 2 6 2", "--went-out"], "Rat Race"),
        (["rack-o", RACK, "--went-out"], "cell 7 (from the front): 22 is not higher than 37"),
        (["nines", "A 2 3 / 4 5 6 / 7 8 9", "--set", "square_bonus=51"], "from 0 to 50, not 51"),
        (["nines", "A 2 3 / 4 5 6 / 7 8 9", "--set", "joker_value=1"], "from -5 to 0, not 1"),
        (["nines", "A 2 3 / 4 5 6 / 7 8 9", "--set", "joker_value=two"], "'two'"),
        (["nines", "A 2 3 / 4 5 6 / 7 8 9", "--set", "joker_column=1"], "0, face"),
        (["nines", "A 2 3 / 4 5 6 / 7 8 9", "--set", "squarebonus=25"], "did you mean square_bonus?"),
        (["nines", "A 2 3 / 4 5 6 / 7 8 9", "--set", "squares"], "option=value"),
        (["nines", "A 2 3 / 4 5 6 / 7 8 9", "--set", "=3"], "no option"),
        (["rack-o", RACK, "--set", "run_needed=11"], "run_needed"),
        (["rack-o", RACK, "--set", "run_needed=1"], "one card is no run"),
        (["rat-race", "6 6 4 / 6 2 6", "--set", "rounds=12"], "not 12: six cards may burn"),
        (["rat-race", "6 6 4 / 6 2 6", "--set", "rounds=0"], "from 1 to 11, not 0\n"),
        (["ninse", "A 2 3"], "did you mean nines?"),
        (["nines"], "LAYOUT"),
        ([], "GAME"),
        (["nines", "A 2 3 / 4 5 6 / 7 8 9", "--went-uot"], "did you mean --went-out?"),
    ],
)
def test_a_score_that_cannot_be_given_is_wrong_use(words: list[str], reason: str, capsys: Capture) -> None:
    assert main(["score", *words]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert reason in told.err
    assert "Traceback" not in told.err
