"""Rat Race one turn ahead by the network, exactly: what each action is worth over all cards that may come.

It goes as in ``rat_race_search``, with the same exceptions that are exact without a value: the last turn of
a round, Clock Off and the turn limit. Worths are points of the seat to move less those of the other, low is
good.
"""

from __future__ import annotations

from typing import Any

from upcard.bots.rat_race_net_parts import cell_part, row_part, worth_at
from upcard.bots.rat_race_parts import make_part
from upcard.bots.rat_race_prepare import EMPTY, FIXED, FREE, KIND
from upcard.bots.rat_race_search import FAR
from upcard.bots.values.rat_race_ends import any_equal_row, is_equal_row, left_of_rank, may_complete
from upcard.bots.values.rat_race_maps import RANKS
from upcard.bots.values.rat_race_room import (
    BEST_CELLS,
    BEST_FLIPS,
    DOWN,
    FLIPS,
    IN_CELLS,
    IS_LAST,
    MOST_RATS,
    OWN,
    PART,
    PARTS,
    ROWS_LEFT,
    SHARED,
    UPS,
    WALK,
)
from upcard.fast.kernel import unchecked
from upcard.games.rat_race.state import COLUMNS, FORCED, OPTIONAL, ROWS


@unchecked
def first_way(
    part: int, cell: int, was_up: int, down: int, gone: int, also: int, upcard: int, fixed: bool, maps: Any,
    weights: Any, ints: Any, floats: Any, nets: Any,
) -> None:  # fmt: skip
    """RR5.1, RR5.8: Reckon what a turn comes to by itself that has left a card face up in a cell."""
    row = cell // COLUMNS
    if ints[WALK] == FORCED and is_equal_row(ints, OWN, row, ints[MOST_RATS]):
        row_part(part, row, down, gone, also, upcard, fixed, maps, weights, ints, floats, nets)
    else:
        cell_part(part, cell, was_up, down, gone, also, upcard, fixed, maps, weights, ints, floats, nets)


@unchecked
def outcome(
    cell: int, was_up: int, down: int, upcard: int, gone: int, also: int, fixed: bool, maps: Any,
    weights: Any, ints: Any, floats: Any, nets: Any,
) -> float:  # fmt: skip
    """RR5.8: Return what a turn comes to that has left a card face up in a cell of the own grid.

    An upcard of 0 is a card that nobody has seen yet: the one that has just been replaced.
    """
    first_way(PARTS, cell, was_up, down, gone, also, upcard, fixed, maps, weights, ints, floats, nets)
    ways = 1
    if ints[WALK] == OPTIONAL:
        for row in range(ROWS):
            if is_equal_row(ints, OWN, row, ints[MOST_RATS]):
                part = PARTS + ways * PART
                row_part(part, row, down, gone, also, upcard, fixed, maps, weights, ints, floats, nets)
                ways += 1
    if upcard > 0 or (fixed and floats[PARTS + KIND] == FIXED):
        return best_part(ways, upcard, gone, also, maps, ints, floats)
    if ways == 1:
        return mean_upcard(PARTS, gone, maps, ints, floats)
    worth = 0.0
    many = 0
    cell_gone = gone if ints[SHARED] == 1 else 0
    for rank in range(1, RANKS):
        left = left_of_rank(ints, IN_CELLS, rank, cell_gone, 0)
        if left > 0:
            many += left
            worth += left * best_part(ways, rank, gone, rank, maps, ints, floats)
    return worth / max(many, 1)


@unchecked
def mean_upcard(part: int, gone: int, maps: Any, ints: Any, floats: Any) -> float:
    """Return what a part comes to on average where the upcard is any unseen card of the cells."""
    worth = 0.0
    many = 0
    cell_gone = gone if ints[SHARED] == 1 else 0
    for rank in range(1, RANKS):
        left = left_of_rank(ints, IN_CELLS, rank, cell_gone, 0)
        if left > 0:
            many += left
            worth += left * worth_at(part, rank, gone, rank, maps, ints, floats)
    return worth / max(many, 1)


@unchecked
def best_part(ways: int, upcard: int, gone: int, also: int, maps: Any, ints: Any, floats: Any) -> float:
    """Return what the best of some parts comes to."""
    best = worth_at(PARTS, upcard, gone, also, maps, ints, floats)
    for way in range(1, ways):
        best = min(best, worth_at(PARTS + way * PART, upcard, gone, also, maps, ints, floats))
    return best


@unchecked
def kept_part(
    cell: int, rank: int, upcard: int, maps: Any, weights: Any, ints: Any, floats: Any, nets: Any
) -> int:
    """Return the part of a turn in which an unseen card has come to lie in a cell that held another one.

    The upcard is one that was seen before the turn began, or 0. Parts are kept, so that one serves whatever
    card is drawn and rejected before that one is turned up.
    """
    part = FLIPS + (cell * RANKS + rank) * PART
    if floats[part + KIND] == EMPTY:
        old = ints[OWN + cell]
        ints[OWN + cell], ints[OWN + UPS + cell] = rank if rank > 0 else old, 1
        down, never = ints[DOWN] - 1, False
        first_way(part, cell, 0, down, 0, rank, upcard, never, maps, weights, ints, floats, nets)
        ints[OWN + cell], ints[OWN + UPS + cell] = old, 0
    return int(part)


