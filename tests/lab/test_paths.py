"""Pairs played compiled and interpreted: the same to the last digit, whatever the table."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from statistics import fmean, stdev

import pytest

from tests.runs import table_of
from upcard import fast
from upcard.bots import BOTS, BotKind, play_by
from upcard.errors import NotCompiled
from upcard.fast.policy import Policy, any_code
from upcard.game import Game
from upcard.games import GAMES, find_game
from upcard.lab import COMPILED, INTERPRETED, MatchReport, interval, play_pairs, why_interpreted
from upcard.lab.paths import Pairing, compiled, compiled_with, interpreted, play_one
from upcard.lab.tally import Seen, Tally, differences, shares, spread_of
from upcard.options import Values, build, values_of

GREEDY, RANDOM = BOTS["greedy"], BOTS["random"]
MIXED = [(GREEDY, RANDOM), (RANDOM, GREEDY)]
SEED = 31
QUICK, LONG = 4, 200
SHORT: dict[str, dict[str, Values]] = {
    "nines": {"": {"rounds": 2}},
    "rat-race": {"": {"rounds": 2}},
    "rack-o": {"": {"target": 75}, "partners": {"target": 75, "partners": "on"}},
}
"""Matches of few actions."""
TABLES = [
    (game.name, seats, options)
    for game in GAMES.values()
    for seats in game.seat_numbers
    for word, options in SHORT[game.name].items()
    if word != "partners" or seats == 4
]


def both_ways(
    game: Game, kinds: Sequence[BotKind], seats: int, options: Values, pairs: int, seed: int, threads: int = 1
) -> MatchReport:
    """Return the report of these pairs, which is the same either way but for what it says of the way."""
    slow = play_pairs(game, *kinds, seats, options, pairs, seed, path=INTERPRETED)
    quick = play_pairs(game, *kinds, seats, options, pairs, seed, threads=threads)
    assert (slow.path, quick.path) == (INTERPRETED, COMPILED)
    assert replace(quick, path=slow.path) == slow
    return quick


@pytest.mark.parametrize(("name", "seats", "options"), TABLES)
@pytest.mark.parametrize("kinds", MIXED, ids=["greedy-random", "random-greedy"])
def test_both_paths_report_the_same_for_every_number_of_seats(
    name: str, seats: int, options: Values, kinds: Sequence[BotKind]
) -> None:
    report = both_ways(find_game(name), kinds, seats, options, 2, SEED, threads=2)
    assert report.difference.mean != 0


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("kind", [GREEDY, RANDOM], ids=["greedy", "random"])
def test_both_paths_report_the_same_for_a_bot_against_itself(name: str, kind: BotKind) -> None:
    game = find_game(name)
    options: Values = {**SHORT[name][""], "turn_limit": 20}  # random play comes to no end at Rack-O
    report = both_ways(game, (kind, kind), game.most_seats, options, 2, SEED)
    if game.most_seats % 2 == 0:
        assert report.difference.mean == 0


@pytest.mark.parametrize("name", GAMES)
def test_both_paths_report_the_same_with_house_rules(name: str) -> None:
    drawn_tables_agree(name, range(QUICK))


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_both_paths_report_the_same_with_any_house_rules(name: str) -> None:
    drawn_tables_agree(name, range(QUICK, LONG))


def drawn_tables_agree(name: str, numbers: Sequence[int]) -> None:
    """Play one pair at each of the tables of a run, both ways."""
    game = find_game(name)
    for number in numbers:
        options, seats = table_of(game, number, SEED)
        both_ways(game, MIXED[number % 2], seats, values_of(options), 1, number)


@pytest.mark.parametrize(("name", "seats", "options"), TABLES[-4:])
def test_every_match_of_every_pair_is_the_same(name: str, seats: int, options: Values) -> None:
    from upcard.fast import runs

    game = find_game(name)
    settled = game.settle(build(game.options, {"turn_limit": 100, **options}), seats)
    pairing = Pairing(game, (GREEDY, RANDOM), seats, values_of(settled), SEED)
    policies = [kind.policy(name) for kind in pairing.kinds]
    engine = fast.engine(game, *compiled_with(game, [policy for policy in policies if policy]))
    results = engine.play_pairs(("greedy", "random"), 4, seats=seats, options=settled, seed=SEED)
    rows = [row for result in results for row in result.found.tolist()]
    for pair, row in enumerate(rows):
        for swapped in (False, True):
            seen, tally, _ = play_one(pairing, pair, swapped=swapped)
            match = row[swapped]
            assert Seen(*match[: runs.TIED]) == seen
            assert match[runs.TIED] == tally.ties


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_threads_make_no_difference(threads: int) -> None:
    def report(threads: int) -> MatchReport:
        return play_pairs(find_game("nines"), GREEDY, RANDOM, 3, {"rounds": 1}, 700, 4, threads=threads)

    assert report(threads) == report(1)


def test_chunks_make_no_difference_and_the_sums_stay_small() -> None:
    """Rack-O's matches differ in length, so that there are many denominators."""
    game = find_game("rack-o")
    options = values_of(game.settle(build(game.options, {"target": 75, "turn_limit": 100}), 3))
    pairing = Pairing(game, (RANDOM, GREEDY), 3, options, SEED)
    whole, sizes = Tally(), []
    for chunk in compiled(pairing, 3000, 1):
        whole += chunk
        sizes.append(chunk.pairs)
    assert whole.pairs == 3000
    assert len(sizes) > 1
    assert len(whole.difference.sums) < 300
    assert sum(many for many, _, _ in whole.difference.sums.values()) == 3000
    first = Tally()
    for chunk in interpreted(pairing, 3):
        first += chunk
    again = Tally()
    for chunk in compiled(pairing, 3, 2):
        again += chunk
    assert first == again


