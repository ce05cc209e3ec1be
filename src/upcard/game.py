"""The contract between a game and the rest of the house.

A game is a module under ``games`` that ends in ``GAME = Game(...)``. It brings

- a ``State`` (see ``state``) and an ``Options`` dataclass (see ``options``);
- *rules*, written in the dialect: ``legal(state)`` is a bit mask of the action codes open to
  ``state.seat``; ``apply(state, code)`` carries a legal action out until the next decision or chance
  request; ``resume(state)`` goes on once chance has answered; ``hide(state, seat)`` blanks every card
  that the seat (or a watcher, −1) does not know; ``default(state)`` is the code of the default move;
  ``final(state, seat)`` is what the match is worth to a seat, partners together;
- plain functions that put the state into values: ``show`` fills the game's part of a view, ``layouts``
  are the cards before each seat, ``explain`` says what each part of a layout scores, ``why_not`` why an
  action is refused, ``holdings`` names every place where a card lies.

Everything else is made here from those, the same for every game: observing, imagining what is hidden,
answering chance, reading notes as events. Nothing outside a game's module knows its ``State``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, Protocol

from upcard.cards import Card, Cell, Faces, Seat
from upcard.chance import Answer, Chance, Request, Xoshiro
from upcard.errors import OptionError
from upcard.options import AnyOptions, build, read_from_state, values_of
from upcard.state import (
    EVERYONE,
    NOBODY,
    PHASE_NAMES,
    SOURCE_NAMES,
    AnyState,
    Phase,
    Source,
    copy_state,
    noted_by,
    unnoted,
)
from upcard.values import Action, Choice, Event, Kind, LayoutView, Outcome, Part, RoundResult, Sheet, View

Cells = Sequence[int | None]

PROGRAM_TURNS = 100
"""AL1: the turn limit of a match in which only programs play, unless it has one: it might never end."""


@dataclass(frozen=True, slots=True)
class Holding:
    """One place where a card lies: ``where`` is pile, discard, hand, burn or cell.

    ``row`` and ``index`` find it in the state (``row`` is None for the hand). ``pool`` says that the
    card comes from a pile everybody has seen the making of (see ``piles``).
    """

    where: str
    row: list[int] | None
    index: int
    pool: bool = False
    seat: int = NOBODY

    def card(self, state: AnyState) -> int:
        """Return the card that lies here."""
        return state.hand if self.row is None else self.row[self.index]

    def put(self, state: AnyState, card: int) -> None:
        """Lay a card here: for imagined states, never for one that is played."""
        if self.row is None:
            state.hand = card
        else:
            self.row[self.index] = card


@dataclass(frozen=True, slots=True)
class Shown:
    """A game's own part of a view; the rest is the same for every game."""

    totals: tuple[int, ...]
    rounds: int | None = None
    target: int | None = None
    dealer: Seat | None = None
    starter: Seat | None = None
    burn: tuple[Card, ...] = ()
    finisher: Seat | None = None
    owed: tuple[int, ...] = ()
    teams: tuple[tuple[Seat, ...], ...] = ()
    bonuses: tuple[int, ...] = ()
    bonus_worth: int = 0


class Explain(Protocol):
    """Says what each part of a layout scores and why; the parts add up to the layout's score.

    ``cells`` are in reading order, front first, None or 0 for a card that is not known; ``went_out`` says
    that this layout ended the round.
    """

    def __call__(self, cells: Cells, options: Any, *, went_out: bool = False) -> tuple[Part, ...]:
        """Return the parts of a layout."""
        ...  # pragma: no cover - a signature


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of options."""

    name: str
    title: str
    line: str
    values: dict[str, int | str]


@dataclass(frozen=True)
class Game:
    """One game of the family; see the module's text for what each function must do."""

    name: str
    title: str
    line: str
    minutes: int
    version: int
    least_seats: int
    most_seats: int
    faces: Faces
    actions: tuple[Action, ...]
    kinds: tuple[Kind, ...]
    low_wins: bool
    state: type[Any]
    options: type[Any]
    presets: tuple[Preset, ...]
    new: Callable[[Any, int], Any]
    resolve: Callable[[Any, int], Any]
    deck: Callable[[int], tuple[int, ...]]
    legal: Callable[[Any], int]
    apply: Callable[[Any, int], None]
    resume: Callable[[Any], None]
    hide: Callable[[Any, int], None]
    default: Callable[[Any], int]
    final: Callable[[Any, int], int]
    show: Callable[[Any], Shown]
    layouts: Callable[[Any], tuple[LayoutView, ...]]
    explain: Explain
    why_not: Callable[[Any, int], tuple[str, str]]
    holdings: Callable[[Any], Iterator[Holding]]
    read_layout: Callable[[str], tuple[int, ...]]
    round_result: Callable[[Any], RoundResult]

    @cached_property
    def codes(self) -> dict[Action, int]:
        """The code of every action."""
        return {action: code for code, action in enumerate(self.actions)}

    @property
    def seat_numbers(self) -> range:
        """How many seats a table may have."""
        return range(self.least_seats, self.most_seats + 1)

    def settle(self, options: AnyOptions | None = None, seats: int | None = None) -> Any:
        """Return the options with everything that depends on the table settled.

        OptionError, with the clause, if nobody could play at such a table.
        """
        count = self.least_seats if seats is None else seats
        if count not in self.seat_numbers:
            span = " to ".join(str(n) for n in sorted({self.least_seats, self.most_seats}))
            raise OptionError(f"{self.title} has {span} seats, not {count}")
        if options is None:
            options = self.options()
        elif not isinstance(options, self.options):
            raise OptionError(f"{type(options).__name__} are not the options of {self.title}")
        return build(self.options, values_of(self.resolve(options, count)))

    def start(self, options: AnyOptions | None = None, seats: int | None = None) -> Any:
        """Return a state that waits for its first chance request."""
        count = self.least_seats if seats is None else seats
        return self.new(self.settle(options, count), count)


