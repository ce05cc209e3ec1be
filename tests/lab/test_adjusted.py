"""Differences less luck: the same on either path, right on average, and from fewer pairs."""

import json
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from tests.runs import table_of
from upcard import fast
from upcard.bots import BOTS, BotKind
from upcard.bots.appraisals import appraiser_for
from upcard.bots.sets import policy_sets
from upcard.fast import runs
from upcard.game import Game
from upcard.games import GAMES, find_game
from upcard.lab import COMPILED, INTERPRETED, MatchReport, play_pairs
from upcard.options import Values, values_of

pytestmark = pytest.mark.skipif(not fast.available(), reason=fast.reason() or "compiled")

GREEDY, RANDOM = BOTS["greedy"], BOTS["random"]
SEED = 31
SHORT: dict[str, Values] = {"nines": {"rounds": 1}, "rat-race": {"rounds": 1}, "rack-o": {"target": 75}}
QUICK, LONG = 3, 60


def both_ways(
    game: Game, kinds: Sequence[BotKind], seats: int, options: Values, pairs: int, seed: int
) -> MatchReport:
    """Return the report of these pairs, which is the same either way to the last digit."""
    measure = appraiser_for(game.name)
    slow = play_pairs(game, *kinds, seats, options, pairs, seed, path=INTERPRETED, adjust=measure)
    quick = play_pairs(game, *kinds, seats, options, pairs, seed, path=COMPILED, adjust=measure, threads=2)
    assert replace(quick, path=slow.path) == slow
    return quick


@pytest.mark.parametrize(
    ("name", "seats"), [(game.name, seats) for game in GAMES.values() for seats in game.seat_numbers]
)
def test_both_paths_measure_the_same_luck_for_every_number_of_seats(name: str, seats: int) -> None:
    report = both_ways(find_game(name), (GREEDY, RANDOM), seats, SHORT[name], 1, SEED)
    assert report.adjusted
    assert report.adjusted.difference.mean != report.difference.mean


@pytest.mark.parametrize("name", GAMES)
def test_both_paths_measure_the_same_luck_with_house_rules(name: str) -> None:
    drawn_tables_agree(name, range(QUICK))


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_both_paths_measure_the_same_luck_with_any_house_rules(name: str) -> None:
    drawn_tables_agree(name, range(QUICK, LONG))


def drawn_tables_agree(name: str, numbers: Sequence[int]) -> None:
    """Play one pair at each of the tables of a run, both ways."""
    game = find_game(name)
    for number in numbers:
        options, seats = table_of(game, number, SEED)
        kinds = (GREEDY, RANDOM) if number % 2 else (RANDOM, GREEDY)
        both_ways(game, kinds, seats, values_of(options), 1, number)


@pytest.mark.parametrize("name", GAMES)
def test_the_luck_of_many_matches_is_none_on_average(name: str) -> None:
    """Between bots that do not share their luck, and of single matches, which do not either."""
    for first, second in (("greedy", "random"), ("greedy", "greedy")):
        lucks = lucks_of(find_game(name), first, second, 3_000)
        for match in (0, 1):
            error = lucks[:, match].std() / len(lucks) ** 0.5
            assert abs(lucks[:, match].mean()) < 4 * error
            assert error > 0


def lucks_of(game: Game, first: str, second: str, pairs: int) -> np.ndarray:
    """Return the luck of the two matches of each pair."""
    from upcard.fast.adjusting import adjusting_engine

    measure = appraiser_for(game.name)
    assert measure
    engine = adjusting_engine(fast.engine(game, *policy_sets(game.name)[-1]), measure)
    options = game.settle(None, 2)
    played = engine.play_pairs((first, second), pairs, options=options, seed=SEED, threads=2)
    return np.concatenate([result.lucks for result in played])


@pytest.mark.parametrize(("name", "least"), [("nines", 3.0), ("rat-race", 1.3)])
def test_less_luck_single_matches_of_equal_bots_vary_less(name: str, least: float) -> None:
    from upcard.fast.adjusting import adjusting_engine

    game, measure = find_game(name), appraiser_for(name)
    assert measure
    engine = adjusting_engine(fast.engine(game, *policy_sets(name)[-1]), measure)
    raw, less = [], []
    for result in engine.play_pairs(("greedy", "greedy"), 1_000, seed=SEED):
        found = result.pairs.found[:, 0]
        difference = (found[:, runs.OWN] - found[:, runs.OTHERS]) / found[:, runs.LENGTH]
        raw += difference.tolist()
        less += (difference - result.lucks[:, 0]).tolist()
    assert np.var(raw) > least * np.var(less)


def test_a_bot_against_itself_is_even_less_luck_as_well() -> None:
    """The two matches of a pair are the same one, seen from either side, and so is its luck."""
    report = both_ways(find_game("nines"), (GREEDY, GREEDY), 2, {"rounds": 1}, 2, 4)
    assert report.adjusted
    assert report.adjusted.difference.mean == 0
    assert report.adjusted.fewer is None


@pytest.mark.parametrize("threads", [1, 3])
def test_threads_and_stretches_make_no_difference(threads: int) -> None:
    game, measure = find_game("nines"), appraiser_for("nines")
    whole = play_pairs(game, GREEDY, RANDOM, 2, {"rounds": 1}, 500, 4, adjust=measure)
    again = play_pairs(game, GREEDY, RANDOM, 2, {"rounds": 1}, 500, 4, adjust=measure, threads=threads)
    assert again == whole


def test_pairs_from_the_middle_are_those_of_the_whole() -> None:
    game = find_game("nines")
    engine = fast.engine(game, *policy_sets("nines")[-1])

    def rows(pairs: int, first: int) -> list[object]:
        played = engine.play_pairs(("greedy", "random"), pairs, seed=2, first=first)
        return [row for result in played for row in result.found.tolist()]

    assert rows(9, 0)[4:] == rows(5, 4)
    with pytest.raises(ValueError, match="first is from 0"):
        rows(1, -1)


def test_the_report_as_json_has_both_differences() -> None:
    measure = appraiser_for("nines")
    report = play_pairs(find_game("nines"), GREEDY, RANDOM, 2, {"rounds": 1}, 30, 3, adjust=measure)
    told = json.loads(json.dumps(report.as_json()))
    assert list(told["adjusted"]) == ["mean", "low", "high", "appraiser", "fewer_pairs"]
    assert told["adjusted"]["appraiser"] == "glance"
    assert told["adjusted"]["mean"] != told["difference"]["mean"]
    assert "adjusted" not in play_pairs(find_game("nines"), GREEDY, RANDOM, 2, {"rounds": 1}, 1).as_json()
