"""Kernels compile as they stand, call each other and rules, and decide one position at a time."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from upcard import fast
from upcard.bots import find_bot
from upcard.chance import SeededChance, Xoshiro, decision_word
from upcard.fast.deciding import Decider
from upcard.fast.kernel import compiled, kernel, unchecked
from upcard.fast.policy import Policy, count_codes, nth_code
from upcard.game import answer_all, options_of
from upcard.games import GAMES
from upcard.table import Table

pytestmark = pytest.mark.skipif(not fast.available(), reason=fast.reason() or "compiled")

FLOATS = 2


@unchecked
def add_row(sums: Any, rows: Any, row: int, times: Any) -> None:
    for place in range(len(sums)):
        sums[place] += times * rows[row, place]


@kernel
def layer(rows: Any, inputs: Any) -> Any:
    sums = np.zeros(rows.shape[1], np.float32)
    for row in range(len(inputs)):
        add_row(sums, rows, row, inputs[row])
    return sums


@kernel
def by_card(state: Any, legal: int, table: Any, worths: Any) -> None:
    weight = table[1:FLOATS].view(np.float32)[0]
    for place in range(count_codes(legal)):
        code = nth_code(legal, place)
        worths[code] = weight * np.float32(code + state.hand)


@kernel
def highest(state: Any, legal: int, word: int, table: Any) -> int:
    worths = np.full(64, -np.inf)
    by_card(state, legal, table, worths)
    return int(np.argmax(worths))


def weight_in_a_table(_game: Any, _options: Any, _seats: int) -> Sequence[int]:
    table = np.zeros(FLOATS, np.int64)
    table[1:].view(np.float32)[0] = 1.5
    return table  # type: ignore[return-value]  # an array of whole numbers is indexed as a sequence is


TRIAL = Policy("trial-by-code", highest, weight_in_a_table, frozenset({"nines"}), weigh=by_card)


def test_a_kernel_adds_up_in_the_same_order_compiled_and_interpreted() -> None:
    chance = Xoshiro(3)
    numbers = [chance.below(1 << 20) / (1 << 19) - 1 for _ in range(40 * 16 + 40)]
    rows = np.array(numbers[: 40 * 16], np.float32).reshape(40, 16)
    inputs = np.array(numbers[40 * 16 :], np.float32)
    assert compiled("trial-layer", layer)(rows, inputs).tobytes() == layer(rows, inputs).tobytes()
    assert compiled("trial-layer", layer) is compiled("trial-layer", layer)


def test_indices_of_a_kernel_are_checked_unless_it_says_otherwise() -> None:
    @kernel
    def beyond(rows: Any) -> float:
        return float(rows[len(rows)])

    with pytest.raises(IndexError):
        compiled("trial-beyond", beyond)(np.zeros(3))


def test_one_decision_is_the_same_as_it_is_interpreted() -> None:
    game = GAMES["nines"]
    table = Table(game, seats=2, chance=SeededChance(5))
    for policy in (TRIAL, find_bot("greedy").policy("nines")):
        assert policy
        decider = Decider(game, policy)
        for step in range(8):
            assert table.turn is not None
            state = table.view(table.turn).table_state
            legal, word = game.legal(state), decision_word(1, table.turn, step)
            numbers = policy.table_for(game, options_of(game, state), 2)
            code = decider.choose(state, word, numbers)
            assert code == policy.choose(state, legal, word, numbers)
            table.act(table.turn, game.actions[code])


def test_what_actions_are_worth() -> None:
    game = GAMES["nines"]
    state = game.start()
    answer_all(game, state, SeededChance(1))
    worths = Decider(game, TRIAL).worths(state, weight_in_a_table(None, None, 2))
    legal = game.legal(state)
    for code, worth in enumerate(worths):
        assert np.isnan(worth) if not legal >> code & 1 else worth == 1.5 * code
    greedy = find_bot("greedy").policy("nines")
    assert greedy
    with pytest.raises(ValueError, match="does not weigh"):
        Decider(game, greedy).worths(state, (0,))
