"""RO3: going Rack-O."""

from collections.abc import Sequence

import pytest

from tests.rules.rack_o_table import (
    BROKEN,
    OUT,
    OUT_BY_RUN,
    REVERSED,
    keys,
    open_to,
    play,
    refusal,
    table,
)
from upcard.game import observe, seen_by
from upcard.games.rack_o import GAME
from upcard.games.rack_o.state import State
from upcard.values import Event, View


def went_out(events: Sequence[Event]) -> bool:
    return "went-rack-o" in keys(events)


def test_RO3_1_ten_numbers_that_rise_with_gaps() -> None:
    assert went_out(play(table(BROKEN, OUT, pile="40", run_needed=0), "draw", "place 10"))


@pytest.mark.parametrize("action", ["place 1", "place 9", "reject"])
def test_RO3_1_not_with_one_card_out_of_order(action: str) -> None:
    assert not went_out(play(table(BROKEN, OUT, pile="40", run_needed=0), "draw", action))


def test_RO3_2_nobody_has_another_turn() -> None:
    state = table(BROKEN, OUT, REVERSED, pile="50")
    events = play(state, "draw", "place 10")
    assert (keys(events)[-1], state.round) == ("dealt", 2)
    assert keys(events)[3] == "went-rack-o"
    assert state.turns == [0, 0, 0, 0]
    assert values_of_round(events, "scored") == [75, 50, 5]


def values_of_round(events: Sequence[Event], key: str) -> list[int | None]:
    return [event.value for event in events if event.key == key]


def test_RO3_3_a_rack_dealt_in_order_waits_for_its_own_turn() -> None:
    state = table(BROKEN, OUT_BY_RUN)
    assert not went_out(play(state, "draw", "reject"))
    assert state.round == 1
    events = play(state, "draw", "reject")
    assert went_out(events)
    assert next(event.seat for event in events if event.key == "went-rack-o") == 1


def test_RO3_3_a_rack_is_not_judged_while_a_card_is_in_hand() -> None:
    state = table(OUT_BY_RUN, BROKEN, pile="40")
    assert not went_out(play(state, "draw"))
    assert not went_out(play(state, "place 1")), "the card that came destroyed the order"


def test_RO3_4_auto_the_plain_action_declares() -> None:
    state = table(OUT_BY_RUN, BROKEN, pile="40")
    assert state.declare == 0
    play(state, "draw")
    assert not any("declare" in text for text in open_to(state))
    assert went_out(play(state, "reject"))


@pytest.mark.parametrize("text", ["reject declare", "place 10 declare"])
def test_RO3_4_auto_refuses_to_declare(text: str) -> None:
    state = table(OUT_BY_RUN, BROKEN, pile="40")
    play(state, "draw")
    clause, reason = refusal(state, text)
    assert clause == "RO3.4"
    assert "by itself" in reason


def test_RO3_4_choose_declaring_is_open_where_the_rack_then_qualifies() -> None:
    state = table(OUT_BY_RUN, BROKEN, pile="16", declare="choose")
    play(state, "draw")
    plain = ["reject", *(f"place {cell}" for cell in range(1, 11))]
    assert open_to(state) == [*plain, "reject declare", "place 8 declare", "place 9 declare"]
    state = table(BROKEN, OUT, pile="40", declare="choose", run_needed=0)
    play(state, "draw")
    assert open_to(state) == [*plain, "place 10 declare"]
    state = table("2 4 6 30 12 14 16 18 22 29", OUT, discard="31", declare="choose", run_needed=0)
    play(state, "take")
    assert open_to(state) == plain[1:]
    state = table(BROKEN, OUT, pile="16", declare="choose", run_needed=0)
    play(state, "draw")
    assert open_to(state) == plain


def test_RO3_4_choose_the_card_before_the_break_may_be_the_one_to_go() -> None:
    state = table("2 4 6 30 12 14 16 18 22 29", OUT, discard="8", declare="choose", run_needed=0)
    play(state, "take")
    assert went_out(play(state, "place 4 declare"))


def test_RO3_4_choose_declaring_ends_the_round_and_the_plain_action_does_not() -> None:
    for text, out in (("reject", False), ("reject declare", True), ("place 8", False)):
        state = table(OUT_BY_RUN, BROKEN, pile="16", declare="choose")
        assert went_out(play(state, "draw", text)) == out
        assert state.round == 1 + out
    state = table(OUT_BY_RUN, BROKEN, discard="16", declare="choose")
    events = play(state, "take", "place 8 declare")
    assert [event.key for event in events[:4]] == ["took", "placed", "left", "went-rack-o"]


def test_RO3_4_choose_a_seat_may_declare_later() -> None:
    state = table(OUT_BY_RUN, BROKEN, declare="choose")
    play(state, "draw", "reject", "draw", "reject", "draw")
    assert "reject declare" in open_to(state)
    assert went_out(play(state, "reject declare"))


