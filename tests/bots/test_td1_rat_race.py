"""*td1* and *hand-expectimax* at Rat Race: the search is exact, fair, and the same compiled."""

from collections.abc import Iterator
from importlib import resources
from itertools import chain
from typing import Any

import numpy as np
import pytest

from tests.bots.positions import Position, made, played
from tests.bots.worlds_rat_race import GAME, positions, seen_by_mover, values, worlds
from upcard.bots.rat_race_position import lay_out
from upcard.bots.rat_race_table import table_of
from upcard.bots.td1_rat_race import CODES, HAND_EXPECTIMAX, TD1, choose, weigh
from upcard.bots.values.rat_race import FORM as LEARNED_FORM
from upcard.bots.values.rat_race import UNIT, WEIGHTS, worth_of
from upcard.bots.values.rat_race_maps import maps
from upcard.bots.values.rat_race_room import (
    DOWN,
    FLOATS,
    FORM,
    INTS,
    OTHER,
    OTHER_DOWN,
    OTHER_FORM,
    OWN,
    UPCARD,
)
from upcard.bots.weights import learned
from upcard.chance import SeededChance, Xoshiro
from upcard.fast.deciding import Decider
from upcard.fast.policy import Policy
from upcard.game import answer_all, imagine, legal_codes, observe
from upcard.games.rat_race.scoring import grid_points
from upcard.state import Phase
from upcard.table import Table

OPTIONS: list[dict[str, Any]] = [
    {},
    {"walkout": "optional"},
    {"walkout": "off", "speed_bonus": 8},
    {"walkout_rats": 1, "speed_bonus": 0},
]


def any_weights() -> np.ndarray[Any, Any]:
    """Weights that mean nothing: all of a search that a value has a part in shows."""
    stream = np.random.default_rng(5)
    return (np.round(stream.normal(size=WEIGHTS) * UNIT) / UNIT).astype(np.float32)


ANY = any_weights()
BY_ANY = Policy("any", choose, lambda game, options, seats: table_of(options.walkout_rats, ANY), weigh=weigh)


def worths(state: Any, table: Any) -> dict[int, float]:
    """What the search says of each legal action; low is good."""
    seen = seen_by_mover(state)
    found = np.full(CODES, np.nan)
    weigh(seen, GAME.legal(seen), table, found)
    return {code: -found[code] for code in legal_codes(GAME, seen)}


def by_any_value(alike: list[Any], seat: int) -> float:
    state = seen_by_mover(alike[0])
    ints, floats = np.zeros(INTS, np.int64), np.zeros(FLOATS)
    lay_out(state, ints)
    return worth_of(
        ints, floats, OTHER, ints[OTHER_FORM], ints[OTHER_DOWN], OWN, ints[FORM], ints[DOWN], ints[UPCARD],
        0, maps(state.walkout_rats), ANY,
    )  # fmt: skip


def as_it_lies(alike: list[Any], seat: int) -> float:
    return sum(grid_points(world, seat) - grid_points(world, 1 - seat) for world in alike) / len(alike)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_a_last_turn_is_worth_what_every_order_of_the_unseen_cards_comes_to(options: dict[str, Any]) -> None:
    table = table_of(options.get("walkout_rats", 3), ANY)
    for state, unseen in positions(11, 12, options, final=True):
        wanted = values(worlds(state, unseen), None)
        state.banked[1 - state.seat] = 1  # as it is after Clock Off
        bonus = state.speed_bonus
        found = worths(state, table)
        assert found == pytest.approx({code: value + bonus for code, value in wanted.items()})


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_one_turn_ahead_is_worth_what_every_order_of_the_unseen_cards_comes_to(
    options: dict[str, Any],
) -> None:
    rats = options.get("walkout_rats", 3)
    for state, unseen in positions(12, 12, options):
        alike = worlds(state, unseen)
        assert worths(state, table_of(rats, ANY)) == pytest.approx(values(alike, by_any_value))
        assert worths(state, table_of(rats, None)) == pytest.approx(values(alike, as_it_lies))


