"""Measuring in turn: every contestant once a round, so that all meet the same moods of the machine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from upcard.bench.figures import Sample

WARM = 0.05
"""A contestant's pace is known once a trial has taken so many seconds."""
GROWTH = 4


class Absent(Exception):
    """A contestant that cannot take part here; the message says why."""


class Contestant(Protocol):
    """Somebody to measure."""

    @property
    def key(self) -> str:
        """The name for programs."""
        ...  # pragma: no cover - a signature

    @property
    def title(self) -> str:
        """The name for people."""
        ...  # pragma: no cover - a signature

    def prepare(self) -> None:
        """Get ready: compile, warm up, find the pace; Absent where that is not possible."""
        ...  # pragma: no cover - a signature

    def measure(self, seconds: float) -> Sample:
        """Work for about that long."""
        ...  # pragma: no cover - a signature


@dataclass
class Paced:
    """A contestant that plays whole matches: ``play(matches)``, as many as fill the time.

    ``first`` is how many to try at first, ``stretch`` how much longer than the others it works.
    """

    key: str
    title: str
    play: Callable[[int], Sample]
    first: int = 1
    stretch: float = 1.0
    pace: float = 0.0

    def prepare(self) -> None:
        """Play more and more matches until the pace is known."""
        matches = self.first
        self.play(matches)
        while (sample := self.play(matches)).wall < WARM:
            matches *= GROWTH
        self.pace = matches / sample.wall

    def measure(self, seconds: float) -> Sample:
        """Play for about that long."""
        return self.play(max(1, round(self.pace * seconds * self.stretch)))


@dataclass
class Contest:
    """What was measured: a sample a round for each, who was not there and why, who failed."""

    samples: dict[str, list[Sample]] = field(default_factory=dict)
    titles: dict[str, str] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)
    stopped: bool = False

    @property
    def rounds(self) -> int:
        """How many rounds are complete."""
        return max((len(samples) for samples in self.samples.values()), default=0)


def compete(
    contestants: Sequence[Contestant],
    rounds: int,
    seconds: float,
    on_turn: Callable[[str], None] = lambda _: None,
) -> Contest:
    """Return the measurements of so many rounds; Ctrl-C returns those that are complete.

    Every other round goes backwards. A contestant that fails is left out from then on, with all it did.
    """
    contest = Contest()
    try:
        ready = _prepared(contestants, contest, on_turn)
        for number in range(rounds):
            _play_round(ready if number % 2 == 0 else ready[::-1], seconds, contest, on_turn)
    except KeyboardInterrupt:
        contest.stopped = True
    return contest


def _prepared(
    contestants: Sequence[Contestant], contest: Contest, on_turn: Callable[[str], None]
) -> list[Contestant]:
    ready = []
    for contestant in contestants:
        on_turn(f"{contestant.title}: getting ready")
        try:
            contestant.prepare()
        except Absent as reason:
            contest.left_out[contestant.key] = str(reason)
        except Exception as error:  # whatever is wrong with one must not cost the others their figures
            contest.failed[contestant.key] = f"{type(error).__name__}: {error}"
        else:
            contest.titles[contestant.key] = contestant.title
            ready.append(contestant)
    return ready


def _play_round(
    ready: Sequence[Contestant], seconds: float, contest: Contest, on_turn: Callable[[str], None]
) -> None:
    played: dict[str, Sample] = {}
    for contestant in ready:
        if contestant.key in contest.failed:
            continue
        on_turn(contestant.title)
        try:
            played[contestant.key] = contestant.measure(seconds)
        except Exception as error:  # as above
            contest.failed[contestant.key] = f"{type(error).__name__}: {error}"
            contest.samples.pop(contestant.key, None)
            contest.titles.pop(contestant.key)
    for key, sample in played.items():
        contest.samples.setdefault(key, []).append(sample)
