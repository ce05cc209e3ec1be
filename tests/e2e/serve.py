"""The program that browser tests talk to: the real server with the chance of each test, and without limits.

Its arguments are the data folder, the port, the pace of bots, the built page, and who plays where nobody is
chosen: ``levels`` or ``greedy``.
A request that says ``x-seed: 7`` makes a match whose cards are those of seed 7. A seed of ``7~3`` deals
the same cards, but the third card from the top has changed places with the lowest one of the pile.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Sequence
from contextvars import ContextVar
from pathlib import Path

from starlette.applications import Starlette
from starlette.types import Receive, Scope, Send

from upcard.chance import Request
from upcard.dealer import FairChance, new_secret
from upcard.web import app, catalog, match, rooms, serve
from upcard.web.guard import Hosts
from upcard.web.limits import Limit
from upcard.web.preparing import Preparing
from upcard.web.room import Settings
from upcard.web.store import Store

ENDLESS: Limit = (1e6, 10**6)
seed: ContextVar[str] = ContextVar("seed", default="")


MARK = b"SEED"
"""What the secret of a seed begins with; any other secret makes fair shuffles, as on every server."""


def secret_of(text: str) -> bytes:
    """Return the secret of a seed; its last byte names the card that changed places."""
    number, _, swapped = text.partition("~")
    return MARK + number.encode().ljust(27) + bytes([int(swapped or 0)])


def chance_of(secret: bytes, number: int = 1, words: Sequence[bytes] = ()) -> FairChance:
    """Return the chance of a match: of its seed where it has one, else as it should be."""
    return SeededChance(secret) if secret.startswith(MARK) else FairChance(secret, number, tuple(words))


class SeededChance(FairChance):
    """Chance that depends on a seed alone, not on number and words; two cards change places if it says so."""

    def __init__(self, secret: bytes) -> None:
        number = secret.removeprefix(MARK)[:-1].rstrip()
        super().__init__(hashlib.sha256(number).digest()[:-1] + b"\0", 1)
        object.__setattr__(self, "swapped", secret[-1])

    def shuffle(self, request: Request, cards: Sequence[int]) -> list[int]:
        """Return the cards in the order of the seed."""
        order = super().shuffle(request, cards)
        if swapped := self.__dict__["swapped"]:
            order[0], order[-swapped] = order[-swapped], order[0]
        return order


class Seeded:
    """The application, which hears of the seed before it makes a match."""

    def __init__(self, inner: Starlette) -> None:
        self._inner = inner
        self.state = inner.state

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        told = dict(scope.get("headers", ())).get(b"x-seed", b"")
        seed.set(told.decode())
        await self._inner(scope, receive, send)


def main(data: str, port: str, pace: str, page: str, levels: str) -> None:
    """Serve until stopped."""
    app.MATCHES = ENDLESS
    app.SOCKETS = 100
    rooms.new_secret = lambda: secret_of(seed.get()) if seed.get() else new_secret()
    match.FairChance = chance_of
    if levels != "levels":  # whom a test does not choose plays quickly
        match.usual_bot = catalog.usual_bot = lambda _game, _level: "greedy"
    plain = app.make_app

    def make_app(store: Store, _: Settings, hosts: Hosts, **more: Preparing | None) -> Seeded:
        settings = Settings(pace=float(pace), patience=600.0, actions=ENDLESS)
        return Seeded(plain(store, settings, hosts, Path(page), **more))

    serve.make_app = make_app
    serve.run(Path(data), port=int(port), open_browser=False)


if __name__ == "__main__":
    main(*sys.argv[1:])
