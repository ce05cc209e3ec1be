"""What may lie in the secret cells of other racks, going by what was decided in sight of all.

Where a card was laid tells of the card: who is known to play by a policy lays a number where that policy
does. Ways are drawn by how likely they are, after Metropolis: a card is exchanged for another that is unseen,
and the exchange stands if all decisions of its owner remain as likely, else the less often the less likely
they become. It begins with the true way, which is one of those that are as likely as any, and so are all that
follow; a way is kept when hundreds of exchanges have come between, and if no decision strays with it.

That it begins there is no small matter. Ways from elsewhere that nearly agree with what was decided are many
more than those that do, and racks in them are far from being in order: other seats look weaker than they are.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.chance import Xoshiro
from upcard.fast.drivers import LIVE, deciding, kinds_of
from upcard.fast.kernel import compiled
from upcard.fast.policy import Policy
from upcard.fast.records import Records, pack, quick_type
from upcard.game import Game, observe, options_of, unknown
from upcard.lab.suite import digest
from upcard.lab.suite_make import Decision
from upcard.lab.suite_strata import leaves_chance

WAYS = 128
BLOCKS = 16
"""Ways of so many stretches of the chain take turns: how far these agree says how well it has been mixed."""
FORGET = 64
"""So many times as many exchanges are tried as there are secret cells before the first way is kept."""
APART = 3
"""And so many times between two ways."""
PATIENCE = 8
"""So often at most, if a decision strays; the way that was kept before is kept once more then."""
STRAY = 0.005
"""How likely a policy is held to do any one thing that it does not do, on the way from one way to another."""
NEAR = 3
"""A third of the exchanges are for one of so many unseen cards next to it, which stand more often."""
GRAIN = 1 << 30
FIRST_ROW = 3
"""Where the positions begin in records that are asked about; those before are the drivers' own."""

Array = npt.NDArray[np.int64]
Ask = Callable[[Records, Array, Array, int, int, Array], None]
"""``ask(records, order, decided, seat, most, strayed)`` notes for each row, in this order, whether the seat
would have decided otherwise; it may leave off when more than ``most`` rows have strayed."""


@dataclass(frozen=True, slots=True)
class Secret:
    """A secret cell, and since which decision of the round the card lies there (−1: dealt).

    ``owner`` is the owner's place, ``first`` the first of its decisions that the card speaks of.
    """

    owner: int
    seat: int
    cell: int
    since: int
    first: int


@dataclass(slots=True)
class Owner:
    """A seat with secret cells: what it decided, and in which rows its policy would not have.

    ``doubts`` are how often a row has been the reason to turn an exchange
    down, more or less: such rows are asked about first.
    """

    seat: int
    blind: bool
    decided: Array
    records: Records
    strayed: Array
    doubts: npt.NDArray[np.float64]


def asking(game: Game, policies: Sequence[Policy]) -> Callable[..., None]:
    """Return the driver that asks policies about positions, compiled."""
    decide, legal = deciding(game, policies), game.legal

    def ask(
        records: Any, order: Any, decided: Any, kinds: Any, tables: Any, most: int, strayed: Any
    ) -> None:  # fmt: skip
        state = records[LIVE]
        count = 0
        for place in range(len(order)):
            row = order[place]
            records[LIVE] = records[FIRST_ROW + row]
            strayed[row] = 0
            if decide(records, kinds, legal(state), 0, tables) != decided[row]:
                strayed[row] = 1
                count += 1
                if count > most:
                    return

    return compiled(f"{game.name}-belief", ask)


class Believer:
    """What tells how secret racks may lie, where seats play by some of these policies."""

    def __init__(self, game: Game, policies: Sequence[Policy]) -> None:
        self.game, self.policies = game, tuple(policies)
        self._run = asking(game, self.policies)
        self._kinds = kinds_of(self.policies)

    def __call__(self, state: Any, round_: Sequence[Decision], plays: Sequence[int]) -> npt.NDArray[np.uint8]:
        """Return ways in which the secret cells may be filled, one a row, in the order of ``holdings``.

        ``plays`` says by which policy each seat decided. Where nobody with
        secret cells has moved yet, or nothing is secret, there are none: any way is as likely as another.
        """
        racks = self.racks(state, round_, plays)
        return ways_of(racks, racks.truth())

    def racks(self, state: Any, round_: Sequence[Decision], plays: Sequence[int]) -> Racks:
        """Return the secret cells of a position that follows these decisions."""
        options = options_of(self.game, state)
        made = [policy.table_for(self.game, options, state.seats) for policy in self.policies]
        tables = np.zeros((len(made), max(map(len, made))), np.int64)
        for row, table in zip(tables, made, strict=True):
            row[: len(table)] = table
        kinds = [np.full(state.seats, self._kinds[by], np.int64) for by in plays]

        def ask(records: Records, order: Array, decided: Array, seat: int, most: int, strayed: Array) -> None:
            self._run(records, order, decided, kinds[seat], tables, most, strayed)

        blind = [self.policies[by].blind for by in plays]
        return Racks(ask, self.game, state, round_, blind)


