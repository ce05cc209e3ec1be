"""The typed values at the edges: actions, events, views, results. All frozen, all comparable.

Cards are codes (see ``cards``); 0 or None is a card that the viewer does not know. Seats count from 0,
cells from 1 in everything a person reads, rounds from 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal

from upcard.cards import Card, Cell, Seat

Mark = Literal["", "column", "match", "square", "rail", "run", "run-bonus", "bonus", "reading"]
Shape = Literal["grid", "rack"]


@dataclass(frozen=True, slots=True)
class Action:
    """One thing a seat may do, such as ``draw``, ``place 5``, ``flip 7`` or ``place 5 declare``.

    ``number`` is a cell, or for ``walk-out`` a row, counted from 1.
    """

    verb: str
    number: int | None = None
    declare: bool = False

    def __str__(self) -> str:
        parts = [self.verb]
        if self.number is not None:
            parts.append(str(self.number))
        if self.declare:
            parts.append("declare")
        return " ".join(parts)

    @classmethod
    def parse(cls, text: str) -> Action:
        """Return the action written as ``text``; ValueError if it is not of that form."""
        words = text.split()
        declare = len(words) > 1 and words[-1] == "declare"
        if declare:
            words.pop()
        if not words or len(words) > 2 or (len(words) == 2 and not _is_number(words[1])):
            raise ValueError(f"{text!r} is not an action")
        return cls(words[0], int(words[1]) if len(words) == 2 else None, declare)


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= 3


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of event: its message key, the clause it comes from, and how a card moves.

    ``tag`` is shown on an action that would set the event off ("Walkout").
    """

    key: str
    clause: str
    move: str = ""
    tag: str = ""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, as one viewer learns it; ``card`` is None where that viewer may not know.

    ``eyes`` is the only seat that may see the card, None where everybody may.
    """

    number: int
    round: int
    kind: Kind
    seat: Seat | None
    cell: Cell | None
    card: Card | None
    value: int | None
    eyes: Seat | None = None

    @property
    def key(self) -> str:
        """The message key that clients put into words."""
        return self.kind.key

    @property
    def clause(self) -> str:
        """The clause that caused the event."""
        return self.kind.clause


@dataclass(frozen=True, slots=True)
class Layout:
    """The form of a layout: a grid of rows and columns, or a rack from front to back."""

    shape: Shape
    rows: int
    columns: int


@dataclass(frozen=True, slots=True)
class Part:
    """What one column, square or run of a layout scores, and why.

    ``cells`` and ``match`` count from 1; ``unknown`` is the number of its cards the viewer does not know
    (``score`` then counts the known ones); ``needs`` are cards that would complete a row. ``at_most`` is
    the most the part can come to where the unknown cards cannot add more, None where that is open.
    """

    where: str
    score: int
    why: str
    clause: str
    cells: tuple[int, ...] = ()
    unknown: int = 0
    match: tuple[int, ...] = ()
    mark: Mark = ""
    needs: tuple[Card, ...] = ()
    at_most: int | None = None


@dataclass(frozen=True, slots=True)
class CellView:
    """One cell as a viewer knows it: ``up`` on the table, ``public`` if known to all though down."""

    card: Card | None
    up: bool
    public: bool = False


@cache
def cell_view(card: int, up: bool, public: bool = False) -> CellView:
    """Return the cell with this card, 0 for one that is not known: there are few, so each is made once."""
    return CellView(Card(card) if card else None, bool(up), bool(public))


@dataclass(frozen=True, slots=True)
class LayoutView:
    """One seat's layout as a viewer knows it, with what its parts score so far.

    ``sight`` are the parts by the cards that lie in sight alone, where the viewer remembers more than that
    (RR2.3): a screen that does not help the memory shows those. None where they are the same.
    """

    seat: Seat
    layout: Layout
    cells: tuple[CellView, ...]
    parts: tuple[Part, ...]
    sight: tuple[Part, ...] | None = None

    @property
    def score(self) -> int:
        """What the known cards count."""
        return sum([part.score for part in self.parts])

    @property
    def unknown(self) -> int:
        """The number of cards that the viewer does not know."""
        return [cell.card for cell in self.cells].count(None)


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal action, and what it would visibly set off, such as ``Walkout``."""

    action: Action
    tag: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The score sheet: points a round and seat, bonuses banked, totals so far with bonuses counted."""

    rounds: tuple[tuple[int, ...], ...]
    bonuses: tuple[int, ...]
    bonus_worth: int
    totals: tuple[int, ...]
    winners: tuple[tuple[Seat, ...], ...]


@dataclass(frozen=True, slots=True)
class RoundResult:
    """How a round ended: every layout open, points and totals a seat, and why it was over.

    ``how`` is ``clocked-off``, ``finished``, ``rack-o`` or ``turn-limit``; ``notes`` are bonuses,
    penalties and the reading of a clause that was played.
    """

    round: int
    layouts: tuple[LayoutView, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]
    ended_by: Seat | None
    how: str
    notes: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: final scores a seat, ranks (1 is best, equals share), and why.

    ``how`` is ``played`` or ``stopped`` (AL6: nobody has won). ``rounds`` holds the points a round and seat.
    """

    how: Literal["played", "stopped"]
    rounds: tuple[tuple[int, ...], ...]
    finals: tuple[int, ...]
    ranking: tuple[int, ...]
    winners: tuple[Seat, ...]
    why: str

    @property
    def tie(self) -> bool:
        """Whether more than one side shares the first place."""
        return self.how == "played" and self.why == "tie"


