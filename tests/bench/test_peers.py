"""Other programs: each in a Python of its own, asked line by line, missed without harm."""

import json
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from upcard.bench import peers, rivals
from upcard.bench.contest import compete

Write = Callable[[str], None]


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """`program(text)`: from now on this is what runs a library."""

    def write(text: str) -> None:
        path = tmp_path / "other.py"
        path.write_text(textwrap.dedent(text), encoding="utf-8")
        monkeypatch.setattr(rivals, "PROGRAM", path)

    return write


class Walk:
    """A state like OpenSpiel's: three actions and it is over."""

    def __init__(self) -> None:
        self.taken: list[int] = []

    def is_terminal(self) -> bool:
        return len(self.taken) == 3

    def legal_actions(self) -> list[int]:
        return [4, 5]

    def apply_action(self, action: int) -> None:
        self.taken.append(action)


def test_a_state_is_played_on_to_its_end_by_legal_actions() -> None:
    walk = Walk()
    assert peers.play_on(walk) == 3
    assert set(walk.taken) <= {4, 5}


def test_about_as_long_as_asked_is_played() -> None:
    found = peers.measured(lambda: 10.0, 0.01)
    assert found["wall"] >= 0.01
    assert found["steps"] % 10 == 0
    assert found["steps"] > 0


def test_something_is_done_however_short_the_time() -> None:
    assert peers.measured(lambda: 10.0, 0.0)["steps"] == 10


def test_who_there_is_and_then_what_was_done(monkeypatch: pytest.MonkeyPatch) -> None:
    library = ("pytest", lambda: {"one": ("The one", lambda: 1.0)})
    monkeypatch.setitem(peers.LIBRARIES, "fake", library)
    greeting, measured = peers.answers("fake", iter(["one 0.001\n"]))
    assert greeting == {"titles": {"one": "The one"}, "version": pytest.__version__}
    assert measured["steps"] > 0


def test_what_is_not_installed_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def load() -> peers.Peers:
        import a_library_that_there_is_not

        return a_library_that_there_is_not.peers()

    monkeypatch.setitem(peers.LIBRARIES, "fake", ("no-such-package", load))
    assert list(peers.answers("fake", iter([]))) == [{"absent": "no-such-package is not installed"}]
    monkeypatch.setitem(peers.LIBRARIES, "fake", ("pytest", load))
    (told,) = peers.answers("fake", iter([]))
    assert told["absent"].startswith("pytest does not start: ")
    assert "a_library_that_there_is_not" in told["absent"]


def test_the_program_runs_where_nothing_of_upcard_is(tmp_path: Path) -> None:
    import subprocess

    bare = [sys.executable, "-I", "-S", str(rivals.PROGRAM), "openspiel"]
    done = subprocess.run(bare, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert json.loads(done.stdout) == {"absent": "open-spiel is not installed"}, done.stderr


def test_a_library_takes_part_with_all_its_contestants(program: Write) -> None:
    program("""
        import json, sys
        print(json.dumps({"titles": {"a": "The a", "b": "The b"}, "version": "7"}), flush=True)
        for line in sys.stdin:
            key, seconds = line.split()
            steps = {"a": 10, "b": 30}[key]
            print(json.dumps({"steps": steps, "cpu": 2.0, "wall": 4.0}), flush=True)
    """)
    with rivals.rivals(libraries=("fake",)) as started:
        contest = compete(rivals.contestants(started), 2, 1.0)
        assert started[0].version == "7"
    assert {key: [sample.rate for sample in samples] for key, samples in contest.samples.items()} == {
        "a": [5.0, 5.0],
        "b": [15.0, 15.0],
    }
    assert started[0]._running.poll() is not None, "it has ended"


def test_a_library_that_is_absent_has_no_contestants(program: Write) -> None:
    program("""print('{"absent": "fake is not installed"}')""")
    with rivals.rivals(libraries=("fake",)) as started:
        assert started[0].absent == "fake is not installed"
        assert rivals.contestants(started) == []


def test_a_library_that_crashes_at_once_has_failed(program: Write) -> None:
    program("raise SystemExit(3)")
    with rivals.rivals(libraries=("fake",)) as started:
        assert started[0].failed == "fake has ended with exit code 3"


def test_a_library_that_crashes_later_costs_the_others_nothing(program: Write) -> None:
    program("""
        import json, os, sys
        print(json.dumps({"titles": {"a": "The a"}, "version": "7"}), flush=True)
        for turn, line in enumerate(sys.stdin):
            if turn == 2:
                os._exit(9)
            print(json.dumps({"steps": 1, "cpu": 1.0, "wall": 1.0}), flush=True)
    """)
    with rivals.rivals(libraries=("fake",)) as started:
        contest = compete(rivals.contestants(started), 3, 1.0)
    assert contest.failed == {"a": "RuntimeError: fake has ended with exit code 9"}
    assert contest.samples == {}
