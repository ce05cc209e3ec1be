"""Rat Race one turn ahead, exactly: what each action is worth over all cards that may come.

After a turn a position is worth what a value says (see ``values.rat_race``), with three exceptions, which are
exact: the last turn of a round, Clock Off, after which the other seat has one turn more, and the turn limit.
Worths are points of the seat to move less those of the other, low is good, until they are handed out.
"""

from __future__ import annotations

from typing import Any

from upcard.bots.rat_race_position import ALL_TOTAL as ALL
from upcard.bots.rat_race_position import (
    BONUS,
    CAN_DRAW,
    DOWN,
    FORM,
    IN_CELLS,
    IN_PILE,
    IS_LAST,
    MOST_RATS,
    OTHER,
    OTHER_DOWN,
    OTHER_FORM,
    OTHER_ROWS,
    OTHER_UPS,
    OTHER_WALK,
    OWN,
    OWN_UPS,
    PILE_LEFT,
    PILE_TOTAL,
    ROWS_LEFT,
    SHARED,
    TOTAL,
    UNSEEN,
    UPCARD,
    WALK,
)
from upcard.bots.rat_race_room import (
    BASE,
    BY_VALUE,
    CLOCKS_OFF,
    EMPTY,
    FIXED,
    KIND,
    LESS,
    NOT_KEPT,
    NOT_REACHED,
    SLOPES,
    WAYS,
)
from upcard.bots.values.rat_race import (
    SPREAD,
    TWO_ROWS,
    add_slopes,
    forms_at,
    plain_sum,
    terms_of,
    usual,
)
from upcard.bots.values.rat_race_ends import (
    any_equal_row,
    grid_mean,
    is_equal_row,
    last_draw,
    last_take,
    left_in_all,
    left_of_rank,
    lessen_sums,
    may_complete,
    mean_without,
)
from upcard.bots.values.rat_race_maps import RANKS
from upcard.fast.kernel import unchecked
from upcard.games.rat_race.state import CELLS, COLUMNS, FORCED, OPTIONAL, ROWS

FAR = 1e9


@unchecked
def make_part(
    part: Any, row: int, down: int, gone: int, also: int, fixed: bool, maps: Any, weights: Any, room: Any
) -> None:
    """Reckon the own side of what a turn ends with; a row walks out unless that is −1."""
    facts, counts, slopes = room.facts, room.counts, part[SLOPES:LESS]
    cells, ups = room.grids[OWN], room.grids[OWN_UPS]
    cell_gone = gone if facts[SHARED] == 1 else 0
    if fixed or down == 0:
        if row >= 0:
            mean = mean_without(cells, row, counts[IN_CELLS], facts[TOTAL], maps, cell_gone, also)
        else:
            mean = grid_mean(
                cells, facts[ROWS_LEFT], counts[IN_CELLS], facts[TOTAL], room.sums[0], maps, cell_gone, also
            )
        if down == 0 and facts[IS_LAST] == 0:
            part[BASE] = mean - facts[BONUS]
            part[KIND] = CLOCKS_OFF
        else:
            part[BASE] = mean - room.rest[0, 0]
            part[KIND] = FIXED
        return
    less = facts[DOWN] - down
    form = facts[FORM]
    other = facts[OTHER_DOWN]
    for rank in range(RANKS):
        slopes[rank] = room.slopes[less, rank]
    if row >= 0:
        form = TWO_ROWS
        close_up(cells, ups, row, room.trial)
        terms_of(
            room.trial[0], room.trial[1], form, down, other, 0, maps, room.plain, room.ranked, room.sizes
        )
    else:
        terms_of(cells, ups, form, down, other, 0, maps, room.plain, room.ranked, room.sizes)
    base = plain_sum(weights, room.plain, room.sizes)
    add_slopes(down, weights, room.ranked, room.sizes, slopes, 1.0)
    base += weights[forms_at(form, facts[OTHER_FORM], down, other)]
    ways = 0.0
    for rank in range(1, RANKS):
        ways += counts[UNSEEN, rank] * slopes[rank]
    part[BASE] = base - usual(slopes)
    part[WAYS] = ways
    part[LESS] = less
    part[KIND] = BY_VALUE


@unchecked
def close_up(cells: Any, ups: Any, row: int, trial: Any) -> None:
    """RR5.4: Write a grid of three rows as it is once one has walked out."""
    first = row * COLUMNS
    for cell in range(2 * COLUMNS):
        old = cell if cell < first else cell + COLUMNS
        trial[0, cell] = cells[old]
        trial[1, cell] = ups[old]
    for cell in range(2 * COLUMNS, CELLS):
        trial[0, cell] = trial[1, cell] = 0


