"""Rack-O in values: typed racks, what a rack scores and why, options, presets and registration."""

import pytest

from tests.rules.rack_o_table import BROKEN, OUT, OUT_BY_RUN, REVERSED, numbers, play, table
from upcard import options as data
from upcard.errors import LayoutError, OptionError
from upcard.game import observe
from upcard.games import find_game
from upcard.games.rack_o import GAME
from upcard.values import Action, Layout

# The worked examples that the rule book was written from.
CASES = [
    ("5 11 13 21 28 37 22 42 50 54", 30, 45),
    ("2 8 14 19 23 30 41 7 9 50", 35, 45),
    ("1 6 11 20 24 33 39 45 52 60", 50, 50),
    ("10 20 15 30 31 32 40 44 50 60", 10, 45),
    ("20 21 22 23 24 25 3 30 40 50", 30, 45),
    ("59 60 1 2 3 4 5 6 7 8", 10, 45),
    ("7 30 41 45 46 48 50 55 12 60", 40, 45),
]
OUT_CASES = [
    ("4 12 15 19 28 29 30 43 51 59", 125),
    ("5 9 10 11 12 20 30 40 50 60", 175),
    ("3 11 12 13 14 15 16 30 44 58", 475),
    ("31 32 33 34 35 36 37 38 39 40", 475),
    ("1 2 3 10 20 21 22 23 40 50", 175),
    ("1 2 3 9 15 22 30 41 50 59", 125),
    ("4 7 8 9 15 22 28 31 36 40", 125),
    ("10 11 12 13 14 15 50 51 52 53", 475),
]


def score(text: str, *, went_out: bool = False, **values: int | str) -> int:
    parts = GAME.explain(GAME.read_layout(text), GAME.options(**values), went_out=went_out)
    return sum(part.score for part in parts)


@pytest.mark.parametrize(("rack", "front", "rises"), CASES)
def test_RO4_2_RO4_3_worked_examples(rack: str, front: int, rises: int) -> None:
    assert score(rack) == front
    assert score(rack, loser_score="every-rise") == rises
    assert score(rack, run_bonus="on") == front, "only a side that goes out earns a bonus"


@pytest.mark.parametrize(("rack", "with_bonus"), OUT_CASES)
def test_RO4_1_RO5_3_worked_examples(rack: str, with_bonus: int) -> None:
    assert score(rack, went_out=True) == 75
    assert score(rack, went_out=True, run_bonus="on") == with_bonus
    assert score(rack, went_out=True, partners="on") == with_bonus
    assert score(rack, went_out=True, partners="on", run_bonus="off") == 75


def test_RO4_1_the_parts_of_a_rack_that_went_out() -> None:
    parts = GAME.explain(numbers(OUT_BY_RUN), GAME.options(run_bonus="on"), went_out=True)
    assert [(part.where, part.score, part.clause, part.mark) for part in parts] == [
        ("rack", 50, "RO4.1", "run"),
        ("going out", 25, "RO4.1", ""),
        ("run bonus", 50, "RO5.3", "run-bonus"),
    ]
    assert parts[2].match == (5, 6, 7)


def test_RO3_1_a_rack_out_of_order_did_not_go_out() -> None:
    with pytest.raises(LayoutError, match=r"cell 10 \(from the front\): 21 is not higher than 22") as refused:
        GAME.explain(numbers(BROKEN), GAME.options(), went_out=True)
    assert refused.value.clause == "RO3.1"
    with pytest.raises(LayoutError, match=r"cell 3 \(from the front\): not known"):
        GAME.explain([1, 2, None, 4, 5, 6, 7, 8, 9, 10], GAME.options(), went_out=True)


