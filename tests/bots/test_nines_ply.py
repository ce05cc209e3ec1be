"""One turn ahead at Nines: exact where it says so, fair, the same compiled, playing for every option."""

from collections import Counter
from functools import cache
from itertools import chain
from typing import Any

import numpy as np
import pytest

from tests.bots.positions import made, played, seen_from
from tests.bots.values import nines_oracle as oracle
from tests.rules.nines_table import card, play, start
from tests.rules.nines_table import table as lay
from upcard.bots.expert_nines import EXPERT
from upcard.bots.nines_table import ROOM, ROW
from upcard.bots.td1_nines import HAND, TD1
from upcard.bots.values.nines_linear import after, before, fill
from upcard.bots.values.nines_seen import look
from upcard.chance import SeededChance, Xoshiro
from upcard.fast.deciding import Decider
from upcard.fast.policy import Policy
from upcard.game import imagine, observe, options_of
from upcard.games.nines import GAME
from upcard.games.nines.scoring import rank_of
from upcard.games.nines.state import SEATS, TAKE
from upcard.state import Phase
from upcard.table import Table

POLICIES = (TD1, HAND)
both = pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.name)
every = pytest.mark.parametrize("policy", [*POLICIES, EXPERT], ids=lambda policy: policy.name)
"""The expert ends rounds and plays for house rules by the same code."""


@cache
def decider() -> Decider:
    """What both policies choose and weigh by, compiled; they differ in their tables only."""
    return Decider(GAME, TD1)


def worths(policy: Policy, state: Any) -> dict[str, float]:
    """What each action is worth to the seat to move, by its text, interpreted."""
    seen = seen_from(GAME, state)
    found = np.full(len(GAME.actions), np.nan)
    assert policy.weigh
    policy.weigh(seen, GAME.legal(seen), policy.table_for(GAME, options_of(GAME, seen), seen.seats), found)
    return {str(GAME.actions[code]): worth for code, worth in enumerate(found) if not np.isnan(worth)}


def choice(policy: Policy, state: Any) -> str:
    """The action that the policy chooses, interpreted."""
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


# --- exact ends ----------------------------------------------------------------------------------

LAST_TURNS = (
    "7 7 ? / 7 8 3 / ? 2 9",
    "X 5 Q / X 5 Q / K ? J",
    "Q ? 4 / Q ? 4 / 9 6 3",
    "A 9 9 / 2 9 8 / 3 K 8",
)


@every
@pytest.mark.parametrize("grid", LAST_TURNS)
def test_NI3_1_a_last_turn_between_two_is_exact(policy: Policy, grid: str) -> None:
    state = lay(grid, "A 2 3 / 4 5 6 / 7 8 9", discard="J 7 Q")
    state.finisher = 1
    unseen, own = oracle.unseen_by(state), oracle.ranks_of(state, 0)
    taken, drawn = oracle.last_turn(state, own, 12, unseen)
    assert worths(policy, state) == pytest.approx({"take": 45 - taken, "draw": 45 - drawn}, abs=1e-9)
    holding(state, "8")
    left = unseen - Counter([8])
    assert oracle.unseen_by(state) == left
    expected = {
        f"place {cell + 1}": oracle.mean(state, oracle.placed(own, cell, 8), left) for cell in range(9)
    }
    expected["reject"] = oracle.mean(state, own, left)
    found = worths(policy, state)
    assert found == pytest.approx({text: 45 - worth for text, worth in expected.items()}, abs=1e-9)


@every
@pytest.mark.parametrize("other", ["7 7 2 / 7 8 3 / 8 2 ?", "K K ? / 5 5 9 / ? 5 9"])
@pytest.mark.parametrize("final_turns", ["one", "none"])
def test_NI3_1_ending_the_round_is_exact_between_two(policy: Policy, other: str, final_turns: str) -> None:
    state = lay("A A 3 / A 5 3 / ? 5 9", other, discard="J 7 Q", final_turns=final_turns)
    holding(state, "9")
    unseen, grid = oracle.unseen_by(state), oracle.ranks_of(state, 1)
    own = oracle.score(state, oracle.placed(oracle.ranks_of(state, 0), 6, 9))
    theirs = sum(
        chance
        * (
            min(oracle.last_turn(state, grid, rank, left))
            if final_turns == "one"
            else oracle.mean(state, grid, left)
        )
        for rank, chance, left in oracle.draws(unseen)
    )
    assert worths(policy, state)["place 7"] == pytest.approx(theirs - own, abs=1e-9)


