"""A match as its journal tells it: set up from its entries, and what may be added to them.

Deciding and applying are two steps. ``decide_…`` says which entries an action comes to, or refuses, and
changes nothing; once they are kept, ``apply`` makes them true. So nobody ever sees what is not kept.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cached_property

from upcard.bots import find_bot
from upcard.dealer import FairChance, commitment
from upcard.errors import MatchOver, NotYourTurn, RoomError, WrongVersion
from upcard.game import Game
from upcard.games import find_game
from upcard.table import Table
from upcard.values import Action, View
from upcard.web.journal import Acted, Continued, Created, Entry, Rematched, match_name, token_hash


class Overtaken(RoomError):
    """Something else happened first; nothing has changed."""

    def __init__(self) -> None:
        super().__init__("room/stale", "the table has changed since; look again")


class Match:
    """One match: its table, who holds which seat, who has yet to look at the last round.

    ``version`` counts the actions. WrongVersion if it was begun under other rules.
    """

    def __init__(self, created: Created) -> None:
        self.created = created
        self.name = match_name(created.number)
        self.game: Game = find_game(created.game)
        if created.rules != self.game.version:
            raise WrongVersion(
                f"this match was begun under version {created.rules} of the rules of {self.game.title}, "
                f"and these are version {self.game.version}: it cannot go on"
            )
        self.table = Table(
            self.game,
            created.options,
            len(created.seats),
            FairChance(created.secret, created.number),
            names=[seat.name for seat in created.seats],
            match=created.number,
        )
        self.length = 1
        self.waiting: set[int] = set()
        self.rematch: str | None = None
        self._done: dict[tuple[int, str], None] = {}
        seed = hashlib.sha256(b"upcard/bots" + created.secret).digest()
        self._bots = {
            seat: find_bot(entry.bot).make(int.from_bytes(seed[:8], "little"))
            for seat, entry in enumerate(created.seats)
            if entry.bot is not None
        }

    @cached_property
    def persons(self) -> frozenset[int]:
        """The seats of people."""
        return frozenset(range(len(self.created.seats))) - set(self._bots)

    @property
    def version(self) -> int:
        """The number of actions made."""
        return self.table.step

    @property
    def commitment(self) -> str:
        """The SHA-256 of the secret that the cards come from."""
        return commitment(self.created.secret)

    @property
    def finished(self) -> bool:
        """Whether the match is over."""
        return self.table.outcome is not None

    @property
    def bot_to_move(self) -> int | None:
        """The seat of the bot that is to move, None if a person is, or people are waited for."""
        turn = self.table.turn
        return turn if turn in self._bots and not self.waiting else None

    def seat_of(self, token: str | None) -> int | None:
        """Return the seat that a token opens, None for a watcher."""
        if not token:
            return None
        wanted = token_hash(token)
        for seat, entry in enumerate(self.created.seats):
            if entry.token_hash == wanted:
                return seat
        return None

    def choose(self, seat: int, view: View) -> Action:
        """Return what the bot of a seat does; it takes a while and reads nothing but the view."""
        return self._bots[seat].choose(view)

    # --- deciding --------------------------------------------------------------------------------

    def has_done(self, seat: int, action_id: str) -> bool:
        """Whether an action with this id was made by the seat before."""
        return (seat, action_id) in self._done

    def decide_act(self, seat: int, version: int, action: str, action_id: str) -> list[Entry]:
        """Return what a seat's action comes to; RoomError or RulesError, and nothing has changed (AL4)."""
        if self.finished:
            raise MatchOver("the match is over")
        if version != self.version:
            raise Overtaken
        late = self.waiting - {seat}
        if late:
            raise RoomError("room/waiting", f"{self._names(late)} still looks at how the round ended")
        turn = self.table.turn
        if turn != seat and turn is not None:
            raise NotYourTurn(f"{self._names({turn})} is to move")
        refusal = self.table.why_not(action)
        if refusal is not None:
            raise refusal
        acted = Acted(seat, str(Action.parse(action)), action_id)
        return [*self.decide_continue(seat, self.ended), acted]

    def decide_continue(self, seat: int | None, round_: int) -> list[Entry]:
        """Return what a seat's *continue* comes to: nothing if it is not waited for.

        ``seat`` None stops the waiting for all.
        """
        expected = bool(self.waiting) if seat is None else seat in self.waiting
        return [Continued(round_, seat)] if expected and round_ == self.ended else []

    @property
    def ended(self) -> int:
        """The round that ended last."""
        return len(self.table.results)

    def _names(self, seats: Iterable[int]) -> str:
        return ", ".join(self.created.seats[seat].name for seat in sorted(seats))

    # --- applying --------------------------------------------------------------------------------

    def apply(self, entries: Iterable[Entry]) -> None:
        """Make true what is kept."""
        for entry in entries:
            self.length += 1
            match entry:
                case Acted(seat, action, action_id):
                    self._act(seat, action, action_id)
                case Continued(_, None):
                    self.waiting.clear()
                case Continued(_, seat):
                    self.waiting.discard(seat)
                case Rematched(match):
                    self.rematch = match
                case Created():
                    raise RoomError("room/broken", f"match {self.name} was made twice")

    def _act(self, seat: int, action: str, action_id: str) -> None:
        ended = self.ended
        self.table.act(seat, action)
        self.waiting = set(self.persons) if self.ended > ended and not self.finished else set()
        if action_id:
            self._done[seat, action_id] = None
