"""Policies choose the same compiled as interpreted, always something legal, and change nothing."""

import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import chain

import numba
import numpy as np
import pytest

from tests.bots.positions import chosen, made, played, policy_of
from tests.compiled import differences, to_record
from upcard.bots import ALWAYS, BOTS, PolicyBot, among, careless, find_bot, play_by
from upcard.bots.columns import END
from upcard.chance import SeededChance, Xoshiro, decision_word
from upcard.errors import UnknownBot
from upcard.fast import RANDOM, Policy
from upcard.game import imagine, observe
from upcard.games import GAMES, find_game
from upcard.rule import RULES
from upcard.state import copy_state
from upcard.table import Table

POLICIES = {
    "random": dict.fromkeys(GAMES, RANDOM),
    "greedy": {game: policy_of("greedy", game) for game in GAMES},
    "careless greedy": {game: careless(policy_of("greedy", game)) for game in GAMES},
}
"""Made before any rule is compiled, so that rules made for them are known by then."""
QUICK = [kind.name for kind in ALWAYS]


@cache
def compiled(policy: Policy) -> Callable[..., int]:
    """The policy compiled with bounds checks; it takes an array of one record."""
    from tests.compiled import compiled as rules_of

    for game in GAMES:
        rules_of(game)  # makes every rule known to Numba
    choose = policy.choose
    jit = numba.njit(error_model="numpy", boundscheck=True)
    return jit(lambda records, legal, word, table: choose(records[0], legal, word, table))


@pytest.mark.parametrize("game", GAMES)
def test_a_policy_chooses_the_same_compiled_and_something_legal(game: str) -> None:
    policies = [(each[game], compiled(each[game])) for each in POLICIES.values()]
    rules, flat = find_game(game), {}
    codes: Counter[int] = Counter()
    for number, position in enumerate(chain(played(game, 1_500, 41), made(game, 1_000, 41))):
        seen, legal = position.seen, rules.legal(position.seen)
        record, before = to_record(rules, seen), copy_state(seen)
        word = decision_word(3, seen.seat, number)
        for policy, choose in policies:
            table = position.table_for(policy)
            if table not in flat:
                flat[table] = np.array(table, np.int64)
            code = policy.choose(seen, legal, word, table)
            assert legal >> code & 1
            assert choose(record, legal, word, flat[table]) == code, (policy.name, position.options, seen)
            codes[code] += 1
        assert seen == before
        assert differences(rules, seen, record) == []
    assert len(codes) == len(rules.actions)


@pytest.mark.parametrize("game", GAMES)
def test_a_careless_choice_does_not_move_with_what_the_seat_has_not_seen(game: str) -> None:
    policy = POLICIES["careless greedy"][game]
    rules, table = find_game(game), None
    match = Table(rules, {"turn_limit": 20}, chance=SeededChance(8))
    while (seat := match.turn) is not None and match.step < 300:
        view = match.view(seat, tags=False)
        table = table or policy.table_for(rules, match.options, match.seats)
        word = decision_word(6, seat, view.step)
        again = observe(rules, imagine(rules, view, Xoshiro(view.step)), seat, view.step, tags=False)
        codes = {
            policy.choose(state, rules.legal(state), word, table)
            for state in (view.table_state, again.table_state)
        }
        assert len(codes) == 1
        match.act(seat, rules.actions[codes.pop()])


# --- the bot that plays by them ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bot", "game"), [(kind.name, game) for kind in BOTS.values() for game in GAMES if kind.plays(game)]
)
def test_a_bot_does_what_its_policy_chooses(bot: str, game: str) -> None:
    rules = find_game(game)
    policy, player = policy_of(bot, game), find_bot(bot).make(99)
    match = Table(rules, {"turn_limit": 10}, chance=SeededChance(9))
    table = policy.table_for(rules, match.options, match.seats)
    for _ in range(100 if bot in QUICK else 4):
        seat = match.turn
        assert seat is not None
        view = match.view(seat)
        mask = sum(1 << rules.codes[action] for action in view.actions)
        code = policy.choose(view.table_state, mask, decision_word(99, seat, view.step), table)
        assert player.choose(view) == rules.actions[code]
        match.act(seat, rules.actions[code])


def test_one_bot_may_sit_at_tables_of_several_games_and_options_in_turn() -> None:
    player = find_bot("greedy").make(0)
    tables = [
        Table(find_game(game), options, seats, SeededChance(5))
        for game, options, seats in (
            ("nines", {"joker_value": 0}, 2),
            ("nines", {"joker_value": -5, "joker_column": "face"}, 2),
            ("nines", {"joker_value": 0}, 8),
            ("rack-o", {}, 2),
            ("rack-o", {}, 4),
            ("rat-race", {}, 2),
        )
    ]
    for _ in range(40):
        for table in tables:
            view = table.view(table.turn, tags=False)
            action = player.choose(view)
            assert action == find_bot("greedy").make(1).choose(view)
            table.act(view.seat, action)


