"""The learned value at Rack-O: it is the network that it says, and *race* where nothing has been learned."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from tests.bots.positions import Position, played
from upcard.bots import learned_rack_o
from upcard.bots.learned_rack_o import FORM, LEARNED
from upcard.bots.race_rack_o import RACE
from upcard.bots.values import race_learned as value
from upcard.bots.values.race import run_with
from upcard.bots.values.race_learned import (
    FROM_KNOWN,
    FROM_TRIED,
    HIDDEN,
    KNOWN,
    OUT,
    STRAIGHT,
    TRIED,
    UPWARD,
)
from upcard.bots.weights import About, Weights
from upcard.chance import Xoshiro
from upcard.games import find_game
from upcard.games.rack_o.state import PLACE, REJECT
from upcard.state import Phase

GAME = find_game("rack-o")
COUNT = value.SIZE - FROM_KNOWN


@pytest.fixture(autouse=True)
def some_weights(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Weights at random, for two and three seats."""
    stream = np.random.default_rng(8)
    arrays = {f"seats{seats}": stream.normal(0, 0.3, COUNT).astype(np.float32) for seats in (2, 3)}
    about = About("rack-o", GAME.version, FORM, (2, 3), {})
    monkeypatch.setattr(learned_rack_o, "learned", lambda name: Weights(about, arrays))
    learned_rack_o._tabulated.cache_clear()
    yield
    learned_rack_o._tabulated.cache_clear()


def some(seed: int, wanted: Any) -> Iterator[Position]:
    stream = Xoshiro(seed)
    for position in played("rack-o", 1_500, seed):
        if wanted(position) and stream.below(20) == 0:
            yield position


def worths_of(policy: Any, position: Position) -> Any:
    worths = np.full(len(GAME.actions), np.nan)
    policy.weigh(position.seen, GAME.legal(position.seen), position.table_for(policy), worths)
    return worths


def is_plain(position: Position) -> bool:
    options = position.options
    return bool(position.seen.seats == 4 or options.run_bonus == "on" or options.partners == "on")


def test_it_plays_as_race_where_nothing_has_been_learned() -> None:
    checked = 0
    for position in some(71, is_plain):
        if position.seen.phase == Phase.CHOOSE and checked % 12:
            checked += 1
            continue
        assert worths_of(LEARNED, position).tobytes() == worths_of(RACE, position).tobytes()
        checked += 1
    assert checked > 8


def test_a_rack_is_worth_what_the_network_says() -> None:
    checked = 0
    for position in some(72, lambda position: not is_plain(position)):
        state = position.seen
        if state.phase == Phase.CHOOSE:
            continue
        numbers = position.table_for(LEARNED).view(np.float64)
        work = value.prepare(state, numbers, state.hand, state.hand)
        known = np.zeros(KNOWN)
        value.see_table(state, known)
        worths = worths_of(LEARNED, position)
        for cell in (0, 1, 5, 10):
            if not GAME.legal(state) >> (REJECT if cell == 0 else PLACE + cell - 1) & 1:
                continue
            if run_with(work, cell, state.hand) >= state.run_needed:
                continue
            value.see_rack(state, numbers, work, cell, state.hand)
            seen = np.concatenate([known, work[17]])
            layer = numbers[FROM_KNOWN : FROM_TRIED + TRIED * HIDDEN].reshape(KNOWN + TRIED, HIDDEN)
            raised = np.maximum(0, seen @ layer)
            total = seen @ numbers[STRAIGHT:UPWARD] + raised @ numbers[UPWARD:OUT]
            assert worths[REJECT if cell == 0 else PLACE + cell - 1] == pytest.approx(50 * total, abs=1e-9)
            checked += 1
    assert checked > 12


def test_what_it_sees_of_the_card_that_it_leaves() -> None:
    state = GAME.start(None, 2)
    state.seat = 0
    state.rack[1][:] = [0, 8, 0, 17, 18, 0, 0, 0, 0, 0]
    seen = np.zeros(3)
    for card, beside, fits in ((9, 1, 1), (16, 1, 1), (12, 0, 1), (19, 1, 0), (30, 0, 0), (7, 1, 0)):
        value.see_gift(state, card, seen)
        assert (seen[0], seen[2]) == (beside / 2, fits)
    value.see_gift(state, 40, seen)
    assert seen[1] == 1