class Racks:
    """The secret cells of a position, and a way of filling them that changes.

    ``cards`` are all that are unseen: in the order of ``secrets``, and behind them those in the pile.
    """

    def __init__(
        self, ask: Ask, game: Game, state: Any, round_: Sequence[Decision], blind: Sequence[bool]
    ) -> None:
        """``blind`` says of each seat whether its policy looks at nothing."""
        self.ask, self.game, self.state, self.round = ask, game, state, list(round_)
        _, pools = unknown(game, observe(game, state, state.seat, tags=False))
        holdings, unseen = pools[1]
        cells = [held for held in holdings if held.where == "cell"]
        self.cards = sorted(unseen.elements())
        seats = sorted({int(held.seat) for held in cells})
        at = {seat: [n for n, (seen, _) in enumerate(round_) if seen.seat == seat] for seat in seats}
        since = {
            (seen.seat, game.actions[code].number): place
            for place, (seen, code) in enumerate(round_)
            if self.lays(code)
        }
        self.owners = [self._owner(seat, at[seat], blind[seat]) for seat in seats]
        self.secrets = []
        for held in cells:
            place = since.get((held.seat, held.index + 1), -1)
            first = max(0, sum(place_of <= place for place_of in at[held.seat]) - 1)
            self.secrets.append(Secret(seats.index(held.seat), held.seat, held.index, place, first))

    def _owner(self, seat: int, at: Sequence[int], blind: bool) -> Owner:
        kind = quick_type(self.game.state)
        records = np.concatenate(
            [np.zeros(FIRST_ROW, kind), pack(kind, [self.round[place][0] for place in at])]
        )
        decided = np.array([self.round[place][1] for place in at], np.int64)
        rows = len(at)
        return Owner(seat, blind, decided, records, np.zeros(rows, np.int64), np.zeros(rows))

    @property
    def way(self) -> list[int]:
        """The cards in the secret cells."""
        return self.cards[: len(self.secrets)]

    @property
    def strayed(self) -> int:
        """How many decisions would have been others if these cards lay in the secret cells."""
        return sum(int(owner.strayed.sum()) for owner in self.owners)

    def lays(self, code: int) -> bool:
        """Whether an action lays the hand in a cell."""
        return self.game.actions[code].verb == "place"

    def truth(self) -> list[int]:
        """Return the cards that do lie in the secret cells, 0 for those of seats that have not moved yet."""
        last = {seen.seat: (seen, code) for seen, code in self.round}
        found = []
        for secret in self.secrets:
            if secret.seat not in last:
                found.append(0)
                continue
            seen, code = last[secret.seat]
            laid = self.lays(code) and self.game.actions[code].number == secret.cell + 1
            found.append(int(seen.hand if laid else seen.rack[secret.seat][secret.cell]))
        return found

    def begin(self, way: Sequence[int]) -> bool:
        """Lay these cards in the secret cells; return whether nobody has gone out with them."""
        rest = Counter(self.cards)
        rest.subtract(way)
        self.cards = [*way, *sorted(rest.elements())]
        if any(self.is_out(owner.seat) for owner in self.owners):
            return False
        for place in range(len(self.secrets)):
            self._lay(place)
        for owner in self.owners:
            rows = np.arange(len(owner.decided))
            if not owner.blind:
                self.ask(owner.records, rows, owner.decided, owner.seat, len(rows), owner.strayed)
        return True

    def _lay(self, place: int) -> None:
        secret, card = self.secrets[place], self.cards[place]
        records = self.owners[secret.owner].records[FIRST_ROW + secret.first :]
        if secret.since >= 0:
            records["hand"][:1] = card
            records = records[1:]
        records["rack"][:, secret.seat, secret.cell] = card

    def is_out(self, seat: int) -> bool:
        """Whether a rack would have gone out: then the round would be over."""
        rack = list(self.state.rack[seat])
        for secret, card in zip(self.secrets, self.cards, strict=False):
            if secret.seat == seat:
                rack[secret.cell] = card
        run = longest = 1
        for low, high in pairwise(rack):
            if low >= high:
                return False
            run = run + 1 if high == low + 1 else 1
            longest = max(longest, run)
        return longest >= int(self.state.run_needed)

    def sweep(self, stream: Xoshiro) -> None:
        """Try as many exchanges as there are secret cells."""
        for _ in self.secrets:
            place = stream.below(len(self.secrets))
            other = self.partner(place, stream)
            luck = -math.log((1 + stream.below(GRAIN)) / GRAIN)
            if other != place:
                self.exchange(place, other, int(luck / -math.log(STRAY)))

    def partner(self, place: int, stream: Xoshiro) -> int:
        """Return where the card is that one of a secret cell may be exchanged for; its own place for none.

        It is a secret cell, or among the other cards any one or one that is near.
        """
        cells, kind = len(self.secrets), stream.below(3)
        rest = len(self.cards) - cells
        if kind == 0 or rest == 0:
            return stream.below(cells)
        if kind == 1:
            return cells + stream.below(rest)
        order = sorted([place, *range(cells, len(self.cards))], key=lambda at: self.cards[at])
        step = 1 + stream.below(NEAR)
        at = order.index(place) + (step if stream.below(2) else -step)
        return order[at] if 0 <= at < len(order) else place

    def exchange(self, place: int, other: int, grace: int) -> bool:
        """Exchange two cards if that makes no more than so many more decisions stray; return whether."""
        cells = [at for at in (place, other) if at < len(self.secrets)]
        self._swap(place, other, cells)
        owners = sorted({self.secrets[at].owner for at in cells})
        most = grace + sum(int(self.owners[number].strayed.sum()) for number in owners)
        found = []
        stands = not any(self.is_out(self.owners[number].seat) for number in owners)
        for number in owners if stands else ():
            owner = self.owners[number]
            strayed = owner.strayed.copy()
            first = min(self.secrets[at].first for at in cells if self.secrets[at].owner == number)
            if not owner.blind:
                strayed[first:] = 0
                order = first + np.argsort(-owner.doubts[first:], kind="stable")
                left = most - int(strayed.sum())
                self.ask(owner.records, order, owner.decided, owner.seat, left, strayed)
                owner.doubts *= 0.98
                owner.doubts += strayed
            most -= int(strayed.sum())
            found.append(strayed)
            if most < 0:
                stands = False
                break
        if not stands:
            self._swap(place, other, cells)
            return False
        for number, strayed in zip(owners, found, strict=True):
            self.owners[number].strayed = strayed
        return True

    def _swap(self, place: int, other: int, cells: Sequence[int]) -> None:
        self.cards[place], self.cards[other] = self.cards[other], self.cards[place]
        for at in cells:
            self._lay(at)


