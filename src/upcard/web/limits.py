"""How much one client may ask for."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

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
