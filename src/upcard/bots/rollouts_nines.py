"""*rollouts* at Nines: what *expert* finds close is played on to the end of the round, many times over.

The best few actions are tried in the same worlds: what nobody has seen is dealt anew, *expert* at one turn
goes on for every seat, and luck by its worths is taken off. Those that fall behind are left, the others go on
twice as long. What came of it and what *expert* held them to be worth count each the more the surer it is. It
needs Numba: a decision takes some thousands of turns.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

import numpy as np

from upcard.bots import expert_nines
from upcard.bots.appraisals import appraiser_for
from upcard.bots.appraising import by_worths
from upcard.bots.choosing import best_code
from upcard.bots.continuing import ROUND, counting_ahead, playing_on
from upcard.bots.nines_deep import is_open, same_as
from upcard.fast import luck
from upcard.fast.accounts import MOST_PLACES
from upcard.fast.appraiser import Appraiser
from upcard.fast.drivers import FRESH, LIVE
from upcard.fast.kernel import compiled, kernel
from upcard.fast.link import twin_of
from upcard.fast.policy import Policy
from upcard.fast.records import pack, quick_type
from upcard.fast.support import insist
from upcard.fast.words import jit, quick_below, quick_seed, whole
from upcard.game import Game
from upcard.games import find_game
from upcard.games.nines.scoring import packs
from upcard.games.nines.state import CELLS, JOKER, REJECT, SEATS
from upcard.state import NOBODY, Phase, Source

insist()

CODES = len(find_game("nines").actions)
CLOSE = 0.8
"""Actions that *expert* holds to be worth within so many points of its best one are tried."""
TRIED = 4
"""No more actions than that are."""
FIRST, MOST, TOTAL = 32, 256, 400
"""How many continuations each gets at first, and at most, and all of them together: they double as long as it
is open which is best."""
BEHIND = 2.0
"""So many standard errors behind the best an action is given up."""
TRUST = 0.4
"""By how much what *expert* says of two actions is off, in points, root mean square: the surer, the less."""
HEAD = 3
"""Where the table of *expert* begins: behind where it ends, and those of luck and of play that follow it."""

Table = Any  # an array of whole numbers, which is as good as a sequence of them


GOES_ON = expert_nines.AT_ONE_TURN
"""Who plays for every seat."""


def _measure() -> Appraiser:
    glance = appraiser_for("nines")
    assert glance is not None
    return by_worths(find_game("nines"), GOES_ON, glance)


MEASURE = _measure()
"""What luck is measured by."""
weigh = expert_nines.DEEPER.weigh


@kernel
def note_close(state: Any, legal: int, worths: Any, close: Any) -> int:
    """Write the codes that are to be tried, the best one first, and return how many; 1 if it is plain.

    Cells of a column that look alike come to the same, and only the first is tried. Nothing is where a round
    is in its last turns: *expert* reckons them exactly.
    """
    close[0] = best_code(legal, worths, CODES)
    if state.finisher != NOBODY:
        return 1
    placing = state.phase == Phase.PLACE_DRAWN or state.phase == Phase.PLACE_TAKEN
    if not placing and state.phase != Phase.CHOOSE:
        return 1
    best = worths[close[0]]
    count = 1
    while count < TRIED:
        found = -1
        for code in range(CODES):
            if (legal >> code) & 1 == 0 or worths[code] < best - CLOSE:
                continue
            if placing and code != REJECT and (same_as(code, state) >= 0 or not is_open(code, state)):
                continue
            known = False
            for place in range(count):
                if close[place] == code:
                    known = True
            if not known and (found < 0 or worths[code] > worths[found]):
                found = code
        if found < 0:
            break
        close[count] = found
        count += 1
    return count


@jit
def count_unseen(state: Any, unseen: Any) -> None:
    """Count the cards by face that nobody has seen, in the pile and in layouts."""
    for face in range(1, JOKER + 1):
        unseen[face] = packs(state.seats)
    unseen[JOKER] *= 2
    for seat in range(state.seats):
        for cell in range(CELLS):
            if state.up[seat][cell] == 1:
                unseen[state.grid[seat][cell]] -= 1
    for place in range(state.discard_size):
        unseen[state.discard[place]] -= 1
    if state.hand != 0:
        unseen[state.hand] -= 1


@jit
def count_pile(state: Any, unseen: Any, pile: Any) -> None:
    """Take the cards that are in the pile for certain out of those unseen, and count them for themselves."""
    for face in range(1, JOKER + 1):
        pile[face] = 0
    if state.pool_on == 1 and state.pile_size > 0:
        for face in range(1, JOKER + 1):
            pile[face] = state.pool[face]
        if state.hand != 0 and state.hand_source == Source.PILE:
            pile[state.hand] -= 1
        for face in range(1, JOKER + 1):
            unseen[face] -= pile[face]


@jit
def shuffled(state: Any, counts: Any, cards: Any, begin: int) -> int:
    """Lay the counted cards behind ``begin`` in any order, and return where they end."""
    end = begin
    for face in range(1, JOKER + 1):
        for _ in range(counts[face]):
            cards[end] = face
            end += 1
    for place in range(begin + 1, end):
        other = begin + quick_below(state, place + 1 - begin)
        card = cards[place]
        cards[place] = cards[other]
        cards[other] = card
    return end


@jit
def deal_unseen(state: Any, unseen: Any, pile: Any, cards: Any) -> None:
    """Deal what nobody has seen to where it may lie: layouts first, then the pile."""
    end = shuffled(state, unseen, cards, 0)
    shuffled(state, pile, cards, end)
    place = 0
    for seat in range(state.seats):
        for cell in range(CELLS):
            if state.up[seat][cell] == 0:
                state.grid[seat][cell] = cards[place]
                place += 1
    for at in range(state.pile_size):
        state.pile[at] = cards[place]
        place += 1


@jit
def settle(found: Any, counts: Any, count: int, close: Any, worths: Any, scores: Any, errors: Any) -> int:
    """Work out by how much each is better than the first one, and how sure; return the best one's place."""
    best = 0
    scores[0], errors[0] = 0.0, 0.0
    for place in range(1, count):
        many = counts[place]
        mean = 0.0
        for number in range(many):
            mean += found[place, number] - found[0, number]
        mean /= many
        spread = 0.0
        for number in range(many):
            away = found[place, number] - found[0, number] - mean
            spread += away * away
        spread /= many * (many - 1)
        before = worths[close[place]] - worths[close[0]]
        sure = TRUST * TRUST / (TRUST * TRUST + spread)
        scores[place] = before + sure * (mean - before)
        errors[place] = np.sqrt(sure * spread)
        if scores[place] > scores[best]:
            best = place
    return best


