"""The plain C loop plays the same game as the rules, in both its forms."""

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean, variance
from typing import Any

import pytest

from upcard.bench import c_loop
from upcard.bench.contest import Absent, Paced, compete
from upcard.fast import available, engine
from upcard.games import find_game
from upcard.testing import play_out

NINES = find_game("nines")
C_MATCHES = 40_000
ALLOWED = 4.5
"""Standard errors between two means: beyond is one case in 100,000."""

COUNTS = ("decisions", "cards", "sum", "squares")


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[c_loop.Program]:
    try:
        yield c_loop.build(tmp_path_factory.mktemp("c"))
    except Absent as reason:
        pytest.skip(str(reason))


def counted(match: int, seats: int, rounds: int) -> tuple[int, int, int, int]:
    """What one interpreted match counts: decisions, cards off the pile, sum and squares of the finals."""
    decisions = cards = lying = 0

    def after(state: Any, code: int) -> None:
        nonlocal decisions, cards, lying
        decisions += code >= 0
        cards += max(0, lying - state.pile_size)
        lying = state.pile_size

    options = NINES.options(rounds=rounds)
    state = play_out(NINES, options=options, seats=seats, seed=11, match=match, after=after)
    finals = state.totals[:seats]
    return decisions, cards, sum(finals), sum(final * final for final in finals)


def distances(matches: Sequence[Sequence[int]], told: dict[str, Any]) -> dict[str, float]:
    """How many standard errors lie between the means of the interpreted matches and those of C."""
    found = {}
    for column, name in enumerate(COUNTS):
        numbers = [match[column] for match in matches]
        error = math.sqrt(variance(numbers) * (1 / len(numbers) + 1 / told["matches"]))
        found[name] = abs(fmean(numbers) - told[name] / told["matches"]) / error
    return found


@pytest.mark.parametrize(("seats", "rounds", "matches"), [(2, 9, 250), (3, 3, 400), (5, 1, 600), (8, 1, 400)])
def test_the_c_loop_plays_the_same_game(
    program: c_loop.Program, seats: int, rounds: int, matches: int
) -> None:
    ours = [counted(match, seats, rounds) for match in range(matches)]
    for mode in ("step", "whole"):
        told = program.play(mode, C_MATCHES, seats, rounds)
        assert told["rounds"] == rounds * C_MATCHES
        far = {name: distance for name, distance in distances(ours, told).items() if distance > ALLOWED}
        assert not far, mode


@pytest.mark.parametrize(
    ("rule", "other", "seats", "rounds", "matches"),
    [
        ("s->flips_left = 2;", "s->flips_left = 1;", 2, 9, 250),
        ("10, 10, 10, 0, -2}", "11, 12, 13, 0, -2}", 2, 9, 250),
        ("if (following == s->finisher) {", "if (s->finisher != NOBODY) {", 8, 1, 400),
    ],
    ids=["one flip less", "royal cards that count more", "no final turns"],
)
def test_a_loop_of_another_game_would_be_noticed(
    rule: str,
    other: str,
    seats: int,
    rounds: int,
    matches: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    program: c_loop.Program,
) -> None:
    text = c_loop.SOURCE.read_text(encoding="utf-8")
    assert rule in text
    changed = tmp_path / "other.c"
    changed.write_text(text.replace(rule, other), encoding="utf-8")
    monkeypatch.setattr(c_loop, "SOURCE", changed)
    told = c_loop.build(tmp_path).play("step", C_MATCHES, seats, rounds)
    ours = [counted(match, seats, rounds) for match in range(matches)]
    assert max(distances(ours, told).values()) > ALLOWED


@pytest.mark.long
@pytest.mark.skipif(not available(), reason="nothing is compiled here")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 8])
def test_the_c_loop_plays_the_same_game_to_a_thousandth(program: c_loop.Program, seats: int) -> None:
    matches = 200_000
    totals = engine(NINES).simulate("random", matches, seats=seats, options=NINES.settle(None, seats))
    for mode in ("step", "whole"):
        told = program.play(mode, matches, seats)
        assert totals.decisions / told["decisions"] == pytest.approx(1, abs=1e-3)
        assert totals.cards / told["cards"] == pytest.approx(1, abs=1e-3)
        assert sum(totals.finals) / told["sum"] == pytest.approx(1, abs=1e-3)
        assert sum(totals.squares) / told["squares"] == pytest.approx(1, abs=3e-3)


def test_both_forms_are_the_same_every_time_and_other_with_another_seed(program: c_loop.Program) -> None:
    for mode in ("step", "whole"):
        once, again = (program.play(mode, 100, seed=3) for _ in range(2))
        other = program.play(mode, 100, seed=4)
        assert once["sum"] == again["sum"]
        assert once["sum"] != other["sum"]


def test_the_contestants_count_steps(program: c_loop.Program) -> None:
    told = program.play("step", 10)
    step, whole = c_loop.contestants(program)
    assert isinstance(step, Paced)
    sample = step.play(10)
    assert sample.steps == told["decisions"] + told["cards"]
    assert (sample.rounds, sample.decisions) == (90, told["decisions"])
    contest = compete([step, whole], 1, 0.01)
    assert (contest.failed, list(contest.samples)) == ({}, ["nines_c_step", "nines_c_whole"])


def test_without_a_compiler_the_bench_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    with pytest.raises(Absent, match=r"no C compiler \(gcc, cc, clang\)"):
        c_loop.build(tmp_path)


def test_a_compiler_that_fails_is_quoted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiler = tmp_path / "gcc"
    compiler.write_text("#!/bin/sh\necho 'no such target' >&2\nexit 1\n", encoding="utf-8")
    compiler.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("CC", "gcc")
    with pytest.raises(Absent, match="does not compile the C loop: no such target"):
        c_loop.build(tmp_path)


@pytest.mark.parametrize(
    "words", [[], ["step"], ["stop", "1"], ["step", "0"], ["step", "1", "9"], ["whole", "1", "2", "19"]]
)
def test_the_program_refuses_what_it_cannot_play(program: c_loop.Program, words: list[str]) -> None:
    import subprocess

    refused = subprocess.run([program.path, *words], capture_output=True, text=True)
    assert refused.returncode == 2
    assert "usage:" in refused.stderr
