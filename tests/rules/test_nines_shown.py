"""Nines as values: parts of a grid, refusals, typed layouts, views, the default move."""

import pytest

from tests.rules.nines_table import DOWN, LAST, card, open_to, play, play_until_chance, refusal, start, table
from upcard.cards import RANKS
from upcard.chance import SeededChance
from upcard.errors import LayoutError
from upcard.game import answer_all, answer_one, observe
from upcard.games.nines import GAME
from upcard.games.nines.show import explain, read_layout
from upcard.options import build
from upcard.state import Phase
from upcard.values import Part

OPTIONS = GAME.options()
SQUARES = GAME.options(square_bonus=25)


def parts(layout: str, options: object = OPTIONS) -> list[Part]:
    """Return the parts of a typed grid."""
    return list(explain(read_layout(layout), options))


# --- parts ---------------------------------------------------------------------------------------


def test_NI4_2_a_part_says_what_a_column_scores_and_why() -> None:
    first, second, third = parts("7 K X / 7 A X / 7 10 Q")
    assert (first.where, first.score, first.clause, first.mark) == ("column 1", 0, "NI4.2", "match")
    assert first.cells == first.match == (1, 4, 7)
    assert first.why == "three 7s count nothing together"
    assert (second.score, second.clause, second.mark) == (11, "NI4.1", "column")
    assert second.why == "0 + 1 + 10 = 11"
    assert (second.cells, second.match) == ((2, 5, 8), ())
    assert third.why == "−2 + −2 + 10 = 6"


def test_NI4_4_a_square_is_one_part_and_the_columns_say_what_is_left() -> None:
    first, second, third, square = parts("5 5 K / 5 5 A / 5 3 4", SQUARES)
    assert (square.where, square.score, square.clause, square.mark) == ("square", -25, "NI4.4", "square")
    assert square.cells == square.match == (1, 2, 4, 5)
    assert square.why == "four 5s in a square count −25 instead of their points"
    assert (first.score, first.mark) == (0, "match")
    assert (second.score, second.why) == (3, "3; the rest counts in the square")
    assert third.score == 5


def test_NI4_5_the_square_may_lie_in_any_corner() -> None:
    assert parts("K 9 9 / A 9 9 / 2 3 4", SQUARES)[-1].cells == (2, 3, 5, 6)
    assert parts("K A 2 / 3 9 9 / 4 9 9", SQUARES)[-1].cells == (5, 6, 8, 9)


def test_a_grid_that_is_not_known_has_nothing_to_count() -> None:
    assert [(part.score, part.unknown, part.why) for part in explain([None] * 9, SQUARES)] == [
        (0, 3, "nothing to count")
    ] * 3
    known = explain([None, 30, None, 30, None, None, None, None, None], SQUARES)
    assert [(part.score, part.unknown) for part in known] == [(8, 2), (8, 2), (0, 3)]
    assert known[0].why == "8"


# --- typed layouts -------------------------------------------------------------------------------


def test_NI1_2_every_rank_and_the_joker_can_be_typed() -> None:
    assert [GAME.faces.text(code).rstrip("cdhs") for code in read_layout("A 2 3/4 5 6/7 8 9")] == list(
        RANKS[:9]
    )
    assert read_layout("x j q / k 10 a / X J Q")[0] == card("X")


@pytest.mark.parametrize(
    ("text", "clause", "place"),
    [
        ("A 2 3 / 4 5 6", "NI1.3", "three rows"),
        ("", "NI1.3", "three rows"),
        ("A 2 / 4 5 6 / 7 8 9", "NI1.3", "row 1 holds 2 cards"),
        ("A 2 3 / 4 5 6 7 / 7 8 9", "NI1.3", "row 2 holds 4 cards"),
        ("A 2 3 / 4 5 6 / 7 8 11", "NI1.2", "row 3, column 3: '11'"),
        ("A 2 3 / 4 ? 6 / 7 8 9", "NI1.2", r"row 2, column 2: '\?'"),
        ("X X X / X X X / X X X", "NI1.2", "row 3, column 3: a ninth joker"),
    ],
)
def test_NI1_2_NI1_3_a_wrong_layout_is_refused_with_the_place(text: str, clause: str, place: str) -> None:
    with pytest.raises(LayoutError, match=place) as refused:
        read_layout(text)
    assert refused.value.clause == clause


def test_a_layout_may_hold_what_any_table_could() -> None:
    assert len(read_layout("7 7 7 / 7 7 7 / 7 7 7")) == 9
    assert len(read_layout("X X X / X X X / X X 7")) == 9


# --- refusals ------------------------------------------------------------------------------------


