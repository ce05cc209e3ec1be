"""Rack-O put into values: what a view shows, what a rack scores and why, what is refused and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from upcard.cards import NO_CARD, Seat, number_faces
from upcard.errors import LayoutError, OptionError
from upcard.game import Cells, Holding, Shown
from upcard.games.rack_o.scoring import (
    bonus_of,
    front_run,
    highest,
    longest_run,
    may_go_out,
    run_at,
    run_worth,
    same_side,
    side_total,
)
from upcard.games.rack_o.state import (
    AUTO,
    CARD_POINTS,
    CELLS,
    EVERY_RISE,
    HIGHEST,
    ON,
    OUT_POINTS,
    PLACE_DECLARE,
    RACK_POINTS,
    REJECT,
    REJECT_DECLARE,
    Options,
    Pending,
    State,
)
from upcard.options import described, read_from_state
from upcard.state import NOBODY, Phase, Source
from upcard.values import Layout, LayoutView, Part, RoundResult, cell_view

FACES = number_faces(HIGHEST)
LAYOUT = Layout("rack", 1, CELLS)
ALL_CELLS = tuple(range(1, CELLS + 1))
LEAST_PAID = 3
"""The shortest run of consecutive numbers that earns a bonus (RO5.3)."""


def resolve(options: Options, seats: int) -> Options:
    """Return the options with what depends on seats and partners settled (RO3.4, RO3.5, RO5.3).

    OptionError where nobody could play: partners without four seats (RO5), or a value out of its range.
    """
    if options.run_needed is not None and options.run_needed > CELLS:
        raise OptionError(
            f"a rack holds {CELLS} cards: it never has a run of {options.run_needed}", clause="RO3.5"
        )
    for entry in described(Options):
        value = getattr(options, entry.name)
        if value is not None or entry.default is not None:
            entry.check(value)
    if options.partners == "on" and seats != 4:
        raise OptionError(f"partners are two against two: that takes four seats, not {seats}", clause="RO5")
    run_bonus = bonus_setting(options)
    declare = options.declare
    if declare is None:
        declare = "choose" if run_bonus == "on" else "auto"
    run_needed = options.run_needed
    if run_needed is None:
        run_needed = 3 if seats == 2 else 0
    return replace(options, run_bonus=run_bonus, declare=declare, run_needed=run_needed)


def bonus_setting(options: Options) -> str:
    """Return whether runs earn a bonus: as set, else with partners (RO5.3)."""
    return options.partners if options.run_bonus is None else options.run_bonus


def deck(seats: int) -> tuple[int, ...]:
    """Return the whole deck of a table, sorted (RO1.1)."""
    return tuple(range(1, highest(seats) + 1))


def holdings(state: State) -> Iterator[Holding]:
    """Name every place where a card lies; secret cards out of a reshuffled pile belong to its pool."""
    pooled = state.pool_on == 1
    for place in range(state.pile_size):
        yield Holding("pile", state.pile, place, pooled)
    for place in range(state.discard_size):
        yield Holding("discard", state.discard, place)
    if state.hand_source != Source.NOWHERE:
        yield Holding("hand", None, 0, pooled and state.hand_source == Source.PILE, state.seat)
    if state.phase != Phase.PICK and (state.phase != Phase.SHUFFLE or state.pending == Pending.REFILL):
        for seat in range(state.seats):
            for cell in range(CELLS):
                secret = state.from_pool[seat][cell] == 1
                yield Holding("cell", state.rack[seat], cell, pooled and secret, seat)


def show(state: State) -> Shown:
    """Return what a view of Rack-O shows besides the piles."""
    return Shown(
        totals=totals(state),
        target=state.target,
        dealer=Seat(state.dealer),
        starter=Seat((state.dealer + 1) % state.seats),
        finisher=None if state.finisher == NOBODY else Seat(state.finisher),
        teams=teams(state),
    )


def totals(state: State) -> tuple[int, ...]:
    """Return each seat's total; partners both have their team's (RO5.2)."""
    return tuple(side_total(state, seat) for seat in range(state.seats))


def teams(state: State) -> tuple[tuple[Seat, ...], ...]:
    """Return the two teams, none where everybody plays alone (RO5.1)."""
    if state.partners != ON:
        return ()
    return ((Seat(0), Seat(2)), (Seat(1), Seat(3)))


def layouts(state: State) -> tuple[LayoutView, ...]:
    """Return every seat's rack as values, with what it scores so far, or scored in the round that is over."""
    options = read_from_state(Options, state)
    return tuple([_layout(state, options, seat) for seat in range(state.seats)])