@both
def test_a_taken_card_is_worth_what_it_is_worth_in_the_best_cell(policy: Policy) -> None:
    compared = 0
    for position in played("nines", 400, 12):
        seen = position.seen
        if seen.phase != Phase.CHOOSE or (seen.pile_size == 0 and seen.discard_size < 2):
            continue
        taken = worths(policy, seen)["take"]
        GAME.apply(seen, TAKE)
        compared += 1
        assert max(worths(policy, seen).values()) == pytest.approx(taken, abs=1e-9)
    assert compared > 100


def test_the_value_is_zero_sum_between_two() -> None:
    compared = 0
    for position in played("nines", 900, 21):
        seen = position.seen
        if seen.seats != 2 or seen.phase != Phase.CHOOSE or seen.finisher >= 0 or min(seen.down[:2]) < 1:
            continue
        table = position.table_for(TD1)
        ranks, room = np.zeros((SEATS, ROW), np.int64), np.zeros(ROOM)
        look(seen, table, ranks, room)
        upcard = rank_of(seen.discard[seen.discard_size - 1])
        ahead = before(seen.seat, seen.down[seen.seat], upcard, seen, table, ranks, room)
        seen.seat = 1 - seen.seat
        fill(seen, table, ranks, room)
        behind = after(-1, 0, 0, upcard, seen, table, ranks, room)
        assert behind == pytest.approx(-ahead, abs=1e-9)
        compared += 1
    assert compared > 30


# --- fair, and the same compiled -----------------------------------------------------------------


@both
def test_it_chooses_and_weighs_the_same_compiled(policy: Policy) -> None:
    phases = Counter[int]()
    for position in chain(played("nines", 500, 44), made("nines", 100, 44)):
        seen, table = position.seen, position.table_for(policy)
        legal = GAME.legal(seen)
        code = policy.choose(seen, legal, 0, table)
        assert legal >> code & 1
        assert decider().choose(seen, 0, table) == code
        found = np.full(len(GAME.actions), np.nan)
        assert policy.weigh
        policy.weigh(seen, legal, table, found)
        assert np.array_equal(found, decider().worths(seen, table), equal_nan=True)
        assert [not np.isnan(worth) for worth in found] == [bool(legal >> n & 1) for n in range(len(found))]
        assert found[code] == np.nanmax(found)
        phases[seen.phase] += 1
    assert set(phases) == {
        *(Phase.FLIP, Phase.CHOOSE, Phase.PLACE_TAKEN, Phase.PLACE_DRAWN, Phase.TURN_UP, Phase.ASK)
    }


