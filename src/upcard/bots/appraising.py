"""Appraisers made of players: a position is worth what its best action is worth to the seat to move.

A player that compares what its actions are worth (``Policy.weigh``) measures luck the better the better it
plays. In games of grids the accountant of a match knows just what the seat to move sees, so nothing needs to
be hidden from it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from upcard.fast.appraiser import Appraiser, is_between
from upcard.fast.kernel import kernel
from upcard.fast.luck import classes_of
from upcard.fast.policy import Policy
from upcard.game import Game
from upcard.state import Phase


@kernel
def none_brought(state: Any, seat: int) -> int:  # noqa: ARG001 - as in any game
    """Return 0: a round brings points at its end alone."""
    return 0


@kernel
def bonus_brought(state: Any, seat: int) -> int:
    """RR6.2: Return the Speed Bonus that a seat has banked in the round that is played."""
    return int(state.speed_bonus) if state.clocked == seat else 0


BROUGHT = {"rat-race": bonus_brought}
"""What a round that is not over has brought by now, by game; worths hold it, and so do totals."""


def by_worths(game: Game, policy: Policy, otherwise: Appraiser) -> Appraiser:
    """Return the appraiser that goes by what a policy's actions are worth to it.

    Where no seat is to move, ``otherwise`` is asked. The table is where the policy's begins, that of
    ``otherwise``, and that of the policy.
    """
    if policy.weigh is None:
        raise ValueError(f"{policy.name} does not weigh its actions")
    weigh, legal, final, appraise_otherwise = policy.weigh, game.legal, game.final, otherwise.appraise
    codes = len(game.actions)
    brought = BROUGHT.get(game.name, none_brought)
    sign = -1.0 if game.low_wins else 1.0

    @kernel
    def appraise(state: Any, table: Sequence[int], points: Any) -> None:
        begin = int(table[0])
        if is_between(state) or state.phase == Phase.PICK:
            appraise_otherwise(state, table[1:begin], points)
            return
        worths = np.zeros(codes)
        mask = legal(state)
        weigh(state, mask, table[begin:], worths)
        best = -np.inf
        for code in range(codes):
            if (mask >> code) & 1 == 1:
                best = max(best, worths[code])
        seats = state.seats
        ahead = sign * best / seats  # own less the mean of the others', in shares of one seat
        for seat in range(seats):
            points[seat] = final(state, seat) + brought(state, seat) - ahead
        points[state.seat] += ahead * seats

    def tabulate(
        game: Game, options: Any, seats: int
    ) -> Any:  # an array, which is a sequence all but by name
        parts = [np.asarray(each.table_for(game, options, seats), np.int64) for each in (otherwise, policy)]
        return np.concatenate([np.array([1 + len(parts[0])], np.int64), *parts])

    at_once = None if policy.spread is None else _spreading(game, policy.spread, sign)
    return Appraiser(policy.name, appraise, frozenset({game.name}), tabulate, at_once)


def _spreading(game: Game, spread_worths: Callable[..., bool], sign: float) -> Callable[..., bool]:
    cards = classes_of(game)[1]

    @kernel
    def spread(state: Any, code: int, table: Sequence[int], points: Any) -> bool:
        seats = state.seats
        known = spread_worths(state, code, table[int(table[0]) :], cards, points, seats)
        if known:
            for kind in range(len(cards)):
                points[seats + kind] *= sign
        return known

    return spread
