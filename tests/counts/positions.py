"""The positions of ``tests/counts/*.toml``: how they are read, and how their counts are written.

A file begins with what a person wrote: the game, seats and options, the layouts, pile, discard and phase, and
under ``[by_hand]`` what follows from the rule book. ``scripts/bless`` writes what follows ``MARK``.

In a grid ``7`` lies face up, ``[7]`` face down and ``(7)`` face down though all have seen it; in a rack
``7`` is its owner's secret and ``(7)`` known to all. ``discard`` ends with the upcard, ``pile`` begins with
the card on top. ``[state]`` holds other fields of the state. Without layouts the match begins.
"""

import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from upcard.game import Game
from upcard.games import find_game
from upcard.options import build
from upcard.piles import clear_piles
from upcard.state import PHASE_NAMES
from upcard.testing import Level, check_fits

FOLDER = Path(__file__).resolve().parent
PATHS = sorted(FOLDER.glob("*.toml"))
MARK = "# --- counted by the rules; scripts/bless writes this anew ---\n"
ROWS = ("nodes", "answers", "rounds", "over", "pile", "hand", "upcard")


@dataclass(frozen=True)
class Position:
    """One file: ``quick`` and ``deep`` are the depths that are counted by default and with ``--long``."""

    path: Path
    data: dict[str, Any]

    @property
    def game(self) -> Game:
        """The game."""
        return find_game(self.data["game"])

    @property
    def quick(self) -> int:
        """The depth that takes no time."""
        return int(self.data["quick"])

    @property
    def deep(self) -> int:
        """The depth that the file holds."""
        return int(self.data["deep"])

    @property
    def by_hand(self) -> dict[str, list[int]]:
        """What a person counted, by row and depth."""
        return dict(self.data.get("by_hand", {}))

    @property
    def counts(self) -> dict[str, list[int]]:
        """What is on file, by row and depth."""
        return dict(self.data.get("counts", {}))

    def state(self) -> Any:
        """Return the position."""
        game, data = self.game, self.data
        state: Any = game.start(build(game.options, data.get("options", {})), data["seats"])
        if "layouts" not in data:
            return state
        clear_piles(state)
        state.phase = PHASE_NAMES.index(data["phase"])
        state.seat = data["turn"]
        put = Counter[int]()

        def cards(text: str) -> list[int]:
            codes = [int(game.faces.code(word)) for word in text.split()]
            put.update(codes)
            return codes

        for row, text in (("pile", " ".join(reversed(data["pile"].split()))), ("discard", data["discard"])):
            codes = cards(text)
            getattr(state, row)[: len(codes)] = codes
            setattr(state, f"{row}_size", len(codes))
        for seat, text in enumerate(data["layouts"]):
            words = text.replace("/", " ").split()
            codes = cards(" ".join(word.strip("[]()") for word in words))
            lay = lay_rack if "rack" in state.__slots__ else lay_grid
            lay(state, seat, words, codes)
        if "burn" in data:
            codes = cards(data["burn"])
            state.burn[: len(codes)] = codes
            state.burn_size = len(codes)
        for name, value in data.get("state", {}).items():
            if isinstance(value, list):
                getattr(state, name)[: len(value)] = value
            else:
                setattr(state, name, value)
        extra = put - Counter(game.deck(data["seats"]))
        assert not extra, f"{self.path.name}: not in the deck: {game.faces.line(list(extra))}"
        check_fits(state)
        return state


def lay_grid(state: Any, seat: int, words: Sequence[str], codes: Sequence[int]) -> None:
    """Lay a grid of nine cards, or of six where a row has walked out."""
    for cell, (word, code) in enumerate(zip(words, codes, strict=True)):
        state.grid[seat][cell] = code
        state.up[seat][cell] = int(word[0] not in "[(")
        if word[0] == "(":
            state.known[seat][cell] = 1
    state.down[seat] = len(words) - sum(state.up[seat])
    if len(words) < 9:
        state.rows[seat] = len(words) // 3
        state.walked[seat] = 1


def lay_rack(state: Any, seat: int, words: Sequence[str], codes: Sequence[int]) -> None:
    """Lay a rack, front first."""
    state.rack[seat][:] = codes
    state.known[seat][:] = [int(word[0] == "(") for word in words]


def read(path: Path) -> Position:
    """Return the position of a file."""
    return Position(path, tomllib.loads(path.read_text(encoding="utf-8")))


def rows_of(game: Game, levels: Sequence[Level]) -> dict[str, list[int]]:
    """Return what was counted as rows of numbers by depth; events that never occurred are left out."""
    rows = {name: [getattr(level, name) for level in levels] for name in ROWS}
    for name in ("moves", "totals"):
        for seat in range(len(levels[0].totals)):
            rows[f"{name}-{seat}"] = [getattr(level, name)[seat] for level in levels]
    for kind in game.kinds:
        if any(level.events[kind.key] for level in levels):
            rows[f"event-{kind.key}"] = [level.events[kind.key] for level in levels]
    return rows


def write(position: Position, rows: dict[str, list[int]]) -> None:
    """Write the counts below what a person wrote."""
    written, _, _ = position.path.read_text(encoding="utf-8").partition(MARK)
    columns = list(zip(*rows.values(), strict=True))
    widths = [max(len(str(number)) for number in column) for column in columns]
    name_width = max(map(len, rows))
    depths = "  ".join(f"{depth:>{width}}" for depth, width in enumerate(widths))
    lines = ["[counts]", f"# {'depth':<{name_width + 2}} {depths}"]
    for name, numbers in rows.items():
        cells = ", ".join(f"{number:>{width}}" for number, width in zip(numbers, widths, strict=True))
        lines.append(f"{name:<{name_width}} = [ {cells} ]")
    text = written.rstrip() + "\n\n" + MARK + "\n".join(lines) + "\n"
    position.path.write_text(text, encoding="utf-8", newline="\n")
