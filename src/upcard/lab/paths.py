"""The two ways to play pairs, compiled and interpreted: what comes of them is the same to the last digit."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from upcard import fast
from upcard.bots import BotKind
from upcard.bots.sets import policy_sets
from upcard.chance import PairedChance, Xoshiro
from upcard.errors import NotCompiled
from upcard.fast.appraiser import Appraiser
from upcard.fast.luck import shares_of
from upcard.fast.policy import Policy
from upcard.game import Game
from upcard.lab.luck import luck_of
from upcard.lab.tally import FINENESS, NOTHING, Seen, Tally, differences, less_luck, shares, spread_of
from upcard.options import Values, build
from upcard.table import Table

if TYPE_CHECKING:
    from upcard.fast.adjusting import AdjustedResults
    from upcard.fast.totals import PairResults

COMPILED, INTERPRETED = "compiled", "interpreted"
SEEDS = 1 << 64


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who plays whom, at what table, with what seed; the options are settled.

    With an ``appraiser`` luck is measured by it.
    """

    game: Game
    kinds: tuple[BotKind, BotKind]
    seats: int
    options: Values
    seed: int
    appraiser: Appraiser | None = None


def why_interpreted(game: Game, first: BotKind, second: BotKind) -> str:
    """Return why these two cannot play compiled here, in a phrase; nothing where they can."""
    for kind in (first, second):
        if kind.policy(game.name) is None:
            return f"{kind.name} plays interpreted only"
    one, other = (kind.policy(game.name) for kind in (first, second))
    if one != other and one and other and one.name == other.name:
        return f"two ways to play are called {one.name}"
    return fast.reason()


def choose_path(game: Game, first: BotKind, second: BotKind, wanted: str | None) -> tuple[str, str]:
    """Return the path to take and, where it is not the one that would be quicker, why.

    NotCompiled where ``wanted`` is the compiled one and there is none.
    """
    if wanted not in (None, COMPILED, INTERPRETED):
        raise ValueError(f"there is no path {wanted!r}; there are {COMPILED}, {INTERPRETED}")
    if wanted == INTERPRETED:
        return INTERPRETED, ""
    why = why_interpreted(game, first, second)
    if why and wanted == COMPILED:
        raise NotCompiled(why)
    return (INTERPRETED, why) if why else (COMPILED, "")


def compiled(pairing: Pairing, pairs: int, threads: int, first: int = 0) -> Generator[Tally]:
    """Play pairs ``first`` and following compiled; yield what came of them, thousands at a time, in order."""
    from upcard.fast import runs
    from upcard.fast.totals import Totals

    columns = (runs.OWN, runs.OTHERS, runs.LENGTH, runs.WON, runs.WINNERS)
    for result, lucks in _results(pairing, pairs, threads, first):
        one, two = (Seen(*(result.found[:, match, column] for column in columns)) for match in (0, 1))
        totals = Totals(pairing.game.name, pairing.seats, result.counts)
        numerators, denominators = (part.tolist() for part in differences(one, two, pairing.seats))
        adjusted = NOTHING
        if lucks is not None:
            fine = map(less_luck, numerators, denominators, *lucks.T.tolist())
            adjusted = spread_of(fine, [FINENESS] * len(result.found))
        yield Tally(
            pairs=len(result.found),
            difference=spread_of(numerators, denominators),
            share=spread_of(*(part.tolist() for part in shares(one, two))),
            ties=totals.ties,
            turns=totals.turns,
            rounds=totals.rounds,
            capped=totals.capped,
            adjusted=adjusted,
        )


def _results(pairing: Pairing, pairs: int, threads: int, first: int) -> Iterator[tuple[PairResults, Any]]:
    """Return the results of pairs, each with the luck of its matches, or None where it is not measured."""
    game = pairing.game
    policies = [_policy(kind, game) for kind in pairing.kinds]
    names = (policies[0].name, policies[1].name)
    engine = fast.engine(game, *compiled_with(game, policies))
    how: dict[str, Any] = {
        "seats": pairing.seats,
        "options": build(game.options, pairing.options),
        "seed": pairing.seed % SEEDS,
        "first": first,
        "threads": threads,
    }
    if pairing.appraiser is None:
        return ((result, None) for result in engine.play_pairs(names, pairs, **how))
    from upcard.fast.adjusting import adjusting_engine

    played: Iterator[AdjustedResults] = adjusting_engine(engine, pairing.appraiser).play_pairs(
        names, pairs, **how
    )
    return ((result.pairs, result.lucks) for result in played)


def compiled_with(game: Game, policies: Sequence[Policy]) -> tuple[Policy, ...]:
    """Return the set to compile for these policies: one that is compiled anyway, or just them, by name."""
    for known in policy_sets(game.name):
        if all(policy in known for policy in policies):
            return known
    return tuple(sorted(dict.fromkeys(policies), key=lambda policy: policy.name))


def _policy(kind: BotKind, game: Game) -> Policy:
    policy = kind.policy(game.name)
    if policy is None:
        raise NotCompiled(f"{kind.name} plays interpreted only")
    return policy


def interpreted(pairing: Pairing, pairs: int, first: int = 0) -> Generator[Tally]:
    """Play pairs ``first`` and following on tables and yield what came of each, in order."""
    for pair in range(first, first + pairs):
        (one, more, luck), (two, other, other_luck) = (
            play_one(pairing, pair, swapped=swapped) for swapped in (False, True)
        )
        difference, share = differences(one, two, pairing.seats), shares(one, two)
        adjusted = NOTHING
        if pairing.appraiser is not None:
            adjusted = spread_of([less_luck(*difference, luck, other_luck)], [FINENESS])
        yield (
            more
            + other
            + Tally(1, spread_of(*_lists(difference)), spread_of(*_lists(share)), adjusted=adjusted)
        )


def _lists(fraction: tuple[Any, Any]) -> tuple[list[int], list[int]]:
    return [fraction[0]], [fraction[1]]


def play_one(pairing: Pairing, pair: int, *, swapped: bool) -> tuple[Seen, Tally, float]:
    """Play one match of a pair to its end; return it seen from the first bot, what to count, and its luck."""
    game, seats = pairing.game, pairing.seats
    table = Table(game, pairing.options, seats, PairedChance(pairing.seed, pair, game.deck(seats)))
    seed = Xoshiro(pairing.seed, pair).next()
    is_first = [(seat % 2 == 0) != swapped for seat in range(seats)]
    bots = [pairing.kinds[0 if mine else 1].make(seed) for mine in is_first]
    while (seat := table.turn) is not None:
        table.act(seat, bots[seat].choose(table.view(seat, tags=False)))
    outcome = table.outcome
    if outcome is None:
        raise AssertionError("the match is not over")
    own = sum(final for final, mine in zip(outcome.finals, is_first, strict=True) if mine)
    seen = Seen(
        own=own,
        others=sum(outcome.finals) - own,
        rounds=len(outcome.rounds),
        won=sum(is_first[seat] for seat in outcome.winners),
        winners=len(outcome.winners),
    )
    tally = Tally(
        ties=int(outcome.tie),
        turns=sum(move.action.verb in ("draw", "take") for move in table.moves),
        rounds=seen.rounds,
        capped=sum(result.how == "turn-limit" for result in table.results),
    )
    luck = 0.0
    if pairing.appraiser is not None:
        for more in luck_of(table, pairing.appraiser, shares_of(seats, swapped)):
            luck += more  # one after the other, as the compiled path does; ``sum`` would round otherwise
    return seen, tally, luck
