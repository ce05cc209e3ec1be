"""What a turn at Nines was expected to leave each seat with, and so how much of what came was luck.

Between two turns of a seat the others have theirs, and what comes to them hides what its own turn was worth.
Luck is measured by the linear value, as what each seat will score after a turn less the mean of that over all
cards that might have come.
"""

from __future__ import annotations

from typing import Any

from upcard.bots.nines_table import (
    ALL,
    APART,
    CODES,
    DRAW,
    GRID,
    LESS,
    PARTS,
    RADIX,
    SAME,
    WORTHS,
)
from upcard.bots.values.nines_linear import after, part_before, rest_of
from upcard.bots.values.nines_seen import put_back, take_out
from upcard.fast.kernel import unchecked
from upcard.games.nines.scoring import rank_of
from upcard.games.nines.state import JOKER_RANK, NEVER, PLACE, REJECT


@unchecked
def add_outcome(
    code: int, rank: int, share: float, state: Any, table: Any, ranks: Any, room: Any, parts: Any
) -> bool:
    """Add what each seat will score once a rank is put where a code says; False where that ends the round."""
    mover = state.seat
    cell, kind, upcard = -1, SAME, rank
    if code != REJECT:
        cell = code - PLACE
        upcard = ranks[mover, cell]
        if upcard == 0:
            if state.down[mover] == 1:
                return False
            kind = LESS
    own = after(cell, rank, kind, upcard, state, table, ranks, room) - rest_of(kind, upcard, room)
    parts[mover] += share * own
    for seat in range(state.seats):
        if seat != mover:
            at = PARTS + (seat * 3 + kind) * RADIX
            if upcard > 0:
                parts[seat] += share * room[at + upcard]
            else:
                for other in range(1, JOKER_RANK + 1):
                    parts[seat] += share * room[at + other] * room[GRID + other] / room[ALL]
    return True


@unchecked
def expect_parts(state: Any, table: Any, ranks: Any, room: Any, parts: Any) -> bool:
    """Write down what each seat is expected to score after the turn that has been looked ahead to.

    False where that cannot be said: the turn may end the round, or a house rule makes it another.
    """
    for seat in range(state.seats):
        parts[seat] = 0.0
    if state.reject_flips != NEVER:
        return False
    if room[WORTHS] <= room[WORTHS + 1]:
        upcard = rank_of(state.discard[state.discard_size - 1])
        return bool(add_outcome(int(room[CODES]), upcard, 1.0, state, table, ranks, room, parts))
    cards = 0.0
    for rank in range(1, JOKER_RANK + 1):
        cards += room[DRAW + rank]
    known = True
    for rank in range(1, JOKER_RANK + 1):
        share = room[DRAW + rank] / cards
        if share > 0.0:
            together = room[APART] == 0.0
            if together:
                take_out(rank, table, room)
            known &= add_outcome(int(room[CODES + rank]), rank, share, state, table, ranks, room, parts)
            if together:
                put_back(rank, table, room)
    return known


@unchecked
def note_luck(state: Any, table: Any, ranks: Any, room: Any, parts: Any, lucks: Any) -> None:
    """Write down by how much more each seat will score than was expected, now that the turn is over."""
    upcard = rank_of(state.discard[state.discard_size - 1])
    down = state.down[state.seat]
    for seat in range(state.seats):
        now = part_before(seat, state.seat, down, upcard, state, table, ranks, room)
        lucks[seat] = now - parts[seat]


@unchecked
def luck_of(seat: int, seats: int, lucks: Any) -> float:
    """Return how much worse a turn left a seat, against the mean of the others, than was expected."""
    luck = 0.0
    for other in range(seats):
        luck += lucks[other] if other == seat else -lucks[other] / (seats - 1)
    return luck
