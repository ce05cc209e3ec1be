"""Players that see a View and answer with an action; ``BOTS`` is the one list of them.

A bot depends on nothing but its seed and the views it is shown. It never sees a game's ``State``.
"""

from __future__ import annotations

import difflib
from functools import partial

from upcard.bots.careless import careless
from upcard.bots.contract import Bot, BotKind
from upcard.bots.greedy import GREEDY
from upcard.bots.policy_bot import PolicyBot
from upcard.errors import UnknownBot
from upcard.fast.policy import RANDOM, Policy

__all__ = ["BOTS", "Bot", "BotKind", "PolicyBot", "bots_for", "careless", "find_bot", "play_by"]


def play_by(name: str, title: str, line: str, *policies: Policy) -> BotKind:
    """Return the kind of bot that plays each game by the first of these policies that knows it."""
    games = [policy.games for policy in policies]
    return BotKind(
        name=name,
        title=title,
        line=line,
        make=partial(PolicyBot, name, policies),
        games=None if None in games else frozenset().union(*(known for known in games if known)),
        policies=policies,
    )


BOTS: dict[str, BotKind] = {
    kind.name: kind
    for kind in (
        play_by("random", "Random", "Picks any action that is allowed, one as readily as another.", RANDOM),
        play_by(
            "greedy",
            "Greedy",
            "Grabs whatever improves its own cards right now and never thinks a turn ahead.",
            *GREEDY,
        ),
    )
}


def find_bot(name: str) -> BotKind:
    """Return the kind of bot of that name; UnknownBot suggests a near one."""
    wanted = name.strip().lower()
    if wanted in BOTS:
        return BOTS[wanted]
    near = difflib.get_close_matches(wanted, BOTS, 1, 0.4)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(BOTS)}"
    raise UnknownBot(f"no bot is called {name!r}; {hint}")


def bots_for(game: str) -> tuple[BotKind, ...]:
    """Return the kinds of bots that play a game."""
    return tuple(kind for kind in BOTS.values() if kind.plays(game))
