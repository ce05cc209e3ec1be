"""The two ways to play pairs, compiled and interpreted: what comes of them is the same to the last digit."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any

from upcard import fast
from upcard.bots import BotKind
from upcard.bots.sets import policy_sets
from upcard.chance import PairedChance, Xoshiro
from upcard.errors import NotCompiled
from upcard.fast.policy import Policy
from upcard.game import Game
from upcard.lab.tally import Seen, Tally, differences, shares, spread_of
from upcard.options import Values, build
from upcard.table import Table

COMPILED, INTERPRETED = "compiled", "interpreted"
SEEDS = 1 << 64


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who plays whom, at what table, with what seed; the options are settled."""

    game: Game
    kinds: tuple[BotKind, BotKind]
    seats: int
    options: Values
    seed: int


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


def compiled(pairing: Pairing, pairs: int, threads: int) -> Generator[Tally]:
    """Play the pairs compiled and yield what came of them, thousands at a time, in order."""
    from upcard.fast import runs
    from upcard.fast.totals import Totals

    game, seats = pairing.game, pairing.seats
    policies = [_policy(kind, game) for kind in pairing.kinds]
    results = fast.engine(game, *compiled_with(game, policies)).play_pairs(
        (policies[0].name, policies[1].name),
        pairs,
        seats=seats,
        options=build(game.options, pairing.options),
        seed=pairing.seed % SEEDS,
        threads=threads,
    )
    columns = (runs.OWN, runs.OTHERS, runs.LENGTH, runs.WON, runs.WINNERS)
    for result in results:
        first, second = (Seen(*(result.found[:, match, column] for column in columns)) for match in (0, 1))
        totals = Totals(game.name, seats, result.counts)
        yield Tally(
            pairs=len(result.found),
            difference=spread_of(*(part.tolist() for part in differences(first, second, seats))),
            share=spread_of(*(part.tolist() for part in shares(first, second))),
            ties=totals.ties,
            turns=totals.turns,
            rounds=totals.rounds,
            capped=totals.capped,
        )


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


def interpreted(pairing: Pairing, pairs: int) -> Generator[Tally]:
    """Play the pairs on tables and yield what came of each, in order."""
    for pair in range(pairs):
        (first, one), (second, other) = (
            play_one(pairing, pair, swapped=swapped) for swapped in (False, True)
        )
        difference, share = differences(first, second, pairing.seats), shares(first, second)
        yield one + other + Tally(1, spread_of(*_lists(difference)), spread_of(*_lists(share)))


def _lists(fraction: tuple[Any, Any]) -> tuple[list[int], list[int]]:
    return [fraction[0]], [fraction[1]]


def play_one(pairing: Pairing, pair: int, *, swapped: bool) -> tuple[Seen, Tally]:
    """Play one match of a pair to its end, and return it seen from the first bot, and what to count of it."""
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
    return seen, Tally(
        ties=int(outcome.tie),
        turns=sum(move.action.verb in ("draw", "take") for move in table.moves),
        rounds=seen.rounds,
        capped=sum(result.how == "turn-limit" for result in table.results),
    )
