"""What the engine refuses, before anything is compiled or played."""

from dataclasses import replace
from typing import Any

import pytest

from tests.fast.engines import engine_of
from upcard import fast
from upcard.chance import SeededChance
from upcard.errors import OptionError
from upcard.fast import Policy
from upcard.games import GAMES
from upcard.table import Table

NINES = GAMES["nines"]


def view_of(name: str) -> Any:
    table = Table(GAMES[name], seats=2, chance=SeededChance(4))
    assert table.turn is not None
    return table.view(table.turn)


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        ({"seed": 1.5}, "seed is a whole number, not 1.5"),
        ({"seed": -1}, "seed is from 0 to 18446744073709551615, not -1"),
        ({"seed": 1 << 64}, "seed is from 0 to"),
        ({"first": 1 << 63}, "first is from 0 to"),
        ({"matches": -5}, "matches is from 0 to"),
        ({"matches": 10.5}, "matches is a whole number"),
        ({"names": ["random"]}, "1 policies for 2 seats"),
        ({"names": "nobody"}, "no policy 'nobody'"),
    ],
)
def test_numbers_and_names_that_mean_nothing(values: dict[str, Any], problem: str) -> None:
    given = {"names": "random", "matches": 1, **values}
    with pytest.raises(Exception, match=problem):
        engine_of("nines").simulate(**given)


def test_a_pair_has_two_policies() -> None:
    for names in ("random", ("random",), ("random", "random", "random")):
        with pytest.raises(ValueError, match="between two policies"):
            engine_of("nines").play_pairs(names, 1)


@pytest.mark.parametrize("value", [0, 40_000])
def test_NI1_1_options_out_of_their_range_never_begin_a_match(value: int) -> None:
    with pytest.raises(OptionError, match="rounds is from 1 to 18"):
        engine_of("nines").simulate("random", 1, options=replace(NINES.options(), rounds=value))
    with pytest.raises(OptionError, match="not the options of Nines"):
        engine_of("nines").simulate("random", 1, options=GAMES["rack-o"].options())


def test_a_roll_out_begins_with_a_legal_action_of_a_view_of_its_game() -> None:
    view = view_of("nines")
    for code in (999, 0, -1):  # nobody draws before two cards are turned up
        with pytest.raises(ValueError, match="code"):
            engine_of("nines").roll_out(view, "random", 3, code=code)
    with pytest.raises(ValueError, match="the view is of rack-o"):
        engine_of("nines").roll_out(view_of("rack-o"), "random", 3)
    over = engine_of("nines").play_match("random").state
    assert NINES.legal(over) == 0


def test_a_policy_that_breaks_the_rules_is_stopped() -> None:
    def always_flip(state: Any, legal: int, word: int, table: Any) -> int:
        return 12

    with pytest.raises(ValueError, match="not legal"):
        fast.engine(NINES, Policy("flips", fast_rule(always_flip))).simulate("flips", 1)


def test_a_blind_policy_that_looks_all_the_same_sees_nothing_of_the_match() -> None:
    def by_the_hand(state: Any, legal: int, word: int, table: Any) -> int:
        if state.hand != 0 or state.pile_size > 0 or state.words[0] != state.words[1]:
            return 63  # it would be stopped
        code = 0
        while (legal >> code) & 1 == 0:
            code += 1
        return code

    engine = fast.engine(NINES, Policy("peeks", fast_rule(by_the_hand), blind=True))
    options = NINES.options(rounds=1, turn_limit=3)
    assert engine.simulate("peeks", 2, options=options).matches == 2


def fast_rule(function: Any) -> Any:
    """Make a function known to Numba as rules are, without adding it to the rules of the house."""
    from numba.extending import register_jitable

    return register_jitable(function)
