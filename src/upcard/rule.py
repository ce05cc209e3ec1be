"""``@rule`` marks a function as part of a rule book, and does nothing else to it.

Marked functions are written in a small dialect of Python (see ``docs/dialect.md``), so that they
run as they stand and compile unchanged.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

_Function = TypeVar("_Function", bound=Callable[..., object])

RULES: list[Callable[..., object]] = []
"""Every function marked so far, callees before their callers."""


def rule(function: _Function) -> _Function:
    """Collect the function in ``RULES`` and return it unchanged."""
    RULES.append(function)
    return function
