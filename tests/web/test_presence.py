"""Who is here: grace, stand-ins that give the seat back, leaving on purpose, and the host's duties."""

import pytest

from upcard.errors import RoomError
from upcard.web.presence import Presence

PEOPLE = {0, 1, 2}


def test_after_the_grace_time_a_bot_plays_and_gives_the_seat_back_at_once() -> None:
    presence = Presence(60, 3)
    presence.look({0, 1, 2}, PEOPLE, 0)
    presence.look({0, 2}, PEOPLE, 10)
    assert presence.state(1, 30) == ("away", 40)
    assert presence.next_due == 70
    presence.look({0, 2}, PEOPLE, 69)
    assert presence.standing == set()
    presence.look({0, 2}, PEOPLE, 70)
    assert presence.state(1, 70) == ("stand-in", None)
    assert presence.next_due is None
    presence.come({1})
    presence.look({0, 1, 2}, PEOPLE, 71)
    assert presence.state(1, 71) == ("here", None)
    assert presence.standing == set()


def test_B51_who_comes_back_in_time_is_here_and_nobody_takes_over() -> None:
    presence = Presence(60, 2)
    presence.look({0, 1}, {0, 1}, 0)
    presence.look({0}, {0, 1}, 0)
    presence.look({0, 1}, {0, 1}, 59)
    assert presence.state(1, 59) == ("here", None)
    assert presence.next_due is None
    presence.look({0, 1}, {0, 1}, 61)
    assert presence.standing == set()


def test_while_nobody_is_here_time_does_not_pass() -> None:
    presence = Presence(60, 2)
    presence.look({0, 1}, {0, 1}, 0)
    presence.look(set(), {0, 1}, 5)
    assert presence.next_due is None
    presence.look(set(), {0, 1}, 100_000)
    assert presence.standing == set()
    presence.look({0}, {0, 1}, 100_000)
    assert presence.state(1, 100_000) == ("away", 60)


def test_before_the_deal_nobody_is_waited_for() -> None:
    presence = Presence(60, 2)
    presence.look({0}, {0, 1}, 0, waiting=False)
    presence.look({0}, {0, 1}, 1000, waiting=False)
    assert presence.state(1, 1000) == ("away", None)
    presence.look({0}, {0, 1}, 1000)
    assert presence.state(1, 1000) == ("away", 60)


def test_who_leaves_on_purpose_is_not_waited_for() -> None:
    presence = Presence(60, 2)
    presence.look({0, 1}, {0, 1}, 0)
    presence.leave({1})
    presence.look({0, 1}, {0, 1}, 1)
    assert presence.state(1, 1) == ("left", None)
    assert presence.standing == {1}
    presence.come({1})
    presence.look({0, 1}, {0, 1}, 2)
    assert presence.state(1, 2) == ("here", None)
    assert presence.standing == set()


def test_more_time_begins_the_grace_time_anew_also_once_a_bot_plays() -> None:
    presence = Presence(60, 2)
    presence.look({0}, {0, 1}, 0)
    presence.wait_longer(1, 50)
    assert presence.state(1, 50) == ("away", 60)
    presence.look({0}, {0, 1}, 110)
    assert presence.standing == {1}
    presence.wait_longer(1, 120)
    presence.look({0}, {0, 1}, 121)
    assert presence.standing == set()
    presence.stand_in(1)
    assert presence.standing == {1}
    for refused in (lambda: presence.wait_longer(0, 121), lambda: presence.stand_in(0)):
        with pytest.raises(RoomError, match="nobody is waited for"):
            refused()


def test_B45_the_hosts_duties_pass_on_and_seats_stay() -> None:
    presence = Presence(60, 3)
    presence.look({0, 1, 2}, PEOPLE, 0)
    assert presence.host(PEOPLE) == 0
    presence.look({1, 2}, PEOPLE, 1)
    assert presence.host(PEOPLE) == 1
    presence.look({0, 1, 2}, PEOPLE, 2)
    assert presence.host(PEOPLE) == 0, "a page that was loaded again"
    presence.leave({0})
    presence.look({0, 1, 2}, PEOPLE, 3)
    assert presence.host(PEOPLE) == 1
    presence.come({0})
    presence.look({0, 1, 2}, PEOPLE, 4)
    assert presence.host(PEOPLE) == 1, "who left on purpose comes after the others"
    assert Presence(60, 2).host(set()) is None
