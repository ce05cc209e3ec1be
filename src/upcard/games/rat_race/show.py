"""Rat Race put into values: what a view shows, what a layout scores and why, what is refused and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from upcard.cards import UNKNOWN, Card, Faces, Seat
from upcard.errors import LayoutError, OptionError
from upcard.game import Cells, Holding, Shown
from upcard.games.rat_race.scoring import card_points, row_is_equal, same_value
from upcard.games.rat_race.state import (
    COLUMNS,
    COPIES,
    FLIP,
    OFF,
    PLACE,
    RAT,
    RATS,
    REJECT,
    ROUNDS_MOST,
    ROWS,
    SEATS,
    WALK_OUT,
    Options,
    Pending,
    State,
)
from upcard.games.rat_race.turns import final_score
from upcard.options import read_from_state
from upcard.state import NOBODY, Phase, Source
from upcard.values import Layout, LayoutView, Part, RoundResult, cell_view

VALUES = tuple(str(value) for value in range(1, RAT))
HIGHEST = RAT - 1
FACES = Faces((UNKNOWN, *VALUES, "R"), ("an unknown card", *VALUES, "Rat"))
SYMBOLS = {text: code for code, text in enumerate(FACES.texts) if code} | {"A": 1}
"""The cards as they are typed, each with its code (RR1.2)."""


def resolve(options: Options, seats: int) -> Options:
    """Return the options; OptionError if a round could start with too few cards (RR1.1)."""
    if options.rounds > ROUNDS_MOST:
        raise OptionError(
            f"rounds is at most {ROUNDS_MOST}, not {options.rounds}: six cards may burn in a round, "
            "and a twelfth could not be dealt",
            clause="RR1.1",
        )
    return options


def deck(seats: int) -> tuple[int, ...]:
    """Return the whole deck, sorted (RR1.2)."""
    return (*(value for value in range(1, RAT) for _ in range(COPIES)), *([RAT] * RATS))


def holdings(state: State) -> Iterator[Holding]:
    """Name every place where a card lies; drawn cards belong to the pool of a reshuffled pile."""
    pooled = state.pool_on == 1
    for place in range(state.pile_size):
        yield Holding("pile", state.pile, place, pooled)
    for place in range(state.discard_size):
        yield Holding("discard", state.discard, place)
    for place in range(state.burn_size):
        yield Holding("burn", state.burn, place)
    if state.hand_source != Source.NOWHERE:
        yield Holding("hand", None, 0, pooled and state.hand_source == Source.PILE, state.seat)
    if state.phase != Phase.SHUFFLE or state.pending == Pending.DRAW:
        for seat in range(SEATS):
            for cell in range(state.rows[seat] * COLUMNS):
                yield Holding("cell", state.grid[seat], cell, seat=seat)


def show(state: State) -> Shown:
    """Return what a view of Rat Race shows besides the piles; totals have the Speed Bonuses taken off."""
    return Shown(
        totals=tuple(final_score(state, seat) for seat in range(SEATS)),
        rounds=state.rounds,
        starter=None if state.starter == NOBODY else Seat(state.starter),
        burn=tuple(Card(state.burn[place]) for place in range(state.burn_size)),
        finisher=None if state.clocked == NOBODY else Seat(state.clocked),
        owed=owed(state),
        bonuses=tuple(state.banked),
        bonus_worth=state.speed_bonus,
    )


def in_play(state: State) -> bool:
    """Return whether turns are being taken: the reveal is over and the round is not."""
    return state.phase >= Phase.CHOOSE or (state.phase == Phase.SHUFFLE and state.pending == Pending.DRAW)


def owed(state: State) -> tuple[int, ...]:
    """Return for each seat whether it still has a final turn (RR6.1)."""
    final = state.clocked != NOBODY and in_play(state)
    return tuple(int(final and seat != state.clocked) for seat in range(SEATS))


def layouts(state: State) -> tuple[LayoutView, ...]:
    """Return every seat's grid as values: what its columns score so far, and rows one card short."""
    options = read_from_state(Options, state)
    return tuple([_layout(state, options, seat) for seat in range(SEATS)])


def _layout(state: State, options: Options, seat: int) -> LayoutView:
    rows = state.rows[seat]
    cards = state.grid[seat][: rows * COLUMNS]
    cells = tuple(map(cell_view, cards, state.up[seat], state.known[seat]))
    parts = (*explain(cards, options), *rails(state, seat))
    return LayoutView(Seat(seat), Layout("grid", rows, COLUMNS), cells, parts)


