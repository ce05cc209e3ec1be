"""Who leaves on purpose has left, whatever the network does meanwhile."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Complaints, Welcome
from tests.e2e.people import Person, join, lay
from tests.e2e.server import Server
from tests.e2e.test_two_people import LATER, LOST

pytestmark = pytest.mark.browser


def about_to_leave(welcome: Welcome, server: Server) -> tuple[Person, Person]:
    """Return two at a table, of whom the first is asked whether to leave and has lost the link."""
    ann, ben = welcome(server, "Ann"), welcome(server, "Ben")
    match, code = lay(ann.context, server, "nines", manners={"grace": 600})
    join(ben.context, server, code, "Ben")
    for person in (ann, ben):
        person.open(f"{server.address}/m/{match}")
    for person in (ann, ben):
        person.begin()
    ann.menu("leave-table")
    ann.page.wait_for_function("() => document.querySelector('#lobby-style').sheet !== null")
    ann.page.wait_for_load_state("networkidle")
    ann.relay.cut()
    return ann, ben


def test_who_leaves_while_the_link_is_down_is_told_of_once_it_is_back(
    welcome: Welcome, server: Server, complaints: Complaints
) -> None:
    complaints.allowed = LOST
    ann, ben = about_to_leave(welcome, server)
    expect(ben.state_of(0)).to_have_attribute("data-state", "away")
    ann.press("[data-action=leave-yes]")
    ann.page.wait_for_selector("main.lobby")
    ann.relay.mend()
    expect(ben.state_of(0)).to_have_attribute("data-state", "left", timeout=LATER)


def test_who_leaves_while_the_link_is_down_and_comes_back_is_there(
    welcome: Welcome, server: Server, complaints: Complaints
) -> None:
    complaints.allowed = LOST
    ann, ben = about_to_leave(welcome, server)
    ann.press("[data-action=leave-yes]")
    ann.page.wait_for_selector("main.lobby")
    ann.page.go_back()
    ann.relay.mend()
    ann.page.wait_for_selector(".table[data-link=open]")
    ann.page.wait_for_timeout(3_000)
    expect(ben.state_of(0)).to_have_attribute("data-state", "here")
