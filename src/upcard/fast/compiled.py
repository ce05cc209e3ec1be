"""An engine: one game compiled, with the policies that are to play it, as Python sees it."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from upcard.errors import UnknownBot
from upcard.fast import drivers, link, runs
from upcard.fast.cache import KeptFunction
from upcard.fast.policy import RANDOM, Policy
from upcard.fast.records import Records, full_type, pack, quick_type, unpack
from upcard.fast.threads import in_chunks
from upcard.fast.totals import Counts, PairResults, PlayedMatch, Totals, no_counts
from upcard.fast.words import keys_for
from upcard.game import PROGRAM_TURNS, Game, limited, options_of, unknown
from upcard.options import AnyOptions
from upcard.values import View

MOST_CODES = 1 << 20
"""The longest match that ``play_match`` keeps the codes of."""
MOST_ROUNDS = 4096


@dataclass(frozen=True)
class Room:
    """What a driver plays in: records to write to, who sits where, and arrays for what comes of it."""

    records: Records
    kinds: Counts
    tables: Counts
    sides: Counts
    deck: npt.NDArray[np.uint8]
    keys: npt.NDArray[np.uint64]
    counts: Counts
    codes: npt.NDArray[np.uint8]
    points: npt.NDArray[np.int32]
    ahead: Counts
    raw: npt.NDArray[np.uint8]

    def arguments(self) -> tuple[Any, ...]:
        """Return what every driver of whole matches takes first."""
        return (
            *(self.records, self.kinds, self.tables, self.sides, self.deck),
            *(self.keys, self.counts, self.codes, self.points, self.ahead),
        )


Unknown = tuple[Counts, npt.NDArray[np.uint8], int]
"""Where in a record cards lie that nobody knows, which cards these are, and how many are the first pool."""
NOTHING_UNKNOWN: Unknown = (np.zeros(0, np.int64), np.zeros(0, np.uint8), 0)
NOTHING_FOUND: Counts = np.zeros((0, runs.TIED + 1), np.int64)


MOST_SEED = (1 << 64) - 1
MOST_MATCH = (1 << 63) - 1


def whole_number(name: str, value: Any, most: int = MOST_MATCH) -> int:
    """Return the number; TypeError if it is not a whole one, ValueError if it is not from 0 to ``most``."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is a whole number, not {value!r}") from None
    if not 0 <= number <= most:
        raise ValueError(f"{name} is from 0 to {most}, not {number}")
    return number