def legal_codes(game: Game, state: AnyState) -> list[int]:
    """Return the codes of the legal actions in ascending order; empty while chance is asked or at the end."""
    return list(_codes(game.legal(state)))


@lru_cache(maxsize=4096)
def _codes(mask: int) -> tuple[int, ...]:
    return tuple(code for code in range(mask.bit_length()) if mask >> code & 1)


def limited(game: Game, options: AnyOptions | None, seats: int | None, turns: int = PROGRAM_TURNS) -> Any:
    """Return the settled options with a turn limit, unless they have one (AL1)."""
    settled = game.settle(options, seats)
    return settled if settled.turn_limit else replace(settled, turn_limit=turns)


def wants_chance(state: AnyState) -> bool:
    """Whether chance must answer before anything else happens."""
    return state.phase in (Phase.SHUFFLE, Phase.PICK)


def answer_one(game: Game, state: AnyState, chance: Chance) -> Answer:
    """Let chance answer the request that the state waits for, and go on; return what it said."""
    request = Request(state.round, state.request)
    state.request += 1
    if state.phase == Phase.SHUFFLE:
        size = state.pile_size
        order = chance.shuffle(request, [state.pile[place] for place in range(size)])
        for place in range(size):
            state.pile[place] = order[place]
        answer = Answer(request, cards=tuple(order))
    else:
        state.picked = chance.pick(request, state.pick_of)
        answer = Answer(request, picked=state.picked)
    game.resume(state)
    return answer


def answer_all(game: Game, state: AnyState, chance: Chance) -> list[Answer]:
    """Answer requests until a seat is to move or the match is over."""
    answers = []
    while wants_chance(state):
        answers.append(answer_one(game, state, chance))
    return answers


def observe(
    game: Game,
    state: AnyState,
    seat: int | None,
    step: int = 0,
    *,
    tags: bool = True,
    sheet: Sheet | None = None,
    last_round: RoundResult | None = None,
    outcome: Outcome | None = None,
) -> View:
    """Return what the seat knows, or what a watcher knows where ``seat`` is None (AL3).

    Without ``tags`` the legal actions do not say what they would set off: each would have to be tried.
    What a state does not keep, whoever keeps it adds; with an ``outcome`` nobody is to move.
    """
    masked = unnoted(state)
    masked.tally = [0] * len(state.tally)
    game.hide(masked, NOBODY if seat is None else seat)
    shown = game.show(masked)
    options = options_of(game, masked)
    holding = state.hand_source != Source.NOWHERE
    on_move = outcome is None and state.phase != Phase.OVER and not wants_chance(state)
    pool, pool_cells = _pool(game, masked) if state.pool_on else (None, ())
    return View(
        game=game.name,
        seat=None if seat is None else Seat(seat),
        seats=state.seats,
        options=values_of(options),
        round=state.round,
        rounds=shown.rounds,
        target=shown.target,
        step=step,
        phase=PHASE_NAMES[state.phase if outcome is None else Phase.OVER],
        turn=Seat(state.seat) if on_move else None,
        dealer=shown.dealer,
        starter=shown.starter,
        layouts=tuple([_with_sight(game, options, layout, seat) for layout in game.layouts(masked)]),
        hand=Card(masked.hand) if masked.hand else None,
        hand_seat=Seat(state.seat) if holding else None,
        hand_source=SOURCE_NAMES[state.hand_source],
        pile=state.pile_size,
        pile_top=tuple(Card(masked.pile[state.pile_size - 1 - depth]) for depth in range(state.pile_known)),
        pile_pool=pool,
        pool_cells=pool_cells,
        discard=tuple(Card(state.discard[place]) for place in range(state.discard_size)),
        burn=shown.burn,
        finisher=shown.finisher,
        owed=shown.owed,
        teams=shown.teams,
        totals=shown.totals,
        legal=_choices(game, masked, tags=tags) if on_move and seat == state.seat else (),
        table_state=masked,
        sheet=sheet,
        last_round=last_round,
        outcome=outcome,
    )


