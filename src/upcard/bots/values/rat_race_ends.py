"""How a round of Rat Race ends, exactly: expected scores, and the best that a last turn can do.

Cards that are not known are drawn from the unseen ones without replacement. In ``ints``, ``grid`` is where
the grid begins (see ``rat_race_room``), ``counts`` where it stands how many of each rank may lie in cells,
``sums`` what two known ranks and one of them score, added up; ``total`` is how many there are. Up to two
ranks, ``gone`` and ``also``, are taken out of them first: 0 is none. ``walk`` says what becomes of an equal
row: the option, OFF after a Walkout.
"""

from __future__ import annotations

from typing import Any

from upcard.bots.values.rat_race_maps import PAIR_SCORES, RANKS, SCORES
from upcard.bots.values.rat_race_room import TWOS, UPS
from upcard.fast.kernel import unchecked
from upcard.games.rat_race.scoring import same_value
from upcard.games.rat_race.state import CELLS, COLUMNS, FORCED, OFF, OPTIONAL, RAT, ROWS

ENDLESS = 1e9


@unchecked
def fill_sums(ints: Any, counts: int, sums: int, maps: Any) -> None:
    """Write what each two ranks score with each unseen card, added up, and each rank with each two."""
    for one in range(1, RANKS):
        for two in range(one, RANKS):
            at = one * RANKS + two
            total = 0
            for rank in range(1, RANKS):
                total += ints[counts + rank] * int(maps[SCORES + at * RANKS + rank])
            ints[sums + at] = total
            ints[sums + two * RANKS + one] = total
    for one in range(1, RANKS):
        total = 0
        for rank in range(1, RANKS):
            at = one * RANKS + rank
            total += ints[counts + rank] * (ints[sums + at] - int(maps[SCORES + at * RANKS + rank]))
        ints[sums + TWOS + one] = total


@unchecked
def lessen_sums(ints: Any, sums: int, gone: int, also: int, less: int, maps: Any) -> None:
    """Write the sums without two ranks where ``less`` says."""
    for at in range(RANKS, RANKS * RANKS):
        place = SCORES + at * RANKS
        ints[less + at] = ints[sums + at] - maps[place + gone] - maps[place + also]
    for one in range(1, RANKS):
        ints[less + TWOS + one] = with_each_two(ints, one, sums, gone, also, maps)


@unchecked
def with_each_two(ints: Any, one: int, sums: int, gone: int, also: int, maps: Any) -> int:
    """Return what a rank scores with each two cards, one after the other, once two are gone."""
    at = one * RANKS
    place = SCORES + at * RANKS
    lost = ints[sums + at + gone] + ints[sums + at + also]
    twice = maps[place + gone * RANKS + gone] + maps[place + also * RANKS + also]
    twice += maps[place + gone * RANKS + also]
    return int(ints[sums + TWOS + one] - 2 * (lost - twice))


@unchecked
def left_of_rank(ints: Any, counts: int, rank: int, gone: int, also: int) -> int:
    """Return how many of a rank there are once two cards are gone."""
    left = int(ints[counts + rank])
    if rank == gone:
        left -= 1
    if rank == also:
        left -= 1
    return left


@unchecked
def left_in_all(total: int, gone: int, also: int) -> int:
    """Return how many cards there are once two are gone."""
    if gone > 0:
        total -= 1
    if also > 0:
        total -= 1
    return total


@unchecked
def three_mean(
    ints: Any,
    one: int,
    two: int,
    three: int,
    counts: int,
    total: int,
    sums: int,
    maps: Any,
    gone: int,
    also: int,
) -> float:
    """Return what a column of three is expected to score."""
    if one == 0:
        one, three = three, one
    if two == 0:
        two, three = three, two
    if one == 0:
        one, two = two, one
    if three > 0:
        return float(maps[SCORES + (one * RANKS + two) * RANKS + three])
    left = left_in_all(total, gone, also)
    if two > 0:
        at = one * RANKS + two
        place = SCORES + at * RANKS
        return float((ints[sums + at] - maps[place + gone] - maps[place + also]) / max(left, 1))
    if one > 0:
        return with_each_two(ints, one, sums, gone, also, maps) / max(left * (left - 1), 1)
    ways = 0
    for first in range(1, RANKS):
        many = left_of_rank(ints, counts, first, gone, also)
        if many > 0:
            for rank in range(1, RANKS):
                more = left_of_rank(ints, counts, rank, gone, also)
                if rank == first:
                    more -= 1
                if more > 0:
                    at = first * RANKS + rank
                    place = SCORES + at * RANKS
                    ways += (
                        many
                        * more
                        * (
                            ints[sums + at]
                            - maps[place + gone]
                            - maps[place + also]
                            - maps[place + first]
                            - maps[place + rank]
                        )
                    )
    return ways / max(left * (left - 1) * (left - 2), 1)


