"""Rat Race in small whole numbers: which columns and rows are alike, what they lack, what they score.

A *rank* is 1 to 10, 11 for a Rat, 0 for a card that is not known. In a column order does not matter, nor
whether a card is up. A *symbol* says that too: 0 not known, 1 to 11 known and down, 12 to 22 up. What rows
are alike depends on how many Rats may walk out.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement, permutations

import numpy as np
import numpy.typing as npt

from upcard.games.rat_race.scoring import column_points, same_value
from upcard.games.rat_race.state import COPIES, DECK, RAT, RATS

RANKS = 12
SYMBOLS = 2 * RANKS - 1
THREES = 364
PAIRS = 78
"""How many columns of three and of two there are."""
TOP = 11
"""How many ranks there are that a card may be."""

SINGLE = 3
PAIR_OPEN = SINGLE + 2 * TOP
PAIR_SHUT = PAIR_OPEN + 6 * TOP
RAT_SHUT = PAIR_SHUT + 6 * TOP
FULL = RAT_SHUT + 2 * TOP
KEYS = FULL + 9 * TOP
"""Kinds of rows. The first three are those without a card, those that two cards spoil, and two unlike cards
beside an unknown one. Then: one card; two of a value beside an unknown card; the same beside another card; a
Rat and two others; three of a value, which walk out once all are up. Each by rank and by what is down."""
NOTHING, SPOILED, UNLIKE = range(3)
NO_CROSS = 0
CROSSES = 10
"""Rows that are near to a Walkout, by what they lack; 0 is a row that is not."""

WANTS = 4
"""How many ranks a column lacks, at most."""
ALONE, TWINS, BESIDE_RAT, LIVE, ALONE_OF_TWO, LIVE_OF_TWO = range(1, 7)
LACKS = 7
"""What another card of a rank would be to a column: the second, the third, one beside a Rat; a Rat where
cards still count; the same in a column of two."""
RANK_BITS = 16
"""What a column lacks is written as kind times this, plus the rank."""
CENTS = 100
"""What columns score on average is written in such parts of a point."""

OF_THREE = 0
OF_TWO = OF_THREE + RANKS**3
ROW_KEYS = OF_TWO + RANKS**2
FITS = ROW_KEYS + SYMBOLS**3
WANTS_OF_THREE = FITS + SYMBOLS**3
WANTS_OF_TWO = WANTS_OF_THREE + THREES * WANTS
CROSS_OF = WANTS_OF_TWO + PAIRS * WANTS
RANK_OF = CROSS_OF + KEYS
SCORES = RANK_OF + KEYS
PAIR_SCORES = SCORES + RANKS**3
MEANS = PAIR_SCORES + RANKS**2
PAIR_MEANS = MEANS + RANKS**3
SIZE = -(-(PAIR_MEANS + RANKS**2) // 4) * 4
"""Where in the maps it stands: the number of a column of three and of two; the kind of a row and, as bits,
the ranks that complete it; what columns lack; the cross and the rank of a kind of row; what columns score,
0 if a card is not known; and what they score on average where each card that is not known may be any of the
deck. A multiple of 4, so that they fill whole words of 64 bits."""

Maps = npt.NDArray[np.int16]


@cache
def maps(most_rats: int) -> Maps:
    """Return the maps for tables where so many Rats may walk out."""
    found = np.zeros(SIZE, np.int16)
    threes = list(combinations_with_replacement(range(RANKS), 3))
    pairs = list(combinations_with_replacement(range(RANKS), 2))
    for number, ranks in enumerate(threes):
        for one, two, three in permutations(ranks):
            found[OF_THREE + (one * RANKS + two) * RANKS + three] = number
            if min(ranks) > 0:
                found[SCORES + (one * RANKS + two) * RANKS + three] = column_points(*ranks)
        wanted = _wants(ranks)
        found[WANTS_OF_THREE + number * WANTS : WANTS_OF_THREE + number * WANTS + len(wanted)] = wanted
    for number, (one, two) in enumerate(pairs):
        for first, second in ((one, two), (two, one)):
            found[OF_TWO + first * RANKS + second] = number
            if one > 0:
                found[PAIR_SCORES + first * RANKS + second] = column_points(one, two, 0)
        wanted = _wants_of_two(one, two)
        found[WANTS_OF_TWO + number * WANTS : WANTS_OF_TWO + number * WANTS + len(wanted)] = wanted
    found[MEANS:PAIR_MEANS] = _means(found[SCORES:PAIR_SCORES].reshape(RANKS, RANKS, RANKS)).ravel()
    found[PAIR_MEANS : PAIR_MEANS + RANKS**2] = _means(found[PAIR_SCORES:MEANS].reshape(RANKS, RANKS)).ravel()
    for symbols in combinations_with_replacement(range(SYMBOLS), 3):
        key, fits = _row(symbols, most_rats)
        for one, two, three in permutations(symbols):
            place = (one * SYMBOLS + two) * SYMBOLS + three
            found[ROW_KEYS + place] = key
            found[FITS + place] = fits
    for key in range(KEYS):
        found[CROSS_OF + key] = _cross(key)
        found[RANK_OF + key] = (key - SINGLE) % TOP + 1 if key >= SINGLE else 0
    found.setflags(write=False)
    return found


def _means(scores: Maps) -> npt.NDArray[np.float64]:
    """Return what columns score on average where cards are not known, in CENTS."""
    means = scores.astype(np.float64) * CENTS
    shares = [0.0, *[COPIES / DECK] * (RANKS - 2), RATS / DECK]
    for axis in range(means.ndim):
        means = np.moveaxis(means, axis, 0)
        means[0] = 0.0
        for rank in range(1, RANKS):
            means[0] += shares[rank] * means[rank]
        means = np.moveaxis(means, 0, axis)
    return np.round(means)


def _wants(ranks: tuple[int, ...]) -> list[int]:
    """Return what a column of three lacks."""
    known = [rank for rank in ranks if rank]
    plain = [rank for rank in known if rank != RAT]
    rats = len(known) - len(plain)
    twins = [rank for rank in set(plain) if plain.count(rank) > 1]
    if rats > 1 or (twins and rats) or plain.count(plain[0] if plain else 0) == 3:
        return []
    if twins:
        wanted = [TWINS * RANK_BITS + twins[0]]
    else:
        wanted = [(BESIDE_RAT if rats else ALONE) * RANK_BITS + rank for rank in plain]
    return [*wanted, LIVE * RANK_BITS + RAT]


def _wants_of_two(one: int, two: int) -> list[int]:
    """Return what a column of two lacks."""
    if RAT in (one, two) or (one == two and one > 0):
        return []
    return [*(ALONE_OF_TWO * RANK_BITS + rank for rank in (one, two) if rank), LIVE_OF_TWO * RANK_BITS + RAT]


def _row(symbols: tuple[int, ...], most_rats: int) -> tuple[int, int]:
    """Return the kind of a row and, as bits, the ranks that would complete it in one of its cells."""
    ranks = [symbol if symbol < RANKS else symbol - TOP for symbol in symbols]
    down = [0 < symbol < RANKS for symbol in symbols]
    known = [cell for cell in range(3) if ranks[cell]]
    plain = sorted(ranks[cell] for cell in known if ranks[cell] != RAT)
    rats = len(known) - len(plain)
    fits = 0
    for rank in range(1, RANKS):
        for cell in range(3):
            trial = [*ranks[:cell], rank, *ranks[cell + 1 :]]
            fits |= int(same_value(trial[0], trial[1], trial[2], most_rats)) << rank
    if not known:
        return NOTHING, fits
    if not fits and len(known) > 1:
        return (UNLIKE if len(known) == 2 and rats <= most_rats else SPOILED), fits
    rank = plain[0] if plain else RAT
    if len(known) == 1:
        return SINGLE + sum(down) * TOP + rank - 1, fits
    if len(known) == 2:
        return PAIR_OPEN + (sum(down) * 2 + min(rats, 1) * (rank != RAT)) * TOP + rank - 1, fits
    if same_value(ranks[0], ranks[1], ranks[2], most_rats):
        kind = min(sum(down), 2) * 3 + (min(rats, 2) if rank != RAT else 0)
        return FULL + kind * TOP + rank - 1, fits
    if rats == 1 and len(set(plain)) == 2:
        return RAT_SHUT + min(sum(down), 1) * TOP + rank - 1, fits
    rank = max(plain, key=plain.count) if plain else RAT
    matching = sum(down[cell] for cell in known if ranks[cell] in (rank, RAT))
    return PAIR_SHUT + (min(matching, 2) * 2 + int(sum(down) > matching)) * TOP + rank - 1, fits


def _cross(key: int) -> int:
    if key < PAIR_OPEN:
        return NO_CROSS
    if key < PAIR_SHUT:
        return 1 + (key - PAIR_OPEN) // (2 * TOP)
    if key < RAT_SHUT:
        return 4 if key < PAIR_SHUT + 2 * TOP else 5
    if key < FULL:
        return 6
    return 7 + (key - FULL) // (3 * TOP)
