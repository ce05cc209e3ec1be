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
    "numpy": {"fast", "bots", "coach", "lab", "envs", "cli", "tui", "web"},
    "hypothesis": {"testing"},
    "msgspec": {"web"},
    "starlette": {"web"},
    "uvicorn": {"web"},
    "websockets": {"web"},
    "platformdirs": {"web", "cli", "fast"},
    "rich": {"cli", "lab"},
    "textual": {"tui"},
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


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(SOURCE)))
def test_only_table_and_below_know_the_state_of_a_game(path: Path) -> None:
    if layer(path) in {"cli", "tui", "web", "bots", "coach", "lab", "envs", "show"}:
        inside = {name for name in imported(path) if name.startswith("upcard.games.")}
        assert not inside, f"clients and bots see a View; {layer(path)} imports {inside}"


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
