"""What a policy is: one function of the dialect that picks a code, interpreted and compiled alike.

A policy sees what its seat sees, and nothing else: the state it is given has been blanked by ``hide``.
Luck comes as one random number for each decision, so that a choice is a function of what is seen and of
that number. Whatever a policy must know about the table it works out beforehand, as whole numbers in a
flat ``table``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from upcard.game import Game
from upcard.rule import rule

WORD_BITS = 62
"""A decision's random number is from 0 to 2⁶² − 1; the upper 32 bits make choices, the others coins."""


@dataclass(frozen=True, slots=True)
class Policy:
    """``choose(state, legal, word, table)`` returns a legal code; ``legal`` is the bit mask of them.

    ``tabulate(game, options, seats)`` returns the table for tables of that kind; ``games`` are the games it
    knows, None for every game there is. ``blind`` policies look at ``legal`` and ``word`` only.

    A policy that compares what its actions are worth has ``weigh(state, legal, table, worths)`` too: it
    writes for each legal code, in ``worths[code]``, what the seat may expect of it (float64, points of the
    round that are better the higher, whatever the game counts). It may have a ``spread(state, code, table,
    cards, worths, first)``, which says the same of an action that brings one card to light, by that card: in
    ``worths[first + i]`` if it is ``cards[i]``. It returns False for actions that it does not know of.
    """

    name: str
    choose: Callable[[Any, int, int, Sequence[int]], int]
    tabulate: Callable[[Game, Any, int], Sequence[int]] | None = None
    games: frozenset[str] | None = None
    blind: bool = False
    weigh: Callable[[Any, int, Sequence[int], Any], None] | None = None
    spread: Callable[[Any, int, Sequence[int], Sequence[int], Any, int], bool] | None = None

    def plays(self, game: str) -> bool:
        """Whether it knows the game."""
        return self.games is None or game in self.games

    def table_for(self, game: Game, options: Any, seats: int) -> Sequence[int]:
        """Return its table; one 0 where it needs none."""
        return (0,) if self.tabulate is None else self.tabulate(game, options, seats)


@rule
def share_of(word: int, among: int) -> int:
    """Return a number from 0 to ``among`` − 1 from the upper bits of a decision's random number.

    A multiplication instead of a division (Lemire, *Fast random integer generation in an interval*, 2019);
    no number is likelier than another by more than ``among`` in 2³².
    """
    return ((word >> 30) * among) >> 32


@rule
def coin(word: int, among: int) -> bool:
    """Whether a chance of one in ``among`` comes up, by the lower bits of the number."""
    return (word & ((1 << 30) - 1)) % among == 0


@rule
def count_codes(legal: int) -> int:
    """Return how many codes a mask holds."""
    count = 0
    while legal > 0:
        legal &= legal - 1
        count += 1
    return count


@rule
def nth_code(legal: int, place: int) -> int:
    """Return the code at a place, from 0, among those of a mask in ascending order."""
    code = 0
    while True:
        if (legal >> code) & 1 == 1:
            if place == 0:
                return code
            place -= 1
        code += 1


@rule
def any_code(state: Any, legal: int, word: int, table: Sequence[int]) -> int:
    """Return one of the legal codes, each as likely as another."""
    return nth_code(legal, share_of(word, count_codes(legal)))


RANDOM = Policy("random", any_code, blind=True)
"""Any legal code."""
