"""Files of weights: they come back as they were, and say why they cannot be used."""

import io

import numpy as np
import pytest

from upcard.bots.weights import About, Weights, from_bytes, learned, to_bytes
from upcard.errors import WeightsError
from upcard.games import GAMES

NINES = GAMES["nines"]
ABOUT = About("nines", NINES.version, "trial/1", (2,), {"rounds": 9}, {"seed": 4, "steps": 100})


def weights(about: About = ABOUT) -> Weights:
    return Weights(about, {"bias": np.arange(4, dtype=np.float32), "layer": np.ones((2, 3), np.int16)})


def test_they_come_back_as_they_were_and_cannot_be_changed() -> None:
    read = from_bytes(to_bytes(weights()))
    assert read.about == ABOUT
    assert read["bias"].dtype == np.float32
    assert read["layer"].tolist() == [[1, 1, 1], [1, 1, 1]]
    with pytest.raises(ValueError, match="read-only"):
        read["bias"][0] = 1
    assert read.expect(NINES, "trial/1") is read


@pytest.mark.parametrize(
    ("game", "form", "words"),
    [
        ("nines", "trial/2", "trial/2 is needed here"),
        ("rack-o", "trial/1", "for nines, not for rack-o"),
    ],
)
def test_those_for_something_else_are_refused_in_words(game: str, form: str, words: str) -> None:
    with pytest.raises(WeightsError, match=words):
        weights().expect(GAMES[game], form)


def test_those_for_other_rules_are_refused_in_words() -> None:
    older = About("nines", NINES.version - 1, "trial/1", (2,), {})
    with pytest.raises(
        WeightsError, match=f"learned under version {NINES.version - 1} of the rules of Nines"
    ):
        weights(older).expect(NINES, "trial/1")


def test_a_missing_array_or_file_is_told() -> None:
    with pytest.raises(WeightsError, match="have no 'scale'"):
        weights()["scale"]
    with pytest.raises(WeightsError, match="no weights called 'nobody'"):
        learned("nobody")


def test_of_anything_else_it_is_said_that_it_is_none() -> None:
    with pytest.raises(WeightsError, match="no file of weights: it does not begin as an npz file does"):
        from_bytes(b"junk")


def test_what_is_no_file_of_weights_is_refused_and_never_run() -> None:
    pickled = io.BytesIO()
    np.savez(pickled, about=np.array([object()], dtype=object))
    without = io.BytesIO()
    np.savez(without, bias=np.ones(1))
    whole = to_bytes(weights())
    for data in (b"", b"PK", whole[: len(whole) // 2], pickled.getvalue(), without.getvalue()):
        with pytest.raises(WeightsError, match="no file of weights"):
            from_bytes(data)
