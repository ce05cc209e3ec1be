"""A hash of all that a function comes to once it is compiled: its code, and what it calls and reads.

It is taken from the functions in memory and not from their files, so that it holds for one typed at a
prompt or made by another function, and for helpers and constants from any module.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Iterator, Sequence
from enum import EnumMeta
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from upcard.fast.kernel import KERNELS

LENGTH = 16
LIBRARIES = ("numba", "numpy")
"""Packages whose version says what their functions do."""


def code_of(*functions: Any) -> str:
    """Return a hash of functions, compiled ones among them, and of whatever they reach."""
    found = hashlib.sha256()
    seen: set[int] = set()
    for function in functions:
        for word in _words_of(function, seen):
            found.update(f"{len(word)}:{word}".encode())
    return found.hexdigest()[:LENGTH]


def _words_of(value: Any, seen: set[int]) -> Iterator[str]:
    """Yield in words what a value is, each function once."""
    options = getattr(value, "targetoptions", None)
    if options is not None and hasattr(value, "py_func"):  # made by Numba, with options of its own
        yield repr(sorted(options.items()))
        value = value.py_func
    if not isinstance(value, FunctionType):
        yield _name_of(value)
        return
    yield f"{value.__module__}.{value.__qualname__}"
    if id(value) in seen or str(value.__module__).partition(".")[0] in LIBRARIES:
        return
    seen.add(id(value))
    yield repr((value.__defaults__, value.__kwdefaults__, KERNELS.get(value)))  # whether indices are checked
    yield from _code_in_words(value.__code__)
    for reached in _reached(value):
        yield from _words_of(reached, seen)


def _code_in_words(code: CodeType) -> Iterator[str]:
    yield code.co_code.hex()
    yield " ".join((*code.co_names, "/", *code.co_freevars, "/", *code.co_varnames))
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _code_in_words(constant)
        else:
            yield _name_of(constant)


def _reached(function: FunctionType) -> Iterator[Any]:
    """Yield the values of the names that a function uses from outside, in the order of its code."""
    for cell in function.__closure__ or ():
        with contextlib.suppress(ValueError):  # one that holds nothing yet
            yield cell.cell_contents
    names = _names_in(function.__code__)
    for name in names:
        if name in function.__globals__:
            value = function.__globals__[name]
            yield value
            yield from _inside(value, names)


def _inside(module: Any, names: Sequence[str], passed: tuple[str, ...] = ()) -> Iterator[Any]:
    """Yield whatever a module, and modules within it, have under names that the function uses."""
    if not isinstance(module, ModuleType) or module.__name__ in passed:
        return
    if module.__name__.partition(".")[0] in LIBRARIES:
        return
    for name in names:
        if hasattr(module, name):
            value = getattr(module, name)
            yield value
            yield from _inside(value, names, (*passed, module.__name__))


def _names_in(code: CodeType) -> list[str]:
    names = list(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names += _names_in(constant)
    return list(dict.fromkeys(names))


def _name_of(value: Any) -> str:
    """Return a constant in words; a set's in any order, a module or a type by its name."""
    if isinstance(value, (set, frozenset)):
        return f"{{{sorted(map(repr, value))}}}"
    if isinstance(value, (tuple, list)):
        return f"{type(value).__name__}({', '.join(map(_name_of, value))})"
    if isinstance(value, np.ndarray):  # its repr leaves out the middle of a long one
        return f"array {value.dtype} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
    if isinstance(value, EnumMeta):
        return repr(list(value))
    if isinstance(value, (ModuleType, type)):
        return f"{getattr(value, '__module__', '')}.{value.__name__}"
    if callable(value):
        return f"{getattr(value, '__module__', '')}.{getattr(value, '__qualname__', repr(value))}"
    return f"{type(value).__name__} {value!r}"
