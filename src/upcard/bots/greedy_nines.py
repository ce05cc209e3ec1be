"""Greedy at Nines: takes the upcard for 3 points of its columns, draws otherwise, places on any gain.

Squares are no part of its valuation. In a final turn it takes an upcard that costs nothing.
"""

from __future__ import annotations

from upcard.bots.columns import COLUMNS, ColumnValues, values_for
from upcard.bots.placing import (
    best_of,
    card_to_turn_up,
    in_final_turn,
    known_cards,
    place_or_reject,
    take_or_draw,
)
from upcard.values import Action, View

TAKE_AT = 3
ANY_GAIN = 1
"""In the whole numbers that values are counted in: anything above nothing."""


def choose(view: View) -> Action:
    """Return what greedy does; it never turns up a card that it need not."""
    if view.phase == "ask":
        return Action("pass")
    if view.phase in ("flip", "turn-up"):
        return card_to_turn_up(view)
    values = values_for(view)
    ranks = [values.ranks[card] for card in known_cards(view)]
    card = view.upcard if view.phase == "choose" else view.hand
    gain, cell = best_of(gains(values, ranks, values.ranks[card or 0]))
    if view.phase == "choose":
        least = 0 if in_final_turn(view) else TAKE_AT * values.scale
        return take_or_draw(view, gain, least)
    return place_or_reject(view, gain, cell, ANY_GAIN)


def gains(values: ColumnValues, ranks: list[int], card: int) -> list[int]:
    """Return by how much the card lowers the value of the grid in each cell."""
    found = []
    columns = [ranks[column::COLUMNS] for column in range(COLUMNS)]
    before = [values.column(column) for column in columns]
    for cell in range(len(ranks)):
        column = columns[cell % COLUMNS].copy()
        column[cell // COLUMNS] = card
        found.append(before[cell % COLUMNS] - values.column(column))
    return found
