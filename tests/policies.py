"""Sensible play for tests: quick, on whole states, and good enough to reach every clause.

`policy_for(game)` is what runs of many matches mix with random play. None of it is a bot.
"""

from functools import cache
from typing import Any

from upcard.chance import Xoshiro
from upcard.game import Game, legal_codes
from upcard.games import find_game
from upcard.state import Phase
from upcard.testing import Policy

UNKNOWN_POINTS = 5
MATCH = 20


def policy_for(game: Game) -> Policy:
    """Return the sensible policy of a game."""
    return sort_rack if game.name == "rack-o" else save_points


def codes_of(game: Game, state: Any) -> dict[str, list[int]]:
    """Return the legal codes by verb."""
    codes: dict[str, list[int]] = {}
    for code in legal_codes(game, state):
        action = game.actions[code]
        codes.setdefault(action.verb + (" declare" if action.declare else ""), []).append(code)
    return codes


# --- grids ---------------------------------------------------------------------------------------


@cache
def points(name: str, card: int) -> int:
    """Return what a card counts by itself."""
    game = find_game(name)
    options: Any = game.options()
    return sum(part.score for part in game.explain([card] + [None] * 8, options))


@cache
def same(name: str, one: int, other: int) -> bool:
    """Whether two cards make a match, for which a Rat does as well."""
    texts = [find_game(name).faces.text(card).rstrip("cdhs") for card in (one, other)]
    return "?" not in texts and (texts[0] == texts[1] or "R" in texts)


def gain(game: Game, state: Any, card: int, cell: int) -> int:
    """Return roughly what a card in a cell saves: points, a row or a column of equal cards."""
    grid, up = state.grid[state.seat], state.up[state.seat]
    saved = (points(game.name, grid[cell]) if up[cell] else UNKNOWN_POINTS) - points(game.name, card)
    column = [other for other in (cell % 3, cell % 3 + 3, cell % 3 + 6) if other != cell]
    row = [other for other in range(cell // 3 * 3, cell // 3 * 3 + 3) if other != cell]
    for line in (column, row):
        saved += MATCH * (sum(same(game.name, card, grid[other]) and up[other] == 1 for other in line) - 1)
    return saved


def save_points(game: Game, state: Any, stream: Xoshiro) -> int:
    """Put a card where it saves most; take the upcard if it saves anything; do not let a row go to waste."""
    codes = codes_of(game, state)
    if state.phase == Phase.CHOOSE:
        card = state.discard[state.discard_size - 1]
        cells = range(9 if not hasattr(state, "rows") else 3 * state.rows[state.seat])
        useful = max(gain(game, state, card, cell) for cell in cells) > -2 * MATCH + 2
        return codes["take" if useful or "draw" not in codes else "draw"][0]
    if "place" in codes:
        best = max(codes["place"], key=lambda code: gain(game, state, state.hand, code - codes["place"][0]))
        saved = gain(game, state, state.hand, best - codes["place"][0])
        return codes["reject"][0] if saved <= -2 * MATCH and "reject" in codes else best
    return next(iter(codes.values()))[0]


def dawdle(game: Game, state: Any, stream: Xoshiro) -> int:
    """Draw and never finish: only cards that are up are replaced. Piles run out, rounds go on."""
    codes = codes_of(game, state)
    if "place" in codes and hasattr(state, "grid"):
        up = [code for code in codes["place"] if state.up[state.seat][code - codes["place"][0]]]
        if up:
            return up[stream.below(len(up))]
    for verb in ("draw", "reject", "flip", "pass"):
        if verb in codes:
            return codes[verb][0]
    return next(iter(codes.values()))[0]


# --- racks ---------------------------------------------------------------------------------------


def order(rack: list[int], needed: int) -> int:
    """Return how near a rack is to Rack-O: cards that can stay, then the longest run up to what is needed."""
    best = [1] * len(rack)
    longest = run = 1
    for cell in range(len(rack)):
        room = rack[cell] - cell
        for front in range(cell):
            if rack[front] - front <= room and best[front] >= best[cell]:
                best[cell] = best[front] + 1
        run = run + 1 if cell and rack[cell] == rack[cell - 1] + 1 else 1
        longest = max(longest, run)
    return 10 * max(best) + min(longest, needed)


def best_place(state: Any, card: int) -> tuple[int, int]:
    """Return the best order that a card can make, and the cell for it."""
    rack = state.rack[state.seat]
    tries = []
    for cell in range(len(rack)):
        trial = rack.copy()
        trial[cell] = card
        tries.append((order(trial, max(state.run_needed, 2)), cell))
    return max(tries)


def sort_rack(game: Game, state: Any, stream: Xoshiro) -> int:
    """Put a card where it brings the rack nearer to order; declare where that is possible."""
    codes = codes_of(game, state)
    now = order(state.rack[state.seat], max(state.run_needed, 2))
    if state.phase == Phase.CHOOSE:
        better, _ = best_place(state, state.discard[state.discard_size - 1])
        return codes["take" if better > now else "draw"][0]
    for declaring in ("place declare", "reject declare"):
        if declaring in codes:
            return codes[declaring][0]
    better, cell = best_place(state, state.hand)
    if better <= now and "reject" in codes:
        return codes["reject"][0]
    return codes["place"][cell]


def wait(game: Game, state: Any, stream: Xoshiro) -> int:
    """Sort the rack, but let the first chances to declare pass: rejecting keeps the rack in order."""
    codes = codes_of(game, state)
    declares = codes.get("reject declare", []) + codes.get("place declare", [])
    if declares and stream.below(3) > 0:
        if "reject" in codes:
            return codes["reject"][0]
        return declares[0]
    return sort_rack(game, state, stream)
