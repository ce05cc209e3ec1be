"""Nines put into values: what a view shows, what a layout scores and why, what is refused and why."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from upcard.cards import NO_CARD, Seat, french_faces
from upcard.errors import LayoutError
from upcard.game import Cells, Holding, Shown
from upcard.games.nines.scoring import (
    best_square,
    card_points,
    cell_points,
    column_matches,
    packs,
)
from upcard.games.nines.state import (
    CELLS,
    FLIP,
    JOKER,
    REJECT,
    Options,
    Pending,
    State,
)
from upcard.options import read_from_state, write_to_state
from upcard.state import NOBODY, Phase, Source
from upcard.values import Layout, LayoutView, Part, RoundResult, cell_view

FACES = french_faces()
LAYOUT = Layout("grid", 3, 3)
MOST_JOKERS = 8
SYMBOLS = {text[:-1]: code for code, text in enumerate(FACES.texts) if text[-1] == "c"} | {"X": JOKER}
"""The ranks as they are typed, each with the code of one of its cards."""


def resolve(options: Options, seats: int) -> Options:
    """Return the options: nothing about Nines depends on the table."""
    return options


def deck(seats: int) -> tuple[int, ...]:
    """Return the whole deck of a table, sorted (NI1.2)."""
    copies = packs(seats)
    cards = [face for face in range(1, JOKER) for _ in range(copies)]
    return (*cards, *([JOKER] * (2 * copies)))


def holdings(state: State) -> Iterator[Holding]:
    """Name every place where a card lies; drawn cards belong to the pool of a reshuffled pile."""
    pooled = state.pool_on == 1
    for place in range(state.pile_size):
        yield Holding("pile", state.pile, place, pooled)
    for place in range(state.discard_size):
        yield Holding("discard", state.discard, place)
    if state.hand_source != Source.NOWHERE:
        yield Holding("hand", None, 0, pooled and state.hand_source == Source.PILE, state.seat)
    if state.phase != Phase.SHUFFLE or state.pending == Pending.DRAW:
        for seat in range(state.seats):
            for cell in range(CELLS):
                yield Holding("cell", state.grid[seat], cell, seat=seat)


def show(state: State) -> Shown:
    """Return what a view of Nines shows besides the piles."""
    return Shown(
        totals=tuple(state.totals[: state.seats]),
        rounds=state.rounds,
        dealer=Seat(state.dealer),
        starter=Seat((state.dealer + 1) % state.seats),
        finisher=None if state.finisher == NOBODY else Seat(state.finisher),
        owed=owed(state),
    )


def owed(state: State) -> tuple[int, ...]:
    """Return for each seat whether it still has a final turn (NI3.1)."""
    if state.finisher == NOBODY or state.phase == Phase.OVER:
        return (0,) * state.seats
    left = (state.finisher - state.seat) % state.seats
    coming = {(state.seat + step) % state.seats for step in range(left)}
    return tuple(int(seat in coming) for seat in range(state.seats))


def layouts(state: State) -> tuple[LayoutView, ...]:
    """Return every seat's grid as values, with what it scores so far."""
    options = read_from_state(Options, state)
    return tuple([_layout(state, options, seat) for seat in range(state.seats)])


def _layout(state: State, options: Options, seat: int) -> LayoutView:
    cells = tuple(map(cell_view, state.grid[seat], state.up[seat]))
    return LayoutView(Seat(seat), LAYOUT, cells, explain(state.grid[seat], options))


def explain(cells: Cells, options: Options, *, went_out: bool = False) -> tuple[Part, ...]:
    """Return what each column scores, and the square where one counts; the parts add up (NI4)."""
    return _explained(tuple(cells), options)


@lru_cache(maxsize=1024)
def _explained(cells: tuple[int | None, ...], options: Options) -> tuple[Part, ...]:
    state = State(notes=[])  # scoring notes nothing down
    write_to_state(options, state)
    for cell, card in enumerate(cells):
        state.grid[0][cell] = card or NO_CARD
    corner = best_square(state, 0)
    square = () if corner < 0 else (corner, corner + 1, corner + 3, corner + 4)
    columns = tuple(_column(state, column, square) for column in range(3))
    if corner < 0:
        return columns
    rank = rank_name(state.grid[0][corner])
    numbers = tuple(cell + 1 for cell in square)
    why = f"four {rank}s in a square count −{state.square_bonus} instead of their points"
    return (
        *columns,
        Part("square", -state.square_bonus, why, "NI4.4", numbers, match=numbers, mark="square"),
    )


