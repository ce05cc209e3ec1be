"""The lesson of Nines: the same again, the same after a pause, and nothing learned that is not so."""

import numpy as np
import pytest

from tests.bots.positions import played
from upcard.bots.nines_table import BIAS, COLUMNS, KINDS, MOST_DOWN, column_numbers
from upcard.bots.td1_nines import FORM, TD1, hand_table, learned_table
from upcard.bots.weights import from_bytes, learned, to_bytes
from upcard.fast.support import available
from upcard.games import find_game
from upcard.train import nines
from upcard.train.nines import COURSE, ColumnsTrainer

GAME = find_game("nines")
pytestmark = pytest.mark.skipif(not available(), reason="nothing is compiled here")


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step is two matches."""
    monkeypatch.setattr(nines, "MATCHES", 2)


def trained(seed: int, plan: dict[int, int]) -> ColumnsTrainer:
    trainer = ColumnsTrainer(seed, plan)
    while trainer.steps < trainer.plan:
        trainer.advance(60)
    return trainer


def test_the_same_seed_and_steps_lead_to_the_same_weights() -> None:
    one, other = trained(5, {2: 3, 3: 3}).weights(), trained(5, {2: 3, 3: 3}).weights()
    assert set(one.arrays) == {"seats2", "seats3"}
    for name, array in one.arrays.items():
        assert array.any()
        assert np.array_equal(array, other[name])
    assert to_bytes(one) == to_bytes(other)
    different = trained(6, {2: 3, 3: 3}).weights()
    assert not np.array_equal(one["seats2"], different["seats2"])


@pytest.mark.parametrize("pause", [1, 4])
def test_what_goes_on_after_a_pause_ends_the_same(pause: int) -> None:
    plan = {2: 3, 3: 3}
    whole, first = trained(5, plan), ColumnsTrainer(5, plan)
    while first.steps < pause:
        first.advance(1e-9)
    again = ColumnsTrainer(5, plan)
    again.restore({name: array.copy() for name, array in first.state().items()})
    assert again.steps == first.steps
    while again.steps < again.plan:
        again.advance(1e-9)
    assert to_bytes(again.weights()) == to_bytes(whole.weights())


def test_it_does_not_go_beyond_its_plan_and_says_how_it_goes() -> None:
    trainer = ColumnsTrainer(1, {2: 2})
    trainer.advance(60)
    assert trainer.steps == trainer.plan == 2
    assert "2 seats" in trainer.line()
    before = trainer.weights()
    trainer.advance(60)
    assert trainer.steps == 2
    assert to_bytes(before) == to_bytes(trainer.weights())


def test_it_begins_from_the_value_made_by_hand_and_comes_nearer_to_what_looking_ahead_says() -> None:
    trainer = ColumnsTrainer(1, {2: 40})
    assert not trainer.weights()["seats2"].any()
    gaps = []
    while trainer.steps < 40:
        trainer.advance(1e-9)
        gaps.append(float(trainer.line().split("off by ")[1].split()[0]))
    assert sum(gaps[-10:]) < 0.7 * sum(gaps[:10])


def test_its_weights_fit_the_player_and_say_what_they_are() -> None:
    weights = from_bytes(to_bytes(trained(5, {2: 2}).weights())).expect(GAME, FORM)
    assert weights.about.seats == (2,)
    assert weights.about.made["steps"] == 2
    assert weights["seats2"].shape == hand_table(GAME, GAME.options(), 2)[BIAS:].shape


# --- the weights that come with the package ------------------------------------------------------


def test_the_weights_that_come_with_it_are_of_a_whole_course() -> None:
    weights = learned(COURSE.file).expect(GAME, FORM)
    assert COURSE.file == "nines-td1"
    assert weights.about.seats == tuple(sorted(nines.PLAN))
    assert weights.about.made["steps"] == sum(nines.PLAN.values())
    assert weights.about.options == {entry: getattr(GAME.options(), entry) for entry in weights.about.options}
    assert len(to_bytes(weights)) < 300_000 * (len(nines.PLAN) + 1) / 2


def test_what_was_learned_makes_sense() -> None:
    table = learned_table(GAME, GAME.options(), 2)
    numbers = column_numbers()

    def column(first: int, second: int, third: int, own: int = 4, other: int = 4) -> float:
        at = COLUMNS + ((MOST_DOWN + own - 1) * MOST_DOWN + other - 1) * KINDS
        return float(table[at + numbers[(first * 16 + second) * 16 + third]]) / 256

    assert column(7, 7, 7) < column(7, 7, 12)
    assert column(13, 13, 14) < column(2, 4, 5) < column(9, 11, 12)
    assert column(0, 9, 9) < column(0, 9, 10)  # a pair may become three


def test_tables_of_other_seats_use_the_weights_nearest_to_them() -> None:
    for position in played("nines", 30, 9):
        assert TD1.choose(position.seen, position.game.legal(position.seen), 0, position.table_for(TD1)) >= 0
