"""RO1: the deck, the first dealer, the deal."""

from collections.abc import Sequence

import pytest

from tests.rules.rack_o_table import BROKEN, OUT_BY_RUN, keys, play, start, table
from upcard.chance import Request, SeededChance
from upcard.errors import OptionError
from upcard.game import answer_one
from upcard.games.rack_o import GAME
from upcard.state import Phase


class InOrder:
    """A chance that leaves the cards as they are: the highest is the top; it picks the last of all."""

    def __init__(self) -> None:
        self.asked: list[tuple[Request, int]] = []

    def shuffle(self, request: Request, cards: Sequence[int]) -> list[int]:
        assert list(cards) == sorted(cards)
        self.asked.append((request, len(cards)))
        return list(cards)

    def pick(self, request: Request, among: int) -> int:
        self.asked.append((request, among))
        return among - 1


@pytest.mark.parametrize(("seats", "highest"), [(2, 40), (3, 50), (4, 60)])
def test_RO1_1_every_number_once_up_to_what_the_seats_need(seats: int, highest: int) -> None:
    assert GAME.deck(seats) == tuple(range(1, highest + 1))
    chance = InOrder()
    start(seats, chance)
    assert [size for _, size in chance.asked] == [highest, highest]


@pytest.mark.parametrize("seats", [1, 5])
def test_RO1_1_two_to_four_seats(seats: int) -> None:
    with pytest.raises(OptionError, match="2 to 4 seats"):
        GAME.start(None, seats)


@pytest.mark.parametrize(("option", "dealer"), [("high", 0), ("low", 2)])
def test_RO1_2_each_seat_draws_a_card_and_the_highest_or_lowest_deals(option: str, dealer: int) -> None:
    chance = InOrder()
    state, events = start(3, chance, first_dealer=option)
    drawn = [(event.seat, event.card, event.eyes) for event in events if event.key == "dealer-card"]
    assert drawn == [(0, 50, None), (1, 49, None), (2, 48, None)]
    assert state.dealer == dealer
    assert keys(events) == ["dealer-card"] * 3 + ["dealer", "dealt"]
    assert [request for request, _ in chance.asked] == [Request(1, 0), Request(1, 1)]


def test_RO1_2_the_highest_deals_wherever_it_was_drawn() -> None:
    dealers = set()
    for match in range(30):
        state, events = start(4, SeededChance(3, match))
        cards = [event.card or 0 for event in events if event.key == "dealer-card"]
        assert state.dealer == cards.index(max(cards))
        low, _ = start(4, SeededChance(3, match), first_dealer="low")
        assert low.dealer == cards.index(min(cards))
        dealers.add(state.dealer)
    assert dealers == {0, 1, 2, 3}


def test_RO1_2_a_random_dealer_is_picked_and_no_card_is_drawn() -> None:
    chance = InOrder()
    state, events = start(4, chance, first_dealer="random")
    assert keys(events) == ["dealer", "dealt"]
    assert state.dealer == 3
    assert chance.asked == [(Request(1, 0), 4), (Request(1, 1), 60)]


def test_RO1_2_before_the_deal_no_card_lies_anywhere_but_in_the_pile() -> None:
    state = GAME.start(GAME.options(first_dealer="random"), 2)
    assert state.phase == Phase.PICK
    assert list(GAME.holdings(state)) == []
    answer_one(GAME, state, InOrder())
    assert {holding.where for holding in GAME.holdings(state)} == {"pile"}


def test_RO1_2_the_deal_passes_to_the_left() -> None:
    state = table(OUT_BY_RUN, BROKEN)
    assert state.dealer == 1
    play(state, "draw", "reject")
    assert (state.round, state.dealer, state.seat) == (2, 0, 1)


def test_RO1_3_ten_cards_singly_from_the_left_of_the_dealer_back_to_front() -> None:
    state, _ = start(3, InOrder())
    assert state.dealer == 0
    assert list(reversed(state.rack[1])) == list(range(50, 20, -3))
    assert list(reversed(state.rack[2])) == list(range(49, 19, -3))
    assert list(reversed(state.rack[0])) == list(range(48, 18, -3))


def test_RO1_4_the_rest_is_the_pile_and_its_top_card_is_turned_up() -> None:
    state, events = start(3, InOrder())
    assert state.discard[: state.discard_size] == [20]
    assert state.pile[: state.pile_size] == list(range(1, 20))
    assert (events[-1].key, events[-1].card, events[-1].value) == ("dealt", 20, 19)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_RO1_5_the_seat_left_of_the_dealer_begins(seats: int) -> None:
    state, _ = start(seats, InOrder(), first_dealer="random")
    assert (state.dealer, state.seat) == (seats - 1, 0)
    assert GAME.show(state).starter == 0
