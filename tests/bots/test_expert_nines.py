"""The expert of Nines: its network adds up, it looks a turn further, and plays for house rules."""

from dataclasses import replace
from itertools import chain
from typing import Any

import numpy as np
import pytest

from tests.bots.positions import made, played, seen_from
from tests.rules.nines_table import card, play
from tests.rules.nines_table import table as lay
from upcard.bots import BOTS, expert_nines, play_by
from upcard.bots.expert_nines import EXPERT, FORM, NAME, SEARCH, numbers_in, table_with
from upcard.bots.nines_last import is_nearly_last
from upcard.bots.nines_table import ALL, END, GRID, ROW
from upcard.bots.td1_nines import TD1, learned_table
from upcard.bots.values import nines_linear, nines_net
from upcard.bots.values.nines_layout import AT_FLIPS, DEPTH, NET_END, NET_ROOM, NUMBERS, OUT, SECOND
from upcard.bots.weights import Weights, learned
from upcard.errors import WeightsError
from upcard.fast.deciding import Decider
from upcard.fast.kernel import unchecked
from upcard.fast.policy import Policy
from upcard.fast.support import available
from upcard.game import options_of
from upcard.games.nines import GAME
from upcard.games.nines.scoring import rank_of
from upcard.games.nines.state import CELLS, JOKER_RANK, NEVER, PLACE, REJECT, SEATS
from upcard.lab import play_pairs
from upcard.state import NOBODY, Phase, copy_state

compiles = pytest.mark.skipif(not available(), reason="nothing is compiled here")


def any_numbers() -> Any:
    """A network of random numbers."""
    numbers = np.random.default_rng(1).normal(0, 0.15, NUMBERS).astype(np.float32)
    numbers[SECOND:OUT] *= 2
    return numbers


def choice(state: Any, policy: Policy = EXPERT) -> str:
    """The action that a policy chooses, interpreted."""
    seen = seen_from(GAME, state)
    table = policy.table_for(GAME, options_of(GAME, seen), seen.seats)
    return str(GAME.actions[policy.choose(seen, GAME.legal(seen), 0, table)])


def holding(state: Any, text: str) -> Any:
    """Put a card that was drawn in the hand of the seat to move, out of the pile."""
    wanted = rank_of(card(text))
    place = next(place for place in range(state.pile_size) if rank_of(state.pile[place]) == wanted)
    top = state.pile_size - 1
    state.pile[place], state.pile[top] = state.pile[top], state.pile[place]
    play(state, "draw")
    return state


# --- the network ---------------------------------------------------------------------------------


@compiles
def test_what_a_turn_changes_in_the_sums_is_what_the_position_after_it_adds_up_to() -> None:
    from upcard.train.nines_net_fit import output_of, sum_rows
    from upcard.train.nines_net_lesson import note_position

    compared = {"card": 0, "down": 0, "reject": 0}
    numbers = any_numbers()
    ranks, room = np.zeros((SEATS, ROW), np.int64), np.zeros(NET_ROOM)
    layers = np.zeros(128, np.float32)

    def after(state: Any, code: int, table: Any) -> Any:
        # the outputs of the position that an action leads to, all added up anew
        state = copy_state(state)
        GAME.apply(state, code)
        grid, counts = np.zeros((SEATS, ROW), np.int64), np.zeros(NET_ROOM)
        SEARCH.prepare(state, table, grid, counts)
        rows, amounts = np.zeros(64, np.int32), np.zeros(64, np.float32)
        many = note_position(state, table, grid, counts, rows, amounts)
        sum_rows(rows, amounts, many, numbers, layers)
        return output_of(rank_of(state.discard[state.discard_size - 1]), numbers, layers)

    def corrected(cell: int, rank: int, old: int, seen: Any, table: Any) -> float:
        fresh = int(cell >= 0 and old == 0)
        linear = nines_linear.after(cell, rank, fresh, old, seen, table, ranks, room)
        return nines_net.refine(linear, cell, rank, fresh, old, seen, table, ranks, room) - linear

    for position in played("nines", 900, 17):
        seen = position.seen
        late = seen.finisher != NOBODY or seen.down[seen.seat] < 2 or seen.reject_flips != NEVER
        if seen.phase != Phase.PLACE_DRAWN or late or position.options.turn_limit == 15:
            continue
        table = table_with(GAME, position.options, seen.seats, numbers)
        SEARCH.prepare(seen, table, ranks, room)
        rank = rank_of(seen.hand)
        found = corrected(-1, 0, rank, seen, table)
        assert found == pytest.approx(after(seen, REJECT, table), abs=1e-4)
        compared["reject"] += 1
        for cell in range(CELLS):
            old = ranks[seen.seat, cell]
            found = corrected(cell, rank, old, seen, table)
            if old > 0:
                assert found == pytest.approx(after(seen, PLACE + cell, table), abs=1e-4)
                compared["card"] += 1
            elif cell < 4:
                mean = 0.0
                for other in range(1, JOKER_RANK + 1):
                    if room[GRID + other] > 0:
                        seen.grid[seen.seat][cell] = 4 * other - 3
                        mean += room[GRID + other] * after(seen, PLACE + cell, table)
                seen.grid[seen.seat][cell] = 0
                assert found == pytest.approx(mean / room[ALL], abs=0.02)  # one card of the unseen
                compared["down"] += 1
        if min(compared.values()) > 12:
            break
    assert min(compared.values()) > 12


