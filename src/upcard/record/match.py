"""A finished match as data: everything from which it can be played again, and what it came to."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from upcard.cards import Seat
from upcard.chance import Answer
from upcard.errors import BadRecord
from upcard.values import Action

HEADER = re.compile(r"[A-Za-z][A-Za-z0-9_-]*( [A-Za-z0-9_-]+)*")
"""The form of a header's name."""
KNOWN_HEADERS = re.compile(
    r"(game|rules|seats|result|finals|ranks|winners|end|points|totals|note|round( .*)?"
    r"|(name|option|shuffle|pick) .*|fair (match|commitment|secret|words))",
    re.IGNORECASE,
)
"""Names of lines that mean something: no other header may be called so."""


def one_line(text: str) -> str:
    """Return the text without line breaks and control characters, and without spaces at its ends."""
    kept = (" " if char in "\t\n\r" else char for char in text)
    return "".join(c for c in kept if unicodedata.category(c) not in ("Cc", "Cs", "Zl", "Zp")).strip()


@dataclass(frozen=True, slots=True)
class Move:
    """One action of a match: the round and the seat it was made in."""

    round: int
    seat: Seat
    action: Action


@dataclass(frozen=True, slots=True)
class RoundScore:
    """What a round came to: points and totals a seat, who ended it (None: nobody), and how."""

    points: tuple[int, ...]
    totals: tuple[int, ...]
    ended_by: Seat | None
    how: str


@dataclass(frozen=True, slots=True)
class Ending:
    """What the match came to; see ``values.Outcome``, whose words these are."""

    how: Literal["played", "stopped"]
    why: str
    finals: tuple[int, ...]
    ranking: tuple[int, ...]
    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Note:
    """A remark on the position after ``step`` actions."""

    step: int
    text: str


@dataclass(frozen=True, slots=True)
class Proof:
    """What a fair shuffle publishes once the match is over (see ``dealer``); ``words`` in seat order."""

    commitment: str
    secret: bytes
    words: tuple[bytes, ...]
    match: int


@dataclass(frozen=True, slots=True)
class Lines:
    """Where in a file a record was read from: the line of each part, 0 where there is none."""

    answers: tuple[int, ...] = ()
    moves: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    ending: int = 0

    def of_answer(self, index: int) -> int:
        """Return the line of a chance answer."""
        return self.answers[index] if index < len(self.answers) else 0

    def of_move(self, index: int) -> int:
        """Return the line of an action."""
        return self.moves[index] if index < len(self.moves) else 0

    def of_score(self, index: int) -> int:
        """Return the line of a round's scores."""
        return self.scores[index] if index < len(self.scores) else 0


@dataclass(frozen=True, slots=True)
class Record:
    """A match that is over: game, rules, options, seats, chance, actions, results and notes.

    ``options`` are settled values and ``names`` has one (maybe empty) name a seat. ``headers`` are lines
    that say nothing to the rules and are kept. Whether the actions are legal and the results right is
    found out by ``Table.replay``.
    """

    game: str
    rules: int
    options: dict[str, int | str]
    seats: int
    names: tuple[str, ...]
    answers: tuple[Answer, ...]
    moves: tuple[Move, ...]
    scores: tuple[RoundScore, ...]
    ending: Ending
    notes: tuple[Note, ...] = ()
    proof: Proof | None = None
    headers: tuple[tuple[str, str], ...] = ()
    lines: Lines = field(default=Lines(), compare=False, repr=False)

    def __post_init__(self) -> None:
        for text in (*self.names, *(note.text for note in self.notes), *(value for _, value in self.headers)):
            if text != one_line(text):
                raise BadRecord(f"{text!r} is not one line of text")
        for name, _ in self.headers:
            if not HEADER.fullmatch(name) or KNOWN_HEADERS.fullmatch(name):
                raise BadRecord(f"a header cannot be called {name!r}")
        if any(not 0 <= note.step <= len(self.moves) or not note.text for note in self.notes):
            raise BadRecord("a note is empty, or stands where the match never was")

    def text(self) -> str:
        """Return the record as a text; ``parse`` reads it."""
        from upcard.record import accept, text

        return text.write(accept.drafted(self))

    def json(self) -> str:
        """Return the record as JSON; ``parse_json`` reads it."""
        from upcard.record import accept, as_json

        return as_json.write(accept.drafted(self))

    @classmethod
    def parse(cls, text: str) -> Record:
        """Return the record written as a text; UnknownGame, WrongVersion, or BadRecord with the line."""
        from upcard.record import accept
        from upcard.record import text as form

        return accept.accept(form.read(text))

    @classmethod
    def parse_json(cls, text: str) -> Record:
        """Return the record written as JSON; UnknownGame, WrongVersion, or BadRecord with the place."""
        from upcard.record import accept, as_json

        return accept.accept(as_json.read(text))

    @classmethod
    def read(cls, content: bytes | str) -> Record:
        """Return the record in a file's content, in either form; bytes are UTF-8."""
        text = content if isinstance(content, str) else _decoded(content)
        looks_like_json = text.removeprefix("\ufeff").lstrip().startswith("{")
        return cls.parse_json(text) if looks_like_json else cls.parse(text)

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions of the match, in order."""
        return tuple(move.action for move in self.moves)

    def with_notes(self, notes: Sequence[Note]) -> Record:
        """Return the record with these notes added, all in the order of the match."""
        together = sorted((*self.notes, *notes), key=lambda note: note.step)
        return replace(self, notes=tuple(together))


def _decoded(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = content[: problem.start].count(b"\n") + 1
        raise BadRecord("this is no text in UTF-8", line) from None
