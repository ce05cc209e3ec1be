"""``upcard serve``: what it is told, what it says, and how it refuses."""

import socket
from pathlib import Path

import pytest

from upcard.cli import main
from upcard.web import serve
from upcard.web.limits import MOST_LINKS
from upcard.web.serve import EVERYWHERE, OTHER_FILES, Hosting, NoPort, listen, room_for_links, told, where

Capture = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ([], {"data": None, "host": EVERYWHERE, "port": None, "hosting": Hosting([], [], [])}),
        (
            ["--data", "d", "--host", "::", "--port", "0"],
            {"data": Path("d"), "host": "::", "port": 0, "hosting": Hosting([], [], [])},
        ),
        (
            ["--name", "a.example", "--name", "b.example", "--proxy", "10.0.0.1", "--metrics", "10.0.0.0/8"],
            {
                "data": None,
                "host": EVERYWHERE,
                "port": None,
                "hosting": Hosting(["a.example", "b.example"], ["10.0.0.1"], ["10.0.0.0/8"]),
            },
        ),
    ],
)
def test_it_hosts_as_it_is_told(
    words: list[str], wanted: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: dict[str, object] = {}
    monkeypatch.setattr(serve, "host", lambda **given: asked.update(given))
    assert main(["serve", *words]) == 0
    assert asked == wanted


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--name", "http://x/"], "'http://x/' is no name of a host"),
        (["--name", "x..org"], "'x..org' is no name of a host"),
        (["--proxy", "example.org"], "'example.org' is no address and no network"),
        (["--metrics", "10.0.0.1/8"], "is no address and no network"),
        (["--port", "70000"], "70000 is not from 0 to 65535"),
        (["--nmae", "x"], "did you mean --name?"),
    ],
)
def test_wrong_use_is_refused_before_anything_is_opened(
    words: list[str], reason: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "host", lambda **_: pytest.fail("it began"))
    assert main(["serve", *words]) == 2
    assert reason in capsys.readouterr().err


def test_a_port_that_is_named_and_taken_is_not_exchanged_for_another() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(NoPort, match=f"port {port}"):
            listen("127.0.0.1", port, exact=True)
        with listen("127.0.0.1", port) as other:
            assert other.getsockname()[1] != port


def test_friends_are_told_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "lan_addresses", lambda: ["192.168.1.7", "10.0.0.2"])
    assert where(EVERYWHERE, 8000, ["cards.local"], behind_proxy=False) == [
        "http://cards.local:8000/",
        "http://192.168.1.7:8000/",
        "http://10.0.0.2:8000/",
    ]
    assert where("2001:db8::1", 8000, [], behind_proxy=False) == ["http://[2001:db8::1]:8000/"]
    assert where("127.0.0.1", 8000, [], behind_proxy=False) == []
    proxied = where("127.0.0.1", 8000, ["cards.example.org"], behind_proxy=True)
    assert proxied == ["https://cards.example.org/"], "the proxy has a port and a certificate of its own"


def test_whoever_starts_it_reads_where_it_is_and_that_it_is_plain_http() -> None:
    lines = told(["http://192.168.1.7:8000/"], "http://127.0.0.1:8000", behind_proxy=False).splitlines()
    assert lines[0] == "upcard serves at http://192.168.1.7:8000/"
    assert lines[1].startswith("on this machine  http://127.0.0.1:8000/")
    assert "plain http" in lines[2]
    assert len(lines) == 3
    assert "plain http" not in told([], "http://127.0.0.1:8000", behind_proxy=False)
    proxied = told(["https://cards.example.org/"], "http://127.0.0.1:8000", behind_proxy=True)
    assert "plain http" not in proxied
    assert "Host and Upgrade" in proxied


def test_a_folder_that_cannot_be_written_fails_plainly(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "file").write_text("not a folder", encoding="utf-8")
    assert main(["serve", "--data", str(tmp_path / "file" / "below")]) == 1
    assert "the table cannot be opened" in capsys.readouterr().err


def test_there_is_room_for_as_many_links_as_the_system_has_files(monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")
    given = []
    monkeypatch.setattr(resource, "setrlimit", lambda _, both: given.append(both))
    endless = resource.RLIM_INFINITY
    for soft, hard, links in (
        (1024, 4096, 4096 - OTHER_FILES),
        (1024, endless, MOST_LINKS),
        (1024, 1024, 1024 - OTHER_FILES),
        (100_000, 100_000, MOST_LINKS),
        (endless, endless, MOST_LINKS),
    ):
        monkeypatch.setattr(resource, "getrlimit", lambda _, both=(soft, hard): both)
        assert room_for_links() == links
    assert given == [(4096, 4096), (MOST_LINKS + OTHER_FILES, endless)]
