"""Whole matches, compiled: the same as at a table, and the same on any number of threads."""

from dataclasses import replace
from typing import Any

import hypothesis
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fast.engines import NAMES, POLICIES, engine_of
from tests.runs import table_of
from upcard import fast
from upcard.bots import PolicyBot, among
from upcard.chance import Chance, PairedChance, SeededChance, Xoshiro
from upcard.errors import OptionError, UnknownBot
from upcard.fast.runs import LENGTH, OTHERS, OWN, TIED, WINNERS, WON
from upcard.game import answer_all
from upcard.games import GAMES
from upcard.state import Phase, copy_state
from upcard.table import Table
from upcard.testing.strategies import SEEDS, Setup, setups

pytestmark = pytest.mark.skipif(not fast.available(), reason=fast.reason() or "compiled")

EXAMPLES = 12
MANY = 400
SHORT: dict[str, dict[str, int | str]] = {"rack-o": {"target": 75}, "nines": {"rounds": 2}}


def at_a_table(setup: Setup, places: list[int], chance: Chance, seed: int) -> Table:
    """Return the table after a match; ``places`` say which of the policies each seat plays by."""
    policies = POLICIES[setup.game.name]
    bots = [PolicyBot(NAMES[place], among(policies[place]), seed) for place in places]
    table = Table(setup.game, setup.options, setup.seats, chance)
    while table.turn is not None:
        table.act(table.turn, bots[table.turn].choose(table.view(table.turn, tags=False)))
    return table


def fields(state: Any) -> dict[str, Any]:
    """Return a state by its fields, notes apart."""
    twin = copy_state(state)
    return {name: getattr(twin, name) for name in twin.__slots__ if name not in ("notes", "note_count")}


@pytest.mark.parametrize("name", GAMES)
def test_a_match_is_the_same_at_a_table(name: str) -> None:
    @settings(max_examples=EXAMPLES, phases=[hypothesis.Phase.generate])  # to shrink it takes minutes
    @given(st.data(), SEEDS, st.integers(0, 2**63 - 1), st.sampled_from([2, 5, 12]))
    def check(data: st.DataObject, seed: int, match: int, turns: int) -> None:
        setup = data.draw(setups(GAMES[name], turn_limit=turns, **SHORT.get(name, {})))
        places = data.draw(st.lists(st.integers(0, 1), min_size=setup.seats, max_size=setup.seats))
        played = engine_of(name).play_match(
            [NAMES[place] for place in places],
            seats=setup.seats, options=setup.options, seed=seed, match=match,
        )  # fmt: skip
        table = at_a_table(setup, places, SeededChance(seed, match), Xoshiro(seed, match).next())
        assert played.codes.tolist() == [table.game.codes[move.action] for move in table.moves]
        assert [tuple(row) for row in played.points.tolist()] == [result.points for result in table.results]
        assert fields(played.state) == fields(table._state)

    check()


LONG: list[tuple[str, int, int, dict[str, int | str]]] = [
    ("nines", 2, 3, {"rounds": 18, "turn_limit": 4}),
    ("nines", 8, 1, {"rounds": 2, "turn_limit": 6}),
    ("rack-o", 2, 2, {"target": 600, "turn_limit": 2, "first_dealer": "low"}),
    ("rack-o", 4, 2, {"target": 100, "turn_limit": 16, "partners": "on", "refill": "shuffle"}),
    ("rat-race", 2, 6, {"rounds": 11, "turn_limit": 14, "walkout_rats": 3}),
]
"""Matches of many rounds, some with piles shuffled anew or with cards that burn in one of a pair only."""


