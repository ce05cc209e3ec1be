"""A match as its journal tells it: set up from its entries, and what may be added to them.

Deciding and applying are two steps. ``decide_…`` says which entries an action comes to, or refuses, and
changes nothing; once they are kept, ``apply`` makes them true. So nobody ever sees what is not kept.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from upcard.bots import find_bot
from upcard.dealer import FairChance, commitment
from upcard.errors import MatchOver, NotYourTurn, RoomError, WrongVersion
from upcard.game import Game
from upcard.games import find_game
from upcard.table import Table
from upcard.values import Action
from upcard.web.journal import (
    Acted,
    Continued,
    Created,
    Dealt,
    Entry,
    Freed,
    Given,
    Keyed,
    Rematched,
    Seated,
    Stopped,
    Worded,
    match_name,
    token_hash,
)
from upcard.web.minds import Player, player_of
from upcard.web.seating import STAND_IN, Seating, bot_of, own_name, usual_bot

REMEMBERED = 16
"""How many of a seat's actions are known by their ids: a page sends one again at a time, the last."""

Stage = Literal["gathering", "playing", "over"]
By = Literal["", "clock", "stand-in"]


class Overtaken(RoomError):
    """Something else happened first; nothing has changed."""

    def __init__(self) -> None:
        super().__init__("room/stale", "the table has changed since; look again")