@cache
def rolling() -> Any:
    """Return what tries actions: (seen, word, table, close, count, worths) → the code of the best one."""
    game = find_game("nines")
    kind = quick_type(game.state)
    play, ahead = playing_on(game, [GOES_ON], MEASURE), counting_ahead(game)
    classes = len(luck.classes_of(game)[1])
    deck = len(game.deck(SEATS))

    @whole
    def roll_on(seen: Any, word: Any, table: Any, close: Any, count: int, worths: Any) -> Any:
        records = np.empty(luck.ROWS, kind)
        records[FRESH] = seen
        fresh, state = records[FRESH], records[LIVE]
        fresh.stir = 0
        luck_table = table[table[0] : table[1]]
        tables = table[table[1] : table[2]].reshape((1, -1))
        kinds, codes = np.zeros(1, np.int64), np.zeros(0, np.uint8)
        shares = np.full(fresh.seats, 1.0 / (fresh.seats - 1))
        shares[fresh.seat] = -1.0  # the fewer points the better
        room, counted = np.zeros(fresh.seats + classes), np.zeros(classes, np.int64)
        places = np.zeros(MOST_PLACES, np.int64)
        unseen, pile = np.zeros(JOKER + 1, np.int64), np.zeros(JOKER + 1, np.int64)
        cards = np.zeros(deck, np.uint8)
        count_unseen(fresh, unseen)
        count_pile(fresh, unseen, pile)
        found = np.zeros((count, MOST))
        counts = np.zeros(count, np.int64)
        running = np.ones(count, np.uint8)
        scores, errors = np.zeros(count), np.zeros(count)
        seed = np.uint64(word)
        most = FIRST
        best = 0
        while True:
            for number in range(counts[0], most):
                for place in range(count):
                    if running[place] == 1:
                        records[LIVE] = records[FRESH]
                        quick_seed(state, seed, np.uint64(number))
                        deal_unseen(state, unseen, pile, cards)
                        before = ahead(state, shares)
                        _, lucky = play(
                            records, kinds, tables, codes, ROUND, close[place], seed, np.uint64(number),
                            luck_table, shares, room, counted, places,
                        )  # fmt: skip
                        found[place, number] = ahead(state, shares) - before - lucky
            for place in range(count):
                if running[place] == 1:
                    counts[place] = most
            best = settle(found, counts, count, close, worths, scores, errors)
            still = 0  # open whether better than the best one, or than the first one
            if best != 0 and scores[best] < BEHIND * errors[best]:
                still = 1
            for place in range(1, count):
                if running[place] == 1 and place != best:
                    away = np.sqrt(errors[place] * errors[place] + errors[best] * errors[best])
                    if scores[best] - scores[place] > BEHIND * away:
                        running[place] = 0
                    else:
                        still += 1
            if still == 0 or 2 * most > MOST or 2 * most * np.sum(running) > TOTAL:
                break
            most *= 2
        return close[best]

    return roll_on


