"""The time that a seat has for its turn.

A turn may take so many seconds; every action of it gives some back, up to what a turn begins with. The
clock stands still while nobody is here. Times are the event loop's.
"""

from __future__ import annotations


class TurnClock:
    """The clock of the one seat that is to move; with ``turn_time`` 0 no clock ever runs."""

    def __init__(self, turn_time: float, increment: float) -> None:
        self._turn_time = turn_time
        self._increment = increment
        self._left = float(turn_time)
        self._since: float | None = None
        self._spent = False

    def begin(self, now: float) -> None:
        """A turn begins: its whole time is there."""
        self._left = float(self._turn_time)
        self._spent = False
        self._since = None if self._since is None else now

    def act(self, now: float) -> None:
        """An action of the turn is made, and another is to follow: some time comes back, unless it was up."""
        left = self.left(now)
        if left > 0:
            self._left = min(left + self._increment, float(self._turn_time))
        else:
            self._spent = True  # also where nobody has looked since: a bot may have taken over just then
        self._since = None if self._since is None else now

    def run(self, running: bool, now: float) -> None:
        """Let the time run, or stand still."""
        if running and self._turn_time and self._since is None:
            self._since = now
        elif not running and self._since is not None:
            self._left = self.left(now)
            self._since = None

    def left(self, now: float) -> float:
        """Return the seconds that are left."""
        if self._spent:
            return 0.0
        return self._left if self._since is None else max(0.0, self._left - (now - self._since))

    @property
    def runs(self) -> bool:
        """Whether time is running."""
        return self._since is not None

    @property
    def due(self) -> float | None:
        """When the time is up, None while it does not run."""
        return None if self._since is None else self._since + (0.0 if self._spent else self._left)

    def is_up(self, now: float) -> bool:
        """Whether the time of this turn is up; from then on it is, until the next turn begins."""
        if self.due is not None and self.due <= now:
            self._spent = True
        return self._spent and self._since is not None
