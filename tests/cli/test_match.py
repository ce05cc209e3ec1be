"""``upcard match``: what it prints, refuses, and has when it is stopped."""

import json
import signal
import subprocess
import sys
import time

import pytest

from upcard.cli import main

Capture = pytest.CaptureFixture[str]


def test_a_match_for_people_and_for_programs(capsys: Capture) -> None:
    words = ["match", "nines", "greedy", "random", "--pairs", "2", "--set", "rounds=1", "--seats", "3"]
    assert main(words) == 0
    shown = capsys.readouterr().out
    assert "greedy against random, 3 seats, rounds=1" in shown
    assert "2 pairs" in shown
    assert main([*words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["game"], told["seats"], told["pairs"], told["seed"]) == ("nines", 3, 2, 0)
    assert told["options"]["rounds"] == 1
    assert told["options"]["turn_limit"] == 100
    assert main([*words, "--json", "--seed", "4"]) == 0
    assert json.loads(capsys.readouterr().out)["difference"] != told["difference"]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["nines", "gredy", "random"], "did you mean greedy?"),
        (["nines", "greedy"], "BOT"),
        (["nines", "greedy", "random", "--seats", "9"], "2 to 8 seats, not 9"),
        (["rat-race", "greedy", "random", "--seats", "3"], "seats"),
        (["rack-o", "greedy", "random", "--seats", "3", "--set", "partners=on"], "four seats"),
        (["rat-race", "greedy", "random", "--set", "rounds=12"], "12"),
        (["nines", "greedy", "random", "--set", "runds=1"], "did you mean rounds?"),
        (["nines", "greedy", "random", "--pairs", "0"], "0 is not from 1"),
        (["nines", "greedy", "random", "--pairs", "many"], "'many' is not a whole number"),
        (["nines", "greedy", "random", "--seats", "two"], "'two' is not a whole number"),
        (["rack-o", "greedy", "random", "--set", "partners=on"], "RO5.1: "),
        (["nines", "greedy", "random", "--pair", "3"], "did you mean --pairs?"),
    ],
)
def test_a_match_that_cannot_be_played_is_wrong_use(words: list[str], reason: str, capsys: Capture) -> None:
    assert main(["match", *words]) == 2
    assert reason in capsys.readouterr().err


def test_ctrl_c_prints_the_pairs_that_are_complete() -> None:
    words = [
        sys.executable,
        "-m",
        "upcard",
        "match",
        "rat-race",
        "greedy",
        "random",
        "--json",
        "--set",
        "rounds=1",
    ]
    with subprocess.Popen(
        [*words, "--pairs", "100000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        time.sleep(4)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=30)
    assert running.returncode == 130
    assert json.loads(out)["pairs"] >= 1
    assert "Traceback" not in err
