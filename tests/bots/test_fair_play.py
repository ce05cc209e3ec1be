"""What a seat has not seen changes no choice of any bot: unseen cards are dealt anew, the choice stays."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import pytest

from tests.bots.positions import any_options, policy_of
from tests.policies import policy_for
from upcard.bots import BOTS, careless, find_bot
from upcard.chance import SeededChance, Xoshiro, decision_word
from upcard.fast.deciding import Decider
from upcard.fast.policy import Policy, count_codes, nth_code
from upcard.game import Game, answer_all, imagine, observe
from upcard.games import GAMES, find_game
from upcard.state import Phase
from upcard.values import View

SEED = 77
OF_A_MATCH = 120
EVERY = 3
MANY = 1_000
QUICK = {"random": 60, "greedy": 60, "hand": 60, "beginner": 60, "expert": 3}
"""In how many positions of each game a bot is tried that is quick, or very slow, interpreted."""
SOME = {"nines": 16, "rat-race": 12, "rack-o": 6}
"""In how many any other."""


@dataclass(frozen=True)
class World:
    """A decision: how all cards lie, how else they may lie as far as the seat knows, and the seat's view."""

    game: Game
    true: Any
    other: Any
    view: View
    options: Any


def worlds(name: str, seed: int) -> Iterator[World]:
    """Yield decisions of matches at tables of any size, with any options, between players who err."""
    match = 0
    while True:
        match += 1
        yield from islice(of_a_match(name, match, Xoshiro(seed, match)), 0, OF_A_MATCH, EVERY)


def of_a_match(name: str, match: int, stream: Xoshiro) -> Iterator[World]:
    """Yield the decisions with which a match begins."""
    game, policy = find_game(name), careless(policy_of("greedy", name), 4)
    seats = game.seat_numbers[match % len(game.seat_numbers)]
    options = any_options(game, seats, stream)
    table, sensible = policy.table_for(game, options, seats), policy_for(game)
    state, chance = game.start(options, seats), SeededChance(SEED, match)
    answer_all(game, state, chance)
    for step in range(OF_A_MATCH):
        if state.phase == Phase.OVER:
            return
        view = observe(game, state, state.seat, step, tags=False)
        yield World(game, state, imagine(game, view, stream), view, options)
        if match % 3 == 0:
            code = sensible(game, state, stream)
        else:
            word = decision_word(match, state.seat, step)
            code = policy.choose(view.table_state, game.legal(state), word, table)
        game.apply(state, code)
        answer_all(game, state, chance)


def choices(world: World, bot: str, seed: int) -> set[str]:
    """What a bot does in either world, as a table would ask it."""
    again = observe(world.game, world.other, world.view.seat, world.view.step, tags=False)
    return {str(find_bot(bot).make(seed).choose(view)) for view in (world.view, again)}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("bot", BOTS)
def test_what_a_seat_has_not_seen_changes_no_choice(bot: str, game: str) -> None:
    if not find_bot(bot).plays(game):
        assert find_bot(bot).policy(game) is None
        return
    hidden = 0
    for number, world in enumerate(islice(worlds(game, SEED), QUICK.get(bot, SOME[game]))):
        hidden += world.true != world.other
        assert len(choices(world, bot, number)) == 1, (number, world.view)
    assert hidden > QUICK.get(bot, SOME[game]) * 0.9


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("bot", BOTS)
def test_what_a_seat_has_not_seen_changes_no_choice_in_1000_positions(bot: str, game: str) -> None:
    kind, rules = find_bot(bot), find_game(game)
    policy = kind.policy(game)
    if policy is None:
        assert not kind.plays(game)
        return
    decider = Decider(rules, policy)
    for number, world in enumerate(islice(worlds(game, SEED + 1), MANY)):
        table = policy.table_for(rules, world.options, world.view.seats)
        word = decision_word(SEED, world.view.seat, number)
        again = observe(rules, world.other, world.view.seat, world.view.step, tags=False)
        codes = {decider.choose(view.table_state, word, table) for view in (world.view, again)}
        assert len(codes) == 1, (number, world.view)


def peep(state: Any, legal: int, word: int, table: Sequence[int]) -> int:
    """Choose by what the next seat has in front."""
    card = state.rack[(state.seat + 1) % state.seats][0]
    return nth_code(legal, card % count_codes(legal))


LOOKING = {
    "nines": policy_of("greedy", "nines"),
    "rat-race": policy_of("greedy", "rat-race"),
    "rack-o": Policy("peeper", peep),
}
"""Policies that would look at what is hidden if it were shown to them."""


@pytest.mark.parametrize("game", GAMES)
def test_one_who_looked_at_hidden_cards_would_be_found_out(game: str) -> None:
    rules, policy, found = find_game(game), LOOKING[game], 0
    for world in islice(worlds(game, SEED), 60):
        table, legal = policy.table_for(rules, world.options, world.view.seats), rules.legal(world.true)
        codes = {policy.choose(state, legal, 0, table) for state in (world.true, world.other)}
        found += len(codes) > 1
    assert found > 0
