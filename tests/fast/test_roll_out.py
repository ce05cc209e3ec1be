"""What is imagined from a view is what ``imagine`` makes of it, and it is played on as the rules say.

Both are samples, and compared as such: with seeds that stay, at limits that an even deal passes once in
tens of thousands of tries.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.fast.engines import NAMES, engine_of
from tests.policies import dawdle, policy_for
from upcard import fast
from upcard.chance import SeededChance, Xoshiro
from upcard.game import Game, answer_all, imagine
from upcard.games import GAMES
from upcard.state import Phase
from upcard.table import Table
from upcard.testing import Policy, at_random
from upcard.values import View

pytestmark = pytest.mark.skipif(not fast.available(), reason=fast.reason() or "compiled")

MANY = 20_000
FEW = 500
ERRORS = 4.5
Samples = np.ndarray


def sampled(game: Game, view: View, count: int, code: int | None, *, whole_match: bool = False) -> Samples:
    """Return what ``roll_out`` does at random, interpreted: states are imagined and played on."""
    found = np.zeros((count, view.seats), np.int64)
    for number in range(count):
        stream = Xoshiro(number, 21)
        state = imagine(game, view, stream)
        before, choice = state.round, code
        while state.phase != Phase.OVER and (whole_match or state.round == before):
            if choice is None:
                choice = fast.RANDOM.choose(state, game.legal(state), stream.next() >> 2, (0,))
            game.apply(state, choice)
            choice = None
            if whole_match or state.round == before:
                answer_all(game, state, SeededChance(number, 5))
        for seat in range(view.seats):
            found[number, seat] = game.final(state, seat) if whole_match else state.points[seat]
    return found


def insist_alike(many: Samples, few: Samples) -> None:
    """Insist that two samples have the same means and spreads, seat by seat, and the seats together."""
    for column, other in [*zip(many.T, few.T, strict=True), (many.prod(axis=1), few.prod(axis=1))]:
        for power in (1, 2):
            one, two = column.astype(float) ** power, other.astype(float) ** power
            error = (one.var() / len(one) + two.var() / len(two)) ** 0.5
            assert abs(one.mean() - two.mean()) <= ERRORS * error


def insist_as_frequent(many: Samples, few: Samples) -> None:
    """Insist that each number of points is as frequent in one sample as in the other."""
    found, expected = Counter(many.tolist()), Counter(few.tolist())
    for points, count in expected.items():
        share, other = count / len(few), found[points] / len(many)
        both = (count + found[points]) / (len(few) + len(many))
        error = (both * (1 - both) * (1 / len(few) + 1 / len(many))) ** 0.5
        assert abs(share - other) <= ERRORS * error, points


def table_at(
    name: str,
    wanted: Callable[[Table], bool],
    policy: Policy = at_random,
    seats: int | None = None,
    **options: int | str,
) -> Table:
    """Return a table at the first decision that is wanted."""
    game = GAMES[name]
    for match in range(60):
        table = Table(game, options, seats, SeededChance(31, match))
        stream = Xoshiro(31, match)
        while table.turn is not None:
            if wanted(table):
                return table
            table.act(table.turn, game.actions[policy(game, table._state, stream)])
    raise AssertionError("no match comes to what is wanted")


def last_decision(table: Table) -> bool:
    """Whether the round ends by the turn limit once this card is placed, whatever lies where."""
    state = table._state
    turns = [state.turns[seat] for seat in range(table.seats)]
    return (
        state.phase in (Phase.PLACE_DRAWN, Phase.PLACE_TAKEN)
        and turns.pop(state.seat) == state.turn_limit - 1
        and min(turns) == state.turn_limit
    )


def placing(game: Game, view: View) -> list[int]:
    """Return the legal codes that place the card."""
    return [game.codes[choice.action] for choice in view.legal if choice.action.verb == "place"]


# --- what is imagined ----------------------------------------------------------------------------

OFF: dict[str, dict[str, int | str]] = {"rat-race": {"walkout": "off"}}


@pytest.mark.parametrize("name", GAMES)
def test_a_round_that_ends_at_once_shows_the_worlds_that_imagine_makes(name: str) -> None:
    game = GAMES[name]
    table = table_at(name, last_decision, turn_limit=3, **OFF.get(name, {}))
    view = table.view(table.turn, tags=False)
    code = placing(game, view)[0]
    many = engine_of(name).roll_out(view, "random", MANY, seed=5, code=code)
    few = sampled(game, view, 3 * FEW, code)
    insist_alike(many, few)
    for seat in range(view.seats):
        insist_as_frequent(many[:, seat], few[:, seat])
    assert len(set(many[:, 1 - table.turn].tolist())) > 1


@pytest.mark.parametrize("name", GAMES)
def test_a_world_that_is_imagined_keeps_what_the_view_knows(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine, game = engine_of(name), GAMES[name]
    short: dict[str, int | str] = {} if name == "rack-o" else {"rounds": 1}
    table = table_at(name, last_decision, turn_limit=4, **OFF.get(name, {}), **short)
    view = table.view(table.turn, tags=False)
    code, layout = placing(game, view)[0], "rack" if name == "rack-o" else "grid"
    rooms, make_room = [], engine.room
    monkeypatch.setattr(engine, "room", lambda *given: rooms.append(make_room(*given)) or rooms[-1])
    cells: Counter[int] = Counter()
    for seed in range(60):
        engine.roll_out(view, "random", 1, seed=seed, code=code)
        ended = engine.unpack(rooms[-1].records, 0)
        for seat in range(view.seats):
            before, after = (getattr(state, layout)[seat] for state in (view.table_state, ended))
            for cell, (known, card) in enumerate(zip(before, after, strict=True)):
                if seat != table.turn or cell > 0:
                    assert card == known or not known
                    cells[card] += not known
        if name != "rack-o":  # there the next round has begun
            assert Counter(place.card(ended) for place in game.holdings(ended)) == Counter(
                game.deck(view.seats)
            )
    assert cells[0] == 0
    assert len(cells) > 5


def test_a_card_face_down_is_any_that_nobody_has_seen() -> None:
    game = GAMES["nines"]

    def wanted(table: Table) -> bool:
        state = table._state
        return last_decision(table) and state.down[1 - state.seat] == 1 and not state.pool_on

    table = table_at("nines", wanted, policy_for(game), turn_limit=16, rounds=1)
    view = table.view(table.turn, tags=False)
    other = view.layouts[1 - table.turn]
    unseen = Counter(game.deck(2))
    unseen.subtract([*view.discard, view.hand])
    unseen.subtract(cell.card for layout in view.layouts for cell in layout.cells if cell.card)
    expected: Counter[int] = Counter()
    for card, count in unseen.items():
        cells = [cell.card or card for cell in other.cells]
        expected[sum(part.score for part in game.explain(cells, table.options))] += count
    found = engine_of("nines").roll_out(view, "random", MANY, seed=2, code=placing(game, view)[0])
    frequent = Counter(found[:, other.seat].tolist())
    assert set(frequent) == {points for points, count in expected.items() if count}
    assert len(frequent) > 5
    wants = {points: MANY * count / unseen.total() for points, count in expected.items() if count}
    square = sum((frequent[points] - want) ** 2 / want for points, want in wants.items())
    freedom = len(wants) - 1
    assert abs(square - freedom) < ERRORS * (2 * freedom) ** 0.5


@pytest.mark.parametrize("seats", [2, 4])
def test_the_cells_that_a_seat_knows_stay_as_they_are(seats: int) -> None:
    game = GAMES["rack-o"]
    table = table_at("rack-o", last_decision, seats=seats, turn_limit=4)
    view = table.view(table.turn, tags=False)
    for code in placing(game, view):
        found = engine_of("rack-o").roll_out(view, "random", 300, seed=code, code=code)
        state = imagine(game, view, Xoshiro(1))
        game.apply(state, code)
        assert set(found[:, table.turn].tolist()) == {state.points[table.turn]}
        assert all(len(set(found[:, seat].tolist())) > 1 for seat in range(seats) if seat != table.turn)


# --- what is played on ---------------------------------------------------------------------------


def compare(game: Game, view: View, code: int | None = None) -> None:
    """Insist that a round that is played on from a view ends alike both ways."""
    insist_alike(
        engine_of(game.name).roll_out(view, "random", MANY // 4, seed=3, code=code),
        sampled(game, view, FEW, code),
    )


@pytest.mark.parametrize("name", GAMES)
def test_a_round_is_played_on_from_what_each_seat_and_a_watcher_see(name: str) -> None:
    table = table_at(name, lambda table: table.step > 12, turn_limit=9)
    for viewer in (0, 1, None):
        compare(table.game, table.view(viewer, tags=False))


@pytest.mark.parametrize("name", GAMES)
def test_a_round_is_played_on_by_the_action_that_is_given(name: str) -> None:
    table = table_at(
        name, lambda table: table.step > 14 and "place" in str(table.legal(table.turn)), turn_limit=6
    )
    view = table.view(table.turn, tags=False)
    compare(table.game, view, placing(table.game, view)[-1])


@pytest.mark.parametrize("name", GAMES)
def test_cards_of_a_reshuffled_pile_stay_among_its_places(name: str) -> None:
    options: dict[str, int | str] = {"refill": "shuffle"} if name == "rack-o" else {"rounds": 2}

    def wanted(table: Table) -> bool:
        state = table._state
        cells = name != "rack-o" or any(1 in row for row in state.from_pool)
        return bool(state.pool_on) and cells and state.pile_size > 4 and state.hand == 0

    policy = at_random if name == "rack-o" else dawdle
    table = table_at(name, wanted, policy, turn_limit=200, **options)
    short = replace(table.options, turn_limit=max(table._state.turns) + 3)
    view = with_options(table, short)
    assert view.pile_pool
    compare(table.game, view)


def with_options(table: Table, options: Any) -> View:
    """Return what the seat to move sees, at a table of other options."""
    from upcard.options import write_to_state

    write_to_state(options, table._state)
    return table.view(table.turn, tags=False)


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_match_is_played_on(name: str) -> None:
    short: dict[str, int | str] = {"target": 75} if name == "rack-o" else {"rounds": 2}
    table = table_at(name, lambda table: table.step > 8, turn_limit=5, **short)
    view = table.view(table.turn, tags=False)
    many = engine_of(name).roll_out(view, "random", MANY // 4, whole_match=True)
    insist_alike(many, sampled(table.game, view, FEW, None, whole_match=True))


@pytest.mark.parametrize("name", GAMES)
def test_continuations_follow_from_the_seed_and_their_number(name: str) -> None:
    engine, table = engine_of(name), table_at(name, lambda table: table.step > 9, turn_limit=20)
    view = table.view(table.turn, tags=False)
    names = [NAMES[seat % 2] for seat in range(view.seats)]
    found = engine.roll_out(view, names, 40, seed=2**64 - 1)
    assert found.shape == (40, view.seats)
    assert np.array_equal(engine.roll_out(view, names, 25, seed=2**64 - 1), found[:25])
    assert not np.array_equal(engine.roll_out(view, names, 40, seed=1), found)


@pytest.mark.parametrize("name", GAMES)
def test_who_plays_sensibly_fares_better(name: str) -> None:
    engine, table = engine_of(name), table_at(name, lambda table: table.step > 5, turn_limit=20)
    view = table.view(table.turn, tags=False)
    points = {who: engine.roll_out(view, [who, "random"], 2_000, seed=4)[:, 0].astype(float) for who in NAMES}
    gain = points["random"].mean() - points[NAMES[1]].mean()
    error = (points["random"].var() / 2_000 + points[NAMES[1]].var() / 2_000) ** 0.5
    assert (gain if table.game.low_wins else -gain) > ERRORS * error
