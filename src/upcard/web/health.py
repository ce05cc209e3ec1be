"""What those who host a server may ask it: whether it is well, and how much it does."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable

from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response

from upcard.errors import UpcardError
from upcard.web.guard import DRAINING, LOCAL, host_name, problem, refusal
from upcard.web.limits import is_loopback, subject
from upcard.web.metrics import KIND, Metrics

PASSED_ON = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip")
"""Headers that a proxy adds: whoever asks is not the machine that the connection comes from."""
NO_STORE = {"cache-control": "no-store"}


class BadNetwork(UpcardError):
    """This is no address and no network."""

    code = "serve/bad-network"


class Networks:
    """Some addresses and networks; BadNetwork if a text is neither."""

    def __init__(self, texts: Iterable[str] = ()) -> None:
        self.texts = list(texts)
        self._networks = [network_of(text) for text in self.texts]

    def __bool__(self) -> bool:
        return bool(self._networks)

    def hold(self, host: str) -> bool:
        """Whether an address is among them."""
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return False
        mapped = address.ipv4_mapped if address.version == 6 else None
        return any((mapped or address) in network for network in self._networks)


class Readers:
    """Who may read the figures: these networks, or without any the programs of this machine."""

    def __init__(self, networks: Iterable[str] = ()) -> None:
        self._networks = Networks(networks)

    def may(self, connection: HTTPConnection) -> bool:
        """Whether whoever asks may read."""
        host = connection.client.host if connection.client else ""
        if self._networks:
            return self._networks.hold(host)
        passed_on = any(name in connection.headers for name in PASSED_ON)
        ours = host_name(connection.headers.get("host")) in LOCAL
        return is_loopback(subject(host)) and ours and not passed_on


def network_of(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    """Return an address or a network; BadNetwork if it is neither."""
    try:
        return ipaddress.ip_network(text)
    except ValueError as error:
        raise BadNetwork(f"{text!r} is no address and no network such as 10.0.0.0/8: {error}") from None


async def health(request: Request) -> Response:
    """Say whether the server is well: it is not while it ends, or while nothing can be kept."""
    rooms = request.app.state.rooms
    if rooms.draining:
        return refusal(503, DRAINING)
    if not await rooms.store.check():
        return refusal(503, problem("room/not-kept", "nothing can be kept on the disk"))
    return PlainTextResponse("ok\n", headers=NO_STORE)


async def show_metrics(request: Request) -> Response:
    """Answer with the figures, if whoever asks may read them."""
    if not request.app.state.readers.may(request):
        return refusal(403, problem("serve/metrics", "the figures are not for this address"))
    metrics: Metrics = request.app.state.metrics
    return Response(metrics.text(), headers={**NO_STORE, "content-type": KIND})
