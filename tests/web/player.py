"""A scripted player: it knows what the server tells it and nothing else."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Callable, Sequence
from typing import Any

PERSON = {"kind": "person", "name": "Ann"}
GREEDY = {"kind": "bot", "bot": "greedy", "name": ""}
SHORT: dict[str, dict[str, int | str]] = {
    "nines": {"rounds": 2},
    "rat-race": {"rounds": 2},
    "rack-o": {"target": 150, "turn_limit": 40},
}


def new_match(game: str, seats: int = 2, person: bool = True, **options: int | str) -> dict[str, Any]:
    """The body of POST /api/matches: a person and greedy bots."""
    first = [PERSON] if person else [GREEDY]
    return {"game": game, "seats": [*first, *[GREEDY] * (seats - 1)], "options": {**SHORT[game], **options}}


class Player:
    """Plays one seat: ``hear`` takes what came, ``say`` sends; keeps all that was told."""

    def __init__(self, say: Callable[[str], Any], seed: int = 1) -> None:
        self._send = say
        self._chance = random.Random(seed)
        self._ids = (f"{seed}-{number}" for number in itertools.count())
        self.acked = 0
        self.version = -1
        self.view: dict[str, Any] = {}
        self.room: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []
        self.replies: list[dict[str, str]] = []
        self.refusals: list[dict[str, Any]] = []
        self.pending: dict[str, Any] | None = None
        self.acknowledged: list[dict[str, Any]] = []
        self.seats: list[int] = []
        self.talk: list[dict[str, Any]] = []
        self.worded: set[int] = set()

    def say(self, **message: Any) -> None:
        self._send(json.dumps(message))

    def hello(self) -> None:
        """Begin, or come back: what was not answered is sent again under its old id."""
        self.say(t="hello", acked=self.acked)
        if self.pending:
            self.say(**self.pending)

    def hear(self, text: str) -> None:
        message = json.loads(text)
        if message["t"] == "refused":
            self.refusals.append(message)
            if self.pending and message["id"] == self.pending["id"]:
                self.pending = None
        if message["t"] != "now":
            return
        assert message["version"] >= self.version, "the table never goes back"
        self.version, self.view, self.room = message["version"], message["view"] or {}, message["room"]
        self.seats = message["seats"]
        self.talk += message["talk"]
        self.contribute()
        new = [event for event in message["events"] if event["n"] > self.acked]
        if new:
            assert [event["n"] for event in new] == list(range(self.acked + 1, new[-1]["n"] + 1))
            self.events += new
            self.acked = new[-1]["n"]
            self.say(t="ack", event=self.acked)
        if message["reply"]:
            self.replies.append(message["reply"])
            if self.pending and message["reply"]["id"] == self.pending["id"]:
                self.acknowledged.append(self.pending)
                self.pending = None

    def contribute(self) -> None:
        """Give each of one's seats its word for the shuffle, once."""
        if self.room["stage"] != "gathering":
            return
        for seat in self.seats:
            if seat not in self.worded and not self.room["seats"][seat]["worded"]:
                self.worded.add(seat)
                self.say(t="word", seat=seat, word=self._chance.randbytes(16).hex())

    @property
    def may_act(self) -> bool:
        waiting: Sequence[int] = self.room.get("waiting", ())
        return bool(self.view.get("legal")) and not self.pending and not waiting

    def act(self, action: str | None = None) -> None:
        """Do something legal."""
        wanted = action or self._chance.choice(self.view["legal"])["action"]
        self.pending = {"t": "act", "id": next(self._ids), "version": self.version, "action": wanted}
        self.say(**self.pending)

    def go_on(self) -> None:
        """Do what there is to do now, if anything."""
        if self.view and self.view["seat"] in self.room["waiting"]:
            self.say(t="continue", round=self.view["last_round"]["round"])
        elif self.may_act:
            self.act()
