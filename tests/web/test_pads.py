"""Pads over HTTP: made, written on by two phones at once and from offline, shared by two links, taken out and in."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx2
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from continental.logbook.links import hash_key, watch_key
from continental.scorepad.read import read_match
from continental.store.memory import MemoryStore
from continental.store.sql import open_store
from continental.store.where import read_database
from continental.web.guard.middleware import MOST_BODY
from tests.web.kit import Served, serving
from tests.web.processes import ServerProcess

CLOSE = {"ended_by": "Ana", "ending": "close", "counts": {"Bo": 14, "Cy": 41}}
KNOCK = {"ended_by": "Bo", "ending": "knock", "knock_card": 2, "counts": {"Ana": 20, "Cy": 54}, "jokers": {"Ana": 3}}


@pytest.fixture
async def served() -> AsyncIterator[Served]:
    async with serving() as running:
        yield running


async def make(browser: httpx2.AsyncClient, **more: Any) -> dict[str, Any]:
    answer = await browser.post("/pads", json={"players": ["Ana", "Bo", "Cy"], "ante_cents": 2000, "dealer": "Cy", **more})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


async def write(browser: httpx2.AsyncClient, key: str, *entries: tuple[str, int, dict[str, Any]]) -> httpx2.Response:
    body = {"entries": [{"id": id_, "after": after, "act": act} for id_, after, act in entries]}
    return await browser.post(f"/pads/{key}/entries", json=body)


async def test_a_pad_is_made_and_written_on(served: Served) -> None:
    async with served.client() as phone:
        made = await make(phone, title="Friday", by="Ana")
        state = made["state"]
        assert (state["v"], state["title"], state["role"], state["you"], state["pot_cents"]) == (
            1,
            "Friday",
            "write",
            "Ana",
            6000,
        )
        assert state["next"]["order"] == ["Ana", "Bo", "Cy"]
        assert (state["next"]["jokers"], state["next"]["largest"]) == (4, [110, 115, 120, 125, 130])
        assert made["watch"] == watch_key(made["write"]) == state["watch"]
        assert state["form"]["never"] == [1]
        fives = await make(phone, rules="fournier", ante_cents=0, switches={"card_values": "eights_10"})
        assert fives["state"]["form"]["never"] == [number for number in range(100) if number % 5]
        answer = await write(phone, made["write"], ("hand-one", 1, {"do": "enter", "hand": CLOSE}))
        assert (answer.status_code, answer.json()["results"]) == (200, [{"id": "hand-one", "v": 2}])
        row = answer.json()["state"]["rows"][0]
        assert (row["totals"], row["points"]) == ({"Ana": -10, "Bo": 14, "Cy": 41}, {"Ana": -10, "Bo": 14, "Cy": 41})
        share = {"why": "share", "says": "share of the hand", "said": {"code": "why_share"}}
        assert row["transfers"][0] == {"from": "Bo", "to": "Ana", "cents": 400, **share}
        assert (await phone.get(f"/pads/{made['write']}")).json()["v"] == 2


async def test_who_has_the_watch_key_reads_and_does_not_write(served: Served) -> None:
    async with served.client() as phone, served.client() as watcher:
        made = await make(phone)
        key = made["watch"]
        state = (await watcher.get(f"/pads/{key}")).json()
        assert (state["role"], state["watch"], state["draft"]) == ("watch", None, None)
        answer = await write(watcher, key, ("hand-one", 1, {"do": "enter", "hand": CLOSE}))
        assert (answer.status_code, answer.json()["refused"]["code"]) == (403, "watch_only")
        assert (await watcher.put(f"/pads/{key}/draft", json={"draft": 1})).status_code == 403
        assert (await watcher.get(f"/pads/{key}/trail")).status_code == 200
        assert (await watcher.get("/pads/" + "a" * 22)).json()["refused"]["code"] == "no_such_pad"


async def test_a_pad_begun_without_a_connection_brings_its_own_key_and_is_made_once(served: Served) -> None:
    async with served.client() as phone:
        key = "aA0-_" + "x" * 17
        made = [await make(phone, write=key) for _ in range(2)]
        assert made[0]["write"] == key
        assert made[0]["state"]["pad"] == made[1]["state"]["pad"]
        bad = await phone.post("/pads", json={"players": ["Ana", "Bo"], "ante_cents": 1000, "write": "short"})
        assert (bad.status_code, bad.json()["refused"]["code"]) == (400, "bad_key")


async def test_keys_are_kept_hashed_alone(served: Served) -> None:
    async with served.client() as phone:
        made = await make(phone)
    assert isinstance(served.store, MemoryStore)
    kept = repr(vars(served.store))
    assert made["write"] not in kept
    assert made["watch"] not in kept
    assert hash_key(made["write"]) in kept


async def test_the_later_of_two_phones_is_told_what_came_and_confirms(served: Served) -> None:
    async with served.client() as one, served.client() as two:
        key = (await make(one))["write"]
        await two.put(f"/pads/{key}/name", json={"name": "Bo's phone"})
        assert (await write(one, key, ("from-one-", 1, {"do": "enter", "hand": CLOSE}))).status_code == 200
        late = await write(two, key, ("from-two-", 1, {"do": "enter", "hand": KNOCK}))
        assert late.status_code == 409
        (result,) = late.json()["results"]
        assert [row["says"] for row in result["conflict"]] == ["Writer 1 entered hand 1: Ana closes: Bo 14, Cy 41"]
        assert (result["v"], late.json()["state"]["v"]) == (2, 2)
        confirmed = await write(two, key, ("from-two-", result["v"], {"do": "enter", "hand": KNOCK}))
        assert confirmed.json()["results"] == [{"id": "from-two-", "v": 3}]
        trail = (await two.get(f"/pads/{key}/trail")).json()["trail"]
        assert [(row["by"], row["mine"]) for row in trail] == [("Writer 1", False), ("Writer 1", False), ("Bo's phone", True)]


async def test_two_phones_at_the_same_moment_lose_nothing(served: Served) -> None:
    async with served.client() as one, served.client() as two:
        key = (await make(one))["write"]
        both = await asyncio.gather(
            *(
                write(phone, key, (f"adjust-{at}-{name}", 1, {"do": "pay", "from": "Ana", "to": "Bo", "cents": at}))
                for at in range(1, 11)
                for name, phone in (("one", one), ("two", two))
            )
        )
        codes = [answer.status_code for answer in both]
        assert set(codes) == {200, 409}
        state = (await one.get(f"/pads/{key}")).json()
        assert state["v"] == 1 + codes.count(200)


async def test_what_does_not_touch_is_no_conflict(served: Served) -> None:
    async with served.client() as one, served.client() as two:
        key = (await make(one))["write"]
        await write(one, key, ("from-one-", 1, {"do": "enter", "hand": CLOSE}))
        adjust = {"do": "adjust", "from": "Ana", "to": "Bo", "cents": 500, "reason": "taxi"}
        assert (await write(two, key, ("from-two-", 1, adjust))).status_code == 200
        undo = await write(one, key, ("undo-one-", 2, {"do": "undo"}))
        assert undo.status_code == 409, "an undo would take back what its writer has not seen"


async def test_a_version_that_no_server_has_come_to_is_refused(served: Served) -> None:
    async with served.client() as phone:
        key = (await make(phone))["write"]
        ahead = await write(
            phone, key, ("hand-one", 2, {"do": "enter", "hand": CLOSE}), ("hand-two", 1, {"do": "enter", "hand": KNOCK})
        )
        assert (ahead.status_code, ahead.json()["state"]["v"]) == (400, 1)
        first, second = ahead.json()["results"]
        assert (first["refused"]["code"], first["refused"]["given"]) == ("after_ahead", {"after": 2, "version": 1})
        assert second == {"id": "hand-two", "waiting": True}


async def test_the_same_id_twice_is_once(served: Served) -> None:
    async with served.client() as phone:
        key = (await make(phone))["write"]
        first = await write(phone, key, ("hand-one", 1, {"do": "enter", "hand": CLOSE}))
        again = await write(phone, key, ("hand-one", 1, {"do": "enter", "hand": CLOSE}))
        assert again.json()["results"] == [{"id": "hand-one", "v": 2, "again": True}]
        assert (again.status_code, again.json()["state"]["rows"]) == (200, first.json()["state"]["rows"])
        other = await write(phone, key, ("hand-one", 2, {"do": "enter", "hand": KNOCK}))
        assert (other.status_code, other.json()["results"][0]["refused"]["code"]) == (400, "id_used")


async def test_entries_made_offline_come_in_a_batch_and_conflicts_one_by_one(served: Served) -> None:
    async with served.client() as one, served.client() as two:
        key = (await make(one))["write"]
        batch = (
            ("offline-1", 1, {"do": "enter", "hand": CLOSE}),
            ("offline-2", 1, {"do": "enter", "hand": KNOCK}),
            ("offline-3", 1, {"do": "correct", "item": "offline-1", "hand": {**CLOSE, "counts": {"Bo": 15, "Cy": 41}}}),
        )
        assert [each["v"] for each in (await write(one, key, *batch)).json()["results"]] == [2, 3, 4]
        late = await write(two, key, ("late-entry", 1, {"do": "strike", "item": "offline-2"}), ("later-one-", 1, {"do": "undo"}))
        assert [sorted(each) for each in late.json()["results"]] == [["conflict", "id", "v"], ["id", "waiting"]]
        assert len(late.json()["results"][0]["conflict"]) == 3
        again = await write(two, key, ("late-entry", 4, {"do": "strike", "item": "offline-2"}), ("later-one-", 4, {"do": "undo"}))
        assert [each["v"] for each in again.json()["results"]] == [5, 6]
        assert again.json()["state"]["rows"][0]["totals"]["Bo"] == 15


async def test_a_refused_entry_says_why_and_changes_nothing(served: Served) -> None:
    async with served.client() as phone:
        key = (await make(phone))["write"]
        answer = await write(phone, key, ("hand-one", 1, {"do": "enter", "hand": {**CLOSE, "counts": {"Bo": 14}}}))
        assert answer.status_code == 400
        assert answer.json()["results"][0]["refused"] == {
            "code": "count_missing",
            "sentence": "Hand 1: The count of Cy is missing; everyone else who is in counts.",
            "given": {"hand": 1, "name": "Cy"},
        }
        assert answer.json()["state"]["v"] == 1


async def test_trying_shows_what_would_follow_and_keeps_nothing(served: Served) -> None:
    async with served.client() as phone:
        key = (await make(phone))["write"]
        hand = {**CLOSE, "counts": {"Bo": 14, "Cy": 95}}
        tried = (await phone.post(f"/pads/{key}/try", json={"act": {"do": "enter", "hand": hand}})).json()
        assert tried["offer"]["name"] == "Cy"
        assert (tried["offer"]["target"], tried["offer"]["price_cents"]) == (14, 2000)
        assert (await phone.get(f"/pads/{key}")).json()["v"] == 1


async def test_a_half_typed_hand_is_kept_for_its_writer_alone(served: Served) -> None:
    async with served.client() as one, served.client() as two:
        key = (await make(one))["write"]
        assert (await one.put(f"/pads/{key}/draft", json={"draft": {"ended_by": "Bo"}})).json() == {"kept": True}
        assert (await one.get(f"/pads/{key}")).json()["draft"] == {"ended_by": "Bo"}
        seen = (await two.get(f"/pads/{key}")).json()
        assert (seen["draft"], seen["typing"], seen["v"]) == (None, [], 1), "whoever does not have the page open is not typing"
        long = await one.put(f"/pads/{key}/draft", json={"draft": "x" * 9000})
        assert (long.status_code, long.json()["refused"]["code"]) == (400, "draft_too_long")


def page_of(served: Served, key: str, browser: httpx2.AsyncClient) -> connect:
    """The socket of a pad's page in a browser."""
    cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    return connect(f"ws://{served.host}/pads/{key}/socket", additional_headers={"Cookie": cookies})


