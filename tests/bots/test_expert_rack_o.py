"""*expert* at Rack-O: it is the network that it says, plays for the match, refuses weights for another."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, pairwise
from typing import Any

import numpy as np
import pytest

from tests.bots.positions import Position, played
from tests.bots.test_race_rack_o import choice, position, weighed
from upcard.bots import expert_rack_o
from upcard.bots.expert_rack_o import EXPERT, FORM, WEIGHTS, kind_of, numbers_for
from upcard.bots.race_rack_o import RACE
from upcard.bots.values import race_match as match
from upcard.bots.values import race_net as net
from upcard.bots.values.race import look_around, run_with
from upcard.bots.values.race_chains import lay_rack, take_rack
from upcard.bots.values.race_room import AIM_COUNT, ENDINGS, HEADS, HIDDEN, KNOWN, TRIED, room
from upcard.bots.values.racing import weigh_in
from upcard.bots.weights import Weights, learned
from upcard.chance import Xoshiro
from upcard.errors import WeightsError
from upcard.fast.kernel import compiled
from upcard.fast.policy import Policy
from upcard.fast.records import pack, quick_type
from upcard.games import find_game
from upcard.games.rack_o.state import DRAW, PLACE, REJECT, TAKE
from upcard.state import Phase, copy_state

GAME = find_game("rack-o")
CODES = len(GAME.actions)


def some(seed: int, wanted: Any) -> Iterator[Position]:
    stream = Xoshiro(seed)
    for found in played("rack-o", 1_500, seed):
        if wanted(found) and stream.below(20) == 0:
            yield found


def is_learned(found: Position) -> bool:
    return bool(kind_of(found.options, found.seen.seats))


def test_it_plays_as_race_where_nothing_has_been_learned() -> None:
    checked = 0
    for found in some(71, lambda found: not is_learned(found) and found.seen.phase != Phase.CHOOSE):
        assert weighed(EXPERT, found).tobytes() == weighed(RACE, found).tobytes()
        checked += 1
        if checked == 5:
            break
    assert checked == 5


def random_numbers(found: Position) -> Any:
    weights = np.random.default_rng(8).normal(0, 0.3, net.SIZE - net.FROM_KNOWN)
    return numbers_for(found.options, found.seen.seats, weights)


def test_a_rack_is_worth_what_the_network_says() -> None:
    checked = 0
    for found in some(72, lambda found: is_learned(found) and found.seen.phase != Phase.CHOOSE):
        state, numbers = found.seen, random_numbers(found)
        work = room(int(numbers[AIM_COUNT]))
        worths = np.full(CODES, np.nan)
        weigh_in(state, GAME.legal(state), numbers, work, worths)
        to_hidden = numbers[net.FROM_KNOWN : net.STRAIGHT].reshape(KNOWN + TRIED, HIDDEN)
        straight = numbers[net.STRAIGHT : net.UPWARD].reshape(KNOWN + TRIED, HEADS)
        upward = numbers[net.UPWARD : net.OUT].reshape(HIDDEN, HEADS)
        ends = numbers[match.POINTS_OF : match.POINTS_OF + HEADS]
        for cell in (0, 1, 5, 10):
            run = run_with(work, cell, state.hand)
            code = PLACE + cell - 1
            if run >= state.run_needed or not GAME.legal(state) >> code & 1:
                continue
            count = net.see_rack(state, numbers, work, cell, state.hand, run)
            seen = np.concatenate([work[17], np.where(np.arange(TRIED) < count, work[19], 0)])
            foretold = seen @ straight + np.maximum(0, seen @ to_hidden) @ upward
            assert worths[code] == pytest.approx(foretold @ ends, abs=1e-8)
            checked += 1
        if checked > 20:
            break
    assert checked > 20


def show(state: Any, seat: int, rack: list[int]) -> None:
    """Lay cards that all know."""
    state.rack[seat][:] = rack
    state.known[seat][:] = [int(card > 0) for card in rack]


def test_how_far_others_are_by_what_all_know() -> None:
    state = GAME.start(None, 2)
    for rack, told in (
        ([0] * 10, (0, 0, 0)),
        ([0, 8, 0, 17, 18, 0, 0, 0, 0, 0], (3, 3, 2)),
        ([0, 8, 0, 17, 16, 15, 0, 0, 0, 33], (5, 3, 1)),  # 8, one of three, 33
        ([12, 0, 0, 14, 0, 0, 0, 0, 0, 0], (2, 1, 1)),  # nothing fits three cells from 12 to 14
        ([0, 0, 0, 0, 0, 0, 0, 3, 4, 5], (3, 0, 3)),  # too low to stay so far back
    ):
        show(state, 1, rack)
        assert net.progress(state, 1) == told


def most_that_stay(rack: list[int], highest: int) -> int:
    """The most known cards between which, and at both ends, there are numbers enough for the cells."""
    lying = [(cell, card) for cell, card in enumerate(rack) if card]
    for count in range(len(lying), 0, -1):
        for stay in combinations(lying, count):
            ends = [(-1, 0), *stay, (10, highest + 1)]
            if all(high - low >= after - cell for (cell, low), (after, high) in pairwise(ends)):
                return count
    return 0


def progress_of(records: Any, seat: int, found: Any) -> None:
    found[0], found[1], found[2] = net.progress(records[0], seat)


def test_how_far_others_are_is_counted_right_and_the_same_compiled() -> None:
    stream, state, quick = np.random.default_rng(6), GAME.start(None, 3), quick_type(GAME.state)
    falling = 0
    for _ in range(200):
        rack = stream.permutation(np.arange(1, 51))[:10] * (stream.uniform(size=10) < 0.5)
        show(state, 1, rack.tolist())
        told = net.progress(state, 1)
        assert told[:2] == (int((rack > 0).sum()), most_that_stay(state.rack[1], 50))
        found = np.zeros(3, np.int64)
        compiled("rack-o-progress", progress_of)(pack(quick, [state]), 1, found)
        assert tuple(found.tolist()) == told
        falling += told[0] > told[1]
    assert falling > 100


def test_what_it_sees_of_the_card_that_it_leaves() -> None:
    state = GAME.start(None, 2)
    state.seat = 0
    show(state, 1, [0, 8, 0, 17, 18, 0, 0, 20, 0, 0])
    work = room(1)
    net.see_gifts(state, work)
    for card, run, beside, fits in (
        (9, 2, 1, 1),
        (16, 3, 1, 1),
        (12, 1, 0, 1),
        (19, 3, 2, 1),
        (30, 1, 0, 0),
        (7, 2, 1, 0),
        (21, 2, 1, 0),
    ):
        assert (work[18][card, 0], work[18][card, 1], work[18][card, 3]) == ((run - 1) / 2, beside / 2, fits)
    assert work[18][40, 2] == 1


def test_a_look_further_is_the_mean_over_the_next_turn() -> None:
    checked = 0
    for found in some(73, lambda found: is_learned(found) and found.seen.phase == Phase.PLACE_TAKEN):
        state, numbers = found.seen, random_numbers(found)
        work, worths, again = room(int(numbers[AIM_COUNT])), np.full(CODES, np.nan), np.full(CODES, np.nan)
        numbers[match.LOOK] = 0
        weigh_in(state, GAME.legal(state), numbers, work, worths)
        if checked > 2 or np.nanmax(work[16][state.hand]) > -1e8 or state.pile_size - state.pile_known < 8:
            continue
        numbers[match.LOOK], numbers[match.MARGIN], numbers[match.SHARE_OF_LOOK] = 2, 1e6, 0.5
        weigh_in(state, GAME.legal(state), numbers, work, again)
        best, second = sorted(range(PLACE, PLACE + 10), key=lambda code: -worths[code])[:2]
        further = [next_turn(state, numbers, code - PLACE) for code in (best, second)]
        assert again[best] == worths[best]
        assert again[second] == pytest.approx(
            (worths[second] + worths[best] + further[1] - further[0]) / 2, abs=1e-8
        )
        checked += 1
    assert checked == 3


def next_turn(state: Any, numbers: Any, cell: int) -> float:
    """What the turn after this one is worth, card by card."""
    work = room(int(numbers[AIM_COUNT]))
    look_around(state, numbers, work)
    take_rack(state, work)
    net.look_on(state, numbers, work, 0)
    work[0][cell + 1] = state.hand
    net.look_on(state, numbers, work, 1)
    most = 20 + 10 * state.seats
    lay_rack(numbers, work, 1, most)
    cards = [card for card in range(1, most + 1) if work[11][card] == 0]

    def worth(cell: int, card: int) -> float:
        run = run_with(work, cell, card)
        if run < state.run_needed:
            return net.worth_in(state, numbers, work, cell, card)
        out = net.worth_out(state, numbers, work, run)
        return out if state.declare == 0 else max(out, net.worth_in(state, numbers, work, cell, card))

    best = {card: max(worth(cell, card) for cell in range(1, 11)) for card in cards}
    drawn = sum(max(best[card], worth(0, card)) for card in cards) / len(cards)
    return sum(max(best[card], drawn) for card in cards) / len(cards)


# --- the match -------------------------------------------------------------------------------------


def test_near_the_target_the_match_counts_and_far_from_it_points() -> None:
    weights = learned(WEIGHTS)
    rack = [5, 9, 12, 4, 24, 20, 38, 2, 11, 6]

    def ends(*totals: int) -> Any:
        found = position(rack, 8, turns=6, totals=totals)
        numbers = expert_rack_o.numbers_from(weights, found.options, 2)
        told = np.zeros(ENDINGS)
        match.value_ends(found.seen, numbers, told)
        return told

    start = ends(0, 0)
    assert np.diff(start[1:HEADS]) == pytest.approx(5, abs=1e-6)  # five points a card
    close = ends(470, 420)  # 30 to go: the sixth card wins the match whoever goes out
    assert close[6] - close[0] == pytest.approx(expert_rack_o.POINTS_TOO * (start[6] - start[0]), abs=1e-6)
    assert close[6] - close[5] > 50
    assert close[9] - close[7] == pytest.approx(expert_rack_o.POINTS_TOO * 10, abs=1e-6)


def test_a_card_that_pays_is_taken_where_it_wins_the_match() -> None:
    rack = [3, 7, 11, 15, 19, 2, 38, 31, 1, 33]  # five that pay, and 25 is a sixth
    far, near = (
        weighed(EXPERT, position(rack, 25, turns=12, totals=totals)) for totals in ((200, 200), (470, 420))
    )
    gain = [float(worths[PLACE + 5] - worths[REJECT]) for worths in (far, near)]
    assert gain[1] > gain[0]


def test_a_rack_in_order_goes_out_where_that_wins_the_match() -> None:
    rack = [5, 6, 7, 18, 19, 21, 28, 33, 45, 50]
    for totals in ((470, 420, 300), (485, 300, 485), (430, 490, 490)):
        assert choice(EXPERT, position(rack, 43, 3, turns=15, totals=totals)) == REJECT


# --- house rules ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rack", "card", "turns", "one", "other", "places"),
    [
        # 8 before the 9, for a run; where none is needed it begins what rises
        ([5, 26, 24, 30, 9, 28, 16, 17, 29, 31], 8, 6, {}, {"run_needed": 0}, (4, 2)),
        # eight rise from the front with a 30 after the 29; by every rise as many do with one after the 24
        ([3, 9, 25, 29, 12, 34, 37, 40, 24, 15], 30, 13, {}, {"loser_score": "every-rise"}, (5, 10)),
        ([2, 12, 25, 34, 22, 37, 24, 23, 14, 28], 35, 14, {}, {"loser_score": "every-rise"}, (5, 8)),
        # three that pay are not enough to be at the target first, a rack in order is
        (
            [2, 9, 31, 35, 14, 22, 36, 15, 37, 39],
            11,
            8,
            {"totals": (470, 420)},
            {"totals": (100, 50)},
            (3, 4),
        ),
        ([4, 5, 13, 24, 30, 25, 31, 33, 35, 37], 7, 5, {}, {"run_needed": 4}, (3, 4)),
        # three seats: it lengthens the front run, or is one more that rises
        (
            [5, 11, 14, 35, 4, 31, 27, 32, 8, 49],
            42,
            12,
            {"seats": 3},
            {"seats": 3, "loser_score": "every-rise"},
            (5, 9),
        ),
    ],
)
def test_a_house_rule_turns_the_choice(
    rack: list[int], card: int, turns: int, one: Any, other: Any, places: tuple[int, int]
) -> None:
    worths = [weighed(EXPERT, position(rack, card, turns=turns, **options)) for options in (one, other)]
    codes = [PLACE + place - 1 for place in places]
    assert [int(np.nanargmax(found)) for found in worths] == codes
    assert worths[0][codes[0]] > worths[0][codes[1]] + 0.5
    assert worths[1][codes[1]] > worths[1][codes[0]] + 0.5


# --- weights --------------------------------------------------------------------------------------


def test_there_are_weights_for_every_number_of_seats_and_for_partners() -> None:
    weights = learned(WEIGHTS).expect(GAME, FORM)
    assert weights.about.seats == (2, 3, 4)
    for seats, partners in ((2, "off"), (3, "off"), (4, "off"), (4, "on")):
        options = GAME.settle(GAME.options(partners=partners), seats)
        assert kind_of(options, seats) in weights.arrays
        table = EXPERT.table_for(GAME, options, seats)
        assert table is EXPERT.table_for(GAME, options, seats)
        assert np.isfinite(np.asarray(table).view(np.float64)).all()


def test_weights_for_other_rules_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = learned(WEIGHTS)
    for change, words in (
        ({"rules": GAME.version + 1}, "train them again"),
        ({"form": "other/1"}, "other/1"),
    ):
        other = Weights(replace(kept.about, **change), kept.arrays)
        monkeypatch.setattr(expert_rack_o, "learned", lambda name, other=other: other)
        expert_rack_o._tabulated.cache_clear()
        with pytest.raises(WeightsError, match=words):
            EXPERT.table_for(GAME, GAME.settle(None, 2), 2)
    expert_rack_o._tabulated.cache_clear()


def test_what_the_upcard_is_worth_is_its_best_cell() -> None:
    for found in (position([3, 7, 11, 15, 16, 20, 27, 31, 35, 39], 17, drawn=False),):
        placed = position([3, 7, 11, 15, 16, 20, 27, 31, 35, 39], 17)
        worths = weighed(EXPERT, found)
        assert worths[TAKE] > worths[DRAW]
        assert worths[TAKE] == pytest.approx(np.nanmax(weighed(EXPERT, placed)[PLACE:]), abs=1e-9)


@pytest.mark.parametrize("policy", [RACE, EXPERT])
def test_a_rack_that_its_owner_alone_knows_is_not_looked_at_even_where_it_lies_open(policy: Policy) -> None:
    checked = 0
    for found in some(73, is_learned):
        state = copy_state(found.seen)
        racks = [(seat, cell) for seat in range(state.seats) for cell in range(10)]
        secret = [(seat, cell) for seat, cell in racks if state.rack[seat][cell] == 0]
        if not secret or state.seat in {seat for seat, _ in secret}:
            continue
        seen = {*state.discard[: state.discard_size], state.hand}
        seen |= {state.rack[seat][cell] for seat, cell in racks}
        seen |= set(state.pile[state.pile_size - state.pile_known : state.pile_size])
        unseen = [card for card in range(1, 21 + 10 * state.seats) if card not in seen]
        for (seat, cell), card in zip(secret, unseen, strict=False):
            state.rack[seat][cell] = card
        assert weighed(policy, replace(found, seen=state)).tobytes() == weighed(policy, found).tobytes()
        checked += 1
        if checked == 4:
            break
    assert checked == 4
