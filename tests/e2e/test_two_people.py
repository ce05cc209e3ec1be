"""Two people, for real: each in a browser and on a network of their own, from invitation to rematch."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect
from websockets.sync.client import connect

from tests.e2e.conftest import Complaints, Welcome
from tests.e2e.overheard import Truth, before_the_end, never
from tests.e2e.people import GATHERED, Person, lay, next_to_move, play, play_together, same_truth
from tests.e2e.scenes import match_over
from tests.e2e.server import Server

pytestmark = pytest.mark.browser
LOST = ("WebSocket connection to ", "Failed to load resource: net::ERR_")
SHORTEST_GRACE = 5
LATER = 20_000
"""Milliseconds: the shortest grace, and some more."""
BACK = 2.0
"""Seconds until a page shows the truth once its network is back."""
SETUP: dict[str, Any] = {
    "game": "nines",
    "seats": 2,
    "bots": [],
    "names": [],
    "preset": None,
    "options": {},
    "manners": {"grace": SHORTEST_GRACE},
}


def invite(host: Person, rounds: int) -> tuple[str, str]:
    """Invite a friend from the lobby; return the friend's link and the watchers'."""
    page = host.page
    page.goto(host.relay.address)
    page.evaluate("setup => localStorage.setItem('upcard/setup', setup)", json.dumps(SETUP))
    page.reload()
    host.press("[data-opponent='@friend']")
    host.press("[data-action=menu]")
    page.locator("[data-panel=menu] input[name=name]").fill(host.name)
    page.keyboard.press("Escape")
    host.press("[data-action=house]")
    page.locator("#option-rounds").fill(str(rounds))
    host.press("[data-action=house-done]")
    expect(page.locator("[data-action=deal]")).to_have_text("Invite")
    host.press("[data-action=deal]")
    page.wait_for_selector("[data-gathering=host]")
    link, watch = (page.locator(f"[data-share={name}] input").input_value() for name in ("invite", "watch"))
    assert link.endswith(f"/j#{page.locator('[data-code]').get_attribute('data-code')}")
    return link, watch


def published(person: Person) -> tuple[str, list[str]]:
    """Return the secret and the words that were published at the end."""
    fair = person.player.room["fair"]
    return fair["secret"], fair["words"]


def record_of(person: Person) -> str:
    """Save the record of a match that is over."""
    saved = person.page.locator("[data-action=record]").get_attribute("href")
    answer = person.context.request.get(f"{person.relay.address}{saved}")
    assert answer.ok
    return answer.text()


def verdict(person: Person) -> str:
    """Check the shuffle; return what is said of it."""
    person.press("[data-action=verify]")
    shown = person.page.locator("[data-verdict]")
    shown.wait_for()
    said = shown.get_attribute("data-verdict") or ""
    person.page.keyboard.press("Escape")
    shown.wait_for(state="detached")
    return said


def token_of(person: Person) -> str:
    """Return the secret of somebody's seat."""
    return next(c["value"] for c in person.context.cookies() if c["name"] == f"seat-{person.match}")


