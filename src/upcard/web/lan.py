"""Under which addresses others on the network reach this machine. Nothing is sent to find out."""

from __future__ import annotations

import contextlib
import ipaddress
import socket
import struct
import sys
from collections.abc import Iterator

ELSEWHERE = ("192.0.2.1", "10.255.255.254", "172.31.255.254", "192.168.255.254")
"""Addresses that nobody has to have: the way that something would take to them is what is looked at."""
ASK_ADDRESS = {"linux": 0x8915, "darwin": 0xC0206921}
"""SIOCGIFADDR: the number of the question for an interface's address, by system."""


def lan_addresses() -> list[str]:
    """Return the IPv4 addresses of this machine that others may reach, the likeliest first."""
    found = dict.fromkeys((*_by_routes(), *_by_interfaces()))
    return [text for text in found if _reaches(ipaddress.ip_address(text))]


def _reaches(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    return not (address.is_loopback or address.is_link_local or address.is_unspecified)


def _by_routes() -> Iterator[str]:
    for elsewhere in ELSEWHERE:
        with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((elsewhere, 9))  # a datagram socket: this chooses a way and sends nothing
            yield str(probe.getsockname()[0])


def _by_interfaces() -> Iterator[str]:
    question = ASK_ADDRESS.get(sys.platform)
    if question is None:
        return
    import fcntl

    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _, name in socket.if_nameindex():
            with contextlib.suppress(OSError):
                answer = fcntl.ioctl(asking, question, struct.pack("256s", name.encode()[:15]))
                yield socket.inet_ntoa(answer[20:24])
