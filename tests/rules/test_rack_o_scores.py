"""RO4: scores, the end of a round and of a match; AL1 and AL5 in Rack-O."""

import pytest

from tests.rules import oracles_rack_o as oracle
from tests.rules.rack_o_table import (
    BROKEN,
    OUT,
    OUT_BY_RUN,
    REVERSED,
    keys,
    numbers,
    open_to,
    play,
    play_until_chance,
    table,
    values,
)
from upcard.game import observe
from upcard.games.rack_o import GAME
from upcard.state import Phase

SEVEN = "2 8 14 19 23 30 41 12 6 50"
"""Seven rise from the front; with the last one, eight are higher than the one in front of them."""


def test_RO4_1_the_seat_that_goes_out_scores_75() -> None:
    state = table(OUT_BY_RUN, BROKEN)
    events = play(state, "draw", "reject")
    assert values(events, "scored") == {0: 75, 1: 45}
    assert state.totals[:2] == [75, 45]


def test_RO4_2_five_for_each_card_from_the_front_until_one_is_lower() -> None:
    state = table(OUT, SEVEN, REVERSED)
    assert values(play(state, "draw", "reject"), "scored") == {0: 75, 1: 35, 2: 5}


def test_RO4_3_or_five_for_every_card_higher_than_the_one_in_front() -> None:
    state = table(OUT, SEVEN, REVERSED, loser_score="every-rise")
    assert values(play(state, "draw", "reject"), "scored") == {0: 75, 1: 40, 2: 5}


@pytest.mark.parametrize(("reading", "clause"), [("front-run", "RO4.2"), ("every-rise", "RO4.3")])
def test_RO4_3_the_result_names_the_reading(reading: str, clause: str) -> None:
    state = table(OUT, SEVEN, REVERSED, loser_score=reading)
    play_until_chance(state, "draw", "reject")
    note = GAME.round_result(state).notes[-1]
    assert (note.where, note.clause, note.mark, note.score) == ("reading", clause, "reading", 0)


def test_RO4_3_two_presets_stand_side_by_side() -> None:
    readings = {preset.name: preset.values.get("loser_score") for preset in GAME.presets}
    assert readings["classic"] == "front-run"
    assert readings["as-printed"] == "every-rise"


@pytest.mark.parametrize("reading", ["front-run", "every-rise"])
def test_RO4_4_a_rack_in_order_that_did_not_go_out_scores_50(reading: str) -> None:
    state = table(OUT, "21 22 23 24 25 26 27 28 29 30", REVERSED, loser_score=reading)
    assert values(play(state, "draw", "reject"), "scored") == {0: 75, 1: 50, 2: 5}


def test_RO4_5_the_match_goes_on_below_the_target() -> None:
    state = table(OUT_BY_RUN, BROKEN, target=76)
    events = play(state, "draw", "reject")
    assert (state.round, state.phase) == (2, Phase.CHOOSE)
    assert keys(events)[-2:] == ["round-over", "dealt"]
    assert state.racks_shown == 0
    assert observe(GAME, state, 1).target == 76


def test_RO4_5_a_total_at_the_target_ends_the_match_after_the_whole_round_is_scored() -> None:
    state = table(OUT_BY_RUN, BROKEN, target=75)
    events = play(state, "draw", "reject")
    assert (state.round, state.phase) == (1, Phase.OVER)
    assert keys(events)[-1] == "match-over"
    assert state.totals[:2] == [75, 45]
    assert open_to(state) == []
    assert GAME.why_not(state, 0) == ("RO4.5", "the match is over")
    assert GAME.round_result(state).round == 1


def test_RO4_6_the_highest_total_wins_even_over_the_seat_that_went_out() -> None:
    state = table(OUT_BY_RUN, "31 30 29 28 27 26 25 24 23 22")
    state.totals[:2] = [410, 495]
    play(state, "draw", "reject")
    assert (state.phase, GAME.show(state).totals) == (Phase.OVER, (485, 500))
    assert not GAME.low_wins


