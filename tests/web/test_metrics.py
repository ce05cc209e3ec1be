"""Figures: they are right, nobody can be told apart by them, and only those who host the server read them."""

from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families
from starlette.requests import HTTPConnection
from starlette.testclient import TestClient

from tests.web.conftest import QUICK
from tests.web.player import new_match
from tests.web.test_sockets import make, play, seated
from upcard.web.app import make_app
from upcard.web.counts import Histogram
from upcard.web.health import BadNetwork, Networks, Readers
from upcard.web.store import Store

LABELS = {
    "stage": {"gathering", "playing", "over"},
    "by": {"person", "bot", "stand-in", "clock"},
    "for": {"seat", "watcher"},
    "version": None,
    "code": None,
    "le": None,
}


def figures(client: TestClient) -> dict[str, float]:
    """All samples: name and labels → value."""
    text = client.app.state.metrics.text().decode()  # type: ignore[attr-defined] # it is a Starlette
    found = {}
    for family in text_string_to_metric_families(text):
        assert family.documentation
        for sample in family.samples:
            labels = ",".join(f"{name}={value}" for name, value in sample.labels.items())
            found[f"{sample.name}{{{labels}}}" if labels else sample.name] = sample.value
            for name, value in sample.labels.items():
                assert LABELS[name] is None or value in LABELS[name]
    return found


def test_a_match_shows_in_the_figures(client: TestClient) -> None:
    match = make(client, new_match("nines", rounds=1))
    before = figures(client)
    assert before["upcard_matches_open{stage=gathering}"] == 1
    assert before["upcard_matches_made_total"] == before["upcard_rooms_opened_total"] == 1
    with seated(client, match) as (socket, player):
        during = figures(client)
        assert during["upcard_sockets{for=seat}"] == 1
        assert during["upcard_sockets{for=watcher}"] == 0
        assert during["upcard_matches_open{stage=playing}"] == 1
        player.say(t="say", text="well-played", phrase=True)
        play(socket, player, lambda: bool(player.view["outcome"]))
        player.say(t="act", id="late", version=player.version, action="draw")
        while not player.refusals:
            player.hear(socket.receive_text())
    after = figures(client)
    assert after["upcard_matches_open{stage=over}"] == 1
    assert after["upcard_sockets{for=seat}"] == 0
    assert after["upcard_actions_total{by=person}"] == len(player.acknowledged)
    assert after["upcard_actions_total{by=bot}"] > 0
    assert after["upcard_acknowledged_seconds_count"] == len(player.acknowledged) + 1
    assert after["upcard_acknowledged_seconds_sum"] > 0
    assert after["upcard_events_told_total"] >= len(player.events)
    assert sum(value for name, value in after.items() if name.startswith("upcard_refusals_total")) == len(
        player.refusals
    )
    stored = after["upcard_store_rows_total"]
    assert stored >= 3 + after["upcard_actions_total{by=person}"] + after["upcard_actions_total{by=bot}"]
    assert after["upcard_store_batch_rows_count"] == after["upcard_store_commits_total"] > 0
    assert after["upcard_store_batch_rows_sum"] == stored
    assert after["upcard_store_commit_seconds_count"] == after["upcard_store_commits_total"]
    assert after["upcard_bots_deciding"] == 0
    assert after["process_resident_memory_bytes"] > 0


def test_a_watcher_and_refusals_are_counted(client: TestClient) -> None:
    match = make(client, new_match("nines"))
    client.cookies.clear()
    with seated_watcher(client, match):
        assert figures(client)["upcard_sockets{for=watcher}"] == 1
    client.get("/nowhere")
    client.post("/api/matches", json=new_match("nines"), headers={"origin": "http://evil.example"})
    client.get("/api/catalog", headers={"host": "evil.example"})
    client.post("/api/invitation", json={"code": "0000000000"})
    told = figures(client)
    for code in ("http/404", "room/origin", "room/host", "room/no-code"):
        assert told[f"upcard_refusals_total{{code={code}}}"] == 1


def seated_watcher(client: TestClient, match: str) -> Any:
    socket = client.websocket_connect(f"ws://localhost/ws/{match}")
    socket.__enter__()
    socket.send_json({"t": "hello", "acked": 0})
    socket.receive_json()

    class Leaving:
        def __enter__(self) -> None: ...

        def __exit__(self, *error: object) -> None:
            socket.__exit__(None, None, None)

    return Leaving()


def test_two_servers_in_one_program_count_apart(data: Path, client: TestClient) -> None:
    make(client, new_match("nines"))
    with TestClient(make_app(Store(data.parent / "other"), QUICK), base_url="http://localhost") as other:
        assert figures(other)["upcard_matches_made_total"] == 0
    assert figures(client)["upcard_matches_made_total"] == 1


def test_a_histogram_counts_what_is_at_most_a_bound() -> None:
    histogram = Histogram((1.0, 2.0))
    for value in (0.5, 1.0, 1.5, 9.0):
        histogram.observe(value)
    assert list(histogram.buckets()) == [("1", 2), ("2", 3), ("+Inf", 4)]
    assert histogram.total == 12.0


def asked(address: str, /, **headers: str) -> HTTPConnection:
    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return HTTPConnection({"type": "http", "client": (address, 1), "headers": raw})


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1", "[::1]:8000"])
def test_programs_of_this_machine_may_read(host: str) -> None:
    for address in ("127.0.0.1", "::1", "::ffff:127.0.0.1"):
        assert Readers().may(asked(address, host=host))


def test_nobody_else_may_nor_whoever_comes_through_a_proxy() -> None:
    for address in ("192.168.1.7", "2001:db8::1", "testclient", ""):
        assert not Readers().may(asked(address, host="localhost"))
    assert not Readers().may(asked("127.0.0.1", host="cards.example.org")), "a proxy that keeps the name"
    for header in ("x_forwarded_for", "forwarded", "x_real_ip", "via"):
        assert not Readers().may(asked("127.0.0.1", host="localhost", **{header: "1.2.3.4"}))


def test_those_who_are_named_may_read_and_then_nobody_else() -> None:
    readers = Readers(["10.0.0.0/8", "2001:db8::/32", "192.0.2.7"])
    for address in ("10.9.8.7", "::ffff:10.9.8.7", "2001:db8::1", "192.0.2.7"):
        assert readers.may(asked(address, host="anything"))
    for address in ("11.0.0.1", "192.0.2.8", "127.0.0.1", "nonsense"):
        assert not readers.may(asked(address, host="localhost"))


@pytest.mark.parametrize("text", ["", "example.org", "10.0.0.1/8", "10.0.0.0/33", "all"])
def test_what_is_no_network_is_refused_in_words(text: str) -> None:
    with pytest.raises(BadNetwork, match="is no address and no network"):
        Networks([text])


def test_over_http_the_figures_are_refused_to_a_stranger(client: TestClient) -> None:
    refused = client.get("/metrics")
    assert (refused.status_code, refused.json()["code"]) == (403, "serve/metrics")
    client.app.state.readers.may = lambda _: True  # type: ignore[attr-defined] # it is a Starlette
    told = client.get("/metrics")
    assert told.status_code == 200
    assert told.headers["content-type"].startswith("text/plain; version=0.0.4")
    assert told.headers["cache-control"] == "no-store"
