"""Rat Race one turn ahead, exactly: what each action is worth over all cards that may come.

After a turn a position is worth what a value says (see ``values.rat_race``), with three exceptions, which are
exact: the last turn of a round, Clock Off, after which the other seat has one turn more, and the turn limit.
Worths are points of the seat to move less those of the other, low is good, until they are handed out.
"""

from __future__ import annotations

from typing import Any

from upcard.bots.rat_race_holes import fill_in
from upcard.bots.rat_race_prepare import (
    BASE,
    BY_VALUE,
    CLOCKS_OFF,
    EMPTY,
    FIXED,
    FREE,
    KIND,
    LESS,
    NOT_KEPT,
    NOT_REACHED,
    WAYS,
)
from upcard.bots.values.rat_race import SPREAD, TWO_ROWS, add_slopes, forms_at, plain_sum, terms_of, usual
from upcard.bots.values.rat_race_ends import (
    any_equal_row,
    grid_mean,
    is_equal_row,
    last_card,
    last_draw,
    left_in_all,
    left_of_rank,
    lessen_sums,
    may_complete,
    mean_without,
)
from upcard.bots.values.rat_race_maps import RANKS
from upcard.bots.values.rat_race_room import (
    BEST_CELLS,
    BEST_FLIPS,
    BONUS,
    DOWN,
    DRAWS,
    FLIPS,
    FORM,
    IN_CELLS,
    IN_PILE,
    IS_LAST,
    LESSENED,
    LESSENED_SUMS,
    MOST_RATS,
    NEAR,
    OTHER,
    OTHER_DOWN,
    OTHER_FORM,
    OTHER_ROWS,
    OTHER_WALK,
    OWN,
    PART,
    PARTS,
    PILE_LEFT,
    PILE_TOTAL,
    REST,
    REST_SLOPES,
    ROUGH,
    ROWS_LEFT,
    SHARED,
    SUMS,
    TOTAL,
    TRIAL,
    UNSEEN,
    UNSEEN_TOTAL,
    UPS,
    WALK,
)
from upcard.fast.kernel import unchecked
from upcard.games.rat_race.state import CELLS, COLUMNS, FORCED, OPTIONAL, ROWS

FAR = 1e9


@unchecked
def make_part(
    part: int,
    row: int,
    down: int,
    gone: int,
    also: int,
    fixed: bool,
    maps: Any,
    weights: Any,
    ints: Any,
    floats: Any,
) -> None:
    """Reckon the own side of what a turn ends with; a row walks out unless that is −1."""
    slopes = part + FREE
    cell_gone = gone if ints[SHARED] == 1 else 0
    if fixed or down == 0:
        if row >= 0:
            mean = mean_without(ints, OWN, row, IN_CELLS, ints[TOTAL], maps, cell_gone, also)
        else:
            mean = grid_mean(ints, OWN, ints[ROWS_LEFT], IN_CELLS, ints[TOTAL], SUMS, maps, cell_gone, also)
        if down == 0 and ints[IS_LAST] == 0:
            floats[part + BASE] = mean - ints[BONUS]
            floats[part + KIND] = CLOCKS_OFF
        else:
            floats[part + BASE] = mean - floats[REST + gone]
            floats[part + KIND] = FIXED
        return
    less = ints[DOWN] - down
    form = ints[FORM]
    other = ints[OTHER_DOWN]
    for rank in range(RANKS):
        floats[slopes + rank] = floats[REST_SLOPES + less * RANKS + rank]
    if row >= 0:
        form = TWO_ROWS
        close_up(ints, row)
        terms_of(ints, TRIAL, form, down, other, 0, maps)
    else:
        terms_of(ints, OWN, form, down, other, 0, maps)
    base = plain_sum(ints, weights)
    add_slopes(down, weights, ints, floats, slopes, 1.0)
    base += float(weights[forms_at(form, ints[OTHER_FORM], down, other)])
    ways = 0.0
    for rank in range(1, RANKS):
        ways += ints[UNSEEN + rank] * floats[slopes + rank]
    floats[part + BASE] = base - usual(floats, slopes)
    floats[part + WAYS] = ways
    floats[part + LESS] = less
    floats[part + KIND] = BY_VALUE


@unchecked
def close_up(ints: Any, row: int) -> None:
    """RR5.4: Write a grid of three rows as it is once one has walked out."""
    first = row * COLUMNS
    for cell in range(2 * COLUMNS):
        old = cell if cell < first else cell + COLUMNS
        ints[TRIAL + cell] = ints[OWN + old]
        ints[TRIAL + UPS + cell] = ints[OWN + UPS + old]
    for cell in range(2 * COLUMNS, CELLS):
        ints[TRIAL + cell] = ints[TRIAL + UPS + cell] = 0


