"""Programs that start at once share a cache: none is harmed, and the next finds what they left."""

import subprocess
import sys
from pathlib import Path

import pytest

from upcard import fast

pytestmark = pytest.mark.skipif(not fast.available(), reason=fast.reason() or "compiled")

PROGRAM = """
import sys, time
from pathlib import Path
import numba, numpy as np
from upcard.fast import cache
from upcard.fast.cache import KeptFunction

compiled, troubles = [], []
cache.on_compile.append(compiled.append)
cache.on_trouble.append(troubles.append)

def count(most):  # asks for memory and may fail: what Numba needs for both has to be there
    seen = np.zeros(most, np.int64)
    for place in range(most):
        seen[place] = place
    return seen.sum()

def at(numbers, place):
    return numbers[place]

def kept(label, function):
    made = numba.njit(boundscheck=True)(function)
    made._cache = KeptFunction(label, made)
    return made

while not Path(sys.argv[1]).exists():
    time.sleep(0.001)
assert kept("count", count)(100) == 4950
assert kept("at", at)(np.arange(3), 2) == 2
try:
    kept("at", at)(np.arange(3), 3)
except IndexError as error:
    print(len(compiled), len(troubles), error)
assert numba.njit(lambda a: a[::-1].sum())(np.arange(3)) == 3  # what was not known yet still compiles
"""


def programs(count: int, tmp_path: Path) -> list[str]:
    words = [sys.executable, "-c", PROGRAM, str(tmp_path / "go")]
    running = [subprocess.Popen(words, stdout=subprocess.PIPE, text=True) for _ in range(count)]
    (tmp_path / "go").touch()
    return [program.communicate(timeout=120)[0].strip() for program in running]


def test_programs_that_start_at_once_all_finish_and_the_next_compiles_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UPCARD_CACHE", str(tmp_path / "cache"))
    out_of_bounds = "index is out of bounds"
    for said in programs(3, tmp_path):
        compiled, troubles, error = said.split(maxsplit=2)
        assert int(compiled) <= 2
        assert (troubles, error) == ("0", out_of_bounds)
    assert programs(1, tmp_path) == [f"0 0 {out_of_bounds}"]
    assert sum(path.is_file() for path in (tmp_path / "cache").rglob("*")) == 2, (
        "something half done was left"
    )