def test_RO4_2_what_the_run_is_worth_so_far() -> None:
    (part,) = GAME.explain(numbers(BROKEN), GAME.options())
    assert (part.why, part.clause, part.mark) == ("run of 9, worth 45: 21 is lower than 22", "RO4.2", "run")
    assert (part.match, part.unknown) == (tuple(range(1, 10)), 0)
    (part,) = GAME.explain(numbers(OUT), GAME.options())
    assert (part.why, part.clause, part.score) == ("all ten rise, worth 50", "RO4.4", 50)


def test_RO4_3_what_the_rises_are_worth_so_far() -> None:
    (part,) = GAME.explain(numbers(BROKEN), GAME.options(loser_score="every-rise"))
    assert (part.why, part.clause, part.unknown) == ("9 of ten count, worth 45", "RO4.3", 0)
    (part,) = GAME.explain(numbers(OUT), GAME.options(loser_score="every-rise"))
    assert (part.why, part.clause, part.score) == ("all ten rise, worth 50", "RO4.4", 50)


@pytest.mark.parametrize(
    ("cells", "front", "rises"),
    [
        ([0] * 10, (0, 10), (0, 10)),
        ([5, 9, 0, 12, 13, 0, 0, 0, 0, 0], (10, 6), (15, 6)),
        ([0, 9, 11, 10, 0, 0, 0, 0, 0, 0], (0, 7), (5, 7)),
        ([9, 5, 0, 12, 0, 0, 0, 0, 0, 0], (5, 0), (5, 7)),
    ],
)
def test_RO2_5_a_rack_that_is_partly_known_scores_as_far_as_it_is(
    cells: list[int], front: tuple[int, int], rises: tuple[int, int]
) -> None:
    (part,) = GAME.explain([card or None for card in cells], GAME.options())
    assert (part.score, part.unknown) == front
    (part,) = GAME.explain(cells, GAME.options(loser_score="every-rise"))
    assert (part.score, part.unknown) == rises


@pytest.mark.parametrize(
    ("values", "cells", "why"),
    [
        ({}, (), ""),
        ({"run_needed": 3}, (1, 2, 3, 4), "4 consecutive numbers, enough to go out with"),
        ({"run_needed": 5}, (1, 2, 3, 4), "4 consecutive numbers; going out takes 5"),
        ({"run_bonus": "on"}, (1, 2, 3, 4), "4 consecutive numbers; a bonus takes going out"),
    ],
)
def test_RO5_3_a_run_is_marked_where_runs_matter_and_scores_nothing_yet(
    values: dict[str, int | str], cells: tuple[int, ...], why: str
) -> None:
    parts = GAME.explain(numbers("20 21 22 23 30 29 3 4 5 1"), GAME.options(**values))
    assert parts[0].score == 25
    marked = [(part.score, part.match, part.why) for part in parts if part.mark == "run-bonus"]
    assert marked == ([(0, cells, why)] if cells else [])


@pytest.mark.parametrize(("needed", "shown"), [(2, True), (3, False), (6, False)])
def test_RO3_5_a_run_too_short_to_matter_is_not_marked(needed: int, shown: bool) -> None:
    parts = GAME.explain(numbers("20 21 30 29 28 27 26 25 24 1"), GAME.options(run_needed=needed))
    assert [part.mark for part in parts] == ["run", "run-bonus"][: 1 + shown]


def test_RO1_1_a_typed_rack_is_read_front_to_back() -> None:
    assert GAME.read_layout(" 5 11 13 21 28\t37 22 42 50 60\n") == (5, 11, 13, 21, 28, 37, 22, 42, 50, 60)


