"""What is the same for every game: states and their copies, chance, imagined worlds, finding a game."""

from dataclasses import dataclass, field

import pytest

from tests.policies import dawdle
from upcard.chance import SeededChance, Xoshiro
from upcard.errors import OptionError, UnknownGame
from upcard.game import Game, answer_all, imagine, legal_codes, observe, options_of, wants_chance
from upcard.games import GAMES, find_game
from upcard.state import Phase, byte, copy_state, widths
from upcard.testing import play_out

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)


@each_game
def test_a_copy_is_equal_and_independent(game: Game) -> None:
    state = play_out(game, most=5)
    twin = copy_state(state)
    assert twin == state
    twin.pile[0] += 1
    twin.notes[0][0] += 1
    twin.round += 1
    assert (twin.pile[0], twin.notes[0][0], twin.round) == (
        state.pile[0] + 1,
        state.notes[0][0] + 1,
        state.round + 1,
    )


@each_game
def test_options_are_ints_in_a_state_and_come_out_as_they_went_in(game: Game) -> None:
    settled = game.settle(None, game.most_seats)
    assert options_of(game, game.start(None, game.most_seats)) == settled


@each_game
def test_all_seats_there_are_and_no_others(game: Game) -> None:
    assert list(game.seat_numbers) == list(range(game.least_seats, game.most_seats + 1))
    for seats in (game.least_seats - 1, game.most_seats + 1):
        with pytest.raises(OptionError, match=f"{game.title} has"):
            game.start(None, seats)


@each_game
def test_AL2_only_a_phase_of_chance_wants_chance_and_then_nothing_is_legal(game: Game) -> None:
    state = game.start()
    assert wants_chance(state)
    assert legal_codes(game, state) == []
    answers = answer_all(game, state, SeededChance(1))
    assert not wants_chance(state)
    assert [answer.request.number for answer in answers] == list(range(len(answers)))
    assert answer_all(game, state, SeededChance(1)) == []


@each_game
def test_AL3_worlds_can_be_imagined_from_every_view_also_after_a_reshuffle(game: Game) -> None:
    options = game.options(refill="shuffle") if game.name == "rack-o" else None
    state = play_out(game, dawdle, options=options, most=190)
    assert state.pool_on == 1
    stream = Xoshiro(1)
    for viewer in (None, *range(state.seats)):
        view = observe(game, state, viewer)
        assert view.pile_pool is not None
        assert observe(game, imagine(game, view, stream), viewer) == view


def test_a_view_that_does_not_add_up_is_not_imagined() -> None:
    game = GAMES["nines"]
    view = observe(game, play_out(game, most=5), 0)
    view.table_state.pile_size -= 1
    with pytest.raises(AssertionError, match="unseen cards for"):
        imagine(game, view, Xoshiro(1))


def test_AL3_a_hand_is_shown_with_where_it_came_from() -> None:
    game = GAMES["nines"]
    state = play_out(game, most=4)
    assert state.phase == Phase.PLACE_DRAWN or state.hand_source == 0 or state.hand
    view = observe(game, state, None)
    assert view.hand_source in ("", "pile", "discard")


@dataclass
class Careless:
    """States with a field that no record could be made from."""

    seat: int = 0
    rows: list[int] = field(default_factory=list)


@dataclass
class Deep:
    """A state of three dimensions."""

    boxes: list[list[list[int]]] = byte(2, 2, 2)


def test_every_field_of_a_state_says_how_wide_it_is() -> None:
    with pytest.raises(TypeError, match="'seat' is not declared"):
        widths(Careless)
    with pytest.raises(TypeError, match="'boxes' has more than rows and columns"):
        widths(Deep)


@pytest.mark.parametrize("name", ["rack-o", "Rack O", "RACK_O", " rack-o "])
def test_a_game_is_found_by_its_name_however_it_is_written(name: str) -> None:
    assert find_game(name) is GAMES["rack-o"]


def test_a_game_that_is_not_there_is_refused_with_a_near_one() -> None:
    with pytest.raises(UnknownGame, match="did you mean nines"):
        find_game("ninnes")
    with pytest.raises(UnknownGame, match="there are rat-race, rack-o, nines"):
        find_game("zzzz")


@each_game
def test_NI4_6_RO5_2_RR7_3_the_final_score_of_a_seat_is_the_total_that_everybody_is_shown(game: Game) -> None:
    for match, seats in enumerate(game.seat_numbers):
        state = play_out(game, dawdle, seats=seats, match=match, most=3_000)
        view = observe(game, state, None)
        assert tuple(game.final(state, seat) for seat in range(seats)) == view.totals
