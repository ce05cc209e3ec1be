"""Fair shuffles: chance that nobody can choose and everybody can check once the match is over.

Before the deal the table shows ``commitment(secret)``; every person's program adds a word of its own,
fixed before the first card is dealt. All chance of the match follows from the secret and the words, so
neither side alone decides it. When the match is over the secret is published and ``verify`` computes
every answer anew. ``docs/fair-shuffle.md`` has the scheme byte by byte, with golden vectors.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from upcard.chance import Answer, RecordedChance, Request, below, describe, shuffled
from upcard.errors import OptionError, RecordError
from upcard.game import Game, answer_all
from upcard.games import find_game
from upcard.options import build
from upcard.values import Action

LABEL = b"upcard/1"
SECRET_BYTES = 32
MOST_WORD_BYTES = 255


def new_secret() -> bytes:
    """Return a fresh secret from the operating system."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes) -> str:
    """Return what may be shown of a secret before the deal: its SHA-256, 64 hexadecimal digits."""
    return hashlib.sha256(secret).hexdigest()


def request_number(request: Request) -> int:
    """Return the number of a request within its match: round × 65536 + number within the round (AL2)."""
    if not (0 <= request.round < 1 << 16 and 0 <= request.number < 1 << 16):
        raise ValueError(f"{request} has no number of 32 bits")
    return request.round << 16 | request.number


def block(secret: bytes, match: int, words: Sequence[bytes], request: int, index: int) -> bytes:
    """Return block ``index`` of the stream of one request: 32 bytes, eight numbers, little-endian."""
    told = b"".join(bytes((len(word),)) + word for word in words)
    message = LABEL + struct.pack("<Q", match) + told + struct.pack("<II", request, index)
    return hmac.digest(secret, message, "sha256")


class Stream:
    """The numbers of 32 bits that belong to one request, block after block."""

    def __init__(self, secret: bytes, match: int, words: Sequence[bytes], request: int) -> None:
        self._source = (secret, match, words, request)
        self._index = 0
        self._left: list[int] = []

    def word(self) -> int:
        """Return the next number, 0 to 2³² − 1."""
        if not self._left:
            self._left = list(struct.unpack("<8I", block(*self._source, self._index)))
            self._left.reverse()
            self._index += 1
        return self._left.pop()


@dataclass(frozen=True, slots=True)
class FairChance:
    """Chance that follows from a secret and the players' words, given in seat order.

    ValueError unless the secret has 32 bytes, each word 1 to 255 and the match is a number of 64 bits.
    """

    secret: bytes
    match: int
    words: tuple[bytes, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "words", tuple(self.words))
        if len(self.secret) != SECRET_BYTES:
            raise ValueError(f"a secret has {SECRET_BYTES} bytes, not {len(self.secret)}")
        if not 0 <= self.match < 1 << 64:
            raise ValueError("a match is numbered with 64 bits")
        if any(not 1 <= len(word) <= MOST_WORD_BYTES for word in self.words):
            raise ValueError(f"a player's word has 1 to {MOST_WORD_BYTES} bytes")

    def __repr__(self) -> str:
        return f"FairChance({self.commitment}, match {self.match})"

    @property
    def commitment(self) -> str:
        """What may be shown before the deal."""
        return commitment(self.secret)

    def stream(self, request: Request) -> Stream:
        """Return the numbers that belong to a request."""
        return Stream(self.secret, self.match, self.words, request_number(request))

    def shuffle(self, request: Request, cards: Sequence[int]) -> list[int]:
        """Return the sorted cards in the order that belongs to the request; the last one is the top."""
        return shuffled(self.stream(request), cards)

    def pick(self, request: Request, among: int) -> int:
        """Return the pick that belongs to the request."""
        return below(self.stream(request), among)


