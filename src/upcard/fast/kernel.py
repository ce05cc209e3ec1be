"""Kernels: what a player reckons with arrays of numbers, as it stands or compiled.

Rules keep to whole numbers and to a small dialect; a kernel may use NumPy's arrays and floats, as far as
Numba compiles them, and call rules. ``@kernel`` only collects a function, and a kernel that is compiled calls
other kernels compiled. So that the same position is worth the same on every machine, a kernel adds up in a
fixed order: no sums by NumPy, no products of matrices, no fused or reordered arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from upcard.fast.support import available

_Function = TypeVar("_Function", bound=Callable[..., Any])

KERNELS: dict[Callable[..., Any], bool] = {}
"""Every function marked so far, and whether its indices are checked when it is compiled."""


def kernel(function: _Function) -> _Function:
    """Collect the function in ``KERNELS`` and return it unchanged."""
    KERNELS[function] = True
    return function


def unchecked(function: _Function) -> _Function:
    """Collect a kernel whose indices are not checked: loops over whole rows, which are vectors only so."""
    KERNELS[function] = False
    return function


_compiled: dict[Callable[..., Any], Callable[..., Any]] = {}


def compiled(label: str, function: _Function) -> _Function:
    """Return a kernel compiled when it is first called, and kept; the function itself where nothing is.

    ``label`` names it for people. It lets go of Python's lock while it runs.
    """
    if not available():
        return function
    if function not in _compiled:
        import numba

        from upcard.fast.cache import KeptFunction
        from upcard.fast.link import link

        made = numba.njit(error_model="numpy", boundscheck=KERNELS.get(function, True), nogil=True)(function)
        made._cache = KeptFunction(label, made, link)
        _compiled[function] = made
    return _compiled[function]  # type: ignore[return-value]  # what Numba returns is called the same way
