"""The time of a turn: it begins whole, runs while somebody is here, and comes back by the action."""

from upcard.web.clock import TurnClock


def running(turn_time: float = 30, increment: float = 0, at: float = 0) -> TurnClock:
    clock = TurnClock(turn_time, increment)
    clock.begin(at)
    clock.run(True, at)  # noqa: FBT003 - whether it runs
    return clock


def test_a_turn_has_its_whole_time_and_no_more() -> None:
    clock = running()
    assert clock.left(12) == 18
    assert clock.due == 30
    assert not clock.is_up(29.9)
    assert clock.is_up(30)
    assert clock.left(31) == 0


def test_B49_the_next_turn_begins_with_the_same_time_anew() -> None:
    clock = running()
    assert clock.is_up(30)
    clock.begin(30)
    assert clock.left(30) == 30
    assert not clock.is_up(31)
    assert clock.due == 60


def test_an_action_gives_some_time_back_up_to_a_whole_turns() -> None:
    clock = running(increment=5)
    clock.act(20)
    assert clock.left(20) == 15
    clock.act(21)
    assert clock.left(21) == 19
    clock.act(21)
    clock.act(21)
    clock.act(21)
    assert clock.left(21) == 30


def test_once_its_time_is_up_a_turn_gets_none_back() -> None:
    clock = running(increment=5)
    assert clock.is_up(30)
    clock.act(30)
    assert clock.is_up(30)
    assert clock.left(30) == 0


def test_time_that_was_up_as_it_came_to_stand_still_does_not_come_back() -> None:
    clock = running(increment=5)
    clock.run(False, 30)  # noqa: FBT003 - whether it runs
    clock.act(31)
    clock.run(True, 32)  # noqa: FBT003 - whether it runs
    assert clock.left(32) == 0
    assert clock.is_up(32)


def test_it_stands_still_while_it_does_not_run() -> None:
    clock = running()
    clock.run(False, 10)  # noqa: FBT003 - whether it runs
    assert clock.due is None
    assert not clock.is_up(1000)
    clock.run(True, 500)  # noqa: FBT003 - whether it runs
    assert clock.left(500) == 20
    assert clock.due == 520


def test_without_a_turn_time_no_clock_runs() -> None:
    clock = running(turn_time=0)
    assert not clock.runs
    assert clock.due is None
    assert not clock.is_up(1e9)
