"""The way into a match with people: the lobby, the invitation, the seat, and the table before the deal."""

from __future__ import annotations

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Complaints, OpenPage
from tests.e2e.people import GATHERED, join, lay
from tests.e2e.scenes import SIZES
from tests.e2e.server import Server
from tests.e2e.test_axe import ALL, objections
from tests.e2e.test_layout import FAULTS, SMALLEST, resize

pytestmark = pytest.mark.browser
SIT = "[data-action=sit]"
NO_CLIPBOARD = "Object.defineProperty(Navigator.prototype, 'clipboard', {get: () => undefined})"


def seat_line(seat: int) -> str:
    """Return where the table before the deal says who has a seat."""
    return f"[data-gather='{seat}']"


def invite(page: Page, server: Server, game: str = "rat-race", name: str = "Ann") -> str:
    """Lay a table for a friend in the lobby; return the link of the invitation."""
    page.goto(server.address)
    page.click(f".tile[data-game={game}]")
    page.click("[data-opponent='@friend']")
    page.fill("[name=own-name]", name)
    expect(page.locator("[data-action=deal]")).to_have_text("Invite")
    page.click("[data-action=deal]")
    page.wait_for_selector("[data-gathering=host]")
    return page.locator("[data-share=invite] input").input_value()


def lay_open(
    page: Page, server: Server, game: str = "nines", friends: int = 2, bots: int = 1, **options: str
) -> tuple[str, str]:
    """Lay a table with free seats and open it as its host; return the match and the code."""
    match, code = lay(page.context, server, game, friends=friends, bots=bots, options=options)
    page.goto(server.address)
    page.evaluate("([match, code]) => localStorage.setItem(`upcard/invite/${match}`, code)", [match, code])
    page.goto(f"{server.address}/m/{match}")
    page.wait_for_selector("[data-gathering=host]")
    return match, code


def test_a_friend_is_seated_in_two_taps(open_page: OpenPage, server: Server) -> None:
    ann = open_page()
    ben = open_page(390, 844, has_touch=True)
    link = invite(ann, server)
    expect(ann.locator(".gather-who h2")).to_have_text("Waiting for a friend")
    ben.goto(link)
    expect(ben.locator("h1")).to_have_text("Ann invites you to Rat Race")
    assert ben.url == f"{server.address}/j", "the code has left the address"
    ben.fill("[name=name]", "Ben")
    ben.locator(SIT).tap()
    for page in (ann, ben):
        page.wait_for_selector(GATHERED)
    expect(ann.locator(".plate-name", has_text="Ben")).to_have_count(1)
    assert ben.locator(".table").get_attribute("data-viewer") == "1"
    assert ben.evaluate("() => JSON.parse(localStorage.getItem('upcard/settings')).name") == "Ben"


def test_a_name_is_not_asked_twice(open_page: OpenPage, server: Server) -> None:
    ann, ben = open_page(), open_page()
    for _ in range(2):
        ben.goto(invite(ann, server))
        ben.wait_for_selector(SIT)
        if ben.locator("[name=name]").input_value() == "":
            ben.fill("[name=name]", "Ben")
        ben.click(SIT)
        ben.wait_for_selector(GATHERED)
        expect(ann.locator(".plate-name", has_text="Ben")).to_have_count(1)


def test_a_code_may_be_typed_as_it_was_heard(open_page: OpenPage, server: Server) -> None:
    ann, ben = open_page(), open_page(390, 844)
    link = invite(ann, server)
    code = ann.locator("[data-code]").get_attribute("data-code") or ""
    assert link.endswith(f"/j#{code}")
    ben.goto(server.address)
    ben.fill("[name=code]", code[:7])
    ben.click("[data-action=join-code]")
    expect(ben.locator(".by-code [role=alert]")).to_be_visible()
    for typed in (f" {code[:4].upper()}-{code[4:]} ", link):
        ben.goto(server.address)
        ben.fill("[name=code]", typed)
        ben.keyboard.press("Enter")
        expect(ben.locator("h1")).to_have_text("Ann invites you to Rat Race")
        assert ben.url == f"{server.address}/j"


def test_loading_the_slip_again_keeps_the_invitation(open_page: OpenPage, server: Server) -> None:
    ann, ben = open_page(), open_page()
    ben.goto(invite(ann, server))
    ben.wait_for_selector(SIT)
    ben.reload()
    expect(ben.locator("h1")).to_have_text("Ann invites you to Rat Race")


