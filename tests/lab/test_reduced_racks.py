"""Reduced Rack-O is solved exactly: by what a seat knows, and no better."""

from statistics import fmean
from typing import Any

import pytest

from tests.bots.positions import policy_of
from upcard.games import find_game
from upcard.games.rack_o.state import DRAW, TAKE
from upcard.lab.exact import chooser
from upcard.lab.reduced_racks import FIRST, LIMIT, OTHER, Reply, as_it_may_be, lost, worlds

GAME = find_game("rack-o")
GREEDY = chooser(GAME, policy_of("greedy", "rack-o"), worlds(GAME, 0)[0])


def last_turn(own: list[int], other: list[int], unseen: list[int], upcard: int) -> list[Any]:
    """All that the position may be: own front cells, the other's two that all know, five that are unseen."""
    state = worlds(GAME, 0)[0]
    state.rack[FIRST][:4] = own
    state.rack[OTHER][:4] = [*other, *unseen[:2]]
    state.known[OTHER][:4] = [1, 1, 0, 0]
    state.pile[:3] = unseen[2:]
    state.turns[FIRST], state.turns[OTHER] = LIMIT - 1, LIMIT
    rest = [card for card in range(1, 29) if card not in {*own, *other, *unseen, upcard}]
    state.discard_size = len(rest) + 1
    state.discard[: len(rest) + 1] = [*rest, upcard]
    return list(as_it_may_be(state))


def test_a_last_turn_is_worth_what_it_is_by_hand() -> None:
    found = last_turn([1, 9, 5, 12], [28, 4], [3, 6, 10, 15, 27], 20)
    # 20 in the third cell makes three that rise. Of the five 3 and 10 go out, 6 leaves two that rise, 15
    # and 27 make three; the other is paid for one card whatever it holds
    worths = Reply(GAME, {OTHER: GREEDY}).worths(found)
    assert worths == {TAKE: pytest.approx(10), DRAW: pytest.approx((75 + 10 + 75 + 15 + 15) / 5 - 5)}


def test_who_does_not_know_makes_less_than_who_does() -> None:
    found = last_turn([1, 9, 5, 12], [28, 4], [3, 6, 10, 15, 27], 20)
    reply = Reply(GAME, {OTHER: GREEDY})
    assert fmean(reply.value([world]) for world in found) == pytest.approx((75 + 15 + 75 + 15 + 15) / 5 - 5)
    assert reply.value(found) == pytest.approx(33)


def test_the_first_seat_knows_all_cards_but_five() -> None:
    found = worlds(GAME, 3)
    assert len(found) == 120
    for world in found[::17]:
        cards = [*world.rack[0], *world.rack[1], *world.pile[:3], *world.discard[: world.discard_size]]
        assert sorted(cards) == sorted(GAME.deck(2))
        assert Reply(GAME, {}).seen_by(world, FIRST)[1] == Reply(GAME, {}).seen_by(found[0], FIRST)[1]


def test_a_player_loses_against_the_best_there_is_and_nothing_makes_more_than_that() -> None:
    hand = chooser(GAME, policy_of("hand", "rack-o"), worlds(GAME, 0)[0])
    found = worlds(GAME, 1)
    best = Reply(GAME, {OTHER: GREEDY}).value(found)
    assert best >= Reply(GAME, {FIRST: hand, OTHER: GREEDY}).value(found)
    assert next(lost(GAME, 1, GREEDY)) > 5
