"""Fair shuffles: the stream by golden vectors, and what verifying a match finds.

The vectors stand in docs/fair-shuffle.md too. They were computed by a program of another language (Node.js
with its own HMAC), written from that page alone.
"""

import dataclasses
import hashlib
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.matches import SHORT, finished, play
from upcard.chance import Answer, Request, below
from upcard.dealer import (
    FairChance,
    Finding,
    block,
    commitment,
    new_secret,
    request_number,
    verify,
)
from upcard.errors import RecordError
from upcard.games import GAMES, find_game
from upcard.record import Record
from upcard.table import Table

SECRET = bytes(range(32))
WORDS = (bytes.fromhex("6162"), bytes.fromhex("c0ffee"))
FAIR = FairChance(SECRET, 1, WORDS)
FIRST = Request(1, 0)
MESSAGE = "7570636172642f31 0100000000000000 026162 03c0ffee 00000100 00000000"
BLOCK = "69ba32654b6f0bd033aa02dd8074e3d65a306372ee29e60c334d3458a68dca3a"
WORDS_OF_BLOCK = [
    1697823337,
    3490410315,
    3707939379,
    3605230720,
    1919103066,
    216410606,
    1479822643,
    986353062,
]
# fmt: off
ORDER_OF_40 = [
    23, 13, 10, 22, 30, 8, 20, 31, 11, 15, 2, 21, 34, 28, 3, 26, 38, 37, 29, 32,
    6, 12, 9, 36, 33, 17, 40, 35, 24, 27, 1, 39, 25, 14, 7, 19, 5, 4, 16, 18,
]
RAT_RACE = [
    6, 3, 5, 7, 7, 4, 6, 5, 8, 3, 4, 8, 7, 8, 10, 4, 4, 1, 1, 7, 9, 4, 8, 2, 1, 8, 7, 6, 10, 3, 10, 9, 11, 8,
    6, 7, 4, 1, 2, 9, 10, 2, 3, 9, 1, 5, 3, 10, 9, 10, 1, 11, 2, 10, 7, 3, 5, 4, 1, 9, 2, 6, 5, 5, 10, 1, 6,
    11, 2, 9, 6, 8, 4, 7, 6, 9, 2, 8, 3, 2, 5, 5, 11, 3,
]
# fmt: on


# --- golden vectors --------------------------------------------------------------------------------


def test_P3_the_commitment_is_the_sha_256_of_the_secret() -> None:
    assert commitment(SECRET) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert FAIR.commitment == commitment(SECRET)


def test_P3_a_block_is_the_hmac_of_label_match_words_request_and_index() -> None:
    message = bytes.fromhex(MESSAGE)
    assert hmac.new(SECRET, message, hashlib.sha256).hexdigest() == BLOCK
    assert block(SECRET, 1, WORDS, request_number(FIRST), 0).hex() == BLOCK


def test_P3_the_stream_is_read_as_little_endian_numbers_of_32_bits() -> None:
    stream = FAIR.stream(FIRST)
    assert [stream.word() for _ in range(10)] == [*WORDS_OF_BLOCK, 2715908143, 1545168743]


def test_P3_golden_shuffles() -> None:
    assert FAIR.shuffle(FIRST, range(1, 41)) == ORDER_OF_40
    assert FAIR.shuffle(Request(5, 1), find_game("rat-race").deck(2)) == RAT_RACE
    lonely = FairChance(SECRET, 2**64 - 1)
    order = [14, 13, 18, 1, 10, 8, 5, 7, 4, 19, 12, 3, 9, 16, 15, 6, 2, 17, 11, 20]
    assert lonely.shuffle(Request(2, 3), range(1, 21)) == order


def test_P3_golden_picks_and_values_thrown_away() -> None:
    assert [FAIR.pick(Request(1, number), 8) for number in range(10)] == [1, 2, 1, 0, 0, 5, 2, 7, 0, 0]
    stream = FAIR.stream(FIRST)
    kept = [value for value in [*WORDS_OF_BLOCK, 2715908143] if value < 3_000_000_000]
    assert [below(stream, 3_000_000_000) for _ in range(6)] == kept


def test_AL2_a_request_is_its_round_times_65536_and_its_number() -> None:
    assert request_number(Request(1, 0)) == 65536
    assert request_number(Request(3, 7)) == 3 * 65536 + 7
    assert request_number(Request(65535, 65535)) == 2**32 - 1
    for beyond in (Request(65536, 0), Request(1, 65536), Request(-1, 0)):
        with pytest.raises(ValueError, match="32 bits"):
            request_number(beyond)


