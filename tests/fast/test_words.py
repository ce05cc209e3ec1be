"""The compiled random numbers are those of ``chance``, number for number; what is dealt by chance is even."""

from collections import Counter
from functools import cache
from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from upcard import chance, fast
from upcard.chance import PairedChance, Request, SeededChance, Xoshiro
from upcard.fast import policy
from upcard.fast.words import SLOTS, keys_for
from upcard.games import GAMES
from upcard.piles import lift_top
from upcard.testing.strategies import SEEDS

pytestmark = pytest.mark.skipif(not fast.available(), reason=fast.reason() or "compiled")

MASKS = st.integers(1, 2**62 - 1)
WORDS = st.integers(0, 2**62 - 1)
MATCHES = st.integers(0, 2**63 - 1)
ROUNDS = st.integers(1, 5_000)
NUMBERS = st.integers(0, 300)
CARDS = 5


@cache
def compiled(name: str) -> Any:
    """Return a function of ``words`` or ``policy``, compiled for Python to call."""
    from upcard.fast import link, words

    link.link()

    def count_codes(legal: int) -> int:
        return policy.count_codes(legal)

    def nth_code(legal: int, place: int) -> int:
        return policy.nth_code(legal, place)

    def quick_seed(records: Any, seed: Any, match: Any) -> None:
        words.quick_seed(records[0], seed, match)

    def quick_word(records: Any) -> Any:
        return words.quick_word(records[0])

    def quick_below(records: Any, among: int) -> Any:
        return words.quick_below(records[0], among)

    calls: dict[str, Any] = {
        call.__name__: call for call in (count_codes, nth_code, quick_seed, quick_word, quick_below)
    }
    function = calls.get(name) or vars(policy).get(name) or vars(words)[name].py_func
    return numba.njit(error_model="numpy", boundscheck=True)(function)


def toy() -> np.ndarray:
    """Return a record of a generator and a small pile."""
    # one type of record for all: Numba takes one that has the fields of another for that other
    layout = [("words", "u8", (4,)), ("lifts", "i8"), ("stir", "u1"), ("pile", "u1", (CARDS,))]
    return np.zeros(1, np.dtype([*layout, ("pile_size", "i2"), ("pile_known", "i2")]))


# --- twins ---------------------------------------------------------------------------------------


@given(SEEDS, st.integers(0, 7), st.integers(0, 2**20))
@example(2**64 - 1, 7, 2**20)
@example(0, 0, 0)
def test_the_word_of_a_decision(seed: int, seat: int, step: int) -> None:
    word = chance.decision_word(seed, seat, step)
    assert compiled("decision_word")(np.uint64(seed), seat, step) == word < 2**62


@given(SEEDS, SEEDS)
@example(2**64 - 1, 2**64 - 1)
def test_the_seed_of_the_bots(seed: int, match: int) -> None:
    assert compiled("bot_seed")(np.uint64(seed), np.uint64(match)) == Xoshiro(seed, match).next()


@given(st.integers(1, 70_000), SEEDS, MATCHES, ROUNDS, NUMBERS)
@example(1, 2**64 - 1, 2**63 - 1, 5_000, 300)
def test_an_exact_pick(among: int, seed: int, match: int, round_: int, number: int) -> None:
    found = compiled("exact_pick")(among, np.uint64(seed), np.uint64(match), round_, number)
    assert found == SeededChance(seed, match).pick(Request(round_, number), among)
    assert found == PairedChance(seed, match, (1,)).pick(Request(round_, number), among)


def test_an_exact_pick_throws_the_same_words_away() -> None:
    among = (1 << 31) + 1  # nearly half of all words are too high
    for match in range(200):
        found = compiled("exact_pick")(among, np.uint64(5), np.uint64(match), 1, 0)
        assert found == SeededChance(5, match).pick(Request(1, 0), among)


@given(st.lists(st.integers(1, 255), max_size=220), SEEDS, MATCHES, ROUNDS, NUMBERS)
def test_an_exact_shuffle(cards: list[int], seed: int, match: int, round_: int, number: int) -> None:
    cards.sort()
    pile = np.array([*cards, 77, 78], np.uint8)
    compiled("exact_shuffle")(pile, len(cards), np.uint64(seed), np.uint64(match), round_, number)
    assert pile.tolist() == [*SeededChance(seed, match).shuffle(Request(round_, number), cards), 77, 78]


@given(st.data(), st.sampled_from(sorted(GAMES)), SEEDS, MATCHES, ROUNDS, NUMBERS)
def test_a_paired_shuffle_some_cards_of_the_deck_left_out(
    data: st.DataObject, name: str, seed: int, pair: int, round_: int, number: int
) -> None:
    game = GAMES[name]
    deck = game.deck(data.draw(st.sampled_from(list(game.seat_numbers))))
    away = data.draw(st.sets(st.integers(0, len(deck) - 1)))
    if data.draw(st.booleans()):
        away = set()
    cards = [card for place, card in enumerate(deck) if place not in away]
    keys = np.zeros(keys_for(len(deck)), np.uint64)
    for asked in (
        round_,
        round_,
        round_ + SLOTS,
        round_,
    ):  # orders are remembered, and others put in their place
        pile = np.array([*cards, *[9] * len(away)], np.uint8)
        numbers = np.uint64(seed), np.uint64(pair), asked, number
        compiled("paired_shuffle")(pile, len(cards), np.array(deck, np.uint8), keys, *numbers)
        order = PairedChance(seed, pair, deck).shuffle(Request(asked, number), cards)
        assert pile.tolist() == [*order, *[9] * len(away)]


