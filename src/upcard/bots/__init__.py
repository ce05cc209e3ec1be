"""Players that see a View and answer with an action; ``BOTS`` is the one list of them.

A bot depends on nothing but its seed and the views it is shown. It never sees a game's ``State``.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from functools import partial

from upcard.bots.careless import careless
from upcard.bots.contract import Bot, BotKind, among, kept_in, not_here
from upcard.bots.greedy import GREEDY
from upcard.bots.policy_bot import PolicyBot
from upcard.errors import UnknownBot
from upcard.fast.policy import RANDOM, Policy

__all__ = ["BOTS", "Bot", "BotKind", "PolicyBot", "among", "bots_for", "careless", "find_bot", "play_by"]


def play_by(name: str, title: str, line: str, *policies: Policy) -> BotKind:
    """Return the kind of bot that plays each game by the first of these policies that knows it."""
    games = [policy.games for policy in policies]
    policy_for = among(*policies)
    return BotKind(
        name=name,
        title=title,
        line=line,
        make=partial(PolicyBot, name, policy_for),
        games=None if None in games else frozenset().union(*(known for known in games if known)),
        policy=policy_for,
    )


def play_as(name: str, line: str, places: Mapping[str, tuple[str, str]], level: int = 0) -> BotKind:
    """Return the kind of bot that plays by policies kept in modules that are imported only when it plays."""
    policy_for = kept_in(places)
    return BotKind(
        name=name,
        title=name[:1].upper() + name[1:].replace("-", " "),
        line=line,
        make=partial(PolicyBot, name, policy_for),
        games=frozenset(places),
        policy=policy_for,
        level=level,
    )


GRIDS = ("nines", "rat-race")
RACKS = ("rack-o",)


def anchor(prefix: str, constant: str, *games: str) -> dict[str, tuple[str, str]]:
    """Return where a fixed player of some games is kept."""
    return {game: (f"upcard.bots.{prefix}_{game.replace('-', '_')}", constant) for game in games}


ALWAYS = (
    play_by("random", "Random", "Picks any action that is allowed, one as readily as another.", RANDOM),
    play_by(
        "greedy",
        "Greedy",
        "Grabs whatever improves its own cards right now and never thinks a turn ahead.",
        *GREEDY,
    ),
)
RECKONING = (
    play_as(
        "hand-expectimax",
        "Looks one turn ahead and values a grid by a formula made by hand.",
        {
            "nines": ("upcard.bots.td1_nines", "HAND"),
            "rat-race": ("upcard.bots.td1_rat_race", "HAND_EXPECTIMAX"),
        },
    ),
    play_as(
        "td1",
        "Looks one turn ahead and values a grid by sums it has learned from its own play.",
        anchor("td1", "TD1", *GRIDS),
    ),
    play_as(
        "hand",
        "Values a rack by adding up what each gap between its numbers leaves room for.",
        anchor("hand", "HAND", *RACKS),
    ),
    play_as(
        "race",
        "Reckons how likely its rack is to be finished before the others go out.",
        anchor("race", "RACE", *RACKS),
    ),
)
"""Players that others are measured against and that reckon with arrays of numbers."""

LINES = {
    "beginner": "Judges at first sight, hopes for lucky cards and often picks what is only second best.",
    "casual": "Thinks a turn ahead, without much care for what has been played, and often slips.",
    "skilled": "Counts the cards and knows from practice what they are worth, with a slip now and then.",
    "strong": "Knows from millions of turns what each position is worth and seldom slips.",
    "expert": "Plays as well as anyone knows how to.",
}
LEVELS = tuple(
    play_as(name, line, anchor("levels", name.upper(), *GRIDS, *RACKS), place)
    for place, (name, line) in enumerate(LINES.items(), 1)
)
"""Whom people play against, the weakest first."""

PATIENT = (
    play_as(
        "rollouts",
        "Plays what the expert finds close on to the end of the round, hundreds of times, before it picks.",
        {"nines": ("upcard.bots.rollouts_nines", "ROLLOUTS")},
    ),
)
"""Players that take their time and must be compiled: for measuring and analysis, not offered at tables."""

BOTS: dict[str, BotKind] = {kind.name: kind for kind in ALWAYS + (() if not_here() else RECKONING + LEVELS)}
NAMED = BOTS | {kind.name: kind for kind in (() if not_here() else PATIENT)}
"""Those that are found by name: all that are listed, and the patient ones."""


def find_bot(name: str) -> BotKind:
    """Return the kind of bot of that name; UnknownBot suggests a near one."""
    wanted = name.strip().lower()
    if wanted in NAMED:
        return NAMED[wanted]
    if wanted in (kind.name for kind in RECKONING + LEVELS + PATIENT):
        raise UnknownBot(f"{wanted} does not play here: {not_here()}")
    near = difflib.get_close_matches(wanted, NAMED, 1, 0.4)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(NAMED)}"
    raise UnknownBot(f"no bot is called {name!r}; {hint}")


def bots_for(game: str) -> tuple[BotKind, ...]:
    """Return the kinds of bots that play a game."""
    return tuple(kind for kind in BOTS.values() if kind.plays(game))
