"""The seats that a browser holds, one cookie a match.

A browser gives the cookies of a host to all servers on it, whatever their port. Names of matches are
random, so that servers do not take each other's; and what a server does not know it leaves alone, unless
the browser holds far too much.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from upcard.web.rooms import Rooms

COOKIE = "seat-"
COOKIE_AGE = 400 * 24 * 3600
MOST_COOKIES = 60
"""More seats than this make a header long: the oldest finished ones go."""


def tokens_of(connection: HTTPConnection) -> dict[str, str]:
    """Return the seats that a browser holds: match → token."""
    cookies = connection.cookies.items()
    return {name.removeprefix(COOKIE): token for name, token in cookies if name.startswith(COOKIE)}


async def seat_browser(
    request: Request, response: Response, rooms: Rooms, match: str, token: str | None
) -> Response:
    """Give a browser its seats: no script can read the token, and no other site's page sends it."""
    if token is not None:
        response.set_cookie(
            COOKIE + match,
            token,
            max_age=COOKIE_AGE,
            httponly=True,
            samesite="strict",
            secure=request.url.scheme == "https",
        )
        await drop_old_cookies(request, response, rooms)
    return response


async def drop_old_cookies(request: Request, response: Response, rooms: Rooms) -> None:
    """Take back what a browser holds too much of; the seat of a match that goes on is never taken."""
    tokens = tokens_of(request)
    if len(tokens) > MOST_COOKIES:
        mine = await rooms.mine(tokens)
        running, finished = ([card.match for card in cards] for cards in (mine.running, mine.finished))
        expire(response, superfluous(tokens.keys(), running, finished))


def superfluous(held: Collection[str], running: Sequence[str], finished: Sequence[str]) -> list[str]:
    """Return the seats that a browser need not carry: the oldest finished ones beyond what it has room for.

    ``held`` has the oldest first, as browsers send them, ``finished`` the newest. Matches that are not known
    here may be another server's on this machine: of them the oldest go, and only those beyond twice as many.
    """
    dropped = list(finished[max(MOST_COOKIES - len(running), 0) :])
    beyond = len(held) - len(dropped) - 2 * MOST_COOKIES
    if beyond > 0:
        known = {*running, *finished}
        dropped += [match for match in held if match not in known][:beyond]
    return dropped


def expire(response: Response, matches: Iterable[str]) -> None:
    """Have the browser forget its seats in these matches."""
    for match in matches:
        response.delete_cookie(COOKIE + match, httponly=True, samesite="strict")
