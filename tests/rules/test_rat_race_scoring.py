"""Rat Race: what columns and grids score, and how it is explained (RR4)."""

from itertools import permutations, product

import pytest

from tests.rules.oracles_rat_race import CARDS, column_score, grid_score, walks_out
from tests.rules.rat_race_table import parts, points, table
from upcard.errors import LayoutError
from upcard.games.rat_race import GAME
from upcard.games.rat_race.scoring import cell_points, column_points, grid_points, same_value
from upcard.games.rat_race.state import Options

CASES = {
    "6 6 4 / 6 2 6 / 2 6 2": 16,
    "5 8 10 / 5 8 10 / 5 8 10": 0,
    "R 10 9 / 6 10 8 / 2 4 7": 30,
    "R 10 9 / 10 R 8 / R 1 7": 25,
    "10 R 8 / R 3 8 / 1 9 R": 4,
    "3 4 5 / 4 5 3 / 5 3 4": 36,
    "4 4 4 / 1 2 3": 18,
    "R 1 10 / 1 10 9": 30,
    "8 2 10 / 8 2 10": 0,
    "10 10 10 / 1 2 3 / 1 2 3": 30,
    "1 2 3 / 1 2 3": 0,
    "3 8 5 / 3 2 5": 10,
    "2 3 4 / 2 3 5": 9,
    "10 9 R / R 9 8 / 10 R 8": 0,
    "10 9 8 / 9 10 7": 53,
}


def of(text: str) -> int:
    return GAME.faces.code(text)


def test_RR4_1_equal_cards_of_a_column_count_nothing_and_the_third_counts():
    assert [points(f"{a} 1 R / {b} 1 R / {c} 1 R") for a, b, c in ("662", "626", "642")] == [2, 2, 12]
    assert points("7 1 R / 7 1 R / 7 1 R") == 0


def test_RR4_1_every_column_of_three_agrees_with_the_slow_definition():
    for column in product(CARDS, repeat=3):
        assert column_points(*map(of, column)) == column_score(column), column


def test_RR4_2_a_rat_copies_what_makes_its_column_least():
    for column, score in {"R 6 2": 2, "R 9 2": 2, "R 6 6": 0, "R R 5": 0, "R R R": 0}.items():
        for order in permutations(column.split()):
            assert column_points(*map(of, order)) == score, order


def test_RR4_3_every_column_of_two_agrees_with_the_slow_definition():
    for column in product(CARDS, repeat=2):
        assert column_points(*map(of, column), 0) == column_score(column), column
    assert points("6 R 9 / 6 1 4") == 13


def test_RR4_4_a_rat_is_free_again_at_every_look():
    # In its row the Rat stands for a 7; in its column it copies the 9; the row gone, it would copy anew.
    assert same_value(of("7"), of("R"), of("7"), 3)
    state = table("7 R 7 / ? 9 ? / ? 2 ?")
    assert cell_points(state, 0, 1) == 0
    assert [cell_points(state, 0, cell) for cell in (4, 7)] == [0, 2]
    state.grid[0][7] = of("10")
    assert [cell_points(state, 0, cell) for cell in (4, 7)] == [9, 0]


def test_RR4_5_rows_diagonals_and_other_columns_do_nothing():
    assert points("3 4 5 / 4 5 3 / 5 3 4") == 36
    assert points("4 4 4 / 1 2 3 / 5 6 7") == 36
    assert points("9 1 2 / 3 9 4 / 5 6 9") == 48


@pytest.mark.parametrize("layout", CASES)
def test_RR7_1_worked_layouts(layout: str):
    rows = [row.split() for row in layout.split("/")]
    assert points(layout) == CASES[layout] == grid_score(rows)
    state = table(layout)
    assert grid_points(state, 0) == CASES[layout]


def test_RR5_1_RR5_2_every_row_agrees_with_the_slow_definition():
    for row in product(CARDS, repeat=3):
        for most in range(4):
            assert same_value(*map(of, row), most) == walks_out(row, most), (row, most)


def test_RR5_1_a_card_that_is_not_known_is_of_no_value():
    for cards in product((0, 7, 11), repeat=3):
        assert same_value(*cards, 3) == (0 not in cards)


def test_RR4_1_explain_gives_one_part_a_column():
    first, second, third = parts("6 5 4 / 6 5 2 / 2 5 1")
    assert (first.score, first.cells, first.match, first.mark) == (2, (1, 4, 7), (1, 4), "match")
    assert (first.where, first.clause, first.unknown) == ("column 1", "RR4.1", 0)
    assert first.why == "two 6s count nothing, which leaves 2"
    assert (second.score, second.match, second.why) == (0, (2, 5, 8), "three 5s count nothing")
    assert (third.score, third.match, third.mark, third.why) == (7, (), "column", "4 + 2 + 1 = 7")


def test_RR4_2_explain_names_what_the_rat_copies():
    first, second, third = parts("R 6 R / 6 R R / 2 6 5")
    assert (first.score, first.match, first.clause) == (2, (1, 4), "RR4.2")
    assert first.why == "the Rat copies the 6, which leaves 2"
    assert (second.score, second.match) == (0, (2, 5, 8))
    assert second.why == "the Rat makes three 6s of the pair: nothing"
    assert (third.score, third.match) == (0, (3, 6, 9))
    assert third.why == "2 Rats make the whole column nothing"
    assert parts("R 1 1 / R 1 1 / R 1 1")[0].why == "3 Rats make the whole column nothing"


