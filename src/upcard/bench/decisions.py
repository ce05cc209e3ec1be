"""How long a player takes for a decision: from a view to a choice, compiled, through the door a table uses.

Every player of a game is shown the same positions, one after the other; the time of each is taken by itself.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

from upcard.bench.contest import Absent, Contestant
from upcard.bench.figures import Sample
from upcard.bench.ours import SEATS, SEED
from upcard.bots import BotKind, bots_for, find_bot
from upcard.chance import SeededChance, decision_word
from upcard.game import Game
from upcard.games import find_game
from upcard.table import Table

POSITIONS = 150
STRIDE = 7
"""Every so manieth decision is taken, of matches between players that look at nothing but their own cards."""
FIXED = "greedy"
"""Whose decisions the others' are compared with."""


@cache
def positions(name: str) -> tuple[Any, ...]:
    """Return what seats know at decisions of matches between *greedy*, two seats, the usual options."""
    found: list[Any] = []
    game = find_game(name)
    match = 0
    while len(found) < POSITIONS:
        table = Table(game, {"turn_limit": 100}, SEATS, SeededChance(SEED, match))
        players = [find_bot(FIXED).make(seat) for seat in range(SEATS)]
        while (seat := table.turn) is not None and len(found) < POSITIONS:
            view = table.view(seat, tags=False)
            if table.step % STRIDE == 0:
                found.append(view.table_state)
            table.act(seat, players[seat].choose(view))
        match += 1
    return tuple(found)


@dataclass
class Deciding:
    """A player of a game, asked again and again; its samples say what half and 95 % of decisions took."""

    game: Game
    kind: BotKind
    _asked: int = field(default=0, init=False)

    @property
    def key(self) -> str:
        """The name for programs."""
        return decision_key(self.game.name, self.kind.name)

    @property
    def title(self) -> str:
        """The name for people."""
        return f"{self.game.title}, {self.kind.name}"

    @cached_property
    def _ready(self) -> tuple[Any, Sequence[int], tuple[Any, ...]]:
        from upcard.fast import available, reason

        if not available():
            raise Absent(f"nothing is compiled here: {reason()}")
        from upcard.fast.deciding import Decider

        policy = self.kind.policy(self.game.name)
        if policy is None:
            raise Absent(f"{self.kind.name} plays interpreted only")
        options = self.game.settle(self.game.options(turn_limit=100), SEATS)
        return (
            Decider(self.game, policy),
            policy.table_for(self.game, options, SEATS),
            positions(self.game.name),
        )

    def prepare(self) -> None:
        """Compile it, and decide once everywhere."""
        decider, table, seen = self._ready
        for state in seen:
            decider.choose(state, 0, table)

    def measure(self, seconds: float) -> Sample:
        """Decide for about that long, and a few times in any case."""
        decider, table, seen = self._ready
        times: list[float] = []
        clock, used = time.perf_counter, time.process_time()
        begun = clock()
        while len(times) < 20 or clock() - begun < seconds:
            state = seen[self._asked % len(seen)]
            word = decision_word(SEED, state.seat, self._asked)
            start = clock()
            decider.choose(state, word, table)
            times.append(clock() - start)
            self._asked += 1
        used, wall = time.process_time() - used, clock() - begun
        times.sort()
        middle, late = times[len(times) // 2], times[len(times) * 95 // 100]
        return Sample(len(times), used, wall, len(times), p50=middle, p95=late)


def decision_key(game: str, bot: str) -> str:
    """Return the key of the one who is asked for decisions."""
    return f"{game}_{bot}_decision".replace("-", "_")


def contestants(game: Game) -> list[Contestant]:
    """Return the levels of a game, and the one they are compared with."""
    return [Deciding(game, kind) for kind in bots_for(game.name) if kind.level > 0 or kind.name == FIXED]
