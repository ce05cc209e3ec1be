"""NI2: a turn."""

from collections import Counter

import pytest

from tests.rules.nines_table import DOWN, card, keys, open_to, play, play_until_chance, rank, refusal, table
from upcard.chance import RecordedChance, SeededChance, Xoshiro
from upcard.game import answer_all, imagine, observe, read_events, seen_by
from upcard.games.nines import GAME
from upcard.games.nines.state import State
from upcard.state import Phase

SOME = "7 7 (3) / Q ? ? / 2 ? K"
FLIPS = [f"flip {cell}" for cell in range(1, 10)]
PLACES = [f"place {cell}" for cell in range(1, 10)]


def test_NE1_NI2_1_a_first_turn_is_two_flips_then_the_choice_of_pile() -> None:
    state = table(DOWN, DOWN, first=True, opening_flips=2)
    # The table is laid at the choice; a turn that begins by itself begins with the flips.
    play(state, "draw", "reject")
    assert open_to(state) == FLIPS
    events = play(state, "flip 4")
    assert [(event.key, event.seat, event.cell, event.eyes) for event in events] == [("flipped", 1, 4, None)]
    assert events[0].card == state.grid[1][3]
    assert open_to(state) == [text for text in FLIPS if text != "flip 4"]
    assert refusal(state, "flip 4") == "NI2.1"
    assert refusal(state, "draw") == "NI2.1"
    play(state, "flip 9")
    assert open_to(state) == ["draw", "take"]
    assert (state.up[1], state.down[1]) == ([0, 0, 0, 1, 0, 0, 0, 0, 1], 7)


def test_NI2_1_later_turns_of_the_round_have_no_flips() -> None:
    state = table(DOWN, DOWN, first=True)
    play(state, "draw", "reject", "flip 1", "flip 2", "draw", "reject")
    assert (state.seat, open_to(state)) == (0, ["draw", "take"])
    play(state, "draw", "reject")
    assert (state.seat, open_to(state)) == (1, ["draw", "take"])


@pytest.mark.parametrize("flips", [0, 1, 2, 3])
def test_NI2_1_a_table_may_flip_none_to_three(flips: int) -> None:
    state = table(DOWN, DOWN, first=True, opening_flips=flips)
    play(state, "draw", "reject", *FLIPS[:flips])
    assert open_to(state) == ["draw", "take"]
    assert state.down[1] == 9 - flips


@pytest.mark.parametrize("flips", [1, 3])
def test_NI2_1_before_play_each_seat_makes_all_its_flips_from_the_dealers_left(flips: int) -> None:
    state = GAME.start(GAME.options(flip_when="before-play", opening_flips=flips), 3)
    answer_all(GAME, state, SeededChance(4))
    order = []
    while state.phase == Phase.FLIP:
        order.append(state.seat)
        play(state, open_to(state)[0])
    first = (state.dealer + 1) % 3
    assert order == [(first + place) % 3 for place in range(3) for _ in range(flips)]
    assert (state.seat, open_to(state)) == (first, ["draw", "take"])
    play(state, *["draw", "reject"] * 3)
    assert (state.seat, state.phase) == (first, Phase.CHOOSE)


def test_NI2_1_before_play_without_flips_begins_with_the_choice() -> None:
    state = GAME.start(GAME.options(flip_when="before-play", opening_flips=0), 2)
    answer_all(GAME, state, SeededChance(4))
    assert (state.phase, state.seat) == (Phase.CHOOSE, (state.dealer + 1) % 2)


def test_NI2_2_every_turn_takes_the_upcard_or_draws() -> None:
    state = table(SOME, DOWN, discard="9h", pile="Qs")
    assert open_to(state) == ["draw", "take"]
    assert refusal(state, "place 1") == "NI2.2"
    events = play(state, "draw")
    assert [(event.key, event.card, event.eyes, event.value) for event in events] == [
        ("drew", card("Qs"), 0, state.pile_size)
    ]
    assert state.hand == card("Qs")


def test_B23_NI2_2_nobody_draws_twice() -> None:
    state = table(SOME, DOWN, pile="Qs 4d")
    play(state, "draw")
    assert refusal(state, "draw") == "NI2.4"
    assert refusal(state, "take") == "NI2.4"


