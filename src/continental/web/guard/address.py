"""Find the address of a client, and the address by which browsers know this server, also behind a proxy."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

UNKNOWN: Final = "unknown"
"""The key of a peer without an IP address, such as the other end of a Unix socket."""
_HOST: Final = re.compile(r"[0-9a-z._-]+|\[[0-9a-f:.]+\]")
_USUAL_PORTS: Final = {"http": 80, "https": 443}
_MOST_HOPS: Final = 16
_ONE_USER: Final = 64  # bits: the part of an IPv6 address that names a household; it chooses the others as it likes


class BadSite(ValueError):
    """A public URL or a proxy that cannot be read. The message says what would be right."""


@dataclass(frozen=True, slots=True)
class Site:
    """How browsers reach the server.

    `origins` are its public URLs, such as `https://cards.example`. Without any, the Host header of a request counts.
    `proxies` are the addresses whose forwarded headers are believed. Those of everybody else are ignored.
    """

    origins: tuple[str, ...] = ()
    proxies: tuple[Network, ...] = ()

    def is_proxy(self, address: Address) -> bool:
        """Return whether the address is that of a named proxy."""
        return any(address in network for network in self.proxies)

    def is_proxy_host(self, host: str) -> bool:
        """Return whether the text is the address of a named proxy."""
        address = _read_address(host)
        return address is not None and self.is_proxy(address)


ANYWHERE: Final = Site()
"""A server that is reached directly, by whatever name."""


def read_origin(text: str) -> str:
    """Return the origin of a public URL as browsers send it: in lower case, without the usual port. Raises BadSite."""
    refused = BadSite(f"A public URL is http:// or https:// with a host, such as https://cards.example, not {text[:60]!r}.")
    try:
        parts = urlsplit(text.strip())
        host = (parts.hostname or "").encode("idna").decode()
        port = parts.port
    except ValueError:
        raise refused from None
    shown = f"[{host}]" if ":" in host else host
    if parts.scheme not in _USUAL_PORTS or not _HOST.fullmatch(shown) or parts.username is not None or port == 0:
        raise refused
    if parts.path not in ("", "/") or parts.query or parts.fragment:
        raise BadSite(f"A public URL ends after its host and port: the pages are served there, not below {parts.path[:60]!r}.")
    return f"{parts.scheme}://{shown}" + ("" if port in (None, _USUAL_PORTS[parts.scheme]) else f":{port}")


def read_proxy(text: str) -> Network:
    """Return the network of a proxy's address, such as `127.0.0.1` or `10.0.0.0/8`. Raises BadSite."""
    try:
        return ip_network(text.strip(), strict=False)
    except ValueError:
        raise BadSite(f"A proxy is an address such as 127.0.0.1, or a network such as 10.0.0.0/8, not {text[:60]!r}.") from None


def site_of(connection: HTTPConnection) -> Site:
    """Return how the server is reached, as the application that serves this connection was told."""
    app = connection.scope.get("app")
    site: Site = ANYWHERE if app is None else app.state.site
    return site


def client_address(connection: HTTPConnection) -> str:
    """Return the address of the client, as a key for limits: IPv4 as it is, IPv6 as its network of 64 bits.

    If the connection comes from a named proxy, the address is the last one in X-Forwarded-For that is no named proxy.
    """
    peer = _peer(connection)
    if peer is None:
        return UNKNOWN
    if not _is_from_proxy(connection):
        return _key(peer)
    hops = ",".join(connection.headers.getlist("x-forwarded-for")).split(",")
    for hop in reversed(hops[-_MOST_HOPS:]):
        address = _read_address(hop.strip())
        if address is None:
            break  # whatever stands further left was not written by a proxy that we believe
        peer = address
        if not site_of(connection).is_proxy(address):
            break
    return _key(peer)


def is_https(connection: HTTPConnection) -> bool | None:
    """Return whether the browser speaks https, to this server or to a named proxy. None if a proxy may hide it.

    If a proxy names no scheme, that of the public URLs counts, if all have the same one.
    """
    if connection.url.scheme in ("https", "wss"):
        return True
    told = _forwarded(connection, "x-forwarded-proto")
    if told in ("http", "https", "ws", "wss"):
        return told in ("https", "wss")
    schemes = {origin.partition(":")[0] for origin in site_of(connection).origins}
    return None if len(schemes) > 1 else schemes == {"https"}


def is_own_origin(connection: HTTPConnection, origin: str) -> bool:
    """Return whether a page of this origin is one of ours: a public URL, or the host that was asked if none is named."""
    site = site_of(connection)
    if site.origins:
        return origin.lower() in site.origins
    host = _forwarded(connection, "x-forwarded-host") or connection.headers.get("host", "").lower()
    return origin.partition("://")[2].lower() == host


def network_of(host: str) -> str:
    """Return the address that a peer counts for, from its text form, or `UNKNOWN` if that is no IP address."""
    address = _read_address(host)
    return UNKNOWN if address is None else _key(address)


def _forwarded(connection: HTTPConnection, name: str) -> str | None:
    """Return the value of this header, from the nearest proxy. None if the connection comes from no named proxy."""
    if not _is_from_proxy(connection):
        return None
    said = connection.headers.getlist(name)
    return said[-1].rpartition(",")[2].strip().lower() or None if said else None


def _is_from_proxy(connection: HTTPConnection) -> bool:
    site = site_of(connection)
    if not site.proxies:
        return False
    peer = _peer(connection)
    return peer is not None and site.is_proxy(peer)


def _peer(connection: HTTPConnection) -> Address | None:
    return None if connection.client is None else _read_address(connection.client.host)


@lru_cache(maxsize=4096)
def _read_address(text: str) -> Address | None:
    """Parse an address, with or without a port or a zone. Return an IPv4 address written as IPv6 as the IPv4 one."""
    bare = text[1:].partition("]")[0] if text.startswith("[") else text.partition(":")[0] if text.count(":") == 1 else text
    try:
        address = ip_address(bare.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def _key(address: Address) -> str:
    return str(address) if address.version == 4 else str(ip_network((address, _ONE_USER), strict=False))
