"""A viewer's picture of the table that is kept by events alone, to show that events explain views."""

from __future__ import annotations

from upcard.cards import Card, Seat
from upcard.values import CellView, Event, View


class Mirror:
    """What a viewer who is told only of events makes of the table, starting from one view.

    A deal is the one event that does not say everything: after it the new view is taken over. A cell of
    which an event says something is compared by its card, all other cells must be as they were.
    """

    def __init__(self, view: View) -> None:
        self.cells = [list(layout.cells) for layout in view.layouts]
        self.discard = list(view.discard)
        self.pile = view.pile
        self.hand = view.hand
        self.hand_seat = view.hand_seat
        self.burn = list(view.burn)
        self.told: set[tuple[int, int]] = set()
        self.dealt = False

    def learn(self, event: Event) -> None:
        """Move the card that the event speaks of."""
        cell = -1 if event.cell is None else event.cell - 1
        match event.kind.move:
            case "pile>hand":
                self.pile -= 1
                self._hold(event.card, event.seat)
            case "discard>hand":
                card = self.discard.pop()
                assert card == event.card, f"{event.key} names {event.card}, the upcard is {card}"
                self._hold(card, event.seat)
            case "hand>cell":
                self._tell(event, cell, event.card)
                self._hold(None, None)
            case "hand>discard":
                assert event.card is not None, f"{event.key} hides a card that is on the discard"
                self.discard.append(event.card)
                self._hold(None, None)
            case "cell>discard":
                assert event.card is not None, f"{event.key} hides a card that is on the discard"
                self.discard.append(event.card)
            case "turn" | "turn-down":
                self._tell(event, cell, event.card)
            case "row>burn":
                self._burn(event, cell)
            case "deal":
                self.dealt = True
            case "refill":
                self._refill(event)

    def _hold(self, card: Card | None, seat: Seat | None) -> None:
        self.hand, self.hand_seat = card, seat

    def _tell(self, event: Event, cell: int, card: Card | None) -> None:
        assert event.seat is not None, f"{event.key} names no seat"
        old = self.cells[event.seat][cell]
        self.cells[event.seat][cell] = CellView(card, old.up, old.public)
        self.told.add((event.seat, cell))

    def _burn(self, event: Event, cell: int) -> None:
        """A row goes, card by card, named by the cells as they were; the last card closes the grid up."""
        assert event.seat is not None, f"{event.key} names no seat"
        assert event.card is not None, f"{event.key} names no card"
        self._tell(event, cell, event.card)
        self.burn.append(event.card)
        if len(self.burn) % 3 == 0:
            row = cell // 3 * 3
            del self.cells[event.seat][row : row + 3]
            self.told = {
                (seat, place - 3 if seat == event.seat and place > cell else place)
                for seat, place in self.told
                if seat != event.seat or not row <= place <= cell
            }

    def _refill(self, event: Event) -> None:
        """The discard makes a pile of ``value`` cards; what stays or is turned up is the upcard."""
        total = self.pile + len(self.discard)
        assert event.value is not None
        self.pile = event.value
        if event.card is not None:
            self.discard = [event.card]
        else:
            self.discard = self.discard[-1:]
        assert self.pile + len(self.discard) == total, f"{event.key} loses cards"

    def compare(self, view: View) -> None:
        """AssertionError, in words, unless the view is what the events made of the one before."""
        if self.dealt:
            return
        who = "a watcher" if view.seat is None else f"seat {view.seat}"
        for seat, layout in enumerate(view.layouts):
            mine = self.cells[seat]
            assert len(mine) == len(layout.cells), f"seat {seat}'s layout changed its size for {who} untold"
            for cell, (told, seen) in enumerate(zip(mine, layout.cells, strict=True)):
                where = f"cell {cell + 1} of seat {seat} for {who}: told {told}, seen {seen}"
                if (seat, cell) in self.told:
                    assert told.card == seen.card, where
                else:
                    assert told == seen, where
        told_rest = (self.discard, self.pile, self.hand, self.hand_seat, self.burn)
        seen_rest = (list(view.discard), view.pile, view.hand, view.hand_seat, list(view.burn))
        assert told_rest == seen_rest, f"for {who}: told {told_rest}, seen {seen_rest}"
