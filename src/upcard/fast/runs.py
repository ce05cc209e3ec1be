"""Drivers that play many matches in one call; of most, Python sees sums only. Each lets go of the lock.

All begin with the same arguments, the room that ``compiled.Room`` holds: records, the policy of each seat, the
tables of the policies, the side of each seat, the deck, and arrays to write in.
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
from upcard.fast.words import quick_below, quick_seed
from upcard.game import Game

OWN, OTHERS, LENGTH, WON, WINNERS, TIED = range(6)
"""What is found out about a match of a pair: the finals of the first policy's seats, of the others',
rounds, winning seats of the first policy, winning seats, and whether it was a tie."""
NO_CODE = -1


def whole_matches(game: Game, policies: Sequence[Policy]) -> dict[str, Driver]:
    """Return the drivers of whole matches between these policies."""
    play, finish, final = playing(game, policies), scoring(game), game.final

    def simulate(
        records: Any, kinds: Any, tables: Any, sides: Any, deck: Any, keys: Any, counts: Any, codes: Any,
        points: Any, ahead: Any, seed: Any, first: int, matches: int,
    ) -> None:  # fmt: skip
        state = records[LIVE]
        for match in range(first, first + matches):
            records[LIVE] = records[FRESH]
            quick_seed(state, seed, np.uint64(match))
            state.stir = 1
            play(records, kinds, tables, deck, keys, counts, codes, points, STIRRED, seed, match, NO_CODE, 0)
            finish(state, sides, counts, ahead)

    def play_match(
        records: Any, kinds: Any, tables: Any, sides: Any, deck: Any, keys: Any, counts: Any, codes: Any,
        points: Any, ahead: Any, seed: Any, match: int,
    ) -> int:  # fmt: skip
        records[LIVE] = records[FRESH]
        steps = play(
            records, kinds, tables, deck, keys, counts, codes, points, SEEDED, seed, match, NO_CODE, 0
        )
        finish(records[LIVE], sides, counts, ahead)
        return steps

    def play_pairs(
        records: Any, kinds: Any, tables: Any, sides: Any, deck: Any, keys: Any, counts: Any, codes: Any,
        points: Any, ahead: Any, seed: Any, first: int, found: Any,
    ) -> None:  # fmt: skip
        state = records[LIVE]
        for pair in range(len(found)):
            match = first + pair
            for swapped in range(2):
                records[LIVE] = records[FRESH]
                rounds, ties = counts[ROUNDS], counts[TIES]
                play(
                    records, kinds[swapped], tables, deck, keys, counts, codes, points,
                    PAIRED, seed, match, NO_CODE, 0,
                )  # fmt: skip
                finish(state, sides, counts, ahead)
                row = found[pair, swapped]
                for seat in range(state.seats):
                    if (seat + swapped) % 2 == 0:
                        row[OWN] += final(state, seat)
                        row[WON] += ahead[seat]
                    else:
                        row[OTHERS] += final(state, seat)
                    row[WINNERS] += ahead[seat]
                row[LENGTH] = counts[ROUNDS] - rounds
                row[TIED] = counts[TIES] - ties

    def roll_out(
        records: Any, kinds: Any, tables: Any, sides: Any, deck: Any, keys: Any, counts: Any, codes: Any,
        points: Any, ahead: Any, seed: Any, raw: Any, places: Any, cards: Any, split: int, code: int,
        round_only: int, found: Any,
    ) -> None:  # fmt: skip
        # cards that nobody knows lie at places of the row of bytes; those before the split are a pool of
        # their own, and each pool is shuffled among its places
        state = records[LIVE]
        for number in range(len(found)):
            records[LIVE] = records[FRESH]
            quick_seed(state, seed, np.uint64(number))
            state.stir = 1
            for index in range(len(cards)):
                bottom = 0 if index < split else split
                other = bottom + quick_below(state, index + 1 - bottom)
                raw[LIVE, places[index]] = raw[LIVE, places[other]]
                raw[LIVE, places[other]] = cards[index]
            play(
                records, kinds, tables, deck, keys, counts, codes, points,
                STIRRED, seed, number, code, round_only,
            )  # fmt: skip
            if round_only == 1:
                for seat in range(state.seats):
                    found[number, seat] = state.points[seat]
            else:
                for seat in range(state.seats):
                    found[number, seat] = final(state, seat)

    return {"simulate": simulate, "play_match": play_match, "play_pairs": play_pairs, "roll_out": roll_out}