@given(SEEDS, SEEDS)
def test_a_records_generator_is_that_of_seed_and_match(seed: int, match: int) -> None:
    records, stream = toy(), Xoshiro(seed, match)
    compiled("quick_seed")(records, np.uint64(seed), np.uint64(match))
    for among in (1, 2, 84, 220, 2**31):
        assert compiled("quick_word")(records) == stream.next()
        assert compiled("quick_below")(records, among) == (stream.word() * among) >> 32


@given(MASKS)
def test_codes_are_counted_and_found_by_the_processor_as_by_the_rule(legal: int) -> None:
    count = policy.count_codes(legal)
    assert compiled("count_codes")(legal) == count == legal.bit_count()
    for place in range(count):
        assert compiled("nth_code")(legal, place) == policy.nth_code(legal, place)


@given(MASKS)
def test_codes_are_found_on_processors_without_the_instruction(legal: int) -> None:
    for place in range(legal.bit_count()):
        assert without_the_instruction()(legal, place) == policy.nth_code(legal, place)


@cache
def without_the_instruction() -> Any:
    from upcard.fast import link

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(link, "_deposits", lambda: False)
        return numba.njit(link._nth_code(1, 0))


@given(WORDS, st.integers(1, 62))
@example(2**62 - 1, 62)
def test_a_word_is_read_alike(word: int, among: int) -> None:
    assert compiled("share_of")(word, among) == policy.share_of(word, among) < among
    assert compiled("coin")(word, among) == policy.coin(word, among)


# --- stirring ------------------------------------------------------------------------------------

TRIALS = 120_000
STRICT = 4.9
"""So many standard deviations above its mean a χ² is found less than once in 100,000 times."""


@cache
def lifting() -> Any:
    """Return a function that stirs a toy pile anew so many times and returns the orders that were lifted."""
    from upcard.fast import link

    link.link()

    def lift_all(records: Any, found: Any, known: int) -> None:
        state = records[0]
        for trial in range(len(found)):
            for place in range(CARDS):
                state.pile[place] = place + 1
            state.pile_size = CARDS
            state.pile_known = known
            for place in range(CARDS):
                found[trial, place] = lift_top(state)

    return numba.njit(error_model="numpy", boundscheck=True)(lift_all)


def lifted(*, stir: int = 1, known: int = 0, seed: int = 7) -> np.ndarray:
    """Return the orders in which the cards 1 to 5, lying in this order, leave piles."""
    records = toy()
    records["stir"] = stir
    compiled("quick_seed")(records, np.uint64(seed), np.uint64(0))
    found = np.zeros((TRIALS, CARDS), np.int64)
    lifting()(records, found, known)
    assert records["lifts"][0] == TRIALS * CARDS
    assert records["pile"].tolist() == [[0] * CARDS]
    return found


def unevenness(found: Counter[Any], ways: int) -> float:
    """Return how many standard deviations χ² lies off its mean, if ``ways`` are equally likely."""
    expected = found.total() / ways
    square = sum((found[way] - expected) ** 2 / expected for way in found) + (ways - len(found)) * expected
    return float((square - (ways - 1)) / (2 * (ways - 1)) ** 0.5)


def test_every_card_is_as_likely_at_every_place() -> None:
    found = lifted()
    for place in range(CARDS):
        assert abs(unevenness(Counter(found[:, place].tolist()), CARDS)) < STRICT


def test_every_order_of_the_cards_is_as_likely() -> None:
    found = Counter(map(tuple, lifted().tolist()))
    assert all(sorted(order) == [1, 2, 3, 4, 5] for order in found)
    assert len(found) == 120
    assert abs(unevenness(found, 120)) < STRICT


def test_two_cards_that_follow_each_other_are_any_two() -> None:
    rows = lifted(seed=8)
    for place in range(CARDS - 1):
        found = Counter(zip(rows[:, place].tolist(), rows[:, place + 1].tolist(), strict=True))
        assert abs(unevenness(found, CARDS * (CARDS - 1))) < STRICT


def test_what_one_pile_was_tells_nothing_about_the_next() -> None:
    rows = lifted(seed=9)
    found = Counter(zip(rows[:-1, 0].tolist(), rows[1:, 0].tolist(), strict=True))
    assert abs(unevenness(found, CARDS * CARDS)) < STRICT


def test_unevenness_is_found() -> None:
    rows = lifted()
    bent = Counter([*rows[:, 0].tolist(), *[1] * (TRIALS // 100)])
    assert unevenness(bent, CARDS) > 3 * STRICT


@pytest.mark.parametrize(("stir", "known"), [(0, 0), (1, CARDS)])
def test_a_pile_in_order_is_not_stirred(stir: int, known: int) -> None:
    assert np.unique(lifted(stir=stir, known=known), axis=0).tolist() == [[5, 4, 3, 2, 1]]