@pytest.mark.parametrize(("name", "seats", "pairs", "values"), LONG)
def test_pairs_are_the_same_at_tables(
    name: str, seats: int, pairs: int, values: dict[str, int | str]
) -> None:
    game, seed = GAMES[name], 2**64 - seats
    options = game.settle(replace(game.options(), **values), seats)
    setup = Setup(game, seats, options)
    parts = list(engine_of(name).play_pairs(NAMES, pairs, seats=seats, options=options, seed=seed))
    found = np.concatenate([part.found for part in parts])
    assert found.shape[:2] == (pairs, 2)
    assert sum(part.counts for part in parts)[0] == 2 * pairs
    for pair in range(pairs):
        for swapped in range(2):
            places = [(seat + swapped) % 2 for seat in range(seats)]
            chance = PairedChance(seed, pair, game.deck(seats))
            table = at_a_table(setup, places, chance, Xoshiro(seed, pair).next())
            outcome, row = table.outcome, found[pair, swapped]
            assert outcome is not None
            own = [seat for seat in range(seats) if places[seat] == 0]
            assert row[OWN] == sum(outcome.finals[seat] for seat in own)
            assert row[OTHERS] == sum(outcome.finals) - row[OWN]
            assert row[LENGTH] == len(outcome.rounds)
            assert row[WON] == len(set(own) & set(outcome.winners))
            assert row[WINNERS] == len(outcome.winners)
            assert row[TIED] == outcome.tie


# --- many matches --------------------------------------------------------------------------------


def counted(name: str, matches: int, first: int = 0, threads: int = 1, seed: int = 3) -> list[int]:
    """Return the counts of so many matches of a seed, from match ``first`` on."""
    options, seats = table_of(GAMES[name], 1, 5)
    names = [NAMES[seat % 2] for seat in range(seats)]
    totals = engine_of(name).simulate(
        names, matches, seats=seats, options=options, seed=seed, first=first, threads=threads
    )
    return [int(number) for number in totals.counts]


def added(*counts: list[int]) -> list[int]:
    return [sum(column) for column in zip(*counts, strict=True)]


@pytest.mark.parametrize("name", GAMES)
def test_the_number_of_threads_makes_no_difference(name: str) -> None:
    alone = counted(name, MANY)
    assert alone[0] == MANY
    assert counted(name, MANY, threads=2) == alone
    assert counted(name, MANY, threads=3) == alone
    assert counted(name, MANY, seed=4) != alone


@pytest.mark.parametrize("name", GAMES)
def test_matches_add_up_wherever_they_are_parted(name: str) -> None:
    whole = counted(name, 60)
    assert added(counted(name, 23), counted(name, 37, first=23, threads=2)) == whole
    assert added(*(counted(name, 1, first=match) for match in range(60))) == whole
    assert counted(name, 60, first=1) != whole


def test_pairs_are_the_same_on_any_number_of_threads() -> None:
    engine = engine_of("nines")
    found = [
        np.concatenate([part.found for part in engine.play_pairs(NAMES, 150, seed=6, threads=threads)])
        for threads in (1, 2, 3)
    ]
    assert np.array_equal(found[0], found[1])
    assert np.array_equal(found[0], found[2])


@pytest.mark.parametrize("threads", [1, 2])
def test_an_interrupt_returns_the_matches_that_have_been_played(threads: int) -> None:
    engine = engine_of("nines")
    told: list[int] = []

    def interrupt(matches: int) -> None:
        told.append(matches)
        if matches > 5:
            raise KeyboardInterrupt

    totals = engine.simulate("random", 10_000_000, seed=1, threads=threads, on_matches=interrupt)
    assert told == sorted(set(told))
    assert totals.matches == told[-1] < 10_000_000
    again = engine.simulate("random", totals.matches, seed=1)
    assert totals.counts.tolist() == again.counts.tolist()


