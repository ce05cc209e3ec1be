"""What is reckoned before anything is tried, and what the parts of a search are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from upcard.bots.rat_race_position import lay_out
from upcard.bots.rat_race_table import EXPECTED, LEAF, MAPS, MAPS_END, ROUGHLY
from upcard.bots.values.rat_race import USUAL_BONUS, add_slopes, bonus_at, both_at, plain_sum, terms_of
from upcard.bots.values.rat_race_ends import fill_sums, grid_mean, open_cells
from upcard.bots.values.rat_race_maps import RANKS
from upcard.bots.values.rat_race_room import (
    BONUS,
    DOWN,
    DRAWS,
    FLIPS,
    IN_CELLS,
    IS_LAST,
    LAST_TURNS,
    MEAN_REST,
    MOST_RATS,
    NEAR,
    OTHER,
    OTHER_DOWN,
    OTHER_FORM,
    OTHER_ROWS,
    OTHER_WALK,
    PART,
    REST,
    REST_SLOPES,
    ROUGH,
    SHARED,
    SUMS,
    TOTAL,
)
from upcard.fast.kernel import unchecked
from upcard.games.rat_race.state import CELLS

BASE, WAYS, FREE, LESS, KIND = 0, 1, 2, 14, 15
"""A part, what the own side of an afterstate comes to: a sum; what the slopes come to over the unseen cards;
the slopes by rank, the other seat's taken off; whether one card less is down; and its kind."""
BY_VALUE, FIXED, CLOCKS_OFF, NOT_KEPT, EMPTY = range(5)
NOT_REACHED = -1e9


@unchecked
def prepare(state: Any, leaf: int, maps: Any, weights: Any, ints: Any, floats: Any) -> bool:
    """Lay the position out and reckon what does not depend on what the seat does.

    Returned is whether positions after the turn are worth what they are expected to score.
    """
    lay_out(state, ints)
    ints[ROUGH] = 1 if leaf == ROUGHLY else 0
    fill_sums(ints, IN_CELLS, SUMS, maps)
    ints[NEAR] = open_cells(ints, OTHER, ints[OTHER_WALK], ints[MOST_RATS])
    for place in range(RANKS * RANKS):
        floats[DRAWS + place] = NOT_REACHED
    for place in range(CELLS * RANKS):
        floats[FLIPS + place * PART + KIND] = EMPTY
    if leaf == EXPECTED or ints[LAST_TURNS] == 1 or ints[IS_LAST] == 1:
        for gone in range(RANKS):
            taken = gone if ints[SHARED] == 1 else 0
            floats[REST + gone] = grid_mean(
                ints, OTHER, ints[OTHER_ROWS], IN_CELLS, ints[TOTAL], SUMS, maps, taken, 0
            )
            if ints[IS_LAST] == 1:
                floats[REST + gone] -= ints[BONUS]
        return True
    for less in range(2):
        rest_of(less, maps, weights, ints, floats)
    return False


@unchecked
def rest_of(less: int, maps: Any, weights: Any, ints: Any, floats: Any) -> None:
    """Reckon the other seat's side of a position, by upcard, with so many fewer own cards down."""
    own, other = ints[DOWN] - less, ints[OTHER_DOWN]
    if own == 0:
        return
    floats[MEAN_REST + less] = 0.0
    more = float(weights[bonus_at(own, other)]) * (ints[BONUS] - USUAL_BONUS)
    for rank in range(1, RANKS):
        terms_of(ints, OTHER, ints[OTHER_FORM], other, own, rank, maps)
        at = REST + less * RANKS + rank
        floats[at] = more + float(weights[both_at(own, other, rank)]) - plain_sum(ints, weights)
        floats[MEAN_REST + less] += ints[IN_CELLS + rank] * floats[at]
    for rank in range(RANKS):
        floats[REST_SLOPES + less * RANKS + rank] = 0.0
    add_slopes(other, weights, ints, floats, REST_SLOPES + less * RANKS, -1.0)


@unchecked
def maps_in(table: Sequence[int]) -> Any:
    """Return the maps of a table."""
    return table[MAPS:MAPS_END].view(np.int16)  # type: ignore[attr-defined]  # the table is an array


@unchecked
def weights_in(table: Sequence[int]) -> Any:
    """Return the weights of a table; none where it has none."""
    return table[MAPS_END:].view(np.float32)  # type: ignore[attr-defined]  # the table is an array


@unchecked
def leaf_in(table: Sequence[int]) -> int:
    """Return what positions after a turn are worth by a table."""
    return int(table[LEAF])
