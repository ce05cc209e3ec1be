"""What the server has kept, held against what it told its clients."""

from __future__ import annotations

import itertools
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.faults.client import BEGUN, Account, digest
from upcard.web.journal import Acted, Created, entry_of
from upcard.web.match import Match
from upcard.web.showing import Showing
from upcard.web.store import FILE, Row

MOST_SHOWN = 5


@dataclass
class Verdict:
    """What came of the comparison; everything from ``lost`` on is to be nothing."""

    matches: int = 0
    kept: int = 0
    acknowledged: int = 0
    views: int = 0
    events: int = 0
    links: int = 0
    lost: int = 0
    doubled: int = 0
    disordered: int = 0
    refused_yet_kept: int = 0
    gaps: int = 0
    wrong_views: int = 0
    wrong_events: int = 0
    wrong: list[str] = field(default_factory=list)

    @property
    def broken(self) -> list[str]:
        """The promises that were not held."""
        names = ["lost", "doubled", "disordered", "refused_yet_kept", "gaps", "wrong_views", "wrong_events"]
        found = [f"{getattr(self, name)} {name.replace('_', ' ')}" for name in names if getattr(self, name)]
        return [*found, *self.wrong[:MOST_SHOWN]]


def rows_of(file: Path) -> dict[str, list[Row]]:
    """Return the rows of every match in a file, in order; nothing is written to it."""
    connection = sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=10)
    try:
        found: dict[str, list[Row]] = defaultdict(list)
        for columns in connection.execute("SELECT match, seq, kind, payload FROM events ORDER BY match, seq"):
            found[columns[0]].append(Row(*columns))
    finally:
        connection.close()
    return found


def versions(file: Path, matches: Iterable[str]) -> dict[str, int]:
    """Return how many actions are kept of these matches."""
    connection = sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=10)
    count = "SELECT count(*) FROM events WHERE match = ? AND kind = 'acted'"
    try:
        return {match: connection.execute(count, (match,)).fetchone()[0] for match in matches}
    finally:
        connection.close()


def judge(folder: Path, accounts: Iterable[Account]) -> Verdict:
    """Compare the accounts of all clients with the store of a folder."""
    return judge_rows(rows_of(folder / FILE), accounts)


def judge_rows(rows: dict[str, list[Row]], accounts: Iterable[Account]) -> Verdict:
    """Compare the accounts of all clients with the rows that were kept."""
    by_match: dict[str, list[Account]] = defaultdict(list)
    for account in accounts:
        by_match[account.match].append(account)
    verdict = Verdict(matches=len(by_match))
    for match, told in by_match.items():
        kept = rows.get(match, [])
        verdict.gaps += sum(1 for at, row in enumerate(kept) if row.seq != at)
        _compare_actions(verdict, kept, told)
        _compare_views(verdict, kept, told)
        for account in told:
            verdict.links += account.links
            verdict.wrong += [f"{match}: {wrong}" for wrong in account.wrong]
    return verdict


def _compare_actions(verdict: Verdict, kept: Sequence[Row], told: Sequence[Account]) -> None:
    entries = [entry for row in kept if isinstance(entry := entry_of(row), Acted)]
    places = {entry.id: at for at, entry in enumerate(entries) if entry.id}
    times = Counter(entry.id for entry in entries if entry.id)
    verdict.kept += len(entries)
    verdict.doubled += sum(count - 1 for count in times.values())
    for account in told:
        verdict.acknowledged += len(account.acknowledged)
        verdict.doubled += len(account.acknowledged) - len(set(account.acknowledged))
        verdict.lost += sum(1 for action in account.acknowledged if action not in places)
        order = [places[action] for action in account.acknowledged if action in places]
        verdict.disordered += sum(1 for one, after in itertools.pairwise(order) if after <= one)
        verdict.refused_yet_kept += sum(1 for action in account.refused if action in places)


def _compare_views(verdict: Verdict, kept: Sequence[Row], told: Sequence[Account]) -> None:
    """Replay the match, and compare every view that anybody was shown, and the events up to their last."""
    if not kept:
        verdict.wrong_views += sum(len(account.views) for account in told)
        return
    created = entry_of(kept[0])
    assert isinstance(created, Created)
    match = Match(created)
    showing = Showing(match)
    seats = {account.seat for account in told}
    trails: dict[int | None, list[bytes]] = {seat: [BEGUN] for seat in seats}
    seen = dict.fromkeys(range(len(told)), 0)

    def look() -> None:
        for seat in seats:
            trail = trails[seat]
            for raw in showing.events(seat, len(trail) - 1):
                trail.append(digest(trail[-1] + raw))
        for at, account in enumerate(told):
            shown = account.views.get(match.version)
            if shown is not None and match.stage != "gathering":
                seen[at] += 1
                verdict.wrong_views += shown != digest(showing.view(account.seat))

    look()
    for row in kept[1:]:
        before = match.version, match.stage
        match.apply([entry_of(row)])
        if (match.version, match.stage) != before:
            look()
    for at, account in enumerate(told):
        verdict.views += seen[at]
        verdict.wrong_views += len(account.views) - seen[at]  # of versions that there never were
        trail = trails[account.seat]
        verdict.events += account.acked
        told_so = account.acked < len(trail) and trail[account.acked] == account.trail
        verdict.wrong_events += not told_so
