"""Greedy at Rack-O: 10 for each card that rises in order, less the way of each card to where it belongs.

Card c of N belongs in cell ⌈10·c/N⌉. Where a run is needed, 6 more for each card of the longest run, up
to that length. It takes the upcard for a gain of 4, draws otherwise and places on any gain.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cache
from itertools import pairwise

from upcard.bots.placing import best_of, known_cards, place_or_reject, take_or_draw
from upcard.games import find_game
from upcard.values import Action, View

RISE = 10
RUN = 6
TAKE_AT = 4
ANY_GAIN = 1


def choose(view: View) -> Action:
    """Return what greedy does; it goes out whenever it may."""
    rack = known_cards(view)
    run_needed = int(view.options["run_needed"])
    card = (view.upcard if view.phase == "choose" else view.hand) or 0
    tried = [[*rack[:cell], card, *rack[cell + 1 :]] for cell in range(len(rack))]
    before = worth(rack, highest(view.seats), run_needed)
    gains = [worth(after, highest(view.seats), run_needed) - before for after in tried]
    gain, cell = best_of(gains)
    if view.phase == "choose":
        return take_or_draw(view, gain, TAKE_AT)
    out = [at for at, after in enumerate(tried) if goes_out(after, run_needed)]
    if goes_out(rack, run_needed) and view.phase == "place-drawn" and not any(gains[at] > 0 for at in out):
        return declared(view, Action("reject"))
    if out:
        best = max(out, key=lambda at: (gains[at], -at))
        return declared(view, Action("place", best + 1))
    return place_or_reject(view, gain, cell, ANY_GAIN)


def declared(view: View, action: Action) -> Action:
    """Return the action that also declares, where declaring is a choice (RO3.4)."""
    declaring = Action(action.verb, action.number, declare=True)
    return declaring if declaring in view.actions else action


def worth(rack: list[int], most: int, run_needed: int) -> int:
    """Return the worth of a rack whose deck runs up to ``most``."""
    away = sum(abs(cell - -(-len(rack) * card // most)) for cell, card in enumerate(rack, 1))
    return RISE * longest_rise(rack) - away + RUN * min(longest_run(rack), run_needed)


def longest_rise(rack: list[int]) -> int:
    """Return the length of the longest strictly rising subsequence (patience sorting)."""
    ends: list[int] = []
    for card in rack:
        place = bisect_left(ends, card)
        ends[place : place + 1] = [card]
    return len(ends)


def longest_run(rack: list[int]) -> int:
    """Return the length of the longest run of consecutive numbers in adjacent cells."""
    longest = length = 1
    for before, card in pairwise(rack):
        length = length + 1 if card == before + 1 else 1
        longest = max(longest, length)
    return longest


def goes_out(rack: list[int], run_needed: int) -> bool:
    """Whether the rack rises from front to back and has the run that is needed (RO3.1, RO3.5)."""
    rises = all(before < card for before, card in pairwise(rack))
    return rises and longest_run(rack) >= run_needed


@cache
def highest(seats: int) -> int:
    """Return the highest number of the deck."""
    return max(find_game("rack-o").deck(seats))
