"""How much one client may ask for. What each limit is for stands in ``docs/hosting.md`` too."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Limit = tuple[float, int]
"""How often a second, and how many at once."""
ACTIONS: Limit = (10.0, 20)
"""Messages over one socket that may change something; more of them wait in the client's own buffers."""
NOTICES: Limit = (200.0, 400)
"""The same for those that change nothing."""
MATCHES: Limit = (20 / 60, 20)
"""New matches from one address."""
CODES: Limit = (20 / 60, 20)
"""Codes tried from one address: invitations, and seats that move to another device."""
DRAWINGS: Limit = (60 / 60, 60)
"""QR codes drawn for one address."""
SOCKETS = 6
"""Open sockets a seat, or a watcher's address."""
SOCKETS_OF_ADDRESS = 240
"""Open sockets of one address, whatever they are for: a whole club behind one router."""
MOST_SOCKETS = 12_000
"""Open sockets in all."""
GATHERING = 60
"""Tables from one address at which people are still awaited."""
LINKS_OF_ADDRESS = 128
"""Connections of one address that are no sockets: a browser has six while it loads the page."""
MOST_LINKS = 16_000
"""Connections in all, sockets among them."""
LONGEST_HEAD = 16_384
"""Bytes of a request before its body."""
HEAD_SECONDS = 10.0
"""How long a request may take to arrive, up to its body."""
BODY_SECONDS = 10.0
"""How long its body may take."""
REQUEST_SECONDS = 60.0
"""How long everything may take, the answer included."""
KEPT_SECONDS = 10.0
"""How long a connection is kept for the next request."""
PING_SECONDS = 20.0
"""How often a socket is asked whether it is there, and how long it may take to say so."""
ADDRESSES = 10_000


class Bucket:
    """Holds up to ``burst`` tokens and gains ``rate`` a second."""

    __slots__ = ("_burst", "_clock", "_rate", "_since", "_tokens")

    def __init__(self, limit: Limit, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._burst = limit
        self._clock = clock
        self._tokens = float(self._burst)
        self._since = clock()

    def take(self) -> bool:
        """Take a token; False if there is none."""
        self._fill()
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def owe(self) -> float:
        """Take a token even if there is none yet, and return the seconds until there will be."""
        self._fill()
        self._tokens -= 1
        return max(0.0, -self._tokens / self._rate)

    def _fill(self) -> None:
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._since) * self._rate)
        self._since = now


class Addresses:
    """A bucket for each address; those not heard of for longest are forgotten first."""

    def __init__(self, limit: Limit) -> None:
        self._limit = limit
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Take a token of the address; False if there is none."""
        bucket = self._buckets.pop(address, None) or Bucket(self._limit)
        self._buckets[address] = bucket
        while len(self._buckets) > ADDRESSES:
            self._buckets.popitem(last=False)
        return bucket.take()


class Together:
    """How many things each address holds at the same time; ``free`` addresses may hold any number."""

    def __init__(self, most: int, free: Callable[[str], bool] = lambda _: False) -> None:
        self._most = most
        self._free = free
        self._held: Counter[str] = Counter()

    def take(self, address: str) -> bool:
        """Hold one more; False if they are enough."""
        if self._held[address] >= self._most and not self._free(address):
            return False
        self._held[address] += 1
        return True

    def give(self, address: str) -> None:
        """Let go of one."""
        self._held[address] -= 1
        if not self._held[address]:
            del self._held[address]

    @contextmanager
    def one(self, address: str) -> Iterator[bool]:
        """Hold one more within the block, if there may be one: whether there is."""
        held = self.take(address)
        try:
            yield held
        finally:
            if held:
                self.give(address)


def subject(host: str) -> str:
    """Return whom a limit is for: an address, or the /64 network that one customer has of IPv6."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if address.version == 4:
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False))


def is_loopback(subject: str) -> bool:
    """Whether this is the machine itself: its programs need no limit that others share."""
    return subject.startswith("127.") or subject == "::/64"
