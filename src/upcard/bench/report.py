"""What a run has found: rates, ratios, goals, start-up, and what it was found with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from upcard.bench.contest import Contest
from upcard.bench.figures import Sample, Spread, spread
from upcard.bench.ratios import FIRST_MATCH, GOALS, RATIOS, SLOWEST_DECISION, Goal, Ratio
from upcard.bench.startup import Startup


@dataclass(frozen=True, slots=True)
class Rate:
    """How fast a contestant was: steps a CPU second and by the clock, and what else was counted."""

    key: str
    title: str
    cpu: Spread
    wall: Spread
    decisions: Spread
    rounds: Spread


@dataclass(frozen=True, slots=True)
class Wait:
    """How long a player took for a decision: seconds that half of them, and 95 %, did not exceed."""

    key: str
    title: str
    p50: Spread
    p95: Spread


@dataclass(frozen=True, slots=True)
class Judged:
    """A goal and the figure it was judged by; no figure where it could not be measured."""

    goal: Goal
    value: float | None

    @property
    def met(self) -> bool | None:
        """Whether it is met; None where nobody knows."""
        return None if self.value is None else self.goal.is_met(self.value)


@dataclass
class Report:
    """One run."""

    contest: Contest
    startup: list[Startup] = field(default_factory=list)
    versions: dict[str, str] = field(default_factory=dict)
    day: str = ""
    seconds: float = 0.0
    quick: bool = False

    @property
    def rates(self) -> list[Rate]:
        """What each contestant came to that played on and on, in the order in which they stand."""
        return [
            _rate(key, self.contest.titles[key], samples)
            for key, samples in self._measured()
            if not samples[0].p95
        ]

    @property
    def waits(self) -> list[Wait]:
        """What each contestant came to whose decisions were timed one by one."""
        return [
            Wait(
                key,
                self.contest.titles[key],
                spread(sample.p50 for sample in samples),
                spread(sample.p95 for sample in samples),
            )
            for key, samples in self._measured()
            if samples[0].p95
        ]

    def _measured(self) -> list[tuple[str, list[Sample]]]:
        samples = self.contest.samples
        return [(key, samples[key]) for key in self.contest.titles if samples.get(key)]

    @property
    def ratios(self) -> list[tuple[Ratio, Spread]]:
        """The ratios of which both sides were measured."""
        found = ((ratio, ratio.found(self.contest.samples)) for ratio in RATIOS)
        return [(ratio, spread) for ratio, spread in found if spread]

    @property
    def goals(self) -> list[Judged]:
        """Every goal, with the figure that it is judged by."""
        values = {ratio.key: found.median for ratio, found in self.ratios}
        if self.startup:
            values[FIRST_MATCH] = max(game.cached.median for game in self.startup)
        if self.waits:
            values[SLOWEST_DECISION] = max(wait.p95.median for wait in self.waits)
        return [Judged(goal, values.get(goal.key)) for goal in GOALS]

    @property
    def failed(self) -> bool:
        """Whether something that should have been measured could not be."""
        return bool(self.contest.failed)

    def as_json(self) -> dict[str, Any]:
        """Return all of it for a program to read; ``ratios`` are medians of the rounds' ratios."""
        return {
            "day": self.day,
            "quick": self.quick,
            "stopped": self.contest.stopped,
            "rounds": self.contest.rounds,
            "seconds": self.seconds,
            "versions": self.versions,
            "ratios": {ratio.key: round(found.median, 4) for ratio, found in self.ratios},
            "ratio_spreads": {ratio.key: found.rounded(4) for ratio, found in self.ratios},
            "rates": {rate.key: _rate_as_json(rate) for rate in self.rates},
            "decisions": {
                wait.key: {"p50_seconds": wait.p50.rounded(7), "p95_seconds": wait.p95.rounded(7)}
                for wait in self.waits
            },
            "goals": [
                {
                    "key": judged.goal.key,
                    "what": judged.goal.what,
                    "bound": judged.goal.bound,
                    "at_most": judged.goal.at_most,
                    "gate": judged.goal.gate,
                    "value": None if judged.value is None else round(judged.value, 4),
                    "met": judged.met,
                }
                for judged in self.goals
            ],
            "startup": {game.game: game.as_json() for game in self.startup},
            "left_out": self.contest.left_out,
            "failed": self.contest.failed,
        }


def _rate(key: str, title: str, samples: Sequence[Sample]) -> Rate:
    return Rate(
        key,
        title,
        cpu=spread(sample.rate for sample in samples),
        wall=spread(sample.wall_rate for sample in samples),
        decisions=spread(sample.decisions / max(sample.cpu, 1e-9) for sample in samples),
        rounds=spread(sample.rounds / max(sample.cpu, 1e-9) for sample in samples),
    )


def _rate_as_json(rate: Rate) -> dict[str, Any]:
    told: dict[str, Any] = {
        "title": rate.title,
        "steps_per_cpu_second": rate.cpu.rounded(0),
        "steps_per_second": rate.wall.rounded(0),
    }
    if rate.decisions.median:
        told["decisions_per_cpu_second"] = rate.decisions.rounded(0)
    if rate.rounds.median:
        told["rounds_per_cpu_second"] = rate.rounds.rounded(0)
    return told
