"""How the network of *expert* learns Rat Race: by playing against itself, from what each turn ought to make.

At each turn the exact expectation of the best that it can do is reckoned, over all cards that may come; that
is what the position is to be worth, turned round, to the seat that has just moved. To it is added, the less
the further off, how much the positions after it were mistaken in their turn: their luck is taken out that way
(λ-returns without luck). Nothing but that is learned from: no results of rounds, no games of others.

The same search says about what any other upcard would have made of the turn; that is learned too, at less
weight. Positions are kept for a while and learned from more than once.

Lanes play at the same time, each its own matches by the weights as they are at the beginning of a step, on as
many cores as there are. There are as many lanes anywhere, and what they played is joined in their order.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.bots.expert_rat_race import CODES, table_by, weigh_one_turn
from upcard.bots.rat_race_net_deep import SHALLOW
from upcard.bots.rat_race_net_opening import position_worth
from upcard.bots.rat_race_net_parts import look_ahead
from upcard.bots.rat_race_net_search import best_flip, best_place
from upcard.bots.rat_race_prepare import maps_in, weights_in
from upcard.bots.rat_race_search import FAR
from upcard.bots.rat_race_table import MAPS_END, Table
from upcard.bots.values.rat_race_maps import RANKS, SIZE, maps
from upcard.bots.values.rat_race_net import FORM, NETS, WEIGHTS
from upcard.bots.values.rat_race_room import (
    BEST_CELLS,
    BEST_FLIPS,
    CAN_DRAW,
    FLOATS,
    IN_PILE,
    INTS,
    PILE_TOTAL,
    SHARED,
    UPCARD,
)
from upcard.bots.weights import About, Array, Weights
from upcard.fast.kernel import compiled, unchecked
from upcard.fast.policy import coin, count_codes, nth_code, share_of
from upcard.fast.support import cores, insist
from upcard.game import limited
from upcard.games import find_game
from upcard.games.rat_race.state import DRAW, FLIP, PLACE, REJECT, TAKE
from upcard.options import values_of
from upcard.state import NOBODY, Phase
from upcard.train.contract import Course
from upcard.train.kept_arrays import copied, put_back
from upcard.train.rat_race_learning import KEPT, NOT_SOUGHT, begin_with, keep_position, learn_from, look_back

Cycle = tuple[int, int, float, float, float, float]
TURNS = 4_096
"""Turns played in a step, by the same weights."""
LANES = 4
"""How many matches are played at the same time."""
BUFFER = 48
"""Steps whose positions are kept."""
CYCLES = (
    (220, 8, 0.85, 2e-3, 1e-4, 0.3),
    (280, 14, 0.85, 1e-3, 2e-5, 0.2),
    (180, 14, 0.85, 5e-4, 1e-5, 0.2),
)
"""What training goes through: steps; how many times what is played in one is learned from again, from all
that is kept; how much of what later turns were mistaken by counts, a turn later each time; how far a weight
moves at once, first and last; from which part of the steps on that falls, evenly by factors. Much of what
later turns were mistaken by counts: a mistake lasts for turns, and one turn's search sees little of it."""
LAMBDA = 0.5
"""How much of later mistakes counts for others that learn from the same play."""
OTHER_UPCARDS = 0.3
"""What is known about an upcard that did not lie there counts that much of what is known about the one that
did."""
STRAY, STRAY_OPENING, STRAY_BADLY = 24, 4, 3
"""One choice in so many is any that is legal, so that the value knows what it would not do itself; more often
in the opening, where few cells are compared, and by a seat that plays badly."""
USUAL, KINDS = 4, 64
"""Of so many matches one is played under other options than the usual ones; and kinds of tables there are."""
BADLY = 2
"""Of as many matches the one of that number has a seat that plays badly: what comes of that is known then."""
NEVER = -1

MASK, MATCH = range(2)
"""Where it stands which codes are legal in the match that is played, and how many have begun."""
PLAIN_PLAY = -1


