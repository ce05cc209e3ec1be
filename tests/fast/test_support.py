"""Where Numba does not work: why it does not, and that everything else does, interpreted, and says so."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest

from upcard import fast

NOT_INSTALLED = f"Numba is not installed for Python {sys.version_info[0]}.{sys.version_info[1]}"
HIDE = """
import sys

class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {names}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Hidden())
"""
ALL = ("numba", "llvmlite", "numpy")
WHY = "from upcard import fast; print(fast.reason()); print(fast.available())"


def environment(folder: Path, *hidden: str, numba: str | None = None, **more: str) -> dict[str, str]:
    """An environment in which every program lacks these libraries, or has another Numba."""
    folder.mkdir(exist_ok=True)
    if hidden:
        (folder / "sitecustomize.py").write_text(HIDE.format(names=hidden))
    if numba is not None:
        (folder / "numba").mkdir()
        (folder / "numba" / "__init__.py").write_text(numba)
    kept = {key: value for key, value in os.environ.items() if key != fast.support.SWITCH}
    return {**kept, "PYTHONPATH": str(folder), **more}


def run(*words: str, env: dict[str, str], code: int = 0) -> subprocess.CompletedProcess[str]:
    done = subprocess.run([sys.executable, *words], env=env, capture_output=True, text=True, timeout=120)
    assert done.returncode == code, done.stderr
    return done


@pytest.fixture
def without(tmp_path: Path) -> dict[str, str]:
    return environment(tmp_path / "hidden", *ALL)


# --- why -----------------------------------------------------------------------------------------------

OLD = """
from types import SimpleNamespace
__version__, version_info, config = "0.58.1", (0, 58, 1), SimpleNamespace(DISABLE_JIT=0)
"""


@pytest.mark.parametrize(
    ("numba", "why"),
    [
        ("raise RuntimeError('no such\\nthing\\n')", "Numba does not start: no such"),
        ("raise ImportError('NumPy 2.3 or less.')", "Numba does not start: NumPy 2.3 or less"),
        ("raise OSError", "Numba does not start: OSError"),
        ("raise AttributeError('')", "Numba does not start: AttributeError"),
        ("import no_such_thing", "Numba does not start: No module named 'no_such_thing'"),
        ("", "Numba does not start: module 'numba' has no attribute '__version__'"),
        ("syntax error", "Numba does not start: invalid syntax (__init__.py, line 1)"),
        (OLD, "Numba 0.58.1 is older than 0.61"),
    ],
)  # fmt: skip
def test_a_numba_that_does_not_work_says_why(numba: str, why: str, tmp_path: Path) -> None:
    env = environment(tmp_path / "broken", numba=numba)
    assert run("-c", WHY, env=env).stdout.splitlines() == [why, "False"]


@pytest.mark.skipif(not fast.available(), reason=fast.reason() or "compiled")
@pytest.mark.parametrize("hidden", ["llvmlite", "numpy"])
def test_a_library_that_numba_lacks(hidden: str, tmp_path: Path) -> None:
    why, available = run("-c", WHY, env=environment(tmp_path / "hidden", hidden)).stdout.splitlines()
    assert why.startswith("Numba does not start: ")
    assert hidden in why.lower()
    assert available == "False"


@pytest.mark.skipif(not fast.available(), reason=fast.reason() or "compiled")
@pytest.mark.parametrize("switch", ["UPCARD_INTERPRETED", "NUMBA_DISABLE_JIT"])
def test_a_person_may_switch_it_off(switch: str, tmp_path: Path) -> None:
    env = environment(tmp_path, **{switch: "1"})
    assert run("-c", WHY, env=env).stdout.splitlines() == [f"{switch} is set", "False"]
    assert run("-c", WHY, env=environment(tmp_path)).stdout.splitlines() == ["", "True"]


def test_the_switch_is_looked_at_before_anything_is_imported(tmp_path: Path) -> None:
    env = environment(tmp_path / "broken", numba="print('imported')", UPCARD_INTERPRETED="1")
    assert run("-c", WHY, env=env).stdout.splitlines() == ["UPCARD_INTERPRETED is set", "False"]


# --- and all the same --------------------------------------------------------------------------------

PROGRAM = """
import sys
from upcard import fast
from upcard.bots import BOTS
from upcard.errors import NotCompiled
from upcard.games import GAMES
from upcard.lab import play_pairs
import upcard.bench, upcard.cli, upcard.testing, upcard.web.serve

