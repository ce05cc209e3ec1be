"""What is compiled beside the tables: what is wanted first, by one program, only while there is something."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from upcard.fast import warming
from upcard.fast.support import SWITCH
from upcard.fast.warming import Part
from upcard.web.preparing import Preparing, decisions

ONE, OTHER, THIRD = decisions("nines", "expert"), decisions("rack-o", "casual"), Part("nines", ("random",))
FAKE = """
import json, os, sys, time
for line in sys.stdin:
    game, policies, decisions = json.loads(line)
    with open(os.environ["FAKE_LOG"], "a") as file:
        print(os.getpid(), game, *policies, decisions, file=file)
    time.sleep(float(os.environ.get("FAKE_SECONDS", "0")))
    trouble = os.environ.get("FAKE_TROUBLE")
    print(json.dumps({"trouble": trouble} if trouble else {"seconds": 0.5}), flush=True)
"""


@pytest.fixture
def asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[list[str]]]:
    """A worker that compiles nothing; what is returned tells its process and what it was asked."""
    (tmp_path / "fake_worker.py").write_text(FAKE)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("FAKE_LOG", str(tmp_path / "log"))
    monkeypatch.delenv(SWITCH, raising=False)
    monkeypatch.setattr(warming, "MODULE", "fake_worker")
    monkeypatch.setattr("upcard.web.preparing.not_installed", lambda: "")
    (tmp_path / "log").touch()
    return lambda: [line.split() for line in (tmp_path / "log").read_text().splitlines()]


def test_without_anything_to_compile_there_is_no_program(asked: Callable[[], list[list[str]]]) -> None:
    preparing = Preparing()
    assert preparing.wait(0)
    assert not preparing.ready(ONE)
    preparing.stop()
    preparing.want(ONE)
    assert preparing.wait(0), "it was stopped"
    assert asked() == []


def test_what_is_wanted_is_compiled_once_and_then_ready(asked: Callable[[], list[list[str]]]) -> None:
    preparing = Preparing()
    for _ in range(3):
        preparing.want(ONE)
    assert preparing.wait(30)
    assert preparing.ready(ONE)
    preparing.want(ONE)
    preparing.want(OTHER)
    assert preparing.wait(30)
    assert [words[1:] for words in asked()] == [["nines", "expert", "True"], ["rack-o", "casual", "True"]]
    assert len({words[0] for words in asked()}) == 2, "the first program had ended"


def test_what_is_wanted_waits_for_nothing_else(asked: Callable[[], list[list[str]]]) -> None:
    preparing = Preparing([THIRD, ONE, OTHER], delay=60)
    preparing.want(OTHER)
    assert preparing.wait(30)
    assert [words[1] for words in asked()] == ["rack-o", "nines", "nines"]
    assert len({words[0] for words in asked()}) == 1
    assert all(map(preparing.ready, (ONE, OTHER, THIRD)))


def test_it_is_stopped_at_once_whatever_it_is_at(
    asked: Callable[[], list[list[str]]], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("FAKE_SECONDS", "60")
    waits, compiles = Preparing([ONE], delay=60), Preparing([OTHER])
    deadline = time.monotonic() + 30
    while not asked() and time.monotonic() < deadline:
        time.sleep(0.01)
    began = time.monotonic()
    waits.stop()
    compiles.stop()
    assert time.monotonic() - began < 10
    assert len(asked()) == 1
    assert not compiles.ready(OTHER)
    assert caplog.records == []


@pytest.mark.parametrize("how", ["trouble", "no program", "switched off"])
def test_trouble_is_one_line_in_the_log_and_the_end_of_it(
    how: str,
    asked: Callable[[], list[list[str]]],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    if how == "trouble":
        monkeypatch.setenv("FAKE_TROUBLE", "no room")
    elif how == "no program":
        monkeypatch.setattr(sys, "executable", "/no/such/python")
    else:
        monkeypatch.setattr("upcard.web.preparing.not_installed", lambda: "it is off")
    preparing = Preparing()
    for part in (ONE, OTHER):
        preparing.want(part)
        assert preparing.wait(30)
    (record,) = caplog.records
    said = {"trouble": "no room", "no program": "does not start", "switched off": "interpreted: it is off"}
    assert said[how] in record.message
    assert len(asked()) == (how == "trouble")