class Published(Protocol):
    """What a table publishes about its shuffles when the match is over."""

    @property
    def commitment(self) -> str:
        """What was shown before the deal."""

    @property
    def secret(self) -> bytes:
        """The secret behind it."""

    @property
    def words(self) -> tuple[bytes, ...]:
        """The players' words, in seat order."""

    @property
    def match(self) -> int:
        """The number of the match."""


class Verifiable(Protocol):
    """What must be known of a match to check its shuffles; a ``Record`` is one."""

    @property
    def game(self) -> str:
        """The game's name."""

    @property
    def options(self) -> Mapping[str, int | str]:
        """The settled options."""

    @property
    def seats(self) -> int:
        """How many seats the table has."""

    @property
    def answers(self) -> tuple[Answer, ...]:
        """What chance answered."""

    @property
    def actions(self) -> tuple[Action, ...]:
        """What the seats did, in order."""

    @property
    def proof(self) -> Published | None:
        """What was published, None where shuffles cannot be checked."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was checked: ``ok`` or not, about the proof as a whole or one answer of chance.

    ``about`` is ``proof``, ``commitment`` or ``answer``; only an answer has ``round`` and ``number``.
    """

    ok: bool
    about: Literal["proof", "commitment", "answer"]
    message: str
    round: int | None = None
    number: int | None = None


def verify(record: Verifiable) -> list[Finding]:
    """Return what is found when every answer of chance is computed anew from the published secret.

    A fair match has findings that are all ``ok``: the commitment, then one for each answer. RecordError
    where the match cannot be played again, which ``Table.replay`` explains with line and clause.
    """
    proof = record.proof
    if proof is None:
        return [
            Finding(
                ok=False, about="proof", message="the record has no proof: its shuffles cannot be checked"
            )
        ]
    try:
        fair = FairChance(proof.secret, proof.match, proof.words)
    except ValueError as problem:
        return [Finding(ok=False, about="proof", message=f"the proof is broken: {problem}")]
    shown = proof.commitment.lower()
    if fair.commitment != shown:
        message = (
            f"the secret is not the one that was promised: its SHA-256 is {fair.commitment}, not {shown}"
        )
        return [Finding(ok=False, about="commitment", message=message)]
    chance = _Compared(record.answers, fair)
    _play(find_game(record.game), record, chance)
    message = f"the secret is the one that was promised: its SHA-256 is {shown}"
    return [Finding(ok=True, about="commitment", message=message), *chance.findings]


class _Compared:
    """Repeats the answers on file and compares each with the fair one."""

    def __init__(self, answers: Sequence[Answer], fair: FairChance) -> None:
        self._filed = RecordedChance(answers)
        self._fair = fair
        self.findings: list[Finding] = []

    def shuffle(self, request: Request, cards: Sequence[int]) -> list[int]:
        filed = self._filed.shuffle(request, cards)
        self._compare(request, filed == self._fair.shuffle(request, cards), f"{len(cards)} cards")
        return filed

    def pick(self, request: Request, among: int) -> int:
        filed = self._filed.pick(request, among)
        self._compare(request, filed == self._fair.pick(request, among), f"a pick of {among}")
        return filed

    def _compare(self, request: Request, same: bool, what: str) -> None:
        verdict = "follows from secret and words" if same else "differs from what secret and words give"
        message = f"{describe(request)} ({what}) {verdict}"
        self.findings.append(Finding(same, "answer", message, request.round, request.number))


def _play(game: Game, record: Verifiable, chance: _Compared) -> None:
    """Put all the questions of the match to ``chance``, in the order in which they came up."""
    try:
        state = game.start(build(game.options, record.options), record.seats)
        answer_all(game, state, chance)
        for action in record.actions:
            code = game.codes[action]
            if not game.legal(state) >> code & 1:
                raise RecordError(f"the match cannot be played again: {str(action)!r} is not legal")
            game.apply(state, code)
            answer_all(game, state, chance)
    except (LookupError, OptionError) as problem:
        raise RecordError(f"the match cannot be played again: {problem}") from problem
