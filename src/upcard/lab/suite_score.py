"""How well a bot plays the positions of a suite: what it loses a decision, by the referee's measure."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from upcard.bots import BotKind
from upcard.chance import decision_word
from upcard.errors import UnknownBot
from upcard.fast.policy import Policy
from upcard.fast.support import available
from upcard.game import Game, legal_codes, observe, options_of
from upcard.lab.interval import Interval, interval
from upcard.lab.suite import HALVES, Suite, SuiteError
from upcard.lab.suite_strata import strata_of

TIMES = 4
"""How often a bot is asked about a position: with other luck each time."""
ERROR = {"rack-o": 5.0}
USUAL_ERROR = 1.0
"""What an error loses at least, in points."""
SURE = 2.0
"""An error is sure where so many standard errors of its label less would be one still."""
WORST = 3

Choose = Callable[[Any, int, int], int]
"""``choose(state, number, time)`` returns the code that a bot picks in a position."""


@dataclass(frozen=True, slots=True)
class Stratum:
    """What is lost in positions of one kind."""

    name: str
    kind: str
    positions: int
    regret: Interval


@dataclass(frozen=True, slots=True)
class Blunder:
    """A position in which much was lost: what the bot did once, what the referee would have done.

    ``unsure`` is the standard error of what was lost.
    """

    position: int
    did: str
    best: str
    lost: float
    unsure: float

    @property
    def margin(self) -> float:
        """Half of about a 95 % interval of what was lost."""
        return SURE * self.unsure


@dataclass(frozen=True, slots=True)
class Worth:
    """How far what a bot takes positions to be worth is from what the referee found.

    ``rms`` is the root of the mean square, ``own`` that of the referee's own standard errors, a part of it.
    """

    rms: float
    own: float

    @property
    def left(self) -> float:
        """The root of the mean square without the referee's part."""
        return math.sqrt(max(0.0, self.rms**2 - self.own**2))


@dataclass(frozen=True, slots=True)
class SuiteReport:
    """What came of a bot in the labelled positions of a half.

    ``regret`` is what it loses a decision, in points of the round, ``errors`` the share of decisions that
    lose more than ``error`` points as labels go, ``sure`` that of those that would with a label two standard
    errors off as well. ``total`` counts the positions of the half, labelled or not. ``worth`` is None for a
    bot that does not weigh its actions.
    """

    game: str
    bot: str
    half: str
    positions: int
    total: int
    regret: Interval
    error: float
    errors: Interval
    sure: Interval
    worth: Worth | None
    strata: tuple[Stratum, ...]
    worst: tuple[Blunder, ...]
    referee: str
    path: str

    def as_json(self) -> dict[str, object]:
        """Return the report for a program to read."""
        return {
            "game": self.game,
            "bot": self.bot,
            "half": self.half,
            "positions": self.positions,
            "positions_of_half": self.total,
            "regret": self.regret.rounded(),
            "error": self.error,
            "errors": self.errors.rounded(),
            "sure_errors": self.sure.rounded(),
            "root_rms": None if self.worth is None else round(self.worth.rms, 4),
            "referee_rms": None if self.worth is None else round(self.worth.own, 4),
            "root_rms_left": None if self.worth is None else round(self.worth.left, 4),
            "strata": [
                {
                    "of": each.name,
                    "kind": each.kind,
                    "positions": each.positions,
                    "regret": each.regret.rounded(),
                }
                for each in self.strata
            ],
            "worst": [
                {
                    "position": each.position,
                    "did": each.did,
                    "best": each.best,
                    "lost": round(each.lost, 4),
                    "standard_error": round(each.unsure, 4),
                }
                for each in self.worst
            ],
            "referee": self.referee,
            "path": self.path,
        }


