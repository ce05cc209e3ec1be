"""Stirring amounts to full orders of the cards: told those, a table plays the match that was compiled."""

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.compiled import differences
from tests.fast.engines import NAMES, POLICIES, engine_of
from tests.policies import dawdle, policy_for
from tests.runs import player_of, table_of
from upcard import fast
from upcard.chance import RecordedChance, Xoshiro
from upcard.fast.stirred import StirredMatch
from upcard.game import Game, observe
from upcard.games import GAMES
from upcard.state import Phase
from upcard.table import Table
from upcard.testing import Policy, at_random, careless
from upcard.testing.strategies import SEEDS, Setup, setups

pytestmark = pytest.mark.skipif(not fast.available(), reason=fast.reason() or "compiled")

EXAMPLES = 20
SEED, MATCHES, LONG_MATCHES = 77, 12, 300


class Beside:
    """A compiled match, a code at a time, beside the interpreted one that stirs alike."""

    def __init__(self, setup: Setup, seed: int, match: int = 0) -> None:
        self.game, self.seats = setup.game, setup.seats
        self.engine = engine_of(setup.game.name)
        self.match = StirredMatch(setup.game, setup.options, setup.seats, seed, match)
        self.records = np.repeat(self.engine.new(1, setup.options, setup.seats), 3)
        self.others = self.records[[0, 2]].copy()
        self.mask = self.engine.start(self.records, 1, np.uint64(seed), match)

    def act(self, code: int) -> None:
        """Carry out a code both ways."""
        self.match.act(code)
        self.mask = self.engine.step(self.records, 1, code)

    def look(self, deck: Counter[int]) -> None:
        """Insist that the record is the state, that it has all cards, and that the same is legal."""
        assert differences(self.game, self.match.state, self.records, 1) == []
        assert self.records["lifts"][1] == self.match.lifts
        state = self.engine.unpack(self.records, 1)
        assert Counter(place.card(state) for place in self.game.holdings(state)) == deck
        assert self.engine.legal(self.records, 1) == self.mask == self.game.legal(state)
        assert (self.mask == 0) == self.match.over

    def play(self, player: Policy, stream: Xoshiro, most: int, every: int) -> None:
        """Play on and look at every so many actions; the records beside stay as they were."""
        deck = Counter(self.game.deck(self.seats))
        self.look(deck)
        for action in range(most):
            if self.match.over:
                break
            self.act(player(self.game, self.match.state, stream))
            if action % every == 0 or self.match.over:
                self.look(deck)
        self.look(deck)
        assert np.array_equal(self.records[[0, 2]], self.others)


def replayed(setup: Setup, match: StirredMatch) -> Table:
    """Return a table that was told what chance has answered, after the actions of the match."""
    table = Table(setup.game, setup.options, setup.seats, RecordedChance(match.answers()))
    for code in match.codes:
        assert table.turn is not None
        table.act(table.turn, setup.game.actions[code])
    return table


def insist_on_the_same(table: Table, match: StirredMatch) -> None:
    """Insist that all see at the table what there is to see in the match, and that the points agree."""
    assert [result.points for result in table.results] == match.points
    assert table.answers == match.answers()
    state: Any = table._state
    assert state.phase == match.state.phase
    for viewer in (None, *range(table.seats)):
        assert observe(table.game, state, viewer) == observe(table.game, match.state, viewer)


def players(game: Game) -> st.SearchStrategy[Policy]:
    return st.sampled_from([at_random, dawdle, policy_for(game), careless(policy_for(game))])


@pytest.mark.parametrize("name", GAMES)
def test_what_is_stirred_is_a_shuffle_that_a_table_can_repeat(name: str) -> None:
    game = GAMES[name]

    @settings(max_examples=EXAMPLES)
    @given(st.data(), players(game), SEEDS, st.sampled_from([3, 10, 30]), st.integers(1, 300))
    def check(data: st.DataObject, player: Policy, seed: int, turns: int, most: int) -> None:
        setup = data.draw(setups(game, turn_limit=turns))
        beside = Beside(setup, seed, data.draw(st.integers(0, 2**31)))
        beside.play(player, Xoshiro(seed, 1), most, every=10)
        insist_on_the_same(replayed(setup, beside.match), beside.match)

    check()


