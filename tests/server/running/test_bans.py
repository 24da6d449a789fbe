"""Which networks can be banned, and which addresses they cover."""

from __future__ import annotations

import re

import pytest

from misterx.server.bans import Bans, contains_loopback, read_network


@pytest.mark.parametrize(
    ("text", "network"),
    (
        ("192.0.2.7", "192.0.2.7/32"),
        ("192.0.2.0/24", "192.0.2.0/24"),
        ("2001:db8::", "2001:db8::/128"),
        ("2001:DB8::/48", "2001:db8::/48"),
        ("::ffff:192.0.2.7", "192.0.2.7/32"),
        ("::ffff:192.0.2.0/120", "192.0.2.0/24"),
    ),
)
def test_networks_that_can_be_banned(text: str, network: str) -> None:
    assert str(read_network(text)) == network


@pytest.mark.parametrize(
    ("text", "message"),
    (
        ("", "'' is not a network"),
        ("example.org", "'example.org' is not a network"),
        ("192.0.2.0/33", "'192.0.2.0/33' is not a network"),
        ("192.0.2", "'192.0.2' is not a network"),
        ("192.0.2.7/24", "write 192.0.2.0/24 for the network, or 192.0.2.7 for the address"),
        ("2001:db8::7/64", "write 2001:db8::/64 for the network"),
    ),
)
def test_what_is_not_a_network_is_told(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        read_network(text)


@pytest.mark.parametrize(
    ("text", "is_so"),
    (
        ("127.0.0.1", True),
        ("127.0.0.0/8", True),
        ("0.0.0.0/0", True),
        ("::1", True),
        ("::/0", True),
        ("::ffff:127.0.0.1", True),
        ("192.0.2.0/24", False),
        ("2001:db8::/32", False),
    ),
)
def test_networks_with_this_computer_in_them(text: str, *, is_so: bool) -> None:
    assert contains_loopback(read_network(text)) is is_so


def test_a_ban_covers_its_network_and_nothing_else() -> None:
    bans = Bans()
    assert not bans.cover("192.0.2.7")
    assert bans.replace(["192.0.2.0/24", "198.51.100.7/32", "2001:db8::/48"])
    for host in ("192.0.2.0", "192.0.2.255", "198.51.100.7", "2001:db8:0:9::1", "fe80::1%eth0"):
        assert bans.cover(host) is (host != "fe80::1%eth0")
    for host in ("192.0.3.0", "198.51.100.8", "2001:db8:1::1", "::c000:207", "?", "", "a.example"):
        assert not bans.cover(host)
    assert bans.cover("::ffff:192.0.2.7")


def test_an_ipv6_network_that_holds_all_ipv4_as_mapped_is_not_ipv4() -> None:
    bans = Bans()
    bans.replace(["::/0"])
    assert bans.cover("2001:db8::1")
    assert not bans.cover("192.0.2.7")


def test_replacing_bans_tells_whether_something_changed() -> None:
    bans = Bans()
    assert bans.replace(["192.0.2.0/24"])
    assert not bans.replace(["192.0.2.0/24"])
    assert bans.replace([])
    assert not bans.cover("192.0.2.7")
