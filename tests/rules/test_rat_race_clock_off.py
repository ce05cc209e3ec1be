"""Rat Race: Clock Off, the end of a round and of a match (RR6, RR7, AL1)."""

import pytest

from tests.rules.oracles_rat_race import final_score
from tests.rules.rat_race_table import Scripted, check, grid, keys, legal, play, start, table
from upcard.game import copy_state, legal_codes, observe
from upcard.games.rat_race import GAME
from upcard.games.rat_race.rules import default
from upcard.games.rat_race.state import State
from upcard.state import Phase
from upcard.values import Event

OPEN = "1 2 3 / 4 5 6 / 10 9 8"
ALMOST = "2 3 4 / 5 6 7 / 8 9 [10]"


def play_out(state: State) -> list[Event]:
    """Play default moves to the end of the match; return all events."""
    seen = []
    while state.phase != Phase.OVER:
        seen += play(state, str(GAME.actions[default(state)]))
    return seen


def test_RR6_1_B01_the_other_seat_has_exactly_one_more_turn():
    for seat in (0, 1):
        state = table(ALMOST, seat=seat, pile="1 2 3")
        events = play(state, "draw", "reject", "flip 9")
        assert keys(events) == ["turned-up", "clocked-off", "bonus"]
        assert (state.clocked, state.seat, state.phase) == (seat, 1 - seat, Phase.CHOOSE)
        view = observe(GAME, state, None)
        assert (view.finisher, view.owed[seat], view.owed[1 - seat]) == (seat, 0, 1)
        trial = copy_state(state)
        assert keys(play(trial, "draw", "place 1"))[-3:-1] == ["scored", "scored"]
        assert (trial.round, trial.phase) == (2, Phase.REVEAL)
        assert observe(GAME, trial, None).owed == (0, 0)


def test_RR6_1_the_final_turn_is_still_owed_while_its_pile_is_shuffled():
    state = table(ALMOST, under=True)
    play(state, "take", "place 9")
    GAME.apply(state, 0)
    assert state.phase == Phase.SHUFFLE
    assert observe(GAME, state, None).owed == (0, 1)


def test_RR6_2_a_clock_off_banks_a_bonus_that_is_taken_off_at_the_end():
    state = table(ALMOST, pile="1", rounds=1)
    events = play(state, "draw", "place 9")
    assert (events[-1].key, events[-1].seat, events[-1].value) == ("bonus", 0, 3)
    view = observe(GAME, state, 1)
    assert (state.banked, view.totals) == ([1, 0], (-3, 0))
    events = play(state, "draw", "place 1")
    scored = [event.value for event in events if event.key == "scored"]
    assert scored == state.points, "the bonus is no part of the round score"
    assert GAME.round_result(state).totals == (scored[0] - 3, scored[1])


@pytest.mark.parametrize("worth", [0, 3, 10])
def test_RR6_2_what_the_bonus_is_worth(worth: int):
    state = table(ALMOST, pile="1", rounds=1, speed_bonus=worth)
    play(state, "draw", "place 9", "draw", "place 1")
    result = GAME.round_result(state)
    assert result.totals == (state.points[0] - worth, state.points[1])
    (bonus,) = result.notes
    assert (bonus.where, bonus.score, bonus.clause, bonus.mark) == ("seat 0", -worth, "RR6.2", "bonus")
    shown = GAME.show(state)
    assert (shown.bonuses, shown.bonus_worth) == ((1, 0), worth)


def test_RR6_3_walkout_first_then_clock_off_in_one_turn():
    state = table("7 7 [7] / 2 3 4 / 4 5 6", pile="1")
    events = play(state, "draw", "reject", "flip 3")
    assert keys(events) == ["turned-up", *["burned"] * 3, "walked-out", "clocked-off", "bonus"]
    assert (state.clocked, state.banked, grid(state, 0)) == (0, [1, 0], "2 3 4 / 4 5 6")


def test_RR6_4_B03_the_second_seat_to_finish_banks_nothing():
    state = table("2 3 4 / 5 6 7 / 8 9 [10]", "1 2 3 / 4 5 6 / 7 8 [9]", pile="1 1", rounds=1)
    play(state, "draw", "place 9")
    events = play(state, "draw", "place 9")
    assert not {"clocked-off", "bonus"} & set(keys(events))
    assert (state.banked, state.phase) == ([1, 0], Phase.OVER)
    assert GAME.round_result(state).ended_by == 0


