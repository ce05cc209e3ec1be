"""Greedy is what STRENGTH calls it: exact, fair, the same every time, and far better than chance."""

from collections.abc import Iterator
from itertools import combinations_with_replacement

import pytest

from tests.bots import reference
from upcard.bots import BOTS, find_bot
from upcard.bots.columns import ColumnValues
from upcard.chance import SeededChance, Xoshiro
from upcard.game import Game, imagine, observe
from upcard.games import find_game
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
@pytest.mark.parametrize("bot", BOTS)
def test_what_it_has_not_seen_never_changes_its_choice(
    name: str, seats: int, options: dict[str, int | str], bot: str
) -> None:
    player = find_bot(bot).make(5)
    for game, view in decisions(name, seats, options, 12):
        if view.step % 3 == 0:
            other = imagine(game, view, Xoshiro(view.step))
            again = observe(game, other, view.seat, view.step)
            assert player.choose(again) == player.choose(view)


@pytest.mark.parametrize("bot", BOTS)
def test_the_same_seed_plays_the_same_match(bot: str) -> None:
    def moves(seed: int) -> list[str]:
        table = Table(find_game("rat-race"), {"rounds": 1, "turn_limit": 100}, 2, SeededChance(3))
        player = find_bot(bot).make(seed)
        while (seat := table.turn) is not None:
            table.act(seat, player.choose(table.view(seat)))
        return [str(move.action) for move in table.moves]

    assert moves(1) == moves(1)
    assert (moves(1) == moves(2)) == (bot == "greedy")


def value_of(values: ColumnValues, cards: tuple[str | None, ...]) -> int:
    return values.column([0 if card is None else values.rank_named[card] for card in cards])


@pytest.mark.parametrize(("joker", "column"), [(-2, "0"), (-5, "face"), (0, "0")])
def test_every_column_of_nines_is_valued_exactly(joker: int, column: str) -> None:
    values = ColumnValues(find_game("nines"), {"joker_value": joker, "joker_column": column}, 2)
    cards = [*reference.NINES_RANKS, "X", None]
    for three in combinations_with_replacement(cards, 3):
        exact = reference.expected("nines", three, joker, column == "0")
        assert value_of(values, three) == exact * values.scale
        assert value_of(values, three[::-1]) == exact * values.scale


@pytest.mark.parametrize("height", [2, 3])
def test_every_column_of_rat_race_is_valued_exactly(height: int) -> None:
    values = ColumnValues(find_game("rat-race"), {}, 2)
    for cards in combinations_with_replacement([*reference.RAT_VALUES, "R", None], height):
        assert value_of(values, cards) == reference.expected("rat-race", cards) * values.scale
        assert value_of(values, cards[::-1]) == reference.expected("rat-race", cards) * values.scale


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
