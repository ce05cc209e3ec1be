"""Random numbers, compiled: the twins of those in ``chance``, number for number, and quick ones beside.

The *exact* functions answer a request as ``SeededChance`` and ``PairedChance`` do, so that a match played
compiled is the same match on a table. The *quick* ones draw from the generator in a quick record.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numba
import numpy as np

Function = TypeVar("Function", bound=Callable[..., Any])

INNER = {"error_model": "numpy", "boundscheck": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""How everything is compiled that Python never calls: with bounds checks, and nothing to call it by."""
CALLED = {**INNER, "forceinline": False}
INLINED = {**INNER, "forceinline": True}
jit: Callable[[Function], Function] = numba.njit(**INLINED)
"""Compile a function that is written out wherever it is called."""
whole: Callable[[Function], Function] = numba.njit(**CALLED)
"""Compile a function that is called."""

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
FIRST = np.uint64(0xBF58476D1CE4E5B9)
SECOND = np.uint64(0x94D049BB133111EB)
LIMIT = np.uint64(1 << 32)
BUCKETS = 128
"""How many piles the keys of a paired shuffle are laid out in before they are put in order."""
MOST_CARDS = 256
SLOTS = 32
"""How many orders a paired shuffle remembers, by round: the other match of the pair asks for the same."""


@jit
def mixed(state: Any) -> Any:
    """Return SplitMix64's output for a state, with the step to the next state taken first."""
    z = state + GOLDEN
    z = (z ^ (z >> np.uint64(30))) * FIRST
    z = (z ^ (z >> np.uint64(27))) * SECOND
    return z ^ (z >> np.uint64(31))


@jit
def seeded(state: Any) -> Any:
    """Return the four words of xoshiro256++ for a seed that has been mixed."""
    return (
        mixed(state),
        mixed(state + GOLDEN),
        mixed(state + GOLDEN + GOLDEN),
        mixed(state + GOLDEN + GOLDEN + GOLDEN),
    )


@jit
def seed_of_two(first: Any, second: Any) -> Any:
    """Return what ``Xoshiro(first, second)`` makes its words from."""
    return mixed(mixed(first) ^ second)


@jit
def seed_of_four(first: Any, second: Any, third: Any, fourth: Any) -> Any:
    """Return what ``Xoshiro(first, second, third, fourth)`` makes its words from."""
    return mixed(mixed(seed_of_two(first, second) ^ third) ^ fourth)


@jit
def output(a: Any, d: Any) -> Any:
    """Return the next 64 bits of xoshiro256++ in a state whose first and last words are these."""
    total = a + d
    return ((total << np.uint64(23)) | (total >> np.uint64(41))) + a


@jit
def following(a: Any, b: Any, c: Any, d: Any) -> Any:
    """Return the state that comes after this one."""
    t = b << np.uint64(17)
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= t
    d = (d << np.uint64(45)) | (d >> np.uint64(19))
    return a, b, c, d


@jit
def bot_seed(seed: Any, match: Any) -> Any:
    """Return ``Xoshiro(seed, match).next()``, which the bots of a match are made with."""
    a, _, _, d = seeded(seed_of_two(seed, match))
    return output(a, d)


@jit
def upper_bits(word: Any) -> Any:
    """Return the upper 62 bits, which policies choose by, as a number that may be reckoned with."""
    return np.int64(word >> np.uint64(2))


@jit
def decision_word(seed: Any, seat: int, step: int) -> Any:
    """Return what ``chance.decision_word`` returns."""
    return upper_bits(mixed(mixed(seed + np.uint64(seat)) + np.uint64(step)))


@whole
def exact_pick(among: int, seed: Any, match: Any, round_: int, number: int) -> Any:
    """Return what ``SeededChance`` and ``PairedChance`` pick."""
    a, b, c, d = seeded(seed_of_four(seed, match, np.uint64(round_), np.uint64(number)))
    size = np.uint64(among)
    bound = LIMIT // size * size
    while True:
        value = output(a, d) >> np.uint64(32)
        if value < bound:
            return np.int64(value % size)
        a, b, c, d = following(a, b, c, d)


