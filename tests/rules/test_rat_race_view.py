"""Rat Race: what a seat sees, which rows are one card short, and the default move (AL3, AL5)."""

from collections.abc import Iterator

import pytest

from tests.rules.rat_race_table import check, check_cards, keys, play, start, table
from upcard.chance import SeededChance, Xoshiro
from upcard.game import (
    answer_all,
    copy_state,
    imagine,
    legal_codes,
    observe,
    read_events,
    seen_by,
    wants_chance,
)
from upcard.games.rat_race import GAME
from upcard.games.rat_race.rules import default
from upcard.games.rat_race.state import State
from upcard.state import Phase
from upcard.values import Part

SETS: tuple[dict[str, int | str], ...] = (
    {},
    {"walkout": "optional", "walkout_rats": 2, "rounds": 2},
    {"walkout": "off", "turn_limit": 6},
    {"rounds": 11, "walkout_rats": 0, "turn_limit": 25, "speed_bonus": 0},
)


def rails(state: State, seat: int = 0, viewer: int | None = None) -> list[Part]:
    """Return the rows of a seat that a viewer is told to be one card short."""
    return [part for part in observe(GAME, state, viewer).layouts[seat].parts if part.mark == "rail"]


def needs(own: str, **options: int | str) -> list[str]:
    """Return for each row one card short the cards that would complete it."""
    return [GAME.faces.line(part.needs) for part in rails(table(own, **options))]


def test_RR5_1_a_row_that_lacks_one_card_is_shown_with_the_cards_that_would_do():
    state = table("7 7 ? / 2 (2) 2 / 3 ? 4")
    first, second = rails(state)
    assert (first.where, first.cells, first.match, first.score) == ("row 1", (1, 2, 3), (1, 2), 0)
    assert (first.clause, first.unknown) == ("RR5.1", 1)
    assert first.why == "one card short of a Walkout: 7 or Rat completes the row"
    assert GAME.faces.line(first.needs) == "7 R"
    assert (second.cells, second.match, second.unknown) == ((4, 5, 6), (4, 6), 0)
    assert GAME.faces.line(second.needs) == "2 R"
    for viewer in (0, 1, None):
        assert rails(state, viewer=viewer) == [first, second], "an opponent sees a threat too"


def test_RR5_1_a_third_card_that_is_up_and_differs_leaves_a_row_one_short():
    assert needs("7 4 7 / 1 2 3 / 4 5 6") == ["7 R"]
    assert needs("R 4 7 / 1 2 3 / 4 5 6") == ["4 7 R"]


@pytest.mark.parametrize(
    ("most", "lacking"),
    [(0, ["7"]), (1, ["7 R", "7"]), (2, ["7 R", "7 R", "1 2 3 4 5 6 7 8 9 10"])],
)
def test_RR5_2_a_row_one_short_counts_the_rats_it_may_hold(most: int, lacking: list[str]):
    assert needs("7 7 ? / R 7 ? / R R ?", walkout_rats=most) == lacking


def test_RR5_2_two_rats_lack_any_card():
    (rail,) = rails(table("R R ? / ? ? ? / ? ? ?"))
    assert len(rail.needs) == 11
    assert rail.why == "one card short of a Walkout: any card completes the row"


def test_RR5_5_no_row_is_one_short_where_none_may_walk_out():
    assert needs("7 7 ? / 2 3 4") == [], "the Walkout of this round is used"
    assert needs("7 7 ? / 2 3 4 / ? ? ?", walkout="off") == []
    assert needs("7 [7] ? / 2 (2) ? / ? ? ?") == [], "two cards must be up"


def test_RR5_8_a_declined_row_is_not_one_short():
    state = table("7 7 [1] / ? ? ? / ? ? ?", pile="7", walkout="optional")
    play(state, "draw", "place 3", "pass")
    assert rails(state) == []


def test_RR2_3_no_row_is_one_short_during_the_reveal():
    state = table("7 7 ? / ? ? ? / ? ? ?")
    state.phase = Phase.REVEAL
    assert rails(state) == []


def test_RR3_7_rows_are_still_one_short_while_the_pile_is_shuffled():
    state = table("7 7 ? / ? ? ? / ? ? ?", under=True)
    GAME.apply(state, 0)
    assert state.phase == Phase.SHUFFLE
    assert len(rails(state)) == 1
    check(state)


def test_RR4_1_a_view_scores_what_is_known_and_parts_add_up():
    layout = observe(GAME, table("7 7 ? / (7) 3 ? / 2 ? ?"), 1).layouts[0]
    assert [part.score for part in layout.parts if part.mark != "rail"] == [2, 10, 0]
    assert (layout.score, layout.unknown) == (12, 4)


def moves(state: State) -> str:
    return str(GAME.actions[default(state)])


