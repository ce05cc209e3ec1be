"""Which policies are compiled together: one compiled function plays any match between those of a set."""

from __future__ import annotations

from upcard.bots import ALWAYS
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
