"""The lesson of Rack-O: slopes that are slopes, the same again, the same after a pause, fit to be played."""

import numpy as np
import pytest

from upcard.bots.expert_rack_o import AT_ONE_TURN, FORM, PARTNERS, WEIGHTS, numbers_for
from upcard.bots.values.race_match import OUT as POINTS_OUT
from upcard.bots.values.race_match import POINTS_OF
from upcard.bots.values.race_net import FROM_KNOWN, LEARNED, OUT, POINTS, STRAIGHT, TURNS, UPWARD
from upcard.bots.values.race_room import HEADS, HIDDEN
from upcard.bots.weights import from_bytes, learned, to_bytes
from upcard.chance import Xoshiro
from upcard.fast.support import available
from upcard.games import find_game
from upcard.train import rack_o, rack_o_play
from upcard.train.rack_o import COURSE, RaceTrainer, fresh
from upcard.train.rack_o_lesson import MARKS, MOST, PART, Lesson, learn_from, move
from upcard.train.rack_o_match import chances_to_win, results
from upcard.train.rack_o_play import BEGIN, COUNT, END, INPUTS, TURN

GAME = find_game("rack-o")
compiles = pytest.mark.skipif(not available(), reason="nothing is compiled here")


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step is one match."""
    monkeypatch.setattr(rack_o, "MATCHES", 1)


def trained(seed: int, plan: dict[str, int]) -> RaceTrainer:
    trainer = RaceTrainer(seed, plan)
    while trainer.steps < trainer.plan:
        trainer.advance(60)
    return trainer


def network() -> tuple[np.ndarray, np.ndarray]:
    stream = np.random.default_rng(3)
    numbers = numbers_for(GAME.settle(None, 2), 2, fresh("seats2", stream))
    numbers[FROM_KNOWN:OUT] += stream.normal(0, 0.1, LEARNED)
    return numbers, stream.uniform(0, 1, INPUTS)


def lost(numbers: np.ndarray, foretold: np.ndarray, target: np.ndarray) -> float:
    """Half the squared errors, of the ends in part and of what they come to."""
    counts = numbers[POINTS_OF : POINTS_OF + HEADS] / POINTS
    off = foretold - target
    return float(PART * (off @ off) + (counts @ off) ** 2) / 2


def learn(numbers: np.ndarray, seen: np.ndarray, target: np.ndarray, slopes: np.ndarray) -> np.ndarray:
    foretold = np.zeros(HEADS)
    learn_from(numbers, seen, np.zeros((2, HIDDEN)), foretold, target, slopes, 1e9)
    return foretold


def test_slopes_are_those_of_the_squared_errors() -> None:
    numbers, seen = network()
    target = np.random.default_rng(4).uniform(0, 1, HEADS)
    slopes, unused = np.zeros(LEARNED), np.zeros(LEARNED)
    learn(numbers, seen, target, slopes)
    places = (0, 30, 10 * HIDDEN + 3, STRAIGHT - FROM_KNOWN + 7, UPWARD - FROM_KNOWN - 1, LEARNED - 40)
    for place in places:
        ends = []
        for step in (1e-6, -1e-6):
            numbers[FROM_KNOWN + place] += step
            ends.append(lost(numbers, learn(numbers, seen, target, unused), target))
            numbers[FROM_KNOWN + place] -= step
        assert slopes[place] == pytest.approx((ends[0] - ends[1]) / 2e-6, rel=1e-4, abs=1e-7)


def test_an_error_beyond_the_most_pulls_no_harder() -> None:
    numbers, seen = network()
    room = (np.zeros((2, HIDDEN)), np.zeros(HEADS))
    near, far = np.zeros(LEARNED), np.zeros(LEARNED)
    for slopes, away in ((near, 50.0), (far, 500.0)):
        learn_from(numbers, seen, *room, np.full(HEADS, away), slopes, MOST)
    assert np.array_equal(near, far)
    assert near.any()


def test_weights_move_until_the_target_is_met() -> None:
    numbers, seen = network()
    target = np.linspace(0, 0.5, HEADS)
    slopes, means, squares = np.zeros(LEARNED), np.zeros(LEARNED), np.zeros(LEARNED)
    for _ in range(100):
        foretold = learn(numbers, seen, target, slopes)
        move(numbers, slopes, means, squares, 1.0, 0.005)
    assert foretold == pytest.approx(target, abs=0.02)
    assert not slopes.any()


@pytest.mark.long
@compiles
def test_the_same_seed_and_steps_lead_to_the_same_weights_after_a_pause_too() -> None:
    plan = {"seats2": 2, PARTNERS: 1}
    whole = trained(5, plan).weights()
    assert set(whole.arrays) == {"seats2", "seats2-ends", PARTNERS, f"{PARTNERS}-ends", "matches"}
    for pause in (1, 2):
        first = RaceTrainer(5, plan)
        while first.steps < pause:
            first.advance(1e-9)
        again = RaceTrainer(5, plan)
        again.restore({name: array.copy() for name, array in first.state().items()})
        assert again.steps == first.steps
        while again.steps < again.plan:
            again.advance(1e-9)
        assert to_bytes(again.weights()) == to_bytes(whole)
    assert not np.array_equal(whole["seats2"], trained(6, plan).weights()["seats2"])


@pytest.mark.long
@compiles
def test_threads_make_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rack_o, "MATCHES", 6)
    made = []
    for threads in (1, 3):
        monkeypatch.setattr(rack_o_play, "cores", lambda threads=threads: threads)
        made.append(to_bytes(trained(7, {"seats2": 2}).weights()))
    assert made[0] == made[1]


@pytest.mark.long
@compiles
def test_some_rounds_begin_weakly_and_count_for_nothing_but_what_they_led_to() -> None:
    trainer = trained(3, {"seats2": 1})
    records = trainer._tables[0][0]
    options = GAME.settle(None, 2)
    numbers = AT_ONE_TURN.table_for(GAME, options, 2).view(np.float64).copy()
    first_turns: dict[bool, list[int]] = {True: [], False: []}
    rounds, counted = {True: 0, False: 0}, 0.0
    for book in rack_o_play.books(records, numbers, 3, 0, 12, weakly=True):
        counted += book.ends.sum()
        for pair in zip(book.stretches[::2], book.stretches[1::2], strict=True):
            for out in (each for each in pair if each[END] == 0):
                weak = bool(out[TURN] < 0)
                rounds[weak] += 1
                for each in (each for each in pair if each[COUNT]):  # the second input is the turn, in tens
                    first_turns[weak].append(round(10 * book.rows[each[BEGIN], 1]))
    assert 0.2 < rounds[True] / (rounds[True] + rounds[False]) < 0.5
    assert counted == rounds[False]  # how often another was paid for so many cards
    assert set(first_turns[False]) == {1}
    assert np.mean(first_turns[True]) > 5

    before = numbers.copy()
    end = np.array([[0, 0, 0, turn, 0] for turn in (-1, 7)])
    for stretch, moves in zip(end, (False, True), strict=True):
        after = before.copy()
        book = rack_o_play.Book(
            np.zeros((0, INPUTS)), stretch[None], np.array([9.0]), np.zeros((2, 2, HEADS)), 1
        )
        Lesson().learn(after, book, np.zeros(LEARNED), np.zeros(LEARNED), 0.0, np.zeros(MARKS), 1)
        assert (after[OUT:] != before[OUT:]).any() == moves


@pytest.mark.long
@compiles
def test_it_does_not_go_beyond_its_plan_says_how_it_goes_and_fits_the_player() -> None:
    trainer = trained(1, {"seats2": 2})
    assert trainer.line().startswith("seats2, step 2: off by ")
    before = to_bytes(trainer.weights())
    trainer.advance(60)
    assert trainer.steps == trainer.plan == 2
    assert to_bytes(trainer.weights()) == before
    weights = from_bytes(before).expect(GAME, FORM)
    assert weights.about.seats == (2,)
    assert weights.about.made["steps"] == 2
    assert weights["seats2"].shape == (LEARNED + TURNS,)
    assert weights["seats2-ends"].sum() > 4
    assert np.isfinite(numbers_for(GAME.settle(None, 2), 2, weights["seats2"])).all()


# --- the chances to win a match --------------------------------------------------------------------


def counted() -> np.ndarray:
    ends = np.zeros((2, HEADS))
    ends[1, 2], ends[1, 5], ends[0, 3], ends[0, 8] = 3, 2, 2, 1
    return ends


def test_chances_to_win_are_those_of_matches_played() -> None:
    ends, stream = counted(), Xoshiro(9)
    kinds = [
        (first, cards) for first in (0, 1) for cards in range(HEADS) for _ in range(int(ends[first, cards]))
    ]
    found = chances_to_win(ends)
    won = 0.0
    for _ in range(4_000):
        needs, begins = [60, 45], 0  # in fives: the seat, the other
        while min(needs) > 0:
            first, cards = kinds[stream.below(len(kinds))]
            out = begins if first else 1 - begins
            needs[out] -= POINTS_OUT // 5
            needs[1 - out] -= cards
            begins = 1 - begins
        won += (needs[0] < needs[1]) + (needs[0] == needs[1]) / 2
    assert found[60, 45, 0] == pytest.approx(won / 4_000, abs=0.025)


def test_chances_of_both_are_one_and_fall_with_what_is_needed() -> None:
    found = chances_to_win(results(counted()))
    assert found[1:, 1:, 0] == pytest.approx(1 - found[1:, 1:, 1].T, abs=1e-6)
    assert (np.diff(found[1:, 40, 0]) <= 1e-6).all()
    assert (np.diff(found[40, 1:, 0]) >= -1e-6).all()


# --- the weights that come with the package ------------------------------------------------------


def test_the_weights_that_come_with_it_are_of_a_whole_course() -> None:
    weights = learned(COURSE.file).expect(GAME, FORM)
    assert COURSE.file == WEIGHTS
    assert {kind for kind in weights.arrays if kind in rack_o.SEATS} == set(rack_o.PLAN)
    assert weights.about.made["steps"] == sum(rack_o.PLAN.values())
    assert weights["matches"].shape[2] == 2
    assert len(to_bytes(weights)) < 200_000
