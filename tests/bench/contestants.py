"""Contestants that do nothing, and say what they were asked."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from upcard.bench.contest import Absent
from upcard.bench.figures import Sample


@dataclass
class Fake:
    """Does ``speeds[n]`` steps a CPU second in its n-th round; an exception instead of a speed is raised."""

    key: str
    speeds: Sequence[float | BaseException]
    diary: list[str] = field(default_factory=list)
    absent: str = ""
    broken: str = ""
    asked: int = 0
    rounds: float = 0.0

    @property
    def title(self) -> str:
        return f"the {self.key}"

    def prepare(self) -> None:
        if self.absent:
            raise Absent(self.absent)
        if self.broken:
            raise OSError(self.broken)

    def measure(self, seconds: float) -> Sample:
        speed = self.speeds[self.asked % len(self.speeds)]
        self.asked += 1
        self.diary.append(self.key)
        if isinstance(speed, BaseException):
            raise speed
        return Sample(speed * seconds, seconds, 2 * seconds, speed * seconds / 2, self.rounds * seconds)
