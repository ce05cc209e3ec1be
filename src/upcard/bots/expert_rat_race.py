"""*expert* at Rat Race: looks one turn ahead, exactly, by a network that has learned to value positions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.bots.choosing import best_code
from upcard.bots.rat_race_net_deep import (
    ANSWERS,
    ASKED,
    ASKS,
    MADE,
    SHALLOW,
    WAYS,
    answer,
    deep_piles,
    deep_places,
    deep_turns,
    may_look,
)
from upcard.bots.rat_race_net_opening import reveal_by_net
from upcard.bots.rat_race_net_parts import look_ahead, row_part, worth_at
from upcard.bots.rat_race_net_search import best_flip, flip_worth, place_worth
from upcard.bots.rat_race_prepare import maps_in, weights_in
from upcard.bots.rat_race_search import FAR
from upcard.bots.rat_race_table import MAPS, MAPS_END, Table
from upcard.bots.values.rat_race_maps import RANKS, maps
from upcard.bots.values.rat_race_net import FORM, NETS, WEIGHTS
from upcard.bots.values.rat_race_room import (
    FLOATS,
    IN_PILE,
    INTS,
    PARTS,
    PILE_TOTAL,
    ROWS_LEFT,
    UPCARD,
)
from upcard.bots.weights import learned
from upcard.fast.kernel import unchecked
from upcard.fast.policy import Policy
from upcard.game import Game
from upcard.games.rat_race.state import (
    CELLS,
    COLUMNS,
    DRAW,
    FLIP,
    PASS,
    PLACE,
    REJECT,
    ROWS,
    TAKE,
    WALK_OUT,
)
from upcard.state import Phase

CODES = PASS + 1
LOOK, MATCH = 1 << 10, 1 << 20
"""The first number of the table says by how much less than the best an action may be worth, in LOOK parts of
a point, to be looked at two turns ahead, and that for a card turned up, which is dearer, times LOOK; then,
times MATCH, in how many of the last rounds it plays for the match."""
MARGIN, FLIP_MARGIN, LAST_ROUNDS = 0.999, 0.999, 1
"""Those of *expert*: two turns take some 13 times as long as one, and are still a matter of milliseconds."""


@unchecked
def weigh(state: Any, legal: int, table: Sequence[int], worths: Any) -> None:
    """Write what each legal code is worth: points of the other seat less the own ones, high is good."""
    weigh_for(0, state, legal, table, worths)


@unchecked
def weigh_for(match: int, state: Any, legal: int, table: Sequence[int], worths: Any) -> None:
    """Write what each legal code is worth, for the round (0) or for the match (1)."""
    ints, floats, nets = np.zeros(INTS, np.int64), np.zeros(FLOATS), np.zeros(NETS, np.float32)
    shallow = np.full(SHALLOW, FAR)
    fixed = weigh_one_turn(match, state, legal, table, worths, shallow, ints, floats, nets)
    phase = state.phase
    if table[0] % MATCH > 0 and phase != Phase.ASK and phase != Phase.REVEAL and may_look(fixed, ints):
        margin = table[0] // LOOK % LOOK / LOOK if phase == Phase.TURN_UP else table[0] % LOOK / LOOK
        maps, weights = maps_in(table), weights_in(table)
        look_further(phase, state.hand, legal, margin, shallow, worths, maps, weights, ints)


@unchecked
def weigh_one_turn(
    match: int, state: Any, legal: int, table: Sequence[int], worths: Any, shallow: Any, ints: Any,
    floats: Any, nets: Any,
) -> bool:  # fmt: skip
    """Write what each legal code is worth by one turn; return whether no value had a part in it.

    ``shallow`` takes what placing the upcard comes to in each cell, and what each card does that is drawn.
    """
    maps, weights = maps_in(table), weights_in(table)
    fixed = look_ahead(state, 0, match, maps, weights, ints, floats, nets)
    phase = state.phase
    if phase == Phase.CHOOSE:
        take, draw = FAR, 0.0
        for cell in range(ints[ROWS_LEFT] * COLUMNS):
            shallow[cell] = place_worth(cell, ints[UPCARD], 0, fixed, maps, weights, ints, floats, nets)
            take = min(take, shallow[cell])
        worths[TAKE] = -take
        if (legal >> DRAW) & 1 == 1:
            for card in range(1, RANKS):
                if ints[IN_PILE + card] > 0:
                    made = shallow[MADE + card * WAYS : MADE + (card + 1) * WAYS]
                    draw += ints[IN_PILE + card] * make(card, fixed, made, maps, weights, ints, floats, nets)
            worths[DRAW] = -draw / max(ints[PILE_TOTAL], 1)
    elif phase == Phase.PLACE_DRAWN or phase == Phase.PLACE_TAKEN:
        for cell in range(ints[ROWS_LEFT] * COLUMNS):
            worths[PLACE + cell] = -place_worth(cell, state.hand, 0, fixed, maps, weights, ints, floats, nets)
        if (legal >> REJECT) & 1 == 1:
            worths[REJECT] = -best_flip(state.hand, 0, fixed, maps, weights, ints, floats, nets)
    elif phase == Phase.TURN_UP:
        for cell in range(CELLS):
            if (legal >> (FLIP + cell)) & 1 == 1:
                worths[FLIP + cell] = -flip_worth(
                    cell, ints[UPCARD], 0, fixed, maps, weights, ints, floats, nets
                )
    elif phase == Phase.ASK:
        for row in range(-1, ROWS):
            code = PASS if row < 0 else WALK_OUT + row
            if (legal >> code) & 1 == 1:
                down, upcard = state.down[state.seat], ints[UPCARD]
                row_part(PARTS, row, down, 0, 0, upcard, fixed, maps, weights, ints, floats, nets)
                worths[code] = -worth_at(PARTS, upcard, 0, 0, maps, ints, floats)
    else:
        reveal_by_net(legal, worths, fixed, maps, weights, ints, nets)
    return fixed


@unchecked
def make(
    card: int, fixed: bool, made: Any, maps: Any, weights: Any, ints: Any, floats: Any, nets: Any
) -> float:
    """Write what can be made of a card that has been drawn, by cell, rejecting it last; return the best."""
    best = FAR
    for cell in range(ints[ROWS_LEFT] * COLUMNS):
        made[cell] = place_worth(cell, card, card, fixed, maps, weights, ints, floats, nets)
        best = min(best, made[cell])
    made[CELLS] = best_flip(card, card, fixed, maps, weights, ints, floats, nets)
    return float(min(best, made[CELLS]))


@unchecked
def look_further(
    phase: int, hand: int, legal: int, margin: float, shallow: Any, worths: Any, maps: Any, weights: Any,
    ints: Any,
) -> None:  # fmt: skip
    """Weigh again what is worth within a margin of the best, two turns ahead, if that is more than one."""
    best = -FAR
    for code in range(CODES):
        if (legal >> code) & 1 == 1:
            best = max(best, worths[code])
    near = 0
    for code in range(CODES):
        if (legal >> code) & 1 == 1 and worths[code] > best - margin:
            near += 1
    if near < 2:
        return
    if phase != Phase.CHOOSE:
        for code in range(CODES):
            shallow[code] = worths[code] if (legal >> code) & 1 == 1 else -FAR
    asks, answers = np.zeros(ASKS, np.int64), np.zeros(ANSWERS)
    ahead, floats, nets = np.zeros(INTS, np.int64), np.zeros(FLOATS), np.zeros(NETS, np.float32)
    first = worths.copy()
    for time in range(2):
        asks[ASKED] = 0
        into = first if time == 0 else worths
        if phase == Phase.CHOOSE:
            deep_piles(shallow, into, ints, asks, answers)
        elif phase == Phase.TURN_UP:
            deep_turns(best - margin, shallow, into, ints, asks, answers)
        else:
            deep_places(hand, best - margin, shallow, into, ints, asks, answers)
        if time == 0:
            answer(asks, answers, maps, weights, ints, ahead, floats, nets)


@unchecked
def choose(state: Any, legal: int, word: int, table: Sequence[int]) -> int:  # noqa: ARG001 - no chance
    """Return the code that is worth most, the lowest of equals; in the last rounds for the match."""
    worths = np.zeros(CODES)
    match = 1 if state.rounds - state.round < table[0] // MATCH else 0
    weigh_for(match, state, legal, table, worths)
    return best_code(legal, worths, CODES)


def table_by(
    most_rats: int,
    weights: npt.NDArray[np.float32],
    margin: float = 0.0,
    flip_margin: float = 0.0,
    rounds: int = 0,
) -> Table:
    """Return the table for a search by these weights of a network.

    What is worth less than the best by no more than a margin, below a point, is looked at two turns
    ahead; in so many of the last rounds it plays for the match.
    """
    table = np.zeros(MAPS_END + WEIGHTS // 2, np.int64)
    table[0] = round(margin * LOOK) + LOOK * round(flip_margin * LOOK) + MATCH * rounds
    table[MAPS:MAPS_END] = maps(most_rats).view(np.int64)
    table[MAPS_END:] = weights.view(np.int64)
    table.setflags(write=False)
    return table


@lru_cache(maxsize=8)
def _learned(most_rats: int, margin: float, flip_margin: float, rounds: int) -> Table:
    from upcard.games import find_game

    kept = learned("rat-race-net").expect(find_game("rat-race"), FORM)
    weights = np.ascontiguousarray(kept["weights"], np.float32)
    return table_by(most_rats, weights, margin, flip_margin, rounds)


def tabulate(game: Game, options: Any, seats: int) -> Any:  # noqa: ARG001 - a policy's signature
    """Return the table of *expert*."""
    return _learned(options.walkout_rats, MARGIN, FLIP_MARGIN, LAST_ROUNDS)


def tabulate_at_one_turn(game: Game, options: Any, seats: int) -> Any:  # noqa: ARG001 - a policy's signature
    """Return the table of *expert* that looks one turn ahead only, and plays for the round."""
    return _learned(options.walkout_rats, 0.0, 0.0, 0)


GAMES = frozenset({"rat-race"})
EXPERT = Policy("expert", choose, tabulate, GAMES, weigh=weigh)
AT_ONE_TURN = Policy("expert-at-one-turn", choose, tabulate_at_one_turn, GAMES, weigh=weigh)
"""Nearly as strong and thirteen times as fast: it goes on from positions that are judged by playing on."""
