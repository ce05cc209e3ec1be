"""A match taken back, put on record and played again: whole, up to any action, or in another way."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.matches import begun, everything, finished, play, played
from upcard.chance import RecordedChance, Request, SeededChance
from upcard.errors import RecordError, RulesError
from upcard.games import find_game
from upcard.table import Table

NINES = find_game("nines")


@given(begun(), st.integers(0, 40), st.integers(0, 2**32))
def test_undo_returns_to_the_same_match_as_it_was(table: Table, more: int, seed: int) -> None:
    before = everything(table)
    step = table.step
    play(table, seed, more)
    after = everything(table)
    made = [(move.seat, move.action) for move in table.moves[step:]]
    table.undo(table.step - step)
    assert everything(table) == before
    for seat, action in made:
        table.act(seat, action)
    assert everything(table) == after


def test_undo_takes_a_stop_back_too() -> None:
    table = Table(NINES, chance=SeededChance(1))
    play(table, 1, 10)
    before = everything(table)
    table.stop()
    table.undo(0)
    assert everything(table) == before


def test_undo_keeps_what_chance_has_answered_even_if_it_would_answer_otherwise_now() -> None:
    class Moody(SeededChance):
        asked = 0

        def shuffle(self, request: Request, cards: object) -> list[int]:
            Moody.asked += 1
            return SeededChance(Moody.asked).shuffle(request, cards)

    table = Table(NINES, chance=Moody(1))
    before = everything(table)
    assert table.turn is not None
    table.act(table.turn, "flip 1")
    table.undo()
    assert everything(table) == before


@pytest.mark.parametrize("actions", [-1, 3])
def test_undo_of_more_than_was_made_is_refused(actions: int) -> None:
    table = Table(NINES, chance=SeededChance(1))
    play(table, 1, 2)
    with pytest.raises(RulesError, match="2 actions have been made"):
        table.undo(actions)
    assert table.step == 2


@given(begun())
def test_P4_the_record_of_a_running_match_is_refused(table: Table) -> None:
    if table.outcome is None:
        with pytest.raises(RecordError, match="still running"):
            table.record()


@given(finished(), st.data())
def test_replay_gives_the_same_match_whole_or_up_to_any_action(table: Table, data: st.DataObject) -> None:
    record = table.record()
    again = Table.replay(record)
    assert everything(again) == everything(table)
    assert again.record() == record
    upto = data.draw(st.integers(0, table.step))
    part = Table.replay(record, upto)
    table.undo(table.step - upto)
    assert everything(part) == everything(table)


@given(finished(), st.data())
def test_what_if_a_replayed_match_can_go_on_in_another_way(table: Table, data: st.DataObject) -> None:
    record = table.record()
    part = Table.replay(record, data.draw(st.integers(0, table.step)), then=SeededChance(77))
    play(part, 5, 200)
    if part.outcome is None:
        part.stop()
    assert Table.replay(part.record()).events == part.events


@given(finished())
def test_a_replayed_match_played_on_as_before_is_the_same_record(table: Table) -> None:
    record = table.record()
    part = Table.replay(record, table.step // 2)
    for move in record.moves[part.step :]:
        part.act(move.seat, move.action)
    if part.outcome is None:
        part.stop()
    assert part.record() == record


@pytest.mark.parametrize("upto", [-1, 10**6])
def test_replay_beyond_the_record_is_refused(upto: int) -> None:
    with pytest.raises(RecordError, match="the record has"):
        Table.replay(played(NINES).record(), upto)


def test_recorded_answers_can_seat_a_table_again() -> None:
    table = played(NINES, 4)
    again = Table(NINES, table.options, 2, RecordedChance(table.answers))
    for move in table.moves:
        again.act(move.seat, move.action)
    assert everything(again) == everything(table)
