"""Every fault in its short form, and with --long in the one that `scripts/faults` tells the figures of."""

import asyncio
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.faults import clocks, copies, crowd, disk, killed, network, offended, tabs

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
FORMS = pytest.mark.parametrize("form", ["SHORT", pytest.param("LONG", marks=pytest.mark.long)])


def ran(fault: ModuleType, folder: Path, form: str) -> dict[str, Any]:
    """The figures of one run, which held all that is promised."""
    figures: dict[str, Any] = asyncio.run(fault.run(folder, getattr(fault, form)))
    assert fault.broken(figures) == [], figures
    return figures


@FORMS
def test_killed_at_any_instant_nothing_acknowledged_is_lost_or_doubled(tmp_path: Path, form: str) -> None:
    figures = ran(killed, tmp_path, form)
    assert figures["actions"] > 100
    assert figures["views"] > figures["actions"]


@FORMS
def test_B39_all_see_the_same_within_two_seconds_of_an_outage(tmp_path: Path, form: str) -> None:
    figures = ran(network, tmp_path, form)
    assert figures["happened"]["links"] > 2 * figures["tables"]
    assert figures["actions"] > 20


@FORMS
def test_who_offends_is_told_or_closed_and_holds_up_no_other_table(tmp_path: Path, form: str) -> None:
    figures = ran(offended, tmp_path, form)
    told = figures["kinds"]["oversize"]["told"]
    assert {"1 KB + 1: room/too-long", "4 KB + 1: closed with 1009"} <= told.keys()
    if form == "LONG":
        stalled = figures["kinds"]["stalled"]["told"]
        assert stalled["closed"] == stalled["sockets"]


@FORMS
def test_a_full_disk_acknowledges_nothing_and_all_goes_on_once_there_is_room(
    tmp_path: Path, form: str
) -> None:
    for part in ran(disk, tmp_path, form)["parts"]:
        assert part["acknowledged_while_full"] <= part["actions"] / 10  # what found room before it was full


@pytest.mark.long
def test_a_program_that_may_not_write_says_so_and_goes_on_once_it_may(tmp_path: Path) -> None:
    assert ran(disk, tmp_path, "LIMITED")["parts"][0]["way"] == "RLIMIT_FSIZE"


@FORMS
def test_B47_two_tabs_show_the_truth_and_what_both_do_counts_once(tmp_path: Path, form: str) -> None:
    figures = ran(tabs, tmp_path, form)
    assert figures["stale"]


@FORMS
def test_no_clock_and_no_order_follows_a_wall_clock_that_jumps(tmp_path: Path, form: str) -> None:
    assert ran(clocks, tmp_path, form)["jumps"] > 10


@FORMS
def test_bots_who_are_watched_play_on_and_leave_people_their_time(tmp_path: Path, form: str) -> None:
    ran(crowd, tmp_path, form)


@FORMS
def test_copies_of_the_files_are_sound_and_a_committed_prefix(tmp_path: Path, form: str) -> None:
    figures = ran(copies, tmp_path, form)
    assert sum(figures["found"][copies.PROMISED].values()) == figures["copies"] // 6 or form == "LONG"
    assert figures["rows"] > 200
