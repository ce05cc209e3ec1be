"""Sums over chains, against every chain written out one by one."""

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from math import prod
from typing import Any

import numpy as np
import pytest

from tests.bots.positions import made, played
from upcard.bots import race_rack_o
from upcard.bots.values import fill, race
from upcard.bots.values.race_chains import through
from upcard.bots.values.race_room import SPANS
from upcard.chance import Xoshiro
from upcard.game import Game
from upcard.games import find_game
from upcard.state import copy_state

Kept = dict[int, int]


def laid(state: Any, options: Any) -> tuple[Any, Any]:
    numbers = race_rack_o.numbers_for(options, state.seats)
    return numbers, race.prepare(state, numbers, 1, 20 + 10 * state.seats)


class Chains:
    """All chains of a rack with its ends, by their cards that stay and their run."""

    def __init__(self, numbers: Any, work: Any, rack: Sequence[int], span: int) -> None:
        self.numbers, self.rack, self.span = numbers, rack, span
        self.upto, self.start = work[2][span], int(work[3][span])
        self.most = rack[-1] - 1

    def fills(self, cells: int, low: int, high: int) -> float:
        if high - low - 1 < cells:
            return 0.0
        if cells == 0:
            return 1.0
        cards = int(self.upto[high - 1] - self.upto[low])
        return float(self.numbers[self.start + cells * fill.WIDTH + min(cards, fill.WIDTH - 1)])

    def comes(self, card: int) -> float:
        return self.fills(1, card - 1, card + 1)

    def needless(self, cell: int, low: int, other: int, high: int) -> bool:
        """Whether the cards between two that stay would do as they lie."""
        between = [low, *self.rack[cell + 1 : other], high]
        return len(between) > 2 and all(one < two for one, two in pairwise(between))

    def chance(self, kept: Kept, run: tuple[int, int, int] | None) -> float:
        """The chance of a chain; a run (first cell, lowest number, length) is laid down with its gaps."""
        parts: list[tuple[int, int, int, int]] = [(cell, card, cell, card) for cell, card in kept.items()]
        lacks = 1.0
        if run:
            begin, low, length = run
            parts.append((begin, low, begin + length - 1, low + length - 1))
            lacks = prod(
                self.comes(low + place) for place in range(length) if self.rack[begin + place] != low + place
            )
        parts.sort()
        total = lacks
        for (_, _, end, top), (begin, low, _, _) in pairwise(parts):
            if self.needless(end, top, begin, low):
                return 0.0
            total *= self.fills(begin - end - 1, top, low)
        return total

    def all(self, length: int) -> Iterator[tuple[Kept, tuple[int, int, int] | None, float]]:
        runs: list[tuple[int, int, int] | None] = [None]
        if length:
            runs = [
                (begin, low, length)
                for begin in range(1, 12 - length)
                for low in range(1, self.most + 2 - length)
                if any(self.rack[begin + place] == low + place for place in range(length))
            ]
        for run in runs:
            free = [cell for cell in range(1, 11) if not run or not run[0] <= cell < run[0] + length]
            for size in range(len(free) + 1):
                for cells in combinations(free, size):
                    kept = {cell: self.rack[cell] for cell in (0, *cells, 11)}
                    cards = list(kept.values())
                    if cards == sorted(set(cards)):
                        chance = self.chance(kept, run)
                        if chance:
                            yield kept, run, chance


def racks(name: str, count: int) -> Iterator[tuple[Game, Any, Any]]:
    stream = Xoshiro(77)
    for position in (*played(name, count, 12), *made(name, count, 12)):
        if stream.below(count) < 6:
            yield position.game, position.options, copy_state(position.seen)


@pytest.mark.parametrize("length", [0, 3, 4])
def test_sums_are_over_every_chain_once(length: int) -> None:
    game = find_game("rack-o")
    options = game.settle(game.options(run_needed=length), 2)
    for _, _, state in racks("rack-o", 60):
        if state.seats != 2:
            continue
        numbers, work = laid(state, options)
        rack = [int(card) for card in work[0]]
        for span in (0, SPANS - 1):
            chains = list(Chains(numbers, work, rack, span).all(length))
            total = sum(chance for _, _, chance in chains)
            assert work[9][0, span] == pytest.approx(total, rel=1e-6, abs=1e-7)
            for cell in range(1, 11):
                staying = sum(
                    chance
                    for kept, run, chance in chains
                    if cell in kept or (run and rack[cell] - run[1] == cell - run[0] in range(length))
                )
                found = through(numbers, work, 0, length, span, cell, rack[cell], 40)
                assert found == pytest.approx(staying, rel=1e-6, abs=1e-7)


def test_a_card_tried_in_a_cell_counts_like_one_that_lies_there() -> None:
    game = find_game("rack-o")
    options = game.settle(game.options(run_needed=3), 2)
    stream = Xoshiro(5)
    for _, _, state in racks("rack-o", 60):
        numbers, work = laid(state, options)
        rack, most = [int(card) for card in work[0]], 20 + 10 * state.seats
        cell = 1 + stream.below(10)
        card = next(card for card in stream.shuffled(range(1, most + 1)) if card not in rack)
        for span in (0, SPANS - 1):
            tried = through(numbers, work, 0, 3, span, cell, card, most)
            other = [*rack[:cell], card, *rack[cell + 1 :]]
            chains = Chains(numbers, work, other, span)
            found = sum(
                chance
                for kept, run, chance in chains.all(3)
                if (cell in kept or (run and card - run[1] == cell - run[0] in range(3)))
                # a run is kept in mind by a card of the rack as it lies, or by the one that is tried
                and (not run or in_mind(rack, run, cell))
            )
            assert tried == pytest.approx(found, rel=1e-6, abs=1e-7)


def in_mind(rack: Sequence[int], run: tuple[int, int, int], cell: int) -> bool:
    begin, low, length = run
    if begin <= cell < begin + length:
        return True
    return any(rack[begin + place] == low + place for place in range(length))


def test_a_rack_in_order_with_its_run_is_sure() -> None:
    game = find_game("rack-o")
    state = next(position.seen for position in made("rack-o", 500, 3) if position.seen.seats == 2)
    state.rack[state.seat][:] = [3, 7, 11, 15, 16, 17, 25, 30, 34, 39]
    state.run_needed = 3
    _, work = laid(state, game.settle(None, 2))
    assert (np.asarray(work[9][0]) >= 1 - 1e-12).all()
    assert race.run_with(work, 0, 0) == 3
    assert race.run_with(work, 1, 8) == -1
    assert race.run_with(work, 3, 14) == 4
