"""Addresses, cookies, headers, and refusals that all have one shape."""

from pathlib import Path
from typing import Any

import httpx2
import pytest
from starlette.testclient import TestClient

from tests.web.conftest import QUICK
from tests.web.player import GREEDY, PERSON, new_match
from upcard.games import GAMES
from upcard.options import described
from upcard.web.app import make_app
from upcard.web.cookies import COOKIE, superfluous
from upcard.web.guard import POLICY, Hosts
from upcard.web.store import Store

SHAPE = {"code", "message", "clause", "legal"}


def problem(response: httpx2.Response, status: int, code: str) -> dict[str, Any]:
    told: dict[str, Any] = response.json()
    assert response.status_code == status, told
    assert set(told) == SHAPE
    assert told["code"] == code
    assert told["message"]
    assert response.headers["content-type"] == "application/json"
    return told


def test_the_catalog_has_every_game_option_preset_and_bot(client: TestClient) -> None:
    told = client.get("/api/catalog").json()
    assert [game["name"] for game in told["games"]] == list(GAMES)
    for entry in told["games"]:
        game = GAMES[entry["name"]]
        assert (entry["seats"]["min"], entry["seats"]["max"]) == (game.least_seats, game.most_seats)
        assert [option["name"] for option in entry["options"]] == [o.name for o in described(game.options)]
        assert [preset["name"] for preset in entry["presets"]] == [p.name for p in game.presets]
        assert {"random", "greedy"} <= {bot["name"] for bot in entry["bots"]}
        for option in entry["options"]:
            assert option["kind"] == ("choice" if option["choices"] else "int")
            assert option["clause"]
            assert option["title"]


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_book_is_told(client: TestClient, game: str) -> None:
    told = client.get(f"/api/rules/{game}").json()
    assert told["title"] == GAMES[game].title
    ids = [clause["id"] for clause in told["clauses"]]
    assert {"AL1", "AL4"} <= set(ids)
    assert len(ids) == len(set(ids)) > 20
    assert all(clause["text"] for clause in told["clauses"])


def test_a_match_is_made_listed_and_seated(client: TestClient) -> None:
    assert client.get("/api/matches").json() == {"running": [], "finished": []}
    made = client.post("/api/matches", json=new_match("nines", 3))
    assert made.status_code == 201
    match = made.json()["match"]
    cookie = made.headers["set-cookie"]
    assert cookie.startswith(f"{COOKIE}{match}=")
    assert {"HttpOnly", "SameSite=strict", "Path=/"} <= set(cookie.split("; "))
    assert len(client.cookies[COOKIE + match]) == 22
    (card,) = client.get("/api/matches").json()["running"]
    assert card["match"] == match
    assert card["title"] == "Nines"
    assert card["line"] == "Not dealt yet against Greedy, Greedy 2"


def test_matches_of_others_are_not_listed(client: TestClient) -> None:
    match = client.post("/api/matches", json=new_match("nines")).json()["match"]
    client.cookies.clear()
    client.cookies[COOKIE + match] = "AAAAAAAAAAAAAAAAAAAAAA"
    client.cookies[COOKIE + "nonsense"] = "x"
    client.cookies[COOKIE + "0000000000"] = "x"
    assert client.get("/api/matches").json() == {"running": [], "finished": []}


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"", 400, "room/bad-json"),
        (b"{", 400, "room/bad-json"),
        (b"\xff\xfe", 400, "room/bad-json"),
        (b"[]", 400, "room/bad-message"),
        (b'{"game":5,"seats":[]}', 400, "room/bad-message"),
        (b'{"game":"nines","seats":[{"kind":"robot"}]}', 400, "room/bad-message"),
        (
            b'{"game":"nines","seats":[{"kind":"person","name":"' + b"x" * 25 + b'"}]}',
            400,
            "room/bad-message",
        ),
        (b'{"game":"nines","seats":[]}', 400, "option/refused"),
        (b'{"game":"nines","seats":[{"kind":"person"}],"options":{"rounds":0}}', 400, "option/refused"),
        (b'{"game":"chess","seats":[{"kind":"person"}]}', 404, "record/unknown-game"),
        (b'{"game":"nines","seats":[{"kind":"bot","bot":"deep"},{"kind":"person"}]}', 400, "bots/unknown"),
        (b'{"game":"nines","seats":[],"x":"' + b"x" * 5000 + b'"}', 413, "room/too-long"),
    ],
)
def test_a_match_that_cannot_be_is_refused(client: TestClient, body: bytes, status: int, code: str) -> None:
    headers = {"content-type": "application/json"}
    problem(client.post("/api/matches", content=body, headers=headers), status, code)
    assert not client.cookies


