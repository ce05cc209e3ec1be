"""Who plays for a suite: the players that positions come from, and whom the referee lets go on."""

from __future__ import annotations

from dataclasses import dataclass

from upcard.bots import find_bot
from upcard.bots.appraisals import appraiser_for
from upcard.bots.appraising import by_worths
from upcard.bots.contract import kept_in
from upcard.errors import UnknownBot
from upcard.fast.appraiser import Appraiser
from upcard.fast.policy import RANDOM, Policy
from upcard.game import Game

STRONGEST = {
    "nines": ("upcard.bots.td1_nines", "TD1"),
    "rat-race": ("upcard.bots.td1_rat_race", "TD1"),
    "rack-o": ("upcard.bots.expert_rack_o", "EXPERT"),
}
"""Where the strongest players are kept, those whose play does not change where they are strong enough."""
MEASURED = ("nines", "rat-race")
"""The games in which luck is worth measuring: in Rack-O it takes longer than it saves."""


@dataclass(frozen=True, slots=True)
class Players:
    """The policies of a game, the strongest first, then *greedy* and *random*; what luck is measured by."""

    policies: tuple[Policy, Policy, Policy]
    appraiser: Appraiser | None

    @property
    def told(self) -> str:
        """Who they are, in a phrase."""
        luck = f", less luck by {self.appraiser.name}" if self.appraiser else ""
        return f"{self.policies[0].name}{luck}"


def players_of(game: Game, strongest: str = "") -> Players:
    """Return who plays a game; ``strongest`` is the name of another bot to be first."""
    first = policy_of(game, strongest) if strongest else kept_in({game.name: STRONGEST[game.name]})(game.name)
    second = policy_of(game, "greedy")
    if first is None:
        raise UnknownBot(f"nobody plays {game.title} strongly")
    glance = appraiser_for(game.name)
    measured = game.name in MEASURED and glance is not None and first.weigh is not None
    appraiser = by_worths(game, first, glance) if measured and glance else None
    return Players((first, second, RANDOM), appraiser)


def policy_of(game: Game, name: str) -> Policy:
    """Return the policy that a bot plays a game by; UnknownBot where it has none."""
    policy = find_bot(name).policy(game.name)
    if policy is None:
        raise UnknownBot(f"{name} does not play {game.title} by a policy")
    return policy
