"""Where things stand in the network of Nines, and in the table and the room of who plays by it."""

from __future__ import annotations

from upcard.bots.nines_table import END, KINDS, MOST_DOWN, RADIX, ROOM

HIDDEN = 64
MIDDLE = 32

OWN = 0
NEXT_ONE = OWN + KINDS
OTHERS = NEXT_ONE + KINDS
DOWNS = OTHERS + KINDS
NEXT_DOWN = DOWNS + MOST_DOWN * MOST_DOWN
LEFT = NEXT_DOWN + MOST_DOWN + 1
MOST_LEFT = 13
SEATED = LEFT + MOST_LEFT
UNSEEN = SEATED + 9
SETTING = UNSEEN + RADIX
SETTINGS = 9
COMING = SETTING + SETTINGS
HELD, MEAN, SQUARES = 4, 5, 6
WANTS = 7
COMINGS = 2 * WANTS
ROWS = COMING + COMINGS
"""The rows: columns by role and number, how many cards are down of the seat and at least of the others, how
many of the next seat, turns that are left to the seat, seats, cards that nobody has seen by rank, what the
options say (the first one always counts), and how likely what columns want is to come: to the seat and to the
next one (``nines_wants``)."""

FIRST = 0
SECOND = FIRST + ROWS * HIDDEN
SECOND_BIAS = SECOND + HIDDEN * MIDDLE
OUT = SECOND_BIAS + MIDDLE
OUT_BIAS = OUT + RADIX * MIDDLE
NUMBERS = OUT_BIAS + RADIX
"""Where the layers stand; the first output is the logarithm of the variance, the others go by upcard."""
WORDS = NUMBERS // 2
NET_END = END + WORDS
DEPTH = NET_END
COLUMN_GAINS = DEPTH + 1
AT_FLIPS = COLUMN_GAINS + KINDS * RADIX
TABLE_END = AT_FLIPS + END
"""A table with a network after what ``nines_linear`` needs, two numbers a word; then how close placings must
be to each other to be looked at a turn further, in units of the table (0: none are), what each
column is expected to gain by each rank, and the table by which cards are turned up first."""

BASES = 0
SHIFT = BASES + 8 * HIDDEN
SUMMED = SHIFT + HIDDEN
SECONDS = SUMMED + HIDDEN
MIXED = SECONDS + MIDDLE
MIXED_BIAS = MIXED + MIDDLE
PER_CARD = MIXED_BIAS + 1
TOTAL = PER_CARD + 1
WANTED = TOTAL + 1
CHANCE = WANTED + COMINGS
OWN_GAIN = CHANCE + RADIX
NEXT_GAIN = OWN_GAIN + 4 * RADIX
FLOATS = NEXT_GAIN + RADIX
NET_ROOM = ROOM + (FLOATS + 1) // 2
"""The room of the network, after the other: sums of the first layer without the seat's own column, for each
column (the fourth: with all of them) and for as many cards down or one less; what the drawn card changes; the
two layers; the outputs mixed as likely as each upcard is; what one unseen card counts; how many cards there
are that nobody has seen, how likely wanted ones are to come, and each rank; what the seat gains by each rank
(without a column, the fourth: with all of them), and the next one."""
