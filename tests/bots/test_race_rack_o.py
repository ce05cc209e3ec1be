"""*race* and *expert* at Rack-O: fair, the same compiled, and each house rule is played for."""

from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import Any

import numpy as np
import pytest

from tests.bots.positions import Position, made, played, seen_from
from upcard.bots import hand_rack_o, race_rack_o
from upcard.bots.expert_rack_o import EXPERT
from upcard.bots.hand_rack_o import HAND
from upcard.bots.race_rack_o import RACE
from upcard.chance import SeededChance, Xoshiro
from upcard.fast.deciding import Decider
from upcard.fast.policy import Policy
from upcard.game import answer_all, imagine, observe
from upcard.games import find_game
from upcard.games.rack_o.state import PLACE, PLACE_DECLARE, REJECT, REJECT_DECLARE, TAKE
from upcard.state import Phase, Source

GAME = find_game("rack-o")
RACES = [RACE, EXPERT]
"""They share what is compiled, and differ in their tables."""


@cache
def decider() -> Decider:
    return Decider(GAME, EXPERT)


def positions(count: int, seed: int) -> Iterator[Position]:
    yield from chain(played("rack-o", count, seed), made("rack-o", count // 2, seed))


def weighed(policy: Policy, position: Position) -> Any:
    worths = np.full(len(GAME.actions), np.nan)
    assert policy.weigh is not None
    policy.weigh(position.seen, GAME.legal(position.seen), position.table_for(policy), worths)
    return worths


def quickly(policy: Policy, state: Any, table: Any) -> int:
    """The choice, by what is compiled."""
    return int(np.nanargmax(decider().worths(state, table)))


def test_both_share_what_is_compiled() -> None:
    assert RACE.choose is EXPERT.choose
    assert RACE.weigh is EXPERT.weigh


@pytest.mark.parametrize("policy", RACES, ids=lambda policy: policy.name)
def test_worths_are_the_same_compiled_to_the_last_bit(policy: Policy) -> None:
    stream = Xoshiro(3)
    for position in positions(1_200, 51):
        if stream.below(40) > 0:
            continue
        table = position.table_for(policy)
        worths = weighed(policy, position)
        assert worths.tobytes() == decider().worths(position.seen, table).tobytes()
        legal = GAME.legal(position.seen)
        assert [bool(legal >> code & 1) for code in range(len(worths))] == np.isfinite(worths).tolist()
        if position.seen.phase != Phase.CHOOSE:
            assert policy.choose(position.seen, legal, 0, table) == int(np.nanargmax(worths))


@pytest.mark.parametrize("policy", RACES, ids=lambda policy: policy.name)
def test_every_legal_action_is_weighed_and_no_other(policy: Policy) -> None:
    for position in positions(900, 52):
        worths = decider().worths(position.seen, position.table_for(policy))
        legal = GAME.legal(position.seen)
        assert [bool(legal >> code & 1) for code in range(len(worths))] == np.isfinite(worths).tolist()


@pytest.mark.parametrize("policy", [*RACES, HAND], ids=lambda policy: policy.name)
def test_what_a_seat_has_not_seen_changes_no_choice(policy: Policy) -> None:
    checked = 0
    for number, position in enumerate(played("rack-o", 500, 53)):
        view = observe(GAME, position.seen, position.seen.seat, tags=False)
        other = imagine(GAME, view, Xoshiro(number))
        table = position.table_for(policy)
        states = (position.seen, other_eyes(other), seen_from(GAME, other))
        if policy is HAND:
            choices = {HAND.choose(state, GAME.legal(state), 0, table) for state in states}
        else:
            choices = {quickly(policy, state, table) for state in states}
        assert len(choices) == 1
        checked += 1
    assert checked == 500


def other_eyes(state: Any) -> Any:
    """The same world once more, as the seat to move sees it after the cards nobody sees changed places."""
    view = observe(GAME, state, state.seat, tags=False)
    return seen_from(GAME, imagine(GAME, view, Xoshiro(1)))


# --- house rules -----------------------------------------------------------------------------------


def position(
    rack: list[int],
    card: int,
    seats: int = 2,
    turns: int = 6,
    drawn: bool = True,
    totals: tuple[int, ...] = (),
    **options: Any,
) -> Position:
    """A seat with this rack and a card that it drew, or may take."""
    settled = GAME.settle(GAME.options(**options), seats)
    state = GAME.start(settled, seats)
    answer_all(GAME, state, SeededChance(4))
    seat = state.seat
    state.rack[seat][:] = rack
    state.discard[0] = card
    if drawn:
        state.phase = Phase.PLACE_DRAWN
        state.hand, state.hand_source = card, Source.PILE
        state.discard[0] = next(c for c in range(1, 40) if c not in rack and c != card)
    for other in range(seats):
        state.turns[other] = turns
    for place, total in enumerate(totals):
        state.totals[(seat + place) % seats] = total
    return Position(GAME, settled, seen_from(GAME, state))


def choice(policy: Policy, found: Position) -> int:
    return policy.choose(found.seen, GAME.legal(found.seen), 0, found.table_for(policy))


def worth(policy: Policy, found: Position, code: int) -> float:
    return float(weighed(policy, found)[code])


IN_ORDER = [3, 7, 11, 15, 19, 23, 27, 31, 35, 2]
"""All but the last card rise."""


def test_a_rack_goes_out_as_soon_as_it_may() -> None:
    for policy in RACES:
        assert choice(policy, position(IN_ORDER, 38, run_needed=0)) == PLACE + 9
        assert choice(policy, position(IN_ORDER, 38, drawn=False, run_needed=0)) == TAKE
        assert choice(policy, position(IN_ORDER, 38, run_needed=0, declare="choose")) == PLACE_DECLARE + 9


def test_a_run_is_played_for_where_it_is_needed() -> None:
    rack = [3, 7, 11, 15, 16, 20, 27, 31, 35, 39]  # in order, but two short of a run of three
    for policy in RACES:
        assert choice(policy, position(rack, 17, run_needed=3)) == PLACE + 5
        assert choice(policy, position(rack, 14, run_needed=3)) == PLACE + 2
        assert choice(policy, position(rack, 17, run_needed=4)) == PLACE + 5
        assert choice(policy, position(rack, 17, run_needed=0)) in (REJECT, PLACE + 5)  # out either way
        low, high = position(rack, 24, run_needed=3), position(rack, 17, run_needed=3)
        assert worth(policy, high, PLACE + 5) > worth(policy, low, PLACE + 5) + 20


def test_a_sure_loser_raises_what_it_is_paid_for() -> None:
    rack = [30, 10, 14, 18, 24, 3, 38, 2, 12, 6]
    for policy in RACES:
        late = position(rack, 9, turns=20)
        worths = weighed(policy, late)
        # 9 in front makes a front run of five where there was one
        assert int(np.nanargmax(worths)) == PLACE


def test_both_readings_of_what_losers_score_are_played_for() -> None:
    rack = [5, 3, 14, 4, 24, 20, 38, 2, 12, 6]
    for policy in RACES:
        front, rises = (
            position(rack, 8, turns=22, loser_score=score) for score in ("front-run", "every-rise")
        )
        gain = worth(policy, front, PLACE + 1) - worth(policy, front, PLACE + 3)
        other = worth(policy, rises, PLACE + 1) - worth(policy, rises, PLACE + 3)
        assert gain > other  # a second card that rises lengthens the front run by two


def test_a_longer_run_is_waited_for_where_it_pays_and_not_where_it_does_not() -> None:
    rack = [3, 9, 15, 16, 17, 18, 19, 30, 35, 38]
    # 200 in hand: nobody else is near yet, and a sixth number brings 200 more; later that is too late
    assert choice(RACE, position(rack, 1, 4, turns=0, partners="on")) == REJECT
    # 50 in hand, and either end of the run brings more
    short = [3, 9, 15, 16, 17, 20, 24, 30, 35, 38]
    assert choice(EXPERT, position(short, 1, 4, turns=6, partners="on")) == REJECT
    assert choice(EXPERT, position(short, 1, 4, turns=14, partners="on")) == REJECT_DECLARE
    for policy in RACES:
        assert choice(policy, position(rack, 1, 4, turns=10, partners="on")) == REJECT_DECLARE
        plain = position(rack, 1, 4, turns=0, declare="choose")
        assert choice(policy, plain) in (REJECT_DECLARE, PLACE_DECLARE)
        # one more card of the run is worth its bonus
        six = position(rack, 20, 4, turns=0, partners="on")
        assert choice(policy, six) == PLACE_DECLARE + 7
        no_bonus = position(rack, 20, 4, turns=0, partners="on", run_bonus="off", declare="choose")
        half = 200  # what 400 for a side come to for each of its seats
        assert worth(policy, six, PLACE_DECLARE + 7) >= worth(policy, no_bonus, PLACE_DECLARE + 7) + half


def test_discards_are_expected_back_in_the_order_of_the_refill() -> None:
    rack = [3, 7, 11, 15, 16, 17, 27, 37, 39, 38]  # lacks the 40
    others = [card for card in range(1, 37) if card not in rack and card != 2][:13]
    values = {}
    for refill in ("turn-over", "shuffle"):
        for place in (0, 12):
            found = position(rack, 2, turns=8, refill=refill)
            state = found.seen
            state.discard_size = 14
            state.discard[:14] = [*others[:place], 40, *others[place:]]
            state.pile_size = 6
            values[refill, place] = worth(RACE, found, REJECT)
    assert values["turn-over", 0] > values["turn-over", 12]
    assert values["shuffle", 0] == values["shuffle", 12]


# --- the anchors ----------------------------------------------------------------------------------


def test_the_anchors_are_what_they_were() -> None:
    tables = [race_rack_o.tabulate(GAME, GAME.settle(None, seats), seats) for seats in (2, 3, 4)]
    assert [table.dtype for table in tables] == [np.dtype(np.int64)] * 3
    assert all(not table.flags.writeable for table in tables)
    assert len(hand_rack_o.tabulate(GAME, GAME.settle(None, 2), 2)) == hand_rack_o.END
    assert race_rack_o.tabulate(GAME, GAME.settle(None, 2), 2) is tables[0]


def test_a_run_is_waited_for_near_the_target_if_going_out_now_would_lose_the_match() -> None:
    rack = [3, 9, 15, 16, 17, 20, 24, 30, 35, 38]
    behind, level = (
        position(rack, 1, turns=9, run_needed=3, run_bonus="on", target=500, totals=totals)
        for totals in ((330, 480), (330, 330))
    )
    # 330 + 75 + 50 is less than 480 and a few: only a run of four, for 100, wins
    assert choice(RACE, behind) == REJECT
    assert choice(RACE, level) == REJECT_DECLARE
    ahead = position(rack, 1, turns=9, run_needed=3, run_bonus="on", target=500, totals=(450, 480))
    assert worth(RACE, ahead, REJECT_DECLARE) > worth(RACE, level, REJECT_DECLARE) + 50
