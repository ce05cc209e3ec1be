"""NI4: what a grid scores, and who wins."""

from collections.abc import Iterator

import pytest

from tests.rules import oracles_nines as oracle
from tests.rules.nines_table import DOWN, LAST, card, keys, play, play_until_chance, rank, table, values
from upcard.cards import RANKS
from upcard.chance import SeededChance, Xoshiro
from upcard.game import answer_all
from upcard.games.nines import GAME, scoring
from upcard.games.nines.show import explain, read_layout
from upcard.games.nines.state import State
from upcard.options import write_to_state
from upcard.state import Phase
from upcard.table import Table

SAMPLES = 1500
JOKER_VALUES = (-5, -2, 0)
SQUARES = (0, 1, 25, 50)


def grids(seed: int) -> Iterator[list[str]]:
    """Grids as they fall, of few ranks, and with matched columns and squares."""
    stream = Xoshiro(seed)
    every = [*RANKS, "X"]
    for sample in range(SAMPLES):
        some = [every[stream.below(14)] for _ in range((14, 6, 3, 2)[sample % 4])]
        grid = [some[stream.below(len(some))] for _ in range(9)]
        if sample % 3 == 1:
            for cell in oracle.COLUMNS[stream.below(3)]:
                grid[cell] = some[0]
        if sample % 5 > 2:
            for cell in oracle.SQUARES[stream.below(4)]:
                grid[cell] = some[-1]
        yield grid


def laid(grid: list[str], stream: Xoshiro, **options: int | str) -> State:
    """Return a state with the grid in front of seat 1, each rank in a suit of its own."""
    state = State(seats=2)
    write_to_state(GAME.options(**options), state)
    for cell, name in enumerate(grid):
        state.grid[1][cell] = card(name if name == "X" else name + "cdhs"[stream.below(4)])
    return state


def score(layout: str, **options: int | str) -> int:
    """Return what a typed grid scores by the rules; explain says the same."""
    cells = read_layout(layout)
    state = State(seats=2)
    chosen = GAME.options(**options)
    write_to_state(chosen, state)
    for cell, code in enumerate(cells):
        state.grid[0][cell] = code
    points = scoring.grid_points(state, 0)
    assert sum(part.score for part in explain(cells, chosen)) == points
    assert oracle.score([rank(code) for code in cells], **_oracle(options)) == points
    return points


def _oracle(options: dict[str, int | str]) -> dict[str, int | str]:
    return {
        name: options[name] for name in ("joker_value", "joker_column", "square_bonus") if name in options
    }


