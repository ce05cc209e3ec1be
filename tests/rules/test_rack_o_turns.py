"""RO2: a turn, what is known of it, and the empty pile."""

import pytest

from tests.rules.rack_o_table import BROKEN, OUT, REVERSED, keys, open_to, play, refusal, table
from upcard.chance import SeededChance, Xoshiro
from upcard.game import answer_all, imagine, observe, read_events, seen_by, wants_chance
from upcard.games.rack_o import GAME
from upcard.games.rack_o.state import State

MIDDLE = "32 24 25 26 27 28 29 30 23 10"
PLACES = [f"place {cell}" for cell in range(1, 11)]


def test_RO2_1_take_the_upcard_or_draw() -> None:
    state = table(BROKEN, MIDDLE, discard="40", pile="39")
    assert open_to(state) == ["draw", "take"]
    assert refusal(state, "place 3") == ("RO2.1", "take the upcard or draw first")
    assert refusal(state, "reject")[0] == "RO2.1"
    events = play(state, "draw")
    assert (events[0].key, events[0].card, events[0].eyes, events[0].value) == ("drew", 39, 0, 18)
    assert refusal(state, "draw")[0] == "RO2.3"


def test_RO2_2_a_taken_upcard_must_be_placed() -> None:
    state = table(BROKEN, MIDDLE, discard="38 40")
    events = play(state, "take")
    assert (events[0].key, events[0].card, events[0].eyes) == ("took", 40, None)
    assert open_to(state) == PLACES
    assert refusal(state, "reject") == ("RO2.2", "a taken upcard must replace a card of the rack")
    assert refusal(state, "take")[0] == "RO2.2"
    play(state, "place 1")
    assert state.rack[0][0] == 40
    assert state.discard[: state.discard_size] == [38, 2]


def test_RO2_3_a_drawn_card_replaces_one_or_is_discarded() -> None:
    state = table(BROKEN, MIDDLE, discard="38", pile="3 39")
    play(state, "draw")
    assert open_to(state) == ["reject", *PLACES]
    events = play(state, "reject")
    assert keys(events) == ["rejected"]
    assert state.discard[: state.discard_size] == [38, 3]
    play(state, "draw", "place 10")
    assert state.rack[1][9] == 39


def test_RO2_4_the_card_that_leaves_is_the_upcard_and_the_turn_is_over() -> None:
    state = table(BROKEN, MIDDLE, discard="38", pile="3")
    events = play(state, "draw", "place 4")
    assert [(event.key, event.cell, event.card) for event in events[1:]] == [
        ("placed", 4, 3),
        ("left", 4, 8),
    ]
    assert (state.seat, state.hand, state.turns) == (1, 0, [1, 0, 0, 0])
    assert state.discard[state.discard_size - 1] == 8
    assert open_to(state) == ["draw", "take"]


def test_RO2_5_a_card_from_a_shuffled_pile_stays_its_owners_secret() -> None:
    state = table(BROKEN, MIDDLE, discard="38", pile="3")
    events = play(state, "draw")
    assert [observe(GAME, state, seat).hand for seat in (0, 1, None)] == [3, None, None]
    events += play(state, "place 4")
    for viewer in (1, None):
        assert [seen_by(event, viewer).card for event in events] == [None, None, 8]
        cell = observe(GAME, state, viewer).layouts[0].cells[3]
        assert (cell.card, cell.up, cell.public) == (None, False, False)
    assert [seen_by(event, 0).card for event in events] == [3, 3, 8]
    own = observe(GAME, state, 0).layouts[0].cells[3]
    assert (own.card, own.up, own.public) == (3, False, False)
    assert all(cell.card is None for cell in observe(GAME, state, 0).layouts[1].cells)


def test_RO2_5_a_card_taken_from_the_discard_stays_known_in_its_cell() -> None:
    state = table(BROKEN, MIDDLE, discard="38")
    events = play(state, "take")
    assert observe(GAME, state, 1).hand == 38
    events += play(state, "place 4", "draw", "reject")
    for viewer in (0, 1, None):
        cell = observe(GAME, state, viewer).layouts[0].cells[3]
        assert (cell.card, cell.up, cell.public) == (38, False, True)
    play(state, "draw", "place 4")
    assert observe(GAME, state, 1).layouts[0].cells[3].card is None


def test_RO2_5_a_card_from_a_pile_whose_order_is_known_is_known() -> None:
    state = turned_over()
    top = observe(GAME, state, None).pile_top[0]
    events = play(state, "draw")
    assert (events[0].card, events[0].eyes) == (top, None)
    assert observe(GAME, state, None).hand == top
    events = play(state, "place 2")
    assert (events[0].card, events[0].eyes) == (top, None)
    cell = observe(GAME, state, None).layouts[state.seats - 1].cells[1]
    assert (cell.card, cell.public) == (top, True)


def turned_over() -> State:
    """Seat 0 has just discarded the last card of the pile; the discard was turned over."""
    state = table(BROKEN, MIDDLE, discard="40", pile="39", under="discard")
    play(state, "draw", "reject")
    return state


def test_RO2_6_the_discard_is_turned_over_unshuffled() -> None:
    state = table(BROKEN, MIDDLE, discard="40", pile="39", under="discard")
    oldest_first = [*state.discard[:19], 39]
    events = play(state, "draw", "reject")
    assert keys(events) == ["drew", "rejected", "turned-over"]
    assert (events[-1].card, events[-1].value) == (oldest_first[0], 19)
    assert state.discard[: state.discard_size] == oldest_first[:1]
    assert (state.pile_size, state.pile_known, state.seat) == (19, 19, 1)
    for viewer in (0, 1, None):
        view = observe(GAME, state, viewer)
        assert list(view.pile_top) == oldest_first[1:]
        assert view.pile_pool is None
    assert not wants_chance(state)


