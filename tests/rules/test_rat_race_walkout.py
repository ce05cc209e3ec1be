"""Rat Race: rows that walk out (RR5)."""

from collections import Counter

import pytest

from tests.rules.rat_race_table import burnt, discards, grid, keys, legal, play, start, table
from upcard.game import copy_state, observe
from upcard.games.rat_race import GAME
from upcard.games.rat_race.rules import default
from upcard.state import Phase


def test_RR5_1_three_open_cards_of_one_value_walk_out_at_once():
    state = table("7 7 [1] / 2 3 ? / ? ? ?", pile="7")
    events = play(state, "draw", "place 3")
    assert keys(events) == ["placed", "left", *["burned"] * 3, "walked-out"]
    assert burnt(state) == ["7", "7", "7"]
    assert (state.rows[0], state.walked[0], state.seat) == (2, 1, 1)


def test_RR5_1_a_row_does_not_walk_out_while_a_card_of_it_is_down():
    for third in ("[7]", "(7)"):
        state = table(f"7 [1] {third} / 2 3 ? / ? ? ?", pile="7")
        assert keys(play(state, "draw", "place 2")) == ["placed", "left"]
        assert state.rows[0] == 3


def test_RR5_1_columns_do_not_walk_out():
    state = table("7 ? ? / 7 ? ? / [1] ? ?", pile="7")
    play(state, "draw", "place 7")
    assert state.rows[0] == 3


@pytest.mark.parametrize("most", [0, 1, 2, 3])
@pytest.mark.parametrize(("rats", "row"), [(0, "7 7"), (1, "R 7"), (2, "R R")])
def test_RR5_2_rats_stand_in_up_to_the_number_the_table_allows(most: int, rats: int, row: str):
    state = table(f"{row} [1] / ? ? ? / ? ? ?", pile="7", walkout_rats=most)
    play(state, "draw", "place 3")
    assert state.walked[0] == int(rats <= most)


@pytest.mark.parametrize("most", [0, 1, 2, 3])
def test_RR5_2_three_rats_alone_are_a_row(most: int):
    state = table("R [1] R / ? ? ? / ? ? ?", pile="R", walkout_rats=most)
    play(state, "draw", "place 2")
    assert state.walked[0] == int(most == 3)


def test_RR5_3_the_row_lies_in_the_burn_pile_and_scores_nothing():
    state = table("7 R [1] / 2 3 9 / 4 5 (8)", pile="7", turn_limit=1, rounds=2)
    state.turns[1] = 1
    events = play(state, "draw", "place 3")
    assert [event.value for event in events if event.key == "scored" and event.seat == 0] == [31]
    for viewer in (0, 1, None):
        assert observe(GAME, state, viewer).burn == (7, 11, 7)
    assert state.pile_size + state.discard_size + 18 == 81


def test_RR5_3_burnt_cards_stay_out_to_the_end_of_the_match_and_are_back_in_the_next():
    state = table("7 R [1] / 2 3 9 / 4 5 (8)", pile="7", turn_limit=1, rounds=3)
    state.turns[1] = 1
    play(state, "draw", "place 3")
    while state.phase != Phase.OVER:
        cards = Counter(holding.card(state) for holding in GAME.holdings(state) if holding.where != "burn")
        assert cards[7] == 6 - (state.burn[3:].count(7))
        play(state, str(GAME.actions[default(state)]))
    assert burnt(start()) == []


@pytest.mark.parametrize(
    ("before", "actions", "after"),
    [
        ("7 7 [1] / 2 (3) 4 / [5] 6 (8)", ("draw", "place 3"), "2 (3) 4 / [5] 6 (8)"),
        ("2 (3) 4 / 7 7 [1] / [5] 6 (8)", ("draw", "place 6"), "2 (3) 4 / [5] 6 (8)"),
        ("2 (3) 4 / [5] 6 (8) / 7 7 [1]", ("draw", "place 9"), "2 (3) 4 / [5] 6 (8)"),
    ],
)
def test_RR5_4_the_other_rows_close_up_columns_and_knowledge_with_them(
    before: str, actions: tuple[str, ...], after: str
):
    state = table(before, pile="7")
    events = play(state, *actions)
    assert grid(state, 0) == after
    assert state.down[0] == 3
    row = before.split(" / ").index("7 7 [1]") + 1
    burned = [event for event in events if event.key == "burned"]
    assert [(event.cell, event.card, event.value) for event in burned] == [
        (3 * row - 2, 7, row), (3 * row - 1, 7, row), (3 * row, 7, row),
    ]  # fmt: skip
    assert (events[-1].cell, events[-1].value, events[-1].card) == (3 * row - 2, row, None)
    layout = observe(GAME, state, 1).layouts[0]
    assert (layout.layout.rows, len(layout.cells)) == (2, 6)
    assert [cell.card for cell in layout.cells] == [2, 3, 4, None, 6, 8]
    assert [cell.public for cell in layout.cells] == [False, True, False, False, False, True]


