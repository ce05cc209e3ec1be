"""What is on file against what the rules say: chance from a record, and results that must agree."""

from __future__ import annotations

from collections.abc import Sequence

from upcard.chance import Answer, Chance, RecordedChance, Request, describe
from upcard.errors import BadRecord
from upcard.record.match import Ending, Record, RoundScore


class FiledChance:
    """Repeats the answers of a record; BadRecord names the line of one that is missing or does not fit."""

    def __init__(self, record: Record) -> None:
        self._recorded = RecordedChance(record.answers)
        self._record = record

    def shuffle(self, request: Request, cards: Sequence[int]) -> list[int]:
        """Return the order on file."""
        try:
            return self._recorded.shuffle(request, cards)
        except LookupError as problem:
            raise self._refusal(request, problem) from problem

    def pick(self, request: Request, among: int) -> int:
        """Return the pick on file."""
        try:
            return self._recorded.pick(request, among)
        except LookupError as problem:
            raise self._refusal(request, problem) from problem

    def _refusal(self, request: Request, problem: LookupError) -> BadRecord:
        lines = [
            self._record.lines.of_answer(index)
            for index, answer in enumerate(self._record.answers)
            if answer.request == request
        ]
        return BadRecord(str(problem), lines[0] if lines else 0)


class ContinuedChance:
    """Repeats answers on file, and asks another chance where the file has none that fits."""

    def __init__(self, answers: Sequence[Answer], other: Chance) -> None:
        self._recorded = RecordedChance(answers)
        self._other = other

    def shuffle(self, request: Request, cards: Sequence[int]) -> list[int]:
        """Return the order on file, or the other chance's."""
        try:
            return self._recorded.shuffle(request, cards)
        except LookupError:
            return self._other.shuffle(request, cards)

    def pick(self, request: Request, among: int) -> int:
        """Return the pick on file, or the other chance's."""
        try:
            return self._recorded.pick(request, among)
        except LookupError:
            return self._other.pick(request, among)


def expect_score(record: Record, index: int, right: RoundScore) -> None:
    """BadRecord unless the round of that index (from 0) is on file with these scores."""
    if index >= len(record.scores):
        raise BadRecord(f"round {index + 1} has ended, and its scores are not on file")
    if record.scores[index] != right:
        ended = right.how if right.ended_by is None else f"{right.how} by seat {right.ended_by}"
        raise BadRecord(
            f"round {index + 1} came to other scores than on file: points {_numbers(right.points)}, "
            f"totals {_numbers(right.totals)}, {ended}",
            record.lines.of_score(index),
        )


def expect_all_used(record: Record, rounds: int, answers: Sequence[Answer]) -> None:
    """BadRecord if the file scores more rounds than were played, or answers what was never asked."""
    if len(record.scores) > rounds:
        raise BadRecord(f"round {rounds + 1} never ended", record.lines.of_score(rounds))
    asked = {answer.request for answer in answers}
    for index, answer in enumerate(record.answers):
        if answer.request not in asked:
            raise BadRecord(f"{describe(answer.request)} was never made", record.lines.of_answer(index))
    if tuple(answers) != record.answers:
        raise BadRecord("the answers of chance are not in the order in which they were asked")


def expect_ending(record: Record, right: Ending) -> None:
    """BadRecord unless the match came to this end on file."""
    if record.ending != right:
        raise BadRecord(
            f"the match came to another end than on file: {right.how}, {right.why}, "
            f"finals {_numbers(right.finals)}, ranks {_numbers(right.ranking)}, "
            f"winners {_numbers(right.winners) or 'none'}",
            record.lines.ending,
        )


def _numbers(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))
