"""Every ``@rule`` made known to Numba, as it stands, with three of them read differently where that is quick.

What a record has decides at compile time. On a full record every rule is compiled as it stands. On a quick
one

- ``note`` writes nothing;
- ``lift_top``, while ``stir`` is set, first swaps the top card with a random one of those whose order
  nobody knows: the pile is not shuffled at once but card by card, as cards leave it. What matters of a
  shuffle is the cards that are seen of it, and those are as likely either way.

On either, ``count_codes`` and ``nth_code`` use what the processor has for bits. Tests bind each to the rule.
"""

from __future__ import annotations

import dis
from collections.abc import Callable
from typing import Any

import llvmlite.binding
import numba
import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, overload, register_jitable

from upcard.fast import policy
from upcard.fast.kernel import KERNELS
from upcard.fast.words import CALLED, INLINED, Function, quick_below
from upcard.games import GAMES
from upcard.piles import clear_piles, lay_tally, lift_top
from upcard.rule import RULES
from upcard.state import note

SLOW_BITS = ("znver1", "znver2", "bdver4")
"""Processors that have *pdep* but take a hundred steps for it."""

SMALL = 400
"""A rule of no more bytes of Python's code than this is written out wherever it is called."""

_known: set[Callable[..., object]] = set()


def link() -> None:
    """Make every rule and every kernel collected so far known to Numba."""
    entries = {entry for game in GAMES.values() for entry in (game.legal, game.apply)}
    for rule in RULES:
        if rule not in _known:
            _known.add(rule)
            if rule not in _TWINS:
                options = INLINED if rule in entries or is_small(rule) else CALLED
                register_jitable(**options)(rule)
    for kernel, checked in KERNELS.items():
        if kernel not in _known:
            _known.add(kernel)
            register_jitable(**{**CALLED, "boundscheck": checked})(kernel)


def is_small(rule: Callable[..., object]) -> bool:
    """Whether a function is short and goes through no loop.

    Writing out the long ones and the loops too gains nothing and takes ten times as long to compile.
    """
    steps = list(dis.get_instructions(rule))
    loops = any(step.opname == "FOR_ITER" or "JUMP_BACKWARD" in step.opname for step in steps)
    return not loops and len(rule.__code__.co_code) <= SMALL


def _fields(state: Any) -> Any:
    return getattr(state, "fields", ())


def twin_of(rule: Callable[..., object]) -> Callable[[Function], Function]:
    """Have Numba read a rule as the decorated function says, by the types of what it is called with."""
    twin: Callable[[Function], Function] = overload(rule, jit_options=INLINED, strict=False)
    return twin  # strict would compare annotations, which no lambda has


def instruction(build: Function) -> Callable[..., Any]:
    """Return the function that Numba turns into an instruction."""
    made: Callable[..., Any] = intrinsic(build)
    return made


_plain_note = numba.njit(**INLINED)(note)
_plain_lift = numba.njit(**INLINED)(lift_top)
_plain_clear = numba.njit(**CALLED)(clear_piles)
_plain_lay = numba.njit(**CALLED)(lay_tally)


@twin_of(note)
def _note(state: Any, kind: int, seat: int, cell: int, card: int, value: int, eyes: int) -> Any:
    if "notes" in _fields(state):
        return lambda state, kind, seat, cell, card, value, eyes: _plain_note(
            state, kind, seat, cell, card, value, eyes
        )
    return lambda state, kind, seat, cell, card, value, eyes: None


@twin_of(lift_top)
def _lift_top(state: Any) -> Any:
    if "stir" not in _fields(state):
        return lambda state: _plain_lift(state)

    def stirred(state: Any) -> Any:
        state.lifts += 1
        if state.stir == 0 or state.pile_known > 0:
            return _plain_lift(state)
        top = state.pile_size - 1
        other = quick_below(state, state.pile_size)
        card = state.pile[other]
        state.pile[other] = state.pile[top]
        state.pile[top] = 0
        state.pile_size = top
        return card

    return stirred


@twin_of(lay_tally)
def _lay_tally(state: Any) -> Any:
    if "laid" not in _fields(state):
        return lambda state: _plain_lay(state)

    def laid(state: Any) -> None:
        same = state.laid_size > 0
        for face in range(len(state.tally)):
            same &= state.tally[face] == state.laid_tally[face]
        if not same:
            _plain_lay(state)
            for face in range(len(state.tally)):
                state.laid_tally[face] = state.tally[face]
            for place in range(len(state.pile)):
                state.laid[place] = state.pile[place]
            state.laid_size = state.pile_size
        else:
            for place in range(len(state.pile)):
                state.pile[place] = state.laid[place]
            state.pile_size = state.laid_size
            state.pile_known = 0

    return laid


@twin_of(clear_piles)
def _clear_piles(state: Any) -> Any:
    if "laid" not in _fields(state):
        return lambda state: _plain_clear(state)

    def cleared(state: Any) -> None:
        for place in range(len(state.pile)):
            state.pile[place] = 0
        for place in range(len(state.discard)):
            state.discard[place] = 0
        state.pile_size = 0
        state.discard_size = 0
        _plain_clear(state)

    return cleared


@instruction
def _ones(context: Any, word: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), build


@instruction
def _lowest(context: Any, word: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.uint64(types.uint64), build


@instruction
def _deposit(context: Any, word: Any, mask: Any) -> Any:
    name, number = "llvm.x86.bmi.pdep.64", ir.IntType(64)

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        known = builder.module.globals.get(name)
        return builder.call(
            known or ir.Function(builder.module, ir.FunctionType(number, [number, number]), name), arguments
        )

    return types.uint64(types.uint64, types.uint64), build


def _deposits() -> bool:
    """Whether the processor puts bits in the places of a mask, quickly."""
    features = llvmlite.binding.get_host_cpu_features()
    return bool(features.get("bmi2")) and llvmlite.binding.get_host_cpu_name() not in SLOW_BITS


@twin_of(policy.count_codes)
def _count_codes(legal: int) -> Any:
    return lambda legal: np.int64(_ones(np.uint64(legal)))


@twin_of(policy.nth_code)
def _nth_code(legal: int, place: int) -> Any:
    if _deposits():
        return lambda legal, place: np.int64(
            _lowest(_deposit(np.uint64(1) << np.uint64(place), np.uint64(legal)))
        )

    def counted(legal: int, place: int) -> Any:
        rest = np.uint64(legal)
        for _ in range(place):
            rest &= rest - np.uint64(1)
        return np.int64(_lowest(rest))

    return counted


_TWINS: frozenset[Callable[..., object]] = frozenset(
    {note, lift_top, lay_tally, clear_piles, policy.count_codes, policy.nth_code}
)
