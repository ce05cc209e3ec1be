"""How the network of Rat Race plays to learn: what its turns ought to make, and turns played weakly."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from upcard.bots import columns
from upcard.bots.choosing import best_code
from upcard.bots.expert_rat_race import CODES, weigh_one_turn
from upcard.bots.greedy_rat_race import choose as choose_greedily
from upcard.bots.rat_race_net_deep import SHALLOW
from upcard.bots.rat_race_net_opening import position_worth
from upcard.bots.rat_race_net_parts import look_ahead
from upcard.bots.rat_race_net_search import best_flip, best_place
from upcard.bots.rat_race_prepare import maps_in, weights_in
from upcard.bots.rat_race_search import FAR
from upcard.bots.rat_race_table import Table
from upcard.bots.values.rat_race_maps import RANKS, SIZE
from upcard.bots.values.rat_race_net import NETS
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
from upcard.fast.kernel import compiled, unchecked
from upcard.fast.policy import coin, count_codes, nth_code, share_of
from upcard.fast.support import insist
from upcard.games import find_game
from upcard.games.rat_race.state import DRAW, FLIP, PLACE, REJECT, TAKE
from upcard.state import NOBODY, Phase
from upcard.train.rat_race_learning import KEPT, NOT_SOUGHT, keep_position
from upcard.train.weakly import AT_TIMES, GREEDY, RANDOMLY

STRAY, STRAY_OPENING, STRAY_BADLY = 24, 4, 3
"""One choice in so many is any that is legal, so that the value knows what it would not do itself; more often
in the opening, where few cells are compared, and by a seat that plays badly."""
NEVER = -1

MOST_WEAK = 24
"""How many turns of a round are played weakly, at most: nearly all of one."""

MASK, MATCH = range(2)
"""Where it stands which codes are legal in the match that is played, and how many have begun."""
SHARE, ROUND, TURNS, HOW = range(4)
WEAK = 4
"""What is said of weak play: of how many rounds one begins so, 0 for none; which round it is, how many of its
turns are played weakly, and how, two bits for each seat."""


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
    return int(best_code(legal, worths, CODES))


@unchecked
def begin_round(state: Any, word: int, weak: Any) -> None:
    """Note how many turns of a round that begins are played weakly, and how."""
    weak[ROUND] = state.round
    weak[TURNS] = weak[HOW] = 0
    if weak[SHARE] > 0 and share_of(word, weak[SHARE]) == 0:
        low = word & ((1 << 30) - 1)
        weak[TURNS] = 1 + (low >> 4) % MOST_WEAK
        weak[HOW] = (low >> 16) % 16


@unchecked
def is_weak(state: Any, weak: Any) -> bool:
    """Whether a turn is one of those that are played weakly."""
    turns = np.int64(state.turns[0]) + np.int64(state.turns[1])
    return bool(state.phase != Phase.REVEAL and turns < weak[TURNS])


@unchecked
def weak_code(state: Any, legal: int, word: int, how: int, table: Any, greedy: Any) -> int:
    """Return what a seat does that plays in that way."""
    if how == RANDOMLY or (how == AT_TIMES and coin(word, 2)):
        return nth_code(legal, share_of(word, count_codes(legal)))
    if how == GREEDY:
        return choose_greedily(state, legal, word, greedy)
    return best_by_one_turn(state, legal, table)


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
        greedy: Any, numbers: Any, weak: Any, positions: Any, sought: Any, worths: Any, linked: Any,
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
                weak[ROUND] = NEVER
                rats = records[LIVE].walkout_rats
                for place in range(SIZE):
                    maps[place] = all_maps[rats, place]
                before = -1
            look(records)
            state = records[SEEN]
            word = word_of(records)
            code = -1
            if state.round != weak[ROUND]:
                begin_round(state, word, weak)
            if state.phase == Phase.REVEAL:
                before = -1
            if is_weak(state, weak):
                how = (weak[HOW] >> (2 * state.seat)) & 3
                code = weak_code(state, mask, word, how, table, greedy)
                planned = 0
                before = -1
                mask = go_on(records, code)
                continue
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
    records: Any, seed: int, turns: int, usual: int, kinds: int, badly: int, all_maps: Any, table: Table,
    numbers: Any, weak: Any = None,
) -> tuple[Any, Any, Any, Any]:  # fmt: skip
    """Play so many turns by a table; no round begins weakly where nothing is said of it.

    Returned are positions, what their turns are worth by upcard, and what ``look_back`` wants beside.
    """
    game = find_game("rat-race")
    positions = np.zeros((turns + 1, KEPT), np.int8)
    sought = np.zeros((turns + 1, RANKS), np.float32)
    worths = np.zeros(turns + 1)
    linked = np.zeros(turns + 1, np.uint8)
    greedy = np.array(columns.tabulate(game, game.options(), 2), np.int64)
    _playing()(
        records, np.uint64(seed), turns, usual, kinds, badly, all_maps, table, greedy, numbers,
        np.zeros(WEAK, np.int64) if weak is None else weak, positions, sought, worths, linked,
    )  # fmt: skip
    return positions, sought, worths, linked