def run_of(name: str, matches: int) -> Counter[str]:
    """Play seeded matches to their ends both ways, and again from records; return what happened in them."""
    game, kinds = GAMES[name], Counter[str]()
    for match in range(matches):
        options, seats = table_of(game, match, SEED)
        setup = Setup(game, seats, options)
        beside = Beside(setup, SEED, match)
        beside.play(player_of(game, match), Xoshiro(SEED, match, 1), 20_000, every=50)
        table = replayed(setup, beside.match)
        insist_on_the_same(table, beside.match)
        assert Table.replay(table.record()).outcome == table.outcome
        kinds.update(event.kind.key for event in table.events)
    return kinds


@pytest.mark.parametrize("name", GAMES)
def test_whole_matches_that_were_stirred_go_on_record(name: str) -> None:
    kinds = run_of(name, MATCHES)
    refilled = {"reshuffled", "turned-over", "refilled"} & {kind.key for kind in GAMES[name].kinds}
    assert all(kinds[kind] for kind in refilled)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_many_matches_that_were_stirred_go_on_record(name: str) -> None:
    kinds = run_of(name, LONG_MATCHES)
    assert [kind.key for kind in GAMES[name].kinds if not kinds[kind.key]] == []


@pytest.mark.parametrize("name", GAMES)
def test_a_match_of_a_simulation_can_be_played_again_on_a_table(name: str) -> None:
    game, engine = GAMES[name], engine_of(name)
    for match in range(8):
        options, seats = table_of(game, match, SEED + 1)
        places = [(match + seat) % 2 for seat in range(seats)]
        played = StirredMatch(game, options, seats, SEED, match)
        played.play([POLICIES[name][place] for place in places])
        names = [NAMES[place] for place in places]
        totals = engine.simulate(names, 1, seats=seats, options=options, seed=SEED, first=match)
        table = replayed(Setup(game, seats, options), played)
        insist_on_the_same(table, played)
        assert table.outcome is not None
        assert totals.matches == 1
        assert totals.decisions == len(played.codes)
        assert totals.cards == played.lifts
        assert totals.rounds == len(table.results)
        assert totals.turns == sum(move.action.verb in ("draw", "take") for move in table.moves)
        assert totals.capped == sum(result.how == "turn-limit" for result in table.results)
        assert totals.finals == table.outcome.finals
        assert totals.squares == tuple(final**2 for final in table.outcome.finals)
        assert totals.firsts == tuple(int(seat in table.outcome.winners) for seat in range(seats))
        assert totals.ties == table.outcome.tie


@pytest.mark.parametrize("partners", ["off", "on"])
def test_who_came_first_and_what_is_a_tie_is_what_a_table_says(partners: str) -> None:
    game, engine = GAMES["rack-o"], engine_of("rack-o")
    options = game.settle(game.options(turn_limit=4, target=75, partners=partners), 4)
    setup, ties = Setup(game, 4, options), 0
    for match in range(40):
        played = StirredMatch(game, options, 4, SEED, match)
        played.play([fast.RANDOM] * 4)
        outcome = replayed(setup, played).outcome
        totals = engine.simulate("random", 1, seats=4, options=options, seed=SEED, first=match)
        assert outcome is not None
        assert totals.firsts == tuple(int(seat in outcome.winners) for seat in range(4))
        assert totals.ties == outcome.tie
        ties += outcome.tie
    assert 0 < ties < 40


def test_random_matches_step_by_step_are_those_of_a_simulation() -> None:
    engine = engine_of("nines")
    options, seats = table_of(engine.game, 9, SEED)
    totals = engine.simulate("random", 20, seats=seats, options=options, seed=SEED)
    assert engine.run_steps(20, options, seats, SEED) == (totals.decisions, totals.cards)


def test_the_cards_that_nobody_lifted_lie_below_the_others() -> None:
    game = GAMES["nines"]
    match = StirredMatch(game, None, 2, 3)
    picked, shuffled = match.answers()
    assert picked.picked == match.state.dealer
    assert sorted(shuffled.cards) == list(game.deck(2))
    below = shuffled.cards[: match.state.pile_size]
    assert list(below) == sorted(below) == sorted(match.state.pile[: match.state.pile_size])
    dealt = [match.state.grid[(match.state.dealer + 1) % 2][0], match.state.grid[match.state.dealer][0]]
    assert list(shuffled.cards[-2:]) == dealt[::-1]
    assert match.state.phase in (Phase.CHOOSE, Phase.FLIP)
