"""The rules as contestants: interpreted, compiled step by step, compiled whole, and driven from Python."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from upcard.bench.contest import Absent, Contestant, Paced
from upcard.bench.figures import Sample
from upcard.fast.support import cores
from upcard.game import Game, limited
from upcard.options import AnyOptions
from upcard.testing.play import play_out

SEATS = 2
SEED = 7
STRETCH = 4.0
"""Threads work longer: how they begin and end together would count for much in a short time."""


def key_of(game: Game) -> str:
    """Return the game's name as part of a key."""
    return game.name.replace("-", "_")


def options_for(game: Game) -> AnyOptions:
    """Return the options that random play is measured with: the defaults, and an end to every round.

    Nines is played without a turn limit, as in C: there random play comes to an end by itself.
    """
    settled: AnyOptions = game.settle(None, SEATS) if game.name == "nines" else limited(game, None, SEATS)
    return settled


@dataclass
class Interpreted:
    """Random play on the state, interpreted; the same few matches again and again.

    They are counted apart, since counting takes time.
    """

    game: Game
    counted: dict[int, tuple[int, int]] = field(default_factory=dict)

    def play(self, matches: int) -> Sample:
        """Play so many matches."""
        steps = decisions = rounds = 0
        begun, used = time.perf_counter(), time.process_time()
        for match in range(matches):
            rounds += play_out(self.game, seats=SEATS, seed=SEED, match=match).round
        used, wall = time.process_time() - used, time.perf_counter() - begun
        for match in range(matches):
            if match not in self.counted:
                self.counted[match] = self._count(match)
            steps += sum(self.counted[match])
            decisions += self.counted[match][0]
        return Sample(steps, used, wall, decisions, rounds)

    def _count(self, match: int) -> tuple[int, int]:
        decisions = cards = 0
        lying = [0]

        def after(state: Any, code: int) -> None:
            nonlocal decisions, cards
            decisions += code >= 0
            cards += max(0, lying[0] - state.pile_size)
            lying[0] = state.pile_size

        play_out(self.game, seats=SEATS, seed=SEED, match=match, after=after)
        return decisions, cards


@dataclass
class Compiled:
    """Random play of one game, compiled, in three ways."""

    game: Game
    options: AnyOptions
    first: int = 0

    @cached_property
    def engine(self) -> Any:
        """The engine; Absent where there is no Numba."""
        from upcard.fast import available, engine, reason

        if not available():
            raise Absent(f"nothing is compiled here: {reason()}")
        return engine(self.game)

    def stepwise(self, matches: int) -> Sample:
        """Play through ``legal`` and ``step``, called by a compiled loop."""
        begun, used = time.perf_counter(), time.process_time()
        decisions, cards = self.engine.run_steps(matches, self.options, SEATS, SEED)
        used = time.process_time() - used
        return Sample(decisions + cards, used, time.perf_counter() - begun, decisions, self._rounds(matches))

    def whole(self, matches: int, threads: int = 1) -> Sample:
        """Play whole matches in one call."""
        begun, used = time.perf_counter(), time.process_time()
        totals = self.engine.simulate(
            "random",
            matches,
            seats=SEATS,
            options=self.options,
            seed=SEED,
            first=self.first,
            threads=threads,
        )
        used, wall = time.process_time() - used, time.perf_counter() - begun
        if totals.matches < matches:
            raise KeyboardInterrupt
        return Sample(totals.decisions + totals.cards, used, wall, totals.decisions, totals.rounds)

    def from_python(self, matches: int) -> Sample:
        """Play through ``start`` and ``step``, called from Python with array and index."""
        records = self.engine.new(1, self.options, SEATS)  # before NumPy, which may be missing as well
        import numpy as np

        start, step, draw = self.engine.start, self.engine.step, random.Random(SEED).random
        codes_of: dict[int, tuple[int, ...]] = {}
        decisions, seed, fresh = 0, np.uint64(SEED), records.copy()
        begun, used = time.perf_counter(), time.process_time()
        for match in range(matches):
            records[0] = fresh[0]
            mask = start(records, 0, seed, match)
            while mask:
                codes = codes_of.get(mask)
                if codes is None:
                    codes = codes_of[mask] = tuple(code for code in range(64) if mask >> code & 1)
                mask = step(records, 0, codes[int(draw() * len(codes))])
                decisions += 1
        used, wall = time.process_time() - used, time.perf_counter() - begun
        steps = decisions * self._steps_a_decision
        return Sample(steps, used, wall, decisions, self._rounds(matches))

    @cached_property
    def _rounds_a_match(self) -> float:
        totals = self.engine.simulate("random", 2000, seats=SEATS, options=self.options, seed=SEED)
        return float(totals.rounds / totals.matches)

    @cached_property
    def _steps_a_decision(self) -> float:
        decisions, cards = self.engine.run_steps(2000, self.options, SEATS, SEED)
        return float((decisions + cards) / decisions)

    def _rounds(self, matches: int) -> float:
        return self._rounds_a_match * matches


def contestants(game: Game, *, threads: int = 2) -> list[Contestant]:
    """Return the ways to play a game; for Nines with those that only one game is measured by."""
    compiled, name, title = Compiled(game, options_for(game)), key_of(game), game.title
    ways: list[Contestant] = [
        _paced(f"{name}_step", f"{title}, step by step", compiled.stepwise),
        _paced(f"{name}_whole", f"{title}, whole matches", compiled.whole),
    ]
    if game.name == "nines":
        if threads > 1:
            ways.append(_on_threads(compiled, threads))
        ways.append(_paced("nines_python_step", f"{title}, step called from Python", compiled.from_python))
    ways.append(_paced(f"{name}_interpreted", f"{title}, interpreted", Interpreted(game).play))
    return ways


def _paced(key: str, title: str, play: Callable[[int], Sample]) -> Contestant:
    return Paced(key, title, play)


def _on_threads(compiled: Compiled, threads: int) -> Contestant:
    def play(matches: int) -> Sample:
        if cores() < threads:
            raise Absent(f"{threads} threads need {threads} cores")
        return compiled.whole(matches, threads)

    key, title = f"nines_whole_{threads}_threads", f"Nines, whole matches, {threads} threads"
    return Paced(key, title, play, stretch=STRETCH)