def test_who_comes_to_a_full_table_watches(open_page: OpenPage, server: Server) -> None:
    ann, ben, eve = open_page(), open_page(), open_page(390, 844)
    link = invite(ann, server)
    ben.goto(link)
    ben.click(SIT)
    ben.wait_for_selector(GATHERED)
    eve.goto(link)
    expect(eve.locator(".join-slip")).to_contain_text("Every seat is taken. You may watch.")
    assert eve.locator("[name=name]").count() == 0
    eve.click(SIT)
    eve.wait_for_selector(".table[data-link=open][data-viewer='']")
    assert eve.locator("[data-own=true]").count() == 0


def test_the_last_seat_goes_to_one_of_two(open_page: OpenPage, server: Server) -> None:
    ann, ben, eve = open_page(), open_page(), open_page()
    link = invite(ann, server)
    for page in (ben, eve):
        page.goto(link)
        page.wait_for_selector("[name=name]")
    ben.click(SIT)
    ben.wait_for_selector(GATHERED)
    eve.click(SIT)
    expect(eve.locator(".join-slip [role=status]")).to_have_text("Every seat is taken. You may watch.")
    expect(eve.locator(SIT)).to_have_text("Watch")
    eve.click(SIT)
    eve.wait_for_selector(".table[data-link=open][data-viewer='']")


def test_who_sits_there_already_goes_to_the_table(open_page: OpenPage, server: Server) -> None:
    ann = open_page()
    link = invite(ann, server)
    ann.goto(link)
    expect(ann.locator(".join-slip")).to_contain_text("You sit at this table already.")
    assert ann.locator("[name=name]").count() == 0
    ann.click(SIT)
    ann.wait_for_selector("[data-gathering=host]")


def test_a_code_that_opens_nothing_is_refused_in_words(
    open_page: OpenPage, server: Server, complaints: Complaints
) -> None:
    page = open_page(320, 568)
    complaints.allowed = ("Failed to load resource",)
    page.goto(f"{server.address}/j#0000000000")
    expect(page.locator(".join-slip [role=alert]")).to_contain_text("This code opens no table")
    page.click(".join-slip a.button")
    page.wait_for_selector("[data-action=deal]")
    fresh = open_page()
    fresh.goto(f"{server.address}/j")
    expect(fresh.locator(".join-slip [role=alert]")).to_contain_text("no code in it")


def test_a_move_code_asks_for_no_name(open_page: OpenPage, server: Server) -> None:
    ann, phone = open_page(), open_page(390, 844)
    match, _ = lay_open(ann, server)
    moved = ann.context.request.post(f"{server.address}/api/matches/{match}/move", data={})
    phone.goto(f"{server.address}/j#{moved.json()['code']}")
    expect(phone.locator(SIT)).to_have_text("Go on playing here")
    assert phone.locator("[name=name]").count() == 0
    phone.click(SIT)
    phone.wait_for_selector("[data-gathering=host]")
    expect(phone.locator(seat_line(0))).to_contain_text("you")
    ann.wait_for_selector("[data-gathering=host]")


def test_a_seat_may_be_chosen(open_page: OpenPage, server: Server) -> None:
    ann, ben = open_page(), open_page(390, 844)
    _, code = lay_open(ann, server, "rack-o", friends=3, bots=0, partners="on")
    ben.goto(f"{server.address}/j#{code}")
    across = ben.locator(".join-slip .segment", has_text="opposite Ann")
    expect(across).to_contain_text("Seat 3")
    across.click()
    ben.fill("[name=name]", "Ben")
    ben.click(SIT)
    expect(ann.locator(seat_line(2))).to_contain_text("Ben")
    expect(ann.locator(seat_line(2))).to_contain_text("ready")
    expect(ann.locator(".gather [role=status]").last).to_have_text("Ben has sat down.")
    expect(ann.locator(seat_line(1))).to_contain_text("Free seat")
    ben.click("[data-action=leave-gathering]")
    ben.wait_for_selector("[data-action=deal]")
    expect(ann.locator(seat_line(2))).to_contain_text("Free seat")
    expect(ann.locator(".gather [role=status]").last).to_have_text("Ben has left.")


