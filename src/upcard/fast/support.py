"""Whether the rules can be compiled here, and if not, why.

Everything but long studies runs without Numba, so nothing here fails: it answers. Importing this module
imports neither Numba nor NumPy.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from functools import cache

from upcard.errors import NotCompiled

LEAST = (0, 61)
"""The oldest Numba that compiles the rules."""
SWITCH = "UPCARD_INTERPRETED"
"""An environment variable that, when it is set, has everything run interpreted."""


@cache
def reason() -> str:
    """Return why nothing is compiled here, in a phrase; nothing where Numba works."""
    if why := not_installed():
        return why
    try:
        import numba

        version, told = numba.__version__, tuple(numba.version_info[:2])
        disabled = bool(numba.config.DISABLE_JIT)
    except Exception as error:  # a library that is broken may fail in any way
        return f"Numba does not start: {_in_a_phrase(error)}"
    if told < LEAST:
        return f"Numba {version} is older than {'.'.join(str(number) for number in LEAST)}"
    if disabled:
        return "NUMBA_DISABLE_JIT is set"
    return ""


def not_installed() -> str:
    """Return why nothing is compiled here, as far as that is plain before Numba has been started."""
    if os.environ.get(SWITCH):
        return f"{SWITCH} is set"
    try:
        found = importlib.util.find_spec("numba")
    except (ImportError, ValueError):
        found = None
    if found is None:
        return f"Numba is not installed for Python {sys.version_info[0]}.{sys.version_info[1]}"
    return ""


def available() -> bool:
    """Whether the rules can be compiled here."""
    return not reason()


def insist() -> None:
    """Raise NotCompiled, with the reason, where the rules cannot be compiled."""
    if why := reason():
        raise NotCompiled(why)


def _in_a_phrase(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return lines[0].rstrip(".") if lines else type(error).__name__


def cores() -> int:
    """Return how many cores this program may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