@unchecked
def two_mean(
    ints: Any, one: int, two: int, counts: int, total: int, maps: Any, gone: int, also: int
) -> float:
    """Return what a column of two is expected to score."""
    if one == 0:
        one, two = two, one
    if two > 0:
        return float(maps[PAIR_SCORES + one * RANKS + two])
    left = left_in_all(total, gone, also)
    ways = 0
    if one > 0:
        for rank in range(1, RANKS):
            ways += left_of_rank(ints, counts, rank, gone, also) * int(maps[PAIR_SCORES + one * RANKS + rank])
        return ways / max(left, 1)
    for first in range(1, RANKS):
        many = left_of_rank(ints, counts, first, gone, also)
        if many > 0:
            for rank in range(1, RANKS):
                more = left_of_rank(ints, counts, rank, gone, also)
                if rank == first:
                    more -= 1
                ways += many * more * int(maps[PAIR_SCORES + first * RANKS + rank])
    return ways / max(left * (left - 1), 1)


@unchecked
def column_mean(
    ints: Any,
    grid: int,
    rows: int,
    column: int,
    counts: int,
    total: int,
    sums: int,
    maps: Any,
    gone: int,
    also: int,
) -> float:
    """Return what a column of a grid is expected to score."""
    one, two = int(ints[grid + column]), int(ints[grid + column + COLUMNS])
    if rows < ROWS:
        return two_mean(ints, one, two, counts, total, maps, gone, also)
    three = int(ints[grid + column + 2 * COLUMNS])
    return three_mean(ints, one, two, three, counts, total, sums, maps, gone, also)


@unchecked
def grid_mean(
    ints: Any, grid: int, rows: int, counts: int, total: int, sums: int, maps: Any, gone: int, also: int
) -> float:
    """Return what a grid is expected to score as it lies."""
    mean = 0.0
    for column in range(COLUMNS):
        mean += column_mean(ints, grid, rows, column, counts, total, sums, maps, gone, also)
    return mean


@unchecked
def mean_without(
    ints: Any, grid: int, row: int, counts: int, total: int, maps: Any, gone: int, also: int
) -> float:  # fmt: skip
    """Return what a grid of three rows is expected to score once one has walked out."""
    upper = COLUMNS if row == 0 else 0
    lower = COLUMNS if row == 2 else 2 * COLUMNS
    mean = 0.0
    for column in range(COLUMNS):
        one, two = int(ints[grid + upper + column]), int(ints[grid + lower + column])
        mean += two_mean(ints, one, two, counts, total, maps, gone, also)
    return mean


@unchecked
def is_equal_row(ints: Any, grid: int, row: int, most_rats: int) -> bool:
    """RR5.1, RR5.2: Whether a row is face up and of one value."""
    first = row * COLUMNS
    return (
        ints[grid + UPS + first] == 1
        and ints[grid + UPS + first + 1] == 1
        and ints[grid + UPS + first + 2] == 1
        and same_value(
            int(ints[grid + first]), int(ints[grid + first + 1]), int(ints[grid + first + 2]), most_rats
        )
    )


@unchecked
def any_equal_row(ints: Any, grid: int, most_rats: int) -> bool:
    """Whether a row of a grid of three rows is face up and of one value."""
    return (
        is_equal_row(ints, grid, 0, most_rats)
        or is_equal_row(ints, grid, 1, most_rats)
        or is_equal_row(ints, grid, 2, most_rats)
    )


@unchecked
def last_layout(
    ints: Any, grid: int, rows: int, row: int, walk: int, most_rats: int, counts: int, total: int, sums: int,
    maps: Any, gone: int, also: int,
) -> float:  # fmt: skip
    """RR5.8, RR5.9: Return what a grid comes to after a last turn that has changed a row."""
    if walk == FORCED and is_equal_row(ints, grid, row, most_rats):
        return mean_without(ints, grid, row, counts, total, maps, gone, also)
    best = grid_mean(ints, grid, rows, counts, total, sums, maps, gone, also)
    if walk == OPTIONAL:
        for other in range(ROWS):
            if is_equal_row(ints, grid, other, most_rats):
                best = min(best, mean_without(ints, grid, other, counts, total, maps, gone, also))
    return best


@unchecked
def last_place(
    ints: Any, grid: int, rows: int, cell: int, card: int, walk: int, most_rats: int, counts: int, total: int,
    sums: int, maps: Any, gone: int, also: int,
) -> float:  # fmt: skip
    """Return what a grid comes to if a card is placed in a last turn."""
    old, was_up = ints[grid + cell], ints[grid + UPS + cell]
    ints[grid + cell], ints[grid + UPS + cell] = card, 1
    mean = last_layout(
        ints, grid, rows, cell // COLUMNS, walk, most_rats, counts, total, sums, maps, gone, also
    )
    ints[grid + cell], ints[grid + UPS + cell] = old, was_up
    return mean