def _layout(state: State, options: Options, seat: int) -> LayoutView:
    shown = state.racks_shown == 1
    cells = tuple(
        [
            cell_view(card, shown, known == 1 and not shown)
            for card, known in zip(state.rack[seat], state.known[seat], strict=True)
        ]
    )
    parts = explain(state.rack[seat], options, went_out=state.finisher == seat)
    bonus = bonus_of(state, seat)
    if bonus and seat != state.finisher:
        parts = (*(part for part in parts if part.mark != "run-bonus"), _bonus_part(state, seat, bonus))
    return LayoutView(Seat(seat), LAYOUT, cells, parts)


def explain(cells: Cells, options: Options, *, went_out: bool = False) -> tuple[Part, ...]:
    """Return what a rack scores and why; the parts add up (RO4, RO5.3).

    A rack that went out counts 75 and its run bonus; another one its rising run or its rises, as far as its
    cards are known. LayoutError if a rack that is out of order went out (RO3.1).
    """
    return _explained(tuple(cells), options, went_out)


@lru_cache(maxsize=1024)
def _explained(cells: tuple[int | None, ...], options: Options, went_out: bool) -> tuple[Part, ...]:
    state = State(notes=[])  # scoring notes nothing down
    for cell, card in enumerate(cells):
        state.rack[0][cell] = card or NO_CARD
    bonus_on = bonus_setting(options) == "on"
    parts: list[Part]
    if went_out:
        if not may_go_out(state, 0, -1, 0):
            raise LayoutError(_out_of_order(state), clause="RO3.1")
        parts = [
            Part("rack", RACK_POINTS, "ten cards at 5", "RO4.1", ALL_CELLS, match=ALL_CELLS, mark="run"),
            Part("going out", OUT_POINTS, "25 for going Rack-O", "RO4.1"),
        ]
    elif options.loser_score == "every-rise":
        parts = [_rises(state)]
    else:
        parts = [_front_run(state)]
    length = longest_run(state, 0)
    worth = run_worth(length)
    if went_out and bonus_on and worth:
        parts.append(_bonus_part(state, 0, worth))
    elif not went_out and (bonus_on or options.run_needed):
        parts.extend(_run_so_far(state, options.run_needed or 0, bonus_on))
    return tuple(parts)


def _run_so_far(state: State, needed: int, bonus_on: bool) -> Iterator[Part]:
    """Mark the longest run of a rack that did not go out, for which it scores nothing (RO3.5, RO5.3)."""
    length = longest_run(state, 0)
    if length < min(needed or LEAST_PAID, LEAST_PAID):
        return
    why = f"{length} consecutive numbers"
    clause = "RO3.5"
    if length < needed:
        why += f"; going out takes {needed}"
    elif needed:
        why += ", enough to go out with"
    if bonus_on:
        why += "; a bonus takes going out"
        clause = "RO5.3"
    yield replace(_bonus_part(state, 0, 0), where="run", why=why, clause=clause)


def _out_of_order(state: State) -> str:
    rack = state.rack[0]
    for cell in range(CELLS):
        if rack[cell] == NO_CARD:
            return f"cell {cell + 1} (from the front): not known, so the rack cannot be said to be in order"
    run = front_run(state, 0)
    return (
        f"cell {run + 1} (from the front): {rack[run]} is not higher than {rack[run - 1]} in front of it, "
        "so this rack did not go out"
    )


def _front_run(state: State) -> Part:
    """RO4.2 as far as the cards are known: the run ends at a lower card or at one that is not known."""
    rack = state.rack[0]
    length = 0 if rack[0] == NO_CARD else front_run(state, 0)
    unknown = rack.count(NO_CARD) if length < CELLS and rack[length] == NO_CARD else 0
    score = CARD_POINTS * length
    why = f"run of {length}, worth {score}"
    clause = "RO4.2"
    if length == CELLS:
        why, clause = f"all ten rise, worth {score}", "RO4.4"
    elif unknown:
        why += " as far as it is known"
    else:
        why += f": {rack[length]} is lower than {rack[length - 1]}"
    run = ALL_CELLS[:length]
    cells = ALL_CELLS if unknown else run
    return Part("rising run", score, why, clause, cells, unknown, run, "run")


def _rises(state: State) -> Part:
    """RO4.3 as far as the cards are known: a rise counts where both of its cards are."""
    rack = state.rack[0]
    rising = tuple(
        cell + 1
        for cell in range(CELLS)
        if rack[cell] != NO_CARD and (cell == 0 or NO_CARD != rack[cell - 1] < rack[cell])
    )
    unknown = rack.count(NO_CARD)
    score = CARD_POINTS * len(rising)
    why = f"{len(rising)} of ten count, worth {score}"
    clause = "RO4.3"
    if len(rising) == CELLS:
        why, clause = f"all ten rise, worth {score}", "RO4.4"
    elif unknown:
        why += " as far as they are known"
    return Part("rises", score, why, clause, ALL_CELLS, unknown, rising, "run")


