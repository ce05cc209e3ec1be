"""The guide to playing with people names tests that there are, and a row for every other table."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GUIDE = (ROOT / "docs" / "play-with-people.md").read_text(encoding="utf-8")
ROWS = [line for line in GUIDE.splitlines() if line.startswith("| ") and not line.startswith("| ---")]


def all_tests() -> set[str]:
    """The names of all tests."""
    found: set[str] = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found |= {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    return found


def test_every_feature_names_a_test_that_there_is() -> None:
    there = all_tests()
    for row in ROWS[1:]:
        named = re.findall(r"`(test_\w+)`", row)
        assert named, f"no test shows this: {row}"
        assert set(named) <= there, f"no such test: {set(named) - there}"


def test_every_feature_is_set_beside_all_four_others() -> None:
    assert len(ROWS) > 12
    for row in ROWS:
        cells = row.strip("| ").split(" | ")
        assert len(cells) == 6 or row == ROWS[0], row
        assert all(cells), row
