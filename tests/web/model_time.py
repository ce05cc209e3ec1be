"""The model's presence and clock: who is here, who stands in, whose time runs (see ``model``)."""

from __future__ import annotations


class Presences:
    """Who of the people is here; for whom a bot plays; until when the others are waited for."""

    def __init__(self, grace: float, seats: int) -> None:
        self.grace = grace
        self.here: set[int] = set()
        self.left: set[int] = set()
        self.standing: set[int] = set()
        self.due: dict[int, float] = {}
        self.order = list(range(seats))
        self.stood_at = 0.0
        """When a bot last took over because time was up."""

    @property
    def gone(self) -> set[int]:
        """Those who are not asked any more."""
        return self.standing | self.left

    def look(self, connected: set[int], persons: set[int], now: float, *, waits: bool) -> None:
        """Take in who is connected; while nobody is here nobody is waited for, nor before the deal."""
        self.here = (connected & persons) - self.left
        self.standing = self.standing - self.here if waits else set()
        missing = persons - self.here
        waits = waits and bool(self.here)
        self.due = {seat: due for seat, due in self.due.items() if seat in missing and waits}
        if not waits:
            return
        for seat in missing - self.standing:
            if seat in self.left or self.due.setdefault(seat, now + self.grace) <= now:
                self.due.pop(seat, None)
                self.standing.add(seat)
                self.stood_at = now

    def come(self, seats: set[int]) -> None:
        """Who does something is here, whatever another page of theirs has said."""
        self.left -= seats

    def leave(self, seats: set[int]) -> None:
        """These leave on purpose; they come last among the hosts."""
        self.left |= seats
        self.order = [s for s in self.order if s not in seats] + [s for s in self.order if s in seats]

    def ask(self, kind: str, seat: int, now: float) -> bool:
        """Wait longer for somebody, or no longer; False if nobody is waited for there."""
        if kind == "stand-in":
            if seat not in self.due:
                return False
            del self.due[seat]
            self.standing.add(seat)
            return True
        if seat in self.left or (seat not in self.due and seat not in self.standing):
            return False
        self.standing.discard(seat)
        self.due[seat] = now + self.grace
        return True

    def host(self, persons: set[int]) -> int | None:
        """The first in order who is here, else the first of all."""
        among = (self.here & persons) or persons
        return next((seat for seat in self.order if seat in among), None)

    def state(self, seat: int) -> str:
        """How it stands with a person's seat."""
        if seat in self.here:
            return "here"
        return "left" if seat in self.left else "stand-in" if seat in self.standing else "away"


class ModelClock:
    """The time of the turn: so many seconds, some back for every action, none once it was up."""

    def __init__(self, turn_time: float, increment: float) -> None:
        self.turn_time = turn_time
        self.increment = increment
        self.rest = turn_time
        self.since: float | None = None

    @property
    def runs(self) -> bool:
        return self.since is not None

    def left(self, now: float) -> float:
        return self.rest if self.since is None else max(0.0, self.rest - (now - self.since))

    def run(self, runs: bool, now: float) -> None:
        self.rest = self.left(now)
        self.since = now if runs and self.turn_time else None

    def begin(self, now: float) -> None:
        self.rest = self.turn_time
        self.since = None if self.since is None else now

    def give_back(self, now: float) -> None:
        rest = self.left(now)
        self.rest = min(rest + self.increment, self.turn_time) if rest > 0 else 0.0
        self.since = None if self.since is None else now
