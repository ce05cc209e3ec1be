"""What has been compiled is kept, in the user's cache folder, and loaded by the next program.

A folder is named by a hash of the sources of rules and drivers, of Numba, Python and the processor; a file
in it by a hash of everything that the function reaches, policies from elsewhere too. So nothing stale is
ever found, and nothing has to be noticed as changed. A function is one file, written beside its place and
moved there, so that programs that start at once do no harm to each other: the worst is that all compile.

A folder that cannot be read or written, or a damaged file, costs the time to compile and is said once.
"""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import logging
import os
import pickle
import re
import shutil
import sys
import time
from collections.abc import Callable
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from numba.core.bytecode import FunctionIdentity
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.registry import cpu_target
from numba.core.runtime import rtsys
from numba.core.serialize import dumps

import upcard
from upcard.fast.code_hash import code_of

HOME = "UPCARD_CACHE"
"""An environment variable: the folder to keep compiled functions in, instead of the user's cache folder."""
KEPT = 3
"""How many folders stay in any case: those used last, for other versions and other Pythons."""
IN_USE = 3600
"""For how many seconds a folder counts as in use after a program has found or left something there."""
SETTINGS = ("OPT", "BOUNDSCHECK", "LOOP_VECTORIZE", "SLP_VECTORIZE", "DEBUGINFO_DEFAULT")
"""What Numba is told by the environment and does not say in the name of the processor."""
FOLDER = "rules-{}"
OURS = re.compile(r"rules-[0-9a-f]{24}")
AROUND = ("__init__", "__main__", "support", "threads", "warming")
"""The modules here that no compiled function is made from."""
PART = ".part"
"""How the name of a file ends that is still being written."""
NO_HOME = f"compiled functions are not kept: there is no home folder; set {HOME} to a folder"
LONGEST_LABEL = 60
DIGEST = 32

Listener = Callable[[str], None]
on_compile: list[Listener] = []
"""Who is told the name of a function before it is compiled, which takes seconds."""
on_trouble: list[Listener] = []
"""Who is told, once, why something cannot be kept or loaded; where nobody is, the log is."""

logger = logging.getLogger("upcard.fast")
_troubles: set[str] = set()


def home() -> Path | None:
    """Return the folder that holds all folders of compiled functions, None where there is no place for it."""
    given = os.environ.get(HOME)
    if given:
        return Path(given).absolute()
    from platformdirs import user_cache_path

    try:
        found = user_cache_path("upcard", appauthor=False) / "compiled"
    except (OSError, RuntimeError):
        return None
    return found if found.is_absolute() else None  # nobody's home folder is known


def sources() -> list[Path]:
    """Return the files of the rules and of what is compiled around them, sorted."""
    package = Path(upcard.__file__).parent
    files = [path for folder in ("games", "fast") for path in (package / folder).rglob("*.py")]
    files = [path for path in files if path.parent.name != "fast" or path.stem not in AROUND]
    return sorted([*files, *(package / name for name in ("piles.py", "rule.py", "state.py"))])


@cache
def fingerprint() -> str:
    """Return the hash of what all compiled functions have in common."""
    settings = [getattr(numba.config, name, None) for name in SETTINGS]
    parts = [
        sys.version,
        *(library.__version__ for library in (numba, llvmlite, np)),
        *cpu_target.target_context.codegen().magic_tuple(),
        repr(settings),
    ]
    found = hashlib.sha256("\n".join(parts).encode())
    for path in sources():
        found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()[:24]


def why_not_kept() -> str:
    """Return why nothing can be kept, found out by trying; nothing where it can."""
    place = home()
    if place is None:
        return NO_HOME
    beside = place / f"{os.getpid()}-{os.urandom(6).hex()}{PART}"
    try:
        place.mkdir(parents=True, exist_ok=True)
        beside.write_bytes(bytes(DIGEST))
    except OSError as error:
        return _no_place(place, error)
    finally:
        with contextlib.suppress(OSError):
            beside.unlink()
    return ""


def _no_place(place: Path, error: OSError) -> str:
    return f"compiled functions cannot be kept in {place}: {error.strerror or error}"


