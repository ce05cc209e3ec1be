"""A program that decides for bots (``python -m upcard.bots``), so that whoever serves is not held up.

It reads questions from its stdin and answers each on its stdout, one after the other, and ends when its stdin
does. A question that says so is decided compiled; what is compiled has to be kept by then, or it is compiled
now, which takes its time. The choice is the same either way.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import sys
import threading
import time
import traceback
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from upcard.bots import find_bot
from upcard.chance import decision_word
from upcard.errors import UnknownBot
from upcard.fast.policy import Policy
from upcard.game import options_of
from upcard.games import find_game
from upcard.options import values_of

if TYPE_CHECKING:
    from upcard.fast.deciding import Decider
    from upcard.game import Game

MOST_TABLES = 16
"""How many tables of policies are kept: learned ones are large."""
LOWER = 5
"""By how much its priority is lower than that of the program that serves."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a bot does in a state, which is blanked for the seat to move: a view's ``table_state``."""

    bot: str
    game: str
    state: Any
    seat: int
    step: int
    seed: int
    compiled: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """The code that was chosen and the seconds that it took; or the kind and the place of what went wrong."""

    code: int = -1
    seconds: float = 0.0
    trouble: str = ""


class Thinker:
    """Decides; it keeps the tables of the matches that it was asked about last."""

    def __init__(self) -> None:
        self._tables: OrderedDict[tuple[Any, ...], Sequence[int]] = OrderedDict()
        self._deciders: dict[tuple[str, str], Decider] = {}

    def answer(self, asked: Question) -> Answer:
        """Return what the bot does, or what went wrong."""
        began = time.perf_counter()
        try:
            code = self._decide(asked)
        except Exception as error:  # whatever a bot does, the next question is answered
            return Answer(trouble=_described(error))
        return Answer(code, time.perf_counter() - began)

    def _decide(self, asked: Question) -> int:
        game, kind = find_game(asked.game), find_bot(asked.bot)
        policy = kind.policy(game.name)
        if policy is None:
            raise UnknownBot(f"{kind.name} does not play {game.title}")
        state, table = asked.state, self._table(asked, game, policy)
        word = decision_word(asked.seed, asked.seat, asked.step)
        if not asked.compiled:
            return int(policy.choose(state, game.legal(state), word, table))
        key = (game.name, kind.name)
        if key not in self._deciders:
            from upcard.fast.deciding import Decider

            self._deciders[key] = Decider(game, policy)
        return self._deciders[key].choose(state, word, table)

    def _table(self, asked: Question, game: Game, policy: Policy) -> Sequence[int]:
        options = options_of(game, asked.state)
        key = (asked.bot, game.name, asked.state.seats, *values_of(options).items())
        found = self._tables.pop(key, None)
        if found is None:
            found = policy.table_for(game, options, asked.state.seats)
            while len(self._tables) >= MOST_TABLES:
                self._tables.popitem(last=False)
        self._tables[key] = found
        return found


def _described(error: Exception) -> str:
    """Return the kind of an error and where it arose, and not what it says: a card may stand there."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{place}"


def work(questions: IO[bytes], answers: IO[bytes]) -> None:
    """Answer questions as they come; the program ends when there are none to come."""
    asked: queue.SimpleQueue[Question] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(questions, asked), daemon=True).start()
    thinker = Thinker()
    while True:
        pickle.dump(thinker.answer(asked.get()), answers)
        answers.flush()


def _listen(questions: IO[bytes], asked: queue.SimpleQueue[Question]) -> None:
    with contextlib.suppress(EOFError, OSError, pickle.UnpicklingError):
        while True:
            asked.put(pickle.load(questions))  # noqa: S301 - from the program that started this one
    os._exit(0)  # whoever started this has ended: nobody waits for what is being decided


def main() -> None:
    """Answer on what was stdout; whatever a library prints goes to stderr."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    if hasattr(os, "nice"):
        os.nice(LOWER)
    work(sys.stdin.buffer, answers)
