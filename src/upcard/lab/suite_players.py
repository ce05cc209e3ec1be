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
REFEREES = {
    "nines": ("upcard.bots.expert_nines", "AT_ONE_TURN"),
    "rat-race": ("upcard.bots.expert_rat_race", "AT_ONE_TURN"),
    "rack-o": ("upcard.bots.expert_rack_o", "AT_ONE_TURN"),
}
"""Who goes on from a position, which is none of these. *td1* has learned little of positions
that strong play does not lead to: at Nines it goes on badly from them, and at Rat Race it may wait for a
Walkout until the turn limit. *expert* at Rack-O takes longer with its further look than that saves."""
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
    first = policy_of(game, strongest) if strongest else kept_in(STRONGEST)(game.name)
    second = policy_of(game, "greedy")
    if first is None:
        raise UnknownBot(f"nobody plays {game.title} strongly")
    return Players((first, second, RANDOM), _appraiser_of(game, first))


def referee_of(game: Game) -> Players:
    """Return who goes on from positions of a game, first of all, and what luck is measured by."""
    usual = players_of(game)
    first = kept_in(REFEREES)(game.name)
    if first is None:
        raise UnknownBot(f"nobody judges {game.title}")
    measure = usual.appraiser if first.spread is None else _appraiser_of(game, first)
    return Players((first, *usual.policies[1:]), measure)


def _appraiser_of(game: Game, policy: Policy) -> Appraiser | None:
    glance = appraiser_for(game.name)
    if game.name not in MEASURED or glance is None or policy.weigh is None:
        return None
    return by_worths(game, policy, glance)


def policy_of(game: Game, name: str) -> Policy:
    """Return the policy that a bot plays a game by; UnknownBot where it has none."""
    policy = find_bot(name).policy(game.name)
    if policy is None:
        raise UnknownBot(f"{name} does not play {game.title} by a policy")
    return policy
