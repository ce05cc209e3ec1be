"""``upcard bench``: what it prints for people and programs, refuses, and has when it is stopped."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from upcard.cli import main
from upcard.fast import available

Capture = pytest.CaptureFixture[str]
TINY = ["bench", "--quick", "--rounds", "2", "--seconds", "0.02", "--no-peers", "--game", "nines"]
COMPILER = any(shutil.which(name) for name in ("gcc", "cc", "clang"))


def interpreted(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command where nothing is compiled."""
    return subprocess.run(
        [sys.executable, "-m", "upcard", *words],
        capture_output=True,
        text=True,
        env={**os.environ, "UPCARD_INTERPRETED": "1", **environment},
        timeout=120,
    )


@pytest.mark.skipif(not available(), reason="nothing is compiled here")
def test_a_quick_run_for_programs_holds_ratios_rates_and_goals(capsys: Capture) -> None:
    assert main([*TINY, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["ratios"]["nines_compiled_vs_interpreted"] > 1
    assert told["rates"]["nines_step"]["rounds_per_cpu_second"]["median"] > 0
    assert told["startup"]["nines"]["cached_seconds"]["median"] > 0
    assert (told["rounds"], told["quick"], told["failed"]) == (2, True, {})
    assert {"numba", "numpy", "Python", "processor"} <= set(told["versions"])
    if COMPILER:
        assert {"nines_step_vs_c", "nines_whole_vs_c"} <= set(told["ratios"])
        assert "-O3" in told["versions"]["C compiler"]
        assert next(goal for goal in told["goals"] if goal["gate"])["met"] in {True, False}


def test_without_numba_what_is_interpreted_is_measured_and_the_rest_named() -> None:
    done = interpreted(*TINY, "--json")
    told = json.loads(done.stdout)
    assert done.returncode == 0, "nothing has failed"
    assert "nines_interpreted" in told["rates"]
    assert "nines_step" not in told["rates"]
    assert told["left_out"]["nines_step"] == "nothing is compiled here: UPCARD_INTERPRETED is set"
    assert told["left_out"]["startup"] == "nothing compiled to start"


def test_without_a_compiler_the_ratios_to_c_are_left_out_and_said_so(tmp_path: Path) -> None:
    done = interpreted(*TINY, PATH=str(tmp_path), CC="")
    assert done.returncode == 0
    assert "no C compiler" in done.stdout
    assert "Nines in C" not in done.stdout


def test_a_person_gets_tables_with_the_gate_and_what_is_not_known() -> None:
    done = interpreted(*TINY)
    assert "Nines, interpreted" in done.stdout
    assert "Gate: compiled steps, of plain C's" in done.stdout
    assert "not measured" in done.stdout
    assert "A step is a decision, or a card dealt or drawn" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 110


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--game", "nins"], "did you mean nines?"),
        (["--rounds", "0"], "0 is not from 1"),
        (["--seconds", "0"], "0 is not above 0"),
        (["--seconds", "nan"], "nan is not above 0"),
        (["--seconds", "long"], "'long' is not a number of seconds"),
        (["--peers-python", "no-such-python"], "there is no program 'no-such-python'"),
        (["--quik"], "did you mean --quick?"),
        (["nines"], "'nines' means nothing here"),
    ],
)
def test_what_cannot_be_measured_is_wrong_use(words: list[str], reason: str, capsys: Capture) -> None:
    assert main(["bench", *words]) == 2
    assert reason in capsys.readouterr().err


def test_ctrl_c_prints_the_rounds_that_are_complete() -> None:
    words = ["bench", "--game", "rat-race", "--no-peers", "--json", "--rounds", "1000", "--seconds", "0.05"]
    with subprocess.Popen(
        [sys.executable, "-m", "upcard", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "UPCARD_INTERPRETED": "1"},
    ) as running:
        time.sleep(4)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=30)
    assert running.returncode == 130
    told = json.loads(out)
    assert told["stopped"]
    assert 1 <= told["rounds"] < 1000
    assert "Traceback" not in err


def test_the_script_writes_the_table_into_a_page(root: Path, tmp_path: Path) -> None:
    (tmp_path / "scripts").mkdir()
    (tmp_path / "benchmarks").mkdir()
    shutil.copy(root / "scripts" / "bench", tmp_path / "scripts" / "bench")
    shutil.copy(root / "benchmarks" / "RESULTS.md", tmp_path / "benchmarks" / "RESULTS.md")
    done = subprocess.run(
        [sys.executable, str(tmp_path / "scripts" / "bench"), *TINY[1:], "--write"],
        capture_output=True,
        text=True,
        env={**os.environ, "UPCARD_INTERPRETED": "1"},
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "benchmarks" / "RESULTS.md").read_text(encoding="utf-8")
    assert "2 rounds of 0.02 s for each" in page
    assert "| Nines, interpreted |" in page
    assert "## What was tried" in page