def test_a_network_of_zeros_changes_nothing() -> None:
    compared = 0
    for position in played("nines", 30, 5):
        seen = position.seen
        linear = learned_table(GAME, position.options, seen.seats)
        table = table_with(GAME, position.options, seen.seats, np.zeros(NUMBERS, np.float32))
        legal = GAME.legal(seen)
        found, expected = np.full(32, np.nan), np.full(32, np.nan)
        assert TD1.weigh
        SEARCH.weigh(seen, legal, table, found)
        TD1.weigh(seen, legal, linear, expected)
        assert np.array_equal(found, expected, equal_nan=True)
        compared += 1
    assert compared == 30


# --- a turn further ------------------------------------------------------------------------------


def weighed(weigh: Any, seen: Any, table: Any) -> Any:
    """What each code is worth, NaN where it is not legal."""
    worths = np.full(32, np.nan)
    weigh(seen, GAME.legal(seen), table, worths)
    return worths


def left_by(seen: Any, code: int, table: Any) -> float:
    """What the next of two seats leaves of a code, by a search of one turn."""
    after = copy_state(seen)
    GAME.apply(after, code)
    return -float(np.nanmax(weighed(SEARCH.weigh, after, table)))


def test_a_close_placing_is_worth_what_the_next_seat_leaves_of_it() -> None:
    compared = 0
    for text in ("4", "6", "8"):
        state = lay("9 8 9 / 8 9 7 / ? 3 ?", "5 ? 6 / 5 2 ? / ? A ?", discard="J")
        state.turns[0] = state.turns[1] = 3
        seen = seen_from(GAME, holding(state, text))
        table = table_with(GAME, options_of(GAME, seen), 2, any_numbers(), 2.0)
        before = copy_state(seen)
        further, plain = weighed(EXPERT.weigh, seen, table), weighed(SEARCH.weigh, seen, table)
        assert seen == before  # it is tried out in the state itself
        for code in range(PLACE, PLACE + CELLS):
            if further[code] != plain[code] and seen.up[0][code - PLACE] == 1:
                assert plain[code] > np.nanmax(plain) - 2.0
                assert further[code] == pytest.approx(left_by(seen, code, table), abs=1e-9)
                compared += 1
    assert compared > 4


def test_a_card_that_is_turned_over_may_be_any_the_next_seat_finds() -> None:
    state = lay("9 8 9 / 8 9 7 / ? 3 ?", "5 ? 6 / 5 2 ? / ? A ?", discard="J")
    state.turns[0] = state.turns[1] = 3
    seen = seen_from(GAME, holding(state, "9"))
    table = table_with(GAME, options_of(GAME, seen), 2, numbers_in(learned(NAME), "two"), 99.0)
    further, plain = weighed(EXPERT.weigh, seen, table), weighed(SEARCH.weigh, seen, table)
    for cell in (6, 8):
        ranks, room = np.zeros((SEATS, ROW), np.int64), np.zeros(NET_ROOM)
        SEARCH.prepare(seen, table, ranks, room)
        mean = 0.0
        for rank in range(1, JOKER_RANK + 1):
            seen.grid[0][cell] = 4 * rank - 3
            mean += room[GRID + rank] / room[ALL] * left_by(seen, PLACE + cell, table)
        seen.grid[0][cell] = 0
        assert further[PLACE + cell] != plain[PLACE + cell]
        assert further[PLACE + cell] == pytest.approx(mean, abs=0.05)


