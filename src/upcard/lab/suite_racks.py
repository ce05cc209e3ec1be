"""What may lie in the secret cells of other racks, going by what was decided in sight of all.

Where a card was laid tells of the card: who is known to play by a policy lays a number where that policy
does. Ways are drawn by how likely they are, after Metropolis: one card at a time is exchanged for another
that is unseen, and the exchange stands if all decisions of its owner remain as likely, else the less often
the less likely they become. It begins with the true way, which is as likely as it is, and so are all that
follow.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.chance import Xoshiro
from upcard.fast.records import Records, pack, quick_type
from upcard.game import Game, observe, unknown
from upcard.lab.referee_play import Continuations
from upcard.lab.suite_make import Decision

WAYS = 16
STRAY = 0.005
"""How likely a policy is held to do any one thing that it does not do: one way must lead to another."""
EXCHANGES = 1
"""For each secret cell so many exchanges are tried between one way and the next."""
GRAIN = 1 << 30


@dataclass(frozen=True, slots=True)
class Secret:
    """A secret cell: whose it is, and since which decision of the round the card lies there (−1: dealt)."""

    seat: int
    cell: int
    since: int


class Racks:
    """The secret cells of a position, and how likely a way of filling them is."""

    def __init__(
        self, goes_on: Continuations, game: Game, state: Any, round_: Sequence[Decision], plays: Sequence[int]
    ) -> None:
        self.goes_on, self.game, self.state, self.plays = goes_on, game, state, plays
        self.round = list(round_)
        _, pools = unknown(game, observe(game, state, state.seat, tags=False))
        holdings, self.cards = pools[1]
        since = {
            (seen.seat, game.actions[code].number): at
            for at, (seen, code) in enumerate(round_)
            if self.lays(code)
        }
        self.secrets = [
            Secret(held.seat, held.index, since.get((held.seat, held.index + 1), -1))
            for held in holdings
            if held.where == "cell"
        ]
        self.places: dict[int, list[int]] = {}
        self.records: dict[int, Records] = {}
        for seat in {secret.seat for secret in self.secrets}:
            at = [place for place, (seen, _) in enumerate(round_) if seen.seat == seat]
            self.places[seat] = at
            self.records[seat] = pack(quick_type(game.state), [round_[place][0] for place in at])

    def lays(self, code: int) -> bool:
        """Whether an action lays the hand in a cell."""
        return self.game.actions[code].verb == "place"

    def truth(self) -> list[int]:
        """Return the cards that do lie in the secret cells."""
        last = {seen.seat: (seen, code) for seen, code in self.round}
        found = []
        for secret in self.secrets:
            seen, code = last[secret.seat]
            laid = self.lays(code) and self.game.actions[code].number == secret.cell + 1
            found.append(int(seen.hand if laid else seen.rack[secret.seat][secret.cell]))
        return found

    def likelihood(self, seat: int, way: Sequence[int]) -> float:
        """Return the logarithm of how likely what a seat decided is, if these cards lie in secret cells."""
        if self.is_out(seat, way):
            return -math.inf
        by = self.plays[seat]
        if self.goes_on.policies[by].blind:
            return 0.0
        records = self.records[seat].copy()
        for secret, card in zip(self.secrets, way, strict=True):
            if secret.seat == seat:
                for row, place in enumerate(self.places[seat]):
                    if place > secret.since:
                        records["rack"][row, seat, secret.cell] = card
                    elif place == secret.since:
                        records["hand"][row] = card
        chosen = self.goes_on.choices(records, self.state, by)
        decided = [self.round[place][1] for place in self.places[seat]]
        strayed = sum(one != other for one, other in zip(chosen, decided, strict=True))
        return strayed * math.log(STRAY)

    def is_out(self, seat: int, way: Sequence[int]) -> bool:
        """Whether a rack would have gone out: then the round would be over."""
        rack = list(self.state.rack[seat])
        for secret, card in zip(self.secrets, way, strict=True):
            if secret.seat == seat:
                rack[secret.cell] = card
        run = longest = 1
        for low, high in pairwise(rack):
            if low >= high:
                return False
            run = run + 1 if high == low + 1 else 1
            longest = max(longest, run)
        return longest >= int(self.state.run_needed)


def believed(
    goes_on: Continuations,
    game: Game,
    state: Any,
    round_: Sequence[Decision],
    plays: Sequence[int],
    stream: Xoshiro,
) -> npt.NDArray[np.uint8]:
    """Return ways in which the secret cells may be filled, one a row, in the order of ``holdings``.

    Where a seat has not moved yet, or nothing is secret, there are none: any way is as likely as another.
    """
    racks = Racks(goes_on, game, state, round_, plays)
    if not racks.secrets or not all(racks.places.values()):
        return np.zeros((WAYS, 0), np.uint8)
    way = racks.truth()
    likely = {seat: racks.likelihood(seat, way) for seat in racks.places}
    ways = []
    for _ in range(WAYS):
        for _ in range(EXCHANGES * len(way)):
            trial = exchanged(way, sorted((racks.cards - Counter(way)).elements()), stream)
            seats = {
                secret.seat for secret, old, new in zip(racks.secrets, way, trial, strict=True) if old != new
            }
            now = {seat: racks.likelihood(seat, trial) for seat in sorted(seats)}
            change = sum(now.values()) - sum(likely[seat] for seat in sorted(seats))
            if change >= 0 or stream.below(GRAIN) < math.exp(change) * GRAIN:
                way = trial
                likely |= now
        ways.append(way)
    return np.array(ways, np.uint8)


def exchanged(way: Sequence[int], free: Sequence[int], stream: Xoshiro) -> list[int]:
    """Return a way with one card exchanged for another one of it or for one that lies nowhere in it."""
    trial = list(way)
    place, other = stream.below(len(way)), stream.below(len(way) + len(free))
    if other < len(way):
        trial[place], trial[other] = way[other], way[place]
    else:
        trial[place] = free[other - len(way)]
    return trial
