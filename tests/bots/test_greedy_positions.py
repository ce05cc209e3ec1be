"""Positions made by hand, each with the one thing that greedy does."""

from collections.abc import Sequence
from typing import Any

import pytest

from upcard.bots import BOTS
from upcard.chance import SeededChance
from upcard.game import Game, answer_all, observe
from upcard.games import find_game
from upcard.options import build
from upcard.state import Phase, Source

GREEDY = BOTS["greedy"].make(0)


def begun(name: str, seats: int = 2, **options: int | str) -> tuple[Game, Any]:
    """A match whose first round is dealt, with seat 0 to choose."""
    game = find_game(name)
    state = game.start(build(game.options, options), seats)
    answer_all(game, state, SeededChance(1))
    state.seat = 0
    state.phase = Phase.CHOOSE
    return game, state


def lay(game: Game, state: Any, text: str, known: Sequence[int] = ()) -> None:
    """Lay a grid for seat 0: a card with ``.`` behind it lies face down, ``known`` cells were seen."""
    kept = game.name == "rat-race"
    for cell, word in enumerate(text.replace("/", " ").split()):
        state.grid[0][cell] = card(game, word.rstrip("."))
        state.up[0][cell] = int(not word.endswith("."))
        if kept:
            state.known[0][cell] = int(cell + 1 in known)
    state.down[0] = text.count(".")


def card(game: Game, word: str) -> int:
    return game.faces.code(word if word in game.faces.texts else f"{word}c")


def offer(game: Game, state: Any, word: str) -> None:
    """Make a card the upcard."""
    state.discard[0] = card(game, word)
    state.discard_size = 1


def draw(game: Game, state: Any, word: str) -> None:
    """Put a card that was drawn into the hand of seat 0."""
    state.hand = card(game, word)
    state.hand_source = Source.PILE
    state.phase = Phase.PLACE_DRAWN


def choice(game: Game, state: Any) -> str:
    return str(GREEDY.choose(observe(game, state, 0)))


@pytest.mark.parametrize("name", ["nines", "rat-race"])
def test_it_opens_with_cells_1_and_2(name: str) -> None:
    game = find_game(name)
    state = game.start()
    answer_all(game, state, SeededChance(4))
    for wanted in ("flip 1", "flip 2"):
        assert choice_of(game, state) == wanted
        game.apply(state, game.codes[GREEDY.choose(observe(game, state, state.seat))])


def choice_of(game: Game, state: Any) -> str:
    return str(GREEDY.choose(observe(game, state, state.seat)))


def test_nines_completes_a_column() -> None:
    game, state = begun("nines")
    lay(game, state, "2 7 K / 3 7 K / 4. 9. 5.")
    offer(game, state, "7")
    assert choice(game, state) == "take"
    draw(game, state, "7")
    assert choice(game, state) == "place 8"


def test_nines_takes_for_3_and_not_for_less() -> None:
    game, state = begun("nines")
    lay(game, state, "9 2 3 / A 4 5 / 2 6 K")
    offer(game, state, "6")
    assert choice(game, state) == "take"  # 9 − 6: exactly 3
    offer(game, state, "7")
    assert choice(game, state) == "draw"  # 9 − 7


def test_nines_places_a_drawn_card_on_any_gain() -> None:
    game, state = begun("nines")
    lay(game, state, "9 2 3 / A 4 5 / 2 6 K")
    draw(game, state, "8")
    assert choice(game, state) == "place 1"
    draw(game, state, "9")
    assert choice(game, state) == "reject"


def test_nines_in_a_final_turn_takes_what_costs_nothing() -> None:
    game, state = begun("nines")
    lay(game, state, "9 2 3 / A 4 5 / 2 6 K.")
    state.finisher = 1
    offer(game, state, "8")
    assert choice(game, state) == "take"
    offer(game, state, "9")
    assert choice(game, state) == "take"
    offer(game, state, "10")
    assert choice(game, state) == "draw"


def test_a_tie_goes_to_the_lowest_cell() -> None:
    game, state = begun("nines")
    lay(game, state, "A 8 3 / 8 A 5 / 2 6 8")
    draw(game, state, "4")
    assert choice(game, state) == "place 2"


def test_nines_takes_where_nothing_can_be_drawn() -> None:
    game, state = begun("nines")
    lay(game, state, "A 2 3 / A 4 5 / 2 6 K.")
    offer(game, state, "10")
    state.pile_size = 0
    assert choice(game, state) == "take"