def test_before_a_turn_limit_the_last_turns_are_reckoned_however_far_placings_are_apart() -> None:
    state = lay("9 8 9 / 8 9 7 / ? 3 ?", "5 ? 6 / 5 2 ? / ? A ?", discard="J", turn_limit=5)
    state.turns[0] = state.turns[1] = 3
    seen = seen_from(GAME, holding(state, "6"))
    table = table_with(GAME, options_of(GAME, seen), 2, any_numbers(), 0.1)
    further, plain = weighed(EXPERT.weigh, seen, table), weighed(SEARCH.weigh, seen, table)
    for code in (REJECT, *range(PLACE, PLACE + 6)):
        assert further[code] == pytest.approx(left_by(seen, code, table), abs=1e-9)
    assert not np.array_equal(further, plain, equal_nan=True)


# --- the match -----------------------------------------------------------------------------------


FINISHED = 42
"""What the seat that ended the round scores."""


def in_final_turn(round_: int, lead: int, own: str, text: str) -> str:
    """What the expert does with a card in a final turn, one round of nine; ``lead`` is below 0 if behind."""
    state = lay(own, "7 8 2 / 3 A 6 / 2 9 4", discard="J")
    state.finisher, state.round = 1, round_
    state.totals[0], state.totals[1] = 200, 200 + lead
    return choice(holding(state, text))


def test_in_the_last_turn_of_the_match_a_seat_behind_gambles_where_one_ahead_does_not() -> None:
    own = "3 A 2 / 4 2 3 / 2 5 ?"
    sure, known = 26, 21  # with the 4 on the card that is down, and on the 5
    for round_, lead, done in (
        (8, sure - FINISHED - 1, "place 9"),  # a card that is down counts more than 5
        (9, sure - FINISHED - 1, "place 8"),  # one short of what is sure: it takes a low card that is down
        (9, sure - FINISHED + 1, "place 9"),
        (9, known - FINISHED + 40, "place 9"),
        (9, -150, "place 9"),  # lost in any case: for the points
    ):
        assert in_final_turn(round_, lead, own, "4") == done, (round_, lead)


def test_in_the_last_turn_of_the_match_a_seat_ahead_takes_what_wins_for_certain() -> None:
    own = "9 8 2 / 3 A 6 / 2 6 ?"
    sure = 41  # with the 4 on the card that is down
    for round_, lead, done in (
        (8, sure - FINISHED + 1, "place 1"),  # a 9 less
        (9, sure - FINISHED + 1, "place 9"),
        (9, sure - FINISHED + 100, "place 1"),
    ):
        assert in_final_turn(round_, lead, own, "4") == done, (round_, lead)


def test_what_a_position_is_worth_is_points_of_the_round_in_the_last_one_too() -> None:
    state = lay("9 8 9 / 8 9 7 / ? 3 ?", "5 ? 6 / 5 2 ? / ? A ?", discard="J")
    found = []
    for round_, lead in ((2, 0), (9, 30)):
        state.round, state.totals[1] = round_, lead
        seen = seen_from(GAME, state)
        found.append(weighed(EXPERT.weigh, seen, EXPERT.table_for(GAME, options_of(GAME, seen), 2)))
    assert np.array_equal(found[0], found[1], equal_nan=True)


def test_cards_are_turned_up_first_as_td1_has_learned_to() -> None:
    compared = 0
    for position in played("nines", 4000, 8):
        seen = position.seen
        if seen.phase == Phase.FLIP and seen.seats == 2:
            expected = weighed(TD1.weigh, seen, position.table_for(TD1))
            found = weighed(EXPERT.weigh, seen, position.table_for(EXPERT))
            assert np.array_equal(found, expected, equal_nan=True)
            compared += 1
            if compared == 10:
                break
    assert compared == 10


# --- weights -------------------------------------------------------------------------------------