def test_NI2_3_a_taken_upcard_must_be_placed_on_any_card() -> None:
    state = table(SOME, DOWN, discard="5d 9h")
    events = play(state, "take")
    assert [(event.key, event.card, event.eyes) for event in events] == [("took", card("9h"), None)]
    assert open_to(state) == PLACES
    assert refusal(state, "reject") == "NI2.3"
    assert refusal(state, "draw") == "NI2.3"
    assert state.discard_size == 1
    play(state, "place 3")
    assert (rank(state.grid[0][2]), state.up[0][2]) == ("9", 1)


def test_NI2_4_a_drawn_card_may_be_placed_or_discarded() -> None:
    state = table(SOME, DOWN, pile="Qs")
    play(state, "draw")
    assert open_to(state) == ["reject", *PLACES]
    events = play(state, "reject")
    assert [(event.key, event.card, event.eyes) for event in events] == [("rejected", card("Qs"), None)]
    assert state.discard[state.discard_size - 1] == card("Qs")
    assert (state.hand, state.seat) == (0, 1)


def test_NI2_5_the_new_card_lies_face_up_and_the_old_one_is_the_upcard() -> None:
    state = table(SOME, DOWN, pile="Qs")
    down = state.down[0]
    events = play(state, "draw", "place 3")
    assert [(event.key, event.cell, event.card) for event in events[1:]] == [
        ("placed", 3, card("Qs")),
        ("left", 3, state.discard[state.discard_size - 1]),
    ]
    assert rank(state.discard[state.discard_size - 1]) == "3"
    assert state.down[0] == down - 1


def test_NI2_5_a_face_up_card_may_be_replaced_and_a_match_broken() -> None:
    state = table("7 ? ? / 7 ? ? / 7 ? ?", DOWN, pile="7s", discard="2d")
    down = state.down[0]
    play(state, "take", "place 4")
    assert [rank(state.grid[0][cell]) for cell in (0, 3, 6)] == ["7", "2", "7"]
    assert (rank(state.discard[state.discard_size - 1]), state.down[0]) == ("7", down)


@pytest.mark.parametrize("number", [5, 6])
def test_B23_NI2_5_a_card_is_placed_once(number: int) -> None:
    state = table(SOME, DOWN, pile="Qs")
    play(state, "draw", "place 5")
    assert refusal(state, f"place {number}") == "NI2.2"


def test_NI2_6_discarding_the_drawn_card_turns_nothing_up() -> None:
    state = table(SOME, DOWN)
    up = state.up[0].copy()
    assert keys(play(state, "draw", "reject")) == ["drew", "rejected"]
    assert (state.up[0], state.seat) == (up, 1)


def test_NI2_6_option_must_a_card_is_turned_up_after_a_rejection() -> None:
    state = table(SOME, DOWN, reject_flips="must")
    play(state, "draw", "reject")
    assert (state.seat, open_to(state)) == (0, ["flip 3", "flip 5", "flip 6", "flip 8"])
    assert refusal(state, "pass") == "NI2.6"
    assert refusal(state, "flip 1") == "NI2.6"
    events = play(state, "flip 3")
    assert [(event.key, event.cell, rank(event.card or 0)) for event in events] == [("turned-up", 3, "3")]
    assert state.seat == 1


def test_NI2_6_option_may_a_card_may_be_turned_up_or_not() -> None:
    state = table(SOME, DOWN, reject_flips="may")
    play(state, "draw", "reject")
    assert open_to(state) == ["flip 3", "flip 5", "flip 6", "flip 8", "pass"]
    assert refusal(state, "draw") == "NI2.6"
    assert keys(play(state, "pass")) == ["declined"]
    assert state.seat == 1
    play(state, "draw", "reject", "flip 9")
    assert (state.seat, state.up[1][8]) == (0, 1)


@pytest.mark.parametrize("flips", ["may", "must"])
def test_NI2_6_a_card_turned_up_after_a_rejection_can_end_the_round(flips: str) -> None:
    state = table("A 2 3 / 4 5 6 / 7 8 (9)", DOWN, reject_flips=flips)
    assert keys(play(state, "draw", "reject", "flip 9")) == ["drew", "rejected", "turned-up", "finished"]
    assert state.finisher == 0


def without_pile(state: State) -> State:
    """Return the table with its pile taken away, cards and all."""
    for place in range(state.pile_size):
        state.pile[place] = 0
    state.pile_size = 0
    return state


