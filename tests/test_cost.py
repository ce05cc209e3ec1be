"""What matches cost: memory does not grow with their number, and scripts/cost tells what was measured."""

import importlib.machinery
import importlib.util
import json
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from upcard import fast
from upcard.games import GAMES

ROOT = Path(__file__).resolve().parent.parent
pytestmark = pytest.mark.skipif(not fast.available(), reason=fast.reason() or "compiled")

FEW = 250
MANY = 20 * FEW
BOUND = 30_000
"""Bytes by which twenty times as many matches may raise the peak: six a match, less than any result needs."""
PEAK_BOUND = 2.0
"""The same for the whole program, in MB: an allocator takes memory in pieces."""


def peak_of(work: Callable[[], object]) -> int:
    """Return the most bytes that Python and NumPy held at once while the work was done."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def growth(work: Callable[[int], object]) -> int:
    """Return by how much the peak is higher with many matches than with few."""
    work(FEW)  # what is made once is made now
    return peak_of(lambda: work(MANY)) - peak_of(lambda: work(FEW))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("threads", [1, 2])
def test_twenty_times_as_many_matches_need_no_more_memory(name: str, threads: int) -> None:
    game = GAMES[name]
    options = game.options(turn_limit=5)
    engine = fast.engine(game)
    assert engine.simulate("random", MANY, options=options, threads=threads).matches == MANY
    assert (
        growth(lambda matches: engine.simulate("random", matches, options=options, threads=threads)) < BOUND
    )


def test_results_that_are_kept_one_by_one_would_be_noticed() -> None:
    assert growth(lambda matches: [object() for _ in range(matches)]) > BOUND


@pytest.fixture
def cost() -> ModuleType:
    """Return scripts/cost as a module."""
    loader = importlib.machinery.SourceFileLoader("scripts_cost", str(ROOT / "scripts" / "cost"))
    spec = importlib.util.spec_from_loader("scripts_cost", loader)
    assert spec
    module = importlib.util.module_from_spec(spec)
    sys.modules["scripts_cost"] = module  # a dataclass looks its module up
    loader.exec_module(module)
    return module


def one(cost: ModuleType, point: Any) -> Any:
    """Return what a point costs in a program of its own."""
    words = [sys.executable, str(ROOT / "scripts" / "cost"), "--one", json.dumps(cost.asdict(point))]
    done = subprocess.run(words, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return cost.Cost(**json.loads(done.stdout))


def test_a_point_is_measured_in_a_program_of_its_own(cost: ModuleType) -> None:
    point = cost.Point("nines", "random", 5_000, 2, {"turn_limit": 5, "rounds": 1})
    measured = one(cost, point)
    assert measured.matches == measured.rounds == 5_000
    assert 0 < measured.before <= measured.peak <= measured.before + PEAK_BOUND


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_a_million_matches_need_no_more_memory_than_a_thousand(name: str, cost: ModuleType) -> None:
    point = cost.Point(name, "random", 1_000, 2, {"turn_limit": 5})
    few, many = one(cost, point), one(cost, replace(point, matches=1_000_000))
    assert many.peak - many.before < PEAK_BOUND
    assert abs(many.peak - few.peak) < 4 * PEAK_BOUND


def figures(cost: ModuleType) -> dict[str, Any]:
    """Return figures that nobody measured."""
    costs = []
    for point in [*cost.series(), *cost.tables()]:
        for matches in (1_000, 10_000):
            spent = cost.Cost(
                matches, 10 * matches, 2 * matches, matches / 1e5, matches / 1e5, 150.0, 150.25, 892
            )
            costs.append([cost.asdict(point), cost.asdict(spent)])
    return {
        "day": "2000-01-01",
        "machine": "a machine",
        "budget": 30.0,
        "left_out": [["Rack-O, random", 100_000, 330]],
        "costs": costs,
    }


def test_the_report_says_what_was_measured_and_what_was_left_out(cost: ModuleType) -> None:
    told = cost.report(figures(cost))
    assert "| Nines, random | 10,000 | 0.100 | 0.100 | 10.00 | 1000.0 | 150.2 | 26.214 |" in told
    assert "| Rack-O, random | 100,000 | left out: about 330 s |" in told
    assert "no run added more than 0.2 MB" in told
    for game in GAMES.values():
        for seats in game.seat_numbers:
            assert f"| {game.title} | {seats} | all on |" in told


def test_every_table_that_is_measured_may_be_set_up_and_all_on_is_another(cost: ModuleType) -> None:
    for point in [*cost.series(), *cost.tables()]:
        game = GAMES[point.game]
        settled = game.settle(game.options(**point.options), point.seats)
        plain = game.settle(game.options(**cost.TURN_LIMIT), point.seats)
        assert (settled != plain) == (point.series in ("all on", "Rack-O to 75, greedy"))


def test_the_picture_is_drawn(cost: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib", reason="comes with the extra `bench`")
    monkeypatch.syspath_prepend(ROOT / "scripts")
    from cost_picture import draw

    costs = [(cost.Point(**point), cost.Cost(**spent)) for point, spent in figures(cost)["costs"]]
    draw(costs, tmp_path / "cost.svg")
    drawn = (tmp_path / "cost.svg").read_bytes()
    draw(costs, tmp_path / "again.svg")
    assert drawn.startswith(b"<?xml")
    assert (tmp_path / "again.svg").read_bytes() == drawn
