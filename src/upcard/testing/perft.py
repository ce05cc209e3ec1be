"""Perft with chance: how many ways a match can go from a position, counted by trying them all.

A *way* is a course of actions and of answers of chance. ``perft`` counts, for every depth, the ways with
exactly so many actions, chance included up to the next decision: as in chess a match that is over goes no
further and is not counted again. Chance is tried in full where it has little to say: every pick, and every
distinct order of up to ``TOY`` cards (equal cards make equal orders, and all distinct ones are equally
likely, so nothing is weighed). A shuffle of more cards, such as a deal, is answered once: the cards stay
sorted as they lie. That is how a count passes from one round into the next.

Small positions with a few cards in the pile make counts that can be checked by hand; two engines that
agree on them agree on what is legal, on what an action does, and on where chance is asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from upcard.chance import Request
from upcard.game import Game, answer_one, legal_codes, wants_chance
from upcard.state import Phase, copy_state

TOY = 6
"""Up to so many cards, every order is tried: 720 of them at most."""


@dataclass(slots=True)
class Level:
    """What was counted at one depth; the first level holds the position itself.

    ``nodes`` are ways of that many actions; ``answers`` what chance said after the last of them,
    ``rounds`` those in which it ended a round and ``over`` the match. ``events`` count the kinds of what the
    last action caused. The others tell ways apart that are as many but not the same: ``moves`` are the ways
    that go on, by the seat to move; ``totals`` are, over the rounds that ended, the sums of each seat's
    total; ``pile``, ``hand`` and ``upcard`` are sums over all ways, of the cards in the pile, and of the
    codes of the card in hand and of the upcard.
    """

    moves: list[int]
    totals: list[int]
    nodes: int = 0
    answers: int = 0
    rounds: int = 0
    over: int = 0
    pile: int = 0
    hand: int = 0
    upcard: int = 0
    events: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class _Said:
    """Chance that says what it was told to say."""

    order: list[int]
    picked: int

    def shuffle(self, request: Request, cards: Sequence[int]) -> list[int]:  # noqa: ARG002
        return self.order

    def pick(self, request: Request, among: int) -> int:  # noqa: ARG002
        return self.picked


def perft(game: Game, state: Any, depth: int, *, toy: int = TOY) -> list[Level]:
    """Return what there is to count from a position, for every depth from 0 to ``depth``.

    The state stays as it is. One that waits for chance counts from every answer.
    """
    levels = [Level([0] * state.seats, [0] * state.seats) for _ in range(depth + 1)]
    _count(game, state, state.round, levels, 0, toy)
    return levels


def _count(game: Game, state: Any, before: int, levels: list[Level], depth: int, toy: int) -> None:
    """Count the ways that go on from a state that an action has just led to."""
    level = levels[depth]
    if wants_chance(state):
        for said in _answers(state, toy):
            level.answers += 1
            twin = copy_state(state)
            answer_one(game, twin, said)
            _count(game, twin, before, levels, depth, toy)
        return
    level.nodes += 1
    level.moves[state.seat] += state.phase != Phase.OVER
    level.pile += state.pile_size
    level.hand += state.hand
    level.upcard += state.discard[state.discard_size - 1] if state.discard_size else 0
    for row in range(state.note_count):
        level.events[game.kinds[state.notes[row][0]].key] += 1
    if depth > 0 and (state.phase == Phase.OVER or state.round > before):
        level.rounds += 1
        level.over += state.phase == Phase.OVER
        for seat in range(state.seats):
            level.totals[seat] += state.totals[seat]
    if depth + 1 < len(levels):
        for code in legal_codes(game, state):
            twin = copy_state(state)
            game.apply(twin, code)
            _count(game, twin, state.round, levels, depth + 1, toy)


def _answers(state: Any, toy: int = TOY) -> Iterator[_Said]:
    """Yield everything that chance may say to the request that a state waits for."""
    if state.phase == Phase.PICK:
        for picked in range(state.pick_of):
            yield _Said([], picked)
        return
    cards = [state.pile[place] for place in range(state.pile_size)]
    if len(cards) > toy:
        yield _Said(cards, 0)
        return
    for order in orders(cards):
        yield _Said(order, 0)


def orders(cards: Sequence[int]) -> Iterator[list[int]]:
    """Yield every distinct order of the cards, from the lowest to the highest."""
    order = sorted(cards)
    while True:
        yield order.copy()
        rising = [place for place in range(len(order) - 1) if order[place] < order[place + 1]]
        if not rising:
            return
        place = rising[-1]
        other = max(later for later in range(place + 1, len(order)) if order[later] > order[place])
        order[place], order[other] = order[other], order[place]
        order[place + 1 :] = order[:place:-1]
