"""The position suite: plain numbers that stay what they are, labels that flatter nobody, what bots lose."""

import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from statistics import fmean, stdev
from typing import Any

import numpy as np
import pytest

from tests.bots.positions import played_once
from upcard.bots import BOTS
from upcard.game import Game, legal_codes, limited, observe, unknown
from upcard.games import GAMES, find_game
from upcard.lab import referee, suite
from upcard.lab.referee import Race, Wanted, label
from upcard.lab.suite import TEST, Label, Suite, SuiteError, digest, from_bytes, to_bytes
from upcard.lab.suite_make import blanked, is_decision, make_suite, seats_of
from upcard.lab.suite_racks import is_uncertain
from upcard.lab.suite_strata import leaves_chance, stage_of, strata_of, twins_of
from upcard.table import Table


def random_match(game: Game, seats: int, seed: int, match: int) -> list[int]:
    """Return the codes of a match played at random, with the chance that a suite is made with."""
    from upcard.chance import SeededChance

    table = Table(game, limited(game, None, seats), seats, SeededChance(seed, match))
    stream = random.Random(match)
    while table.turn is not None:
        table.act(table.turn, stream.choice(table.legal(table.turn)))
    return [game.codes[move.action] for move in table.moves]


@cache
def nines() -> Suite:
    """Return a suite of Nines, each action labelled."""
    return labelled(small_suite(find_game("nines"), 12))


def small_suite(game: Game, count: int, seed: int = 1) -> Suite:
    """Return a suite from random play, short of strong players."""

    def play(who: Sequence[int], state: Any, seed: int, match: int) -> list[int]:
        return random_match(game, len(who), seed, match)

    return make_suite(game, play, count, seed, {"players": "random"})


def labelled(found: Suite, judged: dict[int, float] | None = None) -> Suite:
    """Return the suite with labels: every action is worth its code below 0, unless it is told otherwise."""
    labels = {}
    for number in range(len(found)):
        size = len(found.game.actions)
        worth = np.full(size, np.nan, np.float32)
        for code in legal_codes(found.game, found.state(number)):
            worth[code] = (judged or {}).get(code, -code)
        counts = np.where(np.isnan(worth), 0, 16).astype(np.int32)
        labels[number] = Label(worth, worth.copy(), np.zeros(size, np.float32), counts, 0.5)
    return found.with_labels(labels, {"referee": "nobody"})


# --- what comes with the package -----------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_the_suites_that_come_along_hold_nothing_that_the_seat_may_not_see(name: str) -> None:
    game = find_game(name)
    found = suite.suite_for(game)
    assert len(found) >= 70
    for number in range(len(found)):
        state = found.state(number)
        assert blanked(game, state) == state
        assert is_decision(game, state)
        assert found.half[number] == digest(state) & 1
        unknown(game, observe(game, state, state.seat, tags=False))  # all cards are there, once each
    assert 0.3 < found.strong.mean() < 0.7
    assert {found.state(number).seats for number in range(50)} == ({2} if name == "rat-race" else {2, 3, 4})


@pytest.mark.parametrize("name", GAMES)
def test_the_labels_that_come_along_are_of_all_legal_actions_and_by_one_referee(name: str) -> None:
    found = suite.suite_for(find_game(name))
    assert found.about.labels["referee"]
    assert len(found.labelled(TEST)) >= 10
    for number, made in found.labels.items():
        assert is_uncertain(found.game, found.state(number), found.ways(number))
        legal = legal_codes(found.game, found.state(number))
        for values in (made.picks, made.judged, made.errors):
            assert np.flatnonzero(~np.isnan(values)).tolist() == legal
        assert np.flatnonzero(made.counts).tolist() == legal
        assert made.counts.max() >= referee.FIRST // 2
        assert made.regret(made.best) == 0
        clear = made.picks[made.best] - made.picks > referee.CLEAR * made.errors * 1.5 + 0.1
        assert (made.judged[made.best] - made.judged)[clear].min(initial=1) > -0.5


def test_the_suites_take_less_than_a_megabyte() -> None:
    from importlib import resources

    folder = resources.files("upcard.lab").joinpath(suite.FOLDER)
    assert sum(len(file.read_bytes()) for file in folder.iterdir()) <= 1_000_000