@unchecked
def weigh_turn(fixed: bool, sought: Any, maps: Any, weights: Any, ints: Any, floats: Any, nets: Any) -> int:
    """Write what the turn comes to by upcard, and return what to choose: TAKE or DRAW.

    Of upcards that do not lie there it is about that: the card that does is taken for one not seen, and the
    other way round, only in what may be drawn.
    """
    upcard = ints[UPCARD]
    for rank in range(RANKS):
        sought[rank] = NOT_SOUGHT
    take = best_place(upcard, 0, fixed, maps, weights, ints, floats, nets)
    if ints[CAN_DRAW] == 0:
        sought[upcard] = take
        return TAKE
    placed, made = np.zeros(RANKS), np.zeros(RANKS)
    total = 0.0
    for card in range(1, RANKS):
        if ints[IN_PILE + card] > 0:
            best = best_place(card, card, fixed, maps, weights, ints, floats, nets)
            placed[card] = best
            other = best_flip(card, card, fixed, maps, weights, ints, floats, nets)
            if other < best:
                best = other
                ints[BEST_CELLS + card] = -1
            made[card] = best
            total += ints[IN_PILE + card] * best
    many = ints[PILE_TOTAL]
    if ints[SHARED] == 1 and ints[IN_PILE + upcard] > 0 and not fixed:
        for card in range(1, RANKS):
            if ints[IN_PILE + card] > 0:
                sought[card] = min(placed[card], (total + made[upcard] - made[card]) / many)
    draw = total / many
    sought[upcard] = min(take, draw)
    return DRAW if draw < take else TAKE


@unchecked
def best_by_one_turn(state: Any, legal: int, table: Any) -> int:
    """Return the code that is worth most by one turn."""
    ints, floats, nets = np.zeros(INTS, np.int64), np.zeros(FLOATS), np.zeros(NETS, np.float32)
    worths, shallow = np.full(CODES, -FAR), np.zeros(SHALLOW)
    weigh_one_turn(0, state, legal, table, worths, shallow, ints, floats, nets)
    best = -1
    for code in range(CODES):
        if (legal >> code) & 1 == 1 and (best < 0 or worths[code] > worths[best]):
            best = code
    return best


@cache
def _playing() -> Any:
    """Return the function that plays so many turns and keeps what is learned from, compiled."""
    insist()
    from upcard.fast.drivers import LIVE, SEEN
    from upcard.fast.self_play import FRESH_ROWS, moves_of

    game = find_game("rat-race")
    begin, go_on, look, word_of = moves_of(game)

    def play(
        records: Any, seed: Any, turns: int, usual: int, kinds: int, badly: int, all_maps: Any, table: Any,
        numbers: Any, positions: Any, sought: Any, worths: Any, linked: Any,
    ) -> None:  # fmt: skip
        ints, floats, nets = np.zeros(INTS, np.int64), np.zeros(FLOATS), np.zeros(NETS, np.float32)
        maps, weights = maps_in(table), weights_in(table)
        mask = numbers[MASK]
        made = planned = top = 0
        before = -1
        while made < turns:
            if mask == 0:
                match = numbers[MATCH]
                numbers[MATCH] += 1
                kind = match // usual % kinds if match % usual == 0 else 0
                mask = begin(records, FRESH_ROWS + kind, seed, match)
                rats = records[LIVE].walkout_rats
                for place in range(SIZE):
                    maps[place] = all_maps[rats, place]
                before = -1
            look(records)
            state = records[SEEN]
            word = word_of(records)
            code = -1
            if state.phase == Phase.REVEAL:
                before = -1
            if state.phase == Phase.CHOOSE and state.clocked == NOBODY:
                fixed = look_ahead(state, 1, 0, maps, weights, ints, floats, nets)
                if fixed:
                    before = -1
                    code = weigh_turn(fixed, sought[made], maps, weights, ints, floats, nets)
                else:
                    keep_position(ints, positions[made])
                    code = weigh_turn(fixed, sought[made], maps, weights, ints, floats, nets)
                    worths[made] = position_worth(False, 0, ints[UPCARD], maps, weights, ints, nets)  # noqa: FBT003
                    linked[made] = 0
                    if before >= 0:
                        linked[before] = 1
                    before = made
                    made += 1
                planned = 1
            elif state.phase == Phase.CHOOSE:
                before = -1
            stray = STRAY_OPENING if state.phase == Phase.REVEAL else STRAY
            match = numbers[MATCH] - 1
            if match % usual == badly and match // usual % 2 == state.seat:
                stray = STRAY_BADLY
            if coin(word, stray):
                code = nth_code(mask, share_of(word, count_codes(mask)))
                planned = 0
                before = -1
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
                    code = best_by_one_turn(state, mask, table)
            mask = go_on(records, code)
        numbers[MASK] = mask

    return compiled(f"{game.name}-net-playing", play)


