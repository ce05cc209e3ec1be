"""Hand-worked situations of Rack-O: each is a small story with one right end."""

from tests.rules.rack_o_table import OUT_BY_RUN, keys, open_to, play, start, table
from upcard.game import observe
from upcard.games.rack_o import GAME
from upcard.state import NOBODY

OTHER = "40 39 38 37 36 35 34 33 32 31"
"""Shares no card with a rack that goes out by a run."""


def test_PE1_RO2_6_the_twenty_discards_are_turned_over_when_the_nineteenth_card_is_discarded() -> None:
    state, _ = start(2)
    first = state.discard[0]
    assert (state.pile_size, state.discard_size) == (19, 1)
    for _ in range(18):
        assert "turned-over" not in keys(play(state, "draw", "reject"))
    order = state.discard[:19]
    play(state, "draw")
    order.append(state.hand)
    events = play(state, "reject")
    assert keys(events) == ["rejected", "turned-over"]
    assert (state.pile_size, state.discard_size) == (19, 1)
    assert state.discard[0] == first == order[0]
    assert [state.pile[18 - depth] for depth in range(19)] == order[1:]
    assert list(observe(GAME, state, None).pile_top) == order[1:]


def test_PE3_RO3_3_a_rack_that_was_dealt_in_order_waits_for_its_own_turn() -> None:
    state = table(OTHER, OUT_BY_RUN, discard="25", pile="26 27", turn=0)
    play(state, "draw", "reject")
    assert (state.finisher, state.seat) == (NOBODY, 1)
    assert open_to(state) == ["draw", "take"]
    assert "went-rack-o" in keys(play(state, "draw", "reject"))
