"""Policies that make some of their choices at random, for runs that must get everywhere.

Random play alone never goes Rack-O, sensible play never gets into some corners.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from upcard.fast.policy import Policy, any_code, coin
from upcard.rule import rule


@cache
def careless(policy: Policy, one_in: int = 5) -> Policy:
    """Return the policy with one choice in ``one_in`` made at random; the same for the same arguments."""
    base = policy.choose

    @rule
    def choose(state: Any, legal: int, word: int, table: Sequence[int]) -> int:
        """Return any legal code if the coin says so, else what the other policy chooses."""
        if coin(word, one_in):
            return any_code(state, legal, word, table)
        return base(state, legal, word, table)

    return Policy(f"careless-{policy.name}-{one_in}", choose, policy.tabulate, policy.games, policy.blind)
