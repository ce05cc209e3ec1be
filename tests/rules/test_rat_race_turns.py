"""Rat Race: taking, drawing, placing, rejecting, and the pile that runs out (RR3)."""

import pytest

from tests.rules.rat_race_table import discards, grid, keys, legal, play, table
from upcard.game import copy_state, legal_codes, observe
from upcard.games.rat_race import GAME
from upcard.state import Phase
from upcard.values import Action

PLACES = [f"place {cell}" for cell in range(1, 10)]


def refused(state, action: str) -> tuple[str, str]:
    """Return the clause and the reason why an action is not legal."""
    code = GAME.codes[Action.parse(action)]
    assert code not in legal_codes(GAME, state)
    return GAME.why_not(state, code)


def test_RR3_1_a_turn_begins_with_the_upcard_or_the_pile():
    state = table(discard="3 8", pile="5")
    assert legal(state) == ["draw", "take"]
    assert refused(state, "place 1") == ("RR3.1", "take the upcard or draw first")
    taken = copy_state(state)
    (event,) = play(taken, "take")
    assert (event.key, event.card, event.eyes) == ("took", 8, None)
    (event,) = play(state, "draw")
    assert (event.key, event.card, event.eyes) == ("drew", 5, 0)
    assert (state.hand, taken.hand) == (5, 8)


def test_RR3_1_a_drawn_card_is_seen_by_its_seat_alone_until_it_is_put_down():
    state = table(pile="5")
    play(state, "draw")
    assert [observe(GAME, state, viewer).hand for viewer in (0, 1, None)] == [5, None, None]
    assert observe(GAME, state, 1).hand_seat == 0
    play(state, "place 9")
    assert observe(GAME, state, 1).layouts[0].cells[8].card == 5


def test_RR3_2_a_taken_upcard_must_be_placed():
    state = table("6 ? ? / ? (2) ? / ? ? ?", discard="3 8")
    play(state, "take")
    assert [observe(GAME, state, viewer).hand for viewer in (0, 1, None)] == [8, 8, 8]
    assert legal(state) == PLACES
    assert refused(state, "reject") == ("RR3.2", "a taken upcard must be placed: it cannot be put back")
    assert refused(state, "draw")[0] == "RR3.2"
    for cell in range(1, 10):
        trial = copy_state(state)
        play(trial, f"place {cell}")
        assert (trial.grid[0][cell - 1], trial.up[0][cell - 1], trial.known[0][cell - 1]) == (8, 1, 0)


def test_RR3_3_the_replaced_card_goes_on_the_discard_and_the_new_one_lies_face_up():
    state = table("6 ? ? / ? [4] ? / ? ? ?", discard="3 8", pile="9")
    events = play(state, "draw", "place 5")
    assert keys(events) == ["placed", "left"]
    assert [(event.cell, event.card, event.eyes) for event in events] == [(5, 9, None), (5, 4, None)]
    assert discards(state) == ["3", "8", "4"]
    assert grid(state, 0).split()[5] == "9"
    assert (state.seat, state.phase, state.down[0]) == (1, Phase.CHOOSE, 7)


def test_RR3_4_a_drawn_card_may_be_placed():
    state = table(pile="5")
    play(state, "draw")
    assert legal(state) == ["reject", *PLACES]


def test_RR3_4_a_rejected_card_is_discarded_and_a_face_down_card_turned_up():
    state = table("6 (2) ? / ? [4] ? / ? ? ?", discard="3 8", pile="9")
    (event,) = play(state, "draw", "reject")
    assert (event.key, event.card) == ("rejected", 9)
    assert discards(state) == ["3", "8", "9"]
    assert (state.seat, legal(state)) == (0, [f"flip {cell}" for cell in range(2, 10)])
    assert refused(state, "flip 1") == ("RR3.4", "that card is up already: turn up one that is down")
    assert refused(state, "draw")[0] == "RR3.4"
    (event,) = play(state, "flip 5")
    assert (event.key, event.cell, event.card) == ("turned-up", 5, 4)
    assert (state.seat, state.down[0]) == (1, 7)


