"""Cards as small numbers, and how each kind of card is written.

A card is its face: a code from 1 to 255 that fits in a byte. Code 0 is no card, or a card that the
onlooker does not know. What a code means is up to the game's ``Faces``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NewType

Card = NewType("Card", int)
Seat = NewType("Seat", int)
Cell = NewType("Cell", int)

NO_CARD = Card(0)
UNKNOWN = "?"

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("c", "d", "h", "s")
SUIT_NAMES = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
GLYPHS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
RANK_NAMES = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}


@dataclass(frozen=True, slots=True)
class Faces:
    """How the cards of one game are written: ``texts[code]`` for a program, ``names[code]`` for people.

    Index 0 of both stands for a card that is not known.
    """

    texts: tuple[str, ...]
    names: tuple[str, ...]

    def text(self, card: int) -> str:
        """Return the short text of a card, ``?`` for one that is not known."""
        return self.texts[card]

    def name(self, card: int) -> str:
        """Return the card as words."""
        return self.names[card]

    def line(self, cards: Sequence[int]) -> str:
        """Return several cards on one line."""
        return " ".join(self.texts[card] for card in cards)

    def code(self, text: str) -> Card:
        """Return the card written as ``text``; ValueError if there is none."""
        if text == UNKNOWN:
            raise ValueError(f"{text!r} is not a card")
        return Card(self.texts.index(text))


def french_faces() -> Faces:
    """Return the faces of a 54-card pack: code 1 + 4·(rank − 1) + suit, and 53 for a joker."""
    texts = [UNKNOWN]
    names = ["an unknown card"]
    for rank in RANKS:
        for suit in SUITS:
            texts.append(rank + suit)
            names.append(f"{RANK_NAMES.get(rank, rank)} of {SUIT_NAMES[suit]}")
    return Faces((*texts, "X"), (*names, "joker"))


def number_faces(highest: int) -> Faces:
    """Return the faces of cards numbered from 1: the code is the number."""
    numbers = tuple(str(number) for number in range(1, highest + 1))
    return Faces((UNKNOWN, *numbers), ("an unknown card", *numbers))