def test_an_interrupt_before_the_first_match_comes_through(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = engine_of("nines")

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(engine, "_run", interrupted)
    with pytest.raises(KeyboardInterrupt):
        engine.simulate("random", 10)


def test_every_match_that_is_played_is_told_of() -> None:
    told: list[int] = []
    engine_of("nines").simulate("random", 300, on_matches=told.append)
    assert told == sorted(set(told))
    assert told[-1] == 300


def test_stirred_matches_score_as_shuffled_ones_do() -> None:
    for name in GAMES:
        engine, game = engine_of(name), GAMES[name]
        options = game.settle(game.options(turn_limit=20), 2)
        stirred = engine.simulate("random", 4_000, seats=2, options=options, seed=8)
        shuffled = np.array(
            [
                game.final(
                    engine.play_match("random", seats=2, options=options, seed=8, match=match).state, 1
                )
                for match in range(200)
            ]
        )
        mean = stirred.finals[1] / stirred.matches
        variance = stirred.squares[1] / stirred.matches - mean**2
        error = (variance / stirred.matches + shuffled.var() / len(shuffled)) ** 0.5
        assert abs(mean - shuffled.mean()) < 4 * error, name


# --- records -------------------------------------------------------------------------------------


@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_a_state_comes_out_of_a_record_as_it_went_in(name: str, full: bool) -> None:
    game, engine = GAMES[name], engine_of(name)
    states = [game.start(None, None) for _ in range(3)]
    for number, state in enumerate(states):
        answer_all(game, state, SeededChance(number))
    records = engine.pack(states, full=full)
    for number, state in enumerate(states):
        found = engine.unpack(records, number)
        assert fields(found) == fields(state)
        assert found.note_count == (state.note_count if full else 0)
    assert fields(engine.unpack(records)) == fields(states[0])


def test_new_records_wait_for_chance_at_the_table_asked_for() -> None:
    records = engine_of("nines").new(4, GAMES["nines"].options(rounds=3), 5)
    assert records.shape == (4,)
    assert set(records["rounds"].tolist()) == {3}
    assert set(records["seats"].tolist()) == {5}
    assert set(records["phase"].tolist()) == {Phase.PICK}


# --- refused -------------------------------------------------------------------------------------


def test_policies_that_the_engine_does_not_have_are_refused() -> None:
    engine = engine_of("nines")
    with pytest.raises(UnknownBot, match="no policy 'clever'; it has random, careless-greedy-5"):
        engine.simulate("clever", 1)
    with pytest.raises(ValueError, match="3 policies for 2 seats"):
        engine.play_match(["random"] * 3)
    with pytest.raises(UnknownBot, match="careless-greedy-5 does not play Rack-O"):
        fast.engine(GAMES["rack-o"], POLICIES["nines"][1])
    with pytest.raises(OptionError, match="2 to 8 seats, not 9"):
        engine.simulate("random", 1, seats=9)


def test_a_match_without_end_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    from upcard.fast import compiled

    monkeypatch.setattr(compiled, "MOST_CODES", 10)
    with pytest.raises(ValueError, match="too long to be kept: set a turn limit"):
        engine_of("nines").play_match("random")


def broken(name: str, **values: int) -> np.ndarray:
    """Return a started record some fields of which have been spoiled."""
    engine = engine_of(name)
    records = engine.new(1)
    engine.start(records, 0, np.uint64(1), 0)
    for field, value in values.items():
        records[field] = value
    return records


@pytest.mark.parametrize("name", GAMES)
def test_an_index_out_of_range_is_an_error_and_writes_nowhere(name: str) -> None:
    engine = engine_of(name)
    room = np.repeat(engine.new(1), 4)
    records = room[1:2]
    engine.start(records, 0, np.uint64(1), 0)
    before = room.copy()
    for index in (1, 2, 10**6):
        with pytest.raises(IndexError):
            engine.legal(records, index)
        with pytest.raises(IndexError):
            engine.step(records, index, 0)
        with pytest.raises(IndexError):
            engine.start(records, index, np.uint64(1), 0)
        for rule in ("legal", "default", "resume"):
            with pytest.raises(IndexError):
                engine.rules[rule](engine.pack([engine.game.start(None, None)], full=True), index)
    assert np.array_equal(room, before)


@pytest.mark.parametrize("name", GAMES)
def test_a_place_beyond_a_list_is_an_error(name: str) -> None:
    engine = engine_of(name)
    spoiled = broken(name, seat=100, phase=Phase.PLACE_TAKEN)
    with pytest.raises(IndexError):
        engine.step(spoiled, 0, 5)
    spoiled = broken(name, pile_size=1_000, phase=Phase.CHOOSE)
    with pytest.raises(IndexError):
        engine.step(spoiled, 0, 0)
