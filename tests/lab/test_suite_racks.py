"""Secret racks are dealt as what was decided in sight of all makes them likely."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from upcard.chance import SeededChance, Xoshiro
from upcard.fast.records import unpack
from upcard.game import answer_all, limited, observe, unknown
from upcard.games import find_game
from upcard.lab import suite_racks
from upcard.lab.referee import standard_error
from upcard.lab.referee_play import deals_of
from upcard.lab.suite_make import Decision, blanked
from upcard.state import Phase

GAME = find_game("rack-o")
DRAW, PLACE = 0, 3


def tidy(state: Any) -> int:
    """Draw always, and lay a card where it belongs."""
    return DRAW if state.phase == Phase.CHOOSE else PLACE + belongs(state.hand)


def belongs(card: int) -> int:
    return (card - 1) * 10 // 40


def ask(records: Any, order: Any, decided: Any, seat: int, most: int, strayed: Any) -> None:
    for row in order:
        strayed[row] = tidy(unpack(GAME, records, suite_racks.FIRST_ROW + row)) != decided[row]
        most -= strayed[row]
        if most < 0:
            return


def positions(match: int, turns: Sequence[int]) -> list[tuple[Any, Any, list[Decision]]]:
    """What seat 0 knows on its turns of a round of tidy players, what lies there, and what was decided."""
    options = limited(GAME, GAME.options(turn_limit=20, target=75), 2)
    state = GAME.start(options, 2)
    found: list[tuple[Any, Any, list[Decision]]] = []
    before: list[Decision] = []
    chance = SeededChance(7, match)
    answer_all(GAME, state, chance)
    while state.round == 1 and state.phase != Phase.OVER:
        if state.seat == 0 and state.phase == Phase.CHOOSE and state.turns[0] in turns:
            found.append((blanked(GAME, state), [list(row) for row in state.rack], before.copy()))
        code = tidy(state)
        before.append((blanked(GAME, state), code))
        GAME.apply(state, code)
        answer_all(GAME, state, chance)
    return found


def racks_of(state: Any, before: Sequence[Decision]) -> suite_racks.Racks:
    return suite_racks.Racks(ask, GAME, state, before, [False, False])


def ways_of(state: Any, before: Sequence[Decision]) -> Any:
    racks = racks_of(state, before)
    return suite_racks.ways_of(racks, racks.truth())


@pytest.mark.parametrize("match", range(2))
def test_ways_are_of_unseen_cards_and_keep_to_where_a_card_was_laid(match: int) -> None:
    for state, racks, before in positions(match, (2, 6)):
        made = racks_of(state, before)
        assert made.truth() == [racks[1][secret.cell] for secret in made.secrets]
        assert made.begin(made.truth())
        assert made.strayed == 0
        ways = ways_of(state, before)
        assert len(ways) == suite_racks.WAYS
        laid = [place for place, secret in enumerate(made.secrets) if secret.since >= 0]
        assert laid
        for way in ways.tolist():
            assert all(belongs(way[place]) == made.secrets[place].cell for place in laid)
            assert not Counter(way) - Counter(made.cards)
            assert made.begin(way)
            assert made.strayed == 0


def test_an_exchange_tells_which_decisions_stray_as_asking_about_all_does() -> None:
    ((state, _, before),) = positions(0, (5,))
    racks = racks_of(state, before)
    racks.begin(racks.truth())
    stream = Xoshiro(3)
    for _ in range(60):
        place, other = stream.below(len(racks.secrets)), stream.below(len(racks.cards))
        stood = racks.exchange(place, other, 2)
        whole = racks_of(state, before)
        whole.begin(racks.way)
        assert [owner.strayed.tolist() for owner in whole.owners] == [
            owner.strayed.tolist() for owner in racks.owners
        ]
        if stood:
            racks.exchange(place, other, 99)


def test_a_chain_forgets_where_it_began() -> None:
    ((state, _, before),) = positions(0, (4,))
    racks = racks_of(state, before)
    true = racks.truth()
    dealt = [place for place, secret in enumerate(racks.secrets) if secret.since < 0]
    laid = [place for place in range(len(true)) if place not in dealt]
    unseen = sorted(racks.cards)
    for place in laid:
        unseen.remove(true[place])
    other = true.copy()
    for place, card in zip(dealt, reversed(unseen), strict=False):
        other[place] = card
    one, two = (suite_racks.ways_of(racks_of(state, before), way) for way in (true, other))
    apart = np.abs(one.mean(axis=0) - two.mean(axis=0))
    assert np.abs(np.array(true) - other)[dealt].mean() > 10
    assert apart[dealt].mean() < 2.5  # cards spread by 11, and 128 ways follow one another
    assert (one == true)[:, dealt].mean() < 0.15
    assert (two == true)[:, dealt].mean() < 0.15


def test_cards_of_a_seat_that_has_not_moved_are_any_of_the_others() -> None:
    way = suite_racks.filled([3, 0, 7, 0], range(1, 9), Xoshiro(1))
    assert (way[0], way[2]) == (3, 7)
    assert {way[1], way[3]} < {1, 2, 4, 5, 6, 8}


def test_worlds_that_are_alike_count_as_few_in_an_error() -> None:
    luck = np.random.default_rng(1).normal(size=512)
    worlds = np.tile(np.random.default_rng(2).normal(size=16), 32)
    assert standard_error(luck, blocks=16) == pytest.approx(512**-0.5, rel=0.5)
    assert standard_error(luck + 3 * worlds, blocks=16) == pytest.approx(3 / 4, rel=0.5)
    assert standard_error(luck + 3 * worlds) < 0.2


def test_the_cards_that_lie_as_given_are_the_racks_and_all_others_are_shuffled() -> None:
    ((state, _, before),) = positions(0, (5,))
    ways = ways_of(state, before)
    deals = deals_of(GAME, state, ways.tolist())
    _, pools = unknown(GAME, observe(GAME, state, state.seat, tags=False))
    assert deals.fixed == deals.split == ways.shape[1]
    assert deals.cards.shape == (len(ways), pools[1][1].total())
    assert deals.cards[:, : deals.fixed].tolist() == ways.tolist()
    assert all(Counter(row) == pools[1][1] for row in deals.cards.tolist())
    alone = deals_of(GAME, state)
    assert (alone.fixed, alone.split, len(alone.cards)) == (0, 0, 1)
    assert sorted(alone.places.tolist()) == sorted(deals.places.tolist())


def test_before_anybody_has_moved_any_way_is_as_likely() -> None:
    state, _, _ = positions(1, (0,))[0]
    assert ways_of(state, []).shape == (suite_racks.WAYS, 0)


def test_a_rack_in_order_with_the_run_that_is_needed_has_gone_out() -> None:
    state, _, before = positions(0, (3,))[0]
    made = racks_of(state, before)
    for rack, out in (
        ([1, 5, 9, 13, 17, 21, 25, 29, 30, 31], True),
        ([1, 5, 9, 13, 17, 21, 25, 29, 31, 33], False),
        ([5, 1, 9, 13, 17, 21, 25, 29, 30, 31], False),
    ):
        state.rack[1][:] = rack
        made.cards = [rack[secret.cell] for secret in made.secrets]
        assert made.is_out(1) == out


def test_a_position_with_few_ways_to_fill_secret_cells_is_as_good_as_open() -> None:
    state = positions(0, (3,))[0][0]
    ways = [[1, 2, 3 + number] for number in range(suite_racks.BLOCKS)]
    assert suite_racks.is_uncertain(GAME, state, ways * 3)
    assert not suite_racks.is_uncertain(GAME, state, ways[1:] * 3)
    assert suite_racks.is_uncertain(GAME, state, [])  # any way is as likely as another
    state.known[1], state.pile_known = [1] * 10, state.pile_size
    assert not suite_racks.is_uncertain(GAME, state, [])
