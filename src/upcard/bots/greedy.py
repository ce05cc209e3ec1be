"""The anchor *greedy*: grabs what improves its own layout by enough, and looks no further.

It is a fixed point that stronger bots are measured against, so its play never changes. Each game has
its own valuation of a layout; what they share is in ``placing``.
"""

from __future__ import annotations

from collections.abc import Callable

from upcard.bots import greedy_nines, greedy_rack_o, greedy_rat_race
from upcard.values import Action, View

VALUATIONS: dict[str, Callable[[View], Action]] = {
    "nines": greedy_nines.choose,
    "rack-o": greedy_rack_o.choose,
    "rat-race": greedy_rat_race.choose,
}
"""How it chooses in each game."""


class Greedy:
    """Uses no chance at all: the seed changes nothing."""

    name = "greedy"

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, view: View) -> Action:
        """Return the action that its valuation of the game picks."""
        return VALUATIONS[view.game](view)
