"""What an appraiser is: one function that says what a position is worth to each seat, as a fixed yardstick.

Luck is measured with it (see ``luck``): any appraiser does, and a good one takes more of the luck away. It is
asked about positions as the *accountant* of the match knows them, who sees what has come to light and never
what nobody has seen. In games of grids that is what lies open and the card in the hand; in Rack-O it is every
rack and the hand, and of the pile what everybody knows. A card that the accountant does not know is 0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from upcard.fast.kernel import kernel
from upcard.game import Game
from upcard.state import Phase


@dataclass(frozen=True, slots=True)
class Appraiser:
    """``appraise(state, table, points)`` writes in ``points[seat]`` each seat's expected final score.

    Only differences between seats count, so that a constant may be left out; the unit is a point as the game
    counts it, whichever way is better. ``table`` is what ``tabulate`` returns for tables of that kind, as for
    a policy. ``appraise`` is a kernel, keeps nothing and changes nothing.

    It is asked while a seat is to move, while chance picks one of several, and between two rounds
    (``is_between``): then the layouts of the last round still lie, of which some cards may be 0 that are
    turned up only now. What the state says that round has scored is not to be relied on as long as one is,
    and ``tally`` holds what they may be: how often each card is left of those that nobody has seen, in the
    layouts or wherever such a card may lie as well. Cards that differ in suit only are counted as one.

    ``spread(state, code, table, points)`` does at once, where it can, what takes as many questions as there
    are cards: for an action of the seat to move that brings one card to light it writes behind the seats'
    points, for each class of cards, what the action comes to if it is one of these: by how much the seat is
    ahead of the mean of the others. Whether it can depends on nothing that comes to light.
    """

    name: str
    appraise: Callable[[Any, Sequence[int], Any], None]
    games: frozenset[str]
    tabulate: Callable[[Game, Any, int], Sequence[int]] | None = None
    spread: Callable[[Any, int, Sequence[int], Any], bool] | None = None

    def table_for(self, game: Game, options: Any, seats: int) -> Sequence[int]:
        """Return its table; one 0 where it needs none."""
        return (0,) if self.tabulate is None else self.tabulate(game, options, seats)


@kernel
def is_between(state: Any) -> bool:
    """Whether a round is over, or none has been dealt yet."""
    phase: int = state.phase
    return phase == Phase.SHUFFLE or phase == Phase.OVER


@kernel
def banked_before(state: Any, seat: int) -> int:
    """Return what a seat had in total when the round began, or the one that has just ended."""
    if is_between(state):
        return state.totals[seat] - state.points[seat]  # type: ignore[no-any-return]  # any game's state
    return state.totals[seat]  # type: ignore[no-any-return]  # any game's state


@kernel
def write_zero(state: Any, table: Sequence[int], points: Any) -> None:
    """Appraise nothing."""
    for seat in range(state.seats):
        points[seat] = 0.0


@kernel
def one_by_one(state: Any, code: int, table: Sequence[int], points: Any) -> bool:
    """Return False: every card is asked about by itself."""
    return False
