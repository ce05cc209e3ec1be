"""What bots lose in positions whose actions are labelled, and the command that tells it."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean
from typing import Any

import numpy as np
import pytest

from tests.lab.test_suite import labelled, nines, small_suite
from upcard.bots import BOTS, play_by
from upcard.cli import main
from upcard.errors import UnknownBot
from upcard.fast.policy import Policy
from upcard.game import legal_codes, options_of
from upcard.games import find_game
from upcard.lab import suite
from upcard.lab.suite import TEST, TUNE, SuiteError
from upcard.lab.suite_score import score
from upcard.lab.suite_strata import stage_of

Capture = pytest.CaptureFixture[str]
GREEDY = BOTS["greedy"]


def lowest(state: Any, legal: int, word: int, table: Sequence[int]) -> int:
    """Choose the lowest code."""
    code = 0
    while legal >> code & 1 == 0:
        code += 1
    return code


LOWEST = play_by("lowest", "Lowest", "Takes the lowest.", Policy("lowest", lowest))


def test_the_best_action_loses_nothing_and_another_what_it_is_worth_less() -> None:
    found = nines()
    report = score(found, LOWEST, TEST, compiled=False)
    assert report.regret.mean == report.errors.mean == 0
    assert report.positions == report.total == int((found.half == TEST).sum())
    upside = labelled(found, {code: code for code in range(30)})
    lost = [
        max(codes) - min(codes)
        for codes in (legal_codes(found.game, found.state(number)) for number in found.labelled(TUNE))
    ]
    report = score(upside, LOWEST, TUNE, compiled=False)
    assert report.regret.mean == pytest.approx(fmean(lost))
    assert report.worst[0].lost == max(lost)
    assert sum(each.positions for each in report.strata if each.name == "seats") == report.positions
    assert report.errors.mean == fmean(it > 1 for it in lost)


def test_an_error_is_sure_where_its_label_cannot_be_far_enough_off() -> None:
    found = nines()
    exact = labelled(found, {code: 2.0 * code for code in range(30)})
    report = score(exact, LOWEST, TUNE, compiled=False)
    assert report.sure == report.errors
    for half_error, sure in ((0.4, True), (0.6, False)):  # two points lost, two standard errors, one point
        rough = replace(
            exact,
            labels={
                number: replace(
                    label,
                    picks=np.minimum(label.picks, 2.0 + np.nanmin(label.picks)),
                    judged=np.minimum(label.judged, 2.0 + np.nanmin(label.judged)),
                    errors=np.full_like(label.errors, half_error),
                )
                for number, label in exact.labels.items()
            },
        )
        report = score(rough, LOWEST, TUNE, compiled=False)
        assert report.errors.mean == 1
        assert report.sure.mean == (1 if sure else 0)
        assert (report.worst[0].lost, report.worst[0].margin) == (2.0, pytest.approx(2 * half_error))


def test_a_bot_is_asked_as_if_the_match_had_just_begun_since_points_of_the_round_are_labelled() -> None:
    found, seen = nines(), []

    def look(state: Any, legal: int, word: int, table: Sequence[int]) -> int:
        seen.append((state.round, list(state.totals)))
        return lowest(state, legal, word, table)

    score(found, play_by("looker", "Looker", "Looks.", Policy("looker", look)), TEST, compiled=False)
    assert seen
    assert all(round_ == 1 and not any(totals) for round_, totals in seen)
    assert any(any(found.state(number).totals) for number in found.labelled(TEST))


def test_what_a_round_has_brought_by_now_is_not_still_to_come() -> None:
    """RR6.2: whoever has Clocked Off has banked a Speed Bonus; in last turns a label is about exact."""
    found = suite.suite_for(find_game("rat-race"))
    policy = BOTS["td1"].policy("rat-race")
    assert policy
    assert policy.weigh
    looked = 0
    for number in [
        number for number in found.labelled() if stage_of(found.game, found.state(number)) == "final"
    ]:
        state, label = found.round_of(number), found.labels[number]
        assert found.brought(number) == (3 if state.clocked == state.seat else -3)
        worths = np.full(len(found.game.actions), np.nan)
        policy.weigh(
            state,
            found.game.legal(state),
            policy.table_for(found.game, options_of(found.game, state), 2),
            worths,
        )
        worth = np.nanmax(worths)
        assert worth - found.brought(number) == pytest.approx(label.value, abs=0.01 + 4 * label.root_error)
        looked += 1
    assert looked >= 5


def test_positions_of_tables_for_so_many_seats_may_be_asked_about_alone() -> None:
    found = nines()
    seats = {half: [found.state(number).seats for number in found.labelled(half)] for half in (TUNE, TEST)}
    half = max(seats, key=lambda half: len(set(seats[half])))
    report = score(found, LOWEST, half, seats=2, compiled=False)
    assert 0 < report.positions == report.total == seats[half].count(2) < len(seats[half])
    with pytest.raises(SuiteError, match="no position with 8 seats of the test half of the suite of Nines"):
        score(found, LOWEST, TEST, seats=8)


def test_a_bot_that_plays_at_random_is_asked_more_than_once() -> None:
    found = nines()
    report = score(found, BOTS["random"], TEST, compiled=False)
    assert report.regret.mean > 0
    assert score(found, BOTS["random"], TEST, compiled=False) == report


def test_compiled_or_not_a_bot_is_asked_the_same(request: pytest.FixtureRequest) -> None:
    fast = pytest.importorskip("upcard.fast")
    if not fast.available():
        pytest.skip(fast.reason())
    found = nines()
    quick = score(found, GREEDY, TEST, compiled=True)
    assert replace(quick, path="interpreted") == score(found, GREEDY, TEST, compiled=False)


def test_who_does_not_play_and_what_is_not_labelled_is_refused() -> None:
    found = small_suite(find_game("nines"), 4)
    with pytest.raises(SuiteError, match="no position of the test half of the suite of Nines is labelled"):
        score(found, GREEDY, TEST)
    with pytest.raises(UnknownBot, match="race does not play Nines"):
        score(labelled(found), BOTS["race"], TEST)


# --- the command ---------------------------------------------------------------------------------------


def test_the_command_tells_people_and_programs_what_a_bot_loses(capsys: Capture) -> None:
    assert main(["match", "--suite", "nines", "greedy", "--interpreted"]) == 0
    shown = capsys.readouterr().out
    assert "Nines: greedy in" in shown
    assert "lost a decision" in shown
    assert re.search(r"more than 1 point lost \S+% \(.*\), surely \S+% \(", shown)
    assert main(["match", "nines", "greedy", "--suite", "--half", "tune", "--interpreted", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["half"], told["bot"], told["root_rms"]) == ("tune", "greedy", None)
    assert 0 < told["regret"]["mean"] < 3
    assert {entry["of"] for entry in told["strata"]} >= {"seats", "stage", "score", "round", "decision"}


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--suite", "nines", "greedy", "random"], "asks one BOT, not 2"),
        (["--suite", "nines", "greedy", "--pairs", "3"], "--pairs says nothing with --suite"),
        (["--suite", "nines", "greedy", "--set", "rounds=1"], "--set says nothing with --suite"),
        (["--suite", "nines", "race"], "race does not play Nines"),
        (["--suite", "nines", "greedy", "--half", "best"], "invalid choice"),
        (["nines", "greedy", "random", "--half", "test"], "--half goes with --suite"),
        (["nines", "greedy", "random", "td1"], "between BOT and BOT, not 3"),
        (["nines", "greedy", "random", "--luck-by", "greedy"], "greedy does not say what positions of Nines"),
        (["nines", "greedy", "random", "--luck-by", "nobody"], "no bot is called 'nobody'"),
        (["--suite", "nines", "greedy", "--luck-by", "td1"], "--luck-by says nothing with --suite"),
    ],
)
def test_a_suite_that_cannot_be_asked_is_wrong_use(words: list[str], reason: str, capsys: Capture) -> None:
    assert main(["match", *words]) == 2
    assert reason in capsys.readouterr().err
