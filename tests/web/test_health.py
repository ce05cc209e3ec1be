"""Health: well, about to end, or unable to keep anything; and well again."""

import sqlite3
import time
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.web.player import new_match
from upcard.web.store import FILE, NotKept, Store


def test_it_is_well(client: TestClient) -> None:
    told = client.get("/healthz")
    assert (told.status_code, told.text) == (200, "ok\n")
    assert told.headers["cache-control"] == "no-store"


def test_a_commit_that_fails_is_counted_and_the_next_question_tries_anew(
    client: TestClient, data: Path
) -> None:
    assert client.post("/api/matches", json=new_match("nines")).status_code == 201
    other = sqlite3.connect(data / FILE)
    other.execute("ALTER TABLE events RENAME TO elsewhere")
    refused = client.post("/api/matches", json=new_match("nines"))
    assert (refused.status_code, refused.json()["code"]) == (503, "room/not-kept")
    text = client.app.state.metrics.text().decode()  # type: ignore[attr-defined] # it is a Starlette
    assert "upcard_store_refused_total 1.0" in text
    other.execute("ALTER TABLE elsewhere RENAME TO events")
    other.close()
    assert client.get("/healthz").text == "ok\n"
    assert client.post("/api/matches", json=new_match("nines")).status_code == 201


def test_while_nothing_can_be_written_it_is_not_well(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    store: Store = client.app.state.rooms.store  # type: ignore[attr-defined] # it is a Starlette

    def refuse(*_: object) -> Exception:
        store.writable = False
        return NotKept("the disk is full")

    with monkeypatch.context() as full:
        full.setattr(store, "_commit", refuse)
        refused = client.post("/api/matches", json=new_match("nines"))
        assert refused.status_code == 503
        for _ in range(2):
            told = client.get("/healthz")
            assert (told.status_code, told.json()["code"]) == (503, "room/not-kept")
    assert client.get("/healthz").status_code == 200


def test_a_disk_that_does_not_answer_is_not_waited_for(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    store: Store = client.app.state.rooms.store  # type: ignore[attr-defined] # it is a Starlette
    monkeypatch.setattr("upcard.web.store.LONGEST_CHECK", 0.05)
    store.writable = False
    with monkeypatch.context() as stuck:
        stuck.setattr(store, "_commit", lambda *_: time.sleep(0.5))
        assert client.get("/healthz").status_code == 503