def test_weights_of_other_rules_or_of_another_form_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    held = learned(expert_nines.NAME)
    assert held.expect(GAME, FORM) is held
    for about in (replace(held.about, rules=held.about.rules + 1), replace(held.about, form="nines-net/0")):
        monkeypatch.setattr(expert_nines, "learned", lambda name, about=about: Weights(about, held.arrays))
        expert_nines._table.cache_clear()
        with pytest.raises(WeightsError):
            EXPERT.table_for(GAME, GAME.options(), 2)
    monkeypatch.undo()
    expert_nines._table.cache_clear()
    assert EXPERT.table_for(GAME, GAME.options(), 2) is EXPERT.table_for(GAME, GAME.options(), 2)


def test_tables_that_no_network_was_trained_for_are_played_as_td1_plays() -> None:
    for seats, trained in ((2, True), (3, False), (8, False)):
        table = np.asarray(EXPERT.table_for(GAME, GAME.options(), seats))
        usual = TD1.table_for(GAME, GAME.options(), seats)
        assert table[END:NET_END].any() == trained
        assert np.array_equal(table[:END], usual) != trained
        assert np.array_equal(table[AT_FLIPS:], usual)


# --- compiled ------------------------------------------------------------------------------------


@compiles
@pytest.mark.long
def test_it_chooses_the_same_compiled() -> None:
    decider = Decider(GAME, EXPERT)
    phases = set()
    for position in chain(played("nines", 60, 44), made("nines", 30, 44)):
        seen, table = position.seen, position.table_for(EXPERT)
        code = EXPERT.choose(seen, GAME.legal(seen), 0, table)
        assert decider.choose(seen, 0, table) == code
        phases.add(seen.phase)
    assert phases >= {Phase.FLIP, Phase.CHOOSE, Phase.PLACE_TAKEN, Phase.PLACE_DRAWN}


# --- options: longer tests -----------------------------------------------------------------------


def at_one_turn(game: Any, options: Any, seats: int) -> Any:
    """The table of the expert, looking a turn ahead and no further, which is much quicker."""
    table = EXPERT.table_for(game, options, seats).copy()  # type: ignore[attr-defined]  # an array
    table[DEPTH] = 0
    return table


choose_sighted = SEARCH.choose


@unchecked
def choose_blind(state: Any, legal: int, word: int, table: Any) -> int:
    """Choose as if there were no house rules that a seat could play for."""
    bonus, penalty = state.square_bonus, state.finisher_penalty
    state.square_bonus = 0
    state.finisher_penalty = 0
    code = choose_sighted(state, legal, word, table)
    state.square_bonus = bonus
    state.finisher_penalty = penalty
    return int(code)


SIGHTED = Policy("sighted", choose_sighted, at_one_turn, frozenset({"nines"}))
BLIND = Policy(
    "blind",
    choose_blind,
    lambda game, _, seats: at_one_turn(game, game.options(), seats),
    frozenset({"nines"}),
)


@compiles
@pytest.mark.long
@pytest.mark.parametrize(
    "options",
    [
        {"square_bonus": 25},
        {"finisher_penalty": "double"},
        {"finisher_penalty": "+10"},
    ],
    ids=str,
)
def test_who_plays_for_a_house_rule_beats_who_does_not(options: dict[str, Any]) -> None:
    sighted, blind = (play_by(policy.name, policy.name, "", policy) for policy in (SIGHTED, BLIND))
    report = play_pairs(GAME, sighted, blind, 2, options, 200)
    assert report.difference.high is not None
    assert report.difference.high < 0


@pytest.mark.parametrize(
    ("seats", "limit", "turns", "near"),
    [
        (4, 3, 0, True),  # AL1: few turns in all
        (3, 5, 1, True),
        (4, 8, 4, False),
        (4, 8, 5, True),  # three turns are left
        (2, 3, 0, False),  # its network knows how many turns are left
        (2, 3, 2, True),  # the last one
        (4, 0, 50, False),
    ],
)
def test_with_more_than_two_seats_a_near_turn_limit_is_as_good_as_the_last_turn(
    seats: int, limit: int, turns: int, near: bool
) -> None:
    state = GAME.start(GAME.options(turn_limit=limit), seats)
    state.turns[state.seat] = turns
    assert is_nearly_last(state) == near


@compiles
@pytest.mark.long
def test_a_short_turn_limit_makes_no_fool_of_it_at_tables_for_more() -> None:
    report = play_pairs(GAME, BOTS["expert"], BOTS["greedy"], 4, {"turn_limit": 3}, 200)
    assert report.difference.low is not None
    assert report.difference.low < 0.1
    assert report.difference.mean < 0.5  # it was +3.6
