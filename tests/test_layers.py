"""Imports run one way: strictly downward, rules on the standard library alone, one door a library."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "upcard"

# From the bottom up to the table: what a match is, on the standard library alone.
PURE = {
    *("errors", "rule", "cards", "chance"),
    *("options", "state", "values"),
    *("game", "piles"),
    "games",
    *("record", "dealer", "books"),
    "table",
}

# Who else may import a library, by layer. A library that is not named here may be imported nowhere.
DOORS = {
    "numba": {"fast"},
    "llvmlite": {"fast"},
    "numpy": {"fast", "bots", "coach", "lab", "envs", "bench", "train", "cli", "tui", "web"},
    "hypothesis": {"testing"},
    "msgspec": {"web"},
    "starlette": {"web"},
    "uvicorn": {"web"},
    "segno": {"web"},
    "websockets": {"web"},
    "prometheus_client": {"web"},
    "platformdirs": {"web", "cli", "fast"},
    "rich": {"cli", "lab"},
    "textual": {"tui"},
    # what the benchmark measures beside, in a program of its own
    "pyspiel": {"bench"},
    "rlcard": {"bench"},
    "jax": {"bench"},
    "pgx": {"bench"},
}


def modules() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


def layer(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def outside(path: Path) -> set[str]:
    top = {name.split(".")[0] for name in imported(path)}
    return top - {"upcard", *sys.stdlib_module_names}


def test_the_contracts_of_import_linter_are_kept() -> None:
    # in a program of its own: it sets logging up anew, and loggers that are there already fall silent
    program = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    linted = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert linted.returncode == 0, linted.stdout


@pytest.mark.parametrize("path", [p for p in modules() if layer(p) in PURE], ids=lambda p: p.stem)
def test_rules_table_and_record_import_the_standard_library_only(path: Path) -> None:
    assert not outside(path)


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(SOURCE)))
def test_a_library_is_imported_by_its_layer_only(path: Path) -> None:
    strangers = {name for name in outside(path) if layer(path) not in DOORS.get(name, set())}
    assert not strangers, f"{layer(path)} may not import {strangers}"


def from_inside_games(source: str) -> Iterator[tuple[str, str]]:
    """Every module inside a game that a source imports, with each name it takes from there."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [(alias.name, "") for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [(node.module, alias.name) for alias in node.names]
        else:
            continue
        for module, name in names:
            if module.startswith("upcard.games."):
                yield module, name
            elif module == "upcard.games" and name not in ("GAMES", "find_game"):
                yield f"upcard.games.{name}", ""


def may_know(layer: str, module: str, name: str) -> bool:
    """Whether a layer above the table may take the name out of a game's module.

    Policies read a blanked state as the rules do: they know the codes and what scores, no more.
    """
    scores = module.endswith(".scoring") and name.islower() and name != ""
    return layer == "bots" and (name.isupper() or scores)


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(SOURCE)))
def test_only_table_and_below_know_the_state_of_a_game(path: Path) -> None:
    here = layer(path)
    if here in {"cli", "tui", "web", "bots", "coach", "lab", "envs", "show"}:
        inside = [
            f"{module} {name}".rstrip()
            for module, name in from_inside_games(path.read_text(encoding="utf-8"))
            if not may_know(here, module, name)
        ]
        assert not inside, (
            f"clients and bots see a View, and bots a blanked state of which they may import by name only "
            f"UPPER_CASE constants and functions of a game's scoring; {here} imports {inside}"
        )


def test_what_a_bot_may_take_out_of_a_game() -> None:
    def taken(layer: str, source: str) -> bool:
        return all(may_know(layer, module, name) for module, name in from_inside_games(source))

    assert taken("bots", "from upcard.games.nines.state import FLIP, PASS")
    assert taken("bots", "from upcard.games.rack_o.scoring import may_go_out")
    assert taken("web", "from upcard.games import GAMES, find_game")
    for source in (
        "from upcard.games.nines.state import State",
        "from upcard.games.nines.state import FLIP, State",
        "from upcard.games.nines.scoring import State",
        "from upcard.games.nines.scoring import *",
        "from upcard.games.nines.rules import place",
        "from upcard.games.nines import rules",
        "from upcard.games import nines",
        "import upcard.games.nines.state",
        "import upcard.games.rack_o.scoring",
    ):
        assert not taken("bots", source), source
    assert not taken("web", "from upcard.games.nines.state import FLIP")
    assert not taken("lab", "from upcard.games.rack_o.scoring import may_go_out")


def test_the_rules_run_where_nothing_is_installed() -> None:
    """A Python without site-packages imports every module of the rules, the record and the table."""
    names = [
        ".".join(("upcard", *path.relative_to(SOURCE).with_suffix("").parts))
        for path in modules()
        if layer(path) in PURE and path.stem != "__init__"
    ]
    program = "import importlib, sys; [importlib.import_module(n) for n in sys.argv[1:]]"
    bare = subprocess.run(
        [
            sys.executable,
            "-I",
            "-S",
            "-c",
            f"import sys; sys.path[:0] = [{str(SOURCE.parent)!r}]; " + program,
            *names,
        ],
        capture_output=True,
        text=True,
    )
    assert bare.returncode == 0, bare.stderr
