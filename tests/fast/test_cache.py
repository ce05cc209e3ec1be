"""What is compiled is kept and found again; where it cannot be, everything works all the same and says so."""

import errno
import hashlib
import os
import pickle
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from upcard import fast

if not fast.available():
    pytest.skip(fast.reason(), allow_module_level=True)

import numba
import numpy as np

from upcard.fast import cache
from upcard.fast.cache import DIGEST, FOLDER, HOME, IN_USE, KEPT, PART, KeptFunction

BIG = np.arange(1 << 20)
"""So large that compiled code refers to its address."""


def add(first: int, second: int) -> int:
    return first + second


def look_up(place: int) -> int:
    return BIG[place]


class Told:
    """A compiler beside the cache, and all that it said."""

    def __init__(self) -> None:
        self.compiled: list[str] = []
        self.troubles: list[str] = []

    def add(self, label: str = "add", function: Callable[..., int] = add) -> Any:
        """A function as another program would find it: nothing of it is in memory."""
        compiled = numba.njit(function)
        compiled._cache = KeptFunction(label, compiled)
        return compiled


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Told]:
    there = Told()
    monkeypatch.setenv(HOME, str(tmp_path / "cache"))
    monkeypatch.setattr(cache, "on_compile", [there.compiled.append])
    monkeypatch.setattr(cache, "on_trouble", [there.troubles.append])
    monkeypatch.setattr(cache, "_troubles", set())
    cache._used.cache_clear()
    fingerprint = cache.fingerprint
    fingerprint.cache_clear()
    yield there
    fingerprint.cache_clear()


def files(tmp_path: Path) -> list[Path]:
    return sorted(path for path in (tmp_path / "cache").rglob("*") if path.is_file())


# --- kept and found ----------------------------------------------------------------------------------


def test_what_was_kept_is_not_compiled_again(told: Told, tmp_path: Path) -> None:
    first = told.add()
    assert not first._cache.is_kept()
    assert first(20, 22) == 42
    assert first._cache.is_kept()
    assert told.compiled == ["add"]
    assert told.add()(20, 22) == 42
    assert told.compiled == ["add"]
    assert told.add()(0.5, 0.25) == 0.75
    assert told.compiled == ["add", "add"], "another kind of number is another function"
    assert len(files(tmp_path)) == 2
    assert told.troubles == []


# --- damaged -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data[: len(data) // 2],
        lambda data: b"",
        lambda data: data[:DIGEST],
        lambda data: os.urandom(len(data)),
        lambda data: data[:-200] + bytes([data[-200] ^ 1]) + data[-199:],
    ],
    ids=["half", "nothing", "no-payload", "noise", "one-bit"],
)
def test_a_damaged_file_is_made_anew_and_said_once(
    damage: Callable[[bytes], bytes], told: Told, tmp_path: Path
) -> None:
    told.add()(20, 22)
    (file,) = files(tmp_path)
    file.write_bytes(damage(file.read_bytes()))
    for _ in range(2):
        assert told.add()(20, 22) == 42
    assert told.compiled == ["add", "add"]
    assert len(told.troubles) == 1
    assert "add" in told.troubles[0]
    assert "damaged" in told.troubles[0]


def test_a_whole_file_that_numba_makes_nothing_of_is_made_anew(told: Told, tmp_path: Path) -> None:
    told.add()(20, 22)
    (file,) = files(tmp_path)
    payload = pickle.dumps(("what", "is", "this"))
    file.write_bytes(hashlib.sha256(payload).digest() + payload)
    for _ in range(2):
        assert told.add()(20, 22) == 42
    assert told.compiled == ["add", "add"]
    assert len(told.troubles) == 1
    assert "does not load" in told.troubles[0]


# --- no place to keep it -----------------------------------------------------------------------------


def works_and_says_once(told: Told, *words: str) -> None:
    for place in range(3):
        assert told.add(f"add-{place}")(20, 22) == 42
    assert len(told.compiled) == 3
    assert len(told.troubles) == 1, told.troubles
    for word in words:
        assert word in told.troubles[0]
    why = cache.why_not_kept()
    assert all(word in why for word in words), why


