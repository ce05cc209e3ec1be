"""What kind of position one is: the strata by which a suite is picked and regrets are told."""

from __future__ import annotations

from typing import Any

from upcard.game import Game, legal_codes, options_of
from upcard.state import NOBODY, Phase

FEW, SOME = 2, 5
"""Up to so many cards face down are few, and some; more are many."""
EARLY, LATE = 4, 9
"""Turns of a round of Rack-O up to which it is early, and from which on it is late."""
CLOSE = 10
"""A lead of fewer points than that is none."""
STAGES = ("opening", "early", "middle", "late", "threat", "final")
STAGES_OF_RACKS = ("early", "middle", "late")


def stage_of(game: Game, state: Any) -> str:
    """Return how far the round is; a threat is that another seat may end it with its next turn."""
    if state.phase in (Phase.REVEAL, Phase.FLIP):
        return "opening"
    if ended_by(state) != NOBODY:
        return "final"
    others = [seat for seat in range(state.seats) if seat != state.seat]
    if game.name == "rack-o":
        turn = state.turns[state.seat]
        return "early" if turn < EARLY else "late" if turn >= LATE else "middle"
    if any(state.down[seat] <= 1 for seat in others):
        return "threat"
    fewest = min(state.down[seat] for seat in range(state.seats))
    return "late" if fewest <= FEW else "middle" if fewest <= SOME else "early"


def stages_of(game: Game) -> tuple[str, ...]:
    """Return the stages that a game has."""
    return STAGES_OF_RACKS if game.name == "rack-o" else STAGES


def ended_by(state: Any) -> int:
    """Return the seat whose end the others have a turn left after, NOBODY while there is none."""
    return int(getattr(state, "clocked", getattr(state, "finisher", NOBODY)))


def strata_of(game: Game, state: Any, *, strong: bool) -> dict[str, str]:
    """Return a position's strata: what is looked at, and which of its kinds this is."""
    mine = state.totals[state.seat]
    others = [total for seat, total in enumerate(state.totals[: state.seats]) if seat != state.seat]
    behind = mine - sum(others) / len(others)
    if not game.low_wins:
        behind = -behind
    found = {
        "seats": str(state.seats),
        "play before": "strong" if strong else "weak",
        "decision": decision_of(state),
        "stage": stage_of(game, state),
        "score": "behind" if behind >= CLOSE else "ahead" if behind <= -CLOSE else "level",
    }
    rounds = getattr(state, "rounds", 0)
    if rounds:
        found["round"] = (
            "first" if state.round == 1 else "last two" if state.round > rounds - 2 else "between"
        )
    if hasattr(state, "down"):
        down = state.down[state.seat]
        found["own cards down"] = "few" if down <= FEW else "some" if down <= SOME else "many"
    if hasattr(state, "burn_size"):
        found["cards burnt"] = "some" if state.burn_size else "none"
    return found


def decision_of(state: Any) -> str:
    """Return in a word what is decided."""
    if state.phase == Phase.CHOOSE:
        return "pile"
    if state.phase in (Phase.PLACE_DRAWN, Phase.PLACE_TAKEN):
        return "cell"
    return "other"


def leaves_chance(game: Game, state: Any) -> bool:
    """Whether the seat to move does not know all that is to come, so far as chance settles it.

    In Rack-O nothing is left to chance once every rack and the order of the pile are known: then all
    continuations are one and the same line of play, and a mean over them tells no more than that line.
    """
    if game.name != "rack-o" or state.pile_known < state.pile_size:
        return True
    if options_of(game, state).refill == "shuffle":
        return True
    others = (seat for seat in range(state.seats) if seat != state.seat)
    return not all(all(state.known[seat]) for seat in others)


def twins_of(game: Game, state: Any) -> dict[int, int]:
    """Return for each legal code the first that comes to the same: what lies in a grid may lie otherwise.

    In Nines the cards of a column may change places, if no square counts, and columns may; in Rat Race
    rows and columns may. So two cells are as good if what lies around them is.
    """
    firsts: dict[Any, int] = {}
    found = {}
    for code in legal_codes(game, state):
        action = game.actions[code]
        key: Any = action
        if action.verb in ("place", "flip") and hasattr(state, "down"):
            key = (action.verb, _around(game, state, (action.number or 1) - 1))
        found[code] = firsts.setdefault(key, code)
    return found


def _around(game: Game, state: Any, cell: int) -> Any:
    seat = state.seat
    known = getattr(state, "known", state.up)[seat]
    looks = [(state.grid[seat][at], state.up[seat][at], known[at]) for at in range(9)]
    column = [cell % 3 + 3 * row for row in range(3)]
    if game.name == "nines":
        if getattr(state, "square_bonus", 0):
            return cell
        return looks[cell], tuple(sorted(looks[at] for at in column))
    rows = state.rows[seat]
    grid = [looks[3 * row : 3 * row + 3] for row in range(rows)]
    own = cell // 3
    # the cell's row and column go first; a grid whose other columns, then rows, are sorted is one of all
    # grids that come to the same
    order = sorted(
        (at for at in range(3) if at != cell % 3),
        key=lambda at: (grid[own][at], sorted(grid[row][at] for row in range(rows) if row != own)),
    )
    columns = [cell % 3, *order]
    turned = [tuple(grid[row][at] for at in columns) for row in range(rows)]
    return turned[own], tuple(sorted(turned[row] for row in range(rows) if row != own))
