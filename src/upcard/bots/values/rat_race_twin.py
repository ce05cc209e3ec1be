"""Kernels with a twin for where nothing is compiled: the same numbers, to the last bit, by whole arrays.

Loops over the numbers of a layer are what compiled code is quick at and what takes Python a thousand times as
long. A twin does the same additions in the same order, many next to each other, and remembers what it needs
again and again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, ClassVar

from upcard.fast.kernel import unchecked


class Twin:
    """Calls ``arrays``; Numba, and the hash of what has been compiled, find the loops in its place."""

    targetoptions: ClassVar[dict[str, Any]] = {}
    """As functions made by Numba have it: nothing of its own."""

    def __init__(self, loops: Callable[..., Any], arrays: Callable[..., Any]) -> None:
        self.py_func = loops
        self.arrays = arrays
        self.__doc__ = loops.__doc__

    def __call__(self, *arguments: Any) -> Any:
        """Do it by whole arrays."""
        return self.arrays(*arguments)

    @cached_property
    def _made(self) -> Any:
        from upcard.fast.words import jit

        loops: Any = self.py_func
        return jit(lambda *arguments: loops(*arguments))  # noqa: PLW0108 - loops have options of their own

    @property
    def _numba_type_(self) -> Any:
        """What it is to Numba, which asks when something that calls it is compiled: a call of the loops."""
        return self._made._numba_type_


def by_arrays(arrays: Callable[..., Any]) -> Callable[[Callable[..., Any]], Twin]:
    """Have a kernel compiled as it stands, and ``arrays`` called where nothing is compiled."""

    def twin(loops: Callable[..., Any]) -> Twin:
        return Twin(unchecked(loops), arrays)

    return twin