def test_RO4_6_case_RO25_and_a_tie_as_in_case_RO27() -> None:
    state = table(OUT_BY_RUN, REVERSED)
    state.totals[:2] = [440, 490]
    play(state, "draw", "reject")
    assert GAME.show(state).totals == (515, 495)
    state = table(OUT_BY_RUN, "2 4 6 8 12 40 39 38 37 36")
    state.totals[:2] = [425, 470]
    play(state, "draw", "reject")
    assert GAME.show(state).totals == (500, 500)
    assert state.phase == Phase.OVER


def test_RO4_7_every_rack_is_shown_at_the_end_of_a_round() -> None:
    state = table(OUT_BY_RUN, BROKEN)
    events = play_until_chance(state, "draw", "reject")
    shown = [(event.seat, event.card) for event in events if event.key == "uncovered"]
    racks = [(seat, card) for seat, rack in enumerate((OUT_BY_RUN, BROKEN)) for card in numbers(rack)]
    assert shown == racks
    assert all(event.eyes is None for event in events if event.key == "uncovered")
    result = GAME.round_result(state)
    assert [cell.card for cell in result.layouts[1].cells] == numbers(BROKEN)
    assert all(cell.up for layout in result.layouts for cell in layout.cells)
    assert (result.round, result.points, result.totals) == (1, (75, 45), (75, 45))
    assert (result.ended_by, result.how) == (0, "rack-o")
    for viewer in (0, 1, None):
        view = observe(GAME, state, viewer)
        assert [cell.card for cell in view.layouts[0].cells] == numbers(OUT_BY_RUN)
        assert view.finisher == 0


def test_RO4_7_racks_stay_open_when_the_match_is_over() -> None:
    state = table(OUT_BY_RUN, BROKEN, target=75)
    play(state, "draw", "reject")
    cells = observe(GAME, state, None).layouts[1].cells
    assert [(cell.card, cell.up, cell.public) for cell in cells] == [
        (card, True, False) for card in numbers(BROKEN)
    ]


def test_AL1_rack_o_a_round_ends_when_every_seat_has_had_its_turns() -> None:
    state = table(BROKEN, REVERSED, turn_limit=2)
    assert "limit" not in keys(play(state, *["draw", "reject"] * 3))
    events = play_until_chance(state, "draw", "reject")
    assert keys(events)[2:] == ["limit", "scored", "scored", "round-over"]
    assert values(events, "scored") == {0: 45, 1: 5}
    result = GAME.round_result(state)
    assert (result.ended_by, result.how) == (None, "turn-limit")


def test_AL1_rack_o_nobody_has_gone_out_at_the_limit() -> None:
    racks = (OUT_BY_RUN, BROKEN)
    state = table(*racks, turn_limit=1, declare="choose", run_bonus="on")
    events = play_until_chance(state, "draw", "reject", "draw", "reject")
    assert values(events, "scored") == {0: 50, 1: 45}
    assert "bonus" not in keys(events)


def test_AL1_rack_o_going_out_comes_before_the_limit() -> None:
    state = table(BROKEN, OUT_BY_RUN, turn_limit=1)
    assert "limit" not in keys(play(state, "draw", "reject", "draw", "reject"))
    assert state.totals[:2] == [45, 75]


def test_AL5_rack_o_the_default_moves() -> None:
    state = table(OUT_BY_RUN, BROKEN, discard="39", pile="40", declare="choose")
    assert str(GAME.actions[GAME.default(state)]) == "draw"
    play(state, "draw")
    assert str(GAME.actions[GAME.default(state)]) == "reject"
    play(state, "reject", "take")
    assert str(GAME.actions[GAME.default(state)]) == "place 1"


def test_RO4_3_the_oracle_counts_as_this_file_does() -> None:
    assert oracle.front_run(numbers(SEVEN)) == 7
    assert oracle.every_rise(numbers(SEVEN)) == 8