def _column(state: State, column: int, square: tuple[int, ...]) -> Part:
    grid = state.grid[0]
    cells = (column, column + 3, column + 6)
    counted = [cell for cell in cells if cell not in square]
    score = sum(cell_points(state, 0, cell) for cell in counted)
    unknown = sum(1 for cell in cells if grid[cell] == NO_CARD)
    where = f"column {column + 1}"
    numbers = tuple(cell + 1 for cell in cells)
    if column_matches(state, grid[cells[0]], grid[cells[1]], grid[cells[2]]):
        why = f"three {rank_name(grid[cells[0]])}s count nothing together"
        return Part(where, score, why, "NI4.2", numbers, unknown, numbers, "match")
    known = [cell for cell in counted if grid[cell] != NO_CARD]
    why = " + ".join(f"{card_points(state, grid[cell])}" for cell in known) or "nothing to count"
    if len(known) > 1:
        why += f" = {score}"
    if len(counted) < 3:
        why += "; the rest counts in the square"
    return Part(where, score, why.replace("-", "−"), "NI4.1", numbers, unknown, mark="column")


def rank_name(card: int) -> str:
    """Return the rank of a card as a word or figure."""
    return FACES.name(card).split(" of ")[0]


def why_not(state: State, code: int) -> tuple[str, str]:
    """Return the clause and the reason why an action is not legal now."""
    phase = state.phase
    if phase == Phase.FLIP:
        if FLIP <= code < FLIP + CELLS:
            return "NI2.1", "that card is up already: turn up one that is down"
        return "NI2.1", "first turn up your opening cards"
    if phase == Phase.CHOOSE:
        if code == 0:
            return "NI2.7", "there is nothing to draw: take the upcard"
        return "NI2.2", "take the upcard or draw first"
    if phase == Phase.PLACE_TAKEN:
        if code == REJECT:
            return "NI2.3", "a taken upcard must be placed"
        return "NI2.3", "you hold the upcard: put it in your grid"
    if phase == Phase.PLACE_DRAWN:
        return "NI2.4", "you hold a drawn card: place it or discard it"
    if phase in (Phase.TURN_UP, Phase.ASK):
        if FLIP <= code < FLIP + CELLS:
            return "NI2.6", "that card is up already: turn up one that is down"
        return "NI2.6", "the drawn card is discarded: now a card may be turned up"
    return "NI4.6", "the match is over"


def read_layout(text: str) -> tuple[int, ...]:
    """Return the nine cards of a typed grid, rows top to bottom; LayoutError names the place (NI1.3)."""
    rows = text.upper().split("/")
    if len(rows) != 3:
        raise LayoutError(
            f"a grid has three rows with / between them, this one has {len(rows)}", clause="NI1.3"
        )
    cards: list[int] = []
    for row, line in enumerate(rows, 1):
        words = line.split()
        if len(words) != 3:
            raise LayoutError(f"row {row} holds {len(words)} cards, not three", clause="NI1.3")
        for column, word in enumerate(words, 1):
            if word not in SYMBOLS:
                raise LayoutError(
                    f"row {row}, column {column}: {word!r} is not a card; "
                    "write A, 2 to 10, J, Q, K or X for a joker",
                    clause="NI1.2",
                )
            cards.append(SYMBOLS[word])
            if cards.count(JOKER) > MOST_JOKERS:
                raise LayoutError(
                    f"row {row}, column {column}: a ninth joker; no table has more than {MOST_JOKERS}",
                    clause="NI1.2",
                )
    return tuple(cards)


def round_result(state: State) -> RoundResult:
    """Return how the round just scored has ended, before the next one is dealt; all cards are up."""
    notes: tuple[Part, ...] = ()
    if state.penalty:
        notes = (
            Part(
                where=f"seat {state.finisher}",
                score=state.penalty,
                why=f"another is as low or lower: {state.penalty} more",
                clause="NI4.7",
            ),
        )
    finisher = None if state.finisher == NOBODY else Seat(state.finisher)
    return RoundResult(
        round=state.round if state.phase == Phase.OVER else state.round - 1,
        layouts=layouts(state),
        points=tuple(state.points[: state.seats]),
        totals=tuple(state.totals[: state.seats]),
        ended_by=finisher,
        how="turn-limit" if state.limited else "finished",
        notes=notes,
    )
