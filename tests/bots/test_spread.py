"""What an action comes to by the card that it brings to light: on average what the action is worth."""

from collections import Counter
from itertools import islice
from typing import Any

import numpy as np
import pytest

from tests.bots.positions import Position, played, policy_of
from upcard.fast.luck import classes_of
from upcard.game import legal_codes, observe, unknown

BEHIND = 3
"""Before what is written there are so many numbers that are others'."""


def may_come(position: Position, code: int) -> Counter[int]:
    """Return the cards that an action may bring to light, as often as each is there; none if it is known."""
    game, seen = position.game, position.seen
    action = game.actions[code]
    wanted = ("pile", None, seen.pile_size - 1)
    if action.verb in ("place", "flip"):
        wanted = ("cell", seen.seat, (action.number or 0) - 1)
    elif action.verb != "draw" or not seen.pile_size:
        return Counter()
    _, pools = unknown(game, observe(game, seen, seen.seat, tags=False))
    for holdings, cards in pools:
        for held in holdings:
            if (held.where, held.seat if held.where == "cell" else None, held.index) == wanted:
                return cards
    return Counter()


def spreads(position: Position) -> list[tuple[str, float, float, bool]]:
    """Return for each action that *td1* knows of its verb, worth and mean over cards, and if they differ."""
    game, seen = position.game, position.seen
    classes, cards = classes_of(game)
    policy = policy_of("td1", game.name)
    assert policy.weigh is not None
    assert policy.spread is not None
    table, worths = position.table_for(policy), np.zeros(len(game.actions))
    policy.weigh(seen, game.legal(seen), table, worths)
    found = []
    for code in legal_codes(game, seen):
        coming = may_come(position, code)
        values: Any = np.full(BEHIND + len(cards), np.nan)
        if coming and policy.spread(seen, code, table, cards, values, BEHIND):
            mean = (
                sum(many * values[BEHIND + classes[card]] for card, many in coming.items()) / coming.total()
            )
            differ = len({round(values[BEHIND + classes[card]], 6) for card in coming}) > 1
            found.append((game.actions[code].verb, float(worths[code]), float(mean), differ))
            assert np.isnan(values[:BEHIND]).all()
    return found


@pytest.mark.parametrize(
    ("name", "verbs"), [("nines", {"draw", "place"}), ("rat-race", {"draw", "place", "flip"})]
)
def test_on_average_over_the_cards_an_action_comes_to_its_worth(name: str, verbs: set[str]) -> None:
    varied = Counter[str]()
    for position in islice(played(name, 400, 3), 0, 400, 4):
        for verb, worth, mean, differ in spreads(position):
            varied[verb] += differ
            assert mean == pytest.approx(worth, abs=1e-6)
    assert {verb for verb, many in varied.items() if many > 10} == verbs