def test_ctrl_c_ends_the_compiled_path_with_the_pairs_that_are_complete() -> None:
    for threads in (1, 2):
        seen: list[int] = []

        def stop(done: int, seen: list[int] = seen) -> None:
            seen.append(done)
            if len(seen) == 3:
                raise KeyboardInterrupt

        game, table = find_game("nines"), (2, {"rounds": 1})
        report = play_pairs(game, GREEDY, RANDOM, *table, 10**9, 7, threads=threads, on_pairs=stop)
        assert report.pairs == seen[-1]
        assert report == play_pairs(game, GREEDY, RANDOM, *table, report.pairs, 7)


# --- which path ------------------------------------------------------------------------------------


def test_a_bot_without_a_policy_plays_interpreted_and_the_report_says_why() -> None:
    kind = BotKind("thinker", "", "", GREEDY.make)
    report = play_pairs(find_game("nines"), RANDOM, kind, 2, {"rounds": 1}, 1)
    assert report.path == INTERPRETED
    assert report.path_reason == "thinker plays interpreted only"
    assert report.as_json()["path_reason"] == report.path_reason
    with pytest.raises(NotCompiled, match="thinker plays interpreted only"):
        play_pairs(find_game("nines"), RANDOM, kind, 2, {"rounds": 1}, 1, path=COMPILED)


def test_two_policies_of_one_name_are_not_taken_for_one() -> None:
    other = play_by("impostor", "", "", Policy("greedy", any_code))
    assert why_interpreted(find_game("nines"), GREEDY, other) == "two ways to play are called greedy"


def test_bots_that_can_play_compiled_need_no_reason() -> None:
    for game in GAMES.values():
        assert why_interpreted(game, GREEDY, RANDOM) == ""
    report = play_pairs(find_game("nines"), GREEDY, RANDOM, 2, {"rounds": 1}, 1, path=INTERPRETED)
    assert report.path_reason == ""


def test_a_path_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="no path 'fast'"):
        play_pairs(find_game("nines"), GREEDY, RANDOM, path="fast")
    with pytest.raises(ValueError, match="0 pairs"):
        play_pairs(find_game("nines"), GREEDY, RANDOM, pairs=0)


def test_the_same_function_is_compiled_whichever_bot_is_named_first() -> None:
    game = find_game("nines")
    greedy, random = GREEDY.policy("nines"), RANDOM.policy("nines")
    assert greedy
    assert random
    both = compiled_with(game, [greedy, random])
    assert both == compiled_with(game, [random, greedy]) == compiled_with(game, [greedy, greedy])
    assert compiled_with(game, [random, random]) == (random,)
    other = Policy("a-stranger", any_code)
    assert compiled_with(game, [random, other]) == compiled_with(game, [other, random]) == (other, random)


def test_without_numba_the_lab_plays_interpreted() -> None:
    """In a program of its own, where Numba must not even be looked for."""
    program = """
import json, sys
from upcard.bots import find_bot
from upcard.games import find_game
from upcard.lab import play_pairs
report = play_pairs(find_game("nines"), find_bot("greedy"), find_bot("random"), 2, {"rounds": 1}, 1, 3)
print(json.dumps([report.path, report.path_reason, "numba" in sys.modules, report.difference.mean]))
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "UPCARD_INTERPRETED": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    told = json.loads(done.stdout)
    assert told[:3] == [INTERPRETED, "UPCARD_INTERPRETED is set", False]
    report = play_pairs(find_game("nines"), GREEDY, RANDOM, 2, {"rounds": 1}, 1, 3, path=COMPILED)
    assert told[3] == report.difference.mean


# --- exact sums ------------------------------------------------------------------------------------


def test_the_sums_give_the_interval_of_the_values() -> None:
    values = [Fraction(3, 7), Fraction(-5, 9), Fraction(4, 7), Fraction(0, 9), Fraction(11, 1)]
    numerators, denominators = [3, -5, 4, 0, 11], [7, 9, 7, 9, 1]
    found = spread_of(numerators, denominators).interval()
    assert found == interval_by_hand(values)
    assert spread_of([1], [4]).interval().rounded() == {"mean": 0.25, "low": None, "high": None}
    split = spread_of(numerators[:2], denominators[:2]) + spread_of(numerators[2:], denominators[2:])
    assert split == spread_of(numerators, denominators)


def interval_by_hand(values: Sequence[Fraction]) -> object:
    """Return the interval, after a look at it with floating point."""
    exact = interval([float(value) for value in values])
    assert exact.low is not None
    floats = [float(value) for value in values]
    assert exact.mean == pytest.approx(fmean(floats))
    assert exact.mean - exact.low == pytest.approx(2.776 * stdev(floats) / 5**0.5, rel=0.01)
    whole = spread_of([value.numerator for value in values], [value.denominator for value in values])
    assert whole.interval().low == pytest.approx(exact.low)
    return whole.interval()


def test_a_pair_by_hand() -> None:
    """Three seats: the first bot has two of them, then one."""
    first = Seen(own=10 + 20, others=7, rounds=2, won=1, winners=1)
    second = Seen(own=9, others=4 + 1, rounds=3, won=1, winners=3)
    number, of = differences(first, second, 3)
    assert Fraction(number, of) == (Fraction(15 - 7, 2) + (9 - Fraction(5, 2)) / 3) / 2
    number, of = shares(first, second)
    assert Fraction(number, of) == (1 + Fraction(1, 3)) / 2