def test_an_option_out_of_range_names_its_clause(client: TestClient) -> None:
    refused = client.post("/api/matches", json=new_match("nines", rounds=99))
    assert problem(refused, 400, "option/refused")["clause"] == "NI1.1"


def test_several_people_at_one_device_hold_their_seats_with_one_token(client: TestClient) -> None:
    two = {"game": "nines", "seats": [PERSON, PERSON, GREEDY], "options": {}}
    made = client.post("/api/matches", json=two)
    assert made.json()["invite"] is None
    assert len(client.cookies) == 1
    with client.websocket_connect(f"ws://localhost/ws/{made.json()['match']}") as socket:
        socket.send_json({"t": "hello", "acked": 0})
        told = socket.receive_json()
        assert told["seats"] == [0, 1]
        assert [seat["name"] for seat in told["room"]["seats"]] == ["Ann", "Ann 2", "Greedy"]


def test_a_friends_seat_needs_somebody_who_invites(client: TestClient) -> None:
    alone = {"game": "nines", "seats": [{"kind": "friend"}, GREEDY], "options": {}}
    problem(client.post("/api/matches", json=alone), 400, "room/no-host")


def test_by_a_link_a_friend_sits_down_and_the_next_one_watches(client: TestClient) -> None:
    made = client.post("/api/matches", json={"game": "nines", "seats": [PERSON, {"kind": "friend"}]}).json()
    code = made["invite"]
    assert len(code) == 10
    assert client.get("/api/matches").json()["running"][0]["line"] == "Waiting for friends"
    client.cookies.clear()
    typed = f" {code[:5].upper()}-{code[5:]} "
    invitation = client.post("/api/invitation", json={"code": typed}).json()
    assert (invitation["kind"], invitation["host"], invitation["open"]) == ("seat", "Ann", [1])
    assert invitation["options"]["rounds"] == 9
    joined = client.post("/api/join", json={"code": typed, "name": "Ben"})
    assert joined.json() == {"match": made["match"], "seats": [1]}
    assert f"{COOKIE}{made['match']}" in client.cookies
    assert client.post("/api/join", json={"code": code, "name": "Ben"}).json()["seats"] == [1]
    moved = client.post(f"/api/matches/{made['match']}/move", json={}).json()
    client.cookies.clear()
    assert client.post("/api/join", json={"code": code, "name": "Cyd"}).json()["seats"] == []
    assert not client.cookies
    assert client.post("/api/invitation", json={"code": moved["code"]}).json()["kind"] == "move"
    assert client.post("/api/join", json={"code": moved["code"]}).json()["seats"] == [1]
    assert len(client.cookies) == 1
    problem(client.post("/api/join", json={"code": moved["code"]}), 404, "room/no-code")
    problem(client.post("/api/join", json={"code": "0000000000"}), 404, "room/no-code")


def test_a_seat_that_moves_here_comes_beside_the_one_that_is_held_here(client: TestClient) -> None:
    made = client.post("/api/matches", json={"game": "nines", "seats": [PERSON, {"kind": "friend"}]}).json()
    move = client.post(f"/api/matches/{made['match']}/move", json={}).json()["code"]
    client.cookies.clear()
    assert client.post("/api/join", json={"code": made["invite"], "name": "Ben"}).json()["seats"] == [1]
    own = dict(client.cookies)
    assert client.post("/api/join", json={"code": move}).json()["seats"] == [0, 1]
    assert dict(client.cookies) == own, "a browser that sits there keeps its token"
    with client.websocket_connect(f"ws://localhost/ws/{made['match']}") as socket:
        socket.send_json({"t": "hello", "acked": 0, "look": None})
        assert socket.receive_json()["seats"] == [0, 1]