def test_the_host_gives_seats_to_bots_and_opens_them_again(open_page: OpenPage, server: Server) -> None:
    ann, ben = open_page(), open_page(390, 844)
    match, code = lay_open(ann, server)
    assert join(ben.context, server, code, "Ben") == [1]
    ben.goto(f"{server.address}/m/{match}")
    ben.wait_for_selector("[data-gathering=guest]")
    assert ben.locator(".gather-give, [data-action=deal-now]").count() == 0, "the host decides"
    expect(ben.locator(".gather-host")).to_contain_text("Ann may deal earlier.")
    ann.locator(f"{seat_line(3)} select").select_option(label="A friend")
    expect(ben.locator(seat_line(3))).to_contain_text("Free seat")
    for seat in (2, 3):
        assert ann.locator("[data-gathering]").count() == 1, "not dealt before the last"
        ann.locator(f"{seat_line(seat)} select").select_option("greedy")
    for page in (ann, ben):
        page.wait_for_selector(GATHERED)


def test_a_seat_that_bots_keep_warm_is_taken_after_the_deal(open_page: OpenPage, server: Server) -> None:
    ann, eve = open_page(), open_page(390, 844)
    _, code = lay_open(ann, server, friends=1, bots=1)
    ann.click("[data-action=deal-now]")
    ann.wait_for_selector(GATHERED)
    eve.goto(f"{server.address}/j#{code}")
    eve.fill("[name=name]", "Eve")
    eve.click(SIT)
    eve.wait_for_selector(".table[data-link=open][data-viewer='1']")
    expect(ann.locator(".plate-name", has_text="Eve")).to_have_count(1)


def test_a_link_is_copied_where_there_is_no_clipboard(open_page: OpenPage, server: Server) -> None:
    ann = open_page(390, 844)
    ann.context.add_init_script(NO_CLIPBOARD)
    link = invite(ann, server)
    share = ann.locator("[data-share=invite]")
    share.locator("[data-action=copy]").click()
    expect(share.locator("[data-action=copy]")).to_have_text("Copied")
    ann.goto(server.address)
    ann.focus("[name=code]")
    ann.keyboard.press("Control+V")
    expect(ann.locator("[name=code]")).to_have_value(link)


def test_an_invitation_has_a_qr_code_and_says_where_it_works(open_page: OpenPage, server: Server) -> None:
    ann = open_page()
    invite(ann, server)
    expect(ann.locator(".gather-invite")).to_contain_text("upcard serve")
    ann.click("[data-share=invite] [data-action=qr]")
    drawn = ann.locator("[data-share=invite] .qr path")
    assert len(drawn.get_attribute("d") or "") > 200
    expect(ann.locator("[data-share=watch] .qr")).to_have_count(0)


def test_who_has_the_watchers_link_sees_the_table_fill(open_page: OpenPage, server: Server) -> None:
    ann, eve = open_page(), open_page(390, 844)
    invite(ann, server)
    eve.goto(ann.locator("[data-share=watch] input").input_value())
    eve.wait_for_selector("[data-gathering=watcher]")
    expect(eve.locator(".gather")).to_contain_text("You are watching")
    assert eve.locator("[data-share=invite], [data-action=leave-gathering]").count() == 0


def test_manners_chosen_in_the_lobby_hold_at_the_table(open_page: OpenPage, server: Server) -> None:
    ann = open_page()
    ann.goto(server.address)
    assert ann.locator("[data-action=manners]").count() == 0, "there is nobody to be polite to"
    ann.click("[data-opponent='@friend']")
    ann.click("[data-action=manners]")
    ann.select_option("[data-panel=manners] [name=turn_time]", "30")
    ann.select_option("[data-panel=manners] [name=increment]", "5")
    ann.select_option("[data-panel=manners] [name=grace]", "180")
    ann.locator("[data-panel=manners] [name=chat]").check()
    ann.click("[data-action=manners-done]")
    ann.reload()
    ann.click("[data-action=deal]")
    by = ann.locator(".gather-by")
    expect(by).to_contain_text("30 s for a turn, 5 s back for every action")
    expect(by).to_contain_text("A bot plays for who is away longer than 3 min")
    expect(by).to_contain_text("Free talk")


