"""Secret racks are dealt as what was decided in sight of all makes them likely."""

from collections import Counter
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from upcard.chance import SeededChance, Xoshiro
from upcard.fast.records import unpack
from upcard.game import answer_all, limited, observe, unknown
from upcard.games import find_game
from upcard.lab import suite_racks
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


def asked(records: Any, state: Any, by: int) -> list[int]:
    return [tidy(unpack(GAME, records, row)) for row in range(len(records))]


GOES_ON: Any = SimpleNamespace(choices=asked, policies=[SimpleNamespace(blind=False)])


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


def ways_of(state: Any, before: Sequence[Decision]) -> Any:
    return suite_racks.believed(GOES_ON, GAME, state, before, [0, 0], Xoshiro(1, 2))


@pytest.mark.parametrize("match", range(3))
def test_ways_are_of_unseen_cards_and_keep_to_where_a_card_was_laid(match: int) -> None:
    for state, racks, before in positions(match, (2, 6)):
        made = suite_racks.Racks(GOES_ON, GAME, state, before, [0, 0])
        assert made.truth() == [racks[1][secret.cell] for secret in made.secrets]
        assert made.likelihood(1, made.truth()) == 0
        ways = ways_of(state, before)
        assert len(ways) == suite_racks.WAYS
        laid = [place for place, secret in enumerate(made.secrets) if secret.since >= 0]
        assert laid
        strays = sum(
            belongs(way[place]) != made.secrets[place].cell for way in ways.tolist() for place in laid
        )
        assert strays < 0.2 * len(ways) * len(laid)
        assert len({tuple(way) for way in ways.tolist()}) > suite_racks.WAYS // 2
        for way in ways.tolist():
            assert not Counter(way) - made.cards
            assert not made.is_out(1, way)


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
    made = suite_racks.Racks(GOES_ON, GAME, state, before, [0, 0])
    secret = [made.secrets[place].cell for place in range(len(made.secrets))]
    state.rack[1][:] = [1, 5, 9, 13, 17, 21, 25, 29, 30, 31]
    assert made.is_out(1, [state.rack[1][cell] for cell in secret])
    state.rack[1][:] = [1, 5, 9, 13, 17, 21, 25, 29, 31, 33]
    assert not made.is_out(1, [state.rack[1][cell] for cell in secret])
    state.rack[1][:] = [5, 1, 9, 13, 17, 21, 25, 29, 30, 31]
    assert not made.is_out(1, [state.rack[1][cell] for cell in secret])
