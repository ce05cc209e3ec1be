"""A bot's choice does not move when cards are swapped that its seat has not seen."""

import pytest

from tests.secrecy.worlds import IDS, TABLES, other_world, spots
from upcard.bots import bots_for
from upcard.chance import Xoshiro
from upcard.game import observe


@pytest.mark.parametrize(("name", "seats", "variant"), TABLES, ids=IDS)
def test_AL3_a_bot_chooses_the_same_in_worlds_that_it_cannot_tell_apart(
    name: str, seats: int, variant: int
) -> None:
    stream = Xoshiro(9, seats, variant)
    for spot in spots(name, seats, variant, 6, every=40, seed=17):
        seat = spot.state.seat
        world = other_world(spot, seat, stream)
        for kind in bots_for(name):
            here, there = (
                kind.make(5).choose(observe(spot.game, state, seat, 7)) for state in (spot.state, world)
            )
            assert here == there
            assert here in observe(spot.game, spot.state, seat).actions