def test_NI2_1_while_flipping_everything_else_is_refused() -> None:
    state, _ = start(2)
    play(state, "flip 1")
    assert {refusal(state, text) for text in ("draw", "take", "reject", "place 1", "flip 1", "pass")} == {
        "NI2.1"
    }


def test_NI4_6_after_the_match_everything_is_refused() -> None:
    state = table(LAST, DOWN, rounds=1)
    play(state, "draw", "place 9", "draw", "reject")
    assert refusal(state, "draw") == "NI4.6"
    assert observe(GAME, state, 0).owed == (0, 0)
    assert observe(GAME, state, 0).turn is None


# --- views ---------------------------------------------------------------------------------------


def test_AL3_a_view_at_each_chance_request_can_be_looked_at() -> None:
    state = GAME.start(None, 3)
    assert observe(GAME, state, None).phase == "pick"
    assert observe(GAME, state, 0).turn is None
    answer_one(GAME, state, SeededChance(1))
    assert (observe(GAME, state, 0).phase, observe(GAME, state, 0).pile) == ("shuffle", 108)
    assert observe(GAME, state, 0).legal == ()
    assert GAME.legal(state) == 0


def test_AL3_at_the_end_of_a_round_the_old_grids_lie_open_until_the_deal() -> None:
    state = table(LAST, DOWN, final_turns="none")
    play_until_chance(state, "draw", "place 9")
    view = observe(GAME, state, None)
    assert [layout.unknown for layout in view.layouts] == [0, 0]
    assert GAME.round_result(state).layouts == view.layouts
    assert len(list(GAME.holdings(state))) == 108
    answer_all(GAME, state, SeededChance(1))
    assert [layout.unknown for layout in observe(GAME, state, None).layouts] == [9, 9]


def test_NI3_1_the_action_that_turns_the_last_card_up_is_tagged() -> None:
    state = table(LAST, DOWN, pile="K")
    play(state, "draw")
    tags = {str(choice.action): choice.tag for choice in observe(GAME, state, 0).legal}
    assert {text for text, tag in tags.items() if tag} == {"place 9"}
    assert tags["place 9"] == "All up"


def test_NI1_5_dealer_starter_rounds_and_options_are_shown() -> None:
    state, _ = start(4, rounds=3)
    view = observe(GAME, state, None)
    assert (view.rounds, view.target, view.dealer) == (3, None, state.dealer)
    assert view.starter == (state.dealer + 1) % 4
    assert view.options["rounds"] == 3


@pytest.mark.parametrize("preset", GAME.presets, ids=lambda preset: preset.name)
def test_presets_can_be_played(preset: object) -> None:
    options = build(GAME.options, preset.values)
    assert GAME.settle(options, 3) == options


# --- the default move ----------------------------------------------------------------------------


def test_AL5_draw_then_reject() -> None:
    state = table(LAST, DOWN)
    assert GAME.actions[GAME.default(state)].verb == "draw"
    play(state, "draw")
    assert GAME.actions[GAME.default(state)].verb == "reject"


def test_AL5_a_card_to_be_turned_up_is_the_lowest_still_down() -> None:
    state = table("A (2) 3 / (4) 5 6 / 7 8 (9)", DOWN, reject_flips="must")
    play(state, "draw", "reject")
    assert str(GAME.actions[GAME.default(state)]) == "flip 2"


def test_AL5_a_question_is_answered_pass() -> None:
    state = table("A (2) 3 / (4) 5 6 / 7 8 (9)", DOWN, reject_flips="may")
    play(state, "draw", "reject")
    assert str(GAME.actions[GAME.default(state)]) == "pass"


@pytest.mark.parametrize(
    ("grid", "cell"),
    [
        ("A Q 3 / 4 Q 6 / 7 2 (9)", 2),  # the highest that is up, the first of equals
        ("Q Q A / 9 Q 3 / 2 Q (K)", 1),  # a matched column counts nothing
        ("8 Q A / 3 Q 4 / 2 (Q) 5", 2),  # a card face down matches nothing yet
        (DOWN, 1),  # none is up: the lowest cell
        ("X (Q) (Q) / K (9) (9) / K (8) (8)", 4),
    ],
)
def test_AL5_a_taken_upcard_goes_to_the_highest_card_that_is_up(grid: str, cell: int) -> None:
    state = table(grid, DOWN, discard="5")
    play(state, "take")
    assert str(GAME.actions[GAME.default(state)]) == f"place {cell}"


def test_AL5_in_a_position_without_a_choice_the_default_is_harmless() -> None:
    state = table(LAST, "A 2 3 / 4 5 6 / 7 8 9", rounds=1)
    play(state, "draw", "place 9", "draw", "reject")
    assert state.phase == Phase.OVER
    assert GAME.actions[GAME.default(state)].verb == "pass"
    assert open_to(state) == []
