"""The lesson of the network of Nines: the same again, the same after a pause, and nearer to what is so."""

import numpy as np
import pytest

from tests.bots.positions import played
from upcard.bots.expert_nines import FORM, NAME, SUM_UNIT, kind_of, numbers_in, sums_in
from upcard.bots.nines_table import BIAS, COLUMNS, END, MOST_DOWN, ROW, SCALE, UNIT
from upcard.bots.td1_nines import learned_table
from upcard.bots.values.nines_layout import NET_ROOM, NUMBERS
from upcard.bots.values.nines_seen import look
from upcard.bots.weights import from_bytes, learned, to_bytes
from upcard.fast.support import available
from upcard.games import find_game
from upcard.games.nines.state import SEATS
from upcard.options import build
from upcard.state import NOBODY, Phase
from upcard.train import nines_net, nines_net_sums
from upcard.train.courses import courses_of
from upcard.train.nines_net import COURSE, PARTS, UNUSUAL_PARTS, NetTrainer, options_of_part
from upcard.train.nines_net_lesson import MOST_ROWS, linear_worth, note_summands

GAME = find_game("nines")
compiles = [pytest.mark.skipif(not available(), reason="nothing is compiled here"), pytest.mark.long]


def compiled_only(function: object) -> object:
    """Mark a test that compiles the lesson, which takes most of a minute."""
    for mark in compiles:
        function = mark(function)
    return function


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step is a few matches."""
    monkeypatch.setattr(nines_net, "POSITIONS", 600)


def trained(seed: int, plan: dict[str, int]) -> NetTrainer:
    trainer = NetTrainer(seed, plan)
    while trainer.steps < trainer.plan:
        trainer.advance(60)
    return trainer


@compiled_only
def test_the_same_seed_and_steps_lead_to_the_same_weights_and_others_do_not() -> None:
    plan = {"two": 2, "more": 2}
    one, other = trained(5, plan).weights(), trained(5, plan).weights()
    assert to_bytes(one) == to_bytes(other)
    assert not np.array_equal(one["two-rows"], trained(6, plan).weights()["two-rows"])


@compiled_only
@pytest.mark.parametrize("pause", [1, 3])
def test_what_goes_on_after_a_pause_ends_the_same(pause: int) -> None:
    plan = {"two": 2, "more": 2}
    whole, first = trained(5, plan), NetTrainer(5, plan)
    while first.steps < pause:
        first.advance(1e-9)
    again = NetTrainer(5, plan)
    again.restore({name: array.copy() for name, array in first.state().items()})
    assert again.steps == first.steps
    while again.steps < again.plan:
        again.advance(1e-9)
    assert to_bytes(again.weights()) == to_bytes(whole.weights())


@compiled_only
def test_the_number_of_cores_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for many in (1, 3):
        monkeypatch.setattr(nines_net, "cores", lambda many=many: many)
        found.append(to_bytes(trained(5, {"two": 2}).weights()))
    assert found[0] == found[1]


@compiled_only
def test_the_more_often_it_goes_over_positions_the_nearer_it_comes_to_what_they_are_worth(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(nines_net, "POSITIONS", 2_000)
    monkeypatch.setattr(nines_net, "LAST_FALL", 1)
    gaps = []
    for passes in (1, 20):
        monkeypatch.setattr(nines_net, "PASSES", {"two": passes})
        trainer = trained(1, {"two": 1})
        gaps.append(float(trainer.line().split("off by ")[1].split()[0]))
    assert gaps[1] < 0.8 * gaps[0]


def test_it_starts_from_a_network_that_changes_nothing() -> None:
    weights = from_bytes(to_bytes(NetTrainer(3, {"two": 2}).weights())).expect(GAME, FORM)
    numbers = numbers_in(weights, "two")
    assert numbers.shape == (NUMBERS,)
    assert numbers.any()
    assert weights.about.seats == (2,)
    sums = sums_in(weights, "two")
    assert sums.shape == (END - BIAS,)
    assert np.abs(sums - nines_net_sums.beginning(2)[0]).max() <= SUM_UNIT / 2 < SCALE


def test_some_parts_are_played_by_unusual_rules_and_all_of_those_are_rules() -> None:
    changed = set()
    for number in range(40 * PARTS):
        options = options_of_part(number % PARTS, np.random.default_rng(number))
        build(GAME.options, options)
        if number % PARTS >= PARTS - UNUSUAL_PARTS:
            changed |= set(options)
        else:
            assert options == nines_net.USUAL
    assert changed == set(nines_net.UNUSUAL) | set(nines_net.USUAL)


# --- the weights that come with the package ------------------------------------------------------


def test_the_weights_that_come_with_it_are_of_a_whole_course_and_small() -> None:
    weights = learned(COURSE.file).expect(GAME, FORM)
    assert COURSE.file == NAME
    assert COURSE in courses_of(GAME)
    assert weights.about.seats == (2,)
    assert weights.about.made["steps"] == sum(nines_net.PLAN.values())
    assert len(to_bytes(weights)) + len(to_bytes(learned("nines-td1"))) < 1_000_000
    numbers = numbers_in(weights, kind_of(2))
    assert np.isfinite(numbers).all()
    assert numbers.any()


# --- the sums --------------------------------------------------------------------------------------


def test_numbers_of_the_linear_value_that_are_noted_add_up_to_it() -> None:
    seen, compared = set(), 0
    for position in played("nines", 4000, 3):
        state = position.seen
        if state.phase != Phase.CHOOSE or state.finisher != NOBODY or state.square_bonus > 0:
            continue
        table = np.asarray(learned_table(GAME, position.options, state.seats))
        ranks, room = np.zeros((SEATS, ROW), np.int64), np.zeros(NET_ROOM)
        look(state, table, ranks, room)
        rows, amounts = np.zeros(MOST_ROWS, np.int32), np.zeros(MOST_ROWS, np.float32)
        count = note_summands(state, table, ranks, 5, rows, amounts)
        found = sum(amounts[5 : 5 + count] * table[BIAS + rows[5 : 5 + count]]) * UNIT
        assert found == pytest.approx(linear_worth(state, table, ranks, room), abs=1e-3)
        compared += 1
        seen.add(state.seats)
        if compared > 20 and len(seen) > 1:
            break
    assert compared > 20
    assert len(seen) > 1


def test_sums_that_were_hardly_ever_met_begin_like_those_of_tables_nearby() -> None:
    near = np.array([[1.0, 0.25], [0.25, 1.0]])
    found = np.array([[-3.0, -2.0, -1.0, -4.0], [0.0, 0.0, 5.0, 0.0]])
    evened = found + nines_net_sums.evened(found, near)
    assert np.allclose(evened[0], found[0], atol=0.02)  # all of its kind were met
    assert np.allclose(evened[1, [0, 1, 3]], found[0, [0, 1, 3]])
    assert -1 < evened[1, 2] < 5


def test_sums_begin_as_they_are_where_nearly_all_cards_are_down() -> None:
    added, often = nines_net_sums.beginning(2)
    columns = added[COLUMNS - BIAS :].reshape(3, MOST_DOWN, MOST_DOWN, -1)
    assert not columns[:, 6:].any()
    assert not columns[:, :, 6:].any()
    assert columns[:2, 1, 5].any()
    assert often.min() == 0 < often.max() <= nines_net_sums.OFTEN
    assert np.abs(columns[:2, 2, 2]).max() < 0.1 * np.abs(columns[:2, 1, 5]).max()
