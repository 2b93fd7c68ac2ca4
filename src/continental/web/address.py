"""Which address a request or a WebSocket comes from, as the limits count it."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final

from starlette.requests import HTTPConnection

UNKNOWN: Final = "unknown"
"""Whoever has no address of the internet, such as the other end of a Unix socket."""
_OWN_BITS: Final = 64  # a provider gives a household at least a /64, so that a single IPv6 address says nothing


def client_address(connection: HTTPConnection) -> str:
    """Return the address that a request or a WebSocket counts for: an IPv4 address or the /64 network of an IPv6 one."""
    return UNKNOWN if connection.client is None else network_of(connection.client.host)


def network_of(host: str) -> str:
    """Return the address that a peer counts for, from its text form; `UNKNOWN` if that is no IP address."""
    try:
        address: IPv4Address | IPv6Address = ip_address(host.partition("%")[0])
    except ValueError:
        return UNKNOWN
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is None:
            return str(IPv6Network((int(address), _OWN_BITS), strict=False))
        address = address.ipv4_mapped
    return str(address)
