"""Every compiled match ends: programs play with a turn limit, and so does whoever plays a view on (AL1)."""

import pytest

from tests.fast.engines import engine_of
from upcard.chance import SeededChance
from upcard.game import PROGRAM_TURNS, options_of
from upcard.games import GAMES
from upcard.table import Table


@pytest.mark.parametrize("name", GAMES)
def test_AL1_programs_play_with_a_turn_limit_even_where_none_is_set(name: str) -> None:
    game = GAMES[name]
    played = engine_of(name).play_match("random", options=game.options(turn_limit=0), seed=3)
    assert options_of(game, played.state).turn_limit == PROGRAM_TURNS
    kept = engine_of(name).play_match("random", options=game.options(turn_limit=7), seed=3)
    assert options_of(game, kept.state).turn_limit == 7


def test_AL1_random_racks_that_would_never_rise_are_scored_at_the_limit() -> None:
    totals = engine_of("rack-o").simulate("random", 2)
    assert totals.matches == 2
    assert totals.capped > 0
    assert totals.turns <= totals.rounds * 2 * PROGRAM_TURNS


def test_AL1_a_view_of_people_who_play_without_a_limit_is_played_on_to_an_end() -> None:
    table = Table(GAMES["rack-o"], seats=2, chance=SeededChance(4))
    assert table.options.turn_limit == 0
    assert table.turn is not None
    points = engine_of("rack-o").roll_out(table.view(table.turn), "random", 5)
    assert points.shape == (5, 2)
    assert points.min() >= 5
