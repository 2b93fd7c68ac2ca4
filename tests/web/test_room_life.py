"""Around the match, over HTTP and sockets: a seat carried to another device, people who watch, and chat."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from continental.web.table import audience
from tests.web.kit import Person, Served, make_room, serving, sit_down


@pytest.fixture
async def served() -> AsyncIterator[Served]:
    async with serving() as running:
        yield running


async def test_a_seat_goes_to_another_device_by_its_link(served: Served) -> None:
    ana = await make_room(served, seats=2, bots=["greedy"], start=True, pace_ms=10_000)
    await ana.open(ana.room)
    await ana.until(lambda said: bool(said["view"] and said["view"]["deal"]))
    async with served.client(Cookie=f"continental={ana.cookie}") as laptop:
        made = await laptop.post(f"/r/{ana.room}/carry")
        assert made.status_code == 200
        assert made.json()["for_s"] == 600
        again = await laptop.post(f"/r/{ana.room}/carry")
        assert (again.status_code, again.json()["refused"]["code"]) == (429, "links_too_fast")
    path = made.json()["path"]
    async with served.client() as phone:
        for _ in range(2):
            page = await phone.get(path)
            assert page.status_code == 200
            assert 'id="carry"' in page.text
            assert 'data-name="Ana"' in page.text
        taken = await phone.post(path)
        assert (taken.status_code, taken.headers["location"]) == (303, f"/r/{ana.room}")
        cookie = phone.cookies["continental"]
        spent = await phone.post(path)
        assert (spent.status_code, spent.json()["refused"]["code"]) == (410, "link_spent")
        assert (await phone.get(path, headers={"accept": "text/html"})).status_code == 410
    there = Person(served.host, cookie)
    await there.open(ana.room)
    said = await there.hear()
    assert (said["you"], len(said["view"]["deal"]["hand"])) == (0, 10)
    watches = await ana.until(lambda said: said["you"] is None)
    assert (watches["view"]["deal"]["hand"], watches["options"], watches["room"]["host"]) == ([], [], 0)
    assert not any("carry_offered" in str(said["events"]) for said in there.heard)
    await ana.close()
    await there.close()


async def test_only_a_seat_of_ones_own_is_carried_and_not_from_another_sites_page(served: Served) -> None:
    ana = await make_room(served, seats=2)
    async with served.client() as nobody:
        answer = await nobody.post(f"/r/{ana.room}/carry")
        assert (answer.status_code, answer.json()["refused"]["code"]) == (403, "not_seated")
        answer = await nobody.post(f"/r/{ana.room}/carry", headers={"origin": "https://elsewhere.example"})
        assert answer.json()["refused"]["code"] == "wrong_origin"
        answer = await nobody.post(f"/r/{ana.room}/carry/{'x' * 43}")
        assert answer.json()["refused"]["code"] == "link_spent"
        answer = await nobody.post("/r/aaaaaaaaaa/carry/x")
        assert answer.json()["refused"]["code"] == "no_such_room"


async def test_people_who_watch_are_counted_and_hold_up_nobody(served: Served) -> None:
    ana = await make_room(served, seats=2, bots=["greedy"], start=True)
    watchers = [Person(served.host) for _ in range(3)]
    for watcher in watchers:
        await watcher.open(ana.room)
        await watcher.hear()
    await ana.open(ana.room)
    await ana.until(lambda said: said["room"]["watching"] == 3)
    for _ in range(2):
        said = await ana.until(lambda said: bool(said["options"]) and said["view"]["phase"] in ("draw", "play"))
        await ana.send({**said["options"][0], "after": said["v"]})
    await watchers[0].close()
    await ana.until(lambda said: said["room"]["watching"] == 2)
    assert all(said["next"] is None or said["next"]["waiting"] in ([], [0]) for said in ana.heard)
    for person in (ana, *watchers[1:]):
        await person.close()


async def test_so_many_may_watch_and_whoever_plays_still_finds_room(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audience, "MOST_WATCHING", 3)
    monkeypatch.setattr(audience, "MOST_OF_ONE", 2)
    ana = await make_room(served, seats=2, bots=["greedy"])
    watchers = [Person(served.host) for _ in range(3)]
    for watcher in watchers:
        await watcher.open(ana.room)
    await watchers[-1].hear()
    late = Person(served.host)
    await late.open(ana.room)
    assert (await late.hear())["refused"]["code"] == "too_many_watching"
    assert await late.until_closed() == 1008
    pages = [Person(served.host, ana.cookie) for _ in range(2)]
    for page in pages:
        await page.open(ana.room)
        assert (await page.hear())["you"] == 0
    more = Person(served.host, ana.cookie)
    await more.open(ana.room)
    assert (await more.hear())["refused"]["code"] == "too_many_sockets"
    for person in (*watchers, *pages):
        await person.close()


async def test_what_is_said_reaches_everybody_and_whoever_comes_later(served: Served) -> None:
    ana = await make_room(served, seats=2)
    bo = await sit_down(served, ana.room, "Bo")
    for person in (ana, bo):
        await person.open(ana.room)
        await person.hear()
    await ana.send({"do": "say", "phrase": "hello"})
    await bo.until(lambda said: bool(said["chat"]))
    await bo.send({"do": "say", "text": "  <b>hi</b>  "})
    said = await ana.until(lambda said: any(line["text"] for line in said["chat"]))
    (line,) = said["chat"]
    assert {key: line[key] for key in ("number", "seat", "name", "phrase", "text")} == {
        "number": 2,
        "seat": 1,
        "name": "Bo",
        "phrase": None,
        "text": "<b>hi</b>",
    }
    watcher = Person(served.host)
    await watcher.open(ana.room)
    assert [line["number"] for line in (await watcher.hear())["chat"]] == [1, 2]
    assert await watcher.refusal({"do": "say", "phrase": "hello"}) == "not_seated"
    assert await ana.refusal({"do": "say", "phrase": "hello", "text": "both"}) == "bad_message"
    assert await ana.refusal({"do": "say", "text": " "}) == "bad_text"
    for person in (ana, bo, watcher):
        await person.close()


async def test_a_table_may_agree_on_phrases_alone(served: Served) -> None:
    ana = await make_room(served, seats=2, chat="phrases")
    await ana.open(ana.room)
    assert (await ana.hear())["room"]["chat"] == "phrases"
    assert await ana.refusal({"do": "say", "text": "hello"}) == "phrases_only"
    await ana.close()
