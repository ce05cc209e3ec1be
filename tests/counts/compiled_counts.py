"""Perft with chance on compiled rules: the count of ``upcard.testing.perft``, on records."""

from typing import Any

import numpy as np

from upcard.fast.compiled import Engine
from upcard.state import Phase
from upcard.testing import Level, orders
from upcard.testing.perft import TOY

MOST_ANSWERS = 8
"""So many requests of chance may follow each other, each of which takes a record more."""


class CompiledCount:
    """One count: row 0 of the records is the position, every action and answer goes on in the next row."""

    def __init__(self, engine: Engine, state: Any, depth: int) -> None:
        self.rules = engine.rules
        self.kinds = [kind.key for kind in engine.game.kinds]
        self.seats = int(state.seats)
        self.records = np.repeat(engine.pack([state], full=True), (depth + 1) * MOST_ANSWERS)
        self.levels = [Level([0] * self.seats, [0] * self.seats) for _ in range(depth + 1)]
        self.columns = {name: self.records[name] for name in self.records.dtype.names or ()}
        self.count(0, int(state.round), 0)

    def count(self, row: int, before: int, depth: int) -> None:
        """Count the ways that go on from what an action has just led to."""
        columns, level = self.columns, self.levels[depth]
        phase = columns["phase"][row]
        if phase == Phase.SHUFFLE:
            size = int(columns["pile_size"][row])
            cards = columns["pile"][row, :size].tolist()
            for order in [cards] if size > TOY else orders(cards):
                self.records[row + 1] = self.records[row]
                columns["pile"][row + 1, :size] = order
                self.answered(row + 1, before, depth)
            return
        if phase == Phase.PICK:
            for picked in range(int(columns["pick_of"][row])):
                self.records[row + 1] = self.records[row]
                columns["picked"][row + 1] = picked
                self.answered(row + 1, before, depth)
            return
        level.nodes += 1
        level.moves[int(columns["seat"][row])] += int(phase != Phase.OVER)
        level.pile += int(columns["pile_size"][row])
        level.hand += int(columns["hand"][row])
        discards = int(columns["discard_size"][row])
        level.upcard += int(columns["discard"][row, discards - 1]) if discards else 0
        for kind in columns["notes"][row, : columns["note_count"][row], 0].tolist():
            level.events[self.kinds[kind]] += 1
        round_ = int(columns["round"][row])
        if depth > 0 and (phase == Phase.OVER or round_ > before):
            level.rounds += 1
            level.over += int(phase == Phase.OVER)
            for seat in range(self.seats):
                level.totals[seat] += int(columns["totals"][row, seat])
        if depth + 1 < len(self.levels):
            mask = int(self.rules["legal"](self.records, row))
            for code in range(mask.bit_length()):
                if mask >> code & 1:
                    self.records[row + 1] = self.records[row]
                    self.rules["apply"](self.records, row + 1, code)
                    self.count(row + 1, round_, depth + 1)

    def answered(self, row: int, before: int, depth: int) -> None:
        """Go on with what chance has answered."""
        self.levels[depth].answers += 1
        self.columns["request"][row] += 1
        self.rules["resume"](self.records, row)
        self.count(row, before, depth)


def count_steps(engine: Engine, state: Any, depth: int) -> list[int]:
    """Return the nodes by depth, counted through ``legal`` and ``step``; chance must not be asked."""
    records = np.repeat(engine.pack([state]), depth + 1)
    nodes = [0] * (depth + 1)

    def count(row: int) -> None:
        nodes[row] += 1
        mask = engine.legal(records, row) if row < depth else 0
        for code in range(mask.bit_length()):
            if mask >> code & 1:
                records[row + 1] = records[row]
                engine.step(records, row + 1, code)
                count(row + 1)

    count(0)
    return nodes
