"""A compiled function is kept under a hash of all that it reaches, wherever that was written."""

import importlib.util
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from upcard import fast
from upcard.fast.code_hash import code_of
from upcard.fast.kernel import KERNELS, kernel, unchecked
from upcard.fast.policy import Policy
from upcard.games import GAMES

HELPER = """
from typing import NamedTuple

class Places(NamedTuple):
    LOW: int = 0
    HIGH: int = 1

Place = Places()
SHIFT = 3
UNUSED = 4

def deeper(word):
    return word >> SHIFT

def place_of(word, among):
    return deeper(word) % among + Place.LOW

def unrelated(word):
    return word
"""
POLICY = """
import helper
from helper import place_of
from upcard.fast.policy import count_codes, nth_code
from upcard.rule import RULES

FACTOR = 1

def choose(state, legal, word, table, *, least=0):
    return nth_code(legal, place_of(word * FACTOR, count_codes(legal)))

def choose_by_module(state, legal, word, table):
    return nth_code(legal, helper.place_of(word, count_codes(legal)))
"""
CHANGES = {
    "a helper's helper, not marked as a rule": ("helper", "word >> SHIFT", "word << SHIFT"),
    "a constant of another module": ("helper", "SHIFT = 3", "SHIFT = 4"),
    "a member of a tuple of constants": ("helper", "HIGH: int = 1", "HIGH: int = 2"),
    "a helper": ("helper", "% among", "// among"),
    "the policy": ("policy", "count_codes(legal))", "count_codes(legal) - 1)"),
    "its constant": ("policy", "FACTOR = 1", "FACTOR = 2"),
    "a default": ("policy", "least=0", "least=1"),
}
NOT_BY_MODULE = ("its constant", "a default")
REACHED = [
    (function, change)
    for function in ("choose", "choose_by_module")
    for change in CHANGES
    if function == "choose" or change not in NOT_BY_MODULE
]


def imported(name: str, source: str, folder: Path) -> Any:
    """The module as a program that starts now would have it."""
    path = folder / f"{name}.py"
    path.write_text(source)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    exec(compile(source, str(path), "exec"), module.__dict__)
    return module


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    def load(module: str = "", old: str = "", new: str = "") -> Any:
        source = {"helper": HELPER, "policy": POLICY}
        if module:
            assert old in source[module]
            source[module] = source[module].replace(old, new)
        monkeypatch.setitem(sys.modules, "helper", imported("helper", source["helper"], tmp_path))
        return imported("policy", source["policy"], tmp_path)

    return load


@pytest.mark.parametrize("function", ["choose", "choose_by_module"])
def test_the_same_code_read_again_is_the_same(function: str, load: Callable[..., Any]) -> None:
    first = code_of(getattr(load(), function))
    assert code_of(getattr(load(), function)) == first
    for change in (("UNUSED = 4", "UNUSED = 5"), ("def unrelated(word):\n    return word", "x = 1")):
        assert code_of(getattr(load("helper", *change), function)) == first


@pytest.mark.parametrize(("function", "change"), REACHED)
def test_whatever_it_reaches_is_part_of_it(function: str, change: str, load: Callable[..., Any]) -> None:
    before = code_of(getattr(load(), function))
    assert code_of(getattr(load(*CHANGES[change]), function)) != before


def test_what_is_typed_twice_at_a_prompt_is_two_functions() -> None:
    typed: list[Any] = []
    for number in (1, 2):
        names: dict[str, Any] = {}
        exec(compile(f"def choose(word):\n    return word + {number}", "<stdin>", "exec"), names)
        typed.append(names["choose"])
    assert code_of(typed[0]) != code_of(typed[1])


def test_what_a_function_closes_over_is_part_of_it() -> None:
    def adding(number: Any) -> Callable[[int], int]:
        return lambda word: word + (number(word) if callable(number) else number)

    made = [adding(1), adding(2), adding(adding(1)), adding(adding(2))]
    assert len({code_of(function) for function in made}) == 4
    assert code_of(adding(adding(2))) == code_of(made[3])