def ways_of(racks: Racks, way: list[int]) -> npt.NDArray[np.uint8]:
    """Return ways in which the secret cells may be filled, by a chain that begins with one of them.

    Those of all stretches of the chain take turns.
    """
    if not any(len(owner.decided) for owner in racks.owners):
        return np.zeros((WAYS, 0), np.uint8)
    stream = Xoshiro(digest(racks.state))
    while not racks.begin(filled(way, racks.cards, stream)):
        pass  # nobody knows yet what lies before those that have not moved
    for _ in range(FORGET):
        racks.sweep(stream)
    way, found = racks.way, []
    for _ in range(WAYS):
        for _ in range(PATIENCE):
            for _ in range(APART):
                racks.sweep(stream)
            if racks.strayed == 0:
                way = racks.way
                break
        found.append(way)
    return np.array(found, np.uint8).reshape(BLOCKS, -1, len(way)).swapaxes(0, 1).reshape(WAYS, -1)


def is_uncertain(game: Game, state: Any, ways: Sequence[Sequence[int]]) -> bool:
    """Whether continuations of a position are many, so that their mean is what it is worth to its seat.

    Where decisions leave fewer ways to fill secret cells than there are stretches of a chain, a label knows
    what lies there and the seat does not; no ways at all are any.
    """
    if not leaves_chance(game, state):
        return False
    return not ways or len({tuple(way) for way in ways}) >= BLOCKS


def filled(way: Sequence[int], cards: Sequence[int], stream: Xoshiro) -> list[int]:
    """Return a way with any of the other cards in place of every 0."""
    others = Counter(cards)
    others.subtract(card for card in way if card)
    free = stream.shuffled(sorted(others.elements()))
    return [card or free.pop() for card in way]