@whole
def exact_shuffle(cards: Any, size: int, seed: Any, match: Any, round_: int, number: int) -> None:
    """Put the cards in the order of ``SeededChance``."""
    a, b, c, d = seeded(seed_of_four(seed, match, np.uint64(round_), np.uint64(number)))
    for last in range(size - 1, 0, -1):
        among = np.uint64(last + 1)
        bound = LIMIT // among * among
        value = output(a, d) >> np.uint64(32)
        a, b, c, d = following(a, b, c, d)
        while value >= bound:
            value = output(a, d) >> np.uint64(32)
            a, b, c, d = following(a, b, c, d)
        other = np.int64(value % among)
        card = cards[last]
        cards[last] = cards[other]
        cards[other] = card


def keys_for(deck: int) -> int:
    """Return how much room ``paired_shuffle`` needs for a deck of so many cards."""
    return 2 * deck + SLOTS * (deck + 1)


@whole
def sort_by_keys(cards: Any, size: int, deck: Any, keys: Any, start: Any) -> None:
    """Put the sorted cards in the order of the keys that the whole deck's cards get.

    The keys are laid out in buckets by their upper bits, equal bits in the order of the cards, and each card
    is then moved up to where it belongs.
    """
    a, b, c, d = seeded(start)
    place = 0
    starts = np.zeros(BUCKETS + 1, np.int32)
    for copy in range(len(deck)):
        key = output(a, d)
        a, b, c, d = following(a, b, c, d)
        if place < size and cards[place] == deck[copy]:
            keys[place] = key
            starts[np.int64(key >> np.uint64(57)) + 1] += 1
            place += 1
        # a card of this face that does not circulate keeps its key to itself
    for bucket in range(BUCKETS):
        starts[bucket + 1] += starts[bucket]
    faces = np.empty(MOST_CARDS, np.uint8)
    half = len(deck)
    for card in range(size):
        key = keys[card]
        first = np.int64(key >> np.uint64(57))
        spot: Any = starts[first]
        starts[first] += 1
        keys[half + spot] = key
        faces[spot] = cards[card]
    for card in range(1, size):
        key = keys[half + card]
        face = faces[card]
        slot = card
        while slot > 0 and keys[half + slot - 1] > key:
            keys[half + slot] = keys[half + slot - 1]
            faces[slot] = faces[slot - 1]
            slot -= 1
        keys[half + slot] = key
        faces[slot] = face
    for card in range(size):
        cards[card] = faces[card]


@whole
def paired_shuffle(
    cards: Any, size: int, deck: Any, keys: Any, seed: Any, pair: Any, round_: int, number: int
) -> None:
    """Put the sorted cards in the order of ``PairedChance``: by the keys that the whole deck's cards get.

    ``keys`` is of length ``keys_for``: after the room for sorting come orders of the whole deck, each after
    the number that it follows from, since the second match of a pair asks for those of the first.
    """
    start = seed_of_four(seed, pair, np.uint64(round_), np.uint64(number))
    kept = 2 * len(deck) + np.int64(round_) % SLOTS * (len(deck) + 1)
    if size == len(deck) and keys[kept] == start and keys[kept + 1] != 0:
        for card in range(size):
            cards[card] = np.uint8(keys[kept + 1 + card])
        return
    sort_by_keys(cards, size, deck, keys, start)
    if size == len(deck):
        keys[kept] = start
        for card in range(size):
            keys[kept + 1 + card] = np.uint64(cards[card])


@jit
def quick_seed(state: Any, seed: Any, match: Any) -> None:
    """Begin the record's generator for a match: what another thread plays makes no difference."""
    a, b, c, d = seeded(seed_of_two(seed, match))
    state.words[0] = a
    state.words[1] = b
    state.words[2] = c
    state.words[3] = d


@jit
def quick_word(state: Any) -> Any:
    """Return the next 64 random bits of the record's generator."""
    a, b, c, d = state.words[0], state.words[1], state.words[2], state.words[3]
    word = output(a, d)
    a, b, c, d = following(a, b, c, d)
    state.words[0] = a
    state.words[1] = b
    state.words[2] = c
    state.words[3] = d
    return word


@jit
def quick_below(state: Any, among: int) -> Any:
    """Return a number from 0 to ``among`` − 1; none is likelier by more than ``among`` in 2³²."""
    return np.int64(((quick_word(state) >> np.uint64(32)) * np.uint64(among)) >> np.uint64(32))
