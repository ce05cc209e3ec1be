"""How the positions of a suite are picked: one of a match, half of them from play of strong players.

The other half comes from matches of which at least one seat plays weakly or at random. Half of each are any
decision of their match, the others are picked stage by stage, so that what is rare is there as well. What the
rules leave no choice in, or a choice of twins only, is no decision.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from upcard.chance import SeededChance, Xoshiro
from upcard.game import Game, answer_all, legal_codes, limited
from upcard.lab.suite import Suite, suite_of
from upcard.lab.suite_strata import STAGES, stage_of, twins_of
from upcard.options import AnyOptions
from upcard.state import Phase, copy_state

STRONG, GREEDY, RANDOM = range(3)
"""The players that positions come from, by their places among the policies."""
WEAK = ((STRONG, GREEDY), (GREEDY, STRONG), (GREEDY, GREEDY), (STRONG, RANDOM), (RANDOM, GREEDY))
"""Who plays in turn where not all are strong."""

Play = Callable[[Sequence[int], Any, int, int], list[int]]
"""Returns the codes of a match: who plays each seat, how it begins, the seed and the match."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """So many positions at so many seats."""

    seats: int
    count: int


def wanted_of(game: Game) -> tuple[Wanted, ...]:
    """Return what a suite holds: 1,000 positions for two, 200 more for three and four seats."""
    more = [seats for seats in (3, 4) if seats in game.seat_numbers]
    return (Wanted(2, 1000), *(Wanted(seats, 200 // len(more)) for seats in more))


def make_suite(
    game: Game, play: Play, wanted: Sequence[Wanted], seed: int, made: dict[str, int | float | str]
) -> Suite:
    """Return a suite of positions from matches of a seed, in an order that mixes what kinds there are.

    ``made`` says who played. The same seed and the same players make the same suite.
    """
    found: list[tuple[int, Any, bool]] = []
    match = 0
    for each in wanted:
        options = limited(game, None, each.seats)
        for number in range(each.count):
            strong = number % 2 == 0
            stage = "" if number // 2 % 2 == 0 else STAGES[number // 4 % len(STAGES)]
            state = None
            while state is None:
                stream = Xoshiro(seed, match, 1)
                who = (STRONG,) if strong else WEAK[stream.below(len(WEAK))]
                seats = [who[seat % len(who)] for seat in range(each.seats)]
                codes = play(seats, game.start(options, each.seats), seed, match)
                state = picked(game, options, each.seats, codes, SeededChance(seed, match), stage, stream)
                match += 1
            found.append((stream.next(), state, strong))
    found.sort(key=lambda one: one[0])
    return suite_of(game, [one[1] for one in found], [one[2] for one in found], {**made, "seed": seed})


def picked(
    game: Game, options: AnyOptions, seats: int, codes: Sequence[int], chance: SeededChance, stage: str,
    stream: Xoshiro,
) -> Any:  # fmt: skip
    """Return one position of a match, of any stage or of a given one, None if it has none of these."""
    places = [
        place
        for place, state in enumerate(decisions(game, options, seats, codes, chance))
        if stage in ("", stage_of(game, state)) and is_decision(game, state)
    ]
    if not places:
        return None
    wanted = places[stream.below(len(places))]
    for place, state in enumerate(decisions(game, options, seats, codes, chance)):
        if place == wanted:
            return blanked(game, state)
    raise AssertionError("a match is the same when it is played again")


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
    return len(set(twins_of(game, blanked(game, state)).values())) > 1


def blanked(game: Game, state: Any) -> Any:
    """Return what the seat to move knows, as a state of its own."""
    known = copy_state(state)
    known.tally = [0] * len(known.tally)
    known.note_count = 0
    game.hide(known, known.seat)
    return known
