"""Continuations of a position, compiled: what is unseen is dealt anew, luck is measured beside.

Every continuation has a number that all chance in it follows from, so that two actions can be compared in
the same worlds. What an action is worth is the difference that the round makes, own less the mean of the
others, bonuses included; less luck it is right on average as well (see ``fast.luck``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.bots.continuing import MATCH, NO_CODE, ROUND, counting_ahead, own_less_others, playing_on
from upcard.fast import luck
from upcard.fast.accounts import MOST_PLACES
from upcard.fast.appraiser import Appraiser
from upcard.fast.drivers import FRESH, LIVE, deciding, kinds_of
from upcard.fast.kernel import compiled
from upcard.fast.policy import Policy
from upcard.fast.records import Records, pack, quick_type
from upcard.fast.words import (
    jit,
    quick_below,
    quick_seed,
    whole,
)
from upcard.game import Game, observe, options_of, unknown

CHOICE = 2
"""Besides ROUND, many times, and MATCH, once: where no luck is measured, to choose once in each of many
positions."""
RAW, LUCK = 0, 1
"""What a row of ``found`` holds."""
MOST_CODES = 1 << 16

Floats = npt.NDArray[np.float64]
Driver = Callable[..., Any]


def continuing(game: Game, policies: Sequence[Policy], appraiser: Appraiser | None) -> Driver:
    """Return the driver; without an appraiser all luck is 0."""
    legal = game.legal
    decide, ahead = deciding(game, policies), counting_ahead(game)
    play = playing_on(game, policies, appraiser)

    @jit
    def deal_unknown(records: Any, raw: Any, places: Any, cards: Any, fixed: int, split: int) -> None:
        # the first cards lie as they are given; the others are shuffled, those before the split (a pool of
        # their own) and those after it
        state = records[LIVE]
        for index in range(len(cards)):
            bottom = index
            if index >= fixed:
                bottom = fixed
                if index >= split:
                    bottom = split
            other = bottom + quick_below(state, index + 1 - bottom)
            raw[LIVE, places[index]] = raw[LIVE, places[other]]
            raw[LIVE, places[other]] = cards[index]

    def run(
        records: Any, raw: Any, kinds: Any, tables: Any, codes: Any, what: int, code: int, seed: Any,
        first: int, found: Any, places: Any, deals: Any, fixed: int, split: int,
        table: Any, shares: Any, worths: Any, classes: Any, seen: Any,
    ) -> int:  # fmt: skip
        state = records[LIVE]
        steps = 0
        for row in range(len(found)):
            number = np.uint64(first + row)
            records[LIVE] = records[FRESH]
            quick_seed(state, seed, number)
            state.stir = 0
            deal_unknown(records, raw, places, deals[(first + row) % len(deals)], fixed, split)
            before = ahead(state, shares)
            many, luck_of_it = play(
                records, kinds, tables, codes, what, code, seed, number, table, shares, worths, classes, seen
            )
            found[row, RAW] = ahead(state, shares) - before
            found[row, LUCK] = luck_of_it
            steps += many
        return steps

    if appraiser is not None:
        return run
    go_on_many = whole(run)

    def run_or_ask(
        records: Any, raw: Any, kinds: Any, tables: Any, codes: Any, what: int, code: int, seed: Any,
        first: int, found: Any, places: Any, deals: Any, fixed: int, split: int,
        table: Any, shares: Any, worths: Any, classes: Any, seen: Any,
    ) -> Any:  # fmt: skip
        if what != CHOICE:
            return go_on_many(
                records, raw, kinds, tables, codes, what, code, seed, first, found, places, deals, fixed,
                split, table, shares, worths, classes, seen,
            )  # fmt: skip
        state = records[LIVE]
        for row in range(len(found)):
            records[LIVE] = records[luck.ROWS + row]
            found[row, 0] = decide(records, kinds, legal(state), 0, tables)
        return 0

    return run_or_ask


@dataclass(frozen=True)
class Deals:
    """The cards that nobody knows: where they lie in a record, and in which ways.

    Each row of ``cards`` is a way, and they take turns. The first ``fixed`` cards lie as they are given,
    those up to ``split`` are shuffled among their places, and so are the others.
    """

    places: npt.NDArray[np.int64]
    cards: npt.NDArray[np.uint8]
    fixed: int = 0
    split: int = 0


NOTHING_UNKNOWN = Deals(np.zeros(0, np.int64), np.zeros((1, 0), np.uint8))


class Continuations:
    """What goes on from positions of a game, by policies of which each seat plays one."""

    def __init__(self, game: Game, policies: Sequence[Policy], appraiser: Appraiser | None = None) -> None:
        self.game = game
        self.policies = tuple(policies)
        self.appraiser = appraiser
        names = [policy.name for policy in policies]
        label = "-".join([game.name, "on-by", *names, "less-luck" if appraiser else "raw"])
        self._run = compiled(label, continuing(game, policies, appraiser))
        self._kinds = kinds_of(self.policies)
        self._made: dict[Any, npt.NDArray[np.int64]] = {}

    def values(
        self, state: Any, code: int, first: int, count: int, *, seed: int, deals: Deals, by: int = 0
    ) -> Floats:
        """Return what came of continuations ``first`` and following of an action: raw and luck.

        Higher is better. ``state`` is blanked; everybody goes on by policy number ``by``.
        """
        found = np.zeros((count, 2))
        names = [self.policies[by].name] * state.seats
        self._go_on(state, names, ROUND, code, seed, first, found, deals, np.zeros(0, np.uint8))
        return -found if self.game.low_wins else found

    def match(self, names: Sequence[str], state: Any, seed: int, match: int) -> list[int]:
        """Return the codes of a whole match from its start, with the chance of ``SeededChance``."""
        codes = np.zeros(MOST_CODES, np.uint8)
        nobody = np.zeros((1, 2))
        steps = self._go_on(state, names, MATCH, NO_CODE, seed, match, nobody, NOTHING_UNKNOWN, codes)
        return [int(code) for code in codes[: min(steps, MOST_CODES)]]

    def choices(self, records: Records, state: Any, by: int) -> list[int]:
        """Return what a policy chooses in each of these positions, at a table like that of the state."""
        found = np.zeros((len(records), 2))
        names = [self.policies[by].name] * state.seats
        nobody = np.zeros(0, np.uint8)
        self._go_on(state, names, CHOICE, NO_CODE, 0, 0, found, NOTHING_UNKNOWN, nobody, records)
        return [int(code) for code in found[:, 0]]

    def _go_on(
        self, state: Any, names: Sequence[str], what: int, code: int, seed: int, first: int, found: Floats,
        deals: Deals, codes: npt.NDArray[np.uint8], asked: Records | None = None,
    ) -> int:  # fmt: skip
        game, seats = self.game, state.seats
        options = options_of(game, state)
        records = np.repeat(pack(quick_type(game.state), [state]), luck.ROWS)
        if asked is not None:
            records = np.concatenate([records, asked])
        shares = own_less_others(seats, max(0, state.seat))
        known = [policy.name for policy in self.policies]
        table = self.appraiser.table_for(game, options, seats) if self.appraiser else (0,)
        return int(
            self._run(
                records,
                records.view(np.uint8).reshape(len(records), -1),
                np.array([self._kinds[known.index(name)] for name in names], np.int64),
                self._tables(options, seats),
                codes,
                what,
                code,
                np.uint64(seed),
                first,
                found,
                deals.places,
                deals.cards,
                deals.fixed,
                deals.split,
                np.asarray(table, np.int64),
                shares,
                np.zeros(seats + len(luck.classes_of(game)[1])),
                np.zeros(len(luck.classes_of(game)[1]), np.int64),
                np.zeros(MOST_PLACES, np.int64),
            )
        )

    def _tables(self, options: Any, seats: int) -> npt.NDArray[np.int64]:
        """Return the tables of all policies, one a row; they are made once for each kind of table."""
        key = (options, seats)
        if key not in self._made:
            tables = [policy.table_for(self.game, options, seats) for policy in self.policies]
            padded = np.zeros((len(tables), max(map(len, tables))), np.int64)
            for row, table in zip(padded, tables, strict=True):
                row[: len(table)] = table
            padded.setflags(write=False)
            self._made[key] = padded
        return self._made[key]


def deals_of(game: Game, state: Any, racks: Sequence[Sequence[int]] = ()) -> Deals:
    """Return what the seat to move does not know, as likely one way as another.

    Each of the ``racks`` are ways in which the cards unseen in layouts may lie, one after the other in the
    order of ``holdings``; with them the other cards alone are shuffled.
    """
    blanked, pools = unknown(game, observe(game, state, state.seat, tags=False))
    layouts = [held for held in pools[1][0] if held.where == "cell"] if racks else []
    if layouts and pools[0][0]:
        raise ValueError("racks are not given where discards have become a pile")
    rest = [held for holdings, _ in pools for held in holdings if held not in layouts]
    cards = pools[0][1] + pools[1][1] if not racks else pools[1][1]
    if racks:
        rows = []
        for rack in racks:
            left = cards.copy()
            left.subtract(rack)
            rows.append([*rack, *sorted(left.elements())])
    else:
        rows = [[card for _, pool in pools for card in sorted(pool.elements())]]
    split = len(layouts) or len(pools[0][0])
    places = _places(game, blanked, [*layouts, *rest])
    return Deals(places, np.array(rows, np.uint8).reshape(len(rows), -1), len(layouts), split)


def _places(game: Game, state: Any, holdings: Sequence[Any]) -> npt.NDArray[np.int64]:
    """Return where in a record each card lies, in bytes from its beginning."""
    starts: dict[int | None, int] = {}
    for name, (kind, offset, *_) in (quick_type(game.state).fields or {}).items():
        value = getattr(state, name, None)
        if name == "hand":
            starts[None] = offset
        elif isinstance(value, list) and kind.base.itemsize == 1:
            rows = value if isinstance(value[0], list) else [value]
            for number, row in enumerate(rows):
                starts[id(row)] = offset + number * len(row)
    return np.array([starts[None if h.row is None else id(h.row)] + h.index for h in holdings], np.int64)
