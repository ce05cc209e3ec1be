"""Rat Race one turn ahead, exactly: what each action is worth over all cards that may come.

After a turn a position is worth what a value says (see ``values.rat_race``), with three exceptions, which are
exact: the last turn of a round, Clock Off, after which the other seat has one turn more, and the turn limit.
Worths are points of the seat to move less those of the other, low is good, until they are handed out.
"""

from __future__ import annotations

from typing import Any

from upcard.bots.rat_race_holes import fill_in
from upcard.bots.rat_race_parts import make_part, worth_with
from upcard.bots.rat_race_prepare import (
    BASE,
    BY_VALUE,
    EMPTY,
    FIXED,
    FREE,
    KIND,
    LESS,
    NOT_KEPT,
    WAYS,
)
from upcard.bots.values.rat_race import SPREAD
from upcard.bots.values.rat_race_ends import (
    any_equal_row,
    is_equal_row,
    left_of_rank,
    may_complete,
)
from upcard.bots.values.rat_race_maps import RANKS
from upcard.bots.values.rat_race_room import (
    BEST_CELLS,
    BEST_FLIPS,
    DOWN,
    FLIPS,
    IN_CELLS,
    IN_PILE,
    IS_LAST,
    MEAN_REST,
    MOST_RATS,
    OWN,
    PART,
    PARTS,
    PILE_TOTAL,
    REST,
    ROWS_LEFT,
    SHARED,
    TOTAL,
    UPS,
    WALK,
)
from upcard.fast.kernel import unchecked
from upcard.games.rat_race.state import COLUMNS, FORCED, OPTIONAL, ROWS

FAR = 1e9


@unchecked
def outcome(
    cell: int,
    down: int,
    upcard: int,
    gone: int,
    also: int,
    fixed: bool,
    maps: Any,
    weights: Any,
    ints: Any,
    floats: Any,
) -> float:
    """RR5.1, RR5.8: Return what a turn comes to that has laid or turned up a card in a cell of the own grid.

    An upcard of 0 is a card that nobody has seen yet: the one that has just been replaced.
    """
    rats, row = ints[MOST_RATS], cell // COLUMNS
    if ints[WALK] == FORCED and is_equal_row(ints, OWN, row, rats):
        make_part(PARTS, row, down, gone, also, fixed, maps, weights, ints, floats)
    elif fixed or down == 0:
        make_part(PARTS, -1, down, gone, also, fixed, maps, weights, ints, floats)
    else:
        fill_in(PARTS, cell, maps, weights, ints, floats)
    ways = 1
    if ints[WALK] == OPTIONAL:
        for other in range(ROWS):
            if is_equal_row(ints, OWN, other, rats):
                make_part(PARTS + ways * PART, other, down, gone, also, fixed, maps, weights, ints, floats)
                ways += 1
    if upcard > 0 or (fixed and floats[PARTS + KIND] == FIXED):
        return best_part(ways, upcard, gone, also, maps, ints, floats)
    if ways == 1 and floats[PARTS + KIND] == BY_VALUE and ints[SHARED] == 1 and ints[TOTAL] > 2:
        return unseen_upcard(gone, ints, floats)
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
def unseen_upcard(gone: int, ints: Any, floats: Any) -> float:
    """Return what the first part comes to on average where the upcard is any unseen card.

    The share of a rank among the unseen cards is on average the same once one of them has been seen.
    """
    less = int(floats[PARTS + LESS])
    rests, ways, many = floats[MEAN_REST + less], floats[PARTS + WAYS], ints[TOTAL]
    if gone > 0:
        rests -= floats[REST + less * RANKS + gone]
        ways -= floats[PARTS + FREE + gone]
        many -= 1
    return float(floats[PARTS + BASE] + (rests + SPREAD * ways) / many)


