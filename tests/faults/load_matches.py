"""Matches between two people, laid into a store before its server starts; what was kept of them after."""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from upcard import options
from upcard.dealer import new_secret
from upcard.games import GAMES
from upcard.web.journal import (
    Acted,
    Created,
    Dealt,
    SeatEntry,
    Worded,
    entry_of,
    match_name,
    new_number,
    new_token,
    row_of,
    token_hash,
)
from upcard.web.store import FILE, Row, Store

SEATS = 2
LONG = {"nines": {"rounds": 18}, "rack-o": {"target": 1000}, "rat-race": {"rounds": 11}}
"""Matches that are not over before the load is."""
TOGETHER = 200


@dataclass(frozen=True, slots=True)
class Laid:
    """A match in the store, and the token of each seat."""

    name: str
    tokens: tuple[str, ...]


def lay(folder: Path, count: int) -> list[Laid]:
    """Put so many matches into the store of a folder, the games in turn; nobody has moved in any."""
    return asyncio.run(_lay(folder, count))


async def _lay(folder: Path, count: int) -> list[Laid]:
    store = Store(folder)
    laid: list[Laid] = []
    try:
        for first in range(0, count, TOGETHER):
            rows: list[Row] = []
            for number in range(first, min(first + TOGETHER, count)):
                match, of_match = _new(number)
                laid.append(match)
                rows += of_match
            await store.append(rows)
    finally:
        store.close()
    return laid


def _new(number: int) -> tuple[Laid, list[Row]]:
    game = list(GAMES.values())[number % len(GAMES)]
    settled = game.settle(options.build(game.options, LONG[game.name]), SEATS)
    tokens = tuple(new_token() for _ in range(SEATS))
    created = Created(
        number=new_number(),
        made=time.time(),
        game=game.name,
        rules=game.version,
        options=options.values_of(settled),
        seats=tuple(SeatEntry(f"Seat {seat}", token_hash=token_hash(tokens[seat])) for seat in range(SEATS)),
        secret=new_secret(),
        dealt=False,
    )
    name = match_name(created.number)
    words = [Worded(seat, secrets.token_hex(16)) for seat in range(SEATS)]
    entries = [created, *words, Dealt()]
    return Laid(name, tokens), [row_of(name, seq, entry) for seq, entry in enumerate(entries)]


def kept_actions(folder: Path) -> Counter[tuple[str, str]]:
    """Return how often each action of a person stands in the store: (match, id of the page) → times."""
    return Counter((row.match, entry.id) for row, entry in _acted(folder) if entry.id)


def _acted(folder: Path) -> Iterator[tuple[Row, Acted]]:
    connection = sqlite3.connect(f"file:{folder / FILE}?mode=ro", uri=True)
    try:
        rows: Iterable[tuple[str, int, str, bytes]] = connection.execute(
            "SELECT match, seq, kind, payload FROM events WHERE kind = 'acted' ORDER BY match, seq"
        )
        for columns in rows:
            row = Row(*columns)
            entry = entry_of(row)
            assert isinstance(entry, Acted)
            yield row, entry
    finally:
        connection.close()
