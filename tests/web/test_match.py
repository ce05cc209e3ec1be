"""A match is its journal: deciding changes nothing, and the entries alone set it up again."""

import random

import pytest

from upcard.errors import IllegalAction, MatchOver, NotYourTurn, RoomError, WrongVersion
from upcard.games import GAMES, find_game
from upcard.web.journal import (
    Acted,
    Continued,
    Created,
    Entry,
    Rematched,
    SeatEntry,
    entry_of,
    match_name,
    new_number,
    new_token,
    row_of,
    token_hash,
)
from upcard.web.match import Match
from upcard.web.rooms import read_match
from upcard.web.store import Row

TOKEN = "AAAAAAAAAAAAAAAAAAAAAA"


def created(game: str = "nines", seats: int = 2, bots: int = 0, **options: int | str) -> Created:
    persons = tuple(
        SeatEntry(f"P{seat}", token_hash=token_hash(f"{TOKEN}{seat}")) for seat in range(seats - bots)
    )
    return Created(
        number=77,
        made=1.0,
        game=game,
        rules=find_game(game).version,
        options=options,
        seats=persons + (SeatEntry("Bot", bot="greedy"),) * bots,
        secret=bytes(range(32)),
    )


def play(match: Match, entries: list[Entry], steps: int, seed: int = 1) -> None:
    rng = random.Random(seed)
    for step in range(steps):
        turn = match.table.turn
        if turn is None:
            return
        new: list[Entry] = []
        for seat in sorted(match.waiting):
            new += match.decide_continue(seat, match.ended)
        match.apply(new)
        action = rng.choice(match.table.legal(turn))
        acted = match.decide_act(turn, match.version, str(action), f"id{step}")
        match.apply(acted)
        entries += [*new, *acted]


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_set_up_again_from_its_rows(game: str) -> None:
    made = created(game)
    match = Match(made)
    entries: list[Entry] = [made]
    play(match, entries, 150)
    rows = [row_of(match.name, seq, entry) for seq, entry in enumerate(entries)]
    again = read_match(rows)
    assert again.length == match.length == len(rows)
    assert again.version == match.version
    for seat in (None, 0, 1):
        assert again.table.view(seat) == match.table.view(seat)
    assert again.table.events == match.table.events
    assert again.waiting == match.waiting
    assert again.has_done(0, "id0") == match.has_done(0, "id0")


def test_deciding_changes_nothing() -> None:
    match = Match(created())
    turn = match.table.turn
    assert turn is not None
    before = match.table.view(turn)
    action = str(before.actions[0])
    match.decide_act(turn, 0, action, "a")
    for seat, version, wanted, error in (
        (turn, 1, action, RoomError),
        (1 - turn, 0, action, NotYourTurn),
        (turn, 0, "reject", IllegalAction),
        (turn, 0, "dance", IllegalAction),
        (turn, 0, "place 99999", IllegalAction),
    ):
        with pytest.raises(error):
            match.decide_act(seat, version, wanted, "a")
    assert match.table.view(turn) == before
    assert not match.has_done(turn, "a")


def test_after_a_round_everybody_is_waited_for() -> None:
    match = Match(created("nines", 3, 1, rounds=2))
    entries: list[Entry] = []
    while not match.waiting:
        play(match, entries, 1, len(entries))
    assert match.waiting == {0, 1}
    assert match.turn is None
    turn = match.table.turn
    assert turn is not None
    ended = match.ended
    assert ended == 1
    assert match.decide_continue(2, ended) == []
    assert match.decide_continue(0, ended + 1) == []
    with pytest.raises(RoomError, match="P1") as refused:
        match.decide_act(0, match.version, "draw", "early")
    assert refused.value.problem()["code"] == "room/waiting"
    match.apply(match.decide_continue(1, ended))
    assert match.waiting == {0}
    match.apply(match.decide_continue(None, ended))
    assert not match.waiting
    assert match.decide_continue(None, ended) == []


def test_who_acts_has_seen_the_round() -> None:
    match = Match(created("nines", 2, 1, rounds=18))
    while not (match.waiting and match.table.turn == 0):
        play(match, [], 1, match.version)
    action = str(match.table.legal(0)[0])
    decided = match.decide_act(0, match.version, action, "a")
    assert decided == [Continued(match.ended, 0), Acted(0, action, "a")]


def test_nothing_follows_the_end() -> None:
    match = Match(created("nines", rounds=1))
    play(match, [], 5000)
    assert match.finished
    assert not match.waiting
    with pytest.raises(MatchOver):
        match.decide_act(0, match.version, "draw", "z")


def test_a_token_opens_its_seat_only() -> None:
    seating = Match(created("nines", 3, 1)).seating
    assert seating.held_by([token_hash(f"{TOKEN}0")]) == (0,)
    assert seating.held_by([token_hash(f"{TOKEN}1"), "unknown"]) == (1,)
    for wrong in ("", TOKEN, f"{TOKEN}0"):
        assert seating.held_by([wrong]) == ()
    assert seating.persons == {0, 1}


def test_other_rules_are_told_plainly() -> None:
    made = created()
    old = Created(made.number, made.made, made.game, 0, made.options, made.seats, made.secret)
    with pytest.raises(WrongVersion, match="version 0 of the rules of Nines"):
        Match(old)


def test_entries_come_back_from_their_rows() -> None:
    entries = [created(bots=1), Acted(0, "draw", "x"), Continued(1, None), Rematched("abc")]
    for seq, entry in enumerate(entries):
        row = row_of("m", seq, entry)
        assert entry_of(row) == entry
        assert f'"kind":"{row.kind}"'.encode() in row.payload


def test_a_second_beginning_is_no_match() -> None:
    made = created()
    with pytest.raises(RoomError, match="twice"):
        Match(made).apply([made])
    for rows in ([], [row_of("m", 0, Acted(0, "draw"))]):
        with pytest.raises(RoomError, match="no such match"):
            read_match(rows)


def test_a_journal_that_makes_no_sense_is_told_plainly() -> None:
    made = created()
    row = row_of("m", 0, made)
    for wrong in (
        row_of("m", 1, Acted(0, "dance")),
        Row("m", 1, "acted", b"{"),
        Row("m", 1, "sung", b'{"kind":"sung"}'),
    ):
        with pytest.raises(RoomError) as told:
            read_match([row, wrong])
        assert told.value.problem()["code"] == "room/broken"


def test_names_and_tokens_cannot_be_guessed() -> None:
    assert match_name(0) == "0000000000"
    assert match_name((1 << 50) - 1) == "zzzzzzzzzz"
    names = {match_name(new_number()) for _ in range(500)}
    assert len(names) == 500
    assert len({new_token() for _ in range(500)}) == 500
    assert len(new_token()) == 22


def test_the_secret_is_not_shown() -> None:
    made = created()
    match = Match(made)
    for text in (repr(made), repr(match.table), repr(match.table.chance)):
        assert made.secret.hex() not in text
        assert repr(made.secret) not in text