async def heard(line: ClientConnection) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(await asyncio.wait_for(line.recv(), 20))
    return told


async def test_who_types_is_told_to_the_other_writers_and_no_longer_when_they_are_done_or_leave(served: Served) -> None:
    async with served.client() as one, served.client() as two:
        made = await make(one)
        key = made["write"]
        await two.put(f"/pads/{key}/name", json={"name": "Bo"})
        async with page_of(served, key, two) as seen, page_of(served, made["watch"], two) as watched:
            assert await heard(seen) == await heard(watched) == {"v": 1}
            async with page_of(served, key, one) as typed:
                await heard(typed)
                await one.put(f"/pads/{key}/draft", json={"draft": {"ended_by": "Bo"}})
                assert await heard(seen) == {"v": 1, "typing": ["Writer 1"]}
                assert (await two.get(f"/pads/{key}")).json()["typing"] == ["Writer 1"]
                assert (await one.get(f"/pads/{key}")).json()["typing"] == []
                await one.put(f"/pads/{key}/draft", json={"draft": None})
                assert await heard(seen) == {"v": 1, "typing": []}
                await one.put(f"/pads/{key}/draft", json={"draft": {"ended_by": "Ana"}})
                assert await heard(seen) == {"v": 1, "typing": ["Writer 1"]}
            assert await heard(seen) == {"v": 1, "typing": []}
            await write(one, key, ("hand-one", 1, {"do": "enter", "hand": CLOSE}))
            assert await heard(watched) == {"v": 2}, "whoever watches is told of nobody's typing"


