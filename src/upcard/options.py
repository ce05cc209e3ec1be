"""Options are data: a frozen dataclass a game, whose fields carry title, help, range and clause.

Forms, command-line flags, documentation and sweeps are all made from ``described(Options)``. A field
holds an int within a range or one of a few words; None means *what this table calls for* and is
settled by the game's ``resolve``. Inside a state every option is an int: a word is its place in the
list of choices.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache, lru_cache
from typing import Any, ClassVar, Protocol, TypeVar

from upcard.errors import OptionError


@dataclass(frozen=True, slots=True)
class OptionField:
    """One option as data; ``choices`` is empty for a number from ``low`` to ``high``.

    ``gaps`` are numbers inside the range that are not allowed. ``default`` None depends on the table.
    ``why`` is the reason for the gaps and the upper end of the range, where it is not plain.
    """

    name: str
    title: str
    help: str
    clause: str
    low: int
    high: int
    gaps: tuple[int, ...]
    choices: tuple[str, ...]
    default: int | str | None
    why: str = ""

    def check(self, value: object) -> int | str:
        """Return the value if the field may hold it, else raise OptionError with the range."""
        if self.choices:
            if value in self.choices:
                return str(value)
            raise OptionError(
                f"{self.name} is one of {', '.join(self.choices)}, not {value}", clause=self.clause
            )
        if isinstance(value, bool) or not isinstance(value, int):
            raise OptionError(
                f"{self.name} is a whole number {self.span()}, not {value!r}", clause=self.clause
            )
        if not self.low <= value <= self.high or value in self.gaps:
            tells = self.why and value >= self.low  # nobody asks why fewer than the least are too few
            reason = f": {self.why}" if tells else ""
            raise OptionError(f"{self.name} is {self.span()}, not {value}{reason}", clause=self.clause)
        return value

    def span(self) -> str:
        """Return the range in words."""
        text = f"from {self.low} to {self.high}"
        if self.gaps:
            text += f" without {', '.join(map(str, self.gaps))}"
        return text

    def read(self, text: str) -> int | str:
        """Return the value written as ``text``; OptionError if the field may not hold it."""
        if self.choices:
            return self.check(text)
        try:
            number = int(text)
        except ValueError:
            number_error = f"{self.name} is a whole number {self.span()}, not {text!r}"
            raise OptionError(number_error, clause=self.clause) from None
        return self.check(number)

    def as_int(self, value: int | str) -> int:
        """Return the value as it stands in a state."""
        return value if isinstance(value, int) else self.choices.index(value)

    def as_value(self, number: int) -> int | str:
        """Return the value that stands as ``number`` in a state."""
        return self.choices[number] if self.choices else number


class AnyOptions(Protocol):
    """A frozen dataclass whose fields were declared with ``number`` or ``choice``."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    def __hash__(self) -> int: ...


OptionsT = TypeVar("OptionsT", bound=AnyOptions)
Values = Mapping[str, int | str]


def number(
    default: int | None,
    low: int,
    high: int,
    clause: str,
    title: str,
    text: str,
    gaps: tuple[int, ...] = (),
    why: str = "",
) -> Any:
    """Declare an option that is a number from ``low`` to ``high``, both included."""
    return _option(OptionField("", title, text, clause, low, high, gaps, (), default, why))


def choice(default: str | None, choices: Sequence[str], clause: str, title: str, text: str) -> Any:
    """Declare an option that is one of a few words."""
    return _option(OptionField("", title, text, clause, 0, len(choices) - 1, (), tuple(choices), default))


def _option(entry: OptionField) -> Any:
    return field(default=entry.default, metadata={"option": entry})


def turn_limit() -> Any:
    """Declare AL1's option, the same in every game."""
    return number(
        0,
        0,
        1000,
        "AL1",
        "Turn limit",
        "Turns a seat after which a round ends as it lies; 0 is no limit. "
        "Matches that only programs play use 100.",
    )


@cache
def described(options: type[AnyOptions]) -> tuple[OptionField, ...]:
    """Return the options of a game as data, in the order of the rule book."""
    return tuple(replace(item.metadata["option"], name=item.name) for item in fields(options))


def build(options: type[OptionsT], values: Values) -> OptionsT:
    """Return the options with these values, each within its range; OptionError otherwise."""
    known = {entry.name: entry for entry in described(options)}
    checked: dict[str, int | str] = {}
    for name, value in values.items():
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            hint = f"; did you mean {near[0]}?" if near else f"; there are {', '.join(known)}"
            raise OptionError(f"no option is called {name!r}{hint}")
        checked[name] = known[name].check(value)
    return options(**checked)


def values_in(options: type[AnyOptions], pairs: Sequence[str]) -> dict[str, int | str]:
    """Return the values written as ``name=value`` texts; an unknown name is left for ``build`` to refuse."""
    known = {entry.name: entry for entry in described(options)}
    values: dict[str, int | str] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        name = name.strip().replace("-", "_")
        if not equals:
            raise OptionError(f"{pair!r} is not of the form option=value")
        entry = known.get(name)
        values[name] = entry.read(text.strip()) if entry else text
    return values


def read(options: type[OptionsT], pairs: Sequence[str]) -> OptionsT:
    """Return the options written as ``name=value`` texts; OptionError says what is wrong."""
    return build(options, values_in(options, pairs))


def values_of(options: AnyOptions) -> dict[str, int | str]:
    """Return the options as plain values; those that still depend on the table are left out."""
    return dict(_values_of(options))


@lru_cache(maxsize=256)
def _values_of(options: AnyOptions) -> dict[str, int | str]:
    return {
        entry.name: getattr(options, entry.name)
        for entry in described(type(options))
        if getattr(options, entry.name) is not None
    }


def write_to_state(options: AnyOptions, state: object) -> None:
    """Set the state's fields of the same names to the options as ints."""
    for entry in described(type(options)):
        setattr(state, entry.name, entry.as_int(getattr(options, entry.name)))


def read_from_state(options: type[OptionsT], state: object) -> OptionsT:
    """Return the options that a state was made with."""
    numbers = tuple([getattr(state, entry.name) for entry in described(options)])
    known: OptionsT = _with_numbers(options, numbers)
    return known


@lru_cache(maxsize=256)
def _with_numbers(options: type[AnyOptions], numbers: tuple[int, ...]) -> Any:
    entries = described(options)
    return options(**{e.name: e.as_value(number) for e, number in zip(entries, numbers, strict=True)})
