"""A program's first match is timed from its start, and its memory is its own."""

import os
from pathlib import Path

import pytest

from upcard.bench import startup
from upcard.fast import available

compiled = pytest.mark.skipif(not available(), reason="nothing is compiled here")


@compiled
def test_the_first_match_of_a_program_from_the_users_own_cache() -> None:
    played = startup.first_match("nines", None, 0.05)
    assert played.took > 0.05, "a Python alone takes longer"
    assert played.matches > 1
    if startup.STATUS.exists():
        assert 20 < played.memory <= played.later < played.memory + 100


def fake(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(startup, "PROGRAM", text)


def test_the_cold_start_and_those_from_the_cache_use_one_empty_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    diary = tmp_path / "diary"
    fake(
        "import os, sys; from pathlib import Path\n"
        f"cache, diary = Path(os.environ[{startup.CACHE!r}]), Path({str(diary)!r})\n"
        "with diary.open('a') as file: print(len(list(cache.iterdir())), *sys.argv[1:], file=file)\n"
        "(cache / str(os.getpid())).touch()\n"
        "print('[1, 50.0]', flush=True)\n"
        "if float(sys.argv[2]): print('[777, 51.0]')\n",
        monkeypatch,
    )
    told: list[str] = []
    found = startup.measure("rack-o", 3, 0.5, True, told.append)  # noqa: FBT003
    assert diary.read_text().splitlines() == ["0 rack-o 0.0", "1 rack-o 0.0", "2 rack-o 0.0", "3 rack-o 0.5"]
    assert (found.memory, found.later, found.matches) == (50.0, 51.0, 777)
    assert found.cold is not None
    assert found.cold > 0
    assert found.cached.low <= found.cached.median <= found.cached.high
    assert told == ["start-up of rack-o, nothing compiled yet"] + ["start-up of rack-o, from the cache"] * 3


def test_without_a_cold_start_the_users_cache_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(startup.CACHE, str(tmp_path))
    fake(
        f"import os; print('[1, %d]' % (os.environ[{startup.CACHE!r}] == {str(tmp_path)!r}), flush=True)",
        monkeypatch,
    )
    found = startup.measure("rack-o", 1, 0.0, False)  # noqa: FBT003
    assert (found.cold, found.memory) == (None, 1)
    assert found.as_json()["cold_seconds"] is None


def test_a_program_that_fails_is_quoted(monkeypatch: pytest.MonkeyPatch) -> None:
    fake("print('[1, 0]', flush=True); raise SystemExit('no more')", monkeypatch)
    with pytest.raises(RuntimeError, match="no more"):
        startup.first_match("nines", None)
    fake("raise SystemExit('nothing at all')", monkeypatch)
    with pytest.raises(RuntimeError, match="nothing at all"):
        startup.first_match("nines", None)


def test_memory_is_that_of_the_program_and_not_of_who_started_it() -> None:
    if not startup.STATUS.exists():
        pytest.skip("this system does not tell")
    ballast = bytearray(os.urandom(1) * (300 << 20))
    source = startup.PROGRAM.partition("def play")[0] + "print(peak())"
    import subprocess
    import sys

    told = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True)
    assert len(ballast) > 0
    assert 5 < float(told.stdout) < 250, told.stderr
