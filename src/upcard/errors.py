"""Everything upcard can refuse, as one tree of exceptions.

    UpcardError
    ├── RulesError
    │   ├── IllegalAction     the action is not open to the seat now
    │   ├── NotYourTurn       another seat is to move
    │   └── MatchOver         nothing can be done any more
    ├── RecordError
    │   ├── UnknownGame       no such game
    │   ├── WrongVersion      written under other rules or another format
    │   └── BadRecord         broken text; carries the line
    ├── OptionError           a table nobody could play at
    ├── LayoutError           a typed layout that no table could show
    ├── UnknownClause         no rule book has this clause
    ├── UnknownBot            no bot has this name
    ├── WeightsError          what a player has learned is not there, broken, or for other rules
    ├── NotCompiled           what only compiled rules can do is asked where Numba does not work
    ├── UsageError            a command line that says nothing upcard can do
    └── RoomError             the web table says no; carries a stable code

Every error answers ``problem()``: the one shape in which errors leave the program.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict


class Problem(TypedDict):
    """The shape of an error in JSON: a stable code, words, and the clause behind it, if any."""

    code: str
    message: str
    clause: str | None
    legal: list[str]


class UpcardError(Exception):
    """The root of all errors raised on purpose.

    ``code`` is stable and meant for programs, ``clause`` is the rule behind the refusal or None.
    """

    code: str = "error"

    def __init__(self, message: str, *, clause: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.clause = clause

    def problem(self) -> Problem:
        """Return the error as the one JSON shape."""
        return {
            "code": self.code,
            "message": self.message,
            "clause": self.clause,
            "legal": self._legal_texts(),
        }

    def _legal_texts(self) -> list[str]:
        return []


class RulesError(UpcardError):
    """The rules do not allow it."""

    code = "rules/refused"


class IllegalAction(RulesError):
    """The action is not legal in this position; nothing has changed (AL4).

    ``action`` is the refused text, ``legal`` the texts that would have been accepted.
    """

    code = "rules/illegal"

    def __init__(self, action: str, legal: Sequence[str], clause: str, reason: str) -> None:
        super().__init__(reason, clause=clause)
        self.action = action
        self.legal = tuple(legal)

    def _legal_texts(self) -> list[str]:
        return list(self.legal)


class NotYourTurn(RulesError):
    """Another seat is to move."""

    code = "rules/not-your-turn"


class MatchOver(RulesError):
    """The match has ended."""

    code = "rules/match-over"


class RecordError(UpcardError):
    """A record cannot be used."""

    code = "record/refused"


class UnknownGame(RecordError):
    """No game has this name; the message suggests the nearest one."""

    code = "record/unknown-game"


class WrongVersion(RecordError):
    """The record was written under other rules or another format."""

    code = "record/wrong-version"


class BadRecord(RecordError):
    """The record is broken; ``line`` counts from 1, 0 where no line is to blame."""

    code = "record/bad"

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {message}" if line else message)
        self.line = line


class OptionError(UpcardError):
    """A set of options that makes no playable table."""

    code = "option/refused"


class LayoutError(UpcardError):
    """A layout that was typed in is wrong; the message names the place."""

    code = "layout/refused"


class UnknownClause(UpcardError):
    """No rule book has a clause of this id; the message suggests a near one."""

    code = "rules/unknown-clause"


class UnknownBot(UpcardError):
    """No bot has this name; the message suggests the nearest one."""

    code = "bots/unknown"


class WeightsError(UpcardError):
    """What a player has learned is not there, is broken, or was learned under other rules."""

    code = "bots/weights"


class NotCompiled(UpcardError):
    """Something that only compiled rules can do was asked for where they cannot be compiled."""

    code = "not-compiled"

    def __init__(self, why: str) -> None:
        super().__init__(f"the rules cannot be compiled here: {why}")


class UsageError(UpcardError):
    """A command line that upcard cannot follow; the message says which part of it."""

    code = "usage"


class RoomError(UpcardError):
    """The web table refuses; ``code`` is stable, such as ``room/stale``."""

    def __init__(self, code: str, message: str, *, clause: str | None = None) -> None:
        super().__init__(message, clause=clause)
        self.code = code