@pytest.mark.parametrize("kind", ["pad", "season"])
async def test_new_links_take_the_place_of_the_old_ones_which_are_refused(served: Served, kind: str) -> None:
    async with served.client() as phone, served.client() as other:
        made = await make(phone) if kind == "pad" else (await phone.post("/seasons", json={"title": "Winter"})).json()
        at = f"/{kind}s"
        own = "N" * 22
        refused = await other.post(f"{at}/{made['watch']}/links", json={})
        assert (refused.status_code, refused.json()["refused"]["code"]) == (403, "watch_only")
        for key in (made["write"], ""):
            bad = await phone.post(f"{at}/{made['write']}/links", json={"write": key})
            assert (bad.status_code, bad.json()["refused"]["code"]) == (400, "bad_key")
        new = (await phone.post(f"{at}/{made['write']}/links", json={"write": own})).json()
        assert new == {"write": own, "watch": watch_key(own), "path": f"/{kind}/{own}", "watch_path": f"/{kind}/{watch_key(own)}"}
        for key in (made["write"], made["watch"]):
            gone = await other.get(f"{at}/{key}")
            assert (gone.status_code, gone.json()["refused"]["code"]) == (410, "link_replaced")
        assert (await phone.get(f"{at}/{own}")).json()["role"] == "write"
        assert (await other.get(f"{at}/{new['watch']}")).json()["role"] == "watch"


