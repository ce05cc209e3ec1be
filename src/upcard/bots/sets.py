"""Which policies are compiled together: one compiled function plays any match between those of a set."""

from __future__ import annotations

from operator import attrgetter

from upcard.bots import ALWAYS, bots_for, find_bot
from upcard.errors import UnknownBot
from upcard.fast.policy import RANDOM, Policy

Sets = tuple[tuple[Policy, ...], ...]


def policy_sets(game: str) -> Sets:
    """Return the sets that are worth compiling before anybody asks: random alone, and with it what is quick.

    Within a set they are in the order of their names. Whoever reckons with arrays takes half a minute to
    compile and is compiled for the match that it is to play.
    """
    every = {policy.name: policy for kind in ALWAYS if (policy := kind.policy(game))}
    whole = tuple(every[name] for name in sorted(every))
    return ((RANDOM,),) if whole == (RANDOM,) else ((RANDOM,), whole)


def levels(game: str) -> tuple[str, ...]:
    """Return the names of the levels that people play a game against, the weakest first."""
    return tuple(kind.name for kind in sorted(bots_for(game), key=attrgetter("level")) if kind.level)


def policy_of(game: str, bot: str) -> Policy:
    """Return what a bot plays a game by; UnknownBot if it plays by no policy there."""
    kind = find_bot(bot)
    policy = kind.policy(game)
    if policy is None:
        raise UnknownBot(f"{kind.title} plays {game} by no policy")
    return policy
