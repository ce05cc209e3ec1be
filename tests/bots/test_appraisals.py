"""What positions are held to be worth where luck is measured: by hand, and the same compiled."""

from collections.abc import Sequence
from itertools import islice
from typing import Any

import numpy as np
import pytest

from tests.bots.positions import made, played
from upcard import fast
from upcard.bots.appraisals import APPRAISERS, appraiser_for
from upcard.bots.appraising import by_worths
from upcard.fast.appraiser import Appraiser
from upcard.fast.kernel import compiled, kernel
from upcard.fast.policy import RANDOM, Policy
from upcard.fast.records import pack, quick_type
from upcard.game import Game, options_of
from upcard.games import GAMES, find_game
from upcard.options import build
from upcard.state import Phase


def points_of(game: Game, state: Any, measure: Appraiser | None = None) -> list[float]:
    """Return what each seat is held to score."""
    measure = measure or appraiser_for(game.name)
    assert measure
    points = [0.0] * state.seats
    measure.appraise(state, measure.table_for(game, options_of(game, state), state.seats), points)
    return points


def start(name: str, seats: int = 2, **options: int | str) -> Any:
    game = find_game(name)
    return game.start(build(game.options, options), seats)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_measure_and_it_is_found_by_name(name: str) -> None:
    measure = appraiser_for(name)
    assert measure in APPRAISERS
    assert measure
    assert name in measure.games


def test_nines_is_worth_its_columns_less_what_the_mover_gains() -> None:
    game = find_game("nines")
    state = start("nines", rounds=3)
    state.phase = Phase.PLACE_DRAWN
    fives, kings = 17, 49  # the first of each rank
    state.grid[0][:9] = [fives, kings, kings, fives, kings, kings, kings, kings, 1]
    state.grid[1][:9] = [kings] * 9
    state.up = [[1] * 9 for _ in state.up]
    state.down[:2] = [0, 0]
    state.totals[:2] = [40, 30]
    state.seat, state.hand = 0, fives
    own, other = points_of(game, state)
    assert other == pytest.approx(30 - 3), "what a draw gains, about: a king is left to it"
    assert own == pytest.approx(40 + (5 + 5 + 0) + 0 + (0 + 0 + 1) - 10)  # kings count 0; the fives match
    state.hand = kings
    own, other = points_of(game, state)
    assert own == pytest.approx(40 + 5 + 5 + 1 - 5)
    state.grid[1][:3], state.grid[1][3] = [fives] * 3, fives
    assert points_of(game, state)[1] == pytest.approx(30 + 20 - 10), "it is left a five and makes it a column"
    state.finisher = 1
    assert points_of(game, state)[1] == pytest.approx(30 + 20), "it has no turn left"


@pytest.mark.parametrize("name", ["nines", "rat-race"])
def test_a_lead_counts_the_less_the_more_cards_are_down(name: str) -> None:
    game = find_game(name)
    state = start(name)
    state.phase = Phase.TURN_UP
    state.grid[0][:9], state.grid[1][:9] = [1] * 9, [9] * 8 + [5]
    leads = []
    for down in range(10):
        state.down[:2] = [down, 9]
        own, other = points_of(game, state)
        leads.append(other - own)
    assert leads == sorted(leads, reverse=True)
    assert leads[-1] > 0


def test_rat_race_counts_what_is_banked() -> None:
    state = start("rat-race")
    state.phase = Phase.TURN_UP
    before = points_of(find_game("rat-race"), state)
    state.banked[1] = 2
    after = points_of(find_game("rat-race"), state)
    assert [one - two for one, two in zip(before, after, strict=True)] == [0, 6]


def test_between_rounds_it_is_the_totals_once_all_cards_are_known() -> None:
    for name in ("nines", "rat-race"):
        state = start(name, rounds=2)
        state.phase, state.round = Phase.SHUFFLE, 2
        state.grid[0][:9] = state.grid[1][:9] = [1, 2, 3, 4, 5, 6, 7, 8, 9]
        state.points[:2] = [7, 9] if name == "nines" else [45, 45]
        state.totals[:2] = [7, 9] if name == "nines" else [45, 45]
        assert points_of(find_game(name), state) == pytest.approx(state.totals[:2])
    rack = start("rack-o", 4, partners="on")
    rack.phase, rack.totals = Phase.SHUFFLE, [10, 20, 30, 40]
    assert points_of(find_game("rack-o"), rack) == [40, 60, 40, 60]


def test_a_card_that_is_not_known_yet_counts_what_it_may_be_and_the_round_is_not_relied_on() -> None:
    state = start("nines", rounds=2)
    state.phase, state.round = Phase.SHUFFLE, 2
    state.grid[0][:9] = [0] * 9
    state.grid[1][:9] = [49] * 9
    state.points[:2], state.totals[:2] = [-99, -99], [1 - 99, 2 - 99]
    own, other = points_of(find_game("nines"), state)
    assert other == pytest.approx(2)
    mean = sum(2 * 4 * each for each in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 0)) - 4 * 2
    assert 1 + 9 * mean / 108 - 1 < own < 1 + 9 * mean / 108, "columns that match take a little off"


OUT = [75 * 0.7, 5 * 0.7]
"""One rack goes out and the other has no card but its first in order, as far as it is luck."""
RISING = [1, 5, 9, 10, 11, 20, 25, 30, 35, 40]


