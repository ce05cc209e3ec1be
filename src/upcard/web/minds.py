"""Where bots decide: those that only look in threads here, those that reckon in a program of their own.

A bot that reckons may take a second where nothing is compiled. In its own program it keeps neither Python's
lock nor the processor from the loop that serves everybody, and one that never ends can be ended. Questions
are answered in the order in which they come, and a table has one at a time, so none waits for another's game.
"""

from __future__ import annotations

import asyncio
import contextlib
import pickle
import subprocess
import sys
import threading
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from upcard.bots import ALWAYS, Bot, find_bot
from upcard.bots.thinker import Answer, Question
from upcard.errors import UpcardError
from upcard.fast.warming import Part
from upcard.games import find_game
from upcard.values import Action, View
from upcard.web.preparing import Preparing, decisions

MODULE = "upcard.bots"
LONGEST = 60.0
"""Seconds that a bot may reckon; then the default move is made instead (AL5)."""
TIMES = 2
"""How often a question is asked where the program ends over it."""
PAYS = 1.0
"""Seconds that were spent interpreted, in all, before a bot's decisions are compiled."""
THREADS = 2
"""In which quick bots choose: more would only wait for each other."""


QUICK = frozenset(kind.name for kind in ALWAYS)


class BotFailed(UpcardError):
    """A bot did not come to a decision."""

    code = "bots/failed"


@dataclass(frozen=True, slots=True)
class Player:
    """Who plays a seat: a kind of bot and its seed; ``bot`` is asked where it decides quickly."""

    kind: str
    seed: int
    bot: Bot


class Program:
    """A program that answers one question at a time."""

    def __init__(self) -> None:
        # -P: a file in the folder that somebody happens to be in must not be taken for a library
        self.process = subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, "-P", "-m", MODULE],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is for whoever serves
        )

    def ask(self, question: Question, longest: float) -> Answer | None:
        """Return its answer; None if it has ended, or has been ended because it took too long."""
        assert self.process.stdin
        assert self.process.stdout
        ending = threading.Timer(longest, self.process.kill)
        ending.daemon = True
        ending.start()
        try:
            pickle.dump(question, self.process.stdin)
            self.process.stdin.flush()
            answer: Answer = pickle.load(self.process.stdout)  # noqa: S301 - of our own program
        except (EOFError, OSError, pickle.UnpicklingError):
            return None
        finally:
            ending.cancel()
        return answer

    def close(self) -> None:
        """End it at once, and return when it has."""
        with contextlib.suppress(OSError), self.process as process:  # what it was not told is lost
            process.kill()


class Minds:
    """All bots of a server; ``preparing`` has compiled what pays."""

    def __init__(self, preparing: Preparing | None = None) -> None:
        self._preparing = preparing or Preparing()
        self._quick = ThreadPoolExecutor(THREADS, thread_name_prefix="upcard-bot")
        self._asking = ThreadPoolExecutor(1, thread_name_prefix="upcard-thinker")
        self._program: Program | None = None
        self._spent: defaultdict[Part, float] = defaultdict(float)
        self._spoilt: set[Part] = set()
        """What failed compiled and is decided interpreted ever after."""
        self._closed = False

    def decide(self, player: Player, view: View) -> asyncio.Future[Action]:
        """Have a bot decide; BotFailed, or whatever it raises, if it does not."""
        loop = asyncio.get_running_loop()
        if player.kind in QUICK:
            return loop.run_in_executor(self._quick, player.bot.choose, view)
        return loop.run_in_executor(self._asking, self._think, player, view)

    def let_go(self) -> None:
        """Decide nothing any more, and keep nothing that the end of this program would wait for."""
        self._closed = True
        if self._program is not None:
            self._program.process.kill()

    def close(self) -> None:
        """Decide nothing any more, and return when whatever is decided has ended."""
        self.let_go()
        self._quick.shutdown(wait=False, cancel_futures=True)
        self._asking.shutdown(wait=True, cancel_futures=True)
        if self._program is not None:
            self._program.close()
        self._preparing.stop()

    # --- in the thread that asks -----------------------------------------------------------------

    def _think(self, player: Player, view: View) -> Action:
        game, part = find_game(view.game), decisions(view.game, player.kind)
        pays = self._spent[part] > PAYS
        compiled = pays and self._preparing.ready(part) and part not in self._spoilt
        seat, step = view.seat or 0, view.step
        asked = Question(player.kind, game.name, view.table_state, seat, step, player.seed, compiled)
        try:
            answer = self._ask(asked)
            if answer.trouble and compiled:
                self._spoilt.add(part)
                answer = self._ask(replace(asked, compiled=False))
        except OSError:  # no further program can be started here
            return player.bot.choose(view)
        if answer.trouble:
            raise BotFailed(f"{player.kind} failed: {answer.trouble}")
        if not compiled:
            self._spent[part] += answer.seconds
            if self._spent[part] > PAYS:
                self._preparing.want(part)
        return game.actions[answer.code]

    def _ask(self, question: Question) -> Answer:
        for _ in range(TIMES):
            if self._program is None and not self._closed:
                self._program = Program()
            if self._closed or self._program is None:  # it may have been closed meanwhile
                break
            began = time.monotonic()
            answer = self._program.ask(question, LONGEST)
            if answer is not None:
                return answer
            self._program.close()
            self._program = None
            if time.monotonic() - began >= LONGEST:
                return Answer(trouble=f"no decision in {LONGEST:.0f} seconds")
        return Answer(trouble="the program that decides has ended")


def player_of(kind: str, seed: int) -> Player:
    """Return a player of a kind; UnknownBot if there is none."""
    found = find_bot(kind)
    return Player(found.name, seed, found.make(seed))
