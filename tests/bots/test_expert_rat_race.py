"""*expert* at Rat Race: its search is exact, fair, the same compiled, and every option is played for."""

from importlib import resources
from itertools import product
from typing import Any

import numpy as np
import pytest

from tests.bots.positions import made, played
from tests.bots.test_td1_rat_race import FLAT, OPTIONS, laid
from tests.bots.worlds_rat_race import GAME, positions, seen_by_mover, values, worlds
from upcard.bots.expert_rat_race import CODES, EXPERT, choose, table_by, weigh
from upcard.bots.rat_race_net_deep import WAYS, two_best
from upcard.bots.rat_race_net_opening import position_worth
from upcard.bots.rat_race_position import lay_out
from upcard.bots.rat_race_prepare import maps_in, weights_in
from upcard.bots.values.rat_race_maps import RANKS, maps
from upcard.bots.values.rat_race_net import FORM, NETS, WEIGHTS
from upcard.bots.values.rat_race_room import INTS, OTHER, OWN, UNSEEN, UNSEEN_TOTAL, UPCARD, UPS
from upcard.bots.weights import learned
from upcard.chance import SeededChance
from upcard.errors import WeightsError
from upcard.fast.deciding import Decider
from upcard.fast.policy import Policy
from upcard.game import answer_all, legal_codes
from upcard.games.rat_race.state import FLIP, RAT
from upcard.state import NOBODY, Phase, copy_state, share_paper

ANY = (np.random.default_rng(5).normal(size=WEIGHTS) * 0.2).astype(np.float32)
"""Weights that mean nothing: all of a search that a value has a part in shows."""
SHALLOW = Policy(
    "shallow", choose, lambda game, options, seats: table_by(options.walkout_rats, ANY), weigh=weigh
)
DEEP = Policy(
    "deep", choose, lambda game, options, seats: table_by(options.walkout_rats, ANY, 0.9, 0.9), weigh=weigh
)


def worths(state: Any, table: Any) -> dict[int, float]:
    """What the search says of each legal action; low is good."""
    seen = seen_by_mover(state)
    found = np.full(CODES, np.nan)
    weigh(seen, GAME.legal(seen), table, found)
    return {code: -found[code] for code in legal_codes(GAME, seen)}


def by_any_value(alike: list[Any], seat: int) -> float:
    state = seen_by_mover(alike[0])
    ints, nets = np.zeros(INTS, np.int64), np.zeros(NETS, np.float32)
    lay_out(state, ints)
    own_moved = False
    return position_worth(own_moved, 0, ints[UPCARD], maps(state.walkout_rats), ANY, ints, nets)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_one_turn_ahead_is_worth_what_every_order_of_the_unseen_cards_comes_to(
    options: dict[str, Any],
) -> None:
    table = table_by(options.get("walkout_rats", 3), ANY)
    for state, unseen in positions(12, 3, options):
        wanted = values(worlds(state, unseen), by_any_value)
        assert worths(state, table) == pytest.approx(wanted, abs=1e-4)


def test_a_last_turn_is_worth_what_every_order_of_the_unseen_cards_comes_to() -> None:
    for state, unseen in positions(11, 3, {}, final=True):
        wanted = values(worlds(state, unseen), None)
        found = worths(state, table_by(3, ANY, 0.9, 0.9))
        assert found == pytest.approx({code: value + state.speed_bonus for code, value in wanted.items()})


def test_two_turns_ahead_a_placing_is_worth_what_the_other_seat_then_makes_of_it() -> None:
    looked_at = 0
    for position in played("rat-race", 200, 3):
        state = position.seen
        seat = state.seat
        if state.phase != Phase.PLACE_DRAWN or state.clocked != NOBODY or state.down[1 - seat] < 2:
            continue
        rats = state.walkout_rats
        shallow, deep = worths(state, table_by(rats, ANY)), worths(state, table_by(rats, ANY, 0.9))
        for code, worth in deep.items():
            if worth != shallow[code] and 3 <= code < 12 and state.grid[seat][code - 3] > 0:
                after = copy_state(state)
                share_paper(after)
                GAME.apply(after, code)
                assert worth == pytest.approx(-min(worths(after, table_by(rats, ANY)).values()), abs=1e-4)
                looked_at += 1
        if looked_at >= 2:
            return
    raise AssertionError("too few positions")


def test_the_two_best_uses_of_a_card_are_the_lowest_ones_wherever_they_stand() -> None:
    stream = np.random.default_rng(2)
    for _ in range(50):
        made = stream.permutation(WAYS).astype(float)
        assert [made[way] for way in two_best(made)] == [0, 1]


