"""Every rule of every game compiles, and does the same compiled as it does interpreted."""

import inspect
from collections import Counter
from collections.abc import Callable
from typing import Any

import numba
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.compiled import Compiled, compiled, differences, in_chance, to_record
from tests.policies import dawdle, policy_for
from tests.runs import player_of, table_of
from upcard import fast
from upcard.chance import Chance, Request, SeededChance, Xoshiro
from upcard.fast.records import Records, full_type
from upcard.game import Game, answer_all
from upcard.games import GAMES
from upcard.rule import RULES
from upcard.state import Phase, copy_state
from upcard.testing import Policy, at_random, careless
from upcard.testing.strategies import SEEDS, Setup, setups

pytestmark = pytest.mark.skipif(not fast.available(), reason=fast.reason() or "compiled")

RECORD_MOST = 4_096
ACTIONS = 30
"""How many actions of each example are compared."""
SEED, MATCHES, LONG_MATCHES = 2026, 60, 200
OFTEN = 5


class Both:
    """A match played by the rules as they stand and compiled, and compared after everything that is done.

    ``kinds`` counts the events that were compared. With ``hasty`` only one action in so many is looked at,
    and wherever something happens that has not happened often.
    """

    def __init__(self, setup: Setup, state: Any, chance: Chance, kinds: Counter[str], hasty: int = 1) -> None:
        self.game: Game = setup.game
        self.rules: Compiled = compiled(setup.game.name)
        self.seats = setup.seats
        self.state = state
        self.record: Records = to_record(setup.game, state)
        self.chance = chance
        self.kinds = kinds
        self.hasty = hasty
        self.steps = 0
        self.compare()

    def go_on(self) -> None:
        """Answer chance until a seat is to move or the match is over."""
        state, record = self.state, self.record
        while in_chance(state):
            request = Request(state.round, state.request)
            state.request += 1
            record["request"][0] += 1
            if state.phase == Phase.SHUFFLE:
                size = state.pile_size
                state.pile[:size] = self.chance.shuffle(request, state.pile[:size])
                record["pile"][0][:size] = state.pile[:size]
            else:
                state.picked = record["picked"][0] = self.chance.pick(request, state.pick_of)
            self.game.resume(state)
            self.rules.resume(record)
            self.compare()

    def act(self, code: int) -> None:
        """Carry out a code and answer chance."""
        self.steps += 1
        self.game.apply(self.state, code)
        self.rules.apply(self.record, code)
        self.compare()
        self.go_on()

    def look(self) -> None:
        """Ask what is legal, what the default move is, and what each seat and a watcher may see."""
        game, state, record = self.game, self.state, self.record
        assert self.rules.legal(record) == game.legal(state)
        if self.steps % self.hasty:
            return
        if state.phase != Phase.OVER:
            assert self.rules.default(record) == game.default(state)
        for viewer in range(-1, self.seats):
            seen, seen_record = copy_state(state), record.copy()
            game.hide(seen, viewer)
            self.rules.hide(seen_record, viewer)
            assert differences(game, seen, seen_record) == []

    def compare(self) -> None:
        """Insist that all fields are equal, notes and all."""
        state = self.state
        kinds = [self.game.kinds[state.notes[row][0]].key for row in range(state.note_count)]
        if self.steps % self.hasty == 0 or any(self.kinds[kind] < OFTEN for kind in kinds):
            assert differences(self.game, state, self.record) == []
            self.kinds.update(kinds)


def later(setup: Setup, policy: Policy, stream: Xoshiro, chance: Chance, actions: int) -> Any:
    """Return the state of a match after so many actions, or at its last decision."""
    state = setup.game.start(setup.options, setup.seats)
    if actions == 0:
        return state
    answer_all(setup.game, state, chance)
    for _ in range(actions):
        before = copy_state(state)
        setup.game.apply(state, policy(setup.game, state, stream))
        answer_all(setup.game, state, chance)
        if state.phase == Phase.OVER:
            return before
    return state


