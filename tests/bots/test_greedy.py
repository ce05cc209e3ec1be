"""Greedy is what STRENGTH calls it: exact, fair, the same every time, and far better than chance."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from math import ceil
from zlib import crc32

import pytest

from tests.bots import reference
from tests.bots.positions import made, policy_of
from upcard.bots import BOTS, find_bot
from upcard.bots.columns import RANKS, SCALE, column_value, pair_value, tabulate
from upcard.chance import SeededChance, Xoshiro
from upcard.game import Game, imagine, observe
from upcard.games import find_game
from upcard.options import build
from upcard.table import Table
from upcard.values import View

TABLES = [
    ("nines", 2, {"rounds": 1}),
    ("nines", 3, {"rounds": 1, "joker_value": -5, "joker_column": "face", "reject_flips": "may"}),
    ("nines", 2, {"rounds": 1, "reject_flips": "must", "flip_when": "before-play", "opening_flips": 3}),
    ("nines", 4, {"rounds": 1, "square_bonus": 25, "final_turns": "none"}),
    ("rat-race", 2, {"rounds": 2}),
    ("rat-race", 2, {"rounds": 2, "walkout": "optional", "walkout_rats": 1}),
    ("rat-race", 2, {"rounds": 2, "walkout": "off"}),
    ("rack-o", 2, {"target": 75}),
    ("rack-o", 3, {"target": 75}),
    ("rack-o", 4, {"target": 75, "partners": "on"}),
    ("rack-o", 2, {"target": 75, "declare": "choose", "run_needed": 0}),
]
IDS = [f"{name}-{seats}-{index}" for index, (name, seats, _) in enumerate(TABLES)]


def decisions(name: str, seats: int, options: dict[str, int | str], seed: int) -> Iterator[tuple[Game, View]]:
    """Every view in which a seat is to move, in a match where greedy and (one time in four) chance play."""
    game = find_game(name)
    table = Table(game, {"turn_limit": 40, **options}, seats, SeededChance(seed))
    greedy, stray = BOTS["greedy"].make(seed), BOTS["random"].make(seed)
    while (seat := table.turn) is not None:
        view = table.view(seat)
        yield game, view
        strays = Xoshiro(seed, table.step).below(4) == 0
        table.act(seat, (stray if strays else greedy).choose(view))


@pytest.mark.parametrize(("name", "seats", "options"), TABLES, ids=IDS)
def test_it_chooses_what_its_definition_says(name: str, seats: int, options: dict[str, int | str]) -> None:
    greedy = BOTS["greedy"].make(0)
    made = 0
    for game, view in decisions(name, seats, options, 11):
        if name == "rack-o" and view.step % 5:
            continue  # the reference tries a thousand subsequences for every cell
        wanted = reference.rack_choice(view) if name == "rack-o" else reference.grid_choice(game, view)
        assert str(greedy.choose(view)) == wanted, view
        made += 1
    assert made > 10


@pytest.mark.parametrize(("name", "seats", "options"), TABLES, ids=IDS)
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_what_it_has_not_seen_never_changes_its_choice(
    name: str, seats: int, options: dict[str, int | str], bot: str
) -> None:
    player = find_bot(bot).make(5)
    for game, view in decisions(name, seats, options, 12):
        if view.step % 3 == 0:
            other = imagine(game, view, Xoshiro(view.step))
            again = observe(game, other, view.seat, view.step)
            assert player.choose(again) == player.choose(view)


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_the_same_seed_plays_the_same_match(bot: str) -> None:
    def moves(seed: int) -> list[str]:
        table = Table(find_game("rat-race"), {"rounds": 1, "turn_limit": 100}, 2, SeededChance(3))
        player = find_bot(bot).make(seed)
        while (seat := table.turn) is not None:
            table.act(seat, player.choose(table.view(seat)))
        return [str(move.action) for move in table.moves]

    assert moves(1) == moves(1)
    assert (moves(1) == moves(2)) == (bot == "greedy")


PLAY = [
    *((680, 2572519658), (1102, 4107604929), (676, 1861554694), (1322, 1558509754)),
    *((1421, 2603217658), (1422, 2134954685), (1416, 949171821)),
    *((694, 1598516434), (946, 3425569818), (736, 2716795363), (634, 3698413332)),
]
"""How many choices it has at each of the tables, and their sum: those it had from the first day."""


@pytest.mark.parametrize(("table", "play"), list(zip(TABLES, PLAY, strict=True)), ids=IDS)
def test_its_play_never_changes(table: tuple[str, int, dict[str, int | str]], play: tuple[int, int]) -> None:
    name, seats, options = table
    greedy = BOTS["greedy"].make(0)
    choices = []
    for match in range(10):
        here = Table(find_game(name), {"turn_limit": 40, **options}, seats, SeededChance(2026, match))
        while (seat := here.turn) is not None:
            view = here.view(seat, tags=False)
            choices.append(str(greedy.choose(view)))
            strays = Xoshiro(match, here.step).below(4) == 0
            here.act(seat, view.actions[-1] if strays else choices[-1])
    assert (len(choices), crc32(" ".join(choices).encode())) == play


@pytest.mark.parametrize(("name", "most"), [("nines", 300), ("rat-race", 300), ("rack-o", 60)])
def test_it_chooses_what_its_definition_says_where_matches_seldom_lead(name: str, most: int) -> None:
    game, greedy = find_game(name), BOTS["greedy"].make(0)
    seen = set()
    for position in made(name, most, 7):
        view = observe(game, position.seen, position.seen.seat, tags=False)
        wanted = reference.rack_choice(view) if name == "rack-o" else reference.grid_choice(game, view)
        assert str(greedy.choose(view)) == wanted, view
        seen.add((view.phase, wanted.split()[0], wanted.endswith("declare")))
    assert len(seen) >= {"nines": 6, "rat-race": 7, "rack-o": 6}[name]


def value_of(name: str, options: dict[str, int | str], cards: tuple[str | None, ...]) -> Fraction:
    """What the table of greedy says of two or three cards, without suits."""
    game = find_game(name)
    table = tabulate(game, game.settle(build(game.options, options), 2), 2)
    codes = [0 if card is None else code_of(game, card) for card in cards]
    ranks = [table[RANKS + code] for code in codes]
    value = column_value(*ranks, table) if len(ranks) == 3 else pair_value(*ranks, table)
    return Fraction(value, table[SCALE])


def code_of(game: Game, card: str) -> int:
    return game.faces.code(card if card in game.faces.texts else f"{card}c")


@pytest.mark.parametrize(("joker", "column"), [(-2, "0"), (-5, "face"), (0, "0")])
def test_every_column_of_nines_is_valued_exactly(joker: int, column: str) -> None:
    options = {"joker_value": joker, "joker_column": column}
    cards = [*reference.NINES_RANKS, "X", None]
    for three in combinations_with_replacement(cards, 3):
        exact = reference.expected("nines", three, joker, column == "0")
        assert value_of("nines", options, three) == exact
        assert value_of("nines", options, three[::-1]) == exact


@pytest.mark.parametrize("height", [2, 3])
def test_every_column_of_rat_race_is_valued_exactly(height: int) -> None:
    for cards in combinations_with_replacement([*reference.RAT_VALUES, "R", None], height):
        exact = reference.expected("rat-race", cards)
        assert value_of("rat-race", {}, cards) == exact
        assert value_of("rat-race", {}, cards[::-1]) == exact


def test_cards_that_differ_in_suit_only_are_one_rank_and_a_card_of_rat_race_is_its_own() -> None:
    nines, race = find_game("nines"), find_game("rat-race")
    table = tabulate(nines, nines.settle(), 2)
    for rank, name in enumerate([*reference.NINES_RANKS, "X"], 1):
        same = [code for code, text in enumerate(nines.faces.texts) if code and text.rstrip("cdhs") == name]
        assert {table[RANKS + code] for code in same} == {rank}
    assert table[RANKS] == 0
    table = tabulate(race, race.settle(), 2)
    assert list(table[RANKS : RANKS + len(race.faces.texts)]) == list(range(len(race.faces.texts)))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_card_of_rack_o_belongs_where_its_share_of_the_deck_is(seats: int) -> None:
    game = find_game("rack-o")
    table = policy_of("greedy", "rack-o").table_for(game, game.settle(seats=seats), seats)
    most = {2: 40, 3: 50, 4: 60}[seats]
    assert list(table[1:]) == [ceil(Fraction(10 * card, most)) - 1 for card in range(1, most + 1)]


def test_a_bot_that_is_misspelt_is_named() -> None:
    from upcard.errors import UnknownBot

    assert find_bot("Greedy").name == "greedy"
    with pytest.raises(UnknownBot, match="did you mean greedy"):
        find_bot("gredy")
    with pytest.raises(UnknownBot, match="there are random, greedy"):
        find_bot("zzz")


def test_each_bot_says_in_a_sentence_how_it_plays() -> None:
    for kind in BOTS.values():
        assert kind.title
        assert kind.line.endswith(".")
        assert kind.line.count(".") == 1
