"""The lint of the dialect in which rules are written (``docs/dialect.md``).

``python -m upcard.testing.dialect`` reads every module that marks a function with ``@rule`` and prints
file, line and reason of whatever would not mean the same interpreted and compiled. What no lint can
see (an index that turns negative, a byte taken below 0) ``check_game`` sees in play.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import upcard

ROOT = Path(upcard.__file__).parent
CALLS = {"range", "min", "max", "abs", "len", "enumerate"}
LISTS = {"list[int]": 1, "list[list[int]]": 2, "list[list[list[int]]]": 3}
TYPES = {"int", "bool", "None"}
TABLE = "Sequence[int]"
"""What a policy works out beforehand and its rules read."""

NOT_PART = "{} is not part of the dialect"
WHOLE_LIST = "a whole list or row may only be indexed: assigned it is shared by Python, copied compiled"
REBOUND = "a local that stands for a row is bound once: here it would stand for another"
GROWING = "lists, sets, dicts and comprehensions: a record does not grow"
SENTENCES: dict[type[ast.AST], str] = {
    ast.Slice: "a slice is a copy for Python and a view compiled",
    **dict.fromkeys((ast.List, ast.Set, ast.Dict, ast.ListComp, ast.SetComp, ast.DictComp), GROWING),
    ast.GeneratorExp: "a generator does not compile",
    ast.Div: "division with / makes a float: use //",
    ast.Pow: "** may make a float: use << or a table",
    ast.In: "compare with == instead of in",
    ast.NotIn: "compare with != instead of not in",
    ast.JoinedStr: "a rule makes no text",
    ast.Tuple: "tuples only to assign several locals at once",
}
PARTS = tuple[type[ast.AST], ...]
STATEMENTS: PARTS = (ast.Return, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.For, ast.While, ast.If)
STATEMENTS += (ast.Match, ast.match_case, ast.MatchValue, ast.MatchOr, ast.MatchAs)
STATEMENTS += (ast.Assert, ast.Raise, ast.Expr, ast.Pass, ast.Break, ast.Continue, ast.arguments, ast.arg)
EXPRESSIONS: PARTS = (ast.BoolOp, ast.BinOp, ast.UnaryOp, ast.IfExp, ast.Compare, ast.Call, ast.Constant)
EXPRESSIONS += (ast.Attribute, ast.Subscript, ast.Name, ast.expr_context, ast.boolop, ast.unaryop)
EXPRESSIONS += (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Add, ast.Sub, ast.Mult)
EXPRESSIONS += (ast.FloorDiv, ast.Mod, ast.LShift, ast.RShift, ast.BitOr, ast.BitXor, ast.BitAnd)

Offence = tuple[str, int, str]
"""File, line, sentence."""


def offences(sources: Mapping[str, str]) -> list[Offence]:
    """Return what is wrong in these modules, given as path and text, in the order of files and lines."""
    trees = {path: ast.parse(text) for path, text in sources.items()}
    names = {function.name for tree in trees.values() for function in rules_of(tree)}
    shared = {"state.py"}
    found = set()
    for path, tree in trees.items():
        folder = str(Path(path).parent)
        fields: dict[str, ast.AnnAssign] = {}
        for other, there in trees.items():
            if str(Path(other).parent) == folder or other in shared:
                fields |= fields_of(there)
        for function in rules_of(tree):
            known = names | bound_around(tree, function)
            found |= {(path, line, text) for line, text in _Rule(function, known, fields).offences()}
    return sorted(found)


def rules_of(tree: ast.Module) -> list[ast.FunctionDef]:
    """Return the functions of a module that are marked ``@rule``, those that functions return among them."""
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and "rule" in map(ast.unparse, node.decorator_list)
    ]


def bound_around(tree: ast.Module, rule: ast.FunctionDef) -> set[str]:
    """Return the names that the function around a rule has bound: rules made there may call them."""
    return {
        node.id
        for around in tree.body
        if isinstance(around, ast.FunctionDef) and rule in around.body
        for statement in around.body
        for node in ast.walk(statement)
        if statement is not rule and isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }


def fields_of(tree: ast.Module) -> dict[str, ast.AnnAssign]:
    """Return the fields that the states of a module declare."""
    return {
        node.target.id: node
        for kind in tree.body
        if isinstance(kind, ast.ClassDef) and kind.name.endswith("State")
        for node in kind.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }


class _Rule:
    """One rule under the lint."""

    def __init__(self, rule: ast.FunctionDef, names: set[str], fields: dict[str, ast.AnnAssign]) -> None:
        self.rule = rule
        self.names = names
        self.depth = {name: LISTS.get(ast.unparse(node.annotation), 0) for name, node in fields.items()}
        declared = {name: ast.unparse(node.value) for name, node in fields.items() if node.value}
        self.bytes = {name for name, value in declared.items() if value.startswith("byte(")}
        self.parent = {child: node for node in ast.walk(rule) for child in ast.iter_child_nodes(node)}
        stored = [n.id for n in ast.walk(rule) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
        self.bound = Counter([*stored, *(arg.arg for arg in rule.args.args)])
        self.tables = {arg.arg for arg in rule.args.args if _annotated(arg) == TABLE}
        self.rows = dict.fromkeys(self.tables, 1)
        for node in ast.walk(rule):
            if isinstance(node, ast.Assign) and self.depth_of(node.value):
                self.rows |= {ast.unparse(target): self.depth_of(node.value) for target in node.targets}

    def offences(self) -> Iterator[tuple[int, str]]:
        """Yield the line and the sentence of everything that is not in the dialect."""
        arguments = self.rule.args
        if arguments.defaults or arguments.kwonlyargs or arguments.vararg or arguments.kwarg:
            yield self.rule.lineno, "a rule takes plain arguments without defaults"
        for arg in arguments.args:
            kind = _annotated(arg)
            if kind not in (*TYPES, TABLE, "Any") and not kind.endswith("State"):
                yield (
                    arg.lineno,
                    "a rule takes the state and ints (and a policy's table): no lists, texts or rules",
                )
        for statement in self.rule.body:
            line = statement.lineno
            for node in ast.walk(statement):
                line = getattr(node, "lineno", line)
                for sentence in self.wrong(node):
                    yield line, sentence

    def wrong(self, node: ast.AST) -> Iterator[str]:
        """Yield what is wrong with one node of the tree."""
        above = self.parent.get(node)
        if isinstance(node, ast.Tuple):
            if not isinstance(above, ast.Assign):
                yield SENTENCES[ast.Tuple]
        elif not isinstance(node, (*STATEMENTS, *EXPRESSIONS)):
            yield SENTENCES.get(type(node)) or NOT_PART.format(type(node).__name__.lower())
        elif isinstance(node, ast.Constant):
            docs = isinstance(above, ast.Expr) or (isinstance(above, ast.Assert) and above.msg is node)
            if type(node.value) not in (int, bool) and not docs:
                yield "the only constants are ints and bools"
        elif isinstance(node, ast.Subscript):
            if _negative(node.slice):
                yield "a negative index counts from the end for Python, and is not caught compiled"
        elif isinstance(node, ast.Call):
            yield from self.wrong_call(node)
        elif isinstance(node, ast.For):
            over = ast.unparse(node.iter)
            if not over.startswith(("range(", "enumerate(")) and not over.isupper():
                yield "for runs over a range or a constant"
        elif isinstance(node, ast.Attribute) and not isinstance(node.value, ast.Name):
            yield NOT_PART.format("an attribute of a value")
        yield from self.wrong_store(node)
        name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
        called = isinstance(above, ast.Call) and above.func is node
        if name in self.names and name not in self.bound and name not in self.depth and not called:
            yield "a rule is called, never passed on: it would compile anew for each"
        if self.depth_of(node) and not self.is_used_well(node, above):
            yield WHOLE_LIST
        if isinstance(node, ast.Name) and node.id in self.rows and self.bound[node.id] > 1:
            yield REBOUND

    def wrong_call(self, node: ast.Call) -> Iterator[str]:
        """Yield what is wrong with a call."""
        name = node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
        raised = isinstance(self.parent.get(node), ast.Raise)
        if name not in self.names and not raised and (name not in CALLS or ast.unparse(node.func) != name):
            yield f"{ast.unparse(node.func)} is neither a rule nor one of {', '.join(sorted(CALLS))}"
        if node.keywords:
            yield "arguments are given by place"

    def wrong_store(self, node: ast.AST) -> Iterator[str]:
        """Yield what is wrong with an assignment to a field of the state, or to a table."""
        if (
            isinstance(node, ast.Subscript)
            and isinstance(node.ctx, ast.Store)
            and ast.unparse(node.value) in self.tables
        ):
            yield "a table is read only: all matches of a run share it"
        if isinstance(node, ast.Assign) and _negative(node.value):
            for target in node.targets:
                while isinstance(target, ast.Subscript):
                    target = target.value
                if isinstance(target, ast.Attribute) and target.attr in self.bytes:
                    yield "a byte holds 0 to 255: compiled, −1 becomes 255"

    def depth_of(self, node: ast.AST) -> int:
        """Return how many indices lead from an expression to a number; 0 for a number."""
        if isinstance(node, ast.Attribute):
            return self.depth.get(node.attr, 0)
        if isinstance(node, ast.Name):
            return self.rows.get(node.id, 0)
        if isinstance(node, ast.Subscript):
            return max(self.depth_of(node.value) - 1, 0)
        return 0

    def is_used_well(self, node: ast.AST, above: ast.AST | None) -> bool:
        """Whether a list is indexed, measured, or bound to a local; a table may be handed on to a rule."""
        if isinstance(above, ast.Subscript) and above.value is node:
            return True
        if isinstance(above, ast.Call) and ast.unparse(above.func) == "len":
            return True
        if isinstance(node, ast.Name) and node.id in self.tables:
            return isinstance(above, ast.Call) and ast.unparse(above.func) in self.names
        return isinstance(above, ast.Assign) and all(isinstance(name, ast.Name) for name in above.targets)


def _annotated(arg: ast.arg) -> str:
    return "" if arg.annotation is None else ast.unparse(arg.annotation)


def _negative(node: ast.AST) -> bool:
    return (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)) or (
        isinstance(node, ast.Name) and node.id in ("NOBODY", "EVERYONE")
    )


def modules(root: Path = ROOT) -> dict[str, str]:
    """Return path and text of every module below ``root``."""
    return {
        str(path.relative_to(root)): path.read_text(encoding="utf-8") for path in sorted(root.rglob("*.py"))
    }


def main(arguments: Sequence[str]) -> int:
    """Print what is wrong, one line each; 1 if anything is."""
    roots = [Path(argument) for argument in arguments] or [ROOT]
    found = [(root / path, line, why) for root in roots for path, line, why in offences(modules(root))]
    for path, line, why in found:
        print(f"{path}:{line}: {why}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
