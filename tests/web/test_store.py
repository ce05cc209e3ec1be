"""What the store has taken is on the disk, once; what it has not taken is not there at all."""

import asyncio
import sqlite3
import stat
from pathlib import Path

import pytest

from upcard.errors import WrongVersion
from upcard.web.store import FILE, NotKept, Row, Store, TakenError


def row(match: str, seq: int) -> Row:
    return Row(match, seq, "acted", b'{"seat":0}')


def test_rows_come_back_in_order(data: Path) -> None:
    store = Store(data)
    asyncio.run(store.append([row("a", 0), row("a", 1), row("b", 0)]))
    asyncio.run(store.append([row("a", 2)]))
    assert store.read("a") == [row("a", 0), row("a", 1), row("a", 2)]
    assert store.read("a", 2) == [row("a", 2)]
    assert store.read("c") == []
    store.close()
    again = Store(data)
    assert len(again.read("a")) == 3
    again.close()


def test_a_number_is_given_once_and_all_rows_are_kept_or_none(data: Path) -> None:
    store = Store(data)

    async def race() -> list[BaseException | None]:
        many = [store.append([row("a", 0), row(f"other-{n}", 0)]) for n in range(20)]
        return await asyncio.gather(*many, return_exceptions=True)

    results = asyncio.run(race())
    assert results.count(None) == 1
    assert all(result is None or isinstance(result, TakenError) for result in results)
    assert sum(len(store.read(f"other-{n}")) for n in range(20)) == 1
    store.close()


def test_what_waits_together_is_flushed_together(data: Path) -> None:
    store = Store(data)

    async def many() -> None:
        await asyncio.gather(*(store.append([row(f"m{n}", 0)]) for n in range(300)))

    asyncio.run(many())
    connection = sqlite3.connect(data / FILE)
    moments = connection.execute("SELECT COUNT(DISTINCT at), COUNT(*) FROM events").fetchone()
    connection.close()
    store.close()
    assert moments[1] == 300
    assert moments[0] < 100


def test_a_disk_that_refuses_is_told_and_forgiven(data: Path) -> None:
    store = Store(data)
    other = sqlite3.connect(data / FILE)
    other.execute("ALTER TABLE events RENAME TO elsewhere")
    with pytest.raises(NotKept) as told:
        asyncio.run(store.append([row("a", 0)]))
    assert told.value.problem()["code"] == "room/not-kept"
    other.execute("ALTER TABLE elsewhere RENAME TO events")
    other.close()
    asyncio.run(store.append([row("a", 0)]))
    assert store.read("a") == [row("a", 0)]
    store.close()


def test_only_its_owner_may_read_it(data: Path) -> None:
    data.parent.joinpath("deep").mkdir()
    folder = data.parent / "deep" / "er" / "data"
    store = Store(folder)
    asyncio.run(store.append([row("a", 0)]))
    files = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
    store.close()
    assert set(files) == {FILE, f"{FILE}-wal", f"{FILE}-shm"}
    assert set(files.values()) == {0o600}
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_file_that_others_could_read_is_closed_to_them(data: Path) -> None:
    data.mkdir()
    (data / FILE).touch(mode=0o644)
    (data / FILE).chmod(0o644)
    Store(data).close()
    assert stat.S_IMODE((data / FILE).stat().st_mode) == 0o600


def test_a_file_of_another_format_is_left_alone(data: Path) -> None:
    Store(data).close()
    connection = sqlite3.connect(data / FILE)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(WrongVersion, match="format 99"):
        Store(data)