def test_RO2_6_a_second_turn_over_is_known_as_well() -> None:
    state = turned_over()
    for _ in range(19):
        play(state, "draw", "reject")
    assert (state.pile_size, state.pile_known, state.discard_size) == (19, 19, 1)


@pytest.mark.parametrize("refill", ["turn-over", "shuffle"])
@pytest.mark.parametrize("limit", [0, 1])
def test_RO2_6_not_after_the_round_has_ended(refill: str, limit: int) -> None:
    racks = (BROKEN, OUT) if limit else (OUT, BROKEN)
    state = table(
        *racks, discard="40", pile="39", under="discard", refill=refill, run_needed=0, turn_limit=limit
    )
    state.turns[1] = 1
    events = play(state, "draw", "reject")
    assert "turned-over" not in keys(events)
    assert "refilled" not in keys(events)
    assert keys(events)[2] == ("limit" if limit else "went-rack-o")


def test_RO2_6_shuffled_the_twenty_make_a_new_pile_and_its_top_is_turned_up() -> None:
    state = table(BROKEN, MIDDLE, discard="40", pile="39", under="discard", refill="shuffle")
    twenty = sorted([*state.discard[:19], 39])
    events = play(state, "draw", "reject")
    assert keys(events) == ["drew", "rejected", "refilled"]
    assert (state.pile_size, state.pile_known, state.discard_size, state.seat) == (19, 0, 1, 1)
    assert sorted([*state.pile[:19], state.discard[0]]) == twenty
    assert (events[-1].card, events[-1].value) == (state.discard[0], 19)
    for viewer in (0, 1, None):
        view = observe(GAME, state, viewer)
        assert view.pile_top == ()
        assert list(view.pile_pool or ()) == sorted(state.pile[:19])


def test_RO2_6_after_a_shuffle_the_hidden_cards_of_the_pool_are_kept_apart() -> None:
    state = table(BROKEN, MIDDLE, discard="40", pile="39", under="discard", refill="shuffle")
    play(state, "draw", "reject")
    pool = sorted(state.pile[:19])
    play(state, "draw")
    drawn = state.hand
    assert list(observe(GAME, state, 0).pile_pool or ()) == pool
    assert list(observe(GAME, state, 1).pile_pool or ()) == [card for card in pool if card != drawn]
    play(state, "place 3")
    watched = observe(GAME, state, None)
    assert list(watched.pile_pool or ()) == pool
    assert watched.pool_cells == ((1, 3),)
    assert observe(GAME, state, 1).pool_cells == ()
    play(state, "take", "place 1", "draw")
    second = state.hand
    play(state, "place 3")
    assert list(observe(GAME, state, None).pile_pool or ()) == [card for card in pool if card != drawn]
    assert state.from_pool[1] == [0, 0, 1, 0, 0, 0, 0, 0, 0, 0]
    play(state, "take")
    assert state.hand == drawn
    play(state, "place 2", "take", "place 3")
    assert state.from_pool[1] == [0] * 10
    assert state.known[1][2] == 1
    assert second not in (observe(GAME, state, None).pile_pool or ())


def test_RO2_6_a_second_shuffle_begins_a_new_pool() -> None:
    state = table(BROKEN, MIDDLE, discard="40", pile="39", under="discard", refill="shuffle")
    play(state, "draw", "reject", "draw", "place 3")
    assert state.from_pool[1][2] == 1
    stream = Xoshiro(4)
    for _ in range(19):
        play(state, "draw", "reject")
        for viewer in (0, 1, None):
            view = observe(GAME, state, viewer)
            assert observe(GAME, imagine(GAME, view, stream), viewer) == view
    assert state.pile_size == 18
    assert state.from_pool == [[0] * 10] * 4
    assert sum(state.pool) == 18


def test_RO2_6_while_the_shuffle_is_awaited_the_racks_still_lie() -> None:
    state = table(BROKEN, MIDDLE, discard="40", pile="39", under="discard", refill="shuffle")
    play(state, "draw")
    GAME.apply(state, GAME.codes[GAME.actions[2]])
    assert wants_chance(state)
    assert [holding.where for holding in GAME.holdings(state)] == ["pile"] * 20 + ["cell"] * 20
    assert observe(GAME, state, 1).layouts[0].cells[0].card is None
    assert observe(GAME, state, 0).discard == ()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_RO2_6_pile_and_discard_are_twenty_between_turns(seats: int) -> None:
    state = GAME.start(GAME.options(turn_limit=30), seats)
    answer_all(GAME, state, SeededChance(5))
    stream = Xoshiro(9)
    for _ in range(200):
        choices = open_to(state)
        play(state, choices[stream.below(len(choices))])
        if not state.hand:
            assert state.pile_size + state.discard_size == 20
            assert state.pile_size > 0
            assert state.discard_size > 0
    assert read_events(GAME, state, 0)


def test_RO2_3_any_card_may_go_into_any_cell() -> None:
    state = table(REVERSED, OUT, discard="2", pile="4")
    play(state, "draw", "place 10")
    assert state.rack[0] == [40, 39, 38, 37, 36, 35, 34, 33, 32, 4]
