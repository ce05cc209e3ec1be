"""Rack-O's rules against the oracles, on racks of every kind, and whole matches by a mixed player."""

from collections import Counter
from collections.abc import Iterator

import pytest

from tests.rules import oracles_rack_o as oracle
from tests.rules.rack_o_table import assert_conserved
from upcard.chance import SeededChance, Xoshiro
from upcard.game import answer_all, imagine, legal_codes, observe, read_events
from upcard.games.rack_o import GAME, scoring
from upcard.games.rack_o.state import PLACE, PLACE_DECLARE, REJECT, REJECT_DECLARE, TAKE, State
from upcard.state import Phase, Source, copy_state

SAMPLES = 3000
PLAIN = (1 << REJECT_DECLARE) - 1


def racks(seed: int) -> Iterator[list[int]]:
    """Racks as they fall, in order, nearly in order, and with runs of consecutive numbers."""
    stream = Xoshiro(seed)
    for sample in range(SAMPLES):
        highest = 14 if sample % 2 else 60
        deck = list(range(1, highest + 1))
        rack = [deck.pop(stream.below(len(deck))) for _ in range(10)]
        if sample % 4 > 1:
            rack.sort()
        if sample % 8 > 5:
            first, second = stream.below(10), stream.below(10)
            rack[first], rack[second] = rack[second], rack[first]
        yield rack


def laid(rack: list[int]) -> State:
    state = State(seats=2)
    for cell, card in enumerate(rack):
        state.rack[1][cell] = card
    return state


def test_RO4_2_the_run_from_the_front_is_what_the_oracle_says() -> None:
    lengths = Counter()
    for rack in racks(1):
        length = scoring.front_run(laid(rack), 1)
        assert length == oracle.front_run(rack)
        lengths[length] += 1
    assert len(lengths) == 10


def test_RO4_3_every_rise_is_what_the_oracle_says() -> None:
    counts = Counter()
    for rack in racks(2):
        count = scoring.every_rise(laid(rack), 1)
        assert count == oracle.every_rise(rack)
        counts[count] += 1
    assert len(counts) >= 9


def test_RO5_4_the_longest_run_and_its_bonus_are_what_the_oracle_says() -> None:
    bonuses = Counter()
    for rack in racks(3):
        state = laid(rack)
        assert scoring.longest_run(state, 1) == oracle.longest_run(rack)
        assert scoring.run_worth(scoring.longest_run(state, 1)) == oracle.bonus(rack)
        bonuses[oracle.bonus(rack)] += 1
    assert set(bonuses) == {0, 50, 100, 200, 400}


@pytest.mark.parametrize("needed", [0, 2, 3, 4, 5, 6])
def test_RO3_5_who_may_go_out_is_what_the_oracle_says(needed: int) -> None:
    verdicts = Counter()
    stream = Xoshiro(5)
    for rack in racks(4):
        state = laid(rack)
        state.run_needed = needed
        assert scoring.may_go_out(state, 1, -1, 0) == oracle.may_go_out(rack, needed)
        spot = stream.below(10)
        card = next(card for card in range(1 + stream.below(50), 70) if card not in rack)
        assert scoring.may_go_out(state, 1, spot, card) == oracle.may_go_out(
            [*rack[:spot], card, *rack[spot + 1 :]], needed
        )
        verdicts[oracle.may_go_out(rack, needed)] += 1
    assert set(verdicts) == {True, False}


def test_RO3_4_the_declarations_that_are_open_are_what_the_oracle_says() -> None:
    stream = Xoshiro(6)
    seen = Counter()
    for rack in racks(7):
        state = laid(rack)
        state.seat = 1
        state.declare = 1
        state.run_needed = (0, 2, 3)[stream.below(3)]
        state.phase = (Phase.PLACE_TAKEN, Phase.PLACE_DRAWN)[stream.below(2)]
        state.hand = next(card for card in range(1 + stream.below(50), 70) if card not in rack)
        wanted = set()
        for cell in range(10):
            after = [*rack[:cell], state.hand, *rack[cell + 1 :]]
            if oracle.may_go_out(after, state.run_needed):
                wanted.add(PLACE_DECLARE + cell)
        if state.phase == Phase.PLACE_DRAWN and oracle.may_go_out(rack, state.run_needed):
            wanted.add(REJECT_DECLARE)
        assert {code for code in legal_codes(GAME, state) if code >= REJECT_DECLARE} == wanted
        seen[len(wanted)] += 1
    assert len(seen) >= 4


