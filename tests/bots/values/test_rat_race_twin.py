"""What is done by whole arrays where nothing is compiled is what the loops do, to the last bit."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from tests.bots.positions import made, played
from upcard.bots.expert_rat_race import CODES, EXPERT, weigh_for
from upcard.bots.values.rat_race_net_layers import add_rows
from upcard.bots.values.rat_race_twin import Twin
from upcard.fast.kernel import KERNELS
from upcard.games import find_game

GAME = find_game("rat-race")


def is_room(argument: Any) -> bool:
    """Whether it is an array that is written into."""
    return isinstance(argument, np.ndarray) and argument.flags.writeable


def test_twins_leave_what_the_loops_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    called: Counter[str] = Counter()

    def both(twin: Twin, *arguments: Any) -> Any:
        copies = [each.copy() if is_room(each) else each for each in arguments]
        twin.py_func(*copies)
        found = twin.arrays(*arguments)
        for mine, other in zip(arguments, copies, strict=True):
            assert not is_room(mine) or np.array_equal(mine, other), twin.py_func.__name__
        called[twin.py_func.__name__] += 1
        return found

    monkeypatch.setattr(Twin, "__call__", both)
    positions = [*played("rat-race", 5, 3), *made("rat-race", 3, 3)]
    for number, position in enumerate(positions):
        table = np.array(position.table_for(EXPERT))
        table[0] = 0  # one turn ahead
        table.setflags(write=False)
        weigh_for(number % 2, position.seen, GAME.legal(position.seen), table, np.zeros(CODES))
    assert set(called) == {
        "add_rows",
        "add_layer",
        "think",
        "fill_gains",
        "put_gains",
        "put_filled",
        "put_lacks",
        "keep_worths",
    }
    assert min(called.values()) > 20


def test_numba_is_told_of_the_loops_only() -> None:
    assert isinstance(add_rows, Twin)
    assert KERNELS[add_rows.py_func] is False
    assert add_rows.arrays not in KERNELS