# --- files ---------------------------------------------------------------------------------------------


def test_a_suite_comes_back_from_its_file() -> None:
    game = find_game("rat-race")
    found = labelled(small_suite(game, 6))
    again = from_bytes(to_bytes(found), game)
    assert [again.state(number) for number in range(6)] == [found.state(number) for number in range(6)]
    assert again.about == found.about
    assert again.half.tolist() == found.half.tolist()
    assert again.strong.tolist() == found.strong.tolist() == [True, False] * 3 if len(found) == 6 else True
    for number, made in found.labels.items():
        assert again.labels[number].judged.tobytes() == made.judged.tobytes()
        assert again.labels[number].root_error == made.root_error


def test_a_suite_for_other_rules_or_another_game_is_refused_in_words() -> None:
    game = find_game("nines")
    found = small_suite(game, 2)
    with pytest.raises(SuiteError, match="this suite is for nines, not for rack-o"):
        from_bytes(to_bytes(found), find_game("rack-o"))
    older = replace(found, about=replace(found.about, rules=game.version + 1))
    with pytest.raises(SuiteError, match=f"under version {game.version + 1} of the rules of Nines"):
        from_bytes(to_bytes(older), game)
    with pytest.raises(SuiteError, match=r"suite/0; suite/1 is needed"):
        from_bytes(to_bytes(replace(found, about=replace(found.about, form="suite/0"))), game)
    with pytest.raises(SuiteError, match="the state of Nines has no colour"):
        from_bytes(to_bytes(replace(found, fields={**found.fields, "colour": np.zeros(2)})), game)
    with pytest.raises(SuiteError, match="no suite of positions"):
        from_bytes(b"PK nothing", game)


def test_a_field_that_a_file_does_not_have_is_what_it_is_by_default() -> None:
    game = find_game("nines")
    found = small_suite(game, 2)
    fewer = replace(found, fields={name: it for name, it in found.fields.items() if name != "dealer"})
    assert from_bytes(to_bytes(fewer), game).state(0).dealer == game.state().dealer


# --- how positions are picked --------------------------------------------------------------------------


def test_the_same_seed_makes_the_same_suite_and_a_larger_one_begins_with_it() -> None:
    game = find_game("nines")
    short, long, other = small_suite(game, 4), small_suite(game, 7), small_suite(game, 4, seed=2)
    states = [long.state(number) for number in range(7)]
    assert [short.state(number) for number in range(4)] == states[:4]
    assert other.state(0) != short.state(0)
    assert [state.seats for state in states] == [seats_of(game, number) for number in range(7)]
    assert {seats_of(game, number) for number in range(12)} == {2, 3, 4}
    assert {seats_of(find_game("rat-race"), number) for number in range(12)} == {2}


@pytest.mark.parametrize("name", GAMES)
def test_every_position_of_a_match_has_its_strata(name: str) -> None:
    game = find_game(name)
    stages = Counter[str]()
    for match in range(4):
        for position in played_once(name, match, 3):
            found = strata_of(game, position.seen, strong=True)
            assert found["play before"] == "strong"
            assert found["stage"] == stage_of(game, position.seen)
            stages[found["stage"]] += 1
    if name == "rack-o":
        assert set(stages) == {"early", "middle", "late"}
    else:
        assert {"opening", "early", "middle", "threat", "final"} <= set(stages)


@pytest.mark.parametrize("name", ["nines", "rat-race"])
def test_what_comes_to_the_same_is_worth_the_same(name: str) -> None:
    game = find_game(name)
    policy = BOTS["hand-expectimax"].policy(name)
    assert policy
    assert policy.weigh
    pairs = 0
    for number, position in enumerate(islice(played_once(name, 4, 5), 150)):
        seen = position.seen
        twins = twins_of(game, seen)
        if number % 3 or len(set(twins.values())) == len(twins):
            continue
        worths = np.full(len(game.actions), np.nan)
        policy.weigh(seen, game.legal(seen), position.table_for(policy), worths)
        for code, first in twins.items():
            pairs += code != first
            assert worths[code] == pytest.approx(worths[first], abs=1e-9)
    assert pairs > 30


