"""What levels do not see, forget or misjudge: each such weakness in a position that shows it."""

from itertools import chain
from typing import Any

import numpy as np
import pytest

from tests.bots.positions import chosen, made, played, seen_from
from tests.rules import nines_table, rat_race_table
from upcard.bots import columns
from upcard.bots.columns import RANKS, SCALE, column_value
from upcard.bots.hand_rack_o import HAND
from upcard.bots.levels import level
from upcard.bots.levels_nines import COUNTLESS, IN_TIME, uncounted
from upcard.bots.levels_nines import felt as felt_in_nines
from upcard.bots.levels_rack_o import GAPS
from upcard.bots.levels_rat_race import FEELING, WEIGH_GAINS, remembered
from upcard.bots.levels_rat_race import felt as felt_in_rat_race
from upcard.bots.td1_nines import TD1, learned_table
from upcard.game import Game, options_of
from upcard.games import find_game
from upcard.games.rat_race.state import PLACE

NINES, RAT_RACE, RACK_O = map(find_game, ("nines", "rat-race", "rack-o"))


def worths(game: Game, weigh: Any, table: Any, state: Any) -> Any:
    """What each action is worth by a table."""
    found = np.full(len(game.actions), np.nan)
    seen = seen_from(game, state)
    weigh(seen, game.legal(seen), table, found)
    return found


def test_a_beginner_sees_little_of_what_a_pair_may_become() -> None:
    options = NINES.settle(None, 2)
    seven, six = (NINES.faces.code(text) for text in ("7c", "6c"))
    gains = []
    for table in (columns.tabulate(NINES, options, 2), felt_in_nines(NINES, options, 2)):
        pair, other, alike = table[RANKS + seven], table[RANKS + six], table[RANKS + seven]
        apart = column_value(pair, other, 0, table) - column_value(pair, alike, 0, table)
        gains.append(apart / table[SCALE])
    assert gains[1] < gains[0] / 2


@pytest.mark.parametrize(("game", "felt"), [(NINES, felt_in_nines), (RAT_RACE, felt_in_rat_race)])
def test_a_beginner_dreads_what_is_face_down_and_sees_what_lies_open(game: Game, felt: Any) -> None:
    options = game.settle(None, 2)
    true, seen = columns.tabulate(game, options, 2), felt(game, options, 2)
    unknown = [column_value(0, 0, 0, table) / table[SCALE] for table in (true, seen)]
    assert unknown[1] > unknown[0] + 2
    for ranks in ((1, 2, 3), (5, 5, 5), (9, 9, 2)):
        whole = [column_value(*ranks, table) / table[SCALE] for table in (true, seen)]
        assert whole[0] == pytest.approx(whole[1], abs=0.01)


def test_casual_does_not_count_the_cards_that_are_gone() -> None:
    grids = ("7 7 4 / ? 5 9 / ? ? 2", "A 2 3 / 4 5 6 / ? ? ?")
    states = [nines_table.table(*grids, discard=gone + " K") for gone in ("7 7 7 7 7", "J J J J J")]
    options = options_of(NINES, states[0])
    differences = []
    for table in (learned_table(NINES, options, 2), uncounted(NINES, options, 2)):
        one, other = (worths(NINES, IN_TIME.weigh, table, state) for state in states)
        differences.append(np.nanmax(np.abs(one - other)))
    assert differences[0] > 0.1
    assert differences[1] < differences[0] * 10 / COUNTLESS
    for state in states:  # otherwise it is *td1*
        weighed = [
            worths(NINES, weigh, learned_table(NINES, options, 2), state)
            for weigh in (IN_TIME.weigh, TD1.weigh)
        ]
        np.testing.assert_array_equal(*weighed)


def test_a_beginner_forgets_after_some_turns_what_was_shown_at_the_opening() -> None:
    state = rat_race_table.table("? ? 3 / (8) ? ? / 8 ? ?", discard="8")
    table = felt_in_rat_race(RAT_RACE, options_of(RAT_RACE, state), 2)
    state.turns[0] = FEELING.memory - 1
    fresh = worths(RAT_RACE, WEIGH_GAINS, table, state)
    assert remembered(seen_from(RAT_RACE, state), 3, table) == 8
    state.turns[0] = FEELING.memory
    later = worths(RAT_RACE, WEIGH_GAINS, table, state)
    assert remembered(seen_from(RAT_RACE, state), 3, table) == 0
    assert remembered(seen_from(RAT_RACE, state), 6, table) == 8
    assert abs(fresh[PLACE] - later[PLACE]) > 1
    assert np.delete(fresh, [1, PLACE, PLACE + 3, PLACE + 6]) == pytest.approx(
        np.delete(later, [1, PLACE, PLACE + 3, PLACE + 6])
    )


def test_a_beginner_at_rack_o_goes_by_gaps_as_hand_does_but_for_slips() -> None:
    sure = level("sure", "rack-o", GAPS, HAND.tabulate, 0.0)
    for position in chain(played("rack-o", 200, 3), made("rack-o", 100, 3)):
        assert chosen(sure, position, 5) == chosen(HAND, position, 5)