def test_RR5_4_only_cells_1_to_6_are_left_and_the_rows_part_ways():
    state = table("7 7 [1] / 2 (3) 4 / [5] 6 (8)", pile="7 10 9")
    play(state, "draw", "place 3", "draw", "place 1", "draw")
    assert legal(state) == ["reject", *(f"place {cell}" for cell in range(1, 7))]
    play(state, "place 1")
    assert grid(state, 0) == "9 (3) 4 / [5] 6 (8)"
    play(state, "draw", "place 1", "draw", "reject")
    assert legal(state) == ["flip 2", "flip 4", "flip 6"]


def test_RR5_5_one_walkout_a_seat_a_round():
    state = table("7 7 [1] / 2 2 (3) / ? ? ?", "9 9 [9] / ? ? ? / ? ? ?", pile="7 2 2")
    play(state, "draw", "place 3")
    play(state, "draw", "reject", "flip 3")
    assert (state.walked, state.rows) == ([1, 1], [2, 2])
    events = play(state, "draw", "place 3")
    assert keys(events) == ["placed", "left"]
    assert grid(state, 0).startswith("2 2 2 / ")
    assert state.burn_size == 6


def test_RR5_5_the_next_round_brings_a_new_walkout():
    state = table("7 7 [1] / 2 3 9 / 4 5 (8)", pile="7", turn_limit=1)
    state.turns[1] = 1
    play(state, "draw", "place 3")
    assert (state.round, state.walked, state.rows) == (2, [0, 0], [3, 3])


def test_RR5_6_turning_up_completes_a_row_too():
    state = table("2 3 ? / 7 (7) 7 / ? ? ?", pile="4")
    events = play(state, "draw", "reject", "flip 5")
    assert keys(events) == ["turned-up", *["burned"] * 3, "walked-out"]
    assert state.rows[0] == 2


def test_RR5_7_the_card_that_left_can_be_taken_by_the_next_seat():
    state = table("7 7 [1] / 2 3 ? / ? ? ?", pile="7")
    events = play(state, "draw", "place 3")
    assert keys(events).index("left") < keys(events).index("burned")
    assert discards(state)[-1] == "1"
    (event,) = play(state, "take")
    assert (event.seat, event.card) == (1, 1)
    rejected = table("7 7 [7] / 2 3 ? / ? ? ?", pile="10")
    play(rejected, "draw", "reject", "flip 3")
    assert play(rejected, "take")[0].card == 10


def test_RR5_8_a_walkout_is_compulsory_even_where_it_costs_points():
    state = table("10 10 [10] / 10 2 3 / 10 2 3", pile="1")
    events = play(state, "draw", "reject", "flip 3")
    assert "walked-out" in keys(events)


def test_RR5_8_optional_the_seat_is_asked_and_may_walk_out():
    state = table("7 7 [1] / 2 3 ? / ? ? ?", pile="7", walkout="optional")
    assert keys(play(state, "draw", "place 3")) == ["placed", "left"]
    assert (state.phase, state.seat, legal(state)) == (Phase.ASK, 0, ["walk-out 1", "pass"])
    assert str(GAME.actions[default(state)]) == "pass"
    assert [choice.tag for choice in observe(GAME, state, 0).legal] == ["Walkout", ""]
    assert observe(GAME, state, 1).legal == ()
    assert keys(play(state, "walk-out 1")) == [*["burned"] * 3, "walked-out"]
    assert (state.rows[0], state.seat, state.phase) == (2, 1, Phase.CHOOSE)


