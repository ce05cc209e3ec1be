"""Every message between page and server; the page's types are written from these (see ``typescript``).

Cards are texts (``7h``, ``R``, ``34``), null where the viewer does not know them. Seats count from 0,
cells from 1, events from 1.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from upcard.errors import Problem
from upcard.values import Mark, Shape

Phase = Literal["reveal", "flip", "choose", "place-taken", "place-drawn", "turn-up", "ask", "over"]
Move = Literal[
    "",
    "pile>hand",
    "discard>hand",
    "hand>cell",
    "cell>discard",
    "hand>discard",
    "turn",
    "turn-down",
    "row>burn",
    "deal",
    "refill",
]
Name = Annotated[str, Meta(max_length=24)]
Word = Annotated[str, Meta(min_length=1, max_length=40)]
Id = Annotated[str, Meta(min_length=1, max_length=64)]
Count = Annotated[int, Meta(ge=0, le=1 << 31)]

# --- what a seat sees ------------------------------------------------------------------------------


class Cell(Struct, frozen=True):
    """One place of a layout."""

    card: str | None
    up: bool
    public: bool


class Part(Struct, frozen=True):
    """What a column, square or run scores, and why."""

    where: str
    cells: tuple[int, ...]
    score: int
    why: str
    clause: str
    unknown: int
    match: tuple[int, ...]
    mark: Mark
    needs: tuple[str, ...]
    at_most: int | None


class Layout(Struct, frozen=True):
    """One seat's grid or rack; ``sight`` are the parts by the cards in sight, null if they are the same."""

    seat: int
    kind: Shape
    rows: int
    columns: int
    cells: tuple[Cell, ...]
    parts: tuple[Part, ...]
    sight: tuple[Part, ...] | None
    score: int
    unknown: int


class Hand(Struct, frozen=True):
    """The card just drawn or taken, and who holds it."""

    seat: int
    card: str | None
    source: Literal["pile", "discard"]


class Choice(Struct, frozen=True):
    """A legal action, and what it would set off."""

    action: str
    tag: str


class Sheet(Struct, frozen=True):
    """The score sheet: points a round and seat."""

    rounds: tuple[tuple[int, ...], ...]
    bonuses: tuple[int, ...]
    bonus_worth: int
    totals: tuple[int, ...]
    winners_by_round: tuple[tuple[int, ...], ...]


class RoundResult(Struct, frozen=True):
    """How a round ended, every layout open."""

    round: int
    layouts: tuple[Layout, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]
    ended_by: int | None
    how: str
    notes: tuple[Part, ...]


class Outcome(Struct, frozen=True):
    """How the match ended; ranks count from 1, equals share."""

    how: Literal["played", "stopped"]
    finals: tuple[int, ...]
    ranking: tuple[int, ...]
    winners: tuple[int, ...]
    tie: bool
    why: str


class View(Struct, frozen=True):
    """Everything that one seat knows, or a watcher where ``seat`` is null."""

    game: str
    seat: int | None
    seats: int
    options: dict[str, int | str]
    round: int
    rounds: int | None
    target: int | None
    step: int
    phase: Phase
    turn: int | None
    dealer: int | None
    starter: int | None
    layouts: tuple[Layout, ...]
    hand: Hand | None
    pile: int
    pile_top: tuple[str, ...]
    discard: tuple[str, ...]
    burn: tuple[str, ...]
    finisher: int | None
    owed: tuple[int, ...]
    partners: tuple[tuple[int, ...], ...]
    legal: tuple[Choice, ...]
    sheet: Sheet
    last_round: RoundResult | None
    outcome: Outcome | None


class Event(Struct, frozen=True):
    """Something that happened, as one viewer learns it."""

    n: int
    kind: str
    clause: str
    seat: int | None
    cell: int | None
    card: str | None
    value: int | None
    round: int
    move: Move


# --- the room, and what the server says over a socket ----------------------------------------------


class RoomSeat(Struct, frozen=True):
    """Who sits where, and whether they are here."""

    seat: int
    name: str
    kind: Literal["person", "bot"]
    bot: str | None
    present: bool


class Room(Struct, frozen=True):
    """One match and its people; ``waiting`` are the seats whose *continue* is awaited.

    ``commitment`` is the SHA-256 of the secret that the cards come from.
    """

    match: str
    game: str
    title: str
    seats: tuple[RoomSeat, ...]
    waiting: tuple[int, ...]
    rematch: str | None
    finished: bool
    commitment: str