# --- the policies --------------------------------------------------------------------------------


def mixed(many: int, seed: int) -> Iterator[Position]:
    """Positions that play leads to, under any options, and made ones, in which the rare cases are common."""
    return chain(played("rat-race", many, seed), made("rat-race", many // 3, seed))


@pytest.mark.parametrize("policy", [BY_ANY, HAND_EXPECTIMAX], ids=lambda policy: policy.name)
def test_what_it_weighs_and_chooses_is_the_same_compiled_to_the_last_bit(policy: Policy) -> None:
    asked = Decider(GAME, policy)
    for position in mixed(240, 8):
        seen, table = position.seen, position.table_for(policy)
        legal = GAME.legal(seen)
        found = np.full(CODES, np.nan)
        weigh(seen, legal, table, found)
        assert np.array_equal(asked.worths(seen, table), found, equal_nan=True)
        assert [code for code in range(CODES) if not np.isnan(found[code])] == legal_codes(GAME, seen)
        best = int(np.nanargmax(found))
        assert asked.choose(seen, 0, table) == choose(seen, legal, 0, table) == best


@pytest.mark.parametrize("policy", [BY_ANY, TD1, HAND_EXPECTIMAX], ids=lambda policy: policy.name)
def test_AL3_a_choice_does_not_move_with_what_the_seat_has_not_seen(policy: Policy) -> None:
    asked, stream, looked_at = Decider(GAME, policy), Xoshiro(4), 0
    for match in range(9):
        table = Table(GAME, {"turn_limit": 30, **OPTIONS[match % 4]}, chance=SeededChance(8, match))
        facts = policy.table_for(GAME, table.options, 2)
        while (seat := table.turn) is not None and looked_at < 120 * (match + 1):
            view = table.view(seat, tags=False)
            state = imagine(GAME, view, stream)
            again = observe(GAME, state, seat, view.step, tags=False).table_state
            codes = {asked.choose(seen, 0, facts) for seen in (view.table_state, again)}
            assert len(codes) == 1
            table.act(seat, GAME.actions[codes.pop()])
            looked_at += 1
    assert looked_at > 1_000


def test_what_a_position_is_worth_to_both_seats_comes_to_nothing() -> None:
    table = table_of(3, None)
    for state, unseen in positions(13, 9, {}, final=True):
        own = values(worlds(state, unseen), None)
        found = worths(state, table)
        turned = {code: -value for code, value in found.items()}
        assert min(found.values()) == -max(turned.values())
        assert found == pytest.approx({code: value + 3 for code, value in own.items()})


def test_before_its_first_card_all_cells_are_alike_to_a_seat() -> None:
    state = GAME.start(None, 2)
    answer_all(GAME, state, SeededChance(2))
    found = worths(state, table_of(3, ANY))
    assert len(found) == 9
    assert len(set(found.values())) == 1
    GAME.apply(state, 12)
    second = worths(state, table_of(3, ANY))
    same_row, same_column, diagonal = second[13], second[15], second[16]
    assert {second[14], second[18]} == {same_row, same_column}
    assert len({same_row, same_column, diagonal}) == 3
    assert {second[code] for code in (16, 17, 19, 20)} == {diagonal}


# --- every option is played for ------------------------------------------------------------------


def test_AL1_where_the_turn_limit_is_near_cards_count_as_they_lie() -> None:
    table = table_of(3, ANY)
    for state, unseen in positions(14, 9, {"turn_limit": 6}):
        assert worths(state, table) == pytest.approx(values(worlds(state, unseen), as_it_lies))
        state.turns[1 - state.seat] = 6  # the turn is the last one of the round
        assert worths(state, table) == pytest.approx(values(worlds(state, unseen), None))


def laid(options: dict[str, Any], own: str, other: str, upcard: str) -> Any:
    """A position at the beginning of a turn: cells as text, ``?`` not known, ``(5)`` known and down."""
    state = GAME.start(GAME.options(**options), 2)
    answer_all(GAME, state, SeededChance(3))
    for seat, text in ((0, own), (1, other)):
        for cell, word in enumerate(text.split()):
            name = word.strip("()")
            state.grid[seat][cell] = 0 if name == "?" else 11 if name == "R" else int(name)
            state.up[seat][cell] = int(name == word and name != "?")
            state.known[seat][cell] = int(name != word)
        state.down[seat] = 9 - sum(state.up[seat])
    state.seat, state.phase = 0, Phase.CHOOSE
    state.discard[0], state.discard_size = 11 if upcard == "R" else int(upcard), 1
    return state


HIGH = "10 10 9 9 8 7 4 ? ?"
FLAT = "4 5 6 7 ? ? ? ? ?"


def chosen(options: dict[str, Any], own: str, upcard: str) -> tuple[list[str], int]:
    """What hand-expectimax does in its turn, in words, and how many rows it has left then."""
    state = laid(options, own, FLAT, upcard)
    table = HAND_EXPECTIMAX.table_for(GAME, GAME.options(**options), 2)
    done = []
    while state.seat == 0 and state.phase not in (Phase.OVER, Phase.SHUFFLE):
        seen = seen_by_mover(state)
        code = choose(seen, GAME.legal(seen), 0, table)
        done.append(str(GAME.actions[code]))
        GAME.apply(state, code)
    return done, state.rows[0]


def test_RR5_8_a_row_is_completed_where_it_walks_out_and_only_there() -> None:
    own = "10 10 3 9 3 8 4 ? ?"
    assert chosen({}, own, "10") == (["take", "place 3"], 2)
    assert chosen({"walkout": "optional"}, own, "10") == (["take", "place 3", "walk-out 1"], 2)
    done, rows = chosen({"walkout": "off"}, own, "10")
    assert done != ["take", "place 3"]
    assert rows == 3


@pytest.mark.parametrize(("most_rats", "rows"), [(3, 2), (2, 2), (1, 3), (0, 3)])
def test_RR5_2_a_row_with_two_rats_is_completed_only_where_it_may_walk_out(most_rats: int, rows: int) -> None:
    assert chosen({"walkout_rats": most_rats}, "10 R 3 4 6 2 4 6 ?", "R") == (["take", "place 1"], rows)


def test_RR6_2_the_speed_bonus_decides_whether_to_clock_off() -> None:
    own = "6 7 8 6 7 8 3 1 ?"  # the last card is worth turning up for the bonus alone
    table = table_of(3, None)
    state = laid({"speed_bonus": 0}, own, FLAT, "9")
    state.hand, state.hand_source, state.phase = 5, 1, Phase.PLACE_DRAWN
    without = worths(state, table)
    state.speed_bonus = 10
    with_it = worths(state, table)
    ends = {3 + 8, 2}  # placing on the last card, and rejecting, which turns it up
    for code, worth in with_it.items():
        assert worth == pytest.approx(without[code] - (10 if code in ends else 0))
    assert min(with_it, key=with_it.__getitem__) in ends


def test_the_weights_that_come_along_are_for_these_rules_and_few() -> None:
    kept = learned("rat-race-td1").expect(GAME, LEARNED_FORM)
    assert kept["weights"].dtype == np.int16
    assert len(kept["weights"]) == WEIGHTS
    assert kept.about.seats == (2,)
    assert kept.about.made["course"] == "td1"
    table = TD1.table_for(GAME, GAME.options(), 2)
    assert TD1.table_for(GAME, GAME.options(), 2) is table
    assert not table.flags.writeable
    file = resources.files("upcard.bots").joinpath("learned", "rat-race-td1.npz")
    assert len(file.read_bytes()) < 300_000
