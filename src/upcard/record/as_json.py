"""The JSON form of a record: the same as the text, for programs (see ``docs/records.md``)."""

from __future__ import annotations

import json
from typing import Any

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

_NUMBERS = {"rules", "seats"}
_LISTS = {"finals", "ranks", "winners", "points", "totals"}


def write(draft: Draft) -> str:
    """Return the JSON of a record: an object, its keys and its rounds each on a line."""
    data: dict[str, Any] = {"record": FORMAT}
    for name in FIELDS:
        data[name] = _value(name, draft.fields[name].text)
    names = dict(draft.names)
    seats = range(int(draft.fields["seats"].text))
    data["names"] = [names[str(seat)].text if str(seat) in names else "" for seat in seats]
    data["options"] = {name: int(word.text) if word.is_number else word.text for name, word in draft.options}
    if f"fair {FAIR[0]}" in draft.fields:
        fair = {name: draft.fields[f"fair {name}"].text for name in FAIR}
        data["fair"] = {**fair, "words": fair["words"].split()}
    if draft.headers:
        data["headers"] = [[name, word.text] for name, word in draft.headers]
    data["rounds"] = [_write_round(round_) for round_ in draft.rounds]
    if draft.notes:
        data["notes"] = [{"step": step, "text": word.text} for step, word in draft.notes]
    for name in ENDING:
        data[name] = _value(name, draft.fields[name].text)
    rows = [
        f" {_dump(name)}: {_rows(value) if name == 'rounds' else _dump(value)}"
        for name, value in data.items()
    ]
    return "{\n" + ",\n".join(rows) + "\n}\n"


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _rows(values: list[object]) -> str:
    return "[\n" + ",\n".join(f"  {_dump(value)}" for value in values) + "\n ]"


def _write_round(round_: DraftRound) -> dict[str, Any]:
    data: dict[str, Any] = {"round": int(round_.number.text)}
    data["chance"] = [
        {"number": int(answer.number.text), "pick": int(answer.said[0])}
        if answer.kind == "pick"
        else {"number": int(answer.number.text), "shuffle": answer.said}
        for answer in round_.answers
    ]
    data["turns"] = [{"seat": int(seat), "actions": actions} for seat, actions in by_turns(round_.moves)]
    for name in SCORES:
        if name in round_.scores:
            data[name] = _value(name, round_.scores[name].text)
    return data


def _value(name: str, text: str) -> object:
    if name in _LISTS:
        return [int(word) for word in text.split() if word != "none"]
    return int(text) if name in _NUMBERS else text


def read(text: str) -> Draft:
    """Return the draft that is written as JSON; BadRecord names the line, or the place in words."""
    try:
        data = json.loads(text.removeprefix("\ufeff"))
    except json.JSONDecodeError as problem:
        raise BadRecord(f"this is no JSON: {problem.msg}", problem.lineno) from None
    except (ValueError, RecursionError):
        raise BadRecord("this is no JSON that holds a record") from None
    whole = _Place(data, "the record").object()
    version = whole.get("record")
    if version is None:
        raise BadRecord(f'a record holds "record": {FORMAT}')
    if version.data != FORMAT:
        raise WrongVersion(f"the file has format {version.word().text}, this program reads {FORMAT}")
    return _read_draft(whole)


class _Place:
    """A value in the JSON and where it is, so that a wrong one can be named."""

    def __init__(self, data: Any, where: str) -> None:
        self.data = data
        self.where = where

    def object(self) -> dict[str, _Place]:
        if not isinstance(self.data, dict):
            raise BadRecord(f"{self.where} is not an object")
        return {name: _Place(value, f"{name!r} of {self.where}") for name, value in self.data.items()}

    def array(self) -> list[_Place]:
        if not isinstance(self.data, list):
            raise BadRecord(f"{self.where} is not an array")
        return [_Place(value, f"item {index} of {self.where}") for index, value in enumerate(self.data, 1)]

    def word(self) -> Word:
        if isinstance(self.data, int) and not isinstance(self.data, bool) and abs(self.data) < 1 << 64:
            return Word(str(self.data), is_number=True)
        if not isinstance(self.data, str):
            raise BadRecord(f"{self.where} is neither a text nor a whole number")
        return Word(self.data)

    def words(self) -> Word:
        """Return an array of words as one, with spaces between."""
        return Word(" ".join(item.word().text for item in self.array()))

    def number(self) -> int:
        if not isinstance(self.data, int) or isinstance(self.data, bool):
            raise BadRecord(f"{self.where} is not a whole number")
        return self.data


def _read_draft(whole: dict[str, _Place]) -> Draft:
    draft = Draft()
    for name, place in whole.items():
        if name in FIELDS or name in ENDING:
            draft.fields[name] = place.words() if name in _LISTS else place.word()
        elif name == "names":
            draft.names = [(str(seat), item.word()) for seat, item in enumerate(place.array())]
        elif name == "options":
            draft.options = [(key, value.word()) for key, value in place.object().items()]
        elif name == "fair":
            for part, value in place.object().items():
                if part in FAIR:
                    draft.fields[f"fair {part}"] = value.words() if part == "words" else value.word()
        elif name == "headers":
            for item in place.array():
                pair = item.array()
                if len(pair) != 2:
                    raise BadRecord(f"{item.where} is not a name and a text")
                draft.headers.append((pair[0].word().text, pair[1].word()))
        elif name == "rounds":
            draft.rounds = [_read_round(item.object(), item) for item in place.array()]
        elif name == "notes":
            draft.notes = [_read_note(item) for item in place.array()]
        elif name != "record" and isinstance(place.data, str):
            draft.headers.append((name, place.word()))
    return draft


def _read_note(item: _Place) -> tuple[int, Word]:
    data = item.object()
    return _part(data, "step", item).number(), _part(data, "text", item).word()


def _part(data: dict[str, _Place], name: str, item: _Place) -> _Place:
    if name not in data:
        raise BadRecord(f"{item.where} has no {name!r}")
    return data[name]


def _read_round(data: dict[str, _Place], item: _Place) -> DraftRound:
    round_ = DraftRound(_part(data, "round", item).word())
    for place in _part(data, "chance", item).array():
        answer = place.object()
        number = _part(answer, "number", place).word()
        if "pick" in answer:
            round_.answers.append(DraftAnswer("pick", number, [answer["pick"].word().text]))
        else:
            cards = [card.word().text for card in _part(answer, "shuffle", place).array()]
            round_.answers.append(DraftAnswer("shuffle", number, cards))
    for place in _part(data, "turns", item).array():
        turn = place.object()
        seat = _part(turn, "seat", place).word()
        actions = _part(turn, "actions", place).array()
        round_.moves += [DraftMove(seat, action.word().text) for action in actions]
    for name in SCORES:
        if name in data:
            round_.scores[name] = data[name].words() if name in _LISTS else data[name].word()
    return round_