@pytest.mark.parametrize("kind", ["pad", "season"])
async def test_a_link_that_was_replaced_more_than_once_is_gone_for_good(served: Served, kind: str) -> None:
    async with served.client() as phone:
        first = "F" * 22
        match = {"players": ["Ana", "Bo"], "ante_cents": 2000, "write": first}
        made = await phone.post("/pads", json=match) if kind == "pad" else await phone.post("/seasons", json={"title": "Winter"})
        links = [made.json()]
        for _ in range(3):
            links.append((await phone.post(f"/{kind}s/{links[-1]['write']}/links", json={})).json())
        for old in links[:-1]:
            for key in (old["write"], old["watch"]):
                gone = await phone.get(f"/{kind}s/{key}")
                assert (gone.status_code, gone.json()["refused"]["code"]) == (410, "link_replaced")
                again = await phone.post("/pads", json={**match, "write": key})
                assert (again.status_code, again.json()["refused"]["code"]) == (400, "bad_key")
                back = await phone.post(f"/{kind}s/{links[-1]['write']}/links", json={"write": key})
                assert (back.status_code, back.json()["refused"]["code"]) == (400, "bad_key")
        assert (await phone.get(f"/{kind}s/{links[-1]['write']}")).json()["role"] == "write"


async def test_of_three_who_make_new_links_at_once_one_is_answered_with_links_that_work(served: Served) -> None:
    async with served.client() as phone:
        made = await make(phone)
        answers = await asyncio.gather(*(phone.post(f"/pads/{made['write']}/links", json={}) for _ in range(3)))
        assert sorted(answer.status_code for answer in answers) == [200, 410, 410]
        for answer in answers:
            if answer.status_code == 200:
                assert (await phone.get(f"/pads/{answer.json()['write']}")).json()["role"] == "write"
            else:
                assert answer.json()["refused"]["code"] == "link_replaced"


