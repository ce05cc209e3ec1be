"""Rack-O: the state of a match, its action codes, its options and its kinds of events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from upcard.options import choice, number, turn_limit
from upcard.state import NOBODY, NOTE_ROOM, NOTE_WIDTH, byte, small, wide
from upcard.values import Action, Kind

SEATS = 4
CELLS = 10
HIGHEST = 60
FACES = HIGHEST + 1
BETWEEN_TURNS = 20
"""RO2.6: what pile and discard hold together, whatever the number of seats."""

DRAW = 0
TAKE = 1
REJECT = 2
PLACE = 3
REJECT_DECLARE = PLACE + CELLS
PLACE_DECLARE = REJECT_DECLARE + 1
ACTIONS = (
    Action("draw"),
    Action("take"),
    Action("reject"),
    *(Action("place", cell) for cell in range(1, CELLS + 1)),
    Action("reject", declare=True),
    *(Action("place", cell, declare=True) for cell in range(1, CELLS + 1)),
)
"""What a code stands for."""
ALL_PLACES = ((1 << CELLS) - 1) << PLACE

HIGH, LOW, RANDOM = 0, 1, 2
TURN_OVER, SHUFFLED = 0, 1
AUTO, CHOOSE = 0, 1
FRONT_RUN, EVERY_RISE = 0, 1
OFF, ON = 0, 1
TEAM, WINNER = 0, 1

CARD_POINTS = 5
RACK_POINTS = 50
OUT_POINTS = 25
RUN_BONUS = (0, 0, 0, 50, 100, 200, 400)
"""RO5.3: the bonus for a run of so many consecutive numbers; a longer one is worth the last (RO5.4)."""
LONGEST_PAID = 6


class Pendings(NamedTuple):
    """What goes on when chance has answered."""

    DEALER_CARDS: int = 0
    DEALER_PICK: int = 1
    DEAL: int = 2
    REFILL: int = 3


Pending = Pendings()


@dataclass(slots=True)
class State:
    """A match of Rack-O between two decisions.

    ``rack[seat][0]`` is the front. ``known`` flags cells that everybody knows (RO2.5), ``from_pool`` secret
    cells that came out of a reshuffled pile, ``racks_shown`` that the round is over and all racks are
    open (RO4.7).
    """

    first_dealer: int = wide()
    refill: int = wide()
    declare: int = wide()
    run_needed: int = wide()
    loser_score: int = wide()
    target: int = wide()
    partners: int = wide()
    run_bonus: int = wide()
    bonus_racks: int = wide()
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
    racks_shown: int = byte()
    turns: list[int] = small(SEATS)
    rack: list[list[int]] = byte(SEATS, CELLS)
    known: list[list[int]] = byte(SEATS, CELLS)
    from_pool: list[list[int]] = byte(SEATS, CELLS)
    pile: list[int] = byte(HIGHEST)
    pile_size: int = small()
    pile_known: int = small()
    discard: list[int] = byte(BETWEEN_TURNS)
    discard_size: int = small()
    hand: int = byte()
    hand_source: int = byte()
    hand_public: int = byte()
    pool: list[int] = byte(FACES)
    pool_on: int = byte()
    tally: list[int] = byte(FACES)
    points: list[int] = wide(SEATS)
    totals: list[int] = wide(SEATS)
    notes: list[list[int]] = small(NOTE_ROOM, NOTE_WIDTH)
    note_count: int = small()


class Notes(NamedTuple):
    """The kinds of events, in the order of ``KINDS``."""

    DEALER_CARD: int = 0
    DEALER: int = 1
    DEALT: int = 2
    DREW: int = 3
    TOOK: int = 4
    PLACED: int = 5
    LEFT: int = 6
    REJECTED: int = 7
    TURNED_OVER: int = 8
    REFILLED: int = 9
    WENT_RACK_O: int = 10
    LIMIT: int = 11
    UNCOVERED: int = 12
    BONUS: int = 13
    SCORED: int = 14
    ROUND_OVER: int = 15
    MATCH_OVER: int = 16


Note = Notes()


KINDS = (
    Kind("dealer-card", "RO1.2"),
    Kind("dealer", "RO1.2"),
    Kind("dealt", "RO1.3", "deal"),
    Kind("drew", "RO2.1", "pile>hand"),
    Kind("took", "RO2.2", "discard>hand"),
    Kind("placed", "RO2.5", "hand>cell"),
    Kind("left", "RO2.4", "cell>discard"),
    Kind("rejected", "RO2.3", "hand>discard"),
    Kind("turned-over", "RO2.6", "refill"),
    Kind("refilled", "RO2.6", "refill"),
    Kind("went-rack-o", "RO3.2", tag="Rack-O"),
    Kind("limit", "AL1"),
    Kind("uncovered", "RO4.7", "turn"),
    Kind("bonus", "RO5.3"),
    Kind("scored", "RO4.2"),
    Kind("round-over", "RO4.5"),
    Kind("match-over", "RO4.6"),
)


@dataclass(frozen=True, slots=True)
class Options:
    """What a table of Rack-O may set differently; None is settled by seats and partners."""

    first_dealer: str = choice(
        "high",
        ("high", "low", "random"),
        "RO1.2",
        "First dealer",
        "Whoever draws the highest card deals first, or the lowest, or chance decides.",
    )
    refill: str = choice(
        "turn-over",
        ("turn-over", "shuffle"),
        "RO2.6",
        "Empty pile",
        "The discard is turned over in its order, or shuffled.",
    )
    declare: str | None = choice(
        None,
        ("auto", "choose"),
        "RO3.4",
        "Going Rack-O",
        "By itself once a rack qualifies, or when its owner says so: the latter where a run bonus is on.",
    )
    run_needed: int | None = number(
        None,
        0,
        6,
        "RO3.5",
        "Run needed",
        "How many consecutive numbers a rack needs to go out; 3 with two seats, otherwise 0.",
        gaps=(1,),
        why="one card is no run, and a longer run than six is never paid or asked for in a rack of ten",
    )
    loser_score: str = choice(
        "front-run",
        ("front-run", "every-rise"),
        "RO4.3",
        "The others score",
        "Five for each card of the run from the front, or for every card above the one in front of it.",
    )
    target: int = number(500, 75, 1000, "RO4.5", "Target", "The total that ends the match after a round.")
    partners: str = choice(
        "off", ("off", "on"), "RO5", "Partners", "With four seats: 0 and 2 against 1 and 3."
    )
    run_bonus: str | None = choice(
        None,
        ("off", "on"),
        "RO5.3",
        "Run bonus",
        "Going out with consecutive numbers earns 50 to 400 more; on with partners, otherwise off.",
    )
    bonus_racks: str = choice(
        "team",
        ("team", "winner"),
        "RO5.5",
        "Racks with a bonus",
        "With partners: both racks of the team that goes out, or the rack that went out only.",
    )
    turn_limit: int = turn_limit()