def _bonus_part(state: State, seat: int, bonus: int) -> Part:
    """RO5.3, RO5.4: the longest run of a rack, the one nearest to the front, with its bonus."""
    length = longest_run(state, seat)
    start = next(cell for cell in range(CELLS) if run_at(state, seat, cell) == length)
    run = ALL_CELLS[start : start + length]
    why = f"{length} consecutive numbers"
    return Part("run bonus", bonus, why, "RO5.3", run, match=run, mark="run-bonus")


def why_not(state: State, code: int) -> tuple[str, str]:
    """Return the clause and the reason why an action is not legal now."""
    phase = state.phase
    if phase == Phase.OVER:
        return "RO4.5", "the match is over"
    declares = code >= REJECT_DECLARE
    if declares and state.declare == AUTO:
        return "RO3.4", "nothing is declared here: a rack that qualifies goes Rack-O by itself"
    if phase == Phase.CHOOSE:
        return "RO2.1", "take the upcard or draw first"
    if phase == Phase.PLACE_TAKEN and code in (REJECT, REJECT_DECLARE):
        return "RO2.2", "a taken upcard must replace a card of the rack"
    if declares:
        spot = code - PLACE_DECLARE
        trial = State()
        for cell in range(CELLS):
            trial.rack[0][cell] = state.hand if cell == spot else state.rack[state.seat][cell]
        if may_go_out(trial, 0, -1, 0):
            return "RO3.5", f"the rack needs a run of {state.run_needed} consecutive numbers to go out"
        return "RO3.1", "the rack would not be in order: its numbers must rise from front to back"
    if phase == Phase.PLACE_TAKEN:
        return "RO2.2", "you hold the upcard: put it in your rack"
    return "RO2.3", "you hold a drawn card: put it in your rack or discard it"


def read_layout(text: str) -> tuple[int, ...]:
    """Return the ten numbers of a typed rack, front to back; LayoutError names the place (RO1.1)."""
    words = text.split()
    if len(words) != CELLS:
        raise LayoutError(f"a rack holds ten cards, this one has {len(words)}", clause="RO1.3")
    cards: list[int] = []
    for cell, word in enumerate(words, 1):
        place = f"cell {cell} (from the front)"
        if word not in FACES.texts[1:]:
            raise LayoutError(
                f"{place}: {word!r} is not a card; the numbers are 1 to {HIGHEST}", clause="RO1.1"
            )
        card = int(word)
        if card in cards:
            raise LayoutError(
                f"{place}: {card} lies in cell {cards.index(card) + 1} already; there is one of each number",
                clause="RO1.1",
            )
        cards.append(card)
    return tuple(cards)


def round_result(state: State) -> RoundResult:
    """Return how the round just scored has ended, before the next one is dealt; all racks are shown.

    ``points`` are the seat's own, the bonus of its rack included; partners' ``totals`` are their team's.
    """
    return RoundResult(
        round=state.round if state.phase == Phase.OVER else state.round - 1,
        layouts=layouts(state),
        points=tuple(state.points[: state.seats]),
        totals=totals(state),
        ended_by=None if state.finisher == NOBODY else Seat(state.finisher),
        how="turn-limit" if state.limited else "rack-o",
        notes=(*_bonus_notes(state), *_team_notes(state), _reading(state)),
    )


def _bonus_notes(state: State) -> Iterator[Part]:
    for seat in range(state.seats):
        bonus = bonus_of(state, seat)
        if bonus:
            yield replace(_bonus_part(state, seat, bonus), where=f"seat {seat}", mark="bonus")


def _team_notes(state: State) -> Iterator[Part]:
    for first, second in teams(state):
        points = [state.points[seat] for seat in range(state.seats) if same_side(state, seat, first)]
        yield Part(
            where=f"seats {first} and {second}",
            score=sum(points),
            why=" + ".join(str(own) for own in points) + f" = {sum(points)}",
            clause="RO5.2",
        )


def _reading(state: State) -> Part:
    if state.loser_score == EVERY_RISE:
        why = "as printed: five for every card higher than the one in front of it"
        return Part("reading", 0, why, "RO4.3", mark="reading")
    why = "classic: five for each card from the front until one is lower"
    return Part("reading", 0, why, "RO4.2", mark="reading")
