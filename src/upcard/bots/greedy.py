"""The anchor *greedy*: grabs what improves its own layout by enough, and looks no further.

It is a fixed point that stronger bots are measured against, so its play never changes. It uses no chance
at all. Each game has its own valuation of a layout; what they share is in ``placing`` and ``columns``.
"""

from __future__ import annotations

from upcard.bots import columns, greedy_nines, greedy_rack_o, greedy_rat_race
from upcard.fast.policy import Policy

GREEDY = (
    Policy("greedy", greedy_nines.choose, columns.tabulate, frozenset({"nines"})),
    Policy("greedy", greedy_rat_race.choose, columns.tabulate, frozenset({"rat-race"})),
    Policy("greedy", greedy_rack_o.choose, greedy_rack_o.tabulate, frozenset({"rack-o"})),
)
"""How it chooses in each game."""
