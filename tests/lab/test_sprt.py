"""The sequential test: how often it errs, how long it takes, and that nothing but the pairs decides."""

import json
import math
import random
from collections.abc import Iterator
from statistics import NormalDist, fmean

import pytest

from upcard.bots import BOTS, careless, play_by
from upcard.games import find_game
from upcard.lab import COMPILED, INTERPRETED, MatchReport, Sprt, play_pairs
from upcard.lab.sprt import BETTER, ERROR, FIRST_LOOK, NOT_BETTER, OPEN, looks

GREEDY, RANDOM = BOTS["greedy"], BOTS["random"]
SPREAD, STEP = 3.0, 0.3
RUNS = 400
MOST = 100_000


def run(true: float, number: int, *, skewed: bool = False) -> tuple[str, int]:
    """Return what the test decides of made pairs whose mean is ``true``, and after how many."""
    stream = random.Random(f"{true} {number}")

    def pair() -> float:
        if skewed:  # a long tail on one side, as points have
            return true + SPREAD * (stream.expovariate(1.0) - 1.0)
        return stream.gauss(true, SPREAD)

    count, total, squares = 0, 0.0, 0.0
    for _, many in looks(MOST):
        for _ in range(many):
            value = pair()
            count, total, squares = count + 1, total + value, squares + value * value
        mean = total / count
        verdict = Sprt(STEP).verdict(count, mean, squares / count - mean**2)
        if verdict.decided != OPEN:
            break
    return verdict.decided, count


def most_errors(rate: float) -> float:
    """Return how many of RUNS may err at that rate, four standard deviations allowed."""
    return RUNS * rate + 4 * math.sqrt(RUNS * rate * (1 - rate))


@pytest.mark.parametrize("skewed", [False, True])
@pytest.mark.parametrize(("true", "wrong"), [(0.0, BETTER), (STEP, NOT_BETTER)])
def test_either_error_is_as_rare_as_promised(true: float, wrong: str, skewed: bool) -> None:
    found = [run(true, number, skewed=skewed)[0] for number in range(RUNS)]
    assert found.count(wrong) <= most_errors(ERROR)
    assert found.count(wrong) > 0, "a test that never errs plays far too many pairs"
    assert OPEN not in found


@pytest.mark.parametrize("true", [0.0, STEP])
def test_it_takes_about_as_many_pairs_as_wald_expects(true: float) -> None:
    bound = math.log((1 - ERROR) / ERROR)
    wald = (1 - 2 * ERROR) * bound / ((STEP / SPREAD) ** 2 / 2)  # 530, where the pairs' spread is known
    mean = fmean(run(true, number)[1] for number in range(RUNS))
    assert 0.9 * wald < mean < 1.4 * wald  # looks are 64 pairs apart
    fixed = ((1.645 + 1.645) * SPREAD / STEP) ** 2  # what a test of one look needs for the same errors
    assert mean < 0.75 * fixed


def test_far_from_both_hypotheses_it_is_over_at_the_first_look() -> None:
    assert run(-3.0, 1) == (NOT_BETTER, FIRST_LOOK)
    assert run(3.0, 1) == (BETTER, FIRST_LOOK)


def test_the_ratio_is_that_of_the_densities() -> None:
    """Of normal ones around either difference, with the variance that was seen."""
    values = [0.3, -1.2, 2.5, 0.9, 1.7, -0.4] * 11
    count, mean = len(values), fmean(values)
    variance = fmean((value - mean) ** 2 for value in values)

    def log_likelihood(centre: float) -> float:
        return sum(math.log(NormalDist(centre, variance**0.5).pdf(value)) for value in values)

    found = Sprt(0.8).ratio(count, mean, variance)
    assert found == pytest.approx(log_likelihood(0.8) - log_likelihood(0.0))
    assert Sprt(0.8).ratio(count, 0.4, variance) == 0, "halfway it says nothing"


def test_pairs_that_are_all_the_same_settle_it() -> None:
    assert Sprt(0.1).verdict(64, 0.0, 0.0).decided == NOT_BETTER
    assert Sprt(0.1).verdict(64, 0.1, 0.0).decided == BETTER
    assert Sprt(0.1).verdict(FIRST_LOOK - 1, 5.0, 1.0).decided == OPEN, "too few to know their spread"
    told = Sprt(0.1).verdict(64, 0.0, 0.0).as_json()
    assert told["llr"] is None
    assert told["verdict"] == "not better"


@pytest.mark.parametrize("step", [0.0, -1.0, math.inf, math.nan])
def test_a_step_that_is_none_is_refused(step: float) -> None:
    with pytest.raises(ValueError, match="a step is more than 0"):
        Sprt(step)


@pytest.mark.parametrize("most", [1, 63, 64, 65, 5_000])
def test_looks_cover_every_pair_once(most: int) -> None:
    def pairs() -> Iterator[int]:
        for first, many in looks(most):
            yield from range(first, first + many)

    assert list(pairs()) == list(range(most))
    assert len(list(looks(10**9))) < 300


# --- on pairs that are played ------------------------------------------------------------------------


def outcome_of(
    first: str, second: str, game: str, path: str, threads: int = 1, step: float = 0.1
) -> MatchReport:
    options = {"rack-o": {"target": 75}}.get(game, {"rounds": 1})
    return play_pairs(
        find_game(game), BOTS[first], BOTS[second], 2, options, 200, 3,
        threads=threads, path=path, sprt=Sprt(step),
    )  # fmt: skip


@pytest.mark.parametrize("game", ["nines", "rat-race", "rack-o"])
def test_the_better_one_is_found_whichever_way_the_game_counts(game: str) -> None:
    better, worse = (
        outcome_of("greedy", "random", game, COMPILED),
        outcome_of("random", "greedy", game, COMPILED),
    )
    assert better.sprt
    assert worse.sprt
    assert (better.sprt.decided, worse.sprt.decided) == (BETTER, NOT_BETTER)
    assert better.pairs == worse.pairs == FIRST_LOOK


def test_a_bot_is_not_better_than_itself() -> None:
    report = outcome_of("greedy", "greedy", "nines", INTERPRETED)
    assert report.sprt
    assert report.sprt.decided == NOT_BETTER
    assert report.pairs == FIRST_LOOK


def test_neither_path_nor_threads_change_when_it_ends() -> None:
    """A step between the two bots, so that it takes several looks."""
    reports = [
        outcome_of("greedy", "random", "rat-race", path, threads, 75.58)
        for path, threads in ((INTERPRETED, 1), (COMPILED, 1), (COMPILED, 3))
    ]
    assert len({(report.pairs, report.sprt, report.difference) for report in reports}) == 1
    assert reports[0].pairs > FIRST_LOOK


def test_without_a_decision_all_pairs_are_played_and_it_stays_open() -> None:
    """A step so small that 80 pairs say little of it."""
    policy = GREEDY.policy("nines")
    assert policy
    stray = play_by("stray", "", "", careless(policy, 40))
    table = (find_game("nines"), GREEDY, stray, 2, {"rounds": 1}, 80, 1)
    report = play_pairs(*table, path=INTERPRETED, sprt=Sprt(0.2))
    assert report.pairs == 80
    assert report.sprt
    assert report.sprt.decided == OPEN
    told = json.loads(json.dumps(report.as_json()))["sprt"]
    assert list(told) == ["step", "llr", "low", "high", "verdict"]
    assert told["low"] == -told["high"] == pytest.approx(-2.9444)
