"""What is asked over HTTP: the games, the tables, the seats."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from upcard.web.messages.room import Manners, RoomSeat
from upcard.web.messages.words import Name, SeatNumber, Word


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
    """A player made of code, and how it plays; ``level`` is 0 for one that others are measured against."""

    name: str
    title: str
    line: str
    level: int


class SeatSpan(Struct, frozen=True):
    """How many seats a table may have."""

    min: int
    max: int


class UsualBots(Struct, frozen=True):
    """Whom somebody plays against who has not chosen, and who plays for people who are away."""

    opponent: str
    stand_in: str


class GameInfo(Struct, frozen=True):
    """A game as the lobby shows it; ``usual`` are the bots to play against and to stand in for people."""

    name: str
    title: str
    line: str
    minutes: int
    seats: SeatSpan
    options: tuple[OptionField, ...]
    presets: tuple[Preset, ...]
    bots: tuple[BotInfo, ...]
    usual: UsualBots


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
    """A seat for somebody at this device; several of them share it and its screen."""

    name: Name = ""


class FriendChoice(Struct, frozen=True, tag_field="kind", tag="friend"):
    """A seat that stays open for whoever comes by the invitation."""


class BotChoice(Struct, frozen=True, tag_field="kind", tag="bot"):
    """A seat for a bot; without a name it is called what the bot is called."""

    bot: Word
    name: Name = ""


SeatChoice = PersonChoice | FriendChoice | BotChoice


class NewMatch(Struct, frozen=True):
    """A table as somebody wants it; options left out keep their default."""

    game: Word
    seats: Annotated[tuple[SeatChoice, ...], Meta(max_length=16)]
    options: dict[Word, int | Word] = {}
    manners: Manners = Manners()


class Made(Struct, frozen=True):
    """The match that was made; ``invite`` is the code that opens its free seats, told only here."""

    match: str
    invite: str | None


class AskInvitation(Struct, frozen=True):
    """A code from a link, or typed in."""

    code: Word


class Invitation(Struct, frozen=True):
    """What a code leads to: a free seat at a table, or a seat to go on with on this device.

    ``open`` are the free seats, ``seated`` those that this browser holds already; ``options`` those of the
    match.
    """

    kind: Literal["seat", "move"]
    match: str
    game: str
    title: str
    host: str
    options: dict[str, int | str]
    seats: tuple[RoomSeat, ...]
    open: tuple[int, ...]
    seated: tuple[int, ...]


class Join(Struct, frozen=True):
    """Somebody sits down; without ``seat`` it is the first that is free."""

    code: Word
    name: Name = ""
    seat: SeatNumber | None = None


class Joined(Struct, frozen=True):
    """The match, and the seats that the browser holds now: none where the table was full."""

    match: str
    seats: tuple[int, ...]


class MoveCode(Struct, frozen=True):
    """A code that opens a seat on another device, once, within so many seconds."""

    code: str
    seconds: int


class AskQr(Struct, frozen=True):
    """A text to be drawn as a QR code."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]


class Qr(Struct, frozen=True):
    """A QR code: the path of its dark squares in a box of ``size`` × ``size``."""

    size: int
    path: str


class Address(Struct, frozen=True):
    """Where others find this server, null where only this machine does: what links for them begin with."""

    address: str | None


class Clause(Struct, frozen=True):
    """One clause of a rule book."""

    id: str
    heading: str | None
    text: str


class RuleBook(Struct, frozen=True):
    """The rules of one game."""

    title: str
    clauses: tuple[Clause, ...]
