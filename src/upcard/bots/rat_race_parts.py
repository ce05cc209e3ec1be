"""The parts of a search at Rat Race: what a turn ends with, and what it comes to with an upcard."""

from __future__ import annotations

from typing import Any

from upcard.bots.rat_race_prepare import (
    BASE,
    BY_VALUE,
    CLOCKS_OFF,
    FIXED,
    FREE,
    KIND,
    LESS,
    NOT_REACHED,
    WAYS,
)
from upcard.bots.values.rat_race import SPREAD, TWO_ROWS, add_slopes, forms_at, plain_sum, terms_of, usual
from upcard.bots.values.rat_race_ends import (
    grid_mean,
    last_card,
    last_draw,
    left_in_all,
    left_of_rank,
    lessen_sums,
    mean_without,
)
from upcard.bots.values.rat_race_maps import RANKS
from upcard.bots.values.rat_race_room import (
    BONUS,
    DOWN,
    DRAWS,
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
    PILE_LEFT,
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
)
from upcard.fast.kernel import unchecked
from upcard.games.rat_race.state import CELLS, COLUMNS


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
