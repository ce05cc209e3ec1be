"""``upcard verify``: fair matches, forged ones, and files that are none."""

import json
from pathlib import Path

import pytest

from upcard.bots import BOTS
from upcard.cli import main
from upcard.dealer import FairChance
from upcard.games import find_game
from upcard.record import Record
from upcard.table import Table

Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def fair_record() -> Record:
    """A short match of Nines that was shuffled fairly."""
    chance = FairChance(bytes(range(32)), 7, (b"one", b"two"))
    table = Table(find_game("nines"), {"rounds": 1}, 2, chance)
    bot = BOTS["greedy"].make(0)
    while (seat := table.turn) is not None:
        table.act(seat, bot.choose(table.view(seat)))
    return table.record()


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_fair_match_is_verified(form: str, fair_record: Record, tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "match"
    path.write_text(fair_record.text() if form == "text" else fair_record.json(), encoding="utf-8")
    assert main(["verify", str(path)]) == 0
    assert "The match is fair" in capsys.readouterr().out
    assert main(["verify", str(path), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["ok"] is True
    assert all(finding["ok"] for finding in told["findings"])


def test_a_match_with_another_secret_is_not_verified(
    fair_record: Record, tmp_path: Path, capsys: Capture
) -> None:
    path = tmp_path / "match.txt"
    secret = bytes(range(32)).hex()
    text = fair_record.text()
    assert secret in text
    path.write_text(text.replace(secret, secret[:-2] + "00"), encoding="utf-8")
    assert main(["verify", str(path)]) == 1
    assert "Not verified" in capsys.readouterr().out
    assert main(["verify", str(path), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["ok"] is False


def test_a_broken_record_fails_with_its_line(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "match.txt"
    path.write_text("game: chess\n", encoding="utf-8")
    assert main(["verify", str(path)]) == 1
    path.write_text("what is this\n", encoding="utf-8")
    assert main(["verify", str(path)]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert "line 1" in told.err
    path.write_bytes(b"\xff\xfe\x00")
    assert main(["verify", str(path), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["code"].startswith("record/")


def test_a_file_that_cannot_be_read_is_wrong_use(tmp_path: Path, capsys: Capture) -> None:
    assert main(["verify", str(tmp_path / "nothing")]) == 2
    assert main(["verify", str(tmp_path)]) == 2
    assert "cannot be read" in capsys.readouterr().err