def test_RO4_explain_adds_up_to_what_the_rules_score() -> None:
    for reading in ("front-run", "every-rise"):
        for run_bonus in ("off", "on"):
            options = GAME.options(loser_score=reading, run_bonus=run_bonus)
            for rack in racks(8):
                count = oracle.front_run(rack) if reading == "front-run" else oracle.every_rise(rack)
                parts = GAME.explain(rack, options)
                assert sum(part.score for part in parts) == 5 * count
                assert len(parts[0].match) == count
                if oracle.in_order(rack):
                    parts = GAME.explain(rack, options, went_out=True)
                    extra = oracle.bonus(rack) if run_bonus == "on" else 0
                    assert sum(part.score for part in parts) == 75 + extra


def mixed_choice(state: State, stream: Xoshiro) -> int:
    """One action in five at random; else put each number where it belongs by its size."""
    codes = legal_codes(GAME, state)
    if stream.below(5) == 0:
        return codes[stream.below(len(codes))]
    if codes[-1] >= REJECT_DECLARE:
        return codes[-1]
    rack = state.rack[state.seat]
    card = state.hand or state.discard[state.discard_size - 1]
    cell = home(card, state.seats)
    gains = abs(home(rack[cell], state.seats) - cell) > 0
    if state.hand_source == Source.NOWHERE:
        return TAKE if gains else 0
    return PLACE + cell if gains or REJECT not in codes else REJECT


def home(card: int, seats: int) -> int:
    return (10 * card - 1) // scoring.highest(seats)


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {"refill": "shuffle", "declare": "choose", "first_dealer": "random", "run_needed": 0}),
        (2, {"loser_score": "every-rise", "run_bonus": "on", "target": 150}),
        (3, {"first_dealer": "low", "run_needed": 2}),
        (4, {"partners": "on", "refill": "shuffle"}),
        (4, {"partners": "on", "bonus_racks": "winner", "declare": "auto"}),
    ],
)
def test_RO2_5_whole_matches_show_each_viewer_no_more_than_can_be_imagined(
    seats: int, options: dict[str, int | str]
) -> None:
    stream = Xoshiro(11, seats)
    kinds = Counter()
    for match in range(2):
        state = GAME.start(GAME.options(turn_limit=40, **options), seats)
        chance = SeededChance(12, match)
        answer_all(GAME, state, chance)
        kinds.update(event.key for event in read_events(GAME, state, 0))
        steps = 0
        while state.phase != Phase.OVER:
            GAME.apply(state, mixed_choice(state, stream))
            answer_all(GAME, state, chance)
            kinds.update(event.key for event in read_events(GAME, state, 0))
            assert_conserved(state)
            steps += 1
            if steps % 23 == 0 or state.phase == Phase.OVER:
                for viewer in (None, *range(seats)):
                    view = observe(GAME, state, viewer)
                    assert observe(GAME, imagine(GAME, view, stream), viewer) == view
        assert max(GAME.show(state).totals) >= state.target
    wanted = {kind.key for kind in GAME.kinds} - {"bonus", "limit", "turned-over", "refilled", "dealer-card"}
    wanted.add("refilled" if options.get("refill") == "shuffle" else "turned-over")
    if options.get("first_dealer") != "random":
        wanted.add("dealer-card")
    assert wanted <= set(kinds)


@pytest.mark.parametrize("declare", ["auto", "choose"])
@pytest.mark.parametrize("refill", ["turn-over", "shuffle"])
def test_AL3_rack_o_rules_run_on_what_any_viewer_knows(declare: str, refill: str) -> None:
    stream = Xoshiro(13)
    options = GAME.options(turn_limit=30, declare=declare, refill=refill, target=75)
    state = GAME.start(options, 3)
    chance = SeededChance(14)
    answer_all(GAME, state, chance)
    steps = 0
    while state.phase != Phase.OVER:
        codes = legal_codes(GAME, state)
        closing = state.pile_size < 2 or min(state.turns[:3]) == 29
        for viewer in (None, 0, 1, 2) if closing or steps % 13 == 0 else ():
            masked = observe(GAME, state, viewer).table_state
            assert GAME.legal(masked) & PLAIN == GAME.legal(state) & PLAIN
            assert viewer != state.seat or GAME.legal(masked) == GAME.legal(state)
            assert GAME.default(masked) == GAME.default(state)
            for code in codes:
                trial = copy_state(masked)
                GAME.apply(trial, code)
                assert trial.note_count
        GAME.apply(state, codes[stream.below(len(codes))])
        answer_all(GAME, state, chance)
        steps += 1