def test_a_file_where_the_folder_should_be(
    told: Told, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("mine")
    monkeypatch.setenv(HOME, str(tmp_path / "file"))
    works_and_says_once(told, "cannot be kept", str(tmp_path / "file"))
    assert (tmp_path / "file").read_text() == "mine"


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="a place where nobody may write")
def test_a_place_where_nobody_may_make_a_folder(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME, "/proc/nowhere/upcard")
    works_and_says_once(told, "cannot be kept", "/proc/nowhere/upcard")


def test_a_folder_that_is_not_there_is_made(told: Told, tmp_path: Path) -> None:
    assert cache.why_not_kept() == ""
    shutil.rmtree(tmp_path / "cache")
    assert told.add()(20, 22) == 42
    assert len(files(tmp_path)) == 1


def failing(number: int) -> Callable[[Path, bytes], int]:
    def write(path: Path, data: bytes) -> int:
        with path.open("wb") as file:
            file.write(data[: len(data) // 2])
        raise OSError(number, os.strerror(number))

    return write


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EDQUOT])
def test_a_disk_that_is_full_or_read_only(
    number: int, told: Told, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as full:
        full.setattr(Path, "write_bytes", failing(number))
        works_and_says_once(told, os.strerror(number))
    assert files(tmp_path) == [], "half a file was left"
    told.add()(20, 22)
    assert len(files(tmp_path)) == 1, "there is room again"


def test_a_folder_that_may_be_read_only_is_read(
    told: Told, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told.add()(20, 22)

    def refuse(*_: object) -> None:
        raise PermissionError(errno.EACCES, "no")

    monkeypatch.setattr(Path, "write_bytes", refuse)
    monkeypatch.setattr(os, "utime", refuse)
    cache._used.cache_clear()
    assert told.add()(20, 22) == 42
    assert (told.compiled, told.troubles) == (["add"], [])


def test_a_folder_that_may_not_be_read(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: Path) -> bytes:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", refuse)
    monkeypatch.setattr(cache, "fingerprint", lambda: "0" * 24)
    for place in range(2):
        assert told.add(f"add-{place}")(20, 22) == 42
    assert len(told.troubles) == 1
    assert "cannot be read: Permission denied" in told.troubles[0]


@pytest.mark.parametrize("answer", [RuntimeError("no home"), Path("~/.cache/upcard")])
def test_nobody_knows_a_home_folder(
    answer: Any, told: Told, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ask(*_: object, **__: object) -> Path:
        if isinstance(answer, Exception):
            raise answer
        return Path(answer)

    monkeypatch.delenv(HOME)
    monkeypatch.setattr("platformdirs.user_cache_path", ask)
    monkeypatch.chdir(tmp_path)
    assert cache.home() is None
    assert not told.add()._cache.is_kept()
    works_and_says_once(told, "no home folder", HOME)
    assert list(tmp_path.iterdir()) == [], "a folder called ~"


def test_what_nobody_listens_to_stands_in_the_log(
    told: Told, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "cache").write_text("")
    monkeypatch.setattr(cache, "on_trouble", [])
    for place in range(2):
        told.add(f"add-{place}")(20, 22)
    assert [record.name for record in caplog.records] == ["upcard.fast"]
    assert "cannot be kept" in caplog.text


def test_a_function_with_an_address_of_this_program_in_it_is_not_kept(told: Told, tmp_path: Path) -> None:
    for _ in range(2):
        assert told.add("look-up", look_up)(77) == 77
    assert told.compiled == ["look-up", "look-up"]
    assert files(tmp_path) == []


# --- names -------------------------------------------------------------------------------------------


def test_other_sources_are_another_folder(
    told: Told, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told.add()(20, 22)
    here, sources = cache.fingerprint(), cache.sources()
    assert {"rules.py", "drivers.py", "link.py", "state.py", "piles.py"} <= {path.name for path in sources}
    assert all(path.exists() for path in sources)
    (tmp_path / "changed.py").write_bytes(sources[7].read_bytes() + b"\n")
    for number, changed in enumerate([[*sources[:7], tmp_path / "changed.py", *sources[8:]], sources[:-1]]):
        monkeypatch.setattr(cache, "sources", lambda changed=changed: changed)
        cache.fingerprint.cache_clear()
        assert cache.fingerprint() != here
        assert told.add()(20, 22) == 42
        assert len(told.compiled) == 2 + number, "something stale was loaded"


@pytest.mark.parametrize(
    ("what", "value"),
    [
        ("numba.__version__", "0.0"),
        ("numpy.__version__", "0.0"),
        ("llvmlite.__version__", "0.0"),
        ("sys.version", "4.0"),
        ("numba.config.OPT", "other"),
        ("numba.config.BOUNDSCHECK", 0),
    ],
)
def test_other_versions_and_settings_are_another_folder(
    what: str, value: object, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = cache.fingerprint()
    cache.fingerprint.cache_clear()
    assert cache.fingerprint() == here
    cache.fingerprint.cache_clear()
    monkeypatch.setattr(what, value)
    assert cache.fingerprint() != here


def test_another_processor_is_another_folder(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    here = cache.fingerprint()
    cache.fingerprint.cache_clear()
    codegen = type(cache.cpu_target.target_context.codegen())
    monkeypatch.setattr(codegen, "magic_tuple", lambda _: ("x86_64", "abacus", "+beads"))
    assert cache.fingerprint() != here


def test_any_system_takes_the_names_of_the_files(told: Told, tmp_path: Path) -> None:
    label = "CON: “a/b\\c”*?" + "x" * 300
    told.add(label)(20, 22)
    (file,) = files(tmp_path)
    assert len(file.name) < 120
    assert set(file.name) <= set("abcdefghijklmnopqrstuvwxyz0123456789_-")
    assert told.compiled == [label]


# --- other folders -----------------------------------------------------------------------------------


def folder(home: Path, number: int, age: float) -> Path:
    made = home / FOLDER.format(f"{number:024x}")
    made.mkdir(parents=True)
    (made / "add-1").write_bytes(b"kept")
    (made / f"add-2{PART}").write_bytes(b"half")
    for path in (*made.iterdir(), made):
        os.utime(path, (time.time() - age,) * 2)
    return made


def test_folders_long_out_of_use_go_and_nothing_else_does(told: Told, tmp_path: Path) -> None:
    home = tmp_path / "cache"
    old = [folder(home, number, IN_USE * (2 + number)) for number in range(5)]
    used = [folder(home, 10 + number, 1) for number in range(3)]
    mine = home / "photographs"
    mine.mkdir()
    (mine / "picture").write_bytes(b"not ours")
    os.utime(mine, (0, 0))
    told.add()(20, 22)
    assert all(path.exists() for path in used), "a folder in use"
    assert (mine / "picture").exists()
    assert not any(path.exists() for path in old), "more than a few are kept"
    assert len([path for path in home.iterdir() if path.name.startswith("rules-")]) == 4


def test_the_few_used_last_stay_however_old_and_lose_what_was_left_half_done(
    told: Told, tmp_path: Path
) -> None:
    home = tmp_path / "cache"
    old = [folder(home, number, IN_USE * (2 + number)) for number in range(5)]
    told.add()(20, 22)
    assert [path for path in old if path.exists()] == old[: KEPT - 1]
    assert [path.name for path in old[0].iterdir()] == ["add-1"]


def test_to_find_something_in_a_folder_is_to_use_it(told: Told, tmp_path: Path) -> None:
    told.add()(20, 22)
    place = files(tmp_path)[0].parent
    os.utime(place, (0, 0))
    cache._used.cache_clear()
    assert told.add()(20, 22) == 42
    assert place.stat().st_mtime > time.time() - 60


def test_a_folder_that_is_removed_while_a_program_runs_does_it_no_harm(told: Told, tmp_path: Path) -> None:
    running = told.add()
    assert running(20, 22) == 42
    shutil.rmtree(tmp_path / "cache")
    assert running(1, 2) == 3
    assert running(0.5, 0.25) == 0.75
    assert len(files(tmp_path)) == 1
    assert told.troubles == []
