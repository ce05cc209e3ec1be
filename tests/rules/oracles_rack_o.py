"""Rack-O from the rule book alone, slowly: what a rack of ten numbers (front first) is and is worth."""

from collections.abc import Sequence
from itertools import pairwise

BONUS = {3: 50, 4: 100, 5: 200, 6: 400}


def in_order(rack: Sequence[int]) -> bool:
    """RO3.1: all ten numbers are there and rise from front to back."""
    return len(set(rack)) == 10 and list(rack) == sorted(rack)


def may_go_out(rack: Sequence[int], needed: int) -> bool:
    """RO3.1, RO3.5: in order, and among the ten are so many numbers that follow each other."""
    held = set(rack)
    return in_order(rack) and any(all(low + step in held for step in range(needed)) for low in held)


def front_run(rack: Sequence[int]) -> int:
    """RO4.2: the most cards from the front that are in order."""
    return max(size for size in range(1, 11) if list(rack[:size]) == sorted(rack[:size]))


def every_rise(rack: Sequence[int]) -> int:
    """RO4.3: the front card, and each card higher than the one in front of it."""
    return 1 + sum(back > front for front, back in pairwise(rack))


def longest_run(rack: Sequence[int]) -> int:
    """RO5.4: the most adjacent cells that count up by one."""
    return max(
        end - start
        for start in range(10)
        for end in range(start + 1, 11)
        if list(rack[start:end]) == list(range(rack[start], rack[start] + end - start))
    )


def bonus(rack: Sequence[int]) -> int:
    """RO5.3, RO5.4: what the longest run is paid, if the side went out."""
    return BONUS.get(min(longest_run(rack), 6), 0)