@pytest.mark.thorough
def test_B51_B63_two_people_play_whole_matches_through_everything_that_happens_to_them(
    welcome: Welcome, server: Server, complaints: Complaints, tmp_path: Path
) -> None:
    complaints.allowed = LOST
    ann, ben, watcher = welcome(server, "Ann"), welcome(server, "Ben"), welcome(server, "Wim")
    link, watch = invite(ann, rounds=2)
    watcher.open(watch)
    watcher.page.wait_for_selector("[data-gathering=watcher]")
    ben.sit(link)  # a tap on the link, and one on the button
    for person in (ann, ben, watcher):
        person.page.wait_for_selector(GATHERED)
    first = ann.match
    assert play([ann, ben], 5) == "play"

    # The network of one is lost, and is back shortly before a bot would take over.
    ben.relay.cut()
    ben.page.wait_for_selector(".table[data-link=again]")
    expect(ann.state_of(1)).to_have_attribute("data-state", "away")
    expect(ann.page.locator("[data-slip=away]")).to_contain_text("0:03", timeout=LATER)
    ben.relay.mend()
    expect(ann.state_of(1)).to_have_attribute("data-state", "here")
    expect(ann.page.locator("[data-slip=away]")).to_have_count(0)
    expect(ann.page.locator("[data-live]")).to_contain_text("Ben is back")
    assert ann.player.room["stood_in"] == [0, 0], "no bot has played"
    ben.page.wait_for_selector(".table[data-link=open]")
    ben.player.view = {}
    ben.page.reload()
    play([ann, ben], 3)

    # He goes on with a phone; what he left open shows the same.
    ben.menu("move")
    code = ben.page.locator("[data-move-code]").get_attribute("data-move-code")
    ben.page.keyboard.press("Escape")
    phone = welcome(server, "Ben", phone=True)
    phone.open(f"{server.address}/j#{code}")
    phone.press("[data-action=sit]")
    phone.page.wait_for_selector(GATHERED)
    late = welcome(server, "Lea")
    late.open(watch)
    late.page.wait_for_selector(GATHERED)
    play([ann, phone], 4)
    same_truth([ann, ben, phone, watcher, late])
    own = "[data-own=true] [data-cell]"
    faces = [
        [card.get_attribute("aria-label") for card in one.page.locator(own).all()] for one in (ben, phone)
    ]
    assert faces[0] == faces[1]
    ben.page.goto("about:blank")

    # The phone is gone for longer than anybody waits: a bot plays, and gives the seat back.
    phone.relay.cut()
    expect(ann.state_of(1)).to_have_attribute("data-state", "stand-in", timeout=LATER)
    while ann.player.room["stood_in"][1] < 2:
        assert play([ann], 1) == "play"
    next_to_move([ann])  # the bot has made its turn
    stood_in = ann.player.room["stood_in"][1]
    expect(ann.page.locator("[data-live]")).to_contain_text("A bot plays for Ben")
    phone.relay.mend()
    expect(phone.page.locator("[data-slip=missed]")).to_have_attribute("data-missed", str(stood_in))
    phone.press("[data-action=missed-seen]")
    expect(ann.state_of(1)).to_have_attribute("data-state", "here")

    # A round ends, and the next one, the match, for everybody.
    assert play([ann, phone]) == "round"
    for person in (ann, phone, watcher, late):
        expect(person.page.locator("[data-result=round] [data-seat]")).to_have_count(2)
    ann.player.go_on()
    expect(ann.page.locator(".waiting-line")).to_contain_text("Ben")
    phone.player.go_on()
    for person in (ann, phone):
        person.page.wait_for_selector("[data-screen=play]")
    assert play([ann, phone]) == "match"
    ben.open(watch)
    for person in (ann, ben, phone, watcher, late):
        expect(person.page.locator("[data-result=match] [data-seat]")).to_have_count(2)

    # Everybody finds the shuffles fair; the phone was not there when they were promised.
    assert [verdict(person) for person in (ann, ben, phone)] == ["fair", "fair", "unseen"]
    record = record_of(ann)
    (saved := tmp_path / "match.upcard").write_text(record)
    checked = subprocess.run(
        [sys.executable, "-m", "upcard", "verify", str(saved)], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "The match is fair" in checked.stdout

    # What each was sent is what they may know.
    secret, words = published(ann)
    truth = Truth(record)
    for person, viewer in ((ann, 0), (ben, 1), (phone, 1), (watcher, None), (late, None)):
        assert sum(truth.judge(message, viewer) for message in person.told if message["t"] == "now") > 0
        before_the_end(person.relay.heard, [secret])
    tokens = {person.name + str(at): token_of(person) for at, person in enumerate((ann, ben, phone))}
    assert len(set(tokens.values())) == 3, "every device has a token of its own"
    for person in (watcher, late):
        before_the_end(person.relay.heard, words)
        never(person.relay.heard, [*tokens.values(), link.rpartition("#")[2], str(code)])
        assert secret.encode() in person.relay.heard, "at the end everybody may check"
        assert bytes.fromhex(secret) not in person.relay.heard
        assert person.context.cookies() == []
    before_the_end(ann.relay.heard, [words[1]])
    never(ann.relay.heard, [tokens["Ben1"], tokens["Ben2"], str(code)])
    before_the_end(ben.relay.heard, [words[0]])
    never(ben.relay.heard, [tokens["Ann0"], tokens["Ben2"]])

    # One click each, and the same people play again.
    wins = ann.player.view["outcome"]["winners"]
    for person in (ann, phone):
        person.forget()
    ann.press("[data-action=rematch]")
    ann.page.wait_for_selector(".table:not([data-stage=over])")
    expect(phone.page.locator("[data-asked]")).to_have_text("Ann wants another")
    phone.press("[data-action=rematch]")
    for person in (ann, phone):
        person.page.wait_for_selector(".table[data-stage=playing][data-link=open]")
    assert ann.match == phone.match != first
    assert [seat["name"] for seat in ann.player.room["seats"]] == ["Ann", "Ben"]
    assert ann.player.room["tally"] == [(seat in wins) / len(wins) for seat in (0, 1)]
    assert (ann.player.view["seat"], phone.player.view["seat"]) == (0, 1)
    assert ann.player.view["rounds"] == 2
    play([ann, phone], 2)


def test_B27_B29_racks_are_told_to_nobody_but_their_owners(welcome: Welcome, server: Server) -> None:
    ann, ben, watcher, late = (welcome(server, name) for name in ("Ann", "Ben", "Wim", "Lea"))
    options = {"target": 75, "turn_limit": 15}
    match, code = lay(ann.context, server, "rack-o", options=options)
    ann.open(f"/m/{match}")
    watcher.open(f"/m/{match}")
    ben.sit(f"/j#{code}")
    for person in (ann, ben, watcher):
        person.page.wait_for_selector(GATHERED)
    play([ann, ben], 6)
    late.open(f"/m/{match}")
    late.page.wait_for_selector(GATHERED)
    play_together([ann.page, ben.page], server, match, match_over)
    for person in (ann, ben, watcher, late):
        person.page.wait_for_selector("[data-result=match]")
    secret, words = published(watcher)
    truth = Truth(record_of(ann))
    for person, viewer in ((ann, 0), (ben, 1), (watcher, None), (late, None)):
        heard = [message for message in person.told if message["t"] == "now"]
        assert sum(truth.judge(message, viewer) for message in heard) > 20, "there was something to hide"
        before_the_end(person.relay.heard, [secret])
    mine = [message for message in ann.told if message["t"] == "now" and message["view"]]
    for wrong in (None, 1):  # were it sent to others, it would be found
        with pytest.raises(AssertionError):
            truth.judge({**mine[5], "view": {**mine[5]["view"], "seat": wrong, "legal": []}}, wrong)
    with pytest.raises(AssertionError):
        before_the_end(ann.relay.heard, [ann.player.room["commitment"]])
    assert max(m["view"]["step"] for m in watcher.told if m["t"] == "now" and m["view"]) == truth.steps
    for person in (watcher, late):
        before_the_end(person.relay.heard, words)
        never(person.relay.heard, [code, token_of(ann), token_of(ben)])
    before_the_end(ann.relay.heard, [words[1]])
    never(ann.relay.heard, [token_of(ben)])
    never(ben.relay.heard, [token_of(ann)])


def test_B45_the_host_leaves_in_a_round_and_all_pages_agree_who_is_left(
    welcome: Welcome, server: Server
) -> None:
    ann, ben, cleo, watcher = (welcome(server, name) for name in ("Ann", "Ben", "Cleo", "Wim"))
    match, code = lay(ann.context, server, "nines", friends=2, bots=1, options={"rounds": 1})
    ann.open(f"/m/{match}")
    ben.sit(f"/j#{code}")
    cleo.sit(f"/j#{code}")
    watcher.open(f"/m/{match}")
    for person in (ann, ben, cleo, watcher):
        person.page.wait_for_selector(GATHERED)
        expect(person.table).to_have_attribute("data-host", "0")
    play([ann, ben, cleo], 5)
    ann.menu("leave-table")
    ann.press("[data-action=leave-yes]")
    ann.page.wait_for_selector("[data-action=deal]")
    for person in (ben, cleo, watcher):
        expect(person.table).to_have_attribute("data-host", "1")
        expect(person.state_of(0)).to_have_attribute("data-state", "left")
        for seat in (1, 2, 3):
            expect(person.state_of(seat)).to_have_attribute("data-state", "here")
    expect(ben.page.locator("[data-live]")).to_contain_text("You are the host now")
    expect(cleo.page.locator("[data-live]")).to_contain_text("Ben is the host now")
    play([ben, cleo], 3)
    play_together([ben.page, cleo.page], server, match, match_over)
    same_truth([ben, cleo, watcher])
    assert ben.player.room["stood_in"][0] > 0, "a bot played on for who left"
    assert ben.player.view["sheet"] == cleo.player.view["sheet"]


def told_by(server: Server, person: Person) -> tuple[int, Any]:
    """Return the version and the view of somebody's seat, as the server has them."""
    cookies = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in person.context.cookies())
    address = f"{server.address.replace('http', 'ws')}/ws/{person.match}"
    with connect(address, additional_headers={"Cookie": cookies}, proxy=None) as link:
        link.send(json.dumps({"t": "hello", "acked": 0}))
        message = json.loads(link.recv(timeout=10))
    return message["version"], message["view"]


