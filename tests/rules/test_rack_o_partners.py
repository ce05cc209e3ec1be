"""RO5: partners and the run bonus."""

import pytest

from tests.rules.rack_o_table import BROKEN, REVERSED, keys, play, play_until_chance, table, values
from upcard.errors import OptionError
from upcard.game import observe
from upcard.games.rack_o import GAME
from upcard.state import Phase

NORTH = "11 12 13 14 25 29 41 43 50 60"
"""Went out, with a run of four."""
SOUTH = "2 5 9 21 20 19 10 8 7 6"
"""Four rise from the front, no run counts up."""
EAST = "15 16 18 22 24 26 23 17 4 3"
"""Six rise from the front."""
WEST = "59 58 57 56 55 54 53 52 51 1"
"""One."""
THREE_BROKEN = "40 39 31 32 33 49 48 47 46 45"
"""One from the front, and a run of three in the middle."""


def test_RO5_1_seats_0_and_2_play_against_1_and_3() -> None:
    state = table(NORTH, EAST, SOUTH, WEST, partners="on")
    assert GAME.show(state).teams == ((0, 2), (1, 3))
    assert GAME.show(table(NORTH, EAST, SOUTH, WEST)).teams == ()


def test_RO5_1_partners_do_not_see_each_others_racks() -> None:
    state = table(NORTH, EAST, SOUTH, WEST, partners="on")
    view = observe(GAME, state, 0)
    assert all(cell.card is None for cell in view.layouts[2].cells)


@pytest.mark.parametrize("seats", [2, 3])
def test_RO5_1_partners_need_four_seats(seats: int) -> None:
    with pytest.raises(OptionError, match=f"four seats, not {seats}") as refused:
        GAME.settle(GAME.options(partners="on"), seats)
    assert refused.value.clause == "RO5"


def test_RO5_2_case_RO29_a_teams_score_is_the_sum_of_its_seats() -> None:
    state = table(NORTH, EAST, SOUTH, WEST, partners="on")
    events = play_until_chance(state, "draw", "reject declare")
    assert values(events, "scored") == {0: 175, 1: 30, 2: 20, 3: 5}
    assert values(events, "bonus") == {0: 100}
    result = GAME.round_result(state)
    assert result.points == (175, 30, 20, 5)
    assert result.totals == (195, 35, 195, 35)
    assert [layout.score for layout in result.layouts] == [175, 30, 20, 5]
    teams = [(note.where, note.score, note.why) for note in result.notes if note.clause == "RO5.2"]
    assert teams == [("seats 0 and 2", 195, "175 + 20 = 195"), ("seats 1 and 3", 35, "30 + 5 = 35")]
    bonuses = [(note.where, note.score, note.mark) for note in result.notes if note.clause == "RO5.3"]
    assert bonuses == [("seat 0", 100, "bonus")]


@pytest.mark.parametrize(("target", "over"), [(195, True), (196, False)])
def test_RO5_2_the_teams_play_to_the_target(target: int, over: bool) -> None:
    state = table(NORTH, EAST, SOUTH, WEST, partners="on", target=target)
    play(state, "draw", "reject declare")
    assert (state.phase == Phase.OVER) == over
    assert GAME.show(state).totals == (195, 35, 195, 35)


@pytest.mark.parametrize(
    ("rack", "bonus"),
    [
        ("1 2 9 10 15 20 25 30 35 40", 0),
        ("1 2 3 10 15 20 25 30 35 40", 50),
        ("1 7 8 9 10 20 25 30 35 40", 100),
        ("1 5 9 15 25 36 37 38 39 40", 200),
        ("1 5 9 15 35 36 37 38 39 40", 400),
    ],
)
def test_RO5_3_the_bonus_of_a_run(rack: str, bonus: int) -> None:
    held = set(rack.split())
    rest = [str(card) for card in range(50, 0, -1) if str(card) not in held]
    state = table(rack, " ".join(rest[:10]), " ".join(rest[10:20]), run_bonus="on")
    events = play_until_chance(state, "draw", "reject declare")
    assert values(events, "scored")[0] == 75 + bonus
    assert values(events, "bonus") == ({0: bonus} if bonus else {})
    layout = GAME.round_result(state).layouts[0]
    assert layout.score == 75 + bonus
    assert [part.where for part in layout.parts] == ["rack", "going out", "run bonus"][: 3 if bonus else 2]


