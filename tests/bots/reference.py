"""Greedy once more, slowly and from its definition alone: what the quick one must agree with.

Cards are texts without suits ("7", "R", "X"), None for one that the seat does not know. Nothing here
knows a rule of the package: columns, rows and racks are scored by this file's own words.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import ceil

from upcard.game import Game
from upcard.values import View

Column = tuple[str | None, ...]
NINES_RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
RAT_VALUES = tuple(str(value) for value in range(1, 11))


@cache
def nines_column(cards: tuple[str, ...], joker: int, jokers_match: bool) -> int:
    if len(set(cards)) == 1 and (cards[0] != "X" or jokers_match):
        return 0
    worth = {"A": 1, "J": 10, "Q": 10, "K": 0, "X": joker}
    return sum(worth[card] if card in worth else int(card) for card in cards)


def plain_column(values: Sequence[int]) -> int:
    """Two or three values without Rats: equal ones count nothing."""
    return sum(value for value in values if values.count(value) == 1)


@cache
def rat_column(cards: tuple[str, ...]) -> int:
    values = [int(card) for card in cards if card != "R"]
    if not values:
        return 0
    rats = cards.count("R")
    # A Rat that copies a card is equal to it, so whatever it copies the pair counts nothing.
    return min(plain_column([*values, *copied]) for copied in product(values, repeat=rats))


def chances(game: str) -> dict[str, Fraction]:
    """The share of each rank in the full deck."""
    if game == "nines":
        return {**dict.fromkeys(NINES_RANKS, Fraction(4, 54)), "X": Fraction(2, 54)}
    return {**dict.fromkeys(RAT_VALUES, Fraction(8, 84)), "R": Fraction(4, 84)}


@cache
def expected(game: str, column: Column, joker: int = -2, jokers_match: bool = True) -> Fraction:
    """The expected score of a column, every unknown card a draw of its own from the full deck."""
    for place, card in enumerate(column):
        if card is None:
            return sum(
                (
                    share
                    * expected(game, (*column[:place], drawn, *column[place + 1 :]), joker, jokers_match)
                    for drawn, share in chances(game).items()
                ),
                Fraction(0),
            )
    known = tuple(sorted(card for card in column if card is not None))
    return Fraction(nines_column(known, joker, jokers_match) if game == "nines" else rat_column(known))


def grid_value(view: View, cards: Sequence[str | None]) -> Fraction:
    joker = int(view.options.get("joker_value", -2))
    jokers_match = view.options.get("joker_column", "0") == "0"
    columns = [tuple(cards[column::3]) for column in range(3)]
    return sum((expected(view.game, column, joker, jokers_match) for column in columns), Fraction(0))


def after(view: View, cards: Sequence[str | None], up: Sequence[bool], cell: int, card: str) -> Fraction:
    """The value of the grid with the card in the cell, a row that walks out taken out."""
    placed = [*cards]
    placed[cell] = card
    lying = [shown or at == cell for at, shown in enumerate(up)]
    value = grid_value(view, placed)
    if view.game == "rat-race" and len(cards) == 9 and view.options["walkout"] != "off":
        for row in (0, 3, 6):  # of several equal rows the lowest-lying one counts
            three = placed[row : row + 3]
            kinds = {card for card in three if card != "R"}
            rats = three.count("R")
            if all(lying[row : row + 3]) and len(kinds) <= 1 and rats <= int(view.options["walkout_rats"]):
                value = grid_value(view, placed[:row] + placed[row + 3 :]) - 3
    return value


def grid_choice(game: Game, view: View) -> str:
    """Greedy's action at Nines and Rat Race."""
    assert view.seat is not None
    own = view.layouts[view.seat].cells
    legal = [str(action) for action in view.actions]
    cards = [None if cell.card is None else game.faces.text(cell.card).rstrip("cdhs") for cell in own]
    up = [cell.up for cell in own]
    if view.phase in ("flip", "reveal", "turn-up"):
        flips = [action for action in legal if action.startswith("flip")]
        unknown = [action for action in flips if cards[int(action.split()[1]) - 1] is None]
        return (unknown or flips)[0]
    if view.phase == "ask":
        walks = [action for action in legal if action.startswith("walk-out")]
        ends = {walk: 3 * int(walk.split()[1]) for walk in walks}
        left = {walk: grid_value(view, cards[: end - 3] + cards[end:]) for walk, end in ends.items()}
        return min(walks, key=lambda walk: left[walk], default="pass")
    seen = view.upcard if view.phase == "choose" else view.hand
    assert seen is not None
    card = game.faces.text(seen).rstrip("cdhs")
    before = grid_value(view, cards)
    best, where = max((before - after(view, cards, up, cell, card), -cell) for cell in range(len(own)))
    final = view.finisher is not None
    if view.phase == "choose":
        threshold = 0 if final else Fraction(3) if view.game == "nines" else Fraction(7, 2)
        return "take" if best >= threshold or "draw" not in legal else "draw"
    if view.game == "nines":
        good = best > 0
    else:
        good = best >= (0 if final else 2)
    return f"place {1 - where}" if good or "reject" not in legal else "reject"


def rack_worth(rack: Sequence[int], most: int, needed: int) -> int:
    cells = range(len(rack))
    longest = max(
        size
        for size in range(1, len(rack) + 1)
        for chosen in combinations(rack, size)
        if list(chosen) == sorted(chosen)
    )
    away = sum(abs(cell + 1 - ceil(Fraction(10 * rack[cell], most))) for cell in cells)
    run = max(
        end - start
        for start in cells
        for end in range(start + 1, len(rack) + 1)
        if all(rack[at + 1] == rack[at] + 1 for at in range(start, end - 1))
    )
    return 10 * longest - away + 6 * min(run, needed)


def rack_choice(view: View) -> str:
    """Greedy's action at Rack-O."""
    assert view.seat is not None
    legal = [str(action) for action in view.actions]
    rack = [cell.card or 0 for cell in view.layouts[view.seat].cells]
    needed = int(view.options["run_needed"])
    most = {2: 40, 3: 50, 4: 60}[view.seats]
    card = view.upcard if view.phase == "choose" else view.hand
    assert card is not None
    before = rack_worth(rack, most, needed)
    gains = [
        (rack_worth([*rack[:cell], card, *rack[cell + 1 :]], most, needed) - before, -cell)
        for cell in range(10)
    ]
    best, where = max(gains)
    if view.phase == "choose":
        return "take" if best >= 4 or "draw" not in legal else "draw"
    declaring = [choice for choice in view.legal if choice.action.declare or choice.tag == "Rack-O"]
    if declaring:
        by_cell = {(choice.action.number or 0): str(choice.action) for choice in declaring}
        ends = {cell: (0, 1) if cell == 0 else gains[cell - 1] for cell in by_cell}
        return by_cell[max(ends, key=lambda cell: ends[cell])]
    return f"place {1 - where}" if best > 0 or "reject" not in legal else "reject"
