"""Who asks and by which address: forwarded headers count from named proxies alone, and public URLs name our own pages."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi import FastAPI
from starlette.requests import HTTPConnection

from continental.web.guard.address import BadSite, Site, client_address, is_https, is_own_origin, read_origin, read_proxy
from tests.web.kit import serving

PROXIES = (read_proxy("127.0.0.1"), read_proxy("10.0.0.0/8"), read_proxy("fd00::/8"))


def connection(peer: str | None, site: Site, *headers: tuple[str, str], scheme: str = "http") -> HTTPConnection:
    """A request from this peer, as the application gets it."""
    app = FastAPI()
    app.state.site = site
    scope: dict[str, Any] = {
        "type": "http",
        "app": app,
        "scheme": scheme,
        "path": "/",
        "server": ("127.0.0.1", 80),
        "client": None if peer is None else (peer, 50_000),
        "headers": [(name.encode(), value.encode()) for name, value in headers],
    }
    return HTTPConnection(scope)


@pytest.mark.parametrize(
    ("peer", "address"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        (None, "unknown"),
        ("testclient", "unknown"),
    ],
)
def test_an_address_is_ipv4_whole_and_ipv6_by_its_household(peer: str | None, address: str) -> None:
    assert client_address(connection(peer, Site(proxies=PROXIES))) == address


@pytest.mark.parametrize("kind", ["http", "websocket"])
def test_without_an_application_no_proxy_is_named(kind: str) -> None:
    headers = [(b"x-forwarded-for", b"198.51.100.1"), (b"forwarded", b"for=198.51.100.1")]
    assert client_address(HTTPConnection({"type": kind, "client": ("192.0.2.7", 1), "headers": headers})) == "192.0.2.7"


@pytest.mark.parametrize(
    ("peer", "said", "address"),
    [
        ("127.0.0.1", ["192.0.2.7"], "192.0.2.7"),
        ("127.0.0.1", ["192.0.2.7, 10.1.2.3"], "192.0.2.7"),
        ("127.0.0.1", ["192.0.2.7", "10.1.2.3"], "192.0.2.7"),
        ("127.0.0.1", ["1.1.1.1, 192.0.2.7"], "192.0.2.7"),  # the first was said by the client itself
        ("::ffff:127.0.0.1", ["192.0.2.7:4711"], "192.0.2.7"),
        ("fd00::1", ["[2001:db8::1]:4711"], "2001:db8::/64"),
        ("127.0.0.1", ["192.0.2.7, nonsense, 10.1.2.3"], "10.1.2.3"),
        ("127.0.0.1", ["nonsense"], "127.0.0.1"),
        ("127.0.0.1", [], "127.0.0.1"),
        ("127.0.0.1", ["10.0.0.1"], "10.0.0.1"),
        ("192.0.2.9", ["192.0.2.7"], "192.0.2.9"),  # no named proxy, so it is not believed
    ],
)
def test_a_forwarded_address_counts_when_a_named_proxy_says_it(peer: str, said: list[str], address: str) -> None:
    headers = [("x-forwarded-for", each) for each in said]
    assert client_address(connection(peer, Site(proxies=PROXIES), *headers)) == address
    assert client_address(connection(peer, Site(), *headers)) == client_address(connection(peer, Site()))


@pytest.mark.parametrize(
    ("origins", "scheme", "peer", "said", "secure"),
    [
        ((), "http", "192.0.2.9", None, False),
        ((), "https", "192.0.2.9", None, True),
        ((), "wss", "192.0.2.9", None, True),
        ((), "http", "192.0.2.9", "https", False),
        ((), "http", "127.0.0.1", "https", True),
        ((), "http", "127.0.0.1", "http, https", True),
        (("https://cards.example",), "http", "127.0.0.1", None, True),
        (("https://cards.example",), "http", "127.0.0.1", "http", False),
        (("https://cards.example", "http://192.168.1.5:8000"), "http", "127.0.0.1", None, None),
    ],
)
def test_https_is_told_by_the_line_a_named_proxy_or_the_public_urls(
    origins: tuple[str, ...], scheme: str, peer: str, said: str | None, secure: bool | None
) -> None:
    headers = [] if said is None else [("x-forwarded-proto", said)]
    assert is_https(connection(peer, Site(origins, PROXIES), *headers, scheme=scheme)) is secure


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("https://Cards.Example/", "https://cards.example"),
        ("https://cards.example:443", "https://cards.example"),
        ("http://192.168.1.5:8000", "http://192.168.1.5:8000"),
        ("http://[::1]:8000", "http://[::1]:8000"),
        ("https://kärten.example", "https://xn--krten-gra.example"),
    ],
)
def test_a_public_url_is_read_as_browsers_send_it(url: str, origin: str) -> None:
    assert read_origin(url) == origin


@pytest.mark.parametrize(
    "url",
    [
        "",
        "cards.example",
        "ftp://cards.example",
        "https://",
        "https://a b.example",
        "https://me@cards.example",
        "https://cards.example:99999",
        "https://cards.example:0",
        "https://cards.example/table",
        "https://cards.example?x=1",
        "https://" + "a" * 300,
        "https://[::1",
    ],
)
def test_a_public_url_that_cannot_be_one_is_refused_with_a_sentence(url: str) -> None:
    with pytest.raises(BadSite, match=r"^A public URL .*\.$"):
        read_origin(url)


@pytest.mark.parametrize("text", ["", "localhost", "10.0.0.0/99", "10.0.0.256", "1" * 400])
def test_a_proxy_that_is_no_address_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(BadSite, match=r"^A proxy is .*\.$"):
        read_proxy(text)


@pytest.mark.parametrize(
    ("site", "headers", "origin", "own"),
    [
        (Site(), {"host": "cards.example"}, "https://cards.example", True),
        (Site(), {"host": "127.0.0.1:8000"}, "https://cards.example", False),
        (Site(("https://cards.example",)), {"host": "127.0.0.1:8000"}, "https://cards.example", True),
        (Site(("https://cards.example",)), {"host": "127.0.0.1:8000"}, "HTTPS://cards.example", True),
        (Site(("https://cards.example",)), {"host": "127.0.0.1:8000"}, "http://cards.example", False),
        (Site(("https://cards.example",)), {"host": "127.0.0.1:8000"}, "http://127.0.0.1:8000", False),
        (Site(("https://a.example", "https://b.example")), {"host": "x"}, "https://b.example", True),
        (Site(), {"host": "up", "x-forwarded-host": "cards.example"}, "https://cards.example", False),
        (Site(proxies=PROXIES), {"host": "up", "x-forwarded-host": "cards.example"}, "https://cards.example", True),
        (Site(), {"host": "cards.example"}, "null", False),
    ],
)
def test_a_page_is_ours_by_its_public_url_or_by_the_host_that_was_asked(
    site: Site, headers: dict[str, str], origin: str, own: bool
) -> None:
    assert is_own_origin(connection("127.0.0.1", site, *headers.items()), origin) is own


async def test_behind_a_proxy_that_rewrites_host_forms_and_sockets_of_the_public_url_are_ours() -> None:
    public = "https://cards.example"
    async with serving(site=Site((public,), PROXIES)) as served, served.client(Origin=public) as browser:
        assert (await browser.post("/rooms", json={"name": "Ana"})).status_code == 201
        for other in ("https://evil.example", served.url):
            refused = await browser.post("/rooms", json={"name": "Eve"}, headers={"origin": other})
            assert (refused.status_code, refused.json()["refused"]["code"]) == (403, "wrong_origin")
