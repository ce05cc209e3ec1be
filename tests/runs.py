"""Runs of many matches: seeded tables whose options go through everything, played by the mixed player."""

from collections import Counter
from dataclasses import replace
from typing import Any

from tests.policies import dawdle, policy_for
from upcard.chance import SeededChance, Xoshiro
from upcard.errors import OptionError
from upcard.game import Game, legal_codes, wants_chance
from upcard.options import described
from upcard.state import Phase
from upcard.testing import Policy, is_random_match, mixed, play_out

SHORT: dict[str, tuple[int, ...]] = {"rounds": (1, 1, 2, 3), "target": (75, 75, 150)}
"""Lengths that let whole matches end early."""
RANDOM_TURNS = 30
TURNS = 60


def table_of(game: Game, match: int, seed: int = 0) -> tuple[Any, int]:
    """Return options and seats of a match of a run: each option at its default or at any of its values."""
    stream = Xoshiro(seed, match, 5)
    seats = game.seat_numbers[stream.below(len(game.seat_numbers))]
    while True:
        values: dict[str, Any] = {}
        for entry in described(game.options):
            if entry.name in SHORT:
                values[entry.name] = SHORT[entry.name][stream.below(len(SHORT[entry.name]))]
            elif entry.name == "turn_limit":
                values[entry.name] = RANDOM_TURNS if is_random_match(match) else TURNS
            elif stream.below(2):
                span = entry.choices or [n for n in range(entry.low, entry.high + 1) if n not in entry.gaps]
                values[entry.name] = span[stream.below(len(span))]
        try:
            return game.settle(replace(game.options(), **values), seats), seats
        except OptionError:
            continue


def player_of(game: Game, match: int) -> Policy:
    """Return who plays a match of a run: the mixed player, or one in 20 lets the piles run out."""
    return dawdle if match % 20 == 7 else mixed(policy_for(game), match)


class Run:
    """Matches of a game, one after the other, every invariant looked at after every action."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.seed = seed
        self.actions = 0
        self.kinds: Counter[str] = Counter()

    def play(self, match: int) -> None:
        """Play a match to its end."""
        game = self.game
        options, seats = table_of(game, match, self.seed)
        deck = Counter(game.deck(seats))
        scored = [0] * seats

        def after(state: Any, code: int) -> None:
            self.actions += code >= 0
            if wants_chance(state):
                return
            for row in range(state.note_count):
                kind, seat, _, _, value, _, _ = state.notes[row]
                key = game.kinds[kind].key
                self.kinds[key] += 1
                if key == "scored":
                    scored[seat] += value
            lying = Counter(place.card(state) for place in game.holdings(state))
            assert lying == deck, f"match {match}: cards lost {deck - lying}, found {lying - deck}"
            if state.phase != Phase.OVER:
                codes = legal_codes(game, state)
                assert codes
                assert game.default(state) in codes
                assert state.discard_size > 0 or state.hand_source

        state = play_out(
            game,
            player_of(game, match),
            options=options,
            seats=seats,
            chance=SeededChance(self.seed, match),
            seed=self.seed,
            match=match,
            after=after,
        )
        assert state.phase == Phase.OVER, f"match {match} did not end"
        assert scored == state.totals[:seats], f"match {match}: the rounds are not the total"