@pytest.mark.long
def test_what_it_weighs_is_the_same_compiled_to_the_last_bit() -> None:
    asked = Decider(GAME, SHALLOW)
    for policy, few in ((SHALLOW, 60), (DEEP, 3)):
        for position in (*played("rat-race", few, 8), *made("rat-race", few // 3, 8)):
            seen, table = position.seen, position.table_for(policy)
            legal = GAME.legal(seen)
            found = np.full(CODES, np.nan)
            weigh(seen, legal, table, found)
            assert np.array_equal(asked.worths(seen, table), found, equal_nan=True)
            assert [code for code in range(CODES) if not np.isnan(found[code])] == legal_codes(GAME, seen)


def test_RR2_1_before_the_other_has_revealed_a_cell_is_worth_about_what_all_its_pairs_come_to() -> None:
    for seed in (1, 2):
        state = GAME.start(None, 2)
        answer_all(GAME, state, SeededChance(seed))
        GAME.apply(state, FLIP)
        answer_all(GAME, state, SeededChance(seed))
        table = EXPERT.table_for(GAME, GAME.options(), 2)
        found = {code - FLIP: worth for code, worth in worths(state, table).items()}
        assert sorted(found) == list(range(1, 9))
        assert found[1] == found[2]
        assert found[3] == found[6]
        assert found[4] == found[5] == found[7] == found[8]
        assert found[4] == pytest.approx(by_all_pairs(seen_by_mover(state), 4, table), abs=0.15)


def by_all_pairs(state: Any, cell: int, table: Any) -> float:
    """What turning up a cell comes to over its card and the two of the other seat; low is good."""
    ints, nets = np.zeros(INTS, np.int64), np.zeros(NETS, np.float32)
    lay_out(state, ints)
    ints[OWN + UPS] = 0
    total = worth = 0.0
    left = ints[UNSEEN : UNSEEN + RANKS].copy()
    for cards in product(range(1, RANKS), repeat=3):
        ways, unseen = 1, left.copy()
        for card in cards:
            ways *= int(unseen[card])
            unseen[card] -= 1
        own, one, two = cards
        if ways == 0 or one > two:  # in which order the other turns its cards up is all the same
            continue
        ways *= 1 if one == two else 2
        ints[OWN + cell], ints[OTHER], ints[OTHER + 4] = cards
        ints[UNSEEN : UNSEEN + RANKS], ints[UNSEEN_TOTAL] = unseen, unseen.sum()
        mine, others = ints[OWN] % RAT + own % RAT, one % RAT + two % RAT
        for begins in (True, False):
            share = 0.5 if mine == others else float((mine < others) == begins)
            if share > 0:
                after = position_worth(
                    not begins, 0, ints[UPCARD], maps_in(table), weights_in(table), ints, nets
                )
                worth += ways * share * (-after if begins else after)
        total += ways
    return worth / total


# --- every option is played for ------------------------------------------------------------------


def best(options: dict[str, Any], own: str, hand: int) -> str:
    """What it does with a card that it has drawn, in words."""
    state = laid(options, own, FLAT, "9")
    state.hand, state.hand_source, state.phase = hand, 1, Phase.PLACE_DRAWN
    found = worths(state, EXPERT.table_for(GAME, GAME.options(**options), 2))
    return str(GAME.actions[min(found, key=found.__getitem__)])


def test_RR5_8_a_row_that_cannot_walk_out_is_not_completed() -> None:
    own = "10 10 3 9 3 8 4 ? ?"
    assert best({}, own, 10) == "place 3"
    assert best({"walkout": "optional"}, own, 10) == "place 3"
    assert best({"walkout": "off"}, own, 10) != "place 3"


def test_RR5_2_a_row_with_two_rats_is_worth_completing_only_where_it_may_walk_out() -> None:
    worth = []
    for most_rats in range(4):
        options = {"walkout_rats": most_rats}
        state = laid(options, "10 R 10 4 6 2 4 6 ?", FLAT, "9")
        state.hand, state.hand_source, state.phase = 11, 1, Phase.PLACE_DRAWN
        worth.append(worths(state, EXPERT.table_for(GAME, GAME.options(**options), 2))[3])
    assert max(worth[2:]) < min(worth[:2]) - 2


def test_RR6_2_the_speed_bonus_decides_whether_to_clock_off() -> None:
    own = "6 7 8 6 7 8 9 9 ?"
    assert best({"speed_bonus": 10}, own, 10) in ("reject", "place 9")
    state = laid({"speed_bonus": 0}, own, FLAT, "9")
    state.hand, state.hand_source, state.phase = 10, 1, Phase.PLACE_DRAWN
    without = worths(state, EXPERT.table_for(GAME, GAME.options(), 2))
    state.speed_bonus = 10
    assert worths(state, EXPERT.table_for(GAME, GAME.options(), 2))[2] == pytest.approx(without[2] - 10)


def test_the_weights_that_come_along_are_for_these_rules_and_few() -> None:
    kept = learned("rat-race-net").expect(GAME, FORM)
    assert len(kept["weights"]) == WEIGHTS
    assert kept.about.made["course"] == "net"
    with pytest.raises(WeightsError, match="is needed here"):
        learned("rat-race-td1").expect(GAME, FORM)
    folder = resources.files("upcard.bots").joinpath("learned")
    files = [folder.joinpath(f"rat-race-{name}.npz").read_bytes() for name in ("td1", "net")]
    assert sum(map(len, files)) < 1_000_000