# --- the referee ---------------------------------------------------------------------------------------


class Told:
    """Continuations that are told: a mean for each code, and a spread that all share a part of."""

    def __init__(self, means: Sequence[float], spread: float, seed: int = 0) -> None:
        self.means, self.spread, self.seed = means, spread, seed
        self.asked = Counter[int]()

    def __call__(self, code: int, first: int, count: int) -> Any:
        self.asked[code] += count
        worlds = np.random.default_rng([self.seed, 99]).normal(0, 5, 1 << 12)[first : first + count]
        own = np.random.default_rng([self.seed, code]).normal(0, 1, 1 << 12)[first : first + count]
        return self.means[code] + worlds + self.spread * own


def test_where_all_racks_and_the_pile_are_known_nothing_is_left_to_chance() -> None:
    game = find_game("rack-o")
    state = suite.suite_for(game).state(0)
    assert state.seats == 2
    other = 1 - state.seat
    state.known[other] = [1] * 10
    state.refill, state.pile_known = 0, state.pile_size
    assert not leaves_chance(game, state)
    state.pile_known -= 1  # a card of the pile that nobody knows
    assert leaves_chance(game, state)
    state.pile_known += 1
    state.known[other][4] = 0  # a card that only its owner knows
    assert leaves_chance(game, state)
    state.known[other][4] = 1
    state.known[state.seat] = [0] * 10  # the own rack is known to its seat in any case
    assert not leaves_chance(game, state)
    state.refill = 1  # RO2.6: the discard will be shuffled
    assert leaves_chance(game, state)
    assert all(leaves_chance(find_game(name), suite.suite_for(find_game(name)).state(0)) for name in GAMES)


def test_the_best_is_found_and_what_is_clearly_worse_is_hardly_looked_at() -> None:
    told = Told([1.0, -8.0, 1.6, -3.0], 1.0)
    race = Race(told, range(4), Wanted(0.05, 1 << 12, 1 << 14))
    race.run()
    assert race.best == 2
    assert told.asked[1] == referee.FIRST
    assert told.asked[0] > 4 * told.asked[3]
    assert race.error(0, half=None) <= 0.05 or race.mean(2, 0) - race.mean(0, 0) > 4 * race.error(0, half=0)
    assert told.asked.total() < 4 << 12


def test_no_more_is_asked_than_is_allowed_and_a_sure_thing_is_asked_once() -> None:
    told = Told([0.0, 0.0], 10.0)
    Race(told, range(2), Wanted(0.01, 256, 1 << 14)).run()
    assert told.asked == {0: 256, 1: 256}
    told = Told([0.0] * 8, 10.0)
    Race(told, range(8), Wanted(0.01, 4096, 600)).run()
    assert told.asked == dict.fromkeys(range(8), 64)
    sure = Told([0.0, 1.0], 0.0)
    made = label(sure, [0, 1], {0: 0, 1: 1, 4: 0}, 6, Wanted(0.01, 256, 1 << 14))
    assert sure.asked == {0: referee.FIRST, 1: referee.FIRST}
    assert made.best == 1
    assert made.regret(0) == made.regret(4) == pytest.approx(1.0)
    assert made.errors[0] == 0
    assert np.isnan(made.judged[2])


def test_where_luck_is_not_measured_a_few_that_agree_are_not_the_end_of_it() -> None:
    told = Told([0.0, 1.0], 0.0)
    race = Race(told, range(2), Wanted(0.7, 64, 1 << 10, least=5.0))
    race.run()
    assert len(race.found[0]) == 64
    assert race.error(0, half=None) == 5 / math.sqrt(64)


def test_among_equals_nothing_is_lost_on_average_whichever_was_picked() -> None:
    lost, flattered = [], []
    for seed in range(100):
        race = Race(Told([0.0] * 4, 3.0, seed), range(4), Wanted(0.2, 64, 1 << 14))
        race.run()
        lost.append(race.mean(race.best, 1) - race.mean(0, 1))
        flattered.append(race.mean(race.best, 0) - race.mean(0, 0))
    assert abs(fmean(lost)) < 4 * stdev(lost) / 10
    assert fmean(flattered) > 5 * stdev(flattered) / 10  # the half that picked it would have said so
