"""A training put away and taken up again: its checkpoint is one file, replaced in one step."""

from __future__ import annotations

import contextlib
import io
import json
import os
import zipfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from upcard.bots.weights import Array, arrays_in, to_bytes
from upcard.errors import UpcardError
from upcard.game import Game
from upcard.train.contract import Course, Trainer

NOTE = "checkpoint"
FORM = 1


class CheckpointError(UpcardError):
    """A checkpoint that cannot be gone on from; the message says why."""

    code = "checkpoint"


@dataclass(frozen=True, slots=True)
class Note:
    """What a checkpoint is of. ``plan`` tells a training apart from one that was planned longer."""

    form: int
    game: str
    rules: int
    course: str
    seed: int
    plan: int
    steps: int


def note_of(game: Game, course: Course, seed: int, trainer: Trainer) -> Note:
    """Return what a checkpoint of this training says of itself now."""
    return Note(FORM, game.name, game.version, course.name, seed, trainer.plan, trainer.steps)


def keep(path: Path, note: Note, arrays: Mapping[str, Array]) -> None:
    """Write a checkpoint, so that there is the old one or the new one at any instant."""
    held: dict[str, Any] = {NOTE: np.array(json.dumps(asdict(note))), **arrays}
    file = io.BytesIO()
    np.savez(file, **held)
    put_in_place(path, file.getvalue())


def put_in_place(path: Path, data: bytes) -> None:
    """Write a file beside its place, have it on the disk, and move it there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with beside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise


def take_up(path: Path, wanted: Note, trainer: Trainer) -> bool:
    """Have a new trainer go on from a checkpoint; False where there is none.

    CheckpointError, and nothing has changed, where it is of another training or cannot be read.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return False
    try:
        arrays = arrays_in(data)
        note = Note(**json.loads(str(arrays.pop(NOTE))))
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile) as error:
        raise CheckpointError(f"{path} is no checkpoint: {error}; --fresh begins anew") from None
    if why := _differs(note, wanted):
        raise CheckpointError(f"{path} is {why}; --fresh begins anew")
    trainer.restore(arrays)
    return True


def _differs(note: Note, wanted: Note) -> str:
    """Return in what a checkpoint is of another training, in words; nothing where it is of this one."""
    if note.form != wanted.form:
        return f"written in form {note.form}, this version writes form {wanted.form}"
    if (note.game, note.course) != (wanted.game, wanted.course):
        return f"of {note.game} {note.course}, not of {wanted.game} {wanted.course}"
    if note.rules != wanted.rules:
        return f"of version {note.rules} of the rules, these are version {wanted.rules}"
    if note.seed != wanted.seed:
        return f"of seed {note.seed}, not of seed {wanted.seed}"
    if note.plan != wanted.plan:
        return f"of a plan of {note.plan:,} steps, not of {wanted.plan:,}"
    return ""


def write_weights(path: Path, trainer: Trainer) -> None:
    """Write what has been learned so far as a file of weights."""
    put_in_place(path, to_bytes(trainer.weights()))