def test_AL3_no_choice_and_no_worth_moves_with_what_a_seat_has_not_seen() -> None:
    compared = 0
    for match in range(12):
        seats = 2 + match % 3
        options = {"turn_limit": 40, "reject_flips": ("never", "may", "must")[match // 4]}
        table = Table(GAME, options, seats, SeededChance(8, match))
        known = TD1.table_for(GAME, table.options, seats)
        while (seat := table.turn) is not None and table.step < 120:
            view = table.view(seat, tags=False)
            other = imagine(GAME, view, Xoshiro(view.step, match))
            again = observe(GAME, other, seat, view.step, tags=False)
            found = decider().worths(view.table_state, known)
            assert np.array_equal(found, decider().worths(again.table_state, known), equal_nan=True)
            whole = decider().worths(other, known)  # not even where it could look
            assert np.array_equal(found, whole, equal_nan=True)
            compared += 1
            table.act(seat, GAME.actions[decider().choose(view.table_state, 0, known)])
    assert compared > 1_000


def test_it_reads_a_table_without_changing_it_and_knows_every_number_of_seats() -> None:
    for position in played("nines", 60, 3):
        table = position.table_for(TD1)
        assert not table.flags.writeable
        assert position.table_for(TD1) is table


# --- options -------------------------------------------------------------------------------------


def test_NI4_4_it_completes_a_square_where_that_counts() -> None:
    def asked(bonus: int) -> Any:
        return holding(
            lay("5 5 ? / 5 K ? / ? 2 ?", "3 8 ? / 9 ? ? / ? ? ?", discard="J", square_bonus=bonus), "5"
        )

    for policy in (*POLICIES, EXPERT):
        assert choice(policy, asked(25)) == "place 5"
        assert choice(policy, asked(0)) == "place 7"  # the third 5 of a column


def test_NI4_4_it_does_not_break_a_square_that_counts() -> None:
    def asked(bonus: int) -> Any:
        return holding(
            lay("9 9 ? / 9 9 ? / ? 2 ?", "3 8 ? / 9 ? ? / ? ? ?", discard="J", square_bonus=bonus), "2"
        )

    for policy in (*POLICIES, EXPERT):
        assert choice(policy, asked(25)) not in ("place 1", "place 2", "place 4", "place 5")


@every
def test_NI4_7_it_does_not_end_a_round_that_it_would_pay_for(policy: Policy) -> None:
    def asked(penalty: str, other: str) -> Any:
        return holding(lay("A A 3 / 2 A K / 2 K ?", other, discard="J", finisher_penalty=penalty), "K")

    behind, close = "A K K / A 2 K / A K ?", "A 2 K / 2 A K / 2 K ?"
    without, ten, double = (worths(policy, asked(penalty, behind)) for penalty in ("none", "+10", "double"))
    assert without["place 9"] - ten["place 9"] == pytest.approx(10, abs=1)  # it is all but sure to pay
    assert without["place 9"] - double["place 9"] == pytest.approx(10, abs=1)  # it scores 10
    assert choice(policy, asked("none", close)) == "place 9"
    assert choice(policy, asked("+10", close)) != "place 9"
    assert choice(policy, asked("double", close)) != "place 9"


@every
@pytest.mark.parametrize("final", [True, False])
def test_NI4_3_it_keeps_jokers_for_what_they_count(policy: Policy, final: bool) -> None:
    def gain(value: int) -> float:
        other = "A 2 3 / 4 5 6 / 7 8 9" if final else "A 2 3 / 4 5 6 / 7 8 ?"
        state = lay("X K ? / A K ? / A K ?", other, discard="J", joker_value=value)
        state.finisher = 1 if final else -1
        found = worths(policy, holding(state, "A"))
        return found["place 1"] - found["reject"]

    assert gain(0) > 0.5 > -1 > gain(-5)


@every
def test_NI4_3_three_jokers_are_laid_where_they_count_as_they_are(policy: Policy) -> None:
    def asked(column: str) -> Any:
        grid = "X K 2 / X K 2 / 2 K ?"
        return holding(lay(grid, "A 2 3 / 4 5 6 / 7 8 ?", discard="J", joker_column=column), "X")

    assert choice(policy, asked("face")) != "place 3"
    assert worths(policy, asked("face"))["place 7"] > worths(policy, asked("0"))["place 7"] + 4


@both
def test_NI2_1_the_second_card_is_turned_up_in_another_column(policy: Policy) -> None:
    if policy is HAND:
        return
    for match in range(5):
        state, _ = start(2, SeededChance(3, match))
        first = choice(policy, state)
        play(state, first)
        second = choice(policy, state)
        assert (int(first[5:]) - int(second[5:])) % 3 != 0


@both
def test_NI2_6_it_turns_up_cards_where_that_is_open_to_it(policy: Policy) -> None:
    codes = Counter[str]()
    for rule in ("may", "must"):
        for match in range(3):
            table = Table(
                GAME, {"turn_limit": 20, "reject_flips": rule, "rounds": 1}, 2, SeededChance(2, match)
            )
            known = policy.table_for(GAME, table.options, 2)
            while (seat := table.turn) is not None:
                view = table.view(seat, tags=False)
                action = GAME.actions[decider().choose(view.table_state, 0, known)]
                codes[f"{view.phase} {action.verb}"] += 1
                table.act(seat, action)
    assert codes["turn-up flip"] > 0
    assert codes["ask flip"] + codes["ask pass"] > 0
