"""Sessions are the server's own: a cookie that it did not sign is nobody's, and behind https no other host can set one."""

from __future__ import annotations

import base64
from collections.abc import AsyncIterator

import pytest

from continental.store.memory import MemoryStore
from continental.web.guard.address import Site, read_proxy
from continental.web.guard.session import COOKIE, COOKIE_HTTPS, hash_of, is_signed, new_key, new_secret
from tests.web.kit import Person, Served, make_room, serving

PUBLIC = "https://cards.example"
BEHIND_HTTPS = Site((PUBLIC,), (read_proxy("127.0.0.1"),))


@pytest.fixture
async def served() -> AsyncIterator[Served]:
    async with serving() as running:
        yield running


def changed(secret: str, place: int) -> str:
    """The secret with another letter in this place."""
    return secret[:place] + ("A" if secret[place] != "A" else "B") + secret[place + 1 :]


def test_only_what_was_signed_with_the_key_is_a_secret() -> None:
    key = new_key()
    secret = new_secret(key)
    assert is_signed(key, secret)
    assert new_secret(key) != secret
    assert len(base64.urlsafe_b64decode(secret)) == 48
    assert not is_signed(new_key(), secret)
    for place in range(len(secret)):
        assert not is_signed(key, changed(secret, place))
    for other in ("", "x" * 43, "x" * 64, secret + "x", secret[:-1], secret + "\n", "é" * 64, "=" * 64):
        assert not is_signed(key, other)


@pytest.mark.parametrize("made_up", ["x" * 43, "x" * 64, "é" * 43])
async def test_a_cookie_that_somebody_made_up_is_replaced_by_one_of_the_servers(served: Served, made_up: str) -> None:
    sent = made_up.encode("latin-1").decode("latin-1")
    async with served.client() as browser:
        headers = [(b"cookie", f"{COOKIE}={sent}".encode("latin-1"))]
        answer = await browser.post("/rooms", json={"name": "Ana"}, headers=headers)
        assert answer.status_code == 201
        given = answer.cookies[COOKIE]
    assert given != made_up
    room = await served.lobby.room(answer.json()["room"])
    assert room.state.seat_of(hash_of(made_up)) is None
    assert room.state.seat_of(hash_of(given)) == 0


async def test_a_made_up_cookie_is_nobody_at_a_socket_and_at_a_pad(served: Served) -> None:
    ana = await make_room(served, seats=2)
    eve = Person(served.host, "x" * 43)
    await eve.open(ana.room)
    assert (await eve.hear())["you"] is None
    assert await eve.refusal({"do": "start"}) == "not_seated"
    await eve.close()
    async with served.client(Cookie=f"{COOKIE}={'x' * 43}") as browser:
        made = await browser.post("/pads", json={"players": ["Ana", "Bo"], "ante_cents": 2000, "dealer": "Bo"})
        assert is_signed(await served.store.session_key(b""), made.cookies[COOKIE])


async def test_a_session_counts_in_every_process_on_one_store_and_after_a_restart() -> None:
    store = MemoryStore()
    async with serving(store) as first, serving(store) as second:
        ana = await make_room(first, seats=2)
        async with second.client(Cookie=f"{COOKIE}={ana.cookie}") as browser:
            answer = await browser.post(f"/r/{ana.room}/join", json={"name": "Ana"})
            assert answer.json() == {"seat": 0}
    async with serving(MemoryStore()) as other, other.client(Cookie=f"{COOKIE}={ana.cookie}") as browser:
        assert (await browser.post("/rooms", json={"name": "Ana"})).cookies[COOKIE] != ana.cookie


async def test_behind_https_the_cookie_is_bound_to_the_host_and_the_plain_one_does_not_count() -> None:
    async with serving(site=BEHIND_HTTPS) as served:
        async with served.client(Origin=PUBLIC) as browser:
            made = await browser.post("/rooms", json={"name": "Ana"})
            room, cookie = made.json()["room"], made.headers["set-cookie"]
        assert cookie.startswith(f"{COOKIE_HTTPS}=")
        assert {"secure", "httponly", "path=/", "samesite=lax"} < {part.strip().lower() for part in cookie.split(";")}
        assert "domain" not in cookie.lower()
        secret = cookie.partition(";")[0].partition("=")[2]
        for name, seat in ((COOKIE_HTTPS, 0), (COOKIE, 1)):
            async with served.client(Origin=PUBLIC, Cookie=f"{name}={secret}") as browser:
                joined = await browser.post(f"/r/{room}/join", json={"name": "Bo"})
                assert joined.json() == {"seat": seat}


async def test_https_is_asked_for_from_then_on_where_it_is_spoken_and_nowhere_else(served: Served) -> None:
    async with served.client() as browser:
        assert "strict-transport-security" not in (await browser.get("/")).headers
        assert "strict-transport-security" not in (await browser.get("/", headers={"x-forwarded-proto": "https"})).headers
    proxy = (read_proxy("127.0.0.1"),)
    for site, said, wanted in (
        (BEHIND_HTTPS, {}, True),
        (Site(proxies=proxy), {"x-forwarded-proto": "https"}, True),
        (Site(proxies=proxy), {}, False),
        (Site((PUBLIC, "http://192.168.1.5:8000"), proxy), {}, False),
    ):
        async with serving(site=site) as running, running.client(**said) as browser:
            for path in ("/", "/nowhere", "/static/table/app.js"):
                assert ("strict-transport-security" in (await browser.get(path)).headers) is wanted


@pytest.mark.parametrize(("origin", "name"), [(PUBLIC, COOKIE_HTTPS), ("http://192.168.1.5:8000", COOKIE)])
async def test_if_the_public_urls_differ_the_page_that_asks_tells_which_cookie_it_gets(origin: str, name: str) -> None:
    async with serving(site=Site((PUBLIC, "http://192.168.1.5:8000"))) as served:
        async with served.client(Origin=origin) as browser:
            made = await browser.post("/rooms", json={"name": "Ana"})
            given, _, rest = made.headers["set-cookie"].partition("=")
        assert given == name
        async with served.client(Cookie=f"{name}={rest.partition(';')[0]}") as browser:
            assert (await browser.post(f"/r/{made.json()['room']}/join", json={"name": "Ana"})).json() == {"seat": 0}