@unchecked
def is_kept(ints: Any, fixed: bool) -> bool:
    """Whether parts can be kept: there is a value, cells are down, and no row waits to walk out."""
    return (
        not fixed
        and ints[DOWN] > 1
        and (ints[WALK] != OPTIONAL or not any_equal_row(ints, OWN, ints[MOST_RATS]))
    )


# --- what may be done in a turn ------------------------------------------------------------------


@unchecked
def place_worth(
    cell: int, card: int, gone: int, fixed: bool, maps: Any, weights: Any, ints: Any, floats: Any, nets: Any
) -> float:
    """RR3.2, RR3.3: Return what it comes to if a card is placed in a cell."""
    old, was_up = ints[OWN + cell], ints[OWN + UPS + cell]
    if old == 0 and gone > 0 and ints[WALK] != OPTIONAL and is_kept(ints, fixed):
        part = kept_part(cell, card, 0, maps, weights, ints, floats, nets)
        return mean_upcard(part, gone, maps, ints, floats)
    ints[OWN + cell], ints[OWN + UPS + cell] = card, 1
    down = ints[DOWN] - 1 + was_up
    worth = outcome(cell, was_up, down, old, gone, 0, fixed, maps, weights, ints, floats, nets)
    ints[OWN + cell], ints[OWN + UPS + cell] = old, was_up
    return worth


@unchecked
def best_place(
    card: int, gone: int, fixed: bool, maps: Any, weights: Any, ints: Any, floats: Any, nets: Any
) -> float:
    """Return what the best placing of a card comes to; BEST_CELLS says which it is."""
    best = FAR
    for cell in range(ints[ROWS_LEFT] * COLUMNS):
        worth = place_worth(cell, card, gone, fixed, maps, weights, ints, floats, nets)
        if worth < best:
            best = worth
            ints[BEST_CELLS + gone] = cell
    return best


@unchecked
def flip_worth(
    cell: int, upcard: int, gone: int, fixed: bool, maps: Any, weights: Any, ints: Any, floats: Any, nets: Any
) -> float:
    """RR3.4: Return what it comes to if a card is turned up after one has been rejected."""
    down = ints[DOWN] - 1
    cell_gone = gone if ints[SHARED] == 1 else 0
    rest = upcard if gone == 0 else 0
    kept = ints[WALK] != OPTIONAL and is_kept(ints, fixed)
    known = ints[OWN + cell]
    if known > 0:
        if kept:
            part = kept_part(cell, 0, rest, maps, weights, ints, floats, nets)
            return worth_at(part, upcard, gone, 0, maps, ints, floats)
        ints[OWN + UPS + cell] = 1
        worth = outcome(cell, 0, down, upcard, gone, 0, fixed, maps, weights, ints, floats, nets)
        ints[OWN + UPS + cell] = 0
        return worth
    if (
        fixed
        and (down > 0 or ints[IS_LAST] == 1)
        and not may_complete(ints, OWN, cell, ints[WALK], ints[MOST_RATS])
    ):  # what lies there changes nothing, and is the same on average before and after
        make_part(PARTS, -1, ints[DOWN], gone, 0, fixed, maps, weights, ints, floats)
        return worth_at(PARTS, upcard, gone, 0, maps, ints, floats)
    worth = 0.0
    many = 0
    for rank in range(1, RANKS):
        left = left_of_rank(ints, IN_CELLS, rank, cell_gone, 0)
        if left > 0:
            many += left
            if kept:
                part = kept_part(cell, rank, rest, maps, weights, ints, floats, nets)
                worth += left * floats[part + FREE + upcard]
            else:
                ints[OWN + cell], ints[OWN + UPS + cell] = rank, 1
                worth += left * outcome(
                    cell, 0, down, upcard, gone, rank, fixed, maps, weights, ints, floats, nets
                )
                ints[OWN + cell], ints[OWN + UPS + cell] = 0, 0
    return worth / max(many, 1)


@unchecked
def best_flip(
    upcard: int, gone: int, fixed: bool, maps: Any, weights: Any, ints: Any, floats: Any, nets: Any
) -> float:
    """Return what it comes to if the best card is turned up; BEST_FLIPS says which it is."""
    best = FAR
    for cell in range(ints[ROWS_LEFT] * COLUMNS):
        if ints[OWN + UPS + cell] == 0:
            worth = flip_worth(cell, upcard, gone, fixed, maps, weights, ints, floats, nets)
            if worth < best:
                best = worth
                ints[BEST_FLIPS + gone] = cell
    return best
