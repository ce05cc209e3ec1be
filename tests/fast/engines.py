"""The engines that tests share: each game compiled once, to be played at random or careless."""

from functools import cache

from upcard import fast
from upcard.bots import careless, find_bot
from upcard.fast import Policy
from upcard.fast.compiled import Engine
from upcard.games import GAMES


def careless_of(name: str) -> Policy:
    """Return the policy that makes one choice in five at random and the others as *greedy* does."""
    greedy = find_bot("greedy").policy(name)
    assert greedy
    return careless(greedy)


POLICIES = {name: (fast.RANDOM, careless_of(name)) for name in GAMES}
"""What each game is compiled with; to compile another set takes as long again."""
NAMES = ("random", "careless-greedy-5")


@cache
def engine_of(name: str) -> Engine:
    """Return the engine of a game; each of its functions is compiled, or loaded, when it is first used."""
    return fast.engine(GAMES[name], *POLICIES[name])