def test_any_mix_of_seats_is_laid(open_page: OpenPage, server: Server) -> None:
    ann = open_page(390, 844)
    ann.goto(server.address)
    ann.click(".tile[data-game=nines]")
    ann.locator(".seats .segment", has_text="4").click()
    for seat, kind in enumerate(("@here", "greedy", "@friend"), start=1):
        ann.select_option(f"[name=seat-{seat}]", kind)
    ann.fill("[name=own-name]", "Ann")
    ann.fill("[name=name-1]", "Ben")
    ann.click("[data-action=deal]")
    ann.wait_for_selector("[data-gathering=host]")
    expect(ann.locator(seat_line(1))).to_contain_text("Ben")
    assert [line.get_attribute("data-kind") for line in ann.locator("[data-gather]").all()] == [
        "person",
        "person",
        "bot",
        "open",
    ]
    ann.goto(server.address)
    expect(ann.locator(".mine li").first).to_contain_text("Waiting for friends")


def test_two_on_one_device_are_dealt_at_once(open_page: OpenPage, server: Server) -> None:
    page = open_page()
    page.goto(server.address)
    page.click("[data-opponent='@here']")
    page.fill("[name=own-name]", "Ann")
    page.fill("[name=name-1]", "Ben")
    expect(page.locator("[data-action=deal]")).to_have_text("Deal")
    page.click("[data-action=deal]")
    page.wait_for_selector(GATHERED)
    expect(page.locator(".table")).to_have_attribute("data-viewer", "0")
    expect(page.locator(".plate-name", has_text="Ben")).to_have_count(1)


def screens(open_page: OpenPage, server: Server) -> dict[str, Page]:
    """Open every screen on the way to a seat, each in a browser of its own."""
    found = {name: open_page() for name in ("host", "guest", "seat", "full", "mix", "manners")}
    host = found["host"]
    match, code = lay_open(host, server, friends=3)
    host.click("[data-share=invite] [data-action=qr]")
    host.click("[data-action=fair]")
    host.wait_for_selector(".qr")
    join(found["guest"].context, server, code, "An uncommonly long name")
    found["guest"].goto(f"{server.address}/m/{match}")
    found["guest"].wait_for_selector("[data-gathering=guest]")
    found["seat"].goto(f"{server.address}/j#{code}")
    _, taken = lay(host.context, server, "rack-o")
    join(open_page().context, server, taken, "Ben")
    found["full"].goto(f"{server.address}/j#{taken}")
    for name in ("seat", "full"):
        found[name].wait_for_selector(SIT)
    mix, manners = found["mix"], found["manners"]
    mix.goto(server.address)
    mix.click(".tile[data-game=nines]")
    mix.locator(".seats .segment", has_text="8").click()
    for seat, kind in enumerate(("@here", "@friend", "random", "@here"), start=1):
        mix.select_option(f"[name=seat-{seat}]", kind)
    manners.goto(server.address)
    manners.click("[data-opponent='@here']")
    manners.click("[data-action=manners]")
    manners.select_option("[data-panel=manners] [name=turn_time]", "30")
    return found


def test_the_way_to_a_seat_fits_every_screen_and_axe_finds_nothing(
    open_page: OpenPage, server: Server
) -> None:
    faults = {}
    for name, page in screens(open_page, server).items():
        for size in SIZES:
            resize(page, size)
            if told := page.evaluate(FAULTS, [SMALLEST, True]):
                faults[f"{name} {size[0]}x{size[1]}"] = told
        page.evaluate(AXE_SCRIPT)
        for size, theme in (ALL[0], ALL[3]):
            page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
            resize(page, size)
            if told := objections(page):
                faults[f"{name} {size[0]}x{size[1]} {theme}"] = told
    assert faults == {}


@pytest.mark.parametrize("size", [(1440, 900), (390, 844), (320, 568), (844, 390)])
def test_deal_is_in_sight_whoever_is_to_play(
    open_page: OpenPage, server: Server, size: tuple[int, int]
) -> None:
    page = open_page(*size)
    page.goto(server.address)
    seen = """() => {
      const {top, bottom} = document.querySelector("[data-action=deal]").getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    }"""
    for kind in ("greedy", "@friend", "@here"):
        page.click(f"[data-opponent='{kind}']")
        assert page.evaluate(seen), kind
    page.click(".tile[data-game=nines]")
    page.locator(".seats .segment", has_text="8").click()
    for seat in range(1, 8):
        page.select_option(f"[name=seat-{seat}]", "@here")
    page.evaluate("scrollTo(0, 0)")
    assert page.evaluate(seen)
