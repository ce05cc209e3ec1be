"""check_game over every game, and check_game itself: it finds what is broken on purpose."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from tests.policies import policy_for
from upcard.chance import Xoshiro, shuffled
from upcard.errors import OptionError
from upcard.game import Game
from upcard.games import GAMES, nines
from upcard.state import Phase, copy_state
from upcard.testing import (
    CheckedMatch,
    DialectError,
    check_contract,
    check_fits,
    check_game,
    guarded,
    limited,
    mixed,
    play_out,
)
from upcard.testing.strategies import Setup, positions, setups

QUICK = settings.get_profile("quick").max_examples == settings().max_examples


def examples(quick: int, long: int) -> settings:
    """Return how many examples a slow property looks at."""
    return settings(max_examples=quick if QUICK else long)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_game_keeps_the_contract(game: Game) -> None:
    kinds = check_game(game, policy_for(game), matches=2, most=40)
    assert kinds["placed"] > 20


@examples(8, 400)
@given(setups(), st.integers(0, 2**32), st.integers(0, 9))
def test_every_table_keeps_the_contract(setup: Setup, seed: int, match: int) -> None:
    policy = mixed(policy_for(setup.game), match)
    CheckedMatch(setup.game, setup.options, setup.seats, seed, match, most=40).play(policy)


@examples(60, 3000)
@given(setups(turn_limit=10), st.integers(0, 2**32))
def test_B25_every_table_that_is_accepted_ends(setup: Setup, seed: int) -> None:
    options, seats = setup.options, setup.seats
    rounds = getattr(options, "rounds", 0) or options.target  # a rack scores 5 at least
    state = play_out(setup.game, options=options, seats=seats, seed=seed, most=rounds * seats * 40)
    assert state.phase == Phase.OVER


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_game_keeps_the_contract_at_length(game: Game) -> None:
    check_game(game, policy_for(game), matches=10, most=3_000)


# --- the check finds what is broken on purpose ----------------------------------------------------

GAME = nines.GAME


def loses_a_card(state: Any, code: int) -> None:
    GAME.apply(state, code)
    state.discard[0] = 1 + state.discard[0] % 53


def runs_below_zero(state: Any, code: int) -> None:
    GAME.apply(state, code)
    state.down[7] = -1


def tells_nothing(state: Any, code: int) -> None:
    GAME.apply(state, code)
    state.note_count = 0


def hides_too_little(state: Any, seat: int) -> None:
    hand = state.hand
    GAME.hide(state, seat)
    state.hand = hand


def follows_the_hidden_card(state: Any) -> int:
    return GAME.legal(state) & ~(1 << 0 if state.pile_size and state.pile[state.pile_size - 1] % 2 else 0)


def defaults_by_the_hidden_card(state: Any) -> int:
    codes = [code for code in range(64) if GAME.legal(state) >> code & 1]
    return codes[state.grid[state.seat][0] % len(codes)] if codes else 0


def says_nothing(state: Any, code: int) -> tuple[str, str]:
    return "", "no"


BROKEN: dict[str, tuple[Game, str]] = {
    "a card changes": (replace(GAME, apply=loses_a_card), "cards lost"),
    "a byte is negative": (replace(GAME, apply=runs_below_zero), "cannot hold -1"),
    "events are missing": (replace(GAME, apply=tells_nothing), "told"),
    "a drawn card is shown": (replace(GAME, hide=hides_too_little), "looks different|differ|told"),
    "legal looks at hidden cards": (replace(GAME, legal=follows_the_hidden_card), "cannot see|other actions"),
    "default looks at hidden cards": (replace(GAME, default=defaults_by_the_hidden_card), "cannot see"),
    "a refusal without a clause": (replace(GAME, why_not=says_nothing), "without a clause"),
    "nothing is legal": (replace(GAME, legal=lambda state: 0), "nothing is legal"),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_check_game_finds_a_broken_rule(fault: str) -> None:
    game, words = BROKEN[fault]
    with pytest.raises(AssertionError, match=words):
        play_some(game)


def play_some(game: Game) -> None:
    """Check the beginnings of three matches."""
    for match in range(3):
        course = CheckedMatch(game, limited(game, None, 3), 3, 5, match, most=60)
        course.play(mixed(policy_for(GAME), match))


def broken_contracts() -> dict[str, Game]:
    """Return games that declare something wrong."""
    return {
        "the same action": replace(GAME, actions=(*GAME.actions, GAME.actions[0])),
        "do not fit in a mask": replace(GAME, actions=GAME.actions * 3),
        "has no clause": replace(GAME, kinds=(replace(GAME.kinds[0], clause=""), *GAME.kinds[1:])),
        "share a key": replace(GAME, kinds=(GAME.kinds[0], *GAME.kinds)),
        "moves 'fly'": replace(GAME, kinds=(replace(GAME.kinds[0], move="fly"), *GAME.kinds[1:])),
        "not sorted": replace(GAME, deck=lambda seats: (2, 1)),
        "no room": replace(GAME, deck=lambda seats: (1,) * 300),
        "no face": replace(GAME, deck=lambda seats: (99,)),
    }


@pytest.mark.parametrize("words", broken_contracts())
def test_check_contract_finds_a_wrong_declaration(words: str) -> None:
    with pytest.raises(AssertionError, match=words):
        check_contract(broken_contracts()[words])


def refuses_everything(options: Any, seats: int) -> Any:
    if options.rounds != 9:
        raise OptionError("no")
    return options


def test_check_contract_finds_a_preset_that_no_table_can_have() -> None:
    with pytest.raises(AssertionError, match="no table can have the preset short"):
        check_contract(replace(GAME, resolve=refuses_everything))


# --- guarded states ------------------------------------------------------------------------------


def on_guarded(act: Callable[[Any], object]) -> str:
    """Return what a guarded state says to an act."""
    with pytest.raises(DialectError) as raised:
        act(guarded(GAME.start()))
    return str(raised.value)


def test_a_guarded_state_notices_what_means_something_else_compiled() -> None:
    assert "no index below 0" in on_guarded(lambda state: state.pile[-1])
    assert "no index below 0" in on_guarded(lambda state: state.grid[0][-1])
    assert "no slices" in on_guarded(lambda state: state.pile[1:2])
    assert "cannot hold 256" in on_guarded(lambda state: state.pile.__setitem__(0, 256))
    assert "cannot hold -1" in on_guarded(lambda state: state.down.__setitem__(0, -1))
    assert "no index below 0" in on_guarded(lambda state: state.down.__setitem__(-1, 1))


def test_check_fits_notices_numbers_and_lists_that_do_not_fit() -> None:
    state = GAME.start()
    check_fits(state)
    state.hand = 300
    with pytest.raises(DialectError, match="hand cannot hold 300"):
        check_fits(state)
    state.hand = 0
    state.turns.append(1)
    with pytest.raises(DialectError, match="turns is not a list of 8"):
        check_fits(state)


def test_copies_of_a_guarded_state_are_plain() -> None:
    twin = copy_state(guarded(GAME.start()))
    assert type(twin.pile) is list
    assert type(twin.grid[0]) is list


# --- playing out ---------------------------------------------------------------------------------


def test_play_out_stops_at_its_bound_and_goes_on_from_there() -> None:
    codes: list[int] = []
    state = play_out(GAME, seed=1, most=10, after=lambda _, code: codes.append(code))
    assert (len([code for code in codes if code >= 0]), codes.count(-1)) == (10, 2)
    end = play_out(GAME, seed=1, start=state)
    assert end is state
    assert end.phase == Phase.OVER


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_play_out_is_the_same_for_the_same_seed(game: Game) -> None:
    one, same, other = (play_out(game, seed=seed, most=200) for seed in (1, 1, 2))
    assert one == same
    assert one != other


@given(positions(setups()))
@examples(20, 500)
def test_positions_are_such_that_a_seat_is_to_move(found: tuple[Setup, Any]) -> None:
    setup, state = found
    assert setup.game.legal(state) > 0
    assert 0 <= state.seat < setup.seats


@given(st.integers(0, 2**64 - 1), st.lists(st.integers(1, 60), max_size=120))
def test_the_quick_shuffle_is_the_plain_one(seed: int, cards: list[int]) -> None:
    quick, plain = Xoshiro(seed), Xoshiro(seed)
    assert quick.shuffled(cards) == shuffled(plain, cards)
    assert quick.next() == plain.next()
