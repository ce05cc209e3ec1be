"""Other programs that play card games, measured by a program of its own.

It needs nothing of upcard, so that any Python that has a peer can run it: ``python peers.py LIBRARY``.
The first line it prints says which contestants there are, or why there are none. Then for every line that
it reads, a contestant and a number of seconds, it prints what was done in that time.
"""

from __future__ import annotations

import json
import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from importlib.metadata import distributions, version
from typing import Any

_chance = random.Random(7)

Play = Callable[[], float]
"""Plays something and returns how many steps that were: actions, and cards dealt or drawn."""
Peers = dict[str, tuple[str, Play]]

HEARTS, LEDUC, GIN = "hearts", "leduc_poker", "gin_rummy"
TITLES = {HEARTS: "hearts", LEDUC: "Leduc poker", GIN: "gin rummy"}
ROLLOUTS = {HEARTS: 200, LEDUC: 2000, GIN: 4}
"""How many playouts a call: enough that the call itself costs nothing."""
TRIAL = 0.8
"""For so many seconds playouts are counted, to know how long one is."""
BATCH = 4096
DEALT_IN_GIN, DEALT_IN_LEDUC = 21, 3


def openspiel() -> Peers:
    """OpenSpiel: its C++ playouts, and its states driven from Python."""
    import pyspiel

    peers: Peers = {}
    for name in (HEARTS, LEDUC, GIN):
        game = pyspiel.load_game(name)
        peers[f"openspiel_{name}_rollouts"] = (
            f"OpenSpiel {TITLES[name]}, C++",
            _rollouts(pyspiel, game, name),
        )
        peers[f"openspiel_{name}_python"] = (f"OpenSpiel {TITLES[name]}, from Python", _driven(game))
    return peers


def play_on(state: Any) -> int:
    """Play a state of OpenSpiel at random to its end; return the number of actions, chance's among them.

    Every chance node of these games is a card from those left, each as likely as another.
    """
    steps = 0
    draw = _chance.random
    while not state.is_terminal():
        codes = state.legal_actions()
        state.apply_action(codes[int(draw() * len(codes))])
        steps += 1
    return steps


def _driven(game: Any) -> Play:
    return lambda: play_on(game.new_initial_state())


def _rollouts(pyspiel: Any, game: Any, name: str) -> Play:
    # The tree search, with one simulation, evaluates its root: that is n playouts in C++ and nothing else.
    # A root must be a decision, so the deal before the first one is not part of a playout.
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(_chance.choice(state.legal_actions()))
    lengths = []
    begun = time.process_time()
    while time.process_time() - begun < TRIAL:
        lengths.append(play_on(state.clone()))
    count = ROLLOUTS[name]
    steps = count * sum(lengths) / len(lengths)
    evaluator = pyspiel.RandomRolloutEvaluator(count, 7)
    search = pyspiel.MCTSBot(
        game, evaluator, uct_c=1.0, max_simulations=1, max_memory_mb=100, solve=False, seed=7, verbose=False
    )

    def play() -> float:
        search.mcts_search(state)
        return steps

    return play


def rlcard() -> Peers:
    """RLCard: its environment of gin rummy with its own random agents."""
    import rlcard as library
    from rlcard.agents import RandomAgent

    table = library.make("gin-rummy")
    table.set_agents([RandomAgent(num_actions=table.num_actions) for _ in range(table.num_players)])

    def play() -> float:
        before = table.timestep
        table.run(is_training=False)
        moves = [type(move).__name__ for move in table.game.round.move_sheet]
        return float(table.timestep - before + DEALT_IN_GIN + moves.count("DrawCardMove"))

    return {"rlcard_gin_rummy": ("RLCard gin rummy", play)}


def pgx() -> Peers:
    """Pgx: Leduc hold'em, thousands of games at once on the processor, compiled by JAX."""
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    import jax
    import jax.numpy as jnp
    import pgx as library

    table = library.make("leduc_holdem")

    def games(key: Any) -> tuple[Any, Any]:
        key, own = jax.random.split(key)
        first = jax.vmap(table.init)(jax.random.split(own, BATCH))

        def turn(carry: tuple[Any, Any, Any]) -> tuple[Any, Any, Any]:
            states, key, count = carry
            key, own = jax.random.split(key)
            odds = jnp.where(states.legal_action_mask, 0.0, -jnp.inf)
            codes = jax.random.categorical(own, odds, axis=-1)
            count += jnp.sum(~states.terminated)
            return jax.vmap(table.step)(states, codes), key, count

        def goes_on(carry: tuple[Any, Any, Any]) -> Any:
            return ~carry[0].terminated.all()

        _, key, count = jax.lax.while_loop(goes_on, turn, (first, key, jnp.int32(0)))
        return key, count

    compiled, key = jax.jit(games), jax.random.PRNGKey(7)

    def play() -> float:
        nonlocal key
        key, count = compiled(key)
        return int(count) + DEALT_IN_LEDUC * BATCH

    play()
    return {"pgx_leduc": ("Pgx Leduc hold'em", play)}


LIBRARIES: dict[str, tuple[str, Callable[[], Peers]]] = {
    "openspiel": ("open-spiel", openspiel),
    "rlcard": ("rlcard", rlcard),
    "pgx": ("pgx", pgx),
}


def measured(play: Play, seconds: float) -> dict[str, float]:
    """Return what was done in about that many seconds, once at least: a busy machine may stop for longer."""
    begun, used = time.perf_counter(), time.process_time()
    steps = play()
    while time.perf_counter() - begun < seconds:
        steps += play()
    return {"steps": steps, "cpu": time.process_time() - used, "wall": time.perf_counter() - begun}


def answers(library: str, lines: Iterator[str]) -> Iterator[dict[str, Any]]:
    """Yield the answer to each line: who there is, then what was measured."""
    package, load = LIBRARIES[library]
    try:
        peers = load()
    except ImportError as error:
        installed = package in (name.metadata["Name"] for name in distributions())
        yield {"absent": f"{package} does not start: {error}" if installed else f"{package} is not installed"}
        return
    yield {"titles": {key: title for key, (title, _) in peers.items()}, "version": version(package)}
    for line in lines:
        key, seconds = line.split()
        yield measured(peers[key][1], float(seconds))


def main() -> None:
    """Answer on standard output; whatever a library prints goes elsewhere."""
    out, sys.stdout = sys.stdout, sys.stderr
    for answer in answers(sys.argv[1], iter(sys.stdin.readline, "")):
        print(json.dumps(answer), file=out, flush=True)


if __name__ == "__main__":
    main()