@unchecked
def worth_with(part: Any, upcard: int, gone: int, also: int, maps: Any, room: Any) -> float:
    """Return what a part comes to with an upcard, once a card is gone from the pile and one from cells."""
    if part[KIND] == FIXED:
        return float(part[BASE])
    if part[KIND] == CLOCKS_OFF:
        return float(part[BASE]) - answer(upcard, gone, also, maps, room)
    left = left_in_all(room.facts[ALL], gone, also)
    ways = part[WAYS]
    if gone > 0:
        ways -= part[SLOPES + gone]
    if also > 0:
        ways -= part[SLOPES + also]
    return float(part[BASE] + room.rest[int(part[LESS]), upcard] + SPREAD * ways / max(left, 1))


@unchecked
def answer(upcard: int, gone: int, also: int, maps: Any, room: Any) -> float:
    """RR6.1: Return what the other seat is expected to end with after its one turn more.

    Where the pile would have to be made anew for it to draw, it takes the upcard.
    """
    facts, grids, counts = room.facts, room.grids, room.counts
    shared = facts[SHARED]
    cell_gone = gone if shared == 1 else 0
    best = last_take(
        grids[OTHER], grids[OTHER_UPS], facts[OTHER_ROWS], upcard, facts[OTHER_WALK], facts[MOST_RATS],
        counts[IN_CELLS], facts[TOTAL], room.sums[0], maps, cell_gone, also,
    )  # fmt: skip
    if left_in_all(facts[PILE_LEFT], gone, 0) < 1:
        return best
    place = gone * RANKS + also
    if shared == 1:
        place = min(gone, also) * RANKS + max(gone, also)
    if room.draws[place] == NOT_REACHED:
        less = counts[3]
        for rank in range(1, RANKS):
            less[rank] = left_of_rank(counts[IN_CELLS], rank, cell_gone, also)
        lessen_sums(room.sums[0], cell_gone, also, room.sums[1], maps)
        room.draws[place] = last_draw(
            grids[OTHER], grids[OTHER_UPS], facts[OTHER_ROWS], facts[OTHER_WALK], facts[MOST_RATS], less,
            left_in_all(facts[TOTAL], cell_gone, also), room.sums[1], maps, counts[IN_PILE], gone,
            also if shared == 1 else 0, shared,
        )  # fmt: skip
    return min(best, float(room.draws[place]))


@unchecked
def outcome(
    row: int, down: int, upcard: int, gone: int, also: int, fixed: bool, maps: Any, weights: Any, room: Any
) -> float:
    """RR5.1, RR5.8: Return what a turn comes to that has changed a row of the own grid.

    An upcard of 0 is a card that nobody has seen yet: the one that has just been replaced.
    """
    facts, parts = room.facts, room.parts
    cells, ups, rats = room.grids[OWN], room.grids[OWN_UPS], facts[MOST_RATS]
    out = -1
    if facts[WALK] == FORCED and is_equal_row(cells, ups, row, rats):
        out = row
    make_part(parts[0], out, down, gone, also, fixed, maps, weights, room)
    ways = 1
    if facts[WALK] == OPTIONAL:
        for other in range(ROWS):
            if is_equal_row(cells, ups, other, rats):
                make_part(parts[ways], other, down, gone, also, fixed, maps, weights, room)
                ways += 1
    if upcard > 0 or (fixed and parts[0, KIND] == FIXED):
        return best_part(ways, upcard, gone, also, maps, room)
    worth = 0.0
    many = 0
    cell_gone = gone if facts[SHARED] == 1 else 0
    for rank in range(1, RANKS):
        left = left_of_rank(room.counts[IN_CELLS], rank, cell_gone, 0)
        if left > 0:
            many += left
            worth += left * best_part(ways, rank, gone, rank, maps, room)
    return worth / max(many, 1)


@unchecked
def best_part(ways: int, upcard: int, gone: int, also: int, maps: Any, room: Any) -> float:
    """Return what the best of some parts comes to."""
    best = worth_with(room.parts[0], upcard, gone, also, maps, room)
    for way in range(1, ways):
        best = min(best, worth_with(room.parts[way], upcard, gone, also, maps, room))
    return best


# --- what may be done in a turn ------------------------------------------------------------------