def _with_sight(game: Game, options: Any, layout: LayoutView, seat: int | None) -> LayoutView:
    """Add what the cards in sight score, where a card is known that does not show (RR2.3, RO2.5)."""
    if layout.layout.shape == "rack" and layout.seat == seat:
        return layout
    if not any(cell.public and not cell.up for cell in layout.cells):
        return layout
    in_sight = [cell.card if cell.up else None for cell in layout.cells]
    rails = (part for part in layout.parts if part.mark == "rail")
    return replace(layout, sight=(*game.explain(in_sight, options), *rails))


def _pool(game: Game, masked: AnyState) -> tuple[tuple[Card, ...], tuple[tuple[Seat, Cell], ...]]:
    """Return the cards of a reshuffled pile that are not known, sorted, and the cells where they may lie."""
    known: Counter[int] = Counter()
    cells = []
    for holding in game.holdings(masked):
        if holding.pool:
            card = holding.card(masked)
            if card:
                known[card] += 1
            elif holding.where == "cell":
                cells.append((Seat(holding.seat), Cell(holding.index + 1)))
    left = Counter({face: count for face, count in enumerate(masked.pool) if count})
    return tuple(Card(face) for face in sorted((left - known).elements())), tuple(cells)


def options_of(game: Game, state: AnyState) -> Any:
    """Return the options that a state was made with."""
    return read_from_state(game.options, state)


def _choices(game: Game, masked: AnyState, *, tags: bool) -> tuple[Choice, ...]:
    return tuple(
        Choice(game.actions[code], _tag(game, masked, code) if tags else "")
        for code in legal_codes(game, masked)
    )


def _tag(game: Game, masked: AnyState, code: int) -> str:
    """Try the action on what the seat knows, and return the first tag among the events it causes."""
    if game.actions[code].verb in ("draw", "take"):
        return ""
    tags = (game.kinds[kind].tag for kind in noted_by(masked, game.apply, code))
    return next(filter(None, tags), "")


def imagine(game: Game, view: View, stream: Xoshiro) -> Any:
    """Return a whole state in which everything the viewer does not know is dealt anew at random.

    ``observe(game, imagine(game, view, stream), view.seat, view.step)`` equals the view.
    """
    state, pools = unknown(game, view)
    for holdings, cards in pools:
        order = stream.shuffled(sorted(cards.elements()))
        for holding, card in zip(holdings, order, strict=True):
            holding.put(state, card)
    return state


def unknown(game: Game, view: View) -> tuple[Any, list[tuple[list[Holding], Counter[int]]]]:
    """Return what the viewer knows as a state, with pools of places and the cards that lie there unknown.

    The cards of a pile that was made from discards everybody had seen are a pool of their own, the first.
    """
    state = copy_state(view.table_state)
    rest = Counter(game.deck(state.seats))
    pool: list[Holding] = []
    others: list[Holding] = []
    pooled = Counter({face: count for face, count in enumerate(state.pool) if count})
    for holding in game.holdings(state):
        card = holding.card(state)
        if card:
            rest[card] -= 1
            if holding.pool:
                pooled[card] -= 1
        else:
            (pool if holding.pool else others).append(holding)
    if pool:
        rest -= pooled
    else:
        pooled.clear()
    for holdings, cards in ((pool, pooled), (others, rest)):
        if cards.total() != len(holdings):
            raise AssertionError(f"{cards.total()} unseen cards for {len(holdings)} places")
    return state, [(pool, pooled), (others, rest)]


def read_events(game: Game, state: AnyState, first: int) -> list[Event]:
    """Return the notes of the last action as events, numbered from ``first``."""
    events = []
    for row in range(state.note_count):
        kind, seat, cell, card, value, eyes, round_ = state.notes[row]
        events.append(
            Event(
                number=first + row,
                round=round_,
                kind=game.kinds[kind],
                seat=None if seat == NOBODY else Seat(seat),
                cell=None if cell < 0 else Cell(cell + 1),
                card=Card(card) if card else None,
                value=value,
                eyes=None if eyes == EVERYONE else Seat(eyes),
            )
        )
    return events


def seen_by(event: Event, seat: int | None) -> Event:
    """Return the event as the seat, or a watcher, learns it: without a card it may not see (AL3)."""
    if event.card is None or event.eyes is None or event.eyes == seat:
        return event
    return replace(event, card=None)
