"""What players have learned: arrays in one file, with the rules and options that they were learned under.

A file is a NumPy archive of plain arrays and one text, ``about``, in JSON. Nothing in it is code.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cache
from importlib import resources
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.errors import UpcardError, WeightsError
from upcard.game import Game

Array = npt.NDArray[Any]
ABOUT = "about"
ZIP = b"PK"
"""How an npz file begins."""
FOLDER = "learned"


@dataclass(frozen=True, slots=True)
class About:
    """What a file of weights was made for and how.

    ``form`` names the arrays and what they mean, with a number that is raised when that changes; ``rules`` is
    the version of the game's rules, ``options`` those of the matches it learned from, ``made`` how it was
    trained: seeds and amounts, for whoever makes it again.
    """

    game: str
    rules: int
    form: str
    seats: tuple[int, ...]
    options: dict[str, int | str]
    made: dict[str, int | float | str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Weights:
    """The arrays of a player by name, read-only."""

    about: About
    arrays: Mapping[str, Array]

    def __getitem__(self, name: str) -> Array:
        """Return an array; WeightsError where the file has none of that name."""
        try:
            return self.arrays[name]
        except KeyError:
            raise WeightsError(f"the weights of {self.about.form} have no {name!r}") from None

    def expect(self, game: Game, form: str) -> Weights:
        """Return these weights; WeightsError unless they are of this form, for this game and its rules."""
        about = self.about
        if about.form != form:
            raise WeightsError(f"these weights are {about.form}; {form} is needed here")
        if about.game != game.name:
            raise WeightsError(f"these weights are for {about.game}, not for {game.name}")
        if about.rules != game.version:
            raise WeightsError(
                f"these weights were learned under version {about.rules} of the rules of {game.title}; "
                f"this is version {game.version}: train them again"
            )
        return self


def to_bytes(weights: Weights) -> bytes:
    """Return a file of weights."""
    file = io.BytesIO()
    about = json.dumps(asdict(weights.about), sort_keys=True)
    arrays: dict[str, Any] = {ABOUT: np.array(about), **weights.arrays}
    np.savez_compressed(file, **arrays)
    return file.getvalue()


def arrays_in(data: bytes) -> dict[str, Array]:
    """Return the arrays of an npz file by name; ValueError, in words, or BadZipFile where it is none."""
    if not data.startswith(ZIP):
        raise ValueError("it does not begin as an npz file does")
    with np.load(io.BytesIO(data), allow_pickle=False) as file:
        return {name: file[name] for name in file.files}


def from_bytes(data: bytes) -> Weights:
    """Return what ``to_bytes`` was given; WeightsError, with the reason, where it is no such file."""
    try:
        arrays = arrays_in(data)
        told = json.loads(str(arrays.pop(ABOUT)))
        told["seats"] = tuple(told["seats"])
        about = About(**told)
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile) as error:
        raise WeightsError(f"this is no file of weights: {error}") from None
    for array in arrays.values():
        array.setflags(write=False)
    return Weights(about, arrays)


@cache
def learned(name: str) -> Weights:
    """Return the weights that come with the package under a name; WeightsError where there are none."""
    try:
        data = resources.files("upcard.bots").joinpath(FOLDER, f"{name}.npz").read_bytes()
    except FileNotFoundError:
        raise WeightsError(f"no weights called {name!r} come with this version") from None
    try:
        return from_bytes(data)
    except UpcardError as error:
        raise WeightsError(f"{name}: {error.message}") from None
