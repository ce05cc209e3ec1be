"""Rat Race: the state of a match, its action codes, its options and its kinds of events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from upcard.options import choice, number, turn_limit
from upcard.state import NOBODY, NOTE_ROOM, NOTE_WIDTH, byte, small, wide
from upcard.values import Action, Kind

SEATS = 2
CELLS = 9
ROWS = 3
COLUMNS = 3
RAT = 11
FACES = 12
COPIES = 8
RATS = 4
DECK = 84
ROUNDS_MOST = 11
BURN_MOST = 66
OPENING = 2

DRAW = 0
TAKE = 1
REJECT = 2
PLACE = 3
FLIP = PLACE + CELLS
WALK_OUT = FLIP + CELLS
PASS = WALK_OUT + ROWS
ACTIONS = (
    Action("draw"),
    Action("take"),
    Action("reject"),
    *(Action("place", cell) for cell in range(1, CELLS + 1)),
    *(Action("flip", cell) for cell in range(1, CELLS + 1)),
    *(Action("walk-out", row) for row in range(1, ROWS + 1)),
    Action("pass"),
)
"""What a code stands for."""

FORCED, OPTIONAL, OFF = 0, 1, 2


class Pendings(NamedTuple):
    """What goes on when chance has answered."""

    DEAL: int = 0
    STARTER: int = 1
    DRAW: int = 2


Pending = Pendings()


@dataclass(slots=True)
class State:
    """A match of Rat Race between two decisions.

    ``up`` flags cards that lie face up, ``known`` cards that are down again and have been seen by all.
    ``down`` counts face-down cards, ``rows`` the rows that are left, ``walked`` flags a Walkout used in this
    round. ``clocked`` is the seat that Clocked Off in this round; ``totals`` are sums of round scores.
    """

    rounds: int = wide()
    walkout_rats: int = wide()
    walkout: int = wide()
    speed_bonus: int = wide()
    turn_limit: int = wide()
    phase: int = small()
    pending: int = small()
    seats: int = small()
    seat: int = small()
    round: int = small()
    request: int = small()
    pick_of: int = small()
    picked: int = small()
    starter: int = small(default=NOBODY)
    clocked: int = small(default=NOBODY)
    limited: int = byte()
    reveals: int = byte()
    turns: list[int] = small(SEATS)
    grid: list[list[int]] = byte(SEATS, CELLS)
    up: list[list[int]] = byte(SEATS, CELLS)
    known: list[list[int]] = byte(SEATS, CELLS)
    rows: list[int] = byte(SEATS, default=ROWS)
    walked: list[int] = byte(SEATS)
    down: list[int] = byte(SEATS)
    pile: list[int] = byte(DECK)
    pile_size: int = small()
    pile_known: int = small()
    discard: list[int] = byte(DECK)
    discard_size: int = small()
    hand: int = byte()
    hand_source: int = byte()
    hand_public: int = byte()
    pool: list[int] = byte(FACES)
    pool_on: int = byte()
    tally: list[int] = byte(FACES)
    burn: list[int] = byte(BURN_MOST)
    burn_size: int = small()
    banked: list[int] = small(SEATS)
    points: list[int] = wide(SEATS)
    totals: list[int] = wide(SEATS)
    notes: list[list[int]] = small(NOTE_ROOM, NOTE_WIDTH)
    note_count: int = small()


class Notes(NamedTuple):
    """The kinds of events, in the order of ``KINDS``."""

    DEALT: int = 0
    REVEALED: int = 1
    TURNED_DOWN: int = 2
    STARTER: int = 3
    TIE_BROKEN: int = 4
    DREW: int = 5
    TOOK: int = 6
    PLACED: int = 7
    LEFT: int = 8
    REJECTED: int = 9
    TURNED_UP: int = 10
    BURNED: int = 11
    WALKED_OUT: int = 12
    DECLINED: int = 13
    CLOCKED_OFF: int = 14
    BONUS: int = 15
    RESHUFFLED: int = 16
    LIMIT: int = 17
    UNCOVERED: int = 18
    SCORED: int = 19
    MATCH_OVER: int = 20


Note = Notes()


KINDS = (
    Kind("dealt", "RR1.4", "deal"),
    Kind("revealed", "RR2.1", "turn"),
    Kind("turned-down", "RR2.3", "turn-down"),
    Kind("starter", "RR2.2"),
    Kind("tie-broken", "RR2.5"),
    Kind("drew", "RR3.1", "pile>hand"),
    Kind("took", "RR3.2", "discard>hand"),
    Kind("placed", "RR3.3", "hand>cell"),
    Kind("left", "RR3.3", "cell>discard"),
    Kind("rejected", "RR3.4", "hand>discard"),
    Kind("turned-up", "RR3.4", "turn"),
    Kind("burned", "RR5.3", "row>burn"),
    Kind("walked-out", "RR5.1", tag="Walkout"),
    Kind("declined", "RR5.8"),
    Kind("clocked-off", "RR6.1", tag="Clock Off"),
    Kind("bonus", "RR6.2"),
    Kind("reshuffled", "RR3.7", "refill"),
    Kind("limit", "AL1"),
    Kind("uncovered", "RR7.1", "turn"),
    Kind("scored", "RR7.1"),
    Kind("match-over", "RR7.3"),
)


@dataclass(frozen=True, slots=True)
class Options:
    """What a table of Rat Race may set differently."""

    rounds: int = number(
        5,
        1,
        ROUNDS_MOST,
        "RR1.1",
        "Rounds",
        "How many rounds a match has.",
        why="six cards may burn in each, so a twelfth round could not be dealt",
    )
    walkout_rats: int = number(
        3, 0, 3, "RR5.2", "Rats in a row", "The most Rats that a row may hold to walk out."
    )
    walkout: str = choice(
        "forced",
        ("forced", "optional", "off"),
        "RR5.8",
        "Walkout",
        "Whether an equal row walks out at once, when its seat wants it to, or never.",
    )
    speed_bonus: int = number(
        3, 0, 10, "RR6.2", "Speed Bonus", "What each Clock Off takes off the final score."
    )
    turn_limit: int = turn_limit()