def play_turns(
    records: Any,
    seed: int,
    turns: int,
    usual: int,
    kinds: int,
    badly: int,
    all_maps: Any,
    table: Table,
    numbers: Any,
) -> tuple[Any, Any, Any, Any]:
    """Play so many turns by a table.

    Returned are positions, what their turns are worth by upcard, and what ``look_back`` wants beside.
    """
    positions = np.zeros((turns + 1, KEPT), np.int8)
    sought = np.zeros((turns + 1, RANKS), np.float32)
    worths = np.zeros(turns + 1)
    linked = np.zeros(turns + 1, np.uint8)
    _playing()(
        records, np.uint64(seed), turns, usual, kinds, badly, all_maps, table, numbers, positions, sought,
        worths, linked,
    )  # fmt: skip
    return positions, sought, worths, linked


class Network:
    """The training of the network."""

    def __init__(self, seed: int, cycles: Sequence[Cycle] = CYCLES, turns: int = TURNS) -> None:
        from upcard.fast.records import pack, quick_type
        from upcard.fast.self_play import FRESH_ROWS

        self.seed = seed
        self._cycles, self._turns = cycles, turns
        self._game = find_game("rat-race")
        start = [self._game.start(limited(self._game, options, 2), 2) for options in self._tables()]
        fresh = pack(quick_type(self._game.state), start)
        self._seeds = np.random.SeedSequence(seed).generate_state(LANES, np.uint64)
        self._records = np.stack([np.concatenate([fresh[:1]] * FRESH_ROWS + [fresh])] * LANES)
        self._maps = np.stack([maps(rats) for rats in range(4)])
        stream = np.random.Generator(np.random.PCG64(seed))
        self._table = table_by(3, begin_with(stream)).copy()
        self._sizes = np.zeros(WEIGHTS, np.float32)
        self._times = np.zeros(WEIGHTS // 16 + 1, np.int32)
        self._lanes = np.zeros((LANES, 2), np.int64)
        self._lane_maps = np.stack([self._table[:MAPS_END]] * LANES)
        self._numbers = np.zeros(1, np.int64)
        self._positions = np.zeros((BUFFER, turns, KEPT), np.int8)
        self._targets = np.zeros((BUFFER, turns, RANKS), np.float32)
        self._last = (0.0, 0.0)

    def _tables(self) -> list[Any]:
        """Return the options of the tables: the usual ones first, then others."""
        stream = np.random.Generator(np.random.PCG64((self.seed, 1)))
        options = self._game.options
        tables = [options()]
        for kind in range(1, KINDS):
            bonus, rats = int(stream.integers(0, 11)), int(stream.integers(0, 4))
            walkout = ("optional", "off", "forced", "forced")[kind % 4]
            tables.append(options(walkout=walkout, speed_bonus=bonus, walkout_rats=rats))
        return tables

    @property
    def steps(self) -> int:
        """How many steps have been made."""
        return int(self._numbers[0])

    @property
    def plan(self) -> int:
        """How many steps make the weights that come with the package."""
        return sum(cycle[0] for cycle in self._cycles)

    def advance(self, seconds: float) -> None:
        """Learn for about so long, but not beyond the plan; one step at least."""
        end = time.monotonic() + seconds
        while self.steps < self.plan:
            self.step()
            if time.monotonic() >= end:
                break

    def step(self) -> None:
        """Play some turns by the weights as they are, and learn from them and from earlier ones."""
        done, turns = self.steps, self._turns
        slot = done % BUFFER
        again, later, rate = self._amounts()
        each = turns // LANES
        with ThreadPoolExecutor(cores(), thread_name_prefix="upcard") as pool:
            for lane, played in enumerate(pool.map(self._play, range(LANES))):
                look_back(*played, each, later)
                self._positions[slot, lane * each : (lane + 1) * each] = played[0][:each]
                self._targets[slot, lane * each : (lane + 1) * each] = played[1][:each]
        stream = np.random.Generator(np.random.PCG64((self.seed, 2, done)))
        order = slot * turns + stream.permutation(turns)
        kept = min(done + 1, BUFFER) * turns
        order = np.concatenate([order, stream.integers(0, kept, size=min(again, done) * turns)])
        self._last = learn_from(
            self._positions.reshape(-1, KEPT), self._targets.reshape(-1, RANKS), order, rate, OTHER_UPCARDS,
            self._maps, self._weights, self._sizes, self._times, turns,
        )  # fmt: skip
        self._numbers[0] += 1

    def _play(self, lane: int) -> tuple[Any, Any, Any, Any]:
        """Play the turns of a lane in a step; it has a table of its own, since play sets the maps in it."""
        table = self._table.copy()
        table[:MAPS_END] = self._lane_maps[lane]
        played = play_turns(
            self._records[lane], int(self._seeds[lane]), self._turns // LANES, USUAL, KINDS, BADLY,
            self._maps, table, self._lanes[lane],
        )  # fmt: skip
        self._lane_maps[lane] = table[:MAPS_END]
        return played

    def _amounts(self) -> tuple[int, float, float]:
        """Return what a cycle says of the next step: the second, the third, and how far weights move."""
        done = self.steps
        for steps, again, later, rate, last, late in self._cycles:
            if done < steps:
                share = max(done / steps - late, 0) / (1 - late)
                return again, later, rate * (last / rate) ** share * min(1.0, (self.steps + 1) / 20)
            done -= steps
        return 0, 0.0, 0.0

    @property
    def _weights(self) -> npt.NDArray[np.float32]:
        weights: npt.NDArray[np.float32] = self._table[MAPS_END:].view(np.float32)
        return weights

    def line(self) -> str:
        """Return how it goes: how far positions, new ones and all, are from what next turns make of them."""
        new, every = self._last
        return f"an error of {new:.2f} points, {every:.2f} of all kept; {self.steps * self._turns:,} turns"

    @property
    def _kept(self) -> dict[str, Array]:
        return {
            "weights": self._weights,
            "sizes": self._sizes,
            "times": self._times,
            "numbers": self._numbers,
            "lanes": self._lanes,
            "matches": self._records[:, :1].view(np.uint8),
            "maps": self._lane_maps,
            "positions": self._positions,
            "targets": self._targets,
        }

    def state(self) -> Mapping[str, Array]:
        """Return all that is needed to go on from here."""
        return copied(self._kept)

    def restore(self, arrays: Mapping[str, Array]) -> None:
        """Go on from what ``state`` returned."""
        put_back(self._kept, arrays)

    def weights(self) -> Weights:
        """Return what has been learned so far."""
        options = values_of(limited(self._game, None, 2))
        about = About(
            self._game.name, self._game.version, FORM, (2,), options,
            {"course": "net", "seed": self.seed, "steps": self.steps, "turns": self.steps * self._turns},
        )  # fmt: skip
        return Weights(about, {"weights": self._weights.astype(np.float16)})


COURSE = Course("rat-race", "net", "Values Rat Race by a small network, learned by playing itself.", Network)
