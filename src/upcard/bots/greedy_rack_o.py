"""Greedy at Rack-O: 10 for each card that rises in order, less the way of each card to where it belongs.

Card c of N belongs in cell ⌈10·c/N⌉. Where a run is needed, 6 more for each card of the longest run, up
to that length. It takes the upcard for a gain of 4, draws otherwise and places on any gain. It goes out
whenever it may.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Protocol

from upcard.bots.placing import HandState, card_in_question, is_open
from upcard.fast.policy import count_codes
from upcard.game import Game
from upcard.games.rack_o.scoring import may_go_out
from upcard.games.rack_o.state import CELLS, DRAW, PLACE, REJECT, REJECT_DECLARE, TAKE
from upcard.rule import rule
from upcard.state import Phase

RISE = 10
RUN = 6
TAKE_AT = 4


class RackState(HandState, Protocol):
    """What is read of the state."""

    run_needed: int
    rack: list[list[int]]


def tabulate(game: Game, options: Any, seats: int) -> tuple[int, ...]:  # noqa: ARG001 - whatever the options
    """Return for each card the cell where it belongs, counted from 0."""
    return _cells_of(max(game.deck(seats)))


@cache
def _cells_of(most: int) -> tuple[int, ...]:
    return tuple(-(-CELLS * card // most) - 1 for card in range(most + 1))


@rule
def choose(state: RackState, legal: int, word: int, table: Sequence[int]) -> int:  # noqa: ARG001 - no chance
    """Return what greedy does at Rack-O."""
    card = card_in_question(state)
    own = state.rack[state.seat]
    links = links_of(state)
    ends = 0
    where = 0
    best = 0
    out = -1
    best_out = 0
    for cell in range(CELLS):
        away = abs(cell - table[card]) - abs(cell - table[own[cell]])
        run = run_of(links_with(state, cell, card, links))
        worth = RISE * rise_with(state, cell, card, ends) - away + RUN * min(run, state.run_needed)
        if cell == 0 or worth > best:
            where = cell
            best = worth
        if (out < 0 or worth > best_out) and goes_out(state, cell, card):
            out = cell
            best_out = worth
        ends = risen(ends, own[cell])
    before = RISE * count_codes(ends) + RUN * min(run_of(links), state.run_needed)
    if state.phase == Phase.CHOOSE:
        if best - before >= TAKE_AT or not is_open(legal, DRAW):
            return TAKE
        return DRAW
    if state.phase == Phase.PLACE_DRAWN and (out < 0 or best_out <= before) and goes_out(state, -1, 0):
        return with_declaration(legal, REJECT)
    if out >= 0:
        return with_declaration(legal, PLACE + out)
    if best > before or not is_open(legal, REJECT):
        return PLACE + where
    return REJECT


@rule
def goes_out(state: Any, spot: int, card: int) -> bool:
    """Whether the seat may go out once ``card`` lies in cell ``spot`` (−1: as its rack lies)."""
    return may_go_out(state, state.seat, spot, card)


@rule
def with_declaration(legal: int, code: int) -> int:
    """RO3.4: Return the code that also declares, where declaring is a choice."""
    declaring = code - REJECT + REJECT_DECLARE
    if is_open(legal, declaring):
        return declaring
    return code


@rule
def risen(ends: int, card: int) -> int:
    """Return the mask of ends of rising subsequences after one more card (patience sorting).

    The k-th lowest bit is the lowest card that k rising cards can end with, so there are as many bits as
    cards in the longest.
    """
    higher = ends >> card << card
    return (ends ^ (higher & -higher)) | 1 << card


@rule
def rise_with(state: RackState, spot: int, card: int, ends: int) -> int:
    """Return the length of the longest strictly rising subsequence once ``card`` lies in cell ``spot``.

    ``ends`` are those of the cells in front of it.
    """
    own = state.rack[state.seat]
    ends = risen(ends, card)
    for cell in range(spot + 1, CELLS):
        ends = risen(ends, own[cell])
    return count_codes(ends)


@rule
def links_of(state: RackState) -> int:
    """Return the mask of the cells whose number is one less than that of the next cell."""
    own = state.rack[state.seat]
    links = 0
    for cell in range(CELLS - 1):
        if own[cell] + 1 == own[cell + 1]:
            links |= 1 << cell
    return links


@rule
def links_with(state: RackState, spot: int, card: int, links: int) -> int:
    """Return what the ``links`` become once ``card`` lies in cell ``spot``."""
    own = state.rack[state.seat]
    links &= ~(3 << spot >> 1)
    if spot > 0 and own[spot - 1] + 1 == card:
        links |= 1 << (spot - 1)
    if spot < CELLS - 1 and card + 1 == own[spot + 1]:
        links |= 1 << spot
    return links


@rule
def run_of(links: int) -> int:
    """Return the length of the longest run of consecutive numbers in adjacent cells."""
    length = 1
    while links > 0:
        links &= links >> 1
        length += 1
    return length