def test_a_kind_of_bot_knows_the_games_of_its_policies() -> None:
    assert find_bot("random").games is None
    assert find_bot("greedy").games == {"nines", "rat-race", "rack-o"}
    kind = play_by("half", "Half", "Plays one game.", policy_of("greedy", "nines"))
    assert kind.games == {"nines"}
    assert kind.policy("nines") is policy_of("greedy", "nines")
    assert kind.policy("rack-o") is None
    table = Table(find_game("rack-o"))
    with pytest.raises(UnknownBot, match="half does not play Rack-O"):
        kind.make(0).choose(table.view(table.turn))


def test_what_reckons_with_arrays_says_why_it_does_not_play_without_them() -> None:
    words = (
        "import sys; sys.modules['numpy'] = None\n"
        "import importlib.util as u; whole = u.find_spec\n"
        "u.find_spec = lambda name, package=None: None if name == 'numpy' else whole(name, package)\n"
        "from upcard.bots import BOTS, bots_for, find_bot\n"
        "from upcard.errors import UnknownBot\n"
        "assert [kind.name for kind in bots_for('nines')] == list(BOTS) == ['random', 'greedy']\n"
        "try: find_bot('td1')\n"
        "except UnknownBot as error: print(error)\n"
    )
    told = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True).stdout
    assert told == "td1 does not play here: NumPy is not installed\n"


def test_random_picks_every_action_equally_often() -> None:
    table = Table(find_game("nines"), {"opening_flips": 0}, chance=SeededChance(1))
    table.act(table.turn, "draw")
    view = table.view(table.turn)
    picked = Counter(PolicyBot("random", among(RANDOM), seed).choose(view) for seed in range(5_000))
    assert set(picked) == set(view.actions)
    expected = 5_000 / len(view.actions)
    # χ² with 9 degrees of freedom: 33.7 is passed once in ten thousand
    assert sum((count - expected) ** 2 / expected for count in picked.values()) < 33.7


# --- careless play -------------------------------------------------------------------------------


@pytest.mark.parametrize("one_in", [2, 5])
def test_careless_play_strays_as_often_as_it_says(one_in: int) -> None:
    base = policy_of("greedy", "rack-o")
    policy = careless(base, one_in)
    position = next(position for position in made("rack-o", 500, 3) if chosen(base, position, 0) in (0, 1, 2))
    usual, ways = chosen(base, position, 0), position.game.legal(position.seen).bit_count()
    strays = sum(chosen(policy, position, decision_word(1, 0, step)) != usual for step in range(8_000))
    share = (1 - 1 / ways) / one_in  # a random choice may be the usual one
    assert strays / 8_000 == pytest.approx(share, abs=4 * (share / 8_000) ** 0.5)


def test_careless_play_is_made_once_and_named_after_what_it_spoils() -> None:
    base = policy_of("greedy", "rat-race")
    assert careless(base) is careless(base)
    assert careless(base).name == "careless-greedy-5"
    assert careless(base).games == {"rat-race"}
    assert not careless(base).plays("nines")
    assert careless(RANDOM).blind
    assert not careless(base).blind
    again = careless(careless(base), 7)
    assert again.name == "careless-careless-greedy-5-7"
    assert {careless(base).choose, again.choose} <= set(RULES)


def test_careless_play_goes_rack_o_now_and_then() -> None:
    game = find_game("rack-o")
    bot = PolicyBot("careless", among(careless(policy_of("greedy", "rack-o"))), 4)
    ways = set()
    for match in range(3):
        table = Table(game, {"turn_limit": 100, "target": 75}, 2, SeededChance(4, match))
        while table.turn is not None:
            table.act(table.turn, bot.choose(table.view(table.turn, tags=False)))
        ways |= {result.how for result in table.results}
    assert "rack-o" in ways


# --- what policies rest on -----------------------------------------------------------------------


def test_bots_are_there_without_numba_and_numpy() -> None:
    program = "import sys, upcard.bots; print(sorted({'numba', 'numpy'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("game", GAMES)
def test_tables_are_flat_whole_numbers_that_fit_64_bits(game: str) -> None:
    rules = find_game(game)
    policy = policy_of("greedy", game)
    for seats in {rules.least_seats, rules.most_seats}:
        options = rules.settle(None, seats)
        table = policy.table_for(rules, options, seats)
        assert policy.table_for(rules, options, seats) is table
        assert all(type(value) is int and abs(value) < 2**62 for value in table)
        assert len(table) == (END if game != "rack-o" else 21 + 10 * seats)
