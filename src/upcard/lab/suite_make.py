"""How the positions of a suite are picked: one of a match, half of them from play of strong players.

The other half comes from matches of which at least one seat plays weakly or at random. Half of each are any
decision of their match, the others are picked stage by stage, so that what is rare is there as well. What the
rules leave no choice in, or a choice of twins only, is no decision; where chance has no say any more, nothing
is picked either.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.chance import SeededChance, Xoshiro
from upcard.game import Game, answer_all, legal_codes, limited
from upcard.lab.suite import Suite, suite_of
from upcard.lab.suite_strata import leaves_chance, stage_of, stages_of, twins_of
from upcard.options import AnyOptions
from upcard.state import Phase, copy_state

STRONG, GREEDY, RANDOM = range(3)
"""The players that positions come from, by their places among the policies."""
WEAK = ((STRONG, GREEDY), (GREEDY, STRONG), (GREEDY, GREEDY), (STRONG, RANDOM), (RANDOM, GREEDY))
"""Who plays in turn where not all are strong."""

Play = Callable[[Sequence[int], Any, int, int], list[int]]
"""Returns the codes of a match: who plays each seat, how it begins, the seed and the match."""
Decision = tuple[Any, int]
"""A state before a decision, blanked for the seat that decides, and the code that it chose."""
Believe = Callable[[Any, Sequence[Decision], Sequence[int]], npt.NDArray[np.uint8]]
"""Returns ways in which secret cards of layouts may lie, one a row: for a position that follows the decisions
of its round, made by these players."""


SEATS_IN_TURN = 6
"""Every so many positions one is of a table for three or four, where a game has them."""
FULL = 1200
"""How many positions a suite is meant to hold in the end."""


def make_suite(
    game: Game,
    play: Play,
    count: int,
    seed: int,
    made: dict[str, int | float | str],
    believe: Believe | None = None,
) -> Suite:
    """Return a suite of positions from matches of a seed; of a larger one they are the first.

    ``made`` says who played; ``believe`` says how racks may lie that are secret. The same seed and the same
    players make the same suite. Kinds of positions take turns, so that any part of the suite from its
    beginning on has them all.
    """
    states, strong, racks = [], [], []
    match = 0
    for number in range(count):
        seats = seats_of(game, number)
        options = limited(game, None, seats)
        place = place_of(number)
        stages = stages_of(game)
        stage = "" if is_any(number) else stages[place // 4 % len(stages)]
        state = None
        while state is None:
            stream = Xoshiro(seed, match, 1)
            who = (STRONG,) if place % 2 == 0 else WEAK[stream.below(len(WEAK))]
            plays = [who[seat % len(who)] for seat in range(seats)]
            codes = play(plays, game.start(options, seats), seed, match)
            state, round_ = picked(game, options, seats, codes, SeededChance(seed, match), stage, stream)
            match += 1
        states.append(state)
        strong.append(place % 2 == 0)
        if believe:
            racks.append(believe(state, round_, plays))
    return suite_of(game, states, strong, racks, {**made, "seed": seed})


def place_of(number: int) -> int:
    """Return how many positions before one are of tables for two."""
    return number - number // SEATS_IN_TURN


def is_any(number: int) -> bool:
    """Whether a position was picked from all decisions of its match, and not from those of a stage."""
    return place_of(number) // 2 % 2 == 0


def seats_of(game: Game, number: int) -> int:
    """Return for how many the table of a position is."""
    more = [seats for seats in (3, 4) if seats in game.seat_numbers]
    if number % SEATS_IN_TURN != SEATS_IN_TURN - 1 or not more:
        return 2
    return more[number // SEATS_IN_TURN % len(more)]


def picked(
    game: Game, options: AnyOptions, seats: int, codes: Sequence[int], chance: SeededChance, stage: str,
    stream: Xoshiro,
) -> tuple[Any, list[Decision]]:  # fmt: skip
    """Return one position of a match, of any stage or of a given one, and what was decided in its round.

    The position is None if there is none of these.
    """
    found, among, at = None, 0, 0
    round_: list[Decision] = []
    before: list[Decision] = []
    for state, code in zip(decisions(game, options, seats, codes, chance), codes, strict=True):
        if state.round != at:
            at, round_ = state.round, []
        if stage in ("", stage_of(game, state)) and is_decision(game, state) and leaves_chance(game, state):
            among += 1
            if stream.below(among) == 0:
                found, before = blanked(game, state), round_.copy()
        if game.name == "rack-o":  # racks are secret, and what was decided tells of them
            round_.append((blanked(game, state), code))
    return found, before


def decisions(
    game: Game, options: AnyOptions, seats: int, codes: Sequence[int], chance: SeededChance
) -> Iterator[Any]:
    """Yield the state before each action of a match: it goes on changing afterwards."""
    state = game.start(options, seats)
    answer_all(game, state, chance)
    for code in codes:
        yield state
        game.apply(state, code)
        answer_all(game, state, chance)
    if state.phase != Phase.OVER:
        raise AssertionError("the match was not played to its end")


def is_decision(game: Game, state: Any) -> bool:
    """Whether it makes a difference what the seat to move does."""
    if len(legal_codes(game, state)) < 2:
        return False
    if state.phase not in (Phase.REVEAL, Phase.FLIP, Phase.TURN_UP):
        return True
    return len(set(twins_of(game, blanked(game, state)).values())) > 1


def blanked(game: Game, state: Any) -> Any:
    """Return what the seat to move knows, as a state of its own."""
    known = copy_state(state)
    known.tally = [0] * len(known.tally)
    known.note_count = 0
    game.hide(known, known.seat)
    return known