def test_RR3_5_a_card_that_is_up_stays_up_and_one_that_is_down_is_not_looked_at():
    state = table("6 [3] ? / ? [4] ? / ? ? ?", pile="9")
    play(state, "draw")
    for viewer in (0, 1, None):
        view = observe(GAME, state, viewer)
        assert [cell.card for cell in view.layouts[0].cells] == [6, *[None] * 8]
    play(state, "place 2", "draw", "place 1")
    assert grid(state, 0).split()[:2] == ["6", "9"]


def test_RR3_6_a_card_may_be_placed_on_its_equal():
    state = table("6 ? ? / ? ? ? / ? ? ?", discard="6")
    play(state, "take", "place 1")
    assert (state.grid[0][0], discards(state)) == (6, ["6"])


def test_RR3_7_an_empty_pile_is_made_of_the_discards_under_the_upcard():
    state = table("6 ? ? / ? ? ? / ? ? ?", discard="2 4 8", under=True)
    assert (state.pile_size, state.discard_size) == (0, 66)
    lying = sorted(state.discard[:65])
    events = play(state, "draw")
    assert keys(events) == ["reshuffled", "drew"]
    assert events[0].value == 65
    assert (discards(state), state.pile_size) == (["8"], 64)
    assert sorted([*state.pile[:64], state.hand]) == lying
    assert observe(GAME, state, 1).pile_pool == tuple(lying)
    play(state, "reject")
    assert len(observe(GAME, state, 1).pile_pool) == 64


def test_RR3_7_with_nothing_under_the_upcard_only_taking_is_legal():
    state = table(discard="8")
    state.pile_size = 0
    assert legal(state) == ["take"]
    assert refused(state, "draw") == ("RR3.7", "there is nothing to draw: take the upcard")
    assert GAME.actions[GAME.default(state)] == Action("take")


def test_B23_nothing_is_drawn_twice_and_a_placing_is_not_repeated():
    state = table(pile="9")
    play(state, "draw")
    before = copy_state(state)
    assert refused(state, "draw") == ("RR3.4", "you hold a drawn card: place it or reject it")
    assert refused(state, "take")[0] == "RR3.4"
    play(state, "place 3")
    assert refused(state, "place 3")[0] == "RR3.1"
    assert before.hand == 9


@pytest.mark.parametrize(
    ("own", "actions", "refusal"),
    [
        ("6 6 ? / ? ? ?", ("draw",), ("place 7", "RR5.4")),
        ("6 6 ? / ? ? ?", ("draw", "reject"), ("flip 9", "RR5.4")),
        ("6 6 ? / ? ? ?", ("draw", "reject"), ("flip 1", "RR3.4")),
        ("6 6 ? / ? ? ?", ("draw", "reject"), ("pass", "RR3.4")),
        ("6 6 ? / ? ? ?", (), ("walk-out 1", "RR3.1")),
    ],
)
def test_RR3_2_refusals_name_their_clause(own: str, actions: tuple[str, ...], refusal: tuple[str, str]):
    state = table(own)
    play(state, *actions)
    assert refused(state, refusal[0])[0] == refusal[1]


def test_RR2_1_refusals_during_the_reveal():
    state = table()
    state.phase = Phase.REVEAL
    play(state, "flip 4")
    assert refused(state, "flip 4") == ("RR2.1", "that card is up already: turn up one that is down")
    assert refused(state, "draw") == ("RR2.1", "first turn up two of your cards for both to see")


def test_RR5_8_refusals_when_asked():
    state = table("7 7 [1] / 2 3 ? / ? ? ?", pile="7", walkout="optional")
    play(state, "draw", "place 3")
    assert refused(state, "walk-out 2") == ("RR5.1", "that row is not three open cards of one value")
    assert refused(state, "draw") == ("RR5.8", "you may walk out with an equal row, or pass")


def test_RR7_3_nothing_is_legal_when_the_match_is_over():
    state = table()
    state.phase = Phase.OVER
    assert legal(state) == []
    assert refused(state, "draw") == ("RR7.3", "the match is over")
    assert refused(state, "place 9")[0] == "RR7.3"