async def test_an_open_page_is_told_that_its_link_was_replaced(served: Served) -> None:
    async with served.client() as phone, served.client() as other:
        made = await make(phone)
        async with page_of(served, made["watch"], other) as line:
            assert await heard(line) == {"v": 1}
            new = (await phone.post(f"/pads/{made['write']}/links", json={})).json()
            assert (await heard(line))["refused"]["code"] == "link_replaced"
            with pytest.raises(ConnectionClosed):
                await heard(line)
        async with page_of(served, new["watch"], other) as line:
            assert await heard(line) == {"v": 1}


async def test_a_socket_says_every_new_version(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("continental.web.pad.news.LOOK_S", 3_600.0)  # it is told, and not found by looking
    async with served.client() as phone:
        made = await make(phone)
        async with connect(f"ws://{served.host}/pads/{made['watch']}/socket") as line:
            assert await heard(line) == {"v": 1}
            await write(phone, made["write"], ("hand-one", 1, {"do": "enter", "hand": CLOSE}))
            assert await heard(line) == {"v": 2}
        async with connect(f"ws://{served.host}/pads/{'a' * 22}/socket") as line:
            assert json.loads(await line.recv())["refused"]["code"] == "no_such_pad"


async def test_a_socket_hears_of_what_another_process_wrote() -> None:
    store = MemoryStore()
    async with serving(store) as here, serving(store) as there, here.client() as phone, there.client() as other:
        key = (await make(phone))["write"]
        async with connect(f"ws://{here.host}/pads/{key}/socket") as line:
            await heard(line)
            await write(other, key, ("hand-one", 1, {"do": "enter", "hand": CLOSE}))
            assert await heard(line) == {"v": 2}
        assert (await phone.get(f"/pads/{key}")).json()["rows"][0]["by"] == "Writer 2"


async def test_a_socket_hears_that_another_process_replaced_its_link() -> None:
    store = MemoryStore()
    async with serving(store) as here, serving(store) as there, here.client() as phone, there.client() as other:
        made = await make(phone)
        for role in ("write", "watch"):
            async with page_of(here, made[role], phone) as line:
                assert await heard(line) == {"v": 1}
                made = (await other.post(f"/pads/{made['write']}/links", json={})).json()
                assert (await heard(line))["refused"]["code"] == "link_replaced"
                with pytest.raises(ConnectionClosed):
                    await heard(line)


async def test_on_postgresql_a_socket_hears_of_another_process_without_looking(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("continental.web.pad.news.LOOK_S", 3_600.0)
    stores = [await open_store(read_database(postgres_url)) for _ in range(2)]
    async with serving(stores[0]) as here, serving(stores[1]) as there, here.client() as phone, there.client() as other:
        key = (await make(phone))["write"]
        async with page_of(here, key, phone) as line:
            assert await heard(line) == {"v": 1}
            hears, v = asyncio.create_task(heard(line)), 1
            while not hears.done():  # the first may be lost, for nobody listened yet
                await write(other, key, (f"payment-{v}", v, {"do": "pay", "from": "Ana", "to": "Bo", "cents": v}))
                v += 1
                await asyncio.wait((hears,), timeout=0.05)
            told = [await hears]
            while told[-1]["v"] < v:
                told.append(await heard(line))
            await other.post(f"/pads/{key}/links", json={})
            assert (await heard(line))["refused"]["code"] == "link_replaced"
    for store in stores:
        await store.close()


async def test_exports_are_taken_in_again(served: Served) -> None:
    async with served.client() as phone:
        key = (await make(phone, title="Friday"))["write"]
        await write(
            phone,
            key,
            ("hand-one", 1, {"do": "enter", "hand": {**CLOSE, "counts": {"Bo": 14, "Cy": 95}}}),
            ("answer-1", 1, {"do": "answer", "item": "hand-one", "name": "Cy", "yes": True}),
            ("hand-two", 1, {"do": "enter", "hand": KNOCK}),
            ("adjust-1", 1, {"do": "adjust", "from": "Ana", "to": "Bo", "cents": 500, "reason": "taxi"}),
            ("late-one", 1, {"do": "join", "name": "=Dan"}),
        )
        state = (await phone.get(f"/pads/{key}")).json()
        for form in ("settle", "full", "csv"):
            file = await phone.get(f"/pads/{key}/export?form={form}")
            assert "attachment" in file.headers["content-disposition"]
            taken = await phone.post("/pads/import", json={"text": file.text, "title": "Friday"})
            assert taken.status_code == 201, taken.text
            again = taken.json()["state"]
            assert again["players"] == state["players"], form
            assert [row["totals"] for row in again["rows"]] == [row["totals"] for row in state["rows"]]
            assert again["adjustments"] == [] if form == "settle" else len(again["adjustments"]) == 1
            if form == "settle":
                assert read_match(file.text).standing.pot == state["pot_cents"]
            if form == "full":
                trail = (await phone.get(f"/pads/{taken.json()['write']}/trail")).json()["trail"]
                assert trail == [{**row, "mine": True} for row in (await phone.get(f"/pads/{key}/trail")).json()["trail"]]
        assert (await phone.get(f"/pads/{key}/export?form=pdf")).json()["refused"]["code"] == "bad_export"


async def test_a_long_evening_is_taken_in_from_its_own_export(served: Served) -> None:
    async with served.client() as phone:
        key = (await make(phone))["write"]
        entered: list[dict[str, Any]] = [{"do": "enter", "hand": {**CLOSE, "counts": {"Bo": 2, "Cy": 2}}}, {"do": "undo"}] * 50
        for batch in range(2):
            wishes = [(f"batch-{batch}-{place}", 1, act) for place, act in enumerate(entered)]
            assert (await write(phone, key, *wishes)).status_code == 200
        text = (await phone.get(f"/pads/{key}/export?form=full")).text
        assert len(text) > MOST_BODY, "longer than any other body may be"
        taken = await phone.post("/pads/import", json={"text": text})
        assert (taken.status_code, taken.json()["state"]["v"]) == (201, 201)
        larger = await phone.post("/pads", json={"title": "x" * MOST_BODY})
        assert larger.status_code == 413


async def test_a_hands_cards_are_counted_for_a_player_of_the_pad(served: Served) -> None:
    async with served.client() as phone:
        key = (await make(phone))["write"]
        await write(phone, key, ("hand-one", 1, {"do": "enter", "hand": {**CLOSE, "counts": {"Bo": 14, "Cy": 88}}}))
        cards = "2S 2H 2D 3S 4S 5S 9H 9C 9S JK"
        count = (await phone.post(f"/pads/{key}/count", json={"cards": cards, "player": "Cy"})).json()
        assert (count["least"], count["before"]) == (0, 88)
        assert [(each["points"], each["says"]) for each in count["reach"]][:3] == [(0, "in"), (2, "window"), (3, "window")]
        assert count["reach"][-1] == {"points": 15, "total": 103, "says": "out"}
        assert count["declare"]["close"] is True
        free = (await phone.post("/count", json={"cards": cards, "total": 99})).json()
        assert free["reach"][1]["points"] == 1, "an ace counts 1 at 99"
        bad = await phone.post("/count", json={"cards": "1X"})
        assert (bad.status_code, bad.json()["refused"]["code"]) == (400, "bad_cards")


async def test_a_season_adds_up_its_finished_evenings(served: Served) -> None:
    async with served.client() as phone:
        made = (await phone.post("/seasons", json={"title": "2026"})).json()
        season = made["write"]
        for names in (["Ana", "Bo"], ["Anna", "Bo"]):
            key = (await make(phone, players=names, dealer="Bo"))["write"]
            hand = {"ended_by": names[0], "ending": "close", "counts": {"Bo": 101}}
            await write(phone, key, ("hand-one", 1, {"do": "enter", "hand": hand}))
            assert (await phone.put(f"/pads/{key}/season", json={"season": season})).json()["season"] == {"title": "2026"}
        running = (await make(phone))["write"]
        await phone.put(f"/pads/{running}/season", json={"season": season})
        shown = (await phone.get(f"/seasons/{season}")).json()
        assert [(each["name"], each["money_cents"], each["places"]) for each in shown["players"]] == [
            ("Ana", 2400, [1]),
            ("Anna", 2400, [1]),
            ("Bo", -4800, [2, 2]),
        ]
        merge = {"entries": [{"id": "merge-one", "after": 1, "act": {"do": "merge", "name": "Anna", "into": "Ana"}}]}
        merged = (await phone.post(f"/seasons/{season}/entries", json=merge)).json()
        assert [(each["name"], each["evenings"], each["money_cents"]) for each in merged["season"]["players"]] == [
            ("Ana", 2, 4800),
            ("Bo", 2, -4800),
        ]
        assert [each["money_cents"] for each in merged["season"]["players"][0]["over_time"]] == [2400, 4800]
        watched = await phone.post(f"/seasons/{made['watch']}/entries", json=merge)
        assert watched.status_code == 403
        async with served.client() as other:
            late = {"entries": [{"id": "merge-two", "after": 1, "act": {"do": "merge", "name": "Bob", "into": "Bo"}}]}
            answer = await other.post(f"/seasons/{season}/entries", json=late)
        assert answer.status_code == 409
        (row,) = answer.json()["results"][0]["conflict"]
        assert row["says"] == "Writer 1 counted Anna as Ana", "whoever is late is told what changed"
        assert row["said"]["given"]["did"]["said"] == {"code": "season_merged", "given": {"name": "Anna", "into": "Ana"}}


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"players": ["Ana"]}, "bad_players"),
        ({"players": ["Ana", "Ana"], "ante_cents": 1000}, "name_twice"),
        ({"players": ["Ana", "ANA"], "ante_cents": 1000}, "name_twice"),
        ({"players": ["Ana", "Bo"], "ante_cents": 1}, "bad_ante"),
        ({"players": ["Ana", "Bo"], "ante_cents": 1000, "rules": "chess"}, "no_such_rules"),
        ({"players": ["Ana", "pot"], "ante_cents": 1000}, "name_pot"),
        ({"players": ["Ana", "Bo"], "ante_cents": 1000, "switches": {"sugar": "no"}}, "bad_switch"),
        ({"players": ["Ana", 7], "ante_cents": 1000}, "bad_request"),
        ({"players": ["Ana", "\u0000"], "ante_cents": 1000}, "bad_form"),
    ],
)
async def test_a_match_that_cannot_be_is_refused(served: Served, body: dict[str, Any], code: str) -> None:
    async with served.client() as phone:
        answer = await phone.post("/pads", json=body)
        assert answer.json()["refused"]["code"] == code
        assert 400 <= answer.status_code < 500


