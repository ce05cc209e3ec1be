"""The strongest player of Rack-O there is: the learned value where there are weights, *race* elsewhere."""

from __future__ import annotations

from upcard.bots.learned_rack_o import LEARNED
from upcard.fast.policy import Policy

EXPERT = Policy("expert", LEARNED.choose, LEARNED.tabulate, LEARNED.games, weigh=LEARNED.weigh)
"""How it chooses."""
