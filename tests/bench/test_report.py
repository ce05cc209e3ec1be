"""Ratios, goals and the shape of the report, from contestants that do what they are told."""

import json

import pytest

from tests.bench.contestants import Fake
from upcard.bench import page
from upcard.bench.contest import compete
from upcard.bench.figures import Spread
from upcard.bench.ratios import GOALS, PYTHON_ROUNDS, RATIOS, RUST_ROUNDS, Goal
from upcard.bench.report import Report
from upcard.bench.startup import Startup

RATIO_KEYS = [ratio.key for ratio in RATIOS]


def report(**speeds: float) -> Report:
    contestants = [Fake(key, [speed, speed * 2]) for key, speed in speeds.items()]
    for contestant in contestants:
        contestant.rounds = 1_000_000.0
    found = Report(compete(contestants, 2, 1.0), versions={"upcard": "0"}, day="2001-02-03", seconds=1.0)
    found.startup = [Startup("nines", 9.5, Spread(0.4, 0.3, 0.5), 80.0, 81.0, 1000)]
    return found


def test_the_report_for_programs() -> None:
    told = report(nines_step=90e6, nines_c_step=100e6, openspiel_hearts_rollouts=5e6).as_json()
    assert json.loads(json.dumps(told)) == told
    assert told["ratios"]["nines_step_vs_c"] == 0.9
    assert told["ratios"]["nines_step_vs_openspiel_hearts"] == 18.0
    assert told["ratio_spreads"]["nines_step_vs_c"] == {"median": 0.9, "low": 0.9, "high": 0.9}
    assert told["rates"]["nines_step"]["steps_per_cpu_second"] == {
        "median": 135e6,
        "low": 90e6,
        "high": 180e6,
    }
    assert told["rates"]["nines_step"]["steps_per_second"]["median"] == 67.5e6
    assert told["startup"]["nines"]["cached_seconds"]["median"] == 0.4
    assert (told["day"], told["rounds"], told["stopped"]) == ("2001-02-03", 2, False)
    assert set(told) >= {"versions", "goals", "left_out", "failed", "quick", "seconds"}


def test_a_ratio_stands_only_where_both_sides_were_measured() -> None:
    told = report(nines_step=1e6, nines_whole=2e6)
    assert {ratio.key for ratio, _ in told.ratios} == {
        "nines_rounds_vs_rust_quoted",
        "nines_rounds_vs_python_quoted",
    }


def test_a_quoted_figure_is_compared_by_rounds() -> None:
    found = {ratio.key: spread.median for ratio, spread in report(nines_step=1e6).ratios}
    assert found["nines_rounds_vs_rust_quoted"] == pytest.approx(1_000_000 / RUST_ROUNDS)
    assert found["nines_rounds_vs_python_quoted"] == pytest.approx(1_000_000 / PYTHON_ROUNDS)


def test_threads_are_compared_by_the_clock() -> None:
    ratio = next(ratio for ratio in RATIOS if ratio.key == "threads_2_vs_1")
    assert ratio.unit == "wall"


@pytest.mark.parametrize(("speed", "met"), [(70e6, True), (69e6, False)])
def test_the_gate_is_met_or_missed(speed: float, met: bool) -> None:
    goals = {judged.goal.key: judged for judged in report(nines_step=speed, nines_c_step=100e6).goals}
    assert goals["nines_step_vs_c"].goal.gate
    assert goals["nines_step_vs_c"].met is met
    assert goals["nines_whole_vs_c"].met is None, "nobody knows"
    assert goals["first_cached_match"].met is True


def test_a_goal_of_at_most_is_met_from_below() -> None:
    goal = Goal("x", "seconds", 0.5, at_most=True)
    assert (goal.is_met(0.5), goal.is_met(0.51), goal.bound_in_words) == (True, False, "≤ 0.5 s")


def test_every_goal_but_the_start_and_the_wait_is_a_ratio() -> None:
    assert {goal.key for goal in GOALS} - set(RATIO_KEYS) == {"first_cached_match", "slowest_decision_p95"}
    assert len(set(RATIO_KEYS)) == len(RATIO_KEYS)
    assert [goal.key for goal in GOALS if goal.gate] == ["nines_step_vs_c"]


def test_the_table_names_what_is_missed_and_who_is_not_there() -> None:
    found = report(nines_step=60e6, nines_c_step=100e6)
    found.contest.left_out["pgx"] = "pgx is not installed"
    table = page.markdown(found)
    assert "| **Gate:** compiled steps, of plain C's | ≥ 0.7 | 0.600 | MISSED |" in table
    assert "| the nines_step | 90.0 M | 60.0 M – 120.0 M | 45.0 M | 1.00 M | 45.0 M |" in table
    assert "- pgx: pgx is not installed" in table
    assert "2001-02-03: 2 rounds of 1 s" in table
    assert "80 MB, 81 MB after 1,000 matches more" in table


def test_the_table_is_written_between_its_marks_and_the_rest_stays() -> None:
    kept = f"before\n\n{page.BEGIN}\nold\n{page.END}\n\nafter\n"
    once = page.with_table(kept, "new\n")
    assert once == f"before\n\n{page.BEGIN}\n\nnew\n\n{page.END}\n\nafter\n"
    assert page.with_table(once, "newer\n") == once.replace("new\n", "newer\n")


@pytest.mark.parametrize("kept", ["no marks", page.BEGIN, f"{page.END} {page.BEGIN}"])
def test_a_page_without_a_place_for_the_table_is_left_alone(kept: str) -> None:
    with pytest.raises(ValueError, match="no place for the table"):
        page.with_table(kept, "new")


def test_the_page_of_results_has_its_place(root: object) -> None:
    from pathlib import Path

    kept = (Path(str(root)) / "benchmarks" / "RESULTS.md").read_text(encoding="utf-8")
    assert "What was tried" in page.with_table(kept, "new")


@pytest.mark.parametrize(
    ("steps", "words"),
    [(312, "312"), (4_321, "4.32 k"), (64_700, "64.7 k"), (101_234_567, "101.2 M"), (3.2e9, "3,200 M")],
)
def test_rates_in_words(steps: float, words: str) -> None:
    assert page.rate_in_words(steps) == words


@pytest.mark.parametrize(("ratio", "words"), [(0.7041, "0.704"), (15.26, "15.3"), (4368.2, "4,368")])
def test_ratios_in_words(ratio: float, words: str) -> None:
    assert page.ratio_in_words(ratio) == words
