"""The command ``upcard`` itself: its commands, its help, and how it ends."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from upcard import __version__
from upcard.cli import COMMANDS, main
from upcard.errors import UpcardError

Capture = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["scor"], "did you mean score?"),
        (["--data", "somewhere", "mtach"], "did you mean match?"),
        (["serve-coffee-now"], "there are play, serve, match, score, rules, verify"),
        (["--data"], "--data"),
        (["--prot", "80"], "did you mean --port?"),
        (["play", "--port", "70000"], "70000 is not from 0 to 65535"),
        (["rules", "nines", "NI1", "NI2"], "'NI2' means nothing here"),
    ],
)
def test_typing_errors_are_wrong_use_and_get_a_near_name(
    words: list[str], reason: str, capsys: Capture
) -> None:
    assert main(words) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert reason in told.err


def test_wrong_use_has_the_one_shape_of_an_error(capsys: Capture) -> None:
    assert main(["scor", "--json"]) == 2
    assert json.loads(capsys.readouterr().out) == {
        "code": "usage",
        "message": "upcard has no command 'scor'; did you mean score?",
        "clause": None,
        "legal": [],
    }


@pytest.mark.parametrize("words", [["--help"], *([name, "--help"] for name in COMMANDS)])
def test_help_is_one_screen(words: list[str], capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80


def test_the_version(capsys: Capture) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"upcard {__version__}\n"


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ([], {"data": None, "port": 8000, "open_browser": True}),
        (["play"], {"data": None, "port": 8000, "open_browser": True}),
        (["--data", "d", "--no-browser"], {"data": Path("d"), "port": 8000, "open_browser": False}),
        (["--data", "d", "play", "--port", "0"], {"data": Path("d"), "port": 0, "open_browser": True}),
        (["play", "--data", "d"], {"data": Path("d"), "port": 8000, "open_browser": True}),
    ],
)
def test_upcard_alone_and_play_open_the_lobby(
    words: list[str], wanted: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    from upcard.web import serve

    asked: dict[str, object] = {}
    monkeypatch.setattr(serve, "run", lambda **given: asked.update(given))
    assert main(words) == 0
    assert asked == {"host": "127.0.0.1", "warm": True, **wanted}


def test_a_folder_that_cannot_be_written_fails_plainly(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "file").write_text("not a folder", encoding="utf-8")
    assert main(["--data", str(tmp_path / "file" / "below"), "--no-browser"]) == 1
    assert "the table cannot be opened" in capsys.readouterr().err


@pytest.mark.parametrize(("raised", "code"), [(KeyboardInterrupt(), 130), (UpcardError("it broke"), 1)])
def test_how_it_ends(raised: BaseException, code: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**given: object) -> None:
        raise raised

    from upcard.web import serve

    monkeypatch.setattr(serve, "run", fail)
    assert main(["play"]) == code


def test_a_reader_that_stops_early_is_no_error() -> None:
    words = [sys.executable, "-m", "upcard", "rules", "nines"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout
        running.stdout.close()
        assert running.stderr
        complaint = running.stderr.read()
    assert running.returncode == 0
    assert complaint == b""


def test_a_terminal_of_few_signs_gets_question_marks() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "upcard", "score", "nines", "X A 2 / 3 4 5 / 6 7 8"],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert done.returncode == 0
    assert b"?2 + 3 + 6 = 7" in done.stdout