def roll(seen: Any, word: int, table: Any, close: Any, count: int, worths: Any) -> int:
    """Return the best of some actions, the first of which is *expert*'s, once they have been played on."""
    game = find_game("nines")
    records = pack(quick_type(game.state), [seen])
    return int(_alone()(records, word, np.asarray(table), close, count, worths))


@cache
def _alone() -> Any:
    roll_on = rolling()

    def roll_first(records: Any, word: Any, table: Any, close: Any, count: int, worths: Any) -> Any:
        return roll_on(records[0], word, table, close, count, worths)

    return compiled("nines-rollouts", roll_first)


def _compiled_roll(*_: Any) -> Any:
    roll_on = rolling()

    def roll_there(seen: Any, word: Any, table: Any, close: Any, count: int, worths: Any) -> Any:
        return roll_on(seen, word, table, close, count, worths)

    return roll_there


twin_of(roll)(_compiled_roll)


@kernel
def choose(state: Any, legal: int, word: int, table: Sequence[int]) -> int:
    """Return the code that is worth most, after rollouts of those that are close."""
    worths = np.zeros(CODES)
    close = np.zeros(TRIED, np.int64)
    weigh(state, legal, table[HEAD : table[0]], worths)
    count = note_close(state, legal, worths, close)
    if count == 1:
        return int(close[0])
    return int(roll(state, word, table, close, count, worths))


@lru_cache(maxsize=16)
def _table(name: str, options: Any, seats: int) -> Table:
    game = find_game(name)
    parts = [
        np.asarray(expert_nines.expert_table(game, options, seats), np.int64),
        np.asarray(MEASURE.table_for(game, options, seats), np.int64),
        np.asarray(GOES_ON.table_for(game, options, seats), np.int64),
    ]
    ends = HEAD + np.cumsum([len(part) for part in parts])
    table = np.concatenate([ends, *parts])
    table.setflags(write=False)
    return table


def tabulate(game: Game, options: Any, seats: int) -> Table:
    """Return the table: where each part ends, then those of *expert*, of luck and of play."""
    return _table(game.name, options, seats)


ROLLOUTS = Policy("rollouts", choose, tabulate, frozenset({"nines"}))
"""How it chooses."""
