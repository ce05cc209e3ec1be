"""Positions for policies: those that play leads to, and made ones in which the rare cases are common."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, count, islice
from typing import Any

from tests.policies import dawdle, policy_for
from upcard.bots import BOTS, careless
from upcard.chance import SeededChance, Xoshiro, decision_word
from upcard.errors import OptionError
from upcard.fast.policy import Policy
from upcard.game import Game, answer_all, observe
from upcard.games import find_game
from upcard.options import described
from upcard.state import Phase, Source, copy_state
from upcard.testing import limited

LENGTHS = {"rounds": (1, 2, 3), "target": (75, 100, 150), "turn_limit": (15, 40)}
"""Options that say how long a match is: short here."""
MOST_OF_A_MATCH = 250


@dataclass(frozen=True)
class Position:
    """What the seat to move knows, and the options of its table."""

    game: Game
    options: Any
    seen: Any

    def table_for(self, policy: Policy) -> Any:
        """Return what a policy must know of the table."""
        return policy.table_for(self.game, self.options, self.seen.seats)


def policy_of(bot: str, game: str) -> Policy:
    """Return the policy that a bot plays a game by."""
    policy = BOTS[bot].policy(game)
    assert policy is not None
    return policy


def seen_from(game: Game, state: Any) -> Any:
    """Return what the seat to move knows of a state."""
    return observe(game, state, state.seat, tags=False).table_state


def chosen(policy: Policy, position: Position, word: int) -> int:
    """Return the code that the policy picks, interpreted."""
    seen = position.seen
    return policy.choose(seen, position.game.legal(seen), word, position.table_for(policy))


def any_options(game: Game, seats: int, stream: Xoshiro) -> Any:
    """Return settled options, each as likely as not the usual one, for a short match."""
    while True:
        values: dict[str, int | str] = {}
        for entry in described(game.options):
            allowed = LENGTHS.get(entry.name) or entry.choices or range(entry.low, entry.high + 1)
            allowed = [value for value in allowed if value not in entry.gaps]
            if entry.name in LENGTHS or stream.below(2) == 0:
                values[entry.name] = allowed[stream.below(len(allowed))]
        try:
            return game.settle(game.options(**values), seats)
        except OptionError:
            continue  # the run bonus needs partners, or the like


def played(name: str, most: int, seed: int) -> Iterator[Position]:
    """Yield the decisions of matches: all seats, any options, careless greedy and others."""
    return islice(chain.from_iterable(played_once(name, match, seed) for match in count()), most)


def played_once(name: str, match: int, seed: int) -> Iterator[Position]:
    """Yield the decisions with which a match begins."""
    game, stream = find_game(name), Xoshiro(seed, match)
    policy = careless(policy_of("greedy", name))
    seats = game.seat_numbers[match % len(game.seat_numbers)]
    options = any_options(game, seats, stream)
    table = policy.table_for(game, options, seats)
    chance, other = SeededChance(seed, match), (None, None, policy_for(game), dawdle)[match % 4]
    state = game.start(options, seats)
    answer_all(game, state, chance)
    for step in range(MOST_OF_A_MATCH):
        if state.phase == Phase.OVER:
            break
        seen = seen_from(game, state)
        yield Position(game, options, seen)
        if other is None:
            word = decision_word(seed + match, state.seat, step)
            code = policy.choose(seen, game.legal(seen), word, table)
        else:
            code = other(game, state, stream)
        game.apply(state, code)
        answer_all(game, state, chance)


def made(name: str, most: int, seed: int) -> Iterator[Position]:
    """Yield positions laid by hand: few kinds of cards in a grid, racks that are almost in order."""
    game, stream = find_game(name), Xoshiro(seed)
    for number in range(most):
        if number % 50 == 0:
            seats = game.seat_numbers[stream.below(len(game.seat_numbers))]
            options = limited(game, any_options(game, seats, stream), seats)
            start = game.start(options, seats)
            answer_all(game, start, SeededChance(seed, number))
        state = copy_state(start)
        state.seat = stream.below(seats)
        state.phase = (Phase.CHOOSE, Phase.PLACE_DRAWN, Phase.PLACE_TAKEN)[stream.below(3)]
        cards = rack(state, stream) if name == "rack-o" else grid(game, state, stream)
        state.discard_size = 1 + stream.below(2)
        state.discard[state.discard_size - 1] = cards[0]
        if stream.below(4) == 0:
            state.pile_size = state.pile_known = 0
        if state.phase != Phase.CHOOSE:
            state.hand = cards[1]
            state.hand_source = Source.PILE
        yield Position(game, options, seen_from(game, state))


def rack(state: Any, stream: Xoshiro) -> list[int]:
    """Lay a rack for the seat to move, mostly close together and almost in order; return two cards more."""
    highest = 20 + 10 * state.seats
    span = (12, 14, 20, highest)[stream.below(4)]
    lowest = 1 + stream.below(highest - span + 1)
    cards = stream.shuffled(range(lowest, lowest + span))[:12]
    hand = cards[10:]
    own = sorted(cards[:10]) if stream.below(5) else cards[:10]
    for _ in range(stream.below(3)):
        one, other = stream.below(10), stream.below(10)
        own[one], own[other] = own[other], own[one]
    state.rack[state.seat][:] = own
    return hand


def grid(game: Game, state: Any, stream: Xoshiro) -> list[int]:
    """Lay a grid of few kinds of cards for the seat to move; return two cards more."""
    seat, last = state.seat, len(game.faces.texts) - 1
    kinds = [1 + stream.below(last) for _ in range(1 + stream.below(5))]
    if stream.below(2) == 0:
        kinds.append(last)  # a Rat, or a joker
    state.grid[seat][:] = [kinds[stream.below(len(kinds))] for _ in range(9)]
    state.up[seat][:] = [int(stream.below(3) > 0) for _ in range(9)]
    final = stream.below(4) == 0
    if game.name == "nines":
        state.finisher = (seat + 1) % state.seats if final else -1
        if stream.below(10) == 0:
            state.phase = Phase.TURN_UP
    else:
        state.clocked = 1 - seat if final else -1
        state.known[seat][:] = [int(not up and stream.below(2) == 0) for up in state.up[seat]]
        if stream.below(4) == 0:
            state.rows[seat] = 2
            for row in (state.grid[seat], state.up[seat], state.known[seat]):
                row[6:] = [0, 0, 0]
        elif stream.below(5) == 0:
            state.phase = Phase.ASK
            place = 3 * stream.below(3)
            state.grid[seat][place : place + 3] = [1 + stream.below(10)] * 3
            state.up[seat][place : place + 3] = [1, 1, 1]
        elif stream.below(6) == 0:
            state.phase = Phase.TURN_UP
    if state.phase == Phase.TURN_UP:
        state.up[seat][0] = 0
    return [kinds[stream.below(len(kinds))], (*kinds, 1 + stream.below(last))[stream.below(len(kinds) + 1)]]
