"""Perft with chance on toy positions: what the files of this folder hold is what the rules count."""

from collections import Counter
from math import factorial

import pytest

from tests.counts.positions import MARK, PATHS, Position, read, rows_of, write
from upcard.games import GAMES
from upcard.state import copy_state
from upcard.testing import orders, perft

POSITIONS = [read(path) for path in PATHS]


def compare(position: Position, rows: dict[str, list[int]]) -> None:
    """Compare what was counted, to whatever depth, with what is on file."""
    kept = {name: numbers[: len(rows["nodes"])] for name, numbers in position.counts.items()}
    assert {name: numbers for name, numbers in kept.items() if any(numbers)} == {
        name: numbers for name, numbers in rows.items() if any(numbers)
    }


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.path.stem)
def test_a_position_counts_what_is_on_file(position: Position, bless: bool) -> None:
    depth = position.deep if bless else position.quick
    rows = rows_of(position.game, perft(position.game, position.state(), depth))
    if bless:
        write(position, rows)
    else:
        compare(position, rows)


@pytest.mark.long
@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.path.stem)
def test_a_position_counts_what_is_on_file_to_its_last_depth(position: Position) -> None:
    rows = rows_of(position.game, perft(position.game, position.state(), position.deep))
    compare(position, rows)
    assert list(rows) == list(position.counts)


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.path.stem)
def test_what_a_person_counted_is_on_file(position: Position) -> None:
    assert position.by_hand
    for name, numbers in position.by_hand.items():
        assert position.counts[name][: len(numbers)] == numbers, name


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_six_positions_or_more_and_most_kinds_of_events_occur(game: str) -> None:
    mine = [position for position in POSITIONS if position.game.name == game]
    assert len(mine) >= 6
    assert len({str(sorted(position.data.get("options", {}).items())) for position in mine}) >= 5
    occurred = {name.removeprefix("event-") for position in mine for name in position.counts}
    assert {kind.key for kind in GAMES[game].kinds} <= occurred


def test_every_distinct_order_of_some_cards_is_tried_once() -> None:
    for cards in ([], [4], [2, 1], [1, 1], [3, 1, 2], [5, 5, 9, 5], [1, 2, 2, 3, 3]):
        found = [tuple(order) for order in orders(cards)]
        count = factorial(len(cards))
        for copies in Counter(cards).values():
            count //= factorial(copies)
        assert len(found) == len(set(found)) == count
        assert found == sorted(found)
        assert all(sorted(order) == sorted(cards) for order in found)


def test_a_count_leaves_its_position_as_it_is() -> None:
    position = POSITIONS[0]
    state = position.state()
    before = copy_state(state)
    perft(position.game, state, 2)
    assert state == before


def test_a_shuffle_of_more_cards_than_a_toy_has_is_answered_once() -> None:
    position = next(position for position in POSITIONS if position.path.stem == "nines-reshuffle")
    game, state = position.game, position.state()
    # take, or draw one of three orders; answered once, the draw is one way
    assert [level.nodes for level in perft(game, state, 1, toy=3)] == [1, 4]
    assert [level.nodes for level in perft(game, state, 1, toy=2)] == [1, 2]


def test_only_what_follows_the_mark_is_written_anew() -> None:
    for position in POSITIONS:
        text = position.path.read_text(encoding="utf-8")
        assert text.count(MARK) == 1
        assert "[by_hand]" in text.partition(MARK)[0]
        assert text.partition(MARK)[2].startswith("[counts]")
