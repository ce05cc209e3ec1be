"""The lesson of Rack-O: slopes that are slopes, the same again, the same after a pause, fit to be played."""

import numpy as np
import pytest

from upcard.bots.learned_rack_o import FORM, fresh, numbers_for
from upcard.bots.values.race_learned import FROM_KNOWN, HIDDEN, LEARNED, OUT, TURNS, UPWARD
from upcard.bots.weights import from_bytes, learned, to_bytes
from upcard.fast.support import available
from upcard.games import find_game
from upcard.train import rack_o
from upcard.train.rack_o import COURSE, INPUTS, MOST, RaceTrainer, learn_from, move

GAME = find_game("rack-o")
compiles = pytest.mark.skipif(not available(), reason="nothing is compiled here")


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step is one match."""
    monkeypatch.setattr(rack_o, "MATCHES", 1)


def trained(seed: int, plan: dict[int, int]) -> RaceTrainer:
    trainer = RaceTrainer(seed, plan)
    while trainer.steps < trainer.plan:
        trainer.advance(60)
    return trainer


def network() -> tuple[np.ndarray, np.ndarray]:
    stream = np.random.default_rng(3)
    numbers = fresh(GAME.settle(None, 2), 2, 1)
    numbers[FROM_KNOWN:OUT] += stream.normal(0, 0.1, LEARNED)
    return numbers, stream.uniform(0, 1, INPUTS)


def test_slopes_are_those_of_the_squared_error() -> None:
    numbers, seen = network()
    layer, slopes, unused = np.zeros(HIDDEN), np.zeros(LEARNED), np.zeros(LEARNED)
    worth = learn_from(numbers, seen, layer, 0.4, slopes)
    assert abs(worth - 0.4) < MOST
    for place in (0, 30, 10 * HIDDEN + 3, UPWARD - FROM_KNOWN - 1, LEARNED - HIDDEN, LEARNED - 1):
        ends = []
        for step in (1e-6, -1e-6):
            numbers[FROM_KNOWN + place] += step
            ends.append((learn_from(numbers, seen, layer, 0.4, unused) - 0.4) ** 2 / 2)
            numbers[FROM_KNOWN + place] -= step
        assert slopes[place] == pytest.approx((ends[0] - ends[1]) / 2e-6, rel=1e-4, abs=1e-7)


def test_an_error_beyond_the_most_pulls_no_harder() -> None:
    numbers, seen = network()
    near, far = np.zeros(LEARNED), np.zeros(LEARNED)
    worth = learn_from(numbers, seen, np.zeros(HIDDEN), 0.0, near)
    learn_from(numbers, seen, np.zeros(HIDDEN), worth - MOST, near := np.zeros(LEARNED))
    learn_from(numbers, seen, np.zeros(HIDDEN), worth - 9 * MOST, far)
    assert np.array_equal(near, far)
    assert near.any()


def test_weights_move_until_the_target_is_met() -> None:
    numbers, seen = network()
    slopes, means, squares = np.zeros(LEARNED), np.zeros(LEARNED), np.zeros(LEARNED)
    for _ in range(400):
        worth = learn_from(numbers, seen, np.zeros(HIDDEN), 0.7, slopes)
        move(numbers, slopes, means, squares, 1.0, 0.002)
    assert worth == pytest.approx(0.7, abs=0.02)
    assert not slopes.any()


@compiles
def test_the_same_seed_and_steps_lead_to_the_same_weights() -> None:
    one, other = trained(5, {2: 2, 3: 2}).weights(), trained(5, {2: 2, 3: 2}).weights()
    assert set(one.arrays) == {"seats2", "seats3"}
    assert to_bytes(one) == to_bytes(other)
    assert not np.array_equal(one["seats2"], trained(6, {2: 2, 3: 2}).weights()["seats2"])


@compiles
@pytest.mark.parametrize("pause", [1, 3])
def test_what_goes_on_after_a_pause_ends_the_same(pause: int) -> None:
    plan = {2: 2, 3: 2}
    whole, first = trained(5, plan), RaceTrainer(5, plan)
    while first.steps < pause:
        first.advance(1e-9)
    again = RaceTrainer(5, plan)
    again.restore({name: array.copy() for name, array in first.state().items()})
    assert again.steps == first.steps
    while again.steps < again.plan:
        again.advance(1e-9)
    assert to_bytes(again.weights()) == to_bytes(whole.weights())


@compiles
def test_it_does_not_go_beyond_its_plan_says_how_it_goes_and_fits_the_player() -> None:
    trainer = trained(1, {2: 2})
    assert trainer.line().startswith("2 seats, step 2: off by ")
    before = to_bytes(trainer.weights())
    trainer.advance(60)
    assert trainer.steps == trainer.plan == 2
    assert to_bytes(trainer.weights()) == before
    weights = from_bytes(before).expect(GAME, FORM)
    assert weights.about.seats == (2,)
    assert weights.about.made["steps"] == 2
    assert weights["seats2"].shape == (LEARNED + TURNS,)
    assert np.isfinite(numbers_for(GAME.settle(None, 2), 2, weights["seats2"])).all()


# --- the weights that come with the package ------------------------------------------------------


def test_the_weights_that_come_with_it_are_of_a_whole_course() -> None:
    weights = learned(COURSE.file).expect(GAME, FORM)
    assert COURSE.file == "rack-o-race"
    assert weights.about.seats == tuple(sorted(rack_o.PLAN))
    assert weights.about.made["steps"] == sum(rack_o.PLAN.values())
    assert len(to_bytes(weights)) < 20_000


@pytest.mark.parametrize("seats", sorted(rack_o.PLAN))
def test_going_out_is_worth_about_what_is_paid_for_it(seats: int) -> None:
    out = 50 * learned(COURSE.file)[f"seats{seats}"][LEARNED + 5 : LEARNED + 12]
    assert (out > 75 - 50).all()
    assert (out < 75 - 5).all()