class KeptFunction(_Cache):  # type: ignore[misc]  # Numba has no types
    """The cache of one compiled function, a file for each signature.

    ``label`` is for people; ``function`` is what is compiled, and ``before`` is called before it is.
    """

    def __init__(self, label: str, function: Any, before: Callable[[], None] = lambda: None) -> None:
        self.label = label
        self._function = function
        self._before = before

    @cached_property
    def folder(self) -> Path | None:
        """Where its files are, None where there is no place for them."""
        place = home()
        return place / FOLDER.format(fingerprint()) if place else None

    @property
    def cache_path(self) -> str:
        """The folder in words."""
        return str(self.folder or "")

    @cached_property
    def prefix(self) -> str:
        """How the names of its files begin: nothing that a file system could mind."""
        plain = re.sub(r"[^a-z0-9_-]", "_", self.label.lower())[:LONGEST_LABEL]
        return f"{plain}-{code_of(self._function)}-"

    def is_kept(self) -> bool:
        """Whether there is a file of it, so that it need not be compiled."""
        return self.folder is not None and any(
            path.suffix != PART for path in self.folder.glob(f"{self.prefix}*")
        )

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the function as it was kept, or tell that it is about to be compiled and return None."""
        data = self._read(sig)
        if data is not None:
            try:
                _make_ready(target_context)
                return CompileResult._rebuild(target_context, *pickle.loads(data))  # noqa: S301 - as it was written
            except Exception as error:  # what Numba makes of a file may fail in any way
                _tell(f"the compiled {self.label} does not load and is made anew: {error}")
        self._before()
        _name_apart()
        for listener in on_compile:
            listener(self.label)
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the function, if there is a place for it and if it does not hold addresses of this program."""
        if self.folder is None:
            _tell(NO_HOME)
        elif not data.library.has_dynamic_globals:
            _write(self._file(self.folder, sig), dumps(data._reduce()))

    def _read(self, sig: Any) -> bytes | None:
        """Return what is kept, None where nothing is that can be trusted."""
        if self.folder is None:
            return None
        try:
            data = self._file(self.folder, sig).read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            _tell(f"compiled functions in {self.folder} cannot be read: {error.strerror or error}")
            return None
        if hashlib.sha256(data[DIGEST:]).digest() == data[:DIGEST]:
            _used(self.folder)
            return data[DIGEST:]
        _tell(f"the compiled {self.label} in {self.folder} is damaged and is made anew")
        return None

    def _file(self, folder: Path, sig: Any) -> Path:
        return folder / f"{self.prefix}{hashlib.sha256(str(sig).encode()).hexdigest()[:12]}"

    def enable(self) -> None:
        """Nothing: it always is."""

    def disable(self) -> None:
        """Nothing: it always is enabled."""

    def flush(self) -> None:
        """Nothing: a file that is there is valid."""


def _make_ready(target_context: Any) -> None:
    """Have there what compiled functions call: Numba's own way of asking for memory.

    Numba would also make everything known that can be compiled, which takes longer than all else; before
    something is compiled it still does.
    """
    rtsys.initialize(target_context)


def _name_apart() -> None:
    """Have what is compiled from now on be called by names that no other program gives.

    Numba tells closures and lengths of arrays apart by a number only, which counts from 1 in every program.
    Loaded into one program, what two of them have kept would call each other's functions.
    """
    FunctionIdentity._unique_ids = itertools.count(int.from_bytes(os.urandom(7)))


def _write(path: Path, payload: bytes) -> None:
    """Put a file in its place at once, with a digest before it; say why where that does not work."""
    beside = path.with_name(f"{path.name}.{os.getpid()}-{os.urandom(6).hex()}{PART}")
    try:
        if not path.parent.is_dir():
            path.parent.mkdir(parents=True, exist_ok=True)
            _leave_newest(path.parent)
        beside.write_bytes(hashlib.sha256(payload).digest() + payload)
        beside.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            beside.unlink()
        _tell(_no_place(path.parent.parent, error))
    else:
        _used(path.parent)


def _tell(trouble: str) -> None:
    if trouble not in _troubles:
        _troubles.add(trouble)
        for listener in on_trouble:
            listener(trouble)
        if not on_trouble:
            logger.warning("%s", trouble)


@cache
def _used(folder: Path) -> None:
    """Note, once in a program, that a folder is in use."""
    with contextlib.suppress(OSError):
        os.utime(folder)


def _leave_newest(folder: Path) -> None:
    """Remove the folders and unfinished files that no program has needed for a while, but a few.

    One that another program removes first is no matter, nor is one that cannot be removed.
    """
    with contextlib.suppress(OSError):
        others = [path for path in folder.parent.iterdir() if OURS.fullmatch(path.name) and path != folder]
        last_used = {path: path.stat().st_mtime for path in others}
        others.sort(key=last_used.__getitem__, reverse=True)
        for path in others[KEPT - 1 :]:
            if time.time() - last_used[path] > IN_USE:
                shutil.rmtree(path, ignore_errors=True)
        for path in others[: KEPT - 1]:
            for part in path.glob(f"*{PART}"):
                if time.time() - part.stat().st_mtime > IN_USE:
                    part.unlink()
