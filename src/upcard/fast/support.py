"""Whether the rules can be compiled here, and if not, why.

Everything but long studies runs without Numba, so nothing here fails: it answers. Importing this module
imports neither Numba nor NumPy.
"""

from __future__ import annotations

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
    if os.environ.get(SWITCH):
        return f"{SWITCH} is set"
    try:
        import numba
    except ImportError as error:
        if isinstance(error, ModuleNotFoundError) and error.name == "numba":
            version = ".".join(str(number) for number in sys.version_info[:2])
            return f"Numba is not installed for Python {version}"
        return f"Numba does not start: {error}"
    except Exception as error:  # a library that is broken may fail in any way
        return f"Numba does not start: {error}"
    if tuple(numba.version_info[:2]) < LEAST:
        return f"Numba {numba.__version__} is older than {'.'.join(str(number) for number in LEAST)}"
    if numba.config.DISABLE_JIT:
        return "NUMBA_DISABLE_JIT is set"
    return ""


def available() -> bool:
    """Whether the rules can be compiled here."""
    return not reason()


def insist() -> None:
    """Raise NotCompiled, with the reason, where the rules cannot be compiled."""
    if why := reason():
        raise NotCompiled(why)