@unchecked
def best_part(ways: int, upcard: int, gone: int, also: int, maps: Any, ints: Any, floats: Any) -> float:
    """Return what the best of some parts comes to."""
    best = worth_with(PARTS, upcard, gone, also, maps, ints, floats)
    for way in range(1, ways):
        best = min(best, worth_with(PARTS + way * PART, upcard, gone, also, maps, ints, floats))
    return best


# --- what may be done in a turn ------------------------------------------------------------------


@unchecked
def place_worth(
    cell: int, card: int, gone: int, fixed: bool, maps: Any, weights: Any, ints: Any, floats: Any
) -> float:
    """RR3.2, RR3.3: Return what it comes to if a card is placed in a cell."""
    old, was_up = ints[OWN + cell], ints[OWN + UPS + cell]
    ints[OWN + cell], ints[OWN + UPS + cell] = card, 1
    down = ints[DOWN] - 1 + was_up
    worth = outcome(cell, down, old, gone, 0, fixed, maps, weights, ints, floats)
    ints[OWN + cell], ints[OWN + UPS + cell] = old, was_up
    return worth


@unchecked
def best_place(card: int, gone: int, fixed: bool, maps: Any, weights: Any, ints: Any, floats: Any) -> float:
    """Return what the best placing of a card comes to; BEST_CELLS says which it is."""
    best = FAR
    for cell in range(ints[ROWS_LEFT] * COLUMNS):
        worth = place_worth(cell, card, gone, fixed, maps, weights, ints, floats)
        if worth < best:
            best = worth
            ints[BEST_CELLS + gone] = cell
    return best


@unchecked
def flip_worth(
    cell: int, upcard: int, gone: int, fixed: bool, maps: Any, weights: Any, ints: Any, floats: Any
) -> float:
    """RR3.4: Return what it comes to if a card is turned up after one has been rejected."""
    down = ints[DOWN] - 1
    cell_gone = gone if ints[SHARED] == 1 else 0
    if ints[OWN + cell] > 0:
        ints[OWN + UPS + cell] = 1
        worth = outcome(cell, down, upcard, gone, 0, fixed, maps, weights, ints, floats)
        ints[OWN + UPS + cell] = 0
        return worth
    if (
        fixed
        and (down > 0 or ints[IS_LAST] == 1)
        and not may_complete(ints, OWN, cell, ints[WALK], ints[MOST_RATS])
    ):  # what lies there changes nothing, and is the same on average before and after
        make_part(PARTS, -1, ints[DOWN], gone, 0, fixed, maps, weights, ints, floats)
        return float(floats[PARTS + BASE])
    if not fixed and down > 0 and ints[SHARED] == 1 and ints[TOTAL] > 2 and ints[WALK] != OPTIONAL:
        if floats[FLIPS + cell * RANKS * PART + KIND] == EMPTY:
            fill_flips(cell, maps, weights, ints, floats)
        return mean_flip(cell, upcard, gone, ints, floats)
    worth = 0.0
    many = 0
    for rank in range(1, RANKS):
        left = left_of_rank(ints, IN_CELLS, rank, cell_gone, 0)
        if left > 0:
            many += left
            worth += left * turned_up(cell, rank, upcard, gone, fixed, maps, weights, ints, floats)
    return worth / max(many, 1)


@unchecked
def fill_flips(cell: int, maps: Any, weights: Any, ints: Any, floats: Any) -> None:
    """Reckon the parts of all cards that may be turned up in a cell, and their sum at the place of rank 0."""
    total = FLIPS + cell * RANKS * PART
    for place in range(PART):
        floats[total + place] = 0.0
    row, down = cell // COLUMNS, ints[DOWN] - 1
    ints[OWN + UPS + cell] = 1
    for rank in range(1, RANKS):
        many = ints[IN_CELLS + rank]
        if many > 0:
            ints[OWN + cell] = rank
            part = total + rank * PART
            if ints[WALK] == FORCED and is_equal_row(ints, OWN, row, ints[MOST_RATS]):
                make_part(part, row, down, 0, 0, False, maps, weights, ints, floats)  # noqa: FBT003 - not fixed
            else:
                fill_in(part, cell, maps, weights, ints, floats)
            floats[total + BASE] += many * floats[part + BASE]
            floats[total + WAYS] += many * (floats[part + WAYS] - floats[part + FREE + rank])
            for other in range(1, RANKS):
                floats[total + FREE + other] += many * floats[part + FREE + other]
    floats[total + KIND] = BY_VALUE
    ints[OWN + cell], ints[OWN + UPS + cell] = 0, 0


