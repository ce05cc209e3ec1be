"""Pairs whose results are freed of luck, compiled: a driver of its own, so play without it costs nothing.

It plays what ``runs`` plays as PAIRS and keeps the accounts of ``luck`` beside, each match's in a float.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from upcard.fast import luck, runs
from upcard.fast.accounts import MOST_PLACES
from upcard.fast.appraiser import Appraiser
from upcard.fast.cache import KeptFunction
from upcard.fast.compiled import Engine, Room
from upcard.fast.drivers import (
    DECISIONS,
    FRESH,
    LIVE,
    OVER,
    PAIRED,
    PICK,
    ROUNDS,
    SEEN,
    SHUFFLE,
    TIES,
    Driver,
    deciding,
    note_round,
    scoring,
)
from upcard.fast.link import link
from upcard.fast.policy import Policy
from upcard.fast.threads import in_chunks
from upcard.fast.totals import PairResults
from upcard.fast.words import (
    bot_seed,
    decision_word,
    exact_pick,
    jit,
    paired_shuffle,
    whole,
)
from upcard.game import Game, options_of
from upcard.options import AnyOptions

if (LIVE, FRESH, SEEN) != (luck.LIVE, 1, 2):
    raise AssertionError("the rows of play and of luck overlap")

Floats = npt.NDArray[np.float64]


@jit
def copy_row(records: Any, to: int, source: int) -> None:
    """Make a row the twin of another."""
    records[to] = records[source]


def adjusting(game: Game, policies: Sequence[Policy], appraiser: Appraiser) -> Driver:
    """Return the driver of pairs: a row of ``found`` for each match, and its luck in ``lucks``."""
    legal = game.legal
    decide, finish, compare = deciding(game, policies), scoring(game), runs.comparing(game)
    act, go_on = luck.accounting(game, appraiser, copy_row, whole)

    @jit
    def answer(state: Any, seed: Any, match: Any, deck: Any, keys: Any) -> None:
        number = state.request
        state.request += 1
        if state.phase == SHUFFLE:
            paired_shuffle(state.pile, state.pile_size, deck, keys, seed, match, state.round, number)
        else:
            state.picked = exact_pick(state.pick_of, seed, match, state.round, number)

    @whole
    def play(
        records: Any, kinds: Any, tables: Any, deck: Any, keys: Any, counts: Any, points: Any,
        seed: Any, match: int, table: Any, shares: Any, worths: Any, classes: Any, places: Any,
    ) -> float:  # fmt: skip
        state = records[LIVE]
        at = state.round
        bots = bot_seed(seed, np.uint64(match))
        step = rounds = 0
        found = 0.0
        while True:
            phase = state.phase
            if phase == OVER or phase == SHUFFLE or phase == PICK:
                if phase == OVER or state.round != at:
                    at = state.round
                    note_round(state, counts, points, rounds)
                    rounds += 1
                    if phase == OVER:
                        break
                answer(state, seed, np.uint64(match), deck, keys)
                found += go_on(records, table, shares, worths, classes, places)
            else:
                word = decision_word(bots, state.seat, step)
                code = decide(records, kinds, legal(state), word, tables)
                found += act(records, code, table, shares, worths, classes, places)
                step += 1
        counts[DECISIONS] += step
        return found

    def run(
        records: Any, kinds: Any, tables: Any, sides: Any, deck: Any, keys: Any, counts: Any, codes: Any,
        points: Any, ahead: Any, seed: Any, first: int, amount: int, found: Any, lucks: Any,
        table: Any, shares: Any, worths: Any, classes: Any, places: Any,
    ) -> None:  # fmt: skip
        state = records[LIVE]
        for number in range(2 * amount):
            match = first + number // 2
            swapped = number % 2
            runs.begin(records, PAIRED, seed, match)
            rounds, ties = counts[ROUNDS], counts[TIES]
            lucks[number] = play(
                records, kinds[swapped], tables, deck, keys, counts, points,
                seed, match, table, shares[swapped], worths, classes, places,
            )  # fmt: skip
            finish(state, sides, counts, ahead)
            compare(state, swapped, found[number], ahead)
            found[number, runs.LENGTH] = counts[ROUNDS] - rounds
            found[number, runs.TIED] = counts[TIES] - ties

    return run


@dataclass(frozen=True)
class AdjustedResults:
    """Some pairs, with the luck of each pair's two matches: points a round, as the first policy sees it."""

    pairs: PairResults
    lucks: Floats


_made: dict[tuple[Engine, Appraiser], AdjustingEngine] = {}


def adjusting_engine(engine: Engine, appraiser: Appraiser) -> AdjustingEngine:
    """Return the engine that keeps accounts by an appraiser; the same one every time."""
    key = (engine, appraiser)
    if key not in _made:
        _made[key] = AdjustingEngine(engine, appraiser)
    return _made[key]


class AdjustingEngine:
    """An engine with the driver that keeps accounts of luck by an appraiser."""

    def __init__(self, engine: Engine, appraiser: Appraiser) -> None:
        self.engine = engine
        self.appraiser = appraiser
        driver = adjusting(engine.game, engine.policies, appraiser)
        self._driver = numba.njit(error_model="numpy", boundscheck=True, nogil=True)(driver)
        label = f"{engine.game.name}-matches-less-luck-by-{appraiser.name}"
        self._driver._cache = KeptFunction(label, self._driver, link)

    def play_pairs(
        self,
        names: Sequence[str],
        pairs: int,
        *,
        seats: int | None = None,
        options: AnyOptions | None = None,
        seed: int = 0,
        first: int = 0,
        threads: int = 1,
    ) -> Iterator[AdjustedResults]:
        """Return what ``Engine.play_pairs`` does, with the luck of every match."""
        engine, game = self.engine, self.engine.game
        state, kinds, seed, first, pairs = engine.paired(names, pairs, seats, options, seed, first)
        table = np.asarray(self.appraiser.table_for(game, options_of(game, state), state.seats), np.int64)
        table.setflags(write=False)
        shares = np.array([luck.shares_of(state.seats, swapped) for swapped in range(2)])

        def make_room() -> Room:
            room = engine.room(state, kinds)
            records = np.repeat(room.records[:1], luck.ROWS)
            return replace(room, records=records, raw=records.view(np.uint8).reshape(luck.ROWS, -1))

        def play(room: Room, start: int, count: int) -> AdjustedResults:
            found = np.zeros((2 * count, runs.TIED + 1), np.int64)
            lucks = np.zeros(2 * count)
            room.counts[:] = 0
            self._driver(
                *room.arguments(),
                np.uint64(seed),
                first + start,
                count,
                found,
                lucks,
                table,
                shares,
                np.zeros(state.seats + len(luck.classes_of(game)[1])),
                np.zeros(len(luck.classes_of(game)[1]), np.int64),
                np.zeros(MOST_PLACES, np.int64),
            )
            results = PairResults(room.counts.copy(), found.reshape(count, 2, runs.TIED + 1))
            return AdjustedResults(results, lucks.reshape(count, 2))

        play(make_room(), 0, 0)  # compiles it, before there are threads
        return in_chunks(make_room, play, pairs, threads)