def score(
    suite: Suite,
    kind: BotKind,
    half: int,
    *,
    seats: int | None = None,
    compiled: bool | None = None,
    on_positions: Callable[[int], None] | None = None,
) -> SuiteReport:
    """Return what a bot loses in the labelled positions of a half, or those of tables for so many seats.

    It is asked as if the match had just begun, so that it plays for points of the round, which labels are in;
    compiled where it can be, unless ``compiled`` insists, which changes nothing else. UnknownBot if it does
    not know the game, SuiteError if nothing of that half is labelled.
    """
    game = suite.game
    numbers = positions_of(suite, half, seats)
    if not numbers:
        at = "" if seats is None else f" with {seats} seats"
        raise SuiteError(
            f"no position{at} of the {HALVES[half]} half of the suite of {game.title} is labelled"
        )
    quick = is_quick(game, kind, compiled=compiled)
    choose = choosing(game, kind, compiled=quick)
    weigh = weighing(game, kind, compiled=quick)
    error = ERROR.get(game.name, USUAL_ERROR)
    lost: list[float] = []
    wrong: list[float] = []
    surely: list[float] = []
    off: list[float] = []
    own: list[float] = []
    kinds: dict[tuple[str, str], list[float]] = {}
    worst: list[Blunder] = []
    for done, number in enumerate(numbers, 1):
        state, label = suite.state(number), suite.labels[number]
        codes, regrets = lost_in(suite, choose, number)
        mean = sum(regrets) / TIMES
        lost.append(mean)
        wrong.append(sum(regret > error for regret in regrets) / TIMES)
        surely.append(
            sum(
                regret - SURE * float(label.errors[code]) > error
                for code, regret in zip(codes, regrets, strict=True)
            )
            / TIMES
        )
        for of in strata_of(game, state, strong=bool(suite.strong[number])).items():
            kinds.setdefault(of, []).append(mean)
        most = max(regrets)
        did = codes[regrets.index(most)]
        worst.append(
            Blunder(
                number, str(game.actions[did]), str(game.actions[label.best]), most, float(label.errors[did])
            )
        )
        if weigh:
            worth = weigh(suite.round_of(number)) - suite.brought(number)
            off.append((worth - label.value) ** 2)
            own.append(label.root_error**2)
        if on_positions:
            on_positions(done)
    worst.sort(key=lambda blunder: -blunder.lost)
    return SuiteReport(
        game=game.name,
        bot=kind.name,
        half=HALVES[half],
        positions=len(numbers),
        total=sum(
            1
            for number, half_of_it in enumerate(suite.half)
            if half_of_it == half and seats in (None, suite.state(number).seats)
        ),
        regret=interval(lost),
        error=error,
        errors=interval(wrong).within(0, 1),
        sure=interval(surely).within(0, 1),
        worth=Worth(_root_of_mean(off), _root_of_mean(own)) if weigh else None,
        strata=tuple(
            Stratum(name, what, len(found), interval(found)) for (name, what), found in sorted(kinds.items())
        ),
        worst=tuple(worst[:WORST]),
        referee=str(suite.about.labels.get("referee", "")),
        path="compiled" if quick else "interpreted",
    )


def positions_of(suite: Suite, half: int, seats: int | None = None) -> list[int]:
    """Return the numbers of the labelled positions of a half, or those of tables for so many seats."""
    return [number for number in suite.labelled(half) if seats in (None, suite.state(number).seats)]


def is_quick(game: Game, kind: BotKind, *, compiled: bool | None) -> bool:
    """Whether a bot is asked compiled, which it is where it can be unless ``compiled`` insists."""
    return available() and kind.policy(game.name) is not None if compiled is None else compiled


def choosing(game: Game, kind: BotKind, *, compiled: bool) -> Choose:
    """Return what asks a bot what it does in a position; UnknownBot if it does not know the game."""
    if not kind.plays(game.name):
        raise UnknownBot(f"{kind.name} does not play {game.title}")
    return deciding(game, kind) if compiled else asking(game, kind)


def lost_in(suite: Suite, choose: Choose, number: int) -> tuple[list[int], list[float]]:
    """Return what a bot did in a labelled position each time it was asked, and what that lost."""
    state, label = suite.round_of(number), suite.labels[number]
    codes = [choose(state, number, time) for time in range(TIMES)]
    return codes, [label.regret(code) for code in codes]


def deciding(game: Game, kind: BotKind) -> Choose:
    """Return what asks the policy of a bot, compiled."""
    from upcard.fast.deciding import Decider

    policy = kind.policy(game.name)
    if policy is None:
        raise SuiteError(f"{kind.name} has no policy that could be compiled")
    decider = Decider(game, policy)

    def choose(state: Any, number: int, time: int) -> int:
        table = policy.table_for(game, options_of(game, state), state.seats)
        return decider.choose(state, decision_word(time, state.seat, number), table)

    return choose


def asking(game: Game, kind: BotKind) -> Choose:
    """Return what shows a bot the view of its seat."""

    def choose(state: Any, number: int, time: int) -> int:
        view = observe(game, state, state.seat, number)
        return game.codes[kind.make(time).choose(view)]

    return choose


def weighing(game: Game, kind: BotKind, *, compiled: bool) -> Callable[[Any], float] | None:
    """Return what asks a bot what a position is worth; None if it does not weigh its actions."""
    policy = kind.policy(game.name)
    if policy is None or policy.weigh is None:
        return None
    worths_of = _worths_compiled(game, policy) if compiled else _worths_interpreted(game, policy.weigh)

    def weigh(state: Any) -> float:
        worths = worths_of(state, policy.table_for(game, options_of(game, state), state.seats))
        return max(float(worths[code]) for code in legal_codes(game, state))

    return weigh


def _worths_compiled(game: Game, policy: Policy) -> Callable[[Any, Any], Any]:
    from upcard.fast.deciding import Decider

    return Decider(game, policy).worths


def _worths_interpreted(game: Game, weigh: Callable[..., None]) -> Callable[[Any, Any], Any]:
    def worths_of(state: Any, table: Any) -> list[float]:
        worths = [math.nan] * len(game.actions)
        weigh(state, game.legal(state), table, worths)
        return worths

    return worths_of


def _root_of_mean(squares: Iterable[float]) -> float:
    found = list(squares)
    return math.sqrt(sum(found) / len(found))