def agree(both: Both, policy: Policy, stream: Xoshiro, most: int) -> None:
    """Insist that a match goes the same both ways, over ``most`` actions."""
    both.go_on()
    both.look()
    for _ in range(most):
        if both.state.phase == Phase.OVER:
            break
        both.act(policy(both.game, both.state, stream))
        both.look()


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_compiles_and_agrees_with_itself_interpreted(name: str) -> None:
    game, kinds = GAMES[name], Counter[str]()
    players = st.sampled_from([at_random, dawdle, policy_for(game), careless(policy_for(game))])

    @given(st.data(), players, SEEDS, st.sampled_from([4, 12, 40]), st.integers(0, 400))
    def check(data: st.DataObject, player: Policy, seed: int, turns: int, skipped: int) -> None:
        setup = data.draw(setups(game, turn_limit=turns))
        chance, stream = SeededChance(seed), Xoshiro(seed, 1)
        state = later(setup, player, stream, chance, skipped)
        agree(Both(setup, state, chance, kinds), player, stream, ACTIONS)

    check()
    assert kinds.total() > 1_000


def run_of(name: str, matches: int, most: int, hasty: int) -> Counter[str]:
    """Compare seeded matches at tables that go through all options; return the events that were compared."""
    game, kinds = GAMES[name], Counter[str]()
    for match in range(matches):
        options, seats = table_of(game, match, SEED)
        chance, setup = SeededChance(SEED, match), Setup(game, seats, options)
        both = Both(setup, game.start(options, seats), chance, kinds, hasty)
        agree(both, player_of(game, match), Xoshiro(SEED, match, 1), most)
    return kinds


@pytest.mark.parametrize("name", GAMES)
def test_a_run_of_matches_agrees_in_every_kind_of_event(name: str) -> None:
    kinds = run_of(name, MATCHES, 2_000, hasty=32)
    assert [kind.key for kind in GAMES[name].kinds if not kinds[kind.key]] == []


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_whole_matches_agree(name: str) -> None:
    kinds = run_of(name, LONG_MATCHES, 20_000, hasty=1)
    assert [kind.key for kind in GAMES[name].kinds if kinds[kind.key] < OFTEN] == []


@pytest.mark.parametrize("name", GAMES)
def test_a_state_fits_in_a_small_record(name: str) -> None:
    assert full_type(GAMES[name].state).itemsize <= RECORD_MOST


@pytest.mark.parametrize("name", GAMES)
def test_a_difference_in_any_field_is_found(name: str) -> None:
    game = GAMES[name]
    state = game.start(None, None)
    state.note_count = 1
    for field in full_type(game.state).names or ():
        record = to_record(game, state)
        record[field].reshape(-1)[0] += 1
        assert [text.partition(":")[0] for text in differences(game, state, record)] == [field]


@pytest.mark.parametrize("name", GAMES)
def test_rules_that_no_action_leads_to_compile_too(name: str) -> None:
    game = GAMES[name]
    assert compiled(name)
    package = game.apply.__module__.rpartition(".")[0]
    entries = (game.legal, game.apply, game.resume, game.hide, game.default)
    led_to = set().union(*(reached(entry) for entry in entries))
    rest = [rule for rule in RULES if rule.__module__.startswith(package) and rule not in led_to]
    for rule in rest:
        arguments = ["r[0]" if "State" in str(kind) else "0" for kind in parameters(rule)]
        call = eval(f"lambda r: rule({', '.join(arguments)})", {"rule": rule})
        numba.njit(call, error_model="numpy", boundscheck=True)(to_record(game, game.start(None, None)))


def parameters(rule: Callable[..., object]) -> list[object]:
    """Return how the parameters of a rule are annotated."""
    return [parameter.annotation for parameter in inspect.signature(rule).parameters.values()]


def reached(rule: Callable[..., object]) -> set[Callable[..., object]]:
    """Return the rule and all rules that it calls, by whatever way."""
    found = {rule}
    for name in inspect.getclosurevars(rule).globals.values():
        called = [name, *vars(name).values()] if inspect.ismodule(name) else [name]
        for other in called:
            if other in RULES and other not in found:
                found |= reached(other)
    return found
