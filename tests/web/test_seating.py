"""Who sits where: free seats are taken once, names tell people apart, words are fixed by the deal."""

import pytest

from tests.web.people import ANN, BEN, FRIEND, GREEDY
from upcard.errors import RoomError, UnknownBot
from upcard.games import find_game
from upcard.web.journal import Created, Dealt, Given, Keyed, Seated, Worded
from upcard.web.match import Match
from upcard.web.messages import BotChoice, PersonChoice
from upcard.web.seating import first_seats, own_name


def gathering(*choices: object) -> Match:
    nines = find_game("nines")
    seats = first_seats(choices, "host", "nines")  # type: ignore[arg-type] # choices of every kind
    options: dict[str, int | str] = {}
    return Match(Created(5, 0.0, "nines", nines.version, options, seats, bytes(32), dealt=False))


def test_a_free_seat_is_taken_by_one_person() -> None:
    match = gathering(ANN, FRIEND, GREEDY)
    assert match.seating.free == (1,)
    assert match.decide_seat("Ben", "b", None) == [Seated(1, "Ben", "b")]
    match.apply([Seated(1, "Ben", "b")])
    assert match.decide_seat("Cyd", "c", None) == []
    assert match.decide_seat("Cyd", "c", 1) == []
    assert match.seating.held_by(["b"]) == (1,)


def test_a_seat_that_is_wanted_must_be_free() -> None:
    match = gathering(ANN, FRIEND, FRIEND)
    assert match.decide_seat("Ben", "b", 2) == [Seated(2, "Ben", "b")]
    for taken in (0, 9):
        with pytest.raises(RoomError, match="somebody else"):
            match.decide_seat("Ben", "b", taken)


def test_the_cards_are_dealt_once_everybody_has_given_a_word() -> None:
    match = gathering(ANN, FRIEND, GREEDY)
    with pytest.raises(RoomError, match="not dealt"):
        match.decide_act(0, 0, "draw", "x")
    match.apply(match.decide_word(0, "ab" * 16))
    assert match.decide_word(0, "cd" * 16) == [], "a word counts once"
    assert not match.seating.complete
    match.apply([Seated(1, "Ben", "b"), Worded(1, "cd" * 16)])
    assert match.seating.complete
    match.apply([Dealt()])
    assert match.stage == "playing"
    assert match.table.chance.words == (b"\xab" * 16, b"\xcd" * 16)
    assert match.decide_word(1, "ef" * 16) == []


def test_the_host_may_deal_while_a_seat_is_free_and_whoever_takes_it_later_gives_no_word() -> None:
    match = gathering(ANN, FRIEND)
    with pytest.raises(RoomError, match="Ann has yet to give a word"):
        match.decide_deal({0})
    match.apply(match.decide_word(0, "ab" * 16))
    match.apply(match.decide_deal({0}))
    assert match.stage == "playing"
    match.apply(match.decide_seat("Ben", "b", None))
    assert match.seating.words == (b"\xab" * 16,)
    assert match.table.names == ("Ann", "Ben")
    with pytest.raises(RoomError, match="dealt already"):
        match.decide_deal({0})
    with pytest.raises(RoomError, match="dealt already"):
        match.decide_give(1, "greedy")


def test_a_free_seat_is_given_to_a_bot_and_opened_again() -> None:
    match = gathering(ANN, FRIEND)
    assert match.decide_give(1, "greedy") == [Given(1, "Greedy", "greedy")]
    match.apply(match.decide_give(1, "greedy"))
    assert match.seating.free == ()
    match.apply(match.decide_give(1, None))
    assert match.seating.free == (1,)
    with pytest.raises(RoomError, match="not free"):
        match.decide_give(0, "greedy")
    with pytest.raises(RoomError, match="not free"):
        match.decide_give(7, "greedy")
    with pytest.raises(UnknownBot):
        match.decide_give(1, "greedier")


def test_who_leaves_before_the_deal_frees_the_seat() -> None:
    match = gathering(ANN, FRIEND)
    match.apply([Seated(1, "Ben", "b"), Worded(1, "cd" * 16)])
    match.apply(match.decide_free((1,)))
    assert match.seating.free == (1,)
    assert match.seating.words == ()
    assert match.seating.held_by(["b"]) == ()


def test_another_device_opens_the_same_seats() -> None:
    match = gathering(ANN, BEN, GREEDY)
    match.apply([Keyed((0, 1), "phone")])
    assert match.seating.held_by(["phone"]) == match.seating.held_by(["host"]) == (0, 1)
    entries = [seat.entry() for seat in match.seating.seats]
    assert {entries[0].token_hash, *entries[0].devices} == {"host", "phone"}


def test_nobody_is_called_like_somebody_else() -> None:
    assert own_name("ann", ["Ann", "Ann 2"], "Guest") == "ann 3"
    for nothing in (" \u202e\x00 ", "\u3164\u2800", "\u200d"):
        assert own_name(nothing, [], "Guest") == "Guest"
    names = [entry.name for entry in first_seats([ANN, PersonChoice("ANN"), GREEDY, GREEDY], "h", "nines")]
    assert names == ["Ann", "ANN 2", "Greedy", "Greedy 2"]
    with pytest.raises(UnknownBot):
        first_seats([BotChoice("nobody")], "h", "nines")
