"""What is compiled beforehand, by programs of their own: in what order, at what priority, and how it ends."""

import logging
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import httpx2
import pytest

from upcard import fast
from upcard.bots import ALWAYS, BOTS
from upcard.bots.sets import levels, policy_sets
from upcard.fast import __main__ as program
from upcard.fast import warming
from upcard.fast.policy import RANDOM
from upcard.fast.support import SWITCH
from upcard.fast.warming import Made, Part, Warming, Worker, compile_all, next_part
from upcard.games import GAMES
from upcard.web import serve

compiled_only = pytest.mark.skipif(not fast.available(), reason=fast.reason() or "compiled")
posix = pytest.mark.skipif(os.name != "posix", reason="priorities and sessions of POSIX")
NINES = GAMES["nines"]
GREEDY = BOTS["greedy"].policy("nines")
assert GREEDY is not None

FAKE = """
import json, os, sys, time
for line in sys.stdin:
    game, policies, decisions = json.loads(line)
    with open(os.environ["FAKE_LOG"], "a") as file:
        print(os.getpid(), game, *policies, file=file)
    what = os.environ.get("FAKE_" + game, "")
    if what == "end":
        os._exit(3)
    if what == "sleep":
        time.sleep(60)
    answer = {"trouble": what} if what else {"seconds": 0.5}
    print("what?" if what == "babble" else json.dumps(answer), flush=True)
"""


@pytest.fixture
def asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[list[str]]]:
    """Workers that compile nothing; what is returned tells what they were asked: process, game, policies."""
    (tmp_path / "fake_worker.py").write_text(FAKE)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("FAKE_LOG", str(tmp_path / "log"))
    monkeypatch.delenv(SWITCH, raising=False)
    monkeypatch.setattr(warming, "MODULE", "fake_worker")
    monkeypatch.setattr(warming, "not_installed", lambda: "")
    (tmp_path / "log").touch()
    return lambda: [line.split() for line in (tmp_path / "log").read_text().splitlines()]


# --- what is compiled --------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_sets_are_random_alone_and_random_with_what_is_quick_to_compile(game: str) -> None:
    alone, every = policy_sets(game)
    assert alone == (RANDOM,)
    names = [policy.name for policy in every]
    assert names == sorted(names)
    assert set(every) == {kind.policy(game) for kind in ALWAYS}
    assert len(every) > 1


def test_a_game_that_only_random_plays_has_one_set() -> None:
    assert policy_sets("golf") == ((RANDOM,),)


def test_a_worker_stays_with_its_game_and_takes_a_fresh_one_before_it_helps_with_another() -> None:
    left = [Part(game, policies) for game in "abc" for policies in ((), ("x",), ("y",))]
    begun: set[str] = set()
    first = next_part(left, None, begun)
    second = next_part(left, None, begun)
    assert [first.game, second.game] == ["a", "b"]
    assert [next_part(left, first, begun).game for _ in range(2)] == ["a", "a"]
    assert next_part(left, first, begun).game == "c"
    last = [next_part(left, second, begun).game for _ in range(4)]
    assert last == ["b", "b", "c", "c"]
    assert left == []


def test_every_part_is_compiled_once(asked: Callable[[], list[list[str]]]) -> None:
    parts = [Part(game, policies) for game in "abc" for policies in ((), ("x", "y"))]
    told: list[Made] = []
    done = compile_all(parts, 2, told.append)
    assert done == told
    assert sorted(done, key=lambda made: parts.index(made.part)) == [Made(part, 0.5) for part in parts]
    assert sorted(words[1:] for words in asked()) == sorted([part.game, *part.policies] for part in parts)
    assert len({words[0] for words in asked()}) == 2


def test_there_are_no_more_workers_than_parts(asked: Callable[[], list[list[str]]]) -> None:
    assert len(compile_all([Part("a")], 8, lambda _: None)) == 1
    assert compile_all([], 8, lambda _: None) == []
    assert len(asked()) == 1


