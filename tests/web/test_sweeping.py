"""Garbage in rings is found at last, and a full search is seldom."""

import asyncio
import gc
import sys
import weakref
from collections.abc import Iterator

import pytest

from upcard.web import sweeping
from upcard.web.sweeping import Sweeping


class Ring:
    def __init__(self) -> None:
        self.own = self


@pytest.fixture(autouse=True)
def _thaw() -> Iterator[None]:
    yield
    gc.unfreeze()


def searches(sweep: Sweeping) -> int:
    """How many full searches a call comes to."""
    before = gc.get_stats()[2]["collections"]
    asyncio.run(sweep())
    return gc.get_stats()[2]["collections"] - before


@pytest.fixture
def blocks(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """What the program seems to have taken."""
    taken = {"blocks": 1000}
    monkeypatch.setattr(sys, "getallocatedblocks", lambda: taken["blocks"])
    return taken


def test_there_is_a_full_search_only_when_there_is_twice_as_much(
    blocks: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeping, "QUIET", 1e9)
    sweep = Sweeping()
    assert searches(sweep) == 1
    blocks["blocks"] = 2000
    assert searches(sweep) == 0
    blocks["blocks"] = 2001
    assert searches(sweep) == 1
    blocks["blocks"] = 4002
    assert searches(sweep) == 0


def test_a_busy_server_puts_it_off_but_not_for_ever(
    blocks: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeping, "QUIET", -1)
    sweep = Sweeping()
    assert searches(sweep) == 1
    blocks["blocks"] = 6000
    assert searches(sweep) == 0
    blocks["blocks"] = 6001
    assert searches(sweep) == 1


def test_what_was_set_aside_is_freed_by_the_next_full_search(blocks: dict[str, int]) -> None:
    sweep = Sweeping()
    searches(sweep)
    ring = Ring()
    seen = weakref.ref(ring)
    searches(sweep)
    del ring
    gc.collect()
    assert seen() is not None, "it was not set aside"
    blocks["blocks"] *= 10
    assert searches(sweep) == 1
    assert seen() is None