def rails(state: State, seat: int) -> tuple[Part, ...]:
    """Return the rows that one card would make walk out while the Walkout is unused (RR5.1, RR5.5)."""
    if state.walkout == OFF or state.walked[seat] or not in_play(state):
        return ()
    rows = state.rows[seat]
    return _rails(tuple(state.grid[seat]), tuple(state.up[seat]), rows, state.walkout_rats)


@lru_cache(maxsize=1024)
def _rails(cards: tuple[int, ...], up: tuple[int, ...], rows: int, rats: int) -> tuple[Part, ...]:
    state = State(notes=[], walkout_rats=rats)  # nothing is noted down
    state.grid[0], state.up[0] = list(cards), list(up)
    found = [_rail(state, row) for row in range(rows) if not row_is_equal(state, 0, row)]
    return tuple(rail for rail in found if rail)


def _rail(state: State, row: int) -> Part | None:
    """Return what a row lacks: two of its cards are up and one card in the place of the third would do."""
    cells = range(row * COLUMNS, (row + 1) * COLUMNS)
    grid, up = state.grid[0], state.up[0]
    pairs: set[int] = set()
    needs: set[int] = set()
    for gap in cells:
        kept = [cell for cell in cells if cell != gap]
        if all(up[cell] for cell in kept):
            one, two = (grid[cell] for cell in kept)
            fits = {card for card in range(1, RAT + 1) if same_value(one, two, card, state.walkout_rats)}
            if fits:
                needs |= fits
                pairs.update(kept)
    if not needs:
        return None
    lacking = "any card" if len(needs) >= RAT - 1 else " or ".join(map(FACES.name, sorted(needs)))
    return Part(
        where=f"row {row + 1}",
        score=0,
        why=f"one card short of a Walkout: {lacking} completes the row",
        clause="RR5.1",
        cells=tuple(cell + 1 for cell in cells),
        unknown=sum(1 for cell in cells if not grid[cell]),
        match=tuple(cell + 1 for cell in sorted(pairs)),
        mark="rail",
        needs=tuple(Card(card) for card in sorted(needs)),
    )


def explain(cells: Cells, options: Options, *, went_out: bool = False) -> tuple[Part, ...]:
    """Return what each column of three or of two scores, and why; the parts add up (RR4)."""
    return tuple(
        _column(column, tuple((cell + 1, cells[cell] or 0) for cell in range(column, len(cells), COLUMNS)))
        for column in range(COLUMNS)
    )


@lru_cache(maxsize=4096)
def _column(column: int, placed: tuple[tuple[int, int], ...]) -> Part:
    """Return one column's part; ``placed`` are its cells from the top, each with its card."""
    cards = [card for _, card in placed]
    known = [card for card in cards if card]
    three = (*cards, 0)[:ROWS]
    counted = {
        cell: card_points(three[at], three[(at + 1) % ROWS], three[(at + 2) % ROWS])
        for at, (cell, _) in enumerate(placed)
    }
    part = Part(
        where=f"column {column + 1}",
        score=sum(counted.values()),
        why="",
        clause="RR4.1" if len(cards) == ROWS else "RR4.3",
        cells=tuple(cell for cell, _ in placed),
        unknown=len(cards) - len(known),
        mark="column",
    )
    matched = tuple(cell for cell, card in placed if card and not counted[cell])
    rats = known.count(RAT)
    values = [card for card in known if card != RAT]
    if rats == 1 and len(values) == 1 and len(cards) == ROWS:
        most = min(values[0], HIGHEST - 1)  # two of the highest match
        why = f"the Rat copies the higher of two cards: {most} at most"
        return replace(part, why=why, clause="RR4.2", at_most=most)
    if not matched or (len(known) == 1 and len(cards) == ROWS):
        return replace(part, why=_sum(part, known))
    if rats and len(cards) == ROWS:
        part = replace(part, clause="RR4.2")
    return replace(part, why=_match(part, rats, values), match=matched, mark="match")


def _match(part: Part, rats: int, values: list[int]) -> str:
    """Return why the cards that match count nothing, and what is left of the column."""
    pair = len(values) > len(set(values))
    if rats > 1:
        why = f"{rats} Rats make the whole column nothing"
    elif rats and len(part.cells) < ROWS:
        why = "a Rat makes a column of two nothing"
    elif rats and pair:
        why = f"the Rat makes three {values[0]}s of the pair: nothing"
    elif rats:
        why = f"the Rat copies the {max(values)}, which leaves {part.score}"
    elif len(set(values)) == 1:
        why = f"{('two', 'three')[len(values) - 2]} {values[0]}s count nothing"
    else:
        twice = max(values, key=values.count)
        why = f"two {twice}s count nothing, which leaves {part.score}"
    if part.unknown and not rats:
        why += "; the third card counts unless it matches"
    return why


