"""*td1* and *hand-expectimax* at Rat Race: the search is exact, fair, and the same compiled."""

from typing import Any

import numpy as np
import pytest

from tests.bots.positions import made, played
from tests.bots.worlds_rat_race import GAME, positions, seen_by_mover, values, worlds
from upcard.bots.rat_race_position import lay_out
from upcard.bots.rat_race_table import table_of
from upcard.bots.td1_rat_race import CODES, HAND_EXPECTIMAX, choose, weigh
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
from upcard.chance import Xoshiro
from upcard.fast.deciding import Decider
from upcard.fast.policy import Policy
from upcard.game import legal_codes
from upcard.games.rat_race.scoring import grid_points

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
BY_ANY = Policy(
    "any", choose, lambda game, options, seats: table_of(options.walkout_rats, ANY), weigh=weigh
)


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
    for state, unseen in positions(11, 12, True, options):
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
    for state, unseen in positions(12, 12, False, options):
        alike = worlds(state, unseen)
        assert worths(state, table_of(rats, ANY)) == pytest.approx(values(alike, by_any_value))
        assert worths(state, table_of(rats, None)) == pytest.approx(values(alike, as_it_lies))
