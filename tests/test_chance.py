"""Chance: the generators against published values, and answers that depend on the request alone.

The values named *reference* come from the C code that the generators' authors published (SplitMix64 and
xoshiro256++ 1.0, https://prng.di.unimi.it), compiled apart from this project.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard.chance import (
    Answer,
    PairedChance,
    RecordedChance,
    Request,
    SeededChance,
    Xoshiro,
    below,
    describe,
    shuffled,
    split_mix,
)
from upcard.games import GAMES

FIRST = Request(1, 0)
numbers = st.integers(0, 2**64 - 1)
requests = st.builds(Request, st.integers(1, 200), st.integers(0, 200))


class Fixed:
    """A stream of words that were thought of before."""

    def __init__(self, *words: int) -> None:
        self.words = list(words)

    def word(self) -> int:
        return self.words.pop(0)


def test_split_mix_gives_the_reference_values() -> None:
    state, values = 1234567, []
    for _ in range(5):
        state, value = split_mix(state)
        values.append(value)
    assert values == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert split_mix(0)[1] == 0xE220A8397B1DCDAF


def test_xoshiro_gives_the_reference_values() -> None:
    generator = Xoshiro()
    generator._a, generator._b, generator._c, generator._d = 1, 2, 3, 4
    assert [generator.next() for _ in range(10)] == [
        41943041,
        58720359,
        3588806011781223,
        3591011842654386,
        9228616714210784205,
        9973669472204895162,
        14011001112246962877,
        12406186145184390807,
        15849039046786891736,
        10450023813501588000,
    ]


@pytest.mark.parametrize(
    ("seeds", "values"),
    [
        ((0, 0, 1, 0), [0x57F720F953A4C967, 0x04B9AD419A773D31, 0xC4DEBDD1C9818857, 0xE75B1964A8157D2C]),
        ((42,), [0xAB4C4ADFBB450230, 0x16C758048460B512, 0xDEFF27396F8EB5C7, 0x8B9350CEC7B7BC0E]),
    ],
)
def test_a_generator_is_seeded_by_split_mix_of_all_its_seeds(
    seeds: tuple[int, ...], values: list[int]
) -> None:
    generator = Xoshiro(*seeds)
    assert [generator.next() for _ in values] == values
    again = Xoshiro(*seeds)
    assert [again.word() for _ in values] == [value >> 32 for value in values]


@pytest.mark.parametrize(
    ("chance", "request_", "order"),
    [
        (
            SeededChance(1, 2),
            Request(3, 4),
            [15, 4, 7, 1, 17, 3, 20, 2, 10, 9, 11, 16, 12, 5, 19, 6, 8, 14, 18, 13],
        ),
        (
            SeededChance(1, 2),
            Request(3, 5),
            [12, 20, 4, 1, 19, 13, 3, 14, 16, 11, 9, 2, 15, 5, 7, 10, 17, 8, 6, 18],
        ),
        (
            SeededChance(-1, 2),
            Request(3, 4),
            [8, 2, 14, 15, 9, 19, 3, 10, 4, 6, 16, 17, 18, 11, 5, 20, 7, 1, 12, 13],
        ),
    ],
)
def test_AL2_seeded_shuffles_are_the_same_on_every_machine(
    chance: SeededChance, request_: Request, order: list[int]
) -> None:
    assert chance.shuffle(request_, range(1, 21)) == order


def test_AL2_seeded_picks_are_the_same_on_every_machine() -> None:
    assert [SeededChance(7).pick(Request(1, number), 8) for number in range(8)] == [7, 3, 6, 3, 1, 4, 1, 7]


def test_AL2_paired_shuffles_are_the_same_on_every_machine() -> None:
    # The keys of the six cards are, by the reference, 1b18…, 111e…, ec56…, d163…, 07b8…, 5e69….
    chance = PairedChance(9, 4, (1, 1, 2, 2, 3, 3))
    assert chance.shuffle(FIRST, (1, 1, 2, 2, 3, 3)) == [3, 1, 1, 3, 2, 2]
    assert chance.shuffle(FIRST, (1, 2, 3, 3)) == [3, 1, 3, 2]


@given(numbers, requests, st.lists(requests, max_size=5))
def test_AL2_an_answer_depends_on_nothing_that_was_asked_before(
    seed: int, request: Request, before: list[Request]
) -> None:
    deck = GAMES["nines"].deck(2)
    for make in (SeededChance(seed, 5), PairedChance(seed, 5, deck)):
        answer = make.shuffle(request, deck), make.pick(request, 4)
        for other in before:
            make.shuffle(other, deck)
            make.pick(other, 7)
        assert (make.shuffle(request, deck), make.pick(request, 4)) == answer


@given(numbers, requests, st.sampled_from(list(GAMES.values())), st.data())
def test_a_pair_sees_the_same_order_with_burnt_cards_left_out(
    seed: int, request: Request, game: object, data: st.DataObject
) -> None:
    deck = game.deck(2)
    chance = PairedChance(seed, 3, deck)
    whole = chance.shuffle(request, deck)
    assert sorted(whole) == list(deck)
    burnt = data.draw(st.integers(0, len(deck) - 1))
    left = [card for index, card in enumerate(deck) if index != burnt]
    assert sorted(chance.shuffle(request, left)) == left
    faces = sorted(set(deck))
    without = [card for card in deck if card != faces[0]]
    assert chance.shuffle(request, without) == [card for card in whole if card != faces[0]]


@given(numbers, st.lists(st.integers(1, 60), max_size=120))
def test_a_shuffle_loses_and_makes_no_card(seed: int, cards: list[int]) -> None:
    assert sorted(SeededChance(seed).shuffle(FIRST, sorted(cards))) == sorted(cards)


def test_every_order_of_three_cards_is_about_equally_likely() -> None:
    counts: dict[tuple[int, ...], int] = {}
    for seed in range(6000):
        order = tuple(SeededChance(seed).shuffle(FIRST, (1, 2, 3)))
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 6
    # Chi-squared with five degrees of freedom: 20.5 is passed once in a thousand seeds; ours are fixed.
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 20.5


def test_words_that_would_favour_low_numbers_are_thrown_away() -> None:
    bound = 2**32 // 3 * 3
    assert below(Fixed(bound, 2**32 - 1, bound - 1), 3) == (bound - 1) % 3
    assert below(Fixed(5), 1) == 0


def test_a_shuffle_goes_from_the_last_place_down() -> None:
    assert shuffled(Fixed(0, 1), [1, 2, 3]) == [3, 2, 1]
    assert shuffled(Fixed(2, 0), [1, 2, 3]) == [2, 1, 3]


def test_recorded_answers_are_repeated_and_nothing_else_is() -> None:
    chance = RecordedChance([Answer(FIRST, cards=(2, 1, 3)), Answer(Request(1, 1), picked=2)])
    assert chance.shuffle(FIRST, [1, 2, 3]) == [2, 1, 3]
    assert chance.pick(Request(1, 1), 3) == 2
    with pytest.raises(LookupError, match="chance request 0 of round 1: the order on file"):
        chance.shuffle(FIRST, [1, 2, 4])
    with pytest.raises(LookupError, match="no pick from 0 to 1"):
        chance.pick(Request(1, 1), 2)
    with pytest.raises(LookupError, match="no pick"):
        chance.pick(FIRST, 2)
    with pytest.raises(LookupError, match="chance request 0 of round 2: no answer"):
        chance.pick(Request(2, 0), 2)
    assert describe(Request(2, 0)) == "chance request 0 of round 2"
