"""The chance that a gap fills in time, against what can be said without the equation."""

from math import exp

import numpy as np
import pytest

from upcard.bots.values import fill


def chance(level: int, cells: int, quarters: int, root: int = 1) -> float:
    return float(fill.chances(root)[level * fill.A_LEVEL + cells * fill.WIDTH + quarters])


def whole(level: int, cells: int, cards: int) -> float:
    return chance(level, cells, cards * fill.QUARTERS)


@pytest.mark.parametrize("level", [0, 7, 14, 20, fill.LEVELS - 1])
def test_one_cell_fills_unless_no_card_comes(level: int) -> None:
    time = fill.times()[level]
    for cards in (1, 2, 3, 7, 20):
        assert whole(level, 1, cards) == pytest.approx(1 - exp(-cards * time), abs=1e-3)


@pytest.mark.parametrize("cells", [1, 2, 3, 5])
def test_as_many_cards_as_cells_must_all_come_and_each_has_its_place(cells: int) -> None:
    for level in (5, 15, 22):
        assert whole(level, cells, cells) == pytest.approx((1 - exp(-fill.times()[level])) ** cells, abs=3e-4)
        assert whole(level, cells, cells - 1) == 0


def test_two_cells_and_three_cards_go_by_which_card_comes_first() -> None:
    for level in (10, 16, 22):
        time = fill.times()[level]
        # an outer card leaves two for the other cell, the middle one leaves one
        moments = (np.arange(20_000) + 0.5) * time / 20_000
        left = time - moments
        then = (2 * (1 - np.exp(-2 * left)) + 1 * (1 - np.exp(-left))) / 3
        expected = float(np.mean(3 * np.exp(-3 * moments) * then) * time)
        assert whole(level, 2, 3) == pytest.approx(expected, abs=3e-4)


def test_more_time_more_cards_and_fewer_cells_are_never_worse() -> None:
    table = fill.chances(1).reshape(fill.LEVELS, fill.CELLS + 1, fill.WIDTH)
    assert (np.diff(table, axis=0) >= -1e-9).all()
    assert (np.diff(table, axis=1) <= 1e-9).all()
    assert (np.diff(table, axis=2) >= -1e-9).all()
    assert table.min() == 0
    assert table.max() == 1


def test_powers_are_those_of_the_chances() -> None:
    assert chance(12, 2, 22, root=4) == pytest.approx(chance(12, 2, 22) ** 4)