nines = GAMES["nines"]
try:
    fast.engine(nines)
except NotCompiled as error:
    print(error)
print(fast.is_warm(nines), fast.warm([(nines, (fast.RANDOM,))]).wait(10))
report = play_pairs(nines, BOTS["random"], BOTS["greedy"], pairs=2)
print(report.pairs, report.path, report.path_reason)
print(not {"numba", "numpy", "llvmlite"} & sys.modules.keys())
"""


def test_programs_work_without(without: dict[str, str]) -> None:
    done = run("-c", PROGRAM, env=without)
    assert done.stdout.splitlines() == [
        f"the rules cannot be compiled here: {NOT_INSTALLED}",
        "False True",
        f"2 interpreted {NOT_INSTALLED}",
        "True",
    ]
    assert done.stderr == f"everything runs interpreted: {NOT_INSTALLED}\n"


def test_bots_play_each_other_without_and_it_is_said_once(without: dict[str, str]) -> None:
    words = ["-m", "upcard", "match", "nines", "random", "greedy", "--pairs", "2", "--json"]
    done = run(*words, env=without)
    assert done.stderr.count(NOT_INSTALLED) == 1
    report = json.loads(done.stdout)
    assert (report["pairs"], report["path"]) == (2, "interpreted")
    if fast.available():
        here = json.loads(run(*words, "--interpreted", env=dict(os.environ)).stdout)
        differing = {key for key in report if report[key] != here[key]}
        assert differing <= {"path_reason"}


@pytest.mark.parametrize(
    "words", [("--help",), ("rules", "nines"), ("score", "rack-o", "5 10 15 20 25 30 35 40 45 50")]
)
def test_other_commands_say_the_same_without(words: tuple[str, ...], without: dict[str, str]) -> None:
    done = run("-m", "upcard", *words, env=without)
    here = run("-m", "upcard", *words, env=dict(os.environ))
    assert (done.stdout, done.stderr) == (here.stdout, here.stderr)
    assert done.stdout


def test_the_benchmark_leaves_out_what_would_be_compiled(without: dict[str, str]) -> None:
    words = ["bench", "--quick", "--game", "rack-o", "--game", "nines", "--seconds", "0.01", "--rounds", "1"]
    done = run("-m", "upcard", *words, "--no-peers", "--json", env=without)
    found = json.loads(done.stdout)
    assert NOT_INSTALLED in found["left_out"]["nines_step"]
    assert NOT_INSTALLED in found["left_out"]["nines_python_step"]
    assert not found["failed"]


def test_compiling_beforehand_is_refused_in_words(without: dict[str, str]) -> None:
    done = run("-m", "upcard.fast", "nines", env=without, code=1)
    assert (done.stdout, done.stderr) == ("", f"nothing can be compiled here: {NOT_INSTALLED}\n")


SERVE = """
import sys
from pathlib import Path
from upcard.web import serve
serve.WARM_AFTER = 0
serve.run(Path(sys.argv[1]), port=0, open_browser=False, warm=True)
"""


def test_the_table_is_served_without_and_it_is_said_once(without: dict[str, str], tmp_path: Path) -> None:
    words = [sys.executable, "-c", SERVE, str(tmp_path / "data")]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, env=without, stdout=pipe, stderr=pipe, text=True) as server:
        try:
            assert server.stdout
            address = re.search(r"http://\S+", server.stdout.readline())
            assert address
            games = httpx2.get(f"{address[0]}api/catalog").json()["games"]
            assert len(games) == 3
            assert server.stderr
            line = server.stderr.readline()
            assert line.endswith(f"warning: everything runs interpreted: {NOT_INSTALLED}\n")
        finally:
            server.terminate()
            assert server.communicate(timeout=20)[1] == ""
