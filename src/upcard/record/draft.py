"""A record as it is written: words with the lines they stand on, nothing held against the rules yet.

Text and JSON are two ways to write a draft; ``accept`` makes a record of one and ``drafted`` one of a
record, so that both forms say the same and are checked by the same code.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

FORMAT = 1
"""The version of both written forms."""


class Word(NamedTuple):
    """Something written, and its line (0: none to name); JSON writes a number without quotes."""

    text: str
    line: int = 0
    is_number: bool = False


class DraftAnswer(NamedTuple):
    """An answer of chance: ``kind`` is shuffle or pick, ``said`` the cards or the number picked."""

    kind: str
    number: Word
    said: list[str]


class DraftMove(NamedTuple):
    """One action of a seat."""

    seat: Word
    action: str


@dataclass(slots=True)
class DraftRound:
    """One round; ``scores`` holds end, points and totals of a round that was scored."""

    number: Word
    answers: list[DraftAnswer] = field(default_factory=list)
    moves: list[DraftMove] = field(default_factory=list)
    scores: dict[str, Word] = field(default_factory=dict)


@dataclass(slots=True)
class Draft:
    """A whole record; ``fields`` are the lines of one word each, by name."""

    fields: dict[str, Word] = field(default_factory=dict)
    names: list[tuple[str, Word]] = field(default_factory=list)
    options: list[tuple[str, Word]] = field(default_factory=list)
    headers: list[tuple[str, Word]] = field(default_factory=list)
    rounds: list[DraftRound] = field(default_factory=list)
    notes: list[tuple[int, Word]] = field(default_factory=list)

    @property
    def step(self) -> int:
        """How many actions there are so far."""
        return sum(len(round_.moves) for round_ in self.rounds)


FIELDS = ("game", "rules", "seats")
FAIR = ("match", "commitment", "secret", "words")
SCORES = ("end", "points", "totals")
ENDING = ("result", "finals", "ranks", "winners")


def by_turns(moves: list[DraftMove]) -> list[tuple[str, list[str]]]:
    """Return the actions of a row of moves, together where one seat makes several in a row."""
    return [
        (seat, [move.action for move in group]) for seat, group in groupby(moves, lambda move: move.seat.text)
    ]