@dataclass(frozen=True, slots=True)
class View:
    """Everything that one seat knows, or a watcher where ``seat`` is None (AL3).

    ``pile_top`` are the known cards on top of the pile, the top one first. ``pile_pool`` are the cards,
    sorted, that the unknown cards of the pile and of ``pool_cells`` are known to be, None before any
    reshuffle: then everything unseen is equally likely anywhere. ``owed`` counts the final turns that
    each seat still has. ``legal`` is empty unless the viewer is to move.

    ``table_state`` is the game's state with every card this viewer does not know left out: the rules'
    own functions run on it. It is no part of what is sent to clients.
    """

    game: str
    seat: Seat | None
    seats: int
    options: dict[str, int | str]
    round: int
    rounds: int | None
    target: int | None
    step: int
    phase: str
    turn: Seat | None
    dealer: Seat | None
    starter: Seat | None
    layouts: tuple[LayoutView, ...]
    hand: Card | None
    hand_seat: Seat | None
    hand_source: Literal["", "pile", "discard"]
    pile: int
    pile_top: tuple[Card, ...]
    pile_pool: tuple[Card, ...] | None
    pool_cells: tuple[tuple[Seat, Cell], ...]
    discard: tuple[Card, ...]
    burn: tuple[Card, ...]
    finisher: Seat | None
    owed: tuple[int, ...]
    teams: tuple[tuple[Seat, ...], ...]
    totals: tuple[int, ...]
    legal: tuple[Choice, ...]
    table_state: Any = field(repr=False)
    sheet: Sheet | None = None
    last_round: RoundResult | None = None
    outcome: Outcome | None = None

    @property
    def upcard(self) -> Card | None:
        """The top card of the discard."""
        return self.discard[-1] if self.discard else None

    @property
    def actions(self) -> tuple[Action, ...]:
        """The legal actions, in the order of their codes."""
        return tuple(choice.action for choice in self.legal)


def ranks(scores: Sequence[int], low_wins: bool) -> tuple[int, ...]:
    """Return each seat's rank, 1 for the best; equal scores share a rank."""
    return tuple(
        1 + sum(1 for other in scores if (other < score if low_wins else other > score)) for score in scores
    )
