"""From what is written to a record and back: every word is checked for what it may be."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from upcard.cards import Seat
from upcard.chance import Answer, Request
from upcard.errors import BadRecord, OptionError, UnknownGame, WrongVersion
from upcard.game import Game
from upcard.games import find_game
from upcard.options import AnyOptions, described, values_of
from upcard.record.draft import ENDING, FAIR, SCORES, Draft, DraftAnswer, DraftMove, DraftRound, Word
from upcard.record.match import (
    HEADER,
    KNOWN_HEADERS,
    Ending,
    Lines,
    Move,
    Note,
    Proof,
    Record,
    RoundScore,
    one_line,
)
from upcard.values import Action

NUMBER = re.compile(r"-?[0-9]{1,9}")
LONG_NUMBER = re.compile(r"[0-9]{1,20}")
HEX = re.compile(r"([0-9a-f]{2})+")
KEY = re.compile(r"[a-z][a-z-]*")
ENDED = re.compile(r"([a-z][a-z-]*)(?: by ([0-9]{1,9}))?")


def drafted(record: Record) -> Draft:
    """Return the record in words."""
    faces = find_game(record.game).faces
    draft = Draft()
    draft.fields = {
        "game": Word(record.game),
        "rules": Word(str(record.rules)),
        "seats": Word(str(record.seats)),
        "result": Word(_ending_text(record.ending)),
        "finals": _numbers_text(record.ending.finals),
        "ranks": _numbers_text(record.ending.ranking),
        "winners": Word(_numbers_text(record.ending.winners).text or "none"),
    }
    if record.proof:
        draft.fields |= {
            "fair match": Word(str(record.proof.match)),
            "fair commitment": Word(record.proof.commitment),
            "fair secret": Word(record.proof.secret.hex()),
            "fair words": Word(" ".join(word.hex() for word in record.proof.words)),
        }
    draft.names = [(str(seat), Word(name)) for seat, name in enumerate(record.names) if name]
    draft.options = [
        (name, Word(str(value), is_number=isinstance(value, int))) for name, value in record.options.items()
    ]
    draft.headers = [(name, Word(value)) for name, value in record.headers]
    draft.notes = [(note.step, Word(note.text)) for note in record.notes]
    last = max([0, *(move.round for move in record.moves), *(a.request.round for a in record.answers)])
    draft.rounds = [DraftRound(Word(str(number))) for number in range(1, last + 1)]
    for answer in record.answers:
        number = Word(str(answer.request.number))
        said = [faces.text(card) for card in answer.cards]
        kind = "shuffle" if answer.picked is None else "pick"
        draft.rounds[answer.request.round - 1].answers.append(
            DraftAnswer(kind, number, said if answer.picked is None else [str(answer.picked)])
        )
    for move in record.moves:
        draft.rounds[move.round - 1].moves.append(DraftMove(Word(str(move.seat)), str(move.action)))
    for round_, score in zip(draft.rounds, record.scores, strict=False):
        ended = score.how if score.ended_by is None else f"{score.how} by {score.ended_by}"
        round_.scores = {
            "end": Word(ended),
            "points": _numbers_text(score.points),
            "totals": _numbers_text(score.totals),
        }
    return draft


def _numbers_text(numbers: Sequence[int]) -> Word:
    return Word(" ".join(map(str, numbers)))


def _ending_text(ending: Ending) -> str:
    return ending.how if ending.why == ending.how else f"{ending.how}, {ending.why}"


def accept(draft: Draft) -> Record:
    """Return the record that a draft stands for.

    UnknownGame, WrongVersion, or BadRecord with the line of the first word that cannot stand there.
    """
    name = _field(draft, "game")
    try:
        game = find_game(name.text)
    except UnknownGame as problem:
        raise UnknownGame(_at(problem.message, name.line)) from None
    rules = _field(draft, "rules")
    if _number(rules, "the version of the rules") != game.version:
        raise WrongVersion(
            _at(
                f"the match was played by version {rules.text} of the rules of {game.title}, "
                f"these are version {game.version}",
                rules.line,
            )
        )
    seats = _seats(draft, game)
    _check_rounds(draft.rounds)
    scored = [_score(round_, seats) for round_ in draft.rounds if round_.scores]
    answers = [_answer(item, round_, game) for round_ in draft.rounds for item in round_.answers]
    moves = [_move(item, round_, game, seats) for round_ in draft.rounds for item in round_.moves]
    return Record(
        game=game.name,
        rules=game.version,
        options=values_of(_options(draft, game, seats)),
        seats=seats,
        names=_names(draft, seats),
        answers=tuple(answers),
        moves=tuple(moves),
        scores=tuple(scored),
        ending=_ending(draft, seats),
        notes=_notes(draft),
        proof=_proof(draft),
        headers=_headers(draft),
        lines=Lines(
            answers=tuple(item.number.line for round_ in draft.rounds for item in round_.answers),
            moves=tuple(item.seat.line for round_ in draft.rounds for item in round_.moves),
            scores=tuple(round_.scores["points"].line for round_ in draft.rounds if round_.scores),
            ending=draft.fields["result"].line,
        ),
    )


def _at(message: str, line: int) -> str:
    return f"line {line}: {message}" if line else message


def _field(draft: Draft, name: str) -> Word:
    if name not in draft.fields:
        raise BadRecord(f"the record does not say its {name!r}")
    return draft.fields[name]


def _number(word: Word, what: str, low: int = 0, high: int = 10**9) -> int:
    if not NUMBER.fullmatch(word.text) or not low <= int(word.text) <= high:
        raise BadRecord(f"{what} is {_short(word.text)}, not a number in range", word.line)
    return int(word.text)


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:39] + "…")


def _seats(draft: Draft, game: Game) -> int:
    word = _field(draft, "seats")
    seats = _number(word, "the number of seats")
    if seats not in game.seat_numbers:
        low, high = game.least_seats, game.most_seats
        raise BadRecord(f"{game.title} has {low} to {high} seats, not {seats}", word.line)
    return seats


def _options(draft: Draft, game: Game, seats: int) -> AnyOptions:
    form: type[AnyOptions] = game.options
    known = {entry.name: entry for entry in described(form)}
    values: dict[str, int | str] = {}
    for name, word in draft.options:
        if name not in known:
            raise BadRecord(f"{game.title} has no option {_short(name)}", word.line)
        if name in values:
            raise BadRecord(f"option {name!r} stands twice", word.line)
        try:
            values[name] = known[name].read(word.text)
        except OptionError as problem:
            raise BadRecord(problem.message, word.line) from None
    try:
        settled: AnyOptions = game.settle(game.options(**values), seats)
    except OptionError as problem:
        raise BadRecord(f"nobody could play with these options: {problem.message}") from None
    return settled


def _names(draft: Draft, seats: int) -> tuple[str, ...]:
    names = [""] * seats
    for seat, word in draft.names:
        place = _number(Word(seat, word.line), "the seat of a name", high=seats - 1)
        if names[place]:
            raise BadRecord(f"seat {place} has two names", word.line)
        if word.is_number:
            raise BadRecord(f"the name of seat {place} is a number, not a text", word.line)
        names[place] = one_line(word.text)
    return tuple(names)


def _headers(draft: Draft) -> tuple[tuple[str, str], ...]:
    for name, word in draft.headers:
        if not HEADER.fullmatch(name) or KNOWN_HEADERS.fullmatch(name):
            raise BadRecord(f"a header cannot be called {_short(name)}", word.line)
    return tuple((name, one_line(word.text)) for name, word in draft.headers)


def _notes(draft: Draft) -> tuple[Note, ...]:
    notes = []
    last = draft.step
    for step, word in draft.notes:
        if not 0 <= step <= last:
            raise BadRecord(f"a note on step {step} of {last}", word.line)
        text = one_line(word.text)
        if text:
            notes.append(Note(step, text))
    return tuple(sorted(notes, key=lambda note: note.step))


def _proof(draft: Draft) -> Proof | None:
    fields = {part: draft.fields[f"fair {part}"] for part in FAIR if f"fair {part}" in draft.fields}
    if not fields:
        return None
    for part in FAIR:
        if part not in fields:
            raise BadRecord(f"the fair shuffle does not say its {part}", next(iter(fields.values())).line)
    match = fields["match"]
    if not LONG_NUMBER.fullmatch(match.text) or int(match.text) >= 1 << 64:
        raise BadRecord(f"a match is numbered with 64 bits, not {_short(match.text)}", match.line)
    words = fields["words"]
    return Proof(
        commitment=_hex(fields["commitment"].text, fields["commitment"].line, 32, 32).hex(),
        secret=_hex(fields["secret"].text, fields["secret"].line, 32, 32),
        words=tuple(_hex(word, words.line, 1, 255) for word in words.text.split()),
        match=int(match.text),
    )


def _hex(text: str, line: int, least: int, most: int) -> bytes:
    if not HEX.fullmatch(text.lower()) or not least <= len(text) // 2 <= most:
        size = str(least) if least == most else f"{least} to {most}"
        raise BadRecord(f"{_short(text)} is not {size} bytes in hexadecimal digits", line)
    return bytes.fromhex(text)


def _check_rounds(rounds: Sequence[DraftRound]) -> None:
    if not rounds:
        raise BadRecord("the record has no round")
    for index, round_ in enumerate(rounds, 1):
        if round_.number.text != str(index):
            raise BadRecord(
                f"rounds are numbered from 1: this is round {index}, not {_short(round_.number.text)}",
                round_.number.line,
            )
        numbers = set()
        for answer in round_.answers:
            if answer.number.text in numbers:
                raise BadRecord(f"request {answer.number.text} is answered twice", answer.number.line)
            numbers.add(answer.number.text)
        if not round_.scores and index < len(rounds):
            raise BadRecord(f"round {index} has no end", round_.number.line)


def _answer(item: DraftAnswer, round_: DraftRound, game: Game) -> Answer:
    line = item.number.line
    number = _number(round_.number, "a round", 1, 65535)
    request = Request(number, _number(item.number, "a request", 0, 65535))
    if item.kind == "pick":
        return Answer(request, picked=_number(Word(" ".join(item.said), line), "a pick"))
    cards = []
    for text in item.said:
        try:
            cards.append(int(game.faces.code(text)))
        except ValueError:
            raise BadRecord(f"{_short(text)} is no card of {game.title}", line) from None
    return Answer(request, cards=tuple(cards))


def _move(item: DraftMove, round_: DraftRound, game: Game, seats: int) -> Move:
    line = item.seat.line
    number = _number(round_.number, "a round", 1, 65535)
    seat = _number(item.seat, "a seat", high=seats - 1)
    try:
        action = Action.parse(item.action)
    except ValueError:
        raise BadRecord(f"{_short(item.action)} is not an action", line) from None
    if action not in game.codes:
        raise BadRecord(f"{game.title} has no action {_short(item.action)}", line)
    return Move(number, Seat(seat), action)


def _numbers(word: Word, what: str, count: int | None, low: int, high: int = 10**9) -> tuple[int, ...]:
    texts = word.text.split()
    if count is not None and len(texts) != count:
        raise BadRecord(f"{what}: {len(texts)} numbers for {count} seats", word.line)
    return tuple(_number(Word(text, word.line), what, low, high) for text in texts)


def _score(round_: DraftRound, seats: int) -> RoundScore:
    scores = round_.scores
    for name in SCORES:
        if name not in scores:
            raise BadRecord(
                f"the end of round {_short(round_.number.text)} does not say its {name!r}",
                next(iter(scores.values())).line,
            )
    ended = ENDED.fullmatch(scores["end"].text)
    if not ended or (ended[2] and int(ended[2]) >= seats):
        raise BadRecord(f"{_short(scores['end'].text)} is no end of a round", scores["end"].line)
    return RoundScore(
        points=_numbers(scores["points"], "points", seats, -(10**9)),
        totals=_numbers(scores["totals"], "totals", seats, -(10**9)),
        ended_by=Seat(int(ended[2])) if ended[2] else None,
        how=ended[1],
    )


def _ending(draft: Draft, seats: int) -> Ending:
    words = {name: _field(draft, name) for name in ENDING}
    how, _, why = (part.strip() for part in words["result"].text.partition(","))
    if how not in ("played", "stopped") or (why and not KEY.fullmatch(why)):
        raise BadRecord(f"{_short(words['result'].text)} is no result", words["result"].line)
    winners = words["winners"]
    if winners.text == "none":
        winners = Word("", winners.line)
    ended: Literal["played", "stopped"] = "played" if how == "played" else "stopped"
    return Ending(
        how=ended,
        why=why or how,
        finals=_numbers(words["finals"], "finals", seats, -(10**9)),
        ranking=_numbers(words["ranks"], "ranks", seats, 0, seats),
        winners=tuple(Seat(seat) for seat in _numbers(winners, "winners", None, 0, seats - 1)),
    )
