"""Levels: errors as often as said, small ones likelier; the same everywhere; each with its character."""

import math
from collections import Counter
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from tests.bots.positions import chosen, played, policy_of
from upcard.bots import BOTS
from upcard.bots.levels import HEAD, QUANTILES, UNIT, erring, slip_of, slips, stirred
from upcard.chance import decision_word
from upcard.fast.deciding import Decider
from upcard.fast.kernel import compiled, kernel
from upcard.fast.policy import Policy
from upcard.games import GAMES, find_game
from upcard.lab import play_pairs

LEVELS = sorted((kind for kind in BOTS.values() if kind.level > 0), key=lambda kind: kind.level)


@kernel
def weigh_as_told(state: Any, legal: int, table: Any, worths: Any) -> None:
    """Actions are worth what the table says."""
    for code in range(len(worths)):
        worths[code] = table[code]


CODES = 6
CHOOSE = erring(weigh_as_told, CODES)
BY_SLIP = compiled("told", slip_of)
COMPILED = compiled("told", lambda legal, word, table: CHOOSE(0, legal, word, table))
"""The choice compiled, of a position that nobody looks at."""


def table_of(worths: list[int], slip: float) -> Any:
    return np.array(slips(slip) + worths, np.int64)


def policies(game: str) -> list[Policy]:
    return [policy_of(kind.name, game) for kind in LEVELS]


# --- errors --------------------------------------------------------------------------------------


def test_slips_follow_gumbels_distribution() -> None:
    points = np.array(slips(2.0)) * UNIT
    assert len(points) == HEAD == QUANTILES
    assert points.mean() == pytest.approx(0, abs=1e-3)
    assert points.std() == pytest.approx(2.0 * math.pi / math.sqrt(6), rel=0.01)
    assert np.all(np.diff(points) >= 0)
    assert not any(slips(0.0))


@pytest.mark.parametrize(("apart", "slip"), [(0, 1.0), (1, 1.0), (3, 1.0), (3, 2.0)])
@pytest.mark.parametrize("codes", [(0, 1), (2, 5)])
def test_the_worse_of_two_is_chosen_by_odds(apart: int, slip: float, codes: tuple[int, int]) -> None:
    worths = [50] * CODES
    worths[codes[1]] -= apart
    table, legal = table_of(worths, slip), sum(1 << code for code in codes)
    worse = sum(CHOOSE(0, legal, decision_word(4, 0, step), table) == codes[1] for step in range(3_000))
    share = 1 / (1 + math.exp(apart / slip))
    assert worse / 3_000 == pytest.approx(share, abs=4 * math.sqrt(share * (1 - share) / 3_000))


def test_of_equals_each_is_chosen_as_often() -> None:
    table = table_of([7] * CODES, 0.5)
    found = Counter(
        CHOOSE(0, (1 << CODES) - 1, decision_word(1, seat, step), table)
        for seat in range(2)
        for step in range(1_500)
    )
    expected = 3_000 / CODES
    # χ² with 5 degrees of freedom: 25.7 is passed once in ten thousand
    assert sum((count - expected) ** 2 / expected for count in found.values()) < 25.7
    assert len(found) == CODES


def test_who_does_not_slip_takes_the_best_and_the_lowest_of_equals() -> None:
    table = table_of([3, 9, 4, 9, 10, 1], 0.0)
    assert {CHOOSE(0, 0b001111, word, table) for word in range(50)} == {1}
    assert {CHOOSE(0, 0b111111, word, table) for word in range(50)} == {4}


def test_slips_are_the_same_compiled() -> None:
    table = table_of([5, 5, 6, 4, 5, 5], 0.7)
    for step in range(400):
        word = decision_word(9, step % 3, step)
        assert [BY_SLIP(word, code, table) for code in range(CODES)] == [
            slip_of(word, code, table) for code in range(CODES)
        ]
        assert COMPILED((1 << CODES) - 1, word, table) == CHOOSE(0, (1 << CODES) - 1, word, table)


def test_stirring_gives_31_bits_and_loses_none() -> None:
    found = {stirred(number) for number in range(20_000)}
    assert len(found) == 20_000
    assert 0 <= min(found) < 1 << 20
    assert (1 << 31) - (1 << 20) < max(found) < 1 << 31


# --- levels --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_there_are_five_levels_at_every_table(game: str) -> None:
    assert [kind.level for kind in LEVELS] == [1, 2, 3, 4, 5]
    assert [policy.name for policy in policies(game)] == [kind.name for kind in LEVELS]
    rules = find_game(game)
    for seats in rules.seat_numbers:
        for policy in policies(game):
            table = policy.table_for(rules, rules.settle(None, seats), seats)
            assert policy.table_for(rules, rules.settle(None, seats), seats) is table


@pytest.mark.parametrize("game", GAMES)
def test_whatever_the_options_a_level_does_something_legal(game: str) -> None:
    rules, ways = find_game(game), Counter[int]()
    for number, position in enumerate(played(game, 1_200, 61)):
        if number % (79 if game == "rack-o" else 41):
            continue
        word, legal = decision_word(2, position.seen.seat, number), rules.legal(position.seen)
        for policy in policies(game)[: 5 if number % 6 == 0 else 4]:  # interpreted the expert is slow
            code = chosen(policy, position, word)
            assert legal >> code & 1
            ways[code] += 1
    assert len(ways) > 3


@pytest.mark.parametrize("game", GAMES)
def test_levels_between_share_what_is_compiled(game: str) -> None:
    beginner, casual, skilled, strong, _ = policies(game)
    assert casual.choose is skilled.choose is strong.choose
    assert beginner.choose is not casual.choose
    rules = find_game(game)
    tables = [policy.table_for(rules, rules.settle(None, 2), 2) for policy in (casual, skilled, strong)]
    assert not any(np.array_equal(one, other) for one, other in pairwise(tables))


@pytest.mark.parametrize("game", GAMES)
def test_a_beginner_chooses_the_same_compiled(game: str) -> None:
    beginner, rules = policies(game)[0], find_game(game)
    decider = Decider(rules, beginner)
    for number, position in enumerate(played(game, 300, 17)):
        word = decision_word(5, position.seen.seat, number)
        table = position.table_for(beginner)
        assert decider.choose(position.seen, word, table) == chosen(beginner, position, word)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_every_level_chooses_the_same_compiled(game: str) -> None:
    rules = find_game(game)
    for policy in policies(game)[1:]:
        decider = Decider(rules, policy)
        for number, position in enumerate(played(game, 400, 19)):
            word = decision_word(5, position.seen.seat, number)
            table = position.table_for(policy)
            assert decider.choose(position.seen, word, table) == chosen(policy, position, word), policy.name


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "seats"),
    [(game, seats) for game in GAMES for seats in (2, 4) if seats in find_game(game).seat_numbers],
)
@pytest.mark.parametrize("place", range(4))
def test_a_level_beats_the_next_lower(game: str, seats: int, place: int) -> None:
    lower, higher = LEVELS[place : place + 2]
    report = play_pairs(find_game(game), higher, lower, seats, pairs=150, seed=3)
    assert report.match_share.low > 0.5
    assert report.match_share.high < 0.8


# --- character -----------------------------------------------------------------------------------