def test_NI4_1_NI4_2_NI4_3_NI4_4_NI4_5_grids_score_what_the_oracle_says() -> None:
    stream = Xoshiro(99)
    for sample, grid in enumerate(grids(1)):
        options: dict[str, int | str] = {
            "joker_value": JOKER_VALUES[sample % 3],
            "joker_column": ("0", "face")[sample // 3 % 2],
            "square_bonus": SQUARES[sample // 6 % 4],
        }
        state = laid(grid, stream, **options)
        points = scoring.grid_points(state, 1)
        assert points == oracle.score(grid, **options), (grid, options)
        parts = explain(state.grid[1], GAME.options(**options))
        assert sum(part.score for part in parts) == points
        assert sum(1 for part in parts if part.mark == "square") <= 1


@pytest.mark.parametrize(
    ("name", "points"),
    [("X", -2), ("K", 0), ("A", 1), *((str(n), n) for n in range(2, 11)), ("Q", 10), ("J", 10)],
)
def test_NI4_1_what_each_card_counts(name: str, points: int) -> None:
    state = State()
    write_to_state(GAME.options(), state)
    for suit in [""] if name == "X" else "cdhs":
        assert scoring.card_points(state, card(name + suit)) == points == oracle.points(name)
    assert scoring.card_points(state, 0) == 0


def test_NI4_2_three_of_a_rank_in_a_column_score_0_together() -> None:
    assert score("7 A 2 / 7 A 2 / 7 A 3") == 7
    assert score("A 2 3 / 4 5 6 / 7 8 9") == 45


def test_B19_NI4_2_a_pair_scores_in_full_and_rows_and_diagonals_do_nothing() -> None:
    assert score("7 K K / 7 K K / 2 K K") == 16
    assert score("7 7 7 / A A A / 2 2 3") == 31
    assert score("9 A 2 / 3 9 4 / 5 6 9") == 48


def test_NI4_2_jack_queen_and_10_are_no_match() -> None:
    assert score("J K K / Q K K / 10 K K") == 30


def test_NI4_2_suits_do_not_matter() -> None:
    state = State()
    write_to_state(GAME.options(), state)
    for suits in ("chs", "ddd", "hcd"):
        assert scoring.column_matches(state, *(card("8" + suit) for suit in suits))


def test_NI4_3_jokers_are_not_wild() -> None:
    assert score("X 7 2 / 7 7 3 / 7 X 4") == 33


def test_NI4_3_three_jokers_are_three_of_a_rank() -> None:
    assert score("X A 2 / X A 2 / X A 2") == 0
    assert score("X A 2 / X A 2 / X A 2", joker_column="face") == -6


@pytest.mark.parametrize("value", range(-5, 1))
def test_NI4_3_option_joker_value(value: int) -> None:
    assert score("X A 2 / K A 2 / X A 2", joker_value=value) == 2 * value


@pytest.mark.parametrize("bonus", [1, 25, 50])
def test_NI4_4_a_square_is_worth_minus_the_bonus_instead_of_its_points(bonus: int) -> None:
    assert score("5 5 K / 5 5 A / 2 3 4", square_bonus=bonus) == 10 - bonus
    assert score("5 5 K / 5 5 A / 2 3 4") == 30


@pytest.mark.parametrize(
    "layout",
    ["9 9 2 / 9 9 3 / A 4 6", "2 9 9 / 3 9 9 / A 4 6", "A 4 6 / 9 9 2 / 9 9 3", "A 4 6 / 2 9 9 / 3 9 9"],
)
def test_NI4_4_each_of_the_four_squares_counts(layout: str) -> None:
    assert score(layout, square_bonus=25) == -25 + 2 + 3 + 1 + 4 + 6


def test_NI4_4_four_of_a_rank_elsewhere_are_no_square() -> None:
    assert score("9 2 9 / 3 4 6 / 9 8 9", square_bonus=25) == 59
    assert score("9 9 2 / 9 8 9 / A 4 6", square_bonus=25) == 57


def test_NI4_5_only_one_square_counts_the_best_for_the_seat() -> None:
    assert score("Q Q Q / Q Q Q / 2 3 4", square_bonus=25) == -25 + 20 + 9
    assert score("X X X / X X X / 4 X X", square_bonus=25, joker_column="face") == -25 + 4 - 8


def test_NI4_5_a_square_that_would_cost_points_does_not_count() -> None:
    assert score("X X A / X X 2 / 3 4 5", square_bonus=5) == 3 + 4 + 8 - 8
    assert score("X X A / X X 2 / 3 4 5", square_bonus=9) == 3 + 4 + 8 - 9
    assert score("X X X / X X 4 / X 4 4", square_bonus=1, joker_value=-4) == 0


def test_NI4_5_kings_and_jokers_make_squares_too() -> None:
    assert score("7 K K / 7 K K / 2 K K", square_bonus=25) == -9
    assert score("X X A / X X 2 / 3 4 5", square_bonus=25) == -10


def test_NI4_5_a_matched_column_stays_0_beside_the_square() -> None:
    assert score("5 5 K / 5 5 A / 5 3 4", square_bonus=25) == -17
    assert score("6 6 6 / 6 6 6 / 6 6 6", square_bonus=25) == -25


def test_NI4_6_the_lowest_total_after_the_last_round_wins() -> None:
    table_ = Table(GAME, {"rounds": 2, "turn_limit": 3}, 3, SeededChance(5))
    while table_.outcome is None:
        table_.act(int(table_.turn or 0), table_.default_action())
    outcome = table_.outcome
    assert len(outcome.rounds) == 2
    assert outcome.finals == tuple(sum(points) for points in zip(*outcome.rounds, strict=True))
    assert outcome.winners == (outcome.finals.index(min(outcome.finals)),)


def test_NI4_6_equal_lowest_totals_are_a_tie() -> None:
    same = "A 2 3 / 4 5 6 / 7 8 9"
    state = table(LAST, same, DOWN, rounds=1, pile="9")
    for seat in range(2):
        state.totals[seat] = 20
    state.totals[2] = 500
    play(state, "draw", "place 9")
    play(state, "draw", "reject")
    play(state, "draw", "reject")
    assert state.phase == Phase.OVER
    assert state.totals[0] == state.totals[1] == 65


def test_B05_NI1_1_a_match_of_one_round_is_over_after_round_1() -> None:
    state = table(LAST, DOWN, rounds=1)
    play(state, "draw", "place 9")
    events = play(state, "draw", "reject")
    assert keys(events)[-1] == "match-over"
    assert (state.phase, state.round, GAME.legal(state)) == (Phase.OVER, 1, 0)
    assert GAME.round_result(state).round == 1


# --- the finisher's penalty ----------------------------------------------------------------------

FORTY_FIVE = "A 2 3 / 4 5 6 / 7 8 9"


@pytest.mark.parametrize(
    ("rule", "other", "paid"),
    [
        ("none", FORTY_FIVE, 0),
        ("+10", FORTY_FIVE, 10),  # equal
        ("double", FORTY_FIVE, 45),
        ("+10", "A 2 3 / 4 5 6 / 7 8 8", 10),  # lower
        ("double", "K K K / K K K / K K A", 45),
        ("+10", "A 2 3 / 4 5 6 / 7 8 10", 0),  # higher
        ("double", "A 2 3 / 4 5 6 / 7 8 10", 0),
    ],
)
def test_B07_NI4_7_the_finisher_pays_if_another_is_as_low_or_lower(rule: str, other: str, paid: int) -> None:
    state = table(LAST, other, finisher_penalty=rule, pile="9")
    play(state, "draw", "place 9")
    events = play_until_chance(state, "draw", "reject")
    assert values(events, "penalty") == ({0: paid} if paid else {})
    assert values(events, "scored")[0] == 45 + paid
    notes = GAME.round_result(state).notes
    assert [(part.clause, part.score) for part in notes] == ([("NI4.7", paid)] if paid else [])


def test_NI4_7_double_never_helps() -> None:
    state = table(
        "X K 5 / X K 5 / A K (5)", "X 9 8 / X 9 8 / A 9 8", finisher_penalty="double", pile="5", rounds=1
    )
    play(state, "draw", "place 9")
    events = play(state, "draw", "reject")
    assert values(events, "scored") == {0: -3, 1: -3}
    assert values(events, "penalty") == {}


def test_NI4_7_what_is_paid_is_what_the_oracle_says() -> None:
    stream = Xoshiro(5)
    paid = 0
    for sample in range(SAMPLES):
        seats = 2 + stream.below(7)
        points = [stream.below(30) - 10 for _ in range(seats)]
        rule = ("none", "+10", "double")[sample % 3]
        state = State(seats=seats)
        write_to_state(GAME.options(finisher_penalty=rule), state)
        state.finisher = stream.below(seats)
        for seat in range(seats):
            state.points[seat] = points[seat]
        assert scoring.penalty_of(state) == oracle.penalty(points, state.finisher, rule)
        paid += scoring.penalty_of(state) > 0
    assert paid > 100


def test_every_round_is_scored_by_the_oracle() -> None:
    for seed in range(4):
        table_ = Table(
            GAME, {"rounds": 3, "square_bonus": 25, "finisher_penalty": "+10"}, 4, SeededChance(seed)
        )
        stream = Xoshiro(seed)
        while table_.outcome is None:
            legal = table_.legal(int(table_.turn or 0))
            table_.act(int(table_.turn or 0), legal[stream.below(len(legal))])
        for result in table_.results:
            points = [
                oracle.score([rank(cell.card or 0) for cell in layout.cells], square_bonus=25)
                for layout in result.layouts
            ]
            assert result.ended_by is not None
            points[result.ended_by] += oracle.penalty(points, result.ended_by, "+10")
            assert tuple(points) == result.points


def test_unknown_cards_count_nothing_and_match_nothing() -> None:
    state = GAME.start(None, 2)
    answer_all(GAME, state, SeededChance(1))
    GAME.hide(state, -1)
    assert scoring.grid_points(state, 0) == 0
    assert not scoring.column_matches(state, 0, 0, 0)
    assert not scoring.is_square(state, 0, 0)
