"""Non-interference: what a seat has not seen changes no byte that reaches it."""

from typing import Any

import pytest

from tests.rules.rack_o_table import table as rack_o_table
from tests.secrecy.worlds import (
    IDS,
    TABLES,
    Spot,
    align,
    everything,
    hidden,
    other_world,
    spots,
    table_at,
)
from upcard.chance import Xoshiro
from upcard.game import legal_codes
from upcard.games import rack_o
from upcard.state import Phase, copy_state


def look_the_same(name: str, seats: int, variant: int, most: int) -> None:
    """Positions of a table against other worlds, for every viewer."""
    stream = Xoshiro(3, seats, variant)
    differ = 0
    for spot in spots(name, seats, variant, most, every=40):
        for viewer in spot.viewers():
            world = other_world(spot, viewer, stream)
            differ += world != spot.state
            assert everything(spot, world, viewer) == everything(spot, spot.state, viewer)
    assert differ > most


def step_the_same(name: str, seats: int, variant: int, most: int) -> int:
    """One more action in both worlds, whose hidden cards differ but for those that it brings to light."""
    stream = Xoshiro(4, seats, variant)
    compared = 0
    for spot in spots(name, seats, variant, most, every=40, seed=8):
        for viewer in spot.viewers():
            world = other_world(spot, viewer, stream)
            codes = [
                code
                for code in legal_codes(spot.game, spot.state)
                if spot.game.legal(world) >> code & 1 and not spot.game.actions[code].declare
            ]
            action = spot.game.actions[codes[stream.below(len(codes))]]
            align(spot.game, world, spot.state, viewer, action)
            compared += compare_step(spot, world, viewer, str(action))
    return compared


def compare_step(spot: Spot, world: Any, viewer: int | None, action: str) -> bool:
    """Carry the action out in both worlds; the viewer sees the same, unless a round ended."""
    here, there = table_at(spot, spot.state), table_at(spot, world)
    first = len(here.events)
    seat = spot.state.seat
    here.act(seat, action)
    there.act(seat, action)
    if here.results or there.results:
        return False
    assert repr(here.events_for(viewer, first)) == repr(there.events_for(viewer, first))
    assert everything(spot, here._state, viewer) == everything(spot, there._state, viewer)
    return True


@pytest.mark.parametrize(("name", "seats", "variant"), TABLES, ids=IDS)
def test_AL3_hidden_cards_change_nothing_that_a_seat_or_a_watcher_is_told(
    name: str, seats: int, variant: int
) -> None:
    look_the_same(name, seats, variant, 8)


@pytest.mark.parametrize(("name", "seats", "variant"), TABLES, ids=IDS)
def test_AL3_nor_do_they_after_one_more_action(name: str, seats: int, variant: int) -> None:
    assert step_the_same(name, seats, variant, 8) > 8


@pytest.mark.long
@pytest.mark.parametrize(("name", "seats", "variant"), TABLES, ids=IDS)
def test_AL3_at_length(name: str, seats: int, variant: int) -> None:
    look_the_same(name, seats, variant, 150)
    step_the_same(name, seats, variant, 150)


# --- a rack that could go out --------------------------------------------------------------------

OUT = "1 3 5 7 9 10 11 13 15 17"
NOT_OUT = "3 1 5 7 9 10 11 13 15 17"
OTHER = "40 39 38 37 36 35 34 33 32 31"


@pytest.mark.parametrize("viewer", [1, None])
@pytest.mark.parametrize("last", ["reject", "place 10"])
def test_B31_RO3_4_nobody_can_tell_whether_a_rack_could_declare(viewer: int | None, last: str) -> None:
    game = rack_o.GAME
    options = game.settle(game.options(declare="choose"), 2)
    told = {}
    for rack in (OUT, NOT_OUT):
        state = rack_o_table(rack, OTHER, discard="25", pile="20 21", declare="choose", run_needed=3)
        spot = Spot(game, options, 2, state)
        table = table_at(spot, state)
        lines = [everything(spot, state, viewer)]
        first = len(table.events)
        table.act(0, "draw")
        lines.append(everything(spot, table._state, viewer))
        assert any(action.declare for action in table.legal(0)) == (rack == OUT)
        table.act(0, last)
        lines.append(everything(spot, table._state, viewer))
        told[rack] = [*lines, repr(table.events_for(viewer, first))]
    assert told[OUT] == told[NOT_OUT]


@pytest.mark.parametrize("name", ["nines", "rat-race", "rack-o"])
def test_a_world_that_is_looked_at_is_not_changed(name: str) -> None:
    for spot in spots(name, 2, 0, 5, every=40):
        before = copy_state(spot.state)
        for viewer in spot.viewers():
            everything(spot, spot.state, viewer)
            assert hidden(spot.game, spot.state, viewer) or spot.state.phase == Phase.OVER
        assert spot.state == before