def test_nines_turns_nothing_up_that_it_need_not() -> None:
    game, state = begun("nines", reject_flips="may")
    state.phase = Phase.ASK
    assert choice(game, state) == "pass"


def test_rat_race_takes_for_3_and_a_half() -> None:
    game, state = begun("rat-race")
    lay(game, state, "10 2 3 / 1 4 5 / 2 9 3")
    offer(game, state, "6")
    assert choice(game, state) == "take"  # 10 − 6: 4
    offer(game, state, "7")
    assert choice(game, state) == "draw"  # 10 − 7: 3
    draw(game, state, "7")
    assert choice(game, state) == "place 1"
    draw(game, state, "8")
    assert choice(game, state) == "place 1"  # 10 − 8: 2 is enough
    lay(game, state, "9 2 3 / 1 4 5 / 2 9 3")
    draw(game, state, "8")
    assert choice(game, state) == "reject"


def test_rat_race_counts_a_row_that_walks_out_as_taken_out_and_worth_3() -> None:
    game, state = begun("rat-race")
    lay(game, state, "7 7 1 / 2 3 4 / 2 3 5")
    draw(game, state, "7")
    # What is left are pairs of 2 and of 3, a 4 and a 5: 9, and 3 off. That is 18 less than before.
    assert choice(game, state) == "place 3"
    state.walkout = 2  # off: the best is now a pair of 7s in the first column
    assert choice(game, state) == "place 4"


def test_rat_race_knows_the_cards_that_were_revealed() -> None:
    game, state = begun("rat-race")
    lay(game, state, "6. 2 9 / 6. 3 8 / 4 1 7", known=(1, 2, 4))
    draw(game, state, "6")
    # The pair of 6s is known: only the 4 below it counts, and a third 6 takes that away too.
    assert choice(game, state) == "place 7"


def test_rat_race_turns_up_what_it_does_not_know_first() -> None:
    game, state = begun("rat-race")
    lay(game, state, "6. 2. 9 / 6 3. 8 / 4 1 7", known=(1, 2))
    state.phase = Phase.TURN_UP
    assert choice(game, state) == "flip 5"
    lay(game, state, "6. 2. 9 / 6 3 8 / 4 1 7", known=(1, 2))
    assert choice(game, state) == "flip 1"


def test_rat_race_walks_out_with_the_row_that_leaves_least_the_upper_one_of_equals() -> None:
    game, state = begun("rat-race", walkout="optional")
    state.phase = Phase.ASK
    lay(game, state, "2 2 2 / 9 9 9 / 2 3 4")
    assert choice(game, state) == "walk-out 2"  # a pair of 2s, and 2 + 3 + 2 + 4
    lay(game, state, "7 7 7 / 1 2 3 / 7 7 7")
    assert choice(game, state) == "walk-out 1"


def rack(state: Any, text: str) -> None:
    state.rack[0][:] = [int(word) for word in text.split()]


def test_rack_o_goes_out_by_placing_and_by_discarding() -> None:
    game, state = begun("rack-o", declare="choose")
    rack(state, "4 8 12 16 20 21 22 32 36 1")
    draw(game, state, "40")
    assert choice(game, state) == "place 10 declare"
    rack(state, "4 8 12 16 20 21 22 32 36 38")
    draw(game, state, "30")
    assert choice(game, state) == "reject declare"


def test_rack_o_declares_by_the_plain_action_where_that_goes_out() -> None:
    game, state = begun("rack-o", declare="auto")
    rack(state, "4 8 12 16 20 21 22 32 36 1")
    draw(game, state, "40")
    assert choice(game, state) == "place 10"


def test_rack_o_takes_for_4_and_places_a_drawn_card_on_any_gain() -> None:
    game, state = begun("rack-o", run_needed=0)
    rack(state, "4 8 12 16 20 24 28 32 35 34")
    offer(game, state, "40")
    assert choice(game, state) == "take"  # the tenth that rises
    rack(state, "1 8 12 16 20 24 28 30 37 34")
    offer(game, state, "2")
    assert choice(game, state) == "draw"
    rack(state, "40 4 8 12 16 20 24 28 32 37")
    draw(game, state, "39")
    assert choice(game, state) == "reject"