class Reply(Struct, frozen=True):
    """What became of an action; ``already-done`` if the same id came before."""

    id: str
    result: Literal["done", "already-done"]


class Now(Struct, frozen=True, tag_field="t", tag="now"):
    """The newest view, the events not acknowledged yet, and the answer to an action."""

    version: int
    view: View
    events: tuple[Event, ...]
    room: Room
    reply: Reply | None


class Refused(Struct, frozen=True, tag_field="t", tag="refused"):
    """A message that changed nothing, and why."""

    id: str | None
    error: Problem


class Pong(Struct, frozen=True, tag_field="t", tag="pong"):
    """The answer to a ping."""


ServerMessage = Now | Refused | Pong

# --- what the page says over a socket --------------------------------------------------------------


class Hello(Struct, frozen=True, tag_field="t", tag="hello"):
    """The first message: the last event the page has seen, 0 for none."""

    acked: Count


class Act(Struct, frozen=True, tag_field="t", tag="act"):
    """An action by a seat that saw ``version``; ``id`` is made by the page and never used twice."""

    id: Id
    version: Count
    action: Word


class Ack(Struct, frozen=True, tag_field="t", tag="ack"):
    """The page has seen every event up to this one."""

    event: Count


class Continue(Struct, frozen=True, tag_field="t", tag="continue"):
    """The person has seen how this round ended."""

    round: Count


class Ping(Struct, frozen=True, tag_field="t", tag="ping"):
    """A question whether the server is there."""


ClientMessage = Hello | Act | Ack | Continue | Ping

# --- what is asked over HTTP -----------------------------------------------------------------------


class OptionChoice(Struct, frozen=True):
    """One of the words that an option may hold."""

    value: str
    title: str


class OptionField(Struct, frozen=True):
    """One option of a game; ``gaps`` are numbers in its range that it may not hold.

    ``default`` is null where it depends on the table.
    """

    name: str
    title: str
    help: str
    clause: str
    kind: Literal["int", "choice"]
    low: int
    high: int
    gaps: tuple[int, ...]
    choices: tuple[OptionChoice, ...]
    default: int | str | None


class Preset(Struct, frozen=True):
    """A named set of options."""

    name: str
    title: str
    line: str
    options: dict[str, int | str]


class BotInfo(Struct, frozen=True):
    """A player made of code, and how it plays."""

    name: str
    title: str
    line: str


class SeatSpan(Struct, frozen=True):
    """How many seats a table may have."""

    min: int
    max: int


class GameInfo(Struct, frozen=True):
    """A game as the lobby shows it."""

    name: str
    title: str
    line: str
    minutes: int
    seats: SeatSpan
    options: tuple[OptionField, ...]
    presets: tuple[Preset, ...]
    bots: tuple[BotInfo, ...]


class Catalog(Struct, frozen=True):
    """All games of the house."""

    games: tuple[GameInfo, ...]
    version: str


class MatchCard(Struct, frozen=True):
    """A match in the list of one's own."""

    match: str
    game: str
    title: str
    line: str
    your_turn: bool


class Matches(Struct, frozen=True):
    """One's own matches, the newest first."""

    running: tuple[MatchCard, ...]
    finished: tuple[MatchCard, ...]


class PersonChoice(Struct, frozen=True, tag_field="kind", tag="person"):
    """A seat for a person."""

    name: Name = ""


class BotChoice(Struct, frozen=True, tag_field="kind", tag="bot"):
    """A seat for a bot; without a name it is called what the bot is called."""

    bot: Word
    name: Name = ""


SeatChoice = PersonChoice | BotChoice


class NewMatch(Struct, frozen=True):
    """A table as somebody wants it; options left out keep their default."""

    game: Word
    seats: Annotated[tuple[SeatChoice, ...], Meta(max_length=16)]
    options: dict[Word, int | Word] = {}


class Made(Struct, frozen=True):
    """The match that was made."""

    match: str


class Clause(Struct, frozen=True):
    """One clause of a rule book."""

    id: str
    heading: str | None
    text: str


class RuleBook(Struct, frozen=True):
    """The rules of one game."""

    title: str
    clauses: tuple[Clause, ...]