def test_a_seat_that_was_taken_meanwhile_is_refused_and_nothing_has_changed(client: TestClient) -> None:
    seats = [PERSON, {"kind": "friend"}, {"kind": "friend"}]
    code = client.post("/api/matches", json={"game": "nines", "seats": seats}).json()["invite"]
    client.cookies.clear()
    assert client.post("/api/join", json={"code": code, "name": "Ben", "seat": 1}).json()["seats"] == [1]
    client.cookies.clear()
    before = client.post("/api/invitation", json={"code": code}).json()
    wish = {"code": code, "name": "Cyd", "seat": 1}
    assert "another one" in problem(client.post("/api/join", json=wish), 409, "room/seat-taken")["message"]
    assert not client.cookies
    assert client.post("/api/invitation", json={"code": code}).json() == before
    assert before["open"] == [2]
    assert client.post("/api/join", json=wish | {"seat": 2}).json()["seats"] == [2]


def test_codes_are_not_tried_out_at_will(client: TestClient) -> None:
    answers = [client.post("/api/invitation", json={"code": f"{n:010}"}).status_code for n in range(25)]
    assert answers == [404] * 20 + [429] * 5


def test_links_for_others_begin_where_others_find_the_server(client: TestClient, data: Path) -> None:
    assert client.get("/api/address").json() == {"address": None}, "nobody else finds this one"
    hosts = Hosts(listening="0.0.0.0", address="http://192.168.1.7:8000")
    with TestClient(
        make_app(Store(data.parent / "other"), QUICK, hosts), base_url="http://localhost"
    ) as other:
        assert other.get("/api/address").json() == {"address": "http://192.168.1.7:8000"}


def test_a_link_is_drawn_as_a_qr_code(client: TestClient) -> None:
    drawn = client.post("/api/qr", json={"text": "http://localhost/j#abc"}).json()
    assert drawn["path"].startswith("M4 4h7v1h-7z"), "the first line of the first corner mark"
    assert drawn["size"] >= 29
    problem(client.post("/api/qr", json={"text": "x" * 301}), 400, "room/bad-message")


def test_wrong_addresses_and_methods_have_the_same_shape(client: TestClient) -> None:
    problem(client.get("/nowhere"), 404, "http/404")
    problem(client.get("/static/nothing.js"), 404, "http/404")
    problem(client.get("/static/index.html"), 404, "http/404")
    problem(client.get("/static/../app.py"), 404, "http/404")
    problem(client.get("/api/rules/chess"), 404, "record/unknown-game")
    problem(client.delete("/api/matches"), 405, "http/405")
    problem(client.post("/api/catalog", json={}), 405, "http/405")
    problem(client.post("/api/matches", content=b"{}"), 415, "http/415")
    problem(client.post("/api/matches/nonsense/rematch", json={}), 404, "room/no-match")
    problem(client.post("/api/matches/0000000000/rematch", json={}), 404, "room/no-match")


def test_a_rematch_needs_a_seat_and_an_end(client: TestClient) -> None:
    match = client.post("/api/matches", json=new_match("nines")).json()["match"]
    problem(client.post(f"/api/matches/{match}/rematch", json={}), 409, "room/running")
    client.cookies.clear()
    problem(client.post(f"/api/matches/{match}/rematch", json={}), 403, "room/watching")


def test_twenty_matches_a_minute_and_no_more(client: TestClient) -> None:
    for _ in range(20):
        assert client.post("/api/matches", json=new_match("rack-o")).status_code == 201
    problem(client.post("/api/matches", json=new_match("rack-o")), 429, "room/too-many")
    assert len(client.get("/api/matches").json()["running"]) == 20


