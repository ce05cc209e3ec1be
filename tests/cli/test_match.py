"""``upcard match``: what it prints, refuses, and has when it is stopped."""

import ctypes
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from upcard.cli import main
from upcard.cli.progress import counting, heeding_ctrl_c, told_of_compiling

Capture = pytest.CaptureFixture[str]
PROGRAM = [sys.executable, "-m", "upcard", "match"]


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
        (["nines", "greedy", "random", "--sprt", "0"], "0 is not above 0"),
        (["nines", "greedy", "random", "--sprt", "nan"], "nan is not above 0"),
        (["--sprt", "nines", "greedy", "random"], "'nines' is not a number of points"),
    ],
)
def test_a_match_that_cannot_be_played_is_wrong_use(words: list[str], reason: str, capsys: Capture) -> None:
    assert main(["match", *words]) == 2
    assert reason in capsys.readouterr().err


def test_the_way_it_was_played_is_said_and_changes_nothing_else(capsys: Capture) -> None:
    words = ["match", "nines", "greedy", "random", "--pairs", "3", "--set", "rounds=1"]
    main(words)  # it may have to be compiled first, and that is said
    capsys.readouterr()
    assert main(words) == 0
    quick = capsys.readouterr()
    assert main([*words, "--interpreted"]) == 0
    slow = capsys.readouterr()
    assert quick.out.endswith("played compiled\n")
    assert slow.out == quick.out.replace("played compiled", "played interpreted")
    assert quick.err == slow.err == ""
    assert main([*words, "--json", "--threads", "3"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert main([*words, "--json", "--threads", "1"]) == 0
    assert json.loads(capsys.readouterr().out) == told
    assert (told["path"], told["path_reason"]) == ("compiled", "")


def test_the_difference_less_luck_stands_beside_the_raw_one(capsys: Capture) -> None:
    words = ["match", "nines", "greedy", "random", "--pairs", "20", "--set", "rounds=1", "--adjust"]
    assert main(words) == 0
    raw, less = capsys.readouterr().out.splitlines()[2:4]
    assert re.match(r"  points a round, difference  -\d", raw)
    assert re.match(r"    less luck                 -\d.* worth \d+\.\d times as many pairs$", less)
    assert main([*words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["adjusted"]["mean"] == pytest.approx(told["difference"]["mean"], abs=10)
    assert told["adjusted"]["fewer_pairs"] > 0


@pytest.mark.parametrize(
    ("bots", "step", "said", "verdict"),
    [
        (["greedy", "random"], ["2"], "greedy is better, by 2 points a round rather than 0", "better"),
        (["random", "greedy"], ["1.5"], "random is not better by 1.5 points a round", "not better"),
        (["greedy", "greedy"], [], "greedy is not better by 0.1 points a round", "not better"),
    ],
)
def test_the_test_says_who_is_better_and_plays_no_more_than_that_takes(
    bots: list[str], step: list[str], said: str, verdict: str, capsys: Capture
) -> None:
    words = ["match", "nines", *bots, "--set", "rounds=1", "--interpreted", "--sprt", *step]
    assert main(words) == 0
    shown = capsys.readouterr().out
    assert "64 pairs of matches" in shown
    assert said in shown
    assert "settled at -2.94 and +2.94" in shown
    assert main([*words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["pairs"] == 64
    assert (told["sprt"]["verdict"], told["sprt"]["step"]) == (verdict, float((step or ["0.1"])[0]))


def test_a_test_that_is_not_settled_by_all_its_pairs_stays_open(capsys: Capture) -> None:
    words = ["match", "rack-o", "random", "random", "--set", "target=75", "--set", "turn_limit=5"]
    assert main([*words, "--sprt", "--pairs", "3", "--interpreted"]) == 0
    shown = capsys.readouterr().out
    assert "3 pairs of matches" in shown
    assert "not settled whether random is better by 1 points a round" in shown
    assert main([*words, "--sprt", "30.5", "--pairs", "1", "--interpreted", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["pairs"], told["sprt"]["verdict"], told["sprt"]["step"]) == (1, "open", 30.5)


def test_one_pair_is_one(capsys: Capture) -> None:
    assert (
        main(["match", "nines", "greedy", "random", "--pairs", "1", "--set", "rounds=1", "--interpreted"])
        == 0
    )
    assert "  1 pair of matches, the same cards" in capsys.readouterr().out


def test_without_numba_it_says_so_once_and_plays_interpreted() -> None:
    words = [*PROGRAM, "nines", "greedy", "random", "--pairs", "2", "--set", "rounds=1"]
    environment = {**os.environ, "UPCARD_INTERPRETED": "1"}
    done = subprocess.run(words, env=environment, capture_output=True, text=True)
    assert done.returncode == 0
    assert done.stderr == "upcard: running interpreted: UPCARD_INTERPRETED is set\n"
    assert done.stdout.endswith("played interpreted: UPCARD_INTERPRETED is set\n")
    done = subprocess.run([*words, "--interpreted"], env=environment, capture_output=True, text=True)
    assert done.stderr == ""
    assert done.stdout.endswith("played interpreted\n")


def test_compiling_is_said_once_and_trouble_is_a_note(capsys: Capture) -> None:
    from upcard.fast import cache

    before = [list(cache.on_compile), list(cache.on_trouble)]
    said: list[str] = []
    with told_of_compiling("Nines", said.append):
        for listener in (*cache.on_compile, *cache.on_compile):
            listener("nines-random")
        for listener in cache.on_trouble:
            listener("nothing can be kept")
    assert len(said) == 1
    assert said[0].startswith("Compiling Nines, once for this version: ")
    assert capsys.readouterr().err == "upcard: nothing can be kept\n"
    assert [cache.on_compile, cache.on_trouble] == before


def test_a_bar_is_for_people_and_lines_are_for_logs_too(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(variable, raising=False)
    with counting("pairs", 10) as counter:
        counter.done(5)
        counter.say(
            "a line that is not wrapped, however long it is, since nobody knows how wide a log will be read"
        )
    alone = capsys.readouterr()
    assert alone.err.splitlines() == [
        "a line that is not wrapped, however long it is, since nobody knows how wide a log will be read"
    ]
    assert alone.out == ""
    monkeypatch.setenv("FORCE_COLOR", "1")
    with counting("pairs", 10) as counter:
        counter.done(5)
        counter.say("a line")
    shown = capsys.readouterr().err
    assert "a line" in shown
    assert "5/10" in shown


# --- Ctrl-C ------------------------------------------------------------------------------------------

PAIRS = 100_000_000
BEGUN = rf"[1-9]\d*/{PAIRS}"
"""What the bar shows once a pair is complete."""
PATIENCE = 120
"""Seconds that a machine with much else to do may take."""


def stopped(until: str, words: Sequence[str], environment: dict[str, str]) -> tuple[int, str, str]:
    """Start a match, stop it by Ctrl-C once stderr shows something, and return exit code and output."""
    with subprocess.Popen(
        [*PROGRAM, *words, "--json", "--pairs", str(PAIRS)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "FORCE_COLOR": "1", "COLUMNS": "120", **environment},
    ) as running:
        give_up = threading.Timer(PATIENCE, running.kill)
        give_up.start()
        try:
            assert running.stderr
            shown = b""
            while re.search(until.encode(), shown) is None:
                more = os.read(running.stderr.fileno(), 1 << 16)
                assert more, f"it ended by itself: {shown.decode()}"
                shown += more
            running.send_signal(signal.SIGINT)
            out, err = running.communicate()
        finally:
            give_up.cancel()
    return running.returncode, out.decode(), (shown + err).decode()


@pytest.mark.parametrize(
    ("how", "path"),
    [
        (["--interpreted"], "interpreted"),
        (["--threads", "1"], "compiled"),
        (["--threads", "3"], "compiled"),
    ],
    ids=["interpreted", "one-thread", "three-threads"],
)
def test_ctrl_c_prints_the_pairs_that_are_complete(how: list[str], path: str) -> None:
    words = ["nines", "greedy", "random", "--set", "rounds=1", *how]
    code, out, err = stopped(BEGUN, words, {})
    assert code == 130
    told = json.loads(out)
    assert 1 <= told["pairs"] < PAIRS
    assert told["path"] == path
    assert told["difference"]["mean"] < 0
    assert "Traceback" not in err


def test_ctrl_c_while_it_compiles_ends_it_without_a_word(tmp_path: Path) -> None:
    words = ["nines", "random", "random", "--threads", "1"]
    code, out, err = stopped("Compiling Nines", words, {"UPCARD_CACHE": str(tmp_path)})
    assert code == 130
    assert out == ""
    assert "Traceback" not in err
    assert "ignored" not in err


@ctypes.CFUNCTYPE(None)
def called_back() -> None:
    """What a library calls from C, at the moment of a Ctrl-C: Python drops the exception."""
    raise KeyboardInterrupt


def lose_one(then: Exception | None = None) -> None:
    """Lose a Ctrl-C and wait for it to come again, or fail."""
    with heeding_ctrl_c():
        called_back()
        if then:
            raise then
        wait()


def wait() -> None:
    """Let time go by until something happens."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        time.sleep(0.01)


def test_a_ctrl_c_that_a_library_loses_comes_again(capsys: Capture) -> None:
    with pytest.raises(KeyboardInterrupt):
        lose_one()
    assert capsys.readouterr().err == ""


def test_an_error_that_a_lost_ctrl_c_has_caused_is_no_other_news() -> None:
    with pytest.raises(KeyboardInterrupt) as caught:
        lose_one(ValueError("half compiled"))
    assert isinstance(caught.value.__cause__, ValueError)
    with pytest.raises(KeyboardInterrupt):
        wait()  # it comes again all the same


def test_other_errors_and_other_ignored_exceptions_stay_what_they_are() -> None:
    usual = sys.unraisablehook
    with pytest.raises(ValueError, match="its own"), heeding_ctrl_c():
        raise ValueError("its own")
    assert sys.unraisablehook is usual


def test_a_bot_that_does_not_know_the_game_is_all_that_is_said(capsys: Capture) -> None:
    assert main(["match", "nines", "greedy", "race", "--pairs", "1"]) == 2
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("", "upcard: race does not play Nines\n")
