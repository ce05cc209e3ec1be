"""A server of its own for every test, in the program or beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.web.program import Program
from upcard.web import match
from upcard.web.app import make_app
from upcard.web.room import Settings
from upcard.web.store import Store

QUICK = Settings(pace=0.0, actions=(1e6, 10**6))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture(autouse=True)
def quick_stand_ins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have *greedy* play for people who are away: those that reckon have tests of their own."""
    monkeypatch.setattr(match, "usual_bot", lambda _game, _level: "greedy")


@pytest.fixture
def client(data: Path) -> Iterator[TestClient]:
    """A browser at a server whose bots do not dawdle and whose limits on actions are far away."""
    with TestClient(make_app(Store(data), QUICK), base_url="http://localhost") as client:
        yield client


@pytest.fixture
def start(data: Path) -> Iterator[Callable[..., Program]]:
    """`start(**settings)` starts a real server on the data folder, beside the test."""
    programs: list[Program] = []

    def begin(**settings: str) -> Program:
        programs.append(Program(data, **settings))
        return programs[-1]

    yield begin
    for program in programs:
        program.stop()
