"""Checkpoints: gone on from exactly, replaced in one step, and refused in words where they do not fit."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.train.tiny import PLAN, TINY, TinyTrainer, sum_of
from upcard.bots.weights import from_bytes
from upcard.games import find_game
from upcard.train.keeping import CheckpointError, keep, note_of, put_in_place, take_up, write_weights

NINES = find_game("nines")


def trained(steps: int, seed: int = 3) -> TinyTrainer:
    trainer = TinyTrainer(seed)
    for _ in range(steps):
        trainer.advance(0.1)
    return trainer


def kept(path: Path, steps: int = 10) -> Path:
    trainer = trained(steps)
    keep(path, note_of(NINES, TINY, 3, trainer), trainer.state())
    return path


def test_a_training_goes_on_where_it_was_put_away(tmp_path: Path) -> None:
    path = kept(tmp_path / "deep" / "there.npz")
    again = TinyTrainer(3)
    assert take_up(path, note_of(NINES, TINY, 3, again), again)
    assert again.steps == 10
    while again.steps < again.plan:
        again.advance(0.1)
    assert again.total == trained(PLAN).total == sum_of(3)


def test_without_a_checkpoint_it_begins_anew(tmp_path: Path) -> None:
    again = TinyTrainer(3)
    assert not take_up(tmp_path / "none.npz", note_of(NINES, TINY, 3, again), again)
    assert again.steps == 0


@pytest.mark.parametrize(
    ("other", "why"),
    [
        ({"seed": 4}, "of seed 3, not of seed 4"),
        ({"course": "td9"}, "of nines tiny, not of nines td9"),
        ({"game": "rack-o"}, "of nines tiny, not of rack-o tiny"),
        ({"rules": 7}, "of version 1 of the rules, these are version 7"),
        ({"plan": 5_000}, "of a plan of 40 steps, not of 5,000"),
        ({"form": 2}, "in form 1, this version writes form 2"),
    ],
)
def test_a_checkpoint_of_another_training_is_refused_and_changes_nothing(
    other: dict[str, int | str], why: str, tmp_path: Path
) -> None:
    path, again = kept(tmp_path / "there.npz"), TinyTrainer(3)
    wanted = replace(note_of(NINES, TINY, 3, again), **other)
    with pytest.raises(CheckpointError, match=f"{why}; --fresh begins anew"):
        take_up(path, wanted, again)
    assert again.steps == 0


@pytest.mark.parametrize("broken", ["cut", "text", "foreign", "empty"])
def test_a_broken_checkpoint_is_refused_in_words(broken: str, tmp_path: Path) -> None:
    path, again = kept(tmp_path / "there.npz"), TinyTrainer(3)
    if broken == "cut":
        path.write_bytes(path.read_bytes()[:-40])
    elif broken == "text":
        path.write_text("weights")
    elif broken == "empty":
        path.write_bytes(b"")
    else:
        np.savez(path, numbers=np.arange(3))
    with pytest.raises(CheckpointError, match="is no checkpoint: "):
        take_up(path, note_of(NINES, TINY, 3, again), again)
    assert again.steps == 0


def test_a_file_is_replaced_in_one_step_and_nothing_is_left_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "there"
    put_in_place(path, b"old")

    def fail(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("upcard.train.keeping.os.fsync", fail)
    with pytest.raises(OSError, match="No space left"):
        put_in_place(path, b"new and longer")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_weights_are_written_as_players_read_them(tmp_path: Path) -> None:
    write_weights(tmp_path / "nines-tiny.npz", trained(PLAN))
    weights = from_bytes((tmp_path / "nines-tiny.npz").read_bytes())
    assert weights.expect(NINES, "tiny-1")["total"][0] == sum_of(3)
    assert weights.about.made == {"seed": 3, "steps": PLAN}
