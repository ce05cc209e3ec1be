"""What is kept of a match: one entry for everything that happened, in order.

A match is set up again from its entries alone. They are written before anybody is told.
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Literal

from msgspec import Struct

from upcard.web.messages import Manners
from upcard.web.protocol import from_json, to_json
from upcard.web.store import Row

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
LETTERS = 10
TOKEN_BYTES = 16
CODE_LETTERS = 10
"""Of a code that opens a free seat: fifty bits, and short enough to be read aloud."""
MOVE_LETTERS = 8
"""Of a code that moves a seat to another device: it works once and for minutes."""


class SeatEntry(Struct, frozen=True):
    """Who sits here: a bot of a kind, or a person who holds the token with this SHA-256, or nobody yet.

    ``devices`` are the hashes of further tokens that open the seat.
    """

    name: str
    bot: str | None = None
    token_hash: str | None = None
    devices: tuple[str, ...] = ()


class Created(Struct, frozen=True, tag_field="kind", tag="created"):
    """The match was made: everything that its cards follow from, but for the words of the people.

    ``made`` is when, in seconds since 1970; ``previous`` the match that this one is the rematch of, and
    ``tally`` what each seat has won in those before it. ``invite`` is the hash of the code that opens free
    seats. ``dealt`` matches have cards from the start; at the others people gather first.
    """

    number: int
    made: float
    game: str
    rules: int
    options: dict[str, int | str]
    seats: tuple[SeatEntry, ...]
    secret: bytes
    previous: str | None = None
    manners: Manners = Manners()
    invite: str | None = None
    tally: tuple[float, ...] = ()
    dealt: bool = True

    def __repr__(self) -> str:
        return f"Created({self.game}, match {self.number})"


class Seated(Struct, frozen=True, tag_field="kind", tag="seated"):
    """Somebody took a free seat."""

    seat: int
    name: str
    token_hash: str

    def __repr__(self) -> str:
        return f"Seated({self.seat})"


class Freed(Struct, frozen=True, tag_field="kind", tag="freed"):
    """Somebody left before the deal: the seat is free again."""

    seat: int


class Given(Struct, frozen=True, tag_field="kind", tag="given"):
    """A free seat was given to a bot, or with None opened again."""

    seat: int
    name: str
    bot: str | None


class Worded(Struct, frozen=True, tag_field="kind", tag="worded"):
    """A person's browser gave its word for the shuffle, in hexadecimal."""

    seat: int
    word: str

    def __repr__(self) -> str:
        return f"Worded({self.seat})"


class Dealt(Struct, frozen=True, tag_field="kind", tag="dealt"):
    """The words are fixed and the first cards are dealt."""


class Keyed(Struct, frozen=True, tag_field="kind", tag="keyed"):
    """Another device may play these seats too."""

    seats: tuple[int, ...]
    token_hash: str

    def __repr__(self) -> str:
        return f"Keyed({self.seats})"


class Acted(Struct, frozen=True, tag_field="kind", tag="acted"):
    """A seat did something; ``id`` is the page's for a person, empty otherwise.

    ``by`` tells who decided for a person's seat: the clock whose time was up, or a bot while the person was
    away; it is empty where the seat itself did.
    """

    seat: int
    action: str
    id: str = ""
    by: Literal["", "clock", "stand-in"] = ""


class Continued(Struct, frozen=True, tag_field="kind", tag="continued"):
    """A seat has seen how the round ended; None where nobody is waited for any longer."""

    round: int
    seat: int | None


class Stopped(Struct, frozen=True, tag_field="kind", tag="stopped"):
    """The people agreed to stop (AL6)."""


class Rematched(Struct, frozen=True, tag_field="kind", tag="rematched"):
    """The same people went on in another match."""

    match: str


Entry = Created | Seated | Freed | Given | Worded | Dealt | Keyed | Acted | Continued | Stopped | Rematched


class Invited(Struct, frozen=True):
    """Where the code with a hash leads; kept beside the matches under the hash itself."""

    match: str


def new_number() -> int:
    """Return the number of a new match: nobody finds it by guessing."""
    return secrets.randbits(5 * LETTERS)


def match_name(number: int) -> str:
    """Return the name of a match in addresses: its number, five bits a letter."""
    return "".join(ALPHABET[number >> 5 * place & 31] for place in reversed(range(LETTERS)))


def new_token() -> str:
    """Return a secret that opens one seat, of 128 bits."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_code(letters: int = CODE_LETTERS) -> str:
    """Return a code that nobody guesses, in letters and figures that are not mistaken for each other."""
    return "".join(secrets.choice(ALPHABET) for _ in range(letters))


def spelled(code: str) -> str:
    """Return a code as it was meant, however it was typed: without blanks and dashes, in small letters."""
    return "".join(letter for letter in code.lower() if letter.isalnum())


def invite_hash(code: str) -> str:
    """Return what is kept of a code; it is the key under which the store knows where the code leads."""
    return "invite-" + hashlib.sha256(b"upcard/invite" + code.encode()).hexdigest()


def token_hash(token: str) -> str:
    """Return what is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def invited_row(hashed: str, match: str) -> Row:
    """Return the row that leads from the hash of a code to a match."""
    return Row(hashed, 0, "invited", to_json(Invited(match)))


def invited_match(row: Row) -> str:
    """Return the match that a code leads to."""
    return from_json(row.payload, Invited).match


def row_of(match: str, seq: int, entry: Entry) -> Row:
    """Return the entry as a row."""
    return Row(match, seq, str(entry.__struct_config__.tag), to_json(entry))


def entry_of(row: Row) -> Entry:
    """Return the entry that a row holds."""
    return from_json(row.payload, Entry)  # type: ignore[arg-type] # a union is no `type` to mypy
