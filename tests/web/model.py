"""What a table of people must do, written from the contract alone: none of the server's rooms is in it.

A ``Model`` is told what is asked of the server and what time it is. It says what the answer must be and
what must be kept, takes in what was kept, and knows what every page must be shown. The rules of the games
are those of ``upcard.table``; what bots choose is taken from the journal and has only to be legal.
"""

from __future__ import annotations

import base64
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.web.model_asked import Kept
from tests.web.model_time import ModelClock, Presences
from upcard.dealer import FairChance
from upcard.game import seen_by
from upcard.games import find_game
from upcard.table import Table

EPSILON = 0.02
QUICKEST, SLOWEST = 0.5, 2.0
"""Times the pace: every moment that a bot takes lies between."""


@dataclass
class Place:
    """One seat."""

    name: str
    bot: str | None
    tokens: set[str]
    word: str | None = None

    @property
    def kind(self) -> str:
        return "bot" if self.bot else "person" if self.tokens else "open"


@dataclass(eq=False)
class Link:
    """One connection of a browser that holds these tokens (by their hashes)."""

    tokens: frozenset[str]
    look: int | None = None
    acked: int = 0
    greeted: bool = False


@dataclass(eq=False)
class Model:
    """One match; ``created`` is its first entry as it is kept."""

    name: str
    created: Mapping[str, Any]
    now: float
    pace: float
    patience: float
    places: list[Place] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    table: Table | None = None
    length: int = 1
    waiting: set[int] = field(default_factory=set)
    waited_since: float | None = None
    bot_since: tuple[float, object] | None = None
    waits_for: tuple[str, float] | None = None
    moved_at: float = 0.0
    ids: dict[int, list[str]] = field(default_factory=lambda: defaultdict(list))
    votes: set[int] = field(default_factory=set)
    absent: set[int] = field(default_factory=set)
    said: list[Kept] = field(default_factory=list)
    rematch: str | None = None

    def __post_init__(self) -> None:
        for seat in self.created["seats"]:
            tokens = {*seat["devices"], *filter(None, [seat["token_hash"]])}
            self.places.append(Place(seat["name"], seat["bot"], tokens))
        manners = self.created["manners"]
        self.game = find_game(self.created["game"])
        self.clocked, self.stood_in = [0] * self.seats, [0] * self.seats
        self.tally = list(self.created["tally"]) or None
        self.presence = Presences(manners["grace"], self.seats)
        self.clock = ModelClock(manners["turn_time"], manners["increment"])
        if self.created["dealt"]:
            self._deal()

    # --- what is so ------------------------------------------------------------------------------

    @property
    def seats(self) -> int:
        return len(self.places)

    @property
    def stage(self) -> str:
        if self.table is None:
            return "gathering"
        return "playing" if self.table.outcome is None else "over"

    @property
    def version(self) -> int:
        return 0 if self.table is None else self.table.step

    @property
    def ended(self) -> int:
        return 0 if self.table is None else len(self.table.results)

    @property
    def turn(self) -> int | None:
        return None if self.table is None or self.waiting else self.table.turn

    @property
    def persons(self) -> set[int]:
        return {at for at, place in enumerate(self.places) if place.kind == "person"}

    @property
    def complete(self) -> bool:
        """Everybody is there who was asked for, and every person's browser has given its word."""
        return all(place.bot or (place.kind == "person" and place.word) for place in self.places)

    @property
    def host(self) -> int | None:
        return self.presence.host(self.persons)

    @property
    def awake(self) -> bool:
        return bool(self.presence.here) or bool(self.links and not self.persons)

    @property
    def agreed(self) -> bool:
        playing = self.persons - self.presence.gone
        return self.stage == "playing" and bool(playing) and playing <= self.votes

    @property
    def bot_plays(self) -> bool:
        """Whether the seat to move is played by a bot now."""
        turn = self.turn
        if turn is None:
            return False
        return self.places[turn].kind != "person" or turn in self.presence.standing

    def held(self, link: Link) -> list[int]:
        """The seats of a connection's browser."""
        return self.held_by(link.tokens)

    def held_by(self, tokens: frozenset[str]) -> list[int]:
        """The seats that tokens open."""
        return [at for at, place in enumerate(self.places) if tokens & place.tokens]

    def eyes(self, link: Link) -> int | None:
        """The seat that a connection looks from."""
        held = self.held(link)
        return held[0] if len(held) == 1 else link.look if link.look in held else None

    # --- connections -----------------------------------------------------------------------------

    def join(self, link: Link) -> None:
        self.links.append(link)
        self.presence.left -= set(self.held(link))
        self.look()

    def quit(self, link: Link) -> None:
        self.links.remove(link)
        self.look()

    def restart(self) -> None:
        """Another server: only what was kept is still so."""
        self.links.clear()
        self.votes.clear()
        self.absent.clear()
        self.said.clear()
        self.waited_since = self.bot_since = None
        self.presence = Presences(self.created["manners"]["grace"], self.seats)
        self.clock = ModelClock(self.clock.turn_time, self.clock.increment)
        self.look()

    def look(self) -> None:
        """Take in who is here, and for whom time runs."""
        here = {seat for link in self.links for seat in self.held(link)}
        absent = self.absent
        self.presence.look(here, self.persons, self.now, waits=self.stage != "gathering")
        self.absent = self.presence.standing - self.presence.left
        if not self.absent <= absent:
            self.votes.clear()
        turn = self.turn
        runs = turn in self.persons and turn not in self.presence.gone and bool(self.presence.here)
        self.clock.run(runs, self.now)
        if not (self.waiting and self.awake):
            self.waited_since = None
        elif self.waited_since is None:
            self.waited_since = self.now
        doing = (self.version, self.turn)
        if not (self.bot_plays and self.awake):
            self.bot_since = None
        elif self.bot_since is None or self.bot_since[1] != doing:
            self.bot_since = (self.now, doing)

    # --- what is kept ----------------------------------------------------------------------------

    def may_come(self, entry: Kept) -> None:
        """AssertionError unless the table may do this by itself now."""
        kind, seat = entry["kind"], entry.get("seat")
        if kind == "dealt":
            assert self.stage == "gathering"
            assert self.complete, "dealt before everybody was ready"
        elif kind == "stopped":
            assert self.agreed, "stopped though somebody does not agree"
        elif kind == "continued" and seat is None:
            assert self.waited_since is not None
            assert self.now >= self.waited_since + self.patience - EPSILON, "no patience"
        elif kind == "continued":
            assert seat in self.waiting & self.presence.gone, "continued for somebody who is here"
        else:
            assert kind == "acted", f"{entry} came by itself"
            self._may_act(entry)

    def _may_act(self, entry: Kept) -> None:
        assert self.table is not None
        seat, by = entry["seat"], entry["by"]
        assert self.awake, "it plays while nobody is here"
        assert seat == self.turn
        assert entry["id"] == ""
        if by == "clock":
            assert self.clock.left(self.now) <= EPSILON, "the clock had not run out"
            assert self.clock.runs, "the clock stood still"
            assert entry["action"] == str(self.table.default_action()), "AL5"
            return
        assert self.bot_plays, "a bot plays for somebody who is here"
        assert by == ("" if self.places[seat].bot else "stand-in")
        assert self.now >= self.moved_at + QUICKEST * self.pace - EPSILON, "a bot made haste"

    def take(self, entry: Kept) -> None:
        """Make true what was kept."""
        self.length += 1
        kind, seat = entry["kind"], entry.get("seat")
        before = self.turn
        if kind == "acted":
            self._act(entry)
        elif kind == "continued":
            self.waiting -= {seat} if seat is not None else set(self.waiting)
        elif kind == "seated":
            self.places[entry["seat"]] = Place(entry["name"], None, {entry["token_hash"]})
        elif kind == "freed":
            self.places[entry["seat"]] = Place("", None, set())
        elif kind == "given":
            self.places[entry["seat"]] = Place(entry["name"], entry["bot"], set())
        elif kind == "worded":
            self.places[entry["seat"]].word = entry["word"]
        elif kind == "keyed":
            for at in entry["seats"]:
                self.places[at].tokens.add(entry["token_hash"])
        elif kind == "dealt":
            self._deal()
        elif kind == "stopped":
            assert self.table is not None
            self.waiting.clear()
            self.table.stop()
        elif kind == "rematched":
            self.rematch = entry["match"]
        if self.turn is not None and before is None:
            self.clock.begin(self.now)
        if self.stage == "over":
            self.votes.clear()
        self.look()

    def _deal(self) -> None:
        words = [bytes.fromhex(place.word) for place in self.places if place.word]
        secret = base64.b64decode(self.created["secret"])
        chance = FairChance(secret, self.created["number"], tuple(words))
        self.table = Table(self.game, self.created["options"], self.seats, chance)

    def _act(self, entry: Kept) -> None:
        table, seat, ended = self.table, entry["seat"], self.ended
        assert table is not None
        self.presence.come({seat} if not entry["by"] and entry["id"] else set())
        table.act(seat, entry["action"])
        self.moved_at = self.now
        if entry["id"]:
            self.ids[seat].append(entry["id"])
        self.clocked[seat] += entry["by"] == "clock"
        self.stood_in[seat] += entry["by"] == "stand-in"
        if self.stage == "over":
            self._count()
        elif self.ended > ended:
            self.waiting = self.persons
        else:
            fresh = any(action.verb in ("draw", "take") for action in table.legal(table.turn or 0))
            (self.clock.begin if fresh or table.turn != seat else self.clock.give_back)(self.now)

    def _count(self) -> None:
        assert self.table is not None
        outcome = self.table.outcome
        assert outcome is not None
        teams = self.table.view(None).teams or tuple((seat,) for seat in range(self.seats))
        sides = sum(any(seat in outcome.winners for seat in team) for team in teams)
        won = [1 / sides if seat in outcome.winners else 0.0 for seat in range(self.seats)]
        self.tally = [a + b for a, b in zip(self.tally or [0.0] * self.seats, won, strict=True)]

    def overdue(self) -> str | None:
        """Return what the table should have done by itself by now.

        It does one thing after another: what is due while a bot takes its time comes after that.
        """
        due = self._due_now()
        if due is None or self.waits_for is None or self.waits_for[0] != due:
            self.waits_for = None if due is None else (due, self.now)
        if self.waits_for is None:
            return None
        return due if self.now > self.waits_for[1] + SLOWEST * self.pace + EPSILON else None

    def _due_now(self) -> str | None:
        if not self.awake or self.stage == "over":
            return None
        if self.stage == "gathering":
            return "the deal" if self.complete else None
        if self.agreed:
            return "the stop"
        if self.waiting & self.presence.gone:
            return "going on without those who have gone"
        if self.waited_since is not None and self.now >= self.waited_since + self.patience:
            return "the end of the waiting"
        if self.bot_since is not None and self.now >= self.bot_since[0] + SLOWEST * self.pace:
            return "a bot's action"
        if self.clock.runs and self.clock.left(self.now) <= 0:
            return "the default move"
        return None

    def stuck(self) -> str | None:
        """Return why nothing can happen any more; None while somebody or a timer has the next step."""
        if not self.awake or self.stage != "playing" or self.waited_since is not None or self.bot_since:
            return None
        turn = self.turn
        away = turn is not None and turn in self.presence.due
        return None if turn in self.presence.here or away else f"nobody plays seat {turn}"

    def told_events(self, seat: int | None, after: int) -> list[Any]:
        """The events after a number as a seat, or a watcher, must learn them."""
        events = [] if self.table is None else self.table.events
        return [seen_by(event, seat) for event in events[after:]]