@unchecked
def place_worth(cell: int, card: int, gone: int, fixed: bool, maps: Any, weights: Any, room: Any) -> float:
    """RR3.2, RR3.3: Return what it comes to if a card is placed in a cell."""
    cells, ups = room.grids[OWN], room.grids[OWN_UPS]
    old, was_up = cells[cell], ups[cell]
    cells[cell], ups[cell] = card, 1
    down = room.facts[DOWN] - 1 + was_up
    worth = outcome(cell // COLUMNS, down, old, gone, 0, fixed, maps, weights, room)
    cells[cell], ups[cell] = old, was_up
    return worth


@unchecked
def best_place(card: int, gone: int, fixed: bool, maps: Any, weights: Any, room: Any) -> float:
    """Return what the best placing of a card comes to."""
    best = FAR
    for cell in range(room.facts[ROWS_LEFT] * COLUMNS):
        best = min(best, place_worth(cell, card, gone, fixed, maps, weights, room))
    return best


@unchecked
def flip_worth(cell: int, upcard: int, gone: int, fixed: bool, maps: Any, weights: Any, room: Any) -> float:
    """RR3.4: Return what it comes to if a card is turned up after one has been rejected."""
    facts, counts = room.facts, room.counts
    cells, ups = room.grids[OWN], room.grids[OWN_UPS]
    row, down = cell // COLUMNS, facts[DOWN] - 1
    cell_gone = gone if facts[SHARED] == 1 else 0
    if cells[cell] > 0:
        ups[cell] = 1
        worth = outcome(row, down, upcard, gone, 0, fixed, maps, weights, room)
        ups[cell] = 0
        return worth
    if (
        fixed
        and (down > 0 or facts[IS_LAST] == 1)
        and not may_complete(cells, ups, cell, facts[WALK], facts[MOST_RATS])
    ):  # what lies there changes nothing, and is the same on average before and after
        make_part(room.parts[0], -1, facts[DOWN], gone, 0, fixed, maps, weights, room)
        return float(room.parts[0, BASE])
    worth = 0.0
    many = 0
    for rank in range(1, RANKS):
        left = left_of_rank(counts[IN_CELLS], rank, cell_gone, 0)
        if left > 0:
            many += left
            worth += left * turned_up(cell, rank, upcard, gone, fixed, maps, weights, room)
    return worth / max(many, 1)


@unchecked
def turned_up(
    cell: int, rank: int, upcard: int, gone: int, fixed: bool, maps: Any, weights: Any, room: Any
) -> float:
    """Return what it comes to if the card that is turned up is of that rank."""
    facts, kept = room.facts, room.flips[cell * RANKS + rank]
    cells, ups = room.grids[OWN], room.grids[OWN_UPS]
    if kept[KIND] != EMPTY and kept[KIND] != NOT_KEPT:
        return worth_with(kept, upcard, gone, rank, maps, room)
    cells[cell], ups[cell] = rank, 1
    row, down = cell // COLUMNS, facts[DOWN] - 1
    if kept[KIND] == EMPTY:
        kept[KIND] = NOT_KEPT
        asked = facts[WALK] == OPTIONAL and any_equal_row(cells, ups, facts[MOST_RATS])
        if not (asked or fixed):
            out = -1
            if facts[WALK] == FORCED and is_equal_row(cells, ups, row, facts[MOST_RATS]):
                out = row
            make_part(kept, out, down, 0, 0, fixed, maps, weights, room)
    if kept[KIND] == NOT_KEPT:
        worth = outcome(row, down, upcard, gone, rank, fixed, maps, weights, room)
    else:
        worth = worth_with(kept, upcard, gone, rank, maps, room)
    cells[cell], ups[cell] = 0, 0
    return worth


@unchecked
def best_flip(upcard: int, gone: int, fixed: bool, maps: Any, weights: Any, room: Any) -> float:
    """Return what it comes to if the best card is turned up."""
    best = FAR
    for cell in range(room.facts[ROWS_LEFT] * COLUMNS):
        if room.grids[OWN_UPS, cell] == 0:
            best = min(best, flip_worth(cell, upcard, gone, fixed, maps, weights, room))
    return best


@unchecked
def draw_worth(fixed: bool, maps: Any, weights: Any, room: Any) -> float:
    """RR3.1: Return what it comes to on average if a card is drawn."""
    pile = room.counts[IN_PILE]
    worth = 0.0
    for card in range(1, RANKS):
        if pile[card] > 0:
            best = min(
                best_place(card, card, fixed, maps, weights, room),
                best_flip(card, card, fixed, maps, weights, room),
            )
            worth += pile[card] * best
    return worth / max(room.facts[PILE_TOTAL], 1)


@unchecked
def turn_worth(fixed: bool, maps: Any, weights: Any, room: Any) -> float:
    """Return what a position is worth to the seat that begins its turn there."""
    take = best_place(room.facts[UPCARD], 0, fixed, maps, weights, room)
    if room.facts[CAN_DRAW] == 0:
        return take
    return min(take, draw_worth(fixed, maps, weights, room))
