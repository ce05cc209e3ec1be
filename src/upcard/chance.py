"""Chance as an answer to numbered requests (AL2).

The rules never draw anything at random: they ask to *shuffle these cards* or to *pick one of k*,
and whoever drives a match answers. An answer depends on a seed, the match, the round and the number
of the request within that round, and on nothing else.

``SeededChance`` answers from xoshiro256++ (Blackman and Vigna, *Scrambled linear pseudorandom number
generators*, 2021), seeded by SplitMix64 (Steele, Lea and Flood, 2014). ``PairedChance`` gives both
matches of a pair the same order of cards. ``RecordedChance`` repeats answers that are on file.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15
_LIMIT = 1 << 32


@dataclass(frozen=True, slots=True)
class Request:
    """One question to chance: ``round`` counts from 1, ``number`` from 0 within the round."""

    round: int
    number: int


class Chance(Protocol):
    """Whoever answers requests."""

    def shuffle(self, request: Request, cards: Sequence[int]) -> list[int]:
        """Return the sorted ``cards`` in a random order; the last one is the top."""

    def pick(self, request: Request, among: int) -> int:
        """Return a number from 0 to ``among`` − 1."""


class Words(Protocol):
    """A stream of random numbers of 32 bits."""

    def word(self) -> int:
        """Return the next number, 0 to 2³² − 1."""


def below(stream: Words, among: int) -> int:
    """Return a number from 0 to ``among`` − 1, each equally likely: words too high are thrown away."""
    bound = _LIMIT // among * among
    value = stream.word()
    while value >= bound:
        value = stream.word()
    return value % among


def shuffled(stream: Words, cards: Sequence[int]) -> list[int]:
    """Return the cards in a random order (Fisher and Yates, from the last place down)."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        other = below(stream, last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def split_mix(state: int) -> tuple[int, int]:
    """Return the next state of SplitMix64 and its output, both of 64 bits."""
    state = (state + _GOLDEN) & _MASK
    z = state
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return state, z ^ (z >> 31)


def decision_word(seed: int, seat: int, step: int) -> int:
    """Return the random number of 62 bits for a seat's decision after ``step`` actions of a match.

    SplitMix64's output function over seed and seat, and over that and the step: nothing goes from one
    decision to the next, so every decision can be made again by itself.
    """
    _, word = split_mix((seed + seat) & _MASK)
    _, word = split_mix((word + step) & _MASK)
    return word >> 2


class Xoshiro:
    """xoshiro256++ with four words of 64 bits, seeded from any number of integers."""

    __slots__ = ("_a", "_b", "_c", "_d")

    def __init__(self, *seeds: int) -> None:
        state = 0
        for seed in seeds:
            _, mixed = split_mix(state ^ (seed & _MASK))
            state = mixed
        state, self._a = split_mix(state)
        state, self._b = split_mix(state)
        state, self._c = split_mix(state)
        _, self._d = split_mix(state)

    def next(self) -> int:
        """Return the next 64 random bits."""
        a, b, c, d = self._a, self._b, self._c, self._d
        total = (a + d) & _MASK
        result = ((((total << 23) | (total >> 41)) & _MASK) + a) & _MASK
        t = (b << 17) & _MASK
        c ^= a
        d ^= b
        self._b = b ^ c
        self._a = a ^ d
        self._c = c ^ t
        self._d = ((d << 45) | (d >> 19)) & _MASK
        return result

    def word(self) -> int:
        """Return the next number of 32 bits: the high half of ``next``."""
        return self.next() >> 32

    def below(self, among: int) -> int:
        """Return a number from 0 to ``among`` − 1."""
        return below(self, among)

    def shuffled(self, cards: Sequence[int]) -> list[int]:
        """Return what ``shuffled(self, cards)`` does, in half the time: ``below`` is written out."""
        order = list(cards)
        a, b, c, d = self._a, self._b, self._c, self._d
        for among in range(len(order), 1, -1):
            bound = _LIMIT // among * among
            value = bound
            while value >= bound:
                total = (a + d) & _MASK
                value = ((((total << 23) | (total >> 41)) + a) & _MASK) >> 32
                t = (b << 17) & _MASK
                c ^= a
                d ^= b
                b ^= c
                a ^= d
                c ^= t
                d = ((d << 45) | (d >> 19)) & _MASK
            other = value % among
            order[among - 1], order[other] = order[other], order[among - 1]
        self._a, self._b, self._c, self._d = a, b, c, d
        return order


@dataclass(frozen=True, slots=True)
class SeededChance:
    """Answers for one match of a seed; the same seed and match give the same answers anywhere."""

    seed: int
    match: int = 0

    def shuffle(self, request: Request, cards: Sequence[int]) -> list[int]:
        """Return the cards in the order that belongs to the request."""
        return self._stream(request).shuffled(cards)

    def pick(self, request: Request, among: int) -> int:
        """Return the pick that belongs to the request."""
        return below(self._stream(request), among)

    def _stream(self, request: Request) -> Xoshiro:
        return Xoshiro(self.seed, self.match, request.round, request.number)


@dataclass(frozen=True, slots=True)
class PairedChance:
    """Answers for both matches of a pair.

    Every card of the full ``deck`` (sorted) gets one random key a request, and a shuffle sorts the
    cards that circulate by their keys: where fewer cards circulate, the others keep their order.
    """

    seed: int
    pair: int
    deck: tuple[int, ...]

    def shuffle(self, request: Request, cards: Sequence[int]) -> list[int]:
        """Return the cards sorted by key; the k-th copy of a face has the same key in both matches."""
        stream = Xoshiro(self.seed, self.pair, request.round, request.number)
        keys: dict[int, list[int]] = {}
        for card in self.deck:
            keys.setdefault(card, []).append(stream.next())
        copies = dict.fromkeys(keys, 0)
        keyed = []
        for card in cards:
            keyed.append((keys[card][copies[card]], card))
            copies[card] += 1
        return [card for _, card in sorted(keyed)]

    def pick(self, request: Request, among: int) -> int:
        """Return the pick that belongs to the request."""
        return Xoshiro(self.seed, self.pair, request.round, request.number).below(among)


@dataclass(frozen=True, slots=True)
class Answer:
    """What chance answered: an order of cards, or one number of a pick."""

    request: Request
    cards: tuple[int, ...] = ()
    picked: int | None = None


class RecordedChance:
    """Repeats answers on file; LookupError where a request has none or the cards differ."""

    def __init__(self, answers: Iterable[Answer]) -> None:
        self._answers = {answer.request: answer for answer in answers}

    def shuffle(self, request: Request, cards: Sequence[int]) -> list[int]:
        """Return the order on file."""
        answer = self._find(request)
        if sorted(answer.cards) != list(cards):
            raise LookupError(f"{describe(request)}: the order on file is not one of these cards")
        return list(answer.cards)

    def pick(self, request: Request, among: int) -> int:
        """Return the pick on file."""
        answer = self._find(request)
        if answer.picked is None or not 0 <= answer.picked < among:
            raise LookupError(f"{describe(request)}: no pick from 0 to {among - 1} on file")
        return answer.picked

    def _find(self, request: Request) -> Answer:
        if request not in self._answers:
            raise LookupError(f"{describe(request)}: no answer on file")
        return self._answers[request]


def describe(request: Request) -> str:
    """Return the request in words."""
    return f"chance request {request.number} of round {request.round}"
