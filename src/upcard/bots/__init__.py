"""Players that see a View and answer with an action; ``BOTS`` is the one list of them.

A bot depends on nothing but its seed and the views it is shown. It never sees a game's ``State``.
"""

from __future__ import annotations

import difflib

from upcard.bots.contract import Bot, BotKind
from upcard.bots.greedy import VALUATIONS, Greedy
from upcard.bots.random_player import RandomPlayer
from upcard.errors import UnknownBot

__all__ = ["BOTS", "Bot", "BotKind", "bots_for", "find_bot"]

BOTS: dict[str, BotKind] = {
    kind.name: kind
    for kind in (
        BotKind(
            name="random",
            title="Random",
            line="Picks any action that is allowed, one as readily as another.",
            make=RandomPlayer,
        ),
        BotKind(
            name="greedy",
            title="Greedy",
            line="Grabs whatever improves its own cards right now and never thinks a turn ahead.",
            make=Greedy,
            games=frozenset(VALUATIONS),
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
