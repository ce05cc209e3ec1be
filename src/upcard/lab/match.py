"""Two bots against each other on paired deals: the same cards twice, with the seats swapped.

In the first match of a pair the even seats are the first bot, in the second the odd ones; with partners
that makes a team of each bot. Intervals are over pairs, since the two matches of a pair share their luck.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass

from upcard.bots import BotKind
from upcard.errors import UnknownBot
from upcard.fast.appraiser import Appraiser
from upcard.game import Game, limited
from upcard.lab.interval import Interval
from upcard.lab.luck import is_measured
from upcard.lab.paths import COMPILED, INTERPRETED, Pairing, choose_path, compiled, interpreted
from upcard.lab.sprt import OPEN, Sprt, Verdict, looks
from upcard.lab.tally import Tally
from upcard.options import Values, build, values_of


@dataclass(frozen=True, slots=True)
class Adjusted:
    """The same difference less luck, as ``appraiser`` measures it.

    ``fewer`` is how many times fewer pairs give as narrow an interval as the raw difference has; None where
    one of the two does not vary.
    """

    appraiser: str
    difference: Interval
    fewer: float | None

    def as_json(self) -> dict[str, object]:
        """Return it for a program to read."""
        fewer = None if self.fewer is None else round(self.fewer, 2)
        return {**self.difference.rounded(), "appraiser": self.appraiser, "fewer_pairs": fewer}


@dataclass(frozen=True, slots=True)
class MatchReport:
    """What came of the pairs that were played, possibly fewer than asked for.

    ``difference`` is the mean of the first bot's seats minus the mean of the second's, final scores a
    round, bonuses included; ``match_share`` the share of winning seats that are the first bot's. ``ties``
    counts matches, ``capped`` rounds that the turn limit ended, ``mean_turns`` is the turns of a round,
    all seats together. ``path`` says how it was played, ``path_reason`` why not compiled where that was
    wanted; all else is the same on either path. ``adjusted`` and ``sprt`` are there if they were asked for.
    """

    game: str
    bots: tuple[str, str]
    seats: int
    options: dict[str, int | str]
    pairs: int
    seed: int
    difference: Interval
    match_share: Interval
    ties: int
    mean_turns: float
    capped: int
    path: str = INTERPRETED
    path_reason: str = ""
    adjusted: Adjusted | None = None
    sprt: Verdict | None = None

    def as_json(self) -> dict[str, object]:
        """Return the report for a program to read."""
        asked = {"adjusted": self.adjusted, "sprt": self.sprt}
        return {
            "game": self.game,
            "bots": list(self.bots),
            "seats": self.seats,
            "options": self.options,
            "pairs": self.pairs,
            "seed": self.seed,
            "difference": self.difference.rounded(),
            "match_share": self.match_share.rounded(),
            "ties": self.ties,
            "mean_turns": round(self.mean_turns, 4),
            "capped": self.capped,
            "path": self.path,
            "path_reason": self.path_reason,
            **{name: found.as_json() for name, found in asked.items() if found is not None},
        }


def play_pairs(
    game: Game,
    first: BotKind,
    second: BotKind,
    seats: int | None = None,
    options: Values | None = None,
    pairs: int = 100,
    seed: int = 0,
    *,
    threads: int = 1,
    path: str | None = None,
    adjust: Appraiser | None = None,
    sprt: Sprt | None = None,
    on_pairs: Callable[[int], None] | None = None,
) -> MatchReport:
    """Return what came of so many pairs; Ctrl-C ends it early with the pairs that are complete.

    They are played compiled where both bots can, on so many threads, otherwise interpreted; ``path`` insists
    on one way. Neither path nor threads change the result. ``on_pairs`` is told how many are complete.
    With ``adjust`` luck is measured and taken off beside. With ``sprt`` no more pairs are played than that
    test needs to be decided, on the adjusted difference if there is one.

    UnknownBot if a bot does not know the game, OptionError if nobody could play so, NotCompiled if ``path``
    cannot be taken.
    """
    for kind in (first, second):
        if not kind.plays(game.name):
            raise UnknownBot(f"{kind.name} does not play {game.title}")
    if pairs < 1:
        raise ValueError(f"{pairs} pairs are none")
    if adjust is not None and not (is_measured(game.name) and game.name in adjust.games):
        raise ValueError(f"the luck of {game.title} is not measured by {adjust.name}")
    count = game.least_seats if seats is None else seats
    settled = values_of(limited(game, build(game.options, options or {}), count))
    taken, why = choose_path(game, first, second, path)
    pairing = Pairing(game, (first, second), count, settled, seed, adjust)
    tally = Tally()
    try:
        for start, many in looks(pairs) if sprt else [(0, pairs)]:
            quick = taken == COMPILED
            played = compiled(pairing, many, threads, start) if quick else interpreted(pairing, many, start)
            with closing(played):
                for more in played:
                    tally += more  # one step: Ctrl-C finds all of it added, or nothing
                    if on_pairs:
                        on_pairs(tally.pairs)
            if sprt and tested(sprt, tally, game).decided != OPEN:
                break
    except KeyboardInterrupt:
        if not tally.pairs:
            raise
    return MatchReport(
        game=game.name,
        bots=(first.name, second.name),
        seats=count,
        options=settled,
        pairs=tally.pairs,
        seed=seed,
        difference=tally.difference.interval(),
        match_share=tally.share.interval().within(0, 1),
        ties=tally.ties,
        mean_turns=tally.turns / tally.rounds,
        capped=tally.capped,
        path=taken,
        path_reason=why,
        adjusted=None if adjust is None else _adjusted(adjust, tally),
        sprt=None if sprt is None else tested(sprt, tally, game),
    )


def tested(sprt: Sprt, tally: Tally, game: Game) -> Verdict:
    """Return how a test stands: less luck where that is measured, lower better where the game says so."""
    measured = tally.adjusted if tally.adjusted.sums else tally.difference
    mean, variance = measured.mean_and_variance()
    return sprt.verdict(tally.pairs, -mean if game.low_wins else mean, variance)


def _adjusted(appraiser: Appraiser, tally: Tally) -> Adjusted:
    (_, raw), (_, less) = tally.difference.mean_and_variance(), tally.adjusted.mean_and_variance()
    fewer = raw / less if raw > 0 and less > 0 else None
    return Adjusted(appraiser.name, tally.adjusted.interval(), fewer)
