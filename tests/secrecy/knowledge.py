"""Who knows which card, by the rule book alone (AL3): kept from what happened, not from what views say."""

from typing import Any

from upcard.game import Game
from upcard.values import Event, View


class Knowledge:
    """Which cells, and which hand, each seat and the watcher know, told of everything that happens.

    A set of viewers is kept for each cell; the watcher is None.
    """

    def __init__(self, game: Game, seats: int, cells: int) -> None:
        self.game = game
        self.everybody: frozenset[int | None] = frozenset((None, *range(seats)))
        self.seats = seats
        self.cells = cells
        self.knowers: list[list[frozenset[int | None]]] = []
        self.hand: frozenset[int | None] = frozenset()
        self.open_pile = 0

    def deal(self) -> None:
        """Nobody knows what was dealt, but in Rack-O its owner (RO1.3)."""
        own = self.game.name == "rack-o"
        nobody: frozenset[int | None] = frozenset()
        self.knowers = [[frozenset([seat]) if own else nobody] * self.cells for seat in range(self.seats)]
        self.hand = nobody
        self.open_pile = 0

    def learn(self, event: Event) -> None:
        """Take in one event, told openly."""
        seat = -1 if event.seat is None else event.seat
        cell = -1 if event.cell is None else event.cell - 1
        if event.key == "dealt":
            self.deal()
        elif event.key == "drew":
            self.hand = self.everybody if self.open_pile else frozenset([seat])
            self.open_pile = max(self.open_pile - 1, 0)
        elif event.key == "took":
            self.hand = self.everybody
        elif event.key == "placed":  # in a grid a card lies face up, in a rack it does not
            self.knowers[seat][cell] = self.hand if self.game.name == "rack-o" else self.everybody
            self.hand = frozenset()
        elif event.key == "rejected":
            self.hand = frozenset()
        elif event.key in ("flipped", "revealed", "turned-up", "uncovered"):
            self.knowers[seat][cell] = self.everybody
        elif event.key == "walked-out":  # the row that went, and a row less (RR5.4)
            row = (event.value or 0) - 1
            del self.knowers[seat][3 * row : 3 * row + 3]
        elif event.key == "turned-over":
            self.open_pile = event.value or 0

    def compare(self, view: View) -> None:
        """AssertionError unless the view holds exactly the cards that its viewer knows."""
        who = "a watcher" if view.seat is None else f"seat {view.seat}"
        for seat, layout in enumerate(view.layouts):
            for cell, seen in enumerate(layout.cells):
                knows = view.seat in self.knowers[seat][cell]
                where = f"cell {cell + 1} of seat {seat}"
                assert (seen.card is not None) == knows, f"{who} {'lost' if knows else 'sees'} {where}"
        if view.hand_seat is not None:
            assert (view.hand is not None) == (view.seat in self.hand), f"{who} and the hand"
        assert len(view.pile_top) == self.open_pile, f"{who} and the pile"
        self.compare_state(view)

    def compare_state(self, view: View) -> None:
        """AssertionError if the state in the view holds more cards than the view shows."""
        state: Any = view.table_state
        shown = sum(cell.card is not None for layout in view.layouts for cell in layout.cells)
        shown += (view.hand is not None) + len(view.pile_top) + len(view.discard) + len(view.burn)
        held = sum(place.card(state) > 0 for place in self.game.holdings(state))
        assert held == shown, f"the state in a view holds {held} cards, the view shows {shown}"
