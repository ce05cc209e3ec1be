"""The anchor *random*: any legal action, each as likely as another."""

from __future__ import annotations

from upcard.chance import Xoshiro
from upcard.values import Action, View


class RandomPlayer:
    """Picks by the seed, its seat and the number of actions so far, so that a match can be repeated."""

    name = "random"

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, view: View) -> Action:
        """Return any of the legal actions."""
        actions = view.actions
        return actions[Xoshiro(self.seed, view.seat or 0, view.step).below(len(actions))]
