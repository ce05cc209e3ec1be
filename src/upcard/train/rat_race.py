"""How *td1* learns Rat Race: by playing against itself, each position towards what the next turn makes of it.

Before each turn the value of the position, seen from the seat that has moved, is brought nearer to what it is
worth to the seat to move, turned round: the exact expectation, over all cards that may come, of the best that
one turn can do. So no card that happens to come adds noise. A weight's step goes by how much its own errors
agree (temporal coherence: Beal and Smith, *Temporal coherence and prediction decay in TD learning*, 1999).

Most steps are made under the usual options. In the last ones tables differ, and only what the usual options
never come to is learned: equal rows that stay, grids that never walk out, other Speed Bonuses.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.bots.rat_race_holes import fill_holes
from upcard.bots.rat_race_prepare import maps_in, prepare, weights_in
from upcard.bots.rat_race_search import best_place, draw_worth
from upcard.bots.rat_race_table import MAPS, MAPS_END, ROUGHLY, table_of
from upcard.bots.td1_rat_race import choose
from upcard.bots.values.rat_race import (
    BONUS,
    FORM,
    OWN_THREES,
    PLAIN_THREES,
    PLAIN_UP_THREES,
    RAT_SHARE,
    SHARE,
    SPREAD,
    STAGES,
    UNIT,
    UP_PAIRS,
    UP_THREES,
    USUAL_BONUS,
    WEIGHTS,
    band,
    bonus_at,
    both_at,
    forms_at,
    terms_of,
    worth_of,
)
from upcard.bots.values.rat_race import UNSEEN as UNSEEN_WEIGHTS
from upcard.bots.values.rat_race_maps import RANK_BITS, RANKS, SIZE, THREES, maps
from upcard.bots.values.rat_race_room import (
    BEST_CELLS,
    BEST_FLIPS,
    CAN_DRAW,
    DOWN,
    FLOATS,
    INTS,
    OTHER,
    OTHER_DOWN,
    OTHER_FORM,
    OWN,
    PLAIN,
    PLAIN_SIZE,
    RANKED,
    RANKED_SIZE,
    UNKNOWN,
    UNSEEN,
    UNSEEN_TOTAL,
    UPCARD,
)
from upcard.bots.values.rat_race_room import BONUS as BONUS_POINTS
from upcard.bots.values.rat_race_room import FORM as OWN_FORM
from upcard.bots.weights import About, Array, Weights
from upcard.fast.kernel import compiled, unchecked
from upcard.fast.policy import coin, count_codes, nth_code, share_of
from upcard.fast.support import insist
from upcard.game import limited
from upcard.games import find_game
from upcard.games.rat_race.state import CELLS, DRAW, FLIP, PLACE, RAT, REJECT, TAKE
from upcard.options import values_of
from upcard.state import NOBODY, Phase
from upcard.train.contract import Course

TURNS = 10_000
"""Turns learned from in a step."""
USUAL_STEPS = 1_300
OTHER_STEPS = 150
"""As many as a core makes in some ten minutes; play still gains by more."""
RENEWALS = (650,)
"""After so many steps the rates of all weights begin anew: until then a target moved with the values of later
positions, which were learned first, and what a weight's errors agreed on was of the past."""
RATE, LAST_RATE, LATE = 1.0, 0.03, 0.6
"""The share of an error that a position's weights make up for together, at first and at the end; it falls
evenly from when that part of the steps is made. The targets have no noise but the value's own, so that it may
be large."""
TERMS_ABOUT = 20
"""How many weights share a step."""
STRAY, STRAY_OPENING = 16, 4
"""One choice in so many is any that is legal, so that the value knows what it would not do itself; more often
in the opening, where few cells are compared."""

MASK, MATCH, DONE, ERRORS = range(4)
"""What a training keeps in numbers: the codes that are legal, the match, steps; squared errors in floats."""
KINDS = 40
"""Kinds of tables that the last steps are made at."""


@unchecked
def learn(place: int, error: float, step: float, weights: Any, sums: Any, sizes: Any, held: Any) -> None:
    """Move a weight by its own rate: how far its errors have gone in one direction."""
    if held[place] == 1 or error == 0.0:
        return
    rate = abs(sums[place]) / sizes[place] if sizes[place] > 0.0 else 1.0
    weights[place] += step * rate * error
    sums[place] += error
    sizes[place] += abs(error)


