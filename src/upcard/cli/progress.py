"""How far long work is and what it waits for, on stderr: a bar where a person is looking, lines anywhere."""

from __future__ import annotations

import _thread
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from upcard.cli.console import print_note

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

TAKES = "some ten seconds, for the strongest players up to two minutes, longer on a busy machine"
"""How long it takes to be compiled, about."""
AGAIN = 0.05
"""How long after a Ctrl-C that was lost it comes again, in seconds."""


@dataclass(frozen=True, slots=True)
class Counter:
    """``done`` moves the bar to a number, ``say`` prints a line above it, or alone where there is no bar."""

    done: Callable[[int], None]
    say: Callable[[str], None]


@contextmanager
def counting(what: str, total: int) -> Iterator[Counter]:
    """Show a bar while the block runs, and give it what moves the bar.

    Where stderr is a file or a pipe there is no bar, and what is said is said in plain lines: whoever reads a
    log wants to know what took minutes.
    """
    console = Console(stderr=True, highlight=False)
    looking = console.is_terminal
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not looking) as progress:
        task = progress.add_task(what, total=total)
        yield Counter(
            done=lambda done: progress.update(task, completed=done),
            say=console.print if looking else partial(print, file=sys.stderr, flush=True),
        )


@contextmanager
def told_of_compiling(title: str, say: Callable[[str], None]) -> Iterator[None]:
    """Say while the block runs that a game has to be compiled; note on stderr why nothing can be kept.

    Needs Numba.
    """
    from upcard.fast import cache

    told: list[str] = []

    def compiling(function: str) -> None:
        if not told:
            say(f"Compiling {title}, once for this version: {TAKES} …")
        told.append(function)

    cache.on_compile.append(compiling)
    cache.on_trouble.append(print_note)
    try:
        yield
    finally:
        cache.on_compile.remove(compiling)
        cache.on_trouble.remove(print_note)


@contextmanager
def heeding_ctrl_c() -> Iterator[None]:
    """Let no Ctrl-C be lost while the block runs.

    One that falls into a function that a library calls back from C, as the compiler does, is printed by
    Python and ignored. Here it is not printed, and comes again a moment later; an error that it caused in
    the library is no other news.
    """
    usual = sys.unraisablehook
    lost: list[type[BaseException]] = []

    def ignored(what: UnraisableHookArgs) -> None:
        if issubclass(what.exc_type, KeyboardInterrupt):
            lost.append(what.exc_type)
            threading.Timer(AGAIN, _thread.interrupt_main).start()
        else:
            usual(what)

    sys.unraisablehook = ignored
    try:
        yield
    except Exception as error:
        if lost:
            raise KeyboardInterrupt from error
        raise
    finally:
        sys.unraisablehook = usual
