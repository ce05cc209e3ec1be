"""``python -m upcard.fast [GAME …]``: compile now, on all cores, what would be compiled when it is needed.

It lies beside what it starts and stands above everything: only here ``fast`` looks up to the bots, to know
which policies are worth compiling.
"""

from __future__ import annotations

import argparse
import json
import os
import queue
import sys
import threading
import time
from collections.abc import Sequence
from typing import Any

from upcard.bots.sets import levels, policy_of, policy_sets
from upcard.chance import SeededChance
from upcard.errors import UpcardError
from upcard.fast import engine, reason
from upcard.fast.policy import Policy
from upcard.fast.support import cores
from upcard.fast.warming import IDLE, WORKER, Made, Part, compile_all
from upcard.game import Game, answer_all, observe, options_of
from upcard.games import GAMES, find_game

NEWLINE = "\n"
STOPPED = 130
LOW = 10
"""The priority of a program that compiles beside what people wait for: by the lowest, 19, it might never be
through on a machine that has anything else to do, and bots decide slowly until it is."""


def main(words: Sequence[str]) -> int:
    """Compile the games that are named, all of them if none is; 1 where that cannot be."""
    parser = argparse.ArgumentParser(
        prog="python -m upcard.fast",
        description="Compile the rules of the games now, so that nothing has to wait for it later.",
    )
    parser.add_argument("games", metavar="GAME", nargs="*", help=f"any of {', '.join(GAMES)} (default: all)")
    parser.add_argument("--jobs", metavar="N", type=int, default=cores(), help="how many at a time")
    parser.add_argument(WORKER, action="store_true", help=argparse.SUPPRESS)
    parser.add_argument(IDLE, action="store_true", help=argparse.SUPPRESS)
    wanted = parser.parse_args(words)
    if wanted.worker:
        return work(idle=wanted.idle)
    try:
        games = [find_game(name).name for name in wanted.games] or list(GAMES)
    except UpcardError as error:
        parser.error(error.message)
    try:
        return compile_games(list(dict.fromkeys(games)), max(1, wanted.jobs))
    except KeyboardInterrupt:
        return STOPPED


def compile_games(games: Sequence[str], jobs: int) -> int:
    """Compile games with a line for each part and one for the time; 1 where something went wrong."""
    if why := reason():
        print(f"nothing can be compiled here: {why}", file=sys.stderr)
        return 1
    from upcard.fast import cache

    parts = [part for game in games for part in parts_of(game)]
    jobs = min(jobs, len(parts))
    print(f"{len(parts)} parts, {jobs} at a time, kept in {cache.home()}", flush=True)
    begun = time.perf_counter()
    done = compile_all(parts, jobs, say)
    took = time.perf_counter() - begun
    if any(made.trouble for made in done):
        return 1
    print(f"all in {took:.1f} s")
    return 0


def parts_of(game: str) -> list[Part]:
    """Return what is worth compiling of a game, that first which takes long."""
    sets = (Part(game, names(policies)) for policies in policy_sets(game))
    return [*sets, Part(game), *(Part(game, (name,), decisions=True) for name in levels(game))]


def names(policies: Sequence[Policy]) -> tuple[str, ...]:
    """Return the names of policies, in their order."""
    return tuple(policy.name for policy in policies)


def say(made: Made) -> None:
    """Print a line about a part."""
    took = "there already" if made.seconds is None else f"{made.seconds:.1f} s"
    print(f"{made.part.game:10}{made.part.title:20}{made.trouble or took}", flush=True)


# --- the program that compiles ---------------------------------------------------------------------


def work(*, idle: bool) -> int:
    """Compile parts as they are asked for on stdin, until that ends."""
    if idle and hasattr(os, "setpriority"):
        os.setpriority(os.PRIO_PROCESS, 0, LOW)
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(lines,), daemon=True).start()
    while True:
        game, policies, decisions = json.loads(lines.get())
        print(json.dumps(make(Part(game, tuple(policies), decisions))), flush=True)


def _listen(lines: queue.SimpleQueue[str]) -> None:
    for line in sys.stdin:
        lines.put(line)
    os._exit(0)  # whoever started this has ended: so does what is half compiled


def make(part: Part) -> dict[str, Any]:
    """Compile a part, unless it is there, and return what there is to say of it."""
    if why := reason():
        return {"trouble": why}
    from upcard.fast import cache

    if why := cache.why_not_kept():
        return {"trouble": why}
    compiled: list[str] = []
    cache.on_compile.append(compiled.append)
    begun = time.perf_counter()
    try:
        game = find_game(part.game)
        compile_decisions(game, *part.policies) if part.decisions else compile_part(game, part.policies)
    except Exception as error:  # whatever a compiler has to say
        return {"trouble": f"{type(error).__name__}: {str(error).partition(NEWLINE)[0]}"}
    if not compiled:
        return {}
    took = time.perf_counter() - begun
    why = cache.why_not_kept()  # the disk may be full by now
    return {"trouble": why} if why else {"seconds": took}


def compile_part(game: Game, policies: tuple[str, ...]) -> None:
    """Have there what plays whole matches between these policies, or single steps for none."""
    if policies:
        chosen = next(known for known in policy_sets(game.name) if names(known) == policies)
        engine(game, *chosen).simulate(policies[0], 0)
        return
    import numpy as np

    compiled = engine(game)
    records = compiled.new()
    compiled.start(records, 0, np.uint64(0), 0)
    code = int(compiled.legal(records, 0)).bit_length() - 1
    compiled.step(records, 0, code)


def compile_decisions(game: Game, bot: str) -> None:
    """Have there what a bot decides with, by having it decide once."""
    from upcard.fast.deciding import Decider

    policy, state = policy_of(game.name, bot), game.start()
    answer_all(game, state, SeededChance(0))
    seen = observe(game, state, state.seat, tags=False).table_state
    Decider(game, policy).choose(seen, 0, policy.table_for(game, options_of(game, state), state.seats))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