def test_RR7_1_face_down_cards_are_turned_up_and_columns_added():
    state = table(OPEN, "6 6 [4] / (6) 2 6 / 2 [6] [2]", pile="1", rounds=1, turn_limit=1)
    state.up[0][8], state.down[0], state.turns[1] = 0, 1, 1
    events = play(state, "draw", "place 1")
    uncovered = [(event.seat, event.cell, event.card) for event in events if event.key == "uncovered"]
    assert uncovered == [(0, 9, 8), (1, 3, 4), (1, 4, 6), (1, 8, 6), (1, 9, 2)]
    assert all(state.up[0] + state.up[1])
    assert sum(state.known[0] + state.known[1]) == 0
    assert state.points == [48, 16]


def test_RR7_1_the_result_of_a_round_shows_all_cards_and_who_ended_it():
    state = table("6 6 4 / 6 2 6 / 2 6 [2]", OPEN, pile="2 9", rounds=2)
    state.up[1][8], state.down[1] = 0, 1
    play(state, "draw", "place 9")
    for code in (GAME.codes[GAME.actions[0]], GAME.codes[GAME.actions[3]]):
        GAME.apply(state, code)
    assert state.phase == Phase.SHUFFLE
    result = GAME.round_result(state)
    assert (result.round, result.ended_by, result.how) == (1, 0, "clocked-off")
    assert result.points == (16, 56)
    assert [layout.score for layout in result.layouts] == [16, 56]
    assert [layout.unknown for layout in result.layouts] == [0, 0]
    assert not [part for layout in result.layouts for part in layout.parts if part.mark == "rail"]
    assert legal_codes(GAME, state) == []


def test_RR7_2_all_but_the_burn_pile_is_shuffled_for_the_next_round():
    state = table("7 7 [7] / 2 3 4 / 4 5 6", pile="1 1")
    play(state, "draw", "reject", "flip 3", "draw")
    GAME.apply(state, GAME.codes[GAME.actions[3]])
    assert (state.phase, state.pile_size, state.round) == (Phase.SHUFFLE, 81, 2)
    check(state)
    cards = state.pile[:81]
    assert cards == sorted(cards)
    assert (cards.count(7), cards.count(11)) == (5, 4)


def test_RR7_3_the_final_score_is_the_rounds_less_the_bonuses():
    state = start(rounds=5)
    events = play_out(state)
    assert events[-1].key == "match-over"
    for seat in (0, 1):
        own = [event for event in events if event.seat == seat]
        rounds = [event.value for event in own if event.key == "scored"]
        bonuses = sum(event.key == "bonus" for event in own)
        assert len(rounds) == 5
        assert (sum(rounds), bonuses) == (state.totals[seat], state.banked[seat])
        assert GAME.show(state).totals[seat] == final_score(rounds, bonuses)
    assert sum(state.banked) == 5, "one bonus a round"
    assert max(state.banked) > 1


def test_RR7_3_a_final_score_may_be_negative():
    state = table("5 8 10 / 5 8 10 / 5 8 [10]", rounds=1, pile="10 1")
    play(state, "draw", "place 9", "draw", "place 1")
    assert GAME.round_result(state).totals[0] == -3


def test_AL1_the_limit_ends_a_round_without_a_bonus():
    state = table("7 7 [7] / 2 3 4 / 4 5 6", pile="1 1 1 1", turn_limit=2, rounds=2)
    state.turns[0] = state.turns[1] = 1
    events = play(state, "draw", "place 4")
    assert "limit" not in keys(events)
    events = play(state, "draw", "place 1")
    assert (keys(events)[2], events[2].value) == ("limit", 2)
    assert "walked-out" not in keys(events)
    assert (state.round, state.banked) == (2, [0, 0])


def test_AL1_the_result_says_that_the_limit_ended_the_round():
    state = table(turn_limit=1, rounds=1, pile="1 1")
    play(state, "draw", "place 4", "draw", "place 4")
    result = GAME.round_result(state)
    assert (result.how, result.ended_by, result.notes, result.round) == ("turn-limit", None, (), 1)
    assert GAME.show(state).finisher is None


