"""*hand* is what its text says: the least cost over every choice of cards to stay, a card looked ahead."""

from itertools import combinations, pairwise
from typing import Any

import pytest

from tests.bots.positions import Position, made, played
from upcard.bots.hand_rack_o import GAPS, HAND, MOST, RUNS, TAKE_AT, WIDTH, tabulate
from upcard.chance import Xoshiro
from upcard.games import find_game
from upcard.games.rack_o.state import DRAW, PLACE, REJECT, REJECT_DECLARE, TAKE
from upcard.state import Phase

GAME = find_game("rack-o")


def cost(rack: list[int], most: int, table: Any, must: int | None = None) -> int:
    """The least that any choice of cards to stay costs; one of them may have to stay."""
    least = MOST
    for size in range(11):
        for cells in combinations(range(10), size):
            if must is not None and must not in cells:
                continue
            ends = [(-1, 0), *((cell, rack[cell]) for cell in cells), (10, most + 1)]
            if any(low >= high for (_, low), (_, high) in pairwise(ends)):
                continue
            total = sum(
                table[GAPS + (other - cell - 1) * WIDTH + high - low - 1]
                for (cell, low), (other, high) in pairwise(ends)
            )
            least = min(least, total)
    return least


def run(rack: list[int]) -> int:
    longest = length = 1
    for one, two in pairwise(rack):
        length = length + 1 if two == one + 1 else 1
        longest = max(longest, length)
    return longest


def is_out(rack: list[int], needed: int) -> bool:
    return rack == sorted(rack) and run(rack) >= needed


def expected(position: Position) -> set[int]:
    """The codes that are as good as any by the text."""
    state, table = position.seen, position.table_for(HAND)
    most, rack = 20 + 10 * state.seats, list(state.rack[state.seat])
    card = state.discard[state.discard_size - 1] if state.phase == Phase.CHOOSE else state.hand
    before = cost(rack, most, table) - table[RUNS + run(rack)]
    gains, outs = {}, {}
    for cell in range(10):
        after = [*rack[:cell], card, *rack[cell + 1 :]]
        gains[cell] = before - cost(after, most, table, cell) + table[RUNS + run(after)]
        if is_out(after, state.run_needed):
            outs[cell] = gains[cell]
    best = max(gains.values())
    legal = GAME.legal(state)
    declares = REJECT_DECLARE - REJECT
    if state.phase == Phase.CHOOSE:
        return {TAKE if outs or best >= table[TAKE_AT] else DRAW}
    rejects = legal >> REJECT & 1
    if rejects and is_out(rack, state.run_needed) and max(outs.values(), default=0) <= 0:
        return {REJECT + declares if legal >> REJECT_DECLARE & 1 else REJECT}
    if outs:
        codes = {PLACE + cell for cell in outs if outs[cell] == max(outs.values())}
        return {code + declares if legal >> (code + declares) & 1 else code for code in codes}
    if best > 0 or not rejects:
        return {PLACE + cell for cell in gains if gains[cell] == best}
    return {REJECT}


@pytest.mark.parametrize("positions", [played, made], ids=["played", "made"])
def test_it_does_what_its_text_says(positions: Any) -> None:
    stream, checked, codes = Xoshiro(6), 0, set()
    for position in positions("rack-o", 900, 61):
        if stream.below(15) > 0:
            continue
        code = HAND.choose(position.seen, GAME.legal(position.seen), 0, position.table_for(HAND))
        assert code in expected(position), position
        checked += 1
        codes.add(code)
    assert checked > 40
    assert len(codes) > 6


def test_gaps_cost_by_their_cells_and_no_room_is_no_way() -> None:
    table = tabulate(GAME, GAME.settle(None, 2), 2)
    assert all(type(number) is int for number in table)
    assert table[GAPS : GAPS + 41] == (0,) * 41
    for cells in range(1, 11):
        costs = [table[GAPS + cells * WIDTH + fit] for fit in range(41)]
        assert costs[:cells] == [MOST] * cells
        assert costs[cells:] == sorted(costs[cells:], reverse=True)
        assert cells == 10 or costs[cells] < table[GAPS + (cells + 1) * WIDTH + 40]
