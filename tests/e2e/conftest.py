"""A browser, a server, and pages that may not complain."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

from tests.chromium import find_chromium
from tests.e2e.people import Person
from tests.e2e.server import Server

ARGUMENTS = (
    "--no-sandbox",  # who tests may be root, and what is loaded is ours
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PREFER = """if (location.protocol === "http:")
  localStorage.getItem("upcard/settings") ?? localStorage.setItem("upcard/settings", {})"""


def launch(playwright: Any) -> Browser:
    """Return a running browser."""
    return playwright.chromium.launch(executable_path=find_chromium(), args=list(ARGUMENTS))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose bots do not dawdle."""
    server = Server(tmp_path_factory.mktemp("served") / "data")
    yield server
    server.stop()
    assert not server.log(), "the server had nothing to complain of"


class Complaints(list[str]):
    """What pages complained of; ``allowed`` are the beginnings of what a test expects."""

    allowed: tuple[str, ...] = ()

    def watch(self, context: BrowserContext) -> None:
        context.on("console", self._console)
        context.on("weberror", lambda error: self.append(f"error: {error.error}"))

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning", "assert") and not message.text.startswith(
            self.allowed or ("\0",)
        ):
            self.append(f"{message.type}: {message.text}")


@pytest.fixture
def complaints() -> Iterator[Complaints]:
    found = Complaints()
    yield found
    assert found == []


OpenPage = Callable[..., Page]


@pytest.fixture
def open_page(browser: Browser, complaints: Complaints) -> Iterator[OpenPage]:
    """`open_page(width, height, seed=…, speed=…, dark=…)`: a page in a browser of its own."""
    contexts: list[BrowserContext] = []

    def begin(
        width: int = 1440,
        height: int = 900,
        *,
        seed: int | str = 1,
        speed: float | str = "off",
        dark: bool = False,
        **more: Any,
    ) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            extra_http_headers={"x-seed": str(seed)},
            **more,
        )
        contexts.append(context)
        complaints.watch(context)
        context.add_init_script(PREFER.format(json.dumps(json.dumps({"speed": speed}))))
        return context.new_page()

    yield begin
    for context in contexts:
        context.close()


Welcome = Callable[..., Person]


@pytest.fixture
def welcome(browser: Browser, complaints: Complaints) -> Iterator[Welcome]:
    """`welcome(server, "Ann", phone=…, seed=…)`: somebody whose browser shares nothing with the others'."""
    people: list[Person] = []

    def begin(server: Server, name: str, *, phone: bool = False, seed: int | str = "") -> Person:
        context = browser.new_context(
            viewport={"width": 390, "height": 844} if phone else {"width": 1280, "height": 800},
            extra_http_headers={"x-seed": str(seed)},
            has_touch=phone,
            is_mobile=phone,
        )
        complaints.watch(context)
        context.add_init_script(PREFER.format(json.dumps(json.dumps({"speed": "off"}))))
        people.append(Person(context, server, name, touch=phone))
        return people[-1]

    yield begin
    for person in people:
        person.context.close()
        person.relay.close()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"
