"""Every message of a match held beside what its reader may know by the rule book (``knowledge``)."""

from __future__ import annotations

import json
import re
from typing import Any

from tests.secrecy.knowledge import Knowledge
from tests.secrecy.wire import Play

QUOTED = re.compile(r'"([^"]*)"')
MOST_STEPS = 600


class Taint:
    """Plays a match to its end; ``follow`` returns how many views were compared."""

    def __init__(self, play: Play) -> None:
        self.play = play
        table = play.table
        self.game = table.game
        self.knowledge = Knowledge(self.game, table.seats, len(table.view(None).layouts[0].cells))
        self.learned = 0
        self.read: dict[str, int] = {}
        self.private: dict[int, frozenset[int | None]] = {}
        """Who may see the card of an event that not all may see, by its number."""

    def follow(self) -> int:
        """Play on, and compare everything that is told with what may be."""
        compared = 0
        while self.play.table.outcome is None:
            step = self.play.table.step
            assert step < MOST_STEPS, "it never ends"
            self.learn()
            compared += self.compare()
            if step == 20:
                self.play.connect("late watcher", None)
                compared += self.compare()
            self.wait_for_nobody()
            self.play.act(step)
        return compared

    def wait_for_nobody(self) -> None:
        """Everybody has seen how a round ended."""
        for name in ("seat 0", "seat 1"):
            self.play.wires[name].say({"t": "continue", "round": len(self.play.table.results)})
        self.play.server.settle()

    def learn(self) -> None:
        """Take in what happened; of a drawn card those learn who may, at that time."""
        for event in self.play.table.events[self.learned :]:
            self.knowledge.learn(event)
            if event.key == "drew":
                self.private[event.number + 1] = self.knowledge.hand
        self.learned = len(self.play.table.events)

    def compare(self) -> int:
        """Hold what has come since the last time beside what is known; return the number of views."""
        compared = 0
        for name in self.play.wires:
            told = self.play.said(name)
            seat = int(name.removeprefix("seat ")) if name.startswith("seat") else None
            new = told[self.read.get(name, 0) :]
            self.read[name] = len(told)
            for _, text in new:
                message = json.loads(text)
                if message["t"] != "now" or message["view"] is None:
                    assert not self.cards_in(text), "a card outside of a view"
                    continue
                assert message["view"]["seat"] == seat
                self.compare_events(message["events"], seat)
                if message["version"] == self.play.table.step:
                    self.compare_view(message["view"], seat)
                    self.compare_bytes(text, message, seat)
                    compared += 1
        return compared

    def compare_events(self, events: list[dict[str, Any]], seat: int | None) -> None:
        for event in events:
            if event["kind"] == "drew" and event["n"] in self.private:
                assert (event["card"] is not None) == (seat in self.private[event["n"]])

    def compare_view(self, view: dict[str, Any], seat: int | None) -> None:
        knowledge = self.knowledge
        for owner, layout in enumerate(view["layouts"]):
            for at, cell in enumerate(layout["cells"]):
                assert (cell["card"] is not None) == (seat in knowledge.knowers[owner][at])
        if view["hand"] is not None:
            assert (view["hand"]["card"] is not None) == (seat in knowledge.hand)
        assert len(view["pile_top"]) == knowledge.open_pile

    def compare_bytes(self, text: str, message: dict[str, Any], seat: int | None) -> None:
        """Where each card is there once, no text of a card that the reader has not seen is in the bytes."""
        if self.game.name != "rack-o" or message["view"]["last_round"] is not None:
            return
        table = self.play.table
        may = {str(card) for layout in table.view(seat).layouts for card in self._known(layout)}
        may |= {cell["card"] for one in message["view"]["layouts"] for cell in one["cells"] if cell["card"]}
        unseen = {
            self.game.faces.text(place.card(table._state))
            for place in self.game.holdings(table._state)
            if (place.where == "cell" and seat not in self.knowledge.knowers[place.seat][place.index])
            or (place.where == "pile" and place.index < table._state.pile_size - self.knowledge.open_pile)
        }
        events = {event["card"] for event in message["events"] if event["card"]}
        without_needs = re.sub(r'"needs":\[[^]]*\]', "", text)
        assert not (self.cards_in(without_needs) & unseen) - events - may

    def _known(self, layout: Any) -> list[str]:
        return [self.game.faces.text(cell.card) for cell in layout.cells if cell.card]

    def cards_in(self, text: str) -> set[str]:
        """The texts of cards that stand in quotes."""
        texts = {self.game.faces.text(card) for card in set(self.game.deck(self.play.table.seats))}
        return texts & set(QUOTED.findall(text))
