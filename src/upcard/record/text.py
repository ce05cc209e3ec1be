"""The text form of a record, to be read by a person and parsed by a program (see ``docs/records.md``)."""

from __future__ import annotations

import re
from collections import deque

from upcard.errors import BadRecord, WrongVersion
from upcard.record.draft import (
    ENDING,
    FAIR,
    FIELDS,
    FORMAT,
    SCORES,
    Draft,
    DraftAnswer,
    DraftMove,
    DraftRound,
    Word,
    by_turns,
)

CARDS_A_LINE = 20
FIRST_LINE = re.compile(r"upcard record ([0-9]{1,9})")
ROUND = re.compile(r"round ([0-9]+)", re.IGNORECASE)
LINE = re.compile(r"([A-Za-z0-9][A-Za-z0-9 _-]*?) *:(.*)")
CHANCE = re.compile(r"(shuffle|pick) ([0-9]+)")
NAMED = re.compile(r"(name|option) (\S+)")


def write(draft: Draft) -> str:
    """Return the text of a record; reading it gives the same draft."""
    lines = [f"upcard record {FORMAT}"]
    lines += [f"{name}: {draft.fields[name].text}" for name in FIELDS]
    lines += [f"name {seat}: {word.text}" for seat, word in draft.names]
    lines += [f"option {name}: {word.text}" for name, word in draft.options]
    for name in FAIR:
        if f"fair {name}" in draft.fields:
            lines.append(f"fair {name}: {draft.fields[f'fair {name}'].text}")
    lines += [f"{name}: {word.text}" for name, word in draft.headers]
    step = 0
    notes = deque(draft.notes)
    for round_ in draft.rounds:
        lines += ["", f"round {round_.number.text}"]
        for answer in round_.answers:
            lines += _write_answer(answer)
        step = _write_moves(lines, round_, step, notes)
        lines += [f"{name}: {round_.scores[name].text}" for name in SCORES if name in round_.scores]
    lines.append("")
    lines += [f"{name}: {draft.fields[name].text}" for name in ENDING]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _write_answer(answer: DraftAnswer) -> list[str]:
    head = f"{answer.kind} {answer.number.text}:"
    if answer.kind == "pick":
        return [f"{head} {answer.said[0]}"]
    rows = range(0, len(answer.said), CARDS_A_LINE)
    return [head, *("  " + " ".join(answer.said[row : row + CARDS_A_LINE]) for row in rows)]


def _write_moves(lines: list[str], round_: DraftRound, step: int, notes: deque[tuple[int, Word]]) -> int:
    """Write a round's turns, each note after the action it follows; return the steps made by its end."""
    last = step + len(round_.moves)
    start = step
    while True:
        while notes and notes[0][0] <= step:
            lines.append(f"note: {notes.popleft()[1].text}")
        if step == last:
            return last
        until = min(last, notes[0][0]) if notes else last
        for seat, actions in by_turns(round_.moves[step - start : until - start]):
            lines.append(f"{seat}: {', '.join(actions)}")
        step = until


def read(text: str) -> Draft:
    """Return the draft that is written as ``text``.

    A byte order mark, any line ends, blank lines, spaces at either end of a line and headers of any name
    are fine. BadRecord names the line of anything else, WrongVersion a format that is not ours.
    """
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    reader = _Reader()
    for number, line in enumerate(lines, 1):
        if line.strip():
            reader.read_line(line.strip(), number)
    reader.finish()
    return reader.draft


class _Reader:
    """Takes the lines of a record one after the other into its draft."""

    def __init__(self) -> None:
        self.draft = Draft()
        self._begun = False
        self._step = 0
        self._last = 0

    def read_line(self, line: str, number: int) -> None:
        self._last = number
        if not self._begun:
            self._begin(line, number)
        elif head := ROUND.fullmatch(line):
            if "result" in self.draft.fields:
                raise BadRecord("a round after the result", number)
            self.draft.rounds.append(DraftRound(Word(head[1], number)))
        elif parts := LINE.fullmatch(line):
            name = " ".join(parts[1].split())
            self._named(name, name.lower(), Word(parts[2].strip(), number))
        elif self._in_shuffle():
            self.draft.rounds[-1].answers[-1].said.extend(line.split())
        else:
            raise BadRecord(f"{_short(line)} is no line of a record", number)

    def finish(self) -> None:
        if not self._begun:
            raise BadRecord("the record is empty", 1)
        if "result" not in self.draft.fields:
            raise BadRecord("the record breaks off: it has no result", self._last)

    def _begin(self, line: str, number: int) -> None:
        first = FIRST_LINE.fullmatch(line.lower())
        if not first:
            raise BadRecord(f"a record begins with 'upcard record {FORMAT}', not {_short(line)}", number)
        if int(first[1]) != FORMAT:
            raise WrongVersion(f"line {number}: the file has format {first[1]}, this program reads {FORMAT}")
        self._begun = True

    def _in_shuffle(self) -> bool:
        rounds = self.draft.rounds
        if not rounds or rounds[-1].moves or rounds[-1].scores or not rounds[-1].answers:
            return False
        return rounds[-1].answers[-1].kind == "shuffle"

    def _named(self, name: str, lower: str, word: Word) -> None:
        draft = self.draft
        if lower == "note":
            draft.notes.append((self._step, word))
        elif lower in ENDING:
            self._keep(draft.fields, lower, word)
        elif draft.rounds:
            self._in_round(draft.rounds[-1], lower, word)
        elif lower in FIELDS or lower in {f"fair {part}" for part in FAIR}:
            self._keep(draft.fields, lower, word)
        elif named := NAMED.fullmatch(lower):
            (draft.names if named[1] == "name" else draft.options).append((named[2], word))
        elif lower.isdigit() or lower in SCORES or CHANCE.fullmatch(lower):
            raise BadRecord(f"{name!r} belongs into a round, and none has begun", word.line)
        else:
            draft.headers.append((name, word))

    def _in_round(self, round_: DraftRound, lower: str, word: Word) -> None:
        if lower in SCORES:
            self._keep(round_.scores, lower, word)
        elif lower.isdigit():
            actions = word.text.split(",")
            round_.moves += [
                DraftMove(Word(lower, word.line), " ".join(action.split())) for action in actions
            ]
            self._step += len(actions)
        elif chance := CHANCE.fullmatch(lower):
            round_.answers.append(DraftAnswer(chance[1], Word(chance[2], word.line), word.text.split()))
        else:
            raise BadRecord(f"{_short(lower)} means nothing inside a round", word.line)

    @staticmethod
    def _keep(place: dict[str, Word], name: str, word: Word) -> None:
        if name in place:
            raise BadRecord(f"{name!r} stands twice", word.line)
        place[name] = word


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:39] + "…")