@pytest.mark.parametrize(
    ("how", "trouble"),
    [
        ("no room", "no room"),
        ("end", "the program that compiles has ended (3)"),
        ("babble", "the program that compiles says what nobody understands"),
    ],
)
def test_after_trouble_nothing_more_is_begun(
    how: str, trouble: str, asked: Callable[[], list[list[str]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_b", how)
    parts = [Part("a"), Part("b"), Part("c")]
    assert compile_all(parts, 1, lambda _: None) == [Made(Part("a"), 0.5), Made(Part("b"), trouble=trouble)]
    assert [words[1] for words in asked()] == ["a", "b"]


# --- in the background -------------------------------------------------------------------------------


def test_it_is_done_in_order_after_a_while(asked: Callable[[], list[list[str]]]) -> None:
    made = Warming([(NINES, (RANDOM,)), (NINES, (GREEDY, RANDOM))], 0.2, load=False)
    assert not made.wait(0.01)
    assert made.wait(60)
    assert [words[1:] for words in asked()] == [["nines", "random"], ["nines", "greedy", "random"]]
    assert made.made == [
        Made(Part("nines", ("random",)), 0.5),
        Made(Part("nines", ("greedy", "random")), 0.5),
    ]


def test_trouble_is_one_line_in_the_log(
    asked: Callable[[], list[list[str]]], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("FAKE_nines", "no room")
    assert Warming([(NINES, (RANDOM,)), (NINES, (RANDOM,))], 0, load=False).wait(60)
    assert [record.message for record in caplog.records] == ["nothing is compiled in the background: no room"]
    assert len(asked()) == 1


def test_a_program_that_does_not_start_is_one_line_in_the_log(
    asked: Callable[[], list[list[str]]], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sys, "executable", "/no/such/python")
    assert Warming([(NINES, (RANDOM,))], 0, load=False).wait(60)
    assert "does not start: No such file" in caplog.text
    assert asked() == []


@pytest.mark.parametrize("delay", [60.0, 0.0], ids=["before-it-begins", "while-it-compiles"])
def test_it_ends_when_it_is_told_to_and_says_nothing(
    delay: float,
    asked: Callable[[], list[list[str]]],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setenv("FAKE_nines", "sleep")
    begun = Warming([(NINES, (RANDOM,))], delay, load=False)
    deadline = time.monotonic() + 60
    while not delay and not asked() and time.monotonic() < deadline:
        time.sleep(0.01)
    begun.stop()
    assert begun.wait(0)
    assert len(asked()) == (0 if delay else 1)
    assert caplog.records == []


def test_switched_off_it_is_one_line_in_the_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv(SWITCH, "1")
    assert fast.warm([(NINES, (RANDOM,))]).wait(60)
    assert [record.message for record in caplog.records] == [f"everything runs interpreted: {SWITCH} is set"]
    assert caplog.records[0].levelno == logging.WARNING


# --- the program that compiles -----------------------------------------------------------------------


@compiled_only
@posix
def test_a_worker_has_a_low_priority_and_a_session_of_its_own() -> None:
    worker = Worker(idle=True)
    try:
        made = worker.make(Part("chess"))
        assert made.trouble.startswith("UnknownGame: ")
        assert made.seconds is None
        assert os.getpriority(os.PRIO_PROCESS, worker.process.pid) == program.LOW
        assert os.getsid(worker.process.pid) == worker.process.pid, "Ctrl-C would end it as well"
    finally:
        worker.close()


STARTER = """
import threading, time
from upcard.fast.warming import Part, Worker
worker = Worker()
print(worker.process.pid, flush=True)
threading.Thread(target=worker.make, args=(Part("rack-o", ("random",)),), daemon=True).start()
time.sleep(60)
"""


@compiled_only
@posix
@pytest.mark.parametrize("seconds", [0.0, 4.0], ids=["at-once", "while-it-compiles"])
def test_a_worker_ends_with_the_program_that_started_it(
    seconds: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UPCARD_CACHE", str(tmp_path))
    with subprocess.Popen([sys.executable, "-c", STARTER], stdout=subprocess.PIPE, text=True) as starter:
        assert starter.stdout
        worker = int(starter.stdout.readline())
        time.sleep(seconds)
        assert is_running(worker)
        starter.send_signal(signal.SIGKILL)
    deadline = time.monotonic() + 30
    while is_running(worker):
        assert time.monotonic() < deadline, "it goes on alone"
        time.sleep(0.05)


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{process}/stat")
    return not state.exists() or state.read_text().rpartition(")")[2].split()[0] != "Z"


KEPT = """
import sys
from upcard import fast
from upcard.fast.policy import RANDOM
from upcard.games import GAMES

nines = GAMES["nines"]
done = fast.warm([(nines, (RANDOM,))], load=sys.argv[1] == "load")
print(done.wait(500), [made.trouble for made in done.made], "numba" in sys.modules)
warm = fast.is_warm(nines, RANDOM)
from upcard.fast import cache
compiled = []
cache.on_compile.append(compiled.append)
engine = fast.engine(nines)
print(warm, len(engine._driver.overloads), engine.simulate("random", 1).matches, compiled)
"""


@compiled_only
@pytest.mark.parametrize(("load", "loaded"), [("load", True), ("leave", False)])
def test_what_was_compiled_beforehand_is_there_at_once(load: str, loaded: bool) -> None:
    compile_all([Part("nines", ("random",))], 1, lambda _: None)  # at full speed, if it is not there yet
    done = subprocess.run([sys.executable, "-c", KEPT, load], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [f"True [''] {loaded}", f"True {int(loaded)} 1 []"]
    assert done.stderr == ""


@compiled_only
def test_nothing_is_warm_where_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from upcard.fast.compiled import Engine

    monkeypatch.setenv("UPCARD_CACHE", str(tmp_path))
    assert not Engine(NINES, (RANDOM,)).is_warm
    (tmp_path / "file").touch()
    monkeypatch.setenv("UPCARD_CACHE", str(tmp_path / "file"))
    assert program.make(Part("nines", ("random",)))["trouble"].startswith("compiled functions cannot be kept")


# --- by hand -----------------------------------------------------------------------------------------


@compiled_only
def test_by_hand_there_is_a_line_for_each_part_and_one_for_all(
    asked: Callable[[], list[list[str]]], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert program.main(["nines", "rack-o", "Nines", "--jobs", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"16 parts, 1 at a time, kept in .+", lines[0]), "with five levels for each"
    assert lines[1:4] == [
        "nines     random              0.5 s",
        "nines     greedy, random      0.5 s",
        "nines     single steps        0.5 s",
    ]
    assert lines[4] == "nines     beginner, deciding  0.5 s"
    assert re.fullmatch(r"all in \d+\.\d s", lines[17])
    assert len(lines) == 18
    monkeypatch.setenv("FAKE_nines", "no room")
    assert program.main(["nines"]) == 1
    assert "no room" in capsys.readouterr().out


def test_a_game_that_does_not_exist(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        program.main(["nine"])
    assert ended.value.code == 2
    assert "did you mean nines?" in capsys.readouterr().err


@compiled_only
@pytest.mark.long
def test_from_nothing_a_game_is_compiled_and_found_again(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "upcard.fast", "nines"]
    environment = {**os.environ, "UPCARD_CACHE": str(tmp_path)}

    def lines() -> list[str]:
        done = subprocess.run(words, env=environment, capture_output=True, text=True, check=True)
        return done.stdout.splitlines()

    first, second = lines(), lines()
    assert len(first) == len(second) == 10
    assert all(re.search(r"\d\.\d s$", line) for line in first[1:4])
    assert sum("there already" in line for line in first) < 5, "levels share what they decide with"
    assert sum("there already" in line for line in second) == 8


# --- beside the table --------------------------------------------------------------------------------


def test_the_table_has_the_levels_decisions_compiled_and_then_everything_else(
    asked: Callable[[], list[list[str]]],
) -> None:
    begun = serve.warm_up(0)
    assert begun.wait(60)
    wanted = [[game, level] for game in GAMES for level in reversed(levels(game))]
    wanted += [
        [game, *(policy.name for policy in policies)] for game in GAMES for policies in policy_sets(game)
    ]
    assert [words[1:] for words in asked()] == wanted
    assert len({words[0] for words in asked()}) == 1


SERVE = """
import sys
from pathlib import Path
from upcard.web import serve
serve.WARM_AFTER = 0
serve.run(Path(sys.argv[1]), port=0, open_browser=False, warm=sys.argv[2] == "warm")
print("numba" in sys.modules, flush=True)
"""


@compiled_only
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="programs are looked up in /proc")
@pytest.mark.parametrize("warm", ["warm", "cold"])
def test_only_a_table_that_is_told_to_has_a_worker_and_it_ends_with_it(
    warm: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("UPCARD_CACHE", str(tmp_path / "cache"))
    words = [sys.executable, "-c", SERVE, str(tmp_path / "data"), warm]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdout=pipe, stderr=pipe, text=True) as server:
        assert server.stdout
        address = re.search(r"http://\S+", server.stdout.readline())
        assert address
        deadline = time.monotonic() + 30
        while warm == "warm" and not workers_of(server.pid) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert httpx2.get(f"{address[0]}healthz").status_code == 200
        workers = workers_of(server.pid)
        assert len(workers) == (1 if warm == "warm" else 0)
        server.send_signal(signal.SIGINT)
        said, complaint = server.communicate(timeout=30)
    assert said.splitlines() == ["stopped", "False"], "the server itself never needs Numba"
    assert complaint == ""
    assert not any(is_running(worker) for worker in workers)


def workers_of(process: int) -> list[int]:
    """The workers that a process has started."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            words = (place / "cmdline").read_bytes().split(b"\0")
            parent = int((place / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue  # it has just ended
        if parent == process and warming.WORKER.encode() in words:
            found.append(int(place.name))
    return found
