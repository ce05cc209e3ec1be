"""The judge sees what is wrong: a test of the tests of faults."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.faults.client import Account
from tests.faults.kept import judge_rows, rows_of
from tests.faults.load_matches import lay
from tests.faults.server import Server
from tests.faults.tables import Company
from upcard.web.store import FILE, Row

Told = tuple[dict[str, list[Row]], list[Account]]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Told:
    """A short game of two, as the store and both clients know it."""
    return asyncio.run(_play(tmp_path_factory.mktemp("judged")))


async def _play(folder: Path) -> Told:
    server = Server(folder / "data")
    laid = await asyncio.to_thread(lay, server.data, 4)
    company = Company(lambda: server.where, laid, 1)
    async with server.running():
        async with company.playing():
            await company.seated()
            while company.answered < 12:  # noqa: ASYNC110 - there is no event for it
                await asyncio.sleep(0.01)
        rows = rows_of(server.data / FILE)
    return rows, company.accounts


def acted(rows: dict[str, list[Row]], match: str) -> list[int]:
    return [at for at, row in enumerate(rows[match]) if row.kind == "acted"]


def changed(rows: dict[str, list[Row]], match: str, kept: list[Row]) -> dict[str, list[Row]]:
    return {**rows, match: [replace(row, seq=at) for at, row in enumerate(kept)]}


def accounts_of(told: Told, **other: Any) -> list[Account]:
    return [replace(account, **other) for account in told[1]]


def test_what_happened_is_not_complained_of(told: Told) -> None:
    verdict = judge_rows(*told)
    assert verdict.broken == []
    assert verdict.acknowledged == verdict.kept >= 12
    assert verdict.views > 12
    assert verdict.events > 12


def test_an_action_that_is_not_there_is_lost(told: Told) -> None:
    rows, accounts = told
    match = accounts[0].match
    kept = [*rows[match]]
    del kept[acted(rows, match)[-1] :]
    verdict = judge_rows(changed(rows, match, kept), accounts)
    assert verdict.lost
    assert verdict.wrong_views


def test_a_row_that_is_not_there_is_a_gap(told: Told) -> None:
    rows, accounts = told
    match = accounts[0].match
    verdict = judge_rows({**rows, match: [replace(row, seq=row.seq + 1) for row in rows[match]]}, accounts)
    assert verdict.gaps


def test_an_action_that_is_acknowledged_twice_is_doubled(told: Told) -> None:
    accounts = [replace(account, acknowledged=account.acknowledged * 2) for account in told[1]]
    verdict = judge_rows(told[0], accounts)
    assert verdict.doubled
    assert verdict.disordered


def test_actions_in_another_order_are_noticed(told: Told) -> None:
    accounts = [replace(account, acknowledged=account.acknowledged[::-1]) for account in told[1]]
    assert judge_rows(told[0], accounts).disordered


def test_another_view_is_wrong(told: Told) -> None:
    verdict = judge_rows(told[0], accounts_of(told, views={2: b"something"}))
    assert verdict.wrong_views == len(told[1])


def test_a_view_of_a_version_that_never_was_is_wrong(told: Told) -> None:
    verdict = judge_rows(told[0], accounts_of(told, views={99_999: b"something"}))
    assert verdict.wrong_views == len(told[1])


def test_other_events_are_wrong(told: Told) -> None:
    assert judge_rows(told[0], accounts_of(told, trail=b"something")).wrong_events == len(told[1])


def test_what_was_refused_and_is_there_all_the_same_is_wrong(told: Told) -> None:
    accounts = [replace(account, acknowledged=[], refused=account.acknowledged) for account in told[1]]
    assert judge_rows(told[0], accounts).refused_yet_kept
