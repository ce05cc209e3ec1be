"""Rollouts at Nines: what is close is played on in fair worlds, and counts as far as it is sure."""

from collections import Counter
from functools import cache
from itertools import islice
from typing import Any

import numpy as np
import pytest

from tests.bots.positions import played
from upcard import fast
from upcard.bots import find_bot
from upcard.chance import SeededChance, Xoshiro
from upcard.game import answer_all, imagine, legal_codes, observe, options_of, unknown
from upcard.games import find_game
from upcard.games.nines.state import CELLS, DRAW, JOKER, PLACE, REJECT, TAKE
from upcard.lab import suite
from upcard.options import build
from upcard.state import Phase, Source

pytestmark = pytest.mark.skipif(not fast.available(), reason=fast.reason() or "compiled")
GAME = find_game("nines")
CODES = len(GAME.actions)


def rollouts() -> Any:
    """Return the module, which is not to be had without Numba."""
    from upcard.bots import rollouts_nines

    return rollouts_nines


def in_play(**fields: Any) -> Any:
    """Return a position in which the first seat holds a king."""
    state = GAME.start(build(GAME.options, {}), 2)
    answer_all(GAME, state, SeededChance(3, 1))
    state.phase, state.seat, state.hand, state.hand_source = Phase.PLACE_DRAWN, 0, 52, Source.PILE
    for name, value in fields.items():
        setattr(state, name, value)
    return state


def close_of(state: Any, worths: dict[int, float]) -> list[int]:
    """Return what is to be tried where these codes are worth so much, and all others far less."""
    all_worths = np.full(CODES, -50.0)
    for code, worth in worths.items():
        all_worths[code] = worth
    close = np.zeros(rollouts().TRIED, np.int64)
    return [int(code) for code in close[: rollouts().note_close(state, GAME.legal(state), all_worths, close)]]


# --- what is tried ---------------------------------------------------------------------------------------


def test_what_is_close_to_the_best_is_tried_in_order_and_no_more_than_a_few() -> None:
    worths = {REJECT: 1.0, PLACE: 1.3, PLACE + 1: 0.9, PLACE + 2: 1.2, PLACE + 5: 0.2}
    state = in_play(up=[[1, 1, 1, 0, 1, 0, 0, 1, 0]] * 8, grid=[[5, 9, 13, 17, 21, 25, 29, 33, 37]] * 8)
    assert close_of(state, worths) == [PLACE, PLACE + 2, REJECT, PLACE + 1]
    assert close_of(state, {PLACE: 1.0, PLACE + 1: 1.0 - rollouts().CLOSE - 0.01}) == [PLACE]


def test_cells_of_a_column_that_look_alike_are_tried_once() -> None:
    state = in_play(up=[[0] * 9] * 8)
    assert close_of(state, {PLACE: 1.0, PLACE + 3: 1.0, PLACE + 6: 1.0, PLACE + 1: 0.9}) == [PLACE, PLACE + 1]


def test_last_turns_are_reckoned_and_not_tried() -> None:
    assert close_of(in_play(finisher=1), {PLACE: 1.0, PLACE + 1: 1.0}) == [PLACE]
    assert len(close_of(in_play(phase=Phase.CHOOSE, hand=0), {DRAW: 1.0, TAKE: 1.0})) == 2


# --- the worlds ------------------------------------------------------------------------------------------


@cache
def dealing() -> Any:
    """Return what deals a record anew, compiled."""
    from upcard.fast.kernel import compiled
    from upcard.fast.words import quick_seed

    count_unseen, count_pile, deal = rollouts().count_unseen, rollouts().count_pile, rollouts().deal_unseen

    def deal_again(records: Any, unseen: Any, pile: Any, cards: Any, number: Any) -> None:
        quick_seed(records[0], number, number)
        count_unseen(records[0], unseen)
        count_pile(records[0], unseen, pile)
        deal(records[0], unseen, pile, cards)

    return compiled("nines-dealing-again", deal_again)


def dealt_again(state: Any, number: int) -> Any:
    """Return a position that was dealt anew as rollouts do."""
    from upcard.fast.records import pack, quick_type, unpack

    records = pack(quick_type(GAME.state), [state])
    unseen, pile = np.zeros(JOKER + 1, np.int64), np.zeros(JOKER + 1, np.int64)
    dealing()(records, unseen, pile, np.zeros(256, np.uint8), np.uint64(number))
    return unpack(GAME, records)


