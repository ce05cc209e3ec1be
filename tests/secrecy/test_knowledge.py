"""AL3 by the rule book: each seat and a watcher see what they know, no card more and none less."""

from collections import Counter
from math import sqrt
from typing import Any

import pytest

from tests.policies import dawdle, policy_for
from tests.secrecy.knowledge import Knowledge
from tests.secrecy.worlds import IDS, TABLES, VARIANTS, hidden, spots
from upcard.chance import SeededChance, Xoshiro
from upcard.game import imagine, legal_codes, observe
from upcard.games import GAMES
from upcard.table import Table
from upcard.testing import Policy, at_random, limited, mixed


def watch(
    name: str, seats: int, variant: int, match: int, most: int, policy: Policy | None = None
) -> Counter[str]:
    """Follow a match by its events and compare every view with what its viewer must know."""
    game = GAMES[name]
    options = limited(game, game.options(**VARIANTS[name][variant]), seats)
    table = Table(game, options, seats, SeededChance(21, match))
    knowledge = Knowledge(game, seats, len(table.view(None).layouts[0].cells))
    chosen, stream = policy or mixed(policy_for(game), match), Xoshiro(21, match)
    kinds: Counter[str] = Counter()
    told = 0
    for _ in range(most):
        for event in table.events[told:]:
            knowledge.learn(event)
            kinds[event.key] += 1
        told = len(table.events)
        if table.outcome is not None:
            break
        for viewer in (None, *range(seats)):
            knowledge.compare(table.view(viewer))
        code = chosen(game, table._state, stream)
        table.act(table._state.seat, game.actions[code])
    return kinds


@pytest.mark.parametrize(("name", "seats", "variant"), TABLES, ids=IDS)
def test_B27_B29_AL3_no_view_holds_a_card_that_its_viewer_does_not_know(
    name: str, seats: int, variant: int
) -> None:
    assert watch(name, seats, variant, match=0, most=80)["placed"] > 5


@pytest.mark.parametrize(
    ("name", "variant", "key"),
    [
        ("nines", 0, "reshuffled"),
        ("rat-race", 0, "reshuffled"),
        ("rack-o", 0, "turned-over"),
        ("rack-o", 2, "refilled"),
    ],
)
def test_B29_RR2_3_RO2_5_RO2_6_what_was_seen_stays_known_and_no_more(
    name: str, variant: int, key: str
) -> None:
    assert watch(name, 2, variant, match=1, most=260, policy=dawdle)[key] > 0


def test_B29_RR5_3_the_burn_pile_is_known_to_all() -> None:
    assert any(watch("rat-race", 2, 0, match, most=260)["walked-out"] for match in range(20))


@pytest.mark.long
@pytest.mark.parametrize(("name", "seats", "variant"), TABLES, ids=IDS)
def test_B27_B29_AL3_at_length(name: str, seats: int, variant: int) -> None:
    for match in range(20):
        watch(name, seats, variant, match, most=2_000)


# --- imagined worlds -----------------------------------------------------------------------------


def surprise(name: str, states: int, worlds: int) -> tuple[float, float]:
    """Return how often imagined worlds hold the true card, less its share of the unseen, and its spread."""
    game = GAMES[name]
    stream = Xoshiro(55)
    excess = variance = 0.0
    variants = [(seats, variant) for table, seats, variant in TABLES if table == name]
    for number, (seats, variant) in enumerate(variants):
        count = states // len(variants) + (number < states % len(variants))
        for spot in spots(name, seats, variant, count, every=40, seed=31):
            viewer = spot.viewers()[stream.below(seats + 1)]
            view = observe(game, spot.state, viewer)
            places = hidden(game, spot.state, viewer)
            place = places[stream.below(len(places))]
            alike = [other.card(spot.state) for other in places if other.pool == place.pool]
            true = place.card(spot.state)
            share = alike.count(true) / len(alike)
            hits = sum(_card_at(game, imagine(game, view, stream), place) == true for _ in range(worlds))
            excess += hits - worlds * share
            variance += worlds * share * (1 - share)
    return excess, sqrt(variance)


def _card_at(game: Any, world: Any, place: Any) -> int:
    return next(
        other.card(world)
        for other in game.holdings(world)
        if (other.where, other.seat, other.index) == (place.where, place.seat, place.index)
    )


@pytest.mark.parametrize("name", GAMES)
def test_B33_the_true_card_is_imagined_as_often_as_its_share_of_the_unseen(name: str) -> None:
    excess, spread = surprise(name, states=40, worlds=25)
    assert abs(excess) < 4 * spread


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_B33_at_length(name: str) -> None:
    excess, spread = surprise(name, states=500, worlds=2_000)
    assert abs(excess) < 4 * spread


@pytest.mark.parametrize("name", GAMES)
def test_B33_imagined_worlds_hold_the_whole_deck_and_what_was_legal(name: str) -> None:
    game = GAMES[name]
    stream = Xoshiro(6)
    for spot in spots(name, 2, 0, 10, every=40):
        for viewer in spot.viewers():
            world = imagine(game, observe(game, spot.state, viewer), stream)
            assert sorted(place.card(world) for place in game.holdings(world)) == list(game.deck(2))
            if viewer == spot.state.seat:
                assert legal_codes(game, world) == legal_codes(game, spot.state)
            game.apply(world, at_random(game, world, stream))
