"""Rack-O played to learn from: matches against itself, and what the network saw after each turn of them.

A match depends on the weights, the seed and its number alone, so that any number of threads may play them.

Some rounds begin with turns of weak players, so that racks which strong ones never have are learned too. Of
these turns nothing is noted but what the last one led to, and how such a round ends is counted nowhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from upcard.bots.choosing import best_code
from upcard.bots.greedy_rack_o import choose as choose_greedily
from upcard.bots.greedy_rack_o import tabulate
from upcard.bots.values.race import run_with
from upcard.bots.values.race_net import POINTS, see_rack
from upcard.bots.values.race_room import AIM_COUNT, HEADS, KNOWN, TRIED, room
from upcard.bots.values.racing import CODES, weigh_in
from upcard.bots.weights import Array
from upcard.fast.kernel import compiled, kernel
from upcard.fast.policy import count_codes, nth_code
from upcard.fast.support import cores, insist
from upcard.fast.threads import in_chunks
from upcard.games import find_game
from upcard.games.rack_o.scoring import same_side
from upcard.games.rack_o.state import AUTO, CARD_POINTS, CELLS, EVERY_RISE, REJECT, REJECT_DECLARE, SEATS
from upcard.state import Phase
from upcard.train.weakly import AS_TRAINED, AT_TIMES, GREEDY, RANDOMLY

LIVE, SEEN, FRESH = 0, 1, 2
STRAY = 40
"""One decision in so many is a random one: positions that the value would not have led to."""
AMONG = 3
"""One round among so many begins with weak turns, where that is wanted."""
MOST_WEAK = 15
"""No seat has more of them."""
WEAK = (AS_TRAINED, AT_TIMES, GREEDY, GREEDY, RANDOMLY)
"""How a seat plays then, one of these ways."""
INPUTS = KNOWN + TRIED
TURN_ROOM = 200
"""Of each round a seat's first turns are noted, so many."""
ROW_ROOM, STRETCH_ROOM = 8_000, 400
"""So much of a match is noted; rounds that do not fit in whole are left out."""
BEGIN, COUNT, END, TURN, RUN = range(5)
STRETCH = 5
"""A seat's round: where its rows begin, how many there are, how it ended (0 where the seat went out, else for
how many cards it was paid), and of one that went out the turn, −1 if the round began weakly, and the longest
run."""


@dataclass(frozen=True, slots=True)
class Book:
    """What a match was like: what the network saw after each turn, each seat's rounds, what these brought.

    The rounds of all seats stand together. ``came`` is by how much the seat, or its side, did better than
    the mean of the others, in units of the network. ``ends`` counts how rounds ended, as ``note_ends`` does.
    """

    rows: Array
    stretches: Array
    came: Array
    ends: Array
    seats: int


@kernel
def difference(state: Any, seat: int) -> float:
    """Return by how many points a seat, or its side, did better than the mean of the others, in units."""
    own = 0.0
    sides = 0
    others = 0.0
    for other in range(state.seats):
        if same_side(state, seat, other):
            own += float(state.points[other])
            sides += 1
        else:
            others += float(state.points[other])
    return (own / sides - others / (int(state.seats) - sides)) / POINTS