def test_B39_both_lose_their_network_and_the_server_ends_and_both_are_back_at_once(
    welcome: Welcome, data: Path, complaints: Complaints
) -> None:
    complaints.allowed = LOST
    server = Server(data)
    try:
        people = ann, ben = welcome(server, "Ann"), welcome(server, "Ben")
        match, code = lay(ann.context, server, "nines", options={"rounds": 1})
        ann.open(f"/m/{match}")
        ben.sit(f"/j#{code}")
        for person in people:
            person.page.wait_for_selector(GATHERED)
            person.page.evaluate("globalThis.notReloaded = true")
        play(people, 6)
        same_truth(people)
        before = ann.version
        for person in people:
            person.relay.cut()
        for person in people:
            person.page.wait_for_selector(".table[data-link=again]")
        mover = next(p for p in people if p.player.view["turn"] == p.player.view["seat"])
        mover.player.act()  # nobody hears it yet
        server.kill()
        server = server.again()
        for person in people:
            person.relay.mend()
        since = time.monotonic()
        for person in people:
            person.page.wait_for_function(
                """before => { const {link, version, settled} = document.querySelector(".table").dataset;
                return link === "open" && Number(version) > before && settled === "true"; }""",
                arg=before,
            )
        assert time.monotonic() - since < BACK
        same_truth(people)
        for person in people:
            assert (person.version, person.player.view) == told_by(server, person)
            assert person.page.evaluate("globalThis.notReloaded"), "nobody had to load the page again"
        play(people, 4)
    finally:
        server.stop()


@pytest.mark.thorough
def test_B65_two_people_play_a_whole_game_by_taps(welcome: Welcome, server: Server) -> None:
    ann, ben = welcome(server, "Ann", phone=True), welcome(server, "Ben", phone=True)
    page = ann.page
    page.goto(ann.relay.address)
    ann.press(".tile[data-game=rat-race]")
    page.locator("[data-opponent='@friend']").tap()
    page.locator("[data-action=house]").tap()
    page.locator("#option-rounds").fill("1")
    page.locator("[data-action=house-done]").tap()
    page.locator("[data-action=deal]").tap()
    page.wait_for_selector("[data-gathering=host]")
    ben.sit(page.locator("[data-share=invite] input").input_value())
    for person in (ann, ben):
        person.page.wait_for_selector(GATHERED)
    assert play([ann, ben]) == "match"
    for person in (ann, ben):
        expect(person.page.locator("[data-result=match] [data-seat]")).to_have_count(2)
        assert person.page.evaluate("getSelection().toString()") == "", "no text was selected"
        assert person.page.evaluate("visualViewport.scale") == 1, "nothing was magnified"