@unchecked
def learn_seat(
    grid: int, form: int, own: int, other: int, upcard: int, error: float, step: float, maps: Any,
    weights: Any, sums: Any, sizes: Any, held: Any, ints: Any,
) -> None:  # fmt: skip
    """Move the weights of one seat's sum."""
    terms_of(ints, grid, form, own, other, upcard, maps)
    for place in range(ints[PLAIN_SIZE]):
        learn(ints[PLAIN + place], error, step, weights, sums, sizes, held)
    total = max(ints[UNSEEN_TOTAL], 1)
    for rank in range(1, RANKS):
        more = SPREAD * (ints[UNSEEN + rank] / total - (RAT_SHARE if rank == RAT else SHARE))
        first = UNSEEN_WEIGHTS + band(own) * RANKS
        learn(first + rank, error * more * ints[UNKNOWN] / CELLS, step, weights, sums, sizes, held)
    for place in range(ints[RANKED_SIZE]):
        rank = ints[RANKED + place] % RANK_BITS
        more = SPREAD * (ints[UNSEEN + rank] / total - (RAT_SHARE if rank == RAT else SHARE))
        learn(ints[RANKED + place] // RANK_BITS, error * more, step, weights, sums, sizes, held)


@unchecked
def learn_position(
    target: float, rate: float, maps: Any, weights: Any, sums: Any, sizes: Any, held: Any, ints: Any,
    floats: Any,
) -> float:  # fmt: skip
    """Bring a position nearer to its target, seen from the seat that has moved; return the error it had."""
    form, down, mover_form, mover_down = ints[OTHER_FORM], ints[OTHER_DOWN], ints[OWN_FORM], ints[DOWN]
    upcard = ints[UPCARD]
    worth = worth_of(ints, floats, OTHER, form, down, OWN, mover_form, mover_down, upcard, 0, maps, weights)
    error = target - worth
    step = rate / TERMS_ABOUT
    learn_seat(OTHER, form, down, mover_down, 0, error, step, maps, weights, sums, sizes, held, ints)
    learn_seat(
        OWN, mover_form, mover_down, down, upcard, -error, step, maps, weights, sums, sizes, held, ints
    )
    learn(both_at(down, mover_down, upcard), error, step, weights, sums, sizes, held)
    learn(forms_at(form, mover_form, down, mover_down), error, step, weights, sums, sizes, held)
    more = ints[BONUS_POINTS] - USUAL_BONUS
    learn(bonus_at(down, mover_down), error * more, step, weights, sums, sizes, held)
    return error


@cache
def _learning() -> Any:
    """Return the function that plays and learns for so many turns, compiled."""
    insist()
    from upcard.fast.drivers import LIVE, SEEN
    from upcard.fast.self_play import FRESH_ROWS, moves_of

    game = find_game("rat-race")
    begin, go_on, look, word_of = moves_of(game)

    def play_and_learn(
        records: Any, seed: Any, turns: int, rate: float, kinds: int, all_maps: Any, table: Any, sums: Any,
        sizes: Any, held: Any, numbers: Any, errors: Any,
    ) -> None:  # fmt: skip
        ints, floats = np.zeros(INTS, np.int64), np.zeros(FLOATS)
        maps, weights = maps_in(table), weights_in(table)
        mask = numbers[MASK]
        learned = planned = top = 0
        while learned < turns:
            if mask == 0:
                match = numbers[MATCH]
                numbers[MATCH] += 1
                mask = begin(records, FRESH_ROWS + match % kinds, seed, match)
                rats = records[LIVE].walkout_rats
                for place in range(SIZE):
                    maps[place] = all_maps[rats, place]
            look(records)
            state = records[SEEN]
            word = word_of(records)
            code = -1
            if state.phase == Phase.CHOOSE and state.clocked == NOBODY:
                fixed = prepare(state, ROUGHLY, maps, weights, ints, floats)
                if not fixed:
                    fill_holes(maps, weights, ints, floats)
                worth = best_place(ints[UPCARD], 0, fixed, maps, weights, ints, floats)
                code = TAKE
                if ints[CAN_DRAW] == 1:
                    other = draw_worth(fixed, maps, weights, ints, floats)
                    if other < worth:
                        worth = other
                        code = DRAW
                planned = 1
                if not fixed:
                    error = learn_position(-worth, rate, maps, weights, sums, sizes, held, ints, floats)
                    errors[0] += error * error
                learned += 1
            if coin(word, STRAY_OPENING if state.phase == Phase.REVEAL else STRAY):
                code = nth_code(mask, share_of(word, count_codes(mask)))
                planned = 0
            elif code < 0:
                if planned == 1 and state.phase == Phase.PLACE_TAKEN:
                    code = PLACE + ints[BEST_CELLS]
                elif planned == 1 and state.phase == Phase.PLACE_DRAWN and state.pile_size > 0:
                    cell = ints[BEST_CELLS + state.hand]
                    code = REJECT if cell < 0 else PLACE + cell
                    top = state.hand
                elif planned == 1 and state.phase == Phase.TURN_UP:
                    code = FLIP + ints[BEST_FLIPS + top]
                else:
                    planned = 0
                    code = choose(state, mask, word, table)
            mask = go_on(records, code)
        numbers[MASK] = mask

    return compiled(f"{game.name}-td1-learning", play_and_learn)


class Td1:
    """The training of *td1*."""

    def __init__(
        self, seed: int, usual: int = USUAL_STEPS, others: int = OTHER_STEPS, turns: int = TURNS
    ) -> None:
        from upcard.fast.records import pack, quick_type
        from upcard.fast.self_play import FRESH_ROWS

        self.seed = seed
        self._usual, self._plan, self._turns = usual, usual + others, turns
        self._renewals = [step * usual // USUAL_STEPS for step in RENEWALS]
        self._game = find_game("rat-race")
        start = [self._game.start(limited(self._game, options, 2), 2) for options in self._tables()]
        fresh = pack(quick_type(self._game.state), start)
        self._records = np.concatenate([fresh[:1]] * FRESH_ROWS + [fresh])
        self._maps = np.stack([maps(rats) for rats in range(4)])
        self._table = table_of(3, np.zeros(WEIGHTS, np.float32)).copy()
        self._table[0] = ROUGHLY
        self._sums = np.zeros(WEIGHTS, np.float32)
        self._sizes = np.zeros(WEIGHTS, np.float32)
        self._held = np.zeros(WEIGHTS, np.uint8)
        self._numbers = np.zeros(3, np.int64)
        self._errors = np.zeros(1)
        self._last_error = 0.0

    def _tables(self) -> list[Any]:
        """Return the options of the tables: the usual ones first, then others."""
        stream = np.random.Generator(np.random.PCG64(self.seed))
        options = self._game.options
        tables = [options()]
        for kind in range(1, KINDS):
            bonus, rats = int(stream.integers(0, 11)), int(stream.integers(0, 4))
            walkout = ("optional", "off", "forced", "optional")[kind % 4]
            tables.append(options(walkout=walkout, speed_bonus=bonus, walkout_rats=rats))
        return tables

    @property
    def steps(self) -> int:
        """How many steps have been made."""
        return int(self._numbers[DONE])

    @property
    def plan(self) -> int:
        """How many steps make the weights that come with the package."""
        return self._plan

    def advance(self, seconds: float) -> None:
        """Learn for about so long, but not beyond the plan; one step at least."""
        end = time.monotonic() + seconds
        while self.steps < self.plan:
            self.step()
            if time.monotonic() >= end:
                break

    def step(self) -> None:
        """Make one step."""
        done = self.steps
        if done == self._usual:
            self._turn_to_other_tables()
        if done in self._renewals:
            self._sums[:] = 0
            self._sizes[:] = 0
        first, length = (0, self._usual) if done < self._usual else (self._usual, self._plan - self._usual)
        late = max((done - first) / length - LATE, 0) / (1 - LATE)
        rate = RATE * (LAST_RATE / RATE) ** late
        kinds = 1 if done < self._usual else KINDS
        self._errors[0] = 0
        _learning()(
            self._records, np.uint64(self.seed), self._turns, rate, kinds, self._maps, self._table,
            self._sums, self._sizes, self._held, self._numbers, self._errors,
        )  # fmt: skip
        self._last_error = float((self._errors[0] / self._turns) ** 0.5)
        self._numbers[DONE] += 1

    def _turn_to_other_tables(self) -> None:
        """Hold what has been learned, and begin where nobody walks out with what columns are worth."""
        self._held[:] = self._sizes > 0
        weights = self._weights
        weights[PLAIN_THREES : PLAIN_THREES + STAGES * THREES] = weights[
            OWN_THREES : OWN_THREES + STAGES * THREES
        ]
        weights[PLAIN_UP_THREES:BONUS] = weights[UP_THREES:UP_PAIRS]

    @property
    def _weights(self) -> npt.NDArray[np.float32]:
        weights: npt.NDArray[np.float32] = self._table[MAPS_END:].view(np.float32)
        return weights

    def line(self) -> str:
        """Return how it goes: how far a position's worth is from what the next turn makes of it."""
        return f"an error of {self._last_error:.2f} points; {self.steps * self._turns:,} turns"

    def state(self) -> Mapping[str, Array]:
        """Return all that is needed to go on from here."""
        return {
            "weights": self._weights.copy(),
            "sums": self._sums.copy(),
            "sizes": self._sizes.copy(),
            "held": self._held.copy(),
            "numbers": self._numbers.copy(),
            "match": self._records[:1].view(np.uint8).copy(),
            "maps": self._table[MAPS:MAPS_END].copy(),
        }

    def restore(self, arrays: Mapping[str, Array]) -> None:
        """Go on from what ``state`` returned."""
        self._weights[:] = arrays["weights"]
        self._sums[:] = arrays["sums"]
        self._sizes[:] = arrays["sizes"]
        self._held[:] = arrays["held"]
        self._numbers[:] = arrays["numbers"]
        self._records[:1].view(np.uint8)[:] = arrays["match"]
        self._table[MAPS:MAPS_END] = arrays["maps"]

    def weights(self) -> Weights:
        """Return what has been learned so far."""
        options = values_of(limited(self._game, None, 2))
        about = About(
            self._game.name, self._game.version, FORM, (2,), options,
            {"course": "td1", "seed": self.seed, "steps": self.steps, "turns": self.steps * self._turns},
        )  # fmt: skip
        whole = np.clip(np.round(self._weights * UNIT), -32768, 32767).astype(np.int16)
        return Weights(about, {"weights": whole})


COURSE = Course(
    "rat-race", "td1", "Values Rat Race as a sum over columns and rows, learned by playing itself.", Td1
)
