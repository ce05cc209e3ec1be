"""What the runs came to, as sections of benchmarks/RELIABILITY.md, each between two marks of its name."""

from __future__ import annotations

import os
import platform
import re
import sqlite3
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType
from typing import Any

import upcard
from tests.faults import clocks, copies, crowd, disk, killed, load, network, offended, tabs

FAULTS: dict[str, tuple[str, ModuleType]] = {
    "killed": ("Killed again and again", killed),
    "network": ("A bad network", network),
    "offended": ("Clients that offend", offended),
    "disk": ("A full disk", disk),
    "tabs": ("Two tabs on one seat", tabs),
    "clocks": ("A clock that jumps", clocks),
    "crowd": ("Bots beside people", crowd),
    "copies": ("Copies of the files", copies),
}
NAMES = 38
"""Where the values begin in what a load tells of itself."""
Rows = list[tuple[str, ...]]
Figures = Mapping[str, Any]


def machine() -> str:
    """Return versions, the processor and how busy it has been for five minutes, on one line."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    names = [line.split(":", 1)[1].strip() for line in lines if "model name" in line]
    return ", ".join(
        [
            f"upcard {upcard.__version__}",
            f"Python {platform.python_version()}",
            f"SQLite {sqlite3.sqlite_version}",
            f"{names[0] if names else platform.processor()} × {os.cpu_count()} ({platform.system()})",
            f"{os.getloadavg()[1]:.1f} programs that wanted a processor at a time, others' included",
        ]
    )


def section(name: str, figures: Figures, command: str) -> str:
    """Return what a run came to, in Markdown."""
    title, fault = FAULTS[name]
    assert fault.__doc__ is not None
    broken = fault.broken(figures)
    said = (
        "Everything that is promised was held." if not broken else "**Not held:** " + "; ".join(broken) + "."
    )
    text = "\n".join(line.strip() for line in fault.__doc__.strip().splitlines()).replace("``", "`")
    head = f"`{command}` on {datetime.now(UTC):%Y-%m-%d}: {machine()}."
    return f"## {title}\n\n{text}\n\n{table(ROWS[name](figures))}\n\n{said} {head}"


def table(rows: Rows) -> str:
    """Return a table; its first row is the head."""
    first, *rest = rows
    lines = [first, ("---",) * len(first), *rest]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def with_section(page: str, name: str, text: str) -> str:
    """Return the page with a section between its marks: put in place of the old one, or at the end."""
    begin, end = f"<!-- {name} -->", f"<!-- /{name} -->"
    whole = f"{begin}\n\n{text}\n\n{end}"
    found = re.compile(f"{re.escape(begin)}.*?{re.escape(end)}", re.DOTALL)
    if found.search(page):
        return found.sub(lambda _: whole, page, count=1)
    return f"{page.rstrip()}\n\n{whole}\n"


# --- the rows of each -----------------------------------------------------------------------------


def _spread(figures: Figures, unit: str = "s") -> str:
    return f"median {figures['median']:.2f} {unit}, at most {figures['most']:.2f} {unit}"


def _killed(figures: Figures) -> Rows:
    return [
        ("measured", "came to"),
        ("SIGKILL while tables of two play as fast as they may", f"{figures['kills']} × {figures['tables']}"),
        ("actions acknowledged, in matches", f"{figures['actions']:,}, {figures['matches']:,}"),
        ("lost, done twice", f"{figures['lost']}, {figures['doubled']}"),
        ("views shown, each compared with the journal replayed", f"{figures['views']:,}"),
        ("events told, gapless and once", f"{figures['events']:,}"),
        ("from the start of the program until it listens", _spread(figures["listening"])),
        ("until the first action is acknowledged", _spread(figures["first_answer"])),
        ("until one is at every table", _spread(figures["every_table"])),
    ]


def _network(figures: Figures) -> Rows:
    happened = ", ".join(f"{name} {count:,}" for name, count in sorted(figures["happened"].items()))
    return [
        ("measured", "came to"),
        ("seconds, tables of two", f"{figures['seconds']:.0f}, {figures['tables']}"),
        ("delay each way", f"{figures['delay_ms']:.0f} ms and up to half as much more"),
        ("happened to links", happened),
        ("outages for all", str(figures["outages"])),
        ("all see what the server has, after an outage", _spread(figures["same_after"])),
        ("actions acknowledged; lost, done twice", _counts(figures)),
        ("views shown, each compared with the journal replayed", f"{figures['views']:,}"),
        ("an action until its answer, cuts and outages included", figures["answer"]),
    ]


def _counts(figures: Figures) -> str:
    return f"{figures['actions']:,}; {figures['lost']}, {figures.get('doubled', 0)}"


def _offended(figures: Figures) -> Rows:
    rows: Rows = [
        ("offender", "the other tables without it", "with it", "ratio of p99", "memory", "it did, was told")
    ]
    for kind, what in figures["kinds"].items():
        told = ", ".join(f"{name}: {count:,}" for name, count in what["told"].items())
        if kind in ("oversize", "malformed"):
            told = ", ".join(sorted({name.rpartition(": ")[2] for name in what["told"]}))
        first = (kind, what["calm"], what["troubled"], f"{what['ratio']:.2f}")
        rows.append((*first, f"+{what['grown']:.1f} MB", told))
    return rows


def _disk(figures: Figures) -> Rows:
    parts = figures["parts"]

    def row(name: str, value: Callable[[Figures], str]) -> tuple[str, ...]:
        return name, *map(value, parts)

    return [
        row("measured", lambda part: part["way"]),
        row("the disk was full", lambda part: f"{part['times']} times"),
        row("tables, one of them a person's and bots'", lambda part: str(part["tables"])),
        row("actions refused", lambda part: f"{part['refused']:,}"),
        row("in the words", lambda part: "; ".join(f"“{words}”" for words in part["words"])),
        row("acknowledged while it was full", lambda part: f"{part['acknowledged_while_full']:,}"),
        row("a new table was refused with", lambda part: ", ".join(part["lobby"])),
        row("every table goes on, after there is room", lambda part: _spread(part["on_again"])),
        row("actions acknowledged; lost, done twice", _counts),
    ]


def _tabs(figures: Figures) -> Rows:
    def told(counted: Figures) -> str:
        return "; ".join(f"{what} {count} ×" for what, count in counted.items())

    return [
        ("measured", "came to"),
        ("tables of two, each seat in two tabs, seconds", f"{figures['tables']}, {figures['seconds']:.0f}"),
        ("actions acknowledged; lost, done twice", _counts(figures)),
        ("refused since the other tab was first", f"{figures['stale']:,}"),
        ("one id from both tabs at once", told(figures["one_id"])),
        ("two ids from both tabs at once", told(figures["two_ids"])),
        ("all tabs show the same after", f"{figures['same_after']:.2f} s"),
    ]


def _clocks(figures: Figures) -> Rows:
    def span(seconds: list[float]) -> str:
        return f"{seconds[0]:.2f} to {seconds[1]:.2f} s"

    hours = figures["hours"]
    return [
        ("measured", "came to"),
        ("jumps of the clock, between", f"{figures['jumps']}, {hours[0]} and +{hours[1] + 1} hours"),
        (f"a turn of {figures['turn_time']} s runs out after", span(figures["ran_out_after"])),
        (f"a grace of {figures['grace']} s is over after", span(figures["stood_in_after"])),
        ("codes of ten minutes that open a seat", f"{figures['codes_that_open']} of {figures['rounds']}"),
        ("actions acknowledged; lost, done twice", _counts(figures)),
        ("an action until its answer", figures["answer"]),
    ]


def _crowd(figures: Figures) -> Rows:
    rows: Rows = [("bots", "people without them", "with them", "ratio of p99", "bots' actions a second")]
    for name, what in figures["paces"].items():
        least = f"{what['bot_actions_a_second']:,} (the slowest match made {what['least_of_a_match']})"
        rows.append((name, what["calm"], what["troubled"], f"{what['ratio']:.2f}", least))
    return rows


def _copies(figures: Figures) -> Rows:
    rows: Rows = [("copied", "copies", "opened, sound and a committed prefix")]
    for order, counted in figures["found"].items():
        total = sum(counted.values())
        wrong = ", ".join(f"{count} {what}" for what, count in counted.items() if what != "sound")
        rows.append((order, str(total), str(counted.get("sound", 0)) + (f" ({wrong})" if wrong else "")))
    return rows


ROWS = {
    "killed": _killed,
    "network": _network,
    "offended": _offended,
    "disk": _disk,
    "tabs": _tabs,
    "clocks": _clocks,
    "crowd": _crowd,
    "copies": _copies,
}


def load_section(runs: list[Any], command: str) -> str:
    """Return what loads came to, side by side: each run tells of itself line by line."""
    told = [
        [(line[:NAMES].strip(), line[NAMES:].strip()) for line in run.table().splitlines()] for run in runs
    ]
    names = list(dict.fromkeys(name for lines in told for name, _ in lines))
    heads = [f"{run.rate:.0f} a second for {run.seconds:.0f} s" for run in runs]
    rows: Rows = [("measured", *heads)]
    rows += [(name, *(dict(lines).get(name, "") for lines in told)) for name in names]
    assert load.__doc__ is not None
    text = load.__doc__.strip().splitlines()[0]
    head = f"`{command}` on {datetime.now(UTC):%Y-%m-%d}: {machine()}."
    return f"## Load\n\n{text}\n\n{table(rows)}\n\n{head}"