# --- the chance of a table --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("secret", "match", "words", "reason"),
    [
        (b"short", 1, (), "32 bytes, not 5"),
        (SECRET, -1, (), "64 bits"),
        (SECRET, 2**64, (), "64 bits"),
        (SECRET, 1, (b"",), "1 to 255"),
        (SECRET, 1, (bytes(256),), "1 to 255"),
    ],
)
def test_what_makes_no_fair_shuffle_is_refused(
    secret: bytes, match: int, words: tuple[bytes, ...], reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        FairChance(secret, match, words)


def test_secrets_are_new_and_never_printed() -> None:
    secret = new_secret()
    assert len(secret) == 32
    assert secret != new_secret()
    chance = FairChance(secret, 5)
    assert repr(chance) == f"FairChance({chance.commitment}, match 5)"
    assert secret.hex() not in repr(chance)


@given(st.binary(min_size=32, max_size=32), st.lists(st.binary(min_size=1, max_size=255), max_size=4))
def test_every_part_of_the_message_moves_the_shuffle(secret: bytes, words: list[bytes]) -> None:
    deck = range(1, 61)
    order = FairChance(secret, 1, words).shuffle(FIRST, deck)
    assert sorted(order) == list(deck)
    other = bytes([secret[0] ^ 1]) + secret[1:]
    for changed in (
        FairChance(other, 1, tuple(words)),
        FairChance(secret, 2, tuple(words)),
        FairChance(secret, 1, (*words, b"x")),
    ):
        assert changed.shuffle(FIRST, deck) != order
    assert FairChance(secret, 1, tuple(words)).shuffle(Request(1, 1), deck) != order
    assert FairChance(secret, 1, tuple(words)).shuffle(Request(2, 0), deck) != order


# --- verifying a match -------------------------------------------------------------------------------


def fair_record(name: str = "nines", **values: int | str) -> Record:
    game = find_game(name)
    short = {key: value for key, value in SHORT.items() if key in game.options.__dataclass_fields__}
    table = Table(game, {**short, **values}, chance=FAIR)
    return play(table, 3).record()


@given(finished(FAIR))
def test_P3_every_answer_of_a_fair_match_is_found_to_be_fair(table: Table) -> None:
    record = table.record()
    findings = verify(record)
    assert all(finding.ok for finding in findings)
    assert [finding.about for finding in findings] == ["commitment", *["answer"] * len(record.answers)]
    requests = [(answer.request.round, answer.request.number) for answer in record.answers]
    assert [(finding.round, finding.number) for finding in findings[1:]] == requests
    assert verify(Record.parse(record.text())) == findings
    assert verify(Record.parse_json(record.json())) == findings


@pytest.mark.parametrize("name", GAMES)
def test_P3_the_answer_that_differs_is_named(name: str) -> None:
    record = fair_record(name)
    last = record.answers[-1]
    # Two of the last shuffle's cards that were never drawn change places: the match itself stays as it was.
    cards = list(last.cards)
    other = next(place for place, card in enumerate(cards) if card != cards[0])
    cards[0], cards[other] = cards[other], cards[0]
    forged = dataclasses.replace(record, answers=(*record.answers[:-1], Answer(last.request, tuple(cards))))
    wrong = [finding for finding in verify(forged) if not finding.ok]
    assert [(finding.about, finding.round, finding.number) for finding in wrong] == [
        ("answer", last.request.round, last.request.number)
    ]
    assert "differs from what secret and words give" in wrong[0].message


def test_P3_a_record_without_proof_says_so() -> None:
    bare = dataclasses.replace(fair_record(), proof=None)
    message = "the record has no proof: its shuffles cannot be checked"
    assert verify(bare) == [Finding(ok=False, about="proof", message=message)]


def test_P3_another_secret_than_the_one_that_was_promised_is_named() -> None:
    record = fair_record()
    assert record.proof is not None
    proof = dataclasses.replace(record.proof, secret=bytes(32))
    (finding,) = verify(dataclasses.replace(record, proof=proof))
    assert (finding.ok, finding.about) == (False, "commitment")
    assert commitment(bytes(32)) in finding.message
    assert FAIR.commitment in finding.message


@pytest.mark.parametrize("change", [{"words": WORDS[:1]}, {"words": WORDS[::-1]}, {"match": 2}])
def test_P3_other_words_or_another_match_do_not_give_these_shuffles(change: dict[str, object]) -> None:
    record = fair_record()
    assert record.proof is not None
    findings = verify(dataclasses.replace(record, proof=dataclasses.replace(record.proof, **change)))
    assert findings[0].ok
    assert not any(finding.ok for finding in findings[1:] if "cards" in finding.message)


def test_P3_a_broken_proof_is_named() -> None:
    record = fair_record()
    assert record.proof is not None
    broken = dataclasses.replace(record.proof, secret=b"x")
    (finding,) = verify(dataclasses.replace(record, proof=broken))
    assert (finding.ok, finding.about) == (False, "proof")
    assert "32 bytes" in finding.message


def test_a_match_that_cannot_be_played_again_cannot_be_verified() -> None:
    record = fair_record()
    with pytest.raises(RecordError, match="is not legal"):
        verify(dataclasses.replace(record, moves=record.moves[1:]))
    with pytest.raises(RecordError, match="cannot be played again: chance request 0 of round 1"):
        verify(dataclasses.replace(record, answers=()))
    with pytest.raises(RecordError, match="cannot be played again"):
        verify(dataclasses.replace(record, options={"rounds": 99}))


def test_the_secret_is_published_only_when_the_match_is_over() -> None:
    table = Table(find_game("nines"), chance=FAIR)
    play(table, 1, 20)
    with pytest.raises(RecordError):
        table.record()
    told = repr(table) + repr(table.view(0)) + repr(table.events) + repr(table.chance)
    assert SECRET.hex() not in told
    assert repr(SECRET) not in told
    table.stop()
    proof = table.record().proof
    assert proof is not None
    assert (proof.commitment, proof.secret, proof.words, proof.match) == (FAIR.commitment, SECRET, WORDS, 1)
