"""A match of ``simulate`` with the order of every shuffle, so that it can be put on a table.

Stirring leaves the order of a pile open and draws each card as it is lifted (see ``link``). What was lifted
off a pile, on top of what was left of it, is a full order of its cards: the one that the stirring amounted
to. Here the very same match is played interpreted, from the same generator, and those orders are kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from upcard.chance import Answer, Request, Xoshiro
from upcard.fast.policy import Policy
from upcard.game import Game, limited, options_of, wants_chance
from upcard.options import AnyOptions
from upcard.state import Phase, copy_state


@dataclass(slots=True)
class Shuffled:
    """A request to shuffle: the sorted cards in question, and what has been lifted off them since."""

    request: Request
    cards: list[int]
    lifted: list[int] = field(default_factory=list)

    def answer(self) -> Answer:
        """Return the order that it amounts to: cards that nobody has lifted lie sorted below the others."""
        left = sorted((Counter(self.cards) - Counter(self.lifted)).elements())
        return Answer(self.request, cards=(*left, *reversed(self.lifted)))


class OpenPile(list[int]):
    """A pile whose order is open: ``lift_top`` reads the place above the pile's new size, and it is drawn."""

    def __init__(self, match: StirredMatch, cards: Sequence[int]) -> None:
        super().__init__(cards)
        self._match = match

    def __getitem__(self, place: Any) -> Any:
        match = self._match
        if place != match.state.pile_size:
            return super().__getitem__(place)
        match.lifts += 1
        if match.state.pile_known:
            return super().__getitem__(place)
        other = match.below(place + 1)
        card = super().__getitem__(other)
        self[other] = super().__getitem__(place)
        self[place] = card
        match.shuffled[-1].lifted.append(card)
        return card


class StirredMatch:
    """Match ``match`` of a seed as the compiled rules stir it, up to its first decision; ``act`` goes on.

    ``codes`` has been done, ``points`` are those of each round that has ended, ``lifts`` counts the cards
    that were lifted off piles. ``state`` equals the quick record after the same actions.
    """

    def __init__(
        self,
        game: Game,
        options: AnyOptions | None = None,
        seats: int | None = None,
        seed: int = 0,
        match: int = 0,
    ) -> None:
        self.game = game
        self.state: Any = game.start(limited(game, options, seats), seats)
        self.state.pile = OpenPile(self, self.state.pile)
        self.lifts = 0
        self.codes: list[int] = []
        self.points: list[tuple[int, ...]] = []
        self.shuffled: list[Shuffled] = []
        self._picked: list[Answer] = []
        self._stream = Xoshiro(seed, match)
        self._go_on(self.state.round)

    def below(self, among: int) -> int:
        """Return the generator's next number from 0 to ``among`` − 1, as compiled rules take it."""
        return (self._stream.word() * among) >> 32

    def word(self) -> int:
        """Return the random number of 62 bits for the next decision."""
        return self._stream.next() >> 2

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return bool(self.state.phase == Phase.OVER)

    def act(self, code: int) -> None:
        """Carry out a legal code and answer chance up to the next decision."""
        before = self.state.round
        self.codes.append(code)
        self.game.apply(self.state, code)
        self._go_on(before)

    def play(self, policies: Sequence[Policy]) -> None:
        """Play on to the end; each seat has a policy, which sees what its seat sees."""
        game, seats = self.game, self.state.seats
        options = options_of(game, self.state)
        tables = [policy.table_for(game, options, seats) for policy in policies]
        while not self.over:
            seat = self.state.seat
            seen = copy_state(self.state)
            game.hide(seen, seat)
            for face in range(len(seen.tally)):
                seen.tally[face] = 0
            self.act(policies[seat].choose(seen, game.legal(seen), self.word(), tables[seat]))

    def answers(self) -> list[Answer]:
        """Return what chance has answered: a match that is told the same and does the same is the same."""
        answers = [*self._picked, *(shuffled.answer() for shuffled in self.shuffled)]
        return sorted(answers, key=lambda answer: (answer.request.round, answer.request.number))

    def _go_on(self, before: int) -> None:
        state = self.state
        self._note_round(before)
        while wants_chance(state):
            before = state.round
            request = Request(state.round, state.request)
            state.request += 1
            if state.phase == Phase.SHUFFLE:
                self.shuffled.append(
                    Shuffled(request, [state.pile[place] for place in range(state.pile_size)])
                )
            else:
                state.picked = self.below(state.pick_of)
                self._picked.append(Answer(request, picked=state.picked))
            self.game.resume(state)
            self._note_round(before)

    def _note_round(self, before: int) -> None:
        state = self.state
        if self.over or state.round != before:
            self.points.append(tuple(state.points[seat] for seat in range(state.seats)))
