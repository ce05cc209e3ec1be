"""What the greedy valuations share: from the gain of every placement to an action.

Gains are exact whole numbers, so that a tie is a tie; the unit is the valuation's own.
"""

from __future__ import annotations

from collections.abc import Sequence

from upcard.values import Action, View

DRAW = Action("draw")
TAKE = Action("take")
REJECT = Action("reject")


def best_of(gains: Sequence[int]) -> tuple[int, int]:
    """Return the best gain and its cell, counted from 1; ties go to the lowest cell."""
    best = max(gains)
    return best, gains.index(best) + 1


def take_or_draw(view: View, gain: int, least: int) -> Action:
    """Return *take* if the upcard gains at least that much, or if there is nothing to draw."""
    return TAKE if gain >= least or DRAW not in view.actions else DRAW


def place_or_reject(view: View, gain: int, cell: int, least: int) -> Action:
    """Return the placement if it gains at least that much or the card must be placed, else *reject*."""
    return Action("place", cell) if gain >= least or REJECT not in view.actions else REJECT


def card_to_turn_up(view: View) -> Action:
    """Return the flip of the lowest cell that is down and not known, else of the lowest that is down."""
    flips = [action for action in view.actions if action.verb == "flip"]
    if view.seat is not None:
        cells = view.layouts[view.seat].cells
        for flip in flips:
            if cells[(flip.number or 1) - 1].card is None:
                return flip
    return flips[0]


def known_cards(view: View) -> list[int]:
    """Return the cards of the viewer's own layout, 0 where it does not know one."""
    return [] if view.seat is None else [cell.card or 0 for cell in view.layouts[view.seat].cells]


def in_final_turn(view: View) -> bool:
    """Whether another seat has ended the round, so that this is the seat's last turn of it."""
    return view.finisher is not None and view.finisher != view.seat