def test_AL1_a_final_turn_is_taken_beyond_the_limit():
    state = table(ALMOST, seat=1, pile="1 1", turn_limit=3, rounds=1)
    state.turns[0], state.turns[1] = 3, 2
    events = play(state, "draw", "place 9")
    assert keys(events)[-2:] == ["clocked-off", "bonus"]
    assert (state.seat, legal(state)) == (0, ["draw", "take"])
    events = play(state, "draw", "place 1")
    assert "limit" not in keys(events)
    assert state.turns == [4, 3]
    assert GAME.round_result(state).how == "clocked-off"


def test_RT1_rounds_and_two_bonuses():
    assert final_score([16, 45, 0, 10, 24], 2) == 89
    state = table(rounds=5)
    state.totals[0], state.banked[0] = sum([16, 45, 0, 10, 24]), 2
    assert GAME.show(state).totals[0] == 89


def test_RT3_equal_final_scores_are_a_tie():
    first, second = [10, 12, 8, 9, 11], [9, 9, 9, 10, 10]
    assert final_score(first, 1) == final_score(second, 0) == 47
    state = table(rounds=5)
    state.totals = [sum(first), sum(second)]
    state.banked = [1, 0]
    assert GAME.show(state).totals == (47, 47)


def test_RE1_a_walkout_with_other_cards_down_is_no_clock_off():
    state = table("7 7 [3] / 2 [3] ? / ? ? ?", pile="7")
    events = play(state, "draw", "place 3")
    assert keys(events) == ["placed", "left", *["burned"] * 3, "walked-out"]
    assert (state.discard[state.discard_size - 1], state.rows[0], state.clocked) == (3, 2, -1)


def test_RE3_a_card_turned_up_after_a_rejection_completes_a_row():
    state = table("7 [7] 7 / 2 [3] ? / ? ? ?", pile="5")
    assert keys(play(state, "draw", "reject", "flip 2"))[-1] == "walked-out"


def test_RE5_a_walkout_in_the_final_turn_banks_no_bonus():
    state = table(ALMOST, "7 7 [1] / 2 3 4 / 4 5 6", pile="1 7", rounds=1)
    play(state, "draw", "place 9")
    events = play(state, "draw", "place 3")
    assert "walked-out" in keys(events)
    assert "clocked-off" not in keys(events)
    assert (state.phase, state.banked) == (Phase.OVER, [1, 0])


def test_RE7_a_taken_upcard_may_replace_its_equal_which_is_then_up():
    state = table("[6] ? ? / ? ? ? / ? ? ?", discard="2 6")
    play(state, "take", "place 1")
    assert grid(state, 0).split()[0] == "6"
    assert state.up[0][0] == 1


@pytest.mark.parametrize("picked", [0, 1])
def test_RE9_rat_and_9_ties_with_4_and_5(picked: int):
    state = table("[R] [9] ? / ? ? ? / ? ? ?", "[4] [5] ? / ? ? ? / ? ? ?")
    state.phase = Phase.REVEAL
    events = play(state, "flip 1", "flip 2", "flip 1", "flip 2", chance=Scripted(0, picked))
    assert (events[-1].key, events[-1].seat, state.seat) == ("tie-broken", picked, picked)


def test_RE11_a_final_turn_may_be_a_rejection():
    state = table(ALMOST, "? ? ? / ? ? ? / 2 3 4", pile="1 1", rounds=1)
    play(state, "draw", "place 9", "draw", "reject")
    events = play(state, "flip 2")
    assert keys(events) == ["turned-up", *["uncovered"] * 5, "scored", "scored", "match-over"]


def test_RE13_cards_circulate_until_they_burn():
    state = table(OPEN, "7 7 [7] / 2 3 4 / 4 5 [6]", seat=0, pile="1 1 1", rounds=5)
    state.round = 4
    play(state, "draw", "place 1")
    assert state.clocked == 0
    events = play(state, "draw", "reject", "flip 3")
    assert "walked-out" in keys(events)
    assert circulating(state) == (81, 18, 63)
    both = table("7 7 [7] / 2 3 4 / 4 5 6", "9 9 [9] / 2 3 4 / 4 5 6", pile="1 1 1", rounds=5)
    both.round = 4
    assert circulating(both) == (84, 18, 66)
    play(both, "draw", "reject", "flip 3", "draw", "reject", "flip 3")
    assert both.round == 5
    assert circulating(both) == (78, 18, 60)


def circulating(state: State) -> tuple[int, int, int]:
    """Return how many cards circulate, how many of them lie in grids, and in pile and discard."""
    grids = sum(state.rows) * 3
    piles = state.pile_size + state.discard_size
    return grids + piles, grids, piles
