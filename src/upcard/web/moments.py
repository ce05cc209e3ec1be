"""The moment that a bot takes before it acts, as people do: a little, by what everybody sees.

It follows from the stage of the turn, from the match and from the number of the move, and not from what a bot
holds or thinks: so nobody learns anything from it.
"""

from __future__ import annotations

import hashlib

from upcard.web.messages import Moment

TIMES: dict[Moment, float] = {"long": 2.0, "usual": 1.0, "short": 0.4}
"""How many times as long as usual a moment is."""
AT_ONCE = 0.05
"""Seconds that remain of it where none is wanted: whoever watches a clock does not see what is thought."""
STAGES = {"choose": 1.1, "place-drawn": 1.25, "place-taken": 0.7, "reveal": 0.7, "flip": 0.7, "turn-up": 0.8}
"""What is harder takes longer: a card that has just been turned up has to be looked at."""
LAST_TURN = 1.2
UNEVEN = 0.2
"""By what share two moments of the same stage may differ from the usual one."""


def moment(pace: float, wanted: Moment, stage: str, last_turn: bool, match: str, move: int) -> float:
    """Return the seconds before a bot's action: from half to twice the ``pace`` at the usual length."""
    if wanted == "none":
        return min(AT_ONCE, pace)
    drawn = hashlib.sha256(f"{match} {move}".encode()).digest()[0] / 255
    uneven = 1 - UNEVEN + 2 * UNEVEN * drawn
    return pace * TIMES[wanted] * STAGES.get(stage, 1.0) * (LAST_TURN if last_turn else 1.0) * uneven