def test_whoever_can_go_out_is_held_to_do_so() -> None:
    game = find_game("rack-o")
    state = start("rack-o")
    state.rack[0][:10] = [*RISING[:9], 2]
    state.rack[1][:10] = [13, 12, 14, 3, 4, 6, 7, 8, 15, 16]
    state.phase, state.seat, state.hand = Phase.PLACE_DRAWN, 0, 40
    assert points_of(game, state) == pytest.approx(OUT)
    state.hand = 2
    assert points_of(game, state)[0] < OUT[0] - 3
    state.phase, state.hand = Phase.CHOOSE, 0
    state.discard[0], state.discard_size = 36, 1
    assert points_of(game, state) == pytest.approx(OUT)
    state.seat = 1
    assert points_of(game, state)[0] < OUT[0] - 3, "it is the other one's turn"


def test_a_card_that_is_discarded_may_be_what_the_next_one_goes_out_with() -> None:
    game = find_game("rack-o")
    state = start("rack-o")
    state.rack[0][:10] = [*RISING[:9], 2]
    state.rack[1][:10] = [13, 12, 14, 3, 4, 6, 7, 8, 36, 39]
    state.phase, state.seat = Phase.PLACE_DRAWN, 1
    state.hand = 38  # no better than what the mover has
    assert points_of(game, state) == pytest.approx(OUT)
    state.hand = 1  # it goes in front, and the 13 is left
    assert points_of(game, state)[0] < OUT[0] - 3


def test_the_better_rack_is_worth_more_and_partners_share() -> None:
    game = find_game("rack-o")
    state = start("rack-o", 4, partners="on")
    state.phase = Phase.PICK
    state.rack[0][:10] = list(range(2, 60, 6))
    for seat in (1, 2, 3):
        state.rack[seat][:10] = list(range(59, 0, -6))
    first, second, third, fourth = points_of(game, state)
    assert first == third > second == fourth


@pytest.mark.parametrize("name", GAMES)
def test_a_measure_is_the_same_compiled_and_changes_nothing(name: str) -> None:
    """On what the seats to move know, which is less than the accountant does in Rack-O."""
    game, measure = find_game(name), appraiser_for(name)
    assert measure
    write = compiled(f"{name}-appraisal", appraising(measure))
    for position in [*islice(played(name, 400, 5), 0, 400, 4), *islice(made(name, 100, 5), 100)]:
        state = position.seen
        table = measure.table_for(game, position.options, state.seats)
        slow = [0.0] * state.seats
        measure.appraise(state, table, slow)
        records, quick = pack(quick_type(game.state), [state]), np.zeros(state.seats)
        before = records.tobytes()
        write(records, np.asarray(table, np.int64), quick)
        assert quick.tolist() == slow
        assert records.tobytes() == before


def appraising(measure: Appraiser) -> Any:
    appraise = measure.appraise

    def write(records: Any, table: Any, points: Any) -> None:
        appraise(records[0], table, points)

    return write


# --- made of players -------------------------------------------------------------------------------


@kernel
def weigh(state: Any, legal: int, table: Sequence[int], worths: Any) -> None:
    """The higher the code the better, but the highest is not legal."""
    for code in range(len(worths)):
        worths[code] = table[0] * code + state.hand


THINKER = Policy("thinker", RANDOM.choose, lambda game, options, seats: (10,), weigh=weigh)


@pytest.mark.parametrize("seats", [2, 3])
def test_the_seat_to_move_is_ahead_by_the_worth_of_its_best_action(seats: int) -> None:
    game, otherwise = find_game("nines"), appraiser_for("nines")
    assert otherwise
    measure = by_worths(game, THINKER, otherwise)
    state = start("nines", seats)
    state.phase, state.seat, state.hand = Phase.PLACE_DRAWN, 1, 3
    state.totals[:seats] = [50, 60, 70][:seats]
    points = points_of(game, state, measure)
    worth = 10 * 11 + 3  # the last cell; what is worth more is a flip, which is not legal
    others = [points[seat] - state.totals[seat] for seat in range(seats) if seat != 1]
    assert points[1] - 60 - sum(others) / len(others) == pytest.approx(-worth), "low wins: less is better"
    assert len({round(other, 9) for other in others}) == 1


@pytest.mark.parametrize("clocked", [0, 1])
def test_a_speed_bonus_counts_once_though_worths_and_totals_both_hold_it(clocked: int) -> None:
    game, otherwise = find_game("rat-race"), appraiser_for("rat-race")
    assert otherwise
    measure = by_worths(game, THINKER, otherwise)
    state = start("rat-race")
    state.phase, state.seat, state.hand = Phase.PLACE_DRAWN, 1, 3
    before = points_of(game, state, measure)
    state.clocked, state.banked[clocked] = clocked, 1
    assert points_of(game, state, measure) == before


def test_where_nobody_is_to_move_the_other_measure_is_asked() -> None:
    game, otherwise = find_game("nines"), appraiser_for("nines")
    assert otherwise
    measure = by_worths(game, THINKER, otherwise)
    state = start("nines")
    for phase in (Phase.PICK, Phase.SHUFFLE, Phase.OVER):
        state.phase = phase
        assert points_of(game, state, measure) == points_of(game, state, otherwise)
    with pytest.raises(ValueError, match="random does not weigh its actions"):
        by_worths(game, RANDOM, otherwise)


@pytest.mark.skipif(not fast.available(), reason=fast.reason() or "compiled")
def test_a_measure_made_of_a_player_compiles() -> None:
    game, otherwise = find_game("rat-race"), appraiser_for("rat-race")
    assert otherwise
    measure = by_worths(game, THINKER, otherwise)
    write = compiled("rat-race-by-thinker", appraising(measure))
    state = start("rat-race")
    state.phase, state.hand = Phase.PLACE_DRAWN, 4
    table = measure.table_for(game, options_of(game, state), 2)
    points = np.zeros(2)
    write(pack(quick_type(game.state), [state]), table, points)
    assert points.tolist() == points_of(game, state, measure)
