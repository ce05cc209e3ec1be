"""What has been compiled is kept, in the user's cache folder, and loaded by the next program.

A folder is named by a hash of everything that a compiled function depends on: the sources of the rules,
of the drivers and of the policies, Numba, Python and the processor. So nothing stale is ever found, and
nothing has to be noticed as changed. Each function is one file, written beside its place and moved there,
so that programs that start at once do no harm to each other: the worst is that both compile.

A folder that cannot be read or written, or a broken file, costs the time to compile and is said once.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
import uuid
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite.binding
import numba
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps
from platformdirs import user_cache_path

import upcard

HOME = "UPCARD_CACHE"
"""An environment variable: the folder to keep compiled functions in, instead of the user's cache folder."""
KEPT = 3
"""How many folders stay: the newest ones, for other versions and other Pythons on the same machine."""

Listener = Callable[[str], None]
on_compile: list[Listener] = []
"""Who is told the name of a function before it is compiled, which takes seconds."""
on_trouble: list[Listener] = []
"""Who is told, once, why nothing can be kept."""

_troubles: set[str] = set()


def home() -> Path:
    """Return the folder that holds all folders of compiled functions."""
    given = os.environ.get(HOME)
    return Path(given) if given else user_cache_path("upcard") / "compiled"


def sources() -> list[Path]:
    """Return the files that compiled functions are made from, sorted."""
    package = Path(upcard.__file__).parent
    folders = [package / name for name in ("games", "fast", "bots")]
    files = [path for folder in folders for path in folder.rglob("*.py")]
    return sorted([*files, *(package / name for name in ("piles.py", "rule.py", "state.py"))])


@cache
def fingerprint() -> str:
    """Return the hash of everything that a compiled function depends on, but for policies from elsewhere."""
    features = llvmlite.binding.get_host_cpu_features().flatten()
    parts = [
        sys.version,
        numba.__version__,
        llvmlite.__version__,
        llvmlite.binding.get_host_cpu_name(),
        features,
        str(numba.config.OPT),
    ]
    found = hashlib.sha256("\n".join(parts).encode())
    for path in sources():
        found.update(path.name.encode())
        found.update(path.read_bytes())
    return found.hexdigest()[:24]


def code_of(functions: Iterable[Callable[..., object]]) -> str:
    """Return a hash of functions from anywhere: the bytes of the files they were written in."""
    found = hashlib.sha256()
    for name in sorted({function.__code__.co_filename for function in functions}):
        path = Path(name)
        found.update(path.read_bytes() if path.exists() else name.encode())
    return found.hexdigest()[:12]


class KeptFunction(_Cache):  # type: ignore[misc]  # Numba has no types
    """The cache of one compiled function: a file for each signature."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._folder = home() / fingerprint()

    @property
    def cache_path(self) -> str:
        """The folder."""
        return str(self._folder)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the function as it was kept, or None, and tell that it has to be compiled."""
        try:
            data = self._file(sig).read_bytes()
            target_context.refresh()
            return CompileResult._rebuild(target_context, *pickle.loads(data))  # noqa: S301 - our own file
        except FileNotFoundError:
            pass
        except Exception as error:  # a broken file may fail in any way, and is written anew
            _tell(f"a compiled function could not be loaded: {error}")
        for listener in on_compile:
            listener(self.name)
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the function, if there is a place for it."""
        path = self._file(sig)
        beside = path.with_name(f"{path.name}.{uuid.uuid4().hex[:12]}")
        try:
            if not path.parent.exists():
                path.parent.mkdir(parents=True, exist_ok=True)
                _leave_newest(path.parent)
            beside.write_bytes(dumps(data._reduce()))
            beside.replace(path)
        except OSError as error:
            beside.unlink(missing_ok=True) if os.access(beside.parent, os.W_OK) else None
            _tell(f"compiled functions cannot be kept in {path.parent.parent}: {error.strerror or error}")

    def _file(self, sig: Any) -> Path:
        short = hashlib.sha256(str(sig).encode()).hexdigest()[:12]
        return self._folder / f"{self.name}-{short}"

    def enable(self) -> None:
        """Nothing: it always is."""

    def disable(self) -> None:
        """Nothing: it always is enabled."""

    def flush(self) -> None:
        """Nothing: a file that is there is valid."""


def _tell(trouble: str) -> None:
    if trouble not in _troubles:
        _troubles.add(trouble)
        for listener in on_trouble:
            listener(trouble)


def _leave_newest(folder: Path) -> None:
    """Remove all but the newest folders; one that another program removes first is no matter."""
    import shutil

    others = [path for path in folder.parent.iterdir() if path.is_dir() and path != folder]
    others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for path in others[KEPT - 1 :]:
        shutil.rmtree(path, ignore_errors=True)
