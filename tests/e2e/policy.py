"""Sensible play from what a seat is told, so that rounds end: a view as JSON in, an action's text out."""

from __future__ import annotations

from typing import Any

View = dict[str, Any]
UNKNOWN = 6.5
TAKE_UP_TO = 4
KEEP_UP_TO = 6
FACES = {"A": 1, "J": 10, "Q": 10, "K": 10, "X": -2, "R": 0}
DECKS = {2: 40, 3: 50, 4: 60}


def choose(view: View) -> str:
    """Return what to do now. Whoever takes the upcard puts it where ``place_for`` says."""
    legal = [choice["action"] for choice in view["legal"]]
    declared = [action for action in legal if action.endswith("declare")]
    if declared:
        return declared[0]
    if "take" in legal:
        if "draw" not in legal or wants(view, view["discard"][-1], TAKE_UP_TO):
            return "take"
        return "draw"
    if view["hand"]:
        card = view["hand"]["card"]
        if "reject" in legal and not wants(view, card, KEEP_UP_TO):
            return "reject"
        return f"place {place_for(view, card)}"
    walks = [action for action in legal if action.startswith("walk-out")]
    return walks[0] if walks else legal[0]


def wants(view: View, card: str, limit: int) -> bool:
    """Whether a card helps."""
    own = view["layouts"][view["seat"]]
    if own["kind"] == "rack":
        return best_slot(view, card)[0] > kept(rack_of(view), highest(view))
    return points(card) <= limit or gain(view, card)[0] > UNKNOWN


def place_for(view: View, card: str) -> int:
    """Return the cell, counted from 1, that a card in hand goes to."""
    if view["layouts"][view["seat"]]["kind"] == "rack":
        return best_slot(view, card)[2]
    return gain(view, card)[1]


# --- grids ---------------------------------------------------------------------------------------


def points(card: str) -> int:
    """Return what a card counts by itself."""
    rank = card[:-1] if card[-1] in "hdsc" else card
    return FACES[rank] if rank in FACES else int(rank)


def rank(card: str | None) -> str:
    """Return what must be equal for cards to match."""
    return "" if card is None else card[:-1] if card[-1] in "hdsc" else card


def gain(view: View, card: str) -> tuple[float, int]:
    """Return what a card saves at its best place, and the place."""
    own = view["layouts"][view["seat"]]
    cells, columns = own["cells"], own["columns"]

    def saved(at: int) -> float:
        column = [cells[other] for other in range(at % columns, len(cells), columns) if other != at]
        mates = sum(1 for cell in column if cell["up"] and rank(cell["card"]) == rank(card))
        old = cells[at]
        worth = points(old["card"]) if old["up"] and old["card"] else UNKNOWN
        matched = sum(
            1 for cell in column if cell["up"] and old["up"] and rank(cell["card"]) == rank(old["card"])
        )
        return worth - points(card) + 4 * mates - 6 * matched + (0 if old["up"] else 1)

    return max((saved(at), at + 1) for at in range(len(cells)))


# --- racks ---------------------------------------------------------------------------------------


def highest(view: View) -> int:
    """Return the highest card of the deck."""
    return DECKS[view["seats"]]


def rack_of(view: View) -> list[int]:
    """Return one's own rack, front first."""
    return [int(cell["card"]) for cell in view["layouts"][view["seat"]]["cells"]]


def kept(rack: list[int], most: int) -> int:
    """Return how many cards may stay in a rack that comes to rise all the way."""
    size = len(rack)
    best = [0] * size
    for at, card in enumerate(rack):
        if at < card <= most - (size - 1 - at):
            before = [best[low] for low in range(at) if best[low] and card - rack[low] >= at - low]
            best[at] = 1 + max(before, default=0)
    return max(best)


def best_slot(view: View, card: str) -> tuple[int, float, int]:
    """Return how many cards could stay with this one at its best slot, how near it stands, and the slot."""
    rack, most, number = rack_of(view), highest(view), int(card)
    ideal = (number - 0.5) / most * len(rack) - 0.5

    def worth(at: int) -> tuple[int, float, int]:
        return kept([*rack[:at], number, *rack[at + 1 :]], most), -abs(at - ideal), at + 1

    return max(worth(at) for at in range(len(rack)))
