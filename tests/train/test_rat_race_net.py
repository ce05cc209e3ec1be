"""The training of Rat Race's network: it goes down the slope of its error, the same from the same seed."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from upcard.bots.rat_race_net_opening import position_worth
from upcard.bots.rat_race_position import lay_out
from upcard.bots.values.rat_race_maps import RANKS, maps
from upcard.bots.values.rat_race_net import FORM, NETS, WEIGHTS
from upcard.bots.values.rat_race_room import INTS, UPCARD
from upcard.bots.weights import from_bytes, to_bytes
from upcard.chance import SeededChance
from upcard.fast import available
from upcard.game import answer_all
from upcard.games import find_game
from upcard.train.rat_race_learning import (
    GROUP,
    KEPT,
    NOT_SOUGHT,
    add_slopes_of,
    begin_with,
    keep_position,
    look_back,
    move,
    recall_position,
)
from upcard.train.rat_race_net import COURSE, Network

GAME = find_game("rat-race")
MAPS = maps(3)


def a_position() -> tuple[Any, int]:
    """A position as it is kept, and its upcard."""
    state = GAME.start(None, 2)
    answer_all(GAME, state, SeededChance(1))
    for cell in (0, 4, 0, 4):
        GAME.apply(state, 12 + cell)
    answer_all(GAME, state, SeededChance(1))
    ints, kept = np.zeros(INTS, np.int64), np.zeros(KEPT, np.int8)
    lay_out(state, ints)
    keep_position(ints, kept)
    again = np.zeros(INTS, np.int64)
    recall_position(kept, again)
    assert again[UPCARD] == ints[UPCARD] > 0
    return kept, int(ints[UPCARD])


def worth(kept: Any, weights: Any) -> float:
    ints, nets = np.zeros(INTS, np.int64), np.zeros(NETS, np.float32)
    recall_position(kept, ints)
    own_moved = False
    return position_worth(own_moved, 0, ints[UPCARD], MAPS, weights, ints, nets)


def slopes_at(kept: Any, sought: Any, weights: Any) -> tuple[Any, Any]:
    """What a position's error slopes by, and which weights that are."""
    slopes, touched = np.zeros(WEIGHTS, np.float32), np.zeros((3, WEIGHTS // GROUP + 1), np.int64)
    ints, nets, back = np.zeros(INTS, np.int64), np.zeros(NETS, np.float32), np.zeros(128, np.float32)
    add_slopes_of(kept, sought, 0.3, MAPS, weights, slopes, touched, ints, nets, back)
    return slopes, touched


def test_slopes_are_those_of_the_error() -> None:
    kept, upcard = a_position()
    weights = begin_with(np.random.default_rng(1))
    sought = np.full(RANKS, NOT_SOUGHT, np.float32)
    sought[upcard] = worth(kept, weights) - 4
    slopes, _ = slopes_at(kept, sought, weights)
    steep = np.argsort(-np.abs(slopes))[[0, 3, 30, 300, 1_000]]
    for place in steep:
        trial = weights.copy()
        trial[place] += 0.01
        risen = (worth(kept, trial) - worth(kept, weights)) / 4 / 0.01
        assert slopes[place] == pytest.approx(risen, rel=0.05, abs=1e-3)


def test_each_step_brings_a_position_nearer_to_what_is_sought() -> None:
    kept, upcard = a_position()
    weights = begin_with(np.random.default_rng(1))
    sought = np.full(RANKS, NOT_SOUGHT, np.float32)
    sought[upcard] = 9.0
    sizes, times = np.zeros(WEIGHTS, np.float32), np.zeros(WEIGHTS // GROUP + 1, np.int32)
    away = [abs(worth(kept, weights) - 9)]
    for _ in range(4):
        slopes, touched = slopes_at(kept, sought, weights)
        before = weights.copy()
        move(1e-3, 0.999, weights, slopes, sizes, times, touched)
        assert not slopes.any()
        assert np.abs(weights - before).max() < 2e-3
        away.append(abs(worth(kept, weights) - 9))
    assert all(later < earlier for earlier, later in pairwise(away))


def test_later_mistakes_count_the_less_the_later_and_not_beyond_a_stray_choice() -> None:
    positions = np.zeros((4, KEPT), np.int8)
    positions[:, KEPT - 5] = 2
    sought = np.full((4, RANKS), NOT_SOUGHT, np.float32)
    sought[:3, 2], sought[0, 5] = (1.0, -2.0, 3.0), 7.0
    look_back(positions, sought, np.array([0.0, 0.5, 0.25, 0.0]), np.array([1, 1, 0, 0], np.uint8), 3, 0.5)
    second = -2.0 + 0.5 * (-3.0 - 0.25)
    assert sought[:3, 2] == pytest.approx([-(1.0 + 0.5 * (-second - 0.5)), -second, -3.0])
    assert sought[0, 5] == -7.0


@pytest.mark.long
@pytest.mark.skipif(not available(), reason="training is compiled")
def test_the_same_seed_leads_to_the_same_weights_put_away_or_not_on_any_number_of_cores(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cycles = ((3, 1, 0.85, 2e-3, 1e-4, 0.3, 0), (2, 2, 0.5, 1e-3, 1e-4, 0.3, 2))
    training, again = Network(3, cycles, 512), Network(3, cycles, 512)
    monkeypatch.setattr("upcard.train.rat_race_net.cores", lambda: 1)
    training.advance(600)
    monkeypatch.setattr("upcard.train.rat_race_net.cores", lambda: 3)
    for _ in range(4):
        again.step()
    late = Network(3, cycles, 512)
    late.restore(again.state())
    late.advance(600)
    assert late.steps == training.steps == training.plan == 5
    first, second = training.state(), late.state()
    assert all(np.array_equal(first[name], second[name]) for name in first)
    weights = from_bytes(to_bytes(training.weights())).expect(GAME, FORM)
    assert weights.about.made == {"course": "net", "seed": 3, "steps": 5, "turns": 2_560}
    assert training.line()
    assert COURSE.file == "rat-race-net"
