"""The position suite of a game: positions from matches, and what a referee found each action to be worth.

A position is what its seat knows, as plain numbers by the names of the state's fields: it stays what it is
whatever becomes of the players that it came from. A file is a NumPy archive: an array for each field, what is
said of each position, the labels of those that the referee has looked at so far, and a text ``about`` in
JSON.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from importlib import resources
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.bots.weights import arrays_in
from upcard.errors import UpcardError
from upcard.game import Game
from upcard.state import widths

FORM = "suite/1"
ABOUT = "about"
FOLDER = "suites"
FIELD, LABEL = "state.", "label."
"""How the names of arrays begin that hold a field of the state, and what the referee found."""
TUNE, TEST = 0, 1
HALVES = ("tune", "test")
LEFT_OUT = ("notes", "note_count")

Array = npt.NDArray[Any]


class SuiteError(UpcardError):
    """A suite is not there, broken, or for other rules."""

    code = "suite"


@dataclass(frozen=True, slots=True)
class About:
    """What a suite is: the game and the version of its rules, and how positions and labels were made."""

    game: str
    rules: int
    form: str = FORM
    positions: dict[str, int | float | str] = field(default_factory=dict)
    labels: dict[str, int | float | str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Label:
    """What the referee found a position's actions to be worth, in points of the round, higher better.

    The best action is *picked* by one half of the continuations and *judged* by the other, so that what is
    lost by another action is right on average. ``errors`` are the standard errors of the differences to the
    picked one, ``counts`` how many continuations each half had; ``root_error`` is the standard error of what
    the position itself is worth. Arrays have a place for each code of the game, NaN where it was not legal.
    """

    picks: Array
    judged: Array
    errors: Array
    counts: Array
    root_error: float

    @property
    def best(self) -> int:
        """The code that was picked."""
        return int(np.nanargmax(self.picks))

    @property
    def value(self) -> float:
        """What the position is worth: its best action, as it was judged."""
        return float(self.judged[self.best])

    def regret(self, code: int) -> float:
        """Return what is lost by an action, below 0 where it was judged better than the picked one."""
        return float(self.judged[self.best] - self.judged[code])


ARRAYS = ("picks", "judged", "errors", "counts", "root_error")
"""The parts of a label, as they are filed."""


@dataclass(frozen=True)
class Suite:
    """The positions of a game, and the labels of some by the number of the position.

    ``half`` is TUNE or TEST for each position, ``strong`` whether it came from play of strong players only,
    ``racks`` some ways in which cards may lie that are secret in layouts: positions × ways × cards, 0 for no
    card.
    """

    game: Game
    about: About
    fields: Mapping[str, Array]
    half: Array
    strong: Array
    racks: Array
    labels: Mapping[int, Label]

    def __len__(self) -> int:
        """Return how many positions there are."""
        return len(self.half)

    def state(self, number: int) -> Any:
        """Return a position as a state, blanked for the seat to move."""
        state = self.game.state()
        for name, values in self.fields.items():
            value = values[number]
            setattr(state, name, value.tolist() if isinstance(value, np.ndarray) else int(value))
        return state

    def round_of(self, number: int) -> Any:
        """Return a position of a match that has just begun: what came before its round is left out.

        Labels are in points of the round, so whoever is asked should play for these and for nothing else.
        """
        state = self.state(number)
        state.round, state.totals = 1, [0] * len(state.totals)
        if hasattr(state, "banked"):
            state.banked = [int(seat == state.clocked) for seat in range(len(state.banked))]
        return state

    def brought(self, number: int) -> float:
        """Return what the round has brought its seat by now: bonuses, own less the mean of the others'.

        A label is what is still to come, and what a player takes a position to be worth is both.
        """
        state = self.round_of(number)
        finals = [self.game.final(state, seat) for seat in range(state.seats)]
        own = finals.pop(state.seat)
        ahead = own - sum(finals) / len(finals)
        return -ahead if self.game.low_wins else ahead

    def ways(self, number: int) -> list[list[int]]:
        """Return how secret cards of layouts may lie; no ways where any is as likely as another."""
        return [[int(card) for card in way if card] for way in self.racks[number] if way.any()]

    def labelled(self, half: int | None = None) -> list[int]:
        """Return the numbers of the positions with a label, of one half or of both."""
        return [number for number in sorted(self.labels) if half is None or self.half[number] == half]

    def with_labels(self, labels: Mapping[int, Label], made: dict[str, int | float | str]) -> Suite:
        """Return the suite with other labels, and how they were made."""
        return replace(self, labels=dict(labels), about=replace(self.about, labels=made))


def suite_of(
    game: Game,
    states: Sequence[Any],
    strong: Sequence[bool],
    racks: Sequence[Array],
    made: dict[str, int | float | str],
) -> Suite:
    """Return the suite of these positions, none of them labelled."""
    names = [name for name in widths(game.state) if name not in LEFT_OUT]
    fields = {
        name: np.array([getattr(s, name) for s in states], widths(game.state)[name][0]) for name in names
    }
    half = np.array([half_of(state) for state in states], np.uint8)
    most = np.max([way.shape for way in racks], axis=0) if racks else (0, 0)
    ways = np.zeros((len(states), *most), np.uint8)
    for into, way in zip(ways, racks, strict=bool(racks)):
        into[: way.shape[0], : way.shape[1]] = way
    about = About(game.name, game.version, positions=made)
    return Suite(game, about, fields, half, np.array(strong, bool), ways, {})


def kind_of(name: str) -> Any:
    """Return in what kind of numbers a part of a label is filed."""
    return np.int32 if name == "counts" else np.float32


def digest(state: Any) -> int:
    """Return a number of 64 bits that follows from the position alone."""
    known = [(name, getattr(state, name)) for name in sorted(widths(type(state))) if name not in LEFT_OUT]
    return int.from_bytes(hashlib.sha256(repr(known).encode()).digest()[:8])


def half_of(state: Any) -> int:
    """Return the half that a position belongs to."""
    return digest(state) & 1


def to_bytes(suite: Suite) -> bytes:
    """Return a suite as a file."""
    arrays: dict[str, Any] = {ABOUT: np.array(json.dumps(asdict(suite.about), sort_keys=True))}
    arrays |= {FIELD + name: values for name, values in suite.fields.items()}
    arrays |= {"half": suite.half, "strong": suite.strong, "racks": suite.racks}
    numbers = suite.labelled()
    arrays[LABEL + "of"] = np.array(numbers, np.int32)
    for name in ARRAYS:
        parts = [getattr(suite.labels[number], name) for number in numbers]
        arrays[LABEL + name] = np.array(parts, kind_of(name))
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)
    return file.getvalue()


def from_bytes(data: bytes, game: Game) -> Suite:
    """Return the suite of a file; SuiteError, with the reason, unless it is one for this game and its rules.

    A field that the state of that time did not have is what it is by default.
    """
    try:
        arrays = arrays_in(data)
        about = About(**json.loads(str(arrays.pop(ABOUT))))
        if about.form != FORM:
            raise SuiteError(f"this suite is {about.form}; {FORM} is needed here")
        if about.game != game.name:
            raise SuiteError(f"this suite is for {about.game}, not for {game.name}")
        if about.rules != game.version:
            raise SuiteError(
                f"this suite was made under version {about.rules} of the rules of {game.title}; "
                f"this is version {game.version}: make it again"
            )
        fields = {name.removeprefix(FIELD): found for name, found in arrays.items() if name.startswith(FIELD)}
        parts = [arrays[LABEL + name] for name in ARRAYS]
        labels = {
            int(number): Label(
                parts[0][row], parts[1][row], parts[2][row], parts[3][row], float(parts[4][row])
            )
            for row, number in enumerate(arrays[LABEL + "of"])
        }
        strangers = fields.keys() - widths(game.state).keys()
        if strangers:
            raise SuiteError(f"the state of {game.title} has no {', '.join(sorted(strangers))}")
        racks = arrays.get("racks", np.zeros((len(arrays["half"]), 0, 0), np.uint8))
        return Suite(game, about, fields, arrays["half"], arrays["strong"], racks, labels)
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile) as error:
        raise SuiteError(f"this is no suite of positions: {error}") from None


def suite_for(game: Game) -> Suite:
    """Return the suite that comes with the package; SuiteError where there is none."""
    try:
        data = resources.files("upcard.lab").joinpath(FOLDER, f"{game.name}.npz").read_bytes()
    except FileNotFoundError:
        raise SuiteError(f"no position suite of {game.title} comes with this version") from None
    return from_bytes(data, game)
