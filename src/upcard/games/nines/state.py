"""Nines: the state of a match, its action codes, its options and its kinds of events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from upcard.options import choice, number, turn_limit
from upcard.state import NOBODY, NOTE_ROOM, NOTE_WIDTH, byte, small, wide
from upcard.values import Action, Kind

SEATS = 8
CELLS = 9
FACES = 54
JOKER = 53
KING = 13
JOKER_RANK = 14
DECK_MOST = 216

DRAW = 0
TAKE = 1
REJECT = 2
PLACE = 3
FLIP = PLACE + CELLS
PASS = FLIP + CELLS
ACTIONS = (
    Action("draw"),
    Action("take"),
    Action("reject"),
    *(Action("place", cell) for cell in range(1, CELLS + 1)),
    *(Action("flip", cell) for cell in range(1, CELLS + 1)),
    Action("pass"),
)
"""What a code stands for."""
ALL_PLACES = ((1 << CELLS) - 1) << PLACE

FIRST_TURN, BEFORE_PLAY = 0, 1
NEVER, MAY, MUST = 0, 1, 2
ONE, NONE = 0, 1
ZERO, FACE = 0, 1
NO_PENALTY, TEN, DOUBLE = 0, 1, 2

RANK_POINTS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 0, 0)
"""NI4.1: the points of a rank, ace to king; the joker's are an option."""
CORNERS = (0, 1, 3, 4)
"""NI4.4: the top left cells of the four squares of a grid."""


class Pendings(NamedTuple):
    """What goes on when chance has answered."""

    DEALER: int = 0
    DEAL: int = 1
    DRAW: int = 2


Pending = Pendings()


@dataclass(slots=True)
class State:
    """A match of Nines between two decisions; ``up`` holds flags, ``down`` counts face-down cards."""

    rounds: int = wide()
    opening_flips: int = wide()
    flip_when: int = wide()
    reject_flips: int = wide()
    final_turns: int = wide()
    joker_value: int = wide()
    joker_column: int = wide()
    square_bonus: int = wide()
    finisher_penalty: int = wide()
    turn_limit: int = wide()
    phase: int = small()
    pending: int = small()
    seats: int = small()
    seat: int = small()
    round: int = small()
    request: int = small()
    pick_of: int = small()
    picked: int = small()
    dealer: int = small()
    finisher: int = small(default=NOBODY)
    limited: int = byte()
    flips_left: int = small()
    turns: list[int] = small(SEATS)
    grid: list[list[int]] = byte(SEATS, CELLS)
    up: list[list[int]] = byte(SEATS, CELLS)
    down: list[int] = byte(SEATS)
    pile: list[int] = byte(DECK_MOST)
    pile_size: int = small()
    pile_known: int = small()
    discard: list[int] = byte(DECK_MOST)
    discard_size: int = small()
    hand: int = byte()
    hand_source: int = byte()
    hand_public: int = byte()
    pool: list[int] = byte(FACES)
    pool_on: int = byte()
    tally: list[int] = byte(FACES)
    points: list[int] = wide(SEATS)
    penalty: int = wide()
    totals: list[int] = wide(SEATS)
    notes: list[list[int]] = small(NOTE_ROOM, NOTE_WIDTH)
    note_count: int = small()


class Notes(NamedTuple):
    """The kinds of events, in the order of ``KINDS``."""

    DEALER: int = 0
    DEALT: int = 1
    FLIPPED: int = 2
    DREW: int = 3
    TOOK: int = 4
    PLACED: int = 5
    LEFT: int = 6
    REJECTED: int = 7
    TURNED_UP: int = 8
    DECLINED: int = 9
    RESHUFFLED: int = 10
    FINISHED: int = 11
    UNCOVERED: int = 12
    LIMIT: int = 13
    PENALTY: int = 14
    SCORED: int = 15
    MATCH_OVER: int = 16


Note = Notes()
KINDS = (
    Kind("dealer", "NI1.5"),
    Kind("dealt", "NI1.3", "deal"),
    Kind("flipped", "NI2.1", "turn"),
    Kind("drew", "NI2.2", "pile>hand"),
    Kind("took", "NI2.3", "discard>hand"),
    Kind("placed", "NI2.5", "hand>cell"),
    Kind("left", "NI2.5", "cell>discard"),
    Kind("rejected", "NI2.4", "hand>discard"),
    Kind("turned-up", "NI2.6", "turn"),
    Kind("declined", "NI2.6"),
    Kind("reshuffled", "NI2.7", "refill"),
    Kind("finished", "NI3.1", tag="All up"),
    Kind("uncovered", "NI3.2", "turn"),
    Kind("limit", "AL1"),
    Kind("penalty", "NI4.7"),
    Kind("scored", "NI4.2"),
    Kind("match-over", "NI4.6"),
)


@dataclass(frozen=True, slots=True)
class Options:
    """What a table of Nines may set differently."""

    rounds: int = number(9, 1, 18, "NI1.1", "Rounds", "How many rounds a match has.")
    opening_flips: int = number(
        2, 0, 3, "NI2.1", "Opening flips", "How many of its own cards a seat turns up at first."
    )
    flip_when: str = choice(
        "first-turn",
        ("first-turn", "before-play"),
        "NI2.1",
        "When to flip",
        "Each seat on its own first turn, or everybody before anyone draws.",
    )
    reject_flips: str = choice(
        "never",
        ("never", "may", "must"),
        "NI2.6",
        "Discarding turns a card up",
        "Whether discarding the drawn card turns up one of your own.",
    )
    final_turns: str = choice(
        "one",
        ("one", "none"),
        "NI3.1",
        "Final turns",
        "What the others still get when a seat has all nine cards up.",
    )
    joker_value: int = number(-2, -5, 0, "NI4.3", "Joker", "What a joker counts.")
    joker_column: str = choice(
        "0",
        ("0", "face"),
        "NI4.3",
        "Three jokers in a column",
        "They count nothing together, or what they are worth.",
    )
    square_bonus: int = number(
        0,
        0,
        50,
        "NI4.4",
        "Square bonus",
        "What four cards of one rank in a square take off, instead of their points; usually 25.",
    )
    finisher_penalty: str = choice(
        "none",
        ("none", "+10", "double"),
        "NI4.7",
        "Finisher's penalty",
        "What the seat that ends a round pays when another is as low or lower.",
    )
    turn_limit: int = turn_limit()
