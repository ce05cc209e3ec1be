"""The room that a search at Rat Race writes in, and what is reckoned before anything is tried."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from upcard.bots.rat_race_position import (
    BONUS,
    DOWN,
    FACTS,
    IN_CELLS,
    IS_LAST,
    LAST_TURNS,
    OTHER,
    OTHER_DOWN,
    OTHER_FORM,
    OTHER_ROWS,
    OTHER_UPS,
    TOTAL,
    lay_out,
)
from upcard.bots.rat_race_table import EXPECTED, LEAF, MAPS, MAPS_END
from upcard.bots.values.rat_race import (
    TERMS,
    USUAL_BONUS,
    add_slopes,
    bonus_at,
    both_at,
    plain_sum,
    terms_of,
)
from upcard.bots.values.rat_race_ends import (
    fill_sums,
    grid_mean,
)
from upcard.bots.values.rat_race_maps import RANKS
from upcard.fast.kernel import unchecked
from upcard.games.rat_race.state import CELLS

BASE, WAYS, SLOPES, LESS, KIND, PART = 0, 1, 2, 14, 15, 16
"""A part, what the own side of an afterstate comes to: a sum; what the slopes come to over the unseen cards;
the slopes by rank, the other seat's taken off; whether one card less is down; and its kind."""
BY_VALUE, FIXED, CLOCKS_OFF, NOT_KEPT, EMPTY = range(5)
NOT_REACHED = -1e9


class Room(NamedTuple):
    """Where a search writes; every array is its own."""

    facts: Any
    grids: Any
    counts: Any
    sums: Any
    rest: Any
    slopes: Any
    plain: Any
    ranked: Any
    sizes: Any
    trial: Any
    parts: Any
    flips: Any
    draws: Any


@unchecked
def make_room() -> Any:
    """Return room for one search."""
    return Room(
        np.zeros(FACTS, np.int64),
        np.zeros((4, CELLS), np.int64),
        np.zeros((4, RANKS), np.int64),
        np.zeros((2, RANKS * RANKS), np.int64),
        np.zeros((2, RANKS), np.float64),
        np.zeros((2, RANKS), np.float64),
        np.zeros(TERMS, np.int64),
        np.zeros(TERMS, np.int64),
        np.zeros(3, np.int64),
        np.zeros((2, CELLS), np.int64),
        np.zeros((4, PART), np.float64),
        np.zeros((CELLS * RANKS, PART), np.float64),
        np.zeros(RANKS * RANKS, np.float64),
    )


@unchecked
def prepare(state: Any, by_scores: bool, maps: Any, weights: Any, room: Any) -> bool:
    """Lay the position out and reckon what does not depend on what the seat does.

    Returned is whether positions after the turn are worth what they are expected to score.
    """
    facts, grids, counts = room.facts, room.grids, room.counts
    lay_out(state, facts, grids, counts)
    fixed = by_scores or facts[LAST_TURNS] == 1 or facts[IS_LAST] == 1
    fill_sums(counts[IN_CELLS], room.sums[0], maps)
    for place in range(RANKS * RANKS):
        room.draws[place] = NOT_REACHED
    for place in range(CELLS * RANKS):
        room.flips[place, KIND] = EMPTY
    if fixed:
        room.rest[0, 0] = grid_mean(
            grids[OTHER], facts[OTHER_ROWS], counts[IN_CELLS], facts[TOTAL], room.sums[0], maps, 0, 0
        )
        if facts[IS_LAST] == 1:
            room.rest[0, 0] -= facts[BONUS]
        return True
    for less in range(2):
        rest_of(room, less, maps, weights)
    return False


@unchecked
def rest_of(room: Any, less: int, maps: Any, weights: Any) -> None:
    """Reckon the other seat's side of a position, by upcard, with so many fewer own cards down."""
    facts, grids, rest, slopes = room.facts, room.grids, room.rest[less], room.slopes[less]
    own, other = facts[DOWN] - less, facts[OTHER_DOWN]
    if own == 0:
        return
    more = weights[bonus_at(own, other)] * (facts[BONUS] - USUAL_BONUS)
    for rank in range(1, RANKS):
        terms_of(
            grids[OTHER], grids[OTHER_UPS], facts[OTHER_FORM], other, own, rank,
            maps, room.plain, room.ranked, room.sizes,
        )  # fmt: skip
        rest[rank] = more + weights[both_at(own, other, rank)] - plain_sum(weights, room.plain, room.sizes)
    for rank in range(RANKS):
        slopes[rank] = 0.0
    add_slopes(other, weights, room.ranked, room.sizes, slopes, -1.0)


@unchecked
def maps_in(table: Sequence[int]) -> Any:
    """Return the maps of a table."""
    return table[MAPS:MAPS_END].view(np.int16)  # type: ignore[attr-defined]  # the table is an array


@unchecked
def weights_in(table: Sequence[int]) -> Any:
    """Return the weights of a table; none where it has none."""
    return table[MAPS_END:].view(np.float32)  # type: ignore[attr-defined]  # the table is an array


@unchecked
def goes_by_scores(table: Sequence[int]) -> bool:
    """Whether positions are worth what they are expected to score."""
    return table[LEAF] == EXPECTED
