"""What columns of Nines want: counted by hand."""

from typing import Any

import numpy as np
import pytest

from tests.bots.positions import seen_from
from tests.rules.nines_table import table as lay
from upcard.bots import columns
from upcard.bots.expert_nines import SEARCH, table_with
from upcard.bots.nines_table import APART, DRAW, GRID, KINDS, RADIX, ROOM, ROW, SCALE, column_gains, kinds
from upcard.bots.values.nines_layout import (
    CHANCE,
    HELD,
    MEAN,
    NET_ROOM,
    NEXT_GAIN,
    NUMBERS,
    SQUARES,
    TOTAL,
    WANTED,
)
from upcard.bots.values.nines_wants import held_alone, note_chances, note_gain, note_held, note_wanted
from upcard.games.nines import GAME
from upcard.games.nines.state import JOKER_RANK, SEATS

DECK = 108


def filled(*grids: str, discard: str) -> tuple[Any, Any, Any, Any]:
    """The table, the ranks, the room and its floats, for the seat to move."""
    state = lay(*grids, discard=discard)
    seen = seen_from(GAME, state)
    table = table_with(GAME, GAME.options(), seen.seats, np.zeros(NUMBERS, np.float32))
    ranks, room = np.zeros((SEATS, ROW), np.int64), np.zeros(NET_ROOM)
    SEARCH.prepare(seen, table, ranks, room)
    floats = room[ROOM:NET_ROOM].view(np.float32)
    return table, ranks, room, floats


GRIDS = ("5 ? 9 / 5 7 9 / ? ? 2", "5 5 ? / 8 3 ? / K 9 4")


def test_chances_are_shares_of_what_nobody_has_seen() -> None:
    _, _, room, floats = filled(*GRIDS, discard="7 J")
    unseen = DECK - 13 - 2
    assert floats[TOTAL] == unseen
    note_chances(0, room, floats)
    assert sum(floats[CHANCE + 1 : CHANCE + 1 + JOKER_RANK]) == pytest.approx(1)
    assert floats[CHANCE + 11] == pytest.approx(7 / unseen)
    assert floats[CHANCE + 5] == pytest.approx(4 / unseen)
    room[APART] = 1.0  # a pile of its own: cards there are counted beside those in the grids
    for rank in range(1, RADIX):
        room[DRAW + rank], room[GRID + rank] = room[GRID + rank], 0.0
    note_chances(5, room, floats)
    assert floats[CHANCE + 5] == pytest.approx(3 / (unseen - 1))


def test_a_pair_wants_its_third_card_and_what_the_other_seat_holds_alone() -> None:
    table, ranks, room, floats = filled(*GRIDS, discard="7 J")
    note_chances(0, room, floats)
    note_wanted(0, WANTED, table, ranks, floats)
    note_held(0, 1, WANTED, table, ranks, floats)
    unseen = DECK - 15
    assert floats[WANTED] == pytest.approx(15 * (4 / unseen - 8 / DECK), abs=1e-6)
    assert floats[WANTED + 1] == pytest.approx(27 * (5 / unseen - 8 / DECK), abs=1e-6)
    assert floats[WANTED + 2] == pytest.approx(21 * (6 / unseen - 8 / DECK), abs=1e-6)
    assert floats[WANTED + 3] == 0
    assert floats[WANTED + HELD] == pytest.approx((15 * 2 + 27) / 30)  # the other holds 5, 5 and 9
    assert held_alone(5, 0, ranks) == 0


def test_the_gain_of_a_column_is_what_a_card_takes_off_where_it_is_best() -> None:
    gains = column_gains(GAME, GAME.options(), 2)
    values = columns.tabulate(GAME, GAME.options(), 2)
    unit = values[columns.SCALE]
    assert len(gains) == KINDS * RADIX
    for number in range(0, KINDS, 37):
        first, second, third = kinds()[number]
        here = columns.column_value(first, second, third, values)
        for rank in range(1, JOKER_RANK + 1):
            best = min(
                columns.column_value(rank, second, third, values),
                columns.column_value(first, rank, third, values),
                columns.column_value(first, second, rank, values),
            )
            expected = max(0, here - best) / unit
            assert gains[number * RADIX + rank] / SCALE == pytest.approx(expected, abs=0.01)


def test_what_a_seat_gains_by_a_card_is_the_mean_over_all_that_may_come() -> None:
    table, _, room, floats = filled(*GRIDS, discard="7 J")
    note_chances(0, room, floats)
    note_gain(WANTED, NEXT_GAIN, -1, table, floats)
    chances, gains = floats[CHANCE + 1 : CHANCE + 15], floats[NEXT_GAIN + 1 : NEXT_GAIN + 15]
    assert gains.max() > 5
    assert floats[WANTED + MEAN] == pytest.approx((chances * gains).sum() / 4, rel=1e-5)
    assert floats[WANTED + SQUARES] == pytest.approx((chances * gains**2).sum() / 40, rel=1e-5)
