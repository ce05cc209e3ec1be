"""Luck reckoned slowly, from views alone, and appraisers that show what a good one could not."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from upcard.bots import BOTS, careless
from upcard.chance import SeededChance, Xoshiro, decision_word
from upcard.fast.appraiser import Appraiser, is_between, write_zero
from upcard.fast.luck import classes_of
from upcard.game import Game, Holding, unknown
from upcard.games import GAMES
from upcard.state import copy_state
from upcard.table import Table
from upcard.values import Event, View

EVERY = frozenset(GAMES)
TURNED = ("flipped", "revealed", "turned-up", "left")

ZERO = Appraiser("zero", write_zero, EVERY)


def write_any(state: Any, table: Sequence[int], points: Any) -> None:
    """Appraise by a number that every card and every place has a part in, as good as drawn at random."""
    layouts = state.rack if hasattr(state, "rack") else state.grid
    cards = [*(card for row in layouts for card in row), state.hand, *state.discard[: state.discard_size]]
    known = [rank(card) for card in cards] if hasattr(state, "joker_value") else cards
    known += [state.phase, state.seat, getattr(state, "dealer", 0), getattr(state, "starter", 0)]
    for seat in range(state.seats):
        points[seat] = Xoshiro(seat, *known).below(10_000) / 100


ANY = Appraiser("any", write_any, EVERY)


def spread_any(state: Any, code: int, table: Sequence[int], points: Any) -> bool:
    """Say for every other code, as if at random, what it comes to by the class of the card that it shows."""
    if code % 2:
        return False
    known = [state.phase, state.seat, state.hand, *state.discard[: state.discard_size]]
    for place in range(state.seats, len(points)):
        points[place] = Xoshiro(place, code, *known).below(10_000) / 100
    return True


AT_ONCE = Appraiser("at once", write_any, EVERY, spread=spread_any)


def accountant(table: Table) -> View:
    """Return what the accountant of a match knows: what the seat to move sees, in Rack-O every rack."""
    assert table.turn is not None
    view = table.view(table.turn, tags=False)
    if not hasattr(view.table_state, "rack"):
        return view
    state = copy_state(view.table_state)
    for seat in range(table.seats):
        state.rack[seat] = list(table.view(seat).table_state.rack[seat])
    return replace(view, table_state=state)


def revealed(events: Sequence[Event]) -> list[tuple[int, int, int]]:
    """Return seat, cell and card of what an action showed, its own card first; a drawn one has cell −1."""
    own, others = [], []
    for event in events:
        key = event.kind.key
        if key == "drew" or key in TURNED:
            assert event.seat is not None
            own.append((int(event.seat), -1 if event.cell is None else event.cell - 1, int(event.card or 0)))
        elif key == "uncovered":
            assert event.seat is not None
            assert event.cell is not None
            others.append((int(event.seat), event.cell - 1, int(event.card or 0)))
    return [*own, *sorted(others)]


def lies_at(holding: Holding, known: View, seat: int, cell: int) -> bool:
    """Whether a card lies in that cell, or on top of the pile where no cell is meant."""
    if cell < 0:
        return holding.where == "pile" and holding.index == known.pile - 1
    return holding.where == "cell" and (holding.seat, holding.index) == (seat, cell)


def luck_by_hand(
    game: Game, known: View, code: int, events: Sequence[Event], appraiser: Appraiser, shares: Sequence[float]
) -> float:
    """Return the luck of an action in points of the match: for each card it showed, tried with every face."""
    state, pools = unknown(game, known)
    table = appraiser.table_for(game, game.settle(None, known.seats), known.seats)
    reshuffles = any(event.kind.key == "reshuffled" for event in events)
    luck = 0.0
    shown = []
    for seat, cell, card in revealed(events):
        if reshuffles and cell < 0:
            continue  # what was drawn then is the luck of the shuffle
        shown += [
            (card, holding, holdings, counter)
            for holdings, counter in pools
            for holding in holdings
            if lies_at(holding, known, seat, cell)  # else everybody knew it
        ]
    classes = classes_of(game)[0]
    behind = [0.0] * (known.seats + len(classes_of(game)[1]))
    at_once = bool(
        len(shown) == 1 and appraiser.spread and appraiser.spread(copy_state(state), code, table, behind)
    )
    for card, holding, holdings, counter in shown:
        values = {}
        for face in counter:
            if at_once:
                values[face] = shares[state.seat] * behind[known.seats + classes[face]]
                continue
            holding.put(state, face)
            trial = copy_state(state)
            game.apply(trial, code)
            points = [0.0] * known.seats
            appraiser.appraise(trial, table, points)
            values[face] = sum(share * each for share, each in zip(shares, points, strict=True))
        luck += values[card]
        luck -= sum(count * values[face] for face, count in counter.items()) / counter.total()
        holding.put(state, card)
        holdings.remove(holding)
        counter[card] -= 1
        if not counter[card]:
            del counter[card]
    return luck


def played(
    game: Game, options: dict[str, int | str], seats: int, seed: int, one_in: int = 4
) -> Iterator[tuple[Table, View, int, list[Event]]]:
    """Play a match of careless players: the table, what the accountant knew, the code, and what happened."""
    greedy = BOTS["greedy"].policy(game.name)
    assert greedy
    policy = careless(greedy, one_in)
    table = Table(game, options, seats, SeededChance(seed))
    reckon = policy.table_for(game, table.options, seats)
    while (seat := table.turn) is not None:
        known = accountant(table)
        seen = table.view(seat, tags=False).table_state
        code = policy.choose(seen, game.legal(seen), decision_word(seed, seat, table.step), reckon)
        yield table, known, code, table.act(seat, game.actions[code])


# --- an exact appraiser for Nines in which nobody does anything --------------------------------------

POINTS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 0, -2)
RANKS, FACES, JOKER = 14, 54, 53


def rank(card: int) -> int:
    """Return a card's rank, 0 for one that is not known."""
    return (card + 3) // 4