class Engine:
    """One game, compiled; each function is compiled, or loaded, when it is first used."""

    def __init__(self, game: Game, policies: Sequence[Policy]) -> None:
        self.game = game
        self.policies = tuple(policies) or (RANDOM,)
        for policy in self.policies:
            if not policy.plays(game.name):
                raise UnknownBot(f"{policy.name} does not play {game.title}")
        self.record_type = quick_type(game.state)
        self.full_type = full_type(game.state)

    def _compiled(self, label: str, driver: drivers.Driver) -> drivers.Driver:
        compiled = numba.njit(error_model="numpy", boundscheck=True, nogil=True)(driver)
        compiled._cache = KeptFunction(label, compiled, link.link)
        made: drivers.Driver = compiled
        return made

    # --- one step at a time ----------------------------------------------------------------------

    @cached_property
    def rules(self) -> dict[str, drivers.Driver]:
        """``legal``, ``apply``, ``resume``, ``hide`` and ``default`` on full records, chance not answered."""
        made = drivers.single_rules(self.game)
        return {name: self._compiled(f"{self.game.name}-rule-{name}", rule) for name, rule in made.items()}

    @cached_property
    def _steps(self) -> dict[str, drivers.Driver]:
        made = drivers.single_steps(self.game)
        return {name: self._compiled(f"{self.game.name}-{name}", driver) for name, driver in made.items()}

    @cached_property
    def start(self) -> drivers.Driver:
        """``start(records, index, np.uint64(seed), match)`` begins a match; returns what ``legal`` does."""
        return self._steps["start"]

    @cached_property
    def legal(self) -> drivers.Driver:
        """``legal(records, index)`` returns the mask of the legal codes, 0 once the match is over."""
        return self._steps["legal"]

    @cached_property
    def step(self) -> drivers.Driver:
        """``step(records, index, code)`` carries out a legal code and answers chance after it.

        It returns what ``legal`` does: the mask of the codes that are legal now.
        """
        return self._steps["step"]

    def new(self, count: int = 1, options: AnyOptions | None = None, seats: int | None = None) -> Records:
        """Return quick records of so many matches that have not been started."""
        return np.repeat(self.pack([self.game.start(options, seats)]), count)

    def pack(self, states: Sequence[Any], *, full: bool = False) -> Records:
        """Return the states as records, full ones or quick ones."""
        return pack(self.full_type if full else self.record_type, list(states))

    def unpack(self, records: Records, index: int = 0) -> Any:
        """Return a record as a state."""
        return unpack(self.game, records, index)

    def run_steps(
        self, matches: int, options: AnyOptions | None = None, seats: int | None = None, seed: int = 0
    ) -> tuple[int, int]:
        """Play matches at random through ``legal`` and ``step``; return decisions and cards lifted."""
        decisions, cards = self._steps["run_steps"](self.new(2, options, seats), np.uint64(seed), matches)
        return int(decisions), int(cards)

    # --- whole matches ---------------------------------------------------------------------------

    @cached_property
    def _driver(self) -> drivers.Driver:
        return self._compiled(f"{self.game.name}-matches", runs.running(self.game, self.policies))

    @property
    def is_warm(self) -> bool:
        """Whether whole matches wait for no compiler: what plays them is loaded, or has been kept."""
        return bool(self._driver.overloads or self._driver._cache.is_kept())  # type: ignore[attr-defined]

    def _run(
        self,
        room: Room,
        what: int,
        seed: int,
        first: int,
        amount: int,
        found: Counts = NOTHING_FOUND,
        unknown: Unknown = NOTHING_UNKNOWN,
        code: int = runs.NO_CODE,
        round_only: int = 0,
    ) -> int:
        room.counts[:] = 0
        steps: int = self._driver(
            *room.arguments(),
            what,
            np.uint64(seed),
            first,
            amount,
            found,
            room.raw,
            *unknown,
            code,
            round_only,
        )
        return steps

    def kinds(self, names: str | Sequence[str], seats: int) -> Counts:
        """Return for each seat which policy plays it; one name stands for all seats."""
        known = [policy.name for policy in self.policies]
        each = [names] * seats if isinstance(names, str) else list(names)
        if len(each) != seats:
            raise ValueError(f"{len(each)} policies for {seats} seats")
        for name in each:
            if name not in known:
                raise UnknownBot(f"this engine has no policy {name!r}; it has {', '.join(known)}")
        kinds = drivers.kinds_of(self.policies)
        return np.array([kinds[known.index(name)] for name in each], np.int64)

    def _first_state(self, options: AnyOptions | None, seats: int | None) -> Any:
        """Return how a match between programs begins: with a turn limit in any case (AL1)."""
        return self.game.start(limited(self.game, options, seats), seats)

    def room(self, state: Any, kinds: Counts, *, keep: bool = False) -> Room:
        """Return room for one thread to play matches that begin as ``state`` does."""
        options, seats = options_of(self.game, state), state.seats
        deck = np.array(self.game.deck(seats), np.uint8)
        tables = [policy.table_for(self.game, options, seats) for policy in self.policies]
        padded = np.zeros((len(tables), max(map(len, tables))), np.int64)
        for row, table in zip(padded, tables, strict=True):
            row[: len(table)] = table
        padded.setflags(write=False)  # a policy keeps nothing from one decision to the next
        sides = np.arange(seats, dtype=np.int64)
        for number, team in enumerate(self.game.show(state).teams):
            sides[list(team)] = number
        records = np.repeat(self.pack([state]), drivers.ROWS)
        return Room(
            records=records,
            raw=records.view(np.uint8).reshape(drivers.ROWS, -1),
            kinds=np.atleast_2d(kinds),
            tables=padded,
            sides=sides,
            deck=deck,
            keys=np.zeros(keys_for(len(deck)), np.uint64),
            counts=no_counts(seats),
            codes=np.zeros(MOST_CODES if keep else 0, np.uint8),
            points=np.zeros((MOST_ROUNDS if keep else 0, seats), np.int32),
            ahead=np.zeros(seats, np.int64),
        )

    def simulate(
        self,
        names: str | Sequence[str],
        matches: int,
        *,
        seats: int | None = None,
        options: AnyOptions | None = None,
        seed: int = 0,
        first: int = 0,
        threads: int = 1,
        on_matches: Callable[[int], None] | None = None,
    ) -> Totals:
        """Return the totals of matches ``first`` and following; Ctrl-C returns what has been played.

        Every match has a generator of its own, so that threads make no difference. ``on_matches`` is told
        how many have been played.
        """
        seed, matches = whole_number("seed", seed, MOST_SEED), whole_number("matches", matches)
        first = whole_number("first", first, MOST_MATCH - matches)
        state = self._first_state(options, seats)
        kinds = self.kinds(names, state.seats)

        def play(room: Room, start: int, count: int) -> Counts:
            self._run(room, runs.SIMULATE, seed, first + start, count)
            return room.counts.copy()

        totals = Totals(self.game.name, state.seats)
        try:
            play(self.room(state, kinds), 0, 0)  # compiles it, before there are threads
            for counts in in_chunks(lambda: self.room(state, kinds), play, matches, threads):
                totals.add(counts)
                if on_matches:
                    on_matches(totals.matches)
        except KeyboardInterrupt:
            if not totals.matches:
                raise
        return totals

    def play_match(
        self,
        names: str | Sequence[str],
        *,
        seats: int | None = None,
        options: AnyOptions | None = None,
        seed: int = 0,
        match: int = 0,
    ) -> PlayedMatch:
        """Return one match with the answers of ``SeededChance(seed, match)``: on a table it goes the same.

        The bots' seed is ``Xoshiro(seed, match).next()``. ValueError for a match that never ends: more
        than a million actions.
        """
        seed, match = whole_number("seed", seed, MOST_SEED), whole_number("match", match, MOST_MATCH)
        state = self._first_state(options, seats)
        room = self.room(state, self.kinds(names, state.seats), keep=True)
        steps = self._run(room, runs.ONE_MATCH, seed, match, 1)
        rounds = int(room.counts[drivers.ROUNDS])
        if steps > MOST_CODES or rounds > MOST_ROUNDS:
            raise ValueError(f"a match of {steps} actions is too long to be kept: set a turn limit")
        return PlayedMatch(
            codes=room.codes[:steps].copy(),
            points=room.points[:rounds].copy(),
            state=self.unpack(room.records, drivers.LIVE),
        )

    def play_pairs(
        self,
        names: Sequence[str],
        pairs: int,
        *,
        seats: int | None = None,
        options: AnyOptions | None = None,
        seed: int = 0,
        first: int = 0,
        threads: int = 1,
    ) -> Iterator[PairResults]:
        """Return the results of pairs ``first`` and following, some pairs at a time, in order.

        Chance answers as ``PairedChance``. In the first match of a pair the even seats are the first policy,
        in the second the odd ones.
        """
        state, kinds, seed, first, pairs = self.paired(names, pairs, seats, options, seed, first)

        def play(room: Room, start: int, count: int) -> PairResults:
            found = np.zeros((2 * count, runs.TIED + 1), np.int64)
            self._run(room, runs.PAIRS, seed, first + start, count, found)
            return PairResults(room.counts.copy(), found.reshape(count, 2, runs.TIED + 1))

        play(self.room(state, kinds), 0, 0)  # compiles it, before there are threads
        return in_chunks(lambda: self.room(state, kinds), play, pairs, threads)

    def paired(
        self,
        names: Sequence[str],
        pairs: int,
        seats: int | None,
        options: AnyOptions | None,
        seed: int,
        first: int,
    ) -> tuple[Any, Counts, int, int, int]:
        """Return how matches of a pair begin, who sits where in each of the two, and the checked numbers."""
        seed, pairs = whole_number("seed", seed, MOST_SEED), whole_number("pairs", pairs)
        first = whole_number("first", first, MOST_MATCH - pairs)
        if isinstance(names, str) or len(names) != 2:
            raise ValueError(f"a pair is played between two policies, not {names!r}")
        state = self._first_state(options, seats)
        orders = [[names[(seat + swapped) % 2] for seat in range(state.seats)] for swapped in range(2)]
        return state, np.stack([self.kinds(order, state.seats) for order in orders]), seed, first, pairs

    def roll_out(
        self,
        view: View,
        names: str | Sequence[str],
        count: int,
        *,
        seed: int = 0,
        code: int | None = None,
        whole_match: bool = False,
    ) -> Counts:
        """Return the points of the round for each of ``count`` continuations of a view, and each seat.

        Each time the cards that the viewer does not know are dealt anew. ``code`` is a legal action to go on
        with; with ``whole_match`` the final scores of the match are returned. Shape (count, seats).
        """
        if view.game != self.game.name:
            raise ValueError(f"this engine plays {self.game.title}; the view is of {view.game}")
        seed, count = whole_number("seed", seed, MOST_SEED), whole_number("count", count)
        state, pools = unknown(self.game, view)
        if code is not None:
            code = whole_number("code", code)
            if not self.game.legal(state) >> code & 1:
                raise ValueError(f"code {code} is not legal in this view")
        if state.turn_limit == 0:  # people have none, but who plays on might never end (AL1)
            state.turn_limit = PROGRAM_TURNS + max(state.turns)
        cards = [card for _, pool in pools for card in sorted(pool.elements())]
        room = self.room(state, self.kinds(names, view.seats))
        found = np.zeros((count, view.seats), np.int64)
        places = self._places(state, [holding for holdings, _ in pools for holding in holdings])
        self._run(
            room,
            runs.ROLL_OUT,
            seed,
            0,
            count,
            found,
            (places, np.array(cards, np.uint8), len(pools[0][0])),
            runs.NO_CODE if code is None else code,
            0 if whole_match else 1,
        )
        return found

    def _places(self, state: Any, holdings: Sequence[Any]) -> Counts:
        """Return where in a record each card lies, in bytes from its beginning."""
        starts: dict[int | None, int] = {}
        fields: Mapping[str, Any] = self.record_type.fields or {}
        for name, (kind, offset) in fields.items():
            value = getattr(state, name, None)
            if name == "hand":
                starts[None] = offset
            elif isinstance(value, list) and kind.base.itemsize == 1:
                rows = value if isinstance(value[0], list) else [value]
                for number, row in enumerate(rows):
                    starts[id(row)] = offset + number * len(row)
        return np.array(
            [starts[None if held.row is None else id(held.row)] + held.index for held in holdings], np.int64
        )
