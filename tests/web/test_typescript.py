"""The page's types are those of the server."""

from pathlib import Path

import pytest

from upcard.web import typescript


def test_the_page_has_the_types_of_the_server(root: Path) -> None:
    kept = (root / typescript.FILE).read_text(encoding="utf-8")
    assert kept == typescript.text(), "run `python -m upcard.web.typescript`"


def test_a_message_becomes_a_type() -> None:
    lines = typescript.text().splitlines()
    assert 'export type Ack = { t: "ack"; event: number };' in lines
    assert (
        'export type Act = { t: "act"; id: string; version: number; action: string; acked?: number };'
        in lines
    )
    assert 'export type PersonChoice = { kind: "person"; name?: string };' in lines
    assert "  seats: (PersonChoice | FriendChoice | BotChoice)[];" in lines
    assert "  options: Record<string, number | string>;" in lines
    (union,) = (line for line in lines if line.startswith("export type ClientMessage = Hello | Act | "))
    assert union.endswith(" | Stop;")


def test_it_is_written_into_a_checkout_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert typescript.main() == 2
    (tmp_path / typescript.FILE.parent).mkdir(parents=True)
    assert typescript.main() == 0
    assert (tmp_path / typescript.FILE).read_text(encoding="utf-8") == typescript.text()
    assert "protocol.ts" in capsys.readouterr().out
