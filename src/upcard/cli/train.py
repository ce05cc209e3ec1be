"""``upcard train GAME [COURSE]``: how the weights of the players that learn are made, from nothing."""

from __future__ import annotations

import argparse
import errno
import os
import signal
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from upcard.cli.console import print_json
from upcard.cli.parsing import Command, Parser, add_game, add_json, amount, whole_number
from upcard.errors import NotCompiled, UpcardError
from upcard.games import find_game

if TYPE_CHECKING:
    from upcard.cli.progress import Counter
    from upcard.game import Game
    from upcard.train.contract import Course, Trainer

FOLDER = "training"
CHECKPOINT_EVERY = 60.0
"""Seconds between one checkpoint and the next: no more than that is lost, whatever happens."""
STRETCH = 0.5
"""How long it learns at a time, in seconds: as long as Ctrl-C waits, but for what has to be compiled."""
MOST_SECONDS = 1e7


def add_arguments(parser: Parser) -> None:
    """Add what ``upcard train`` takes."""
    add_game(parser)
    parser.add_argument(
        "course", metavar="COURSE", nargs="?", help="which training (default: the game's first)"
    )
    parser.add_argument(
        "--seed",
        metavar="N",
        type=whole_number(0, (1 << 63) - 1),
        default=0,
        help="the same seed, the same weights (default: 0)",
    )
    parser.add_argument(
        "--out", metavar="DIR", type=Path, default=Path(), help="where the weights go (default: here)"
    )
    parser.add_argument(
        "--fresh", action="store_true", help="begin anew instead of going on from the last checkpoint"
    )
    parser.add_argument(
        "--seconds",
        metavar="S",
        type=amount("seconds", MOST_SECONDS),
        help="stop after so long, with a checkpoint; called again, it goes on",
    )
    add_json(parser)


@dataclass(frozen=True, slots=True)
class Training:
    """A training, and where its checkpoint and its weights go."""

    game: Game
    course: Course
    seed: int
    trainer: Trainer
    checkpoint: Path
    weights: Path

    def keep(self) -> None:
        """Write the checkpoint."""
        from upcard.train.keeping import keep, note_of

        note = note_of(self.game, self.course, self.seed, self.trainer)
        keep(self.checkpoint, note, self.trainer.state())


def run(arguments: argparse.Namespace) -> int:
    """Learn until the plan is complete or the time is over; 130 where Ctrl-C stopped it before."""
    from upcard.cli.progress import counting, heeding_ctrl_c, told_of_compiling

    try:
        training = begin(arguments)
        begun = time.monotonic()
        with ExitStack() as during:
            during.enter_context(heeding_ctrl_c())
            counter = during.enter_context(counting("steps", training.trainer.plan))
            during.enter_context(told_of_compiling(training.game.title, counter.say))
            stopped = during.enter_context(noticing_ctrl_c(counter.say))
            learn(training, arguments.seconds, stopped, counter)
        training.keep()
        done = training.trainer.steps >= training.trainer.plan
        if done:
            from upcard.train.keeping import write_weights

            write_weights(training.weights, training.trainer)
    except OSError as error:
        where = f" ({error.filename})" if error.filename else ""
        raise UpcardError(f"what was learned cannot be kept: {error.strerror or error}{where}") from error
    tell(training, time.monotonic() - begun, done=done, as_json=arguments.json)
    return 130 if stopped.is_set() and not done else 0


def begin(arguments: argparse.Namespace) -> Training:
    """Return the training that is asked for, taken up where its checkpoint left it."""
    from upcard.fast.support import reason

    game = find_game(arguments.game)
    if why := reason():
        raise NotCompiled(why)
    from upcard.train.courses import find_course
    from upcard.train.keeping import note_of, take_up

    course = find_course(game, arguments.course)
    trainer = course.make(arguments.seed)
    checkpoint = folder_of(arguments) / f"{course.file}.checkpoint.npz"
    if not arguments.fresh:
        take_up(checkpoint, note_of(game, course, arguments.seed, trainer), trainer)
    expect_room(arguments.out)
    weights = arguments.out / f"{course.file}.npz"
    return Training(game, course, arguments.seed, trainer, checkpoint, weights)


def expect_room(folder: Path) -> None:
    """OSError, before anything is learned, unless a file can be put into a folder or one to be made."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    if not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))
    try:
        tempfile.TemporaryFile(dir=folder).close()  # what the superuser may do is no telling
    except OSError as error:
        raise OSError(error.errno, os.strerror(error.errno or errno.EACCES), str(folder)) from None


def folder_of(arguments: argparse.Namespace) -> Path:
    """Return where checkpoints are: in the user's data folder, or the one that ``--data`` names."""
    from platformdirs import user_data_path

    data: Path | None = getattr(arguments, "data", None)
    return (user_data_path("upcard", appauthor=False) if data is None else data) / FOLDER


@contextmanager
def noticing_ctrl_c(say: Callable[[str], None]) -> Iterator[threading.Event]:
    """Set an event at the first Ctrl-C while the block runs, so that nothing is left half learned.

    The second one interrupts as ever.
    """
    stopped = threading.Event()

    def notice(_number: int, _frame: object) -> None:
        if stopped.is_set():
            raise KeyboardInterrupt
        stopped.set()
        say("Stopping after this step; Ctrl-C again stops at once …")

    usual = signal.signal(signal.SIGINT, notice)
    try:
        yield stopped
    finally:
        signal.signal(signal.SIGINT, usual)


def learn(training: Training, seconds: float | None, stopped: threading.Event, counter: Counter) -> None:
    """Have the trainer learn until its plan is complete, it is stopped or the time is over.

    It is put away every minute.
    """
    trainer = training.trainer
    end = None if seconds is None else time.monotonic() + seconds
    kept = time.monotonic()
    counter.done(trainer.steps)
    while trainer.steps < trainer.plan and not stopped.is_set():
        now = time.monotonic()
        if end is not None and now >= end:
            break
        trainer.advance(STRETCH if end is None else min(STRETCH, end - now))
        counter.done(trainer.steps)
        if time.monotonic() - kept >= CHECKPOINT_EVERY:
            training.keep()
            counter.say(trainer.line())
            kept = time.monotonic()


def tell(training: Training, seconds: float, *, done: bool, as_json: bool) -> None:
    """Print what came of it and where it is."""
    trainer = training.trainer
    if as_json:
        print_json(
            {
                "game": training.game.name,
                "course": training.course.name,
                "seed": training.seed,
                "steps": trainer.steps,
                "plan": trainer.plan,
                "done": done,
                "seconds": round(seconds, 1),
                "checkpoint": str(training.checkpoint),
                "weights": str(training.weights) if done else None,
            }
        )
        return
    print(f"{training.game.title}, {training.course.name}, seed {training.seed}: {trainer.line()}")
    print(f"  {trainer.steps:,} of {trainer.plan:,} steps; {seconds:.0f} s this time")
    if done:
        print(f"  the weights are in {training.weights}")
    else:
        print(f"  put away in {training.checkpoint}; the same command goes on from there")


COMMAND = Command(
    "train a player that learns, as the ones that come with it were",
    "Train a player from nothing: the same seed and version make the same weights.\n"
    "Every minute, and at Ctrl-C, it is put away, and the same command goes on.\n"
    "  upcard train nines --seconds 600",
    add_arguments,
    run,
)
