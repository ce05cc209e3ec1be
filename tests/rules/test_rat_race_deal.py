"""Rat Race: deck, deal and the opening reveal (RR1, RR2)."""

from collections import Counter

import pytest

from tests.rules.rat_race_table import Scripted, grid, keys, legal, play, start, table
from upcard.errors import OptionError
from upcard.game import answer_one, observe, read_events
from upcard.games.rat_race import GAME
from upcard.games.rat_race.rules import default
from upcard.games.rat_race.state import Options, State
from upcard.options import build
from upcard.state import Phase


def reveal_phase(own: str, other: str, **options: int | str) -> State:
    """Return a table that waits for the first card of the reveal."""
    state = table(own, other, **options)
    state.phase = Phase.REVEAL
    state.starter = -1
    return state


def test_RR1_1_two_seats_play_five_rounds():
    assert list(GAME.seat_numbers) == [2]
    assert Options().rounds == 5
    with pytest.raises(OptionError, match="2 seats, not 3"):
        GAME.settle(Options(), 3)


def test_RR1_1_B25_a_twelfth_round_is_refused_with_the_clause():
    assert build(Options, {"rounds": 11}).rounds == 11
    with pytest.raises(OptionError) as refusal:
        build(Options, {"rounds": 12})
    assert refusal.value.clause == "RR1.1"
    with pytest.raises(OptionError, match="six cards may burn in a round") as refusal:
        GAME.settle(Options(rounds=12))
    assert refusal.value.clause == "RR1.1"


def test_RR1_1_the_eleventh_round_is_dealt_though_six_cards_burned_in_every_one():
    state = table("7 7 7 / [1] [1] [1]", "9 8 9 / 2 2 [1]", seat=1, rounds=11, burn=burnt_in_ten_rounds())
    assert state.burn_size == 60
    state.round = 10
    state.clocked = 0
    play(state, "draw", "reject", "flip 6")
    assert state.round == 11
    assert state.phase == Phase.REVEAL
    assert (state.pile_size, state.discard_size) == (5, 1)


def burnt_in_ten_rounds() -> str:
    """Return sixty cards that leave 24."""
    return "3 4 5 6 10 " * 8 + "8 9 " * 6 + "7 7 2 2 R R R R"


def test_RR1_2_B15_the_deck_has_eight_of_each_value_and_four_rats():
    deck = Counter(GAME.faces.text(card) for card in GAME.deck(2))
    assert deck == {**{str(value): 8 for value in range(1, 11)}, "R": 4}
    assert deck.total() == 84
    assert GAME.faces.name(11) == "Rat"


def test_RR1_3_nine_cards_each_lie_face_down_and_unseen():
    state = start()
    for seat in (0, 1, None):
        for layout in observe(GAME, state, seat).layouts:
            assert (layout.layout.rows, layout.layout.columns) == (3, 3)
            assert [(cell.card, cell.up, cell.public) for cell in layout.cells] == [(None, False, False)] * 9


def test_RR1_4_the_rest_is_the_pile_and_its_top_card_the_upcard():
    state = start()
    assert (state.pile_size, state.discard_size) == (65, 1)
    (dealt,) = read_events(GAME, state, 0)
    assert dealt.key == "dealt"
    assert (dealt.card, dealt.value) == (state.discard[0], 65)


def test_RR1_4_a_rat_is_an_ordinary_upcard():
    state = table(discard="R")
    events = play(state, "take", "place 5")
    assert keys(events) == ["placed", "left"]
    assert grid(state, 0).split()[5] == "R"


def test_RR2_1_each_seat_turns_up_two_of_its_cards_one_after_the_other():
    state = reveal_phase("[6] [4] ? / ? ? ? / ? ? ?", "? ? ? / ? ? ? / ? [9] [8]")
    assert legal(state) == [f"flip {cell}" for cell in range(1, 10)]
    (event,) = play(state, "flip 2")
    assert (event.key, event.seat, event.cell, event.card, event.value) == ("revealed", 0, 2, 4, 4)
    assert (state.seat, legal(state)) == (0, [f"flip {cell}" for cell in (1, 3, 4, 5, 6, 7, 8, 9)])
    (event,) = play(state, "flip 1")
    assert (event.cell, event.card, event.value) == (1, 6, 10)
    assert state.seat == 1
    for viewer in (0, 1, None):
        assert [cell.card for cell in observe(GAME, state, viewer).layouts[0].cells[:3]] == [6, 4, None]
    assert play(state, "flip 8", "flip 9")[0].value == 17


