"""The HTTP addresses: tables made and joined, pages with their headers, and refusals that say what would be right."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from typing import Any

import pytest

from continental.logbook.ports import StoreFailed
from continental.store.memory import MemoryStore
from continental.table.lobby import ROOMS_AN_HOUR
from continental.table.ports import Millis, RoomId, room_log
from continental.table.refusal import TableRefused
from continental.web.forms import read_form
from continental.web.guard.session import hash_of
from tests.web.kit import Served, make_room, serving, sit_down


@pytest.fixture
async def served() -> AsyncIterator[Served]:
    async with serving() as running:
        yield running


async def test_a_table_is_made_by_json_and_its_page_is_there(served: Served) -> None:
    async with served.client() as browser:
        answer = await browser.post("/rooms", json={"name": "Ana"})
        assert answer.status_code == 201
        assert re.fullmatch(r"/r/[2-9a-z]{10}", answer.json()["path"])
        cookie = answer.headers["set-cookie"]
        for part in ("HttpOnly", "SameSite=lax", "Path=/"):
            assert part in cookie
        page = await browser.get(answer.json()["path"])
        assert page.status_code == 200
        assert answer.json()["room"] in page.text
        assert "set-cookie" not in page.headers


async def test_the_lobbys_plain_form_makes_a_table_and_leads_to_it(served: Served) -> None:
    async with served.client() as browser:
        form = {"name": "Ana", "seats": "3", "bots": "1", "bot": "random", "ante": "2.50", "pace_ms": "0", "clock_s": "60"}
        answer = await browser.post("/rooms", data={**form, "switches.ante": "free", "switches.split_gap": "5"})
        assert answer.status_code == 303
        room = await served.lobby.room(answer.headers["location"].removeprefix("/r/"))
        assert room.state.setup.ante == 250
        assert dict(room.state.setup.switches) == {"ante": "free", "split_gap": "5"}
        assert [chair.bot for chair in room.state.chairs] == [None, None, "random"]


@pytest.mark.parametrize("ante", ["1e9999999", "1e3", "1,250", "-5", "Infinity", "9" * 5000])
async def test_an_ante_in_the_form_that_is_no_money_is_refused_with_a_sentence(served: Served, ante: str) -> None:
    async with served.client() as browser:
        answer = await browser.post("/rooms", data={"name": "Ana", "seats": "3", "ante": ante})
    assert (answer.status_code, answer.json()["refused"]["code"]) == (400, "bad_request")
    assert "the ante should be dollars, such as 20 or 2.50" in answer.json()["refused"]["sentence"]


async def test_play_now_sits_down_with_three_bots_at_once(served: Served) -> None:
    async with served.client() as browser:
        answer = await browser.post("/rooms", data={"name": ""})
        room = await served.lobby.room(answer.headers["location"].removeprefix("/r/"))
        assert room.state.match == 1
        assert [chair.kind for chair in room.state.chairs] == ["person", "bot", "bot", "bot"]
        assert room.state.setup.ante == 2_000


async def test_play_now_plays_the_rules_and_the_ante_that_it_names(served: Served) -> None:
    async with served.client() as browser:
        answer = await browser.post("/rooms", data={"name": "Ana", "rules": "fournier"})
        room = await served.lobby.room(answer.headers["location"].removeprefix("/r/"))
        assert (room.state.rules.key, room.state.match) == ("fournier", 1)
        answer = await browser.post("/rooms", data={"name": "Ana", "ante": "10", "switches.feeding": "vote"})
        room = await served.lobby.room(answer.headers["location"].removeprefix("/r/"))
        assert (room.state.setup.ante, dict(room.state.setup.switches), room.state.match) == (1_000, {"feeding": "vote"}, 1)


@pytest.mark.parametrize(("form", "sentence"), [(b"seat=3", "'seat' is no field"), (b"name=Ana&ante=5&ante=9", "stands twice")])
def test_a_field_that_would_be_left_aside_is_refused(form: bytes, sentence: str) -> None:
    with pytest.raises(TableRefused, match=sentence):
        read_form(form)


@pytest.mark.parametrize(
    "form",
    [
        b"seats=x",
        b"seats=4&ante=NaN",
        b"seats=4&ante=Infinity",
        b"seats=4&ante=2.505",
        b"seats=4&ante=-1",
        b"seats=4&pace_ms=-1",
        b"\xff\xfe=1",
        b"&".join(b"a%d=1" % number for number in range(200)),
    ],
)
def test_a_form_that_cannot_be_read_is_refused(form: bytes) -> None:
    with pytest.raises(Exception, match="not of the agreed form") as refused:
        read_form(form)
    assert getattr(refused.value, "code", "") == "bad_request"


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/rooms", '{"name":"Ana","seats":4,"name":"Bo"}'),
        ("/count", '{"rules":"house","cards":"9H","cards":"9D"}'),
        ("/pads", '{"players":["Ana","Bo"],"switches":{"feeding":"off","feeding":"vote"}}'),
    ],
)
async def test_of_two_values_for_one_name_neither_is_taken(served: Served, path: str, body: str) -> None:
    async with served.client() as browser:
        answer = await browser.post(path, content=body, headers={"content-type": "application/json"})
        assert (answer.status_code, answer.json()["refused"]["code"]) == (400, "bad_request")
        assert "stands twice in one object" in answer.json()["refused"]["sentence"]


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({}, "bad_request"),
        ({"name": 5}, "bad_request"),
        ({"name": "Ana", "seats": "4"}, "bad_request"),
        ({"name": "Ana", "more": 1}, "bad_request"),
        ({"name": "Ana", "start": 1}, "bad_request"),
        ({"name": "Ana", "seats": 1}, "bad_players"),
        ({"name": "Ana", "seats": 7}, "bad_players"),
        ({"name": "Ana", "ante_cents": 1_234}, "bad_ante"),
        ({"name": "Ana", "bots": ["greedy"] * 4}, "too_many_bots"),
        ({"name": "Ana", "bots": ["genius"]}, "no_such_bot"),
        ({"name": "Ana", "start": True}, "empty_seats"),
        ({"name": "Ana", "pace_ms": 10_001}, "bad_pace"),
        ({"name": "Ana", "clock_s": 5}, "bad_clock"),
        ({"name": "Ana", "switches": {"sun": "up"}}, "bad_switch"),
        ({"name": "Ana", "switches": {"split_scope": "x"}}, "bad_switch_value"),
        ({"name": "Ana", "dealer": 1}, "dealer_not_chosen"),
        ({"name": "Ana", "dealer": 9, "switches": {"dealer_first": "chosen"}}, "bad_dealer"),
        ({"name": ""}, "bad_name"),
        ({"name": "x" * 21}, "bad_name"),
        ({"name": "a\u202eb"}, "bad_name"),
    ],
)
async def test_a_wish_that_cannot_be_is_refused_and_makes_no_room(served: Served, wish: dict[str, Any], code: str) -> None:
    async with served.client() as browser:
        answer = await browser.post("/rooms", json=wish)
        assert (answer.status_code, answer.json()["refused"]["code"]) == (400, code)
        assert answer.json()["refused"]["sentence"].endswith(".")
        assert "set-cookie" not in answer.headers
        assert not await served.store.rooms_due(Millis(2**60), 10)


async def test_joining_gives_a_seat_once_and_the_same_one_again(served: Served) -> None:
    ana = await make_room(served, seats=3)
    bo = await sit_down(served, ana.room, "Bo")
    async with served.client(Cookie=f"continental={bo.cookie}") as browser:
        assert (await browser.post(f"/r/{ana.room}/join", json={"name": "Other"})).json() == {"seat": 1}
    async with served.client() as browser:
        taken = await browser.post(f"/r/{ana.room}/join", json={"name": "bO"})
        assert (taken.status_code, taken.json()["refused"]["code"]) == (409, "name_taken")
        assert (await browser.post(f"/r/{ana.room}/join", json={"name": "Cy"})).json() == {"seat": 2}
    async with served.client() as browser:
        full = await browser.post(f"/r/{ana.room}/join", json={"name": "Dee"})
        assert (full.status_code, full.json()["refused"]["code"]) == (409, "table_full")


async def test_only_the_hash_of_a_session_is_kept(served: Served) -> None:
    ana = await make_room(served, seats=2)
    (stored,) = await served.store.entries_after(room_log(RoomId(ana.room)), 0)
    assert ana.cookie is not None
    assert ana.cookie not in stored.body
    assert hash_of(ana.cookie) in stored.body


async def test_every_page_keeps_other_sites_out_and_is_not_cached(served: Served) -> None:
    ana = await make_room(served, seats=2)
    async with served.client() as browser:
        for path in ("/", f"/r/{ana.room}", "/rules", "/rules/house", "/r/aaaaaaaaaa", "/nowhere"):
            answer = await browser.get(path, headers={"accept": "text/html"})
            assert "default-src 'self'" in answer.headers["content-security-policy"]
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert answer.headers["cache-control"] == ("no-cache" if path in ("/", "/rules", "/rules/house") else "no-store")
            assert answer.headers["content-type"].startswith("text/html")
            assert not re.findall(r'(?:src|href|action)="(?:https?:)?//', answer.text), "nothing comes from elsewhere"
            assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=", answer.text), "the policy would forbid it"


async def test_files_are_cached_for_ever_by_version_and_not_without(served: Served) -> None:
    async with served.client() as browser:
        page = (await browser.get("/")).text
        versioned = re.findall(r'(?:src|href)="(/static/v-[^"]+)"', page)
        assert versioned
        for path in versioned:
            answer = await browser.get(path)
            assert answer.status_code == 200
            assert "immutable" in answer.headers["cache-control"]
        plain = re.sub(r"/v-[0-9a-f]+", "", versioned[0])
        answer = await browser.get(plain)
        assert answer.headers["cache-control"] == "no-cache"
        again = await browser.get(plain, headers={"if-none-match": answer.headers["etag"]})
        assert again.status_code == 304
        old = await browser.get(re.sub(r"/v-[0-9a-f]+", "/v-000000000000", versioned[0]))
        assert (old.status_code, old.headers["cache-control"]) == (200, "no-cache")
        for path in ("/static/../app.py", "/static/%2e%2e/app.py", "/static/v-x/%2e%2e/%2e%2e/app.py", "/static/"):
            assert (await browser.get(path)).status_code == 404


async def test_another_sites_form_is_refused(served: Served) -> None:
    ana = await make_room(served, seats=2)
    async with served.client(Origin="http://evil.example") as browser:
        for path, body in (("/rooms", {"name": "Eve"}), (f"/r/{ana.room}/join", {"name": "Eve"})):
            answer = await browser.post(path, json=body)
            assert (answer.status_code, answer.json()["refused"]["code"]) == (403, "wrong_origin")
    async with served.client(Origin=served.url) as browser:
        assert (await browser.post("/rooms", json={"name": "Ana"})).status_code == 201
        answer = await browser.post(f"/r/{ana.room}/join", content='{"name":"Eve"}', headers={"content-type": "text/plain"})
        assert (answer.status_code, answer.json()["refused"]["code"]) == (415, "not_json")


async def test_a_request_that_is_too_large_is_refused_before_it_is_read(served: Served) -> None:
    async def untold() -> AsyncIterator[bytes]:
        for _ in range(2):
            yield b"x" * 40_000

    async with served.client() as browser:
        answer = await browser.post("/rooms", json={"name": "x" * 100_000})
        assert (answer.status_code, answer.json()["refused"]["code"]) == (413, "too_large")
        answer = await browser.post("/rooms", content=untold(), headers={"content-type": "application/json"})
        assert answer.status_code == 413


async def test_addresses_that_are_not_there_say_so_to_programs_and_to_people(served: Served) -> None:
    async with served.client() as browser:
        for path in ("/nowhere", "/r/aaaaaaaaaa", "/r/aaaaaaaaaa/record", "/rules/whist", "/r/%00", "/docs"):
            answer = await browser.get(path)
            assert answer.status_code == 404
            assert answer.json()["refused"]["sentence"]
            page = await browser.get(path, headers={"accept": "text/html"})
            assert page.status_code == 404
            assert answer.json()["refused"]["sentence"] in page.text
        answer = await browser.delete("/rooms")
        assert (answer.status_code, answer.json()["refused"]["code"]) == (405, "method_not_allowed")
        assert answer.headers["allow"] == "POST"
        for path, allowed in (
            ("/", "GET, HEAD"),
            ("/pads/x", "GET, HEAD"),
            ("/r/x/carry/y", "GET, HEAD, POST"),
            ("/pads/x/draft", "PUT"),
            ("/static/table/app.js", "GET, HEAD"),
        ):
            assert (await browser.patch(path)).headers["allow"] == allowed, path
        assert (await browser.get("/healthz")).text == "ok"


async def test_one_session_makes_so_many_rooms_an_hour(served: Served) -> None:
    ana = await make_room(served, seats=2)
    async with served.client(Cookie=f"continental={ana.cookie}") as browser:
        for _ in range(ROOMS_AN_HOUR - 1):
            assert (await browser.post("/rooms", json={"name": "Ana"})).status_code == 201
        answer = await browser.post("/rooms", json={"name": "Ana"})
        assert (answer.status_code, answer.json()["refused"]["code"]) == (429, "rooms_an_hour")


async def test_where_the_store_fails_a_page_says_so_in_a_sentence() -> None:
    class Broken(MemoryStore):
        async def count_made(self, books: object, by: object, since: object) -> int:
            raise StoreFailed("gone")

        async def read_on(self, room: object, version: object) -> Any:
            raise StoreFailed("gone")

    async with serving(Broken()) as served, served.client() as browser:
        for answer in (await browser.post("/rooms", json={"name": "Ana"}), await browser.get("/r/abcdefghjk")):
            assert (answer.status_code, answer.json()["refused"]["code"]) == (503, "not_read")


async def test_the_record_holds_deals_that_are_over_and_no_live_dice(served: Served) -> None:
    ana = await make_room(served, seats=2, bots=["greedy"])
    async with served.client() as browser:
        assert (await browser.get(f"/r/{ana.room}/record")).text == ""
        ana = await make_room(served, seats=2, bots=["greedy"], start=True, pace_ms=10_000)
        await ana.open(ana.room)
        await ana.until(lambda said: bool(said["view"] and said["view"]["deal"]))
        record = (await browser.get(f"/r/{ana.room}/record")).text
        assert record.startswith("continental record 1")
        assert f"commitment: {ana.last['view']['deal']['commitment']}" in record
        assert "dice:" not in record
    await ana.close()