def test_a_function_that_calls_itself_has_an_end() -> None:
    def down(number: int) -> int:
        return 0 if number == 0 else down(number - 1)

    assert code_of(down) == code_of(down)


@pytest.mark.skipif(not fast.available(), reason=fast.reason() or "compiled")
def test_how_numba_is_told_to_compile_is_part_of_it() -> None:
    import numba

    def add(first: int, second: int) -> int:
        return first + second

    plain, checked = numba.njit(add), numba.njit(boundscheck=True)(add)
    assert len({code_of(add), code_of(plain), code_of(checked)}) == 3
    assert code_of(numba.njit(boundscheck=True)(add)) == code_of(checked)


def prefix(game: str, *policies: Policy) -> str:
    """What the files of an engine's driver begin with; nothing is compiled for it."""
    from upcard.fast.compiled import Engine

    return str(Engine(GAMES[game], policies)._driver._cache.prefix)


@pytest.mark.skipif(not fast.available(), reason=fast.reason() or "compiled")
@pytest.mark.parametrize("change", CHANGES)
def test_an_engine_is_kept_under_what_its_policies_call(change: str, load: Callable[..., Any]) -> None:
    def kept(choose: Callable[..., int]) -> str:
        return prefix("nines", Policy("mine", choose))

    assert kept(load().choose) == kept(load().choose)
    assert kept(load().choose) != kept(load(*CHANGES[change]).choose)


@pytest.mark.skipif(not fast.available(), reason=fast.reason() or "compiled")
def test_a_driver_is_kept_under_the_rules_of_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    from upcard.games.nines import rules

    before = prefix("nines"), prefix("rack-o")
    names = GAMES["nines"].apply.__code__.co_names
    reached = next(name for name in names if callable(getattr(rules, name, None)))
    monkeypatch.setattr(rules, reached, lambda *_: 0)
    assert prefix("nines") != before[0]
    assert prefix("rack-o") == before[1]


PROGRAM = """
from upcard.bots.sets import policy_sets
from upcard.fast import engine
from upcard.games import GAMES
for game in GAMES.values():
    for policies in policy_sets(game.name):
        made = engine(game, *policies)
        print(made._driver._cache.prefix)
    print([step._cache.prefix for step in made._steps.values()])
"""


@pytest.mark.skipif(not fast.available(), reason=fast.reason() or "compiled")
def test_every_program_comes_to_the_same_names() -> None:
    def told(seed: str) -> Sequence[str]:
        words = [sys.executable, "-c", PROGRAM]
        done = subprocess.run(
            words, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        )
        return done.stdout.splitlines()

    first = told("1")
    assert len(set(first)) == len(first) == 9
    assert "0x" not in "".join(first)
    assert told("2") == first


def test_every_element_of_a_long_array_counts() -> None:
    def reads(weights: "np.ndarray[Any, Any]") -> Any:
        def read() -> Any:
            return weights[0]

        return read

    plain, other = np.zeros(5_000), np.zeros(5_000)
    other[2_500] = 1
    assert code_of(reads(plain)) == code_of(reads(plain.copy()))
    assert code_of(reads(plain)) != code_of(reads(other))
    assert code_of(reads(plain)) != code_of(reads(plain.astype(np.float32)))


def test_a_constant_of_a_module_within_a_package_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    package, inner = ModuleType("somewhere"), ModuleType("somewhere.inner")
    package.inner = inner  # as an import of the inner one does
    inner.CONSTANT = 1
    monkeypatch.setitem(globals(), "somewhere", package)

    def read() -> Any:
        return somewhere.inner.CONSTANT  # noqa: F821 - set above

    before = code_of(read)
    inner.CONSTANT = 2
    assert code_of(read) != before


def test_whether_a_kernel_checks_its_indices_is_part_of_what_it_comes_to() -> None:
    def read(numbers: Sequence[int], place: int) -> int:
        return numbers[place]

    plain = code_of(read)
    checked = code_of(kernel(read))
    unguarded = code_of(unchecked(read))
    del KERNELS[read]
    assert len({plain, checked, unguarded}) == 3
    assert code_of(read) == plain
