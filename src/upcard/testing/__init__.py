"""What a test of a game, a bot or a client may stand on.

``check_game`` looks at everything that must hold in every game, ``play_out`` drives a match, ``mixed``
makes a policy careless, ``perft`` counts all ways from a position, ``dialect`` is the lint of the rules;
``strategies`` (which needs Hypothesis) deals games, tables and positions.
"""

from __future__ import annotations

from upcard.game import limited
from upcard.testing.checks import CheckedMatch, check_contract, check_game
from upcard.testing.guard import DialectError, check_fits, guarded
from upcard.testing.mirror import Mirror
from upcard.testing.perft import Level, orders, perft
from upcard.testing.play import (
    Policy,
    at_random,
    careless,
    is_playable,
    is_random_match,
    mixed,
    play_out,
)

__all__ = [
    "CheckedMatch",
    "DialectError",
    "Level",
    "Mirror",
    "Policy",
    "at_random",
    "careless",
    "check_contract",
    "check_fits",
    "check_game",
    "guarded",
    "is_playable",
    "is_random_match",
    "limited",
    "mixed",
    "orders",
    "perft",
    "play_out",
]
