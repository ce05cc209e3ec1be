"""What a position is worth at a glance, without anything learned: the first measure of luck.

Grids are worth what their columns are expected to score when every card that is not known is a draw of its
own (``columns``). The seat to move is ahead by the best it can do with the card in question, and the next one
by the best it can do with the card that it is left then. In Rack-O each seat's chance to go out first follows
from how far its rack is in order. Frozen: figures rest on it that were freed of luck.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from upcard.bots import columns
from upcard.bots.columns import COLUMNS, RANKS, SCALE, column_value, pair_value
from upcard.bots.greedy_nines import gain_at as nines_gain_at
from upcard.bots.greedy_rack_o import tabulate as tabulate_rack_o
from upcard.bots.greedy_rat_race import equal_rows
from upcard.bots.greedy_rat_race import gain_at as rat_race_gain_at
from upcard.bots.placing import card_in_question
from upcard.fast.appraiser import Appraiser, banked_before, is_between
from upcard.fast.kernel import kernel
from upcard.game import Game
from upcard.games.nines.state import CELLS as NINES_CELLS
from upcard.games.rack_o.scoring import front_run, may_go_out, same_side, side_total
from upcard.games.rack_o.state import CARD_POINTS, CELLS, ON, OUT_POINTS, RACK_POINTS
from upcard.games.rat_race.state import ROWS
from upcard.state import NOBODY, Phase, left_of

NINES_DRAW, RAT_RACE_DRAW, RACK_O_DRAW = 3.0, 3.5, 4
"""What a seat gains about by drawing, where it may choose: the thresholds of *greedy*."""
WHOLE = 100
NINES_KEPT = (100, 92, 84, 76, 75, 70, 65, 50, 47, 45)
RAT_RACE_KEPT = (100, 73, 55, 45, 39, 35, 29, 26, 18, 12)
"""How much of a lead in the layouts is left at the end of the round, in hundredths, by the number of cards
that the seat with the fewest still has down: least squares over 3,000 rounds of *greedy* against itself, one
choice in ten of one of the two made at random."""


@kernel
def in_question(state: Any) -> bool:
    """Whether the seat to move has a card to place or a pile to choose."""
    phase: int = state.phase
    return phase == Phase.CHOOSE or phase == Phase.PLACE_DRAWN or phase == Phase.PLACE_TAKEN


@kernel
def gained(phase: int, best: float, draw: float) -> float:
    """Return what the seat to move gains: the best placing, a draw instead, or nothing by a reject."""
    if phase == Phase.CHOOSE:
        return max(1.0 * best, 1.0 * draw)
    if phase == Phase.PLACE_DRAWN:
        return max(1.0 * best, 0.0)
    return 1.0 * best


@kernel
def fewest_down(state: Any) -> int:
    """Return how many cards the seat with the fewest has face down."""
    fewest: int = state.down[0]
    for seat in range(1, state.seats):
        fewest = min(fewest, state.down[seat])
    return fewest


def taking_off(
    cells: Callable[[Any], int],
    gain_at: Callable[[Any, int, int, Sequence[int]], int],
    is_last: Callable[[Any], bool],
    draw: float,
) -> Callable[[Any, int, Sequence[int], Any], None]:
    """Return what takes off the points of the seat to move what it gains now, and of the next one likewise.

    The next one has the card that is left to it, if that is known, and another turn. Of each gain as much is
    left as of a lead.
    """

    @kernel
    def best_cell(state: Any, card: int, table: Sequence[int]) -> int:
        where = 0
        best = gain_at(state, 0, card, table)
        for cell in range(1, cells(state)):
            gain = gain_at(state, cell, card, table)
            if gain > best:
                best = gain
                where = cell
        return where

    @kernel
    def take_off(state: Any, kept: int, table: Sequence[int], points: Any) -> None:
        mover = state.seat
        card = card_in_question(state)
        where = best_cell(state, card, table)
        gain = gain_at(state, where, card, table) / table[SCALE]
        points[mover] -= kept * gained(state.phase, gain, draw) / WHOLE
        if state.phase == Phase.CHOOSE or is_last(state):
            return
        left = state.grid[mover][where]
        if state.phase == Phase.PLACE_DRAWN and gain <= 0.0:
            left = card
        gain = draw
        if left > 0:  # what the next seat makes of it is reckoned with that seat to move
            state.seat = left_of(state, mover)
            where = best_cell(state, left, table)
            gain = max(gain, gain_at(state, where, left, table) / table[SCALE])
            state.seat = mover
        points[left_of(state, mover)] -= kept * gain / WHOLE

    return take_off


# --- Nines ---------------------------------------------------------------------------------------


@kernel
def nines_cells(state: Any) -> int:  # noqa: ARG001 - in Rat Race it depends on the state
    """Return how many cells the seat to move has."""
    return NINES_CELLS


@kernel
def nines_gain(state: Any, cell: int, card: int, table: Sequence[int]) -> int:
    """Return what a card gains in a cell of Nines."""
    return nines_gain_at(state, cell, table[RANKS + card], table)


@kernel
def nines_is_last(state: Any) -> bool:
    """Whether the round ends with this turn of Nines."""
    return bool(state.finisher != NOBODY and left_of(state, state.seat) == state.finisher)


take_off_in_nines = taking_off(nines_cells, nines_gain, nines_is_last, NINES_DRAW)


@kernel
def appraise_nines(state: Any, table: Sequence[int], points: Any) -> None:
    """Nines: columns as they are expected to score, less what the seat to move gains now."""
    open_ = True
    kept = NINES_KEPT[fewest_down(state)]
    if is_between(state):
        kept = WHOLE
    for seat in range(state.seats):
        own = state.grid[seat]
        value = 0
        for column in range(COLUMNS):
            first, second, third = own[column], own[column + COLUMNS], own[column + 2 * COLUMNS]
            value += column_value(table[RANKS + first], table[RANKS + second], table[RANKS + third], table)
            open_ = open_ and first > 0 and second > 0 and third > 0
        points[seat] = banked_before(state, seat) + kept * value / (WHOLE * table[SCALE])
    if is_between(state):
        if open_:
            for seat in range(state.seats):
                points[seat] = 1.0 * state.totals[seat]
    elif in_question(state):
        take_off_in_nines(state, kept, table, points)


# --- Rat Race ------------------------------------------------------------------------------------


@kernel
def rat_race_cells(state: Any) -> int:
    """Return how many cells the seat to move has."""
    return int(state.rows[state.seat]) * COLUMNS


@kernel
def rat_race_gain(state: Any, cell: int, card: int, table: Sequence[int]) -> int:
    """Return what a card gains in a cell of Rat Race, a Walkout included."""
    return rat_race_gain_at(state, cell, card, equal_rows(state), table)


@kernel
def rat_race_is_last(state: Any) -> bool:
    """Whether the round ends with this turn of Rat Race."""
    return bool(state.clocked != NOBODY)


take_off_in_rat_race = taking_off(rat_race_cells, rat_race_gain, rat_race_is_last, RAT_RACE_DRAW)


@kernel
def appraise_rat_race(state: Any, table: Sequence[int], points: Any) -> None:
    """Rat Race: columns as they are expected to score, bonuses, less what the seat to move gains now."""
    kept = RAT_RACE_KEPT[fewest_down(state)]
    if is_between(state):
        kept = WHOLE
    for seat in range(state.seats):
        own = state.grid[seat]
        value = 0
        for column in range(COLUMNS):
            if state.rows[seat] < ROWS:
                value += pair_value(own[column], own[column + COLUMNS], table)
            else:
                value += column_value(own[column], own[column + COLUMNS], own[column + 2 * COLUMNS], table)
        banked = state.speed_bonus * state.banked[seat]
        points[seat] = banked_before(state, seat) - banked + kept * value / (WHOLE * table[SCALE])
    if not is_between(state) and in_question(state):
        take_off_in_rat_race(state, kept, table, points)


# --- Rack-O --------------------------------------------------------------------------------------

RISE, RUN = 10, 6
LOSES, FRONT = 16.5, 2.7
"""What a rack makes, about, that does not go out, and more for each card that rises from its front by now."""
RACK_O_KEPT = 70
"""How much of what looks like luck is left in the result, in hundredths: who goes out now might often have
gone out a turn later as well. Regression of results on luck, over 2,000 deals of *greedy* against itself."""
STEEP, FINAL = 0.68, 62
"""A seat's odds to go out first are e to the power of STEEP × e^(order / FINAL): a point of order counts the
more the further a rack is. Fitted as the weights of layouts are, on 1,500 rounds."""
ODDS, LOWEST, HIGHEST, ONE = 64, -64, 191, 1_000_000
"""Where in the table the odds stand, for which orders, and what odds of 1 are: whole numbers, so that no
machine rounds them otherwise."""


def tabulate_order(game: Game, options: Any, seats: int) -> tuple[int, ...]:
    """Return for each card the cell where it belongs, and from ODDS on the odds of each order."""
    cells = tabulate_rack_o(game, options, seats)
    odds = [round(ONE * math.exp(STEEP * math.exp(order / FINAL))) for order in range(LOWEST, HIGHEST + 1)]
    return (*cells, *[0] * (ODDS - len(cells)), *odds)


@kernel
def order_of(state: Any, seat: int, spot: int, card: int, table: Sequence[int]) -> int:
    """Return how far a rack is in order, as *greedy* sees it, with the card in a cell (−1: as it lies)."""
    rack = state.rack[seat]
    ends = 0
    away = 0
    run = 1
    longest = 1
    previous = 0
    for cell in range(CELLS):
        number = rack[cell]
        if cell == spot:
            number = card
        higher = (ends >> number) << number
        ends = (ends ^ (higher & -higher)) | (1 << number)
        away += abs(cell - table[number])
        if cell > 0 and number == previous + 1:
            run += 1
        else:
            run = 1
        longest = max(longest, run)
        previous = number
    rising = 0
    while ends > 0:
        ends &= ends - 1
        rising += 1
    needed: int = state.run_needed
    return RISE * rising - away + RUN * min(longest, needed)


@kernel
def goes_out_with(state: Any, seat: int, card: int) -> bool:
    """Whether a rack may go out once the card lies in one of its cells."""
    for cell in range(CELLS):  # noqa: SIM110 - no generators inside a kernel
        if may_go_out(state, seat, cell, card):
            return True
    return False


@kernel
def best_cell(state: Any, seat: int, card: int, table: Sequence[int]) -> int:
    """Return the cell of a rack in which the card makes it most orderly."""
    where = 0
    best = order_of(state, seat, 0, card, table)
    for cell in range(1, CELLS):
        order = order_of(state, seat, cell, card, table)
        if order > best:
            best = order
            where = cell
    return where


@kernel
def gain_of(state: Any, seat: int, card: int, least: int, table: Sequence[int]) -> int:
    """Return how much more orderly the card makes a rack, ``least`` if it is less, or no card is known."""
    if card == 0:
        return least
    cell = best_cell(state, seat, card, table)
    return max(least, order_of(state, seat, cell, card, table) - order_of(state, seat, -1, 0, table))


@kernel
def left_by(state: Any, table: Sequence[int]) -> int:
    """Return the card that the seat to move leaves for the next one, if it goes by the order of its rack."""
    seat = state.seat
    cell = best_cell(state, seat, state.hand, table)
    before = order_of(state, seat, -1, 0, table)
    if state.phase == Phase.PLACE_DRAWN and order_of(state, seat, cell, state.hand, table) <= before:
        return int(state.hand)
    return int(state.rack[seat][cell])


@kernel
def appraise_rack_o(state: Any, table: Sequence[int], points: Any) -> None:
    """Rack-O: what each seat makes if the odds to go out first are as the racks are in order."""
    seats = state.seats
    if is_between(state):
        for seat in range(seats):
            points[seat] = 1.0 * side_total(state, seat)
        return
    mover = state.seat
    chooser = mover
    card = 0
    winner = -1
    for seat in range(seats):
        points[seat] = order_of(state, seat, -1, 0, table)
    if in_question(state):
        card = card_in_question(state)
        if card > 0 and goes_out_with(state, mover, card):
            winner = mover
        elif state.phase != Phase.CHOOSE:
            least = 0
            if state.phase == Phase.PLACE_TAKEN:
                least = -RISE * CELLS
            points[mover] += gain_of(state, mover, card, least, table)
            card = left_by(state, table)
            chooser = left_of(state, mover)
            if goes_out_with(state, chooser, card):
                winner = chooser
        points[chooser] += gain_of(state, chooser, card, RACK_O_DRAW, table)
    total = 0
    for seat in range(seats):
        odds = table[ODDS - LOWEST + min(max(int(points[seat]), LOWEST), HIGHEST)]
        points[seat] = odds
        total += odds
    for seat in range(seats):
        loses = LOSES + FRONT * front_run(state, seat)
        out = points[seat] / total
        if winner >= 0:
            loses = 1.0 * CARD_POINTS * front_run(state, seat)
            out = 0.0
            if seat == winner:
                out = 1.0
        made = loses + out * (RACK_POINTS + OUT_POINTS - loses)
        points[seat] = state.totals[seat] + RACK_O_KEPT * made / WHOLE
    share_with_partners(state, points)


@kernel
def share_with_partners(state: Any, points: Any) -> None:
    """RO5.2: Give partners what their side makes together."""
    if state.partners == ON:
        first = points[0] + points[2]
        second = points[1] + points[3]
        for seat in range(state.seats):
            points[seat] = second
            if same_side(state, seat, 0):
                points[seat] = first


AT_A_GLANCE = (
    Appraiser("glance", appraise_nines, frozenset({"nines"}), columns.tabulate),
    Appraiser("glance", appraise_rat_race, frozenset({"rat-race"}), columns.tabulate),
    Appraiser("glance", appraise_rack_o, frozenset({"rack-o"}), tabulate_order),
)

APPRAISERS: tuple[Appraiser, ...] = AT_A_GLANCE
"""What luck is measured by, unless something else is asked for: the first one that knows the game."""


def appraiser_for(game: str) -> Appraiser | None:
    """Return what a game's luck is measured by, None where nothing is."""
    return next((appraiser for appraiser in APPRAISERS if game in appraiser.games), None)