def test_RO3_4_choose_tags_the_actions_that_go_out() -> None:
    state = table(OUT_BY_RUN, BROKEN, pile="16", declare="choose")
    play(state, "draw")
    tagged = {str(choice.action) for choice in observe(GAME, state, 0).legal if choice.tag == "Rack-O"}
    assert tagged == {"reject declare", "place 8 declare", "place 9 declare"}


def test_RO3_4_refusals_say_why_a_rack_does_not_go_out() -> None:
    state = table(BROKEN, OUT, pile="40", declare="choose")
    assert refusal(state, "reject declare")[0] == "RO2.1"
    play(state, "draw")
    assert refusal(state, "reject declare")[0] == "RO3.1"
    assert refusal(state, "place 2 declare")[0] == "RO3.1"
    assert refusal(state, "place 10 declare") == (
        "RO3.5",
        "the rack needs a run of 3 consecutive numbers to go out",
    )
    state = table(BROKEN, OUT, discard="40", declare="choose")
    play(state, "take")
    assert refusal(state, "reject declare")[0] == "RO2.2"
    assert refusal(state, "place 10 declare")[0] == "RO3.5"


def test_RO3_4_the_default_is_to_choose_where_a_run_bonus_is_on() -> None:
    settled = {
        (partners, run_bonus): GAME.settle(GAME.options(partners=partners, run_bonus=run_bonus), 4).declare
        for partners in ("off", "on")
        for run_bonus in (None, "off", "on")
    }
    assert settled == {
        ("off", None): "auto",
        ("off", "off"): "auto",
        ("off", "on"): "choose",
        ("on", None): "choose",
        ("on", "off"): "auto",
        ("on", "on"): "choose",
    }
    assert GAME.settle(GAME.options(partners="on", declare="auto"), 4).declare == "auto"


def test_RO3_4_who_could_declare_and_does_not_shows_nothing() -> None:
    worlds = (OUT_BY_RUN, "3 1 5 7 9 10 11 15 17 20")
    for actions in (("draw", "reject"), ("take", "place 10"), ("draw", "place 10")):
        seen = []
        could = []
        for rack in worlds:
            state = table(rack, BROKEN, REVERSED, discard="49", pile="50", declare="choose")
            views: list[View] = []
            events: list[Event] = []
            for text in (*actions, "draw", "place 3", "take", "place 1"):
                if state.seat == 0:
                    could.append(any("declare" in choice for choice in open_to(state)))
                events += play(state, text)
                views += [observe(GAME, state, viewer) for viewer in (1, 2, None)]
            told = [seen_by(event, viewer) for event in events for viewer in (1, 2, None)]
            seen.append((views, told))
        assert seen[0] == seen[1]
        assert any(could[: len(could) // 2])
        assert not any(could[len(could) // 2 :])


@pytest.mark.parametrize(
    ("rack", "out"),
    [
        ("1 2 3 10 13 15 17 20 23 30", True),
        ("4 7 9 11 15 22 28 38 39 40", True),
        ("4 7 8 9 10 22 28 31 36 40", True),
        ("4 7 8 10 11 13 14 31 36 40", False),
        ("1 2 7 9 11 13 15 17 39 40", False),
    ],
)
def test_RO3_5_with_two_seats_three_consecutive_numbers_are_needed(rack: str, out: bool) -> None:
    assert went_out(play(fitted(rack), "draw", "reject")) == out


def fitted(rack: str, **options: int | str) -> State:
    """A table for two; seat 1 holds numbers in no order."""
    held = set(rack.split())
    rest = [str(card) for card in range(40, 0, -1) if str(card) not in held]
    return table(rack, " ".join(rest[:10]), **options)


@pytest.mark.parametrize(("needed", "length"), [(0, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6)])
def test_RO3_5_the_run_needed_is_an_option(needed: int, length: int) -> None:
    run = [10 + step for step in range(length)]
    gaps = [20 + 2 * step for step in range(10 - length)]
    rack = " ".join(map(str, [*run, *gaps]))
    assert went_out(play(fitted(rack, run_needed=needed), "draw", "reject"))
    if needed:
        shorter = " ".join(map(str, [*run[:-1], *gaps, 39]))
        assert not went_out(play(fitted(shorter, run_needed=needed), "draw", "reject"))


def test_RO3_5_the_default_is_three_with_two_seats_and_none_with_more() -> None:
    assert [GAME.settle(None, seats).run_needed for seats in (2, 3, 4)] == [3, 0, 0]
    assert GAME.settle(GAME.options(run_needed=0), 2).run_needed == 0
    assert GAME.settle(GAME.options(run_needed=6), 4).run_needed == 6
