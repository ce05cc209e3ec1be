"""What layouts of Nines are expected to score, beside every way that the cards may lie."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from tests.bots.positions import played
from tests.bots.values import nines_oracle as oracle
from tests.rules.nines_table import table as lay
from upcard.bots.nines_table import ALL, APART, DRAW, GRID, ROOM, ROW, SUM, head_of
from upcard.bots.values.nines_exact import chance_at_most, layout_mean
from upcard.bots.values.nines_seen import look, put_back, take_out
from upcard.chance import Xoshiro
from upcard.game import options_of
from upcard.games.nines import GAME
from upcard.games.nines.scoring import grid_points, rank_of
from upcard.games.nines.state import SEATS
from upcard.state import Source

OPTIONS: tuple[dict[str, int | str], ...] = (
    {},
    {"joker_value": -5, "joker_column": "face"},
    {"joker_value": 0},
)


class Looked:
    """A position as it is read before a decision."""

    def __init__(self, state: Any) -> None:
        self.state = state
        self.table = head_of(GAME, options_of(GAME, state), state.seats)
        self.ranks = np.zeros((SEATS, ROW), np.int64)
        self.room = np.zeros(ROOM)
        look(state, self.table, self.ranks, self.room)

    def mean(self, seat: int = 0) -> float:
        return layout_mean(seat, self.state, self.table, self.ranks, self.room)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize(
    "grid",
    [
        "7 7 ? / 7 8 3 / ? ? 9",
        "X X K / ? ? K / A 3 ?",
        "Q 4 ? / Q ? J / ? ? J",
        "? A 2 / ? A 2 / ? 4 2",
    ],
)
def test_a_layout_is_worth_the_mean_of_all_that_it_may_come_to(
    grid: str, options: dict[str, int | str]
) -> None:
    state = lay(grid, "X 5 5 / 5 K 9 / 7 7 ?", discard="7 J Q", **options)
    looked = Looked(state)
    unseen = oracle.unseen_by(state)
    assert looked.mean() == pytest.approx(oracle.mean(state, oracle.ranks_of(state, 0), unseen), abs=1e-9)
    take_out(5, looked.table, looked.room)
    without = oracle.mean(state, oracle.ranks_of(state, 0), unseen - Counter([5]))
    assert looked.mean() == pytest.approx(without, abs=1e-9)
    put_back(5, looked.table, looked.room)
    assert looked.mean() == pytest.approx(oracle.mean(state, oracle.ranks_of(state, 0), unseen), abs=1e-9)


def random_grids(count: int) -> Iterator[tuple[Any, list[int]]]:
    stream = Xoshiro(31)
    for number in range(count):
        kinds = [1 + stream.below(54 - 1) for _ in range(2)] + [53] * stream.below(2)
        cards = [kinds[stream.below(len(kinds))] for _ in range(9)]
        state = GAME.state(seats=2, notes=[], square_bonus=(0, 25, 4, 50)[number % 4])
        state.joker_value, state.joker_column = -stream.below(6), stream.below(2)
        state.grid[0][:] = cards
        state.up[0][:] = [1] * 9
        yield state, cards


def test_a_layout_of_known_cards_is_worth_what_the_rules_say_squares_too() -> None:
    squares = 0
    for state, _ in random_grids(3_000):
        looked = Looked(state)
        assert looked.mean() == grid_points(state, 0)
        squares += state.square_bonus > 0 and looked.mean() < -4
    assert squares > 300


def test_a_square_counts_as_far_as_it_may_still_be_one() -> None:
    state = lay("? 5 K / 5 5 8 / Q 3 9", "? ? ? / ? ? ? / ? ? ?", discard="7", square_bonus=25)
    looked = Looked(state)
    unseen = oracle.unseen_by(state)
    assert looked.mean() == pytest.approx(oracle.mean(state, oracle.ranks_of(state, 0), unseen), abs=1e-9)


@pytest.mark.parametrize("limit", [-3, 9, 14, 20, 40])
def test_the_chance_to_score_so_little_is_right_up_to_what_columns_take_from_each_other(limit: int) -> None:
    state = lay("7 7 ? / 7 8 ? / ? 2 9", "? ? ? / ? ? ? / ? ? ?", discard="7 J Q X")
    looked = Looked(state)
    unseen = oracle.unseen_by(state)
    every = oracle.scores(state, oracle.ranks_of(state, 0), unseen)
    chance = sum(chance for worth, chance in every if worth <= limit)
    found = chance_at_most(0, limit, state, looked.table, looked.ranks, looked.room)
    assert found == pytest.approx(chance, abs=0.002)


def test_what_is_unseen_is_counted_in_two_pools_after_a_reshuffle() -> None:
    apart = 0
    for position in played("nines", 2_500, 77):
        seen = position.seen
        looked = Looked(seen)
        hidden = sum(seen.down[: seen.seats])
        lying = Counter(rank_of(card) for card in GAME.deck(seen.seats)) - oracle.unseen_by(seen)
        grid = Counter({rank: int(looked.room[GRID + rank]) for rank in range(1, 15)})
        pile = Counter({rank: int(looked.room[DRAW + rank]) for rank in range(1, 15)})
        assert min(grid.values()) >= 0
        assert min(pile.values()) >= 0
        assert grid.total() == looked.room[ALL]
        assert looked.room[SUM] == sum(looked.table[rank] * count for rank, count in grid.items())
        if looked.room[APART] == 0:
            assert grid == pile
            assert (lying + grid).total() == len(GAME.deck(seen.seats))
            assert grid.total() == hidden + seen.pile_size
        else:
            apart += 1
            assert grid.total() == hidden
            if seen.pile_size:
                assert pile.total() == seen.pile_size
                assert seen.hand_source == Source.NOWHERE or seen.hand
    assert apart > 5