def test_RR4_3_explain_of_two_rows():
    first, second, third = parts("6 R 9 / 6 1 4")
    assert [part.clause for part in (first, second, third)] == ["RR4.3"] * 3
    assert (first.score, first.match, first.why) == (0, (1, 4), "two 6s count nothing")
    assert (second.score, second.match, second.why) == (0, (2, 5), "a Rat makes a column of two nothing")
    assert (third.score, third.match, third.why) == (13, (), "9 + 4 = 13")
    assert parts("R 1 1 / R 1 1")[0].why == "2 Rats make the whole column nothing"


def test_RR4_1_explain_says_what_is_certain_of_a_column_that_is_not_all_known():
    first, second, third = parts("6 6 ? / 6 4 ? / ? ? ?")
    assert (first.score, first.unknown, first.match, first.mark) == (0, 1, (1, 4), "match")
    assert first.why == "two 6s count nothing; the third card counts unless it matches"
    assert (second.score, second.unknown, second.mark, second.why) == (10, 1, "column", "6 + 4 = 10")
    assert (third.score, third.unknown, third.why) == (0, 3, "nothing known yet")
    assert parts("8 ? ? / ? ? ? / ? ? ?")[0].why == "8"


def test_RR4_2_explain_says_what_is_certain_of_a_rat_whose_column_is_not_all_known():
    first, second, third = parts("R R R / ? R 5 / ? ? ?")
    assert (first.score, first.unknown, first.mark) == (0, 2, "column")
    assert first.why == "a Rat scores nothing of its own"
    assert (second.score, second.unknown, second.match) == (0, 1, (2, 5))
    assert second.why == "2 Rats make the whole column nothing"
    assert (third.score, third.unknown, third.match, third.clause) == (0, 1, (), "RR4.2")
    assert third.why == "the Rat copies the higher of two cards: 5 at most"
    assert [part.at_most for part in (first, second, third)] == [None, None, 5]
    alone = parts("R ? ? / ? ? ?")[0]
    assert (alone.score, alone.unknown, alone.match) == (0, 1, (1,))
    assert alone.why == "a Rat makes a column of two nothing"


def test_RR4_2_what_is_said_of_open_columns_holds_whatever_the_third_card_is():
    for value in CARDS[:-1]:
        most = max(column_score(("R", value, third)) for third in CARDS)
        for column in (("R", value, "?"), ("?", "R", value), (value, "?", "R")):
            open_part = parts(" 1 1 / ".join(column) + " 1 1")[0]
            assert (open_part.score, open_part.at_most) == (0, most)
        assert {column_score((value, value, third)) for third in CARDS if third not in (value, "R")} == {
            int(third) for third in CARDS[:-1] if third != value
        }
        assert column_score(("R", value)) == 0
    assert {column_score(("R", "R", third)) for third in CARDS} == {0}


def test_RR4_1_parts_add_up_for_every_column_and_match_only_what_counts_nothing():
    for column in product((*CARDS, "?"), repeat=3):
        part = parts(" 1 1 / ".join(column) + " 1 1")[0]
        assert part.unknown == column.count("?")
        if not part.unknown:
            assert part.score == column_score(column)
            assert part.at_most is None
        if part.mark == "match":
            assert part.match
            assert part.score == sum(
                of(card)
                for cell, card in zip(part.cells, column, strict=True)
                if cell not in part.match and card != "?"
            )
        else:
            assert not part.match


def test_RR1_2_a_typed_layout_takes_an_ace_for_a_1_and_small_letters():
    assert GAME.read_layout("A 2 3 / 4 r R / 7 8 10") == (1, 2, 3, 4, 11, 11, 7, 8, 10)
    assert GAME.read_layout("1 2 3/4 5 6") == (1, 2, 3, 4, 5, 6)


@pytest.mark.parametrize(
    ("layout", "message", "clause"),
    [
        ("1 2 3", "this one has 1", "RR1.3"),
        ("1 2 3 / 4 5 6 / 7 8 9 / 1 2 3", "this one has 4", "RR5.4"),
        ("1 2 3 / 4 5 6 / 7 8", "row 3 holds 2 cards, not three", "RR1.3"),
        ("1 2 3 / 4 5 6 7", "row 2 holds 4 cards, not three", "RR1.3"),
        ("1 2 3 / 4 K 6 / 7 8 9", "row 2, column 2: 'K' is not a card", "RR1.2"),
        ("1 2 3 / 4 5 6 / 7 8 11", "row 3, column 3: '11' is not a card", "RR1.2"),
        ("1 ? 3 / 4 5 6 / 7 8 9", "row 1, column 2: '?' is not a card", "RR1.2"),
        ("R R R / R R 1", "row 2, column 2: one Rat too many; the deck has 4", "RR1.2"),
        ("A 1 1 / 1 1 1 / 1 1 1", "row 3, column 3: one 1 too many; the deck has 8", "RR1.2"),
    ],
)
def test_RR1_2_a_wrong_layout_is_refused_with_its_place(layout: str, message: str, clause: str):
    with pytest.raises(LayoutError) as refusal:
        GAME.read_layout(layout)
    assert message in refusal.value.message
    assert refusal.value.clause == clause


def test_B17_a_rat_is_not_fixed_when_it_is_drawn():
    for layout, score in {"R 1 1 / 6 1 1 / 2 1 1": 2, "R 1 1 / 9 1 1 / 2 1 1": 2}.items():
        assert points(layout) == score
    assert points("R 1 1 / 6 1 1 / 6 1 1") == points("R 1 1 / R 1 1 / 5 1 1") == points("R 1 1 / 6 1 1") == 0


def test_B19_columns_are_columns():
    assert points("6 1 9 / 2 1 9 / 6 1 8") == 10
    assert points("6 2 6 / 1 1 1 / 9 9 8") == 43
    assert sum(part.score for part in GAME.explain(GAME.read_layout("6 1 9/2 1 9/6 1 8"), Options())) == 10
