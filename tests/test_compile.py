"""Every rule of every game compiles, and does the same compiled as it does interpreted."""

import inspect
from collections.abc import Callable

import numba
import pytest

from tests.compiled import Compiled, compiled, differences, in_chance, record_type, to_record
from tests.policies import policy_for
from upcard.chance import Request, SeededChance, Xoshiro
from upcard.game import Game
from upcard.games import GAMES
from upcard.options import described
from upcard.rule import RULES
from upcard.state import Phase, copy_state
from upcard.testing import limited, mixed

ACTIONS = 1_500
"""How many actions of each game are compared."""
RECORD_MOST = 4_096


def parts(match: int, game: Game) -> dict[str, int | str]:
    """Return options that lead into other parts of the rules from match to match."""
    values: dict[str, int | str] = {"turn_limit": 40}
    for place, entry in enumerate(described(game.options)):
        if entry.name in ("turn_limit", "partners"):
            continue
        if entry.choices:
            values[entry.name] = entry.choices[(match + place) % len(entry.choices)]
        elif entry.name in ("rounds", "target"):
            values[entry.name] = {"rounds": 2, "target": 100}[entry.name]
    return values


def agree(game: Game, rules: Compiled, seats: int, match: int, most: int) -> int:
    """Play a match both ways with the same chance and the same choices; return how many actions it had."""
    options = limited(game, game.options(**parts(match, game)) if match else None, seats)
    chance, stream, policy = SeededChance(11, match), Xoshiro(11, match), mixed(policy_for(game), match)
    state = game.start(options, seats)
    record = to_record(game, state)
    for action in range(most):
        while in_chance(state):
            request = Request(state.round, state.request)
            state.request += 1
            record["request"][0] += 1
            if state.phase == Phase.SHUFFLE:
                size = state.pile_size
                state.pile[:size] = chance.shuffle(request, state.pile[:size])
                record["pile"][0][:size] = state.pile[:size]
            else:
                state.picked = record["picked"][0] = chance.pick(request, state.pick_of)
            game.resume(state)
            rules.resume(record)
            assert differences(game, state, record) == []
        assert rules.legal(record) == game.legal(state)
        if state.phase == Phase.OVER:
            return action
        assert rules.default(record) == game.default(state)
        if action % 10 == 0:
            for viewer in range(-1, seats):
                seen, seen_record = copy_state(state), record.copy()
                game.hide(seen, viewer)
                rules.hide(seen_record, viewer)
                assert differences(game, seen, seen_record) == []
        code = policy(game, state, stream)
        game.apply(state, code)
        rules.apply(record, code)
        assert differences(game, state, record) == []
    return most


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_compiles_and_agrees_with_itself_interpreted(name: str) -> None:
    game, rules = GAMES[name], compiled(name)
    actions = match = 0
    while actions < ACTIONS:
        seats = game.seat_numbers[match % len(game.seat_numbers)]
        actions += agree(game, rules, seats, match, 400)
        match += 1
    assert match > 1


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_whole_matches_agree(name: str) -> None:
    game, rules = GAMES[name], compiled(name)
    for match in range(60):
        seats = game.seat_numbers[match % len(game.seat_numbers)]
        agree(game, rules, seats, match, 20_000)


@pytest.mark.parametrize("name", GAMES)
def test_a_state_fits_in_a_small_record(name: str) -> None:
    assert record_type(GAMES[name]).itemsize <= RECORD_MOST


@pytest.mark.parametrize("name", GAMES)
def test_rules_that_no_action_leads_to_compile_too(name: str) -> None:
    game, rules = GAMES[name], compiled(name)
    assert rules
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
