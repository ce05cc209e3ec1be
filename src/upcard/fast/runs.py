"""The driver that plays many matches in one call; of most, Python sees sums only. It lets go of the lock.

One function does all there is to do with whole matches, since compiling a second one around the same rules
takes as long again. It takes the room that ``compiled.Room`` holds, then what to do:

- ``SIMULATE``: matches ``first`` to ``first + amount − 1``, their piles stirred;
- ``ONE_MATCH``: match ``first`` with the answers of ``SeededChance``;
- ``PAIRS``: pairs ``first`` to ``first + amount − 1``, two rows of ``found`` each;
- ``ROLL_OUT``: ``amount`` continuations of the state in row ``FRESH``, a row of ``found`` each.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from upcard.fast.drivers import (
    FRESH,
    LIVE,
    PAIRED,
    ROUNDS,
    SEEDED,
    STIRRED,
    TIES,
    Driver,
    playing,
    scoring,
)
from upcard.fast.policy import Policy
from upcard.fast.words import jit, quick_below, quick_seed
from upcard.game import Game

SIMULATE, ONE_MATCH, PAIRS, ROLL_OUT = range(4)

OWN, OTHERS, LENGTH, WON, WINNERS, TIED = range(6)
"""What is found out about a match of a pair: the finals of the first policy's seats, of the others',
rounds, winning seats of the first policy, winning seats, and whether it was a tie."""
NO_CODE = -1


@jit
def begin(records: Any, mode: int, seed: Any, match: int) -> None:
    """Begin a match in row LIVE as it lies in row FRESH."""
    records[LIVE] = records[FRESH]
    state = records[LIVE]
    quick_seed(state, seed, np.uint64(match))
    state.stir = 1 if mode == STIRRED else 0


def comparing(game: Game) -> Driver:
    """Return ``compare``, which writes what came of a match of a pair into a row of ``found``."""
    final = game.final

    @jit
    def compare(state: Any, swapped: int, row: Any, ahead: Any) -> None:
        for seat in range(state.seats):
            if (seat + swapped) % 2 == 0:
                row[OWN] += final(state, seat)
                row[WON] += ahead[seat]
            else:
                row[OTHERS] += final(state, seat)
            row[WINNERS] += ahead[seat]

    return compare


def running(game: Game, policies: Sequence[Policy]) -> Driver:
    """Return the driver of whole matches between these policies."""
    play, finish, compare, final = playing(game, policies), scoring(game), comparing(game), game.final

    @jit
    def deal_unknown(records: Any, raw: Any, places: Any, cards: Any, split: int) -> None:
        # cards that nobody knows lie at these places of the row's bytes; those before the split are a pool
        # of their own, and each pool is shuffled among its places
        state = records[LIVE]
        for index in range(len(cards)):
            bottom = 0 if index < split else split
            other = bottom + quick_below(state, index + 1 - bottom)
            raw[LIVE, places[index]] = raw[LIVE, places[other]]
            raw[LIVE, places[other]] = cards[index]

    def run(
        records: Any, kinds: Any, tables: Any, sides: Any, deck: Any, keys: Any, counts: Any, codes: Any,
        points: Any, ahead: Any, what: int, seed: Any, first: int, amount: int, found: Any, raw: Any,
        places: Any, cards: Any, split: int, code: int, round_only: int,
    ) -> int:  # fmt: skip
        state = records[LIVE]
        mode = STIRRED
        times = amount
        if what == ONE_MATCH:
            mode = SEEDED
            times = 1
        elif what == PAIRS:
            mode = PAIRED
            times = 2 * amount
        steps = 0
        for number in range(times):
            match = first + number
            swapped = 0
            if what == PAIRS:
                match = first + number // 2
                swapped = number % 2
            begin(records, mode, seed, match)
            if what == ROLL_OUT:
                deal_unknown(records, raw, places, cards, split)
            rounds, ties = counts[ROUNDS], counts[TIES]
            steps += play(
                records, kinds[swapped], tables, deck, keys, counts, codes, points,
                mode, seed, match, code, round_only,
            )  # fmt: skip
            if what != ROLL_OUT:
                finish(state, sides, counts, ahead)
            if what == PAIRS:
                compare(state, swapped, found[number], ahead)
                found[number, LENGTH] = counts[ROUNDS] - rounds
                found[number, TIED] = counts[TIES] - ties
            elif what == ROLL_OUT:
                for seat in range(state.seats):
                    found[number, seat] = state.points[seat] if round_only == 1 else final(state, seat)
        return steps

    return run
