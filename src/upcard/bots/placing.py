"""What the greedy valuations share: the card in question, the actions that are open, cards to turn up.

Gains are exact whole numbers, so that a tie is a tie; the unit is the valuation's own.
"""

from __future__ import annotations

from typing import Protocol

from upcard.rule import rule
from upcard.state import Phase


class HandState(Protocol):
    """What is read of any game's state; ``hand`` is 0 but for the seat that holds it."""

    phase: int
    seat: int
    hand: int
    discard: list[int]
    discard_size: int


class GridState(HandState, Protocol):
    """What is read of a game of grids: 0 in ``grid`` is a card that the seat has not seen."""

    grid: list[list[int]]


@rule
def card_in_question(state: HandState) -> int:
    """Return the upcard while a pile is to be chosen, else the card in the hand."""
    if state.phase == Phase.CHOOSE:
        return state.discard[state.discard_size - 1]
    return state.hand


@rule
def is_open(legal: int, code: int) -> bool:
    """Whether the code is legal."""
    return (legal >> code) & 1 == 1


@rule
def cell_to_turn_up(state: GridState, flips: int) -> int:
    """Return the lowest cell that is down and not known, else the lowest that is down.

    ``flips`` is the mask of the cells that may be turned up.
    """
    own = state.grid[state.seat]
    lowest = -1
    for cell in range(len(own)):
        if (flips >> cell) & 1 == 1:
            if own[cell] == 0:
                return cell
            if lowest < 0:
                lowest = cell
    return lowest
