"""How many ways a match can go from a seeded start: the counts follow from the rule book by hand."""

from typing import Any

import pytest

from upcard.chance import SeededChance
from upcard.game import Game, answer_all, legal_codes
from upcard.games import GAMES
from upcard.state import Phase, copy_state

CHANCE = SeededChance(3)


def start(name: str, seats: int, **options: int | str) -> tuple[Game, Any]:
    """Return a game and its first decision."""
    game = GAMES[name]
    state = game.start(game.options(**options), seats)
    answer_all(game, state, CHANCE)
    return game, state


def ways(game: Game, state: Any, depth: int) -> int:
    """Return how many sequences of ``depth`` actions there are, or fewer where the match ends."""
    if depth == 0 or state.phase == Phase.OVER:
        return 1
    codes = legal_codes(game, state)
    if depth == 1:
        return len(codes)
    total = 0
    for code in codes:
        trial = copy_state(state)
        game.apply(trial, code)
        answer_all(game, trial, CHANCE)
        total += ways(game, trial, depth - 1)
    return total


def counts(name: str, seats: int, depth: int, **options: int | str) -> list[int]:
    """Return the number of ways for every depth from 1."""
    game, state = start(name, seats, **options)
    return [ways(game, state, length) for length in range(1, depth + 1)]


def test_NI2_1_NI2_2_a_first_turn_of_nines() -> None:
    # two flips of nine; draw or take; a drawn card has ten ways, a taken one nine; the next seat flips
    assert counts("nines", 3, 5) == [9, 9 * 8, 72 * 2, 72 * (10 + 9), 72 * 19 * 9]


def test_NI2_6_rejections_that_turn_a_card_up() -> None:
    never, may, must = (
        counts("nines", 2, 4, opening_flips=0, reject_flips=option) for option in ("never", "may", "must")
    )
    assert never == [2, 19, 38, 19 * 19]
    # after the rejection nine cards may be turned up, or one may pass
    assert may[:3] == [2, 19, 9 * 2 + 9 * 2 + 10]
    assert must[:3] == [2, 19, 9 * 2 + 9 * 2 + 9]


def test_NI2_1_flips_before_play() -> None:
    assert counts("nines", 2, 4, flip_when="before-play", opening_flips=1) == [9, 81, 162, 81 * 19]


def test_RR2_1_RR3_4_the_reveal_and_a_turn_of_rat_race() -> None:
    assert counts("rat-race", 2, 4) == [9, 72, 72 * 9, 72 * 72]
    game, state = start("rat-race", 2)
    for _ in range(4):
        game.apply(state, legal_codes(game, state)[0])
        answer_all(game, state, CHANCE)
    # take and nine places; draw and nine places, or reject and nine cards to turn up
    assert [ways(game, state, depth) for depth in range(1, 4)] == [2, 19, 18 + 18 + 9]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_RO2_1_RO2_3_turns_of_rack_o(seats: int) -> None:
    # a drawn card has eleven ways, a taken one ten
    assert counts("rack-o", seats, 4) == [2, 21, 42, 21 * 21]
