"""What a grid of Rat Race gains by a card: found again by trying every cell through the rules of scoring."""

from collections.abc import Sequence
from functools import cache

import numpy as np
import pytest

from upcard.bots.values.rat_race_gains import (
    GAINS,
    MEAN,
    TURNED,
    WAITING,
    WHERE_DOWN,
    fill_gains,
)
from upcard.bots.values.rat_race_maps import RANKS, maps
from upcard.bots.values.rat_race_room import INTS, MOST_RATS, OWN, UPS
from upcard.games.rat_race.scoring import column_points, same_value
from upcard.games.rat_race.state import COPIES, DECK, RAT, RATS

Cards = Sequence[int]


@cache
def column_mean(cards: tuple[int, ...]) -> float:
    if 0 not in cards:
        return column_points(*cards, *[0] * (3 - len(cards)))
    place = cards.index(0)
    return sum(
        (RATS if rank == RAT else COPIES) / DECK * column_mean((*cards[:place], rank, *cards[place + 1 :]))
        for rank in range(1, RANKS)
    )


def mean(cards: Cards, rows: Sequence[int]) -> float:
    return sum(column_mean(tuple(sorted(cards[3 * row + column] for row in rows))) for column in range(3))


def gain(cards: Cards, ups: Sequence[int], cell: int, rank: int, rats: int) -> float:
    """What a card in a cell gains; its row walks out where it can."""
    rows = range(len(cards) // 3)
    after = [*cards[:cell], rank, *cards[cell + 1 :]]
    first = cell // 3 * 3
    up = all(ups[place] or place == cell for place in range(first, first + 3))
    if len(cards) == 9 and up and same_value(*after[first : first + 3], rats):
        rows = [row for row in rows if row != cell // 3]
    return mean(cards, range(len(cards) // 3)) - mean(after, rows)


@pytest.mark.parametrize("rats", [0, 3])
@pytest.mark.parametrize("rows", [2, 3])
def test_gains_are_those_of_the_best_cell(rows: int, rats: int) -> None:
    stream = np.random.default_rng(rows)
    ints, nets = np.zeros(INTS, np.int64), np.zeros(GAINS, np.float32)
    ints[MOST_RATS] = rats
    walked = turned = waited = 0
    for _ in range(80):
        kinds = [0, *stream.integers(1, RANKS, 3), RAT]
        cards = [int(card) for card in stream.choice(kinds, 3 * rows)]
        ups = [int(card > 0 and stream.integers(4) > 0) for card in cards]
        ups[int(stream.integers(3 * rows))] = 0
        ints[OWN : OWN + 18] = 0
        ints[OWN : OWN + 3 * rows], ints[OWN + UPS : OWN + UPS + 3 * rows] = cards, ups
        fill_gains(OWN, rows == 2, rows == 3, 0, maps(rats), ints, nets)
        assert nets[MEAN] * 10 == pytest.approx(mean(cards, range(rows)), abs=0.02)
        for rank in range(1, RANKS):
            found = [gain(cards, ups, cell, rank, rats) for cell in range(3 * rows)]
            assert nets[rank] * 5 == pytest.approx(max(found), abs=0.05)
            down = [value for value, up in zip(found, ups, strict=True) if not up]
            assert nets[WHERE_DOWN + rank] * 5 == pytest.approx(max(down), abs=0.05)
            walked += rows == 3 and max(found) > 10
        if rows == 3:
            for row in range(3):
                first = 3 * row
                if min(cards[first : first + 3]) and same_value(*cards[first : first + 3], rats):
                    left = [other for other in range(3) if other != row]
                    least = mean(cards, range(3)) - mean(cards, left)
                    one_down = sum(ups[first : first + 3]) == 2
                    turned += one_down
                    waited += not one_down
                    assert least <= nets[TURNED if one_down else WAITING] * 5 + 0.05
    assert rows == 2 or min(walked, turned, waited) > 0
