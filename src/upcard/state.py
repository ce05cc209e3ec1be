"""What the states of all games have in common: field widths, phases, chance, and notes.

A ``State`` is a slotted dataclass of ints and fixed-length lists (lists of lists for layouts), made
with ``byte``, ``small`` and ``wide`` so that a flat record of the same form can be derived from it.
It is the only mutable thing in the house, and nobody but rules writes to it.

*Chance* is a phase. In ``SHUFFLE`` the sorted cards lie in ``pile[0:pile_size]`` and wait to be put in
order (the last one is the top); in ``PICK`` a number below ``pick_of`` is wanted in ``picked``. The
driver answers and calls the game's ``resume``.

*Notes* are what an action caused, in the order in which it happened: rows of seven numbers that the
game turns into events. They are cleared when the next action begins.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import MISSING, Field, field, fields
from functools import cache
from operator import attrgetter
from typing import Any, ClassVar, Literal, NamedTuple, Protocol, TypeVar

from upcard.rule import rule

NOBODY = -1
EVERYONE = -1
NOTE_ROOM = 120
NOTE_WIDTH = 7
_BLANK = [0] * NOTE_WIDTH


class Phases(NamedTuple):
    """What a match waits for: a tuple, since a member of an IntEnum is slow to read before Python 3.12."""

    OVER: int = 0
    SHUFFLE: int = 1
    PICK: int = 2
    REVEAL: int = 3
    FLIP: int = 4
    CHOOSE: int = 5
    PLACE_TAKEN: int = 6
    PLACE_DRAWN: int = 7
    TURN_UP: int = 8
    ASK: int = 9


Phase = Phases()
PHASE_NAMES = tuple(name.lower().replace("_", "-") for name in Phases._fields)
"""Each phase in words, such as ``place-taken``."""


class Sources(NamedTuple):
    """Where the card in the hand comes from."""

    NOWHERE: int = 0
    PILE: int = 1
    DISCARD: int = 2


Source = Sources()
SOURCE_NAMES: tuple[Literal["", "pile", "discard"], ...] = ("", "pile", "discard")


def _field(width: str, shape: tuple[int, ...], default: int) -> Any:
    metadata = {"width": width, "shape": shape}
    if not shape:
        return field(default=default, metadata=metadata)
    return field(default_factory=lambda: _filled(shape, default), metadata=metadata)


def _filled(shape: tuple[int, ...], value: int) -> list[Any]:
    if len(shape) == 1:
        return [value] * shape[0]
    return [[value] * shape[1] for _ in range(shape[0])]


def byte(*shape: int, default: int = 0) -> Any:
    """Declare a field of 0 to 255: a card, a flag, a small count; with a shape, a list of them."""
    return _field("u1", shape, default)


def small(*shape: int, default: int = 0) -> Any:
    """Declare a field of 16 bits with a sign: a seat that may be nobody, a counter of a round."""
    return _field("i2", shape, default)


def wide(*shape: int, default: int = 0) -> Any:
    """Declare a field of 32 bits with a sign: sums and counters."""
    return _field("i4", shape, default)


class AnyState(Protocol):
    """The fields that every game's ``State`` has, whatever else it holds."""

    __dataclass_fields__: ClassVar[dict[str, Any]]
    phase: int
    seats: int
    seat: int
    round: int
    request: int
    pick_of: int
    picked: int
    turns: list[int]
    turn_limit: int
    pile: list[int]
    pile_size: int
    pile_known: int
    discard: list[int]
    discard_size: int
    hand: int
    hand_source: int
    hand_public: int
    pool: list[int]
    pool_on: int
    tally: list[int]
    notes: list[list[int]]
    note_count: int


StateT = TypeVar("StateT", bound=AnyState)


class _Paper(threading.local):
    def __init__(self) -> None:
        self.notes = _filled((NOTE_ROOM, NOTE_WIDTH), 0)


_paper = _Paper()


def share_paper(state: AnyState) -> None:
    """Leave a state without notes, to write the next ones where all states of this thread do that share.

    Notes are most of a state, and whoever reads them at once need not keep room for them in every match.
    """
    _clear_notes(state)
    state.notes = _paper.notes


