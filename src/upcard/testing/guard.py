"""A state whose lists notice what Python lets pass and a compiled record does not.

An index that turns negative counts from the end for Python and is not caught compiled; a number that
does not fit its field stands as it is for Python and wraps compiled. On a guarded state both raise.
"""

from __future__ import annotations

from typing import Any, SupportsIndex

from upcard.state import copy_state, widths

RANGES = {"u1": (0, 255), "i2": (-(2**15), 2**15 - 1), "i4": (-(2**31), 2**31 - 1)}
"""What each width of a field holds."""


class DialectError(AssertionError):
    """A rule did what means something else when it is compiled."""


class _Guarded(list[Any]):
    """A list of a guarded state."""

    __slots__ = ("high", "low", "name")

    def __init__(self, values: list[Any], name: str, width: str) -> None:
        super().__init__(values)
        self.name = name
        self.low, self.high = RANGES[width]

    def __getitem__(self, index: Any) -> Any:
        return super().__getitem__(self._checked(index))

    def __setitem__(self, index: Any, value: Any) -> None:
        if not isinstance(value, int) or not self.low <= value <= self.high:
            raise DialectError(f"{self.name}[{index}] cannot hold {value!r}")
        super().__setitem__(self._checked(index), value)

    def _checked(self, index: Any) -> SupportsIndex:
        if not isinstance(index, int) or index < 0:
            raise DialectError(f"{self.name}[{index}]: no slices, and no index below 0")
        return index


def guarded(state: Any) -> Any:
    """Return a copy of the state with guarded lists; its own copies (``copy_state``) are plain again."""
    twin = copy_state(state)
    for name, (width, shape) in widths(type(state)).items():
        values = getattr(twin, name)
        if len(shape) == 2:
            setattr(twin, name, _Guarded([_Guarded(row, name, width) for row in values], name, width))
        elif shape:
            setattr(twin, name, _Guarded(values, name, width))
    return twin


def check_fits(state: Any) -> None:
    """Raise DialectError if a number of the state does not fit its field, or a list has another length."""
    for name, (width, shape) in widths(type(state)).items():
        _fits(getattr(state, name), name, shape, RANGES[width])


def _fits(value: Any, name: str, shape: tuple[int, ...], span: tuple[int, int]) -> None:
    if not shape:
        if not isinstance(value, int) or not span[0] <= value <= span[1]:
            raise DialectError(f"{name} cannot hold {value!r}")
        return
    if not isinstance(value, list) or len(value) != shape[0]:
        raise DialectError(f"{name} is not a list of {shape[0]}")
    for inner in list.__iter__(value):
        _fits(inner, name, shape[1:], span)