async def test_another_sites_page_writes_nothing(served: Served) -> None:
    async with served.client(origin="https://elsewhere.example") as phone:
        answer = await phone.post("/pads", json={"players": ["Ana", "Bo"], "ante_cents": 1000})
        assert answer.status_code == 403


@pytest.mark.long
@pytest.mark.timeout(180)
async def test_a_killed_server_has_lost_nothing_that_it_acknowledged(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, str(tmp_path / "pads.sqlite"))
    server.start()
    acknowledged: list[str] = []
    try:
        async with httpx2.AsyncClient(base_url=f"http://{server.host}", timeout=20) as phone:
            key = (await make(phone))["write"]
            await phone.put(f"/pads/{key}/draft", json={"draft": {"half": "typed"}})
            cookies = dict(phone.cookies)
        for kill in range(2):
            async with httpx2.AsyncClient(base_url=f"http://{server.host}", timeout=20, cookies=cookies) as phone:

                async def pay(at: int, kill: int = kill, phone: httpx2.AsyncClient = phone) -> None:
                    id_ = f"payment-{kill}-{at}"
                    with suppress(httpx2.HTTPError):
                        answer = await write(phone, key, (id_, 1, {"do": "pay", "from": "Ana", "to": "Bo", "cents": 1}))
                        if answer.status_code == 200:
                            acknowledged.append(id_)

                paying = [asyncio.create_task(pay(at)) for at in range(30)]
                while len(acknowledged) < 10 * (kill + 1):
                    await asyncio.wait(paying, timeout=0.005)
                server.kill()
                await asyncio.gather(*paying)
            await asyncio.to_thread(server.start)
        async with httpx2.AsyncClient(base_url=f"http://{server.host}", timeout=20, cookies=cookies) as phone:
            state = (await phone.get(f"/pads/{key}")).json()
            assert state["draft"] == {"half": "typed"}
            kept = {payment["id"] for payment in state["settlement"]["payments"] if payment["paid"]}
            assert set(acknowledged) <= kept
            assert len(acknowledged) >= 20
            again = await write(phone, key, (acknowledged[0], 1, {"do": "pay", "from": "Ana", "to": "Bo", "cents": 1}))
            assert again.json()["results"][0]["again"] is True
    finally:
        server.stop()
