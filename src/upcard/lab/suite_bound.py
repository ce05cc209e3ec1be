"""How much more could be won by playing better: what is lost a decision, times decisions a round.

If one of two equal players were to do the referee's action in every decision, it would gain what that is
worth more than what it does, decision by decision, summed over a round (the performance difference of Kakade
and Langford, *Approximately Optimal Approximate Reinforcement Learning*, 2002, where positions are those of
its new play; here they are those of the strongest anchor's). It is what a first step of improvement by
playing on gains against that anchor, and says how far a player is from being as good as its own rollouts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from upcard.bots import BotKind
from upcard.chance import SeededChance
from upcard.game import Game, limited
from upcard.lab.interval import Interval, interval
from upcard.lab.suite import Suite, SuiteError
from upcard.lab.suite_make import STRONG, Play, decisions, is_any, is_decision
from upcard.lab.suite_score import TIMES, choosing, is_quick, lost_in

SEATS = 2


@dataclass(frozen=True, slots=True)
class Bound:
    """What a player loses in ordinary positions of strong play, a decision and a round.

    ``decisions`` is the mean number of decisions of a seat in a round, without those in which nothing depends
    on what is done.
    """

    positions: int
    lost: Interval
    decisions: float

    @property
    def a_round(self) -> Interval:
        """What is lost a round, in points."""
        return self.lost.times(self.decisions)


def ordinary(suite: Suite) -> list[int]:
    """Return the labelled positions that are any decision of a match for two between strong players."""
    return [
        number
        for number in sorted(suite.labels)
        if suite.strong[number] and is_any(number) and suite.state(number).seats == SEATS
    ]


def bound(suite: Suite, kind: BotKind, decisions_a_round: float, *, compiled: bool | None = None) -> Bound:
    """Return what a bot loses; SuiteError, UnknownBot as in ``score``, for ordinary positions."""
    game = suite.game
    numbers = ordinary(suite)
    if not numbers:
        raise SuiteError(f"no ordinary position of the suite of {game.title} is labelled")
    choose = choosing(game, kind, compiled=is_quick(game, kind, compiled=compiled))
    lost = [sum(lost_in(suite, choose, number)[1]) / TIMES for number in numbers]
    return Bound(len(numbers), interval(lost), decisions_a_round)


def decisions_a_round(game: Game, play: Play, matches: int, seed: int) -> float:
    """Return how many decisions a seat has in a round, by matches of the strongest players."""
    return sum(_decisions(game, play, matches, seed)) / matches


def _decisions(game: Game, play: Play, matches: int, seed: int) -> Iterator[float]:
    for match in range(matches):
        options = limited(game, None, SEATS)
        codes = play((STRONG,) * SEATS, game.start(options, SEATS), seed, match)
        found, rounds = 0, 0
        for state in decisions(game, options, SEATS, codes, SeededChance(seed, match)):
            found += is_decision(game, state)
            rounds = state.round
        yield found / SEATS / rounds
