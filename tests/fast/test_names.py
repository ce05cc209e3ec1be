"""Functions kept by different programs and loaded by one stay apart, even if they look the same to Numba."""

import os
import subprocess
import sys
from pathlib import Path

PROGRAM = """
import sys
import numba
from upcard.fast.cache import HOME, KeptFunction, on_compile

compiled = []
on_compile.append(compiled.append)

def adding(number):
    @numba.njit
    def inner(value):  # too long to be written out where it is called
        steps = 0
        for other in range(1, 20):
            while other != 1:
                other = 3 * other + 1 if other % 2 else other // 2
                steps += other % 3
            for more in range(other, value):
                steps += (more * other) % 11
            for more in range(value, value + other):
                steps += (more * other) % 13
            while other < value:
                other = other * 2 + other % 7
                steps += other % 5
            while other > 1:
                other = other // 3 + other % 2
                steps += other % 17
        return value + number + (steps < 0)

    def add(value):
        return inner(value) + inner(value + 1)

    return add

def kept(number):
    plain = adding(number)
    function = numba.njit(plain)
    function._cache = KeptFunction(f"add-{number}", plain)
    return function

print([kept(int(number))(100) for number in sys.argv[1:]], len(compiled))
"""


def run(home: Path, *numbers: int) -> str:
    """Return what a program of its own says that adds each of these numbers to 100 and to 101."""
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, *map(str, numbers)],
        env={**os.environ, "UPCARD_CACHE": str(home)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()


def test_functions_that_two_programs_have_kept_stay_apart_in_a_third(tmp_path: Path) -> None:
    """Numba numbers functions from 1 in every program, and only by that number tells closures apart."""
    assert run(tmp_path, 1) == "[203] 1"
    assert run(tmp_path, 2) == "[205] 1"
    assert run(tmp_path, 1, 2) == "[203, 205] 0"
    assert run(tmp_path, 2, 1) == "[205, 203] 0"
