"""Driving a match without a table: policies that choose, and ``play_out``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from upcard.chance import Chance, SeededChance, Xoshiro
from upcard.errors import OptionError
from upcard.game import Game, answer_one, legal_codes, limited, wants_chance
from upcard.options import AnyOptions
from upcard.state import Phase

RANDOM_TURN_LIMIT = 30
RANDOM_ONE_IN = 10
CARELESS_PERCENT = 20


class Policy(Protocol):
    """Chooses the code of a legal action for the seat to move.

    It sees the whole state: a policy drives tests and is no bot, which would see a view.
    """

    def __call__(self, game: Game, state: Any, stream: Xoshiro) -> int:
        """Return a legal code."""
        ...  # pragma: no cover - a signature


def at_random(game: Game, state: Any, stream: Xoshiro) -> int:
    """Return any legal code, each equally likely."""
    codes = legal_codes(game, state)
    return codes[stream.below(len(codes))]


def careless(policy: Policy, percent: int = CARELESS_PERCENT) -> Policy:
    """Return the policy with ``percent`` of its choices made at random."""

    def choose(game: Game, state: Any, stream: Xoshiro) -> int:
        chosen = at_random if stream.below(100) < percent else policy
        return chosen(game, state, stream)

    return choose


def is_random_match(match: int) -> bool:
    """Whether this match of a mixed run is played at random: one in ten."""
    return match % RANDOM_ONE_IN == RANDOM_ONE_IN - 1


def mixed(policy: Policy, match: int) -> Policy:
    """Return who plays a match of a mixed run: one in ten at random, the others careless by a fifth.

    Random play alone never gets to the end of some rounds, sensible play never into some corners.
    """
    return at_random if is_random_match(match) else careless(policy)


def play_out(
    game: Game,
    policy: Policy = at_random,
    *,
    options: AnyOptions | None = None,
    seats: int | None = None,
    seed: int = 0,
    match: int = 0,
    chance: Chance | None = None,
    start: Any = None,
    after: Callable[[Any, int], None] | None = None,
    most: int = 1_000_000,
) -> Any:
    """Return the state at the end of a match, or after ``most`` actions.

    Chance and choices follow from ``seed`` and ``match``. ``after(state, code)`` is called after every action
    and, with code −1, after every answer of chance. ``start`` is a state to go on from.
    """
    count = game.least_seats if seats is None else seats
    state = game.start(limited(game, options, count), count) if start is None else start
    answers = SeededChance(seed, match) if chance is None else chance
    stream = Xoshiro(seed, match, 1)
    for _ in range(most):
        while wants_chance(state):
            answer_one(game, state, answers)
            if after:
                after(state, -1)
        if state.phase == Phase.OVER:
            break
        code = policy(game, state, stream)
        game.apply(state, code)
        if after:
            after(state, code)
    return state


def is_playable(game: Game, options: AnyOptions | None, seats: int) -> bool:
    """Whether a table may be set up like this."""
    try:
        game.settle(options, seats)
    except OptionError:
        return False
    return True