@unchecked
def worth_with(part: int, upcard: int, gone: int, also: int, maps: Any, ints: Any, floats: Any) -> float:
    """Return what a part comes to with an upcard, once a card is gone from the pile and one from cells."""
    if floats[part + KIND] == FIXED:
        return float(floats[part + BASE])
    if floats[part + KIND] == CLOCKS_OFF:
        return float(floats[part + BASE]) - answer(upcard, gone, also, maps, ints, floats)
    left = left_in_all(ints[UNSEEN_TOTAL], gone, also)
    ways = floats[part + WAYS]
    if gone > 0:
        ways -= floats[part + FREE + gone]
    if also > 0:
        ways -= floats[part + FREE + also]
    return float(
        floats[part + BASE]
        + floats[REST + int(floats[part + LESS]) * RANKS + upcard]
        + SPREAD * ways / max(left, 1)
    )


@unchecked
def answer(upcard: int, gone: int, also: int, maps: Any, ints: Any, floats: Any) -> float:
    """RR6.1: Return what the other seat is expected to end with after its one turn more.

    Where the pile would have to be made anew for it to draw, it takes the upcard.
    """
    if ints[ROUGH] == 1:
        place = DRAWS + RANKS + upcard
        if gone + also > 0:
            if floats[place] == NOT_REACHED:
                floats[place] = answer_to(upcard, 0, 0, maps, ints, floats)
            return float(floats[place])
    return answer_to(upcard, gone, also, maps, ints, floats)


@unchecked
def answer_to(upcard: int, gone: int, also: int, maps: Any, ints: Any, floats: Any) -> float:
    """Return that, reckoned anew."""
    shared = ints[SHARED]
    cell_gone = gone if shared == 1 else 0
    best = last_card(
        ints, OTHER, ints[OTHER_ROWS], upcard, ints[OTHER_WALK], ints[MOST_RATS],
        IN_CELLS, ints[TOTAL], SUMS, maps, cell_gone, also, ints[NEAR], 0,
    )  # fmt: skip
    if left_in_all(ints[PILE_LEFT], gone, 0) < 1:
        return best
    place = gone * RANKS + also
    if shared == 1:
        place = min(gone, also) * RANKS + max(gone, also)
    if floats[DRAWS + place] == NOT_REACHED:
        for rank in range(1, RANKS):
            ints[LESSENED + rank] = left_of_rank(ints, IN_CELLS, rank, cell_gone, also)
        lessen_sums(ints, SUMS, cell_gone, also, LESSENED_SUMS, maps)
        floats[DRAWS + place] = last_draw(
            ints, OTHER, ints[OTHER_ROWS], ints[OTHER_WALK], ints[MOST_RATS], LESSENED,
            left_in_all(ints[TOTAL], cell_gone, also), LESSENED_SUMS, maps, IN_PILE, gone,
            also if shared == 1 else 0, shared, ints[NEAR],
        )  # fmt: skip
    return min(best, float(floats[DRAWS + place]))


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
    worth = 0.0
    many = 0
    for rank in range(1, RANKS):
        left = left_of_rank(ints, IN_CELLS, rank, cell_gone, 0)
        if left > 0:
            many += left
            worth += left * turned_up(cell, rank, upcard, gone, fixed, maps, weights, ints, floats)
    return worth / max(many, 1)


@unchecked
def turned_up(
    cell: int, rank: int, upcard: int, gone: int, fixed: bool, maps: Any, weights: Any, ints: Any, floats: Any
) -> float:
    """Return what it comes to if the card that is turned up is of that rank."""
    kept = FLIPS + (cell * RANKS + rank) * PART
    if floats[kept + KIND] != EMPTY and floats[kept + KIND] != NOT_KEPT:
        return worth_with(kept, upcard, gone, rank, maps, ints, floats)
    ints[OWN + cell], ints[OWN + UPS + cell] = rank, 1
    row, down = cell // COLUMNS, ints[DOWN] - 1
    if floats[kept + KIND] == EMPTY:
        floats[kept + KIND] = NOT_KEPT
        asked = ints[WALK] == OPTIONAL and any_equal_row(ints, OWN, ints[MOST_RATS])
        if not (asked or fixed):
            if ints[WALK] == FORCED and is_equal_row(ints, OWN, row, ints[MOST_RATS]):
                make_part(kept, row, down, 0, 0, fixed, maps, weights, ints, floats)
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
    return worth / max(ints[PILE_TOTAL], 1)