def test_RR2_2_the_lower_total_takes_the_first_turn():
    for own, other, first in (("[3] [4]", "[9] [1]", 0), ("[9] [4]", "[9] [1]", 1)):
        state = reveal_phase(f"{own} ? / ? ? ? / ? ? ?", f"{other} ? / ? ? ? / ? ? ?")
        assert observe(GAME, state, 0).starter is None
        events = play(state, "flip 1", "flip 2", "flip 1", "flip 2")
        assert keys(events) == ["revealed", *["turned-down"] * 4, "starter"]
        assert (events[-1].seat, events[-1].value) == (first, (7, 10)[first])
        assert (state.phase, state.seat, state.starter) == (Phase.CHOOSE, first, first)
        assert observe(GAME, state, 0).starter == first


def test_RR2_3_revealed_cards_are_turned_down_again_and_stay_known_to_all():
    state = reveal_phase("[3] [4] ? / ? ? ? / ? ? ?", "? ? ? / ? ? ? / ? [9] [8]")
    play(state, "flip 1", "flip 2", "flip 8", "flip 9")
    assert grid(state, 0).split()[:2] == ["(3)", "(4)"]
    assert state.down == [9, 9]
    for viewer in (0, 1, None):
        cells = observe(GAME, state, viewer).layouts[1].cells
        assert [(cell.card, cell.up, cell.public) for cell in cells[6:]] == [
            (None, False, False), (9, False, True), (8, False, True),
        ]  # fmt: skip


def test_RR2_3_revealed_cards_make_no_walkout_and_no_clock_off():
    # The rest of both rows is up, the only cards that are down are those to be revealed: nothing happens.
    state = reveal_phase("[7] [7] 7 / 1 2 3 / 4 5 6", "[R] [R] R / 1 2 3 / 4 5 6")
    state.up[0][2:] = state.up[1][2:] = [0] * 7
    events = play(state, "flip 1", "flip 2", "flip 1", "flip 2")
    assert not {"walked-out", "clocked-off", "bonus"} & set(keys(events))
    assert (state.rows, state.clocked, state.burn_size) == ([3, 3], -1, 0)
    assert observe(GAME, state, 0).owed == (0, 0)


def test_RR2_3_a_revealed_card_can_be_turned_up_after_a_rejection_like_any_other():
    state = table("(3) (4) ? / ? ? ? / ? ? ?")
    play(state, "draw", "reject")
    assert legal(state) == [f"flip {cell}" for cell in range(1, 10)]
    (event,) = play(state, "flip 2")
    assert (event.key, event.cell, event.card) == ("turned-up", 2, 4)
    assert grid(state, 0).split()[:2] == ["(3)", "4"]
    assert state.down[0] == 8


def test_RR2_4_a_rat_counts_0_in_the_total():
    state = reveal_phase("[R] [9] ? / ? ? ? / ? ? ?", "[R] [R] ? / ? ? ? / ? ? ?")
    assert play(state, "flip 1")[0].value == 0
    assert play(state, "flip 2")[0].value == 9
    events = play(state, "flip 1", "flip 2")
    assert (events[-1].key, events[-1].seat, events[-1].value) == ("starter", 1, 0)


@pytest.mark.parametrize("picked", [0, 1])
def test_RR2_5_equal_totals_leave_the_start_to_chance(picked: int):
    state = reveal_phase("[6] [3] ? / ? ? ? / ? ? ?", "[7] [2] ? / ? ? ? / ? ? ?")
    play(state, "flip 1", "flip 2", "flip 1")
    GAME.apply(state, GAME.codes[GAME.actions[13]])
    assert (state.phase, state.pick_of, legal(state)) == (Phase.PICK, 2, [])
    answer = answer_one(GAME, state, Scripted(0, picked))
    assert answer.picked == picked
    assert (state.seat, state.starter, state.phase) == (picked, picked, Phase.CHOOSE)
    assert [sum(row) for row in state.known] == [2, 2], "nothing more is revealed"


def test_RR2_6_every_round_has_its_reveal_and_the_seats_take_turns_to_begin_it():
    state = start(rounds=4, turn_limit=1)
    first = {}
    while state.phase != Phase.OVER:
        if state.phase == Phase.REVEAL:
            first.setdefault(state.round, state.seat)
        play(state, str(GAME.actions[default(state)]))
    assert first == {1: 0, 2: 1, 3: 0, 4: 1}


def test_RR2_6_what_was_known_in_one_round_is_not_in_the_next():
    state = start(turn_limit=1)
    while state.round == 1:
        play(state, str(GAME.actions[default(state)]))
    assert [sum(row) for row in state.known + state.up] == [0, 0, 0, 0]
