"""A bot that plays by policies: a view in, an action out."""

from __future__ import annotations

from collections.abc import Sequence

from upcard.bots.contract import PolicyFor
from upcard.chance import decision_word
from upcard.errors import UnknownBot
from upcard.fast.policy import Policy
from upcard.game import options_of
from upcard.games import find_game
from upcard.values import Action, View


class PolicyBot:
    """Plays each game by the policy that is found for it; its luck follows from seed, seat and step.

    It looks at nothing of a view but what its seat knows of the state. The table of the last match is kept,
    which saves making it again and changes no choice.
    """

    def __init__(self, name: str, policy_for: PolicyFor, seed: int) -> None:
        self.name = name
        self.seed = seed
        self._policy_for = policy_for
        self._kept: tuple[str, dict[str, int | str], int, Policy, Sequence[int]] | None = None

    def choose(self, view: View) -> Action:
        """Return the action that the policy picks."""
        game = find_game(view.game)
        policy, table = self._policy_at(view)
        state = view.table_state
        word = decision_word(self.seed, view.seat or 0, view.step)
        return game.actions[policy.choose(state, game.legal(state), word, table)]

    def _policy_at(self, view: View) -> tuple[Policy, Sequence[int]]:
        """Return the policy for the table that is viewed, and what it must know of it."""
        kept = self._kept
        if kept is not None and kept[:3] == (view.game, view.options, view.seats):
            return kept[3], kept[4]
        policy = self._policy_for(view.game)
        game = find_game(view.game)
        if policy is None:
            raise UnknownBot(f"{self.name} does not play {game.title}")
        table = policy.table_for(game, options_of(game, view.table_state), view.seats)
        self._kept = (view.game, view.options, view.seats, policy, table)
        return policy, table
