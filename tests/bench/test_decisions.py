"""Decisions timed one by one: positions that all are asked in, medians and slow ones, ratios to greedy's."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from upcard.bench import page
from upcard.bench.contest import Contest
from upcard.bench.decisions import Deciding, contestants, decision_key, positions
from upcard.bench.figures import Sample
from upcard.bench.ratios import RATIOS
from upcard.bench.report import Report
from upcard.bots import find_bot
from upcard.games import GAMES, find_game


@dataclass
class Asked:
    """Decides at once, and remembers what it was asked with."""

    words: list[int] = field(default_factory=list)

    def choose(self, state: Any, word: int, table: Any) -> int:
        self.words.append(word)
        return 0


@pytest.mark.parametrize("game", GAMES)
def test_positions_are_decisions_and_the_same_every_time(game: str) -> None:
    rules = find_game(game)
    seen = positions(game)
    assert len(seen) == 150
    assert all(rules.legal(state) for state in seen)
    assert len({(state.round, state.seat, tuple(state.turns)) for state in seen}) > 100
    positions.cache_clear()
    assert positions(game) == seen


def test_decisions_are_timed_one_by_one_with_ever_new_luck() -> None:
    game = find_game("nines")
    deciding, asked = Deciding(game, find_bot("greedy")), Asked()
    deciding.__dict__["_ready"] = (asked, (0,), positions(game.name))
    deciding.prepare()
    assert asked.words == [0] * 150
    first, second = deciding.measure(0.0), deciding.measure(0.0)
    assert first.steps == second.steps == 20
    assert 0 < first.p50 <= first.p95
    assert len(set(asked.words[150:])) == 40


def test_every_level_of_every_game_is_compared_with_greedy() -> None:
    asked = {contestant.key for game in GAMES.values() for contestant in contestants(game)}
    compared = {key for ratio in RATIOS if ratio.unit in ("p50", "p95") for key in (ratio.over, ratio.under)}
    assert compared == asked
    assert decision_key("rat-race", "expert") in asked


def test_the_report_tells_decisions_apart_from_rates() -> None:
    samples = {
        "rack_o_greedy_decision": [Sample(9, 1, 1, 9, p50=40e-6, p95=50e-6)] * 2,
        "rack_o_expert_decision": [Sample(9, 1, 1, 9, p50=200e-6, p95=0.002)] * 2,
        "rack_o_step": [Sample(100, 1, 1, 50)] * 2,
    }
    report = Report(Contest(samples, {key: key.replace("_", " ") for key in samples}))
    assert [rate.key for rate in report.rates] == ["rack_o_step"]
    ratios = {ratio.key: found.median for ratio, found in report.ratios}
    assert ratios["rack_o_expert_p50_vs_greedy"] == pytest.approx(5)
    assert ratios["rack_o_expert_p95_vs_greedy"] == pytest.approx(40)
    told = report.as_json()["decisions"]
    assert told["rack_o_expert_decision"]["p95_seconds"]["median"] == pytest.approx(0.002)
    assert {judged.goal.key: judged.met for judged in report.goals}["slowest_decision_p95"]
    assert "| rack o expert decision | 200 µs | 2.0 ms |" in page.markdown(report)