def test_AL5_a_drawn_card_is_rejected_and_otherwise_one_is_drawn():
    state = table("6 ? ? / ? ? ? / ? ? ?")
    assert moves(state) == "draw"
    play(state, "draw")
    assert moves(state) == "reject"
    play(state, "reject")
    assert moves(state) == "flip 2"


def test_AL5_the_lowest_cell_is_revealed_and_turned_up():
    state = table()
    state.phase = Phase.REVEAL
    assert moves(state) == "flip 1"
    play(state, "flip 1")
    assert moves(state) == "flip 2"


@pytest.mark.parametrize(
    ("own", "cell"),
    [
        ("6 9 ? / ? 9 8 / ? ? ?", 6),  # two 9s of one column count nothing
        ("6 10 ? / ? R 5 / 6 3 ?", 6),  # the Rat copies the 10; the 5 counts most
        ("? ? ? / ? (9) ? / ? ? ?", 1),  # none is up
        ("6 (9) 6 / ? 9 ? / ? ? ?", 1),  # the pair counts nothing, though half of it is down again
        ("6 [9] 6 / ? 9 ? / ? ? ?", 5),  # nobody knows of the pair
        ("9 8 ? / 9 4 ?", 2),
        ("R R R / 9 8 ?", 1),
    ],
)
def test_AL5_a_taken_upcard_goes_to_the_face_up_card_that_counts_most(own: str, cell: int):
    state = table(own, discard="1 2")
    play(state, "take")
    assert moves(state) == f"place {cell}"


def test_AL5_the_default_is_the_same_for_all_that_a_seat_cannot_tell_apart():
    state = table("6 [9] 6 / ? 9 ? / ? ? ?", discard="1 2")
    play(state, "take")
    for seed in range(20):
        other = imagine(GAME, observe(GAME, state, 0), Xoshiro(seed))
        assert default(other) == default(state) == default(observe(GAME, state, 0).table_state)


def positions(seed: int, **options: int | str) -> Iterator[State]:
    """Yield every position of a match in which a mixed player moves, sometimes at random."""
    state = start(SeededChance(seed), **options)
    stream = Xoshiro(seed, 99)
    while state.phase != Phase.OVER:
        yield state
        codes = legal_codes(GAME, state)
        code = codes[stream.below(len(codes))] if stream.below(3) else default(state)
        GAME.apply(state, code)
        answer_all(GAME, state, SeededChance(seed))
    yield state


@pytest.mark.parametrize("options", SETS)
def test_AL3_what_a_seat_has_not_seen_changes_nothing_that_reaches_it(options: dict[str, int | str]):
    for step, state in enumerate(positions(5, **options)):
        if step % 7:
            continue
        for viewer in (0, 1, None):
            view = observe(GAME, state, viewer, step)
            other = imagine(GAME, view, Xoshiro(3, step))
            assert observe(GAME, other, viewer, step) == view
            if view.turn == viewer:
                assert legal_codes(GAME, other) == legal_codes(GAME, state)
                assert default(other) == default(state)


@pytest.mark.parametrize("options", SETS)
def test_AL3_the_rules_run_on_what_a_seat_knows(options: dict[str, int | str]):
    """Unknown cards, 0, complete no row, and no index goes wrong, whatever is tried."""
    for step, state in enumerate(positions(6, **options)):
        if step % 5:
            continue
        for viewer in (0, 1):
            masked = observe(GAME, state, viewer, step).table_state
            for code in legal_codes(GAME, masked):
                trial = copy_state(masked)
                GAME.apply(trial, code)
                events = read_events(GAME, trial, 0)
                burned = [event.card for event in events if event.key == "burned"]
                assert None not in burned
                assert "walked-out" not in keys(events) or len(burned) == 3
                if wants_chance(trial):
                    answer_all(GAME, trial, SeededChance(1))
                GAME.show(trial)
                assert default(trial) in legal_codes(GAME, trial) or trial.phase == Phase.OVER


def test_AL3_a_drawn_card_is_in_nobody_elses_event():
    state = table(pile="5")
    (event,) = play(state, "draw")
    assert [seen_by(event, viewer).card for viewer in (0, 1, None)] == [5, None, None]


@pytest.mark.parametrize("options", SETS)
def test_RR1_2_B13_no_card_is_lost_and_every_match_ends(options: dict[str, int | str]):
    """RR ends with *Always true*: 84 cards, the burn grows by three or not at all."""
    for seed in range(3):
        burnt = 0
        for state in positions(seed, **options):
            check_cards(state)
            assert state.burn_size - burnt in (0, 3)
            burnt = state.burn_size
        assert state.phase == Phase.OVER


def test_RR1_1_presets_are_tables_that_can_be_played():
    for preset in GAME.presets:
        state = start(**preset.values)
        assert state.phase == Phase.REVEAL


def test_RR5_8_default_of_a_question_is_pass():
    state = table("7 7 [1] / 2 3 ? / ? ? ?", pile="7", walkout="optional")
    play(state, "draw", "place 3")
    assert moves(state) == "pass"
