"""``upcard train``: it learns, puts away, goes on and stops, whatever is learned."""

import errno
import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.train.tiny import PLAN, SLOW, TINY, instead_of_importlib, sum_of
from upcard.bots.weights import from_bytes
from upcard.cli import main, train
from upcard.fast.support import available, reason
from upcard.train import courses

pytestmark = pytest.mark.skipif(not available(), reason=reason() or "compiled")

Capture = pytest.CaptureFixture[str]
PATIENCE = 120


@pytest.fixture(autouse=True)
def two_courses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(courses, "importlib", instead_of_importlib(TINY, SLOW))


def command(tmp_path: Path, *words: str) -> list[str]:
    return ["--data", str(tmp_path / "data"), "train", "nines", *words, "--out", str(tmp_path / "out")]


def told(capsys: Capture) -> dict[str, object]:
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def test_it_learns_to_the_end_of_its_plan_and_says_where_the_weights_are(
    tmp_path: Path, capsys: Capture
) -> None:
    assert main(command(tmp_path, "--seed", "5")) == 0
    path = tmp_path / "out" / "nines-tiny.npz"
    shown = capsys.readouterr()
    assert f"the weights are in {path}" in shown.out
    assert "Nines, tiny, seed 5: a total of" in shown.out
    assert f"{PLAN} of {PLAN} steps" in shown.out
    assert shown.err == ""
    assert from_bytes(path.read_bytes())["total"][0] == sum_of(5)


def test_stopped_after_some_seconds_it_goes_on_by_the_same_command(tmp_path: Path, capsys: Capture) -> None:
    words = command(tmp_path, "slow", "--json", "--seconds", "0.1")
    assert main(words) == 0
    first = told(capsys)
    assert (first["done"], first["weights"]) == (False, None)
    assert Path(str(first["checkpoint"])) == tmp_path / "data" / "training" / "nines-slow.checkpoint.npz"
    assert main(words) == 0
    second = told(capsys)
    assert second["steps"] > first["steps"] > 0  # type: ignore[operator]  # numbers, as the first lines show
    assert main([*words, "--fresh"]) == 0
    assert told(capsys)["steps"] <= second["steps"] / 1.2  # type: ignore[operator]  # likewise


def test_gone_on_with_once_done_it_writes_the_same_weights_again(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "out" / "nines-tiny.npz"
    assert main(command(tmp_path)) == 0
    written = path.read_bytes()
    path.unlink()
    assert main(command(tmp_path, "--json")) == 0
    assert from_bytes(path.read_bytes())["total"][0] == from_bytes(written)["total"][0]


def test_a_checkpoint_of_another_seed_is_refused(tmp_path: Path, capsys: Capture) -> None:
    assert main(command(tmp_path)) == 0
    capsys.readouterr()
    assert main(command(tmp_path, "--seed", "2", "--json")) == 1
    shown = capsys.readouterr()
    assert json.loads(shown.out)["code"] == "checkpoint"
    assert "of seed 0, not of seed 2; --fresh begins anew" in shown.err
    assert main(command(tmp_path, "--seed", "2", "--fresh")) == 0


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["tinny"], "did you mean tiny?"),
        (["--seed", "-1"], "-1 is not from 0"),
        (["--seconds", "0"], "0 is not above 0"),
        (["--seconds", "long"], "'long' is not a number of seconds"),
        (["--secnds", "3"], "did you mean --seconds?"),
    ],
)
def test_a_training_that_there_is_not_is_wrong_use(
    words: list[str], reason: str, tmp_path: Path, capsys: Capture
) -> None:
    assert main(command(tmp_path, *words)) == 2
    assert reason in capsys.readouterr().err
    assert not (tmp_path / "data").exists()


def test_without_numba_nothing_is_trained(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("upcard.fast.support.reason", lambda: "Numba is not installed")
    assert main(command(tmp_path)) == 1
    assert "the rules cannot be compiled here: Numba is not installed" in capsys.readouterr().err


def test_a_folder_that_cannot_be_written_to_is_said_in_words(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "data").write_text("in the way")
    assert main(command(tmp_path)) == 1
    assert "what was learned cannot be kept" in capsys.readouterr().err


def test_weights_that_could_not_be_written_are_said_before_anything_is_learned(
    tmp_path: Path, capsys: Capture
) -> None:
    (tmp_path / "out").write_text("in the way")
    assert main(command(tmp_path)) == 1
    assert "what was learned cannot be kept" in capsys.readouterr().err
    assert not (tmp_path / "data").exists()


def test_a_folder_that_nothing_can_be_put_into_is_said_before_anything_is_learned(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_: object) -> None:
        raise OSError(errno.EROFS, "no")

    monkeypatch.setattr("tempfile.TemporaryFile", refuse)
    assert main(command(tmp_path)) == 1
    assert (
        f"what was learned cannot be kept: {os.strerror(errno.EROFS)} ({tmp_path})" in capsys.readouterr().err
    )
    assert not (tmp_path / "data").exists()


def test_it_is_put_away_every_so_often(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[int] = []
    usual = train.Training.keep

    def keep(training: train.Training) -> None:
        kept.append(training.trainer.steps)
        usual(training)

    monkeypatch.setattr(train.Training, "keep", keep)
    monkeypatch.setattr(train, "CHECKPOINT_EVERY", 0.0)
    assert main(command(tmp_path)) == 0
    assert kept == [*range(1, PLAN + 1), PLAN]


# --- Ctrl-C ------------------------------------------------------------------------------------------

PROGRAM = """
import sys
from tests.train.tiny import SLOW, instead_of_importlib
from upcard.cli import main
from upcard.train import courses
courses.importlib = instead_of_importlib(SLOW)
sys.exit(main(sys.argv[1:]))
"""


def interrupted(words: Sequence[str], root: Path) -> tuple[int, str, str]:
    """Start a training, send Ctrl-C once the bar moves, and return exit code and output."""
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=root,
        env={**os.environ, "FORCE_COLOR": "1", "COLUMNS": "120", "PYTHONPATH": os.pathsep.join(sys.path)},
    ) as running:
        give_up = threading.Timer(PATIENCE, running.kill)
        give_up.start()
        try:
            assert running.stderr
            shown = b""
            while re.search(rb"[1-9]\d*/100000", shown) is None:
                more = os.read(running.stderr.fileno(), 1 << 16)
                assert more, f"it ended by itself: {shown.decode()}"
                shown += more
            running.send_signal(signal.SIGINT)
            out, err = running.communicate()
        finally:
            give_up.cancel()
    return running.returncode, out.decode(), (shown + err).decode()


def test_ctrl_c_puts_it_away_and_says_so(tmp_path: Path, root: Path) -> None:
    code, out, err = interrupted(command(tmp_path, "slow", "--json"), root)
    assert code == 130
    found = json.loads(out)
    assert 0 < found["steps"] < found["plan"]
    assert Path(found["checkpoint"]).exists()
    assert not (tmp_path / "out").exists()
    assert "Stopping after this step" in err
    assert "Traceback" not in err


def test_a_second_ctrl_c_stops_at_once() -> None:
    usual = signal.getsignal(signal.SIGINT)
    said: list[str] = []
    with train.noticing_ctrl_c(said.append) as stopped:
        signal.raise_signal(signal.SIGINT)
        assert stopped.is_set()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert len(said) == 1
    assert signal.getsignal(signal.SIGINT) is usual
