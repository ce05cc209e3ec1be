"""What the network of Nines learns from: rounds against itself.

A position after a turn is worth what the round brings less the luck that follows: each turn to come is looked
ahead to over all cards, so that what really comes counts only as far as the value was wrong about it. Of what
lies further ahead a share counts, ``trust`` a turn. A turn played at random says nothing about the one before
it.

Some rounds begin with turns of weak players, so that what strong ones never let happen is learned too. Of
these turns nothing is learned but what the last one led to.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from upcard.bots.choosing import best_code
from upcard.bots.expert_nines import SEARCH
from upcard.bots.greedy_nines import choose as choose_greedily
from upcard.bots.nines_ply import MOST_CODES
from upcard.bots.nines_table import (
    APART,
    BIAS,
    CODES,
    DRAW,
    FIRST_COLUMN,
    GRID,
    LAST,
    LATER,
    MOST_DOWN,
    MOVED,
    NEXT,
    QUICK,
    ROOM,
    ROW,
    WORTHS,
)
from upcard.bots.values.nines_layout import (
    COMING,
    COMINGS,
    DOWNS,
    HIDDEN,
    LEFT,
    MIDDLE,
    NET_ROOM,
    NEXT_DOWN,
    NEXT_GAIN,
    NEXT_ONE,
    OTHERS,
    OWN,
    OWN_GAIN,
    SEATED,
    SETTING,
    SETTINGS,
    TOTAL,
    UNSEEN,
    WANTED,
    WANTS,
)
from upcard.bots.values.nines_linear import bias_at, columns_at, most_advanced, part_before, upcards_at
from upcard.bots.values.nines_net import card_unit, setting_of, turns_left
from upcard.bots.values.nines_seen import look
from upcard.bots.values.nines_wants import fill_gains, note_chances, note_gain, note_held, note_wanted
from upcard.fast.kernel import compiled, unchecked
from upcard.fast.policy import count_codes, nth_code
from upcard.fast.support import insist
from upcard.games import find_game
from upcard.games.nines.scoring import rank_of
from upcard.games.nines.state import DRAW as DRAW_CODE
from upcard.games.nines.state import JOKER_RANK, SEATS, TAKE
from upcard.state import NOBODY, Phase
from upcard.train.nines_net_fit import (
    LINEAR,
    OUTCOME,
    ROUNDS,
    SUMMANDS,
    TARGET,
    TURNS,
    UPCARD,
    VALUE,
    output_of,
    sum_rows,
)
from upcard.train.nines_net_luck import expect_parts, luck_of, note_luck
from upcard.train.weakly import AS_TRAINED, AT_TIMES, GREEDY, RANDOMLY

STRAY = 24
"""One turn in so many, and one opening flip, is a random one."""
MOST_ROWS = 96
MOST_TURNS = 1024
MOVER, WORTH, SAMPLE, RANDOM = range(4)
LIVE, SEEN = 0, 2
EXPLORED, AMONG = 1, 2
"""How many rounds among so many begin with weak turns."""
MOST_WEAK = 24
"""No round begins with more of them."""
WEAK = (AS_TRAINED, AS_TRAINED, AT_TIMES, AT_TIMES, GREEDY, GREEDY, GREEDY, RANDOMLY, RANDOMLY)
"""How a seat plays then, one of these ways."""


@unchecked
def note_row(row: int, times: float, count: int, rows: Any, amounts: Any) -> int:
    """Note one row more."""
    rows[count] = row
    amounts[count] = times
    return count + 1


@unchecked
def note_position(state: Any, table: Any, ranks: Any, room: Any, rows: Any, amounts: Any) -> int:
    """Note which rows the position is the sum of, for the seat that has just moved; return how many."""
    following = state.seat
    mover = (following + state.seats - 1) % state.seats
    count = 0
    for seat in range(state.seats):
        times = 1.0
        begin = OTHERS
        if seat == mover:
            begin = OWN
        elif seat == following:
            begin = NEXT_ONE
        else:
            times = 1.0 / (state.seats - 1)
        for column in range(3):
            count = note_row(begin + ranks[seat, FIRST_COLUMN + column], times, count, rows, amounts)
    most = MOST_DOWN
    for seat in range(state.seats):
        if seat != mover:
            most = min(most, state.down[seat])
    downs = DOWNS + (state.down[mover] - 1) * MOST_DOWN + most - 1
    count = note_row(downs, 1.0, count, rows, amounts)
    count = note_row(NEXT_DOWN + state.down[following], 1.0, count, rows, amounts)
    count = note_row(SEATED + state.seats, 1.0, count, rows, amounts)
    count = note_row(LEFT + turns_left(mover, 0, state), 1.0, count, rows, amounts)
    for number in range(SETTINGS):
        times = setting_of(number, state)
        if times != 0.0:
            count = note_row(SETTING + number, times, count, rows, amounts)
    upcard = rank_of(state.discard[state.discard_size - 1])
    unit = card_unit(table)
    total = 0.0
    for rank in range(1, JOKER_RANK + 1):
        cards = room[GRID + rank]
        if room[APART] == 1.0:
            cards += room[DRAW + rank]
        if rank == upcard:
            cards += 1.0
        total += cards
        if cards > 0.0:
            count = note_row(UNSEEN + rank, unit * cards, count, rows, amounts)
    floats = room[ROOM:NET_ROOM].view(np.float32)
    floats[TOTAL] = total - 1.0
    note_chances(0, room, floats)
    fill_gains(mover, OWN_GAIN, 3, table, ranks, floats)
    fill_gains(following, NEXT_GAIN, 3, table, ranks, floats)
    note_wanted(mover, WANTED, table, ranks, floats)
    note_wanted(following, WANTED + WANTS, table, ranks, floats)
    note_held(mover, following, WANTED, table, ranks, floats)
    note_held(following, mover, WANTED + WANTS, table, ranks, floats)
    note_gain(WANTED, OWN_GAIN, -1, table, floats)
    note_gain(WANTED + WANTS, NEXT_GAIN, -1, table, floats)
    for number in range(COMINGS):
        if floats[WANTED + number] != 0.0:
            count = note_row(COMING + number, floats[WANTED + number], count, rows, amounts)
    return count


@unchecked
def note_summands(state: Any, table: Any, ranks: Any, start: int, rows: Any, amounts: Any) -> int:
    """Note behind the rows of a position which numbers its linear value is the sum of; return how many."""
    mover = (state.seat + state.seats - 1) % state.seats
    down = state.down[state.seat]
    upcard = rank_of(state.discard[state.discard_size - 1])
    share = -1.0 / (state.seats - 1)
    count = start
    for seat in range(state.seats):
        most = most_advanced(seat, state.seat, down, state)
        role, times = LATER, share
        if seat == mover:
            role, times = MOVED, 1.0
        elif seat == state.seat:
            role = NEXT
        at = columns_at(role, state.down[seat], most) - BIAS
        for column in range(3):
            number = ranks[seat, FIRST_COLUMN + column]
            count = note_row(at + number, times, count, rows, amounts)
            if role == NEXT:
                at_upcard = upcards_at(most, number, table) - BIAS + upcard
                count = note_row(at_upcard, times, count, rows, amounts)
        if role == NEXT:
            count = note_row(bias_at(down, most) - BIAS + upcard, times, count, rows, amounts)
    return count - start


@unchecked
def linear_worth(state: Any, table: Any, ranks: Any, room: Any) -> float:
    """Return what the linear value says, for the seat that has just moved."""
    mover = (state.seat + state.seats - 1) % state.seats
    upcard = rank_of(state.discard[state.discard_size - 1])
    down = state.down[state.seat]
    worth = 0.0
    for seat in range(state.seats):
        part = part_before(seat, state.seat, down, upcard, state, table, ranks, room)
        worth += part if seat == mover else -part / (state.seats - 1)
    return worth


@unchecked
def settle(turns: Any, lucks: Any, amount: int, trust: float, state: Any, facts: Any) -> None:
    """Write down what came of a round, and what each of its positions should have been worth."""
    seats = state.seats
    ahead = 1 if seats == 2 else seats
    sign = -1.0 if seats == 2 else 1.0
    whole = 0.0
    for seat in range(seats):
        whole += state.points[seat]
    for turn in range(amount - 1, -1, -1):
        sample = int(turns[turn, SAMPLE])
        if sample < 0:
            continue
        own = float(state.points[int(turns[turn, MOVER])])
        outcome = own - (whole - own) / (seats - 1)
        facts[sample, OUTCOME] = outcome
        target = outcome
        coming = turn + ahead
        if coming < amount:
            target = turns[coming, WORTH]
            if seats > 2:
                for between in range(turn + 1, coming):
                    target -= luck_of(int(turns[turn, MOVER]), seats, lucks[between])
            further = int(turns[coming, SAMPLE])
            if further >= 0 and turns[coming, RANDOM] == 0.0:
                target += trust * (facts[further, TARGET] - facts[further, VALUE])
            target *= sign
        facts[sample, TARGET] = target


@cache
def playing() -> Callable[..., Any]:
    """Return the kernel that plays matches against itself and notes positions; how many it returns."""
    insist()
    from upcard.fast.lessons import steps_of

    game = find_game("nines")
    start, step, below = steps_of(game)
    hide = game.hide
    prepare, look_ahead, weigh_in = SEARCH.prepare, SEARCH.look_ahead, SEARCH.weigh_in

    @unchecked
    def play(
        records: Any, fresh: int, table: Any, net: Any, greedy: Any, usual: bool, seed: Any, first: int,
        least: int, trust: float, rows: Any, amounts: Any, counts: Any, facts: Any, marks: Any,
    ) -> int:  # fmt: skip
        ranks = np.zeros((SEATS, ROW), np.int64)
        room = np.zeros(NET_ROOM)
        room[QUICK] = 1.0
        worths = np.zeros(MOST_CODES)
        layers = np.zeros(HIDDEN + MIDDLE, np.float32)
        turns = np.zeros((MOST_TURNS, 4))
        lucks = np.zeros((MOST_TURNS, SEATS))
        parts = np.zeros(SEATS)
        ways = np.zeros(SEATS, np.int64)
        known = False
        noted = 0
        match = first
        while noted < least:
            records[LIVE] = records[fresh]
            mask = start(records, LIVE, seed, match)
            match += 1
            state = records[LIVE]
            at = state.round
            amount = 0
            begun = noted
            weak = -1
            early = False
            while mask != 0:
                if weak < 0:
                    weak = 0
                    if below(records, LIVE, AMONG) < EXPLORED:
                        weak = 1 + below(records, LIVE, MOST_WEAK)
                        for seat in range(SEATS):
                            ways[seat] = WEAK[below(records, LIVE, len(WEAK))]
                    early = weak > 0
                phase = state.phase
                mover = state.seat
                stray = below(records, LIVE, STRAY) == 0
                if phase == Phase.CHOOSE:
                    early = amount < weak
                way = ways[mover] if early else AS_TRAINED
                if way == RANDOMLY or (way == AT_TIMES and below(records, LIVE, 2) == 0):
                    stray = True
                if way == GREEDY or (early and stray):
                    if phase == Phase.CHOOSE:
                        place = min(amount, MOST_TURNS - 1)
                        turns[place, MOVER] = mover
                        turns[place, SAMPLE] = -1.0
                        turns[place, RANDOM] = 1.0
                        known = False
                        amount += 1
                    if stray:
                        code = nth_code(mask, below(records, LIVE, count_codes(mask)))
                    else:
                        records[SEEN] = records[LIVE]
                        hide(records[SEEN], mover)
                        code = choose_greedily(records[SEEN], mask, 0, greedy)
                elif phase == Phase.CHOOSE:
                    prepare(state, table, ranks, room)
                    worth = look_ahead(state, table, ranks, room)
                    place = min(amount, MOST_TURNS - 1)
                    turns[place, MOVER] = mover
                    turns[place, WORTH] = worth
                    turns[place, SAMPLE] = -1.0
                    turns[place, RANDOM] = 1.0 if stray else 0.0
                    lucks[place] = 0.0
                    known = state.seats > 2 and not stray and room[LAST] == 0.0
                    if known:
                        known = expect_parts(state, table, ranks, room, parts)
                    amount += 1
                    code = TAKE
                    if stray:
                        code = nth_code(mask, below(records, LIVE, count_codes(mask)))
                    elif room[WORTHS + 1] < room[WORTHS]:
                        code = DRAW_CODE
                    mask = step(records, LIVE, code)
                    if stray:
                        code = nth_code(mask, below(records, LIVE, count_codes(mask)))
                    elif code == TAKE:
                        code = int(room[CODES])
                    else:
                        code = int(room[CODES + rank_of(state.hand)])
                elif stray:
                    code = nth_code(mask, below(records, LIVE, count_codes(mask)))
                else:
                    weigh_in(state, mask, table, ranks, room, worths)
                    code = best_code(mask, worths, MOST_CODES)
                mask = step(records, LIVE, code)
                if mask == 0 or state.round != at:
                    if amount < MOST_TURNS:
                        settle(turns, lucks, amount, trust, state, facts)
                        begun = noted
                    noted = begun  # a round without an end is forgotten
                    at = state.round
                    amount = 0
                    weak = -1
                    marks[ROUNDS] += 1
                    if noted + MOST_TURNS > len(facts):
                        break
                elif (
                    phase != Phase.FLIP and state.seat != mover and state.finisher == NOBODY
                    and amount >= weak
                ):  # fmt: skip
                    look(state, table, ranks, room)
                    count = note_position(state, table, ranks, room, rows[noted], amounts[noted])
                    counts[noted] = count
                    sum_rows(rows[noted], amounts[noted], count, net, layers)
                    upcard = rank_of(state.discard[state.discard_size - 1])
                    fact = facts[noted]
                    fact[UPCARD] = upcard
                    fact[LINEAR] = linear_worth(state, table, ranks, room)
                    fact[VALUE] = fact[LINEAR] + output_of(upcard, net, layers)
                    fact[SUMMANDS] = 0.0
                    if usual:
                        fact[SUMMANDS] = note_summands(
                            state, table, ranks, count, rows[noted], amounts[noted]
                        )
                    place = min(amount, MOST_TURNS) - 1
                    turns[place, SAMPLE] = noted
                    if known:
                        note_luck(state, table, ranks, room, parts, lucks[place])
                    noted += 1
                    if amount >= MOST_TURNS - 1:
                        break
            if state.round == at and mask != 0:
                noted = begun
        marks[TURNS] += noted
        return noted

    return compiled("nines-net-play", play)
