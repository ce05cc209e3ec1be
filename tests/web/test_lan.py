"""Addresses that others on the network may use."""

import ipaddress
import socket

import pytest

from upcard.web import lan


def test_what_is_found_is_no_address_that_only_this_machine_knows() -> None:
    for text in lan.lan_addresses():
        address = ipaddress.IPv4Address(text)
        assert not address.is_loopback
        assert not address.is_link_local


def test_the_likeliest_comes_first_and_each_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lan, "_by_routes", lambda: iter(["192.168.1.7", "192.168.1.7", "10.0.0.2"]))
    monkeypatch.setattr(
        lan, "_by_interfaces", lambda: iter(["127.0.0.1", "10.0.0.2", "172.17.0.1", "169.254.3.4", "0.0.0.0"])
    )
    assert lan.lan_addresses() == ["192.168.1.7", "10.0.0.2", "172.17.0.1"]


def test_without_a_network_nothing_is_found_and_nothing_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unplugged(socket.socket):
        def connect(self, _: object) -> None:
            raise OSError("unreachable")

    monkeypatch.setattr(lan.socket, "socket", Unplugged)
    monkeypatch.setattr(lan.socket, "if_nameindex", lambda: [(1, "nowhere0")])
    assert lan.lan_addresses() == []


def test_nothing_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    class Silent(socket.socket):
        def send(self, *_: object) -> int:
            raise AssertionError

        sendto = sendall = sendmsg = send

    monkeypatch.setattr(lan.socket, "socket", Silent)
    lan.lan_addresses()
