"""Where things stand in the table and in the room of a player of Nines that looks one turn ahead.

The *table* is made once for a kind of table: whole numbers, values of columns in ``SCALE``-ths of a point.
The *room* is what a decision is worked out in: floats, filled anew for each. *Ranks* are beside it: a row a
seat, the ranks of its nine cells (0 for a card that is down) and then the numbers of its three columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement, permutations
from typing import Any

from upcard.bots import columns
from upcard.game import Game
from upcard.games.nines.scoring import packs
from upcard.games.nines.state import FACE, JOKER_RANK, RANK_POINTS
from upcard.options import write_to_state

SCALE = 256
UNIT = 1 / SCALE
RADIX = 16
MOST_DOWN = 9
KINDS = 680
"""Columns that differ in more than the order of their cards: multisets of three of fifteen ranks."""

NEXT, MOVED, LATER = 0, 1, 2
"""What a seat is when a turn has ended: next to move, the one that has just moved, or neither."""
ROLES = 3
TEMPOS = 6
"""How many steps there are in how far the others are, where the upcard is concerned."""

POINTS = 0
MATCH = POINTS + RADIX
CARDS = MATCH + RADIX
TEMPO = CARDS + RADIX
NUMBERS = TEMPO + RADIX
BIAS = NUMBERS + RADIX**3
UPCARDS = BIAS + MOST_DOWN * MOST_DOWN * RADIX
COLUMNS = UPCARDS + TEMPOS * KINDS * RADIX
END = COLUMNS + ROLES * MOST_DOWN * MOST_DOWN * KINDS
"""The table: points by rank, what three of a rank take off, cards of a rank in the deck, the step of a
number of cards that are down; then the number of each column by its ranks, and what has been learned."""

GRID = 0
DRAW = GRID + RADIX
ALL = DRAW + RADIX
SUM = ALL + 1
APART = SUM + 1
STAKE = APART + 1
LIMIT = STAKE + 1
LAST = LIMIT + 1
QUICK = LAST + 1
SUMS = 40
FOR_MATCH = SUMS + 2
LEAD = FOR_MATCH + 1
REST = 48
PARTS = REST + 3 * RADIX
BASE = PARTS + 8 * 3 * RADIX
CODES = BASE + 8
WORTHS = CODES + RADIX
GAINS = WORTHS + RADIX
ROUGH = GAINS + RADIX
PLACINGS = ROUGH + RADIX
ROOM = PLACINGS + RADIX
"""The room: how many cards of a rank may lie face down and be drawn, how many and how many points those face
down are in all, whether draws come from other cards, what is at stake at or below which score, whether the
turn is the seat's last, and whether the last turns of others are to be reckoned quickly. Then what the other
seats are worth by upcard: the sum weighted by the cards that are down, whether it is played for the match and
by how many points the seat is behind in it, the amounts, and the parts that each
seat has in them, three times: after a turn that leaves as many cards down, after one that leaves one less,
and exactly, where that can be said. At last what each column is worth to the seat, and what was found: the
best code by rank drawn (at 0: by the upcard taken), what it is worth to take and to draw, by how much a rank
lowers the known columns of one seat (at 0: which seat, from 1), what each cell is worth at a glance, and what
it is worth to place each rank that may be drawn."""

SAME, LESS, EXACT = 0, 1, 2
"""The three times."""
FIRST_COLUMN = 9
ROW = 12
"""How long a row of ranks is, and where the numbers of its columns begin."""


@cache
def kinds() -> tuple[tuple[int, int, int], ...]:
    """Return the ranks of every column, each once, in the order of their numbers."""
    return tuple(combinations_with_replacement(range(JOKER_RANK + 1), 3))


@cache
def column_numbers() -> tuple[int, ...]:
    """Return the number of a column by its three ranks in any order, as digits."""
    numbers = [0] * RADIX**3
    for number, ranks in enumerate(kinds()):
        for first, second, third in permutations(ranks):
            numbers[(first * RADIX + second) * RADIX + third] = number
    return tuple(numbers)


def tempo(down: int) -> int:
    """Return the step of a number of cards that are down."""
    return (0, 0, 1, 2, 3, 4, 4, 5, 5, 5)[down]


def head_of(game: Game, options: Any, seats: int) -> list[int]:
    """Return the table up to what is learned."""
    state = game.state(seats=seats)
    write_to_state(options, state)
    points = [*RANK_POINTS[:JOKER_RANK], state.joker_value, 0]
    match = [3 * worth for worth in points]
    if state.joker_column == FACE:
        match[JOKER_RANK] = 0
    copies = packs(seats)
    cards = [0, *([4 * copies] * (JOKER_RANK - 1)), 2 * copies, 0]
    steps = [tempo(down) for down in range(MOST_DOWN + 1)]
    return [*points, *match, *cards, *steps, *([0] * (RADIX - len(steps))), *column_numbers()]


def drawn_values(game: Game, options: Any, seats: int) -> list[int]:
    """Return for each column, by its number, what it is expected to score when what is down is drawn."""
    table: Sequence[int] = columns.tabulate(game, options, seats)
    unit = table[columns.SCALE]
    return [round(SCALE * columns.column_value(*ranks, table) / unit) for ranks in kinds()]


def column_gains(game: Game, options: Any, seats: int) -> list[int]:
    """Return by how much each rank lowers ``drawn_values`` of a column where it is best.

    ``RADIX`` numbers a column, in the order of the columns' numbers; 0 where a rank is of no use.
    """
    values, numbers = drawn_values(game, options, seats), column_numbers()
    gains = []
    for number, (first, second, third) in enumerate(kinds()):
        for rank in range(RADIX):
            best = values[number]
            if 0 < rank <= JOKER_RANK:
                for other in ((rank, second, third), (first, rank, third), (first, second, rank)):
                    best = min(best, values[numbers[(other[0] * RADIX + other[1]) * RADIX + other[2]]])
            gains.append(values[number] - best)
    return gains
