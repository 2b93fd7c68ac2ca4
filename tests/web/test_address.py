"""The address that a limit counts by: an IPv4 address, or the network that one household has of IPv6."""

from __future__ import annotations

import pytest
from starlette.requests import HTTPConnection

from continental.web.address import UNKNOWN, client_address


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", UNKNOWN),
        ("", UNKNOWN),
    ],
)
@pytest.mark.parametrize("kind", ["http", "websocket"])
def test_ipv6_counts_by_the_64_and_a_mapped_address_as_ipv4(host: str, counted: str, kind: str) -> None:
    assert client_address(HTTPConnection({"type": kind, "client": (host, 40_000), "headers": []})) == counted


def test_a_peer_without_an_address_counts_as_unknown() -> None:
    assert client_address(HTTPConnection({"type": "http", "client": None, "headers": []})) == UNKNOWN


def test_what_the_client_says_of_itself_is_not_believed() -> None:
    headers = [(b"x-forwarded-for", b"198.51.100.1"), (b"forwarded", b"for=198.51.100.1")]
    assert client_address(HTTPConnection({"type": "http", "client": ("192.0.2.7", 1), "headers": headers})) == "192.0.2.7"
