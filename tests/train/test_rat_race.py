"""The training of *td1* at Rat Race: the same from the same seed, put away and gone on with."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from upcard.bots.rat_race_position import lay_out
from upcard.bots.values.rat_race import (
    FORM,
    OWN_THREES,
    PLAIN_THREES,
    STAGES,
    THREES,
    UNIT,
    WEIGHTS,
    worth_of,
)
from upcard.bots.values.rat_race_maps import maps
from upcard.bots.values.rat_race_room import DOWN, FLOATS, INTS, OTHER, OTHER_DOWN, OTHER_FORM, OWN, UPCARD
from upcard.bots.values.rat_race_room import FORM as OWN_FORM
from upcard.bots.weights import from_bytes, to_bytes
from upcard.chance import SeededChance
from upcard.fast import available
from upcard.game import answer_all, limited
from upcard.games import find_game
from upcard.train.rat_race import COURSE, Td1, learn_position

pytestmark = pytest.mark.skipif(not available(), reason="training is compiled")
GAME = find_game("rat-race")


def trained(steps: int, seed: int = 3) -> Td1:
    training = Td1(seed, usual=3, others=2, turns=1_500)
    for _ in range(steps):
        training.step()
    return training


def same(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return one.keys() == other.keys() and all(np.array_equal(one[name], other[name]) for name in one)


@pytest.mark.long
def test_the_same_seed_and_steps_lead_to_the_same_weights() -> None:
    assert same(trained(5).state(), trained(5).state())
    assert not np.array_equal(trained(2).state()["weights"], trained(2, seed=4).state()["weights"])


@pytest.mark.long
def test_what_is_put_away_is_gone_on_with_as_if_it_had_not_been() -> None:
    for steps in (1, 3, 4):
        again = Td1(3, usual=3, others=2, turns=1_500)
        again.restore(trained(steps).state())
        assert again.steps == steps
        for _ in range(5 - steps):
            again.step()
        assert same(again.state(), trained(5).state())


@pytest.mark.long
def test_it_does_not_go_beyond_its_plan() -> None:
    training = trained(4)
    training.advance(60)
    assert training.steps == training.plan == 5
    before = training.state()
    training.advance(60)
    assert same(before, training.state())
    assert training.line()


@pytest.mark.long
def test_other_tables_move_nothing_that_the_usual_ones_have_taught() -> None:
    usual, all_of_it = trained(3), trained(5)
    before, after = usual.state(), all_of_it.state()
    learned = before["sizes"] > 0
    assert learned.any()
    assert np.array_equal(before["weights"][learned], after["weights"][learned])
    plain = slice(PLAIN_THREES, PLAIN_THREES + STAGES * THREES)
    start = before["weights"][OWN_THREES : OWN_THREES + STAGES * THREES]
    assert not np.array_equal(after["weights"][plain], start)


def test_a_step_brings_a_position_nearer_to_its_target() -> None:
    state = GAME.start(limited(GAME, None, 2), 2)
    answer_all(GAME, state, SeededChance(1))
    for cell in (0, 4, 0, 4):
        GAME.apply(state, 12 + cell)
    answer_all(GAME, state, SeededChance(1))
    ints, floats = np.zeros(INTS, np.int64), np.zeros(FLOATS)
    weights, sums, sizes = (np.zeros(WEIGHTS, np.float32) for _ in range(3))
    held = np.zeros(WEIGHTS, np.uint8)
    lay_out(state, ints)
    errors = [learn_position(2.5, 0.5, maps(3), weights, sums, sizes, held, ints, floats) for _ in range(8)]
    assert errors[0] == 2.5
    assert all(abs(later) < abs(earlier) for earlier, later in pairwise(errors))
    worth = worth_of(
        ints, floats, OTHER, ints[OTHER_FORM], ints[OTHER_DOWN], OWN, ints[OWN_FORM], ints[DOWN],
        ints[UPCARD], 0, maps(3), weights,
    )  # fmt: skip
    assert 0 < worth < 2.6
    before = weights.copy()
    held[:] = 1
    learn_position(-5, 0.5, maps(3), weights, sums, sizes, held, ints, floats)
    assert np.array_equal(before, weights)


@pytest.mark.long
def test_weights_say_what_they_are_and_come_back() -> None:
    training = trained(4)
    weights = from_bytes(to_bytes(training.weights())).expect(GAME, FORM)
    assert weights.about.made == {"course": "td1", "seed": 3, "steps": 4, "turns": 6_000}
    assert weights.about.seats == (2,)
    kept = weights["weights"] / UNIT
    assert np.abs(kept - training.state()["weights"]).max() <= 0.5 / UNIT
    assert COURSE.file == "rat-race-td1"
    assert COURSE.make(7).plan > 100
