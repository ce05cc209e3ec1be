"""Compile everything that tests play with, for the games that are named: `scripts/test` does so beforehand.

Two workers of pytest would otherwise both compile the same.
"""

import sys

import numpy as np

from tests.fast.engines import engine_of
from upcard import fast
from upcard.bots.sets import policy_sets
from upcard.chance import SeededChance
from upcard.fast.compiled import Engine
from upcard.game import answer_all
from upcard.games import GAMES


def compile_matches(engine: Engine) -> None:
    """Compile whole matches between the policies of the engine."""
    engine.simulate(engine.policies[0].name, 0)


def compile_steps(engine: Engine) -> None:
    """Compile single steps."""
    records = engine.new()
    mask = engine.start(records, 0, np.uint64(0), 0)
    assert mask == engine.legal(records, 0)
    engine.step(records, 0, mask.bit_length() - 1)


def compile_rules(engine: Engine) -> None:
    """Compile the rules one by one."""
    state = engine.game.start()
    engine.rules["resume"](engine.pack([state], full=True), 0)
    answer_all(engine.game, state, SeededChance(1))
    records = engine.pack([state], full=True)
    mask = engine.rules["legal"](records, 0)
    assert mask >> engine.rules["default"](records, 0) & 1
    engine.rules["hide"](records.copy(), 0, 0)
    engine.rules["apply"](records, 0, mask.bit_length() - 1)


def main(names: list[str]) -> None:
    """Compile these games."""
    for name in names:
        shared = engine_of(name)
        compile_matches(shared)
        compile_steps(shared)
        compile_rules(shared)
        for policies in policy_sets(name):
            compile_matches(fast.engine(GAMES[name], *policies))


if __name__ == "__main__":
    if fast.available():
        main(sys.argv[1:])
