"""What a round could still be better by: what is lost a decision, times how often a seat decides."""

from collections.abc import Sequence
from statistics import fmean
from typing import Any

import pytest

from tests.lab.test_suite import labelled, random_match, small_suite
from tests.lab.test_suite_score import GREEDY, LOWEST
from upcard.bots import BOTS
from upcard.errors import UnknownBot
from upcard.game import legal_codes
from upcard.games import find_game
from upcard.lab.interval import Interval
from upcard.lab.suite import SuiteError
from upcard.lab.suite_bound import bound, decisions_a_round, ordinary
from upcard.lab.suite_make import is_any


def test_only_any_decisions_of_strong_play_for_two_are_ordinary() -> None:
    found = labelled(small_suite(find_game("nines"), 14))
    numbers = ordinary(found)
    assert numbers
    for number in range(14):
        is_one = is_any(number) and bool(found.strong[number]) and found.state(number).seats == 2
        assert (number in numbers) == is_one


def test_half_of_the_positions_for_two_are_any_decisions() -> None:
    assert sum(is_any(number) for number in range(1200)) == 600


def test_a_round_loses_what_a_decision_does_as_often_as_a_seat_decides() -> None:
    found = labelled(small_suite(find_game("nines"), 14), {code: code for code in range(30)})
    lost = [
        max(codes) - min(codes)
        for codes in (legal_codes(found.game, found.state(number)) for number in ordinary(found))
    ]
    report = bound(found, LOWEST, 7.5, compiled=False)
    assert report.positions == len(lost)
    assert report.lost.mean == pytest.approx(fmean(lost))
    assert report.a_round.mean == pytest.approx(7.5 * fmean(lost))
    assert bound(labelled(found), LOWEST, 7.5, compiled=False).a_round.mean == 0


def test_a_multiple_of_an_interval_has_its_ends_multiplied() -> None:
    assert Interval(1.0, 0.5, 2.0).times(3) == Interval(3.0, 1.5, 6.0)
    assert Interval(1.0, None, None).times(3) == Interval(3.0, None, None)


def test_a_seat_decides_at_least_once_a_turn_where_it_has_a_choice() -> None:
    game = find_game("nines")

    def play(who: Sequence[int], state: Any, seed: int, match: int) -> list[int]:
        return random_match(game, len(who), seed, match)

    often = decisions_a_round(game, play, 3, 1)
    assert 5 < often < 60
    assert often == decisions_a_round(game, play, 3, 1)


def test_who_does_not_play_and_what_is_not_labelled_is_refused() -> None:
    found = small_suite(find_game("nines"), 4)
    with pytest.raises(SuiteError, match="no ordinary position of the suite of Nines is labelled"):
        bound(found, GREEDY, 1.0)
    with pytest.raises(UnknownBot, match="race does not play Nines"):
        bound(labelled(found), BOTS["race"], 1.0)
