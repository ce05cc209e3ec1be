"""What a browser was sent, beside what its person may know by the record of the match and the rule book."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.secrecy.knowledge import Knowledge
from upcard.record import Record
from upcard.table import Table

Viewer = int | None
Viewers = frozenset[Viewer]


class Truth:
    """Who may know which card after each action of a match, and which card of each event."""

    def __init__(self, record: str) -> None:
        whole = Record.read(record.encode())
        table = Table.replay(whole, 0)
        cells = len(table.view(None).layouts[0].cells)
        self._knowledge = Knowledge(table.game, whole.seats, cells)
        self._cells: list[list[list[Viewers]]] = []
        self._hands: list[Viewers] = []
        self._events: list[Viewers | None] = []
        self._learn(table)
        for move in whole.moves:
            table.act(move.seat, move.action)
            self._learn(table)
        self.steps = len(whole.moves)

    def _learn(self, table: Table) -> None:
        knowledge = self._knowledge
        for event in table.events[len(self._events) :]:
            hand = knowledge.hand
            knowledge.learn(event)
            if event.key == "drew":
                self._events.append(knowledge.hand)
            elif event.key == "placed":
                # Who knew the card in the hand, and whoever sees where it lies now.
                shown = knowledge.knowers[event.seat or 0][(event.cell or 1) - 1]
                self._events.append(hand | shown)
            else:
                self._events.append(None)
        self._cells.append([list(row) for row in knowledge.knowers])
        self._hands.append(knowledge.hand)

    def judge(self, message: dict[str, Any], viewer: Viewer) -> int:
        """AssertionError if a message shows a card its reader may not know; return the hidden cards in it."""
        for event in message["events"]:
            may = self._events[event["n"] - 1]
            if may is not None and viewer not in may:
                assert event["card"] is None, f"{viewer} is told of {event}"
        view = message["view"]
        if view is None:
            return 0
        assert view["seat"] == viewer
        if viewer is None:
            assert view["legal"] == [], "a watcher is offered no action"
        if view["outcome"] is not None:
            return 0
        hidden = 0
        for layout in view["layouts"]:
            for at, cell in enumerate(layout["cells"]):
                knows = viewer in self._cells[view["step"]][layout["seat"]][at]
                where = f"cell {at + 1} of seat {layout['seat']} at step {view['step']}"
                assert (cell["card"] is not None) == knows, f"{viewer} and {where}"
                hidden += not knows
        hand = view["hand"]
        if hand is not None:
            assert (hand["card"] is not None) == (viewer in self._hands[view["step"]]), f"{viewer}: the hand"
        return hidden


def before_the_end(heard: bytes, unsaid: Iterable[str]) -> None:
    """AssertionError if any of this was sent before the match was over."""
    over = heard.find(b'"stage":"over"')
    early = heard if over < 0 else heard[:over]
    for text in unsaid:
        assert text.encode() not in early, f"{text} was sent before the end"


def never(heard: bytes, unsaid: Iterable[str]) -> None:
    """AssertionError if any of this was ever sent, as a text or as the bytes that it stands for."""
    for text in unsaid:
        assert text != ""
        assert text.encode() not in heard, f"{text} was sent"
