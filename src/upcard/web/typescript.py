"""The page's types, written from the protocol: ``python -m upcard.web.typescript`` writes the file.

A test holds ``frontend/src/protocol.ts`` against ``text()``, so that page and server cannot drift apart.
"""

from __future__ import annotations

import json
import sys
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

import msgspec

from upcard.errors import Problem
from upcard.web import messages
from upcard.web.messages import lobby, page, room, view

FILE = Path("frontend", "src", "protocol.ts")
UNIONS = {
    "ServerMessage": messages.ServerMessage,
    "ClientMessage": messages.ClientMessage,
    "SeatChoice": messages.SeatChoice,
}
HEAD = """\
// What the server and the page say to each other. Written by `python -m upcard.web.typescript` from
// the server's messages: do not edit.
"""
_PLAIN = {int: "number", float: "number", str: "string", bool: "boolean", type(None): "null"}
_WIDTH = 110


def text() -> str:
    """Return the whole file."""
    declared = [HEAD]
    for name, kind in _structs():
        fields = [(f"{key}{'?' if optional else ''}", spelled) for key, spelled, optional in _fields(kind)]
        declared.append(_declaration(name, fields))
    for name, union in UNIONS.items():
        declared.append(f"export type {name} = {_type(union)};\n")
    return "\n".join(declared)


def _structs() -> Iterator[tuple[str, type]]:
    yield "Problem", Problem
    for module in (view, room, page, lobby):
        for name, kind in vars(module).items():
            own = isinstance(kind, type) and kind.__module__ == module.__name__
            if own and issubclass(kind, msgspec.Struct):
                yield name, kind


def _fields(kind: type) -> Iterator[tuple[str, str, bool]]:
    if not is_typeddict(kind):
        config = kind.__struct_config__  # type: ignore[attr-defined] # every Struct has one
        if config.tag_field:
            yield config.tag_field, json.dumps(config.tag), False
    defaults = {} if is_typeddict(kind) else _defaults(kind)
    for name, hint in get_type_hints(kind).items():
        yield name, _type(hint), name in defaults


def _defaults(kind: type) -> set[str] | dict[str, Any]:
    return {field.name for field in msgspec.structs.fields(kind) if not field.required}


def _declaration(name: str, fields: list[tuple[str, str]]) -> str:
    line = f"export type {name} = {{ {'; '.join(f'{key}: {spelled}' for key, spelled in fields)} }};"
    if len(line) <= _WIDTH:
        return line + "\n"
    body = "".join(f"  {key}: {spelled};\n" for key, spelled in fields)
    return f"export type {name} = {{\n{body}}};\n"


def _type(hint: Any) -> str:
    if hint in _PLAIN:
        return _PLAIN[hint]
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Literal:
        return " | ".join(json.dumps(value) for value in arguments)
    if origin in (Union, types.UnionType):
        return " | ".join(_type(argument) for argument in arguments)
    if origin is tuple:
        item = _type(arguments[0])
        return f"({item})[]" if " | " in item else f"{item}[]"
    if origin in (list, dict):
        item = _type(arguments[-1])
        return f"{item}[]" if origin is list else f"Record<string, {item}>"
    if isinstance(hint, type):
        return hint.__name__
    raise TypeError(f"{hint} has no counterpart in TypeScript")


def main() -> int:
    """Write the file of the checkout in the current folder."""
    if not FILE.parent.is_dir():
        print(f"There is no {FILE.parent} here: run this in a checkout.", file=sys.stderr)
        return 2
    FILE.write_text(text(), encoding="utf-8", newline="\n")
    print(f"{FILE} is written.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