@pytest.mark.parametrize(
    ("text", "message", "clause"),
    [
        ("1 2 3", "a rack holds ten cards, this one has 3", "RO1.3"),
        ("1 2 3 4 5 6 7 8 9 10 11", "this one has 11", "RO1.3"),
        ("1 2 3 61 5 6 7 8 9 10", r"cell 4 \(from the front\): '61' is not a card", "RO1.1"),
        ("0 2 3 4 5 6 7 8 9 10", r"cell 1 \(from the front\): '0' is not a card", "RO1.1"),
        ("1 2 3 4 5 6 7 8 9 ?", r"cell 10 \(from the front\): '\?' is not a card", "RO1.1"),
        ("1 2 3 4 5 x 7 8 9 10", r"cell 6 \(from the front\): 'x' is not a card", "RO1.1"),
        ("1 2 3 4 5 6 7 2 9 10", r"cell 8 \(from the front\): 2 lies in cell 2 already", "RO1.1"),
    ],
)
def test_RO1_1_a_wrong_rack_is_refused_with_the_place(text: str, message: str, clause: str) -> None:
    with pytest.raises(LayoutError, match=message) as refused:
        GAME.read_layout(text)
    assert refused.value.clause == clause


@pytest.mark.parametrize("length", [1, 7, -1])
def test_RO3_5_a_run_outside_the_range_is_refused(length: int) -> None:
    with pytest.raises(OptionError, match="from 0 to 6 without 1") as refused:
        data.build(GAME.options, {"run_needed": length})
    assert refused.value.clause == "RO3.5"
    with pytest.raises(OptionError, match="from 0 to 6 without 1"):
        GAME.settle(GAME.options(run_needed=length), 2)


def test_RO3_5_a_run_longer_than_the_rack_is_refused_with_the_reason() -> None:
    with pytest.raises(OptionError, match="a rack holds 10 cards: it never has a run of 11") as refused:
        GAME.settle(GAME.options(run_needed=11), 2)
    assert refused.value.clause == "RO3.5"


def test_RO4_5_the_target_has_a_range() -> None:
    for target in (75, 1000):
        assert GAME.settle(GAME.options(target=target), 2).target == target
    for wrong in (74, 1001, None):
        with pytest.raises(OptionError, match="from 75 to 1000"):
            GAME.settle(GAME.options(target=wrong), 2)


def test_RO_the_options_and_their_defaults() -> None:
    fields = {entry.name: (entry.default, entry.clause) for entry in data.described(GAME.options)}
    assert fields == {
        "first_dealer": ("high", "RO1.2"),
        "refill": ("turn-over", "RO2.6"),
        "declare": (None, "RO3.4"),
        "run_needed": (None, "RO3.5"),
        "loser_score": ("front-run", "RO4.3"),
        "target": (500, "RO4.5"),
        "partners": ("off", "RO5"),
        "run_bonus": (None, "RO5.3"),
        "bonus_racks": ("team", "RO5.5"),
        "turn_limit": (0, "AL1"),
    }
    for preset in GAME.presets:
        GAME.settle(data.build(GAME.options, preset.values), 4)


def test_RO_the_actions_in_the_order_of_their_codes() -> None:
    places = [f"place {cell}" for cell in range(1, 11)]
    texts = ["draw", "take", "reject", *places, "reject declare", *(f"{text} declare" for text in places)]
    assert [str(action) for action in GAME.actions] == texts
    assert tuple(Action.parse(text) for text in texts) == GAME.actions
    assert find_game("Rack-O") is find_game("rack_o") is GAME


def test_RO_a_view_shows_the_own_rack_the_piles_and_nothing_else() -> None:
    state = table(BROKEN, REVERSED, discard="1 3", pile="5")
    view = observe(GAME, state, 0)
    assert view.layouts[0].layout == Layout("rack", 1, 10)
    assert [cell.card for cell in view.layouts[0].cells] == numbers(BROKEN)
    assert view.layouts[0].score == 45
    assert (view.layouts[1].score, view.layouts[1].unknown) == (0, 10)
    assert (view.discard, view.pile, view.pile_top, view.upcard) == ((1, 3), 18, (), 3)
    assert (view.phase, view.turn, view.starter, view.finisher, view.teams) == ("choose", 0, 0, None, ())
    assert [str(choice.action) for choice in view.legal] == ["draw", "take"]
    assert observe(GAME, state, 1).legal == ()
    play(state, "draw")
    assert observe(GAME, state, 0).hand_source == "pile"
