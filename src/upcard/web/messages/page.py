"""What the page says over a socket."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from upcard.web.messages.room import LONGEST_TALK
from upcard.web.messages.words import Count, Id, Moment, SeatNumber, Word


class Hello(Struct, frozen=True, tag_field="t", tag="hello"):
    """The first message: the last event the page has seen, 0 for none.

    A browser with several seats says from which of them it looks; with null, or before it has said so, it
    sees what a watcher sees. It may say hello again to look from another. ``moment`` is how long the bots are
    to take; what the host's browser says is done.
    """

    acked: Count
    look: SeatNumber | None = None
    moment: Moment = "usual"


class Act(Struct, frozen=True, tag_field="t", tag="act"):
    """An action by a seat that saw ``version``; ``id`` is made by the page and never used twice.

    It carries the acknowledgement too: the page has seen every event up to ``acked``.
    """

    id: Id
    version: Count
    action: Word
    acked: Count = 0


class Ack(Struct, frozen=True, tag_field="t", tag="ack"):
    """The page has seen every event up to this one; said by itself only where no action says it soon."""

    event: Count


class Continue(Struct, frozen=True, tag_field="t", tag="continue"):
    """The person has seen how this round ended."""

    round: Count


class Ping(Struct, frozen=True, tag_field="t", tag="ping"):
    """A question whether the server is there."""


class Contribute(Struct, frozen=True, tag_field="t", tag="word"):
    """The random word of a seat for the shuffle, 16 bytes in hexadecimal; it counts once."""

    seat: SeatNumber
    word: Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]


class Deal(Struct, frozen=True, tag_field="t", tag="deal"):
    """The host does not wait any longer: bots play the open seats until somebody takes them."""


class Give(Struct, frozen=True, tag_field="t", tag="give"):
    """The host gives an open seat to a bot, or with null opens it again; only before the deal."""

    seat: SeatNumber
    bot: Word | None


class Say(Struct, frozen=True, tag_field="t", tag="say"):
    """Something to say to everybody: the key of a phrase, or words where the table allows them."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_TALK)]
    phrase: bool


class MoreTime(Struct, frozen=True, tag_field="t", tag="more-time"):
    """Wait the grace time over again for somebody who is away."""

    seat: SeatNumber


class StandIn(Struct, frozen=True, tag_field="t", tag="stand-in"):
    """The host does not wait for somebody who is away: a bot plays for them at once."""

    seat: SeatNumber


class Leave(Struct, frozen=True, tag_field="t", tag="leave"):
    """The person leaves on purpose: before the deal the seat is free again, later a bot plays for it."""


class Stop(Struct, frozen=True, tag_field="t", tag="stop"):
    """The person agrees to stop the match (AL6), or plays on: then nobody is asked any more."""

    agree: bool


ClientMessage = (
    Hello | Act | Ack | Continue | Ping | Contribute | Deal | Give | Say | MoreTime | StandIn | Leave | Stop
)