@kernel
def note_ends(state: Any, out: Any, dealer: int, ends: Any) -> None:
    """Count for how many cards each other seat was paid, by the score's reading and who went first."""
    score = 1 if state.loser_score == EVERY_RISE else 0
    for finisher in range(state.seats):
        if out[finisher, 0] >= 0:
            first = 1 if finisher == (dealer + 1) % state.seats else 0
            for seat in range(state.seats):
                if seat != finisher:
                    ends[score, first, min(CELLS, int(state.points[seat]) // CARD_POINTS)] += 1.0


@kernel
def note_round(state: Any, past: Any, lengths: Any, out: Any, weak: int, book: Any) -> None:
    """Write down a round that has ended, unless there is no room left; ``weak`` turns were its first."""
    rows, stretches, came, _, sizes = book
    total = 0
    for seat in range(state.seats):
        total += lengths[seat]
    fits = sizes[0] + total <= ROW_ROOM and sizes[1] + state.seats <= STRETCH_ROOM
    for seat in range(state.seats):
        if fits:
            stretch = stretches[sizes[1]]
            stretch[BEGIN] = sizes[0]
            stretch[COUNT] = lengths[seat]
            stretch[END] = min(CELLS, max(1, int(state.points[seat]) // CARD_POINTS))
            if out[seat, 0] >= 0:
                stretch[END] = 0
                stretch[TURN] = -1 if weak > 0 else out[seat, 0]
                stretch[RUN] = out[seat, 1]
            came[sizes[1]] = difference(state, seat)
            for turn in range(lengths[seat]):
                for place in range(INPUTS):
                    rows[sizes[0], place] = past[seat, turn, place]
                sizes[0] += 1
            sizes[1] += 1
        lengths[seat] = 0
        out[seat, 0] = -1


@cache
def playing() -> Callable[..., None]:
    """Return the kernel that plays a match and fills a book; none where ``amount`` is 0."""
    insist()
    from upcard.fast.lessons import steps_of

    game = find_game("rack-o")
    start, step, below = steps_of(game)
    hide = game.hide

    def play(
        records: Any, numbers: Any, greedy: Any, weakly: bool, seed: Any, match: int, amount: int, book: Any
    ) -> None:
        work = room(int(numbers[AIM_COUNT]))
        past = np.zeros((SEATS, TURN_ROOM, INPUTS))
        lengths = np.zeros(SEATS, np.int64)
        out = np.full((SEATS, 2), -1)
        worths = np.zeros(CODES)
        ways = np.zeros(SEATS, np.int64)
        book[3][:] = 0.0
        book[4][:] = 0
        if amount == 0:
            return
        records[LIVE] = records[FRESH]
        mask = start(records, LIVE, seed, match)
        state = records[LIVE]
        at = state.round
        dealer = int(state.dealer)
        weak, turns = -1, 0
        while mask != 0:
            if weak < 0:  # a round begins
                weak, turns = 0, 0
                if weakly and below(records, LIVE, AMONG) == 0:
                    weak = 1 + below(records, LIVE, MOST_WEAK * int(state.seats))
                    for place in range(SEATS):
                        ways[place] = WEAK[below(records, LIVE, len(WEAK))]
            seat = int(state.seat)
            records[SEEN] = records[LIVE]
            seen = records[SEEN]
            hide(seen, seat)
            choosing = state.phase == Phase.CHOOSE
            if choosing:
                turns += 1
            way = ways[seat] if turns <= weak else AS_TRAINED
            stray = below(records, LIVE, STRAY) == 0
            if way == RANDOMLY or (way == AT_TIMES and below(records, LIVE, 2) == 0):
                stray = True
            code = nth_code(mask, below(records, LIVE, count_codes(mask)))
            by_worths = not stray and way != GREEDY
            if by_worths or not choosing:
                weigh_in(seen, mask, numbers, work, worths)
            if not stray and way == GREEDY:
                code = choose_greedily(seen, mask, 0, greedy)
            elif by_worths:
                code = best_code(mask, worths, CODES)
            if not choosing:
                cell = code - REJECT_DECLARE if code >= REJECT_DECLARE else code - REJECT
                card = int(seen.hand)
                run = run_with(work, cell, card)
                goes = code >= REJECT_DECLARE or (state.declare == AUTO and run >= state.run_needed)
                if goes:
                    out[seat, 0] = state.turns[seat]
                    out[seat, 1] = run
                elif turns >= weak and lengths[seat] < TURN_ROOM:
                    row = past[seat, lengths[seat]]
                    count = see_rack(seen, numbers, work, cell, card, run)
                    for place in range(KNOWN):
                        row[place] = work[17][place]
                    for place in range(TRIED):
                        row[KNOWN + place] = work[19][place] if place < count else 0.0
                    lengths[seat] += 1
            mask = step(records, LIVE, code)
            if state.round != at or mask == 0:
                at = state.round
                if weak == 0:
                    note_ends(state, out, dealer, book[3])
                dealer = int(state.dealer)
                note_round(state, past, lengths, out, weak, book)
                weak = -1

    return compiled("rack-o-play", play)


def books(
    records: Any, numbers: Array, seed: int, first: int, amount: int, *, weakly: bool = False
) -> Iterator[Book]:
    """Yield the books of so many matches, in order, played on all cores.

    ``weakly`` says whether some rounds begin with turns of weak players.
    """
    play = playing()
    seats = int(records[FRESH]["seats"])
    greedy = np.array(tabulate(find_game("rack-o"), None, seats), np.int64)

    def make_room() -> Any:
        book = (
            np.zeros((ROW_ROOM, INPUTS)),
            np.zeros((STRETCH_ROOM, STRETCH), np.int64),
            np.zeros(STRETCH_ROOM),
            np.zeros((2, 2, HEADS)),
            np.zeros(2, np.int64),
        )
        return records.copy(), book

    def some(room_of: Any, start: int, count: int) -> list[Book]:
        own, book = room_of
        found = []
        for match in range(first + start, first + start + count):
            play(own, numbers, greedy, weakly, np.uint64(seed), match, 1, book)
            rows, stretches, came, ends, (used, noted) = book
            found.append(
                Book(rows[:used].copy(), stretches[:noted].copy(), came[:noted].copy(), ends.copy(), seats)
            )
        return found

    own, book = make_room()
    play(own, numbers, greedy, weakly, np.uint64(seed), 0, 0, book)  # compiles it, before there are threads
    for found in in_chunks(make_room, some, amount, cores()):
        yield from found