def test_RR5_8_optional_a_declined_row_may_walk_out_after_a_later_action():
    state = table("7 7 [1] / 2 2 [2] / [5] ? ?", pile="7 3 4 6", walkout="optional")
    (event,) = play(state, "draw", "place 3", "pass")
    assert (event.key, event.seat, event.clause) == ("declined", 0, "RR5.8")
    assert (state.rows[0], state.seat) == (3, 1)
    play(state, "draw", "place 9", "draw", "reject", "flip 6")
    assert legal(state) == ["walk-out 1", "walk-out 2", "pass"]
    assert keys(play(copy_state(state), "walk-out 1"))[-1] == "walked-out"
    events = play(state, "walk-out 2")
    assert [event.cell for event in events] == [4, 5, 6, 4]
    assert grid(state, 0).startswith("7 7 7 / [5]")
    play(state, "draw", "place 9", "draw", "place 4")
    assert (state.phase, state.seat) == (Phase.CHOOSE, 1), "the seat has had its Walkout"


def test_RR5_8_optional_the_question_comes_before_clock_off_is_judged():
    state = table("7 7 [1] / 2 3 4 / 4 5 6", pile="7", walkout="optional")
    assert "clocked-off" not in keys(play(state, "draw", "place 3"))
    assert state.phase == Phase.ASK
    assert [choice.tag for choice in observe(GAME, state, 0).legal] == ["Walkout", "Clock Off"]
    assert keys(play(copy_state(state), "pass")) == ["declined", "clocked-off", "bonus"]
    events = play(state, "walk-out 1")
    assert keys(events) == [*["burned"] * 3, "walked-out", "clocked-off", "bonus"]


def test_RR5_8_off_no_row_walks_out():
    state = table("7 7 [1] / 2 3 ? / ? ? ?", pile="7", walkout="off")
    assert keys(play(state, "draw", "place 3")) == ["placed", "left"]
    assert (state.rows[0], state.seat) == (3, 1)


def test_RR5_9_a_walkout_in_the_final_turn_counts():
    state = table("7 7 [1] / 9 9 8 / 8 8 [9]", "1 2 3 / 4 5 6 / 10 9 8", pile="7", rounds=1)
    state.clocked = 1
    state.banked[1] = 1
    events = play(state, "draw", "place 3")
    assert keys(events)[:7] == ["placed", "left", *["burned"] * 3, "walked-out", "uncovered"]
    assert state.points == [51, 48]


def test_RR5_10_cards_turned_up_for_scoring_make_no_walkout():
    state = table("[7] [7] [7] / 9 9 8 / 8 8 [9]", "1 2 3 / 4 5 6 / 10 9 8", pile="1", rounds=1)
    state.clocked = 1
    events = play(state, "draw", "place 4")
    assert keys(events).count("uncovered") == 4
    assert "walked-out" not in keys(events)
    assert (state.rows[0], state.burn_size) == (3, 0)
    assert all(state.up[0])


def test_RR5_1_the_tag_says_beforehand_what_a_placing_sets_off():
    state = table("7 7 [1] / 2 3 4 / 4 5 (6)", pile="7")
    play(state, "draw")
    tags = {str(choice.action): choice.tag for choice in observe(GAME, state, 0).legal}
    assert tags == {"reject": "", **{f"place {cell}": "" for cell in range(1, 10)}, "place 3": "Walkout"}


def test_RR6_3_a_tag_names_the_walkout_where_a_clock_off_follows_it():
    state = table("7 7 (7) / 2 3 4 / 4 5 6", pile="7")
    play(state, "draw", "reject")
    assert [choice.tag for choice in observe(GAME, state, 0).legal] == ["Walkout"]
    hidden = table("7 7 [7] / 2 3 4 / 4 5 6", pile="7")
    play(hidden, "draw", "reject")
    assert [choice.tag for choice in observe(GAME, hidden, 0).legal] == ["Clock Off"], "nobody knows the 7"


def test_B21_a_second_equal_row_stays_and_is_scored_by_columns():
    state = table("7 7 [1] / 4 4 4 / 1 2 [3]", pile="7", rounds=1)
    state.clocked = 1
    events = play(state, "draw", "place 3")
    assert keys(events).count("walked-out") == 1
    assert state.points[0] == 18
    assert grid(state, 0) == "4 4 4 / 1 2 3"
