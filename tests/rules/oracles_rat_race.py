"""Slow definitions of Rat Race, written from the rule book alone; nothing here knows the rules' code.

Cards are texts: "1" to "10", and "R" for a Rat.
"""

from collections.abc import Iterator, Sequence
from itertools import product

VALUES = tuple(str(value) for value in range(1, 11))
CARDS = (*VALUES, "R")


def column_score(column: Sequence[str]) -> int:
    """RR4.1–RR4.3: the least that a column of three or two can score, whatever its Rats copy."""
    return min(plain_score(copied) for copied in copies(column))


def plain_score(column: Sequence[str]) -> int:
    """RR4.1: the sum of the cards that have no equal."""
    return sum(int(card) for card in column if column.count(card) == 1)


def copies(column: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """RR4.2: every way in which Rats may take values."""
    return product(*(VALUES if card == "R" else (card,) for card in column))


def grid_score(rows: Sequence[Sequence[str]]) -> int:
    """RR4.5, RR7.1: columns only, from the top to the bottom."""
    return sum(column_score(column) for column in zip(*rows, strict=True))


def walks_out(row: Sequence[str], most_rats: int = 3) -> bool:
    """RR5.1, RR5.2: one value for all three cards, with so many Rats at the most."""
    one_value = any(len(set(copied)) == 1 for copied in copies(row))
    return one_value and sum(card == "R" for card in row) <= most_rats


def final_score(rounds: Sequence[int], bonuses: int, worth: int = 3) -> int:
    """RR7.3: the rounds, less every bonus that was banked."""
    return sum(rounds) - bonuses * worth
