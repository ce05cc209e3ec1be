"""Two bots against each other on paired deals: the same cards twice, with the seats swapped.

In the first match of a pair the even seats are the first bot, in the second the odd ones; with partners
that makes a team of each bot. Intervals are over pairs, since the two matches of a pair share their luck.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import fmean

from upcard.bots import BotKind
from upcard.chance import PairedChance, Xoshiro
from upcard.errors import UnknownBot
from upcard.game import Game
from upcard.lab.interval import Interval, interval
from upcard.options import Values, build, values_of
from upcard.table import Table

TURN_LIMIT = 100
"""AL1: what is written into the options of a match that only programs play, unless they have a limit.

Without one it might never end: nobody goes Rack-O by chance.
"""


@dataclass(frozen=True, slots=True)
class MatchReport:
    """What came of the pairs that were played, possibly fewer than asked for.

    ``difference`` is the mean of the first bot's seats minus the mean of the second's, final scores a
    round, bonuses included; ``match_share`` the share of winning seats that are the first bot's. ``ties``
    counts matches, ``capped`` rounds that the turn limit ended, ``mean_turns`` is the turns of a round,
    all seats together.
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
    path: str = "interpreted"

    def as_json(self) -> dict[str, object]:
        """Return the report for a program to read."""
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
        }


@dataclass(frozen=True, slots=True)
class Played:
    """One match of a pair, seen from the first bot."""

    difference: float
    share: float
    tie: bool
    turns: int
    rounds: int
    capped: int


def play_pairs(
    game: Game,
    first: BotKind,
    second: BotKind,
    seats: int | None = None,
    options: Values | None = None,
    pairs: int = 100,
    seed: int = 0,
    *,
    on_pair: Callable[[int], None] | None = None,
) -> MatchReport:
    """Return what came of so many pairs; Ctrl-C ends it early with the pairs that are complete.

    ``on_pair`` is told how many are. UnknownBot if a bot does not know the game, OptionError if nobody
    could play so.
    """
    for kind in (first, second):
        if not kind.plays(game.name):
            raise UnknownBot(f"{kind.name} does not play {game.title}")
    count = game.least_seats if seats is None else seats
    wanted = dict(options or {})
    if wanted.get("turn_limit", 0) == 0:
        wanted["turn_limit"] = TURN_LIMIT
    settled = values_of(game.settle(build(game.options, wanted), count))
    played: list[tuple[Played, Played]] = []
    try:
        for pair in range(pairs):
            both = [
                play_one(game, (first, second), count, settled, (seed, pair), swapped=swapped)
                for swapped in (False, True)
            ]
            played.append((both[0], both[1]))
            if on_pair:
                on_pair(len(played))
    except KeyboardInterrupt:
        if not played:
            raise
    matches = [match for pair in played for match in pair]
    return MatchReport(
        game=game.name,
        bots=(first.name, second.name),
        seats=count,
        options=settled,
        pairs=len(played),
        seed=seed,
        difference=interval([fmean(match.difference for match in pair) for pair in played]),
        match_share=interval([fmean(match.share for match in pair) for pair in played]).within(0, 1),
        ties=sum(match.tie for match in matches),
        mean_turns=sum(match.turns for match in matches) / sum(match.rounds for match in matches),
        capped=sum(match.capped for match in matches),
    )


def play_one(
    game: Game,
    kinds: tuple[BotKind, BotKind],
    seats: int,
    options: Values,
    numbers: tuple[int, int],
    *,
    swapped: bool,
) -> Played:
    """Play one match of a pair to its end; ``numbers`` are the seed and the pair."""
    chance = PairedChance(*numbers, game.deck(seats))
    table = Table(game, options, seats, chance)
    seed = Xoshiro(*numbers).next()
    is_first = [(seat % 2 == 0) != swapped for seat in range(seats)]
    bots = [kinds[0 if mine else 1].make(seed) for mine in is_first]
    while (seat := table.turn) is not None:
        table.act(seat, bots[seat].choose(table.view(seat, tags=False)))
    return _seen_from_the_first(table, is_first)


def _seen_from_the_first(table: Table, is_first: list[bool]) -> Played:
    outcome = table.outcome
    if outcome is None:
        raise AssertionError("the match is not over")
    rounds = len(outcome.rounds)
    own = fmean(final for final, mine in zip(outcome.finals, is_first, strict=True) if mine)
    others = fmean(final for final, mine in zip(outcome.finals, is_first, strict=True) if not mine)
    return Played(
        difference=(own - others) / rounds,
        share=sum(is_first[seat] for seat in outcome.winners) / len(outcome.winners),
        tie=outcome.tie,
        turns=sum(move.action.verb in ("draw", "take") for move in table.moves),
        rounds=rounds,
        capped=sum(result.how == "turn-limit" for result in table.results),
    )
