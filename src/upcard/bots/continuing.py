"""How a round goes on, compiled: policies play it to its end, and the luck in it is measured beside.

What is drawn follows from a number that a continuation has of its own, so that two actions can be compared in
the same worlds. Only where Numba is installed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from upcard.fast import luck
from upcard.fast.accounts import ACCOUNTS
from upcard.fast.adjusting import copy_row
from upcard.fast.appraiser import Appraiser
from upcard.fast.drivers import LIVE, OVER, PICK, SHUFFLE, deciding
from upcard.fast.policy import Policy
from upcard.fast.words import bot_seed, decision_word, exact_pick, exact_shuffle, jit, whole
from upcard.game import Game

ROUND, MATCH = 0, 1
"""To go on to the end of the round, or once to the end of the match, with every code kept."""
NO_CODE = -1

Driver = Callable[..., Any]


def playing_on(game: Game, policies: Sequence[Policy], appraiser: Appraiser | None) -> Driver:
    """Return ``play``, which goes on from row LIVE and returns how many decisions there were, and the luck.

    Without an appraiser all luck is 0.
    """
    legal, apply, resume = game.legal, game.apply, game.resume
    decide = deciding(game, policies)
    measures = appraiser is not None
    accounts: Any = luck.accounting(game, appraiser, copy_row, whole) if appraiser else (None, None)
    act, go_on = accounts
    length = ACCOUNTS[game.name].length

    @whole
    def carry_out(state: Any, code: int) -> None:
        if code == NO_CODE:
            resume(state)
        else:
            apply(state, code)

    @jit
    def answer(state: Any, seed: Any, match: Any) -> None:
        number = state.request
        state.request += 1
        if state.phase == SHUFFLE:
            exact_shuffle(state.pile, state.pile_size, seed, match, state.round, number)
        else:
            state.picked = exact_pick(state.pick_of, seed, match, state.round, number)

    @whole
    def play(
        records: Any, kinds: Any, tables: Any, codes: Any, what: int, first_code: int, seed: Any, match: Any,
        table: Any, shares: Any, worths: Any, classes: Any, seen: Any,
    ) -> Any:  # fmt: skip
        state = records[LIVE]
        at = state.round
        bots = bot_seed(seed, match)
        step = 0
        luck_of_it = 0.0
        while True:
            phase = state.phase
            if phase == OVER or (what == ROUND and state.round != at):
                break
            code = NO_CODE
            if phase == SHUFFLE or phase == PICK:  # noqa: SIM109 - no tuples in what is compiled
                answer(state, seed, match)
            elif step == 0 and first_code != NO_CODE:
                code = first_code
                step = 1
            else:
                code = decide(records, kinds, legal(state), decision_word(bots, state.seat, step), tables)
                if step < len(codes):
                    codes[step] = code
                step += 1
            if not measures or what == MATCH:
                carry_out(state, code)
            elif code == NO_CODE:
                luck_of_it += length(state) * go_on(records, table, shares, worths, classes, seen)
            else:
                luck_of_it += length(state) * act(records, code, table, shares, worths, classes, seen)
        return step, luck_of_it

    return play


def counting_ahead(game: Game) -> Driver:
    """Return ``ahead(state, shares)``: by how much the match stands, as each seat's score counts in it."""
    final = game.final

    @jit
    def ahead(state: Any, shares: Any) -> Any:
        total = 0.0
        for seat in range(state.seats):
            total += shares[seat] * final(state, seat)
        return total

    return ahead


def own_less_others(seats: int, seat: int) -> Any:
    """Return the shares by which a seat is ahead of the mean of the others; shape (seats,)."""
    shares = np.full(seats, -1.0 / (seats - 1))
    shares[seat] = 1.0
    return shares
