"""NI1: the deck, the deal and who starts."""

from collections import Counter

import pytest

from tests.rules.nines_table import CHANCE, DOWN, LAST, play, rank, start, table
from upcard.cards import RANKS
from upcard.chance import RecordedChance, Request, SeededChance
from upcard.errors import OptionError
from upcard.game import answer_all, answer_one, observe, wants_chance
from upcard.games.nines import GAME
from upcard.games.nines.state import State
from upcard.state import Phase
from upcard.testing import at_random, play_out


@pytest.mark.parametrize("seats", range(2, 9))
def test_NI1_1_two_to_eight_seats_play_nine_rounds(seats: int) -> None:
    state = play_out(GAME, at_random, seats=seats, seed=3)
    assert (state.phase, state.round) == (Phase.OVER, 9)


@pytest.mark.parametrize("seats", [0, 1, 9])
def test_NI1_1_other_numbers_of_seats_are_refused(seats: int) -> None:
    with pytest.raises(OptionError, match="has 2 to 8 seats"):
        GAME.settle(None, seats)


@pytest.mark.parametrize("rounds", [1, 2, 18])
def test_NI1_1_a_table_may_play_one_to_eighteen_rounds(rounds: int) -> None:
    assert play_out(GAME, options=GAME.options(rounds=rounds)).round == rounds


@pytest.mark.parametrize(("seats", "packs"), [(2, 2), (3, 2), (4, 2), (5, 3), (6, 3), (7, 4), (8, 4)])
def test_B15_NI1_2_the_deck_is_packs_of_54_with_both_jokers(seats: int, packs: int) -> None:
    deck = GAME.deck(seats)
    assert len(deck) == 54 * packs
    ranks = Counter(map(rank, deck))
    assert ranks == {**dict.fromkeys(RANKS, 4 * packs), "X": 2 * packs}
    assert set(Counter(deck).values()) == {packs, 2 * packs}
    state, _ = start(seats)
    assert sorted(holding.card(state) for holding in GAME.holdings(state)) == list(deck)


def before_the_deal(seats: int) -> State:
    """Return a match whose first deal is about to happen, the cards shuffled."""
    state: State = GAME.start(GAME.options(opening_flips=0), seats)
    answer_one(GAME, state, CHANCE)
    assert state.phase == Phase.SHUFFLE
    return state


@pytest.mark.parametrize("seats", [2, 5])
def test_NI1_3_nine_cards_each_are_dealt_singly_from_the_dealers_left(seats: int) -> None:
    state = before_the_deal(seats)
    order = CHANCE.shuffle(Request(1, 1), list(GAME.deck(seats)))
    answer_one(GAME, state, CHANCE)
    for card in range(9):
        for place in range(seats):
            seat = (state.dealer + 1 + place) % seats
            assert state.grid[seat][card] == order.pop()


def test_NI1_3_all_lie_face_down_and_nobody_has_seen_them() -> None:
    state, _ = start(3, opening_flips=0)
    for viewer in (None, 0, 1, 2):
        for layout in observe(GAME, state, viewer).layouts:
            assert (layout.layout.rows, layout.layout.columns, layout.unknown) == (3, 3, 9)
            assert not any(cell.up or cell.public for cell in layout.cells)


def test_NI1_4_the_rest_is_the_pile_and_its_top_card_the_upcard() -> None:
    state, events = start(3)
    assert (state.pile_size, state.discard_size) == (108 - 27 - 1, 1)
    dealt = events[-1]
    assert (dealt.key, dealt.card, dealt.value) == ("dealt", state.discard[0], 80)


def test_NI1_5_the_first_dealer_is_picked_at_random() -> None:
    dealers = Counter(start(4, SeededChance(seed))[0].dealer for seed in range(400))
    assert set(dealers) == {0, 1, 2, 3}
    assert min(dealers.values()) > 70
    state, events = start(4)
    assert [(event.key, event.seat) for event in events[:1]] == [("dealer", state.dealer)]


def test_NI1_5_the_deal_passes_left_and_the_dealers_left_starts() -> None:
    state, _ = start(3, rounds=4, turn_limit=1, opening_flips=0)
    dealers = []
    while state.phase != Phase.OVER:
        dealers.append(state.dealer)
        assert state.seat == (state.dealer + 1) % 3
        assert observe(GAME, state, None).starter == state.seat
        play(state, *["draw", "reject"] * 3)
    assert dealers == [(dealers[0] + passed) % 3 for passed in range(4)]


def test_NI1_2_all_cards_come_together_again_for_the_next_round() -> None:
    state = table(LAST, DOWN, final_turns="none", opening_flips=0)
    play(state, "draw", "place 9")
    assert (state.round, state.pile_size, state.discard_size) == (2, 108 - 18 - 1, 1)
    assert state.down[:2] == [9, 9]


def test_AL2_a_match_is_the_answers_of_chance_and_nothing_else() -> None:
    first: State = GAME.start(None, 4)
    answers = answer_all(GAME, first, CHANCE)
    assert [(answer.request.round, answer.request.number) for answer in answers] == [(1, 0), (1, 1)]
    second: State = GAME.start(None, 4)
    answer_all(GAME, second, RecordedChance(answers))
    assert first == second
    assert not wants_chance(second)
