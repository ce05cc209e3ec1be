"""What is sent of a match, as JSON that is made once for all who may see it.

Views are made for the seats that somebody looks from, and anew after an action or when they have not been
asked for for a while; every event is made once for everybody and once more for the seat that may see its
card. Only the newest events are kept so: who comes back later has the older ones made again.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from upcard.game import seen_by
from upcard.values import Event
from upcard.web import protocol
from upcard.web.match import Match, Stage

MOST_EVENTS = 200
"""How many events one message carries: a page that comes back later has missed the older ones."""
MOST_KEPT = 8
"""How many events are kept as they are sent: more than any page that is here has not acknowledged yet."""
MOST_VIEWS = 512
"""How many views of all matches together are kept as they are sent."""
NOTHING = b"null"


@dataclass(frozen=True, slots=True)
class _Told:
    """An event as JSON, for everybody and for the one seat that may see its card."""

    to_all: bytes
    eyes: int | None
    to_eyes: bytes

    def seen_by(self, seat: int | None) -> bytes:
        return self.to_eyes if self.eyes is not None and self.eyes == seat else self.to_all


class Showing:
    """The views and events of one match."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._told: list[_Told] = []
        self._count = 0

    def view(self, seat: int | None) -> bytes:
        """Return the newest view of a seat, or of a watcher; null before the deal."""
        match = self._match
        if match.stage == "gathering":
            return NOTHING
        return _view(match, seat, match.version, match.stage)

    def events(self, seat: int | None, acked: int) -> list[bytes]:
        """Return the events after number ``acked`` as the seat learns them, the newest if they are many."""
        if self._match.stage == "gathering":
            return []
        happened = self._match.table.events
        for event in happened[max(self._count, len(happened) - MOST_KEPT) :]:
            self._told.append(self._tell(event))
        del self._told[:-MOST_KEPT]
        self._count = len(happened)
        first = max(acked, self._count - MOST_EVENTS)
        kept = self._count - len(self._told)
        told = [self._tell(event) for event in happened[first:kept]]
        told += self._told[max(first - kept, 0) :]
        return [one.seen_by(seat) for one in told]

    def _tell(self, event: Event) -> _Told:
        faces = self._match.game.faces
        to_all = protocol.to_json(protocol.show_event(seen_by(event, None), faces))
        to_eyes = to_all
        if event.eyes is not None:
            to_eyes = protocol.to_json(protocol.show_event(seen_by(event, event.eyes), faces))
        return _Told(to_all, event.eyes, to_eyes)


@lru_cache(maxsize=MOST_VIEWS)
def _view(match: Match, seat: int | None, version: int, stage: Stage) -> bytes:  # noqa: ARG001 - a view is of both
    return protocol.to_json(protocol.show_view(match.table.view(seat), match.game.faces))