def write_exact(state: Any, table: Sequence[int], points: Any) -> None:
    """Appraise Nines by what grids are expected to score as they lie, cards drawn without replacement."""
    left = [0] * (RANKS + 1)
    if is_between(state):
        for face, count in enumerate(state.tally):
            left[rank(face)] += count
    else:
        for face in range(1, FACES):
            left[rank(face)] += 4 if face == JOKER else 2
        seen = [card for row in state.grid[: state.seats] for card in row if card]
        seen += [*state.discard[: state.discard_size], state.hand]
        if state.pool_on:  # the pile is made of cards that everybody has seen
            seen += [face for face, count in enumerate(state.pool) for _ in range(count)]
            if state.hand_source == 1:
                seen.remove(state.hand)
        for card in seen:
            left[rank(card)] -= 1 if card else 0
    left[0] = 0
    for seat in range(state.seats):
        columns = [rank_row(state.grid[seat][column::3]) for column in range(3)]
        before = state.totals[seat] - (state.points[seat] if is_between(state) else 0)
        points[seat] = before + sum(expected(column, left) for column in columns)


def rank_row(cards: Sequence[int]) -> list[int]:
    return [rank(card) for card in cards]


def expected(column: list[int], left: Sequence[int]) -> float:
    """Return what a column is expected to score when its unknown cards are drawn from those that are left."""
    many = sum(left)
    unknown_ones = column.count(0)
    known = [each for each in column if each]
    total = float(sum(POINTS[each] for each in known))
    if unknown_ones:
        total += unknown_ones * sum(POINTS[each] * count for each, count in enumerate(left)) / many
    for each in set(known) or range(1, RANKS + 1):
        if all(one == each for one in known):  # three of a rank count nothing
            chance = 1.0
            for place in range(unknown_ones):
                chance *= max(0, left[each] - place) / (many - place)
            total -= chance * 3 * POINTS[each]
    return total


EXACT = Appraiser("exact", write_exact, frozenset({"nines"}))