@unchecked
def may_complete(ints: Any, grid: int, cell: int, walk: int, most_rats: int) -> bool:
    """Whether some card that is turned up in a cell might make a Walkout possible."""
    if walk == OFF:
        return False
    if walk == OPTIONAL and any_equal_row(ints, grid, most_rats):
        return True
    first = cell // COLUMNS * COLUMNS
    one, two = first, first + 1
    if cell == one:
        one = first + 2
    elif cell == two:
        two = first + 2
    if ints[grid + UPS + one] == 0 or ints[grid + UPS + two] == 0:
        return False
    third = min(int(ints[grid + one]), int(ints[grid + two]))
    if third == RAT:
        third = 1  # beside two Rats any card will do
    return same_value(int(ints[grid + one]), int(ints[grid + two]), third, most_rats)


@unchecked
def last_flip(
    ints: Any, grid: int, rows: int, cell: int, walk: int, most_rats: int, counts: int, total: int, sums: int,
    maps: Any, gone: int,
) -> float:  # fmt: skip
    """Return what a grid comes to, on average, if a card is turned up in a last turn."""
    row = cell // COLUMNS
    if not may_complete(ints, grid, cell, walk, most_rats):
        return grid_mean(ints, grid, rows, counts, total, sums, maps, gone, 0)
    mean = 0.0
    ints[grid + UPS + cell] = 1
    if ints[grid + cell] > 0:
        mean = last_layout(ints, grid, rows, row, walk, most_rats, counts, total, sums, maps, gone, 0)
    else:
        for rank in range(1, RANKS):
            many = left_of_rank(ints, counts, rank, gone, 0)
            if many > 0:
                ints[grid + cell] = rank
                mean += many * last_layout(
                    ints, grid, rows, row, walk, most_rats, counts, total, sums, maps, gone, rank
                )
        mean /= max(left_in_all(total, gone, 0), 1)
        ints[grid + cell] = 0
    ints[grid + UPS + cell] = 0
    return mean


@unchecked
def open_cells(ints: Any, grid: int, walk: int, most_rats: int) -> int:
    """Return as bits the cells in which a card may make a Walkout possible."""
    cells = 0
    if walk != OFF:
        for cell in range(CELLS):
            if may_complete(ints, grid, cell, walk, most_rats):
                cells |= 1 << cell
    return cells


@unchecked
def last_card(
    ints: Any, grid: int, rows: int, card: int, walk: int, most_rats: int, counts: int, total: int, sums: int,
    maps: Any, gone: int, also: int, near: int, drawn: int,
) -> float:  # fmt: skip
    """Return the best that a last turn can make of a card; one that has been drawn may be rejected.

    ``near`` are the cells where it might make a Walkout possible. In another cell it changes one column.
    """
    first = column_mean(ints, grid, rows, 0, counts, total, sums, maps, gone, also)
    second = column_mean(ints, grid, rows, 1, counts, total, sums, maps, gone, also)
    third = column_mean(ints, grid, rows, 2, counts, total, sums, maps, gone, also)
    still = first + second + third
    best = ENDLESS
    rejected = False
    for cell in range(rows * COLUMNS):
        is_near = (near >> cell) & 1 == 1
        if is_near:
            mean = last_place(
                ints, grid, rows, cell, card, walk, most_rats, counts, total, sums, maps, gone, also
            )
        else:
            column = cell % COLUMNS
            old = ints[grid + cell]
            ints[grid + cell] = card
            mean = column_mean(ints, grid, rows, column, counts, total, sums, maps, gone, also)
            ints[grid + cell] = old
            if column == 0:
                mean = mean + second + third
            elif column == 1:
                mean = first + mean + third
            else:
                mean = first + second + mean
        best = min(best, mean)
        if drawn == 1 and ints[grid + UPS + cell] == 0:
            if is_near:
                mean = last_flip(ints, grid, rows, cell, walk, most_rats, counts, total, sums, maps, gone)
                best = min(best, mean)
            else:
                rejected = True
    if rejected:
        best = min(best, still)
    return best


@unchecked
def last_draw(
    ints: Any, grid: int, rows: int, walk: int, most_rats: int, counts: int, total: int, sums: int,
    maps: Any, pile: int, pile_gone: int, pile_also: int, shared: int, near: int,
) -> float:  # fmt: skip
    """Return what a last turn can make, on average, of a card from the pile.

    ``shared`` says that what may lie in the pile and in cells are the same cards. From ``pile`` two are gone;
    ``counts``, ``total`` and ``sums`` are without them already.
    """
    mean = 0.0
    ways = 0
    for card in range(1, RANKS):
        many = left_of_rank(ints, pile, card, pile_gone, pile_also)
        if many > 0:
            gone = card if shared == 1 else 0
            ways += many
            mean += many * last_card(
                ints, grid, rows, card, walk, most_rats, counts, total, sums, maps, gone, 0, near, 1
            )
    return mean / max(ways, 1)
