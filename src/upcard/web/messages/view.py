"""What a seat sees of the match, and what happens in it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

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