class Match:
    """One match: who holds which seat, its table once cards are dealt, who has yet to look at a round.

    ``version`` counts the actions, ``length`` the entries. ``clocked`` and ``stood_in`` count the actions
    that were made for each seat. WrongVersion if it was begun under other rules.
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
        self.commitment = commitment(created.secret)
        """The SHA-256 of the secret that the cards come from."""
        self.seating = Seating(created.seats)
        self.length = 1
        self.waiting: set[int] = set()
        self.rematch: str | None = None
        self.clocked = [0] * len(created.seats)
        self.stood_in = [0] * len(created.seats)
        self.tally: tuple[float, ...] | None = created.tally or None
        """What each seat has won in the matches of a row; None before there is anything to count."""
        self._done: dict[int, deque[str]] = {}
        self._table: Table | None = None
        self._players: dict[int, Player] = {}
        if created.dealt:
            self._deal()

    # --- what is so ------------------------------------------------------------------------------

    @property
    def stage(self) -> Stage:
        """Where the match stands: people gather, play, or it is over."""
        if self._table is None:
            return "gathering"
        return "playing" if self._table.outcome is None else "over"

    @property
    def table(self) -> Table:
        """The table; RoomError before the deal."""
        if self._table is None:
            raise RoomError("room/gathering", "the cards are not dealt yet")
        return self._table

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return len(self.seating.seats)

    @property
    def version(self) -> int:
        """The number of actions made."""
        return 0 if self._table is None else self._table.step

    @property
    def finished(self) -> bool:
        """Whether the match is over."""
        return self.stage == "over"

    @property
    def turn(self) -> int | None:
        """The seat that is to move; None while nobody is, or people look at how a round ended."""
        return None if self._table is None or self.waiting else self._table.turn

    @property
    def ended(self) -> int:
        """The round that ended last."""
        return 0 if self._table is None else len(self._table.results)

    def token_of(self, tokens: Mapping[str, str]) -> str | None:
        """Return the token (of match → token) with which a browser holds seats here, None if it holds none.

        One that it brings from an earlier match of a row counts if it has none for this one.
        """
        offered = [*filter(None, [tokens.get(self.name)]), *tokens.values()]
        return next((token for token in offered if self.seating.held_by([token_hash(token)])), None)

    def has_done(self, seat: int, action_id: str) -> bool:
        """Whether an action with this id is among the last that were made by the seat.

        An older one comes with a version that is long past, and is refused for that.
        """
        return action_id in self._done.get(seat, ())

    def player(self, seat: int) -> Player:
        """Return the bot of a seat, or the stand-in of a person's."""
        if seat not in self._players:
            stand_in = self.created.manners.stand_in or usual_bot(self.game.name, STAND_IN)
            seed = hashlib.sha256(b"upcard/bots" + self.created.secret).digest()
            kind = self.seating.seats[seat].bot or stand_in
            self._players[seat] = player_of(kind, int.from_bytes(seed[:8], "little"))
        return self._players[seat]

    # --- deciding: before the deal ---------------------------------------------------------------

    def decide_seat(self, name: str, hashed: str, wanted: int | None) -> list[Entry]:
        """Return what somebody's sitting down comes to: nothing if no seat is free.

        RoomError if the seat that is wanted is not.
        """
        free = () if self.finished else self.seating.free
        if not free:
            return []
        if wanted is not None and wanted not in free:
            raise RoomError("room/seat-taken", "somebody else has taken that seat; there is another one")
        seat = free[0] if wanted is None else wanted
        return [Seated(seat, own_name(name, self.seating.names, f"Guest {seat + 1}"), hashed)]

    def decide_word(self, seat: int, word: str) -> list[Entry]:
        """Return what a seat's word comes to: nothing if it has one, or the cards are dealt."""
        if self.stage != "gathering" or self.seating.seats[seat].word is not None:
            return []
        return [Worded(seat, word)]

    def decide_give(self, seat: int, bot: str | None) -> list[Entry]:
        """Return what giving a seat to a bot comes to, or opening it again; RoomError if it is a person's."""
        self._expect_gathering()
        if seat >= self.seats or self.seating.seats[seat].person:
            raise RoomError("room/seat-taken", "that seat is not free")
        if bot is None:
            return [Given(seat, "", None)]
        kind = bot_of(bot, self.game.name)
        others = [name for at, name in enumerate(self.seating.names) if at != seat]
        return [Given(seat, own_name("", others, find_bot(kind).title), kind)]

    def decide_deal(self, here: Iterable[int]) -> list[Entry]:
        """Return what dealing now comes to; RoomError if a person who is here has yet to give a word."""
        self._expect_gathering()
        silent = {seat for seat in here if self.seating.seats[seat].word is None}
        if silent:
            raise RoomError("room/no-word", f"{self.names(silent)} has yet to give a word for the shuffle")
        return [Dealt()]

    def decide_free(self, seats: Iterable[int]) -> list[Entry]:
        """Return what leaving before the deal comes to."""
        return [Freed(seat) for seat in seats if self.stage == "gathering"]

    def _expect_gathering(self) -> None:
        if self.stage != "gathering":
            raise RoomError("room/dealt", "the cards are dealt already")

    # --- deciding: play --------------------------------------------------------------------------

    def decide_act(
        self, seat: int, version: int, action: str, action_id: str, by: By = ""
    ) -> Sequence[Entry]:
        """Return what a seat's action comes to; RoomError or RulesError, and nothing has changed (AL4)."""
        table = self.table
        if table.outcome is not None:
            raise MatchOver("the match is over")
        if version != self.version:
            raise Overtaken
        late = self.waiting - {seat}
        if late:
            raise RoomError("room/waiting", f"{self.names(late)} still looks at how the round ended")
        turn = table.turn
        if turn != seat and turn is not None:
            raise NotYourTurn(f"{self.names({turn})} is to move")
        refusal = table.why_not(action)
        if refusal is not None:
            raise refusal
        acted = Acted(seat, str(Action.parse(action)), action_id, by)
        return [*self.decide_continue(seat, self.ended), acted]

    def decide_continue(self, seat: int | None, round_: int) -> list[Entry]:
        """Return what a seat's *continue* comes to: nothing if it is not waited for.

        ``seat`` None stops the waiting for all.
        """
        expected = bool(self.waiting) if seat is None else seat in self.waiting
        return [Continued(round_, seat)] if expected and round_ == self.ended else []

    def decide_stop(self) -> list[Entry]:
        """Return what the people's agreement to stop comes to (AL6)."""
        return [Stopped()] if self.stage == "playing" else []

    def names(self, seats: Iterable[int]) -> str:
        """Return the names of seats for a sentence."""
        return ", ".join(self.seating.seats[seat].name or "a free seat" for seat in sorted(seats))

    # --- applying --------------------------------------------------------------------------------

    def apply(self, entries: Iterable[Entry]) -> None:
        """Make true what is kept."""
        for entry in entries:
            self.length += 1
            match entry:
                case Acted():
                    self._act(entry)
                case Continued(_, None):
                    self.waiting.clear()
                case Continued(_, seat):
                    self.waiting.discard(seat)
                case Seated() | Freed() | Given() | Worded() | Keyed():
                    self.seating.apply(entry)
                    if self._table is not None:
                        self._table.names = tuple(self.seating.names)
                case Dealt():
                    self._deal()
                case Stopped():
                    self.waiting.clear()
                    self.table.stop()
                case Rematched(match):
                    self.rematch = match
                case Created():
                    raise RoomError("room/broken", f"match {self.name} was made twice")

    def _deal(self) -> None:
        chance = FairChance(self.created.secret, self.created.number, self.seating.words)
        self._table = Table(
            self.game,
            self.created.options,
            self.seats,
            chance,
            names=self.seating.names,
            match=self.created.number,
        )

    def _act(self, acted: Acted) -> None:
        ended = self.ended
        self.table.act(acted.seat, acted.action)
        over = self.ended > ended and not self.finished
        self.waiting = set(self.seating.persons) if over else set()
        if acted.id:
            self._done.setdefault(acted.seat, deque(maxlen=REMEMBERED)).append(acted.id)
        if acted.by == "clock":
            self.clocked[acted.seat] += 1
        elif acted.by == "stand-in":
            self.stood_in[acted.seat] += 1
        if self.finished:
            self.tally = self._counted()

    def _counted(self) -> tuple[float, ...]:
        """Return the tally with this match in it: a tie is shared, partners win together."""
        table = self.table
        before = self.created.tally or (0.0,) * self.seats
        outcome = table.outcome
        winners = outcome.winners if outcome is not None else ()
        teams = table.view(None, tags=False).teams
        sides = sum(1 for team in teams if team[0] in winners) if teams else len(winners)
        return tuple(won + (1 / sides if seat in winners else 0.0) for seat, won in enumerate(before))
