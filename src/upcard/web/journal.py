"""What is kept of a match: one entry for everything that happened, in order.

A match is set up again from its entries alone. They are written before anybody is told.
"""

from __future__ import annotations

import hashlib
import secrets

from msgspec import Struct

from upcard.web.protocol import from_json, to_json
from upcard.web.store import Row

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
LETTERS = 10
TOKEN_BYTES = 16


class SeatEntry(Struct, frozen=True):
    """Who sits here: a bot of a kind, or a person who holds the token with this SHA-256."""

    name: str
    bot: str | None = None
    token_hash: str | None = None


class Created(Struct, frozen=True, tag_field="kind", tag="created"):
    """The match was made: everything that its cards follow from.

    ``made`` is when, in seconds since 1970; ``previous`` the match that this one is the rematch of.
    """

    number: int
    made: float
    game: str
    rules: int
    options: dict[str, int | str]
    seats: tuple[SeatEntry, ...]
    secret: bytes
    previous: str | None = None

    def __repr__(self) -> str:
        return f"Created({self.game}, match {self.number})"


class Acted(Struct, frozen=True, tag_field="kind", tag="acted"):
    """A seat did something; ``id`` is the page's for a person, empty for a bot."""

    seat: int
    action: str
    id: str = ""


class Continued(Struct, frozen=True, tag_field="kind", tag="continued"):
    """A seat has seen how the round ended; None where nobody is waited for any longer."""

    round: int
    seat: int | None


class Rematched(Struct, frozen=True, tag_field="kind", tag="rematched"):
    """The same people went on in another match."""

    match: str


Entry = Created | Acted | Continued | Rematched


def new_number() -> int:
    """Return the number of a new match: nobody finds it by guessing."""
    return secrets.randbits(5 * LETTERS)


def match_name(number: int) -> str:
    """Return the name of a match in addresses: its number, five bits a letter."""
    return "".join(ALPHABET[number >> 5 * place & 31] for place in reversed(range(LETTERS)))


def new_token() -> str:
    """Return a secret that opens one seat, of 128 bits."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_hash(token: str) -> str:
    """Return what is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def row_of(match: str, seq: int, entry: Entry) -> Row:
    """Return the entry as a row."""
    return Row(match, seq, str(entry.__struct_config__.tag), to_json(entry))


def entry_of(row: Row) -> Entry:
    """Return the entry that a row holds."""
    return from_json(row.payload, Entry)  # type: ignore[arg-type] # a union is no `type` to mypy