@unchecked
def mean_flip(cell: int, upcard: int, gone: int, ints: Any, floats: Any) -> float:
    """Return what it comes to on average if an unknown card is turned up, by the sums of all parts."""
    total = FLIPS + cell * RANKS * PART
    base, ways, many = floats[total + BASE], floats[total + WAYS], ints[TOTAL]
    if gone > 0:
        part = total + gone * PART
        base -= floats[part + BASE]
        ways -= floats[part + WAYS] - floats[part + FREE + gone]
        ways -= floats[total + FREE + gone] - floats[part + FREE + gone]
        many -= 1
    return float(base / many + floats[REST + RANKS + upcard] + SPREAD * ways / (many * (many - 1)))


@unchecked
def turned_up(
    cell: int, rank: int, upcard: int, gone: int, fixed: bool, maps: Any, weights: Any, ints: Any, floats: Any
) -> float:
    """Return what it comes to if the card that is turned up is of that rank."""
    kept = FLIPS + (cell * RANKS + rank) * PART
    if floats[kept + KIND] != EMPTY and floats[kept + KIND] != NOT_KEPT:
        return worth_with(kept, upcard, gone, rank, maps, ints, floats)
    ints[OWN + cell], ints[OWN + UPS + cell] = rank, 1
    down = ints[DOWN] - 1
    if floats[kept + KIND] == EMPTY:
        floats[kept + KIND] = NOT_KEPT
        asked = ints[WALK] == OPTIONAL and any_equal_row(ints, OWN, ints[MOST_RATS])
        if not (asked or fixed):
            if ints[WALK] == FORCED and is_equal_row(ints, OWN, cell // COLUMNS, ints[MOST_RATS]):
                make_part(kept, cell // COLUMNS, down, 0, 0, fixed, maps, weights, ints, floats)
            elif down == 0:
                make_part(kept, -1, down, 0, 0, fixed, maps, weights, ints, floats)
            else:
                fill_in(kept, cell, maps, weights, ints, floats)
    if floats[kept + KIND] == NOT_KEPT:
        worth = outcome(cell, down, upcard, gone, rank, fixed, maps, weights, ints, floats)
    else:
        worth = worth_with(kept, upcard, gone, rank, maps, ints, floats)
    ints[OWN + cell], ints[OWN + UPS + cell] = 0, 0
    return worth


@unchecked
def best_flip(upcard: int, gone: int, fixed: bool, maps: Any, weights: Any, ints: Any, floats: Any) -> float:
    """Return what it comes to if the best card is turned up; BEST_FLIPS says which it is."""
    best = FAR
    for cell in range(ints[ROWS_LEFT] * COLUMNS):
        if ints[OWN + UPS + cell] == 0:
            worth = flip_worth(cell, upcard, gone, fixed, maps, weights, ints, floats)
            if worth < best:
                best = worth
                ints[BEST_FLIPS + gone] = cell
    return best


@unchecked
def draw_worth(fixed: bool, maps: Any, weights: Any, ints: Any, floats: Any) -> float:
    """RR3.1: Return what it comes to on average if a card is drawn."""
    worth = 0.0
    for card in range(1, RANKS):
        if ints[IN_PILE + card] > 0:
            best = best_place(card, card, fixed, maps, weights, ints, floats)
            other = best_flip(card, card, fixed, maps, weights, ints, floats)
            if other < best:
                best = other
                ints[BEST_CELLS + card] = -1
            worth += ints[IN_PILE + card] * best
    return float(worth / max(ints[PILE_TOTAL], 1))
