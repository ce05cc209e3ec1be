"""Where matches are kept: one append-only table, whose key (match, seq) is also the lock.

``append`` returns once its rows are on the disk, or raises and none of them is kept. One thread writes:
it gathers everything that waits into one transaction, so that many rooms share the price of one flush,
and where rows keep coming it flushes no more often than every few milliseconds.
The file holds the secrets of running matches: only its owner may read it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import queue
import sqlite3
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from upcard.errors import RoomError, WrongVersion
from upcard.web.counts import StoreCounts

FILE = "matches.sqlite3"
FORMAT = 1
MOST_TOGETHER = 500
APART = 0.004
"""Seconds from one flush to the next: nobody notices them, and a busy server has a quarter of the work."""
LOG_PAGES = 4000
"""How long the log of what is new gets, 16 MB, before it is written into the file: a copy of the files that
is made just then is not sound (docs/backups.md), and a start after a power cut reads the log whole.
"""
LONGEST_CHECK = 2.0
"""Seconds that the disk may take to say whether it works."""
_TABLE = """
CREATE TABLE IF NOT EXISTS events (
    match TEXT NOT NULL,
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    payload BLOB NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (match, seq)
) STRICT, WITHOUT ROWID
"""


@dataclass(frozen=True, slots=True)
class Row:
    """One thing that happened in a match: ``seq`` counts from 0, ``payload`` is JSON."""

    match: str
    seq: int
    kind: str
    payload: bytes


class TakenError(Exception):
    """Another program has written a row of this number before."""


class NotKept(RoomError):
    """The disk did not take it; nothing has changed."""

    def __init__(self, reason: str) -> None:
        super().__init__("room/not-kept", f"this could not be kept on the disk ({reason}); try again")


@dataclass(slots=True)
class _Waiting:
    rows: Sequence[Row]
    kept: asyncio.Future[None]

    def settle(self, error: Exception | None) -> None:
        """Tell whoever waits, in the thread of their loop."""
        if self.kept.done():
            return  # they do not wait any more
        if error is None:
            self.kept.set_result(None)
        else:
            self.kept.set_exception(error)


class Store:
    """The events of all matches in one file of the folder, which is made if need be."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.path = folder / FILE
        os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))
        self.path.chmod(0o600)  # SQLite gives its other files the mode of this one
        self.counts = StoreCounts()
        self.writable = True
        """Whether the last commit was taken."""
        self._reader = self._connect()
        self._reading = threading.Lock()
        self._next = 0.0
        self._queue: queue.SimpleQueue[_Waiting | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="upcard-store", daemon=True)
        self._writer.start()

    def close(self) -> None:
        """Write what waits, and let the file go."""
        self._queue.put(None)
        self._writer.join()
        self._reader.close()

    async def append(self, rows: Sequence[Row]) -> None:
        """Keep all rows or none; TakenError if a number is in use, NotKept if the disk refuses."""
        waiting = _Waiting(rows, asyncio.get_running_loop().create_future())
        self._queue.put(waiting)
        await waiting.kept

    async def check(self) -> bool:
        """Return whether rows are kept; after a commit that failed, by another one of no rows."""
        if not self.writable:
            with contextlib.suppress(NotKept, TimeoutError):
                async with asyncio.timeout(LONGEST_CHECK):
                    await self.append([])
        return self.writable

    def read(self, match: str, first: int = 0) -> list[Row]:
        """Return the rows of a match from number ``first`` on."""
        with self._reading:
            found = self._reader.execute(
                "SELECT match, seq, kind, payload FROM events WHERE match = ? AND seq >= ? ORDER BY seq",
                (match, first),
            )
            return [Row(*columns) for columns in found]

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False, timeout=5)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(f"PRAGMA wal_autocheckpoint = {LOG_PAGES}")
        (written,) = connection.execute("PRAGMA user_version").fetchone()
        if written not in (0, FORMAT):
            connection.close()
            raise WrongVersion(
                f"{self.path} was written by another version of upcard (format {written}, this one "
                f"reads {FORMAT}); choose another folder with --data"
            )
        if written == 0:
            connection.execute(_TABLE)
            connection.execute(f"PRAGMA user_version = {FORMAT}")
        return connection

    def _write(self) -> None:
        connection = self._connect()
        try:
            more = True
            while more:
                together, more = self._gather()
                self._keep(connection, together)
        finally:
            connection.close()

    def _gather(self) -> tuple[list[_Waiting], bool]:
        """Return everything that waits once it is time, at least one; and whether more may come."""
        first = self._queue.get()
        if first is not None:
            time.sleep(max(0.0, self._next - time.monotonic()))
        together: list[_Waiting] = []
        while first is not None:
            together.append(first)
            if len(together) == MOST_TOGETHER:
                break
            try:
                first = self._queue.get_nowait()
            except queue.Empty:
                break
        return together, first is not None

    def _keep(self, connection: sqlite3.Connection, together: Sequence[_Waiting]) -> None:
        """Keep everything in one transaction; where that fails, each in its own."""
        error = self._commit(connection, [row for waiting in together for row in waiting.rows])
        if error is not None and len(together) > 1:
            for waiting in together:
                self._keep(connection, [waiting])
            return
        self._next = time.monotonic() + APART
        _settle(together, error)

    def _commit(self, connection: sqlite3.Connection, rows: Sequence[Row]) -> Exception | None:
        """Keep rows; where there are none, write something all the same, to see whether that can be done."""
        now, began = time.time(), time.perf_counter()
        try:
            connection.execute("BEGIN IMMEDIATE")
            if not rows:
                connection.execute(f"PRAGMA user_version = {FORMAT}")
            connection.executemany(
                "INSERT INTO events VALUES (?, ?, ?, ?, ?)",
                ((row.match, row.seq, row.kind, row.payload, now) for row in rows),
            )
            connection.execute("COMMIT")
        except sqlite3.IntegrityError:
            connection.execute("ROLLBACK")
            return TakenError()
        except sqlite3.Error as error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            self.writable = False
            self.counts.refused += 1
            return NotKept(str(error))
        self.writable = True
        self.counts.rows += len(rows)
        self.counts.commits += 1
        self.counts.together.observe(len(rows))
        self.counts.seconds.observe(time.perf_counter() - began)
        return None


def _settle(together: Sequence[_Waiting], error: Exception | None) -> None:
    """Tell all who wait, from the writer's thread: each loop is woken once."""
    loops: dict[asyncio.AbstractEventLoop, list[_Waiting]] = {}
    for waiting in together:
        loops.setdefault(waiting.kept.get_loop(), []).append(waiting)

    def tell(those: list[_Waiting]) -> None:
        for waiting in those:
            waiting.settle(error)

    for loop, those in loops.items():
        with contextlib.suppress(RuntimeError):  # a loop that is closed has nobody who waits
            loop.call_soon_threadsafe(tell, those)
