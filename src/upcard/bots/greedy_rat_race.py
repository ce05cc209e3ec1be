"""Greedy at Rat Race: takes the upcard for 3.5 points of its columns, places a drawn card for 2.

A row that walks out is taken out and worth 3 more; what it has seen it keeps in mind. In a final turn
it plays whatever costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

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

TAKE_AT = 3.5
PLACE_AT = 2
WALKOUT = 3
ROWS = 3


def choose(view: View) -> Action:
    """Return what greedy does; it walks out whenever it may."""
    if view.phase in ("reveal", "turn-up"):
        return card_to_turn_up(view)
    values = values_for(view)
    ranks = [values.ranks[card] for card in known_cards(view)]
    if view.phase == "ask":
        rows = [action for action in view.actions if action.verb == "walk-out"]
        return min(rows, key=lambda action: values.grid(without_row(ranks, (action.number or 1) - 1)))
    card = view.upcard if view.phase == "choose" else view.hand
    gain, cell = best_of(gains(view, values, ranks, values.ranks[card or 0]))
    factor = 0 if in_final_turn(view) else values.scale
    if view.phase == "choose":
        return take_or_draw(view, gain, int(TAKE_AT * factor))
    return place_or_reject(view, gain, cell, PLACE_AT * factor)


def gains(view: View, values: ColumnValues, ranks: list[int], card: int) -> list[int]:
    """Return by how much the card lowers the value of the grid in each cell, Walkouts included."""
    before = values.grid(ranks)
    up = [False] * len(ranks) if view.seat is None else [cell.up for cell in view.layouts[view.seat].cells]
    most_rats = int(view.options["walkout_rats"])
    may_walk = view.options["walkout"] != "off" and len(ranks) == ROWS * COLUMNS
    found = []
    for cell in range(len(ranks)):
        after = ranks.copy()
        after[cell] = card
        value = values.grid(after)
        if may_walk:
            shown = [rank if up[at] or at == cell else 0 for at, rank in enumerate(after)]
            for row in equal_rows(shown, values.rank_named["R"], most_rats):
                value = values.grid(without_row(after, row)) - WALKOUT * values.scale
        found.append(before - value)
    return found


def equal_rows(shown: list[int], rat: int, most_rats: int) -> Iterator[int]:
    """Return the rows whose three cards are shown and of one value, Rats standing in (RR5.1, RR5.2)."""
    for row in range(ROWS):
        cards = shown[row * COLUMNS : (row + 1) * COLUMNS]
        values = set(cards) - {rat}
        if 0 not in values and len(values) <= 1 and cards.count(rat) <= most_rats:
            yield row


def without_row(ranks: list[int], row: int) -> list[int]:
    """Return the grid with a row taken out, the others closed up."""
    return ranks[: row * COLUMNS] + ranks[(row + 1) * COLUMNS :]