@rule
def note(state: AnyState, kind: int, seat: int, cell: int, card: int, value: int, eyes: int) -> None:
    """Write down what happened: ``eyes`` is the one seat that sees the card, or EVERYONE."""
    row = state.notes[state.note_count]
    row[0] = kind
    row[1] = seat
    row[2] = cell
    row[3] = card
    row[4] = value
    row[5] = eyes
    row[6] = state.round
    state.note_count += 1


@rule
def ask_shuffle(state: AnyState) -> None:
    """AL2: Ask chance to put the sorted cards of the pile in order."""
    state.phase = Phase.SHUFFLE


@rule
def ask_pick(state: AnyState, among: int) -> None:
    """AL2: Ask chance for a number below ``among``."""
    state.pick_of = among
    state.phase = Phase.PICK


@rule
def all_had(state: AnyState, turns: int) -> bool:
    """AL1: Whether every seat has had that many turns in this round."""
    for seat in range(state.seats):  # noqa: SIM110 - no generators inside a rule
        if state.turns[seat] < turns:
            return False
    return True


@rule
def left_of(state: AnyState, seat: int) -> int:
    """Return the seat to the left: the next one, and the first after the last."""
    if seat + 1 == state.seats:
        return 0
    return seat + 1


def copy_state(state: StateT) -> StateT:
    """Return an independent copy; lists are copied down to their numbers."""
    twin = _but_for_notes(state)
    twin.notes = [row.copy() for row in state.notes]
    return twin


def noted_by(state: StateT, apply: Callable[[StateT, int], None], code: int) -> list[int]:
    """Return the kinds of what would be noted down if an action were applied; nothing is noted before."""
    trial = _but_for_notes(state)
    apply(trial, code)
    kinds = [row[0] for row in trial.notes[: trial.note_count]]
    _clear_notes(trial)
    return kinds


def _but_for_notes(state: StateT) -> StateT:
    """Return a copy whose notes are the state's own: they are more than half of it."""
    kind = type(state)
    read, lists, tables = _fields_of(kind)
    values = list(read(state))
    for place in lists:
        values[place] = values[place].copy()
    for place in tables:
        values[place] = [row.copy() for row in values[place]]
    return kind(*values)


def unnoted(state: StateT) -> StateT:
    """Return an independent copy in which nothing is noted down."""
    twin = _but_for_notes(state)
    twin.notes = [_BLANK.copy() for _ in state.notes]
    twin.note_count = 0
    return twin


def _clear_notes(state: AnyState) -> None:
    """Leave a state with nothing noted down."""
    for row in state.notes[: state.note_count]:
        row[:] = _BLANK
    state.note_count = 0


@cache
def _fields_of(kind: type) -> tuple[Callable[[Any], tuple[Any, ...]], tuple[int, ...], tuple[int, ...]]:
    """Return what reads all fields, and the places of lists and of lists of lists, notes left out."""
    depths = [(name, len(shape)) for name, (_, shape) in widths(kind).items()]
    lists, tables = (
        tuple(place for place, (name, depth) in enumerate(depths) if depth == wanted and name != "notes")
        for wanted in (1, 2)
    )
    return attrgetter(*(name for name, _ in depths)), lists, tables


def widths(kind: type) -> dict[str, tuple[str, tuple[int, ...]]]:
    """Return for each field of a ``State`` its width (``u1``, ``i2``, ``i4``) and shape."""
    table: dict[str, tuple[str, tuple[int, ...]]] = {}
    for item in fields(kind):
        _insist(item)
        table[item.name] = (item.metadata["width"], item.metadata["shape"])
    return table


def _insist(item: Field[Any]) -> None:
    if "width" not in item.metadata or (item.default is MISSING and item.default_factory is MISSING):
        raise TypeError(f"the state field {item.name!r} is not declared with byte, small or wide")
    if len(item.metadata["shape"]) > 2:
        raise TypeError(f"the state field {item.name!r} has more than rows and columns")