def test_RO5_3_the_bonus_is_on_with_partners_and_off_otherwise() -> None:
    assert GAME.settle(None, 4).run_bonus == "off"
    assert GAME.settle(GAME.options(partners="on"), 4).run_bonus == "on"
    assert GAME.settle(GAME.options(partners="on", run_bonus="off"), 4).run_bonus == "off"
    assert GAME.settle(GAME.options(run_bonus="on"), 3).run_bonus == "on"
    state = table(NORTH, EAST, SOUTH, WEST, partners="on", run_bonus="off")
    assert values(play(state, "draw", "reject"), "scored") == {0: 75, 1: 30, 2: 20, 3: 5}


@pytest.mark.parametrize(
    ("rack", "length", "bonus"),
    [
        ("31 32 33 34 35 36 37 38 39 40", 10, 400),
        ("3 11 12 13 14 15 16 17 44 48", 7, 400),
        ("1 2 3 10 20 21 22 23 40 50", 4, 100),
        ("10 11 12 13 14 15 46 47 48 49", 6, 400),
    ],
)
def test_RO5_4_only_the_longest_run_counts_and_six_is_the_most(rack: str, length: int, bonus: int) -> None:
    held = set(rack.split())
    rest = [str(card) for card in range(50, 0, -1) if str(card) not in held]
    state = table(rack, " ".join(rest[:10]), " ".join(rest[10:20]), run_bonus="on")
    play_until_chance(state, "draw", "reject declare")
    part = GAME.round_result(state).layouts[0].parts[2]
    assert (part.score, len(part.match), part.mark) == (bonus, length, "run-bonus")


def test_RO5_4_a_run_in_the_partners_unfinished_rack_counts_up_in_adjacent_cells() -> None:
    state = table(NORTH, EAST, THREE_BROKEN, WEST, partners="on")
    events = play_until_chance(state, "draw", "reject declare")
    assert values(events, "bonus") == {0: 100, 2: 50}
    assert values(events, "scored") == {0: 175, 1: 30, 2: 55, 3: 5}
    layout = GAME.round_result(state).layouts[2]
    assert [(part.where, part.score) for part in layout.parts] == [("rising run", 5), ("run bonus", 50)]
    assert layout.parts[1].match == (3, 4, 5)
    counting_down = table(NORTH, EAST, WEST, THREE_BROKEN, partners="on")
    assert values(play(counting_down, "draw", "reject declare"), "bonus") == {0: 100}


def test_RO5_5_the_winners_rack_only() -> None:
    state = table(NORTH, EAST, THREE_BROKEN, WEST, partners="on", bonus_racks="winner")
    events = play_until_chance(state, "draw", "reject declare")
    assert values(events, "bonus") == {0: 100}
    assert [layout.score for layout in GAME.round_result(state).layouts] == [175, 30, 5, 5]


def test_RO5_5_without_partners_it_is_the_winners_rack() -> None:
    state = table(NORTH, EAST, THREE_BROKEN, WEST, run_bonus="on")
    events = play_until_chance(state, "draw", "reject declare")
    assert values(events, "bonus") == {0: 100}
    assert GAME.round_result(state).totals == (175, 30, 5, 5)
    assert all(note.clause != "RO5.2" for note in GAME.round_result(state).notes)


def test_RO5_5_the_other_team_never_earns_it() -> None:
    state = table(NORTH, THREE_BROKEN, SOUTH, WEST, partners="on")
    assert values(play(state, "draw", "reject declare"), "bonus") == {0: 100}


def test_RO5_5_seats_1_and_3_are_a_team_as_well() -> None:
    state = table(THREE_BROKEN, WEST, EAST, NORTH, turn=3, partners="on")
    events = play(state, "draw", "reject declare")
    assert values(events, "scored") == {0: 5, 1: 5, 2: 30, 3: 175}
    assert GAME.show(state).totals == (35, 180, 35, 180)
    assert "went-rack-o" in keys(events)


def test_RO3_5_a_needed_run_and_a_bonus_go_together() -> None:
    state = table(BROKEN, REVERSED, pile="3", run_bonus="on")
    assert (state.run_needed, state.run_bonus, state.declare) == (3, 1, 1)
