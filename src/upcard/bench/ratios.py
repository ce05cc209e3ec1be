"""Who is compared with whom, and what the comparisons should come to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from upcard.bench.figures import Sample, Spread, paired, spread

Samples = Mapping[str, Sequence[Sample]]
Measure = Callable[[Sample], float]


@dataclass(frozen=True, slots=True)
class Ratio:
    """A ratio: ``over`` to ``under``, both contestants, or to a figure that was ``quoted`` elsewhere."""

    key: str
    what: str
    over: str
    under: str = ""
    quoted: float = 0.0
    unit: Literal["cpu", "wall", "rounds", "p50", "p95"] = "cpu"

    def found(self, samples: Samples) -> Spread | None:
        """Return its median and spread over the rounds; None where one side was not measured."""
        measure = MEASURES[self.unit]
        if self.quoted and self.over in samples:
            return spread(measure(sample) / self.quoted for sample in samples[self.over])
        if self.over in samples and self.under in samples:
            return paired(
                [measure(sample) for sample in samples[self.over]],
                [measure(sample) for sample in samples[self.under]],
            )
        return None


MEASURES: dict[str, Measure] = {
    "cpu": lambda sample: sample.rate,
    "wall": lambda sample: sample.wall_rate,
    "rounds": lambda sample: sample.rounds / max(sample.cpu, 1e-9),
    "p50": lambda sample: sample.p50,
    "p95": lambda sample: sample.p95,
}

RUST_ROUNDS = 64_700.0
PYTHON_ROUNDS = 1_252.0
"""Rounds a second of the fastest public engine of this family in Rust, and of 3×3 golf in Python: trials of
our own on the machine that the goals were set on, not part of a run."""

_GAMES = (("nines", "Nines"), ("rat_race", "Rat Race"), ("rack_o", "Rack-O"))
_LEVELS = ("beginner", "casual", "skilled", "strong", "expert")
_UNITS: tuple[Literal["p50", "p95"], ...] = ("p50", "p95")
_STEP = "random play through the step interface"
_OTHERS = (
    ("openspiel_hearts", "openspiel_hearts_rollouts", "OpenSpiel's C++ rollouts of hearts"),
    ("openspiel_leduc_poker", "openspiel_leduc_poker_rollouts", "OpenSpiel's C++ rollouts of Leduc poker"),
    ("openspiel_gin_rummy", "openspiel_gin_rummy_rollouts", "OpenSpiel's C++ rollouts of gin rummy"),
    ("rlcard_gin_rummy", "rlcard_gin_rummy", "RLCard's gin rummy"),
    ("pgx_leduc", "pgx_leduc", "Pgx's Leduc hold'em"),
)
RATIOS: tuple[Ratio, ...] = (
    Ratio("nines_step_vs_c", f"{_STEP}, to a plain C loop", "nines_step", "nines_c_step"),
    Ratio(
        "nines_whole_vs_c", "whole matches in one call, to the fused C loop", "nines_whole", "nines_c_whole"
    ),
    *(
        Ratio(f"nines_step_vs_{key}", f"{_STEP}, to {what}", "nines_step", under)
        for key, under, what in _OTHERS
    ),
    Ratio(
        "nines_python_step_vs_openspiel_python",
        "step called from Python, to OpenSpiel's hearts driven from Python",
        "nines_python_step",
        "openspiel_hearts_python",
    ),
    Ratio(
        "nines_rounds_vs_rust_quoted",
        f"rounds of Nines through the step interface, to {RUST_ROUNDS:,.0f} a second in Rust (quoted)",
        "nines_step",
        quoted=RUST_ROUNDS,
        unit="rounds",
    ),
    Ratio(
        "nines_rounds_vs_python_quoted",
        f"rounds of Nines through the step interface, to {PYTHON_ROUNDS:,.0f} a second in Python (quoted)",
        "nines_step",
        quoted=PYTHON_ROUNDS,
        unit="rounds",
    ),
    Ratio(
        "threads_2_vs_1",
        "two threads to one, by the clock",
        "nines_whole_2_threads",
        "nines_whole",
        unit="wall",
    ),
    Ratio(
        "nines_compiled_vs_interpreted", "Nines, compiled to interpreted", "nines_step", "nines_interpreted"
    ),
    Ratio(
        "rat_race_compiled_vs_interpreted",
        "Rat Race, compiled to interpreted",
        "rat_race_step",
        "rat_race_interpreted",
    ),
    Ratio(
        "rack_o_compiled_vs_interpreted",
        "Rack-O, compiled to interpreted",
        "rack_o_step",
        "rack_o_interpreted",
    ),
    *(
        Ratio(
            f"{key}_{level}_{unit}_vs_greedy",
            f"a decision at {title}, {level} to greedy, {unit}",
            f"{key}_{level}_decision",
            f"{key}_greedy_decision",
            unit=unit,
        )
        for key, title in _GAMES
        for level in _LEVELS
        for unit in _UNITS
    ),
)


@dataclass(frozen=True, slots=True)
class Goal:
    """A bound that a figure should keep: at least so much of a ratio, or at most so many seconds."""

    key: str
    what: str
    bound: float
    at_most: bool = False
    gate: bool = False

    def is_met(self, value: float) -> bool:
        """Whether a figure keeps it."""
        return value <= self.bound if self.at_most else value >= self.bound

    @property
    def bound_in_words(self) -> str:
        """The bound as people write it."""
        return f"{'≤' if self.at_most else '≥'} {self.bound:g}{' s' if self.at_most else ''}"


FIRST_MATCH = "first_cached_match"
SLOWEST_DECISION = "slowest_decision_p95"
GOALS: tuple[Goal, ...] = (
    Goal("nines_step_vs_c", "compiled steps, of plain C's", 0.7, gate=True),
    Goal("nines_whole_vs_c", "whole matches, of fused C's", 0.7),
    Goal("nines_step_vs_openspiel_hearts", "× OpenSpiel's C++ rollouts of hearts", 15),
    Goal("nines_rounds_vs_rust_quoted", "× the fastest public Rust engine of this family (quoted)", 12),
    Goal("nines_rounds_vs_python_quoted", "× public Python engines (quoted)", 400),
    Goal("nines_python_step_vs_openspiel_python", "× OpenSpiel, both driven from Python", 2),
    Goal("threads_2_vs_1", "× one thread with two", 1.9),
    Goal(FIRST_MATCH, "first compiled match after start, from the cache", 0.5, at_most=True),
    Goal(SLOWEST_DECISION, "19 decisions of 20, of the slowest level", 0.3, at_most=True),
)
