"""Where things stand in the room that a decision at Rat Race is worked out in: whole numbers, and floats.

A *grid* is nine ranks, 0 for a card that is not known, and after them nine flags of what is up. Everything is
in two flat arrays, since an array that is handed from one kernel to another is dearer than a number.
"""

from __future__ import annotations

from upcard.bots.values.rat_race_maps import RANKS
from upcard.games.rat_race.state import CELLS

UPS = CELLS
"""Where in a grid the flags begin."""
GRID = 2 * CELLS

(
    ROWS_LEFT,
    OTHER_ROWS,
    DOWN,
    OTHER_DOWN,
    WALK,
    OTHER_WALK,
    MOST_RATS,
    SHARED,
    TOTAL,
    PILE_TOTAL,
    UNSEEN_TOTAL,
    BONUS,
    IS_LAST,
    LAST_TURNS,
    UPCARD,
    CAN_DRAW,
    PILE_LEFT,
    FORM,
    OTHER_FORM,
    ROUGH,
    NEAR,
) = range(21)
"""Facts: rows and cards down of both seats, the Walkout each may make (OFF if none), whether cells and pile
hold of the same cards, sums of the counts, whether the round ends with this turn, whether it soon will,
whether Clock Off is reckoned roughly, and the cells where a card may make the other seat walk out."""
OWN = 21
OTHER = OWN + GRID
TRIAL = OTHER + GRID
"""Grids: of the seat to move, of the other, and one to try a Walkout in."""
IN_CELLS = TRIAL + GRID
IN_PILE = IN_CELLS + RANKS
UNSEEN = IN_PILE + RANKS
LESSENED = UNSEEN + RANKS
"""Counts by rank: what may lie in cells, in the pile, in either; what may lie in cells once some are gone."""
SUMS = LESSENED + RANKS
TWOS = RANKS * RANKS
LESSENED_SUMS = SUMS + TWOS + RANKS
PLAIN = LESSENED_SUMS + TWOS + RANKS
RANKED = PLAIN + 256
PLAIN_SIZE = RANKED + 64
RANKED_SIZE = PLAIN_SIZE + 1
UNKNOWN = RANKED_SIZE + 1
BEST_CELLS = UNKNOWN + 1
BEST_FLIPS = BEST_CELLS + RANKS
COLUMNS_AT = BEST_FLIPS + RANKS
ROWS_AT = COLUMNS_AT + 2
CROSSES_AT = ROWS_AT + 2
LACKS_AT = CROSSES_AT + 2
LEAD = LACKS_AT + 2
ROUNDS_LATER = LEAD + 1
FOR_MATCH = ROUNDS_LATER + 1
INTS = FOR_MATCH + 1
"""What two ranks score with each card of either count and, from TWOS on, one rank with each two; terms of a
value, how many there are, and how many cells are not known. Then by the card drawn, at 0 for the upcard
taken, the best cell to place it in, −1 if it is better rejected, and the best one to turn up then. Then where
weights of the own grid stand, with as many cards down and with one less. Last, by how many points the seat is
ahead or behind before this round, how many rounds come later, and whether a match is played for."""

REST = 0
REST_SLOPES = REST + 2 * RANKS
SLOPES = REST_SLOPES + 2 * RANKS
PARTS = SLOPES + RANKS
PART = 16
FLIPS = PARTS + 4 * PART
DRAWS = FLIPS + CELLS * RANKS * PART
HOLES = DRAWS + RANKS * RANKS
MEAN_REST = HOLES + CELLS * PART
FLOATS = MEAN_REST + 2
"""The other seat's side by upcard, and its slopes, with as many own cards down and with one less (where
positions are worth what they are expected to score, what it is by the card that is gone); slopes; parts;
parts for each card turned up; what the other seat draws on average, by what is gone; the
hole of each own cell (see ``rat_race_holes``); the other seat's side summed over the unseen cards, twice."""
