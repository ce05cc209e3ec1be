"""The room around a match, and what the server says over a socket."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from upcard.errors import Problem
from upcard.web.messages.view import Event, View

PHRASES = (
    "hello",
    "good-luck",
    "well-played",
    "thanks",
    "oops",
    "one-moment",
    "your-turn",
    "again",
    "bye",
    "clap",
    "laugh",
    "wonder",
)
"""What may be said without typing: the page has each in the reader's language. The last are reactions."""
GRACE = 60
"""Seconds until a bot plays for somebody who is away."""
LONGEST_GRACE = 3600
LONGEST_TURN = 3600
LONGEST_INCREMENT = 60
LONGEST_TALK = 200
"""Characters of one thing said."""


class Manners(Struct, frozen=True):
    """How people at a table deal with each other; none of it is part of the rules.

    Times are seconds. After ``grace`` the bot ``stand_in`` plays for somebody who is away, without a name the
    usual one; a turn may take
    ``turn_time`` (0: as long as it likes) and every action of it gives ``increment`` back; with ``chat``
    people may write to each other, otherwise they have the phrases.
    """

    grace: Annotated[int, Meta(ge=5, le=LONGEST_GRACE)] = GRACE
    stand_in: Annotated[str, Meta(max_length=40)] = ""
    turn_time: Annotated[int, Meta(ge=0, le=LONGEST_TURN)] = 0
    increment: Annotated[int, Meta(ge=0, le=LONGEST_INCREMENT)] = 0
    chat: bool = False


class RoomSeat(Struct, frozen=True):
    """Who sits where, and whether they are here.

    ``kind`` is what the seat is for: ``open`` until a friend takes it. ``state`` is ``away`` while a bot
    does not play yet, which it does ``until`` seconds from now, null where none will. ``bot`` is the kind of
    a bot's seat. ``worded`` says that the browser behind it has given its word for the shuffle.
    """

    seat: int
    name: str
    kind: Literal["person", "bot", "open"]
    bot: str | None
    state: Literal["here", "away", "stand-in", "left", "open"]
    until: float | None
    worded: bool


class Clock(Struct, frozen=True):
    """Whose time runs, and the seconds left."""

    seat: int
    left: float


class Fair(Struct, frozen=True):
    """What is published when the match is over: the secret and the words in seat order, hexadecimal."""

    secret: str
    words: tuple[str, ...]


class Room(Struct, frozen=True):
    """One match and its people; ``waiting`` are the seats whose *continue* is awaited.

    ``commitment`` is the SHA-256 of the secret that the cards come from, ``number`` the match's number in
    the shuffle, as a text since it may pass 2⁵³. ``host`` is the seat whose person may deal early and give
    seats to bots, ``stop`` the seats that have agreed to stop. ``clocked`` and ``stood_in`` count the actions
    that were made for each seat because its time was up, or by a bot while its person was away; ``failed``
    the default moves since the server began that a bot's failure came to. ``thinks`` says that the bot to
    move takes longer than bots do. ``tally``
    counts the matches won in a row of rematches, a tie half for each; null before there is anything to count.
    ``options`` are told before the deal only: later they stand in the view.
    """

    match: str
    game: str
    title: str
    stage: Literal["gathering", "playing", "over"]
    seats: tuple[RoomSeat, ...]
    host: int | None
    manners: Manners
    options: dict[str, int | str] | None
    watchers: int
    waiting: tuple[int, ...]
    clock: Clock | None
    stop: tuple[int, ...]
    clocked: tuple[int, ...]
    stood_in: tuple[int, ...]
    failed: tuple[int, ...]
    thinks: bool
    rematch: str | None
    tally: tuple[float, ...] | None
    number: str
    commitment: str
    fair: Fair | None


class Said(Struct, frozen=True):
    """Something said at the table; a ``phrase`` is one of the fixed ones, by its key."""

    n: int
    seat: int
    text: str
    phrase: bool


class Reply(Struct, frozen=True):
    """What became of an action; ``already-done`` if the same id came before."""

    id: str
    result: Literal["done", "already-done"]


class Now(Struct, frozen=True, tag_field="t", tag="now"):
    """The newest view, the events not acknowledged yet, and the answer to an action.

    ``view`` is null before the deal. ``seats`` are those that this browser holds; ``talk`` is what was said
    since the last message of this connection.
    """

    version: int
    view: View | None
    events: tuple[Event, ...]
    room: Room
    reply: Reply | None
    seats: tuple[int, ...]
    talk: tuple[Said, ...]


class Refused(Struct, frozen=True, tag_field="t", tag="refused"):
    """A message that changed nothing, and why; ``about`` is the kind of message, ``id`` an action's."""

    id: str | None
    about: str | None
    error: Problem


class Pong(Struct, frozen=True, tag_field="t", tag="pong"):
    """The answer to a ping."""


ServerMessage = Now | Refused | Pong