def _sum(part: Part, known: list[int]) -> str:
    """Return the sum that a column without a match comes to so far."""
    if not known:
        return "nothing known yet"
    if known == [RAT]:
        return "a Rat scores nothing of its own"
    terms = " + ".join(map(str, known))
    return f"{terms} = {part.score}" if len(known) > 1 else terms


def why_not(state: State, code: int) -> tuple[str, str]:
    """Return the clause and the reason why an action is not legal now."""
    phase = state.phase
    if phase == Phase.OVER:
        return "RR7.3", "the match is over"
    if PLACE <= code < FLIP and code - PLACE >= state.rows[state.seat] * COLUMNS:
        return "RR5.4", "a row has walked out: your grid has cells 1 to 6"
    if phase in (Phase.REVEAL, Phase.TURN_UP):
        clause = "RR2.1" if phase == Phase.REVEAL else "RR3.4"
        if FLIP <= code < WALK_OUT:
            if code - FLIP >= state.rows[state.seat] * COLUMNS:
                return "RR5.4", "a row has walked out: your grid has cells 1 to 6"
            return clause, "that card is up already: turn up one that is down"
        if phase == Phase.REVEAL:
            return clause, "first turn up two of your cards for both to see"
        return clause, "the drawn card is rejected: now turn up one of your face-down cards"
    if phase == Phase.CHOOSE:
        if code == 0:
            return "RR3.7", "there is nothing to draw: take the upcard"
        return "RR3.1", "take the upcard or draw first"
    if phase == Phase.PLACE_TAKEN:
        if code == REJECT:
            return "RR3.2", "a taken upcard must be placed: it cannot be put back"
        return "RR3.2", "you hold the upcard: put it in your grid"
    if phase == Phase.PLACE_DRAWN:
        return "RR3.4", "you hold a drawn card: place it or reject it"
    if WALK_OUT <= code < WALK_OUT + ROWS:
        return "RR5.1", "that row is not three open cards of one value"
    return "RR5.8", "you may walk out with an equal row, or pass"


def read_layout(text: str) -> tuple[int, ...]:
    """Return the cards of a typed grid of three rows, or of two after a Walkout (RR1.2, RR1.3, RR5.4).

    LayoutError names the place of the mistake.
    """
    rows = text.upper().split("/")
    if len(rows) not in (ROWS - 1, ROWS):
        raise LayoutError(
            f"a grid has three rows with / between them, or two after a Walkout; this one has {len(rows)}",
            clause="RR1.3" if len(rows) < ROWS - 1 else "RR5.4",
        )
    cards: list[int] = []
    for row, line in enumerate(rows, 1):
        words = line.split()
        if len(words) != COLUMNS:
            raise LayoutError(f"row {row} holds {len(words)} cards, not three", clause="RR1.3")
        for column, word in enumerate(words, 1):
            place = f"row {row}, column {column}"
            if word not in SYMBOLS:
                raise LayoutError(
                    f"{place}: {word!r} is not a card; write A, 1 to 10, or R for a Rat", clause="RR1.2"
                )
            card = SYMBOLS[word]
            cards.append(card)
            most = RATS if card == RAT else COPIES
            if cards.count(card) > most:
                raise LayoutError(
                    f"{place}: one {FACES.name(card)} too many; the deck has {most}", clause="RR1.2"
                )
    return tuple(cards)


def round_result(state: State) -> RoundResult:
    """Return how the round just scored has ended, before the next one is dealt; all cards are up."""
    notes: tuple[Part, ...] = ()
    if state.clocked != NOBODY:
        notes = (
            Part(
                where=f"seat {state.clocked}",
                score=-state.speed_bonus,
                why=f"Clocked Off: a Speed Bonus of {state.speed_bonus}, taken off the final score",
                clause="RR6.2",
                mark="bonus",
            ),
        )
    return RoundResult(
        round=state.round if state.phase == Phase.OVER else state.round - 1,
        layouts=layouts(state),
        points=tuple(state.points),
        totals=tuple(final_score(state, seat) for seat in range(SEATS)),
        ended_by=None if state.clocked == NOBODY else Seat(state.clocked),
        how="turn-limit" if state.limited else "clocked-off",
        notes=notes,
    )
