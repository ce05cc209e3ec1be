"""What an action at Rat Race is worth, found by trying every order of the unseen cards through the rules.

A slow definition: a seat knows what it sees; all worlds that look alike to it are played on together.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import permutations
from typing import Any

from upcard.chance import Xoshiro
from upcard.game import legal_codes, observe
from upcard.games import find_game
from upcard.state import NOBODY, Phase, Source, copy_state, share_paper

GAME = find_game("rat-race")
Leaf = Callable[[list[Any], int], float]
"""What worlds that look alike are worth to a seat that has just moved; low is good."""


def few_unseen(stream: Xoshiro, options: dict[str, Any], own_down: int, final: bool, pool: int = 5) -> Any:
    """Return a position with a round to go in which all cards but a few are in sight, or burned."""
    while True:
        state = GAME.start(GAME.options(rounds=1, **options), 2)
        deck = stream.shuffled(GAME.deck(2))
        unseen, deck = deck[:pool], deck[pool:]
        seat = state.seat = stream.below(2)
        downs = [0, 0]
        downs[seat] = own_down
        downs[1 - seat] = 0 if final else 1 + stream.below(2)
        kinds = deck[: 3 + stream.below(4)]
        for player in (0, 1):
            rows = state.rows[player] = 2 if stream.below(4) == 0 and options.get("walkout") != "off" else 3
            state.walked[player] = int(rows == 2)
            state.down[player] = downs[player]
            hidden = stream.shuffled(range(3 * rows))[: downs[player]]
            for cell in range(3 * rows):
                state.up[player][cell] = int(cell not in hidden)
                wanted = kinds[stream.below(len(kinds))]
                card = wanted if wanted in deck else deck[0]
                if cell not in hidden or stream.below(4) == 0:
                    deck.remove(card)
                    state.grid[player][cell] = card
                    state.known[player][cell] = int(cell in hidden)
        state.discard[0], state.discard[1] = deck[0], deck[1]
        state.discard_size = 2
        deck = deck[2:]
        hidden = sum(state.grid[p][c] == 0 for p in (0, 1) for c in range(3 * state.rows[p]))
        left = len(unseen) - hidden
        if left < 2 or len(deck) > 66:
            continue
        state.burn[: len(deck)], state.burn_size = deck, len(deck)
        state.pile_size = left
        state.pile[:left] = [0] * left
        state.clocked = 1 - seat if final else NOBODY
        state.phase = Phase.CHOOSE
        state.turns[0] = state.turns[1] = 5
        if any(_would_walk(state, player) for player in (0, 1)):
            continue
        return state, unseen


def _would_walk(state: Any, player: int) -> bool:
    from upcard.games.rat_race.scoring import equal_row

    return state.walkout != 1 and state.rows[player] == 3 and equal_row(state, player) >= 0


def worlds(state: Any, unseen: list[int]) -> list[Any]:
    """Return every world that the state may be, each order of the unseen cards once."""
    places = [
        (state.grid[player], cell)
        for player in (0, 1)
        for cell in range(3 * state.rows[player])
        if state.grid[player][cell] == 0
    ]
    found = []
    for order in permutations(unseen):
        for (row, cell), card in zip(places, order, strict=False):
            row[cell] = card
        state.pile[: state.pile_size] = order[len(places) :]
        world = copy_state(state)
        share_paper(world)
        found.append(world)
    for row, cell in places:
        row[cell] = 0
    return found


def values(alike: list[Any], leaf: Leaf | None) -> dict[int, float]:
    """Return for each legal code what it comes to for the seat to move; low is good.

    The round is played to its end, unless there is a leaf: then a turn of one seat that ends no round and
    does not Clock Off ends in it.
    """
    seat = alike[0].seat
    return {code: _after(alike, code, seat, leaf) for code in legal_codes(GAME, alike[0])}


def _after(alike: list[Any], code: int, seat: int, leaf: Leaf | None) -> float:
    apart = defaultdict(list)
    for world in alike:
        trial = copy_state(world)
        share_paper(trial)
        trial.note_count = 0
        GAME.apply(trial, code)
        apart[_seen(trial)].append(trial)
    return sum(len(group) * _worth(group, seat, leaf) for group in apart.values()) / len(alike)


def _worth(alike: list[Any], seat: int, leaf: Leaf | None) -> float:
    state = alike[0]
    if state.phase == Phase.OVER:
        return sum(GAME.final(world, seat) - GAME.final(world, 1 - seat) for world in alike) / len(alike)
    if state.seat != seat and state.clocked == NOBODY and leaf:
        return leaf(alike, seat)
    best = min(values(alike, leaf).values())
    return best if state.seat == seat else -best


def _seen(state: Any) -> tuple[Any, ...]:
    trial = copy_state(state)
    if trial.phase != Phase.OVER:
        GAME.hide(trial, trial.seat)
    else:
        return ()
    grids = tuple(tuple(row) for rows in (trial.grid, trial.up) for row in rows)
    return (trial.phase, trial.seat, trial.hand, tuple(trial.discard), *grids)


def seen_by_mover(state: Any) -> Any:
    """Return what the seat to move sees."""
    return observe(GAME, state, state.seat, tags=False).table_state


def drawn(state: Any, unseen: list[int], stream: Xoshiro) -> tuple[Any, list[int]]:
    """Return the position after a draw, and what is unseen then."""
    card = unseen[stream.below(len(unseen))]
    left = unseen.copy()
    left.remove(card)
    state.pile_size -= 1
    state.hand, state.hand_source = card, Source.PILE
    state.phase = Phase.PLACE_DRAWN
    return state, left


def positions(
    seed: int, many: int, options: dict[str, Any], *, final: bool = False
) -> Iterator[tuple[Any, list[int]]]:
    """Yield positions in all the phases of a turn."""
    stream = Xoshiro(seed)
    for number in range(many):
        state, unseen = few_unseen(stream, options, 1 + stream.below(3), final)
        if number % 3 == 1:
            state, unseen = drawn(state, unseen, stream)
        elif number % 3 == 2:
            state, unseen = drawn(state, unseen, stream)
            state.discard[2], state.discard_size = state.hand, 3
            state.hand, state.hand_source, state.phase = 0, Source.NOWHERE, Phase.TURN_UP
        yield state, unseen
