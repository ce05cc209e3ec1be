"""Many people at once, for some seconds: whatever was acknowledged is kept, once. Times are only told."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.faults import load


@pytest.mark.skipif(sys.platform != "linux", reason="reads what a program takes from /proc")
def test_every_move_of_a_hundred_matches_is_answered_and_kept_once(tmp_path: Path) -> None:
    figures = load.run(tmp_path, matches=100, rate=100.0, seconds=8.0)
    print(figures.table())
    assert figures.sent == figures.answered == 800
    assert figures.refused == {}
    assert (figures.lost, figures.doubled, figures.untold, figures.unasked) == (0, 0, 0, 0)
    assert figures.lost_sockets == 0
    assert figures.to_other.count == 800
