"""A table: what is legal, what is refused, what is kept, and what everybody sees of it."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.matches import begun, everything, finished, played, tables
from upcard.chance import Answer, Request, SeededChance
from upcard.errors import IllegalAction, MatchOver, NotYourTurn, OptionError, RulesError
from upcard.game import Game, seen_by
from upcard.games import GAMES, find_game
from upcard.state import Phase
from upcard.table import Table
from upcard.values import Action

NINES = find_game("nines")
RAT_RACE = find_game("rat-race")
RACK_O = find_game("rack-o")
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


# --- refusals --------------------------------------------------------------------------------------


@given(begun())
def test_AL4_a_refused_action_changes_nothing_and_says_why(table: Table) -> None:
    before = everything(table)
    turn = table.turn
    for action in table.game.actions:
        for seat in range(table.seats):
            if turn is None:
                with pytest.raises(MatchOver):
                    table.act(seat, action)
            elif seat != turn:
                with pytest.raises(NotYourTurn, match=f"seat {turn} is to move, not seat {seat}"):
                    table.act(seat, action)
            elif action not in table.legal(seat):
                with pytest.raises(IllegalAction) as refusal:
                    table.act(seat, str(action))
                assert refusal.value.action == str(action)
                assert refusal.value.legal == tuple(map(str, table.legal(seat)))
                assert refusal.value.clause
                assert refusal.value.message
                why = table.why_not(action)
                assert why is not None
                assert why.problem() == refusal.value.problem()
            else:
                assert table.why_not(action) is None
    assert everything(table) == before


@every_game
@pytest.mark.parametrize(
    "text", ["", "  ", "dance", "place", "place 99", "place -1", "place 1 2", "draw declare", "plаce 1", "\0"]
)
def test_AL4_what_no_game_knows_is_refused(game: Game, text: str) -> None:
    table = Table(game, chance=SeededChance(1))
    before = everything(table)
    assert table.turn is not None
    with pytest.raises(IllegalAction) as refusal:
        table.act(table.turn, text)
    assert refusal.value.clause == "AL4"
    assert refusal.value.legal == tuple(map(str, table.legal(table.turn)))
    assert everything(table) == before


def test_AL4_actions_of_other_games_are_refused_by_name() -> None:
    table = Table(NINES, chance=SeededChance(1))
    assert table.turn is not None
    with pytest.raises(IllegalAction, match="Nines has no action 'walk-out 1'"):
        table.act(table.turn, Action("walk-out", 1))


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_a_seat_that_is_not_there_neither_acts_nor_looks(seat: int) -> None:
    table = Table(NINES, chance=SeededChance(1))
    with pytest.raises(NotYourTurn, match="there is no seat"):
        table.act(seat, "draw")
    with pytest.raises(RulesError, match="there is no seat"):
        table.view(seat)
    assert table.legal(seat) == ()


@every_game
def test_B23_drawing_twice_or_placing_twice_is_refused(game: Game) -> None:
    table = Table(game, chance=SeededChance(5))
    while table.view(None).phase != "choose":
        assert table.turn is not None
        table.act(table.turn, table.legal(table.turn)[0])
    seat = table.turn
    assert seat is not None
    table.act(seat, "draw")
    before = everything(table)
    with pytest.raises(IllegalAction):
        table.act(seat, "draw")
    assert everything(table) == before
    table.act(seat, "place 3")
    before = everything(table)
    with pytest.raises(NotYourTurn):
        table.act(seat, "place 3")
    assert everything(table) == before


@every_game
def test_a_match_that_is_over_takes_nothing_more(game: Game) -> None:
    table = played(game)
    for refused in (lambda: table.act(0, "draw"), table.stop, table.default_action):
        with pytest.raises(MatchOver):
            refused()
    with pytest.raises(MatchOver):
        table.why_not("draw")
    assert table.turn is None
    assert table.view(0).legal == ()


def test_tables_nobody_could_play_at_are_refused() -> None:
    with pytest.raises(OptionError, match="has 2 to 8 seats"):
        Table(NINES, seats=9)
    with pytest.raises(OptionError, match="3 names for 2 seats"):
        Table(NINES, names=["a", "b", "c"])
    with pytest.raises(OptionError, match="no option is called"):
        Table(NINES, {"colour": "red"})


def test_names_are_single_lines_of_text() -> None:
    table = Table(NINES, names=[" Ada\n\x1b[31m "], chance=SeededChance(1))
    assert table.names == ("Ada [31m", "")


# --- chance ----------------------------------------------------------------------------------------


@given(st.integers(0, 2**64 - 1))
def test_B55_the_same_seed_gives_the_same_match(seed: int) -> None:
    for game in GAMES.values():
        assert everything(played(game, seed)) == everything(played(game, seed))


def test_B55_five_rounds_of_a_match_have_five_different_deals() -> None:
    table = played(RAT_RACE, rounds=5)
    deals = [answer.cards for answer in table.answers if answer.request.number == 0]
    assert len(deals) == 5
    assert len(set(deals)) == 5


@every_game
def test_B55_a_thousand_seeds_and_a_thousand_matches_give_different_deals(game: Game) -> None:
    def deal(seed: int, match: int) -> tuple[Answer, ...]:
        return tuple(Table(game, chance=SeededChance(seed, match)).answers)

    assert len({deal(seed, 0) for seed in range(1000)}) == 1000
    assert len({deal(0, match) for match in range(1000)}) == 1000


def test_a_table_without_a_seed_is_dealt_unforeseeably() -> None:
    assert Table(NINES).answers != Table(NINES).answers


@given(begun())
def test_AL2_requests_are_numbered_within_their_round(table: Table) -> None:
    requests = [answer.request for answer in table.answers]
    assert requests == sorted(requests, key=lambda request: (request.round, request.number))
    for round_ in range(1, table.round + 1):
        numbers = [request.number for request in requests if request.round == round_]
        assert numbers == list(range(len(numbers)))


@given(begun())
def test_AL2_every_pick_is_one_of_the_seats(table: Table) -> None:
    # docs/fair-shuffle.md says so: who checks a record elsewhere needs to know the k of a pick.
    class Watched(SeededChance):
        def pick(self, request: Request, among: int) -> int:
            assert among == table.seats
            return super().pick(request, among)

    seed = table.chance
    assert isinstance(seed, SeededChance)
    again = Table(table.game, table.options, table.seats, Watched(seed.seed, seed.match))
    for move in table.moves:
        again.act(move.seat, move.action)
    assert again.answers == table.answers


@given(begun())
def test_B57_options_stay_what_they_were(table: Table) -> None:
    settled = table.game.settle(table.options, table.seats)
    assert table.options == settled
    table.undo(table.step)
    assert table.options == settled
    assert table.view(0).options == table.view(None).options


# --- looking ---------------------------------------------------------------------------------------


@given(begun())
def test_events_are_numbered_from_0_and_acted_ones_are_returned(table: Table) -> None:
    assert [event.number for event in table.events] == list(range(len(table.events)))
    if table.turn is not None:
        known = len(table.events)
        new = table.act(table.turn, table.legal(table.turn)[0])
        assert new == table.events[known:]
        assert new


@given(begun(), st.integers(-3, 500))
def test_AL3_events_are_told_without_the_cards_a_seat_may_not_see(table: Table, since: int) -> None:
    for seat in (None, *range(table.seats)):
        told = table.events_for(seat, since)
        assert told == [seen_by(event, seat) for event in table.events if event.number >= since]
        assert all(event.card is None for event in told if event.eyes not in (None, seat))


@given(begun())
def test_views_carry_step_sheet_last_round_and_outcome(table: Table) -> None:
    for seat in (None, *range(table.seats)):
        view = table.view(seat)
        assert view.seat == seat
        assert view.step == table.step
        assert view.sheet == table.sheet
        assert view.last_round == table.last_round
        assert view.outcome == table.outcome
        assert view.turn == table.turn
        assert view.totals == table.sheet.totals
        assert view.actions == (() if seat is None else table.legal(seat))


@given(begun())
def test_AL5_the_default_move_is_legal(table: Table) -> None:
    if table.turn is not None:
        assert table.default_action() in table.legal(table.turn)


@every_game
def test_the_last_round_is_shown_until_the_next_one_is_begun(game: Game) -> None:
    table = Table(game, {"turn_limit": 3}, chance=SeededChance(3))
    player = random.Random(3)
    shown = 0
    while table.turn is not None:
        revealing = table._state.phase == Phase.REVEAL
        before, rounds = table.last_round, len(table.results)
        table.act(table.turn, player.choice(table.legal(table.turn)))
        if len(table.results) > rounds:
            assert table.last_round == table.results[-1]
            assert table.last_round.round == rounds + 1
            shown += 1
        elif revealing:
            assert table.last_round == before
        else:
            assert table.last_round is None
    assert shown == len(table.results) >= 2
    assert table.last_round == table.results[-1]


# --- results ---------------------------------------------------------------------------------------


@given(finished())
def test_the_sheet_adds_up_and_the_outcome_follows_from_it(table: Table) -> None:
    sheet, outcome = table.sheet, table.outcome
    teams = table.view(None).teams
    assert outcome is not None
    assert outcome.rounds == sheet.rounds == tuple(result.points for result in table.results)
    assert outcome.finals == sheet.totals
    for seat in range(table.seats):
        mates = next((team for team in teams if seat in team), (seat,))
        points = sum(row[mate] for row in sheet.rounds for mate in mates)
        assert sheet.totals[seat] == points - sheet.bonus_worth * sheet.bonuses[seat]
    best = min if table.game.low_wins else max
    for row, winners in zip(sheet.rounds, sheet.winners, strict=True):
        sides = teams or tuple((seat,) for seat in range(table.seats))
        first = best(sum(row[seat] for seat in side) for side in sides)
        assert winners == tuple(
            sorted(s for side in sides if sum(row[m] for m in side) == first for s in side)
        )
    if outcome.how == "stopped":
        assert (outcome.why, outcome.winners, set(outcome.ranking)) == ("stopped", (), {0})
    else:
        first = best(outcome.finals)
        assert outcome.winners == tuple(seat for seat, score in enumerate(outcome.finals) if score == first)
        assert all((outcome.ranking[seat] == 1) == (seat in outcome.winners) for seat in range(table.seats))
        assert outcome.tie == (len(outcome.winners) > len(teams[0] if teams else (0,)))
        assert outcome.why in ("tie", "target" if table.game is RACK_O else "rounds")


def test_B05_a_match_of_one_round_has_one_round_numbered_1() -> None:
    table = played(NINES, rounds=1)
    assert [result.round for result in table.results] == [1]
    assert len(table.sheet.rounds) == 1
    assert table.round == 1
    assert {event.round for event in table.events} == {1}
    assert {move.round for move in table.moves} == {1}


def tied(game: Game, **values: int | str) -> Table:
    """The first seeded match that ends in a tie."""
    for seed in range(3000):
        table = played(game, seed, **values)
        if table.outcome is not None and table.outcome.tie:
            return table
    raise AssertionError("no match was tied")


@pytest.mark.parametrize("game", [NINES, RAT_RACE], ids=["nines", "rat-race"])
def test_B09_RR7_3_NI4_6_equal_lowest_totals_are_a_tie_and_all_who_share_it_are_listed(game: Game) -> None:
    outcome = tied(game, rounds=1, turn_limit=1).outcome
    assert outcome is not None
    assert outcome.finals[0] == outcome.finals[1]
    assert outcome.winners == (0, 1)
    assert outcome.ranking == (1, 1)
    assert outcome.why == "tie"


def test_B09_RO4_6_equal_highest_totals_are_a_tie() -> None:
    outcome = tied(RACK_O, target=75, turn_limit=1).outcome
    assert outcome is not None
    assert outcome.winners == (0, 1)


def test_RO5_2_partners_win_share_their_rank_and_their_total() -> None:
    for seed in range(20):
        table = played(RACK_O, seed, 4, partners="on")
        outcome = table.outcome
        assert outcome is not None
        assert outcome.finals[0] == outcome.finals[2]
        assert outcome.ranking[0] == outcome.ranking[2]
        assert outcome.ranking[1] == outcome.ranking[3]
        assert outcome.winners in ((0, 2), (1, 3), (0, 1, 2, 3))
        assert outcome.tie == (len(outcome.winners) == 4)


@every_game
def test_AL6_a_table_that_stops_has_no_winner_and_keeps_its_rounds(game: Game) -> None:
    table = Table(game, {"turn_limit": 3}, chance=SeededChance(8))
    player = random.Random(8)
    while len(table.results) < 1 or table.view(None).phase != "place-drawn":
        assert table.turn is not None
        table.act(table.turn, player.choice(table.legal(table.turn)))
    sheet = table.sheet
    known = len(table.events)
    (event,) = table.stop()
    assert (event.number, event.key, event.clause) == (known, "stopped", "AL6")
    assert table.events[-1] == event
    outcome = table.outcome
    assert outcome is not None
    assert (outcome.how, outcome.winners, outcome.tie) == ("stopped", (), False)
    assert outcome.rounds == sheet.rounds == table.sheet.rounds
    assert outcome.finals == sheet.totals
    view = table.view(0)
    assert (view.phase, view.turn, view.legal, view.outcome) == ("over", None, (), outcome)


@given(tables())
def test_a_table_says_briefly_what_it_is(table: Table) -> None:
    assert repr(table) == f"<Table {table.game.name}, {table.seats} seats, round 1, step 0>"
    table.stop()
    assert repr(table).endswith(", stopped>")
