"""Rat Race two turns ahead: what the other seat makes of a position, by one turn's exact search of its own.

Only where two actions come to about the same is it looked so far. Where the upcard that the other seat is
left is a card nobody has seen yet, what it does is reckoned once for all: as if it might draw that one too.

First it is written down which positions are to be looked at, then all of them are, and then what they are
worth is read in the same order: so the search stands in one place only, which is compiled sooner.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from upcard.bots.rat_race_net_parts import set_up
from upcard.bots.rat_race_net_search import best_flip, best_place
from upcard.bots.rat_race_parts import close_up
from upcard.bots.rat_race_search import FAR
from upcard.bots.values.rat_race_ends import any_equal_row, is_equal_row, left_of_rank
from upcard.bots.values.rat_race_maps import RANKS
from upcard.bots.values.rat_race_net import TWO_ROWS
from upcard.bots.values.rat_race_room import (
    BEST_FLIPS,
    BONUS,
    CAN_DRAW,
    DOWN,
    FOR_MATCH,
    FORM,
    GRID,
    IN_CELLS,
    IN_PILE,
    IS_LAST,
    LAST_TURNS,
    LEAD,
    MOST_RATS,
    OTHER,
    OTHER_DOWN,
    OTHER_FORM,
    OTHER_ROWS,
    OTHER_WALK,
    OWN,
    PILE_LEFT,
    PILE_TOTAL,
    ROUGH,
    ROUNDS_LATER,
    ROWS_LEFT,
    SHARED,
    TOTAL,
    TRIAL,
    UNSEEN,
    UNSEEN_TOTAL,
    UPCARD,
    UPS,
    WALK,
)
from upcard.fast.kernel import unchecked
from upcard.games.rat_race.state import (
    CELLS,
    COLUMNS,
    DRAW,
    FLIP,
    FORCED,
    OFF,
    OPTIONAL,
    PLACE,
    REJECT,
    ROWS,
    TAKE,
)

ASKED, ASK = 0, 4
"""Where in the asks it stands how many there are, and how many numbers one has: the cell in which a card has
come to lie face up, the card, the one that has gone from the unseen ones, the upcard, 0 if it is unseen."""
MOST_ASKS = 150
ASKS = 1 + MOST_ASKS * ASK
ANSWERS = MOST_ASKS * RANKS
MADE, WAYS = CELLS, CELLS + 1
"""After what each placing of the upcard comes to stands what each card that is drawn does, by what is done
with it: placed in each cell, or rejected."""
SHALLOW = MADE + RANKS * WAYS
PLACINGS_LOOKED_AT, TAKES_LOOKED_AT, FLIPS_LOOKED_AT = 3, 2, 2
NEAR = 0.5
"""Of a card that may be drawn the second best is looked at as well, where it is nearly as good."""


@unchecked
def may_look(fixed: bool, ints: Any) -> bool:
    """Whether it can be looked two turns ahead: there is a value and a pile, and nobody is asked just now."""
    return (
        not fixed
        and ints[SHARED] == 1
        and ints[PILE_LEFT] > 1
        and (ints[WALK] != OPTIONAL or not any_equal_row(ints, OWN, ints[MOST_RATS]))
    )


@unchecked
def turn_round(row: int, down: int, gone: int, ints: Any, ahead: Any) -> None:
    """Lay the position out for the other seat, once a row, unless −1, has walked out.

    From the unseen cards one is gone, none if that is 0; an upcard that nobody has seen is one of them.
    """
    grid = OWN
    if row >= 0:
        close_up(ints, row)
        grid = TRIAL
    for place in range(GRID):
        ahead[OTHER + place] = ints[grid + place]
        ahead[OWN + place] = ints[OTHER + place]
    ahead[ROWS_LEFT], ahead[OTHER_ROWS] = ints[OTHER_ROWS], ints[ROWS_LEFT]
    ahead[WALK], ahead[OTHER_WALK] = ints[OTHER_WALK], ints[WALK]
    ahead[FORM], ahead[OTHER_FORM] = ints[OTHER_FORM], ints[FORM]
    if row >= 0:
        ahead[OTHER_ROWS], ahead[OTHER_WALK], ahead[OTHER_FORM] = ROWS - 1, OFF, TWO_ROWS
    ahead[DOWN], ahead[OTHER_DOWN] = ints[OTHER_DOWN], down
    ahead[MOST_RATS], ahead[BONUS] = ints[MOST_RATS], ints[BONUS]
    ahead[SHARED] = ahead[CAN_DRAW] = ahead[ROUGH] = 1
    ahead[IS_LAST] = ahead[LAST_TURNS] = 0
    ahead[PILE_LEFT] = ints[PILE_LEFT] - 1
    ahead[LEAD], ahead[ROUNDS_LATER], ahead[FOR_MATCH] = -ints[LEAD], ints[ROUNDS_LATER], ints[FOR_MATCH]
    total = 0
    for rank in range(1, RANKS):
        many = left_of_rank(ints, UNSEEN, rank, gone, 0)
        ahead[UNSEEN + rank] = ahead[IN_CELLS + rank] = ahead[IN_PILE + rank] = many
        total += many
    ahead[UNSEEN_TOTAL] = ahead[TOTAL] = ahead[PILE_TOTAL] = total


@unchecked
def ask(cell: int, was_up: int, card: int, gone: int, upcard: int, ints: Any, asks: Any) -> int:
    """Ask for the position after a turn that has left a card face up in a cell; return where its answer is.

    That is −1 where the turn Clocks Off or makes a row that may walk out or not, or there is no more room.
    """
    number = asks[ASKED]
    if ints[DOWN] - 1 + was_up == 0 or number == MOST_ASKS:
        return -1
    if ints[WALK] == OPTIONAL:
        old, is_up = ints[OWN + cell], ints[OWN + UPS + cell]
        ints[OWN + cell], ints[OWN + UPS + cell] = card, 1
        equal = is_equal_row(ints, OWN, cell // COLUMNS, ints[MOST_RATS])
        ints[OWN + cell], ints[OWN + UPS + cell] = old, is_up
        if equal:
            return -1
    place = 1 + number * ASK
    asks[place], asks[place + 1], asks[place + 2], asks[place + 3] = cell, card, gone, upcard
    asks[ASKED] = number + 1
    return int(number * RANKS)


@unchecked
def answer(
    asks: Any, answers: Any, maps: Any, weights: Any, ints: Any, ahead: Any, floats: Any, nets: Any
) -> None:
    """Write what each position asked for is worth to the seat that has moved.

    It is written at the rank of the upcard, or at every rank where that is a card nobody has seen.
    """
    for number in range(asks[ASKED]):
        place = 1 + number * ASK
        cell, card, gone, upcard = asks[place], asks[place + 1], asks[place + 2], asks[place + 3]
        old, was_up = ints[OWN + cell], ints[OWN + UPS + cell]
        ints[OWN + cell], ints[OWN + UPS + cell] = card, 1
        row = cell // COLUMNS
        if ints[WALK] != FORCED or not is_equal_row(ints, OWN, row, ints[MOST_RATS]):
            row = -1
        turn_round(row, ints[DOWN] - 1 + was_up, gone, ints, ahead)
        ints[OWN + cell], ints[OWN + UPS + cell] = old, was_up
        never = set_up(maps, weights, ahead, floats, nets)
        first = number * RANKS
        made = np.zeros(RANKS)
        total, many = 0.0, ahead[PILE_TOTAL]
        for drawn in range(RANKS):
            rank = upcard if drawn == 0 else drawn
            if rank > 0 and (drawn == 0 or ahead[IN_PILE + drawn] > 0):
                best = best_place(rank, drawn, never, maps, weights, ahead, floats, nets)
                if drawn == 0 or upcard == 0:
                    answers[first + rank] = best
                if drawn > 0:
                    made[drawn] = min(
                        best, best_flip(drawn, drawn, never, maps, weights, ahead, floats, nets)
                    )
                    total += ahead[IN_PILE + drawn] * made[drawn]
        for rank in range(1, RANKS):
            if rank == upcard:
                answers[first + rank] = -min(answers[first + rank], total / max(many, 1))
            elif upcard == 0 and ahead[IN_PILE + rank] > 0:
                answers[first + rank] = -min(answers[first + rank], (total - made[rank]) / max(many - 1, 1))


# --- what is asked, and what the answers come to ---------------------------------------------------


@unchecked
def deep_place(cell: int, card: int, gone: int, shallow: float, ints: Any, asks: Any, answers: Any) -> float:
    """Return what placing a card comes to; ``shallow`` where there is no more to look at."""
    old = ints[OWN + cell]
    first = ask(cell, ints[OWN + UPS + cell], card, gone, old, ints, asks)
    if first < 0:
        return shallow
    if old > 0:
        return float(answers[first + old])
    worth = 0.0
    many = 0
    for rank in range(1, RANKS):
        left = left_of_rank(ints, IN_CELLS, rank, gone, 0)
        if left > 0:
            worth += left * answers[first + rank]
            many += left
    return float(worth / max(many, 1))


@unchecked
def deep_flips(cell: int, drawn: int, found: Any, ints: Any, asks: Any, answers: Any) -> bool:
    """Write what it comes to, by the card rejected, if a card is turned up; False where it ends otherwise.

    ``drawn`` is the card that was rejected, 0 if it may be any that is unseen.
    """
    known = ints[OWN + cell]
    if known > 0:
        first = ask(cell, 0, known, 0, drawn, ints, asks)
        if first >= 0:
            for rank in range(1, RANKS):
                found[rank] = answers[first + rank]
        return bool(first >= 0)
    for rank in range(RANKS):
        found[rank] = 0.0
    for card in range(1, RANKS):
        if ints[IN_CELLS + card] > 0:
            first = ask(cell, 0, card, card, drawn, ints, asks)
            if first < 0:
                return False
            for rank in range(1, RANKS):
                left = ints[IN_CELLS + card]
                if drawn == 0 and rank == card:
                    left -= 1
                if left > 0:
                    found[rank] += left * answers[first + rank]
    total = ints[TOTAL]
    if drawn == 0:
        total -= 1
    for rank in range(1, RANKS):
        found[rank] /= max(total, 1)
    return True


@unchecked
def deep_piles(shallow: Any, worths: Any, ints: Any, asks: Any, answers: Any) -> None:
    """RR3.1: Write what taking and drawing come to, if then is done what is best of the most promising.

    ``shallow`` holds what all that comes to by one turn; BEST_FLIPS says what would be turned up.
    """
    placings = shallow[:CELLS].copy()
    best = FAR
    for _ in range(TAKES_LOOKED_AT):
        cell = 0
        for other in range(1, ints[ROWS_LEFT] * COLUMNS):
            if placings[other] < placings[cell]:
                cell = other
        best = min(best, deep_place(cell, ints[UPCARD], 0, placings[cell], ints, asks, answers))
        placings[cell] = FAR
    worths[TAKE] = -best
    worth = 0.0
    found, asked = np.zeros((CELLS, RANKS)), np.zeros(CELLS, np.int64)
    for card in range(1, RANKS):
        if ints[IN_PILE + card] > 0:
            made = shallow[MADE + card * WAYS : MADE + (card + 1) * WAYS]
            first, second = two_best(made)
            best = deep_way(first, card, made, found, asked, ints, asks, answers)
            if made[second] < made[first] + NEAR:
                best = min(best, deep_way(second, card, made, found, asked, ints, asks, answers))
            worth += ints[IN_PILE + card] * best
    worths[DRAW] = -worth / max(ints[PILE_TOTAL], 1)


@unchecked
def two_best(made: Any) -> tuple[int, int]:
    """Return what is best to do with a card, and second best."""
    first, second = 0, 1
    if made[1] < made[0]:
        first, second = 1, 0
    for way in range(2, WAYS):
        if made[way] < made[first]:
            first, second = way, first
        elif made[way] < made[second]:
            second = way
    return first, second


@unchecked
def deep_way(
    way: int, card: int, made: Any, found: Any, asked: Any, ints: Any, asks: Any, answers: Any
) -> float:
    """Return what it comes to if a card that was drawn is placed in a cell, or rejected."""
    if way < CELLS:
        return deep_place(way, card, card, made[way], ints, asks, answers)
    cell = ints[BEST_FLIPS + card]
    if asked[cell] == 0:
        asked[cell] = 1 if deep_flips(cell, 0, found[cell], ints, asks, answers) else 2
    return float(found[cell, card]) if asked[cell] == 1 else float(made[way])


@unchecked
def deep_places(
    hand: int, least: float, shallow: Any, worths: Any, ints: Any, asks: Any, answers: Any
) -> None:
    """RR3.2, RR3.4: Write what the best placings of a card come to, and rejecting it.

    ``shallow`` holds what all that is worth by one turn; what is worth less than ``least`` is left as it is.
    """
    found = np.zeros(RANKS)
    if shallow[REJECT] > least and deep_flips(ints[BEST_FLIPS], hand, found, ints, asks, answers):
        worths[REJECT] = -found[hand]
    last = FAR
    for _ in range(PLACINGS_LOOKED_AT):
        cell = -1
        for other in range(ints[ROWS_LEFT] * COLUMNS):
            if least < shallow[PLACE + other] < last:
                cell = other if cell < 0 or shallow[PLACE + other] > shallow[PLACE + cell] else cell
        if cell >= 0:
            last = shallow[PLACE + cell]
            worths[PLACE + cell] = -deep_place(cell, hand, 0, -last, ints, asks, answers)


@unchecked
def deep_turns(least: float, shallow: Any, worths: Any, ints: Any, asks: Any, answers: Any) -> None:
    """RR3.4: Write what turning up the best cards comes to, and those that are worth the same by one turn."""
    found = np.zeros(RANKS)
    last = FAR
    for _ in range(FLIPS_LOOKED_AT):
        cell = -1
        for other in range(CELLS):
            if least < shallow[FLIP + other] < last:
                cell = other if cell < 0 or shallow[FLIP + other] > shallow[FLIP + cell] else cell
        if cell >= 0:
            last = shallow[FLIP + cell]
            if deep_flips(cell, ints[UPCARD], found, ints, asks, answers):
                for other in range(CELLS):
                    if shallow[FLIP + other] == last:
                        worths[FLIP + other] = -found[ints[UPCARD]]