def test_B11_NI2_7_an_empty_pile_is_made_anew_from_the_discard_and_the_upcard_stays() -> None:
    state = without_pile(table(DOWN, DOWN, discard="A 2 3 4 5 6 8 9 10 J Q 7s"))
    kept = state.discard[:11]
    GAME.apply(state, 0)
    assert (state.phase, state.pile_size, state.discard_size) == (Phase.SHUFFLE, 11, 1)
    assert [state.pile[place] for place in range(11)] == sorted(kept)
    answer_all(GAME, state, SeededChance(1))
    events = read_events(GAME, state, 0)
    assert [(event.key, event.value) for event in events] == [("reshuffled", 11), ("drew", 10)]
    assert (state.pile_size, state.discard_size, state.discard[0]) == (10, 1, card("7s"))
    assert Counter([*state.pile[:10], state.hand]) == Counter(kept)
    assert state.phase == Phase.PLACE_DRAWN


def test_NE7_two_4s_are_shuffled_the_queen_stays_and_one_4_is_drawn() -> None:
    state = without_pile(table(DOWN, DOWN, discard="4d 4h Qs"))
    GAME.apply(state, 0)
    answer_all(GAME, state, SeededChance(1))
    assert (rank(state.hand), state.pile_size, rank(state.pile[0])) == ("4", 1, "4")
    assert (state.discard_size, rank(state.discard[0])) == (1, "Q")


def test_NI2_7_with_nothing_under_the_upcard_only_taking_is_legal() -> None:
    state = without_pile(table(DOWN, DOWN, discard="Qs"))
    assert open_to(state) == ["take"]
    assert refusal(state, "draw") == "NI2.7"
    assert GAME.actions[GAME.default(state)].verb == "take"


def test_B13_NI2_7_no_card_is_lost_or_doubled_however_often_the_pile_is_made_anew() -> None:
    state = table(DOWN, DOWN, opening_flips=0)
    made = 0
    for _ in range(300):
        made += keys(play(state, "draw", "reject")).count("reshuffled")  # play counts the cards
    assert made == 3


def test_AL3_the_cards_of_a_pile_made_anew_are_known_to_all_their_order_to_nobody() -> None:
    state = table(SOME, DOWN, under="discard")
    size = state.discard_size
    discards = Counter(state.discard[: size - 1])
    play_until_chance(state, "draw")
    answer_all(GAME, state, SeededChance(1))
    for viewer in (None, 1):
        view = observe(GAME, state, viewer)
        assert view.pile_pool is not None
        assert Counter(view.pile_pool) == discards
        assert view.hand is None
        assert view.pile_top == ()
        for seed in range(5):
            imagined = imagine(GAME, view, Xoshiro(seed))
            drawn = Counter([*imagined.pile[: imagined.pile_size], imagined.hand])
            assert drawn == discards
    own = observe(GAME, state, 0)
    assert own.hand == state.hand
    assert Counter([*(own.pile_pool or ()), own.hand]) == discards
    play(state, "reject")
    assert Counter([*(observe(GAME, state, 1).pile_pool or ()), state.discard[1]]) == discards


def test_B31_AL3_a_drawn_card_is_its_seats_until_it_is_put_down() -> None:
    state = table(SOME, DOWN, DOWN, pile="Qs")
    (drew,) = play(state, "draw")
    assert seen_by(drew, 0).card == card("Qs")
    for other in (1, 2, None):
        assert seen_by(drew, other).card is None
        view = observe(GAME, state, other)
        assert (view.hand, view.hand_seat, view.hand_source) == (None, 0, "pile")
    placed, left = play(state, "place 1")
    assert seen_by(placed, 2).card == card("Qs")
    assert seen_by(left, None).card is not None


def test_AL3_a_taken_upcard_is_known_to_all_in_the_hand_and_in_its_cell() -> None:
    state = table(SOME, DOWN, discard="9h")
    play(state, "take")
    assert observe(GAME, state, 1).hand == card("9h")
    play(state, "place 3")
    assert observe(GAME, state, 1).layouts[0].cells[2].card == card("9h")


def test_AL2_an_answer_on_file_repeats_a_reshuffle() -> None:
    first, second = (table(SOME, DOWN, under="discard") for _ in range(2))
    GAME.apply(first, 0)
    answers = answer_all(GAME, first, SeededChance(9))
    GAME.apply(second, 0)
    answer_all(GAME, second, RecordedChance(answers))
    assert first == second
