"""One stranger takes nobody's place: not by coming and going, not by watching, and not after being turned away."""

from __future__ import annotations

from collections.abc import AsyncIterator

import httpx2
import pytest

from continental.table.requests import MOST_UNPLAYED, Leave
from continental.web.guard.session import hash_of
from continental.web.table import audience, tables
from tests.table.kit import ManualClock
from tests.web.kit import Person, Served, make_room, serving, sit_down

HERE, THERE = "127.0.0.1", "127.0.0.2"
HOUR = 3_600_000


@pytest.fixture
async def served() -> AsyncIterator[Served]:
    async with serving() as running:
        yield running


def browser_from(served: Served, address: str) -> httpx2.AsyncClient:
    """A browser that has never been here, at that address."""
    return httpx2.AsyncClient(base_url=served.url, timeout=20, transport=httpx2.AsyncHTTPTransport(local_address=address))


async def come_and_go(served: Served, room: str, browser: httpx2.AsyncClient) -> str | None:
    """Sit down and leave again; the code with which that is refused, if it is."""
    answer = await browser.post(f"/r/{room}/join", json={"name": "Eve"})
    if answer.status_code != 200:
        return str(answer.json()["refused"]["code"])
    found = await served.lobby.room(room)
    state = found.state
    chair = next(chair for chair in state.chairs if chair.name == "Eve")
    assert chair.session is not None
    await found.ask(chair.session, Leave())
    return None


async def test_who_comes_and_goes_again_and_again_keeps_nobody_else_from_sitting_down() -> None:
    clock = ManualClock()
    async with serving(clock=clock) as served:
        ana = await make_room(served, seats=3)
        refused: list[str | None] = []
        async with browser_from(served, HERE) as eve:
            refused += [await come_and_go(served, ana.room, eve) for _ in range(tables.COMINGS_OF_SESSION + 2)]
        assert refused == [None] * tables.COMINGS_OF_SESSION + ["comes_too_often"] * 2
        came = tables.COMINGS_OF_SESSION
        code: str | None = None
        while code is None:
            async with browser_from(served, HERE) as eve:  # a new cookie each time
                code = await come_and_go(served, ana.room, eve)
                came += code is None
        assert (code, came) == ("comes_too_often", tables.COMINGS_OF_ADDRESS)
        assert came * 2 < MOST_UNPLAYED
        async with browser_from(served, THERE) as bo:
            assert (await bo.post(f"/r/{ana.room}/join", json={"name": "Bo"})).json() == {"seat": 1}
        other = await make_room(served, seats=3)
        async with browser_from(served, HERE) as cy:
            assert (await cy.post(f"/r/{other.room}/join", json={"name": "Cy"})).status_code == 200, "another table"
        clock.advance(HOUR)
        async with browser_from(served, HERE) as cy:
            assert (await cy.post(f"/r/{ana.room}/join", json={"name": "Cy"})).json() == {"seat": 2}


async def watch(served: Served, room: str, address: str) -> Person:
    """Open the page at that address, without a seat."""
    person = Person(served.host)
    await person.open(room, local_addr=(address, 0))
    await person.hear()
    return person


async def test_a_friend_is_let_in_where_one_address_watches_with_all_its_pages(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audience, "MOST_WATCHING", 4)
    ana = await make_room(served, seats=2, bots=["greedy"])
    crowd = [await watch(served, ana.room, HERE) for _ in range(4)]
    friend = await watch(served, ana.room, THERE)
    assert friend.last["you"] is None, "let in"
    assert await crowd[-1].until_closed() == 1008
    assert crowd[-1].heard[-1]["refused"]["code"] == "gave_way"
    late = Person(served.host)
    await late.open(ana.room, local_addr=(HERE, 0))
    assert (await late.hear())["refused"]["code"] == "too_many_watching"
    for person in (*crowd[:-1], friend):
        await person.close()


async def test_of_one_address_so_many_pages_watch(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audience, "WATCHING_OF_ADDRESS", 2)
    ana = await make_room(served, seats=2, bots=["greedy"])
    crowd = [await watch(served, ana.room, HERE) for _ in range(2)]
    assert (await watch(served, ana.room, HERE)).heard[-1]["refused"]["code"] == "too_many_from_there"
    crowd.append(await watch(served, ana.room, THERE))
    assert crowd[-1].last["you"] is None
    for person in crowd:
        await person.close()


async def test_where_a_seat_is_free_who_watches_longest_gives_way_to_a_newcomer(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audience, "MOST_WATCHING", 2)
    ana = await make_room(served, seats=2)
    crowd = [await watch(served, ana.room, HERE), await watch(served, ana.room, THERE)]
    friend = await watch(served, ana.room, "127.0.0.3")
    assert friend.last["you"] is None
    assert await crowd[0].until_closed() == 1008
    assert crowd[0].heard[-1]["refused"]["code"] == "gave_way"
    for person in (crowd[1], friend):
        await person.close()


async def test_a_person_with_a_seat_is_let_in_before_all_who_watch(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audience, "MOST_LINES", 2)
    ana = await make_room(served, seats=2, bots=["greedy"])
    crowd = [await watch(served, ana.room, HERE) for _ in range(2)]
    await ana.open(ana.room)
    assert (await ana.hear())["you"] == 0
    assert await crowd[1].until_closed() == 1008
    again = Person(served.host, ana.cookie)
    await again.open(ana.room)
    assert (await again.hear())["you"] == 0
    more = Person(served.host, ana.cookie)
    await more.open(ana.room)
    assert (await more.hear())["refused"]["code"] == "too_many_sockets"
    for person in (ana, again):
        await person.close()


async def test_who_is_turned_away_loses_the_page_and_comes_back_by_no_address(served: Served) -> None:
    ana = await make_room(served, seats=3)
    eve, bo = [await sit_down(served, ana.room, name) for name in ("Eve", "Bo")]
    for person in (ana, eve, bo):
        await person.open(ana.room)
        await person.hear()
    await ana.send({"do": "turn_away", "seat": 1})
    told = await bo.until(lambda said: bool(said["events"]) and said["events"][0]["is"] == "turned_away")
    assert told["events"] == [{"is": "turned_away", "seat": 1}]
    assert told["room"]["seats"][1]["kind"] == "empty"
    assert await eve.until_closed() == 1008
    assert eve.heard[-1]["refused"]["code"] == "turned_away"
    assert eve.cookie is not None
    assert hash_of(eve.cookie) not in "".join(map(str, bo.heard))
    async with served.client(Cookie=f"continental={eve.cookie}") as browser:
        answer = await browser.post(f"/r/{ana.room}/join", json={"name": "Eve"})
        assert (answer.status_code, answer.json()["refused"]["code"]) == (403, "turned_away")
    again = Person(served.host, eve.cookie)
    await again.open(ana.room)
    assert (await again.hear())["refused"]["code"] == "turned_away"
    for person in (ana, bo):
        await person.close()
