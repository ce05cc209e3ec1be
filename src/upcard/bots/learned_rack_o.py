"""The learned value at Rack-O under its earlier name."""

from __future__ import annotations

from upcard.bots.expert_rack_o import EXPERT, tabulate
from upcard.fast.policy import Policy

__all__ = ["LEARNED", "tabulate"]

LEARNED = Policy("race-learned", EXPERT.choose, tabulate, EXPERT.games, weigh=EXPERT.weigh)
"""How it chooses."""
