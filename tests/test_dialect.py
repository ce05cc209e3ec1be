"""The lint of the dialect: every kind of offence is found, and the rules of every game pass."""

import subprocess
import sys
from pathlib import Path

import pytest

from upcard.testing.dialect import main, modules, offences, rules_of

STATE = """
class State:
    seat: int = small()
    hand: int = byte()
    up: list[int] = byte(9)
    down: list[int] = byte(8)
    grid: list[list[int]] = byte(8, 9)

@rule
def other(state: State, cell: int) -> int:
    return cell
"""

FINE = """
    '''NI1.1: Do what rules may do.'''
    row = state.grid[state.seat]
    up = state.up
    first, second = row[0], row[1]
    row[cell] = first
    for place in range(len(state.up)):
        state.grid[place][cell] = max(up[place], second) // 2
        state.down[place] -= 1
    for corner in CORNERS:
        state.up[corner] |= 1 << cell
    while state.hand > 0 and cell != piles.other(state, cell):
        state.hand = other(state, 0) if state.seat == NOBODY else 0
        break
    state.seat = NOBODY
    assert cell >= 0, 'a cell'
    match cell:
        case 1 | 2:
            return
        case _:
            pass
"""

OFFENCES = {
    "first = state.up[1:3]": "a slice is a copy",
    "state.grid[0] = state.grid[1]": "a whole list or row",
    "state.up = state.down": "a whole list or row",
    "row = state.grid[0]; state.grid[1] = row": "a whole list or row",
    "a, b = state.grid[0], state.grid[1]": "a whole list or row",
    "other(state, state.up)": "a whole list or row",
    "return state.up": "a whole list or row",
    "for flag in state.up: pass": "a whole list or row",
    "row = state.grid[0]\n    row = state.grid[1]": "bound once",
    "for seat in range(2):\n        row = 1\n    row = state.grid[0]": "bound once",
    "x = state.up[-1]": "a negative index",
    "x = state.up[NOBODY]": "a negative index",
    "state.hand = -1": "a byte holds 0 to 255",
    "state.up[cell] = NOBODY": "a byte holds 0 to 255",
    "x = [1, 2]": "a record does not grow",
    "x = {1: 2}": "a record does not grow",
    "x = {1, 2}": "a record does not grow",
    "x = [y for y in range(3)]": "a record does not grow",
    "state.up.append(1)": "neither a rule nor one of",
    "x = any(y for y in range(3))": "a generator does not compile",
    "x = lambda y: y": "lambda is not part",
    "def inner() -> int:\n        return 1": "functiondef is not part",
    "try:\n        pass\n    finally:\n        pass": "try is not part",
    "with state:\n        pass": "with is not part",
    "import os": "import is not part",
    "global CORNERS": "global is not part",
    "del state.hand": "delete is not part",
    "(x := 3)": "namedexpr is not part",
    "x = yield": "yield is not part",
    "x = f'{cell}'": "a rule makes no text",
    "x = cell / 2": "use //",
    "x = cell ** 2": "may make a float",
    "x = 0.5": "the only constants",
    "x = 'text'": "the only constants",
    "x = None": "the only constants",
    "if cell in CORNERS: pass": "compare with ==",
    "if cell not in CORNERS: pass": "compare with !=",
    "if cell is state: pass": "is is not part",
    "return cell, cell": "tuples only to assign",
    "x = sorted(cell)": "neither a rule nor one of",
    "x = other(state, cell=1)": "arguments are given by place",
    "x = other": "a rule is called, never passed on",
    "other(state, piles.other)": "a rule is called, never passed on",
    "for x in state: pass": "for runs over a range",
    "x = state.game.seat": "an attribute of a value",
}

HEADS = {
    "def bad(state: State, cells: list[int]) -> None": "takes the state and ints",
    "def bad(state: State, apply: Rule) -> None": "takes the state and ints",
    "def bad(state, cell: int) -> None": "takes the state and ints",
    "def bad(state: State, cell: int = 0) -> None": "without defaults",
    "def bad(state: State, *cells: int) -> None": "without defaults",
}


