"""Rack-O: racks in order, rising runs, consecutive runs, and what they score (RO3.1, RO3.5, RO4, RO5)."""

from __future__ import annotations

from upcard.games.rack_o.state import (
    CARD_POINTS,
    CELLS,
    EVERY_RISE,
    LONGEST_PAID,
    OFF,
    ON,
    OUT_POINTS,
    RACK_POINTS,
    RUN_BONUS,
    WINNER,
    State,
)
from upcard.rule import rule
from upcard.state import NOBODY


@rule
def highest(seats: int) -> int:
    """RO1.1: Return the highest number of the deck: 40, 50 or 60."""
    return 20 + CELLS * seats


@rule
def may_go_out(state: State, seat: int, spot: int, card: int) -> bool:
    """RO3.1, RO3.5: Whether the rack qualifies once ``card`` lies in cell ``spot`` (−1: as the rack lies).

    A rack with a card that is not known never does.
    """
    previous = 0
    run = 0
    longest = 0
    for cell in range(CELLS):
        number = state.rack[seat][cell]
        if cell == spot:
            number = card
        if number <= previous:
            return False
        if number == previous + 1:
            run += 1
        else:
            run = 1
        longest = max(longest, run)
        previous = number
    return longest >= state.run_needed


@rule
def front_run(state: State, seat: int) -> int:
    """RO4.2: Return how many cards rise from the front until one is lower; the front card always counts."""
    rack = state.rack[seat]
    for cell in range(1, CELLS):
        if rack[cell] <= rack[cell - 1]:
            return cell
    return CELLS


@rule
def every_rise(state: State, seat: int) -> int:
    """RO4.3: Return how many cards are higher than the one in front of them, the front card counted."""
    rack = state.rack[seat]
    count = 1
    for cell in range(1, CELLS):
        if rack[cell] > rack[cell - 1]:
            count += 1
    return count


@rule
def run_at(state: State, seat: int, start: int) -> int:
    """RO5.4: Return how long the run is that begins in cell ``start``: each number one more than the last."""
    rack = state.rack[seat]
    if rack[start] == 0:
        return 0
    cell = start + 1
    while cell < CELLS and rack[cell] == rack[cell - 1] + 1:
        cell += 1
    return cell - start


@rule
def longest_run(state: State, seat: int) -> int:
    """RO5.4: Return the length of the rack's longest run of consecutive numbers."""
    longest = 0
    for cell in range(CELLS):
        longest = max(longest, run_at(state, seat, cell))
    return longest


@rule
def run_worth(length: int) -> int:
    """RO5.3, RO5.4: Return the bonus for a run of that length; more than six are worth what six are."""
    return RUN_BONUS[min(length, LONGEST_PAID)]


@rule
def same_side(state: State, seat: int, other: int) -> bool:
    """RO5.1: Whether two seats play for the same side: a seat and itself, or partners."""
    return seat == other or (state.partners == ON and (seat + other) % 2 == 0)


@rule
def earns_bonus(state: State, seat: int) -> bool:
    """RO5.3, RO5.5: Whether the runs of this rack count: the winner's, and its partner's unless opted out."""
    if state.run_bonus == OFF or state.finisher == NOBODY:
        return False
    if state.bonus_racks == WINNER:
        return seat == state.finisher
    return same_side(state, seat, state.finisher)


@rule
def bonus_of(state: State, seat: int) -> int:
    """RO5.3, RO5.4: Return the bonus that the rack of this seat earns in the round that has ended."""
    if earns_bonus(state, seat):
        return run_worth(longest_run(state, seat))
    return 0


@rule
def rack_points(state: State, seat: int) -> int:
    """RO4.1–RO4.4: Return what the rack of this seat scores without a bonus."""
    if seat == state.finisher:
        return RACK_POINTS + OUT_POINTS
    if state.loser_score == EVERY_RISE:
        return CARD_POINTS * every_rise(state, seat)
    return CARD_POINTS * front_run(state, seat)


@rule
def side_total(state: State, seat: int) -> int:
    """RO5.2: Return the total of the side that this seat plays for."""
    total = 0
    for other in range(state.seats):
        if same_side(state, seat, other):
            total += state.totals[other]
    return total