def test_what_nobody_has_seen_is_dealt_to_where_it_may_lie() -> None:
    looked = pooled = 0
    for position in played("nines", 900, 11):
        state = position.seen
        if state.phase not in (Phase.CHOOSE, Phase.PLACE_DRAWN, Phase.PLACE_TAKEN):
            continue
        after = dealt_again(state, looked)
        _, pools = unknown(GAME, observe(GAME, state, state.seat, tags=False))
        down = Counter(
            after.grid[seat][cell]
            for seat in range(state.seats)
            for cell in range(CELLS)
            if state.up[seat][cell] == 0
        )
        pile = Counter(after.pile[: state.pile_size])
        if pools[0][0] and state.pile_size > 0:
            pooled += 1
            assert pile == +pools[0][1]
            assert down == +pools[1][1]
        else:
            assert down + pile == +(pools[0][1] + pools[1][1])
        for seat in range(state.seats):
            for cell in range(CELLS):
                if state.up[seat][cell] == 1:
                    assert after.grid[seat][cell] == state.grid[seat][cell]
        looked += 1
    assert looked > 300
    assert pooled > 0


def test_each_number_is_a_world_of_its_own() -> None:
    position = next(islice(played("nines", 50, 3), 20, None))
    worlds = {str(dealt_again(position.seen, number).pile) for number in range(5)}
    assert len(worlds) == 5


# --- what counts -----------------------------------------------------------------------------------------


@cache
def settling() -> Any:
    from upcard.fast.kernel import compiled

    settle = rollouts().settle

    def settle_all(
        found: Any, counts: Any, count: int, close: Any, worths: Any, scores: Any, errors: Any
    ) -> Any:
        return settle(found, counts, count, close, worths, scores, errors)

    return compiled("nines-settling", settle_all)


def settled(found: Any, worths: list[float]) -> tuple[int, Any, Any]:
    """Return the best one's place, and scores and errors."""
    count, many = found.shape
    scores, errors = np.zeros(count), np.zeros(count)
    best = settling()(found, np.full(count, many), count, np.arange(count), np.array(worths), scores, errors)
    return best, scores, errors


def test_what_came_of_it_counts_the_more_the_surer_it_is() -> None:
    noise = np.tile([8.0, -8.0], 16)
    best, scores, errors = settled(np.stack([np.zeros(32), 1 + noise / 8]), [0.3, 0.0])
    assert best == 1, "it is a point better, give or take a quarter"
    assert 0.6 < scores[1] < 1.0
    assert 0.1 < errors[1] < 0.2
    best, scores, errors = settled(np.stack([np.zeros(32), 1 + noise]), [0.3, 0.0])
    assert best == 0, "a point, give or take one and a half, says little against a judgement"
    assert -0.3 < scores[1] < 0
    assert 0 < errors[1] < rollouts().TRUST


# --- the player ------------------------------------------------------------------------------------------


@pytest.mark.thorough
def test_it_mends_what_the_expert_misjudges_and_sees_no_more_than_its_seat() -> None:
    """Interpreted it does the same, by the same compiled function."""
    from upcard.fast.deciding import Decider

    found, policy = suite.suite_for(GAME), rollouts().ROLLOUTS
    decider, stream, tried = Decider(GAME, policy), Xoshiro(5, 1), 0
    for number in found.labelled(suite.TEST)[:60]:
        state = found.round_of(number)
        table = policy.table_for(GAME, options_of(GAME, state), state.seats)
        worths = np.zeros(CODES)
        rollouts().weigh(state, GAME.legal(state), table[rollouts().HEAD : table[0]], worths)
        close = np.zeros(rollouts().TRIED, np.int64)
        if rollouts().note_close(state, GAME.legal(state), worths, close) == 1:
            continue
        code = decider.choose(state, 99, table)
        assert code in legal_codes(GAME, state)
        other = observe(GAME, imagine(GAME, observe(GAME, state, state.seat), stream), state.seat, tags=False)
        assert policy.choose(other.table_state, GAME.legal(state), 99, table) == code
        tried += 1
        if tried == 5:
            break
    assert tried == 5


def test_it_is_found_by_name_and_offered_nowhere() -> None:
    from upcard.bots import BOTS, bots_for

    assert find_bot("rollouts").policy("nines") is rollouts().ROLLOUTS
    assert "rollouts" not in BOTS
    assert "rollouts" not in {kind.name for kind in bots_for("nines")}
    assert not find_bot("rollouts").plays("rack-o")