def found(head: str, body: str) -> list[tuple[str, int, str]]:
    return offences({"nines/state.py": STATE, "nines/rules.py": f"@rule\n{head}:\n    {body}\n"})


def test_what_rules_may_do_passes() -> None:
    assert found("def good(state: State, cell: int) -> None", FINE.strip()) == []


@pytest.mark.parametrize("body", OFFENCES)
def test_each_offence_is_found_with_its_line(body: str) -> None:
    here = found("def bad(state: State, cell: int) -> None", body)
    assert any(OFFENCES[body] in sentence for _, _, sentence in here), here
    assert all(path == "nines/rules.py" and line >= 3 for path, line, _ in here)


@pytest.mark.parametrize("head", HEADS)
def test_each_wrong_head_is_found(head: str) -> None:
    here = found(head, "pass")
    assert any(HEADS[head] in sentence for _, _, sentence in here), here


POLICY = "def bad(state: Any, legal: int, table: Sequence[int]) -> int"

TABLES = {
    "table[0] = 1": "a table is read only",
    "table[legal] += 1": "a table is read only",
    "x = table[1:3]": "a slice is a copy",
    "x = table[-1]": "a negative index",
    "x = table": "a whole list or row",
    "return table": "a whole list or row",
    "x = min(table)": "a whole list or row",
    "for x in table: pass": "a whole list or row",
    "table = state.up": "bound once",
}


@pytest.mark.parametrize("body", TABLES)
def test_a_table_is_only_read(body: str) -> None:
    here = found(POLICY, body)
    assert any(TABLES[body] in sentence for _, _, sentence in here), here


def test_a_policy_reads_its_table_and_hands_it_to_other_rules() -> None:
    body = "x = table[other(state, legal)] + len(table)\n    return good(state, x, table)"
    assert found(POLICY.replace("bad", "good"), body) == []


MADE = """
def careless(policy: Policy) -> Policy:
    base = policy.choose

    @rule
    def choose(state: Any, legal: int, word: int, table: Sequence[int]) -> int:
        if word == 0:
            return {}
        return base(state, legal, word, table)

    return Policy(choose)
"""


def test_a_rule_that_a_function_makes_may_call_what_is_bound_there_and_is_looked_at_too() -> None:
    assert offences({"bots/careless.py": MADE.format("legal")}) == []
    assert offences({"bots/careless.py": MADE.format("legal / 2")}) == [
        ("bots/careless.py", 8, "division with / makes a float: use //")
    ]
    here = offences({"bots/careless.py": MADE.format("policy(state, legal)")})
    assert ["policy is neither a rule nor one of" in sentence for _, _, sentence in here] == [True]


def test_what_is_no_rule_may_be_anything() -> None:
    assert offences({"a.py": "def plain(xs):\n    return [x / 2 for x in xs[1:]]\n"}) == []


def test_every_rule_of_the_house_keeps_to_the_dialect() -> None:
    assert offences(modules()) == []


def test_the_lint_sees_every_module_that_has_rules() -> None:
    import ast

    from upcard.games import GAMES  # noqa: F401 - registers the rules of every game
    from upcard.rule import RULES

    seen = {
        ("upcard." + path.removesuffix(".py").replace("/", "."), function.name)
        for path, text in modules().items()
        for function in rules_of(ast.parse(text))
    }
    assert {(rule.__module__, rule.__name__) for rule in RULES} <= seen


def test_the_command_names_file_line_and_reason(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.py").write_text("@rule\ndef bad(cell: int) -> int:\n    return cell / 2\n")
    assert main([str(tmp_path)]) == 1
    assert capsys.readouterr().out == f"{tmp_path / 'bad.py'}:3: division with / makes a float: use //\n"


def test_the_command_passes_over_the_house() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "upcard.testing.dialect"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
