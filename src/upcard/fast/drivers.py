"""What is compiled around the rules of a game: answering chance, single steps, and whole matches.

Every driver takes an array of records and works on its rows, since a row passed on costs nothing and a
record taken out of an array costs a copy. A match is played in row ``LIVE``, begun from row ``FRESH``;
row ``SEEN`` is what the seat to move sees of it.

Chance is answered in three ways. ``STIRRED`` leaves the order of a pile open and draws from the record's own
generator: for many matches that nobody will look at. ``SEEDED`` and ``PAIRED`` give the very answers of
``SeededChance`` and ``PairedChance``: for matches that can be played again on a table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from upcard.fast.code_hash import code_of
from upcard.fast.policy import RANDOM, Policy, count_codes, nth_code, share_of
from upcard.fast.words import (
    bot_seed,
    decision_word,
    exact_pick,
    exact_shuffle,
    jit,
    paired_shuffle,
    quick_below,
    quick_seed,
    quick_word,
    upper_bits,
    whole,
)
from upcard.game import Game
from upcard.state import Phase

STIRRED, SEEDED, PAIRED = 0, 1, 2
LIVE, FRESH, SEEN = 0, 1, 2
ROWS = 3
MOST_POLICIES = 256
"""How many may play in one engine."""

MATCHES, DECISIONS, CARDS, ROUNDS, TURNS, CAPPED, TIES = range(7)
SUMS = 7
"""Where the counts of a seat begin: its final scores, their squares, and how often it came first."""
A_SEAT = 3

SHUFFLE, PICK, OVER = Phase.SHUFFLE, Phase.PICK, Phase.OVER

Driver = Callable[..., Any]


def single_rules(game: Game) -> dict[str, Driver]:
    """Return the rules one by one, on full records: they do not answer chance."""
    legal, apply, resume, hide, default = game.legal, game.apply, game.resume, game.hide, game.default

    def one_legal(records: Any, index: int) -> int:
        return legal(records[index])

    def one_apply(records: Any, index: int, code: int) -> None:
        apply(records[index], code)

    def one_resume(records: Any, index: int) -> None:
        resume(records[index])

    def one_hide(records: Any, index: int, seat: int) -> None:
        hide(records[index], seat)

    def one_default(records: Any, index: int) -> int:
        return default(records[index])

    return {
        "legal": one_legal,
        "apply": one_apply,
        "resume": one_resume,
        "hide": one_hide,
        "default": one_default,
    }


def settling(game: Game) -> Driver:
    """Return the function that answers chance until a seat is to move or the match is over."""
    resume = game.resume

    @whole
    def settle(state: Any, mode: int, seed: Any, match: int, deck: Any, keys: Any) -> None:
        while state.phase == SHUFFLE or state.phase == PICK:
            number = state.request
            state.request += 1
            if state.phase == SHUFFLE:
                if mode == SEEDED:
                    size = state.pile_size
                    exact_shuffle(state.pile, size, seed, np.uint64(match), state.round, number)
                elif mode == PAIRED:
                    size = state.pile_size
                    paired_shuffle(state.pile, size, deck, keys, seed, np.uint64(match), state.round, number)
            elif mode == STIRRED:
                state.picked = quick_below(state, state.pick_of)
            else:
                state.picked = exact_pick(state.pick_of, seed, np.uint64(match), state.round, number)
            resume(state)

    return settle


def single_steps(game: Game) -> dict[str, Driver]:
    """Return what drives a match from outside, a decision at a time, on quick records."""
    legal, apply, resume = game.legal, game.apply, game.resume

    @whole
    def answer(state: Any) -> None:
        while state.phase == SHUFFLE or state.phase == PICK:
            state.request += 1
            if state.phase == PICK:
                state.picked = quick_below(state, state.pick_of)
            resume(state)

    def start(records: Any, index: int, seed: Any, match: int) -> int:
        state = records[index]
        quick_seed(state, seed, np.uint64(match))
        state.stir = 1
        answer(state)
        return legal(state)

    def open_codes(records: Any, index: int) -> int:
        return legal(records[index])

    def step(records: Any, index: int, code: int) -> int:
        state = records[index]
        apply(state, code)
        if state.phase == SHUFFLE or state.phase == PICK:
            answer(state)
        return legal(state)

    started, stepped = jit(start), jit(step)

    def run_steps(records: Any, seed: Any, matches: int) -> Any:
        decisions = cards = 0
        state = records[LIVE]
        for match in range(matches):
            records[LIVE] = records[FRESH]
            mask = started(records, LIVE, seed, match)
            while mask != 0:
                word = upper_bits(quick_word(state))
                mask = stepped(records, LIVE, nth_code(mask, share_of(word, count_codes(mask))))
                decisions += 1
            cards += state.lifts
        return decisions, cards

    return {"start": start, "legal": open_codes, "step": step, "run_steps": run_steps}


def ways_of(policies: Sequence[Policy]) -> list[Callable[..., int]]:
    """Return the functions that these policies choose by, each once, whichever policy comes first.

    Policies that differ in their tables only share one, so what is compiled for a set does for any other
    that has the same functions.
    """
    return sorted(dict.fromkeys(policy.choose for policy in policies), key=code_of)


def kinds_of(policies: Sequence[Policy]) -> list[int]:
    """Return the number by which a driver knows each policy: its place, and above it that of its function."""
    ways = ways_of(policies)
    return [place + MOST_POLICIES * ways.index(policy.choose) for place, policy in enumerate(policies)]


def choosing(policies: Sequence[Policy]) -> Driver:
    """Return ``choose(kind, state, legal, word, tables)``, where ``kind`` is as ``kinds_of`` has it."""
    return _by_way(ways_of(policies))


def _by_way(ways: Sequence[Callable[..., int]]) -> Driver:
    place = len(ways) - 1
    last = ways[place]
    if place == 0:

        @jit
        def first(kind: int, state: Any, legal: int, word: Any, tables: Any) -> Any:
            return last(state, legal, word, tables[kind % MOST_POLICIES])

        return first

    others = _by_way(ways[:place])

    @jit
    def choose(kind: int, state: Any, legal: int, word: Any, tables: Any) -> Any:
        if kind // MOST_POLICIES == place:
            return last(state, legal, word, tables[kind % MOST_POLICIES])
        return others(kind, state, legal, word, tables)

    return choose


def deciding(game: Game, policies: Sequence[Policy]) -> Driver:
    """Return ``decide(records, kinds, mask, word, tables)``: the code that the seat to move in LIVE chooses.

    It is shown row SEEN, in which what it may not know is blanked.
    """
    hide, choose = game.hide, choosing(policies)
    blind = all(policy.blind for policy in policies)
    alone = len(policies) == 1
    trusted = all(policy is RANDOM for policy in policies)

    @jit
    def decide(records: Any, kinds: Any, mask: int, word: Any, tables: Any) -> Any:
        kind = 0 if alone else kinds[records[LIVE].seat]
        if blind:  # what it is not meant to look at is not there: this row still lies as the match began
            code = choose(kind, records[SEEN], mask, word, tables)
        else:
            records[SEEN] = records[LIVE]
            seen = records[SEEN]
            hide(seen, seen.seat)
            for face in range(len(seen.tally)):
                seen.tally[face] = 0
            for place in range(4):
                seen.words[place] = 0
            code = choose(kind, seen, mask, word, tables)
        if not trusted and (code < 0 or (mask >> code) & 1 == 0):
            raise ValueError("a policy chose a code that is not legal")
        return code

    return decide


@jit
def note_round(state: Any, counts: Any, points: Any, rounds: int) -> None:
    """Count a round that has just ended; ``points`` take what it scored as far as they have room."""
    counts[ROUNDS] += 1
    counts[CAPPED] += state.limited
    for seat in range(state.seats):
        counts[TURNS] += state.turns[seat]
        if rounds < len(points):
            points[rounds, seat] = state.points[seat]


def playing(game: Game, policies: Sequence[Policy]) -> Driver:
    """Return ``play``, which plays the match in row LIVE on, to its end or to the end of its round.

    It adds to ``counts`` and returns how many decisions there were. ``codes`` and ``points`` take the codes
    that were chosen and the points of each round, as far as they have room.
    """
    legal, apply = game.legal, game.apply
    decide, settle = deciding(game, policies), settling(game)

    @whole
    def carry_out(state: Any, code: int) -> None:
        apply(state, code)

    @whole
    def play(
        records: Any, kinds: Any, tables: Any, deck: Any, keys: Any, counts: Any, codes: Any, points: Any,
        mode: int, seed: Any, match: int, first_code: int, round_only: int,
    ) -> int:  # fmt: skip
        state = records[LIVE]
        at = state.round
        bots = bot_seed(seed, np.uint64(match))
        step = rounds = 0
        lifts = state.lifts
        if first_code >= 0:
            carry_out(state, first_code)
        while True:
            phase = state.phase
            if phase == OVER or phase == SHUFFLE or phase == PICK:
                if phase == OVER or state.round != at:
                    at = state.round
                    note_round(state, counts, points, rounds)
                    rounds += 1
                    if phase == OVER or round_only == 1:
                        break
                settle(state, mode, seed, match, deck, keys)
            else:
                if mode == STIRRED:
                    word = upper_bits(quick_word(state))
                else:
                    word = decision_word(bots, state.seat, step)
                mask = legal(state)
                code = decide(records, kinds, mask, word, tables)
                if step < len(codes):
                    codes[step] = code
                apply(state, code)
                step += 1
        counts[DECISIONS] += step
        counts[CARDS] += state.lifts - lifts
        return step

    return play


def scoring(game: Game) -> Driver:
    """Return ``finish``, which counts a match that is over and says which seats came first."""
    final, low_wins = game.final, game.low_wins

    @whole
    def finish(state: Any, sides: Any, counts: Any, first: Any) -> None:
        best = final(state, 0)
        for seat in range(1, state.seats):
            score = final(state, seat)
            if (score < best) == low_wins:
                best = score
        side = -1
        tie = 0
        for seat in range(state.seats):
            score = final(state, seat)
            place = SUMS + A_SEAT * seat
            counts[place] += score
            counts[place + 1] += score * score
            first[seat] = 0
            if score == best:
                first[seat] = 1
                counts[place + 2] += 1
                if side >= 0 and side != sides[seat]:
                    tie = 1
                side = sides[seat]
        counts[MATCHES] += 1
        counts[TIES] += tie

    return finish
