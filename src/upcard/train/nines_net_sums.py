"""What the sums of Nines begin with when they are learned further: *td1*'s, where it was at home.

What strong players never meet *td1* never learned, or learned from a handful of positions: such a number of
a column beside one that is known well makes a position look better or worse by many points. So it begins as
what the same column is worth where nearly as many cards are down, the more so the less of its kind was met.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from upcard.bots.nines_table import (
    BIAS,
    COLUMNS,
    KINDS,
    MOST_DOWN,
    RADIX,
    ROLES,
    TEMPOS,
    UPCARDS,
)
from upcard.bots.td1_nines import LEARNED_UNIT, NAME
from upcard.bots.weights import Array, learned

NEAR = 0.25
"""How much a number counts for one that a card more is down at."""
MET = 3
"""The share of columns that have been met, to this power, is how much what was learned of them is trusted."""
OFTEN = np.float32(4000)
"""As how often met counts what is trusted."""
NEARLY_ALL = 7
"""With so many cards down there is hardly a column to even out: those sums stay."""


def trust_in(found: Array) -> Array:
    """Return how far numbers are to be trusted, from 0 to 1, a row a place; what was never met is 0."""
    met = found != 0
    trust: Array = met * met.mean(-1, keepdims=True) ** MET
    return trust


def evened(found: Array, near: Array) -> Array:
    """Return how much is to be added to numbers, a row a place, so that rarely met ones are like others near.

    ``near`` says how much each place counts for each.
    """
    trust = trust_in(found)
    weight = near @ trust
    others = np.divide(near @ (trust * found), weight, out=np.zeros_like(found), where=weight > 0)
    added: Array = (1 - trust) * (others - found)
    return added


def beginning(seats: int) -> tuple[Array, Array]:
    """Return what is added to *td1*'s sums for so many seats at first, in units of the table.

    Beside it stands as how often met each of them counts.
    """
    found = LEARNED_UNIT * learned(NAME)[f"seats{seats}"].astype(np.float64)
    added = np.zeros(len(found))
    often = np.zeros(len(found), np.float32)
    downs = np.array([(own, most) for own in range(MOST_DOWN) for most in range(MOST_DOWN)])
    steps = np.abs(downs[:, None] - downs[None]).sum(-1)
    early = (downs >= NEARLY_ALL - 1).any(-1)
    columns: Any = found[COLUMNS - BIAS :].reshape(ROLES, len(downs), KINDS)
    into: Any = added[COLUMNS - BIAS :].reshape(ROLES, len(downs), KINDS)
    for role in range(ROLES):
        into[role] = evened(columns[role], NEAR**steps)
        into[role, early] = 0.0
    often[COLUMNS - BIAS :] = trust_in(columns).reshape(-1)
    tempos = np.arange(TEMPOS)
    upcards = found[UPCARDS - BIAS : COLUMNS - BIAS].reshape(TEMPOS, KINDS * RADIX)
    near = NEAR ** np.abs(tempos[:, None] - tempos[None])
    added[UPCARDS - BIAS : COLUMNS - BIAS] = evened(upcards, near).reshape(-1)
    often[UPCARDS - BIAS : COLUMNS - BIAS] = trust_in(upcards).reshape(-1)
    often[: UPCARDS - BIAS] = trust_in(found[: UPCARDS - BIAS].reshape(-1, RADIX)).reshape(-1)
    return added, often * OFTEN