def test_a_browser_does_not_carry_seats_without_end(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("upcard.web.cookies.MOST_COOKIES", 3)
    gone = [f"{COOKIE}{number:010}" for number in range(8)]
    client.cookies.update(dict.fromkeys(gone, "x"))
    made = client.post("/api/matches", json=new_match("nines"))
    dropped = [line for line in made.headers.get_list("set-cookie") if "Max-Age=0" in line]
    assert [line.partition("=")[0] for line in dropped] == gone[:2], "another server's may be among them"
    client.cookies.clear()
    names = [client.post("/api/matches", json=new_match("nines")).json()["match"] for _ in range(6)]
    kept = [card["match"] for card in client.get("/api/matches").json()["running"]]
    assert kept == names[::-1], "the seat of a match that goes on is never taken back"


def test_a_browser_keeps_its_running_matches_and_the_newest_finished_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("upcard.web.cookies.MOST_COOKIES", 3)
    running, finished = ["r1", "r2"], ["f1", "f2", "f3"]
    held = [*running, *finished, "other"]
    assert superfluous(held, running, finished) == ["f2", "f3"]
    assert superfluous(held, [*running, "r3", "r4"], finished) == finished
    others = [f"o{number}" for number in range(6)]
    assert superfluous([*others, *held], running, finished) == ["f2", "f3", *others[:4]], (
        "no more than needed"
    )


def test_every_answer_keeps_the_page_to_itself(client: TestClient) -> None:
    for address in ("/", "/m/0000000000", "/api/catalog", "/nowhere", "/healthz", "/static/x.js"):
        headers = client.get(address).headers
        assert headers["content-security-policy"] == POLICY
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-opener-policy"] == "same-origin"
    for part in ("default-src 'none'", "script-src 'self'", "trusted-types 'none'", "frame-ancestors 'none'"):
        assert part in POLICY
    assert "unsafe" not in POLICY


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("localhost", True),
        ("localhost:8000", True),
        ("127.0.0.1:8000", True),
        ("[::1]:8000", True),
        ("LOCALHOST", True),
        ("evil.example", False),
        ("localhost.evil.example", False),
        ("127.0.0.1.evil.example:8000", False),
        ("192.168.1.7:8000", False),
        ("[::1", False),
        ("", False),
    ],
)
def test_only_our_own_names_are_answered(client: TestClient, host: str, known: bool) -> None:
    response = client.get("/api/catalog", headers={"host": host})
    assert response.is_success is known
    if not known:
        problem(response, 421, "room/host")


def test_a_server_for_others_answers_to_addresses_and_given_names() -> None:
    hosts = Hosts(["table.example"], "0.0.0.0")
    for host in ("192.168.1.7:8000", "[fe80::1]:8000", "Table.Example", "localhost"):
        assert hosts.know(host)
    for host in ("evil.example", "0x7f.1.evil", None):
        assert not hosts.know(host)


def test_pages_of_others_may_not_ask(client: TestClient) -> None:
    body = new_match("nines")
    for origin in ("http://evil.example", "null", "http://localhost:9", "http://localhost.evil.example"):
        problem(client.post("/api/matches", json=body, headers={"origin": origin}), 403, "room/origin")
    ours = client.post("/api/matches", json=body, headers={"origin": "http://localhost"})
    assert ours.status_code == 201


def test_the_page_is_served_or_its_lack_is_told(data: Path, tmp_path: Path) -> None:
    static = tmp_path / "static"
    app = make_app(Store(data), QUICK, static=static)
    with TestClient(app, base_url="http://localhost") as client:
        assert "scripts/build" in client.get("/").text
        static.mkdir()
        (static / "index.html").write_text("<!doctype html>")
        (static / "main-ABC.js").write_text("1")
        assert client.get("/m/0000000000").text == "<!doctype html>"
        assert client.get("/").headers["cache-control"] == "no-cache"
        script = client.get("/static/main-ABC.js")
        assert script.text == "1"
        assert "immutable" in script.headers["cache-control"]


def test_a_fault_of_ours_is_told_without_what_was_in_it(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken() -> None:
        raise RuntimeError("the queen of hearts")

    monkeypatch.setattr("upcard.web.app.catalog", broken)
    told = problem(client.get("/api/catalog"), 500, "error")
    assert "queen" not in told["message"]
    assert "RuntimeError" in caplog.text
    assert "queen" not in caplog.text
    assert client.get("/healthz").text == "ok\n"


def test_a_name_keeps_the_signs_that_hold_it_together(client: TestClient) -> None:
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    wanted = {**new_match("nines"), "seats": [{"kind": "person", "name": f"{family}\u202e"}, GREEDY]}
    match = client.post("/api/matches", json=wanted).json()["match"]
    with client.websocket_connect(f"ws://localhost/ws/{match}") as socket:
        socket.send_json({"t": "hello", "acked": 0})
        assert socket.receive_json()["room"]["seats"][0]["name"] == family
