"""NI3: the end of a round, and AL1's turn limit."""

from typing import Any

import pytest

from tests.rules.nines_table import (
    DOWN,
    LAST,
    keys,
    open_to,
    play,
    play_until_chance,
    rank,
    table,
    values,
)
from upcard.game import observe
from upcard.games.nines import GAME
from upcard.state import NOBODY, Phase

PASS_BY = ("draw", "reject")
NEARLY = "A 2 3 / 4 5 6 / 7 (8) (9)"


def turns_until_the_end(state: Any) -> list[int]:
    """Let everybody draw and reject until the round ends; return whose turns those were."""
    seats = []
    while state.round == 1 and state.phase != Phase.OVER:
        seats.append(state.seat)
        play(state, *PASS_BY)
    return seats


def test_NE3_NI3_1_when_nine_cards_are_up_every_other_seat_has_one_turn_in_order() -> None:
    state = table(LAST, DOWN, DOWN, DOWN)
    events = play(state, "draw", "place 9")
    assert [(event.key, event.seat) for event in events[-1:]] == [("finished", 0)]
    assert observe(GAME, state, 3).owed == (0, 1, 1, 1)
    assert turns_until_the_end(state) == [1, 2, 3]
    assert state.round == 2


def test_B01_NI3_1_the_finisher_has_no_further_turn_wherever_it_sits() -> None:
    state = table(DOWN, DOWN, LAST, DOWN, turn=2)
    play(state, "draw", "place 9")
    assert observe(GAME, state, None).finisher == 2
    owed = []
    seats = []
    while state.round == 1:
        seats.append(state.seat)
        owed.append(observe(GAME, state, None).owed)
        play(state, *PASS_BY)
    assert seats == [3, 0, 1]
    assert owed == [(1, 1, 0, 1), (1, 1, 0, 0), (0, 1, 0, 0)]


def test_NI3_1_rejecting_the_last_card_is_no_end() -> None:
    state = table(LAST, DOWN)
    play(state, *PASS_BY)
    assert (state.finisher, state.seat) == (NOBODY, 1)
    assert observe(GAME, state, 1).owed == (0, 0)


@pytest.mark.parametrize("seats", [2, 5])
def test_NI3_1_option_none_all_others_turn_up_at_once_from_the_finishers_left(seats: int) -> None:
    grids = [DOWN] * seats
    grids[1] = LAST
    state = table(*grids, turn=1, final_turns="none")
    events = play_until_chance(state, "draw", "place 9")
    turned = [event.seat for event in events if event.key == "uncovered"]
    assert turned == [(2 + place) % seats for place in range(seats - 1) for _ in range(9)]
    assert keys(events)[:4] == ["drew", "placed", "left", "finished"]
    assert keys(events)[-seats:] == ["scored"] * seats


def test_NE5_NI3_2_cards_still_down_after_the_final_turn_are_turned_up_before_the_next() -> None:
    state = table(LAST, NEARLY, DOWN)
    play(state, "draw", "place 9")
    events = play(state, *PASS_BY)
    assert keys(events) == ["drew", "rejected", "uncovered", "uncovered"]
    assert [(event.seat, event.cell, rank(event.card or 0)) for event in events[2:]] == [
        (1, 8, "8"),
        (1, 9, "9"),
    ]
    assert (state.seat, state.phase, state.down[1]) == (2, Phase.CHOOSE, 0)


def test_NI3_2_they_count_like_any_other() -> None:
    state = table(LAST, "(K) (K) (K) / (Q) (Q) (Q) / (A) (2) (3)", pile="K")
    play(state, "draw", "place 9")
    events = play_until_chance(state, *PASS_BY)
    assert values(events, "scored") == {0: 36, 1: 36}


def test_NI3_2_what_is_turned_up_then_still_matches_its_column() -> None:
    state = table(LAST, "(7) K K / (7) K K / (7) K A", pile="K")
    play(state, "draw", "place 9")
    assert values(play_until_chance(state, *PASS_BY), "scored")[1] == 1


def test_B03_NI3_3_another_seat_finishing_in_the_final_turns_changes_nothing() -> None:
    state = table(LAST, LAST, DOWN)
    play(state, "draw", "place 9")
    assert "finished" not in keys(play(state, "draw", "place 9"))
    assert (state.finisher, state.seat) == (0, 2)
    play(state, *PASS_BY)
    assert state.round == 2


def test_NI3_3_the_finisher_penalty_stays_with_the_first_who_finished() -> None:
    state = table(LAST, LAST, finisher_penalty="+10", pile="K K")
    play(state, "draw", "place 9")
    events = play_until_chance(state, "draw", "place 9")
    assert values(events, "penalty") == {0: 10}
    assert values(events, "scored") == {0: 46, 1: 36}


# --- the turn limit ------------------------------------------------------------------------------


def test_AL1_a_round_ends_when_every_seat_has_had_its_turns() -> None:
    state = table(DOWN, NEARLY, DOWN, first=True, turn_limit=2, opening_flips=0)
    play(state, *PASS_BY * 5)
    events = play_until_chance(state, *PASS_BY)
    assert [(event.key, event.value) for event in events if event.clause == "AL1"] == [("limit", 2)]
    assert [event.seat for event in events if event.key == "uncovered"] == [0] * 9 + [1] * 2 + [2] * 9
    result = GAME.round_result(state)
    assert (result.how, result.ended_by) == ("turn-limit", None)


def test_AL1_nobody_pays_the_finisher_penalty_at_the_limit() -> None:
    state = table(
        "Q Q Q / J J J / 10 10 (10)", "K K K / K K K / (K) A 2", turn_limit=2, finisher_penalty="+10"
    )
    play(state, *PASS_BY)
    events = play_until_chance(state, *PASS_BY)
    assert "penalty" not in keys(events)
    assert values(events, "scored") == {0: 90, 1: 3}


def test_AL1_final_turns_are_taken_beyond_the_limit() -> None:
    state = table(LAST, DOWN, DOWN, turn=0, turn_limit=2)
    state.turns[1] = state.turns[2] = 2
    play(state, "draw", "place 9")
    assert open_to(state) == ["draw", "take"]
    assert turns_until_the_end(state) == [1, 2]
    assert state.limited == 0


def test_AL1_who_finishes_with_the_last_turn_of_the_limit_has_finished() -> None:
    state = table(LAST, DOWN, turn_limit=2)
    state.turns[1] = 2
    events = play(state, "draw", "place 9")
    assert keys(events)[-1] == "finished"
    assert (state.limited, state.seat, state.round) == (0, 1, 1)


def test_AL1_without_a_limit_a_round_goes_on() -> None:
    state = table(DOWN, DOWN)
    play(state, *PASS_BY * 200)
    assert (state.round, state.turns[:2]) == (1, [101, 101])
